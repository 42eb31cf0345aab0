"""Variants: one value made of small rule values, and what refuses to be one."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from scopa import (
    VARIANTS,
    Capture,
    Cards,
    Claims,
    Dealing,
    Echo,
    Holds,
    InvalidVariantError,
    Majority,
    MatchRules,
    Prime,
    Run,
    ScopaError,
    SeatError,
    Seating,
    Suit,
    ValueRefusedError,
    Variant,
    match_to,
)
from scopa.variant import SCOPA_SEATINGS, diff
from tests.positions import cards, scored

SCOPA = VARIANTS["scopa"]


def codes_of(**rules: Any) -> list[str]:
    with pytest.raises(InvalidVariantError) as refused:
        Variant(**rules)
    return [problem.code for problem in refused.value.problems]


def test_a_house_rule_is_a_few_lines() -> None:
    nonna = SCOPA.derive(
        id="x-nonna",
        awards=(*SCOPA.awards, Run(Suit.COINS, cap=7)),
        match=match_to(16),
    )
    assert [award.id for award in nonna.awards] == [
        *("cards", "coins", "settebello", "primiera", "napola")
    ]
    assert (nonna.match.target, nonna.pack) == (16, SCOPA.pack)
    assert SCOPA.match.target == 11  # the parent stays as it was
    line = scored(nonna, "Ad 2d 3d 4d", "").line("napola", 0)
    assert line is not None
    assert line.points == 4


def test_f08_an_award_that_a_variant_leaves_out_is_absent_from_the_sheet() -> None:
    without = SCOPA.derive(
        id="x-without", awards=[a for a in SCOPA.awards if not isinstance(a, Prime)]
    )
    score = scored(without, "7d 7c 7s 7b", "")
    with pytest.raises(ValueRefusedError):
        score.line("primiera", 0)
    assert {line.award for line in score.lines} == {"cards", "coins", "settebello", "sweeps"}


def test_a_variant_is_a_value() -> None:
    again = pickle.loads(pickle.dumps(SCOPA))  # noqa: S301
    assert (again, hash(again)) == (SCOPA, hash(SCOPA))
    assert SCOPA.derive() == SCOPA
    assert SCOPA.derive(id="x") != SCOPA
    assert SCOPA.derive(awards=list(SCOPA.awards)) == SCOPA  # any sequence will do


def test_a_variant_is_called_by_its_name() -> None:
    assert str(SCOPA) == "Scopa"
    assert str(SCOPA.derive(id="x-nameless", name="")) == "x-nameless"


def test_an_id_of_the_catalogue_stays_with_the_rules_of_the_catalogue() -> None:
    house = SCOPA.derive(match=match_to(16))
    assert (house.id, house.sources) == ("x-scopa", SCOPA.sources)
    assert house.derive(redeals=()).id == "x-scopa"
    assert SCOPA.derive(match=SCOPA.match) == SCOPA
    assert SCOPA.derive(id="scopa", match=match_to(16)).id == "scopa"  # as it was asked for
    assert Variant.from_dict({"base": "scopa", "match": {"target": 16}}) == house
    assert Variant.from_dict({"base": "scopa", "match": {"target": 11}}) == SCOPA
    dropped = Variant.from_dict({"base": "scopa", "drop": ["primiera"]})
    assert dropped.id == "x-scopa"


@pytest.mark.parametrize("own", ["scopa", "x-scopa", "x-nonna"])
def test_a_difference_makes_the_variant_again_whatever_its_id(own: str) -> None:
    house = SCOPA.derive(id=own, match=match_to(16))
    assert Variant.from_dict({"base": "scopa", **diff(house, SCOPA)}) == house
    assert diff(SCOPA, SCOPA) == {}


def test_what_can_be_played_has_no_problems() -> None:
    for variant in VARIANTS.values():
        assert variant.problems() == ()


@pytest.mark.parametrize(
    ("players", "sides"),
    [
        (2, ((0,), (1,))),
        (3, ((0,), (1,), (2,))),
        (4, ((0, 2), (1, 3))),
        (6, ((0, 2, 4), (1, 3, 5))),
    ],
)
def test_scopa_seats_two_three_four_or_six(
    players: int, sides: tuple[tuple[int, ...], ...]
) -> None:
    assert SCOPA.seating_for(players).sides == sides
    assert Seating.singles(4) in SCOPA.seatings
    assert SCOPA.seatings == SCOPA_SEATINGS


@pytest.mark.parametrize("players", [0, 1, 5, 7, None, "two"])
def test_a_number_of_players_that_cannot_play_is_refused(players: Any) -> None:
    with pytest.raises(SeatError) as refused:
        SCOPA.seating_for(players)
    assert refused.value.code == "unknown-seating"
    assert str(refused.value) == "scopa is for 2, 3, 4, 6 players"


# ---------------------------------------------------------------------- what cannot be


def test_a_variant_needs_an_id_and_players() -> None:
    assert codes_of(id="") == ["no-id"]
    assert codes_of(id="x", seatings=()) == ["no-seating"]


def test_f41_f42_numbers_that_do_not_come_out_are_refused_when_built() -> None:
    assert codes_of(id="x", seatings=[Seating.singles(5)]) == ["numbers-do-not-come-out"]
    with pytest.raises(InvalidVariantError, match="5 hands of 3 and 4 on the table"):
        SCOPA.derive(seatings=[Seating.singles(5)])
    eight = {"seatings": [Seating.singles(8)], "dealing": Dealing(hand=6)}
    assert codes_of(id="x", **eight) == ["numbers-do-not-come-out"]


def test_no_two_scores_have_one_id() -> None:
    assert codes_of(id="x", awards=[Majority(Cards()), Majority(Cards())]) == ["id-twice"]
    assert codes_of(id="x", awards=[Prime(id="sweeps")]) == ["id-twice"]
    assert codes_of(id="x", awards=[Prime(id="picada")], bonuses=[Echo()]) == ["id-twice"]


def test_an_award_replaces_only_another_of_the_variant() -> None:
    seven = cards("7d")
    assert codes_of(id="x", awards=[Holds(seven, replaces=("coins",))]) == ["unknown-award"]
    assert codes_of(id="x", awards=[Holds(seven, replaces=("7d",))]) == ["unknown-award"]
    both = [Holds(seven, replaces=("coins",)), Majority(Cards(suit=Suit.COINS))]
    assert Variant(id="x", awards=both).problems() == ()


def test_everything_that_is_wrong_is_listed_at_once() -> None:
    with pytest.raises(InvalidVariantError) as refused:
        Variant(
            id="",
            seatings=[Seating.singles(5)],
            capture=Capture(claims=Claims()),
            awards=[Holds(cards("Td"), id="ten")],
            match=MatchRules(target=0),
        )
    found = [(problem.code, problem.where) for problem in refused.value.problems]
    assert found == [
        ("no-id", "id"),
        ("numbers-do-not-come-out", "dealing"),
        ("claims-need-free", "capture.claims"),
        ("foreign-card", "awards.ten"),
        ("target-below-one", "match.target"),
    ]
    assert all(code in str(refused.value) for code, _ in found)
    assert refused.value.code == "invalid-variant"
    assert isinstance(refused.value, ScopaError)
    assert isinstance(refused.value, ValueError)


def test_a_derivation_is_checked_like_any_variant() -> None:
    with pytest.raises(InvalidVariantError):
        SCOPA.derive(match=MatchRules(target=None))
    with pytest.raises(InvalidVariantError) as refused:
        SCOPA.derive(rules=1, dealer=2)
    found = [(problem.code, problem.where) for problem in refused.value.problems]
    assert found == [("unknown-field", "dealer"), ("unknown-field", "rules")]
