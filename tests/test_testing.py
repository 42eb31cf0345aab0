"""The tools for those who test what they build: counting lines, the check-up, the strategies."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, get_args, get_origin

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scopa import (
    VARIANTS,
    Card,
    CardSet,
    Deal,
    Rank,
    RankCount,
    Seating,
    TableTotalAtMost,
    Variant,
)
from scopa.plain import held_by, is_list
from scopa.scoring import Award
from scopa.testing import CheckUpError, check_up, perft, strategies

SCOPA = VARIANTS["scopa"]
SORTED = Deal.start(SCOPA, SCOPA.pack.cards)


# ---------------------------------------------------------------------- counting lines


def test_lines_are_counted_as_if_one_by_one() -> None:
    def one_by_one(deal: Deal, depth: int) -> int:
        if depth == 0 or deal.is_over:
            return 1
        return sum(one_by_one(deal.play(move), depth - 1) for move in deal.legal_moves)

    assert [perft(SORTED, depth) for depth in range(8)] == [
        one_by_one(SORTED, depth) for depth in range(8)
    ]


def test_beyond_the_end_of_the_deal_the_whole_deals_are_counted() -> None:
    assert perft(SORTED, 99) == perft(SORTED, 36) == 8_044_021_692


# ---------------------------------------------------------------------- the check-up


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_of_the_catalogue_passes_its_check_up(name: str) -> None:
    variant = VARIANTS[name]
    least = min(seating.players for seating in variant.seatings)
    assert check_up(variant, deals=1) >= len(variant.seatings) * least


def test_a_check_up_of_one_seating_plays_that_one_only() -> None:
    assert check_up(SCOPA, seating=Seating.pairs(), deals=2) == 2 * 36


def test_a_check_up_plays_the_same_deals_for_the_same_seed() -> None:
    free = VARIANTS["escopa-15"]
    assert check_up(free, deals=3, seed=5) == check_up(free, deals=3, seed=5)
    assert len({check_up(free, deals=3, seed=seed) for seed in range(8)}) > 1


def test_a_variant_whose_every_table_is_void_fails_its_check_up() -> None:
    hopeless = SCOPA.derive(id="x-hopeless", redeals=(TableTotalAtMost(40),))
    with pytest.raises(CheckUpError) as failed:
        check_up(hopeless)
    assert failed.value.code == "check-up"
    assert "1000 opening tables" in str(failed.value)


def test_a_void_table_is_dealt_again_in_a_check_up() -> None:
    often = SCOPA.derive(id="x-often", redeals=(RankCount(Rank.ACE, 1),))
    assert check_up(often, deals=2, seating=Seating.singles(2)) == 72


def broken(name: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a check-up says of a library in which one thing about deals is broken."""
    monkeypatch.setattr(Deal, name, value)
    with pytest.raises(CheckUpError) as failed:
        check_up(SCOPA, deals=1, seating=Seating.singles(2))
    return str(failed.value)


FIRST = SORTED.legal_moves[0]
BROKEN: list[tuple[str, Any, str]] = [
    ("is_legal", lambda deal, move: False, "is listed and refused"),
    ("legal_moves", property(lambda deal: ()), "no legal move"),
    ("legal_moves", property(lambda deal: (FIRST, FIRST)), "stands twice"),
    ("table", property(lambda deal: CardSet()), "do not make the pack"),
    ("table", property(lambda deal: deal.hands[0]), "in two places"),
    ("play_unchecked", lambda deal, move: deal, "does not end"),
    ("from_setup", lambda setup: SORTED, "rebuilt self"),
]


@pytest.mark.parametrize(("name", "value", "said"), BROKEN)
def test_a_broken_law_is_found(
    name: str, value: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said in broken(name, value, monkeypatch)


# ---------------------------------------------------------------------- the strategies


@given(strategies.cards(), strategies.card_sets())
def test_cards_and_sets_of_them_are_drawn(card: Card, cards: CardSet) -> None:
    assert Card.parse(str(card)) is card
    assert CardSet.parse(str(cards)) == cards
    assert (card in cards | {card}) is True


@given(strategies.seatings())
def test_seatings_are_drawn(seating: Seating) -> None:
    assert 2 <= seating.players <= 6
    assert len({len(side) for side in seating.sides}) == 1


@settings(deadline=None, max_examples=40)
@given(strategies.deals(strategies.catalogue()))
def test_positions_of_the_catalogue_are_drawn(deal: Deal) -> None:
    assert deal.variant.id in VARIANTS
    assert deal.is_over != bool(deal.legal_moves)


@settings(deadline=None, max_examples=20)
@given(strategies.decks(SCOPA))
def test_decks_are_drawn_whose_table_is_not_void(deck: tuple[Card, ...]) -> None:
    assert sorted(deck) == sorted(SCOPA.pack.cards)
    assert Deal.start(SCOPA, deck).ply == 0


def test_a_deck_whose_table_is_void_is_replaced_by_the_sorted_pack() -> None:
    aces_void = SCOPA.derive(id="x-aces", redeals=(RankCount(Rank.ACE, 1),))
    seen: set[bool] = set()

    @settings(deadline=None, max_examples=60, database=None)
    @given(strategies.decks(aces_void))
    def note(deck: tuple[Card, ...]) -> None:
        seen.add(deck == SCOPA.pack.cards)

    note()
    assert True in seen


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(strategies.variants())
def test_any_lawful_variant_passes_its_check_up(variant: Variant) -> None:
    assert check_up(variant, deals=1) > 0
    assert Variant.from_dict(variant.to_dict()) == variant


def noted(value: Any, seen: dict[str, set[Any]]) -> None:
    """Note what each field of a rule value and of the values in it holds."""
    cls: Any = value.__class__
    if is_list(value):
        for item in value:
            noted(item, seen)
    elif attrs.has(cls):
        for name, held in held_by(value).items():
            seen.setdefault(place(cls, name), set()).add(held)
            noted(held, seen)


def place(kind: type[object], name: str) -> str:
    """Where a field stands: with its class, or with all awards."""
    return name if name == "replaces" else f"{kind.__name__}.{name}"


@pytest.mark.slow
def test_variants_are_drawn_over_every_axis() -> None:
    """Every field of every rule value: all its words, or more than one number."""
    seen: dict[str, set[Any]] = {}

    @settings(deadline=None, max_examples=300, database=None, derandomize=True)
    @given(strategies.variants())
    def note(variant: Variant) -> None:
        noted(variant, seen)

    note()
    for kind in rule_values():
        attrs.resolve_types(kind)
        for own in attrs.fields(kind):
            where = place(kind, own.name)
            if own.init and where not in NO_AXIS:
                words = set(get_args(own.type)) if get_origin(own.type) is Literal else set[Any]()
                assert words <= seen.get(where, set()), where
                assert len(seen.get(where, ())) > 1, where


def test_variants_are_drawn_over_many_packs_seatings_and_ways_of_capturing() -> None:
    drawn: list[Variant] = []

    @settings(deadline=None, max_examples=100, database=None, derandomize=True)
    @given(strategies.variants())
    def note(variant: Variant) -> None:
        drawn.append(variant)

    note()
    assert len({len(variant.pack.cards) for variant in drawn}) > 6
    assert {len(variant.capture.families) for variant in drawn} >= {1, 2, 3}
    assert {variant.seatings[0].players for variant in drawn} == {2, 3, 4, 5, 6}
    assert {variant.capture.compulsory for variant in drawn} == {True, False}
    assert len({award.kind for variant in drawn for award in variant.awards}) > 4


def rule_values() -> list[type[attrs.AttrsInstance]]:
    """Every class that a variant can be made of, and the variant itself."""
    rooms = ("capture", "rules", "scoring", "packs", "variant")
    found: list[type[attrs.AttrsInstance]] = []
    for room in rooms:
        for kind in vars(import_module(f"scopa.{room}")).values():
            own = isinstance(kind, type) and kind.__module__ == f"scopa.{room}"
            if own and attrs.has(kind) and kind is not Award:
                found.append(kind)
    return found


NO_AXIS = {  # what a thing is called, and what it is printed with
    "Variant.id",
    "Variant.name",
    "Variant.sources",
    "Variant.readings",
    "Pack.id",
    "Pack.labels",
    "Pack.suit_labels",
    "Echo.id",
    "SameSuit.id",
    "TookAtLeast.id",
}


def test_a_position_is_drawn_behind_void_tables_too() -> None:
    often = SCOPA.derive(id="x-often", redeals=(RankCount(Rank.ACE, 1),))
    void = Deal.start(SCOPA, SCOPA.pack.cards)

    @settings(deadline=None, max_examples=30, database=None)
    @given(strategies.deals(st.just(often)))
    def note(deal: Deal) -> None:
        assert deal.variant == often

    note()
    assert void.ply == 0
