"""The library beside other engines: random games, and what their states cost, in one run.

    python -m tests.benchmarks.peers [--rounds N] [--seconds S] [--environment FOLDER]

To be run where ``tests`` lies. A scratch environment is made for the Python at hand, and the peers
and this checkout are installed there from the package index; the environment is thrown away in the
end, unless a folder is named, where it is kept and found again. A peer that cannot be installed is
named, and left out.

Each engine has a process of its own (see ``engines/``) and plays in Python what a bot would: all
legal moves, one of them at random, to the end of the game. Complete games are set up, played and
counted on the clock; "moves alone" are set up off it. All are measured in turn, in several rounds,
after one that does not count, in processor time; printed are medians. A peer is used in the fastest
way it offers: python-chess, for one, need not look for repetitions. Where ways differ in what they
do, each has a row.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile
from types import TracebackType
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).parents[2]
WARM = 6
"""The round that does not count is so many times longer: what is remembered has to be learnt."""
MOMENT = 1e-6
"""Seconds that are over after one game."""

FACTS = {
    "bytes": "bytes",
    "pickled": "pickled",
    "copy": "copy µs",
    "deepcopy": "deepcopy µs",
    "own copy": "own copy µs",
    "pickle": "pickle µs",
    "hash": "hash µs",
}
"""What is told of a state, and the heading."""


class Peer(NamedTuple):
    """An engine: what it is called, what is installed, and the module that speaks for it."""

    title: str
    package: str
    module: str


LIBRARY = Peer("scopa", str(ROOT), "tests.benchmarks.engines.library")
OTHERS = (
    Peer("OpenSpiel", "open_spiel", "tests.benchmarks.engines.open_spiel"),
    Peer("RLCard", "rlcard", "tests.benchmarks.engines.rlcard"),
    Peer("PokerKit", "pokerkit", "tests.benchmarks.engines.pokerkit"),
    Peer("python-chess", "chess", "tests.benchmarks.engines.chess"),
)

Key = tuple[str, str]
"""A peer's title, and the name of a game or a position of it."""

Answers = Mapping[Key, Sequence[Mapping[str, Any]]]
"""What was measured, round by round. `Any`: numbers or words, from JSON."""


class PeerError(Exception):
    """An engine cannot be installed, does not start, or stopped."""


# ---------------------------------------------------------------------- the scratch environment


@contextmanager
def environment(folder: Path | None) -> Generator[Path]:
    """The Python of a virtual environment: in this folder, or in one that is thrown away."""
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(TemporaryDirectory()))
        if not (home / "pyvenv.cfg").is_file():
            venv.create(home, with_pip=True)
        yield home / ("Scripts" if os.name == "nt" else "bin") / "python"


def install(python: Path, peer: Peer) -> None:
    """Install a peer from the package index.

    Raises:
        PeerError: It could not be installed.
    """
    command = [str(python), "-m", "pip", "install", "--quiet", peer.package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise PeerError(complaint(done.stderr))


def complaint(text: str) -> str:
    """The line where a program says what went wrong: the last one that speaks of an error."""
    lines = ["no reason given", *text.strip().splitlines()]
    return next((line for line in reversed(lines) if "error" in line.casefold()), lines[-1])


# ---------------------------------------------------------------------- an engine at work


class Engine:
    """A peer in a process of its own, which waits to be asked."""

    def __init__(self, python: Path, peer: Peer) -> None:
        self.title = peer.title
        with ExitStack() as stack:
            self._errors = stack.enter_context(TemporaryFile("w+", encoding="utf-8"))
            self._process = subprocess.Popen(  # noqa: S603 - a module of ours
                [str(python), "-m", peer.module],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
            )
            stack.push(self)
            hello = self._hear()
            stack.pop_all()
        self.version: str = hello["version"]
        self.games: Sequence[str] = hello["games"]
        self.positions: Sequence[str] = hello["positions"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()  # nothing more to ask: it ends
        self._errors.close()

    def ask(self, **question: object) -> Mapping[str, Any]:
        """Have it measure something.

        Raises:
            PeerError: It stopped instead.
        """
        assert self._process.stdin is not None
        try:
            print(json.dumps(question), file=self._process.stdin, flush=True)
        except OSError:
            raise PeerError(self._last_words()) from None
        return self._hear()

    def _hear(self) -> Mapping[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise PeerError(self._last_words())
        answer: Mapping[str, Any] = json.loads(line)
        return answer

    def _last_words(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        return complaint(self._errors.read())


def started(python: Path, peers: Sequence[Peer], stack: ExitStack) -> Sequence[Engine]:
    """The engines that start and can do what is asked of them; what hinders another is printed."""
    engines: list[Engine] = []
    for peer in peers:
        try:
            engine = stack.enter_context(Engine(python, peer))
            games_in_turn([engine], 0, MOMENT)
            facts_in_turn([engine], 1)
        except PeerError as error:
            print(f"  {peer.title}: left out, for it does not run: {error}")
        else:
            engines.append(engine)
    return engines


# ---------------------------------------------------------------------- measuring in turn


def games_in_turn(engines: Sequence[Engine], rounds: int, seconds: float) -> Answers:
    """Have all games of all engines played in turn, round after round."""
    found: dict[Key, list[Mapping[str, Any]]] = {}
    for seed in range(rounds + 1):
        for engine in engines:
            for name in engine.games:
                long = seconds if seed else WARM * seconds
                told = engine.ask(what="games", name=name, seed=seed, seconds=long)
                found.setdefault((engine.title, name), []).append(told)
    return {key: answers[1:] for key, answers in found.items()}


def facts_in_turn(engines: Sequence[Engine], rounds: int) -> Answers:
    """Have all positions of all engines looked at in turn, round after round."""
    found: dict[Key, list[Mapping[str, Any]]] = {}
    for seed in range(rounds):
        for engine in engines:
            for name in engine.positions:
                told = engine.ask(what="facts", name=name, seed=seed)
                found.setdefault((engine.title, name), []).append(told)
    return found


def middle(answers: Sequence[Mapping[str, Any]], what: str) -> float | str:
    """The median of the numbers; words, where an engine had no number in some round."""
    words: list[str] = [answer[what] for answer in answers if isinstance(answer[what], str)]
    return words[0] if words else middle_number(answers, what)


def middle_number(answers: Sequence[Mapping[str, Any]], what: str) -> float:
    numbers: list[float] = [answer[what] for answer in answers]
    return median(numbers)


def share(
    answers: Sequence[Mapping[str, Any]], base: Sequence[Mapping[str, Any]], what: str
) -> float:
    """How much for one of the base: the median of the shares within a round."""
    shares: list[float] = [a[what] / b[what] for a, b in zip(answers, base, strict=True)]
    return median(shares)


# ---------------------------------------------------------------------- the tables


def report_games(found: Answers) -> None:
    """Print moves per second, and how many for one of the first row."""
    base = next(iter(found))
    print(f"\nrandom games, moves per second, and for one of {' '.join(base)}")
    print(f"  {'':52} {'complete games':>20} {'moves alone':>20} {'moves a game':>14}")
    for key, answers in found.items():
        print(f"  {' '.join(key):52}", end="")
        for what in ("speed", "moves alone"):
            ratio = share(answers, found[base], what)
            print(f" {middle_number(answers, what):>12,.0f} {ratio:>7.3f}", end="")
        print(f" {middle_number(answers, 'plies'):>14.1f}")


def report_facts(facts: Answers) -> None:
    """Print what a state is, and what is done with it, costs."""
    print("\na state some moves into a game: bytes, and microseconds a call (none: not offered)")
    print(f"  {'':26}", *(f"{heading:>14}" for heading in FACTS.values()))
    for key, answers in facts.items():
        cells = (shown(middle(answers, what)) for what in FACTS)
        print(f"  {' '.join(key):26}", *(f"{cell:>14}" for cell in cells))
    print("  copy of an RLCard game or a PokerKit state is shallow: the copy is no game of its own")


def shown(value: float | str) -> str:
    """A number with as many places as matter."""
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


# ---------------------------------------------------------------------- the script


def installed(python: Path, peers: Sequence[Peer]) -> Sequence[Peer]:
    """The peers that could be installed; what hindered the others is printed."""
    there: list[Peer] = []
    for peer in peers:
        print(f"installing {peer.title}", file=sys.stderr)
        try:
            install(python, peer)
        except PeerError as error:
            print(f"  {peer.title}: left out, for it cannot be installed: {error}")
        else:
            there.append(peer)
    return there


def compare(python: Path, peers: Sequence[Peer], rounds: int, seconds: float) -> None:
    """Measure the engines that start, and print everything."""
    with ExitStack() as stack:
        engines = started(python, peers, stack)
        names = ", ".join(f"{engine.title} {engine.version}" for engine in engines)
        print(f"Python {sys.version.split()[0]}; {names}; medians of {rounds} rounds")
        report_games(games_in_turn(engines, rounds, seconds))
        report_facts(facts_in_turn(engines, rounds))


def main() -> None:
    """Install, measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure the library beside other engines.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default: 5)")
    parser.add_argument(
        "--seconds", type=float, default=0.3, help="each game of each round (default: 0.3)"
    )
    parser.add_argument("--environment", type=Path, help="keep the environment in this folder")
    args = parser.parse_args()
    with environment(args.environment) as python:
        install(python, LIBRARY)
        peers = (LIBRARY, *installed(python, OTHERS))
        compare(python, peers, args.rounds, args.seconds)


if __name__ == "__main__":
    main()
