"""How much a process grows while it plays deals: what is remembered is bounded.

    python -m tests.benchmarks.memory [--deals N] [--variant ID] [--way NAME]

To be run where ``tests`` lies; ``--deals 1000000`` is the full measure. Deals are shuffled, played
at random and counted; no deal is kept. The growth is told from the first deal and from the end of
the warm-up, at every doubling.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from scopa import VARIANTS, Variant
from tests.benchmarks.speed import WAYS, Finish, dealt

WARM_UP = 1000
"""Deals before what a process needs anyway counts as there."""
MEGABYTE = 1e6
STATUS = Path("/proc/self/status")


def resident() -> float:
    """Megabytes of this process in memory; where the system does not tell, the most it ever had."""
    if STATUS.is_file():
        lines = STATUS.read_text(encoding="ascii").splitlines()
        (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
        return 1024 * int(kilobytes) / MEGABYTE
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024) / MEGABYTE


def stages(deals: int) -> Iterator[int]:
    """How many deals were played when memory is looked at: the warm-up, twice that, and so on."""
    stage = WARM_UP
    while stage < deals:
        yield stage
        stage *= 2
    yield deals


def play(variant: Variant, finish: Finish, deals: int, rng: Random) -> None:
    for deal in dealt(variant, rng, deals):
        finish(deal, rng)


def measured(variant: Variant, finish: Finish, deals: int) -> Iterator[tuple[int, float]]:
    """Megabytes in memory after one deal, and after each stage."""
    rng = Random(0)
    played = 0
    for stage in (1, *stages(deals)):
        play(variant, finish, stage - played, rng)
        played = stage
        yield played, resident()


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Measure how much a process grows.")
    parser.add_argument("--deals", type=int, default=20_000, help="deals (default: 20000)")
    parser.add_argument("--variant", choices=[*VARIANTS], default="scopa", metavar="ID")
    parser.add_argument("--way", choices=[*WAYS], default=next(iter(WAYS)), help="how to play")
    args = parser.parse_args()
    print(f"{args.variant}, {args.way}: MB in memory, and growth since the first deal and")
    print(f"since the {WARM_UP:,}th")
    found: dict[int, float] = {}
    for played, size in measured(VARIANTS[args.variant], WAYS[args.way], args.deals):
        found[played] = size
        warm = f"{size - found[WARM_UP]:>8.1f}" if WARM_UP in found else f"{'':8}"
        print(f"  {played:>12,} {size:>8.1f} {size - found[1]:>8.1f} {warm}", flush=True)


if __name__ == "__main__":
    main()
