"""Policies for the tests; other processes import them from here."""

from __future__ import annotations

import os
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
        does: ``"raise"`` an error, or ``"exit"``: end the whole process, as a fault in C would.
    """

    hand: str
    does: str
    name: str = "unless"

    def __call__(self, view: View, rng: Random, /) -> Move:
        if view.ply < 2 and str(view.hand) == self.hand:
            if self.does == "exit":
                os._exit(3)
            raise RuntimeError(f"I cannot play {view.hand}")
        return view.legal_moves[0]
