"""Random play against the figures of twenty and ten million random deals (`vectors/perft.md`)."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scopa import VARIANTS, Deal, Dealing, RedealRequired, Seating

if TYPE_CHECKING:
    from scopa import DealScore, Variant

DEALS = 20_000

SCOPA = VARIANTS["scopa"]
SCOPONE = SCOPA.derive(
    id="x-scopone", seatings=(Seating.pairs(),), dealing=Dealing(hand=9, refill=None)
)
SCIENTIFICO = SCOPONE.derive(
    id="x-scientifico", dealing=Dealing(hand=10, table=0, refill=None), redeals=()
)


class Figures(NamedTuple):
    """What a deal comes to, or comes to on average; the leader is seat 0, the dealer the last."""

    leader_wins: float
    dealer_wins: float
    level: float
    leader_points: float
    dealer_points: float
    sweeps: float


def figures(score: DealScore) -> Figures:
    leader, dealer = score.points
    return Figures(
        leader > dealer, dealer > leader, leader == dealer, leader, dealer, sum(score.sweeps)
    )


def random_deal(variant: Variant, rng: Random) -> Deal:
    """A deal of a shuffled pack, shuffled again while its table is void."""
    deck = list(variant.pack.cards)
    while True:
        rng.shuffle(deck)
        try:
            return Deal.start(variant, deck)
        except RedealRequired:
            continue


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        pytest.param(
            SCOPA, Figures(0.41793, 0.45323, 0.12884, 2.0377, 2.1566, 0.5479), id="scopa-for-two"
        ),
        pytest.param(
            SCOPONE, Figures(0.41859, 0.45300, 0.12842, 2.0420, 2.1581, 0.5521), id="scopone-9-4"
        ),
        pytest.param(
            SCIENTIFICO,
            Figures(0.39819, 0.48160, 0.12021, 2.0603, 2.3597, 0.7688),
            id="scopone-10-0",
        ),
    ],
)
def test_random_play_comes_to_the_known_figures(variant: Variant, expected: Figures) -> None:
    rng = Random(variant.id)
    sample = [figures(random_deal(variant, rng).playout(rng)) for _ in range(DEALS)]
    for number, known in zip(zip(*sample, strict=True), expected, strict=True):
        assert fmean(number) == pytest.approx(known, abs=3 * stdev(number) / DEALS**0.5)
