"""How fast the rules are: random complete deals with scoring, beside a naive baseline, in one run.

    python tests/benchmarks/speed.py path/to/baseline.py [--deals N] [--rounds N]

The baseline is a script with a function ``bench(n, seed)`` that plays n deals of two-player Scopa,
36 plays each, and returns deals per second. Whatever is compared is measured in turn, in several
rounds; printed are the medians, and the medians of the ratios within a round.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from attrs import evolve

from scopa import (
    VARIANTS,
    Card,
    CardSet,
    Deal,
    DealScore,
    Play,
    Setup,
    Variant,
)

SCOPA = VARIANTS["scopa"]
PLAYS = 36
"""Plays of a deal of Scopa for two."""

WARM = 20

WORST = (("Ad", "escopa-15"), ("Td", "cicera-bresciana"))
"""The cards with the most captures when all others lie on the table, with their games."""

Finish = Callable[[Deal, Random], DealScore]
"""Plays a deal to its end at random and counts it."""

Measure = Callable[[int], float]
"""Plays at random from a seed; what comes out are plays per second."""


# ---------------------------------------------------------------------- ways to play a deal


def unchecked(deal: Deal, rng: Random) -> DealScore:
    """Play through the door without a check."""
    random = rng.random
    while not deal.is_over:
        moves = deal.legal_moves
        deal = deal.play_unchecked(moves[int(random() * len(moves))])
    return deal.score()


def checked(deal: Deal, rng: Random) -> DealScore:
    """Play with every move checked."""
    random = rng.random
    while not deal.is_over:
        moves = deal.legal_moves
        deal = deal.play(moves[int(random() * len(moves))])
    return deal.score()


def told(deal: Deal, rng: Random) -> DealScore:
    """Play with every move checked, and be told what happens."""
    random = rng.random
    while not deal.is_over:
        moves = deal.legal_moves
        deal = deal.step(moves[int(random() * len(moves))]).after
    return deal.score()


WAYS: Mapping[str, Finish] = {
    "legal_moves + play_unchecked": unchecked,
    "legal_moves + play": checked,
    "legal_moves + step": told,
    "playout": Deal.playout,
}


# ---------------------------------------------------------------------- measuring


def of_baseline(path: Path, deals: int) -> Measure:
    """The plays per second of the baseline; what it prints itself is dropped."""
    spec = importlib.util.spec_from_file_location("baseline", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise SystemExit(f"not a Python script: {path}")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    bench: Callable[[int, int], float] = script.bench

    def measure(seed: int) -> float:
        with redirect_stdout(io.StringIO()):
            return PLAYS * bench(deals, seed)

    return measure


def of_library(variant: Variant, finish: Finish, deals: int) -> Measure:
    """The plays per second of so many deals: shuffled, dealt, played and counted."""

    def measure(seed: int) -> float:
        rng = Random(seed)
        begun = perf_counter()
        played = [(deal, finish(deal, rng).points) for deal in dealt(variant, rng, deals)]
        seconds = perf_counter() - begun
        return sum(sum(map(len, deal.hands)) + len(deal.stock) for deal, _ in played) / seconds

    return measure


def dealt(variant: Variant, rng: Random, deals: int) -> Iterator[Deal]:
    """So many deals, each of a pack shuffled anew."""
    for _ in range(deals):
        yield Deal.shuffled(variant, rng)


def in_turn(measures: Mapping[str, Measure], rounds: int) -> Mapping[str, Sequence[float]]:
    """Measure all in turn, round after round; one round before does not count."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for seed in range(rounds + 1):
        for name, measure in measures.items():
            found[name].append(measure(seed))
    return {name: numbers[1:] for name, numbers in found.items()}


def report(title: str, found: Mapping[str, Sequence[float]], base: str) -> None:
    """Print plays per second, and how many for one of the base in the same round."""
    print(f"\n{title}")
    for name, numbers in found.items():
        ratio = share(numbers, found[base])
        print(f"  {name:30} {median(numbers):>12,.0f} plays/s   {ratio:6.3f}")


def share(numbers: Sequence[float], base: Sequence[float]) -> float:
    """How many there were for one of the base, round by round; the median."""
    return median(own / other for own, other in zip(numbers, base, strict=True))


def report_games(deals: int, rounds: int) -> None:
    """Print for every game and every way how many plays per second it has for one of scopa's.

    What a game has to learn once it has learnt before: it is played `WARM` times as long.
    """
    for variant in VARIANTS.values():
        of_library(variant, unchecked, WARM * deals)(rounds + 1)
    measures = {
        f"{name} {way}": of_library(variant, finish, deals)
        for way, finish in WAYS.items()
        for name, variant in VARIANTS.items()
    }
    found = in_turn(measures, rounds)
    print("\nevery game: plays per second for one of scopa's (*: capture is optional)")
    print(" ".join((" " * 20, *(f"{way:>29}" for way in WAYS))))
    for name, variant in VARIANTS.items():
        ratios = [share(found[f"{name} {way}"], found[f"{SCOPA.id} {way}"]) for way in WAYS]
        mark = " " if variant.capture.compulsory else "*"
        print(" ".join((f"{name:19}{mark}", *(f"{ratio:29.3f}" for ratio in ratios))))


# ---------------------------------------------------------------------- the worst tables


def worst_table(variant: Variant, card: Card) -> Deal:
    """A seat holds just this card, and all others lie on the table."""
    hand = CardSet([card])
    nobody = (CardSet(),) * (variant.seatings[0].players - 1)
    table = variant.pack.card_set - hand
    return Deal.from_setup(Setup(variant=variant, hands=(hand, *nobody), table=table))


def report_worst(rounds: int) -> None:
    """Print what one call costs on the worst tables, the first time and once rules are compiled."""
    print(f"\nworst tables: ms a call, first time / again (medians of {rounds})")
    for text, name in WORST:
        if name not in VARIANTS:
            print(f"  {name}: not in the catalogue")
            continue
        card, variant = Card.parse(text), VARIANTS[name]
        must = variant.derive(capture=evolve(variant.capture, compulsory=True, claims=None))
        number = len(worst_table(variant, card).legal_moves)
        print(f"  {name}, {variant.pack.face(card)}: {number:,} legal moves")
        report_call("legal_moves", variant, card, lambda deal: deal.legal_moves, rounds)
        report_call("can it capture at all", must, card, must_capture, rounds)


def must_capture(deal: Deal) -> bool:
    """Whether the only card in hand captures, asked where it then must."""
    (card,) = deal.hands[deal.turn]
    return not deal.is_legal(Play(card))


def report_call(
    what: str, variant: Variant, card: Card, call: Callable[[Deal], object], rounds: int
) -> None:
    """Print one line of the worst tables. A variant with a new id is compiled anew."""
    first: list[float] = []
    again: list[float] = []
    fresh = count()
    for _ in range(rounds):
        deal = worst_table(variant.derive(id=f"x-{next(fresh)}"), card)
        for found in (first, again):
            begun = perf_counter()
            call(deal)
            found.append(1000 * (perf_counter() - begun))
    print(f"    {what:28} {median(first):10.4f} / {median(again):.4f}")


# ---------------------------------------------------------------------- the script


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure how fast the rules are.")
    parser.add_argument("baseline", type=Path, nargs="?", help="a script with bench(n, seed)")
    parser.add_argument("--deals", type=int, default=2000, help="deals a round (default: 2000)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds (default: 7)")
    args = parser.parse_args()
    ways = {name: of_library(SCOPA, finish, args.deals) for name, finish in WAYS.items()}
    base = next(iter(ways))
    if args.baseline is not None:
        base = args.baseline.name
        ways = {base: of_baseline(args.baseline, args.deals), **ways}
    report(f"scopa for two, beside {base}", in_turn(ways, args.rounds), base)
    report_games(args.deals // 4, args.rounds)
    report_worst(args.rounds)


if __name__ == "__main__":
    main()
