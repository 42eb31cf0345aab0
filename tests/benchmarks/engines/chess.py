"""python-chess: random games of chess."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from typing import Any

from tests.benchmarks.engines.serving import Game, Position, serve

package: Any = import_module("chess")  # Any: not installed where types are checked

MIDDLE = 20


def start(rng: Random) -> Any:
    return package.Board()


def finish(board: Any, rng: Random) -> int:
    plies = play(board, rng, sys.maxsize)
    assert board.outcome() is not None
    return plies


def play(board: Any, rng: Random, most: int) -> int:
    """Make so many moves, or as many as there are.

    Repetitions are not looked for, which would cost most of the time; seventy-five moves without a
    pawn or a capture end a game, as do mate, stalemate and too few pieces.
    """
    random = rng.random
    for ply in range(most):
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= 150 or board.is_insufficient_material():
            return ply
        board.push(moves[int(random() * len(moves))])
    return most


def middle(rng: Random) -> Any:
    board = start(rng)
    play(board, rng, MIDDLE)
    return board


GAMES = {"chess": Game(start, finish)}
POSITIONS = {"Board": Position(middle, lambda board: board.copy(stack=False))}

if __name__ == "__main__":
    serve("chess", GAMES, POSITIONS)
