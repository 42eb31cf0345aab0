"""The scripts that measure still run, and measure what they say. What they find is no test."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from scopa import DealScore
from tests.benchmarks import importing, memory, peers, scaling, search, speed
from tests.benchmarks.engines import library, serving
from tests.benchmarks.peers import LIBRARY, Peer, PeerError

pytestmark = pytest.mark.unmeasured

NOWHERE = Peer("Nowhere", "./no-such-engine", "tests.benchmarks.engines.nowhere")
MOMENT = 0.001


def run(script: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    scripts = {
        "importing": importing,
        "memory": memory,
        "scaling": scaling,
        "search": search,
        "speed": speed,
    }
    monkeypatch.setattr(sys, "argv", [script, *arguments])
    scripts[script].main()


@pytest.mark.parametrize("way", library.GAMES)
def test_the_library_plays_complete_deals(way: str) -> None:
    start, finish = library.GAMES[way]
    rng = Random(3)
    deals = [start(rng) for _ in range(3)]
    assert len(set(deals)) == 3
    for deal in deals:
        assert finish(deal, rng) == sum(map(len, deal.hands)) + len(deal.stock)


@pytest.mark.parametrize("way", speed.WAYS)
def test_every_way_to_play_ends_with_the_whole_pack_in_the_piles(way: str) -> None:
    (deal,) = speed.dealt(speed.SCOPA, Random(5), 1)
    score = speed.WAYS[way](deal, Random(6))
    assert isinstance(score, DealScore)
    assert sum(map(len, score.piles)) == 40


def test_a_state_is_weighed_without_what_all_states_share() -> None:
    shared = tuple(range(1000, 2000))
    own = 10**50
    assert serving.size_of([shared, own], [shared]) == sum(map(sys.getsizeof, ([shared, own], own)))


def test_a_deal_weighs_something_and_copies_to_itself() -> None:
    position = library.POSITIONS["Deal"]
    deal = position.make(Random(1))
    assert deal.ply == library.MIDDLE
    assert deepcopy(deal) is deal
    found = dict(serving.facts(position, seed=1))
    assert found.pop("own copy") == "none"
    assert all(isinstance(number, int | float) and number > 0 for number in found.values()), found


def test_what_an_engine_does_not_offer_is_said_in_words() -> None:
    found = serving.facts(serving.Position(lambda rng: (frame for frame in "ab")), seed=1)
    wanting = {"pickled", "copy", "deepcopy", "own copy", "pickle"}
    assert {what for what, value in found.items() if value == "none"} == wanting
    assert found["hash"] == "by identity"
    listed = serving.facts(serving.Position(lambda rng: [rng.random()], in_python=False), seed=1)
    assert (listed["bytes"], listed["hash"]) == ("not measurable", "unhashable")


def test_the_library_is_compared_and_what_does_not_run_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    peers.compare(Path(sys.executable), (LIBRARY, NOWHERE), rounds=1, seconds=MOMENT)
    lines = capsys.readouterr().out.splitlines()
    (left_out,) = (line for line in lines if "left out" in line)
    assert left_out.startswith("  Nowhere: left out, for it does not run: ")
    assert "No module named" in left_out
    rows = [line for line in lines if line.startswith("  scopa ")]
    assert [any(f" {way} " in row for row in rows) for way in speed.WAYS] == [True] * 4
    assert rows[0].split()[5] == "1.000"
    assert len(rows[-1].split()) == 2 + len(peers.FACTS)  # the state


def test_a_peer_that_cannot_be_installed_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert peers.installed(Path(sys.executable), [NOWHERE]) == []
    assert "Nowhere: left out, for it cannot be installed: " in capsys.readouterr().out


def test_an_engine_that_stops_says_why() -> None:
    with (
        peers.Engine(Path(sys.executable), LIBRARY) as engine,
        pytest.raises(PeerError, match="KeyError: 'whist'"),
    ):
        engine.ask(what="games", name="whist", seed=0, seconds=MOMENT)


def test_a_search_meets_the_same_position_under_rules_that_know_nothing_yet() -> None:
    (position,) = search.positions(speed.SCOPA, Random(2), 1)
    one, other = (search.under(search.compiled_anew(), position) for _ in range(2))
    assert one.variant.id != other.variant.id
    assert one.key == other.key == position.key
    assert position.ply == search.BEFORE


def test_memory_is_looked_at_after_the_first_deal_at_every_doubling_and_at_the_end() -> None:
    assert [*memory.stages(5000)] == [1000, 2000, 4000, 5000]
    found = dict(memory.measured(speed.SCOPA, speed.unchecked, 3))
    assert list(found) == [1, 3]
    assert min(found.values()) > 1  # a process with Python in it


@pytest.mark.parametrize(
    ("script", "arguments", "says"),
    [
        ("importing", ["--runs", "1"], "import scopa, over attrs"),
        ("memory", ["--deals", "3"], "MB in memory"),
        ("scaling", ["--deals", "4", "--rounds", "1", "--workers", "1"], "Dask: 1"),
        ("search", ["--playouts", "20", "--rounds", "1"], "nothing remembered"),
        ("speed", ["--deals", "4", "--rounds", "1"], "worst tables"),
    ],
)
def test_a_script_runs(
    script: str,
    arguments: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(script, monkeypatch, *arguments)
    assert says in capsys.readouterr().out
