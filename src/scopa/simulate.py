"""Many deals, on one core or on many machines.

`play_deals` plays deals between policies and adds up what they come to; `tournament` does so for
everybody against everybody. Both take any `concurrent.futures.Executor` and hand it chunks of
deals. Every deal is decided by the seed and its number alone: deal *d* is shuffled from the stream
``deal d`` of the seed, as in a match (see `scopa.shuffle`), and each seat draws lots from a
`random.Random` seeded with 256 bits of the stream ``deal d seat s``. So the results are the same
whoever plays the chunks, in whatever sizes and order.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from itertools import combinations
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar, Unpack

from attrs import evolve, frozen

from scopa.deal import known_seating
from scopa.errors import ScopaError, ValueRefusedError
from scopa.match import _dealt, decided
from scopa.policies import LegalMovesPolicy, Policy, name_of, policy_of
from scopa.results import Plan, Results, Sums, Tournament
from scopa.shuffle import Stream, checked_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scopa.deal import Deal
    from scopa.rules import MatchRules, Seating
    from scopa.score import DealScore
    from scopa.variant import Variant

__all__ = ["ChunkError", "Options", "SimulationError", "StoppedError", "play_deals", "tournament"]

LARGEST_CHUNK = 100
"""The most deals of a chunk, unless more is asked for."""

FEWEST_CHUNKS = 64
"""Work is cut into at least so many chunks, unless larger ones are asked for."""

_CHUNK_SECONDS = 0.5
"""How long a chunk should take, unless its size is given."""

_MOST_NAMED = 5
"""How many chunks an error names in its message; all are in its `chunks`."""

IN_FLIGHT = 64
"""How many chunks an executor is given at a time, unless more is asked for."""

_POLL = 0.1
"""How many seconds pass at most before `stop` is asked again."""

_FOR_BAD_NEWS = 5
"""How many seconds a broken executor has to tell which chunks it lost."""

P = ParamSpec("P")
T = TypeVar("T")


class SimulationError(ScopaError, RuntimeError):
    """Not every deal was played. What was played is kept.

    Attributes:
        results: What the deals played so far came to; go on with ``resume=error.results``.
        tournament: The same of a whole tournament, if it is one.
    """

    code: str = "simulation"

    def __init__(
        self, message: str, results: Results, tournament: Tournament | None = None
    ) -> None:
        super().__init__(message)
        self.results = results
        self.tournament = tournament

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.results, self.tournament)


class StoppedError(SimulationError):
    """Somebody asked to stop: `stop` said so, or there was a `KeyboardInterrupt` (its cause)."""

    code = "simulation-stopped"


class ChunkError(SimulationError):
    """Deals could not be played: a policy failed, or the worker that played them died.

    The exception is the cause of this one.

    Attributes:
        chunks: The deals, as ranges of their numbers. It is one where a policy failed. Where a
            process of a pool died, the others were stopped with it: the chunks they were at, one
            for each, and its own among them.
    """

    code = "chunk-failed"

    def __init__(
        self,
        message: str,
        results: Results,
        tournament: Tournament | None = None,
        chunks: tuple[range, ...] = (),
    ) -> None:
        super().__init__(message, results, tournament)
        self.chunks = chunks

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.results, self.tournament, self.chunks)


def play_deals(
    variant: Variant,
    policies: Sequence[Policy | str],
    n: int | range,
    *,
    seed: int | str,
    executor: Executor | None = None,
    seating: Seating | None = None,
    dealer: int | None = None,
    duplicate: bool = False,
    chunk: int | None = None,
    in_flight: int = IN_FLIGHT,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
    resume: Results | None = None,
) -> Results:
    """Play deals between policies, and add up what they come to.

    Args:
        variant: The rules.
        policies: One for each side, by name or as they are (`scopa.policies`); every seat of a side
            is played by it. One that tells the partners apart can look at ``view.seat``.
        n: How many deals, from deal 0; or a range of deal numbers (with a step of 1).
        seed: Decides every deal, with its number.
        executor: Plays the chunks; they are played here, one after another, if not given.
        seating: One of the variant's seatings; the first if not given.
        dealer: The seat that deals every deal. If not given the deal passes on from seat to seat,
            the last one dealing deal 0.
        duplicate: Play every deck as often as there are sides, the policies moving on by a side
            each time: the luck of the cards is then the same for all.
        chunk: How many decks an executor plays at a time. If not given, as many as are played in
            half a second or so; at most 100, and so few that there are 64 chunks.
        in_flight: How many chunks are handed out at a time; at least as many as there are workers.
        progress: Called with the number of deals newly played, like the ``update`` of a tqdm bar.
            What it raises, or `stop`, is not caught.
        stop: Asked after every chunk, and now and then while an executor plays; once it says yes
            no more is handed out.
        resume: Results of the same plan; only the deals that are not among them are played. A plan
            knows policies by their names alone: do not change what a name stands for.

    Returns:
        The sums, those of `resume` included. They do not depend on the executor, its workers, the
        size of chunks, or the order they are played in.

    Raises:
        ValueRefusedError: There is not one policy for each side, a name is unknown, a number makes
            no sense, or what is to be resumed is of another plan.
        SeatError: The variant is not played so, or there is no such dealer.
        ChunkError: Deals could not be played; what was played is on the error.
        StoppedError: It was asked to stop; what was played is on the error.

    >>> from scopa import VARIANTS
    >>> scopa = VARIANTS["scopa"]
    >>> results = play_deals(scopa, ("greedy", "random"), 20, seed=7, duplicate=True)
    >>> results.deals, results.wins.totals, results.level
    (40, (28, 7), 5)
    >>> results == play_deals(scopa, ("greedy", "random"), 20, seed=7, duplicate=True, chunk=3)
    True
    """
    plan = Plan(
        variant,
        known_seating(variant, seating),
        tuple([name_of(policy) for policy in policies]),
        checked_seed(seed),
        dealer,
        duplicate,
    )
    wanted = _wanted(n)
    _check(plan, chunk, in_flight)
    so_far = Results.none(plan) if resume is None else resume
    if not isinstance(so_far, Results) or so_far.plan != plan:
        raise ValueRefusedError("what is to be resumed is of another plan")
    gaps = so_far.missing(wanted)
    task = _Task(plan, tuple([policy_of(policy) for policy in policies]))
    if executor is None:
        executor, in_flight = _Here(), 1
    run = _Run(executor, task, so_far, progress, stop)
    return run.all_of(_Chunks(gaps, chunk), in_flight)


class Options(TypedDict, total=False):
    """What `tournament` hands on to `play_deals`, where it says what each of them means."""

    executor: Executor | None
    seating: Seating | None
    dealer: int | None
    chunk: int | None
    in_flight: int
    progress: Callable[[int], object] | None
    stop: Callable[[], bool] | None


def tournament(
    variant: Variant,
    policies: Iterable[Policy | str],
    n: int | range,
    *,
    seed: int | str,
    resume: Tournament | None = None,
    **options: Unpack[Options],
) -> Tournament:
    """Everybody plays everybody: a table for every choice of as many policies as there are sides.

    All tables play the same decks, each of them as a duplicate, so that every policy plays every
    deck from every side against everybody.

    Args:
        variant: The rules.
        policies: Those who enter, each with a name of its own.
        n: How many deals each table plays, from deal 0; or a range of deal numbers.
        seed: Decides every deal, with its number.
        resume: A tournament of the same entrants; only what is not part of it is played.
        options: As of `play_deals`: `executor`, `seating`, `dealer`, `chunk`, `in_flight`,
            `progress`, `stop`. In all, `progress` is told of every deal of every table, and a table
            plays as many as there are decks, times the sides.

    Returns:
        The results of all tables, those of `resume` included.

    Raises:
        ValueRefusedError: Two policies have one name, or they are fewer than the sides; or as
            `play_deals` raises it.
        SeatError: The variant is not played so, or there is no such dealer.
        SimulationError: As `play_deals` raises it; the `tournament` so far is on the error.

    >>> from scopa import VARIANTS
    >>> played = tournament(VARIANTS["scopa"], ("random", "greedy"), 10, seed=7)
    >>> [(row.name, row.deals) for row in played.standings()]
    [('greedy', 20), ('random', 20)]
    """
    entered = tuple(policies)
    entrants = {name_of(policy): policy for policy in entered}
    names = tuple(entrants)
    if len(names) != len(entered):
        raise ValueRefusedError("two policies of a tournament have one name")
    sides = len(known_seating(variant, options.get("seating")).sides)
    if len(names) < sides:
        raise ValueRefusedError(f"{len(names)} policies for a table of {sides} sides")
    if resume is not None and resume.entrants != names:
        raise ValueRefusedError("what is to be resumed is of other entrants")
    known = {table.plan.policies: table for table in resume.tables} if resume else {}
    tables = {table: known.get(table) for table in combinations(names, sides)}
    for table in tables:
        own = [entrants[name] for name in table]
        try:
            results = play_deals(
                variant, own, n, seed=seed, duplicate=True, resume=known.get(table), **options
            )
        except SimulationError as error:
            tables[table] = error.results
            error.tournament = Tournament(names, tuple(filter(None, tables.values())))
            raise
        tables[table] = results
    return Tournament(names, tuple(filter(None, tables.values())))


def _wanted(n: int | range) -> range:
    wanted = range(n) if type(n) is int else n
    if not isinstance(wanted, range) or wanted.step != 1 or wanted.start < 0 or not wanted:
        raise ValueRefusedError(f"not a number of deals, nor a range of deal numbers: {n!r}")
    return wanted


def _check(plan: Plan, chunk: int | None, in_flight: int) -> None:
    if plan.dealer is not None:
        plan.seating.check(plan.dealer, "dealer")
    for problem in plan.problems():
        raise ValueRefusedError(problem.message)
    sizes = (1 if chunk is None else chunk, in_flight)
    if any(type(size) is not int or size < 1 for size in sizes):
        raise ValueRefusedError("a chunk has at least one deal, and at least one is in flight")


# ---------------------------------------------------------------------- one chunk


@frozen
class _Task:
    """What every chunk needs to know; goes to whoever plays it."""

    plan: Plan
    policies: tuple[Policy, ...]


_known: deque[Plan] = deque(maxlen=8)
"""Plans seen lately. What comes to another process is a new value each time; an equal one that is
there already has its rules compiled."""


def _kept(plan: Plan) -> Plan:
    for known in tuple(_known):
        if known == plan:
            return known
    _known.append(plan)
    return plan


_Sums = tuple[Sums, Sums, tuple[int, ...], int]
"""The sums of results, without the plan, which whoever asked has: it need not travel back."""

_Played = tuple[_Sums, float]
"""What a chunk came to, and how many seconds it took."""


def play_chunk(task: _Task, start: int, stop: int) -> _Played:
    """What some deals come to; this is what executors are asked."""
    begun = perf_counter()
    return _sums(task, start, stop), perf_counter() - begun


def _sums(task: _Task, start: int, stop: int) -> _Sums:
    plan = _kept(task.plan)
    contestants = range(len(plan.policies))
    rules = _for_one_deal(plan.variant.match)
    wins, points = list[tuple[int, ...]](), list[tuple[int, ...]]()
    sweeps, level = [0] * len(contestants), 0
    for number in range(start, stop):
        won, made = [0] * len(contestants), [0] * len(contestants)
        for played, score in enumerate(_scores(plan, task.policies, number)):
            outcome = decided(rules, score.points, score, 1)
            winner = None if outcome is None else outcome.winner
            if winner is None:
                level += 1
            else:
                won[plan.contestant(winner, played)] += 1
            for side, swept in enumerate(score.sweeps):
                who = plan.contestant(side, played)
                made[who] += score.points[side]
                sweeps[who] += swept
        wins.append(tuple(won))
        points.append(tuple(made))
    both = Sums.over(len(contestants), wins), Sums.over(len(contestants), points)
    return *both, tuple(sweeps), level


def _for_one_deal(rules: MatchRules) -> MatchRules:
    """What decides a deal that is a match of its own; leaders that are level have not won."""
    return rules if rules.target is None else evolve(rules, target=None, tie="draw")


def _scores(plan: Plan, policies: tuple[Policy, ...], number: int) -> Iterator[DealScore]:
    """One deck played as often as the plan says."""
    players = plan.seating.players
    dealer = (number - 1) % players if plan.dealer is None else plan.dealer
    deal, _, _ = _dealt(plan.variant, plan.seating, plan.seed, number, dealer)
    side_of = [plan.seating.side_of(seat) for seat in range(players)]
    for played in range(plan.rounds):
        seats = [policies[plan.contestant(side, played)] for side in side_of]
        lots = [_lots(plan.seed, number, seat) for seat in range(players)]
        yield _played(deal, seats, lots)


def _lots(seed: str, number: int, seat: int) -> Random:
    """The generator of a seat in a deal."""
    return Random(Stream(seed, f"deal {number} seat {seat}").below(1 << 256))


def _played(deal: Deal, policies: Sequence[Policy], lots: Sequence[Random]) -> DealScore:
    """The deal played to its end, every seat by its own policy."""
    blind = [policy if isinstance(policy, LegalMovesPolicy) else None for policy in policies]
    while not deal.is_over:
        seat = deal.turn
        among = blind[seat]
        if among is not None:
            move = among.among(deal.legal_moves, lots[seat])
        else:
            move = policies[seat](deal.view(seat), lots[seat])
        deal = deal.play(move)
    return deal.score()


# ---------------------------------------------------------------------- all chunks


class _Here(Executor):
    """Plays each chunk where it is handed out, at once."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = Future[T]()
        try:
            future.set_result(fn(*args, **kwargs))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - it is the future's to say, as in a pool
            future.set_exception(error)
        return future


class _Chunks:
    """The deals to be played, chunk by chunk, each as large as those before it advise.

    Attributes:
        size: How many decks the next chunk has.
    """

    def __init__(self, gaps: Sequence[range], size: int | None) -> None:
        self._gaps = gaps
        self._fixed = size is not None
        decks = sum(gap.stop - gap.start for gap in gaps)
        self._most = max(1, min(LARGEST_CHUNK, decks // FEWEST_CHUNKS))
        self.size = size or 1

    def __iter__(self) -> Iterator[range]:
        for gap in self._gaps:
            at = gap.start
            while at < gap.stop:
                chunk = range(at, min(at + self.size, gap.stop))
                yield chunk
                at = chunk.stop

    def learn(self, decks: int, seconds: float) -> None:
        """So many decks took so long."""
        if not self._fixed:
            fitting = int(decks * _CHUNK_SECONDS / max(seconds, 1e-6))
            self.size = max(1, min(self._most, fitting))


class _Run:
    """Chunks handed out and taken in, a bounded number at a time.

    Attributes:
        results: The sums so far.
        waiting: The chunks handed out.
    """

    def __init__(
        self,
        executor: Executor,
        task: _Task,
        results: Results,
        progress: Callable[[int], object] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.results = results
        self.waiting: dict[Future[_Played], range] = {}
        self._executor = executor
        self._task = task
        self._progress = progress
        self._stop = stop

    def all_of(self, chunks: _Chunks, in_flight: int) -> Results:
        """What all the chunks come to, with what there was."""
        try:
            for chunk in chunks:
                self._hand_out(chunk)
                while len(self.waiting) >= in_flight:
                    self._take_in(chunks)
            while self.waiting:
                self._take_in(chunks)
        except KeyboardInterrupt as interrupt:
            raise self._stopped() from interrupt
        finally:
            self._give_up()
        return self.results

    def _hand_out(self, chunk: range) -> None:
        self._ask_to_go_on()
        try:
            future = self._executor.submit(play_chunk, self._task, chunk.start, chunk.stop)
        except Exception as error:
            raise self._failed(error, chunk) from error
        self.waiting[future] = chunk

    def _take_in(self, chunks: _Chunks) -> None:
        """Wait for a chunk, and take in all that are there."""
        self._ask_to_go_on()
        done, _ = wait(self.waiting, timeout=_POLL, return_when=FIRST_COMPLETED)
        called_off = {future for future in self.waiting if future.cancelled()}  # by its executor
        for future in done | called_off:
            chunk = self.waiting.pop(future)
            try:
                sums, seconds = future.result()
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                raise self._failed(error, chunk) from error
            chunks.learn(len(chunk), seconds)
            deals = self._add(chunk, sums)
            if self._progress is not None:
                self._progress(deals)

    def _add(self, chunk: range, sums: _Sums) -> int:
        own = Results(self._task.plan, ((chunk.start, chunk.stop),), *sums)
        self.results += own
        return own.deals

    def _ask_to_go_on(self) -> None:
        if self._stop is not None and self._stop():
            raise self._stopped()

    def _stopped(self) -> StoppedError:
        self._give_up()
        return StoppedError(f"stopped after {self.results.decks} decks", self.results)

    def _failed(self, error: BaseException, chunk: range) -> ChunkError:
        """The error for a chunk that failed; if the workers did, for what they were at."""
        lost = [chunk]
        if isinstance(error, BrokenExecutor):
            wait(self.waiting, timeout=_FOR_BAD_NEWS)
            lost = _begun(self._executor, [*lost, *self._not_there()])
        elif isinstance(error, CancelledError):
            lost += self._not_there()
        self._give_up()
        lost.sort(key=_first_of)
        which = ", ".join(_numbers(own) for own in lost[:_MOST_NAMED])
        more = f" and {len(lost) - _MOST_NAMED} chunks more" if len(lost) > _MOST_NAMED else ""
        said = f"not played: deals {which}{more} ({type(error).__name__}: {_words(error)})"
        return ChunkError(said, self.results, chunks=tuple(lost))

    def _not_there(self) -> list[range]:
        return [chunk for future, chunk in self.waiting.items() if not _is_there(future)]

    def _give_up(self) -> None:
        """Call off what has not begun; keep what is there."""
        for future in self.waiting:
            future.cancel()
        while self.waiting:
            future, chunk = self.waiting.popitem()
            if _is_there(future):
                self._add(chunk, future.result()[0])


def _begun(executor: Executor, lost: list[range]) -> list[range]:
    """Those of lost chunks that were begun: workers take them in turn, one at a time."""
    workers = getattr(executor, "_max_workers", None)  # no other name tells it, of any pool
    return sorted(lost, key=_first_of)[: workers if isinstance(workers, int) else None]


def _first_of(chunk: range) -> int:
    return chunk.start


def _numbers(chunk: range) -> str:
    first, last = chunk[0], chunk[-1]
    return f"{first} to {last}" if first < last else f"{first}"


def _words(error: BaseException) -> str:
    """What an error says, if it can."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - a foreign error may do anything
        return "?"


def _is_there(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
