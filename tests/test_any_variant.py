"""Combinations nobody ever shipped: any lawful variant, played beside the referee."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scopa import (
    VARIANTS,
    Capture,
    Card,
    CardSet,
    Claims,
    Complement,
    Deal,
    Dealing,
    Declarations,
    Holds,
    InvalidVariantError,
    Majority,
    MatchRules,
    NoTrick,
    Opening,
    Rank,
    RankCount,
    Refill,
    Run,
    Seating,
    Suit,
    Sum,
    Sweeper,
    Total,
    Variant,
    Wild,
)
from scopa.testing.strategies import variants
from tests.strategies import Table
from tests.test_against_referee import agree_on_start, play_out, random_numbers
from tests.translate import rules_of

pytestmark = pytest.mark.unmeasured

SCOPA = VARIANTS["scopa"]


def played_beside_the_referee(variant: Variant, seed: int) -> Deal | None:
    """A random deal on both sides; nothing where every table tried is void on both sides."""
    (seating,) = variant.seatings
    rules, rng = rules_of(variant, seating), Random(seed)
    dealer = rng.randrange(seating.players)
    for _ in range(20):
        deck = rng.sample(variant.pack.cards, len(variant.pack.cards))
        started = agree_on_start(Table(variant, seating), rules, deck, dealer)
        if started is not None:
            return play_out(*started, random_numbers(rng))
    return None


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(variants(), st.integers(0, 1 << 30))
def test_any_lawful_variant_is_played_as_the_referee_plays_it(variant: Variant, seed: int) -> None:
    deal = played_beside_the_referee(variant, seed)
    if deal is not None:
        assert deal.is_over
        assert deal.legal_moves == ()
        held = [*deal.table, *(card for pile in deal.piles for card in pile)]
        assert sorted(held) == sorted(variant.pack.cards)
        lines = deal.score().lines
        for side, points in enumerate(deal.score().points):
            assert points == sum(line.points for line in lines if line.side == side)


@given(variants())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_lawful_variant_survives_to_data_and_back(variant: Variant) -> None:
    assert Variant.from_dict(variant.to_dict()) == variant


# ---------------------------------------------------------------------- unlawful ones

SPOILED: dict[str, tuple[str, Any]] = {
    "no-family": ("capture", Capture(())),
    "family-twice": ("capture", Capture((Sum(), Sum()))),
    "yields-to-nothing": ("capture", Capture((Sum(),))),
    "total-out-of-range": ("capture", Capture((Complement(10_000),))),
    "claims-need-free": ("capture", Capture(claims=Claims())),
    "foreign-rank": ("capture", Capture(sweeper=Sweeper(Rank.EIGHT))),
    "unknown-family": ("capture", Capture(sweeper=Sweeper(Rank.ACE, alternatives=("x",)))),
    "numbers-do-not-come-out": ("dealing", Dealing(hand=7)),
    "uneven-packets": ("declarations", Declarations()),
    "always-void": ("redeals", (RankCount(Rank.KING, 0),)),
    "negative": ("opening", Opening(((Total(15), -1),))),
    "foreign-card": ("wild", Wild(Card.parse("8d"))),
    "cap-below-three": ("awards", (Run(Suit.COINS, cap=2),)),
    "unknown-award": ("awards", (Holds(CardSet.parse("7d"), replaces=("nobody",)),)),
    "id-twice": ("awards", (Majority(), Majority())),
    "lowest-and-instant": ("match", MatchRules(lowest_wins=True, instant=(NoTrick(),))),
    "tie-plays-on": ("match", MatchRules(target=None)),
    "no-seating": ("seatings", ()),
    "no-id": ("id", ""),
}
UNEVEN = Dealing(hand=9, table=4, refill=Refill(3))


@given(st.sets(st.sampled_from(sorted(SPOILED)), min_size=1))
@settings(max_examples=200, deadline=None)
def test_an_unlawful_variant_is_refused_with_all_its_problems(faults: set[str]) -> None:
    changes: dict[str, Any] = {"seatings": (Seating.singles(2),)}
    expected: set[str] = set()
    for fault in sorted(faults):
        field, value = SPOILED[fault]
        if field not in changes or field == "seatings":
            changes[field] = value
            expected.add(fault)
    if "uneven-packets" in expected:
        changes["dealing"] = UNEVEN
        expected -= {"numbers-do-not-come-out"}
    if "no-seating" in expected:
        expected -= {"numbers-do-not-come-out"}
    with pytest.raises(InvalidVariantError) as refused:
        SCOPA.derive(**changes)
    assert expected <= {problem.code for problem in refused.value.problems}


def test_a_variant_with_too_many_captures_is_refused_and_not_tried() -> None:
    with pytest.raises(InvalidVariantError) as refused:
        SCOPA.derive(id="x-fifty", capture=Capture((Complement(50),), compulsory=False))
    (problem,) = refused.value.problems
    assert problem.code == "too-many-captures"
