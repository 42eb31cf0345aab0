"""What a seat cannot know changes nothing that it is ever sent."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import VARIANTS, Card, CardSet, Match, Play
from tests.positions import cards, deck
from tests.strategies import CATALOGUE, Table, examples
from tests.views import as_bytes, everybody, shuffled, some_move, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scopa import Move

pytestmark = pytest.mark.unmeasured

SCOPA = VARIANTS["scopa"]


def sent(match: Match, moves: Iterable[Move], seat: int | None) -> list[bytes]:
    """All that a seat is sent while these moves are made: what happens, and how it then stands."""
    letters = [as_bytes(value) for value in (*told(match.dealt, seat), match.view(seat))]
    for move in moves:
        step = match.step(move)
        match = step.after
        letters += [as_bytes(value) for value in (*told(step.events, seat), match.view(seat))]
    return letters


def told_aside(match: Match, seat: int | None) -> list[str]:
    """Whatever else can be asked of a view, and how it looks."""
    view = match.deal.view(seat)
    drawn = view.determinize(Random(1)).setup()
    whole = match.view(seat)
    shown = [repr(x) for x in (whole, view.legal_moves, view.unseen, view.worlds(), drawn)]
    return [*shown, pickle.dumps(whole).hex(), *map(str, dir(whole)), str(hash(whole))]


def played(match: Match, moves: Iterable[Move]) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def some_moves(match: Match, number: int, rng: Random) -> list[Move]:
    """Random moves of one deal, no more than it has."""
    moves: list[Move] = []
    while len(moves) < number and not match.deal.is_over:
        moves.append(some_move(match.deal, rng))
        match = match.play(moves[-1])
    return moves


def with_others(cards_dealt: Sequence[Card], hidden: CardSet, rng: Random) -> tuple[Card, ...]:
    """The deck, but that the hidden cards stand in each other's places."""
    others = iter(rng.sample(list(hidden), len(hidden)))
    return tuple(next(others) if own in hidden else own for own in cards_dealt)


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
@examples(4)
@given(data=st.data())
def test_what_a_seat_cannot_know_changes_nothing_it_is_sent(
    table: Table, data: st.DataObject
) -> None:
    """Two tables at which the same is played, and that differ in what is hidden at the end."""
    rng = Random(data.draw(st.integers(0, 2**32)))
    seat = data.draw(st.sampled_from(everybody(table.seating)))
    laid, dealer = shuffled(table, rng), rng.randrange(table.seating.players)
    truth = Match.new(table.variant, deck=laid, dealer=dealer, seating=table.seating)
    moves = some_moves(truth, data.draw(st.integers(0, len(laid))), rng)
    end = played(truth, moves)
    disguise = with_others(laid, end.deal.view(seat).unseen, rng)
    other = Match.new(table.variant, deck=disguise, dealer=dealer, seating=table.seating)
    assert sent(other, moves, seat) == sent(truth, moves, seat)
    assert told_aside(played(other, moves), seat) == told_aside(end, seat)


# ---------------------------------------------------------------------- at one table


def opposite(hand: str, then: str) -> Match:
    """Seat 0 holds two fours and a five; seat 1 this hand, and these cards come next."""
    laid = deck(SCOPA, hands=["4d 4c 5d", hand], table="Rc 2c 3c 6c", then=then)
    return Match.new(SCOPA, deck=laid, dealer=1)


def test_the_other_hand_and_the_stock_may_be_anything() -> None:
    here, there = opposite("7d 7c 7s", "Ad Ac As"), opposite("Ad Ac As", "7d 7c 7s")
    assert here.deal != there.deal
    assert sent(here, [Play.parse("4d")], 0) == sent(there, [Play.parse("4d")], 0)
    assert told_aside(here, 0) == told_aside(there, 0)
    assert sent(here, [], 1) != sent(there, [], 1)
    assert sent(here, [], None) == sent(there, [], None)


def test_what_is_played_tells_of_the_hand_and_of_nothing_else() -> None:
    here, there = opposite("7d 7c 7s", "Ad Ac As"), opposite("7d Ac As", "Ad 7c 7s")
    moves = [Play.parse("4d"), Play.parse("7dx4d3c")]
    assert sent(here, moves, 0) == sent(there, moves, 0)
    assert played(here, moves).deal.hands[1] == cards("7c 7s")
    assert played(there, moves).deal.hands[1] == cards("Ac As")


def test_a_drawn_deal_does_not_lean_on_the_truth() -> None:
    here, there = opposite("7d 7c 7s", "Ad Ac As"), opposite("Ad Ac As", "7d 7c 7s")
    for seed in range(10):
        drawn = [match.deal.view(0).determinize(Random(seed)) for match in (here, there)]
        assert drawn[0] == drawn[1]


def test_the_next_packet_is_a_secret_until_it_is_dealt() -> None:
    here, there = opposite("7d 7c 7s", "Ad 2d As"), opposite("7d 7c 7s", "2d Ad As")
    moves = [Play.parse(text) for text in ("4d", "7dx4d3c", "4c", "7c", "5d", "7sx7c")]
    for seat in (0, 1, None):
        assert sent(here, moves[:5], seat) == sent(there, moves[:5], seat)
    assert played(here, moves).deal.hands[0] > cards("Ad As")
    assert played(there, moves).deal.hands[0] > cards("2d As")
    assert [sent(here, moves, seat) == sent(there, moves, seat) for seat in (0, 1, None)] == [
        *(False, False, True),
    ]


def test_a_deal_that_is_over_is_no_secret_and_the_next_one_is() -> None:
    first = Match.new(SCOPA, deck=SCOPA.pack.cards, dealer=1)
    while not first.awaits_deck:
        first = first.play(first.deal.legal_moves[0])
    here, there = (
        first.deal_next(deck(SCOPA, hands=["4d 4c 5d", hand], table="Rc 2c 3c 6c", lead=1))
        for hand in ("7d 7c 7s", "Ad Ac As")
    )
    for seat in (0, None):
        assert sent(here, [], seat) == sent(there, [], seat)
        assert here.view(seat).scores == first.scores != ()
    assert sent(here, [], 1) != sent(there, [], 1)
