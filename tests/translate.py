"""Between the library and the referee: variants, cards, moves and positions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from scopa import (
    Card,
    Cards,
    CardSet,
    Claim,
    Complement,
    Declare,
    DoubleSweeps,
    Echo,
    Equal,
    Foursome,
    HandHolds,
    HandTotalAtMost,
    Holder,
    Holds,
    Majority,
    NoTrick,
    OfAKind,
    OpponentUnder,
    Play,
    Prime,
    Rank,
    RankCount,
    Run,
    SameSuit,
    Sum,
    TableTotalAtMost,
    TookAtLeast,
    Total,
    Variant,
    WinsHolding,
    WinsShutout,
)
from tests import referee, referee_declare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scopa import (
        Capture,
        Deal,
        Declarations,
        MatchRules,
        Move,
        Opening,
        Pairs,
        Seating,
        Sweeper,
        Wild,
    )
    from scopa.capture import Family
    from scopa.declarations import Declaration
    from scopa.rules import Bonus, Instant, Redeal
    from scopa.scoring import Award, Scale

_ALL_FAMILIES: dict[str, referee.FamilyKind] = {
    "equal": "equal",
    "sum": "sum",
    "complement": "complement",
}
_RANKS = {rank.letter: rank for rank in Rank}


# --- Cards and moves -------------------------------------------------------------------------


def names(cards: Iterable[Card]) -> referee.Cards:
    """Cards as the referee writes them, in the order given."""
    return tuple(str(card) for card in cards)


def card_set(cards: Iterable[str]) -> CardSet:
    """A set of the referee's cards."""
    return CardSet(Card.parse(card) for card in cards)


def action_of(move: Move) -> referee.Action:
    """A move as the referee writes it."""
    match move:
        case Play():
            return "play", str(move.card), names(move.taken)
        case Claim():
            return "claim", names(move.taken)
        case Declare():
            return "declare", "" if move.wild is None else move.wild.letter


def move_of(action: referee.Action) -> Move:
    """The referee's action as a move."""
    match action:
        case ("claim", taken):
            return Claim(card_set(taken))
        case ("declare", called):
            return Declare(_RANKS.get(called))
        case ("play", card, taken):
            return Play(Card.parse(card), card_set(taken))


def state_of(deal: Deal) -> referee.State:
    """A position in the middle of a deal, after at least one play."""
    rules = rules_of(deal.variant, deal.seating)
    state = referee.empty_state(rules, deal.dealer)
    state.hands = [list(names(hand)) for hand in deal.hands]
    state.table, state.stock = list(names(deal.table)), list(names(deal.stock))
    state.piles = [list(names(pile)) for pile in deal.piles]
    state.sweeps, state.declared = list(deal.sweeps), list(deal.declared)
    kinds = [bonus.kind for bonus in rules.bonuses]
    state.bonuses = [dict(zip(kinds, earned, strict=True)) for earned in deal.bonuses]
    state.shown = [list(names(cards)) for cards in deal.shown]
    state.wild_as = None if deal.wild_rank is None else deal.wild_rank.letter
    state.turn, state.last_taker = deal.turn, deal.last_taker
    state.ply = state.plays = deal.ply
    state.placed = None if deal.placed is None else str(deal.placed)
    if deal.is_claimable and state.placed is not None:
        now = replace(rules, wild_as=state.wild_as)
        others = [card for card in state.table if card != state.placed]
        overlooked = referee.captures(now, state.placed, others, first_play=False)
        state.claimable = [referee.in_order((state.placed, *taken)) for taken in overlooked]
    return state


# --- Rules -----------------------------------------------------------------------------------


def rules_of(variant: Variant, seating: Seating | None = None) -> referee.Rules:
    """A variant at one table, described to the referee.

    Raises:
        ValueError: The referee has no words for it.
    """
    seating = variant.seatings[0] if seating is None else seating
    dealing, refill, pack = variant.dealing, variant.dealing.refill, variant.pack
    return referee.Rules(
        values=tuple((rank.letter, pack.value(rank)) for rank in pack.ranks),
        suits="".join(pack.suits),
        players=seating.players,
        sides=seating.sides,
        hand=dealing.hand,
        table=dealing.table,
        refill=None if refill is None else (refill.hand, refill.table),
        dealer_moves=dealing.dealer_moves,
        redeal=tuple(_redeal(rule) for rule in variant.redeals),
        opening=None if variant.opening is None else _opening(variant.opening),
        bonuses=_bonuses(variant.bonuses),
        awards=tuple(_award(award) for award in variant.awards),
        sweep_points=variant.sweep.points,
        sweep_on_last_play=variant.sweep.on_last_play,
        sweep_last_play_of=variant.sweep.last_play_of,
        sweep_exactly=variant.sweep.exactly,
        leftovers=variant.ending.leftovers,
        no_capture=variant.ending.no_capture,
        target=variant.match.target,
        tie=_tie(variant.match),
        lowest_wins=variant.match.lowest_wins,
        instant=tuple(_instant(rule) for rule in variant.match.instant),
        families=tuple(_family(family) for family in variant.capture.families),
        compulsory=variant.capture.compulsory,
        claim=variant.capture.claims is not None,
        claim_sweeps=variant.capture.claims is not None and variant.capture.claims.sweeps,
        sweeper=_sweeper(variant.capture),
        wild=None if variant.wild is None else _wild(variant.wild),
        declarations=None if variant.declarations is None else _declarations(variant.declarations),
    )


def knows(variant: Variant) -> bool:
    """Whether the referee has words for a variant."""
    try:
        rules_of(variant)
    except ValueError:
        return False
    return True


def _redeal(rule: Redeal) -> referee.RedealRule:
    match rule:
        case RankCount():
            return "rank_count", rule.rank.letter, rule.at_least
        case TableTotalAtMost():
            return "total_at_most", rule.total


def _opening(opening: Opening) -> referee.Opening:
    worth = tuple((_shape(shape), sweeps) for shape, sweeps in opening.worth)
    return referee.Opening(worth, opening.to, opening.relays, opening.if_void)


def _shape(shape: Total | Pairs) -> referee.Shape:
    return ("total" if isinstance(shape, Total) else "pairs"), shape.total


def _family(family: Family) -> referee.Family:
    match family:
        case Equal():
            return referee.Family("equal")
        case Sum():
            return referee.Family("sum", 0, _choice(family), family.yields_to_equal)
        case Complement():
            return referee.Family(
                "complement", family.total, _choice(family), family.yields_to_equal
            )


def _choice(family: Sum | Complement) -> referee.Choice:
    if family.at_most is None:
        return "fewest" if family.fewest else "any"
    return "fewest_at_most" if family.fewest else "at_most", family.at_most


def _sweeper(capture: Capture) -> referee.Sweeper | None:
    rule: Sweeper | None = capture.sweeper
    if rule is None:
        return None
    return referee.Sweeper(
        rule.rank.letter,
        rule.meets_equal,
        rule.on_empty,
        rule.scores,
        rule.first_play,
        tuple(_ALL_FAMILIES[name] for name in rule.alternatives),
        rule.on_cards,
    )


def _wild(rule: Wild) -> referee_declare.Wild:
    return referee_declare.Wild(
        str(rule.card), rule.in_opening, rule.in_declarations, rule.in_total, rule.reverts
    )


def _declarations(rule: Declarations) -> referee_declare.Declarations:
    rules = tuple(_declaration(declaration) for declaration in rule.rules)
    return referee_declare.Declarations(rules, rule.combine)


def _declaration(rule: Declaration) -> referee_declare.HandRule:
    match rule:
        case HandTotalAtMost():
            return "hand_total_at_most", rule.total, rule.points
        case OfAKind():
            return "of_a_kind", rule.cards, rule.points
        case HandHolds():
            return "hand_holds", names(rule.cards), rule.points


def _bonuses(bonuses: tuple[Bonus, ...]) -> tuple[referee.Bonus, ...]:
    if len({bonus.kind for bonus in bonuses}) != len(bonuses):
        raise ValueError("the referee knows its bonuses by their kind")
    return tuple(_bonus(bonus) for bonus in bonuses)


def _bonus(bonus: Bonus) -> referee.Bonus:
    match bonus:
        case Echo():
            return referee.Bonus("echo", bonus.points)
        case SameSuit():
            return referee.Bonus("same_suit", bonus.points, int(bonus.sums_only))
        case TookAtLeast():
            return referee.Bonus("took_at_least", bonus.points, bonus.cards)


def _award(award: Award) -> referee.Award:
    replaces = award.replaces
    match award:
        case Majority():
            of = tuple(_kind(kind) for kind in award.of)
            return referee.Majority(award.id, of, award.points, award.tie_points, replaces)
        case Holds():
            return referee.Holds(award.id, names(award.cards), award.points, replaces)
        case Run():
            return referee.Run(award.id, award.suit.value, award.cap, replaces)
        case Prime():
            scale = _scale(award.scale)
            return referee.Prime(award.id, scale, award.points, award.missing, replaces)
        case Foursome():
            points: int | Literal["value"] = "value" if award.points is None else award.points
            return referee.Foursome(award.id, _scale(award.values), points, replaces)
        case OpponentUnder():
            return referee.OpponentUnder(award.id, award.cards, award.points, replaces)
        case DoubleSweeps():
            return referee.DoubleSweeps(award.id, names(award.cards), replaces)
        case _:
            raise ValueError(f"the referee has no such award: {award}")


def _kind(kind: Cards) -> str:
    rank = "" if kind.rank is None else kind.rank.letter
    suit = "" if kind.suit is None else kind.suit.value
    return rank + suit or "cards"


def _scale(scale: Scale) -> dict[str, int]:
    return {rank.letter: worth for rank, worth in scale}


def _tie(rules: MatchRules) -> referee.Tie:
    if isinstance(rules.tie, Holder):
        return "holder", str(rules.tie.card)
    return rules.tie


def _instant(rule: Instant) -> referee.Instant:
    match rule:
        case WinsHolding():
            return "holds", names(rule.cards)
        case WinsShutout():
            return "deal_score", rule.points, 0
        case NoTrick():
            return ("no_trick",)
