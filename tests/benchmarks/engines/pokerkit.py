"""PokerKit: hands of no-limit hold'em, two players with a hundred big blinds each."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from tests.benchmarks.engines.serving import Game, Position, serve

package: Any = import_module("pokerkit")  # Any: not installed where types are checked

AUTOMATIONS = tuple(package.Automation)
STACKS = (200, 200)
BLINDS = (1, 2)


def start(rng: Random) -> Any:
    """Cards and chips are dealt by the engine, which shuffles with the process-wide generator."""
    return package.NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, BLINDS, BLINDS[1], STACKS, len(STACKS)
    )


def act(state: Any, rng: Random) -> None:
    """Fold where a bet stands, call or check, or raise to any amount: each as likely."""
    random = rng.random
    actions = [state.check_or_call]
    if state.can_fold():
        actions.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        amount = least + int(random() * (most - least + 1))
        actions.append(lambda: state.complete_bet_or_raise_to(amount))
    actions[int(random() * len(actions))]()


def finish(state: Any, rng: Random) -> int:
    plies = 0
    while state.status:
        act(state, rng)
        plies += 1
    assert sum(state.stacks) == sum(STACKS)
    return plies


def middle(rng: Random) -> Any:
    """The flop, after a call and a check."""
    state = start(rng)
    state.check_or_call()
    state.check_or_call()
    return state


GAMES = {"no-limit hold'em": Game(start, finish)}
POSITIONS = {"no-limit hold'em": Position(middle)}

if __name__ == "__main__":
    serve("pokerkit", GAMES, POSITIONS)
