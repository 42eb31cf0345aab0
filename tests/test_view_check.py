"""Views and events that somebody sent: what no deal has, and what does not follow, is refused."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from scopa import (
    VARIANTS,
    Deal,
    InvalidSetupError,
    Match,
    Outcome,
    OutcomeReason,
    Rank,
    Seating,
    ValueRefusedError,
    parse_move,
)
from scopa.events import (
    BonusScored,
    DealScored,
    Dealt,
    Declared,
    MatchWon,
    Played,
    Swept,
    TableLaid,
)
from tests.positions import card, cards, position
from tests.strategies import CATALOGUE, Table
from tests.views import course, everybody, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scopa import Event, Step
    from scopa.view import MatchView, View

SCOPA = VARIANTS["scopa"]


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_every_view_of_a_deal_passes(table: Table) -> None:
    for step in course(table, Random(str(table)))[::9]:
        for seat in everybody(table.seating):
            step.after.view(seat).check()
            step.after.view(seat).counts_only().check()


def refused(view: View, **changes: Any) -> list[str]:
    """What is wrong with a view in which these things were changed."""
    with pytest.raises(InvalidSetupError) as error:
        attrs.evolve(view, **changes).check()
    return [problem.code for problem in error.value.problems]


def changed(value: Any) -> str:
    """What a case changes, or what is then wrong."""
    return str(value) if isinstance(value, str) else " ".join(value)


SEEN = position(
    "cirulla", table="Rd 6c", hand="Ad 2d 4d", hands={1: "Cc Cs Rs"}, stock="3b 4b"
).view(0)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hand_sizes": (3,)}, "wrong-number"),
        ({"shown": (cards(""),)}, "wrong-number"),
        ({"pile_sizes": (30,)}, "wrong-number"),
        ({"sweeps": (0, 0, 0)}, "wrong-number"),
        ({"bonuses": ()}, "wrong-number"),
        ({"bonuses": ((1,), (1,))}, "wrong-number"),
        ({"declared": (0,)}, "wrong-number"),
        ({"seating": Seating.singles(3)}, "wrong-number"),
        ({"seating": Seating.singles(5)}, "unknown-seating"),
        ({"seat": 2}, "seat-out-of-range"),
        ({"turn": 2}, "seat-out-of-range"),
        ({"turn": None}, "seat-out-of-range"),
        ({"dealer": -1}, "seat-out-of-range"),
        ({"last_taker": 7}, "seat-out-of-range"),
        ({"ply": -1}, "negative"),
        ({"stock_size": -1}, "negative"),
        ({"hand_sizes": (3, -1)}, "negative"),
        ({"hand_sizes": (2, 3)}, "wrong-number"),
        ({"stock_size": 3}, "wrong-number"),
        ({"hand_sizes": (2, 3), "stock_size": 3}, "wrong-number"),
        ({"seat": None}, "wrong-number"),
        ({"hand": cards("Ad 2d Rd")}, "card-doubled"),
        ({"hand": cards("Ad 2d 8d")}, "card-foreign"),
        ({"table": cards("Rd 6c 7c")}, "wrong-number"),
        ({"hand_sizes": (3, 0), "stock_size": 5, "turn": 1}, "turn-without-cards"),
        ({"last_taker": None}, "last-taker-missing"),
        ({"placed": card("6c"), "is_claimable": True}, "nothing-to-claim"),
        ({"wild_rank": Rank.TEN}, "no-wild-card"),
    ],
    ids=changed,
)
def test_a_view_that_no_deal_has_is_refused(changes: dict[str, Any], code: str) -> None:
    assert code in refused(SEEN, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"sweeps": (-1, 0)},
        {"declared": (0, -3)},
        {"sweeps": (1 << 16, 0)},
        {"pile_sizes": (7, 7)},
        {"piles": SEEN.piles and SEEN.piles[:1]},
        {"hand": cards("Ad 2d")},
        {"placed": card("6c")},
        {"seat": False},
        {"is_claimable": True},
    ],
    ids=changed,
)
def test_a_view_that_does_not_agree_with_itself_is_refused(changes: dict[str, Any]) -> None:
    assert refused(SEEN, **changes)


def test_a_view_of_a_claim_where_nothing_was_overlooked_is_refused() -> None:
    view = position("escopa-15", table="Cb 2c", hand="7d", hands={1: "4d"}).view(0)
    assert refused(view, placed=card("2c"), is_claimable=True)


# ---------------------------------------------------------------------- what does not follow


def played(deal: Deal, *moves: str) -> list[Step]:
    steps: list[Step] = []
    for text in moves:
        steps.append(deal.step(parse_move(text)))
        deal = steps[-1].after
    return steps


def out_of_place(view: View | MatchView, events: Iterable[Event]) -> None:
    with pytest.raises(ValueRefusedError):
        view.after(events)


def test_a_move_of_nobody_is_refused() -> None:
    view = Deal.start(SCOPA, SCOPA.pack.cards).view(0)
    for seat, side in ((None, None), (0, None)):
        out_of_place(view, [Played(0, seat, side, (card("Ad"),))])
    out_of_place(view, [TableLaid(0, None, None, ()), Swept(0, None, None, (), 1)])


def test_what_happens_is_told_once_and_in_order() -> None:
    deal = position("scopa", table="3b 4s", hand="7d 2d", hands={1: "2c Ad"})
    steps = played(deal, "7dx4s3b", "2c", "2dx2c")
    first, second, third = (told(step.events, 1) for step in steps)
    view = deal.view(1)
    assert view.after([*first, *second, *third]) == steps[-1].after.view(1)
    out_of_place(view, second)
    out_of_place(view, [*first, *first])
    out_of_place(view, [*first, *third])
    out_of_place(view, [*second, *first])
    out_of_place(view, first[1:])


def test_a_move_out_of_turn_is_refused() -> None:
    view = Deal.start(SCOPA, SCOPA.pack.cards).view(0)
    out_of_place(view, [Played(0, 1, 1, (card("2d"),))])


def test_what_another_seat_was_told_is_refused() -> None:
    deal = position("scopa", table="Rc", hand="2d", hands={1: ""}, stock="2c 3c 4c 5c 6c 7c")
    step = deal.step(parse_move("2d"))
    assert deal.view(1).after(told(step.events, 1)) == step.after.view(1)
    out_of_place(deal.view(1), told(step.events, 0))
    out_of_place(deal.view(1), told(step.events, None))
    out_of_place(deal.view(None), told(step.events, 1))
    out_of_place(deal.view(1), step.events)


def test_the_view_of_a_deal_does_not_follow_into_the_next_one() -> None:
    last = match = Match.new(SCOPA, seed=1, target=21)
    while not match.scores:
        last, match = match, match.play(match.deal.legal_moves[0])
    step = last.step(last.deal.legal_moves[0])
    assert last.view(0).after(told(step.events, 0)) == match.view(0)
    out_of_place(last.deal.view(0), told(step.events, 0))


def test_cards_are_taken_only_from_where_they_lie() -> None:
    deal = position("scopa", table="3b 4s", hand="7d 2d", hands={1: "2c Ad"})
    (step,) = played(deal, "7dx4s3b")
    laid, captured, swept = told(step.events, 1)
    view = deal.view(1)
    assert view.after([laid, captured, swept]) == step.after.view(1)
    out_of_place(view, [laid, captured, captured, swept])
    out_of_place(view, [Played(0, 0, 0, (card("8d"),))])
    out_of_place(view, [Played(0, 0, 0, (card("3b"),))])  # it lies on the table
    out_of_place(deal.view(0), [Played(0, 0, 0, (card("2c"),))])  # not a card of this hand


def test_piles_that_lie_face_down_stay_so_in_the_next_deal() -> None:
    match = Match.new(SCOPA, seed=1, target=21)
    view = match.view(0).counts_only()
    while not match.scores:
        step = match.step(match.deal.legal_moves[0])
        match, view = step.after, view.after(told(step.events, 0))
    assert view.deal.piles is None
    assert view == match.view(0).counts_only()


def test_an_event_that_cannot_be_at_this_table_is_refused() -> None:
    deal = position("escopa-15", table="3b 4s", hand="7d 2d", hands={1: "2c Ad"}, stock="3c 5c")
    view, at, seven = deal.view(1), deal.ply, (card("7d"),)
    (step,) = played(deal, "2d")
    assert view.after([Played(at, 0, 0, seven)]).hand_sizes == (1, 2)
    out_of_place(view, [Played(at, 0, 0, ())])
    out_of_place(view, [Played(at, 0, 0, (card("7d"), card("2d")))])
    out_of_place(view, [Played(at, 0, 1, seven)])  # not the side of that seat
    out_of_place(view, [Played(at, 2, 0, seven)])
    assert view.after([Dealt(at, 0, 0, (), 2)]).stock_size == 0
    out_of_place(view, [Dealt(at, 5, 1, (), 1)])
    out_of_place(view, [Dealt(at, None, None, (), 1)])
    out_of_place(view, [Dealt(at, 0, 0, (), 3)])  # more than the stock has
    assert view.after([Dealt(at, 1, 1, (card("3c"),), 1)]).hand == cards("3c 2c Ad")
    out_of_place(view, [Dealt(at, 1, 1, (card("3c"),), 2)])
    out_of_place(view, [Dealt(at, 1, 1, (card("3b"),), 1)])  # it lies on the table
    assert view.after([TableLaid(at, 1, 1, (card("3c"),))]).table == cards("3c 3b 4s")
    out_of_place(view, [TableLaid(at, 1, 1, (card("Ad"),))])
    out_of_place(view, [*told(step.events, 1), BonusScored(at, 0, 0, (), "picada", 1)])
    out_of_place(view, [Swept(at - 1, 1, 0, (), 1)])
    hand = tuple(map(card, ["Ad", "2d", "4d"]))
    assert SEEN.after([Declared(SEEN.ply, 0, 0, hand, None, 3)]).shown[0] == cards("Ad 2d 4d")
    out_of_place(SEEN, [Declared(SEEN.ply, 0, 0, hand[:2], None, 3)])
    out_of_place(SEEN, [Declared(SEEN.ply, 0, 0, (*hand[:2], card("Cc")), None, 3)])


def test_nothing_ends_before_it_is_over() -> None:
    match = Match.new(SCOPA, seed=1)
    last, ended = match, match
    while ended.outcome is None:
        last, ended = ended, ended.play(ended.deal.legal_moves[0])
    final = last.step(last.deal.legal_moves[0])
    *before, scored, won = told(final.events, 0)
    assert isinstance(won, MatchWon)
    view = last.view(0)
    assert view.after([*before, scored, won]) == ended.view(0)
    for wrong in ([won], [scored], [*before, won], [*before, scored, *before]):
        out_of_place(view, wrong)
    out_of_place(ended.view(0), [won])
    out_of_place(ended.view(0), told(match.dealt, 0))
    out_of_place(match.view(0), [won])
    for place in (None, 1 - (won.side or 0)):
        other = attrs.evolve(won.outcome, winner=place)
        out_of_place(view, [*before, scored, attrs.evolve(won, outcome=other)])
    sides = VARIANTS["scopa"].derive(id="x-other")
    assert isinstance(scored, DealScored)
    for sheet in (
        attrs.evolve(scored.score, variant=sides),
        attrs.evolve(scored.score, points=(1, 2, 3)),
    ):
        out_of_place(view, [*before, attrs.evolve(scored, score=sheet)])


def test_every_view_of_a_match_passes_and_what_is_wrong_is_named() -> None:
    match = Match.new(SCOPA, seed=1, target=21)
    while not match.scores:
        match = match.play(match.deal.legal_moves[0])
    view = match.view(1)
    view.check()
    view.counts_only().check()
    match.view(None).check()
    other = VARIANTS["scopa-french"]
    sheet = attrs.evolve(match.scores[0], variant=other)
    wrong: list[tuple[dict[str, Any], str, str]] = [
        ({"target": 0}, "target-below-one", "target"),
        ({"target": True}, "target-below-one", "target"),
        ({"totals": (0, 0)}, "inconsistent", "totals"),
        ({"scores": ()}, "inconsistent", "totals"),
        ({"scores": (sheet,)}, "inconsistent", "scores[0]"),
        ({"outcome": Outcome(0, OutcomeReason.TARGET, (21, 0), 1)}, "inconsistent", "outcome"),
        ({"deal": attrs.evolve(view.deal, turn=7)}, "seat-out-of-range", "deal.turn"),
        ({"deal": attrs.evolve(view.deal, ply=-1)}, "negative", "deal.ply"),
    ]
    for changes, code, where in wrong:
        changed_view: Any = attrs.evolve(view, **changes)
        with pytest.raises(InvalidSetupError) as error:
            changed_view.check()
        assert (code, where) in [(own.code, own.where) for own in error.value.problems]
