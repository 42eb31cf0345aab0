"""The command line: ``python -m scopa`` plays a match, and its commands do more.

``variants`` lists the games, ``play`` lets a person play, ``replay`` and ``show`` tell of files,
``simulate`` plays many deals.
Without a command the players draw lots among their legal moves. One seed decides the shuffles and,
from a generator of its own, the play: the same seed always tells the same match.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NoReturn

from scopa import VARIANTS, Match, ScopaError, SeatError, Seating, Variant
from scopa._play import Game
from scopa._saved import FileRefusedError, check_new, load, load_match, load_record
from scopa._show import shown
from scopa._tell import InJson, Ink, InWords, json_line, replayed, showable, table
from scopa.codec import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_PROGRAM = "python -m scopa"
_BAD_ARGUMENTS = 2
_NOT_ALL_PLAYED = 1
_INTERRUPTED = 128 + 2
"""The status a shell gives a program that was interrupted from the keyboard."""
_PIPE_CLOSED = 128 + 13
"""The status a shell gives a program that wrote to a closed pipe."""

_FOR_A_MATCH = ("seed", "variant", "players", "deals")
_FOR_A_NEW_MATCH = ("seed", "variant", "players", "target")


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
        The exit status: 0; 2 if the arguments or a file are refused; 141 if nobody reads the
        output; of ``simulate`` also 1 if deals could not be played, and 130 if it was interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        if arguments and arguments[0] in _COMMANDS:
            return _COMMANDS[arguments[0]](arguments[1:]) or 0
        _print(_lines(_arguments(arguments)))
    except (_ArgumentsRefusedError, FileRefusedError) as refused:
        _complain(refused)
        return _BAD_ARGUMENTS
    except BrokenPipeError:  # like `| head`: that is no fault, but what is left must go somewhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    return 0


def _complain(error: Exception) -> None:
    said = showable(" ".join(str(error).split()), sys.stderr.encoding)
    print(f"{_PROGRAM}: error: {said}", file=sys.stderr)


# ---------------------------------------------------------------------- the arguments

_Options = tuple[tuple[str, str, "Callable[[str], object]", str], ...]


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    args, rest = _parser().parse_known_args(argv)
    args.list = "variants" in rest
    if args.list:
        rest.remove("variants")
    if late := [word for word in rest if word in _COMMANDS]:
        raise _ArgumentsRefusedError(f"{late[0]!r} must come first, what it needs after it")
    if rest:
        raise _ArgumentsRefusedError(f"unrecognized arguments: {' '.join(rest)}")
    return args


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        usage=f"{_PROGRAM} [--seed TEXT] [--variant ID] [--players N] [--deals N] [--json]\n"
        f"       {_PROGRAM} variants [--json]\n"
        f"       {_PROGRAM} play [--help] ...\n"
        f"       {_PROGRAM} replay FILE [--json]\n"
        f"       {_PROGRAM} show FILE\n"
        f"       {_PROGRAM} simulate [--help] ...",
        description="Plays a match of Scopa or a relative, every player drawing lots among the "
        "legal moves, and tells it move by move. With 'variants': lists the games. With 'play': "
        "lets you play. With 'replay' or 'show': tells of a saved match. With 'simulate': plays "
        "many deals between simple players, and counts.",
        allow_abbrev=False,
    )
    _add(parser, (*_NEW_MATCH, ("--deals", "N", _deals, _DEALS_HELP)))
    parser.add_argument("--json", action="store_true", help="write JSON Lines")
    return parser


def _command(name: str, description: str) -> argparse.ArgumentParser:
    return _Parser(prog=f"{_PROGRAM} {name}", description=description, allow_abbrev=False)


def _add(parser: argparse.ArgumentParser, options: _Options) -> None:
    for name, metavar, read, said in options:
        parser.add_argument(name, metavar=metavar, type=read, help=said)


def _seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"not a text: {text!r}") from None
    if not text:
        raise argparse.ArgumentTypeError("an empty text is no seed")
    return text


def _number(text: str, least: int, what: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 10 else -1
    if number < least:
        raise argparse.ArgumentTypeError(f"not a {what} from {least} up: {text!r}")
    return number


def _deals(text: str) -> int:
    return _number(text, 1, "number of deals")


def _workers(text: str) -> int:
    return _number(text, 1, "number of workers")


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _points(text: str) -> int:
    return _number(text, 1, "number of points")


def _seat(text: str) -> int:
    return _number(text, 0, "seat")


_DEALS_HELP = "stop after so many deals, if the match is not over before"
_NEW_MATCH: _Options = (
    ("--seed", "TEXT", _seed, "any text; decides everything (default: a new one)"),
    ("--variant", "ID", str, "which game (default: scopa)"),
    ("--players", "N", int, "how many play (default: as the game is made for)"),
)
_PLAY: _Options = (
    *_NEW_MATCH,
    ("--seat", "N", _seat, "where you sit, counted from 0 (default: 0, or as it was saved)"),
    ("--target", "N", _points, "the points to play to (default: those of the game)"),
    ("--save", "FILE", Path, "where the match is saved when you leave, and when it is over"),
    ("--load", "FILE", Path, "go on with a saved match"),
)
_MANY: _Options = (
    *_NEW_MATCH,
    ("--deals", "N", _deals, "how many deals (default: 1000)"),
    ("--policies", "A,B", _names, "who plays: a name, or MODULE:NAME (default: greedy,random)"),
    ("--workers", "N", _workers, "how many processes play (default: 1)"),
    ("--dealer", "N", _seat, "the seat that deals every deal (default: the deal passes on)"),
)


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


def _new_match(
    variant: Variant, seed: str | None, players: int | None, target: int | None = None
) -> Match:
    seating = _seating(variant, players)
    return Match.new(variant, seed=seed, seating=seating, target=target)


def _seating(variant: Variant, players: int | None) -> Seating:
    try:
        return variant.seatings[0] if players is None else variant.seating_for(players)
    except SeatError as refused:
        raise _ArgumentsRefusedError(f"not {players} players: {refused}") from None


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


def _print(lines: Iterable[str]) -> None:
    """Print lines, as far as the output can show them."""
    for line in lines:
        print(showable(line, sys.stdout.encoding))
    sys.stdout.flush()


# ---------------------------------------------------------------------- the commands


def _replay(argv: Sequence[str]) -> None:
    parser = _command("replay", "Tells a saved match, move by move.")
    parser.add_argument("file", metavar="FILE", type=Path, help="a match or a record")
    parser.add_argument("--json", action="store_true", help="write JSON Lines")
    args = parser.parse_args(argv)
    record = load_record(args.file)
    teller = InJson() if args.json else InWords(record.variant.pack, record.seating)
    _print(replayed(record, teller))


def _show(argv: Sequence[str]) -> None:
    parser = _command("show", "Shows what a file holds: a match, a deal, a view, a variant ...")
    parser.add_argument("file", metavar="FILE", type=Path, help="any value saved by this library")
    _print(shown(load(parser.parse_args(argv).file)))


def _play(argv: Sequence[str]) -> None:
    parser = _command("play", "Lets you play against simple opponents.")
    _add(parser, _PLAY)
    wishes = ("auto", "always", "never")
    parser.add_argument("--colour", choices=wishes, default="auto", help="suits in colours")
    args = parser.parse_args(argv)
    match, seat, file = _to_play(args)
    try:
        match.seating.check(seat)
    except SeatError as refused:
        raise _ArgumentsRefusedError(str(refused)) from None
    typed: object = sys.stdin
    if isinstance(typed, io.TextIOWrapper):  # what is no text is answered like any wrong input
        typed.reconfigure(errors="replace")
    pack, encoding = match.variant.pack, sys.stdout.encoding or "utf-8"
    faces = "".join(map(pack.face, pack.cards))
    codes = showable(faces, encoding) != faces
    Game(match, seat, file, Ink(colours=_coloured(args.colour), codes=codes)).run()
    sys.stdout.flush()


def _to_play(args: argparse.Namespace) -> tuple[Match, int, Path | None]:
    """The match to play, the seat of the person, and the file to save to."""
    file: Path | None = args.save
    if file is not None:
        check_new(file, args.load)
    if args.load is None:
        variant = _variant("scopa" if args.variant is None else args.variant)
        match = _new_match(variant, args.seed, args.players, args.target)
        return match, args.seat or 0, file
    given = [f"--{name}" for name in _FOR_A_NEW_MATCH if getattr(args, name) is not None]
    if given:
        raise _ArgumentsRefusedError(f"{', '.join(given)}: not for a match that is loaded")
    match, seat = load_match(args.load)
    if file is None and seat is not None:  # what was saved here goes on there
        file = args.load
    return match, (seat or 0) if args.seat is None else args.seat, file


def _coloured(wish: str) -> bool:
    if wish != "auto":
        return wish == "always"
    bare = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not bare


def _simulate(argv: Sequence[str]) -> int:
    from scopa import _many  # noqa: PLC0415 - not for every command
    from scopa.simulate import SimulationError, StoppedError  # noqa: PLC0415

    parser = _command("simulate", "Plays many deals between simple players, and counts.")
    _add(parser, _MANY)
    parser.add_argument("--duplicate", action="store_true", help="play each deck from every side")
    parser.add_argument("--json", action="store_true", help="write what 'show' reads")
    args = parser.parse_args(argv)
    variant = _variant("scopa" if args.variant is None else args.variant)
    wish = _many.Wish(
        variant=variant,
        seating=_seating(variant, args.players),
        policies=args.policies or ("greedy", "random"),
        deals=args.deals or 1000,
        seed=os.urandom(16).hex() if args.seed is None else args.seed,
        workers=args.workers or 1,
        dealer=args.dealer,
        duplicate=args.duplicate,
    )
    status = 0
    try:
        told = _many.simulated(wish)
    except SimulationError as error:
        told = error.tournament or error.results
        status = _INTERRUPTED if isinstance(error, StoppedError) else _NOT_ALL_PLAYED
        _complain(error)
    except ScopaError as refused:
        raise _ArgumentsRefusedError(str(refused)) from None
    _print([to_json(told)] if args.json else shown(told))
    return status


_COMMANDS: dict[str, Callable[[Sequence[str]], int | None]] = {
    "play": _play,
    "replay": _replay,
    "show": _show,
    "simulate": _simulate,
}


if __name__ == "__main__":
    sys.exit(main())
