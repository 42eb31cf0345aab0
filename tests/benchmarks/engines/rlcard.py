"""RLCard's gin rummy: the environment with its observations, and the game inside it without."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from tests.benchmarks.engines.serving import Game, Position, serve

package: Any = import_module("rlcard")  # Any: not installed where types are checked

MIDDLE = 12


def new_environment(rng: Random) -> Any:
    return package.make("gin-rummy", {"seed": rng.getrandbits(31)})


ENVIRONMENT = new_environment(Random(0))


def start_environment(rng: Random) -> Any:
    return ENVIRONMENT.reset()[0]


def finish_environment(state: Any, rng: Random) -> int:
    """Play on from what the environment showed last."""
    environment, random = ENVIRONMENT, rng.random
    plies = 0
    while not environment.is_over():
        actions = list(state["legal_actions"])
        state, _ = environment.step(actions[int(random() * len(actions))])
        plies += 1
    assert len(environment.get_payoffs()) == 2
    return plies


def start_game(rng: Random) -> Any:
    game = ENVIRONMENT.game
    game.init_game()
    return game


def finish_game(game: Any, rng: Random) -> int:
    random, legal_actions = rng.random, game.judge.get_legal_actions
    plies = 0
    while not game.is_over():
        actions = legal_actions()
        game.step(actions[int(random() * len(actions))])
        plies += 1
    assert len(game.judge.scorer.get_payoffs(game)) == 2
    return plies


def middle(rng: Random) -> Any:
    game = new_environment(rng).game
    game.init_game()
    for _ in range(MIDDLE):
        if not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
    return game


GAMES = {
    "gin rummy, environment": Game(start_environment, finish_environment),
    "gin rummy, game alone": Game(start_game, finish_game),
}
POSITIONS = {"gin rummy": Position(middle)}

if __name__ == "__main__":
    serve("rlcard", GAMES, POSITIONS)
