"""The command line with somebody at it, who types one answer after another."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

from scopa import VARIANTS, Match
from scopa.__main__ import main
from scopa._play import OPPONENT
from scopa.codec import from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable

PROMPT = "Your move (? for help): "
TABLES = [
    *((variant.id, variant.seatings[0].players) for variant in VARIANTS.values()),
    *(("scopa", players) for players in (3, 4, 6)),
    ("escopa-15", 4),
    ("cirulla", 4),
]
"""The id of every variant of the catalogue with a number of players; of some with more."""


class Output(io.StringIO):
    """What the program writes, to a terminal or not."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Keys:
    """A keyboard: answers, and then something that is none."""

    def __init__(
        self, answers: Iterable[str], last: BaseException | type[BaseException] = EOFError
    ) -> None:
        self.left = [f"{answer}\n" for answer in answers][::-1]
        self.last = last

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        if not self.left:
            raise self.last
        return self.left.pop()


class Result:
    """How a run of the program went."""

    def __init__(self, status: int, output: str, errors: str) -> None:
        self.status = status
        self.output = output
        self.errors = errors
        self.lines = output.splitlines()
        self.parts = output.split(PROMPT)
        """What was written before each answer was asked for, and after the last."""

    @property
    def ended_well(self) -> bool:
        return (self.status, self.errors) == (0, "")


def run(*arguments: str, typed: Any = "", output: io.StringIO | None = None) -> Result:
    """Run the command line with these arguments, and this text or keyboard for its input."""
    keys = io.StringIO(typed) if isinstance(typed, str) else typed
    output, errors = Output() if output is None else output, io.StringIO()
    with (
        mock.patch.object(sys, "stdin", keys),
        mock.patch.object(sys, "stdout", output),
        mock.patch.object(sys, "stderr", errors),
    ):
        status = main(arguments)
    return Result(status, output.getvalue(), errors.getvalue())


def play(*arguments: str, typed: Any = "", output: io.StringIO | None = None) -> Result:
    """Let somebody play who types this."""
    return run("play", *arguments, typed=typed, output=output)


def refusal(*arguments: str) -> str:
    """The one line with which these arguments are refused."""
    result = run(*arguments)
    assert (result.status, result.output) == (2, "")
    assert result.errors.count("\n") == 1
    assert result.errors.startswith("python -m scopa: error: ")
    return result.errors.removeprefix("python -m scopa: error: ").rstrip("\n")


def at_turn(match: Match, seat: int) -> Match:
    """The match after the moves of the opponents; where a deck is awaited it waits."""
    while match.outcome is None and not match.awaits_deck and match.deal.turn != seat:
        match = match.play(OPPONENT(match.deal.view(match.deal.turn), Random(0)))
    return match


def answered(match: Match, seat: int, answers: int = 1) -> Match:
    """The match after so many turns in which the person takes the first move there is."""
    match = at_turn(match, seat)
    for _ in range(answers):
        if match.outcome is None:
            match = at_turn(match.play(match.deal.legal_moves[0]), seat)
    return match


def in_file(path: Path) -> Any:
    """The value in a file."""
    return from_json(path.read_text(encoding="utf-8"))


def filed(path: Path, value: object) -> str:
    """The name of a file to which a value was written, not by the command line."""
    path.write_text(to_json(value), encoding="utf-8")
    return str(path)
