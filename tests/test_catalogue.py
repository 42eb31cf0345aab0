"""The documented variants."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from scopa import (
    VARIANTS,
    Capture,
    Equal,
    MatchRules,
    OpponentUnder,
    Rank,
    RankCount,
    Run,
    Seating,
    Sum,
    UnknownVariantError,
    Variant,
)
from tests.positions import each_scopa

DOCUMENTED = ["scopa", "scopa-spanish", "scopa-french", "cicera-bresciana", "escopa-15"]


def differing(one: Variant, other: Variant) -> set[str]:
    """The fields in which two variants differ."""
    names = [attribute.name for attribute in attrs.fields(Variant)]
    return {name for name in names if getattr(one, name) != getattr(other, name)}


def test_the_documented_variants_are_there_under_their_ids() -> None:
    assert {*DOCUMENTED, "cicera", "escoba"} <= set(VARIANTS)
    assert len(VARIANTS) == len(list(VARIANTS))
    assert repr(VARIANTS).startswith("VARIANTS[scopa, scopa-spanish")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_says_where_its_rules_stand(name: str) -> None:
    variant = VARIANTS[name]
    assert variant.id == name
    assert variant is VARIANTS[name]
    assert name in VARIANTS
    assert variant.name
    assert variant.sources
    assert not name.startswith("x-")


@pytest.mark.parametrize("name", ["briscola", "", None, 7, ("scopa",)])
def test_an_unknown_id_is_refused(name: Any) -> None:
    with pytest.raises(UnknownVariantError) as refused:
        VARIANTS[name]
    assert refused.value.code == "unknown-variant"
    assert isinstance(refused.value, KeyError)
    assert str(refused.value).startswith(f"no variant {name!r} in the catalogue")
    assert name not in VARIANTS
    assert VARIANTS.get(name) is None


@pytest.mark.parametrize("name", [[], {}])
def test_what_cannot_be_an_id_is_refused_too(name: Any) -> None:
    with pytest.raises(UnknownVariantError):
        VARIANTS[name]


def test_the_catalogue_cannot_be_written_to() -> None:
    with pytest.raises(TypeError):
        VARIANTS["scopa"] = VARIANTS["cicera"]  # type: ignore[index]
    with pytest.raises(TypeError):
        del VARIANTS["scopa"]  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- Scopa


@each_scopa
@pytest.mark.clause("S0.1", "S1.1", "S4.1")
def test_scopa_is_for_two_to_eleven_without_napola_or_special_ace(scopa: str) -> None:
    variant = VARIANTS[scopa]
    assert variant.seatings[0] == Seating.singles(2)
    assert variant.match == MatchRules(target=11, tie="play_on")
    assert not any(isinstance(award, Run) for award in variant.awards)
    assert variant.capture == Capture((Equal(), Sum()), compulsory=True, sweeper=None)


def test_the_three_packs_play_one_game() -> None:
    labels = {"id", "name", "pack", "sources", "readings"}
    assert differing(VARIANTS["scopa"], VARIANTS["scopa-spanish"]) <= labels
    assert differing(VARIANTS["scopa"], VARIANTS["scopa-french"]) <= labels
    assert VARIANTS["scopa"].redeals == (RankCount(Rank.KING, 3),)


@pytest.mark.parametrize(
    ("scopa", "source"), [("scopa-spanish", "S0"), ("scopa", "S1"), ("scopa-french", "S4")]
)
def test_each_labelling_stands_in_its_document(scopa: str, source: str) -> None:
    assert VARIANTS[scopa].sources == (source,)


# ---------------------------------------------------------------------- Cicera


@pytest.mark.clause("S2.1", "S2.2", "S2.5", "A2.12", "A2.13")
def test_cicera_is_one_deal_for_four_in_pairs_anticlockwise() -> None:
    cicera = VARIANTS["cicera-bresciana"]
    assert [seating.sides for seating in cicera.seatings] == [((0, 2), (1, 3))]
    assert cicera.match == MatchRules(target=None, tie="draw")
    assert cicera.direction == "anticlockwise"
    assert cicera.redeals == ()


@pytest.mark.clause("A2.7", "A2.8", "A2.13")
def test_the_traditional_cicera_differs_in_ties_napula_and_match() -> None:
    document, traditional = VARIANTS["cicera-bresciana"], VARIANTS["cicera"]
    labels = {"id", "name", "sources", "readings"}
    assert differing(document, traditional) - labels == {"awards", "match"}
    assert traditional.match.target == 51
    assert traditional.match.tie == "play_on"


# ---------------------------------------------------------------------- fifteen


@pytest.mark.clause("S3.2", "A3.3", "A3.4")
def test_escopa_is_for_two_three_or_four_to_twenty_one() -> None:
    escopa = VARIANTS["escopa-15"]
    assert sorted(seating.players for seating in escopa.seatings) == [2, 3, 4, 4]
    assert {Seating.pairs(), Seating.singles(4)} <= set(escopa.seatings)
    assert escopa.match.target == 21
    assert escopa.direction == "anticlockwise"


def test_escoba_seats_two_three_or_two_teams_of_two_or_three() -> None:
    escoba = VARIANTS["escoba"]
    sides = [seating.sides for seating in escoba.seatings]
    assert sides[:2] == [((0,), (1,)), ((0,), (1,), (2,))]
    assert sides[2:] == [((0, 2), (1, 3)), ((0, 2, 4), (1, 3, 5))]
    assert any(isinstance(award, OpponentUnder) for award in escoba.awards)
    assert escoba.redeals == ()
