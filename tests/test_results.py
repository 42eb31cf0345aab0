"""Sums of many deals: they add up, and what is said from them is what statistics says."""

from __future__ import annotations

import operator
from functools import reduce
from itertools import pairwise
from math import inf, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from scopa import VARIANTS, Seating
from scopa.errors import ValueRefusedError
from scopa.results import Plan, Results, Sums, Tournament, joined, wilson

SCOPA = VARIANTS["scopa"]
PLAN = Plan(SCOPA, SCOPA.seatings[0], ("greedy", "random"), "7")
TWICE = evolve(PLAN, duplicate=True)

DECKS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=30)
SPANS = st.sets(st.integers(0, 30)).map(lambda numbers: [(n, n + 1) for n in sorted(numbers)])


def results(points: list[tuple[int, int]], plan: Plan = PLAN, start: int = 0) -> Results:
    """Results of decks with these points, each deal won by the side with more of them."""
    wins = [(int(a > b), int(b > a)) for a, b in points]
    level = len(points) * plan.rounds - sum(map(sum, wins))
    return Results(
        plan,
        ((start, start + len(points)),),
        Sums.over(2, wins),
        Sums.over(2, points),
        (3, 1),
        level,
    )


# ---------------------------------------------------------------------- what they tell


@given(DECKS)
def test_points_and_differences_are_means_with_their_standard_errors(
    points: list[tuple[int, int]],
) -> None:
    own = results(points)
    mine = [a for a, _ in points]
    apart = [a - b for a, b in points]
    won = [(a > b) - (b > a) for a, b in points]
    root = sqrt(len(points))
    for told, numbers in [
        (own.mean_points(0), mine),
        (own.difference(0, 1), apart),
        (own.win_difference(0, 1), won),
    ]:
        assert told.value == pytest.approx(fmean(numbers))
        assert told.error == pytest.approx(stdev(numbers) / root, abs=1e-7)
        assert told.high - told.value == pytest.approx(1.959964 * told.error)
        assert told.value - told.low == pytest.approx(1.959964 * told.error)
    assert own.difference(1, 0).value == pytest.approx(-own.difference(0, 1).value)


@given(DECKS)
def test_a_deck_played_twice_is_one_draw(points: list[tuple[int, int]]) -> None:
    """Points of a deck are of two deals: a deal comes to half of them, and so does the error."""
    once, twice = results(points), results(points, TWICE)
    assert (twice.decks, twice.deals) == (len(points), 2 * len(points))
    assert twice.difference(0, 1).value == pytest.approx(once.difference(0, 1).value / 2)
    assert twice.difference(0, 1).error == pytest.approx(once.difference(0, 1).error / 2)


def test_the_share_of_wins_has_wilsons_interval() -> None:
    own = results([(2, 1)] * 15 + [(1, 1)] + [(0, 3)] * 4)
    share = own.win_share(0)
    assert share.value == 0.75
    assert (round(share.low, 4), round(share.high, 4)) == (0.5313, 0.8881)
    assert share.error == pytest.approx(sqrt(0.75 * 0.25 / 20))
    assert own.level == 1


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
def test_an_end_of_wilsons_interval_is_where_the_share_would_just_be_in_doubt(
    confidence: float,
) -> None:
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    for successes in (1, 7, 19):
        share = wilson(successes, 20, confidence)
        for end in (share.low, share.high):
            assert abs(share.value - end) == pytest.approx(z * sqrt(end * (1 - end) / 20))


def test_nothing_won_and_everything_won_have_intervals_too() -> None:
    assert wilson(0, 10).low == 0.0
    assert wilson(10, 10).high == 1.0
    assert 0 < wilson(0, 10).high < 0.3
    assert 0.7 < wilson(10, 10).low < 1


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng = Random(1)
    held = 0
    for _ in range(2000):
        share = wilson(sum(rng.random() < 0.3 for _ in range(50)), 50, 0.9)
        held += share.low <= 0.3 <= share.high
    assert 0.87 < held / 2000 < 0.93


def test_one_deck_tells_no_error() -> None:
    one = results([(3, 1)]).difference(0, 1)
    assert (one.value, one.error, one.low, one.high) == (2, inf, -inf, inf)


def test_nothing_is_said_of_nothing_or_of_nobody() -> None:
    with pytest.raises(ValueRefusedError, match="nothing was played"):
        Results.none(PLAN).win_share(0)
    for wrong in (2, -1, "greedy"):
        with pytest.raises(ValueRefusedError, match="no contestant"):
            results([(1, 2), (2, 1)]).difference(0, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueRefusedError, match="between 0 and 1"):
        wilson(1, 2, confidence)


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (3, 2), (-1, 2)])
def test_there_is_no_share_of_what_cannot_be(successes: int, trials: int) -> None:
    with pytest.raises(ValueRefusedError, match="no share"):
        wilson(successes, trials)


# ---------------------------------------------------------------------- adding up


@given(DECKS, st.data())
def test_parts_add_up_to_the_whole_in_any_order(
    points: list[tuple[int, int]], data: st.DataObject
) -> None:
    whole = evolve(results(points), sweeps=(3 * len(points), len(points)))
    parts = [results([own], start=number) for number, own in enumerate(points)]
    shuffled = data.draw(st.permutations(parts))
    assert reduce(operator.add, shuffled, Results.none(PLAN)) == whole


def test_a_deal_counts_once() -> None:
    part = results([(1, 2), (2, 1)])
    with pytest.raises(ValueRefusedError, match="deal 1 is in both"):
        _ = part + results([(0, 0)], start=1)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "8"},
        {"policies": ("random", "greedy")},
        {"dealer": 0},
        {"duplicate": True},
        {"variant": VARIANTS["scopa-french"]},
    ],
    ids=str,
)
def test_different_plans_do_not_add_up(change: dict[str, Any]) -> None:
    other = results([(1, 2)], start=5)
    with pytest.raises(ValueRefusedError, match="different plans"):
        _ = results([(1, 2)]) + evolve(other, plan=evolve(PLAN, **change))


def test_results_add_up_with_results_only() -> None:
    with pytest.raises(TypeError):
        _ = results([(1, 2)]) + 1  # type: ignore[operator]


@given(SPANS, st.integers(0, 20), st.integers(1, 20))
def test_what_is_missing_is_what_was_not_played(
    played: list[tuple[int, int]], start: int, number: int
) -> None:
    own = evolve(Results.none(PLAN), spans=joined(played))
    wanted = range(start, start + number)
    gaps = own.missing(wanted)
    missing = [n for gap in gaps for n in gap]
    assert missing == [n for n in wanted if (n, n + 1) not in played]
    assert all(gap.stop < after.start for gap, after in pairwise(gaps))
    assert all(gaps)


# ---------------------------------------------------------------------- what cannot be


GOOD = results([(1, 2), (2, 1), (3, 3)])
PAIRS = Seating.pairs()


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"plan": evolve(PLAN, seating=Seating(((1,), (0,))))}, "plan.seating"),
        ({"plan": evolve(PLAN, policies=("greedy",))}, "plan.policies"),
        ({"plan": evolve(PLAN, seed="")}, "plan.seed"),
        ({"plan": evolve(PLAN, dealer=2)}, "plan.dealer"),
        ({"spans": ((2, 3), (0, 2))}, "spans"),
        ({"spans": ((0, 2), (2, 3))}, "spans"),
        ({"spans": ((0, 0), (1, 4))}, "spans"),
        ({"sweeps": (1,)}, "sweeps"),
        ({"level": 0}, "wins"),
        ({"points": Sums((6, 6), ((14, 13), (12, 14)))}, "points"),
        ({"points": Sums((6, 7), ((14, 13), (13, 14)))}, "points"),
        ({"points": Sums((6,), ((14,),))}, "points"),
        ({"wins": Sums((1, 1), ((1, 0), (0,)))}, "points"),
    ],
    ids=str,
)
def test_results_that_cannot_be_say_why(change: dict[str, Any], where: str) -> None:
    assert not list(GOOD.problems())
    assert [problem.where for problem in evolve(GOOD, **change).problems()] == [where]


# ---------------------------------------------------------------------- tournaments


def tables() -> Tournament:
    """Three entrants, two of whom have met; the third has played nobody yet."""
    plans = [evolve(TWICE, policies=names) for names in (("a", "b"), ("a", "c"), ("b", "c"))]
    met = results([(3, 1), (4, 0), (1, 1)], plans[0])
    return Tournament(("a", "b", "c"), (met, Results.none(plans[1])))


def test_those_who_played_stand_in_the_order_of_their_wins() -> None:
    first, second = tables().standings()
    assert (first.name, first.deals) == ("a", 6)
    assert first.points == pytest.approx(8 / 6)
    assert (second.name, second.wins.value) == ("b", 0)
    assert first.wins == wilson(2, 6)


def test_a_tournament_that_cannot_be_says_why() -> None:
    assert not list(tables().problems())
    twice = evolve(tables(), entrants=("a", "b", "c", "a"))
    assert [own.where for own in twice.problems()] == ["entrants"]
    stranger = evolve(tables(), entrants=("a", "b"))
    assert [own.where for own in stranger.problems()] == ["tables[1]"]
    broken = evolve(tables(), tables=(evolve(tables().tables[0], level=9),))
    assert [own.where for own in broken.problems()] == ["tables[0].wins"]
