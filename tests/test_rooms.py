"""The rooms of the package: what each may import, and how large it may be."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import scopa

HOME = Path(scopa.__file__).parent
ROOMS = [  # in import order: each imports only from rooms above it
    "_shown",
    "errors",
    "cards",
    "packs",
    "capture",
    "scoring",
    "declarations",
    "rules",
    "plain",
    "variant",
    "shelf",
    "documents",
    "family",
    "catalogue",
    "moves",
    "_memo",
    "_reader",
    "_counting",
    "_opening",
    "_kernel",
    "score",
    "events",
    "setup",
    "_story",
    "deal",
    "fifteen",
    "shuffle",
    "match",
]
OUTER = [  # what is built on the rules; never imported by them
    "view",
    "policies",
    "results",
    "simulate",
    "_fold",
    "_words",
    "notation",
    "_forms",
    "codec",
    "schema",
    "record",
    "names",
    "rulebook",
    "picture",
    "testing",
    "_tell",
    "_totals",
    "_show",
    "_saved",
    "_play",
    "_many",
    "__main__",
]
DOORS = {"deal": {"view", "policies"}, "match": {"view"}}  # methods that lead to an outer room
FILES = sorted(HOME.rglob("*.py"))
THERE = sorted({path.relative_to(HOME).parts[0].removesuffix(".py") for path in FILES})
THERE.remove("__init__")
MOST_LINES = 610


def imported_by(room: str, *, running: bool = True) -> set[str]:
    """The rooms a room imports; those only for type checkers too unless `running`."""
    tree = ast.parse((HOME / f"{room}.py").read_text(encoding="utf-8"))
    if running:
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                node.body = [ast.Pass()]
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
            if node.module == "scopa":
                names |= {f"scopa.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("scopa.")} & set(THERE)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_above_it(room: str) -> None:
    above = set(ROOMS[: ROOMS.index(room)])
    assert imported_by(room) <= above | DOORS.get(room, set())


@pytest.mark.parametrize("room", ROOMS)
def test_the_rules_know_nothing_of_what_is_built_on_them(room: str) -> None:
    assert imported_by(room, running=False) & set(OUTER) == DOORS.get(room, set())


@pytest.mark.parametrize("room", DOORS)
def test_a_door_to_an_outer_room_opens_when_it_is_used(room: str) -> None:
    tree = ast.parse((HOME / f"{room}.py").read_text(encoding="utf-8"))
    outside = [ast.unparse(node) for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert not [line for line in outside for outer in DOORS[room] if f"scopa.{outer} " in line]


def test_every_room_has_its_place() -> None:
    assert set(ROOMS) <= set(THERE)
    assert set(THERE) <= set(ROOMS) | set(OUTER)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HOME).as_posix())
def test_no_room_is_too_large(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= MOST_LINES


def test_importing_the_package_brings_the_rules_and_nothing_built_on_them() -> None:
    assert not imported_by("__init__", running=False) & set(OUTER)


def test_the_package_gives_every_name_it_lists_once() -> None:
    assert len(set(scopa.__all__)) == len(scopa.__all__)
    assert set(scopa.__all__) <= set(dir(scopa))
