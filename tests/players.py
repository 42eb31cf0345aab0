"""Policies for the tests; other processes import them from here."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from random import Random

    from scopa import Move
    from scopa.view import View


def first(view: View, rng: Random) -> Move:
    """Makes the first legal move."""
    return view.legal_moves[0]


@frozen
class Unless:
    """Makes the first legal move, unless it is dealt a certain first hand: then it does worse.

    Attributes:
        hand: The hand, as text.
        does: ``"raise"`` an error; ``"exit"``: end the whole process, as a fault in C would; or
            ``"interrupt"``: what Ctrl-C does in a terminal, to every process there.
    """

    hand: str
    does: str
    name: str = "unless"

    def __call__(self, view: View, rng: Random, /) -> Move:
        if view.ply < 2 and str(view.hand) == self.hand:
            if self.does == "exit":
                os._exit(3)
            if self.does == "interrupt":
                os.killpg(0, signal.SIGINT)
                return view.legal_moves[0]
            raise RuntimeError(f"I cannot play {view.hand}")
        return view.legal_moves[0]


interrupting = Unless("2d 4d 7s", "interrupt")
"""Interrupts in deal 3 of seed 7, if seat 1 deals."""
