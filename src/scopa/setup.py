"""Positions as anybody may describe them, and what makes one lawful."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import Factory, field, frozen

from scopa._shown import Value
from scopa.cards import Card, CardSet, Rank
from scopa.errors import InvalidSetupError, Problem
from scopa.plain import is_list, shown
from scopa.variant import as_tuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scopa.rules import Seating
    from scopa.variant import Variant


MOST_COUNTED = 9_999
"""No deal has more moves, sweeps or points of one kind than this."""


def _set(cards: Iterable[Card]) -> CardSet:
    return cards if isinstance(cards, CardSet) else CardSet(cards)


def _sets(zones: Iterable[Iterable[Card]]) -> tuple[CardSet, ...]:
    return tuple(_set(zone) for zone in zones)


def _numbers(sides: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(side) for side in sides)


def _first_seating(setup: Setup) -> Seating:
    return setup.variant.seatings[0]


def _no_piles(setup: Setup) -> tuple[CardSet, ...]:
    return (CardSet(),) * len(setup.seating.sides)


def _no_sweeps(setup: Setup) -> tuple[int, ...]:
    return (0,) * len(setup.seating.sides)


def _no_bonuses(setup: Setup) -> tuple[tuple[int, ...], ...]:
    return ((0,) * len(setup.variant.bonuses),) * len(setup.seating.sides)


def _nothing_shown(setup: Setup) -> tuple[CardSet, ...]:
    return (CardSet(),) * setup.seating.players


def _last_seat(setup: Setup) -> int:
    return setup.seating.players - 1


def _played(setup: Setup) -> int:
    held = sum(len(hand) for hand in setup.hands) + len(setup.stock)
    return max(0, len(setup.variant.pack.cards) - setup.variant.dealing.table - held)


@frozen(kw_only=True)
class Setup(Value):
    """A position, lawful or not. `problems` says what is wrong with it.

    Attributes:
        variant: The rules.
        seating: Who plays with whom; the variant's first seating if not given.
        hands: The hand of each seat.
        table: The cards on the table.
        stock: The cards not yet dealt, the next one first.
        piles: What each side has captured; nothing if not given.
        sweeps: The sweeps of each side; none if not given.
        bonuses: For each side the points of each bonus of the variant; none if not given.
        dealer: The seat that dealt; the last seat if not given.
        turn: The seat to move.
        ply: How many moves were made; if not given, the number of cards that have left the hands.
        last_taker: The seat that captured last, if any did.
        placed: The card just laid down; it matters where a rule asks for it (*picada*, claims).
        claimable: Whether the seat to move may still claim what `placed` overlooked.
        declared: The points each side has declared; none if not given.
        shown: The cards of each hand that a declaration has shown; none if not given.
        wild_rank: The rank the wild card counts as, if not its own.

    >>> from scopa import VARIANTS, CardSet
    >>> setup = Setup(variant=VARIANTS["scopa"], hands=[CardSet.parse("7d"), CardSet()])
    >>> [problem.code for problem in setup.problems()]
    ['card-missing']
    """

    variant: Variant
    seating: Seating = field(default=Factory(_first_seating, takes_self=True))
    hands: tuple[CardSet, ...] = field(converter=_sets)
    table: CardSet = field(default=CardSet(), converter=_set)
    stock: tuple[Card, ...] = field(default=(), converter=as_tuple)
    piles: tuple[CardSet, ...] = field(default=Factory(_no_piles, takes_self=True), converter=_sets)
    sweeps: tuple[int, ...] = field(
        default=Factory(_no_sweeps, takes_self=True), converter=as_tuple
    )
    bonuses: tuple[tuple[int, ...], ...] = field(
        default=Factory(_no_bonuses, takes_self=True), converter=_numbers
    )
    dealer: int = field(default=Factory(_last_seat, takes_self=True))
    turn: int = 0
    ply: int = field(default=Factory(_played, takes_self=True))
    last_taker: int | None = None
    placed: Card | None = None
    claimable: bool = False
    declared: tuple[int, ...] = field(
        default=Factory(_no_sweeps, takes_self=True), converter=as_tuple
    )
    shown: tuple[CardSet, ...] = field(
        default=Factory(_nothing_shown, takes_self=True), converter=_sets
    )
    wild_rank: Rank | None = None

    def problems(self) -> tuple[Problem, ...]:
        """Everything that keeps this from being a position of its variant."""
        return tuple(self._shape_problems()) or (
            *self._card_problems(),
            *self._hand_problems(),
            *self._capture_problems(),
            *self._placed_problems(),
            *self._declared_problems(),
        )

    def check(self) -> None:
        """Refuse an unlawful position.

        Raises:
            InvalidSetupError: Something is wrong; all of it is listed.
        """
        if problems := self.problems():
            raise InvalidSetupError(problems)

    def _shape_problems(self) -> Iterator[Problem]:
        return shape_problems(
            self,
            by_seat=("hands", "shown"),
            by_side=("piles", "sweeps", "bonuses", "declared"),
            seats=("dealer", "turn", "last_taker"),
            counted=("ply", "sweeps", "bonuses", "declared"),
        )

    def _card_problems(self) -> Iterator[Problem]:
        zones = (*self.hands, self.table, self.stock, *self.piles)
        yield from card_problems((card for zone in zones for card in zone), self.variant, "cards")

    def _hand_problems(self) -> Iterator[Problem]:
        dealing = self.variant.dealing
        largest = max(dealing.hand, dealing.refill.hand if dealing.refill else 0)
        for seat, hand in enumerate(self.hands):
            if len(hand) > largest:
                yield Problem("hand-too-large", f"hands[{seat}]", f"more than {largest} cards")
        if self.stock and dealing.refill is None:
            yield Problem("stock-never-dealt", "stock", "all cards are dealt at once in this game")
        if any(self.hands):
            if not self.hands[self.turn]:
                yield Problem("turn-without-cards", "turn", f"seat {self.turn} has no card to play")
        elif self.stock:
            yield Problem(
                "packet-not-dealt", "stock", "all hands are empty and cards are left to deal"
            )
        elif self.table and self._leftovers_to() is not None:
            yield Problem("remainder-not-taken", "table", "the deal is over and cards lie there")

    def _leftovers_to(self) -> int | None:
        return self.variant.ending.receiver(self.last_taker, self.dealer)

    def _capture_problems(self) -> Iterator[Problem]:
        if self.last_taker is None:
            if any(self.piles):
                yield Problem("last-taker-missing", "last_taker", "cards were captured by nobody")
        elif not self.piles[self.seating.side_of(self.last_taker)]:
            yield Problem(
                "last-taker-empty", "last_taker", "captured last, and has captured nothing"
            )

    def _placed_problems(self) -> Iterator[Problem]:
        if self.placed is not None and self.placed not in self.table:
            yield Problem("placed-not-on-table", "placed", f"{self.placed} does not lie there")
        if self.claimable and (self.placed is None or self.variant.capture.claims is None):
            yield Problem("nothing-to-claim", "claimable", "no card was laid that may be claimed")

    def _declared_problems(self) -> Iterator[Problem]:
        for seat, (known, hand) in enumerate(zip(self.shown, self.hands, strict=True)):
            if not known <= hand:
                yield Problem("shown-not-held", f"shown[{seat}]", "not cards of the hand")
        if self.variant.declarations is None and (any(self.shown) or any(self.declared)):
            yield Problem("nothing-to-declare", "declared", "the variant has no declarations")
        wild = self.variant.wild
        keeps = wild is not None and wild.reverts != "at_once"
        if self.wild_rank is not None and not (keeps and self.wild_rank in self.variant.pack.ranks):
            yield Problem("no-wild-card", "wild_rank", "no card of the variant can count so")


def card_problems(cards: Iterable[Card], variant: Variant, where: str) -> Iterator[Problem]:
    """How these cards differ from the pack of a variant."""
    counted = Counter(cards)
    pack = variant.pack.cards
    for card in sorted(set(counted) - set(pack)):
        yield Problem("card-foreign", where, f"{card} is not in the pack")
    doubled = [card for card in pack if counted[card] > 1]
    missing = [card for card in pack if not counted[card]]
    for code, wrong in (("card-doubled", doubled), ("card-missing", missing)):
        if wrong:
            yield Problem(code, where, " ".join(str(card) for card in wrong))


_MAY_BE_NOBODY = ("seat", "last_taker")


def shape_problems(
    position: Any,
    *,
    by_seat: Iterable[str],
    by_side: Iterable[str],
    seats: Iterable[str],
    counted: Iterable[str],
) -> Iterator[Problem]:
    """What is wrong with how much a position says, whatever it says.

    Args:
        position: A `Setup`, or what else has a variant, a seating and bonuses.
        by_seat: The fields that have one item for each seat.
        by_side: The fields that have one item for each side.
        seats: The fields that name a seat.
        counted: The fields that count something.
    """
    variant, seating = position.variant, position.seating
    if seating not in variant.seatings:
        yield Problem("unknown-seating", "seating", f"{variant.id} is not played so")
    players, sides = seating.players, len(seating.sides)
    needed = {**dict.fromkeys(by_seat, players), **dict.fromkeys(by_side, sides)}
    for where, number in needed.items():
        given = len(getattr(position, where))
        if given != number:
            yield Problem("wrong-number", where, f"{given} given, {number} needed")
    for place, points in enumerate(position.bonuses):
        if len(points) != len(variant.bonuses):
            yield Problem("wrong-number", f"bonuses[{place}]", "not one number for each bonus")
    for where in seats:
        seat = getattr(position, where)
        nobody = seat is None and where in _MAY_BE_NOBODY
        if not nobody and (type(seat) is not int or not 0 <= seat < players):
            yield Problem("seat-out-of-range", where, f"{seat} is not one of {players} seats")
    for where in counted:
        yield from _count_problems(getattr(position, where), where)


def _count_problems(counted: Any, where: str) -> Iterator[Problem]:
    numbers = tuple(_numbers_in(counted))
    if any(type(number) is not int for number in numbers):
        yield Problem("wrong-type", where, f"{shown(counted)} is no whole number")
    elif min(numbers, default=0) < 0:
        yield Problem("negative", where, f"{shown(counted)} is below 0")
    elif max(numbers, default=0) > MOST_COUNTED:
        yield Problem("too-large", where, f"{shown(counted)} is above {MOST_COUNTED}")


def _numbers_in(counted: Any) -> Iterator[Any]:
    if is_list(counted):
        for item in counted:
            yield from _numbers_in(item)
    else:
        yield counted
