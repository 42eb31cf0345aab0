"""What piles are worth: each award by itself."""

from __future__ import annotations

from typing import Any

import pytest

from scopa import (
    BRESCIANE_52,
    ITALIAN_40,
    Card,
    Cards,
    CardSet,
    DoubleSweeps,
    Foursome,
    Holds,
    InvalidVariantError,
    Majority,
    OpponentUnder,
    Pack,
    Prime,
    Rank,
    Run,
    Suit,
    ValueRefusedError,
    Variant,
)
from scopa.documents import FOURSOME_VALUES
from scopa.scoring import AWARD_KINDS, CLASSIC_SCALE, Award, Figure, settled, sole_best
from tests.positions import cards, points, scored, vector_cards, vectors

ROWS = vectors("scoring.json")
COINS = Cards(suit=Suit.COINS)
SEVENS = Cards(rank=Rank.SEVEN)
GRADED = tuple(
    (rank, {Rank.KNAVE: 8, Rank.KNIGHT: 9}.get(rank, worth)) for rank, worth in CLASSIC_SCALE
)


EXAMPLES = {  # rows that a document states
    "P14": ("S0.22", "S1.22", "S4.18"),
    "N17": ("S2.20",),
    "N21": ("S2.20",),
    "N22": ("S2.20", "A2.8"),
}


def rows(*kinds: str) -> list[Any]:
    return [_as_case(row) for row in ROWS if row["kind"] in kinds]


def _as_case(row: dict[str, Any]) -> Any:
    marks = [pytest.mark.clause(*EXAMPLES[row["id"]])] if row["id"] in EXAMPLES else []
    return pytest.param(row, id=f"{row['id']}-{row['kind']}", marks=marks)


def figure(award: Award, pile: CardSet | str, pack: Pack = ITALIAN_40) -> Figure:
    """What an award measures in a pile."""
    held = cards(pile) if isinstance(pile, str) else pile
    return award.meter(pack)(held._bits)


def settle(award: Award, *piles: str, sweeps: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """The points each side gets for an award."""
    figures = [figure(award, pile) for pile in piles]
    return award.settle(figures, sweeps or (0,) * len(piles))


# ---------------------------------------------------------------------- every row of the vectors


@pytest.mark.parametrize("row", rows("primiera"))
def test_a_primiera_of_the_vectors(row: dict[str, Any]) -> None:
    given = row["given"]
    prime = Prime(
        GRADED if "scale" in given else CLASSIC_SCALE, missing=given.get("missing", "none")
    )
    assert figure(prime, vector_cards(given["cards"], ITALIAN_40)) == row["expected"]


@pytest.mark.parametrize("row", rows("primiera_winner"))
def test_who_has_the_best_primiera_of_the_vectors(row: dict[str, Any]) -> None:
    piles = [str(vector_cards(pile, ITALIAN_40)) for pile in row["given"]["piles"]]
    winner = row["expected"]
    assert settle(Prime(), *piles) == tuple(int(side == winner) for side in range(2))


@pytest.mark.parametrize("row", rows("run"))
def test_a_run_of_the_vectors(row: dict[str, Any]) -> None:
    given = row["given"]
    pack = BRESCIANE_52 if given["suit"] == "S" else ITALIAN_40
    run = Run(Suit(given["suit"].lower()), cap=given["cap"])
    assert figure(run, vector_cards(given["cards"], pack), pack) == row["expected"]


@pytest.mark.parametrize("row", rows("foursome"))
def test_a_foursome_of_the_vectors(row: dict[str, Any]) -> None:
    held = vector_cards(row["given"]["cards"], ITALIAN_40)
    assert figure(Foursome(FOURSOME_VALUES), held) == row["expected"]


DEALS = {
    "deal_classic": "scopa",
    "deal_cicera": "cicera-bresciana",
    "deal_cicera_tie_each": "cicera",
    "deal_escoba_fournier": "escoba",
}
PACKS_OF_DEALS = {"cicera-bresciana": BRESCIANE_52, "cicera": BRESCIANE_52}
BONUSES = ("picada", "simili", "cuatriglia")


@pytest.mark.parametrize("row", rows(*DEALS))
def test_a_whole_deal_of_the_vectors(row: dict[str, Any]) -> None:
    given, variant = row["given"], DEALS[row["kind"]]
    pack = PACKS_OF_DEALS.get(variant, ITALIAN_40)
    piles = [str(vector_cards(pile, pack)) for pile in given["piles"]]
    more: dict[str, Any] = {"sweeps": given.get("sweeps", given.get("escobas", (0, 0)))}
    if "bonuses" in given:
        more["bonuses"] = [(number, 0, 0) for number in given["bonuses"]]
    score = scored(variant, *piles, **more)
    expected = [
        {_our_name(name): number for name, number in side.items()} for side in row["expected"]
    ]
    assert points(score) == expected
    assert score.points == tuple(sum(side.values()) for side in expected)


def _our_name(name: str) -> str:
    return {"bonuses": "picada", "escopas": "sweeps"}.get(name, name.replace(" ", "-"))


def test_no_row_of_the_vectors_was_left_out() -> None:
    assert len(ROWS) == 42
    known = {"primiera", "primiera_winner", "run", "foursome", *DEALS}
    assert {row["kind"] for row in ROWS} == known


# ---------------------------------------------------------------------- kinds of cards


@pytest.mark.parametrize(
    ("kind", "name", "number"),
    [
        (Cards(), "cards", 40),
        (COINS, "coins", 10),
        (SEVENS, "sevens", 4),
        (Cards(rank=Rank.SIX), "sixes", 4),
        (Cards(Suit.CLUBS, Rank.KING), "kings of clubs", 1),
        (Cards(rank=Rank.TEN), "tens", 0),
    ],
)
def test_a_kind_of_cards_has_a_name_and_its_cards(kind: Cards, name: str, number: int) -> None:
    assert kind.name == name
    assert kind.bits(ITALIAN_40).bit_count() == number


# ---------------------------------------------------------------------- majorities


def test_the_most_cards_of_a_kind_score() -> None:
    assert settle(Majority(COINS, 2), "Ad 2d 3c", "3d Ab 2b 4b") == (2, 0)
    assert settle(Majority(COINS), "Ad 2d", "3d", "4d 5d 6d") == (0, 0, 1)


@pytest.mark.parametrize("sides", [2, 3])
def test_f10_level_leaders_score_nothing(sides: int) -> None:
    piles = ["Ad", "Ac", "As"][:sides]
    assert settle(Majority(Cards()), *piles) == (0,) * sides
    assert settle(Prime(), *["7d 7c 7s 7b"], *["7d 7c 7s 7b"]) == (0, 0)


def test_f46_two_of_three_level_at_the_top_score_nothing() -> None:
    assert settle(Majority(Cards()), "Ad", "Ac", "") == (0, 0, 0)
    assert settle(Majority(Cards()), "Ad", "Ac", "2d 3d") == (0, 0, 1)


def test_level_leaders_may_get_something_each_but_not_for_nothing() -> None:
    each = Majority(COINS, 2, tie_points=1)
    assert settle(each, "Ad", "2d", "Ac 2c") == (1, 1, 0)
    assert settle(each, "Ac", "2c 3c") == (0, 0)
    assert settle(each, "Ad 2d", "3d") == (2, 0)


def test_kinds_may_be_compared_one_after_the_other() -> None:
    setenta = Majority((SEVENS, Cards(rank=Rank.SIX), Cards(rank=Rank.ACE)), tie_points=1)
    assert setenta.id == "sevens"
    assert settle(setenta, "7d 6d", "7c 6c 6s") == (0, 1)
    assert settle(setenta, "7d 7c", "7s 6c 6s Ad") == (1, 0)
    assert settle(setenta, "7d 7c 6d", "7s 7b 6c") == (1, 1)
    assert settle(setenta, "2d", "2c") == (0, 0)
    assert setenta.why([(2, 1, 0), (2, 0, 0)], 1) == "2/0/0 to 2/1/0 sevens"


def test_the_cards_counted_are_shown() -> None:
    pile = cards("Ad 2d 3c")._bits
    assert CardSet._of(Majority(COINS).evidence(ITALIAN_40, pile)) == cards("Ad 2d")
    assert Majority(COINS).why([2, 1, 7], 0) == "2 to 1, 7 coins"


def test_sole_best_is_the_one_highest_figure() -> None:
    assert sole_best([3, 5, 4]) == 1
    assert sole_best([5, 5, 4]) is None
    assert sole_best([None, 3, None]) == 1
    assert sole_best([None, None]) is None


# ---------------------------------------------------------------------- certain cards, runs


def test_whoever_holds_all_of_certain_cards_scores() -> None:
    knaves = Holds(cards("Fd Fc"), 3)
    assert knaves.id == "FdFc"
    assert settle(knaves, "Fd Fc Fs", "Rd") == (3, 0)
    assert settle(knaves, "Fd", "Fc") == (0, 0)
    assert CardSet._of(knaves.evidence(ITALIAN_40, cards("Fd 2d")._bits)) == cards("Fd")
    assert knaves.why([1, 0], 0) == "1 of 2 held: Fd Fc"


def test_w05_the_king_of_coins_counts_where_it_is_declared() -> None:
    re_bello = Holds(cards("Rd"), id="re-bello")
    assert settle(re_bello, "Rd 7d", "Rc") == (1, 0)
    plain = scored("scopa", "Rd", "")
    with pytest.raises(ValueRefusedError):
        plain.line("re-bello", 0)


def test_a_run_goes_through_the_whole_suit_where_it_is_not_capped() -> None:
    napola = Run(Suit.COINS)
    assert napola.id == "napola"
    assert settle(napola, "Ad 2d 3d 4d 6d", "5d") == (4, 0)
    assert settle(napola, "Ad 2d", "3d") == (0, 0)
    everything = "Ad 2d 3d 4d 5d 6d 7d Fd Cd Rd"
    assert settle(napola, everything, "") == (10, 0)
    assert settle(Run(Suit.COINS, cap=7), everything, "") == (7, 0)


def test_a_run_shows_its_cards_and_its_length() -> None:
    napola = Run(Suit.COINS)
    pile = cards("Ad 2d 3d 5d Ac")._bits
    assert CardSet._of(napola.evidence(ITALIAN_40, pile)) == cards("Ad 2d 3d")
    assert napola.evidence(ITALIAN_40, cards("Ad 2d")._bits) == 0
    assert napola.why([3, 0], 0) == "a run of 3 from the ace of coins"


# ---------------------------------------------------------------------- primiera


@pytest.mark.clause("S0.23", "S1.23", "S4.18")
@pytest.mark.parametrize(
    ("rank", "worth"),
    [
        *zip("76A5432", (21, 18, 16, 15, 14, 13, 12), strict=True),
        *zip("FCR", (10,) * 3, strict=True),
    ],
)
def test_each_rank_has_its_worth_in_the_primiera(rank: str, worth: int) -> None:
    assert figure(Prime(), f"{rank}d {rank}c {rank}s {rank}b") == 4 * worth
    # which differs from what it captures for
    assert worth != ITALIAN_40.value(Card.parse(f"{rank}d").rank) or rank == "R"


@pytest.mark.clause("S0.23", "S1.23", "S4.18")
def test_the_best_card_of_each_suit_is_added_up() -> None:
    assert figure(Prime(), "7d 6d Ad 6c 2c As Rs 5b Fb") == 21 + 18 + 16 + 15
    assert figure(Prime(), "Rd Rc Rs Rb 2b") == 10 + 10 + 10 + 12


@pytest.mark.clause("S0.22", "S1.22", "S4.18", "A0.7")
def test_without_a_card_of_every_suit_there_is_no_primiera() -> None:
    assert figure(Prime(), "7d 6d 7c 6c 7s 6s") is None
    assert settle(Prime(), "7d 7c 7s", "Rd Rc Rs Rb") == (0, 1)
    assert settle(Prime(), "7d 7c 7s", "6d 6c 6s") == (0, 0)


def test_f16_a_missing_suit_is_settled_as_the_rules_say_and_never_an_error() -> None:
    piles = "7d 7c 7s", "2d Rd Rc Rs Rb"
    assert settle(Prime(), *piles) == (0, 1)
    assert settle(Prime(missing="rank_by_suits"), *piles) == (0, 1)
    assert settle(Prime(missing="partial"), *piles) == (1, 0)
    assert settle(Prime(missing="rank_by_suits"), "7d 7c", "6d 6c") == (1, 0)
    for missing in ("none", "rank_by_suits", "partial"):
        assert settle(Prime(missing=missing), "", "") == (0, 0)


def test_f45_there_is_a_primiera_by_default() -> None:
    assert settle(Prime(), "6d 6c 6s 6b", "Rd Rc Rs Rb") == (1, 0)
    assert any(isinstance(award, Prime) for award in scored("scopa", "Ad", "").variant.awards)


def test_the_cards_of_a_primiera_are_shown() -> None:
    pile = cards("7d 6d Rc Fc 5s 3b")._bits
    assert CardSet._of(Prime().evidence(ITALIAN_40, pile)) == cards("7d Fc 5s 3b")
    assert CardSet._of(Prime().evidence(ITALIAN_40, cards("2d")._bits)) == cards("2d")
    assert Prime().why([76, None], 0) == "primiera 76 to none"


def test_a_pack_of_two_suits_has_a_primiera_of_two_suits() -> None:
    small = Pack("small", ((Rank.SIX, 6), (Rank.SEVEN, 7)), suits=(Suit.CUPS, Suit.CLUBS))
    assert figure(Prime(), "7c 6b", small) == 39
    assert figure(Prime(), "7c 6c", small) is None
    assert figure(Prime(missing="rank_by_suits"), "7c 6c", small) == (1, 21)


# ---------------------------------------------------------------------- the other awards


def test_a_foursome_scores_its_value_or_what_is_declared() -> None:
    aces, kings = "Ad Ac As Ab", "Rd Rc Rs Rb"
    assert settle(Foursome(FOURSOME_VALUES), aces, kings) == (6, 0)
    assert settle(Foursome(FOURSOME_VALUES, points=1), aces, kings) == (1, 0)
    assert settle(Foursome(FOURSOME_VALUES), kings, "") == (0, 0)
    assert settle(Foursome(FOURSOME_VALUES, points=1), kings, "") == (0, 0)
    assert settle(Foursome(FOURSOME_VALUES), kings, "Fd Fc Fs Fb") == (0, 0)
    assert settle(Foursome(FOURSOME_VALUES), "", "") == (0, 0)


def test_the_four_cards_of_a_foursome_are_shown() -> None:
    award = Foursome(FOURSOME_VALUES)
    pile = cards("2d 2c 2s 2b Ad Ac As Ab 7d")._bits
    assert CardSet._of(award.evidence(ITALIAN_40, pile)) == cards("Ad Ac As Ab")
    assert award.evidence(ITALIAN_40, cards("7d 7c 7s")._bits) == 0
    assert award.why([6, None], 1) == "best four of a rank worth none to 6"


def test_the_side_whose_opponent_took_too_few_cards_scores() -> None:
    under = OpponentUnder(3, 2)
    assert settle(under, "Ad 2d", "Ac 2c 3c") == (0, 2)
    assert settle(under, "Ad 2d 3d", "Ac 2c 3c") == (0, 0)
    assert settle(under, "", "") == (2, 2)
    assert settle(under, "Ad", "Ac 2c 3c", "2d") == (0, 0, 0)
    assert under.evidence(ITALIAN_40, cards("Ad")._bits) == 0
    assert under.why([2, 8], 1) == "the other side captured 2 cards; under 3 scores"
    assert under.why([2, 8, 1], 1) == "only between two sides"


def test_the_ponino_doubles_the_sweeps() -> None:
    ponino = DoubleSweeps(cards("Cd Cc"))
    assert settle(ponino, "Cd Cc", "Ad", sweeps=(3, 1)) == (3, 0)
    assert settle(ponino, "Cd", "Cc", sweeps=(3, 1)) == (0, 0)
    assert CardSet._of(ponino.evidence(ITALIAN_40, cards("Cd 2d")._bits)) == cards("Cd")
    assert ponino.why([1, 1], 0) == "1 of 2 held: Cd Cc"


def test_an_award_may_replace_another_of_the_same_side() -> None:
    most, both = Majority(COINS), Holds(cards("Ad 2d"), 2, replaces=("coins",))
    awards: tuple[Award, ...] = (most, both)
    assert settled(awards, [(5, 4), (2, 0)], (0, 0)) == [(0, 0), (2, 0)]
    assert settled(awards, [(5, 4), (1, 1)], (0, 0)) == [(1, 0), (0, 0)]
    assert settled(awards, [(4, 5), (2, 0)], (0, 0)) == [(0, 1), (2, 0)]


def test_every_kind_of_award_is_known_by_its_name() -> None:
    names = "majority holds run prime foursome opponent_under double_sweeps"
    assert list(AWARD_KINDS) == names.split()
    assert AWARD_KINDS["run"] is Run


# ---------------------------------------------------------------------- awards that cannot be


@pytest.mark.parametrize(
    ("award", "codes"),
    [
        (Majority(()), ["no-kind"]),
        (Majority(Cards(rank=Rank.TEN)), ["foreign-card"]),
        (Holds(cards("Td 7d"), id="x"), ["foreign-card"]),
        (Holds(CardSet(), id="x"), ["foreign-card"]),
        (DoubleSweeps(cards("Td")), ["foreign-card"]),
        (Run(Suit.COINS, cap=2), ["cap-below-three"]),
        (Prime(CLASSIC_SCALE[1:]), ["scale-incomplete"]),
        (Prime((*CLASSIC_SCALE, (Rank.TEN, -1))), ["scale-negative"]),
        (Prime((*CLASSIC_SCALE, (Rank.ACE, 16))), ["scale-twice"]),
        (Foursome(FOURSOME_VALUES[1:]), ["scale-incomplete"]),
        (OpponentUnder(0, 2), ["cards-below-one"]),
    ],
)
def test_an_award_that_makes_no_sense_is_refused(award: Award, codes: list[str]) -> None:
    with pytest.raises(InvalidVariantError) as refused:
        Variant(id="x", awards=(award,))
    assert [problem.code for problem in refused.value.problems] == codes
    assert all(f"awards.{award.id}" in problem.where for problem in refused.value.problems)


def test_a_run_in_a_suit_that_the_pack_lacks_is_refused() -> None:
    small = Pack("small", ((Rank.ACE, 1), (Rank.TWO, 2)), suits=(Suit.CUPS, Suit.CLUBS))
    assert [problem.code for problem in Run(Suit.COINS).problems(small, 2)] == ["foreign-suit"]
    assert list(Run(Suit.CUPS).problems(small, 2)) == []
