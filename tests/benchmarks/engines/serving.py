"""One engine in a process of its own, which measures itself when asked.

A line of JSON comes in for each measurement, and one goes out with the answer, so that
`tests.benchmarks.peers` can ask several engines in turn. Before the first question an engine says
its version and what it can be asked about. The clock is that of the process, which stands still
while others are at work; no engine measured here plays in several threads.

Nothing here needs more than the standard library: an engine has whatever its own package brings.
"""

from __future__ import annotations

import gc
import json
import pickle
import sys
from collections.abc import Callable, Hashable, Mapping
from copy import copy, deepcopy
from importlib.metadata import version
from random import Random
from time import process_time
from timeit import Timer
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple

AT_ONCE = 4
"""Games between two looks at the clock."""

LEAST = 0.005
"""Seconds that a call is repeated for, at least."""

SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType)
"""What belongs to the program, and to no state."""


class Game(NamedTuple):
    """One way to play a game at random. States are `Any`: every engine has its own."""

    start: Callable[[Random], Any]
    """A game shuffled, dealt and ready for the first move; the last one may be reused for it."""
    finish: Callable[[Any, Random], int]
    """Play it to its end and count it; how many moves the players made."""


class Position(NamedTuple):
    """What a state is measured on."""

    make: Callable[[Random], Any]
    """A game some moves old, sharing nothing with the others but what all games share."""
    own_copy: Callable[[Any], object] | None = None
    """The engine's own way to copy it, where it has one beside those of the `copy` module."""
    in_python: bool = True
    """Whether the state is made of Python objects, so that its size can be known."""


# ---------------------------------------------------------------------- how fast


def speeds(game: Game, seed: int, seconds: float) -> Mapping[str, float]:
    """Moves per second of complete games and of the moves alone, and moves in a game."""
    speed, plies = complete(game, seed, seconds)
    return {"speed": speed, "moves alone": moves_alone(game, seed, seconds), "plies": plies}


def complete(game: Game, seed: int, seconds: float) -> tuple[float, float]:
    """Moves per second of complete games: set up, played and counted; moves in a game."""
    start, finish = game
    rng = Random(seed)
    games = plies = 0
    begun = now = process_time()
    while now - begun < seconds:
        for _ in range(AT_ONCE):
            plies += finish(start(rng), rng)
        games += AT_ONCE
        now = process_time()
    return plies / (now - begun), plies / games


def moves_alone(game: Game, seed: int, seconds: float) -> float:
    """Moves per second while the games are set up off the clock."""
    start, finish = game
    rng = Random(seed)
    plies, spent = 0, 0.0
    end = process_time() + seconds  # setting up may take long, and is not to take longer still
    while not spent or process_time() < end:
        state = start(rng)
        begun = process_time()
        plies += finish(state, rng)
        spent += process_time() - begun
    return plies / spent


# ---------------------------------------------------------------------- how large, how handy


def facts(position: Position, seed: int) -> Mapping[str, float | str]:
    """Bytes, and microseconds a call; or, in words, why there is no number."""
    rng = Random(seed)
    state, other = position.make(rng), position.make(rng)
    pickled = attempt(lambda: pickle.dumps(state))
    return {
        "bytes": size_of(state, other) if position.in_python else "not measurable",
        "pickled": len(pickled) if isinstance(pickled, bytes) else "none",
        "copy": cost(copy, state),
        "deepcopy": cost(deepcopy, state),
        "own copy": cost(position.own_copy, state) if position.own_copy else "none",
        "pickle": cost(through_pickle, state),
        "hash": cost_of_hash(state),
    }


def through_pickle(state: object) -> object:
    return pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes


def attempt(call: Callable[[], object]) -> object:
    """What a call gives, or `None` where the engine does not offer it."""
    try:
        return call()
    except (TypeError, AttributeError, NotImplementedError, RuntimeError, pickle.PicklingError):
        return None


def cost(call: Callable[[Any], object], state: object) -> float | str:
    """Microseconds a call, over as many calls as take long enough."""
    if attempt(lambda: call(state)) is None:
        return "none"
    timer = Timer("call(state)", timer=process_time, globals={"call": call, "state": state})
    number = 1
    while (spent := timer.timeit(number)) < LEAST:
        number *= 4
    return 1e6 * spent / number


def cost_of_hash(state: object) -> float | str:
    """Microseconds a hash of what is in the state; a hash of where it lies is none."""
    if not isinstance(state, Hashable):
        return "unhashable"
    if type(state).__hash__ is object.__hash__ or hash(state) == object.__hash__(state):
        return "by identity"
    return cost(hash, state)


def size_of(state: object, other: object) -> int:
    """Bytes of the objects that only this state holds, and no state of another game."""
    own, shared = reachable(state), reachable(other)
    return sum(sys.getsizeof(found) for key, found in own.items() if key not in shared)


def reachable(state: object) -> Mapping[int, object]:
    """All objects that a state leads to, by identity."""
    found: dict[int, object] = {}
    left = [state]
    while left:
        this = left.pop()
        if id(this) not in found and not isinstance(this, SHARED):
            found[id(this)] = this
            left += gc.get_referents(this)
    return found


# ---------------------------------------------------------------------- the conversation


def answer(
    question: Mapping[str, Any], games: Mapping[str, Game], positions: Mapping[str, Position]
) -> Mapping[str, float | str]:
    """Measure what a question asks for. `Any`: it comes from JSON."""
    name, seed = question["name"], question["seed"]
    if question["what"] == "facts":
        return facts(positions[name], seed)
    return speeds(games[name], seed, question["seconds"])


def serve(package: str, games: Mapping[str, Game], positions: Mapping[str, Position]) -> None:
    """Answer until nobody asks any more."""
    hello = {"version": version(package), "games": list(games), "positions": list(positions)}
    print(json.dumps(hello), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), games, positions)), flush=True)
