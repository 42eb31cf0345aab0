"""The example that searches: it sees what can be seen, and plays better for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from examples.ismcts import Ismcts, Node, best_move, rewards_of
from scopa import VARIANTS, Deal
from scopa.policies import RandomPolicy
from scopa.simulate import play_deals
from tests.positions import position, scored

pytestmark = pytest.mark.unmeasured

SCRIPT = Path(__file__).parent.parent / "examples" / "ismcts.py"
QUICK = Ismcts(iterations=20)


@pytest.mark.slow
def test_it_comes_out_ahead_of_the_greedy_player() -> None:
    players = (Ismcts(iterations=100), "greedy")
    results = play_deals(VARIANTS["scopa"], players, 30, seed=7, duplicate=True)
    assert results.difference(0, 1).value > 0


@pytest.mark.parametrize(
    "variant", ["scopone", "cicera", "cirulla", "escopa-15", "scopa-a-perdere", "asso-piglia-tutto"]
)
def test_it_plays_other_games(variant: str) -> None:
    names = (Ismcts(iterations=3), "random")
    results = play_deals(VARIANTS[variant], names, 1, seed=7)
    assert results.deals == 1


def test_it_decides_by_what_it_sees_and_its_lots_alone() -> None:
    deal = Deal.start(VARIANTS["scopa"], VARIANTS["scopa"].pack.cards)
    for _ in range(7):
        deal = deal.play(deal.legal_moves[-1])
    view = deal.view(deal.turn)
    moves = [QUICK(view, Random(seed)) for seed in (1, 1, 2, 3)]
    assert moves[0] == moves[1]
    other = view.determinize(Random(5))
    assert other != deal
    assert QUICK(other.view(other.turn), Random(1)) == moves[0]


def test_it_does_not_think_about_the_only_move() -> None:
    rng = Random(1)
    state = rng.getstate()
    deal = position("scopa", hand="Rs", table="2d 3d", last_play=True)
    assert str(QUICK(deal.view(0), rng)) == "Rs"
    assert rng.getstate() == state


def test_what_has_hardly_been_tried_may_still_be_good() -> None:
    tried, untried = Node(100, 200, 60.0), Node(1, 200, 0.5)
    assert untried.bound(0.5) > tried.bound(0.5)
    assert untried.bound(0.0) < tried.bound(0.0)


# ---------------------------------------------------------------------- when all is known


def last_packet(seed: int) -> Deal:
    """A deal of two in which only the last packet is left, played at random so far."""
    rng = Random(seed)
    pack = list(VARIANTS["scopa"].pack.cards)
    rng.shuffle(pack)
    deal = Deal.start(VARIANTS["scopa"], pack)
    while deal.stock:
        deal = deal.play(rng.choice(deal.legal_moves))
    return deal


def worth(deal: Deal, side: int) -> float:
    """What a side can be sure of, by trying everything."""
    if deal.is_over:
        return rewards_of(deal.score())[side]
    best = max if deal.seating.side_of(deal.turn) == side else min
    return best(worth(deal.play(move), side) for move in deal.legal_moves)


@pytest.mark.parametrize("seed", range(1, 6))
def test_where_all_is_known_it_plays_the_best_move(seed: int) -> None:
    deal = last_packet(seed)
    view = deal.view(deal.turn)
    assert view.worlds() == 1
    move = QUICK(view, Random(1))
    assert move == best_move(deal)
    side = deal.turn
    assert worth(deal.play(move), side) == worth(deal, side)


def test_the_side_that_leads_is_rewarded_and_the_other_is_not() -> None:
    won, lost = rewards_of(scored("scopa", "7d 6d 5d 7c 7s 7b", "Rd Rc"))
    assert won > 0.5 > lost
    assert won + lost == pytest.approx(1)
    low, high = rewards_of(scored("scopa-a-perdere", "7d 6d 5d 7c 7s 7b", "Rd Rc"))
    assert (low, high) == (lost, won)


def test_it_runs_as_a_script() -> None:
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-W", "error", str(SCRIPT)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith("ismcts: ")


def test_lots_are_worse_than_searching() -> None:
    results = play_deals(VARIANTS["scopa"], (QUICK, RandomPolicy()), 8, seed=7, duplicate=True)
    assert results.wins.totals[0] > results.wins.totals[1]
