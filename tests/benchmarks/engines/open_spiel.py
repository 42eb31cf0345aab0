"""OpenSpiel: games in C++, driven from Python.

Three ways: cards drawn the quickest way and moves made in place; moves that leave the state before
as it was, which is what search does, and what a frozen state does anyway; cards drawn by their
probabilities, as OpenSpiel's own example draws them. What it can do without coming back to Python,
whole games at random, is another matter.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from tests.benchmarks.engines.serving import Game, Position, serve

pyspiel: Any = import_module("pyspiel")  # Any: not installed where types are checked
numpy: Any = import_module("numpy")

NAMES = ("hearts", "spades", "euchre")
MIDDLE = 20


def draw_evenly(state: Any, rng: Random) -> None:
    """Draw from a bare list, as all outcomes are equally likely."""
    random = rng.random
    while state.is_chance_node():
        outcomes = state.legal_actions()
        state.apply_action(outcomes[int(random() * len(outcomes))])


def draw_by_probability(state: Any, rng: Random) -> None:
    """Draw as the example does that comes with OpenSpiel, with the generator of numpy."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(numpy.random.choice(outcomes, p=chances))


def play(state: Any, rng: Random, most: int = sys.maxsize) -> int:
    """Make so many moves in place, or as many as there are; how many there were."""
    random = rng.random
    for ply in range(most):
        if state.is_terminal():
            assert state.returns()
            return ply
        actions = state.legal_actions()
        state.apply_action(actions[int(random() * len(actions))])
    return most


def play_children(state: Any, rng: Random) -> int:
    """Play to the end; every move gives a state of its own."""
    random = rng.random
    plies = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.child(actions[int(random() * len(actions))])
        plies += 1
    assert state.returns()
    return plies


def starting(
    name: str, draw: Callable[[Any, Random], None] = draw_evenly
) -> Callable[[Random], Any]:
    rules = pyspiel.load_game(name)

    def start(rng: Random) -> Any:
        state = rules.new_initial_state()
        draw(state, rng)
        return state

    return start


def position_of(name: str) -> Position:
    start = starting(name)

    def middle(rng: Random) -> Any:
        state = start(rng)
        play(state, rng, MIDDLE)
        return state

    return Position(middle, lambda state: state.clone(), in_python=False)


WAYS = {
    "legal_actions + apply_action": (draw_evenly, play),
    "legal_actions + child": (draw_evenly, play_children),
    "drawn with chance_outcomes": (draw_by_probability, play),
}
GAMES = {
    f"{name}, {way}": Game(starting(name, draw), finish)
    for name in NAMES
    for way, (draw, finish) in WAYS.items()
}
POSITIONS = {name: position_of(name) for name in NAMES}

if __name__ == "__main__":
    serve("open_spiel", GAMES, POSITIONS)
