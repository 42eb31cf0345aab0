"""Wild cards, and what may be declared of a hand as it was dealt (Cirulla).

Each is a small frozen value that a `scopa.variant.Variant` is made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from attrs import frozen

from scopa._shown import Shown
from scopa.cards import Card, CardSet, Rank
from scopa.errors import Problem
from scopa.scoring import MOST_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scopa.capture import Values
    from scopa.packs import Pack
    from scopa.rules import Dealing


@frozen(repr=False)
class Wild(Shown):
    """A card that may count as any rank (Cirulla's *matta*, the seven of cups).

    Attributes:
        card: The card.
        in_opening: It counts as whatever makes the opening table fit a shape.
        in_declarations: It counts as whatever makes a declaration.
        in_total: In a low total it counts as any value that keeps it low, or as an ``"ace"`` only.
        reverts: The declared value holds for the declaration only (``"at_once"``), until the card
            is captured (``"on_capture"``), or as long as the packet (``"end_of_packet"``).
    """

    card: Card
    in_opening: bool = True
    in_declarations: bool = True
    in_total: Literal["any", "ace"] = "any"
    reverts: Literal["at_once", "on_capture", "end_of_packet"] = "at_once"


@frozen(repr=False)
class HandTotalAtMost(Shown):
    """A hand as dealt that totals no more than a number (*bàrsega*, *buona*)."""

    kind: ClassVar[str] = "hand_total_at_most"

    total: int = 9
    points: int = 3

    def made(self, ranks: Sequence[Rank], values: Values, hand: Sequence[Card] = ()) -> bool:
        """Whether a hand whose cards count as these ranks makes the declaration."""
        worths = [values[rank - 1] for rank in ranks]
        return None not in worths and sum(worth or 0 for worth in worths) <= self.total

    def __str__(self) -> str:
        return f"{self.points} for a hand that totals at most {self.total}"


@frozen(repr=False)
class OfAKind(Shown):
    """A hand as dealt with so many cards of one rank (*decino*)."""

    kind: ClassVar[str] = "of_a_kind"

    cards: int = 3
    points: int = 10

    def made(self, ranks: Sequence[Rank], values: Values, hand: Sequence[Card] = ()) -> bool:
        """Whether a hand whose cards count as these ranks makes the declaration."""
        return max(map(ranks.count, ranks)) >= self.cards

    def __str__(self) -> str:
        return f"{self.points} for {self.cards} cards of a rank"


@frozen(repr=False)
class HandHolds(Shown):
    """A hand as dealt that holds all of certain cards (*grande in mano*, a house rule)."""

    kind: ClassVar[str] = "hand_holds"

    cards: CardSet
    points: int = 30

    def made(self, ranks: Sequence[Rank], values: Values, hand: Sequence[Card] = ()) -> bool:
        """Whether this hand makes the declaration; what a wild card counts as does not help."""
        return self.cards <= set(hand)

    def __str__(self) -> str:
        return f"{self.points} for {self.cards} in one hand"


Declaration = HandTotalAtMost | OfAKind | HandHolds
"""What may be declared of a hand as it was dealt."""


@frozen(repr=False)
class Declarations(Shown):
    """Declaring a hand before playing from it, for points; its cards are then shown (*bussare*).

    Attributes:
        rules: What may be declared.
        combine: Where several apply the ``"best"`` counts, or ``"all"`` of them.
    """

    rules: tuple[Declaration, ...] = (HandTotalAtMost(), OfAKind())
    combine: Literal["best", "all"] = "best"

    def __str__(self) -> str:
        if len(self.rules) == 1:
            return str(self.rules[0])
        apply = {"best": "the best of them counts", "all": "all that apply count"}
        return f"{', '.join(map(str, self.rules))}; {apply[self.combine]}"

    def named(self, wild: Wild | None) -> CardSet:
        """The cards that matter by themselves; of any other only the rank does."""
        held = {card for rule in self.rules if isinstance(rule, HandHolds) for card in rule.cards}
        return CardSet(held | {wild.card} if wild else held)

    def points(
        self, ranks: Sequence[Rank], values: Values, hand: Sequence[Card], *, low: bool = True
    ) -> int:
        """What a hand counting as these ranks is worth; `low`: a low total may be among it."""
        made = [
            rule.points
            for rule in self.rules
            if rule.made(ranks, values, hand) and (low or not isinstance(rule, HandTotalAtMost))
        ]
        return sum(made) if self.combine == "all" else max(made, default=0)

    def options(
        self, hand: Sequence[Card], pack: Pack, values: Values, wild: Wild | None
    ) -> list[tuple[Rank | None, int]]:
        """What the wild card may be declared as (``None`` if it is not held), with the points."""
        if wild is None or not wild.in_declarations or wild.card not in hand:
            points = self.points([card.rank for card in hand], values, hand)
            return [(None, points)] if points else []
        others = [card.rank for card in hand if card is not wild.card]
        worths: list[tuple[Rank | None, int]] = []
        for rank in pack.ranks:
            low = wild.in_total == "any" or rank is Rank.ACE
            worths.append((rank, self.points([*others, rank], values, hand, low=low)))
        most = max(points for _, points in worths)
        least = most if self.combine == "best" or wild.reverts == "at_once" else 1
        options = [(rank, points) for rank, points in worths if points >= max(least, 1)]
        return options[:1] if wild.reverts == "at_once" else options

    def problems(self, dealing: Dealing, pack: Pack, wild: Wild | None) -> Iterator[Problem]:
        """No rule, or packets of different sizes, of which none could be told to be untouched."""
        if not self.rules:
            yield Problem("no-rule", "declarations.rules", "nothing can be declared")
        if dealing.refill is not None and dealing.refill.hand != dealing.hand:
            where = "declarations"
            yield Problem("uneven-packets", where, "needs packets of one size throughout")
        if any(rule.points < 1 for rule in self.rules):
            yield Problem("points-below-one", "declarations.rules", "is worth nothing")
        if sum(rule.points for rule in self.rules) > MOST_POINTS:
            yield Problem("too-large", "declarations.rules", f"worth more than {MOST_POINTS}")
        if any(isinstance(rule, OfAKind) and rule.cards < 1 for rule in self.rules):
            yield Problem("cards-below-one", "declarations.rules", "every hand is of a kind")
        for rule in self.rules:
            if isinstance(rule, HandHolds) and not (rule.cards and rule.cards <= pack.card_set):
                said = f"not cards of the pack: {rule.cards}"
                yield Problem("foreign-card", "declarations.rules", said)
