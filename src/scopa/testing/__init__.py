"""For those who test what they build on `scopa`, or a variant they declared.

`perft` counts lines of play, `check_up` puts a variant through its paces, and
`scopa.testing.strategies` has Hypothesis strategies (Hypothesis is not installed with `scopa`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from scopa.cards import CardSet
from scopa.deal import Deal
from scopa.errors import RedealRequired, ScopaError
from scopa.shuffle import Stream
from scopa.variant import Variant

if TYPE_CHECKING:
    from scopa.moves import Move
    from scopa.rules import Seating

__all__ = ["CheckUpError", "check_up", "perft"]


class CheckUpError(ScopaError, AssertionError):
    """A variant, or the library, broke a law that holds for every game."""

    code = "check-up"


def perft(deal: Deal, depth: int) -> int:
    """How many sequences of that many moves there are; of all moves to the end, if that is fewer.

    Equal positions are counted together, so whole deals can be counted.

    Args:
        deal: Where to start.
        depth: How many moves.

    >>> from scopa import VARIANTS
    >>> scopa = VARIANTS["scopa"]
    >>> [perft(Deal.start(scopa, scopa.pack.cards), depth) for depth in range(1, 7)]
    [3, 9, 18, 36, 38, 44]
    """
    level = {deal.key: (deal, 1)}
    for _ in range(depth):
        following: dict[tuple[Any, ...], tuple[Deal, int]] = {}
        for position, number in level.values():
            for move in position.legal_moves:
                after = position.play_unchecked(move)
                same = following.get(after.key)
                following[after.key] = (after, number + (same[1] if same else 0))
        if not following:
            break
        level = following
    return sum(number for _, number in level.values())


def check_up(
    variant: Variant, *, seating: Seating | None = None, deals: int = 10, seed: int | str = 0
) -> int:
    """Play random deals of a variant and hold every law of the library against each position.

    Cards make the pack; there is a legal move until the end; each legal move is accepted and once
    only; a position is equal to the one rebuilt from its setup; the score is the sum of its lines;
    the variant survives to plain data and back; every deal ends.

    Args:
        variant: The variant.
        seating: Who plays with whom; every seating of the variant if not given.
        deals: How many deals to play in each seating.
        seed: Decides the decks and the moves.

    Returns:
        How many moves were made.

    Raises:
        CheckUpError: A law was broken; the message says which, and where.

    >>> from scopa import VARIANTS
    >>> check_up(VARIANTS["scopa"], deals=1) > 100
    True
    """
    _require(Variant.from_dict(variant.to_dict()) == variant, "plain data changes the variant")
    seatings = variant.seatings if seating is None else (seating,)
    return sum(
        _check_deal(variant, own, f"{seed}/{place}/{number}")
        for place, own in enumerate(seatings)
        for number in range(deals)
    )


def _check_deal(variant: Variant, seating: Seating, seed: str) -> int:
    stream, rng = Stream(seed, "check-up"), Random(seed)
    dealer = stream.below(seating.players)
    deal: Deal | None = None
    for _ in range(1000):
        try:
            deck = stream.shuffled(variant.pack.cards)
            deal = Deal.start(variant, deck, dealer=dealer, seating=seating)
            break
        except RedealRequired:
            continue
    if deal is None:
        raise CheckUpError(f"{variant.id}: every one of 1000 opening tables is void")
    moves = 0
    while not deal.is_over:
        _check_position(deal)
        deal = _checked_move(deal, rng.choice(deal.legal_moves))
        moves += 1
        _require(moves < 1000, f"{variant.id}: the deal does not end")
    score = deal.score()
    by_side = [sum(x.points for x in score.lines if x.side == s) for s in range(len(score.points))]
    _require(tuple(by_side) == score.points, f"{variant.id}: the lines do not add up")
    _require(not deal.legal_moves, f"{variant.id}: a move after the end")
    return moves


def _check_position(deal: Deal) -> None:
    where = f"{deal.variant.id}, {deal!r}"
    zones = (*deal.hands, deal.table, CardSet(deal.stock), *deal.piles)
    held = sum(len(zone) for zone in zones)
    union = frozenset(card for zone in zones for card in zone)
    _require(held == len(union), f"{where}: a card is in two places")
    _require(union == deal.variant.pack.card_set, f"{where}: the cards do not make the pack")
    moves = deal.legal_moves
    _require(bool(moves), f"{where}: no legal move")
    _require(len(set(moves)) == len(moves), f"{where}: a move stands twice")
    _require(Deal.from_setup(deal.setup()) == deal, f"{where}: not equal to its rebuilt self")


def _checked_move(deal: Deal, move: Move) -> Deal:
    _require(deal.is_legal(move), f"{deal!r}: {move} is listed and refused")
    step = deal.step(move)
    _require(
        step.after == deal.play_unchecked(move), f"{deal!r}: two ways of playing {move} differ"
    )
    return step.after


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise CheckUpError(message)
