"""The command line: ``python -m scopa`` plays a match, with ``variants`` it lists the games.

The players draw lots among their legal moves. One seed decides the shuffles and, from a generator
of its own, the play: the same seed always tells the same match.
"""

from __future__ import annotations

import argparse
import os
import sys
from difflib import get_close_matches
from random import Random
from typing import TYPE_CHECKING, NoReturn

from scopa import VARIANTS, Match, SeatError, Variant
from scopa._tell import InJson, InWords, json_line, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PROGRAM = "python -m scopa"
_BAD_ARGUMENTS = 2
_PIPE_CLOSED = 128 + 13
"""The status a shell gives a program that wrote to a closed pipe."""

_FOR_A_MATCH = ("seed", "variant", "players", "deals")


class _ArgumentsRefusedError(Exception):
    """The arguments ask for something that cannot be done; the message is one line."""


class _Parser(argparse.ArgumentParser):
    """A parser that leaves it to `main` to say what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise _ArgumentsRefusedError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments; those of the process if not given.

    Returns:
        The exit status: 0; 2 if the arguments are refused; 141 if nobody reads the output.
    """
    try:
        lines = _lines(_arguments(argv))
    except _ArgumentsRefusedError as refused:
        print(f"{_PROGRAM}: error: {' '.join(str(refused).split())}", file=sys.stderr)
        return _BAD_ARGUMENTS
    try:
        _print(lines)
    except BrokenPipeError:  # like `| head`: that is no fault, but what is left must go somewhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    args, rest = _parser().parse_known_args(argv)
    args.list = "variants" in rest
    if args.list:
        rest.remove("variants")
    if rest:
        raise _ArgumentsRefusedError(f"unrecognized arguments: {' '.join(rest)}")
    return args


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        usage=f"{_PROGRAM} [--seed TEXT] [--variant ID] [--players N] [--deals N] [--json]\n"
        f"       {_PROGRAM} variants [--json]",
        description="Plays a match of Scopa or a relative, every player drawing lots among the "
        "legal moves, and tells it move by move. With 'variants': lists the games.",
        allow_abbrev=False,
    )
    options: tuple[tuple[str, str, Callable[[str], object], str], ...] = (
        ("--seed", "TEXT", _seed, "any text; decides everything (default: a new one)"),
        ("--variant", "ID", str, "which game (default: scopa)"),
        ("--players", "N", int, "how many play (default: as the game is made for)"),
        ("--deals", "N", _deals, "stop after so many deals, if the match is not over before"),
    )
    for name, metavar, read, said in options:
        parser.add_argument(name, metavar=metavar, type=read, help=said)
    parser.add_argument("--json", action="store_true", help="write JSON Lines")
    return parser


def _seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"not a text: {text!r}") from None
    if not text:
        raise argparse.ArgumentTypeError("an empty text is no seed")
    return text


def _deals(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"not a number of deals from 1 up: {text!r}")
    return number


# ---------------------------------------------------------------------- what is printed


def _lines(args: argparse.Namespace) -> Iterator[str]:
    """What these arguments ask for; whatever is wrong with them is said before the first line."""
    if args.list:
        given = [f"--{name}" for name in _FOR_A_MATCH if getattr(args, name) is not None]
        if given:
            raise _ArgumentsRefusedError(f"{', '.join(given)}: not for a list of the variants")
        return _catalogue_in_json() if args.json else table(_catalogue_rows())
    variant = _variant("scopa" if args.variant is None else args.variant)
    match = _new_match(variant, args.seed, args.players)
    teller = InJson() if args.json else InWords(variant.pack, match.seating)
    return _told(match, args.deals, teller)


def _variant(name: str) -> Variant:
    if name in VARIANTS:
        return VARIANTS[name]
    close = ", ".join(get_close_matches(name, VARIANTS))
    advice = f"close to it: {close}" if close else f"'{_PROGRAM} variants' lists them"
    raise _ArgumentsRefusedError(f"no variant {name!r} in the catalogue; {advice}")


def _new_match(variant: Variant, seed: str | None, players: int | None) -> Match:
    try:
        seating = None if players is None else variant.seating_for(players)
    except SeatError as refused:
        raise _ArgumentsRefusedError(f"not {players} players: {refused}") from None
    return Match.new(variant, seed=seed, seating=seating)


def _told(match: Match, deals: int | None, teller: InWords | InJson) -> Iterator[str]:
    """The match, played to its end or for so many deals."""
    random = Random(f"players {match.seed}").random
    yield from teller.match(match)
    while match.outcome is None and len(match.scores) != deals:
        yield from teller.deal(match)
        finished = len(match.scores)
        while len(match.scores) == finished:
            moves = match.deal.legal_moves
            step = match.step(moves[int(random() * len(moves))])
            yield from teller.move(step)
            match = step.after
    if match.outcome is None:
        yield from teller.stopped(match)


def _catalogue_rows() -> Iterator[tuple[str, ...]]:
    yield "id", "name", "players", "pack", "to"
    for variant in VARIANTS.values():
        players = " ".join(map(str, _players(variant)))
        target = variant.match.target
        to = "one deal" if target is None else str(target)
        yield variant.id, str(variant), players, variant.pack.id, to


def _catalogue_in_json() -> Iterator[str]:
    for variant in VARIANTS.values():
        yield json_line(
            "variant",
            id=variant.id,
            name=str(variant),
            players=_players(variant),
            pack=variant.pack.id,
            target=variant.match.target,
        )


def _players(variant: Variant) -> list[int]:
    return sorted({seating.players for seating in variant.seatings})


def _print(lines: Iterator[str]) -> None:
    """Print lines; a character that the output cannot show is named instead."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(line.encode(encoding, "namereplace").decode(encoding))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
