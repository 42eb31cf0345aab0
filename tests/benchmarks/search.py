"""How much of the work a search from one position does again, and how much is remembered.

    python -m tests.benchmarks.search [--playouts N] [--rounds N]

To be run where ``tests`` lies. Each line tells what one random playout costs, from a position a few
moves into a deal of Scopa to the score: when every playout meets rules that were compiled anew and
know nothing yet; in a search from one position, the first time and once more; and from as many
positions, each of another deal. Printed are medians, and how many playouts are made in the time of
one that finds nothing remembered.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from statistics import median
from time import perf_counter

from attrs import evolve

from scopa import Deal, Variant
from tests.benchmarks.speed import SCOPA, WAYS, Finish, dealt

BEFORE = 4
"""Moves made before the search begins."""
FEW = 10
"""For so many playouts in the search, one finds nothing remembered: compiling takes its time."""
SEARCHES = ("legal_moves + play_unchecked", "playout")

_fresh = count()


def compiled_anew() -> Variant:
    """Scopa under a new id, for which nothing is remembered."""
    return SCOPA.derive(id=f"x-{next(_fresh)}")


def positions(variant: Variant, rng: Random, number: int) -> Sequence[Deal]:
    """Positions a few moves into deals of their own."""
    found: list[Deal] = []
    for deal in dealt(variant, rng, number):
        position = deal
        for _ in range(BEFORE):
            position = position.play(rng.choice(position.legal_moves))
        found.append(position)
    return found


def under(variant: Variant, deal: Deal) -> Deal:
    """The same position under a variant with the same rules."""
    return Deal.from_setup(evolve(deal.setup(), variant=variant))


def cost(finish: Finish, deals: Sequence[Deal], rng: Random) -> float:
    """Microseconds a playout, one from each of the deals."""
    begun = perf_counter()
    for deal in deals:
        finish(deal, rng)
    return 1e6 * (perf_counter() - begun) / len(deals)


def measured(finish: Finish, playouts: int, seed: int) -> Mapping[str, float]:
    """Microseconds a playout, for each pattern."""
    rng = Random(seed)
    (position,) = positions(SCOPA, rng, 1)
    unknown = [under(compiled_anew(), position) for _ in range(max(1, playouts // FEW))]
    search = [under(compiled_anew(), position)] * playouts
    scattered = positions(compiled_anew(), rng, playouts)
    return {
        "nothing remembered": cost(finish, unknown, rng),
        "one position": cost(finish, search, rng),
        "one position, once more": cost(finish, search, rng),
        "as many positions": cost(finish, scattered, rng),
        "as many positions, once more": cost(finish, scattered, rng),
    }


def report(name: str, rounds: Sequence[Mapping[str, float]]) -> None:
    """Print what a playout costs, and how many are made for one with nothing remembered."""
    print(f"\n{name}: µs a playout, and playouts for one")
    first = next(iter(rounds[0]))
    for pattern in rounds[0]:
        micros = median(found[pattern] for found in rounds)
        factor = median(found[first] / found[pattern] for found in rounds)
        print(f"  {pattern:30} {micros:>10,.1f} {factor:>8.2f}")


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure what a search does again.")
    parser.add_argument("--playouts", type=int, default=3000, help="in a search (default: 3000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default: 5)")
    args = parser.parse_args()
    print(f"{args.playouts:,} playouts, medians of {args.rounds} rounds")
    for name in SEARCHES:
        found = [measured(WAYS[name], args.playouts, seed) for seed in range(args.rounds + 1)]
        report(name, found[1:])


if __name__ == "__main__":
    main()
