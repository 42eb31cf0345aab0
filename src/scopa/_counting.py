"""What captured cards and gains are worth, compiled for one variant and remembered. Private.

The points of all sides are one int of 32 bits a side, so that they are added in one step.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scopa._memo import Memo
from scopa.scoring import CountOf, settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scopa.rules import Seating
    from scopa.scoring import Award, Figure, Meter
    from scopa.variant import Variant

Tally = tuple[tuple[int, ...], ...]
"""For each side its sweeps, the points of each bonus, and what it declared."""

TALLY_BITS = 16
_TALLY = (1 << TALLY_BITS) - 1
_POINT_BITS = 32

# What is remembered is bounded. Few figures, tallies and totals come up in play.
_MOST_FIGURES = 1 << 12  # for each award
_MOST_TALLIES = 1 << 10
_MOST_TOTALS = 1 << 12


class Counting:
    """The scoring of one variant at one table, compiled."""

    __slots__ = (
        "_apart",
        "_by_counts",
        "_counted",
        "_gains",
        "_masks",
        "_meters",
        "_points",
        "_together",
        "_variant",
        "fields",
        "sides",
        "tallies",
    )

    def __init__(self, variant: Variant, seating: Seating) -> None:
        awards = variant.awards
        self._variant = variant
        self.sides = len(seating.sides)
        self.fields = 2 + len(variant.bonuses)
        self.tallies = Memo(self._unpacked_tally, _MOST_TALLIES)
        self._gains = Memo(self._gained, _MOST_TALLIES)
        self._points = Memo(self._unpacked_points, _MOST_TOTALS)
        self._meters = [award.meter(variant.pack) for award in awards]
        entangled = any(award.replaces or award.counts_sweeps for award in awards)
        self._together = Memo(self._settled, _MOST_FIGURES) if entangled else None
        self._by_counts = Memo(self._worth_of_counts, _MOST_FIGURES)
        self._counted: list[Award] = []
        self._masks: list[int] = []
        self._apart: list[tuple[Meter, Memo[tuple[Figure, ...], int]]] = []
        for meter, award in zip(self._meters, awards, strict=True):
            if isinstance(meter, CountOf):
                self._counted.append(award)
                self._masks.append(meter.mask)
            else:
                self._apart.append((meter, Memo(partial(_settled, award), _MOST_FIGURES)))

    def points(self, piles: Sequence[int], tally: int, *, awarded: bool) -> tuple[int, ...]:
        """The points of each side for what it gained and, if awards are counted, captured."""
        sweeps, total = self._gains[tally]
        if not awarded:  # nobody took a card (A0.6, S2.17)
            return self._points[total]
        if self._together is not None:
            figures = tuple([tuple(map(meter, piles)) for meter in self._meters])
            return self._points[total + self._together[figures, sweeps]]
        counts = tuple([(pile & mask).bit_count() for mask in self._masks for pile in piles])
        total += self._by_counts[counts]
        for meter, worth in self._apart:
            total += worth[tuple(map(meter, piles))]
        return self._points[total]

    def _settled(self, asked: tuple[tuple[tuple[Figure, ...], ...], tuple[int, ...]]) -> int:
        """What the awards are worth together, where one may depend on others or on sweeps."""
        figures, sweeps = asked
        return sum(map(_packed, settled(self._variant.awards, figures, sweeps)))

    def _worth_of_counts(self, counts: tuple[int, ...]) -> int:
        """What all awards that only count cards are worth, by the counts of one after another."""
        places = range(0, len(counts), self.sides)
        figures = (counts[place : place + self.sides] for place in places)
        return sum(map(_settled, self._counted, figures))

    def _gained(self, tally: int) -> tuple[tuple[int, ...], int]:
        """The points of each side's sweeps, and all that was gained during play."""
        told, worth = self.tallies[tally], self._variant.sweep.points
        sweeps = tuple([worth * own[0] for own in told])
        gains = [number + sum(own[1:]) for number, own in zip(sweeps, told, strict=True)]
        return sweeps, _packed(gains)

    def _unpacked_tally(self, tally: int) -> Tally:
        fields = self.fields
        return tuple(
            tuple(tally >> TALLY_BITS * (side * fields + k) & _TALLY for k in range(fields))
            for side in range(self.sides)
        )

    def packed_tally(self, tally: Sequence[Sequence[int]]) -> int:
        """The inverse of `tallies`."""
        flat = [number for side in tally for number in side]
        return sum(number << TALLY_BITS * place for place, number in enumerate(flat))

    def _unpacked_points(self, total: int) -> tuple[int, ...]:
        points: list[int] = []
        for _ in range(self.sides):
            own = (total + (1 << _POINT_BITS - 1)) % (1 << _POINT_BITS) - (1 << _POINT_BITS - 1)
            points.append(own)
            total = total - own >> _POINT_BITS
        return tuple(points)


def _settled(award: Award, figures: tuple[Figure, ...]) -> int:
    """What an award is worth that depends on nothing else."""
    return _packed(award.settle(figures, ()))


def _packed(points: Sequence[int]) -> int:
    return sum([number << _POINT_BITS * side for side, number in enumerate(points)])
