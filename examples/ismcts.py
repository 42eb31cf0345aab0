"""A player that searches: single-observer information set Monte Carlo tree search.

python examples/ismcts.py
python -m scopa simulate --policies examples.ismcts:PLAYER,greedy --deals 20 --duplicate

After P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search"
(IEEE Transactions on Computational Intelligence and AI in Games, 2012). The player sees the view of
its seat. Each iteration draws one deal that fits the view (`View.determinize`), goes down one tree
that all those deals share by the moves that are legal in this one, adds a move to it, plays on at
random to the end (`Deal.playout`) and counts who won what. Where nothing is hidden any more it does
not guess: the few cards that are left are played in every way there is, each position once
(`Deal.key`).
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from scopa import VARIANTS
from scopa.simulate import play_deals

if TYPE_CHECKING:
    from random import Random

    from scopa import Deal, DealScore, Move
    from scopa.view import View

MOST_SOLVED = 8
"""So many cards in all hands together are played out in every way."""

FULL_WIN = 8
"""A lead of so many points counts as one; more is no better."""

Rewards = tuple[float, ...]
"""For each side from 0, it could not be worse, to 1."""


@define
class Node:
    """A move of the tree, with what followed from it.

    Attributes:
        visits: How often it was made.
        available: How often it could have been made.
        total: The rewards of the side that made it, added up.
        moves: What was tried after it.
    """

    visits: int = 0
    available: int = 0
    total: float = 0.0
    moves: dict[Move, Node] = field(factory=dict["Move", "Node"])

    def bound(self, exploration: float) -> float:
        """How good the move may still be: what it came to, and how little it was tried."""
        doubt = sqrt(log(self.available) / self.visits)
        return self.total / self.visits + exploration * doubt


@frozen
class Ismcts:
    """The player, a policy for `scopa.simulate`.

    Attributes:
        iterations: How many deals it draws for a move.
        exploration: How much it tries what it knows little of.
        name: What it is called in tables.
    """

    iterations: int = 200
    exploration: float = 0.15
    name: str = "ismcts"

    def __call__(self, view: View, rng: Random, /) -> Move:
        """The move that was tried most; the best one where nothing is hidden."""
        moves = view.legal_moves
        if len(moves) == 1:
            return moves[0]
        if sum(view.hand_sizes) <= MOST_SOLVED and view.worlds() == 1:
            return best_move(view.determinize(rng))
        root = Node()
        for _ in range(self.iterations):
            self._iterate(root, view.determinize(rng), rng)
        return max(root.moves, key=lambda move: root.moves[move].visits)

    def _iterate(self, node: Node, deal: Deal, rng: Random) -> None:
        """Down the tree, one move further, and to the end of the deal; then count."""
        path: list[tuple[Node, int]] = []
        new = False
        while not (deal.is_over or new):
            side = deal.seating.side_of(deal.turn)
            legal = deal.legal_moves
            untried = [move for move in legal if move not in node.moves]
            new = bool(untried)
            if untried:
                move = untried[int(rng.random() * len(untried))]
                node.moves[move] = Node()
            else:
                move = max(legal, key=lambda own: node.moves[own].bound(self.exploration))
            for own in legal:
                if own in node.moves:
                    node.moves[own].available += 1
            node = node.moves[move]
            path.append((node, side))
            deal = deal.play_unchecked(move)
        rewards = rewards_of(deal.playout(rng))
        for visited, side in path:
            visited.visits += 1
            visited.total += rewards[side]


def rewards_of(score: DealScore) -> Rewards:
    """What a deal was worth to each side: its lead over the best of the others."""
    sign = -1 if score.variant.match.lowest_wins else 1
    points = [sign * number for number in score.points]
    leads = [
        own - max(other for place, other in enumerate(points) if place != side)
        for side, own in enumerate(points)
    ]
    return tuple([min(1.0, max(0.0, 0.5 + lead / (2 * FULL_WIN))) for lead in leads])


def best_move(deal: Deal) -> Move:
    """The best move where every card is known and everybody plays the best one."""
    side, known = deal.seating.side_of(deal.turn), dict[Any, Rewards]()
    return max(deal.legal_moves, key=lambda move: _solved(deal.play_unchecked(move), known)[side])


def _solved(deal: Deal, known: dict[Any, Rewards]) -> Rewards:
    """What the deal comes to if everybody plays the best move."""
    if deal.is_over:
        return rewards_of(deal.score())
    key = (deal.key, deal.piles, deal.sweeps, deal.bonuses, deal.declared)
    if key not in known:
        side = deal.seating.side_of(deal.turn)
        ends = [_solved(deal.play_unchecked(move), known) for move in deal.legal_moves]
        known[key] = max(ends, key=lambda rewards: rewards[side])
    return known[key]


PLAYER = Ismcts()


def main() -> None:
    """Let it play a few deals against the greedy player, each deck from both sides."""
    players = (Ismcts(iterations=50), "greedy")
    results = play_deals(VARIANTS["scopa"], players, 3, seed=7, duplicate=True)
    for who, name in enumerate(results.plan.policies):
        print(f"{name}: {results.wins.totals[who]} of {results.deals} deals won")
    print(f"points a deal, ismcts less greedy: {results.difference(0, 1).value:+.2f}")


if __name__ == "__main__":
    main()
