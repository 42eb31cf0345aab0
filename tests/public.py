"""What the package offers: its public rooms, and the classes of values among their names."""

from __future__ import annotations

import pkgutil
from enum import Enum
from importlib import import_module
from inspect import isabstract
from typing import TYPE_CHECKING, Any

import attrs

import scopa

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOMS = sorted(
    f"scopa.{room.name}"
    for room in pkgutil.iter_modules(scopa.__path__)
    if not room.name.startswith("_")
)


def value_classes() -> Iterator[type[Any]]:
    """Every class of values that a public room has of its own, and under a public name.

    Roots that nothing is an instance of itself are left out.
    """
    for room in ROOMS:
        for name, kind in vars(import_module(room)).items():
            own = isinstance(kind, type) and kind.__module__ == room and not name.startswith("_")
            if own and is_of_values(kind):
                yield kind


def is_of_values(kind: type[Any]) -> bool:
    """Whether the instances of a class are values: frozen, or words of a list."""
    if issubclass(kind, Enum):
        return True
    return attrs.has(kind) and not isabstract(kind) and kind is not scopa.Event
