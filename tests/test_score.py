"""Whole score sheets: the points of a deal, and for each of them the why."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from scopa import (
    BRAZILIAN_40,
    VARIANTS,
    Deal,
    DealScore,
    DoubleSweeps,
    Foursome,
    Holds,
    Prime,
    ScoreLine,
    Seating,
    Suit,
    Sweep,
    ValueRefusedError,
    Variant,
)
from scopa.documents import FOURSOME_VALUES
from tests.positions import after, cards, each_scopa, points, position, scored

SCOPA = VARIANTS["scopa"]
CICERA = VARIANTS["cicera-bresciana"]
ESCOPA = VARIANTS["escopa-15"]
ESCOBA = VARIANTS["escoba"]
COINS = " ".join(str(c) for c in BRAZILIAN_40.cards if c.suit is Suit.COINS)
SEVENS = "7d 7c 7s 7b"


def suit(letter: str, ranks: str = "A234567FCR") -> str:
    return " ".join(rank + letter for rank in ranks)


def line(score: DealScore, award: str, side: int = 0) -> ScoreLine:
    return score.line(award, side)


# ---------------------------------------------------------------------- Scopa


@each_scopa
@pytest.mark.clause("S0.20", "S1.20", "S4.17")
@pytest.mark.parametrize(
    ("first", "second", "award"),
    [
        ("Fs Rs", "Fb", "cards"),  # W01
        ("2d 3d", "4d Rs", "coins"),  # W02
        ("7d Rs", "Fs Fb", "settebello"),
        ("2c 2s 2b 2d", "3c 3s 3b Rc", "primiera"),
    ],
)
def test_each_award_is_worth_one_point(scopa: str, first: str, second: str, award: str) -> None:
    score = scored(scopa, first, second)
    assert line(score, award, 0).points == 1
    assert line(score, award, 1).points == 0
    assert {a.id for a in score.variant.awards} == {"cards", "coins", "settebello", "primiera"}


@each_scopa
@pytest.mark.clause("S4.17", "S0.18", "S1.18")
def test_every_scopa_is_worth_one_point(scopa: str) -> None:
    score = scored(scopa, "Fs", "Fb", sweeps=(3, 1))
    assert points(score) == [{"sweeps": 3}, {"sweeps": 1}]
    assert score.points == (3, 1)


HALF = [suit("c") + " Ad 2d 3d 4d 5d As 2s 3s 4s 5s", suit("b") + " 6d 7d Fd Cd Rd 6s 7s Fs Cs Rs"]


@each_scopa
@pytest.mark.clause("S0.21", "S1.21", "S4.17", "A0.7")
def test_tied_majorities_and_a_tied_primiera_give_nobody_the_point(scopa: str) -> None:  # W03
    score = scored(scopa, *HALF)
    assert line(score, "cards").figures == (20, 20)
    assert line(score, "coins").figures == (5, 5)
    assert [line(score, award, side).points for award in ("cards", "coins") for side in (0, 1)] == [
        *(0, 0, 0, 0)
    ]
    tied = scored(scopa, "7d 6c As 5b", "6d 7c 5s Ab")  # 70 to 70
    assert line(tied, "primiera").figures == (70, 70)
    assert points(tied) == [{"settebello": 1}, {}]


@each_scopa
@pytest.mark.clause("S0.22", "S1.22", "S4.18", "A0.7")
def test_where_neither_side_has_four_suits_nobody_scores_the_primiera(scopa: str) -> None:
    score = scored(scopa, "7c 6s 7b", "2d 2c")
    assert line(score, "primiera").figures == (None, None)
    assert [line(score, "primiera", side).points for side in (0, 1)] == [0, 0]
    assert line(score, "primiera").why == "primiera none to none"


def test_w06_four_awards_of_a_scopone_for_one_side() -> None:
    score = scored("scopa", "7d 7c 7s 7b 6d 3s", "Ad 4b", seating=Seating.pairs())
    assert points(score) == [{"cards": 1, "coins": 1, "settebello": 1, "primiera": 1}, {}]
    assert score.points == (4, 0)


def test_f46_of_three_sides_two_may_be_level_at_the_top() -> None:
    score = scored("scopa", "Fs", "Fb", "")
    assert score.points == (0, 0, 0)


# ---------------------------------------------------------------------- the sheet explains itself


def test_a_line_says_what_was_compared_and_which_cards_counted() -> None:
    score = scored("scopa", "7d 2d 6c As 5b Rb", "6d 7c 5s 4b 3b")
    assert line(score, "cards").why == "6 to 5 cards"
    assert line(score, "cards", 1).why == "5 to 6 cards"
    assert line(score, "coins").cards == cards("2d 7d")
    assert line(score, "settebello", 1).why == "0 of 1 held: 7d"
    primiera = line(score, "primiera")
    assert (primiera.figures, primiera.points) == ((70, 68), 1)
    assert primiera.cards == cards("7d 6c As 5b")
    assert str(primiera) == "primiera: 1 (primiera 70 to 68)"


def test_there_is_a_line_for_each_award_and_side_also_for_nothing() -> None:
    score = scored("scopa", "Fs", "Fb", sweeps=(2, 0))
    assert [(entry.award, entry.side) for entry in score.lines] == [
        (award, side)
        for award in ("cards", "coins", "settebello", "primiera", "sweeps")
        for side in (0, 1)
    ]
    assert line(score, "sweeps").why == "2 at 1 each"
    assert line(score, "sweeps").figures == (2, 0)
    with pytest.raises(ValueRefusedError) as refused:
        score.line("cards", 7)
    assert "there are cards, coins, settebello, primiera, sweeps" in str(refused.value)
    with pytest.raises(ValueRefusedError):
        score.line("napola", 0)


def test_the_points_are_the_sum_of_the_lines_in_every_game() -> None:
    rng = random.Random(46)
    for variant in VARIANTS.values():
        for seating in variant.seatings:
            deal = Deal.start(variant, variant.pack.cards, seating=seating)
            score = deal.playout(rng)
            sums = [sum(side.values()) for side in points(score)]
            assert score.points == tuple(sums)
            assert len(score.piles) == len(seating.sides)


def test_a_score_before_the_end_counts_what_lies_in_the_piles() -> None:
    deal = Deal.start(SCOPA, SCOPA.pack.cards)
    assert deal.score().points == (0, 0)
    assert not deal.score().captured
    assert deal.score().piles == deal.piles


def test_a_score_is_a_value() -> None:
    score = scored("scopa", "7d", "Fb", sweeps=(1, 0))
    assert pickle.loads(pickle.dumps(score)) == score  # noqa: S301
    assert hash(score) == hash(scored("scopa", "7d", "Fb", sweeps=(1, 0)))
    assert (score.sweeps, score.bonuses) == ((1, 0), ((), ()))


def test_sweeps_may_be_worth_more_and_a_ponino_doubles_that() -> None:
    house = SCOPA.derive(
        id="x-ponino",
        sweep=Sweep(points=2),
        awards=[DoubleSweeps(cards("Cd Cc Cs Cb"))],
    )
    score = scored(house, "Cd Cc Cs Cb", "7d", sweeps=(2, 1))
    assert points(score) == [{"sweeps": 4, "ponino": 4}, {"sweeps": 2}]
    assert score.points == (8, 2)


# ---------------------------------------------------------------------- Cicera


@pytest.mark.clause("S2.18")
@pytest.mark.parametrize(
    ("pile", "award", "worth"),
    [
        ("4c 5c", "cards", 2),
        ("4s Ac", "swords", 1),
        ("2s", "la-mata", 1),
        ("Td", "ten-of-coins", 1),
        ("Fc", "fante-of-cups", 1),
    ],
)
def test_the_awards_of_cicera(pile: str, award: str, worth: int) -> None:
    score = scored(CICERA, pile, "4b")
    assert line(score, award, 0).points == worth
    assert line(score, award, 1).points == 0
    ids = ["cards", "swords", "la-mata", "ten-of-coins", "fante-of-cups", "napula"]
    assert [a.id for a in CICERA.awards] == ids


@pytest.mark.clause("S2.19", "A2.7")
def test_in_cicera_a_tied_majority_gives_neither_team_points() -> None:
    tied = "4c 4s", "5c 5s"
    assert points(scored(CICERA, *tied)) == [{}, {}]
    assert points(scored("cicera", *tied)) == [{"cards": 1}, {"cards": 1}]


@pytest.mark.clause("S2.20")
def test_a_napula_is_as_long_as_the_run_of_swords_from_the_asso() -> None:
    assert points(scored(CICERA, "As 2s 3s 4s", "Ac 2c 3c 5s"))[0]["napula"] == 4
    assert "napula" not in points(scored(CICERA, "As 2s 4s 5s", "3s"))[0]


@pytest.mark.clause("S2.20", "A2.8")
@pytest.mark.parametrize(
    ("held", "worth"),
    [
        ("A2", 0),
        ("A23", 3),
        ("A2356789T", 3),  # the four is missing
        ("A23456789", 9),
        ("A23456789FCR", 9),  # and here the ten
        ("A23456789T", 10),
        ("A23456789TF", 10),
        ("A23456789TFCR", 10),
    ],
)
def test_a_napula_needs_three_and_counts_up_to_the_ten(held: str, worth: int) -> None:
    assert line(scored(CICERA, suit("s", held), "Ac"), "napula").points == worth


@pytest.mark.clause("A2.8")
def test_a_napula_stops_at_the_ten_or_goes_on_through_the_courts() -> None:
    swords = suit("s", "A23456789TFCR")
    assert line(scored(CICERA, swords, "Ac"), "napula").points == 10
    assert line(scored("cicera", swords, "Ac"), "napula").points == 13


@pytest.mark.clause("S2.21", "A2.11")
def test_bonuses_during_play_and_awards_at_the_end_are_added() -> None:
    score = scored(CICERA, "2s 4c", "Td", sweeps=(1, 0), bonuses=[(2, 1, 0), (0, 0, 3)])
    assert points(score) == [
        {"cards": 2, "swords": 1, "la-mata": 1, "sweeps": 1, "picada": 2, "simili": 1},
        {"ten-of-coins": 1, "cuatriglia": 3},
    ]
    assert score.points == (8, 4)
    assert score.bonuses == ((2, 1, 0), (0, 0, 3))
    assert line(score, "cuatriglia", 1).why == "3 during play: 1 for taking at least 3 cards"
    assert line(score, "cuatriglia", 1).figures == (0, 3)


@pytest.mark.clause("S2.17", "A2.10")
def test_where_nobody_captured_there_are_no_awards_at_all() -> None:
    deal = Deal.start(CICERA, CICERA.pack.cards)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
    score = deal.score()
    assert (score.points, score.captured) == ((0, 0), False)
    assert deal.table == CICERA.pack.card_set
    assert line(score, "cards").why == "nobody captured anything"


# ---------------------------------------------------------------------- Escopa de 15


@pytest.mark.clause("S3.23", "S3.24", "S3.25", "S3.26", "S3.27", "S3.28")
@pytest.mark.parametrize(
    ("pile", "award", "worth"),
    [
        (COINS, "all-coins", 2),
        ("2d 3d", "coins", 1),
        ("7d", "guindis", 1),
        (SEVENS, "all-sevens", 3),
        ("2c 3c", "cards", 1),
        ("7c 7s", "sevens", 1),
    ],
)
def test_the_awards_of_escopa(pile: str, award: str, worth: int) -> None:
    score = scored(ESCOPA, pile, "4b")
    assert line(score, award, 0).points == worth
    assert line(score, award, 1).points == 0


@pytest.mark.clause("S3.22")
def test_each_escopa_is_worth_one_point() -> None:
    assert line(scored(ESCOPA, "2c", "3c", sweeps=(2, 0)), "sweeps").points == 2


@pytest.mark.clause("S3.29", "A3.21")
@pytest.mark.parametrize(("number", "worth"), [(9, 2), (10, 0)])
def test_w13_an_opponent_with_fewer_than_ten_cards_is_worth_two(number: int, worth: int) -> None:
    few = " ".join(suit("c").split()[:number])
    for seating in (Seating.singles(2), Seating.pairs()):
        score = scored(ESCOPA, few, suit("s"), seating=seating)
        assert line(score, "opponent-under", 1).points == worth
        assert line(score, "opponent-under", 0).points == 0


@pytest.mark.clause("S3.29")
def test_fewer_than_ten_cards_count_only_between_two_sides() -> None:
    three = scored(ESCOPA, "2c", suit("s"), suit("b"))
    assert line(three, "opponent-under", 1).points == 0
    assert line(three, "opponent-under", 1).why == "only between two sides"


@pytest.mark.clause("S3.30", "S3.31", "A3.22", "A3.23")
@pytest.mark.parametrize(("rank", "worth"), [*zip("76A5432", (11, 8, 6, 5, 4, 3, 2), strict=True)])
def test_the_best_four_of_a_rank_score_their_value(rank: str, worth: int) -> None:
    four = " ".join(rank + letter for letter in "dcsb")
    score = scored(ESCOPA, four, "Rd Rc Rs Rb")
    assert line(score, "primeira", 0).points == worth
    assert line(score, "primeira", 0).cards == cards(four)
    assert line(score, "primeira", 1).points == 0


@pytest.mark.clause("S3.30")
@pytest.mark.parametrize("better", [0, 1, 2])
def test_whichever_side_has_the_better_foursome_scores_it(better: int) -> None:
    piles = ["5d 5c 5s 5b", "4d 4c 4s 4b", "2d 2c 2s 2b"]  # worth 5, 4 and 2
    piles.insert(better, piles.pop(0))
    score = scored(ESCOPA, *piles)
    assert [line(score, "primeira", side).points for side in (0, 1, 2)] == [
        5 if side == better else 0 for side in (0, 1, 2)
    ]
    assert line(score, "primeira", better).cards == cards("5d 5c 5s 5b")


@pytest.mark.clause("S3.30")
def test_partners_put_their_foursome_together() -> None:
    deal = position(
        ESCOPA,
        table="Cb Cs",
        hand="7d",
        hands={1: "Rc", 2: "7c", 3: "Rb"},
        piles={0: "7s 7b"},
        last_taker=1,
        seating=Seating.pairs(),
    )
    assert line(deal.score(), "primeira").figures[0] is None
    together = after(deal, "7dxCb", "Rc", "7cxCs", "Rb").score()
    assert (line(together, "primeira").points, line(together, "primeira").figures[0]) == (11, 11)
    alone = scored(ESCOPA, "7d 7s", "2c", "7c 7b", "3c", seating=Seating.singles(4))
    assert [line(alone, "primeira", seat).points for seat in range(4)] == [0, 0, 0, 0]


@pytest.mark.clause("S3.31", "A3.24")
def test_four_courts_are_worth_nothing_to_anybody() -> None:
    score = scored(ESCOPA, "Rd Rc Rs Rb", "Fd Fc Fs Fb")
    assert [line(score, "primeira", side).points for side in (0, 1)] == [0, 0]
    assert line(scored(ESCOPA, "Rd Rc Rs Rb", "2c"), "primeira").points == 0


@pytest.mark.clause("A3.22")
def test_only_the_best_foursome_of_a_side_counts() -> None:
    score = scored(ESCOPA, f"{SEVENS} 6d 6c 6s 6b", "Ad Ac As Ab")
    assert line(score, "primeira", 0).points == 11
    assert line(score, "primeira", 0).figures == (11, 6)


@pytest.mark.clause("A3.18")
def test_all_the_coins_and_most_of_them_add_up_or_replace_each_other() -> None:
    literal, fournier = scored(ESCOPA, COINS, "2c"), scored(ESCOBA, COINS, "2c")
    kept = {"coins": 1, "all-coins": 2, "guindis": 1, "cards": 1, "sevens": 1, "opponent-under": 2}
    assert points(literal)[0] == kept
    del kept["coins"]
    assert points(fournier)[0] == kept
    assert line(fournier, "coins").why == "10 to 0 coins; replaced"


@pytest.mark.clause("A3.19")
def test_w14_all_the_sevens_add_up_or_include_the_guindis() -> None:
    literal, fournier = scored(ESCOPA, SEVENS, "2c"), scored(ESCOBA, SEVENS, "2c")
    awards = ("all-sevens", "sevens", "guindis")
    assert [line(literal, award).points for award in awards] == [3, 1, 1]
    assert [line(fournier, award).points for award in awards] == [3, 1, 0]


@pytest.mark.clause("A3.20")
def test_two_sevens_each_or_as_many_coins_each_give_nobody_the_point() -> None:
    score = scored(ESCOPA, "7d 7c 2c", "7s 7b 2d")
    for award in ("sevens", "coins", "cards"):
        assert [line(score, award, side).points for side in (0, 1)] == [0, 0]
    ahead = scored(ESCOPA, "7c 2c", "7s 7b 2d 7d 3d")
    for award in ("sevens", "coins", "cards"):
        assert [line(ahead, award, side).points for side in (0, 1)] == [0, 1]


@pytest.mark.clause("A3.20", "S3.24", "S3.27", "S3.28")
def test_among_three_two_who_are_level_leave_the_point_to_nobody() -> None:
    """Most means more than any other side: not half, and not the third who has fewer."""
    level = scored(ESCOPA, "7d 7c 2c", "7s 7b 2d", "3c")
    most = scored(ESCOPA, "7d 7c 2d", "7s 3d", "7b")
    for award in ("sevens", "coins", "cards"):
        assert [line(level, award, side).points for side in (0, 1, 2)] == [0, 0, 0]
        assert [line(most, award, side).points for side in (0, 1, 2)] == [1, 0, 0]


def test_w08_an_escoba_side_with_nearly_everything() -> None:
    pile = f"{COINS} 7c 7s 7b"
    others = " ".join([*suit("c", "A23456FCR").split(), "As"])
    score = scored(ESCOBA, pile, others, sweeps=(2, 0))
    expected = {"sweeps": 2, "all-sevens": 3, "sevens": 1, "all-coins": 2, "cards": 1}
    assert points(score)[0] == expected
    assert score.points[0] == 9


def test_w09_two_sevens_to_one_and_three_cards_each() -> None:
    score = scored(ESCOBA, "7c 7s 2c", "7b 2s 3s")
    assert [line(score, "sevens", side).points for side in (0, 1)] == [1, 0]
    assert [line(score, "cards", side).points for side in (0, 1)] == [0, 0]


def escopa_with(primeira: Any) -> Variant:
    awards = [award for award in ESCOPA.awards if award.id != "primeira"]
    return ESCOPA.derive(id="x-primeira", awards=[*awards, primeira])


@pytest.mark.clause("A3.23")
def test_the_primeira_may_be_worth_one_point_or_go_by_the_best_card_of_each_suit() -> None:
    one = escopa_with(Foursome(FOURSOME_VALUES, points=1))
    assert line(scored(one, "6d 6c 6s 6b", "Ad Ac As Ab"), "primeira").points == 1
    suits = escopa_with(Prime(FOURSOME_VALUES, id="primeira"))
    score = scored(suits, "7d 7c 6s 2b", "Ad Ac As Ab")
    assert (line(score, "primeira").figures, line(score, "primeira").points) == ((32, 24), 1)


@pytest.mark.clause("A3.18", "A3.19")
def test_every_way_of_adding_up_is_one_declared_change() -> None:
    def replacing(award: Any) -> Any:
        if award.id != "all-sevens":
            return award
        return Holds(cards(SEVENS), 3, id="all-sevens", replaces=("guindis", "sevens"))

    house = ESCOPA.derive(id="x-house", awards=map(replacing, ESCOPA.awards))
    sheet = points(scored(house, SEVENS, "2c"))[0]
    assert sheet["all-sevens"] == 3
    assert not {"guindis", "sevens"} & set(sheet)


def test_a_score_of_a_position_reads_its_piles() -> None:
    deal = position("scopa", table="Rc", hand="2d", sweeps=(1, 2))
    assert deal.score().sweeps == (1, 2)
