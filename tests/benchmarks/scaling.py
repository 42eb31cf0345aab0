"""How many deals a second are played by one process, and by several that share them.

    python -m tests.benchmarks.scaling [--deals N] [--workers N] [--policies A,B] [--rounds N]

To be run where ``tests`` lies. The same deals of Scopa for two are played without an executor, by
pools of spawned processes, and by Dask clusters of as many worker processes if ``distributed`` is
installed. Workers are there and have played once before the clock starts, as in a long simulation.
All are measured in turn, in several rounds; printed are medians, and medians of the ratios within a
round. That the results are equal is asserted.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from statistics import median
from time import perf_counter
from typing import Any

from scopa.results import Results
from scopa.simulate import play_deals
from tests.benchmarks.speed import SCOPA, in_turn, share

SEED = 7

Simulate = Callable[[int], Results]
"""Plays so many deals."""


@contextmanager
def processes(workers: int) -> Generator[Executor]:
    """A pool of so many processes, spawned."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def cluster(workers: int) -> Generator[Executor]:
    """A Dask cluster on this machine, of so many processes with one thread each."""
    dask: Any = import_module("distributed")  # Any: half of it has no types
    size = {"n_workers": workers, "threads_per_worker": 1, "processes": True}
    with dask.LocalCluster(**size, dashboard_address=":0") as own, dask.Client(own) as client:
        client.wait_for_workers(workers)
        yield client.get_executor()


def simulation(policies: Sequence[str], executor: Executor | None) -> Simulate:
    def simulate(deals: int) -> Results:
        return play_deals(SCOPA, policies, deals, seed=SEED, executor=executor)

    return simulate


def measure(simulate: Simulate, deals: int, expected: Results, _: int) -> float:
    """Deals a second; they are the same in every round."""
    begun = perf_counter()
    assert simulate(deals) == expected
    return deals / (perf_counter() - begun)


def report(rounds: int, deals: int, ways: dict[str, Simulate]) -> None:
    """Measure every way in turn, and print."""
    alone, *_ = ways
    expected = ways[alone](deals)
    measures = {
        name: partial(measure, simulate, deals, expected) for name, simulate in ways.items()
    }
    found = in_turn(measures, rounds)
    for name, numbers in found.items():
        ratio = share(numbers, found[alone])
        print(f"  {name:30} {median(numbers):>12,.0f} deals/s   {ratio:6.2f}")


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure what more workers bring.")
    parser.add_argument("--deals", type=int, default=4000, help="deals a round (default: 4000)")
    parser.add_argument("--workers", type=int, default=2, help="at most so many (default: 2)")
    parser.add_argument("--policies", default="greedy,random", help="default: greedy,random")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: 3)")
    args = parser.parse_args()
    policies = args.policies.split(",")
    makers = {"processes": processes} | ({"Dask": cluster} if find_spec("distributed") else {})
    print(f"{' against '.join(policies)}, {args.deals:,} deals, in turn")
    with ExitStack() as stack:
        ways = {"this process": simulation(policies, None)}
        for name, make in makers.items():
            for workers in range(1, args.workers + 1):
                executor = stack.enter_context(make(workers))
                ways[f"{name}: {workers}"] = simulation(policies, executor)
        report(args.rounds, args.deals, ways)


if __name__ == "__main__":
    main()
