"""What becomes of a table that is laid before play, compiled for one variant. Private.

All rules about it go by the ranks of the cards, so answers are remembered by *signature* (see
`scopa.capture`), and by whether a wild card is there.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scopa._memo import Memo
from scopa.capture import SHIFTS, values_of
from scopa.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scopa.rules import Redeal
    from scopa.variant import Variant

_MOST_OPENINGS = 1 << 10


class FirstTable:
    """The rules of one variant about the table that is laid first."""

    __slots__ = ("_values", "_variant", "_voids", "_wild", "_worths")

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._values = values_of(variant.pack)
        self._wild = variant.wild.card._bit if variant.wild else 0
        self._voids = Memo(self._void_by, _MOST_OPENINGS)
        self._worths = Memo(self._worth, _MOST_OPENINGS)

    def void_by(self, laid: Sequence[int], sig: int) -> Redeal | None:
        """The rule that voids this table, and has it dealt again; ``None`` if it is played."""
        rule = self._voids[sig]
        if rule is None:
            return None
        opening = self._variant.opening
        if opening is None or opening.if_void == "redealt":
            return rule
        return rule if self.sweeps_for(laid, sig) is None else None

    def sweeps_for(self, laid: Sequence[int], sig: int) -> int | None:
        """What taking this table is worth; ``None`` if it stays."""
        return self._worths[sig, self._wild in laid]

    def _void_by(self, sig: int) -> Redeal | None:
        cards = _cards_of(sig)
        rules = (rule for rule in self._variant.redeals if rule.voids(cards, self._values))
        return next(rules, None)

    def _worth(self, asked: tuple[int, bool]) -> int | None:
        """What a table is worth; a wild card that is there counts as what helps."""
        sig, wild_is_there = asked
        opening, wild, worths = self._variant.opening, self._variant.wild, self._values
        values = [worths[card.rank - 1] for card in _cards_of(sig)]
        tries = [values]
        if wild is not None and wild.in_opening and wild_is_there:
            values.remove(worths[wild.card.rank - 1])
            counts_as = sorted(value for value in worths if value is not None)
            tries = [[*values, value] for value in counts_as]
        found = [opening.sweeps_for(values) for values in tries] if opening else []
        return next((sweeps for sweeps in found if sweeps is not None), None)


def _cards_of(sig: int) -> list[Card]:
    """Some cards of a signature."""
    return [
        Card(rank, suit)
        for rank, shift in zip(Rank, SHIFTS, strict=True)
        for suit in islice(Suit, sig >> shift & 7)
    ]
