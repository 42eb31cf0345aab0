"""Declarations, the wild card, and openings of fifteen or thirty: a deal of Cirulla."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from scopa import (
    VARIANTS,
    Capture,
    Claims,
    Complement,
    Deal,
    Declarations,
    Declare,
    Ending,
    Equal,
    HandHolds,
    HandTotalAtMost,
    IllegalMoveError,
    IllegalReason,
    InvalidSetupError,
    InvalidVariantError,
    OfAKind,
    Opening,
    Rank,
    RankCount,
    Sum,
    Sweeper,
    Total,
    Variant,
    Wild,
)
from scopa.events import Declared
from scopa.moves import parse_move
from tests.positions import after, card, cards, deck, moves, points, position

MATTA = card("7c")
UNTIL_TAKEN = Wild(MATTA, reverts="on_capture")


def cirulla(
    *,
    wild: Wild | None = UNTIL_TAKEN,
    combine: Any = "best",
    **changes: Any,
) -> Variant:
    return VARIANTS["scopa"].derive(
        id="x-cirulla",
        redeals=[RankCount(Rank.ACE, 2)],
        opening=Opening(((Total(15), 1), (Total(30), 2))),
        capture=Capture((Equal(), Sum(), Complement(15)), sweeper=Sweeper(Rank.ACE)),
        wild=wild,
        declarations=Declarations(combine=combine),
        **changes,
    )


CIRULLA = cirulla()
FIXED = cirulla(wild=Wild(MATTA, in_total="ace", reverts="on_capture"))
AT_ONCE = cirulla(wild=Wild(MATTA))
PACKET = cirulla(wild=Wild(MATTA, reverts="end_of_packet"))


def declarations(deal: Deal) -> list[str]:
    return [move for move in moves(deal) if move.startswith("#")]


def knocked(hand: str, variant: Variant = CIRULLA, table: str = "Rd") -> dict[str, int]:
    """What each declaration of a hand is worth."""
    deal = position(variant, table=table, hand=hand)
    return {move: after(deal, move).declared[0] for move in declarations(deal)}


# ---------------------------------------------------------------------- what is declared


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        pytest.param("Ad 2d 5d", {"#": 3}, id="D01"),
        pytest.param("Ad 3d 6d", {}, id="D02"),
        pytest.param("Ad 2d 3d", {"#": 3}, id="D07a"),
        pytest.param("2d 3d 4d", {"#": 3}, id="D07b"),
        pytest.param("Ad Ac As", {"#": 10}, id="D09"),
        pytest.param("Cd Cc 7c", {"#C": 10}, id="D04a"),
        pytest.param("5d 5s 7c", {"#5": 10}, id="D04b"),
        pytest.param("2d 4d 7c", {"#A": 3, "#2": 3, "#3": 3}, id="D05"),
        pytest.param("Fd Cd 7c", {}, id="too-much"),
        pytest.param("Ad 7c 7d", {"#A": 3}, id="just-low-enough"),
    ],
)
def test_a_hand_is_worth_what_it_declares(hand: str, worth: dict[str, int]) -> None:
    assert knocked(hand) == worth


def test_d05_in_some_houses_the_matta_is_an_ace_in_a_low_hand() -> None:
    assert knocked("2d 4d 7c", FIXED) == {"#A": 3}
    assert knocked("2d 2s 7c", FIXED) == {"#2": 10}


def test_d09_in_some_houses_three_aces_count_for_both() -> None:
    assert knocked("Ad Ac As", cirulla(combine="all")) == {"#": 13}
    twos = knocked("2d 2s 7c", cirulla(combine="all"))
    assert twos == {"#A": 3, "#2": 13, "#3": 3, "#4": 3, "#5": 3}


def test_where_the_value_does_not_last_there_is_nothing_to_choose() -> None:
    assert knocked("2d 4d 7c", AT_ONCE) == {"#A": 3}
    assert knocked("2d 2s 7c", cirulla(wild=Wild(MATTA), combine="all")) == {"#2": 13}


def test_a_matta_that_does_not_count_in_declarations_is_a_seven() -> None:
    plain = cirulla(wild=Wild(MATTA, in_declarations=False))
    assert knocked("Ad As 7c", plain) == {"#": 3}
    assert knocked("2d 4d 7c", plain) == {}
    assert knocked("2d 4d 7c", cirulla(wild=None)) == {}


# ---------------------------------------------------------------------- when it is declared


def test_a_declaration_comes_before_the_first_card_of_the_packet_and_shows_the_hand() -> None:
    deal = position(CIRULLA, table="Rd", hand="Ad 2d 5d", hands={1: "Cc Cs Rs"})
    assert moves(deal)[0] == "#"
    step = deal.step(Declare())
    (declared,) = step.events
    assert isinstance(declared, Declared)
    assert (declared.seat, declared.cards, declared.wild, declared.points) == (
        *(0, tuple(cards("Ad 2d 5d")), None, 3),
    )
    shown = step.after
    assert (shown.turn, shown.declared, shown.shown) == (0, (3, 0), (cards("Ad 2d 5d"), cards("")))
    assert shown.ply == deal.ply + 1
    assert declarations(shown) == []  # once
    played = after(shown, "2d")
    assert played.shown[0] == cards("Ad 5d")
    assert declarations(after(played, "Cc")) == []  # the packet has been begun


def test_a_new_packet_may_be_declared_again() -> None:
    deal = position(
        CIRULLA, table="Rd", hand="Ad", hands={1: ""}, stock="2c 3d 2s 4s 3s 5s", turn=0
    )
    packet = after(deal, "AdxRd")
    assert packet.turn == 1
    assert declarations(packet) == ["#"]
    assert packet.shown == (cards(""), cards(""))


def test_what_cannot_be_declared_is_refused() -> None:
    deal = position(CIRULLA, table="Rd", hand="Ad 2d 5d")
    for move in (Declare(Rank.FIVE), Declare(Rank.ACE)):
        assert deal.why_illegal(move) is IllegalReason.NOTHING_TO_DECLARE
        with pytest.raises(IllegalMoveError):
            deal.play(move)
    assert deal.is_legal(Declare())
    scopa = position("scopa", table="Rd", hand="Ad 2d 5d")
    assert scopa.why_illegal(Declare()) is IllegalReason.NOTHING_TO_DECLARE
    over = after(position(CIRULLA, table="7d", hand="7s", last_play=True), "7sx7d")
    assert over.why_illegal(Declare()) is IllegalReason.DEAL_OVER


def test_declared_points_stand_on_the_sheet_in_a_line_of_their_own() -> None:
    deal = after(position(CIRULLA, table="Rd", hand="Ad 2d 5d"), "#")
    score = deal.score()
    assert points(score)[0]["declared"] == 3
    line = score.line("declared", 1)
    assert line is not None
    assert (line.points, line.figures) == (0, (3, 0))
    assert line.why == (
        "0 declared: 3 for a hand that totals at most 9, 10 for 3 cards of a rank; "
        "the best of them counts"
    )
    assert score.declared == (3, 0)


# ---------------------------------------------------------------------- what the matta counts as


def test_d12_a_matta_declared_an_ace_takes_all_and_is_a_seven_again() -> None:
    deal = after(position(CIRULLA, table="5s Cb 3d", hand="7c 2d 4d", hands={1: "Rs"}), "#A")
    assert deal.wild_rank is Rank.ACE
    assert "7cx3d5sCb" in moves(deal)
    taken = after(deal, "7cx3d5sCb")
    assert (taken.sweeps, taken.wild_rank, taken.table) == ((1, 0), None, cards(""))


def test_d13_a_matta_on_the_table_keeps_the_value_it_was_declared() -> None:
    deal = position(CIRULLA, table="", hand="7c 2d 4d", hands={1: "5d 4s Rs"})
    lying = after(deal, "#A", "7c", "4s", "2d")
    assert (lying.table, lying.wild_rank) == (cards("7c 4s 2d"), Rank.ACE)
    assert "5dx7c4s" in moves(lying)
    assert after(lying, "5dx7c4s").wild_rank is None


def test_a_declared_matta_laid_down_joins_sums_as_what_it_was_declared() -> None:
    lying = position(CIRULLA, table="7c 4s", hand="5d Fd", wild_rank=Rank.ACE)
    assert "5dx7c4s" in moves(lying)
    assert lying.play(parse_move("5dx7c4s")).wild_rank is None
    seven = position(CIRULLA, table="7c 4s", hand="5d Fd")
    assert "5dx7c4s" not in moves(seven)


def test_all_five_that_count_as_one_rank_join_a_sum() -> None:
    five_aces = position(CIRULLA, table="Ad Ac As Ab 7c", hand="5d Rd", wild_rank=Rank.ACE)
    assert moves(five_aces)[0] == "5dxAdAc7cAsAb"
    fives = position(CIRULLA, table="5d 5c 5s 5b 7c", hand="Cd Cb", wild_rank=Rank.FIVE)
    assert moves(fives) == ["Cd", "Cb"]  # it takes a six, of which none lies there


def test_where_only_ranks_matter_a_hand_with_a_named_card_is_not_any_hand() -> None:
    named = Declarations((HandHolds(cards("Fd Cd Rd")), HandTotalAtMost(9)))
    house = VARIANTS["scopa"].derive(declarations=named)
    assert [declarations(position(house, table="4s", hand=hand)) for hand in THE_SAME_RANKS] == [
        [],
        ["#"],
        [],
    ]


THE_SAME_RANKS = ("Fc Cd Rd", "Fd Cd Rd", "Fb Cb Rb")


def test_at_once_the_matta_is_only_a_seven() -> None:
    deal = after(position(AT_ONCE, table="5s Cb 3d", hand="7c 2d 4d"), "#A")
    assert deal.wild_rank is None
    assert "7cx3d5sCb" not in moves(deal)


def test_for_a_packet_the_matta_keeps_its_value_until_the_next() -> None:
    deal = position(
        PACKET,
        table="Rd",
        hand="7c",
        hands={1: ""},
        stock="2c 3d 2s 4s 3s 5s",
        wild_rank=Rank.FOUR,
    )
    assert after(deal, "7c").wild_rank is None
    held = position(
        CIRULLA, table="Rd", hand="7c", hands={1: ""}, stock="2c 3d", wild_rank=Rank.FOUR
    )
    assert after(held, "7c").wild_rank is Rank.FOUR  # until it is captured


def test_a_matta_that_nobody_takes_at_the_end_is_a_seven_again() -> None:
    nobody = cirulla(ending=Ending("nobody"))
    last = position(nobody, table="7c Rd", hand="2d", last_play=True, wild_rank=Rank.FOUR)
    over = after(last, "2d")
    assert (over.table, over.wild_rank) == (cards("2d 7c Rd"), None)
    assert Deal.from_setup(over.setup()) == over


def test_a_matta_declared_a_seven_is_what_it_is() -> None:
    deal = after(position(CIRULLA, table="Rd", hand="7c 7d 7s"), "#7")
    assert (deal.wild_rank, deal.declared) == (None, (10, 0))


def test_a_matta_can_be_claimed_for_what_it_counts() -> None:
    house = cirulla(wild=Wild(MATTA, reverts="on_capture")).derive(
        capture=Capture((Complement(15),), compulsory=False, claims=Claims())
    )
    six = position(house, table="Cb Fs", hand="7c", hands={1: "Rs"}, wild_rank=Rank.SIX)
    claimable = after(six, "7c")
    assert moves(claimable)[0] == "!7cCb"  # six and nine
    claimed = after(claimable, "!7cCb")
    assert claimed.wild_rank is None
    assert claimed.table == cards("Fs")


# ---------------------------------------------------------------------- openings


@pytest.mark.parametrize(
    ("table", "sweeps"),
    [
        pytest.param("5s 5b 3d 2c", 1, id="O10a"),
        pytest.param("Rs Rb Cd Ac", 2, id="O10b"),
        pytest.param("Rs Rb Cd 7c", 2, id="O10c"),
        pytest.param("5s 5b 3d 7c", 1, id="O10d"),
        pytest.param("5s 5b Cd 3c", 0, id="O10e"),
        pytest.param("Rs Rb 5d 5s", 2, id="O11a"),
        pytest.param("Rs Rb 3d 7c", 2, id="O11b"),
        pytest.param("Ad 2d 2s 7c", 1, id="O11c"),
    ],
)
def test_an_opening_of_fifteen_or_thirty_is_taken_the_matta_counting_as_needed(
    table: str, sweeps: int
) -> None:
    house = CIRULLA.derive(redeals=())
    deal = Deal.start(house, deck(house, table=table), dealer=1)
    assert deal.sweeps == (0, sweeps)
    assert deal.table == (cards("") if sweeps else cards(table))


def test_o11_a_matta_cannot_make_a_table_what_it_cannot_be() -> None:
    house = CIRULLA.derive(redeals=())
    table = "Ad As 2s 7c"
    assert Deal.start(house, deck(house, table=table)).table == cards(table)
    plain = house.derive(wild=Wild(MATTA, in_opening=False))
    assert Deal.start(plain, deck(plain, table="Rs Rb Cd 7c")).table == cards("Rs Rb Cd 7c")


# ---------------------------------------------------------------------- positions


@pytest.mark.unmeasured
@pytest.mark.parametrize("variant", [CIRULLA, PACKET, AT_ONCE], ids=["capture", "packet", "once"])
def test_every_position_comes_back_as_it_was(variant: Variant) -> None:
    rng = random.Random(44)
    declared = 0
    for _ in range(40):
        house = variant.derive(redeals=())
        deal = Deal.start(house, tuple(rng.sample(house.pack.cards, 40)))
        while not deal.is_over:
            again = Deal.from_setup(deal.setup())
            assert (again, again.legal_moves, again.key) == (deal, deal.legal_moves, deal.key)
            assert pickle.loads(pickle.dumps(deal)) == deal  # noqa: S301
            assert all(deal.is_legal(move) for move in deal.legal_moves)
            declare = [move for move in deal.legal_moves if isinstance(move, Declare)]
            declared += len(declare)
            deal = deal.play(declare[0] if declare else rng.choice(deal.legal_moves))
        assert deal.wild_rank is None
    assert declared > 10


@pytest.mark.parametrize(
    ("variant", "changes", "code"),
    [
        (CIRULLA, {"shown": [cards("2d"), cards("")]}, "shown-not-held"),
        ("scopa", {"shown": [cards("Ad"), cards("")]}, "nothing-to-declare"),
        ("scopa", {"declared": [3, 0]}, "nothing-to-declare"),
        ("scopa", {"wild_rank": Rank.ACE}, "no-wild-card"),
        (AT_ONCE, {"wild_rank": Rank.ACE}, "no-wild-card"),
        (CIRULLA, {"wild_rank": Rank.TEN}, "no-wild-card"),
        (CIRULLA, {"declared": [-3, 0]}, "negative"),
        (CIRULLA, {"declared": [3]}, "wrong-number"),
        (CIRULLA, {"shown": [cards("")]}, "wrong-number"),
    ],
)
def test_a_position_that_declares_what_cannot_be_is_refused(
    variant: Any, changes: dict[str, Any], code: str
) -> None:
    with pytest.raises(InvalidSetupError) as refused:
        position(variant, table="Rd", hand="Ad", **changes)
    assert code in [problem.code for problem in refused.value.problems]


def test_d14_the_three_courts_of_coins_in_one_hand_count_thirty_where_the_house_says_so() -> None:
    grande = Declarations((*Declarations().rules, HandHolds(cards("Fd Cd Rd"))))
    house = CIRULLA.derive(id="x-grande", declarations=grande)
    assert knocked("Fd Cd Rd", house, table="2s") == {"#": 30}
    assert knocked("Fd Cd Rd", table="2s") == {}
    assert knocked("Fd Cd 7c", house) == {}  # the matta is not the king
    with pytest.raises(InvalidVariantError) as refused:
        house.derive(declarations=Declarations((HandHolds(cards("8d")),)))
    assert [problem.code for problem in refused.value.problems] == ["foreign-card"]


def test_values_of_the_rules() -> None:
    assert Declarations().rules == (HandTotalAtMost(9, 3), OfAKind(3, 10))
    assert Wild(MATTA).reverts == "at_once"


def test_a_matta_called_as_a_sweeper_is_not_the_first_card_where_sweepers_may_not_be() -> None:
    forbids = Sweeper(Rank.ACE, first_play="forbidden")
    house = cirulla().derive(
        id="x-first", capture=Capture((Equal(), Sum(), Complement(15)), sweeper=forbids)
    )
    deal = position(house, hand="7c 2s 4b", hands={1: "Rs 5c 6d"}, table="Cd", last_taker=None)
    called = after(deal, "#A")
    assert moves(called) == ["2s", "4b"]
    assert not called.is_legal(parse_move("7c"))
    assert called.why_illegal(parse_move("7c")) is IllegalReason.SWEEPER_RESTRICTED
    later = after(called, "2s", "Rs")
    assert [move for move in moves(later) if move.startswith("7c")] == ["7cxCd2sRs"]
