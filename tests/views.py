"""Who looks at a table, what each is told, and whole deals to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scopa import Deal, RedealRequired
from scopa.codec import to_json
from scopa.view import MatchView, View

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from scopa import Card, Event, Match, Move, Seating, Step
    from tests.strategies import Table


def everybody(seating: Seating) -> list[int | None]:
    """The spectator, and every seat."""
    return [None, *range(seating.players)]


def told(events: Iterable[Event], seat: int | None) -> list[Event]:
    """What a seat is told of what happened."""
    return [event.seen_by(seat) for event in events]


def as_bytes(value: object) -> bytes:
    """A value as it would be sent: the one place that says how."""
    return to_json(value).encode()


def before_dealing(match: Match, seat: int | None) -> MatchView:
    """What a seat knows of a match of which not even the first card has been dealt."""
    return MatchView(
        deal=View.undealt(match.variant, match.seating, seat, match.dealer),
        target=match.target,
        totals=(0,) * len(match.seating.sides),
        scores=(),
        outcome=None,
    )


def some_move(deal: Deal, rng: Random) -> Move:
    """Any legal move; more often than by chance, a card laid down where that is free."""
    moves = deal.legal_moves
    return moves[-1] if rng.random() < 0.2 else rng.choice(moves)


def shuffled(table: Table, rng: Random) -> tuple[Card, ...]:
    """A deck whose opening table is not void."""
    deck = list(table.variant.pack.cards)
    while True:
        rng.shuffle(deck)
        try:
            Deal.start(table.variant, deck, seating=table.seating)
        except RedealRequired:
            continue
        return tuple(deck)


def course(table: Table, rng: Random) -> list[Step]:
    """A whole deal of random moves."""
    dealer = rng.randrange(table.seating.players)
    deal = Deal.start(table.variant, shuffled(table, rng), dealer=dealer, seating=table.seating)
    steps: list[Step] = []
    while not deal.is_over:
        steps.append(deal.step(some_move(deal, rng)))
        deal = steps[-1].after
    return steps
