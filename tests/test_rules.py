"""The rule values around capturing."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import pytest

from scopa import (
    BRAZILIAN_40,
    BRESCIANE_52,
    ITALIAN_40,
    Dealing,
    Declarations,
    Echo,
    HandTotalAtMost,
    Holder,
    InvalidVariantError,
    MatchRules,
    NoTrick,
    OfAKind,
    Opening,
    Pairs,
    Rank,
    RankCount,
    Refill,
    SameSuit,
    SeatError,
    Seating,
    TableTotalAtMost,
    TookAtLeast,
    Total,
    ValueRefusedError,
    Variant,
    Wild,
    WinsHolding,
    WinsShutout,
    match_to,
)
from scopa.capture import values_of
from tests.positions import card, cards

VALUES = values_of(ITALIAN_40)
BRESCIANE = values_of(BRESCIANE_52)
PAIR = Seating.pairs()


def codes_of(**rules: Any) -> list[str]:
    """The codes of everything that is wrong with a variant."""
    with pytest.raises(InvalidVariantError) as refused:
        Variant(id="x", **rules)
    return [problem.code for problem in refused.value.problems]


# ---------------------------------------------------------------------- seats


def test_seatings_say_who_plays_with_whom() -> None:
    assert Seating.singles(3).sides == ((0,), (1,), (2,))
    assert PAIR.sides == ((0, 2), (1, 3))
    threes = Seating.two_sides_of_three()
    assert threes.sides == ((0, 2, 4), (1, 3, 5))
    assert [PAIR.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [s.players for s in (Seating.singles(2), PAIR, threes)] == [2, 4, 6]
    assert Seating([[0], [1]]) == Seating.singles(2)  # lists will do


@pytest.mark.clause("S2.1")
def test_of_four_in_pairs_the_seat_opposite_is_the_partner() -> None:
    for seat in range(4):
        assert PAIR.side_of(seat) == PAIR.side_of((seat + 2) % 4)
        assert PAIR.side_of(seat) != PAIR.side_of((seat + 1) % 4)


@pytest.mark.parametrize(
    "sides", [(), ((0,),), ((0, 1),), ((0,), (2,)), ((0,), (0,)), ((0,), ()), ((1,), (2,))]
)
def test_what_is_no_seating_is_refused(sides: Any) -> None:
    with pytest.raises(SeatError) as refused:
        Seating(sides)
    assert refused.value.code == "unknown-seating"


@pytest.mark.parametrize("seat", [-1, 4, "1", None, 1.0])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: Any) -> None:
    for ask in (PAIR.side_of, PAIR.check):
        with pytest.raises(SeatError) as refused:
            ask(seat)
        assert refused.value.code == "seat-out-of-range"
    with pytest.raises(SeatError, match="dealer"):
        PAIR.check(seat, "dealer")


# ---------------------------------------------------------------------- dealing


@pytest.mark.parametrize(
    ("dealing", "number", "players", "packets"),
    [
        (Dealing(), 40, 2, 6),
        (Dealing(), 40, 3, 4),
        (Dealing(), 40, 4, 3),
        (Dealing(), 40, 6, 2),
        (Dealing(), 40, 5, 0),  # F41
        (Dealing(), 40, 13, 0),
        (Dealing(hand=12, refill=None), 52, 4, 1),
        (Dealing(hand=9, refill=None), 40, 4, 1),
        (Dealing(hand=10, table=0, refill=None), 40, 4, 1),
        (Dealing(hand=3, refill=None), 40, 2, 0),
        (Dealing(hand=4, table=2, refill=Refill(4, 2)), 40, 2, 4),
        (Dealing(hand=5, table=0, refill=Refill(4, 2)), 40, 2, 4),
    ],
)
def test_the_packets_come_out_or_they_do_not(
    dealing: Dealing, number: int, players: int, packets: int
) -> None:
    assert dealing.packets(number, players) == packets


def test_f41_five_players_cannot_share_forty_cards() -> None:
    assert codes_of(seatings=[Seating.singles(5)]) == ["numbers-do-not-come-out"]


def test_f42_hands_beyond_the_pack_are_refused() -> None:
    six_each = Dealing(hand=6, refill=None)
    assert codes_of(seatings=[Seating.singles(8)], dealing=six_each) == ["numbers-do-not-come-out"]


@pytest.mark.parametrize(
    ("dealing", "codes"),
    [
        (Dealing(hand=0), ["no-cards"]),
        (Dealing(refill=Refill(0)), ["no-cards"]),
        (Dealing(hand=-1, refill=Refill(0)), ["no-cards", "no-cards"]),
        (Dealing(table=-1), ["negative"]),
        (Dealing(refill=Refill(3, -1)), ["negative"]),
        (Dealing(hand=0, table=-1), ["no-cards", "negative"]),
    ],
)
def test_numbers_that_are_no_numbers_of_cards_are_refused(
    dealing: Dealing, codes: list[str]
) -> None:
    assert codes_of(dealing=dealing) == codes


def test_every_seating_whose_numbers_do_not_come_out_is_listed() -> None:
    seatings = [Seating.singles(2), Seating.singles(5), Seating.singles(7)]
    assert codes_of(seatings=seatings) == ["numbers-do-not-come-out"] * 2


# ---------------------------------------------------------------------- void tables


def test_a_table_is_void_with_so_many_of_a_rank() -> None:
    kings = RankCount(Rank.KING, 3)
    assert kings.voids([card(text) for text in ("Rd", "Rc", "7d", "Rs")], VALUES)
    assert not kings.voids([card(text) for text in ("Rd", "Rc", "7d", "Cs")], VALUES)
    assert str(RankCount(Rank.ACE, 2)) == "at least 2 aces"


@pytest.mark.parametrize(
    ("rank", "said"), [(Rank.SIX, "at least 2 sixes"), (Rank.KNIGHT, "at least 2 knights")]
)
def test_a_void_table_is_named_in_english(rank: Rank, said: str) -> None:
    assert str(RankCount(rank, 2)) == said


def test_exactly_one_hundred_and_forty_five_openings_hold_three_or_four_kings() -> None:
    kings = RankCount(Rank.KING, 3)
    void = sum(kings.voids(table, VALUES) for table in combinations(ITALIAN_40.cards, 4))
    assert void == 145


def test_a_table_is_void_with_a_total_too_low() -> None:
    low = TableTotalAtMost(10)
    assert low.voids(list(cards("Ac 2c 3c 4c")), VALUES)
    assert not low.voids(list(cards("Ac 2c 3c 5c")), VALUES)
    assert not low.voids([], VALUES)
    assert not low.voids(list(cards("Ac Fc")), BRESCIANE)
    assert str(low) == "a total of at most 10"


@pytest.mark.parametrize(
    ("redeal", "code"),
    [(RankCount(Rank.TEN, 3), "foreign-rank"), (RankCount(Rank.ACE, 0), "always-void")],
)
def test_a_void_rule_that_makes_no_sense_is_refused(redeal: RankCount, code: str) -> None:
    assert codes_of(redeals=[redeal]) == [code]


# ---------------------------------------------------------------------- openings


@pytest.mark.clause("S3.15", "A3.8")
@pytest.mark.parametrize(
    ("values", "taken"),
    [
        ((7, 4, 3, 1), True),  # O01
        ((10, 5, 9, 6), True),  # O02
        ((10, 5, 8, 7), True),  # O04
        ((10, 5, 9, 4), False),  # O05
        ((10, 10, 9, 1), False),  # thirty, but not two pairs
        ((7, 7, 8, 8), True),
        ((1, 2, 3, 4), False),
    ],
)
def test_fifteen_or_two_pairs_of_fifteen_and_nothing_else(
    values: tuple[int, ...], taken: bool
) -> None:
    shapes = (Total(15), Pairs(15))
    assert any(shape.fits(values) for shape in shapes) is taken


@pytest.mark.clause("A3.8")
def test_the_openings_are_as_many_as_they_should_be() -> None:
    brazil = values_of(BRAZILIAN_40)
    tables = [[brazil[c.rank - 1] for c in t] for t in combinations(BRAZILIAN_40.cards, 4)]
    assert len(tables) == 91_390
    assert sum(Total(15).fits(table) for table in tables) == 3_120
    assert sum(Pairs(15).fits(table) for table in tables) == 876
    assert sum(Total(30).fits(table) for table in tables) == 2_492


def test_a_shape_needs_values_and_pairs_need_four_cards() -> None:
    assert not Total(15).fits((10, None, 5))
    assert not Pairs(15).fits((10, None, 5, 5))
    assert not Pairs(15).fits((10, 5))
    assert Total(15).fits((10, 5))


@pytest.mark.clause("A3.6")
def test_an_opening_is_worth_what_its_first_fitting_shape_is_worth() -> None:
    fournier = Opening(((Total(15), 1), (Pairs(15), 2)))
    assert fournier.sweeps_for((7, 4, 3, 1)) == 1
    assert fournier.sweeps_for((10, 5, 9, 6)) == 2
    assert fournier.sweeps_for((1, 2, 3, 4)) is None


@pytest.mark.parametrize(
    ("opening", "codes"),
    [
        (Opening(()), ["no-shape"]),
        (Opening(((Total(15), -1),)), ["negative"]),
        (Opening((), relays=-1), ["no-shape", "negative"]),
    ],
)
def test_an_opening_that_makes_no_sense_is_refused(opening: Opening, codes: list[str]) -> None:
    assert codes_of(opening=opening) == codes


# ---------------------------------------------------------------------- bonuses


def earned(bonus: Any, played: str, taken: str, placed: str = "") -> int:
    points: int = bonus.earned(card(played), cards(taken)._bits, cards(placed)._bits, BRESCIANE)
    return points


@pytest.mark.clause("S2.12", "A2.2")
def test_picada_takes_just_the_card_laid_before_by_an_equal_one() -> None:
    assert earned(Echo(), "5c", "5d", placed="5d") == 1
    assert earned(Echo(), "Fd", "Fc", placed="Fc") == 1  # B09
    assert earned(Echo(), "5c", "5d") == 0  # B08
    assert earned(Echo(), "5c", "5s", placed="5d") == 0
    assert earned(Echo(), "7s", "5d 2b", placed="5d") == 0  # B06
    assert earned(Echo(), "6c", "5d", placed="5d") == 0
    assert earned(Echo(points=3), "5c", "5d", placed="5d") == 3


@pytest.mark.clause("S2.13")
def test_simili_is_one_suit_throughout() -> None:
    assert earned(SameSuit(), "6s", "As 2s 3s") == 1
    assert earned(SameSuit(), "6c", "As 2s 3s") == 0
    assert earned(SameSuit(), "6s", "As 2s 3c") == 0
    assert earned(SameSuit("per_card"), "6s", "As 2s 3s") == 3
    assert earned(SameSuit("rank_value"), "6s", "As 2s 3s") == 6
    assert earned(SameSuit("rank_value"), "Fs", "Cs") == 0


@pytest.mark.clause("S2.14", "A2.4")
def test_cuatriglia_is_three_cards_from_the_table() -> None:
    assert earned(TookAtLeast(), "6s", "As 2c 3d") == 1
    assert earned(TookAtLeast(), "6s", "As 2c 3d Ab") == 1
    assert earned(TookAtLeast(), "6s", "2c 4d") == 0
    assert earned(TookAtLeast(2, 5), "6s", "2c 4d") == 5


def test_bonuses_have_names_of_their_own() -> None:
    assert [bonus.id for bonus in (Echo(), SameSuit(), TookAtLeast())] == [
        *("picada", "simili", "cuatriglia")
    ]
    assert codes_of(bonuses=[Echo(), Echo()]) == ["id-twice"]
    assert codes_of(bonuses=[Echo(id="sweeps")]) == ["id-twice"]
    assert codes_of(bonuses=[TookAtLeast(0)]) == ["cards-below-one"]
    assert Variant(id="x", bonuses=[Echo(), Echo(id="echo")]).bonuses[1].id == "echo"


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ({"declarations": Declarations(())}, ["no-rule"]),
        ({"declarations": Declarations((OfAKind(3, 0),))}, ["points-below-one"]),
        (
            {"declarations": Declarations(), "dealing": Dealing(hand=6, refill=Refill(3))},
            ["uneven-packets"],
        ),
        ({"wild": Wild(card("Td"))}, ["foreign-card"]),
    ],
)
def test_declarations_that_make_no_sense_are_refused(
    rules: dict[str, Any], codes: list[str]
) -> None:
    assert codes_of(seatings=[Seating.singles(2)], **rules) == codes


def test_a_low_total_needs_values() -> None:
    assert HandTotalAtMost().made([Rank.ACE, Rank.TWO, Rank.SIX], BRESCIANE)
    assert not HandTotalAtMost().made([Rank.ACE, Rank.TWO, Rank.KNAVE], BRESCIANE)


# ---------------------------------------------------------------------- what decides a match


def test_whoever_holds_all_the_cards_named_wins() -> None:
    napoleone = WinsHolding(cards("As 2s"))
    assert napoleone.winner((0, 30), (cards("Ad"), cards("As 2s 3s"))) == 1
    assert napoleone.winner((0, 30), (cards("As"), cards("2s"))) is None


def test_a_shutout_is_so_many_points_to_nothing() -> None:
    cappotto = WinsShutout(7)
    piles = (cards("Ad"), cards("Ac"))
    assert cappotto.winner((7, 0), piles) == 0
    assert cappotto.winner((0, 9), piles) == 1
    assert cappotto.winner((6, 0), piles) is None
    assert cappotto.winner((9, 1), piles) is None
    assert cappotto.winner((0, 0), piles) is None


def test_whoever_alone_captured_wins_where_no_trick_loses() -> None:
    assert NoTrick().winner((0, 0), (cards(""), cards("Ac"))) == 1
    assert NoTrick().winner((0, 0), (cards("Ad"), cards("Ac"))) is None
    assert NoTrick().winner((0, 0), (cards(""), cards(""))) is None


@pytest.mark.parametrize(
    ("match", "codes"),
    [
        (MatchRules(target=0), ["target-below-one"]),
        (MatchRules(target=None), ["tie-plays-on"]),
        (MatchRules(lowest_wins=True, instant=(NoTrick(),)), ["lowest-and-instant"]),  # F27
        (MatchRules(tie=Holder(card("Td"))), ["foreign-card"]),
        (MatchRules(instant=(WinsHolding(cards("Td")),)), ["foreign-card"]),
        (MatchRules(instant=(WinsHolding(cards("")),)), ["foreign-card"]),
        (MatchRules(instant=(WinsShutout(0),)), ["points-below-one"]),
        (
            MatchRules(target=0, lowest_wins=True, instant=(WinsShutout(0), NoTrick())),
            ["target-below-one", "lowest-and-instant", "points-below-one"],
        ),
    ],
)
def test_match_rules_that_contradict_themselves_are_refused(
    match: MatchRules, codes: list[str]
) -> None:
    assert codes_of(match=match) == codes


def test_f27_contradictory_options_are_both_named() -> None:
    with pytest.raises(InvalidVariantError, match=r"lowest_wins and an instant win"):
        Variant(id="x", match=MatchRules(lowest_wins=True, instant=(NoTrick(),)))


def test_a_match_may_go_to_any_number_of_points() -> None:
    assert match_to(21) == MatchRules(21)
    with pytest.raises(ValueRefusedError) as refused:
        match_to(0)
    assert refused.value.code == "value-refused"


@pytest.mark.parametrize(
    "value",
    [PAIR, Dealing(), Opening(((Total(15), 0), (Pairs(15), 1))), SameSuit(), MatchRules()],
    ids=lambda value: type(value).__name__,
)
def test_a_rule_is_a_value(value: object) -> None:
    again = pickle.loads(pickle.dumps(value))  # noqa: S301
    assert (again, hash(again)) == (value, hash(value))
