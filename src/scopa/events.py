"""What happened: events, in the order in which they would be shown at a table.

An event without fields of its own is a plain subclass of `Event`, which is quicker to import and
no less frozen. Every event names the ply it belongs to, the seat and side it concerns, and its
cards in the order to move them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from scopa._shown import Shown

if TYPE_CHECKING:
    from scopa.cards import Card, Rank
    from scopa.match import Outcome
    from scopa.rules import Redeal
    from scopa.score import DealScore


@frozen(init=False, repr=False)
class Event(Shown):
    """The root of all events.

    Attributes:
        ply: How many moves had been made in the deal before.
        seat: The seat it concerns, if any.
        side: The side of that seat.
        cards: The cards it concerns, in the order to move them.
    """

    ply: int
    seat: int | None
    side: int | None
    cards: tuple[Card, ...]

    def __init__(
        self, ply: int, seat: int | None, side: int | None, cards: tuple[Card, ...]
    ) -> None:
        _put_ply(self, ply)
        _put_seat(self, seat)
        _put_side(self, side)
        _put_cards(self, cards)

    def seen_by(self, seat: int | None) -> Event:
        """What a seat may see of it; ``None`` is a spectator. Nearly all is open to everybody."""
        return self


# Every move makes events, and a slot's own setter is quicker than a frozen class's.
_put_ply, _put_seat, _put_side, _put_cards = (
    Event.__dict__[name].__set__ for name in ("ply", "seat", "side", "cards")
)


@frozen(repr=False)
class Redealt(Event):
    """The dealer (`seat`) laid a void table (`cards`) and deals again (S0.6).

    Attributes:
        rule: What made the table void.
    """

    rule: Redeal


@frozen(init=False, repr=False)
class Dealt(Event):  # type: ignore[override]  # of an initialiser of attrs that nobody calls
    """A seat was dealt a packet of cards (S0.4, S0.17). Other seats see how many, not which.

    Attributes:
        count: How many cards.
    """

    count: int

    def __init__(
        self,
        ply: int,
        seat: int | None,
        side: int | None,
        cards: tuple[Card, ...],
        count: int,
    ) -> None:
        _put_ply(self, ply)
        _put_seat(self, seat)
        _put_side(self, side)
        _put_cards(self, cards)
        _put_count(self, count)

    def seen_by(self, seat: int | None) -> Event:
        """All of it for the seat itself; for others the cards are left out."""
        if type(seat) is int and seat == self.seat:
            return self
        return Dealt(self.ply, self.seat, self.side, (), self.count)


_put_count = Dealt.__dict__["count"].__set__


class TableLaid(Event):
    """The dealer laid open cards on the table (S0.4)."""

    __slots__ = ()


@frozen(repr=False)
class OpeningTaken(Event):
    """A seat took the table before play (S3.14).

    Attributes:
        sweeps: How many sweeps it counts for.
    """

    sweeps: int


class LastCards(Event):
    """The packet just dealt is the last one; the dealer says so (S3.18)."""

    __slots__ = ()


class Played(Event):
    """A seat played a card, to take others or to lay it down (S0.9)."""

    __slots__ = ()


class Captured(Event):
    """A seat took cards: the played card first, then those it takes (S0.15)."""

    __slots__ = ()


class Claimed(Event):
    """A seat claimed what the seat before had overlooked (S3.12)."""

    __slots__ = ()


@frozen(repr=False)
class Declared(Event):
    """A seat declared its hand and showed it (*bussare*).

    Attributes:
        wild: The rank that the wild card was declared as, if it was held.
        points: What the declaration is worth.
    """

    wild: Rank | None
    points: int


@frozen(repr=False)
class Swept(Event):
    """The capture just made cleared the table and counts as a sweep (S0.18).

    Attributes:
        points: What it is worth.
    """

    points: int


@frozen(repr=False)
class BonusScored(Event):
    """The capture just made earned a bonus (S2.11 to S2.15).

    Attributes:
        bonus: The id of the bonus.
        points: What it is worth.
    """

    bonus: str
    points: int


class Remainder(Event):
    """The cards left on the table go to whoever captured last, or to nobody (S0.19, S2.17)."""

    __slots__ = ()


@frozen(repr=False)
class DealScored(Event):
    """The deal is over and counted (S0.20).

    Attributes:
        score: The score sheet.
    """

    score: DealScore


@frozen(repr=False)
class MatchWon(Event):
    """The match is over.

    Attributes:
        outcome: Who won, why, and the totals.
    """

    outcome: Outcome
