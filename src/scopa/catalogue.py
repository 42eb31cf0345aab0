"""The documented variants: `VARIANTS`, a read-only mapping by id.

The games of the source documents stand in `scopa.documents`, the others in `scopa.family`. A
variant is built the first time it is looked up.
"""

from __future__ import annotations

from scopa import documents, family
from scopa.shelf import BUILDERS, VARIANTS

__all__ = ["BUILDERS", "VARIANTS", "documents", "family"]
