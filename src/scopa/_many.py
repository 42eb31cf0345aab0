"""The command ``simulate``: many deals, with a progress bar and a table. Private."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from importlib import import_module
from math import comb, inf
from time import monotonic
from typing import TYPE_CHECKING

from attrs import Factory, define, field, frozen

from scopa._tell import count
from scopa.errors import ValueRefusedError
from scopa.policies import policy_of
from scopa.simulate import Options, play_deals, tournament

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Executor
    from typing import TextIO

    from scopa.policies import Policy
    from scopa.results import Results, Tournament
    from scopa.rules import Seating
    from scopa.variant import Variant

_EVERY = 0.2
"""How many seconds pass at least between two changes of the bar."""

_WIDTH = 30


@frozen(kw_only=True)
class Wish:
    """What is to be played.

    Attributes:
        variant: The rules.
        seating: Who plays with whom.
        policies: By name, or as ``module:name``; more than there are sides make a tournament.
        deals: How many decks a table plays.
        seed: Decides everything.
        workers: How many processes play; 1: this one.
        dealer: The seat that deals every deal, if it is to be one.
        duplicate: Whether each deck is played from every side.
    """

    variant: Variant
    seating: Seating
    policies: tuple[str, ...]
    deals: int
    seed: str
    workers: int
    dealer: int | None
    duplicate: bool


def named_policy(name: str) -> Policy:
    """The policy of a name, or the object ``module:name``.

    Raises:
        ValueRefusedError: There is none.

    >>> named_policy("scopa.policies:greed")
    Traceback (most recent call last):
    ...
    scopa.errors.ValueRefusedError: no policy 'scopa.policies:greed': its module has no 'greed'
    """
    where, colon, what = name.partition(":")
    if not colon:
        return policy_of(name)
    try:
        module = import_module(where)
    except (Exception, SystemExit) as error:  # a module may do anything when it is imported
        raise ValueRefusedError(f"no policy {name!r}: {error}") from error
    if not hasattr(module, what):
        raise ValueRefusedError(f"no policy {name!r}: its module has no {what!r}")
    return policy_of(getattr(module, what))


def simulated(wish: Wish) -> Results | Tournament:
    """Play what is wished for.

    Raises:
        SimulationError: Not every deal was played; what was is on the error.
        ScopaError: What is wished for cannot be.
    """
    policies = [named_policy(name) for name in wish.policies]
    sides = len(wish.seating.sides)
    many = len(policies) > sides
    tables = comb(len(policies), sides)
    rounds = sides if many or wish.duplicate else 1
    with Bar(tables * rounds * wish.deals).shown() as bar, _workers(wish.workers) as executor:
        options: Options = {
            "executor": executor,
            "seating": wish.seating,
            "dealer": wish.dealer,
            "progress": bar.update,
            "in_flight": 2 * wish.workers,
        }
        if many:
            return tournament(wish.variant, policies, wish.deals, seed=wish.seed, **options)
        return play_deals(
            wish.variant,
            policies,
            wish.deals,
            seed=wish.seed,
            duplicate=wish.duplicate,
            **options,
        )


@contextmanager
def _workers(number: int) -> Generator[Executor | None]:
    """So many processes, started afresh; none for 1."""
    if number == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - not for every command
    from multiprocessing import get_context  # noqa: PLC0415

    with ProcessPoolExecutor(
        number,
        mp_context=get_context("spawn"),
        initializer=signal.signal,  # Ctrl-C is for us, who then call them off
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        yield pool


@define
class Bar:
    """How far it has come, on one line of a terminal.

    Attributes:
        total: How many deals there are to play.
        done: How many were played.
        out: Where it is shown; nowhere if that is no terminal.
    """

    total: int
    done: int = 0
    out: TextIO = Factory(lambda: sys.stderr)
    _began: float = field(factory=monotonic, alias="began")
    _drawn: float = field(default=-inf, alias="drawn")

    @contextmanager
    def shown(self) -> Generator[Bar]:
        """The bar while something is done; nothing is left of it afterwards."""
        try:
            yield self
        finally:
            if self._drawn > -inf:
                self._write("")

    def update(self, deals: int) -> None:
        """So many deals more were played."""
        self.done += deals
        now = monotonic()
        if self.out.isatty() and now >= self._drawn + _EVERY:
            self._drawn = now
            self._write(self.line(now - self._began))

    def line(self, seconds: float) -> str:
        """What it shows after so many seconds.

        >>> Bar(200, 50).line(4.0)
        '[#######                       ] 50 of 200 deals, about 12 s to go'
        """
        full = "#" * (_WIDTH * self.done // self.total)
        left = seconds * (self.total - self.done) / self.done
        return (
            f"[{full:{_WIDTH}}] {self.done} of {count(self.total, 'deal')}, "
            f"about {left:.0f} s to go"
        )

    def _write(self, line: str) -> None:
        self.out.write(f"\r{line}\x1b[K")
        self.out.flush()
