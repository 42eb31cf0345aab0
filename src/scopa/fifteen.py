"""The test of a fifteen game, and the penalty for failing it.

Where every capture makes the same total, what is left outside the piles always has the same
remainder: 40 cards total 220, and 220 leaves 10 when divided by 15. So the cards left on the table
at the end of a deal total 10, 25, 40, 55, rarely 70 or more (S3.19, A3.15). An engine never gets it
wrong; people do, and a record of theirs can be checked with this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from scopa._shown import Value
from scopa.capture import Complement, values_of
from scopa.errors import ValueRefusedError
from scopa.rules import Pairs

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    from scopa.cards import Card
    from scopa.deal import Deal
    from scopa.score import DealScore
    from scopa.variant import Variant


@frozen
class Audit(Value):
    """What the cards outside the piles total, and what they should leave.

    Attributes:
        total: The total of the cards looked at.
        modulus: The total that every capture makes (15).
        remainder: What `total` should leave when divided by it (10).
    """

    total: int
    modulus: int
    remainder: int

    @property
    def passes(self) -> bool:
        """Whether nothing wrong was taken."""
        return self.total % self.modulus == self.remainder


def audit(deal: Deal) -> Audit:
    """Test a deal at any moment before the last cards are collected: table, hands and stock.

    After the last play the remainder has gone to a pile and nothing is left to test: it is the
    cards of the `scopa.events.Remainder` event that `audit_cards` can look at then.

    Raises:
        ValueRefusedError: The game is not one in which every capture makes one total, or the deal
            is over and the remainder collected.

    >>> from scopa import VARIANTS, Deal
    >>> escopa = VARIANTS["escopa-15"]
    >>> audit(Deal.start(escopa, escopa.pack.cards))
    Audit(total=220, modulus=15, remainder=10)
    """
    if deal.is_over and not deal.table:
        raise ValueRefusedError("the deal is over: audit the cards of its Remainder event")
    held = (card for hand in deal.hands for card in hand)
    return audit_cards(deal.variant, (*deal.table, *held, *deal.stock))


def audit_cards(variant: Variant, cards: Iterable[Card]) -> Audit:
    """Test cards by themselves: those left on the table at the end of a deal (S3.19).

    Raises:
        ValueRefusedError: The game is not one in which every capture makes one total.

    >>> from scopa import VARIANTS, CardSet
    >>> audit_cards(VARIANTS["escopa-15"], CardSet.parse("Ad Ac As 7b")).passes
    True
    """
    (family, *more) = variant.capture.families
    values = values_of(variant.pack)
    pure = isinstance(family, Complement) and not more and variant.capture.sweeper is None
    if not isinstance(family, Complement) or not pure or not _opens_evenly(variant, family.total):
        raise ValueRefusedError(f"{variant.id}: not every capture makes the same total")
    whole = sum(values[card.rank - 1] or 0 for card in variant.pack.cards)
    total = sum(values[card.rank - 1] or 0 for card in cards)
    return Audit(total, family.total, whole % family.total)


def _opens_evenly(variant: Variant, total: int) -> bool:
    """Whether opening tables that are taken make whole totals too."""
    worth = variant.opening.worth if variant.opening is not None else ()
    made = (shape.total * (2 if isinstance(shape, Pairs) else 1) for shape, _ in worth)
    return all(number % total == 0 for number in made)


def penalised(
    score: DealScore, side: int, *, points: int = 4, sweeps_of: Literal["others", "all"] = "others"
) -> DealScore:
    """The score with the penalty of S3.20 against a side.

    The side loses `points` and as many as the sweeps that were made: those of the other sides
    (A3.16), or of all (Fournier). Its points may fall below zero (A3.26).

    Args:
        score: The score of the deal; it stays as it is.
        side: The side that made the mistake.
        points: What the mistake costs.
        sweeps_of: Whose sweeps of this deal it costs besides.

    Raises:
        ValueRefusedError: There is no such side, or the points are below 0.

    >>> from scopa import VARIANTS, Deal
    >>> escopa = VARIANTS["escopa-15"]
    >>> score = Deal.start(escopa, escopa.pack.cards).score()
    >>> penalised(score, 1).points
    (0, -4)
    """
    if not 0 <= side < len(score.points) or points < 0:
        raise ValueRefusedError(f"side {side!r} cannot be penalised {points!r} points")
    worth = score.variant.sweep.points
    counted = [n for own, n in enumerate(score.sweeps) if sweeps_of == "all" or own != side]
    cost = points + worth * sum(counted)
    costs = tuple(cost if own == side else 0 for own in range(len(score.points)))
    penalties = score.penalties or (0,) * len(costs)
    return evolve(
        score,
        points=tuple(a - b for a, b in zip(score.points, costs, strict=True)),
        penalties=tuple(a + b for a, b in zip(penalties, costs, strict=True)),
    )
