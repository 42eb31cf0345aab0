"""Random play against the figures of twenty and ten million random deals (`vectors/perft.md`)."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scopa import VARIANTS, Deal, Dealing, RedealRequired, Seating
from tests.positions import position

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


def chances(deal: Deal) -> dict[tuple[int, ...], float]:
    """How likely each score is where every legal move is as likely as any other."""
    if deal.is_over:
        return {deal.score().points: 1.0}
    found: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for move in deal.legal_moves:
        for points, chance in chances(deal.play(move)).items():
            found[points] += chance / len(deal.legal_moves)
    return found


@pytest.mark.parametrize(
    "deal",
    [
        pytest.param(
            position("scopa", hand="7d Rc", table="3d 4c Ad 6s 2b", hands={1: "4s 5b"}),
            id="several captures",
        ),
        pytest.param(
            position("scopa", hand="6d", table="Ad 5c 2s 4b 3c", hands={1: "3b"}, stock="7d 7c"),
            id="a packet",
        ),
        pytest.param(
            position("cicera-bresciana", hand="5d 9c", table="2d 3c 5s", hands={1: "Ad 4c"}),
            id="captures and claims that are optional",
        ),
        pytest.param(
            position("cirulla", hand="Ad 2c 3s", table="7d 5c", hands={1: "7c Fd 4s"}),
            id="hands that may be declared, and a card that counts as another",
        ),
        pytest.param(
            position(
                "cirulla",
                hand="Rd",
                table="5c Fb",
                hands={1: "Cs"},
                stock="Rc 7d Rb 6d Cb 4d 2s 7c 3d 5b Ab Fd",
            ),
            id="two packets, of which only the last may be declared",
        ),
        pytest.param(
            position("spazzino", hand="5d 4c", table="5c 2d", hands={1: "5s 2s"}),
            id="bonuses for the card just laid",
        ),
        pytest.param(
            position("foraccio", hand="Ad 4c", table="4d 2d", hands={1: "As 3b"}),
            id="an ace that takes all, or is kept",
        ),
    ],
)
def test_a_playout_draws_every_legal_move_as_often_as_any_other(deal: Deal) -> None:
    rng, number = Random(5), 8000
    counted = Counter(deal.playout(rng).points for _ in range(number))
    expected = chances(deal)
    assert counted.keys() <= expected.keys()
    assert len(expected) > 1
    for points, chance in expected.items():
        error = sqrt(chance * (1 - chance) / number)
        assert abs(counted[points] / number - chance) <= 4 * error


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
