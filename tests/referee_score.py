"""The naive referee, second part: the points of a deal and the end of the match.

Like `referee`, it is written from the rule documents alone, and the numbers in brackets are their
clauses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tests.referee import (
    SUITS,
    Award,
    Card,
    Cards,
    DoubleSweeps,
    Foursome,
    Holds,
    Instant,
    Majority,
    OpponentUnder,
    Prime,
    Rules,
    Run,
    State,
    is_over,
)

# --- The points of a deal --------------------------------------------------------------------


@dataclass(frozen=True)
class Score:
    """Points by side: for each award, "sweeps", each bonus kind, "declared", and all together."""

    points: Mapping[str, Sequence[int]]
    totals: Sequence[int]


def score(state: State) -> Score:
    """The points of a finished deal; without any taking there may be no awards (S2.17)."""
    if not is_over(state):
        raise ValueError("the deal is not over")
    void = state.last_taker is None and state.rules.no_capture != "counted"
    return score_piles(state.rules, state.piles, state.sweeps, state.bonuses, void, state.declared)


def score_piles(
    rules: Rules,
    piles: Sequence[Sequence[Card]],
    sweeps: Sequence[int],
    bonuses: Sequence[Mapping[str, int]],
    void: bool = False,
    declared: Sequence[int] | None = None,
) -> Score:
    """The points for what the sides hold and did (S0.20, S2.18, S3.22-S3.31)."""
    nothing = [0 for _ in rules.sides]
    points: dict[str, list[int]] = {}
    for award in rules.awards:
        points[award.id] = list(nothing) if void else award_points(rules, award, piles, sweeps)
    earners = {award.id: [bool(earned) for earned in points[award.id]] for award in rules.awards}
    for award in rules.awards:
        for side, earns in enumerate(earners[award.id]):
            if earns:
                for replaced in award.replaces:  # A3.18, A3.19
                    points[replaced][side] = 0
    points["sweeps"] = [rules.sweep_points * count for count in sweeps]  # S0.17, S3.22
    for bonus in rules.bonuses:
        points[bonus.kind] = [earned.get(bonus.kind, 0) for earned in bonuses]
    if rules.declarations is not None:
        points["declared"] = list(nothing if declared is None else declared)  # D01: at once
    totals = [sum(line[side] for line in points.values()) for side in range(len(piles))]
    return Score(points, totals)


def award_points(
    rules: Rules, award: Award, piles: Sequence[Sequence[Card]], sweeps: Sequence[int]
) -> list[int]:
    """What each side gets for one award, by itself."""
    match award:
        case Majority():
            return _majority(award, piles)
        case Holds():
            return [award.points if _holds(pile, award.cards) else 0 for pile in piles]
        case Run():
            return [run_length(rules, pile, award.suit, award.cap) for pile in piles]
        case Prime():
            best = _sole_best(
                [prime(pile, award.scale, award.missing, rules.suits) for pile in piles]
            )
            return [award.points if side == best else 0 for side in range(len(piles))]
        case Foursome():
            return _foursome(award, piles, rules.suits)
        case OpponentUnder():  # S3.29, A3.21: leftovers included; only between two sides
            if len(piles) != 2:
                return [0 for _ in piles]
            return [award.points if len(other) < award.n else 0 for other in (piles[1], piles[0])]
        case DoubleSweeps():
            return [
                rules.sweep_points * count if _holds(pile, award.cards) else 0
                for pile, count in zip(piles, sweeps, strict=True)
            ]


def _holds(pile: Sequence[Card], cards: Cards) -> bool:
    return all(card in pile for card in cards)


def _majority(award: Majority, piles: Sequence[Sequence[Card]]) -> list[int]:
    """The single highest count scores; a tie gives nobody the points (S0.21), or a few (A2.7)."""
    counts = [[_count(pile, what) for what in award.of] for pile in piles]
    best = max(counts)
    if not any(best):
        return [0 for _ in piles]
    points = award.points if counts.count(best) == 1 else award.tie_points
    return [points if count == best else 0 for count in counts]


def _count(pile: Sequence[Card], what: str) -> int:
    """How many cards of a suit or a rank, or how many "cards"."""
    return len([card for card in pile if what == "cards" or what in card])


def run_length(rules: Rules, pile: Sequence[Card], suit: str, cap: int | None) -> int:
    """The unbroken sequence from the ace; under three it is worth nothing (S2.20)."""
    length = 0
    for rank, _ in rules.values:
        if rank + suit not in pile:
            break
        length += 1
    if length < 3:
        return 0
    return length if cap is None else min(length, cap)


def prime(
    pile: Sequence[Card], scale: Mapping[str, int], missing: str, suits: str = SUITS
) -> tuple[int, int] | None:
    """What counts first, and the total of the best card of each suit (S0.22, S0.23).

    First counts, under "rank_by_suits", the number of suits held, otherwise nothing (0).
    """
    best = [
        max(scale[card[0]] for card in pile if card[1] == suit)
        for suit in suits
        if any(card[1] == suit for card in pile)
    ]
    if not best or (missing == "none" and len(best) < len(suits)):
        return None
    return (len(best) if missing == "rank_by_suits" else 0), sum(best)


def _sole_best(primes: Sequence[tuple[int, int] | None]) -> int | None:
    """The side that beats all the others; a tie is nobody's (S0.21)."""
    there = [one for one in primes if one is not None]
    if not there or there.count(max(there)) > 1:
        return None
    return primes.index(max(there))


def foursome(pile: Sequence[Card], values: Mapping[str, int], suits: str = SUITS) -> int | None:
    """The value of the best rank held in all four suits (S3.30, A3.22)."""
    complete = [values[rank] for rank in values if all(rank + suit in pile for suit in suits)]
    return max(complete) if complete else None


def _foursome(award: Foursome, piles: Sequence[Sequence[Card]], suits: str) -> list[int]:
    """The strictly best foursome scores its value (S3.31, A3.23); worth 0 it is nothing (A3.24)."""
    bests = [foursome(pile, award.values, suits) or 0 for pile in piles]
    best = max(bests)
    if best <= 0 or bests.count(best) > 1:
        return [0 for _ in piles]
    points = best if award.points == "value" else award.points
    return [points if one == best else 0 for one in bests]


# --- The match -------------------------------------------------------------------------------


class MatchResult(NamedTuple):
    """How the match stands after a whole deal."""

    outcome: Literal["won", "plays_on", "draw"]
    winner: int | None = None  # a side


def match_result(
    rules: Rules,
    totals: Sequence[int],
    deal: Sequence[int],
    piles: Sequence[Sequence[Card]],
) -> MatchResult:
    """Looked at only after a whole deal (S0.3), whose points are in `totals` already (S0.24)."""
    for instant in rules.instant:
        for side in range(len(totals)):
            if _wins_at_once(instant, side, deal, piles):
                return MatchResult("won", side)
    if rules.target is not None and max(totals) < rules.target:
        return MatchResult("plays_on")
    best = min(totals) if rules.lowest_wins else max(totals)
    level = [side for side, points in enumerate(totals) if points == best]
    if len(level) == 1:
        return MatchResult("won", level[0])  # S0.25
    match rules.tie:
        case "play_on":  # S0.25
            return MatchResult("plays_on")
        case "draw":  # S2.21
            return MatchResult("draw")
        case ("holder", card):  # Scopa Frac: the king of coins decides between the level sides
            holders = [side for side in level if card in piles[side]]
            if holders:
                return MatchResult("won", holders[0])
            return MatchResult("plays_on" if rules.target is not None else "draw")  # S2.2, S2.21


def _wins_at_once(
    instant: Instant, side: int, deal: Sequence[int], piles: Sequence[Sequence[Card]]
) -> bool:
    """All of the named cards (Napoleone), a deal won 7-0 (cappotto), or the others took nothing."""
    others = [other for other in range(len(piles)) if other != side]
    match instant:
        case ("holds", cards):
            return _holds(piles[side], cards)
        case ("deal_score", own, most):
            return deal[side] >= own and all(deal[other] <= most for other in others)
        case ("no_trick",):
            return len(piles[side]) > 0 and all(not piles[other] for other in others)
