"""The examples that stand beside the guide run, and say what they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from examples import first_match, house_rules
from scopa import VARIANTS

FOLDER = Path(__file__).parent.parent / "examples"


def test_a_first_match_is_told_move_by_move_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    first_match.main()
    lines = capsys.readouterr().out.splitlines()
    match = house_rules.played(VARIANTS["scopa"], seed=7)  # by the same lots
    moves = [move for deal in match.record().deals for move in deal.moves]
    told = [line for line in lines if line.startswith("seat ")]
    assert [line.rpartition(" ")[2] for line in told] == [str(move) for move in moves]
    assert all(f"   Played {str(move)[:2]}" in lines for move in moves)
    for score in match.scores:
        assert all(f"     side {line.side} {line}" in lines for line in score.lines)
    assert lines[-1] == str(match.outcome)


def test_a_house_rule_counts_and_is_the_same_in_its_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    house_rules.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("what differs: {'id': 'x-nonna', ")
    assert lines[1] == "the file says the same: True"
    assert house_rules.from_file() == house_rules.NONNA
    match = house_rules.played(house_rules.NONNA, seed=7)
    assert [line.partition(" side")[0] for line in lines[2:-1]] == [
        str(score.points) for score in match.scores
    ]
    assert "(2, 8) side 1: a run of 3 from the ace of coins" in lines
    assert match.outcome is not None
    assert match.outcome.totals == (2, 16)
    assert lines[-1] == str(match.outcome)


@pytest.mark.parametrize("name", ["first_match", "house_rules"])
def test_an_example_runs_as_a_script(name: str) -> None:
    command = [sys.executable, "-W", "error", str(FOLDER / f"{name}.py")]
    done = subprocess.run(  # noqa: S603 - our own script
        command, capture_output=True, text=True, timeout=20, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("Outcome(winner=1, ")
