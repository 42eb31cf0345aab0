"""Readings that no default takes, each one declared change away: what they do at the table."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Literal

import pytest
from attrs import evolve

from scopa import (
    VARIANTS,
    CardSet,
    Deal,
    Ending,
    Match,
    Rank,
    RedealRequired,
    Seating,
    Sweep,
    Sweeper,
    Variant,
)
from scopa.codec import from_json, to_json
from scopa.events import OpeningTaken, Played, Redealt, Remainder
from scopa.moves import parse_move
from scopa.variant import diff
from scopa.view import View
from tests.positions import after, card, cards, deck, moves, points, position

CICERA, ESCOPA, CIRULLA = (VARIANTS[name] for name in ("cicera-bresciana", "escopa-15", "cirulla"))
LEFT: dict[str, Any] = {"table": "3b Rc", "hand": "2d", "last_play": True}


def house(name: str, ending: Ending) -> Variant:
    return VARIANTS[name].derive(id="x-ending", ending=ending)


def nobody_captures(variant: Variant, dealer: int = 1) -> Deal:
    """A deal in which every card is laid down."""
    deal = Deal.start(variant, variant.pack.cards, dealer=dealer)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
    return deal


# ---------------------------------------------------------------------- the cards left at the end


def test_leftovers_may_belong_to_nobody() -> None:
    deal = position(house("scopa", Ending(leftovers="nobody")), **LEFT)
    step = deal.step(parse_move("2d"))
    assert step.after.table == cards("2d 3b Rc")
    assert step.after.piles == deal.piles
    assert step.after.last_taker == 0
    (remainder,) = (event for event in step.events if isinstance(event, Remainder))
    assert (remainder.seat, remainder.side, CardSet(remainder.cards)) == (
        None,
        None,
        cards("2d 3b Rc"),
    )


def test_a_deal_whose_leftovers_are_nobodys_is_a_value_as_any_other() -> None:
    over = after(position(house("scopa", Ending(leftovers="nobody")), **LEFT), "2d")
    assert Deal.from_setup(over.setup()) == over
    assert from_json(to_json(over)) == over
    over.view(0).check()
    over.view(None).counts_only().check()
    usual = evolve(over.setup(), variant=VARIANTS["scopa"])
    assert [problem.code for problem in usual.problems()] == ["remainder-not-taken"]


@pytest.mark.clause("A0.6", "A2.10")
@pytest.mark.parametrize("dealer", [0, 3])
def test_f39_where_nobody_captured_the_dealer_may_get_the_cards(dealer: int) -> None:
    over = nobody_captures(house("cicera-bresciana", Ending(no_capture="dealer")), dealer)
    side = over.seating.side_of(dealer)
    assert (over.table, over.last_taker) == (cards(""), dealer)
    assert over.piles[side] == CICERA.pack.card_set
    assert points(over.score())[side]["cards"] == 2
    assert over.score().points[1 - side] == 0
    assert over.score().captured
    assert over.sweeps == (0, 0)
    left = evolve(over.setup(), table=CICERA.pack.card_set, piles=((), ()), last_taker=None)
    assert [problem.code for problem in left.problems()] == ["remainder-not-taken"]


@pytest.mark.clause("S3.29", "A0.6")
def test_where_nobody_captured_the_awards_may_be_counted_to_the_letter() -> None:
    """Either opponent has fewer than ten cards, and nothing else is anybody's."""
    two: dict[str, Any] = {"seatings": (Seating.singles(2),)}
    strict = ESCOPA.derive(id="x-void", **two)
    counted = ESCOPA.derive(id="x-counted", ending=Ending(no_capture="counted"), **two)
    assert nobody_captures(strict).score().points == (0, 0)
    over = nobody_captures(counted)
    assert (over.last_taker, over.table) == (None, ESCOPA.pack.card_set)
    assert points(over.score()) == [{"opponent-under": 2}, {"opponent-under": 2}]
    assert over.score().points == (2, 2)
    assert not over.score().captured
    assert from_json(to_json(over.score())) == over.score()


@pytest.mark.parametrize(
    "ending",
    [Ending("nobody"), Ending(no_capture="dealer"), Ending(no_capture="counted")],
    ids=str,
)
@pytest.mark.parametrize("captures", [False, True])
def test_what_is_left_is_seen_by_everybody_alike(ending: Ending, captures: bool) -> None:
    variant = house("cicera-bresciana", ending)
    deal, events = Deal.open(variant, variant.pack.cards)
    views = {
        seat: View.undealt(variant, deal.seating, seat, deal.dealer) for seat in (None, 0, 1, 2, 3)
    }
    told = events
    while True:
        for seat, view in views.items():
            views[seat] = view.after(event.seen_by(seat) for event in told)
            assert views[seat] == deal.view(seat)
        if deal.is_over:
            break
        step = deal.step(deal.legal_moves[0 if captures else -1])
        deal, told = step.after, step.events


# ---------------------------------------------------------------------- the last play of a packet


@pytest.mark.clause("A0.3")
@pytest.mark.parametrize(("last_play_of", "sweeps"), [("deal", 1), ("packet", 0)])
def test_the_last_play_may_be_that_of_each_packet(
    last_play_of: Literal["deal", "packet"], sweeps: int
) -> None:
    variant = VARIANTS["scopa"].derive(id="x-packet", sweep=Sweep(last_play_of=last_play_of))
    last = position(variant, table="7c", hand="7d", hands={1: ""}, stock="2c 4c 6c 3s 5s 7s")
    assert after(last, "7dx7c").sweeps == (sweeps, 0)
    earlier = position(variant, table="7c", hand="7d", hands={1: "Rd"})
    assert after(earlier, "7dx7c").sweeps == (1, 0)


# ---------------------------------------------------------------------- banking the ace


def test_in_foraccio_the_ace_takes_everything_or_is_banked() -> None:
    deal = position("foraccio", table="4d 5d Fc", hand="Ad 2c", hands={1: "Ac Rb"})
    assert moves(deal)[:2] == ["Adx4d5dFc", "Ad"]
    banked = deal.step(parse_move("Ad")).after
    assert card("Ad") in banked.piles[0]
    assert (banked.table, banked.last_taker) == (cards("4d 5d Fc"), 0)
    assert (banked.sweeps, banked.bonuses) == ((0, 0), ((0,), (0,)))
    assert card("Ac") in after(banked, "Ac").piles[1]


def test_a_banked_ace_was_not_laid_so_nobody_claims_what_it_left() -> None:
    sweeper = Sweeper(Rank.ACE, on_cards="kept")
    capture = evolve(ESCOPA.capture, sweeper=sweeper)
    variant = ESCOPA.derive(id="x-bank", capture=capture, seatings=(Seating.singles(2),))
    deal = position(variant, table="4d 5d", hand="Ad 2c")
    banked = after(deal, "Ad")
    assert not banked.is_claimable
    assert banked.view(1).legal_moves == banked.legal_moves
    told = deal.view(1).after(event.seen_by(1) for event in deal.step(parse_move("Ad")).events)
    assert told == banked.view(1)


def test_where_capture_is_compulsory_banking_is_the_only_other_way() -> None:
    scopa = VARIANTS["scopa-d-assi"]
    variant = scopa.derive(
        id="x-bank", capture=evolve(scopa.capture, sweeper=Sweeper(Rank.ACE, on_cards="kept"))
    )
    deal = position(variant, table="4d 5d", hand="Ad 4c")
    assert moves(deal) == ["Adx4d5d", "Ad", "4cx4d"]
    assert moves(position("scopa-d-assi", table="4d 5d", hand="Ad 4c")) == ["Adx4d5d", "4cx4d"]
    assert moves(position(variant, table="As 5d", hand="Ad 4c"))[:2] == ["AdxAs", "Ad"]
    empty = position(variant, table="", hand="Ad 4c")
    assert after(empty, "Ad").table == cards("Ad")  # on_empty is a question of its own


# ---------------------------------------------------------------------- two aces and fifteen


def opened(variant: Variant, table: str) -> Deal | None:
    """The deal with this opening table, or nothing where it is dealt again."""
    try:
        return Deal.start(variant, deck(variant, table=table))
    except RedealRequired:
        return None


def opening_first(name: str = "cirulla") -> Variant:
    parent = VARIANTS[name]
    assert parent.opening is not None
    return parent.derive(id="x-first", opening=evolve(parent.opening, if_void="taken"))


@pytest.mark.parametrize(("table", "sweeps"), [("Ad Ac 6s 7b", 1), ("Ad As 6c 7c", 1)])
def test_two_aces_and_fifteen_are_void_or_taken_as_declared(table: str, sweeps: int) -> None:
    assert opened(CIRULLA, table) is None
    taken = opened(opening_first(), table)
    assert taken is not None
    assert (taken.piles[taken.dealer], taken.sweeps[taken.dealer]) == (cards(table), sweeps)
    assert taken.table == cards("")


@pytest.mark.parametrize("table", ["Ad Ac 6s 6b", "Ad Ac As 2b"])
def test_two_aces_alone_are_void_whichever_goes_first(table: str) -> None:
    assert opened(CIRULLA, table) is None
    assert opened(opening_first(), table) is None


def test_384_openings_are_both_where_no_card_is_wild() -> None:
    """As counted without the library: `reading` 0.4."""
    variant = CIRULLA.derive(id="x-tame", wild=None)
    first = opening_first().derive(wild=None)
    aces = [c for c in CIRULLA.pack.cards if c.rank is Rank.ACE]
    both = 0
    for table in combinations(CIRULLA.pack.cards, 4):
        if len(set(table) & set(aces)) < 2:
            continue
        rest = [c for c in CIRULLA.pack.cards if c not in table]
        row = (*rest[:6], *table, *rest[6:])
        with pytest.raises(RedealRequired):
            Deal.start(variant, row)
        try:
            Deal.start(first, row)
        except RedealRequired:
            continue
        both += 1
    assert both == 384


def test_a_match_goes_on_with_the_table_that_was_taken() -> None:
    row = deck(CIRULLA, table="Ad Ac 6s 7b")
    match = Match.new(opening_first(), deck=row, dealer=1)
    assert any(isinstance(event, OpeningTaken) for event in match.dealt)
    assert not any(isinstance(event, Redealt) for event in match.dealt)
    assert not any(isinstance(event, Played) for event in match.dealt)


# ---------------------------------------------------------------------- each is one change


@pytest.mark.parametrize(
    ("parent", "variant", "change"),
    [
        ("scopa", house("scopa", Ending("nobody")), {"ending": {"leftovers": "nobody"}}),
        (
            "escopa-15",
            house("escopa-15", Ending(no_capture="counted")),
            {"ending": {"no_capture": "counted"}},
        ),
        ("cirulla", opening_first(), {"opening": {"if_void": "taken"}}),
        (
            "scopa",
            VARIANTS["scopa"].derive(id="x-packet", sweep=Sweep(last_play_of="packet")),
            {"sweep": {"last_play_of": "packet"}},
        ),
    ],
)
def test_each_reading_is_one_declared_change_away(
    parent: str, variant: Variant, change: dict[str, object]
) -> None:
    assert diff(variant, VARIANTS[parent]) == {"id": variant.id, **change}
    assert Variant.from_dict({"base": parent, "id": variant.id, **change}) == variant
