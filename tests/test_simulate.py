"""Many deals: the same whoever plays them, and kept when not all of them can be played."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import sys
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from math import nextafter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from scopa import VARIANTS, Deal, IllegalMoveError, Match, SeatError, Seating
from scopa.codec import from_json, to_json
from scopa.errors import InvalidDataError, ValueRefusedError
from scopa.policies import GreedyPolicy, RandomPolicy
from scopa.results import Results, Sums, Tournament
from scopa.simulate import (
    LARGEST_CHUNK,
    ChunkError,
    SimulationError,
    StoppedError,
    play_deals,
    tournament,
)
from tests.players import Unless, first

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from scopa import Move, Variant
    from scopa.policies import Policy
    from scopa.view import View

SCOPA = VARIANTS["scopa"]
NAMES = ("greedy", "random")


@pytest.fixture(scope="module")
def pool() -> Generator[Executor]:
    """Two processes started afresh."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        yield executor


@pytest.fixture(scope="module")
def cluster() -> Generator[Executor]:
    """A Dask cluster on this machine: a scheduler, and a worker in a process of its own."""
    dask: Any = import_module("distributed")  # the half of it has no types
    size = {"n_workers": 1, "threads_per_worker": 2, "processes": True}
    with dask.LocalCluster(**size, dashboard_address=":0") as own, dask.Client(own) as client:
        yield client.get_executor()


class Later(Executor):
    """Plays a chunk when it is told to, and any of those it was given.

    Attributes:
        futures: What was handed out.
        left: What is still to be played.
        most: The most there ever was to be played.
    """

    def __init__(self, rng: Random) -> None:
        self.futures: list[Future[Any]] = []
        self.left: list[Callable[[], None]] = []
        self.most = 0
        self._rng = rng

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()

        def play() -> None:
            if future.set_running_or_notify_cancel():
                future.set_result(fn(*args, **kwargs))

        self.futures.append(future)
        self.left.append(play)
        self.most = max(self.most, len(self.left))
        return future

    def play_one(self) -> None:
        """Play one of them, whichever."""
        self.left.pop(self._rng.randrange(len(self.left)))()


@contextmanager
def played_when_waited_for(executor: Later) -> Generator[None]:
    """While this lasts, waiting lets the executor play a chunk at a time."""

    def play_and_wait(futures: Any, **options: Any) -> Any:
        executor.play_one()
        return wait(futures, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scopa.simulate.wait", play_and_wait)
        yield


# ---------------------------------------------------------------------- one deal after another


def by_hand(
    variant: Variant,
    policies: tuple[Policy, ...],
    numbers: range,
    seed: str,
    *,
    dealer: int | None = None,
) -> list[Any]:
    """The scores of deals played one by one, as the documentation says they are."""
    from scopa.shuffle import Stream

    scores: list[Any] = []
    players = variant.seatings[0].players
    for number in numbers:
        deals = (number - 1) % players if dealer is None else dealer
        deck = Stream(seed, f"deal {number}").shuffled(variant.pack.cards)
        deal = Deal.start(variant, deck, dealer=deals)
        lots = [
            Random(Stream(seed, f"deal {number} seat {seat}").below(2**256))
            for seat in range(players)
        ]
        while not deal.is_over:
            side = deal.seating.side_of(deal.turn)
            deal = deal.play(policies[side](deal.view(deal.turn), lots[deal.turn]))
        scores.append(deal.score())
    return scores


@pytest.mark.parametrize("variant", ["scopa", "scopone", "escopa-15"])
def test_deals_are_played_as_it_is_written(variant: str) -> None:
    game = VARIANTS[variant]
    policies = (GreedyPolicy(), RandomPolicy())
    scores = by_hand(game, policies, range(4), "7")
    points = [score.points for score in scores]
    results = play_deals(game, NAMES, 4, seed=7)
    assert results.points == Sums.over(2, points)
    assert results.wins == Sums.over(2, [(a > b, b > a) for a, b in points])
    assert results.level == sum(a == b for a, b in points)
    assert results.sweeps == tuple(sum(score.sweeps[side] for score in scores) for side in (0, 1))


def test_the_cards_of_a_deal_are_those_of_a_match_with_the_same_seed() -> None:
    seen: list[Any] = []

    def watching(view: View, rng: Random) -> Move:
        if view.ply < 2:
            seen.append((view.seat, view.hand, view.table if not view.ply else None))
        return view.legal_moves[0]

    play_deals(SCOPA, (watching, watching), 3, seed="7", dealer=1)
    match = Match.new(SCOPA, seed=7, dealer=1)
    dealt = match.deal
    assert seen[:2] == [(0, dealt.hands[0], dealt.table), (1, dealt.hands[1], None)]
    assert len(seen) == 6


def test_the_deal_passes_on_unless_somebody_always_deals() -> None:
    leads = list[int]()

    def watching(view: View, rng: Random) -> Move:
        if view.ply == 0:
            leads.append(view.turn)
        return view.legal_moves[0]

    three = Seating.singles(3)
    play_deals(SCOPA, [watching] * 3, 6, seed=1, seating=three)
    assert leads == [0, 1, 2, 0, 1, 2]
    leads.clear()
    play_deals(SCOPA, [watching] * 3, 3, seed=1, seating=three, dealer=1)
    assert leads == [2, 2, 2]


def test_a_deck_is_played_from_every_side_by_everybody() -> None:
    """With the same player on every side it is the same deal again and again."""
    three = Seating.singles(3)
    results = play_deals(SCOPA, [first] * 3, 10, seed=1, seating=three, duplicate=True)
    assert (results.decks, results.deals) == (10, 30)
    assert len(set(results.points.totals)) == 1
    assert results.difference(0, 2).value == results.difference(0, 2).error == 0
    once = play_deals(SCOPA, [first] * 3, 10, seed=1, seating=three)
    assert results.points.totals == (sum(once.points.totals),) * 3
    assert results.level == 3 * once.level


def test_duplicate_deals_swap_the_sides() -> None:
    both = play_deals(SCOPA, NAMES, 10, seed=1, duplicate=True)
    one = play_deals(SCOPA, NAMES, 10, seed=1)
    other = play_deals(SCOPA, NAMES[::-1], 10, seed=1)
    for name in ("wins", "points"):
        straight, swapped = getattr(one, name).totals, getattr(other, name).totals
        assert getattr(both, name).totals == (straight[0] + swapped[1], straight[1] + swapped[0])
    assert both.sweeps == (one.sweeps[0] + other.sweeps[1], one.sweeps[1] + other.sweeps[0])
    assert both.level == one.level + other.level


def test_where_the_fewest_points_win_they_win() -> None:
    results = play_deals(VARIANTS["scopa-a-perdere"], ("greedy", "random"), 60, seed=1)
    assert results.points.totals[0] < results.points.totals[1]
    assert results.wins.totals[0] > results.wins.totals[1]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_every_game_can_be_simulated(variant: Variant) -> None:
    for seating in variant.seatings:
        names = ("greedy", *["random"] * (len(seating.sides) - 1))
        results = play_deals(variant, names, 1, seed=1, seating=seating)
        assert sum(results.wins.totals) + results.level == results.deals == 1
        assert not list(results.problems())
        assert from_json(to_json(results)) == results


# ---------------------------------------------------------------------- whoever plays them


TEN = play_deals(SCOPA, NAMES, 10, seed=7, duplicate=True)


@given(st.randoms(use_true_random=False), st.integers(1, 11), st.integers(1, 11))
@settings(max_examples=15, deadline=None)
def test_results_do_not_depend_on_chunks_or_their_order(
    rng: Random, chunk: int, in_flight: int
) -> None:
    executor = Later(rng)
    with played_when_waited_for(executor):
        results = play_deals(
            SCOPA,
            NAMES,
            10,
            seed=7,
            duplicate=True,
            executor=executor,
            chunk=chunk,
            in_flight=in_flight,
        )
    assert results == TEN
    assert executor.most <= in_flight


@given(st.sets(st.integers(1, 9)), st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_deals_played_apart_add_up(cuts: set[int], rng: Random) -> None:
    ends = [0, *sorted(cuts), 10]
    parts = [range(a, b) for a, b in pairwise(ends)]
    rng.shuffle(parts)
    begin, *more = [play_deals(SCOPA, NAMES, own, seed=7, duplicate=True) for own in parts]
    assert sum(more, start=begin) == TEN


def test_processes_play_the_same(pool: Executor) -> None:
    for chunk in (None, 3):
        results = play_deals(
            SCOPA, NAMES, 10, seed=7, duplicate=True, executor=pool, chunk=chunk, in_flight=3
        )
        assert results == TEN


def test_threads_play_the_same_and_take_any_policy() -> None:
    def careful(view: View, rng: Random) -> Move:
        return GreedyPolicy()(view, rng)

    with ThreadPoolExecutor(2) as threads:
        results = play_deals(
            SCOPA,
            (careful, "random"),
            10,
            seed=7,
            duplicate=True,
            executor=threads,
        )
    assert results.plan.policies == ("careful", "random")
    assert evolve(results, plan=TEN.plan) == TEN


def test_a_cluster_plays_the_same(cluster: Executor) -> None:
    results = play_deals(SCOPA, NAMES, 10, seed=7, duplicate=True, executor=cluster, chunk=2)
    assert results == TEN


def test_a_policy_that_fails_on_a_cluster_names_its_chunk(cluster: Executor) -> None:
    policy = Unless(hand_of(3, 0), "raise")
    with pytest.raises(ChunkError) as failed:
        play_deals(SCOPA, (policy, "random"), 6, seed=7, dealer=1, executor=cluster, chunk=2)
    assert failed.value.chunks == (range(2, 4),)


def test_other_seeds_are_other_deals() -> None:
    assert len({play_deals(SCOPA, NAMES, 10, seed=seed).points for seed in range(5)}) == 5


def test_the_seats_draw_lots_apart_from_each_other_and_from_the_cards() -> None:
    """What one seat draws changes nothing for another: a fixed player meets the same lots."""
    drawn: dict[int, list[float]] = {0: [], 1: []}

    def drawing(view: View, rng: Random) -> Move:
        drawn[view.turn].append(rng.random())
        return view.legal_moves[0]

    play_deals(SCOPA, (drawing, drawing), 1, seed=1)
    alone = drawn[1][:]
    drawn[1].clear()
    play_deals(SCOPA, ("random", drawing), 1, seed=1)
    assert drawn[1] == alone
    assert not set(alone) & set(drawn[0])


# ---------------------------------------------------------------------- on the way


def test_progress_is_told_by_the_deal() -> None:
    told = list[int]()
    play_deals(SCOPA, NAMES, 10, seed=7, duplicate=True, chunk=4, progress=told.append)
    assert told == [8, 8, 4]


def sizes(n: int) -> list[int]:
    """The chunks in which so many deals are played."""
    told = list[int]()
    play_deals(SCOPA, ("random", "random"), n, seed=7, progress=told.append)
    return told


def test_chunks_are_as_many_as_many_workers_need_and_never_large() -> None:
    assert sizes(10) == [1] * 10
    assert max(sizes(200)) == 3
    assert LARGEST_CHUNK == 100


def test_chunks_take_no_longer_where_policies_do(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 10**6, 10))
    monkeypatch.setattr("scopa.simulate.perf_counter", lambda: next(seconds))
    assert sizes(130) == [1] * 130


def test_what_asks_to_stop_is_obeyed_and_what_was_played_is_kept() -> None:
    told = list[int]()
    with pytest.raises(StoppedError, match="stopped after 4 decks") as stopped:
        play_deals(
            SCOPA, NAMES, 10, seed=7, chunk=2, progress=told.append, stop=lambda: len(told) >= 2
        )
    assert stopped.value.results == play_deals(SCOPA, NAMES, 4, seed=7)
    assert stopped.value.__cause__ is None
    rest = play_deals(SCOPA, NAMES, 10, seed=7, resume=stopped.value.results)
    assert rest == play_deals(SCOPA, NAMES, 10, seed=7)


def test_what_is_handed_out_is_called_off_and_what_is_done_is_kept() -> None:
    executor = Later(Random(1))
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        if asked == 5:
            for _ in range(2):
                executor.play_one()
        return asked == 5

    with pytest.raises(StoppedError) as stopped:
        play_deals(SCOPA, NAMES, 10, seed=7, executor=executor, chunk=1, stop=stop)
    assert stopped.value.results.decks == 2
    assert len(executor.left) == 2
    for play in executor.left:
        play()  # does nothing: it was called off


def test_stopping_does_not_wait_for_what_is_being_played(pool: Executor) -> None:
    told = list[int]()
    with pytest.raises(StoppedError) as stopped:
        play_deals(
            SCOPA,
            NAMES,
            100_000,
            seed=7,
            executor=pool,
            chunk=2,
            in_flight=4,
            progress=told.append,
            stop=lambda: bool(told),
        )
    assert sum(told) <= stopped.value.results.decks <= sum(told) + 8


def test_ctrl_c_keeps_what_was_played() -> None:
    told = list[int]()

    def progress(deals: int) -> None:
        told.append(deals)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(StoppedError) as stopped:
        play_deals(SCOPA, NAMES, 10, seed=7, chunk=2, progress=progress)
    assert isinstance(stopped.value.__cause__, KeyboardInterrupt)
    assert stopped.value.results == play_deals(SCOPA, NAMES, 6, seed=7)


def test_ctrl_c_while_waiting_calls_off_what_has_not_begun() -> None:
    executor = Later(Random(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scopa.simulate.wait", interrupted)
        with pytest.raises(StoppedError) as stopped:
            play_deals(SCOPA, NAMES, 10, seed=7, executor=executor, in_flight=3)
    assert stopped.value.results.decks == 0
    for play in executor.left:
        play()


def interrupted(*arguments: object, **options: object) -> Any:
    raise KeyboardInterrupt


def test_a_fault_of_the_progress_callback_is_its_own() -> None:
    def progress(deals: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_deals(SCOPA, NAMES, 10, seed=7, progress=progress)


# ---------------------------------------------------------------------- when it goes wrong


def hand_of(number: int, seat: int) -> str:
    """The first hand of a seat in a deal of seed 7, seat 1 dealing."""
    hands = list[str]()

    def watching(view: View, rng: Random) -> Move:
        if view.ply < 2 and view.turn == seat:
            hands.append(str(view.hand))
        return view.legal_moves[0]

    play_deals(SCOPA, (watching, watching), range(number, number + 1), seed=7, dealer=1)
    return hands[0]


def test_a_policy_that_fails_names_the_deals_and_the_rest_is_kept() -> None:
    policy = Unless(hand_of(5, 0), "raise")
    with pytest.raises(ChunkError, match=r"not played: deals 4 to 5 \(RuntimeError") as failed:
        play_deals(SCOPA, (policy, "random"), 10, seed=7, dealer=1, chunk=2)
    assert failed.value.chunks == (range(4, 6),)
    assert isinstance(failed.value.__cause__, RuntimeError)
    mended = evolve(policy, hand="")
    kept = failed.value.results
    assert kept == play_deals(SCOPA, (mended, "random"), 4, seed=7, dealer=1)
    whole = play_deals(SCOPA, (mended, "random"), 10, seed=7, dealer=1, resume=kept)
    assert whole == play_deals(SCOPA, (mended, "random"), 10, seed=7, dealer=1)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(1)])
def test_a_policy_that_leaves_the_program_is_such_a_failure(executor: Executor | None) -> None:
    hand = hand_of(2, 0)

    def leaving(view: View, rng: Random) -> Move:
        if str(view.hand) == hand:
            sys.exit("I have had enough")
        return view.legal_moves[0]

    with pytest.raises(ChunkError, match=r"deals 2 \(SystemExit: I have had enough") as failed:
        play_deals(
            SCOPA, (leaving, "random"), 4, seed=7, dealer=1, chunk=1, in_flight=1, executor=executor
        )
    assert failed.value.results.spans == ((0, 2),)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(1)])
def test_an_interrupt_of_a_policy_stops_it_all(executor: Executor | None) -> None:
    def interrupting(view: View, rng: Random) -> Move:
        raise KeyboardInterrupt

    with pytest.raises(StoppedError) as stopped:
        play_deals(SCOPA, (interrupting, "random"), 4, seed=7, executor=executor)
    assert stopped.value.results.decks == 0


@pytest.mark.parametrize(
    "wish",
    [
        {"n": 10.0},
        {"n": True},
        {"n": 4, "chunk": 1.5},
        {"n": 4, "chunk": True},
        {"n": 4, "resume": 5},
    ],
    ids=str,
)
def test_numbers_of_another_type_are_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(ValueRefusedError):
        play_deals(SCOPA, NAMES, seed=7, **wish)


def test_a_move_that_is_not_legal_is_such_a_failure() -> None:
    def cheating(view: View, rng: Random) -> Any:
        return "7d"

    with pytest.raises(ChunkError, match="not played: deals 0 ") as failed:
        play_deals(SCOPA, (cheating, "random"), 10, seed=7)
    assert isinstance(failed.value.__cause__, IllegalMoveError)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_dies_names_the_deals_that_were_in_hand(workers: int) -> None:
    policy = Unless(hand_of(5, 0), "exit")
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, mp_context=context) as executor,
        pytest.raises(ChunkError) as failed,
    ):
        play_deals(SCOPA, (policy, "random"), 20, seed=7, dealer=1, executor=executor, chunk=2)
    error = failed.value
    assert isinstance(error.__cause__, BrokenExecutor)
    assert range(4, 6) in error.chunks
    assert len(error.chunks) <= workers
    mended = evolve(policy, hand="")
    kept = error.results
    assert kept.spans[0] == (0, 4) or workers == 2
    whole = play_deals(SCOPA, (mended, "random"), 20, seed=7, dealer=1, resume=kept)
    assert whole == play_deals(SCOPA, (mended, "random"), 20, seed=7, dealer=1)


def test_of_many_chunks_that_were_lost_few_are_named_in_the_message() -> None:
    class Broken(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = Future[Any]()
            if args[1] == 11:
                for lost in [*handed, future]:
                    lost.set_exception(BrokenExecutor("gone"))
            handed.append(future)
            return future

    handed = list[Future[Any]]()
    with pytest.raises(ChunkError, match="deals 0, 1, 2, 3, 4 and 7 chunks more ") as failed:
        play_deals(SCOPA, NAMES, 20, seed=7, executor=Broken(), chunk=1, in_flight=12)
    assert failed.value.chunks == tuple(range(at, at + 1) for at in range(12))


def test_chunks_that_an_executor_calls_off_are_such_a_failure() -> None:
    executor = ThreadPoolExecutor(1)

    def leave(deals: int) -> None:
        executor.shutdown(wait=False, cancel_futures=True)

    with pytest.raises(ChunkError, match="CancelledError") as failed:
        play_deals(SCOPA, NAMES, 30, seed=7, chunk=1, executor=executor, progress=leave)
    error = failed.value
    assert sum(map(len, error.chunks)) + error.results.decks == 30


def test_an_error_that_cannot_be_told_is_such_a_failure() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ZeroDivisionError

    def mute(view: View, rng: Random) -> Move:
        raise MuteError

    with pytest.raises(ChunkError, match=r"deals 0 \(MuteError: \?\)"):
        play_deals(SCOPA, (mute, "random"), 3, seed=7, chunk=1)


def test_an_executor_that_takes_nothing_more_is_such_a_failure() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(ChunkError, match="after shutdown") as failed:
        play_deals(SCOPA, NAMES, 10, seed=7, executor=executor)
    assert failed.value.chunks == (range(1),)


def test_what_is_broken_when_it_is_handed_out_takes_all_others_along() -> None:
    """The third chunk finds the executor broken; the second was played, the first was lost."""

    class Broken(Later):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.futures) < 2:
                return super().submit(fn, *args, **kwargs)
            self.left[1]()
            self.futures[0].set_exception(BrokenExecutor())
            raise BrokenExecutor

    with pytest.raises(ChunkError, match="not played: deals 0, 2 ") as failed:
        play_deals(SCOPA, NAMES, 10, seed=7, executor=Broken(Random(1)))
    assert failed.value.chunks == (range(1), range(2, 3))
    assert failed.value.results == play_deals(SCOPA, NAMES, range(1, 2), seed=7)


def test_what_cannot_go_to_another_process_is_such_a_failure(pool: Executor) -> None:
    with pytest.raises(ChunkError, match="lambda"):
        play_deals(
            SCOPA, (lambda view, rng: view.legal_moves[0], "random"), 2, seed=7, executor=pool
        )


@pytest.mark.parametrize("kind", [SimulationError, StoppedError, ChunkError])
def test_errors_go_from_process_to_process(kind: Any) -> None:
    error = kind("why", TEN)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is kind
    assert (again.message, again.results, again.code) == ("why", TEN, kind.code)


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": 0}, "not a number of deals"),
        ({"n": -1}, "not a number of deals"),
        ({"n": True}, "not a number of deals"),
        ({"n": range(0, 10, 2)}, "not a number of deals"),
        ({"n": range(-1, 10)}, "not a number of deals"),
        ({"policies": ("greedy",)}, "not one policy for each side: 1 for 2"),
        ({"policies": ("greedy", "gredy")}, "no policy 'gredy'; there are random, greedy"),
        ({"policies": ("greedy", GreedyPolicy)}, "not a policy: <class"),
        ({"seed": ""}, "not a seed"),
        ({"chunk": 0}, "at least one deal"),
        ({"in_flight": 0}, "at least one is in flight"),
        ({"resume": evolve(TEN, plan=evolve(TEN.plan, seed="8"))}, "of another plan"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(arguments: dict[str, Any], said: str) -> None:
    good: dict[str, Any] = {"policies": NAMES, "n": 1, "seed": 7}
    with pytest.raises(ValueRefusedError, match=said):
        play_deals(SCOPA, **{**good, **arguments})


def test_a_table_that_is_not_there_is_refused() -> None:
    with pytest.raises(SeatError):
        play_deals(SCOPA, NAMES, 1, seed=7, dealer=2)
    with pytest.raises(SeatError):
        play_deals(SCOPA, NAMES, 1, seed=7, seating=Seating(((1,), (0,))))


def test_what_was_played_already_is_not_played_again() -> None:
    told = list[int]()
    whole = play_deals(SCOPA, NAMES, 10, seed=7, duplicate=True, resume=TEN, progress=told.append)
    assert (whole, told) == (TEN, [])
    more = play_deals(SCOPA, NAMES, range(8, 13), seed=7, duplicate=True, resume=TEN)
    assert more.spans == ((0, 13),)


# ---------------------------------------------------------------------- tournaments


def test_everybody_meets_everybody_from_both_sides() -> None:
    played = tournament(SCOPA, ("random", first, "greedy"), 6, seed=7)
    assert played.entrants == ("random", "first", "greedy")
    assert [table.plan.policies for table in played.tables] == [
        ("random", "first"),
        ("random", "greedy"),
        ("first", "greedy"),
    ]
    assert played.tables[1] == play_deals(SCOPA, ("random", "greedy"), 6, seed=7, duplicate=True)
    assert [row.deals for row in played.standings()] == [24, 24, 24]
    assert played.standings()[0].name == "greedy"
    assert from_json(to_json(played)) == played


def test_at_a_table_of_three_every_three_meet() -> None:
    last = evolve(GreedyPolicy(), name="again")
    played = tournament(
        SCOPA, ("random", first, "greedy", last), 1, seed=7, seating=Seating.singles(3), chunk=1
    )
    assert [len(table.plan.policies) for table in played.tables] == [3, 3, 3, 3]
    assert [table.deals for table in played.tables] == [3, 3, 3, 3]


def test_results_that_no_deals_can_have_are_refused() -> None:
    form = json.loads(to_json(TEN))
    products = form["value"]["points"]["products"]
    products[0][1] = products[1][0] = 10**6
    with pytest.raises(InvalidDataError, match="no numbers have these sums and products"):
        from_json(json.dumps(form))


@pytest.mark.parametrize("confidence", [0, 1, -0.5, nextafter(1, 0)])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueRefusedError, match="a confidence is between 0 and 1"):
        TEN.win_share(0, confidence=confidence)


def test_tournaments_of_other_deals_add_up() -> None:
    entrants = ("random", first, "greedy")
    parts = [tournament(SCOPA, entrants, own, seed=7) for own in (range(2), range(2, 5))]
    whole = tournament(SCOPA, entrants, 5, seed=7)
    assert parts[0] + parts[1] == whole
    assert (
        Tournament(whole.entrants, whole.tables[:1]) + Tournament(whole.entrants, whole.tables[1:])
        == whole
    )
    with pytest.raises(ValueRefusedError, match="of different entrants"):
        _ = whole + tournament(SCOPA, entrants[:2], 5, seed=7)
    with pytest.raises(ValueRefusedError):
        _ = whole + parts[0]
    with pytest.raises(TypeError):
        _ = whole + whole.tables[0]  # type: ignore[operator]  # that is what is tested


def test_a_tournament_stopped_as_it_goes_on_keeps_what_it_had() -> None:
    whole = tournament(SCOPA, ("random", first, "greedy"), 2, seed=7)
    with pytest.raises(StoppedError) as stopped:
        tournament(SCOPA, ("random", first, "greedy"), 4, seed=7, resume=whole, stop=lambda: True)
    assert stopped.value.tournament == whole


def test_a_tournament_goes_on_where_it_broke_off() -> None:
    policy = Unless(hand_of(3, 0), "raise")
    entrants = ("random", "greedy", policy)
    with pytest.raises(ChunkError) as failed:
        tournament(SCOPA, entrants, 4, seed=7, dealer=1)
    kept = failed.value.tournament
    assert kept is not None
    assert [table.decks for table in kept.tables] == [4, 3]
    assert failed.value.results == kept.tables[1]
    mended = ("random", "greedy", evolve(policy, hand=""))
    whole = tournament(SCOPA, mended, 4, seed=7, dealer=1, resume=kept)
    assert whole == tournament(SCOPA, mended, 4, seed=7, dealer=1)


def test_a_tournament_needs_enough_entrants_with_names_of_their_own() -> None:
    with pytest.raises(ValueRefusedError, match="two policies of a tournament have one name"):
        tournament(SCOPA, ("random", "random"), 1, seed=7)
    with pytest.raises(ValueRefusedError, match="1 policies for a table of 2 sides"):
        tournament(SCOPA, ("random",), 1, seed=7)
    other = tournament(SCOPA, ("random", "greedy"), 1, seed=7)
    with pytest.raises(ValueRefusedError, match="other entrants"):
        tournament(SCOPA, ("greedy", "random"), 1, seed=7, resume=other)


# ---------------------------------------------------------------------- the figures


@pytest.mark.slow
@pytest.mark.parametrize(("dealer", "known"), [(1, 0.664), (0, 0.692)], ids=["leads", "deals"])
def test_greedy_beats_random_as_often_as_it_should(dealer: int, known: float) -> None:
    results = play_deals(SCOPA, NAMES, 6_000, seed=2026, dealer=dealer)
    share = results.win_share(0)
    assert share.value == pytest.approx(known, abs=3 * share.error)


def test_nothing_is_played_in_a_result_without_deals() -> None:
    assert Results.none(TEN.plan).deals == 0
