"""Deals that fit what a seat knows: how many there are, and drawing one of them fairly."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import attrs
import pytest

from scopa import (
    VARIANTS,
    Card,
    Cards,
    CardSet,
    Deal,
    Dealing,
    Majority,
    Pack,
    Rank,
    Refill,
    Seating,
    Suit,
)
from tests.positions import after, position
from tests.strategies import CATALOGUE, Table
from tests.views import course, everybody

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scopa import Setup
    from scopa.view import View

SCOPA = VARIANTS["scopa"]

SIX = Pack("x-six", ((Rank.ACE, 1), (Rank.TWO, 2), (Rank.THREE, 3)), suits=(Suit.COINS, Suit.CUPS))
TINY = SCOPA.derive(
    id="x-tiny",
    pack=SIX,
    seatings=[Seating.singles(2)],
    dealing=Dealing(hand=1, table=2, refill=Refill(1)),
    redeals=(),
    awards=[Majority(Cards())],
)
"""Six cards: every way to lay them out can be tried."""


# ---------------------------------------------------------------------- every deal, by brute force


def laid_out(
    loose: CardSet, sizes: Sequence[int]
) -> Iterator[tuple[tuple[CardSet, ...], tuple[Card, ...]]]:
    """Every way to lay cards in places of these sizes, and the rest of them in a row."""
    if not sizes:
        yield from (((), row) for row in permutations(loose))
        return
    for some in combinations(loose, sizes[0]):
        own = CardSet(some)
        for others, row in laid_out(loose - own, sizes[1:]):
            yield (own, *others), row


def rearranged(deal: Deal, loose: CardSet) -> Iterator[Setup]:
    """Every position like that of a deal, with these cards in each other's places."""
    setup, players = deal.setup(), deal.seating.players
    places = (*deal.hands, *deal.piles, deal.table)
    assert set(deal.stock) <= loose
    for laid, stock in laid_out(loose, [len(place & loose) for place in places]):
        now = [place - loose | own for place, own in zip(places, laid, strict=True)]
        yield attrs.evolve(
            setup, hands=now[:players], piles=now[players:-1], table=now[-1], stock=stock
        )


class Ending(NamedTuple):
    """A position of which a seat does not know everything, and the cards to lay otherwise."""

    deal: Deal
    seat: int | None
    loose: CardSet
    face_down: bool = False

    def look(self, deal: Deal | None = None) -> View:
        """What the seat knows of this deal, or of another."""
        view = (deal or self.deal).view(self.seat)
        return view.counts_only() if self.face_down else view


@cache
def every_deal(end: Ending) -> frozenset[Deal]:
    """Every lawful deal of which the seat has the same view."""
    lawful = (setup for setup in rearranged(end.deal, end.loose) if not setup.problems())
    seen = end.look()
    return frozenset(deal for deal in map(Deal.from_setup, lawful) if end.look(deal) == seen)


def endings(deal: Deal) -> list[Ending]:
    """An ending for everybody: all cards in hands and stock change places."""
    loose = CardSet(card for zone in (*deal.hands, deal.stock) for card in zone)
    return [Ending(deal, seat, loose) for seat in everybody(deal.seating)]


def tiny_endings() -> list[Ending]:
    """Every moment of a deal of six cards, with piles face up and face down."""
    deals = [Deal.start(TINY, tuple(map(Card.parse, ["Ad", "2d", "3d", "2c", "Ac", "3c"])))]
    while not deals[-1].is_over:
        deals.append(deals[-1].play(deals[-1].legal_moves[0]))
    return [
        Ending(deal, seat, SIX.card_set, face_down)
        for deal in deals
        for seat in (0, 1, None)
        for face_down in (False, True)
    ]


def declared() -> Deal:
    """Seat 0 has declared and shown its hand."""
    deal = position("cirulla", table="Rd", hand="Ad 2d 5d", hands={1: "Cc Cs Rs"}, stock="3b 4b")
    return after(deal, "#")


def late(players: int) -> Deal:
    """The last packet, a card played from it: fewer cards the further from the dealer."""
    hands = ["6s 7s", "Ad 2d", "3d", "4d"]
    return position(
        "scopa",
        table="Rc",
        hand=hands[0],
        hands=dict(enumerate(hands[:players])),
        seating=SCOPA.seating_for(players),
    )


def overlooked() -> Deal:
    """A seven was laid down that could have captured."""
    deal = position("escopa-15", table="Cb 2c", hand="7d 3d", hands={1: "4d 4c"}, stock="3c 3s")
    return after(deal, "7d")


def matta() -> Deal:
    """The seven of cups was declared an ace and laid down."""
    deal = position("cirulla", table="", hand="7c 2d 4d", hands={1: "Rs Rb Fb"}, stock="3b")
    return after(deal, "#A", "7c")


ENDINGS = {
    f"{name}-{end.seat}{'-down' * end.face_down}": end
    for name, ends in {
        "two-players": endings(position("scopa", table="Rc", hand="6s", stock="3d 4d 5d")),
        "three-players": endings(late(3)),
        "pairs": endings(late(4)),
        "declared": endings(declared()),
        "played-from-declared": endings(after(declared(), "2d", "Cc")),
        "matta": endings(matta()),
        "overlooked": endings(overlooked()),
        "over": endings(after(position("scopa", table="3b", hand="3d", last_play=True), "3dx3b")),
    }.items()
    for end in ends
} | {f"ply-{end.deal.ply}-{end.seat}{'-down' * end.face_down}": end for end in tiny_endings()}

each_ending = pytest.mark.parametrize("end", ENDINGS.values(), ids=list(ENDINGS))


@each_ending
def test_the_worlds_are_the_deals_that_fit(end: Ending) -> None:
    every = every_deal(end)
    assert end.deal in every
    assert end.look().worlds() == len(every)


@each_ending
def test_every_deal_that_fits_is_as_likely(end: Ending) -> None:
    view, every = end.look(), every_deal(end)
    rng = Random(2)
    drawn = Counter(view.determinize(rng) for _ in range(40 * len(every)))
    assert drawn.keys() == every
    assert chi_square(list(drawn.values()), 40) <= likely(len(every) - 1)


def chi_square(numbers: Sequence[int], expected: int) -> float:
    """How far numbers are from all being what is expected."""
    return sum((number - expected) ** 2 / expected for number in numbers)


def likely(freedom: int) -> float:
    """What chance alone exceeds once in a thousand times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom) if freedom else 0.0
    root = 1 - part + 3.09 * sqrt(part)
    return freedom * root**3


@each_ending
def test_what_is_drawn_does_not_depend_on_the_truth(end: Ending) -> None:
    drawn = {end.look(deal).determinize(Random(5)) for deal in every_deal(end)}
    assert len(drawn) == 1


def test_the_endings_are_worth_trying() -> None:
    worlds = {name: end.look().worlds() for name, end in ENDINGS.items()}
    assert worlds["two-players-0"] == factorial(4)
    assert worlds["two-players-None"] == factorial(5)
    assert [worlds[f"three-players-{seat}"] for seat in (0, 1, 2, None)] == [3, 3, 6, 30]
    assert [worlds[f"declared-{seat}"] for seat in (0, 1, None)] == [20, 2, 20]
    assert [worlds[f"played-from-declared-{seat}"] for seat in (0, 1, None)] == [12, 2, 12]
    assert worlds["over-0"] == 1
    assert (worlds["ply-2-0"], worlds["ply-2-0-down"]) == (1, 3)


# ---------------------------------------------------------------------- the whole catalogue


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_a_drawn_deal_is_lawful_and_looks_the_same(table: Table) -> None:
    rng = Random(str(table))
    steps = course(table, rng)
    for step in rng.sample(steps, 3):
        for seat in everybody(table.seating):
            for face_down in (False, True):
                end = Ending(step.after, seat, CardSet(), face_down)
                drawn = end.look().determinize(rng)
                assert end.look(drawn) == end.look()
                assert Deal.from_setup(drawn.setup()) == drawn
                assert len(drawn.playout(rng).points) == len(table.seating.sides)


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_there_are_as_many_worlds_as_ways_to_deal_the_unseen_cards(table: Table) -> None:
    for step in course(table, Random(str(table)))[::7]:
        deal = step.after
        for seat in everybody(table.seating):
            hidden = [
                0 if own == seat else len(hand - deal.shown[own])
                for own, hand in enumerate(deal.hands)
            ]
            assert deal.view(seat).worlds() == ways(hidden, len(deal.stock))
            down = [*hidden, *map(len, deal.piles)]
            assert deal.view(seat).counts_only().worlds() == ways(down, len(deal.stock))


def ways(sizes: Sequence[int], stock: int) -> int:
    """Ways to choose hands of these sizes one after the other, and to order the stock."""
    left, number = sum(sizes) + stock, 1
    for size in sizes:
        number, left = number * comb(left, size), left - size
    return number * factorial(stock)


# ---------------------------------------------------------------------- drawing


def test_a_drawn_deal_has_the_own_hand_and_what_was_shown() -> None:
    deal = declared()
    drawn = [deal.view(1).determinize(Random(seed)) for seed in range(20)]
    assert {other.hands for other in drawn} == {deal.hands}
    drawn = [deal.view(None).determinize(Random(seed)) for seed in range(20)]
    assert {other.hands[0] for other in drawn} == {deal.hands[0]}
    assert {other.shown for other in drawn} == {deal.shown}
    assert len({other.hands[1] for other in drawn}) > 1


def test_at_the_end_of_a_deal_the_only_world_is_the_truth() -> None:
    deal = after(position("scopa", table="3b", hand="3d", last_play=True), "3dx3b")
    for seat in (0, 1, None):
        assert deal.view(seat).worlds() == 1
        assert deal.view(seat).determinize(Random(1)) == deal


def test_cards_that_nobody_captured_stay_on_the_table() -> None:
    cicera = VARIANTS["cicera-bresciana"]
    deal = Deal.start(cicera, cicera.pack.cards)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
    assert deal.table == cicera.pack.card_set
    assert deal.view(0).determinize(Random(1)) == deal
    assert deal.view(0).counts_only().worlds() == 1


def test_the_generator_given_decides_and_no_other() -> None:
    view = Deal.start(SCOPA, SCOPA.pack.cards).view(0)
    state = random.getstate()
    drawn = [view.determinize(Random(seed)) for seed in (1, 1, 2)]
    assert random.getstate() == state
    assert drawn[0] == drawn[1] != drawn[2]
