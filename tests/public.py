"""What the package offers: its public rooms, and the classes of values among their names."""

from __future__ import annotations

import pkgutil
from enum import Enum
from importlib import import_module
from inspect import isabstract
from typing import TYPE_CHECKING, Any

import attrs

import scopa
from scopa.results import Estimate, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOMS = sorted(
    f"scopa.{room.name}"
    for room in pkgutil.iter_modules(scopa.__path__)
    if not room.name.startswith("_")
)


def value_classes() -> Iterator[type[Any]]:
    """Every class of values that a public room has of its own, and under a public name.

    Left out are roots that nothing is an instance of itself; policies, which are players, and go by
    their names where something is written; and what results are summed up in, which are real
    numbers, and follow from results that do have a form.
    """
    for room in ROOMS:
        if room == "scopa.policies":
            continue
        for name, kind in vars(import_module(room)).items():
            own = isinstance(kind, type) and kind.__module__ == room and not name.startswith("_")
            if own and is_of_values(kind) and kind not in (Estimate, Standing):
                yield kind


def is_of_values(kind: type[Any]) -> bool:
    """Whether the instances of a class are values: frozen, or words of a list."""
    if issubclass(kind, Enum):
        return True
    return attrs.has(kind) and not isabstract(kind) and kind is not scopa.Event
