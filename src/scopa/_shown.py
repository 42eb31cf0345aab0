"""How rule values show themselves. Private.

One `__repr__` for all of them: having attrs write one for each class is a large part of what it
costs to import the package.
"""

from __future__ import annotations

from typing import Any

from attrs import fields


class Shown:
    """A frozen value whose representation names its fields, as attrs would write it."""

    __slots__ = ()

    def __repr__(self) -> str:
        cls: Any = self.__class__
        shown = (f"{own.name}={getattr(self, own.name)!r}" for own in fields(cls) if own.repr)
        return f"{cls.__qualname__}({', '.join(shown)})"
