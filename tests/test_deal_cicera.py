"""Cicera bresciana: a deal at a table of two pairs."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from scopa import (
    BRESCIANE_52,
    VARIANTS,
    Card,
    CardSet,
    Deal,
    Dealing,
    IllegalReason,
    Match,
    Play,
    Rank,
    Refill,
    SameSuit,
    Seating,
    Suit,
    captures,
)
from scopa.events import BonusScored
from tests.positions import after, card, cards, deck, moves, points, position

CICERA = VARIANTS["cicera-bresciana"]
SORTED = CICERA.pack.cards


def at(table: str, hand: str, **more: Any) -> Deal:
    return position(CICERA, table=table, hand=hand, **more)


# ---------------------------------------------------------------------- dealing and turns


@pytest.mark.clause("S2.3")
def test_twelve_cards_to_each_of_four_and_four_on_the_table() -> None:
    deal = Deal.start(CICERA, SORTED)
    assert [len(hand) for hand in deal.hands] == [12] * 4
    assert (len(deal.table), deal.stock) == (4, ())
    assert deal.is_last_packet


@pytest.mark.clause("S2.4")
def test_the_dealer_is_chosen_at_random() -> None:
    assert {Match.new(CICERA, seed=seed).dealer for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.clause("S2.5")
@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_after_the_dealer_starts_and_play_goes_round(dealer: int) -> None:
    deal = Deal.start(CICERA, SORTED, dealer=dealer)
    assert CICERA.direction == "anticlockwise"
    for ply in range(48):
        assert deal.turn == (dealer + 1 + ply) % 4
        deal = deal.play(deal.legal_moves[0])
    assert deal.is_over


@pytest.mark.clause("A2.12")
def test_no_opening_table_is_void() -> None:
    kings = "Rd Rc Rs Rb"
    assert Deal.start(CICERA, deck(CICERA, table=kings, players=4)).table == cards(kings)


# ---------------------------------------------------------------------- capturing


@pytest.mark.clause("S2.7")
def test_a_card_takes_its_equal_a_number_takes_numbers_of_its_total() -> None:
    assert moves(at("7d Rb", "7s")) == ["7sx7d", "7s"]
    assert moves(at("3b 4c Rb", "7s")) == ["7sx4c3b", "7s"]
    assert moves(at("6b 4c Rd", "Ts")) == ["Tsx4c6b", "Ts"]  # the Re is no ten


@pytest.mark.clause("S2.6", "S2.7", "A2.1")
@pytest.mark.parametrize("court", "FCR")
def test_a_court_takes_one_court_of_its_rank_and_joins_no_sum(court: str) -> None:
    deal = at(f"{court}d {court}c 8b 2b", f"{court}s")
    assert moves(deal) == [f"{court}sx{court}d", f"{court}sx{court}c", f"{court}s"]
    both = Play.parse(f"{court}sx{court}d{court}c")
    assert deal.why_illegal(both) is IllegalReason.DOES_NOT_ADD_UP
    for number in "A23456789T":
        assert captures(CICERA.capture, BRESCIANE_52, card(f"{number}s"), cards(f"{court}d")) == ()


@pytest.mark.clause("S2.7")
def test_the_card_played_joins_the_pile_of_the_team() -> None:
    for turn, side in [(0, 0), (1, 1), (2, 0), (3, 1)]:
        taken = at("7d Rb", "7s", turn=turn, last_taker=turn).play(Play.parse("7sx7d"))
        assert cards("7s 7d") <= taken.piles[side]


@pytest.mark.clause("S2.8", "S2.9", "S2.10")
def test_take_the_equal_or_the_sum_or_just_place_the_card() -> None:
    deal = at("7d 3b 4c", "7s")
    assert moves(deal) == ["7sx7d", "7sx4c3b", "7s"]
    assert after(deal, "7sx4c3b").table == cards("7d")
    assert after(deal, "7s").table == cards("7d 4c 7s 3b")


# ---------------------------------------------------------------------- bonuses


def gained(deal: Deal, *played: str) -> dict[str, int]:
    """What the last of these moves brings its side besides cards."""
    *before, last = played
    deal = after(deal, *before)
    side = CICERA.seatings[0].side_of(deal.turn)
    then = after(deal, last)
    bonuses = zip(CICERA.bonuses, deal.bonuses[side], then.bonuses[side], strict=True)
    brought = {bonus.id: new - old for bonus, old, new in bonuses}
    brought["scua"] = then.sweeps[side] - deal.sweeps[side]
    return {name: number for name, number in brought.items() if number}


@pytest.mark.clause("S2.11")
def test_scua_clears_the_table_in_one_capture() -> None:
    assert gained(at("3b 4c", "7s"), "7sx4c3b") == {"scua": 1}
    assert gained(at("3b 4c Rb", "7s"), "7sx4c3b") == {}
    assert CICERA.sweep.points == 1


@pytest.mark.clause("S2.12", "A2.2")
def test_picada_takes_the_card_just_left_by_an_equal_one() -> None:
    deal = at("9b Rb", "5d", hands={1: "5c"})
    assert gained(deal, "5d", "5cx5d") == {"picada": 1}


@pytest.mark.clause("A2.2")
def test_picada_of_a_card_that_could_have_captured() -> None:
    deal = at("5s Rb", "5d", hands={1: "5c"})
    assert gained(deal, "5d", "5cx5d") == {"picada": 1}
    assert gained(deal, "5d", "5cx5s") == {}  # an equal card that lay there before


@pytest.mark.clause("A2.2")
def test_no_picada_once_somebody_else_has_played() -> None:
    deal = at("Rb", "5d", hands={1: "Fd", 2: "5c"})
    assert gained(deal, "5d", "Fd", "5cx5d") == {}


@pytest.mark.clause("A2.2", "S2.12")
def test_b09_picada_works_with_courts() -> None:
    assert gained(at("2b", "Fc", hands={1: "Fd"}), "Fc", "FdxFc") == {"picada": 1}


@pytest.mark.clause("A2.2")
def test_b10v_there_is_no_picada_on_the_first_play() -> None:
    opening = deck(CICERA, hands=["5c"], table="5d 9c Rb 2s", players=4)
    assert gained(Deal.start(CICERA, opening), "5cx5d") == {}


@pytest.mark.clause("S2.13")
def test_simili_is_one_suit_in_the_whole_capture() -> None:
    assert gained(at("3s 4s Rb", "7s"), "7sx3s4s") == {"simili": 1}
    assert gained(at("3s 4s Rb", "7c"), "7cx3s4s") == {}
    assert gained(at("3s 4b Rb", "7s"), "7sx3s4b") == {}


@pytest.mark.clause("A2.3")
def test_a_capture_of_one_card_is_never_of_one_suit() -> None:
    for rank, suit in product(Rank, Suit):
        played, table = Card(rank, suit), CardSet(SORTED) - {Card(rank, suit)}
        singles = [
            taken
            for taken in captures(CICERA.capture, BRESCIANE_52, played, table)
            if len(taken) == 1
        ]
        assert len(singles) == 3
        for taken in singles:
            assert SameSuit().earned(played, taken._bits, 0, ()) == 0


@pytest.mark.clause("S2.14", "A2.4")
def test_cuatriglia_takes_three_or_more_from_the_table() -> None:
    assert gained(at("Ad 2c 3b Rb", "6s"), "6sxAd2c3b") == {"cuatriglia": 1}
    assert gained(at("Ad 2c Ab 3b Rb", "7s"), "7sxAd2cAb3b") == {"cuatriglia": 1}
    assert gained(at("2c 4b Rb", "6s"), "6sx2c4b") == {}


@pytest.mark.clause("S2.15", "A2.5")
def test_b02_bonuses_of_one_capture_add_up() -> None:
    three = {"scua": 1, "simili": 1, "cuatriglia": 1}
    assert gained(at("As 2s 3s", "6s"), "6sxAs2s3s") == three
    assert gained(at("", "5d", hands={1: "5c"}), "5d", "5cx5d") == {"scua": 1, "picada": 1}  # B04


@pytest.mark.clause("A2.5", "A2.2")
def test_b06_b08_what_is_a_scua_only() -> None:
    assert gained(at("2b", "5d", hands={1: "7s"}), "5d", "7sx5d2b") == {"scua": 1}
    captured = at("2b", "5d", hands={1: "2c", 2: "5c"})  # the five was laid, but not just now
    assert gained(captured, "5d", "2cx2b", "5cx5d") == {"scua": 1}
    lay_there = at("5d 2b", "2c", hands={1: "5c"})
    assert gained(lay_there, "2cx2b", "5cx5d") == {"scua": 1}


@pytest.mark.clause("A2.2")
def test_b08_a_card_that_was_played_to_capture_is_never_echoed() -> None:
    """It lies in a pile: what lies on the table was there before."""
    deal = at("5s 5b", "5d", hands={1: "5c"})
    assert gained(deal, "5dx5s", "5cx5b") == {"scua": 1}


@pytest.mark.clause("S2.15", "A2.6")
def test_l10_bonuses_count_on_the_last_play_too() -> None:
    three = {"scua": 1, "simili": 1, "cuatriglia": 1}
    deal = at("As 2s 3s", "6s", last_play=True)
    assert gained(deal, "6sxAs2s3s") == three
    assert after(deal, "6sxAs2s3s").is_over


@pytest.mark.clause("A2.5")
def test_no_capture_of_a_random_deal_brings_more_than_three() -> None:
    rng = random.Random(25)
    for _ in range(40):
        deal = Deal.start(CICERA, tuple(rng.sample(SORTED, 52)))
        while not deal.is_over:
            step = deal.step(rng.choice(deal.legal_moves))
            bonuses = {e.bonus for e in step.events if isinstance(e, BonusScored)}
            swept = sum(step.after.sweeps) - sum(deal.sweeps)
            assert len(bonuses) + swept <= 3
            assert not ("picada" in bonuses and len(bonuses) > 1)
            assert "simili" not in bonuses or len(step.after.table) < len(deal.table) - 1
            deal = step.after


# ---------------------------------------------------------------------- the end


@pytest.mark.clause("S2.16", "A2.9")
@pytest.mark.parametrize(("taker", "side"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_what_is_left_goes_to_the_team_that_captured_last_without_bonus(
    taker: int, side: int
) -> None:
    deal = at("3b", "2d", last_play=True, last_taker=taker)
    ended = after(deal, "2d")
    assert cards("3b 2d") <= ended.piles[side]
    assert (ended.sweeps, ended.bonuses, ended.table) == (deal.sweeps, deal.bonuses, cards(""))


@pytest.mark.clause("S2.17", "A2.10")
def test_where_nobody_captured_the_cards_stay_unclaimed() -> None:
    deal = Deal.start(CICERA, SORTED)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
    assert deal.table == CICERA.pack.card_set
    assert (deal.piles, deal.last_taker) == ((cards(""), cards("")), None)
    assert points(deal.score()) == [{}, {}]


@pytest.mark.clause("A2.14")
@pytest.mark.parametrize(
    ("seating", "dealing", "packets"),
    [
        (Seating.pairs(), Dealing(hand=6, refill=Refill(6)), 2),
        (Seating.pairs(), Dealing(hand=4, refill=Refill(4)), 3),
        (Seating.singles(2), Dealing(hand=12, refill=Refill(12)), 2),
    ],
)
def test_other_formats_are_one_declared_change(
    seating: Seating, dealing: Dealing, packets: int
) -> None:
    assert (CICERA.seatings, CICERA.dealing) == ((Seating.pairs(),), Dealing(12, 4, None))
    house = CICERA.derive(id="x-format", seatings=[seating], dealing=dealing)
    deal, dealt = Deal.start(house, SORTED), 1
    while not deal.is_over:
        stock = len(deal.stock)
        deal = deal.play(deal.legal_moves[0])
        dealt += len(deal.stock) < stock
    assert dealt == packets
    assert sum(map(len, deal.piles)) == 52
