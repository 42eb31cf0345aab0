"""What the pages of this documentation are made with."""
