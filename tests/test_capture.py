"""What a card can take from a table."""

from __future__ import annotations

from typing import Any

import pytest

from scopa import (
    BRAZILIAN_40,
    BRESCIANE_52,
    ITALIAN_40,
    VARIANTS,
    Capture,
    Claims,
    Complement,
    Deal,
    Equal,
    IllegalReason,
    InvalidVariantError,
    Pack,
    Play,
    Rank,
    Suit,
    Sum,
    Sweeper,
    Variant,
    captures,
)
from tests.positions import (
    after,
    card,
    cards,
    each_scopa,
    moves,
    position,
    vector_card,
    vector_cards,
    vectors,
)

CLASSIC = VARIANTS["scopa"]


def playing(capture: Capture, pack: Pack = ITALIAN_40) -> Variant:
    """A game for two with these rules of capturing and no others to speak of."""
    return Variant(id="x-capture", pack=pack, capture=capture)


def takes(capture: Capture, played: str, table: str, **more: Any) -> list[str]:
    """What a card of the Italian pack can take."""
    found = captures(capture, ITALIAN_40, card(played), cards(table), **more)
    return [str(taken) for taken in found]


# ---------------------------------------------------------------------- every row of the vectors

ACE = Sweeper(Rank.ACE, scores=False)
CIRULLA = (Equal(), Sum(), Complement(15))
CONFIGS: dict[str, Variant] = {
    "classic": CLASSIC,
    "cicera": VARIANTS["cicera-bresciana"],
    "escopa15": VARIANTS["escopa-15"],
    "quindici": playing(Capture((Complement(15),))),
    "quindici-fewest": playing(Capture((Complement(15, fewest=True),))),
    "escoba": playing(Capture((Complement(15),)), VARIANTS["scopa-spanish"].pack),
    "escova": playing(Capture((Complement(15),)), BRAZILIAN_40),
    "undici": playing(Capture((Complement(11),))),
    "cirulla": playing(Capture(CIRULLA, sweeper=Sweeper(Rank.ACE))),
    "cirulla-free": playing(
        Capture((Equal(), Sum(yields_to_equal=False), Complement(15)), sweeper=Sweeper(Rank.ACE))
    ),
    "assi": playing(Capture(sweeper=ACE)),
}
ROWS = vectors("captures.json")
EXAMPLES = {  # rows that are worked examples of the documents
    "C01": ("S0.13", "S1.13"),
    "C02": ("S0.13", "S1.13"),
    "C03": ("S4.20",),
    "C04": ("S4.21",),
    "I01": ("S2.10",),
    "F01": ("S3.7",),
    "F02": ("S3.7",),
}


def as_case(row: dict[str, Any]) -> Any:
    marks = [pytest.mark.clause(*EXAMPLES[row["id"]])] if row["id"] in EXAMPLES else []
    return pytest.param(row, id=f"{row['id']}-{row['config']}", marks=marks)


@pytest.mark.parametrize("row", [as_case(row) for row in ROWS])
def test_a_row_of_the_vectors_has_exactly_its_outcomes(row: dict[str, Any]) -> None:
    game = CONFIGS[row["config"]]
    played, table = vector_card(row["played"], game.pack), vector_cards(row["table"], game.pack)
    expected = {
        Play(played, () if taken == "place" else vector_cards(taken, game.pack))
        for taken in row["expected"]
    }
    deal = position(game, table=str(table), hand=str(played))
    assert set(deal.legal_moves) == expected
    assert len(deal.legal_moves) == len(expected)
    found = captures(game.capture, game.pack, played, table)
    taken = [move.taken for move in deal.legal_moves if isinstance(move, Play) and move.taken]
    assert list(found) == taken


def test_no_row_of_the_vectors_was_left_out() -> None:
    assert len(ROWS) == 62
    assert {row["config"] for row in ROWS} == set(CONFIGS)


# ---------------------------------------------------------------------- Scopa


@each_scopa
@pytest.mark.clause("S0.10", "S1.10", "S4.9")
def test_a_card_takes_exactly_one_card_of_its_value(scopa: str) -> None:
    deal = position(scopa, table="5c 5s 2b 3b", hand="5d")
    assert moves(deal) == ["5dx5c", "5dx5s"]
    assert deal.play(Play.parse("5dx5s")).table == cards("5c 2b 3b")
    assert deal.why_illegal(Play.parse("5dx5c5s")) is IllegalReason.DOES_NOT_ADD_UP


@each_scopa
@pytest.mark.clause("S0.11", "S1.11", "S4.9")
def test_a_sum_may_not_be_taken_where_an_equal_card_lies(scopa: str) -> None:
    deal = position(scopa, table="7c 3b 4s", hand="7d")
    assert moves(deal) == ["7dx7c"]
    assert deal.why_illegal(Play.parse("7dx4s3b")) is IllegalReason.SINGLE_MATCH_PRIORITY


@each_scopa
@pytest.mark.clause("S0.11", "S1.11", "S4.10")
def test_without_an_equal_card_a_group_with_the_same_total_is_taken(scopa: str) -> None:
    assert moves(position(scopa, table="Ac Cd 6b", hand="7d")) == ["7dxAc6b"]
    assert moves(position(scopa, table="Ac 2c 4s", hand="7d")) == ["7dxAc2c4s"]


@each_scopa
@pytest.mark.clause("A0.2", "S4.10")
def test_among_several_sums_the_choice_is_free_however_many_cards(scopa: str) -> None:
    deal = position(scopa, table="Ac 2c 3c 4c 5s", hand="6d")
    assert moves(deal) == ["6dxAc5s", "6dx2c4c", "6dxAc2c3c"]


@each_scopa
@pytest.mark.clause("S0.8", "S1.8")
def test_courts_take_part_in_sums(scopa: str) -> None:
    deal = position(scopa, table="Ac Fs", hand="Cd")  # 1 + 8 = 9
    assert moves(deal) == ["CdxAcFs"]
    deal = position(scopa, table="3c 5s 2b", hand="Fd Rb")  # 8 = 3 + 5; 10 = 3 + 5 + 2
    assert moves(deal) == ["Fdx3c5s", "Rbx3c5s2b"]


@each_scopa
@pytest.mark.clause("S4.3")
@pytest.mark.parametrize("suit", Suit)
def test_the_suit_does_not_matter_for_capture(scopa: str, suit: Suit) -> None:
    table = "6c 2s 3b" if suit is not Suit.CUPS else "6d 2s 3b"
    for played, taken in [(f"6{suit}", table[:2]), (f"5{suit}", "2s3b")]:
        assert moves(position(scopa, table=table, hand=played)) == [f"{played}x{taken}"]


@each_scopa
@pytest.mark.clause("A4.1", "S4.11")
def test_of_several_captures_a_card_may_make_any_and_must_make_one(scopa: str) -> None:
    deal = position(scopa, table="Ac 2c 4s 5b", hand="6d Rb")
    several = [move for move in moves(deal) if move.startswith("6d")]
    assert several == ["6dxAc5b", "6dx2c4s"]
    for move in several:
        assert len(after(deal, move).table) == 2
    assert deal.why_illegal(Play.parse("6d")) is IllegalReason.CAPTURE_COMPULSORY
    equals = position(scopa, table="6c 6s 2b 4b", hand="6d")
    assert moves(equals) == ["6dx6c", "6dx6s"]


@each_scopa
@pytest.mark.clause("S0.12", "S1.12", "A0.1", "S4.11")
def test_a_card_that_can_capture_must(scopa: str) -> None:
    deal = position(scopa, table="3c Fd", hand="3d")
    assert moves(deal) == ["3dx3c"]
    assert deal.why_illegal(Play.parse("3d")) is IllegalReason.CAPTURE_COMPULSORY


@each_scopa
@pytest.mark.clause("S4.11", "A0.1")
def test_another_card_that_captures_nothing_may_be_chosen_instead(scopa: str) -> None:
    assert moves(position(scopa, table="3c Fd", hand="3d 2d")) == ["2d", "3dx3c"]


@each_scopa
@pytest.mark.clause("S0.13", "S1.13")
def test_the_example_of_the_seven(scopa: str) -> None:
    assert moves(position(scopa, table="7c 3b 4s", hand="7d")) == ["7dx7c"]
    assert moves(position(scopa, table="3b 4s", hand="7d")) == ["7dx4s3b"]


@each_scopa
@pytest.mark.clause("S0.14", "S1.14", "S4.12")
def test_a_card_that_captures_nothing_stays_on_the_table(scopa: str) -> None:
    deal = position(scopa, table="Cc Fs", hand="3d")
    assert moves(deal) == ["3d"]
    assert deal.play(Play.parse("3d")).table == cards("3d Cc Fs")


@each_scopa
@pytest.mark.clause("S4.20")
def test_the_example_of_the_six_that_takes_the_six(scopa: str) -> None:
    assert moves(position(scopa, table="2b 4c 6d", hand="6s")) == ["6sx6d"]


@each_scopa
@pytest.mark.clause("S4.21")
def test_the_example_of_the_six_that_takes_two_and_four(scopa: str) -> None:
    deal = position(scopa, table="2b 4c", hand="6s")
    assert moves(deal) == ["6sx4c2b"]
    assert deal.play(deal.legal_moves[0]).sweeps == (1, 0)
    last = position(scopa, table="2b 4c", hand="6s", last_play=True)
    assert last.play(last.legal_moves[0]).sweeps == (0, 0)


# ---------------------------------------------------------------------- faults seen elsewhere


def test_f03_three_policies_of_capturing() -> None:
    any_sum = Capture((Equal(), Sum(yields_to_equal=False)))
    fewest = Capture((Equal(), Sum(fewest=True)))
    table = "5d Ac 2c 3s Ab"
    assert takes(fewest, "6s", table) == ["5d Ac", "5d Ab"]
    assert takes(Capture(), "6s", table) == ["5d Ac", "5d Ab", "Ac 2c 3s", "2c 3s Ab"]
    table = "6d 4c 2s"
    assert takes(fewest, "6s", table) == ["6d"]
    assert takes(Capture(), "6s", table) == ["6d"]
    assert takes(any_sum, "6s", table) == ["6d", "4c 2s"]


def test_f15_every_one_of_several_equal_cards_is_offered() -> None:
    assert takes(Capture(), "7s", "7d 7c 4s 3b") == ["7d", "7c"]


def test_f23_without_an_ace_rule_a_lone_ace_is_laid_down() -> None:
    assert moves(position("scopa", table="5c 6s", hand="Ad")) == ["Ad"]


def test_f30_a_capture_removes_exactly_the_named_cards() -> None:
    deal = position("scopa", table="Ac As 2s Fd 5b Cb", hand="3d")
    after = deal.play(Play.parse("3dxAs2s"))
    assert after.table == cards("Ac Fd 5b Cb")
    assert deal.piles[0] ^ after.piles[0] == cards("3d As 2s")


def test_f36_cards_beyond_ten_count_towards_fifteen() -> None:
    assert takes(Capture((Complement(15),)), "2d", "Rc 3s") == ["Rc 3s"]
    deal = position(CONFIGS["quindici"], table="Rc 3s", hand="2d")
    assert deal.play(deal.legal_moves[0]).sweeps == (1, 0)


def test_f43_nothing_is_chosen_for_the_player() -> None:
    assert takes(Capture(), "7d", "6c Ac 4s 2s Ab") == ["Ac 6c", "6c Ab", "Ac 2s 4s", "2s 4s Ab"]


# ---------------------------------------------------------------------- the rule values


def test_a_sum_may_be_limited_to_so_many_cards() -> None:
    two = Capture((Equal(), Sum(at_most=2)))
    assert takes(two, "6d", "Ac 2c 3c 4c 5s") == ["Ac 5s", "2c 4c"]
    assert takes(two, "6d", "Ac 2c 3c") == []


def test_the_fewest_cards_may_be_several_sets_or_none() -> None:
    fewest = Capture((Equal(), Sum(fewest=True)))
    assert takes(fewest, "6d", "Ac 2c 3c 4c 5s") == ["Ac 5s", "2c 4c"]
    assert takes(fewest, "6d", "Ac 2c") == []


def test_a_complement_may_yield_to_an_equal_card() -> None:
    yielding = Capture((Equal(), Complement(15, yields_to_equal=True)))
    assert takes(yielding, "7d", "7c Fs") == ["7c"]
    assert takes(yielding, "7d", "6c Fs") == ["Fs"]


def test_what_two_families_offer_is_one_capture() -> None:
    both = Capture((Equal(), Sum(), Complement(18)))  # for a nine: total nine, nine to eighteen
    assert takes(both, "Cd", "2c 3c 4s") == ["2c 3c 4s"]
    assert takes(Capture(CIRULLA), "Fd", "Fc Ac 6s") == ["Fc", "Ac 6s"]


def test_families_are_found_by_their_kind() -> None:
    rules = Capture((Equal(), Sum(at_most=3)))
    assert rules.family(Sum) == Sum(at_most=3)
    assert rules.family(Complement) is None


def test_captures_are_offered_by_number_of_cards_then_in_the_order_of_the_cards() -> None:
    found = takes(Capture(), "Rd", "Ac 2c 3c 4c 5c 6c Fs 2b")
    assert found == [
        *["2c Fs", "4c 6c", "Fs 2b"],
        *["Ac 3c 6c", "Ac 4c 5c", "2c 3c 5c", "2c 6c 2b", "3c 5c 2b"],
        *["Ac 2c 3c 4c", "Ac 2c 5c 2b", "Ac 3c 4c 2b"],
    ]


def test_courts_without_a_value_take_only_their_own_rank() -> None:
    cicera = CONFIGS["cicera"].capture
    found = captures(cicera, BRESCIANE_52, card("Fs"), cards("Fd Fc 8b Cs"))
    assert found == (cards("Fd"), cards("Fc"))
    assert captures(cicera, BRESCIANE_52, card("Ts"), cards("Fd Cc 8b")) == ()


# ---------------------------------------------------------------------- the ace that takes all


def sweeping(**changes: Any) -> Deal:
    """Seat 0 holds an ace and a two, and the ace has the power to take the table."""
    table, more = changes.pop("table"), changes.pop("more", {})
    rules = playing(Capture(sweeper=Sweeper(Rank.ACE, **changes)))
    return position(rules, table=table, hand="Ad 2d", **more)


def test_an_ace_takes_the_whole_table() -> None:
    deal = sweeping(table="4c Cs")
    assert moves(deal) == ["Adx4cCs", "2d"]
    assert deal.why_illegal(Play.parse("Ad")) is IllegalReason.CAPTURE_COMPULSORY
    assert deal.why_illegal(Play.parse("Adx4c")) is IllegalReason.DOES_NOT_ADD_UP


def test_an_ace_that_meets_an_ace_takes_only_that() -> None:
    deal = sweeping(table="Ac Cs")
    assert moves(deal) == ["AdxAc", "2d"]
    assert deal.why_illegal(Play.parse("AdxAcCs")) is IllegalReason.SWEEPER_RESTRICTED


def test_an_ace_may_take_all_even_when_it_meets_an_ace() -> None:
    assert moves(sweeping(table="Ac Cs", meets_equal="all")) == ["AdxAcCs", "2d"]


@pytest.mark.parametrize("scores", [True, False])
def test_f29_whether_taking_all_is_a_scopa_is_an_option(scores: bool) -> None:
    deal = sweeping(table="4c Cs", scores=scores)
    assert deal.play(Play.parse("Adx4cCs")).sweeps == (int(scores), 0)


def test_an_ace_that_clears_the_table_as_any_card_could_makes_a_scopa() -> None:  # L09, A06
    for changes in ({"scores": False}, {"scores": False, "meets_equal": "all"}):
        deal = sweeping(table="Ac", **changes)
        assert deal.play(Play.parse("AdxAc")).sweeps == (1, 0)


def test_f57_on_an_empty_table_an_ace_stays_or_is_kept() -> None:
    stays = sweeping(table="").play(Play.parse("Ad"))
    assert (stays.table, stays.last_taker) == (cards("Ad"), 0)
    kept = sweeping(table="", on_empty="kept", more={"turn": 1}).play(Play.parse("Ad"))
    assert (kept.table, kept.last_taker, kept.sweeps) == (cards(""), 1, (0, 0))
    assert card("Ad") in kept.piles[1]


FIRST: dict[str, Any] = {"last_taker": None, "stock": "", "ply": 0}


def test_on_the_first_play_the_ace_may_be_held_to_its_equal() -> None:
    deal = sweeping(table="4c Cs", first_play="equal_only", more=FIRST)
    assert moves(deal) == ["Ad", "2d"]
    assert deal.why_illegal(Play.parse("Adx4cCs")) is IllegalReason.SWEEPER_RESTRICTED
    assert moves(sweeping(table="Ac Cs", first_play="equal_only", more=FIRST)) == ["AdxAc", "2d"]
    assert moves(sweeping(table="4c Cs", first_play="equal_only")) == ["Adx4cCs", "2d"]


def test_on_the_first_play_the_ace_may_be_forbidden_unless_nothing_else_is_held() -> None:
    deal = sweeping(table="4c Cs", first_play="forbidden", more=FIRST)
    assert moves(deal) == ["2d"]
    assert deal.why_illegal(Play.parse("Ad")) is IllegalReason.SWEEPER_RESTRICTED
    rules = playing(Capture(sweeper=Sweeper(Rank.ACE, first_play="forbidden")))
    assert moves(position(rules, table="4c Cs", hand="Ad As", **FIRST)) == ["Ad", "As"]
    assert moves(position(rules, table="4c Cs", hand="Ad As")) == ["Adx4cCs", "Asx4cCs"]


def test_a_first_ace_that_clears_the_table_as_an_equal_scores() -> None:
    deal = sweeping(table="Ac", scores=False, first_play="equal_only", more=FIRST)
    assert deal.play(Play.parse("AdxAc")).sweeps == (1, 0)


def test_a_first_ace_is_claimed_for_no_more_than_it_could_have_taken() -> None:
    sweeper = Sweeper(Rank.ACE, first_play="equal_only")
    rules = playing(Capture(compulsory=False, claims=Claims(), sweeper=sweeper))
    laid = position(rules, table="Ac Cs", hand="Ad 2d", **FIRST).play(Play.parse("Ad"))
    assert moves(laid)[0] == "!AdAc"
    nothing = position(rules, table="4c Cs", hand="Ad 2d", **FIRST).play(Play.parse("Ad"))
    assert not nothing.is_claimable
    later = position(rules, table="4c Cs", hand="Ad 2d").play(Play.parse("Ad"))
    assert moves(later)[0] == "!Ad4cCs"


def test_an_ace_may_make_fifteen_instead_where_the_rules_name_it() -> None:
    capture = Capture(CIRULLA, sweeper=Sweeper(Rank.ACE, alternatives=("complement",)))
    assert takes(capture, "Ad", "5d 3b Cs") == ["5d Cs", "5d Cs 3b"]
    plain = Capture(CIRULLA, sweeper=Sweeper(Rank.ACE))
    assert takes(plain, "Ad", "5d 3b Cs") == ["5d Cs 3b"]
    scored = Capture(CIRULLA, sweeper=Sweeper(Rank.ACE, scores=False, alternatives=("complement",)))
    deal = position(playing(scored), table="5c Cs", hand="Ad")
    assert deal.play(Play.parse("Adx5cCs")).sweeps == (1, 0)  # it makes fifteen as any card could


# ---------------------------------------------------------------------- why a capture is refused


@pytest.mark.parametrize(
    ("capture", "move", "table", "reason"),
    [
        (Capture(), "7dx2c4s", "2c 4s", IllegalReason.DOES_NOT_ADD_UP),
        (Capture(), "7dx6c", "6c", IllegalReason.DOES_NOT_ADD_UP),
        (Capture(), "7dx7c7s", "7c 7s", IllegalReason.DOES_NOT_ADD_UP),
        (Capture(), "7dx3c4s", "7c 3c 4s", IllegalReason.SINGLE_MATCH_PRIORITY),
        (
            Capture((Equal(), Sum(fewest=True))),
            "6dxAc2c3c",
            "Ac 2c 3c 5s",
            IllegalReason.NOT_THE_FEWEST,
        ),
        (
            Capture((Equal(), Sum(at_most=2))),
            "6dxAc2c3c",
            "Ac 2c 3c",
            IllegalReason.NOT_THE_FEWEST,
        ),
        (Capture((Complement(15),)), "6dx6c", "6c Cs", IllegalReason.DOES_NOT_ADD_UP),
        (
            Capture((Complement(15),)),
            "6dxFc",
            "Fc",
            IllegalReason.DOES_NOT_ADD_UP,
        ),
    ],
)
def test_a_capture_is_refused_with_its_reason(
    capture: Capture, move: str, table: str, reason: IllegalReason
) -> None:
    play = Play.parse(move)
    deal = position(playing(capture), table=table, hand=str(play.card))
    assert deal.why_illegal(play) is reason
    assert play not in deal.legal_moves


def test_a_court_without_a_value_adds_up_to_nothing() -> None:
    deal = position(CONFIGS["cicera"], table="Fd 3c 7c", hand="Ts Fs")
    for move in ("Fsx3c7c", "TsxFd3c", "TsxFd"):
        assert deal.why_illegal(Play.parse(move)) is IllegalReason.DOES_NOT_ADD_UP


# ---------------------------------------------------------------------- rules that cannot be


@pytest.mark.parametrize(
    ("capture", "codes"),
    [
        (Capture(()), ["no-family"]),
        (Capture((Equal(), Equal())), ["family-twice"]),
        (Capture((Sum(),)), ["yields-to-nothing"]),
        (Capture((Complement(15, yields_to_equal=True),)), ["yields-to-nothing"]),
        (Capture((Equal(), Sum(at_most=1))), ["at-most"]),
        (Capture((Complement(15, at_most=0),)), ["at-most"]),
        (Capture((Complement(1),)), ["total-out-of-range"]),
        (Capture((Complement(1000),)), ["total-out-of-range"]),
        (Capture((Complement(60),)), ["too-many-captures"]),
        (Capture(claims=Claims()), ["claims-need-free"]),
        (Capture(sweeper=Sweeper(Rank.TEN)), ["foreign-rank"]),
        (Capture(sweeper=Sweeper(Rank.ACE, alternatives=("complement",))), ["unknown-family"]),
        (Capture(sweeper=Sweeper(Rank.ACE, alternatives=("equal",))), ["unknown-family"]),
        (Capture((Sum(), Sum()), claims=Claims()), None),
    ],
)
def test_rules_that_contradict_themselves_are_refused(
    capture: Capture, codes: list[str] | None
) -> None:
    with pytest.raises(InvalidVariantError) as refused:
        playing(capture)
    found = [problem.code for problem in refused.value.problems]
    if codes is None:  # every problem is listed, not just the first
        assert found == ["family-twice", *["yields-to-nothing"] * 2, "claims-need-free"]
    else:
        assert found == codes
    assert all(problem.where.startswith("capture") for problem in refused.value.problems)
