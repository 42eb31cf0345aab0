"""Every row that was handed down, and every fault seen elsewhere, is named by a test.

A row of the worked situations is W03, B08 or L10; a fault is F01 to F57. Rows of the JSON files are
run one by one where they are read, so here it is only told that none is passed over.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import test_capture, test_scoring
from tests.positions import vectors

_ROWS = {
    "W": (1, 2, 3, 5, 6, 8, 9, 13, 14),  # awards
    "M": (1, 2, 3, 4, 5, 8, 9, 10),  # the end of a match
    "R": (1, 3, 4),  # dealing again
    "L": (2, 3, 4, 6, 9, 10, 11, 12),  # sweeps, the last play, leftovers
    "O": (1, 2, 4, 5, 6, 7, 10, 11),  # openings
    "D": (1, 2, 4, 5, 7, 9, 12, 13, 14),  # declarations
    "Q": (1, 3),  # the test of a fifteen game
    "B": (2, 4, 6, 8, 9),  # the bonuses of Cicera
}
SITUATIONS = [f"{kind}{row:02}" for kind, rows in _ROWS.items() for row in rows] + ["B10v"]
FAULTS = [f"F{number:02}" for number in range(1, 58)]
TESTS = [
    path.read_text(encoding="utf-8")
    for path in sorted(Path(__file__).parent.glob("test_*.py"))
    if path.name != Path(__file__).name
]


def named(row: str) -> bool:
    """Whether a test has the row in its name, or in its words."""
    wanted = re.compile(rf"(?<![a-z0-9]){row}(?![a-z0-9])", re.IGNORECASE)
    return any(wanted.search(source.replace("_", " ")) for source in TESTS)


@pytest.mark.parametrize("row", [*SITUATIONS, *FAULTS])
def test_every_row_is_named_by_a_test(row: str) -> None:
    assert named(row)


def test_no_row_of_the_captures_is_passed_over() -> None:
    rows = vectors("captures.json")
    assert len({(row["id"], row["config"]) for row in rows}) == len(rows) == 62
    assert {row["config"] for row in rows} == set(test_capture.CONFIGS)


def test_no_kind_of_row_of_the_scores_is_passed_over() -> None:
    rows = vectors("scoring.json")
    kinds = ("primiera", "primiera_winner", "run", "foursome", *test_scoring.DEALS)
    assert len(rows) == sum(len(test_scoring.rows(kind)) for kind in kinds) == 42
