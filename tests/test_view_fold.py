"""What each seat is told of what happens, and that this is all it needs to know what it may."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import (
    VARIANTS,
    Capture,
    Claims,
    Complement,
    Deal,
    Dealing,
    Equal,
    Match,
    MatchRules,
    Rank,
    RankCount,
    Refill,
    Seating,
    Sweeper,
    Variant,
    Wild,
    match_to,
    parse_move,
)
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    DealScored,
    Dealt,
    Declared,
    Event,
    LastCards,
    MatchWon,
    OpeningTaken,
    Played,
    Redealt,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.testing import strategies
from tests.positions import after, card, cards, deck, position
from tests.strategies import CATALOGUE, Table, examples
from tests.views import before_dealing, course, everybody, some_move, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scopa import Step
    from scopa.view import MatchView

SCOPA, ESCOPA, CIRULLA = (VARIANTS[name] for name in ("scopa", "escopa-15", "cirulla"))
WITH_REDEAL = 1029  # the first deal of this seed lays 2c Rd Rc Rs

each_table = pytest.mark.parametrize("table", CATALOGUE, ids=str)


# ---------------------------------------------------------------------- what each event shows


@each_table
def test_only_the_cards_dealt_to_others_are_hidden(table: Table) -> None:
    match = Match.new(table.variant, seed=str(table), seating=table.seating)
    events = [*match.dealt, *(e for step in course(table, Random(1)) for e in step.events)]
    for seat in everybody(table.seating):
        for event in events:
            seen = event.seen_by(seat)
            if isinstance(event, Dealt) and event.seat != seat:
                assert seen == Dealt(event.ply, event.seat, event.side, (), event.count)
            else:
                assert seen is event


def test_a_packet_is_seen_by_whom_it_is_dealt_to() -> None:
    _, events = Deal.open(SCOPA, SCOPA.pack.cards, dealer=0)
    assert [(e.seat, [str(c) for c in e.cards]) for e in told(events, 0)] == [
        *((1, []), (0, ["2d", "4d", "6d"]), (0, ["7d", "Fd", "Cd", "Rd"])),
    ]
    spectator = [event for event in told(events, None) if isinstance(event, Dealt)]
    assert [(event.seat, event.cards, event.count) for event in spectator] == [
        *((1, (), 3), (0, (), 3)),
    ]


def test_partners_are_not_told_each_others_cards() -> None:
    _, events = Deal.open(SCOPA, SCOPA.pack.cards, seating=Seating.pairs())
    shown = [event.seat for event in told(events, 2) if isinstance(event, Dealt) and event.cards]
    assert shown == [2]


# ---------------------------------------------------------------------- following a match


def follow(views: dict[int | None, MatchView], events: Iterable[Event], match: Match) -> None:
    """Everybody is told what happened, and knows what he may."""
    happened = tuple(events)
    for seat, view in views.items():
        views[seat] = view.after(told(happened, seat))
        assert views[seat] == match.view(seat)


def sat_down(match: Match) -> dict[int | None, MatchView]:
    """Everybody has been told how the first deal was dealt."""
    views = {seat: before_dealing(match, seat) for seat in everybody(match.seating)}
    follow(views, match.dealt, match)
    return views


def followed(match: Match, rng: Random, deals: int) -> tuple[Match, list[Event]]:
    """So many deals of a match, or all of it, with everybody being told; and all that happened."""
    views = sat_down(match)
    happened = list(match.dealt)
    while match.outcome is None and len(match.scores) < deals:
        step = match.step(some_move(match.deal, rng))
        follow(views, step.events, step.after)
        happened += step.events
        match = step.after
    return match, happened


@pytest.mark.unmeasured
@each_table
def test_who_is_told_what_happens_knows_what_he_may(table: Table) -> None:
    match = Match.new(table.variant, seed=str(table), seating=table.seating)
    followed(match, Random(str(table)), deals=1)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_match_can_be_followed_to_its_end(variant: Variant) -> None:
    rules = variant.match
    match = Match.new(variant, seed=3, target=rules.target and min(rules.target, 5))
    ended, events = followed(match, Random(3), deals=4)
    assert sum(isinstance(event, DealScored) for event in events) == len(ended.scores)
    assert sum(isinstance(event, MatchWon) for event in events) == (ended.outcome is not None)


def test_the_next_deal_is_followed_and_the_next_seat_deals() -> None:
    match = Match.new(SCOPA, seed=4, dealer=2, seating=SCOPA.seating_for(3), target=21)
    later, events = followed(match, Random(4), deals=3)
    assert len(later.scores) == 3
    assert [event.seat for event in events if isinstance(event, TableLaid)] == [2, 0, 1, 2]


def test_a_deal_that_is_dealt_again_is_followed() -> None:
    match = Match.new(SCOPA, seed=WITH_REDEAL, dealer=0)
    assert isinstance(match.dealt[0], Redealt)
    followed(match, Random(1), deals=1)


def test_a_later_deal_that_is_dealt_again_is_followed() -> None:
    picky = SCOPA.derive(id="x-picky", redeals=[RankCount(Rank.KING, 1)])
    _, events = followed(Match.new(picky, seed=4, target=31), Random(2), deals=4)
    redealt = [number for number, event in enumerate(events) if isinstance(event, Redealt)]
    scored = [number for number, event in enumerate(events) if isinstance(event, DealScored)]
    assert any(number - 1 in scored for number in redealt)
    assert any(number - 1 in redealt for number in redealt)


def test_a_match_dealt_from_given_decks_is_followed() -> None:
    match = Match.new(SCOPA, deck=SCOPA.pack.cards, dealer=0)
    ended, _ = followed(match, Random(1), deals=1)
    assert ended.awaits_deck
    views = {seat: ended.view(seat) for seat in everybody(ended.seating)}
    following = ended.deal_next(SCOPA.pack.cards)
    follow(views, following.dealt, following)
    assert following.deal.dealer == 1


def test_points_taken_off_are_followed() -> None:
    followed(Match.new(SCOPA, seed=1).penalise(0, 3), Random(1), deals=1)


@pytest.mark.parametrize(
    "rules", [match_to(1), MatchRules(target=None, tie="draw")], ids=["won", "single-deal"]
)
def test_the_end_of_a_match_is_told(rules: MatchRules) -> None:
    match, events = followed(Match.new(SCOPA.derive(match=rules), seed=5), Random(5), deals=9)
    won = events[-1]
    assert isinstance(won, MatchWon)
    assert won.outcome == match.outcome


# ---------------------------------------------------------------------- following a deal


def check_step(step: Step) -> None:
    """Everybody follows one move, where piles lie face up and where they lie face down."""
    for seat in everybody(step.before.seating):
        before, later = step.before.view(seat), step.after.view(seat)
        assert before.after(told(step.events, seat)) == later
        assert before.counts_only().after(told(step.events, seat)) == later.counts_only()


def happens(deal: Deal, *moves: str) -> tuple[Deal, list[type[Event]]]:
    """The deal after these moves, each followed by everybody; and what kinds of things happened."""
    kinds: list[type[Event]] = []
    for text in moves:
        step = deal.step(parse_move(text))
        check_step(step)
        kinds += map(type, step.events)
        deal = step.after
    return deal, kinds


@examples(25)
@given(strategies.variants(), st.integers(0, 2**32))
def test_a_deal_of_any_rules_can_be_followed(variant: Variant, seed: int) -> None:
    for step in course(Table(variant, variant.seatings[0]), Random(seed)):
        check_step(step)


def test_captures_and_sweeps_are_followed() -> None:
    deal = position("scopa", table="3b 4s", hand="7d 2d", hands={1: "2c Ad"})
    swept, kinds = happens(deal, "7dx4s3b", "2c", "2dx2c")
    assert kinds == [Played, Captured, Swept, Played, Played, Captured, Swept]
    assert swept.view(1).sweeps == (2, 0)


def test_bonuses_are_followed() -> None:
    deal = position("cicera-bresciana", table="As 2s 3s", hand="6s 7d", hands={1: "4d 7s"})
    later, kinds = happens(deal, "6sxAs2s3s", "4d")
    assert kinds[:5] == [Played, Captured, Swept, BonusScored, BonusScored]
    assert later.view(0).placed == card("4d")


def test_cards_left_at_the_end_are_followed_to_whoever_captured_last() -> None:
    deal = position("scopa", table="3b Rc", hand="2d", last_play=True, last_taker=1)
    over, kinds = happens(deal, "2d")
    assert kinds == [Played, Remainder, DealScored]
    assert cards("2d 3b Rc") <= over.piles[1]


@pytest.mark.clause("S2.17")
def test_cards_that_nobody_claims_stay_where_they_are() -> None:
    cicera = VARIANTS["cicera-bresciana"]
    deal = Deal.start(cicera, cicera.pack.cards)
    while deal.ply < 47:
        deal = deal.play(deal.legal_moves[-1])
    over, kinds = happens(deal, str(deal.legal_moves[-1]))
    assert kinds == [Played, Remainder, DealScored]
    assert over.view(0).table == cicera.pack.card_set


def test_an_ace_kept_from_an_empty_table_is_followed() -> None:
    deal = position("tuzzilicchio", table="", hand="Ad", hands={1: "2c"})
    kept, kinds = happens(deal, "Ad")
    assert kinds == [Played, Captured]
    assert card("Ad") in kept.piles[0]


# ---------------------------------------------------------------------- claims


def test_claims_are_followed() -> None:
    deal = position("escopa-15", table="Cb 2c", hand="7d 3d", hands={1: "4d 4c"})
    claimed, kinds = happens(deal, "7d", "!7dCb", "4d")
    assert kinds == [Played, Claimed, Played]
    assert cards("7d Cb") <= claimed.piles[1]


def test_claims_that_are_not_made_are_followed() -> None:
    deal = position("escopa-15", table="Cb 2c", hand="7d 3d", hands={1: "4d 4c"})
    passed, _ = happens(deal, "7d", "4d")
    assert not passed.is_claimable


LAYING = ESCOPA.derive(
    id="x-laying", dealing=Dealing(4, 2, Refill(4, 2)), seatings=[Seating.singles(2)]
)
ONE_DEALER = ESCOPA.derive(id="x-one-dealer", dealing=Dealing())


@pytest.mark.parametrize(
    ("variant", "dealer", "claimable"),
    [
        pytest.param(ESCOPA, 1, True, id="the-other-leads"),
        pytest.param(ESCOPA, 0, False, id="his-own-oversight"),
        pytest.param(ONE_DEALER, 1, True, id="one-dealer"),
        pytest.param(LAYING, 1, False, id="cards-laid-over-it"),
    ],
)
def test_what_may_be_claimed_after_a_new_packet_is_followed(
    variant: Variant, dealer: int, *, claimable: bool
) -> None:
    stock = "2c 3c 4c 5c 6c 7c 2s 3s 4s 5s 6s 7s"
    deal = position(
        variant, table="Cb", hand="7d", hands={1: ""}, stock=stock, dealer=dealer, last_taker=1
    )
    packet, kinds = happens(deal, "7d")
    assert kinds[:3] == [Played, Dealt, Dealt]
    assert packet.is_claimable is claimable


def test_an_oversight_that_nobody_else_is_left_to_claim_is_followed() -> None:
    alone = position("escopa-15", table="Cb 2c", hand="7d 3d", hands={1: ""})
    laid, _ = happens(alone, "7d")
    assert (laid.turn, laid.is_claimable) == (0, False)


# ---------------------------------------------------------------------- declarations


def cirulla(reverts: Any) -> Variant:
    return CIRULLA.derive(id="x-cirulla", wild=Wild(card("7c"), reverts=reverts))


def test_declarations_are_followed() -> None:
    deal = position("cirulla", table="Rd", hand="Ad 2d 5d", hands={1: "Cc Cs Rs"})
    declared, kinds = happens(deal, "#", "2d", "Cc")
    assert kinds[0] is Declared
    assert declared.view(1).shown == (cards("Ad 5d"), cards(""))


@pytest.mark.parametrize(
    ("reverts", "lying"), [("at_once", None), ("on_capture", Rank.ACE), ("end_of_packet", Rank.ACE)]
)
def test_what_a_matta_counts_as_is_followed(reverts: Any, lying: Rank | None) -> None:
    deal = position(cirulla(reverts), table="Rd", hand="7c 2d 4d", hands={1: "Rs 3c Fb"})
    declared, _ = happens(deal, "#A")
    assert declared.view(1).wild_rank is lying
    happens(declared, *(str(move) for move in declared.legal_moves[:1]))
    laid = after(position(cirulla(reverts), table="", hand="7c 2d 4d", hands={1: "Rs 3c Fb"}), "#A")
    happens(laid, "7c", "3c", "4d" if lying is None else "4dx7c3c")


def test_a_matta_declared_a_seven_is_followed() -> None:
    deal = position("cirulla", table="Rd", hand="7c 7d 7s", hands={1: "Rs 3c Fb"})
    assert happens(deal, "#7")[0].view(1).wild_rank is None


@pytest.mark.parametrize(("reverts", "counts_as"), [("on_capture", "4"), ("end_of_packet", None)])
def test_a_matta_on_the_table_is_followed_into_the_next_packet(
    reverts: Any, counts_as: str | None
) -> None:
    deal = position(
        *(cirulla(reverts),), table="Rd", hand="7c", hands={1: ""}, stock="2c 3d", wild_rank=Rank(4)
    )
    packet, _ = happens(deal, "7c")
    assert packet.view(1).wild_rank == (Rank(4) if counts_as else None)


def test_a_matta_counts_on_while_others_are_captured() -> None:
    deal = position("cirulla", table="7c Rd 6s", hand="Rs", hands={1: "Fb"}, wild_rank=Rank.ACE)
    assert happens(deal, "RsxRd")[0].view(1).wild_rank is Rank.ACE


def test_a_matta_kept_from_an_empty_table_is_followed() -> None:
    kept = Capture((Equal(), Complement(15)), sweeper=Sweeper(Rank.ACE, on_empty="kept"))
    house = CIRULLA.derive(id="x-kept", capture=kept)
    deal = position(house, table="", hand="7c 2d 4d", hands={1: "Rs 3c Fb"})
    over, kinds = happens(deal, "#A", "7c")
    assert kinds == [Declared, Played, Captured]
    assert over.view(1).wild_rank is None


FREE = Capture((Complement(15),), compulsory=False, claims=Claims())


def test_who_declares_gives_up_the_claim() -> None:
    house = CIRULLA.derive(id="x-claims", capture=FREE)
    deal = position(house, table="Cb Rd", hand="6d 4c 4s", hands={1: "Ad 2d 5d"})
    laid, _ = happens(deal, "6d")
    assert (laid.view(1).is_claimable, laid.view(1).placed) == (True, card("6d"))
    declared, _ = happens(laid, "#")
    assert (declared.view(1).is_claimable, declared.view(1).placed) == (False, None)


@pytest.mark.parametrize(("wild_rank", "claimable"), [(None, True), (Rank.FOUR, False)])
def test_a_claim_is_gone_when_the_matta_counts_otherwise(
    wild_rank: Rank | None, *, claimable: bool
) -> None:
    house = cirulla("end_of_packet").derive(capture=FREE)
    stock = "2c 3d 2s 4s 3s 5s"
    deal = position(
        house, table="7c Cb", hand="6d", hands={1: ""}, stock=stock, wild_rank=wild_rank
    )
    packet, _ = happens(deal, "6d")
    assert packet.view(1).is_claimable is claimable


def test_after_the_last_card_nothing_is_claimed_and_the_matta_is_itself() -> None:
    house = CIRULLA.derive(id="x-claims", capture=FREE)
    others = " ".join(str(other) for other in house.pack.cards if other is not card("6d"))
    deal = position(
        house, table=others, hand="6d", last_play=True, last_taker=None, wild_rank=Rank.FOUR
    )
    over, kinds = happens(deal, "6d")
    assert kinds == [Played, Remainder, DealScored]
    assert (over.view(1).is_claimable, over.view(1).wild_rank) == (False, None)


# ---------------------------------------------------------------------- dealing


@pytest.mark.clause("S3.13")
def test_a_dealer_who_changes_with_the_packet_is_followed() -> None:
    deal = position("escopa-15", table="Rc", hand="2d", hands={1: ""}, stock="2c 3c 4c 6c 7c As")
    packet, kinds = happens(deal, "2d")
    assert kinds == [Played, Dealt, Dealt, LastCards]
    assert (deal.dealer, packet.dealer, packet.turn) == (1, 0, 1)


@pytest.mark.clause("A3.7")
@pytest.mark.parametrize("stock", ["2c", "2c 4c", "2c 4c 6c", "2c 4c 6c 3s 5s 7s Ab"])
def test_a_short_packet_is_followed(stock: str) -> None:
    seating = ESCOPA.seating_for(3)
    hands = {1: "", 2: ""}
    deal = position("escopa-15", table="Rc", hand="2d", hands=hands, stock=stock, seating=seating)
    packet, kinds = happens(deal, "2d")
    assert kinds.count(Dealt) == min(3, len(stock.split()))
    while not packet.is_over:
        packet, _ = happens(packet, str(packet.legal_moves[-1]))


@pytest.mark.parametrize("variant", ["escopa-15", "escoba", "escova-paulista", "cirulla"])
@pytest.mark.parametrize(
    ("table", "then"), [("7c 4c 3c Ac", "5s 3s 6s As"), ("5s 5b 3d 2c", "Rd Rc 6s Ab")]
)
def test_an_opening_that_is_taken_is_followed(variant: str, table: str, then: str) -> None:
    rules = VARIANTS[variant]
    laid = deck(rules, table=table, then=then, lead=1)
    match = Match.new(rules, deck=laid, dealer=0)
    sat_down(match)
    taken = [event for event in match.dealt if isinstance(event, OpeningTaken)]
    assert len(taken) == len([e for e in match.dealt if isinstance(e, TableLaid)]) - bool(
        match.deal.table
    )
    assert cards(table) <= match.deal.view(1).piles[0]  # type: ignore[index]


# ---------------------------------------------------------------------- what is no news


def test_what_changes_nothing_in_a_deal_is_passed_over() -> None:
    match = Match.new(SCOPA, seed=WITH_REDEAL, dealer=0)
    redealt = match.dealt[0]
    view = match.deal.view(1)
    assert view.after([redealt, LastCards(0, 0, 0, ())]) == view
    assert view.after([]) == view
