"""What happened, in the order in which it would be shown at a table."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from scopa import VARIANTS, Card, Deal, Dealing, Event, Play, Refill, Seating
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    DealScored,
    Dealt,
    LastCards,
    OpeningTaken,
    Played,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.moves import parse_move
from tests.positions import card, cards, deck, each_scopa, position

if TYPE_CHECKING:
    from collections.abc import Iterable

SCOPA = VARIANTS["scopa"]
ESCOPA = VARIANTS["escopa-15"]


def listed(text: str) -> tuple[Card, ...]:
    """Cards in the order given."""
    return tuple(card(part) for part in text.split())


def told(events: Iterable[Event]) -> list[str]:
    """Events in short: what happened, to which seat, with which cards."""
    return [" ".join([type(e).__name__, str(e.seat), *(str(c) for c in e.cards)]) for e in events]


def happened(deal: Deal, move: str) -> list[str]:
    return told(deal.step(parse_move(move)).events)


# ---------------------------------------------------------------------- dealing


def test_the_cards_are_dealt_from_the_seat_that_leads_then_the_table_is_laid() -> None:
    deal, events = Deal.open(SCOPA, SCOPA.pack.cards, dealer=0)
    assert told(events) == ["Dealt 1 Ad 3d 5d", "Dealt 0 2d 4d 6d", "TableLaid 0 7d Fd Cd Rd"]
    assert [event.ply for event in events] == [0, 0, 0]
    assert [event.side for event in events] == [1, 0, 0]
    assert deal == Deal.start(SCOPA, SCOPA.pack.cards, dealer=0)


def test_in_pairs_an_event_names_the_seat_and_its_side() -> None:
    _, events = Deal.open(SCOPA, SCOPA.pack.cards, seating=Seating.pairs())
    assert [(e.seat, e.side) for e in events] == [(0, 0), (1, 1), (2, 0), (3, 1), (3, 1)]


def test_where_all_cards_are_dealt_at_once_the_last_cards_are_announced() -> None:
    cicera = VARIANTS["cicera-bresciana"]
    _, events = Deal.open(cicera, cicera.pack.cards)
    assert [type(event) for event in events] == [*[Dealt] * 4, TableLaid, LastCards]


# ---------------------------------------------------------------------- playing


def test_f13_laying_on_an_empty_table_is_no_sweep() -> None:
    deal = position("scopa", table="", hand="4d")
    assert happened(deal, "4d") == ["Played 0 4d"]


@each_scopa
@pytest.mark.clause("S0.15", "S1.15", "S4.13")
def test_a_capture_shows_the_card_played_and_then_the_cards_it_takes(scopa: str) -> None:
    deal = position(scopa, table="3b 4s Rc", hand="7d", turn=1)
    assert happened(deal, "7dx3b4s") == ["Played 1 7d", "Captured 1 7d 4s 3b"]


@each_scopa
@pytest.mark.clause("S4.13", "S0.18", "S1.18")
def test_a_sweep_is_marked_with_what_it_is_worth(scopa: str) -> None:
    step = position(scopa, table="3b 4s", hand="7d").step(Play.parse("7dx4s3b"))
    played, captured, swept = step.events
    assert told([played, captured]) == ["Played 0 7d", "Captured 0 7d 4s 3b"]
    assert isinstance(swept, Swept)
    assert (swept.seat, swept.points, set(swept.cards)) == (0, 1, set(captured.cards))


def test_a_step_holds_the_deal_before_the_move_and_the_deal_after() -> None:
    deal = position("scopa", table="3b 4s", hand="7d")
    move = Play.parse("7dx4s3b")
    step = deal.step(move)
    assert (step.before, step.move, step.after) == (deal, move, deal.play(move))
    assert [event.ply for event in step.events] == [deal.ply] * 3
    assert pickle.loads(pickle.dumps(step)) == step  # noqa: S301


def test_a_new_packet_is_shown_after_the_play_that_emptied_the_hands() -> None:
    deal = position(
        "scopa", table="Rc", hand="2d", hands={1: ""}, stock="2c 4c 6c 3s 5s 7s Ab", turn=0
    )
    assert happened(deal, "2d") == ["Played 0 2d", "Dealt 1 2c 6c 5s", "Dealt 0 4c 3s 7s"]
    last = position("scopa", table="Rc", hand="2d", hands={1: ""}, stock="2c 4c 6c 3s 5s 7s")
    assert happened(last, "2d") == [
        *("Played 0 2d", "Dealt 1 2c 6c 5s", "Dealt 0 4c 3s 7s", "LastCards 1")
    ]


def test_a_packet_may_bring_cards_for_the_table() -> None:
    house = SCOPA.derive(
        id="x-laid",
        dealing=Dealing(hand=4, table=2, refill=Refill(4, 2)),
        seatings=[Seating.singles(2)],
    )
    deal = position(
        house, table="Rc", hand="2d", hands={1: ""}, stock="2c 4c 6c 3s 5s 7s Ab 2b 3b 4b 5b"
    )
    step = deal.step(Play.parse("2d"))
    assert told(step.events) == [
        *("Played 0 2d", "Dealt 1 2c 6c 5s Ab", "Dealt 0 4c 3s 7s 2b", "TableLaid 1 3b 4b")
    ]
    assert step.after.table == cards("2d Rc 3b 4b")
    assert step.after.stock == listed("5b")


def test_the_end_of_a_deal_shows_the_remainder_and_the_score() -> None:
    deal = position("scopa", table="3b Rc", hand="2d", last_play=True, last_taker=1)
    step = deal.step(Play.parse("2d"))
    assert told(step.events) == ["Played 0 2d", "Remainder 1 2d Rc 3b", "DealScored None"]
    scored = step.events[-1]
    assert isinstance(scored, DealScored)
    assert scored.score == step.after.score()
    assert scored.side is None


def test_a_table_that_was_cleared_leaves_no_remainder() -> None:
    deal = position("scopa", table="3b", hand="3d", last_play=True, last_taker=1)
    assert happened(deal, "3dx3b") == ["Played 0 3d", "Captured 0 3d 3b", "DealScored None"]
    deal = position("scopa", table="3b Rc", hand="3d", last_play=True, last_taker=1)
    assert happened(deal, "3dx3b") == [
        *("Played 0 3d", "Captured 0 3d 3b", "Remainder 0 Rc", "DealScored None")
    ]


@pytest.mark.clause("S2.17")
def test_a_remainder_that_nobody_claims_goes_to_no_seat() -> None:
    cicera = VARIANTS["cicera-bresciana"]
    deal = Deal.start(cicera, cicera.pack.cards)
    while deal.ply < 47:
        deal = deal.play(deal.legal_moves[-1])
    step = deal.step(deal.legal_moves[-1])
    _, remainder, scored = step.events
    assert isinstance(remainder, Remainder)
    assert (remainder.seat, remainder.side, len(remainder.cards)) == (None, None, 52)
    assert isinstance(scored, DealScored)


@pytest.mark.clause("S2.11", "S2.12", "S2.13", "S2.14", "S2.15")
def test_every_bonus_of_a_capture_is_shown() -> None:
    deal = position("cicera-bresciana", table="As 2s 3s", hand="6s")
    step = deal.step(Play.parse("6sxAs2s3s"))
    played, captured, swept, *bonuses = step.events
    assert told([played, captured]) == ["Played 0 6s", "Captured 0 6s As 2s 3s"]
    assert isinstance(swept, Swept)
    assert [(e.bonus, e.points) for e in bonuses if isinstance(e, BonusScored)] == [
        *(("simili", 1), ("cuatriglia", 1))
    ]
    assert len(bonuses) == 2


# ---------------------------------------------------------------------- fifteen


@pytest.mark.clause("S3.12")
def test_a_claim_is_shown_before_the_play_of_the_claimer() -> None:
    deal = position("escopa-15", table="Cc", hand="7d", hands={1: "2d"})
    laid = deal.play(Play.parse("7d"))
    step = laid.step(parse_move("!7dCc"))
    (claimed,) = step.events
    assert isinstance(claimed, Claimed)
    assert (claimed.seat, claimed.cards) == (1, listed("7d Cc"))
    assert step.after.turn == 1


@pytest.mark.clause("S3.14", "S3.16")
def test_tables_that_the_dealer_takes_are_shown_one_after_the_other() -> None:
    twice = deck(ESCOPA, table="7c 4c 3c Ac", then="5s 3s 6s As")
    deal, events = Deal.open(ESCOPA, twice, dealer=1)
    laid = [event for event in events if not isinstance(event, Dealt)]
    assert told(laid) == [
        "TableLaid 1 7c 4c 3c Ac",
        "OpeningTaken 1 7c 4c 3c Ac",
        "TableLaid 1 5s 3s 6s As",
        "OpeningTaken 1 5s 3s 6s As",
    ]
    assert all(e.sweeps == 0 for e in laid if isinstance(e, OpeningTaken))
    assert deal.table == cards("")


@pytest.mark.clause("S3.18", "A3.28")
def test_the_last_cards_are_announced_by_the_dealer_of_the_last_packet() -> None:
    deal = position("escopa-15", table="2c", hand="2d", hands={1: ""}, stock="3c 4c", dealer=0)
    assert not deal.is_last_packet
    step = deal.step(Play.parse("2d"))
    assert told(step.events)[-1] == "LastCards 1"  # the next dealer
    assert step.after.is_last_packet


def test_every_event_is_a_value() -> None:
    deal = position("scopa", table="3b", hand="2d", last_play=True, last_taker=1)
    for event in deal.step(Play.parse("2d")).events:
        assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301
        assert hash(event) == hash(pickle.loads(pickle.dumps(event)))  # noqa: S301
        assert isinstance(event, Event)
    events: list[Event] = [Played(0, 0, 0, ()), Captured(0, 0, 0, ()), Dealt(0, 0, 0, (), 0)]
    assert len(set(events)) == 3  # alike in everything but what they are
