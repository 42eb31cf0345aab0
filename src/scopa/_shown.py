"""What frozen values have in common: how they are copied, pickled and shown. Private.

One place for all of them: having attrs write a ``__repr__`` for each class is a large part of what
it costs to import the package, and pickles that hold what anybody can see of a value can be read by
versions that keep it otherwise inside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from attrs import fields

if TYPE_CHECKING:
    from collections.abc import Callable


class Value:
    """A frozen value: a copy is the value itself, and a pickle holds its public parts by name."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        cls: Any = self.__class__
        parts = {own.name: getattr(self, own.name) for own in fields(cls) if own.init}
        return _rebuilt, (cls, parts)


def _rebuilt(make: Callable[..., Any], parts: dict[str, Any]) -> Any:
    """A value of its public parts; those it has got since, with a default, may be missing.

    This name and the room it is in stand in every pickle: they have to stay.
    """
    return make(**parts)


class Shown(Value):
    """A frozen value whose representation names its fields, as attrs would write it."""

    __slots__ = ()

    def __repr__(self) -> str:
        cls: Any = self.__class__
        shown = (f"{own.name}={getattr(self, own.name)!r}" for own in fields(cls) if own.repr)
        return f"{cls.__qualname__}({', '.join(shown)})"
