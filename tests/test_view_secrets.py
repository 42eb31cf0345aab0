"""What a seat cannot know changes nothing that it is ever sent."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import VARIANTS, Card, CardSet, Deal, Match, Play
from scopa.codec import from_json
from tests.positions import after, cards, position
from tests.strategies import CATALOGUE, Table, examples
from tests.views import as_bytes, everybody, shuffled, some_move, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scopa import Event, Move
    from scopa.view import View

SCOPA = VARIANTS["scopa"]


def letter(match: Match, events: Iterable[Event], seat: int | None) -> tuple[list[bytes], str]:
    """All that a seat is sent at one moment: what happened, and how the match stands."""
    view = match.view(seat)
    sent = [*told(events, seat), view, view.deal, view.deal.counts_only(), *view.deal.legal_moves]
    return [as_bytes(value) for value in sent], repr(sent)


def letters(match: Match, moves: Sequence[Move], seat: int | None) -> list[tuple[list[bytes], str]]:
    """All that a seat is sent while these moves are made, as far as they can be made."""
    sent = [letter(match, match.dealt, seat)]
    for move in moves:
        if not match.deal.is_legal(move):
            break
        step = match.step(move)
        match = step.after
        sent.append(letter(match, step.events, seat))
    return sent


def some_moves(match: Match, number: int, rng: Random) -> tuple[list[Move], Match]:
    """Random moves, no more than the deal has, and the match after them."""
    moves: list[Move] = []
    while len(moves) < number and not match.deal.is_over:
        moves.append(some_move(match.deal, rng))
        match = match.play(moves[-1])
    return moves, match


def with_others(deck: Sequence[Card], hidden: CardSet, rng: Random) -> list[Card]:
    """The deck, but that the hidden cards stand in each other's places."""
    others = iter(rng.sample(list(hidden), len(hidden)))
    return [next(others) if card in hidden else card for card in deck]


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
@examples(3)
@given(seed=st.integers(0, 2**32), played=st.integers(0, 96))
def test_what_a_seat_cannot_know_changes_nothing_it_is_sent(
    table: Table, seed: int, played: int
) -> None:
    """Two tables at which the same is played, and only what is hidden at the end differs."""
    rng = Random(seed)
    deck, dealer = shuffled(table, rng), rng.randrange(table.seating.players)
    truth = Match.new(table.variant, deck=deck, dealer=dealer, seating=table.seating)
    moves, later = some_moves(truth, played % (len(deck) + 1), rng)
    for seat in everybody(table.seating):
        other_deck = with_others(deck, later.view(seat).deal.unseen, rng)
        other = Match.new(table.variant, deck=other_deck, dealer=dealer, seating=table.seating)
        sent, sent_there = letters(truth, moves, seat), letters(other, moves, seat)
        assert sent_there == sent[: len(sent_there)]
        if len(sent_there) < len(sent):  # an ace may come first only from a hand of aces
            assert table.variant.capture.sweeper is not None
            assert len(sent_there) <= 2
