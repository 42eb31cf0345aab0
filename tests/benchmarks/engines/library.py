"""The library of this checkout, on Scopa for two."""

from __future__ import annotations

from functools import partial
from random import Random

from scopa import Deal
from tests.benchmarks.engines.serving import Game, Position, serve
from tests.benchmarks.speed import PLAYS, SCOPA, WAYS, Finish

MIDDLE = 12
"""Moves after which a position is looked at."""


start = partial(Deal.shuffled, SCOPA)


def game_of(way: Finish) -> Game:
    def finish(deal: Deal, rng: Random) -> int:
        assert sum(way(deal, rng).points) >= 0
        return PLAYS

    return Game(start, finish)


def middle(rng: Random) -> Deal:
    deal = start(rng)
    for _ in range(MIDDLE):
        deal = deal.play(rng.choice(deal.legal_moves))
    return deal


GAMES = {name: game_of(way) for name, way in WAYS.items()}
POSITIONS = {"Deal": Position(middle)}

if __name__ == "__main__":
    serve("scopa", GAMES, POSITIONS)
