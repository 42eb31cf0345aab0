"""The rules around capturing: seats, dealing, openings, sweeps, bonuses, and the match.

Each is a small frozen value that a `scopa.variant.Variant` is made of.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Literal

from attrs import field, frozen

from scopa._shown import Shown
from scopa.cards import _SUIT_BITS, Card, CardSet, Rank, _cards_in
from scopa.declarations import Declarations, HandHolds, HandTotalAtMost, OfAKind, Wild
from scopa.errors import Problem, SeatError, ValueRefusedError
from scopa.scoring import MOST_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scopa.capture import Values
    from scopa.packs import Pack


_MOVED = (Declarations, HandHolds, HandTotalAtMost, OfAKind, Wild)
"""What lives in `scopa.declarations`; pickles may name this room for it."""


def _nested(sides: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(side) for side in sides)


@frozen(repr=False)
class Seating(Shown):
    """Who plays with whom. Seats are numbered in order of play.

    Attributes:
        sides: The seats of each side.

    Raises:
        SeatError: The seats are not 0, 1, 2 … each once, or there are fewer than two sides (code
            ``unknown-seating``).

    >>> Seating.pairs().sides, Seating.singles(3).players
    (((0, 2), (1, 3)), 3)
    """

    sides: tuple[tuple[int, ...], ...] = field(converter=_nested)

    def __attrs_post_init__(self) -> None:
        seats = sorted(seat for side in self.sides for seat in side)
        if seats != list(range(len(seats))) or len(self.sides) < 2 or not all(self.sides):
            raise SeatError(f"not a seating: {self.sides}", code="unknown-seating")

    @classmethod
    def singles(cls, players: int) -> Seating:
        """Everybody plays alone."""
        return cls(tuple((seat,) for seat in range(players)))

    @classmethod
    def pairs(cls) -> Seating:
        """Four players in two pairs, partners opposite."""
        return cls(((0, 2), (1, 3)))

    @classmethod
    def two_sides_of_three(cls) -> Seating:
        """Six players in two sides of three, seated alternately."""
        return cls(((0, 2, 4), (1, 3, 5)))

    @property
    def players(self) -> int:
        """How many seats there are."""
        return sum(len(side) for side in self.sides)

    def side_of(self, seat: int) -> int:
        """The side a seat plays for.

        Raises:
            SeatError: There is no such seat.
        """
        self.check(seat)
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def check(self, seat: int, what: str = "seat") -> None:
        """Refuse a seat that is not at this table.

        Raises:
            SeatError: There is no such seat (code ``seat-out-of-range``).
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise SeatError(f"{what} {seat!r} is not one of the {self.players} seats")


@frozen(repr=False)
class Refill(Shown):
    """A later packet: cards for each hand, and cards laid on the table with it (S0.17)."""

    hand: int
    table: int = 0


@frozen(repr=False)
class Dealing(Shown):
    """How the cards come out.

    Attributes:
        hand: Cards to each hand at first.
        table: Cards laid open on the table at first.
        refill: The later packets; ``None`` where all cards are dealt at once.
        dealer_moves: The deal passes on after each whole ``"deal"`` (S0.26), or the dealer changes
            with every ``"packet"`` (S3.13, A3.5).
        first_dealer: Who deals first: drawn by ``"lot"`` (S4.4), or whoever draws the ``"lowest"``
            (S3.1) or ``"highest"`` card.

    >>> Dealing().packets(40, 2)
    6
    """

    hand: int = 3
    table: int = 4
    refill: Refill | None = Refill(3)
    dealer_moves: Literal["deal", "packet"] = "deal"
    first_dealer: Literal["lot", "lowest", "highest"] = "lot"

    def packets(self, cards: int, players: int) -> int:
        """How many packets a pack of that many cards makes; 0 if the numbers do not come out."""
        left = cards - self.table - self.hand * players
        if left == 0:
            return 1
        if left < 0 or self.refill is None:
            return 0
        each = self.refill.hand * players + self.refill.table
        return 0 if left % each else 1 + left // each

    def problems(self, pack: Pack, seatings: tuple[Seating, ...]) -> Iterator[Problem]:
        """Numbers that are no numbers of cards, or that do not come out (F41, F42)."""
        sizes = {"dealing.hand": self.hand}
        if self.refill is not None:
            sizes["dealing.refill.hand"] = self.refill.hand
        for where, number in sizes.items():
            if number < 1:
                yield Problem("no-cards", where, "a hand is dealt no card")
        if self.table < 0 or (self.refill is not None and self.refill.table < 0):
            yield Problem("negative", "dealing.table", "fewer than no cards on the table")
        elif min(sizes.values()) >= 1:
            yield from self._uneven(len(pack.cards), seatings)

    def _uneven(self, cards: int, seatings: tuple[Seating, ...]) -> Iterator[Problem]:
        for seating in seatings:
            if not self.packets(cards, seating.players):
                yield Problem(
                    "numbers-do-not-come-out",
                    "dealing",
                    f"{seating.players} hands of {self.hand} and {self.table} on the table do not "
                    f"come out with {cards} cards",
                )


@frozen(repr=False)
class RankCount(Shown):
    """An opening table with so many cards of a rank is void (S0.6: three or four kings).

    >>> str(RankCount(Rank.KING, 3))
    'at least 3 kings'
    """

    kind: ClassVar[str] = "rank_count"

    rank: Rank
    at_least: int

    def voids(self, table: Sequence[Card], values: Values) -> bool:
        """Whether this table is void."""
        return [card.rank for card in table].count(self.rank) >= self.at_least

    def __str__(self) -> str:
        return f"at least {self.at_least} {self.rank.plural}"


@frozen(repr=False)
class TableTotalAtMost(Shown):
    """An opening table whose cards total no more than a number is void (Genoa, `family` 2.2)."""

    kind: ClassVar[str] = "total_at_most"

    total: int

    def voids(self, table: Sequence[Card], values: Values) -> bool:
        """Whether this table is void: never an empty one, nor one with a valueless court."""
        worths = [values[card.rank - 1] for card in table]
        return bool(worths) and None not in worths and sum(w or 0 for w in worths) <= self.total

    def __str__(self) -> str:
        return f"a total of at most {self.total}"


Redeal = RankCount | TableTotalAtMost
"""What makes an opening table void."""


@frozen(repr=False)
class Total(Shown):
    """All the cards laid total a number (S3.15: all four make fifteen)."""

    kind: ClassVar[str] = "total"

    total: int

    def fits(self, values: Sequence[int | None]) -> bool:
        """Whether cards of these values have the shape."""
        return None not in values and sum(value or 0 for value in values) == self.total


@frozen(repr=False)
class Pairs(Shown):
    """The four cards laid split into two pairs that total a number each (S3.15)."""

    kind: ClassVar[str] = "pairs"

    total: int

    def fits(self, values: Sequence[int | None]) -> bool:
        """Whether cards of these values have the shape."""
        if len(values) != 4 or None in values:
            return False
        numbers = [value or 0 for value in values]
        halves = (sum(numbers[place] for place in pair) for pair in combinations(range(4), 2))
        return sum(numbers) == 2 * self.total and self.total in halves


Shape = Total | Pairs
"""What an opening table must be for someone to take it."""


@frozen(repr=False)
class Opening(Shown):
    """The opening table goes to somebody before play when it has a certain shape (S3.14).

    Attributes:
        worth: The shapes, with the sweeps each is worth; the first that fits counts.
        to: Who takes it, the ``"dealer"`` or the ``"leader"``.
        relays: How often the table is laid again after it was taken (S3.14: once).
        if_void: The first table, if it is void as well, is ``"redealt"``, or ``"taken"`` all the
            same (Cirulla: which goes first, `family` 2.10).
    """

    worth: tuple[tuple[Shape, int], ...]
    to: Literal["dealer", "leader"] = "dealer"
    relays: int = 0
    if_void: Literal["redealt", "taken"] = "redealt"

    def sweeps_for(self, values: Sequence[int | None]) -> int | None:
        """What taking cards of these values is worth, or ``None`` if they stay."""
        return next((sweeps for shape, sweeps in self.worth if shape.fits(values)), None)

    def problems(self) -> Iterator[Problem]:
        """Counts below zero, or no shape."""
        if not self.worth:
            yield Problem("no-shape", "opening.worth", "no shape is named")
        if any(sweeps > MOST_POINTS for _, sweeps in self.worth):
            yield Problem("too-large", "opening.worth", f"worth more than {MOST_POINTS}")
        if self.relays < 0 or any(sweeps < 0 for _, sweeps in self.worth):
            yield Problem("negative", "opening", "a number of sweeps or relays is below 0")


@frozen(repr=False)
class Sweep(Shown):
    """Clearing the table with one capture (S0.18).

    Attributes:
        points: What a sweep is worth.
        on_last_play: Whether a sweep on the last play counts (S0.18: no; S2.15: yes).
        exactly: Only a capture of exactly so many table cards is a sweep (A3.9, the narrow reading
            of S3.17); ``None``: any number. In a claim the card just laid is the one that takes.
        last_play_of: The last play is that of the whole ``"deal"``, or of each ``"packet"`` (A0.3).
    """

    points: int = 1
    on_last_play: bool = False
    exactly: int | None = None
    last_play_of: Literal["deal", "packet"] = "deal"


@frozen(repr=False)
class Echo(Shown):
    """*Picada*: taking just the card the player before laid, by an equal one (S2.12, A2.2)."""

    kind: ClassVar[str] = "echo"

    points: int = 1
    id: str = field(kw_only=True, default="picada")

    def earned(self, card: Card, taken: int, placed: int, values: Values) -> int:
        """The points of a capture; `placed` is the card just laid down, as bits (0: none)."""
        if taken != placed:
            return 0
        (echoed,) = _cards_in(placed)
        return self.points if echoed.rank is card.rank else 0

    def __str__(self) -> str:
        return f"{self.points} for taking just the card laid before, by an equal one"


@frozen(repr=False)
class SameSuit(Shown):
    """*Simili*: the played card and all cards it takes are of one suit (S2.13).

    Attributes:
        points: A number; or ``"per_card"``, one for each card taken; or ``"rank_value"``, what the
            played card captures for.
        sums_only: Only cards that total what the played card captures for earn it (Foraccio).
    """

    kind: ClassVar[str] = "same_suit"

    points: int | Literal["per_card", "rank_value"] = 1
    sums_only: bool = False
    id: str = field(kw_only=True, default="simili")

    def earned(self, card: Card, taken: int, placed: int, values: Values) -> int:
        """The points of a capture."""
        if taken & ~_SUIT_BITS[card.suit]:
            return 0
        worths = [values[other.rank - 1] for other in _cards_in(taken)]
        makes_sum = None not in worths and sum(w or 0 for w in worths) == values[card.rank - 1]
        if self.sums_only and not makes_sum:
            return 0
        if self.points == "per_card":
            return taken.bit_count()
        return (values[card.rank - 1] or 0) if self.points == "rank_value" else self.points

    def __str__(self) -> str:
        worth = {"per_card": "1 a card taken", "rank_value": "the value of the card played"}
        what = "sum" if self.sums_only else "capture"
        return f"{worth.get(str(self.points), self.points)} for a {what} of one suit"


@frozen(repr=False)
class TookAtLeast(Shown):
    """*Cuatriglia*: taking at least so many cards from the table at once (S2.14, A2.4)."""

    kind: ClassVar[str] = "took_at_least"

    cards: int = 3
    points: int = 1
    id: str = field(kw_only=True, default="cuatriglia")

    def earned(self, card: Card, taken: int, placed: int, values: Values) -> int:
        """The points of a capture."""
        return self.points if taken.bit_count() >= self.cards else 0

    def __str__(self) -> str:
        return f"{self.points} for taking at least {self.cards} cards"


@frozen(repr=False)
class Ending(Shown):
    """What becomes of the cards left on the table when all hands were played (S0.19).

    Attributes:
        leftovers: They go to the ``"last_taker"``, who captured last (S0.19), or to ``"nobody"``.
        no_capture: Where nobody captured in the whole deal they stay there and nothing is awarded
            (``"void"``, S2.17); or they stay there and the awards are ``"counted"`` (by the letter
            of S3.29 either opponent then has fewer than ten cards); or they go to the ``"dealer"``.

    >>> Ending().receiver(last_taker=1, dealer=0), Ending(leftovers="nobody").receiver(1, 0)
    (1, None)
    >>> Ending().receiver(None, dealer=0), Ending(no_capture="dealer").receiver(None, dealer=0)
    (None, 0)
    """

    leftovers: Literal["last_taker", "nobody"] = "last_taker"
    no_capture: Literal["void", "counted", "dealer"] = "void"

    def receiver(self, last_taker: int | None, dealer: int) -> int | None:
        """The seat that gets the leftovers, if any does."""
        if last_taker is None:
            return dealer if self.no_capture == "dealer" else None
        return last_taker if self.leftovers == "last_taker" else None

    def awards(self, *, captured: bool) -> bool:
        """Whether awards are counted, now that somebody captured something, or nobody did."""
        return captured or self.no_capture == "counted"


Bonus = Echo | SameSuit | TookAtLeast
"""Points for the manner of one capture; all that apply add up (S2.15)."""


@frozen(repr=False)
class Holder(Shown):
    """A tie goes to the side that captured this card (Scopa Frac)."""

    kind: ClassVar[str] = "holder"

    card: Card


@frozen(repr=False)
class WinsHolding(Shown):
    """The side that captured all these cards in one deal wins the match (*Napoleone*)."""

    kind: ClassVar[str] = "wins_holding"

    cards: CardSet

    def winner(self, points: Sequence[int], piles: Sequence[CardSet]) -> int | None:
        """The side that wins by this, if any."""
        return next((side for side, pile in enumerate(piles) if self.cards <= pile), None)


@frozen(repr=False)
class WinsShutout(Shown):
    """A deal of at least so many points to nothing wins the match (*cappotto*)."""

    kind: ClassVar[str] = "wins_shutout"

    points: int = 7

    def winner(self, points: Sequence[int], piles: Sequence[CardSet]) -> int | None:
        """The side that wins by this, if any."""
        scoring = [side for side, number in enumerate(points) if number]
        return scoring[0] if len(scoring) == 1 and points[scoring[0]] >= self.points else None


@frozen(repr=False)
class NoTrick(Shown):
    """A side that alone captured cards in a deal wins the match (Fournier)."""

    kind: ClassVar[str] = "no_trick"

    def winner(self, points: Sequence[int], piles: Sequence[CardSet]) -> int | None:
        """The side that wins by this, if any."""
        takers = [side for side, pile in enumerate(piles) if pile]
        return takers[0] if len(takers) == 1 else None


Instant = WinsHolding | WinsShutout | NoTrick
"""What decides the match at the end of one deal, whatever the totals."""


@frozen(repr=False)
class MatchRules(Shown):
    """When a match is over, and who has won it.

    Attributes:
        target: The match ends after the deal in which a side reaches this (S0.25); ``None``: one
            deal decides (S2.2).
        tie: Leaders who are level ``"play_on"`` (S0.25), or it is a ``"draw"`` (S2.21), or the
            holder of a card wins.
        lowest_wins: The side with the fewest points wins (*a perdere*).
        instant: What decides the match at the end of one deal.

    >>> MatchRules().target
    11
    """

    target: int | None = 11
    tie: Literal["play_on", "draw"] | Holder = "play_on"
    lowest_wins: bool = False
    instant: tuple[Instant, ...] = ()

    def problems(self, pack: Pack) -> Iterator[Problem]:
        """Rules that contradict each other, or name cards the pack lacks."""
        if self.target is not None and self.target < 1:
            yield Problem("target-below-one", "match.target", "a target is at least 1")
        if self.target is None and self.tie == "play_on":
            yield Problem(
                "tie-plays-on", "match.tie", "a single deal has no further deal to decide"
            )
        if self.lowest_wins and self.instant:
            yield Problem(
                "lowest-and-instant",
                "match.instant",
                "lowest_wins and an instant win contradict each other",
            )
        if isinstance(self.tie, Holder) and self.tie.card not in pack.card_set:
            yield Problem("foreign-card", "match.tie", f"the pack has no {self.tie.card}")
        for rule in self.instant:
            if isinstance(rule, WinsHolding) and not (rule.cards and rule.cards <= pack.card_set):
                yield Problem(
                    "foreign-card", "match.instant", f"not cards of the pack: {rule.cards}"
                )
            if isinstance(rule, WinsShutout) and rule.points < 1:
                yield Problem("points-below-one", "match.instant", "a shutout is at least 1 point")


def match_to(target: int) -> MatchRules:
    """A match to so many points, otherwise as usual.

    Raises:
        ValueRefusedError: The target is below 1.

    >>> match_to(21).target
    21
    """
    if target < 1:
        raise ValueRefusedError(f"a target is at least 1, not {target}")
    return MatchRules(target)
