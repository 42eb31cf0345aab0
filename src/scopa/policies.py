"""Players that decide by what a seat may see.

A policy is called with the `scopa.view.View` of the seat that is to move and a generator of its
own, and answers with one of the view's legal moves. It is never shown the deal, so it cannot look
at what is hidden; what may lie there it samples with `scopa.view.View.determinize`.

Any function of that form is a policy. One that is to play in other processes must be picklable: a
function of a module, or a frozen value with a ``__call__``. It should decide by its two arguments
and nothing else, so that a seed names the same play everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from attrs import frozen

from scopa.cards import Card, _cards_of
from scopa.deal import Deal
from scopa.errors import ValueRefusedError
from scopa.moves import Claim, Move, Play
from scopa.scoring import DoubleSweeps, Foursome, Holds, Majority, Prime, Run
from scopa.variant import Variant
from scopa.view import View


class Policy(Protocol):
    """What decides for a seat. Every function of this form is one."""

    def __call__(self, view: View, rng: Random, /) -> Move:
        """One of the legal moves of the view.

        Args:
            view: What the seat to move may see.
            rng: Where chance comes from.
        """
        ...


@runtime_checkable
class LegalMovesPolicy(Policy, Protocol):
    """A policy that looks at nothing but the legal moves.

    It has a method more, so that those who play many deals need not build a view for it.
    """

    def among(self, moves: tuple[Move, ...], rng: Random) -> Move:
        """The same choice, given the legal moves of the view."""
        ...


@frozen
class RandomPolicy:
    """Draws lots: every legal move is equally likely.

    Attributes:
        name: What it is called in tables.

    >>> from scopa import VARIANTS
    >>> scopa = VARIANTS["scopa"]
    >>> view = Deal.start(scopa, scopa.pack.cards).view(0)
    >>> RandomPolicy()(view, Random(7)) in view.legal_moves
    True
    """

    name: str = "random"

    def __call__(self, view: View, rng: Random, /) -> Move:
        """One of the legal moves."""
        return self.among(view.legal_moves, rng)

    def among(self, moves: tuple[Move, ...], rng: Random) -> Move:
        """One of these moves."""
        return moves[int(rng.random() * len(moves))]


@frozen
class GreedyPolicy:
    """Takes what it can at once: points first, else the best cards, else it gives away the least.

    Of the moves that score most as they are made (a sweep, a bonus, a declaration) it makes the
    one whose cards, the played one among them, are worth most by `card_worths`; where it can only
    lay a card down, the one worth least. Of equal moves it makes the first. Where the fewest
    points win (*a perdere*) it does the opposite throughout.

    Attributes:
        name: What it is called in tables.

    >>> from scopa import VARIANTS
    >>> scopa = VARIANTS["scopa"]
    >>> deal = Deal.start(scopa, scopa.pack.cards)
    >>> print(deal.hands[0], "|", deal.table, "|", GreedyPolicy()(deal.view(0), Random(7)))
    Ad 3d 5d | 7d Fd Cd Rd | 3d
    """

    name: str = "greedy"

    def __call__(self, view: View, rng: Random, /) -> Move:
        """The move that takes most."""
        moves = view.legal_moves
        if len(moves) == 1:
            return moves[0]
        worths, points = card_worths(view.variant), _points_at_once(view, moves, rng)

        def merit(move: Move) -> tuple[int, int]:
            return points.get(move, 0), _merit(move, worths)

        best = min if view.variant.match.lowest_wins else max
        return best(moves, key=merit)


def _merit(move: Move, worths: Mapping[Card, int]) -> int:
    """What a move takes, or as a negative number what it gives away."""
    if isinstance(move, Play) and not move.taken:
        return -worths[move.card]
    cards = sum([worths[card] for card in move.taken]) if isinstance(move, Play | Claim) else 0
    return cards + worths[move.card] if isinstance(move, Play) else cards


def _points_at_once(view: View, moves: tuple[Move, ...], rng: Random) -> dict[Move, int]:
    """What the moves that may score as they are made do score.

    It is the same in every deal that fits the view, so one of those is asked.
    """
    table, variant = view.table, view.variant
    candidates: list[Move]
    if variant.bonuses or variant.declarations is not None:
        candidates = [m for m in moves if not isinstance(m, Play) or m.taken]
    else:
        takes = [m for m in moves if isinstance(m, Play | Claim) and m.taken]
        candidates = [move for move in takes if move.taken == table]
    if not candidates:
        return {}
    sample = view.determinize(rng)
    so_far = _scored(sample)
    return {move: _scored(sample.play_unchecked(move)) - so_far for move in candidates}


def _scored(deal: Deal) -> int:
    """The points scored in play so far, of all sides."""
    sweeps = sum(deal.sweeps) * deal.variant.sweep.points
    return sweeps + sum(map(sum, deal.bonuses)) + sum(deal.declared)


# ---------------------------------------------------------------------- what cards are worth


_OF_A_BEST_RANK = 8
_OF_A_MAJORITY = 10
_OF_A_POINT = 100


def card_worths(variant: Variant) -> Mapping[Card, int]:
    """What it is worth to capture each card of a variant, on the scale of the primiera.

    A card is worth what the primiera counts it (10 where there is none, with its share of a
    foursome on top), and 8 more if nothing counts more there; 10 more if it is of a suit or rank
    whose majority scores (half of that for one that only breaks ties) or of a run that scores; and
    100 more for each point that it scores by itself, or its share where several cards score
    together.

    >>> from scopa import VARIANTS
    >>> worths = card_worths(VARIANTS["scopa"])
    >>> [worths[Card.parse(text)] for text in ("Ac", "6c", "7c", "Rc", "2d", "7d")]
    [16, 18, 29, 10, 22, 139]
    """
    known = _worths.get(id(variant))
    if known is None or known[0] is not variant:
        if len(_worths) >= _MOST_KNOWN:
            _worths.clear()
        known = _worths[id(variant)] = variant, MappingProxyType(_counted(variant))
    return known[1]


_MOST_KNOWN = 64
_worths: dict[int, tuple[Variant, Mapping[Card, int]]] = {}


def _counted(variant: Variant) -> dict[Card, int]:
    pack = variant.pack
    worths = dict.fromkeys(pack.cards, 0)

    def add(cards: Any, worth: int) -> None:
        for card in cards:
            worths[card] += worth

    scales = [award.scale for award in variant.awards if isinstance(award, Prime)]
    for rank, worth in scales[0] if scales else [(rank, 10) for rank in pack.ranks]:
        add([card for card in pack.cards if card.rank is rank], worth)
    if scales:
        best = max(worths.values())
        add([card for card in pack.cards if worths[card] == best], _OF_A_BEST_RANK)
    for award in variant.awards:
        if isinstance(award, Majority):
            for place, kind in enumerate(award.of, start=1):
                narrow = kind.suit is not None or kind.rank is not None
                add(_cards_of(kind.bits(pack)), _OF_A_MAJORITY // place if narrow else 0)
        elif isinstance(award, Holds):
            add(award.cards, _OF_A_POINT * award.points // len(award.cards))
        elif isinstance(award, Run):
            run = [card for card in pack.cards if card.suit is award.suit]
            add(run[: award.cap], _OF_A_MAJORITY)
        elif isinstance(award, DoubleSweeps):
            add(award.cards, _OF_A_MAJORITY)
        elif isinstance(award, Foursome):
            for rank, worth in award.values:
                add([card for card in pack.cards if card.rank is rank], worth)
    return worths


# ---------------------------------------------------------------------- by name


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {policy.name: policy for policy in (RandomPolicy(), GreedyPolicy())}
)
"""The policies of this room by their names."""


def policy_of(policy: Policy | str) -> Policy:
    """The policy itself, or the one of that name.

    Raises:
        ValueRefusedError: There is none of that name, or it is neither.

    >>> policy_of("greedy")
    GreedyPolicy(name='greedy')
    """
    if isinstance(policy, str):
        if policy not in POLICIES:
            known = ", ".join(POLICIES)
            raise ValueRefusedError(f"no policy {policy!r}; there are {known}")
        return POLICIES[policy]
    if not callable(policy) or isinstance(policy, type):
        raise ValueRefusedError(f"not a policy: {policy!r} (a name, or a function of a view)")
    return policy


def name_of(policy: Policy | str) -> str:
    """What a policy is called in tables: its `name`, or that of its function or class.

    >>> name_of("greedy"), name_of(lambda view, rng: view.legal_moves[0])
    ('greedy', '<lambda>')
    """
    if isinstance(policy, str):
        return policy
    named = getattr(policy, "name", None)
    if not isinstance(named, str):
        named = getattr(policy, "__name__", type(policy).__name__)
    return str(named)
