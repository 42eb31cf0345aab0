"""The naive referee, third part: what may be declared, and what a wild card may be called.

Cirulla's knocks and its *matta* (family 2.10). Like `referee`, which builds on it, it is written
from the rule documents alone; D05 or O10 in brackets is a row of the worked situations. Where the
sources say nothing, a comment names the clause of the declared semantics ("declared:").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

Values: TypeAlias = tuple[tuple[str, int | None], ...]  # the ranks in pack order, what they count

HandRule: TypeAlias = (
    tuple[Literal["hand_total_at_most"], int, int]  # the total, the points
    | tuple[Literal["of_a_kind"], int, int]  # the cards, the points
    | tuple[Literal["hand_holds"], tuple[str, ...], int]  # D14: these very cards, the points
)


class Wild(NamedTuple):
    """A card that may be called by any rank (family 2.10: the seven of cups)."""

    card: str
    in_opening: bool = True
    in_declarations: bool = True
    in_total: Literal["any", "ace"] = "any"  # any value that keeps the total low; giochi: an ace
    reverts: Literal["at_once", "on_capture", "end_of_packet"] = "at_once"


class Declarations(NamedTuple):
    """What a hand as it was dealt is worth, shown before playing from it."""

    rules: tuple[HandRule, ...]
    combine: Literal["best", "all"] = "best"  # D09: ten for three aces; belinde: thirteen


def declarable(
    values: Values, wild: Wild | None, declarations: Declarations, hand: Sequence[str]
) -> list[tuple[str, int]]:
    """What may be said of this hand: what the wild card is called ("" without it), the points."""
    if wild is None or not wild.in_declarations or wild.card not in hand:
        points = _worth(values, declarations, [card[0] for card in hand], hand, low_counts=True)
        return [("", points)] if points > 0 else []
    others = [card[0] for card in hand if card != wild.card]
    called: list[tuple[str, int]] = []
    for rank, _ in values:
        low_counts = wild.in_total == "any" or rank == "A"
        called.append((rank, _worth(values, declarations, [*others, rank], hand, low_counts)))
    most = max(points for _, points in called)
    highest = [(rank, points) for rank, points in called if points == most and points > 0]
    if wild.reverts == "at_once":
        return highest[:1]  # declared: nothing hangs on the rank, so there is no choice
    if declarations.combine == "best":
        return highest  # D04, D05
    return [(rank, points) for rank, points in called if points > 0]


def _worth(
    values: Values,
    declarations: Declarations,
    ranks: Sequence[str],
    hand: Sequence[str],
    low_counts: bool,
) -> int:
    """The points of cards of these ranks; `low_counts`: a low total is among what counts."""
    made = [
        rule[2] for rule in declarations.rules if _applies(values, rule, ranks, hand, low_counts)
    ]
    if not made:
        return 0
    return max(made) if declarations.combine == "best" else sum(made)


def _applies(
    values: Values, rule: HandRule, ranks: Sequence[str], hand: Sequence[str], low_counts: bool
) -> bool:
    match rule:
        case ("hand_total_at_most", number, _):  # D01, D02, D07
            return low_counts and _total_at_most(values, ranks, number)
        case ("of_a_kind", number, _):  # D04
            return any(ranks.count(rank) >= number for rank in ranks)
        case ("hand_holds", cards, _):  # D14
            return all(card in hand for card in cards)


def _total_at_most(values: Values, ranks: Sequence[str], number: int) -> bool:
    worths = [dict(values)[rank] for rank in ranks]
    numbers = [worth for worth in worths if worth is not None]
    return len(numbers) == len(worths) and sum(numbers) <= number  # declared: all have a value


def lasting(wild: Wild | None, called: str) -> str | None:
    """The rank the wild card counts as from its declaration on; None: its own (D12, D13)."""
    if wild is None or wild.reverts == "at_once" or called in ("", wild.card[0]):
        return None
    return called


def opening_values(
    values: Values, wild: Wild | None, table: Sequence[str]
) -> list[list[int | None]]:
    """What the cards of an opening table may count, in the order in which to try (O10, O11)."""
    known = dict(values)
    if wild is None or not wild.in_opening or wild.card not in table:
        return [[known[card[0]] for card in table]]
    numbers = sorted({worth for _, worth in values if worth is not None})
    return [
        [number if card == wild.card else known[card[0]] for card in table] for number in numbers
    ]
