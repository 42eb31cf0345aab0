"""What a seat may know, and nothing else: hands, tables, piles, and whose moves they are."""

from __future__ import annotations

import copy
import gc
import pickle
import re
from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from scopa import (
    VARIANTS,
    Card,
    CardSet,
    Claim,
    Deal,
    Declare,
    IllegalReason,
    Match,
    Outcome,
    OutcomeReason,
    Play,
    Rank,
    RankCount,
    SeatError,
    Seating,
    Variant,
    parse_move,
)
from scopa.events import BonusScored, Event
from scopa.score import DealScore
from scopa.view import MatchView, View
from tests.positions import after, card, cards, each_scopa, next_deal, played_out, position
from tests.strategies import CATALOGUE, Table
from tests.views import as_bytes, course, everybody, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scopa import Move

SCOPA = VARIANTS["scopa"]
ESCOPA = VARIANTS["escopa-15"]

each_table = pytest.mark.parametrize("table", CATALOGUE, ids=str)


def hidden_from(deal: Deal, seat: int | None) -> CardSet:
    """The cards that a seat may not know the place of."""
    hidden = CardSet(deal.stock)
    for own, (hand, shown) in enumerate(zip(deal.hands, deal.shown, strict=True)):
        hidden |= CardSet() if own == seat else hand - shown
    return hidden


# ---------------------------------------------------------------------- all that a seat knows


def known_to(deal: Deal, seat: int | None) -> dict[str, Any]:
    """All that a view says, as the deal has it."""
    playing = deal.turn == seat and not deal.is_over
    return {
        "variant": deal.variant,
        "seating": deal.seating,
        "seat": seat,
        "dealer": deal.dealer,
        "turn": deal.turn,
        "ply": deal.ply,
        "hand": deal.hands[seat] if seat is not None else set(),
        "hand_sizes": tuple(map(len, deal.hands)),
        "stock_size": len(deal.stock),
        "table": deal.table,
        "piles": deal.piles,
        "pile_sizes": tuple(map(len, deal.piles)),
        "sweeps": deal.sweeps,
        "bonuses": deal.bonuses,
        "declared": deal.declared,
        "last_taker": deal.last_taker,
        "placed": deal.placed,
        "is_claimable": deal.is_claimable,
        "shown": deal.shown,
        "wild_rank": deal.wild_rank,
        "is_over": deal.is_over,
        "unseen": hidden_from(deal, seat),
        "legal_moves": deal.legal_moves if playing else (),
    }


def said_by(view: View) -> dict[str, Any]:
    """All that a view says."""
    fields = [own.name for own in attrs.fields(View)]
    return {name: getattr(view, name) for name in (*fields, "is_over", "unseen", "legal_moves")}


@pytest.mark.unmeasured
@each_table
def test_a_view_says_what_its_seat_knows_and_no_more(table: Table) -> None:
    steps = course(table, Random(str(table)))
    for deal in (steps[0].before, *(step.after for step in steps)):
        for seat in everybody(table.seating):
            assert said_by(deal.view(seat)) == known_to(deal, seat)


@each_scopa
def test_f24_f37_everybody_is_shown_his_own_hand(scopa: str) -> None:
    deal = position(scopa, table="Rc", hand="Ad 2d 3d", hands={1: "5c 6c 7c"})
    assert deal.view(0).hand == cards("Ad 2d 3d")
    assert deal.view(1).hand == cards("5c 6c 7c")
    for view in (deal.view(0), deal.view(1)):
        assert (view.hand_sizes, view.stock_size, view.table) == ((3, 3), 0, cards("Rc"))
    assert deal.view(0).unseen == cards("5c 6c 7c")
    assert deal.view(1).unseen == cards("Ad 2d 3d")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_f05_a_spectator_sees_the_table_of_any_number_of_players_and_no_hand(players: int) -> None:
    seating = SCOPA.seating_for(players)
    deal = Deal.start(SCOPA, SCOPA.pack.cards, seating=seating)
    while not deal.is_over:
        view = deal.view(None)
        assert (view.seat, view.hand, view.legal_moves) == (None, cards(""), ())
        assert view.hand_sizes == tuple(map(len, deal.hands))
        assert (view.table, view.piles) == (deal.table, deal.piles)
        assert len(view.unseen) == sum(view.hand_sizes) + view.stock_size
        deal = deal.play(deal.legal_moves[0])
    assert deal.view(None).unseen == cards("")


def test_partners_do_not_see_each_others_hands() -> None:
    deal = Deal.start(SCOPA, SCOPA.pack.cards, seating=Seating.pairs())
    assert deal.hands[2] <= deal.view(0).unseen
    assert deal.hands[0] <= deal.view(2).unseen


# ---------------------------------------------------------------------- whose moves they are


def test_f04_only_the_seat_to_move_is_given_moves() -> None:
    deal = position("scopa", table="4c 3s Rb", hand="7d 2d", hands={1: "4d 3d"})
    assert [str(move) for move in deal.view(0).legal_moves] == ["2d", "7dx4c3s"]
    assert deal.view(1).legal_moves == deal.view(None).legal_moves == ()
    later = deal.play(Play.parse("7dx4c3s"))
    assert later.view(0).legal_moves == ()
    assert [str(move) for move in later.view(1).legal_moves] == ["3d", "4d"]


def test_a_move_is_legal_for_the_seat_whose_it_is() -> None:
    deal = position("scopa", table="4c 3s Rb", hand="7d 2d", hands={1: "4d 3d"})
    move = Play.parse("7dx4c3s")
    assert [deal.view(seat).is_legal(move) for seat in (0, 1, None)] == [True, False, False]
    assert not deal.view(0).is_legal(Play.parse("7d"))


def test_a_view_says_why_a_move_is_not_legal() -> None:
    deal = position("scopa", table="4c 3s Rb", hand="7d 2d", hands={1: "4d 3d"})
    view = deal.view(0)
    reasons = {
        "7d": IllegalReason.CAPTURE_COMPULSORY,
        "7dx4c": IllegalReason.DOES_NOT_ADD_UP,
        "7dx4d3s": IllegalReason.NOT_ON_TABLE,
        "4dx4c": IllegalReason.NOT_IN_HAND,
        "#": IllegalReason.NOTHING_TO_DECLARE,
        "!4c": IllegalReason.NOTHING_TO_CLAIM,
    }
    for text, reason in reasons.items():
        move = parse_move(text)
        assert view.why_illegal(move) is deal.why_illegal(move) is reason
        assert not view.is_legal(move)
    assert view.why_illegal(Play.parse("2d")) is None
    no_move: Any = "2d"
    for seat in (0, 1, None):
        assert deal.view(seat).why_illegal(no_move) is IllegalReason.NOT_A_MOVE
        assert not deal.view(seat).is_legal(no_move)


def test_whose_turn_it_is_not_has_no_legal_move() -> None:
    deal = position("scopa", table="4c 3s Rb", hand="7d 2d", hands={1: "4d 3d"})
    for seat in (1, None):
        for text in ("4dx4c", "2d"):  # one's own card, and that of the seat to move
            reason = deal.view(seat).why_illegal(Play.parse(text))
            assert reason is IllegalReason.NOT_YOUR_TURN
    over = after(position("scopa", table="3b", hand="3d", last_play=True, last_taker=1), "3dx3b")
    for seat in (0, 1, None):
        assert over.view(seat).why_illegal(Play.parse("3d")) is IllegalReason.DEAL_OVER


@each_table
def test_a_view_and_the_deal_give_the_same_reasons(table: Table) -> None:
    rng = Random(str(table))
    moves: list[Move] = [Play.parse("7d"), Claim(cards("7d Ac"))]
    for step in course(table, rng)[::5]:
        deal = step.before
        moves = [*deal.legal_moves[:6], *rng.sample(moves, min(len(moves), 12)), step.move]
        view = deal.view(deal.turn)
        for move in moves:
            assert view.why_illegal(move) is deal.why_illegal(move)
            assert view.is_legal(move) is deal.is_legal(move) is (move in view.legal_moves)


def test_at_the_end_of_a_deal_nobody_has_a_move_and_nothing_is_hidden() -> None:
    deal = after(position("scopa", table="3b", hand="3d", last_play=True, last_taker=1), "3dx3b")
    for seat in (0, 1, None):
        view = deal.view(seat)
        assert (view.is_over, view.legal_moves, view.unseen) == (True, (), cards(""))


def test_the_seat_that_may_claim_is_offered_the_claim_and_everybody_sees_the_card() -> None:
    deal = position("escopa-15", table="Cb 2c", hand="7d", hands={1: "4d 4c"}, stock="3c 3s")
    laid = deal.play(Play.parse("7d"))
    assert [str(move) for move in laid.view(1).legal_moves] == ["!7dCb", "4d", "4c"]
    for seat in (0, 1, None):
        view = laid.view(seat)
        assert (view.placed, view.is_claimable) == (card("7d"), True)
    assert laid.view(0).legal_moves == laid.view(None).legal_moves == ()


def test_where_a_bonus_asks_for_it_everybody_sees_what_was_just_laid() -> None:
    deal = position("cicera-bresciana", table="Rc", hand="7d", hands={1: "7s", 2: "Ad", 3: "2d"})
    laid = deal.play(Play.parse("7d"))
    assert [laid.view(seat).placed for seat in everybody(laid.seating)] == [card("7d")] * 5
    assert position("scopa", table="Rc", hand="7d").play(Play.parse("7d")).view(1).placed is None


# ---------------------------------------------------------------------- what a declaration shows


def test_a_declared_hand_is_shown_to_everybody_until_it_is_played() -> None:
    deal = position("cirulla", table="Rd", hand="Ad 2d 5d", hands={1: "Cc Cs Rs"})
    assert deal.view(1).unseen == cards("Ad 2d 5d")
    shown = deal.play(Declare())
    for seat in (0, 1, None):
        view = shown.view(seat)
        assert (view.shown, view.declared) == ((cards("Ad 2d 5d"), cards("")), (3, 0))
    assert shown.view(1).unseen == cards("")
    assert shown.view(None).unseen == cards("Cc Cs Rs")
    assert shown.view(1).legal_moves == ()
    played = shown.play(Play.parse("2d"))
    assert played.view(1).shown == (cards("Ad 5d"), cards(""))
    assert played.view(1).table == cards("2d Rd")


def test_what_a_declared_matta_counts_as_is_known_to_everybody() -> None:
    deal = position("cirulla", table="5s Cb 3d", hand="7c 2d 4d", hands={1: "Rs Rb Fb"})
    declared = deal.play(Declare(Rank.ACE))
    assert [declared.view(seat).wild_rank for seat in (0, 1, None)] == [Rank.ACE] * 3
    assert parse_move("7cx3d5sCb") in declared.view(0).legal_moves


# ---------------------------------------------------------------------- piles that lie face down


def test_where_piles_lie_face_down_only_their_sizes_are_seen() -> None:
    deal = position("scopa", table="Rc", hand="Ad", hands={1: "5c"}, piles={0: "2d 3d"})
    view = deal.view(0)
    down = view.counts_only()
    assert (view.piles, view.pile_sizes) == (deal.piles, (37, 0))
    assert (down.piles, down.pile_sizes) == (None, (37, 0))
    assert view.unseen == cards("5c")
    assert down.unseen == SCOPA.pack.card_set - cards("Ad Rc")
    assert down.legal_moves == view.legal_moves == (Play.parse("Ad"),)
    assert down.counts_only() == down


# ---------------------------------------------------------------------- a value of its own

OPEN = (type, Enum, Card, Variant, Seating)
"""What everybody may have: rules, seats, and cards in general."""


def reach(value: object) -> list[Any]:
    """All objects that can be got at from a value, the rules and the cards in general left out."""
    found: dict[int, object] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, type):
            found[id(one)] = one
            waiting += () if isinstance(one, OPEN) else gc.get_referents(one)
    return list(found.values())


def cards_in(value: object) -> CardSet:
    """All cards that can be got at from a value."""
    found = CardSet()
    for one in reach(value):
        found |= {one} if isinstance(one, Card) else one if isinstance(one, CardSet) else set()
    return found


def cards_written(text: bytes) -> CardSet:
    """All cards that a text names."""
    codes = re.findall(r"\b[A2-9TFCR][dcsb]\b", text.decode())
    return CardSet({card(code) for code in codes})


IN_A_VIEW = {View, Variant, Seating, CardSet, Card, Rank, tuple, int, bool, type(None)}
IN_A_MATCH_VIEW = IN_A_VIEW | {MatchView, DealScore, Outcome, OutcomeReason}


def kinds(values: Iterable[object]) -> set[type]:
    return {type(value) for value in values}


@pytest.mark.unmeasured
@each_table
def test_no_hidden_card_can_be_got_at_from_a_view_or_an_event(table: Table) -> None:
    for step in course(table, Random(str(table))):
        for seat in everybody(table.seating):
            view, hidden = step.after.view(seat), hidden_from(step.after, seat)
            assert kinds(reach(view)) <= IN_A_VIEW
            assert not cards_in(view) & hidden
            for event in told(step.events, seat):
                assert not cards_in(event) & hidden


@each_table
def test_f04_f26_no_hidden_card_is_in_what_is_sent(table: Table) -> None:
    for step in course(table, Random(f"sent {table}")):
        seat = step.before.ply % (table.seating.players + 1) - 1
        who = None if seat < 0 else seat
        view, hidden = step.after.view(who), hidden_from(step.after, who)
        sent = [as_bytes(value) for value in (view, *view.legal_moves, *told(step.events, who))]
        assert not cards_written(b" ".join(sent)) & hidden
        assert cards_written(sent[0]) == table.variant.pack.card_set - hidden


@each_table
def test_a_match_view_holds_no_deal_no_seed_and_no_deck(table: Table) -> None:
    match = Match.new(table.variant, seed="a secret of the house", seating=table.seating)
    for seat in everybody(table.seating):
        assert kinds(reach(match.view(seat))) <= IN_A_MATCH_VIEW
        assert b"secret" not in as_bytes(match.view(seat))
    match = next_deal(match)
    for seat in everybody(table.seating):
        assert match.view(seat).scores
        assert kinds(reach(match.view(seat))) <= IN_A_MATCH_VIEW
        assert b"secret" not in as_bytes(match.view(seat))


@each_table
def test_an_event_holds_no_deal(table: Table) -> None:
    allowed = IN_A_MATCH_VIEW | {RankCount}
    match = Match.new(table.variant, seed=7, seating=table.seating)
    events = list(match.dealt)
    while not match.scores:
        step = match.step(match.deal.legal_moves[0])
        events += step.events
        match = step.after
    for seat in everybody(table.seating):
        for event in told(events, seat):
            inside = [own for own in reach(event) if not isinstance(own, Event | Enum)]
            texts = [own for own in inside if isinstance(own, str)]
            assert texts == ([event.bonus] if isinstance(event, BonusScored) else [])
            assert kinds(inside) - {str} <= allowed


def test_views_are_values() -> None:
    match = Match.new(SCOPA, seed=7)
    for one in (match.view(0), match.deal.view(0), match.deal.view(0).counts_only()):
        for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301
            assert other == one
            assert hash(other) == hash(one)
    assert match.view(0) == match.view(0)
    assert len({match.deal.view(seat) for seat in (0, 0, 1, None)}) == 3
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.deal.view(0).hand = cards("7d")  # type: ignore[misc]


def test_a_view_that_was_sent_still_knows_its_moves() -> None:
    view = Match.new(SCOPA, seed=7, dealer=1).deal.view(0)
    sent = pickle.loads(pickle.dumps(view))  # noqa: S301
    assert sent.legal_moves == view.legal_moves != ()
    assert sent.determinize(Random(1)) == view.determinize(Random(1))


# ---------------------------------------------------------------------- a match


def test_a_match_view_has_the_totals_and_the_score_sheets() -> None:
    match = next_deal(Match.new(SCOPA, seed=5, target=16))
    view = match.view(1)
    assert view.deal == match.deal.view(1)
    assert (view.target, view.totals, view.scores) == (16, match.totals, match.scores)
    assert view.outcome is None


def test_a_match_view_says_who_has_won() -> None:
    match = played_out(Match.new(SCOPA, seed=5))
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view.outcome == match.outcome
        assert view.outcome is not None
        assert view.totals == view.outcome.totals
        assert view.deal.is_over


# ---------------------------------------------------------------------- no such seat


@pytest.mark.parametrize("seat", [2, 9, -1, "0", True, False, 0.0, (0,)], ids=repr)
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    match = Match.new(SCOPA, seed=1)
    for looked_at in (match, match.deal):
        with pytest.raises(SeatError) as refused:
            looked_at.view(seat)
        assert refused.value.code == "seat-out-of-range"


def test_the_seats_are_those_of_the_table() -> None:
    six = Deal.start(SCOPA, SCOPA.pack.cards, seating=SCOPA.seating_for(6))
    assert six.view(5).seat == 5
    with pytest.raises(SeatError):
        six.view(6)
