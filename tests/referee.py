"""The naive referee: the rules of Scopa and its relatives, written down one by one.

It is an implementation of its own, used by the property tests to check the library: it imports
nothing of it, was written from the rule documents only, and prefers being slow to being clever.
The numbers in brackets are clauses of those documents: S0.11 is clause 11 of document 0, A3.12
the reading chosen for gap 12 of document 3, L02 or B06 a row of the worked situations.

What a finished deal is worth, and how the match stands, is in `referee_score`; what may be
declared of a hand, and what a wild card may be called, in `referee_declare`.

A card is its rank and its suit: "7d" is the seven of coins, "Rb" the king of clubs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from tests.referee_declare import Declarations, Wild, declarable, lasting, opening_values

SUITS = "dcsb"  # coins, cups, swords, clubs
RANKS = "A23456789TFCR"  # T = ten, F = fante, C = cavallo, R = re

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
Action: TypeAlias = (
    tuple[Literal["claim"], Cards]
    | tuple[Literal["declare"], str]  # the rank the wild card is called, or ""
    | tuple[Literal["play"], Card, Cards]
)


# --- The rules, as a plain description -------------------------------------------------------

FamilyKind: TypeAlias = Literal["equal", "sum", "complement"]
Choice: TypeAlias = Literal["any", "fewest"] | tuple[Literal["at_most", "fewest_at_most"], int]
RedealRule: TypeAlias = (
    tuple[Literal["rank_count"], str, int]  # so many cards of a rank, at least
    | tuple[Literal["total_at_most"], int]
)
Shape: TypeAlias = tuple[Literal["total", "pairs"], int]
Instant: TypeAlias = (
    tuple[Literal["holds"], Cards]
    | tuple[Literal["deal_score"], int, int]  # at least so many, the others at most so many
    | tuple[Literal["no_trick"]]
)
Tie: TypeAlias = Literal["play_on", "draw"] | tuple[Literal["holder"], Card]


class Family(NamedTuple):
    """One way of taking cards: an equal card, a sum, or what is missing to `n`."""

    kind: FamilyKind
    n: int = 0  # only for "complement"
    choice: Choice = "any"
    yields: bool = False  # offers nothing while an equal card lies on the table


class Sweeper(NamedTuple):
    """A rank that takes the whole table (the ace of Scopa d'Assi, Cirulla, Foraccio)."""

    rank: str
    meets_equal: Literal["equal_only", "all"] = "equal_only"
    on_empty: Literal["stays", "kept"] = "stays"
    scores: bool = False
    first_play: Literal["free", "equal_only", "forbidden"] = "free"
    alternatives: tuple[FamilyKind, ...] = ()
    on_cards: Literal["takes", "kept"] = "takes"  # family 2.14: it may be banked directly


class Opening(NamedTuple):
    """Which opening tables are taken at once, by whom, and how often the table is laid anew."""

    worth: tuple[tuple[Shape, int], ...]  # a shape and its sweeps; the first that fits
    to: Literal["dealer", "leader"] = "dealer"
    relays: int = 0
    if_void: Literal["redealt", "taken"] = "redealt"  # family 2.10: 384 openings are both


class Bonus(NamedTuple):
    """Points for the way a capture was made."""

    kind: Literal["echo", "same_suit", "took_at_least"]
    points: int | Literal["per_card", "rank_value"] = 1  # the words only for "same_suit"
    n: int = 0  # only for "took_at_least"


class Majority(NamedTuple):
    """Most cards; `of` names what is counted: "cards", a suit or a rank, compared in order.

    Of this award and of all others: a side that scores it does not score those in `replaces`.
    """

    id: str
    of: tuple[str, ...]
    points: int = 1
    tie_points: int = 0
    replaces: tuple[str, ...] = ()


class Holds(NamedTuple):
    """All of the named cards."""

    id: str
    cards: Cards
    points: int = 1
    replaces: tuple[str, ...] = ()


class Run(NamedTuple):
    """The unbroken run from the ace in a suit, worth its length."""

    id: str
    suit: str
    cap: int | None = None
    replaces: tuple[str, ...] = ()


class Prime(NamedTuple):
    """The best card of each suit, by a scale of its own."""

    id: str
    scale: Mapping[str, int]
    points: int = 1
    missing: Literal["none", "rank_by_suits", "partial"] = "none"
    replaces: tuple[str, ...] = ()


class Foursome(NamedTuple):
    """The best rank held in all four suits."""

    id: str
    values: Mapping[str, int]
    points: int | Literal["value"] = "value"
    replaces: tuple[str, ...] = ()


class OpponentUnder(NamedTuple):
    """The other side took fewer than `n` cards."""

    id: str
    n: int
    points: int
    replaces: tuple[str, ...] = ()


class DoubleSweeps(NamedTuple):
    """The holder of all the named cards scores the sweeps once more."""

    id: str
    cards: Cards
    replaces: tuple[str, ...] = ()


Award: TypeAlias = Majority | Holds | Run | Prime | Foursome | OpponentUnder | DoubleSweeps

PRIMIERA: Mapping[str, int] = dict(  # S0.23
    zip("76A5432FCR", (21, 18, 16, 15, 14, 13, 12, 10, 10, 10), strict=True)
)


@dataclass(frozen=True)
class Rules:
    """All that distinguishes one game from another; as it stands, Scopa for two (S0)."""

    # The pack: its ranks in order, and what they count; None is a court that joins no sum (S2.6).
    values: tuple[tuple[str, int | None], ...] = tuple(zip("A234567FCR", range(1, 11), strict=True))
    suits: str = SUITS
    players: int = 2
    sides: tuple[tuple[int, ...], ...] = ((0,), (1,))
    # The deal.
    hand: int = 3  # S0.4
    table: int = 4
    refill: tuple[int, int] | None = (3, 0)  # S0.17: cards to each hand, cards to the table
    dealer_moves: Literal["deal", "packet"] = "deal"  # S0.26, S3.13
    redeal: tuple[RedealRule, ...] = (("rank_count", "R", 3),)  # S0.6
    opening: Opening | None = None  # S3.14
    # Taking cards.
    families: tuple[Family, ...] = (Family("equal"), Family("sum", yields=True))  # S0.10, S0.11
    compulsory: bool = True  # S0.12
    claim: bool = False  # S3.12
    claim_sweeps: bool = False  # A3.13
    sweeper: Sweeper | None = None
    # Declaring (family 2.10).
    wild: Wild | None = None
    declarations: Declarations | None = None
    wild_as: str | None = None  # the rank it counts as; only in what `_now` gives
    # Points.
    sweep_points: int = 1
    sweep_on_last_play: bool = False  # S0.18
    sweep_last_play_of: Literal["deal", "packet"] = "deal"  # A0.3
    sweep_exactly: int | None = None  # A3.9: only so many table cards taken at once
    bonuses: tuple[Bonus, ...] = ()  # S2.12-S2.14
    awards: tuple[Award, ...] = (  # S0.20
        Majority("cards", ("cards",)),
        Majority("coins", ("d",)),
        Holds("settebello", ("7d",)),
        Prime("primiera", PRIMIERA),
    )
    # The end of the deal.
    leftovers: Literal["last_taker", "nobody"] = "last_taker"  # S0.19
    no_capture: Literal["void", "counted", "dealer"] = "void"  # S2.17; S3.29 to the letter; F39
    # The match.
    target: int | None = 11  # None: a single deal (S2.2)
    tie: Tie = "play_on"  # S0.25
    lowest_wins: bool = False
    instant: tuple[Instant, ...] = ()


# --- The position ----------------------------------------------------------------------------


class Redeal(Exception):  # noqa: N818 - an answer of the rules, as in the library
    """The opening table is void: the same dealer deals again (S0.6)."""


@dataclass(frozen=True)
class Happened:
    """What one action brought about."""

    seat: int
    action: Action
    gained: Cards = ()  # all cards that went to the pile: the played card too, if it captured
    kept: bool = False  # the sweeper took nothing and was put straight to the pile
    sweep: bool = False
    bonuses: Mapping[str, int] = field(default_factory=dict[str, int])
    packet: bool = False  # a new packet was dealt afterwards
    remainder: Cards = ()  # the cards left over when the deal ended
    remainder_to: int | None = None  # the side that got them, or None
    declared: int = 0  # points


@dataclass
class State:
    """A position within a deal."""

    rules: Rules
    hands: list[list[Card]]  # by seat
    table: list[Card]
    stock: list[Card]  # dealt from the front
    piles: list[list[Card]]  # by side
    sweeps: list[int]  # by side
    bonuses: list[dict[str, int]]  # by side: points by kind
    dealer: int
    turn: int  # the seat to act; after the end the seat that played last
    declared: list[int]  # by side: points
    shown: list[list[Card]]  # by seat: cards in the hand that all have seen
    wild_as: str | None = None  # the rank the wild card counts as, if not its own
    ply: int = 0  # actions so far, of all kinds
    plays: int = 0  # cards played so far
    last_taker: int | None = None  # a seat
    placed: Card | None = None  # the card laid down by the action just before
    claimable: list[Cards] = field(default_factory=list[Cards])  # each with the placed card in it
    openings: list[Cards] = field(default_factory=list[Cards])  # the opening tables taken
    happened: Happened | None = None  # what the last action brought about


def empty_state(rules: Rules, dealer: int) -> State:
    """No card dealt yet; the seat after the dealer leads (S0.5)."""
    return State(
        rules=rules,
        hands=[[] for _ in range(rules.players)],
        table=[],
        stock=[],
        piles=[[] for _ in rules.sides],
        sweeps=[0 for _ in rules.sides],
        bonuses=[{bonus.kind: 0 for bonus in rules.bonuses} for _ in rules.sides],
        dealer=dealer,
        turn=_after(rules, dealer),
        declared=[0 for _ in rules.sides],
        shown=[[] for _ in range(rules.players)],
    )


def copied(state: State) -> State:
    """The same position with lists of its own."""
    return State(
        rules=state.rules,
        hands=[list(hand) for hand in state.hands],
        table=list(state.table),
        stock=list(state.stock),
        piles=[list(pile) for pile in state.piles],
        sweeps=list(state.sweeps),
        bonuses=[dict(points) for points in state.bonuses],
        dealer=state.dealer,
        turn=state.turn,
        declared=list(state.declared),
        shown=[list(cards) for cards in state.shown],
        wild_as=state.wild_as,
        ply=state.ply,
        plays=state.plays,
        last_taker=state.last_taker,
        placed=state.placed,
        claimable=list(state.claimable),
        openings=list(state.openings),
        happened=state.happened,
    )


# --- Cards -----------------------------------------------------------------------------------


def pack(rules: Rules) -> list[Card]:
    """All the cards, in canonical order: by suit, then by rank."""
    return [rank + suit for suit in rules.suits for rank, _ in rules.values]


def in_order(cards: Iterable[Card]) -> Cards:
    """The cards in canonical order."""
    return tuple(sorted(cards, key=_place))


def rank_of(rules: Rules, card: Card) -> str:
    """The rank the card counts as: the printed one, but for a declared wild card (D12, D13)."""
    if rules.wild is not None and rules.wild_as is not None and card == rules.wild.card:
        return rules.wild_as
    return card[0]


def value(rules: Rules, card: Card) -> int | None:
    """What the card counts in a capture (S0.7); None for a court outside all sums (S2.6)."""
    return dict(rules.values)[rank_of(rules, card)]


def equal(rules: Rules, one: Card, other: Card) -> bool:
    """Equal in capture: the same value, or the same rank for courts without one (S0.10, S2.7)."""
    if value(rules, one) is None:
        return rank_of(rules, one) == rank_of(rules, other)
    return value(rules, one) == value(rules, other)


def total(rules: Rules, cards: Iterable[Card]) -> int | None:
    """The sum of the values; None as soon as one card has no value."""
    result = 0
    for card in cards:
        worth = value(rules, card)
        if worth is None:
            return None
        result += worth
    return result


def side_of(rules: Rules, seat: int) -> int:
    """The side a seat plays for; partners share piles and points (S2.2)."""
    for side, seats in enumerate(rules.sides):
        if seat in seats:
            return side
    raise ValueError(f"seat {seat} belongs to no side")


def _place(card: Card) -> tuple[int, int]:
    return SUITS.index(card[1]), RANKS.index(card[0])


def _size_then_places(cards: Cards) -> tuple[int, list[tuple[int, int]]]:
    return len(cards), [_place(card) for card in cards]


def _after(rules: Rules, seat: int) -> int:
    return (seat + 1) % rules.players


# --- The deal --------------------------------------------------------------------------------


def start(rules: Rules, deck: Sequence[Card], dealer: int) -> State:
    """Deal (S0.4), see whether the table is void (S0.6) and whether it is taken at once (S3.14)."""
    if in_order(deck) != in_order(pack(rules)):
        raise ValueError("the deck is not the pack of these rules")
    state = empty_state(rules, dealer)
    state.stock = list(deck)
    _deal_hands(state, rules.hand)
    _deal_table(state, rules.table)
    opening = rules.opening
    goes_first = opening is not None and opening.if_void == "taken"  # rvenning; others: the redeal
    taken = goes_first and opening is not None and bool(_worths(rules, opening, state.table))
    if any(_voids(rules, rule, state.table) for rule in rules.redeal) and not taken:
        raise Redeal
    _take_openings(state)
    return state


def _deal_hands(state: State, each: int) -> None:
    """One card at a time, in turn, from the seat that is to lead; the pack may run out (A3.7)."""
    for _ in range(each):
        seat = state.turn
        for _ in range(state.rules.players):
            if state.stock:
                state.hands[seat].append(state.stock.pop(0))
            seat = _after(state.rules, seat)


def _deal_table(state: State, cards: int) -> None:
    for _ in range(cards):
        if state.stock:
            state.table.append(state.stock.pop(0))


def _voids(rules: Rules, rule: RedealRule, table: list[Card]) -> bool:
    """Too many cards of a rank (S0.6), or a total too low, on the opening table."""
    match rule:
        case ("rank_count", rank, at_least):
            return len([card for card in table if card[0] == rank]) >= at_least
        case ("total_at_most", most):
            whole = total(rules, table)
            return bool(table) and whole is not None and whole <= most


def _take_openings(state: State) -> None:
    """The opening table goes to dealer or leader if it fits; then it may be laid anew (S3.14)."""
    opening = state.rules.opening
    if opening is None:
        return
    seat = state.dealer if opening.to == "dealer" else state.turn
    side = side_of(state.rules, seat)
    for lay in range(1 + opening.relays):
        if lay > 0:
            if len(state.stock) < state.rules.table:
                return
            _deal_table(state, state.rules.table)
        worths = _worths(state.rules, opening, state.table)
        if not worths:
            return  # the table stays as it is
        state.sweeps[side] += worths[0]  # A3.6
        state.openings.append(in_order(state.table))
        _to_pile(state, seat, in_order(state.table))  # A3.27: he is the last taker for now


def _worths(rules: Rules, opening: Opening, table: Sequence[Card]) -> list[int]:
    """The sweeps of every shape the table fits, in the order in which they are tried."""
    return [
        sweeps
        for counts in opening_values(rules.values, rules.wild, table)
        for shape, sweeps in opening.worth
        if _fits(counts, shape)
    ]


def _fits(counts: Sequence[int | None], shape: Shape) -> bool:
    """The table makes the total, or its four cards are two pairs that each make it (S3.15)."""
    numbers = [count for count in counts if count is not None]
    if len(numbers) < len(counts):
        return False  # a court joins no sum (S2.6)
    match shape:
        case ("total", n):
            return sum(numbers) == n
        case ("pairs", n):
            if len(numbers) != 4:
                return False
            a, b, c, d = numbers
            return any(
                sum(one) == n and sum(other) == n
                for one, other in [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
            )


def _deal_packet(state: State, last_to_play: int) -> None:
    """When the hands have run out: a new packet, in some games from a new dealer (S0.17, S3.13)."""
    rules = state.rules
    if rules.refill is None:
        return
    if rules.wild is not None and rules.wild.reverts == "end_of_packet":
        state.wild_as = None  # family 2.10: BGA keeps its value for the packet
    hand, table = rules.refill
    if rules.dealer_moves == "packet":
        state.dealer = _after(rules, state.dealer)
        state.turn = _after(rules, state.dealer)
    else:
        state.turn = _after(rules, last_to_play)
    _deal_hands(state, hand)
    _deal_table(state, table)


# --- What a card may take --------------------------------------------------------------------


def sets_totalling(rules: Rules, cards: Cards, wanted: int) -> list[Cards]:
    """Every set of these cards with the wanted total: each card is either in it or not."""
    if wanted < 0:
        return []  # already too much, and no card counts less than nothing
    if not cards:
        return [()] if wanted == 0 else []
    first, rest = cards[0], cards[1:]
    without = sets_totalling(rules, rest, wanted)
    worth = value(rules, first)
    if worth is None:
        return without  # a court joins no sum (S2.6)
    return [(first, *others) for others in sets_totalling(rules, rest, wanted - worth)] + without


def offers(rules: Rules, family: Family, card: Card, table: Sequence[Card]) -> list[Cards]:
    """The sets one family lets the card take."""
    cards = in_order(table)
    twins: list[Cards] = [(other,) for other in cards if equal(rules, card, other)]
    worth = value(rules, card)
    sets: list[Cards]
    if family.kind == "equal":
        sets = twins  # exactly one of them (S0.10)
    elif worth is None or (family.yields and twins):
        sets = []  # a court makes no sum (S2.7); an equal card has priority (S0.11)
    elif family.kind == "sum":
        sets = [taken for taken in sets_totalling(rules, cards, worth) if len(taken) >= 2]  # S0.11
    else:
        sets = [taken for taken in sets_totalling(rules, cards, family.n - worth) if taken]  # S3.6
    if family.choice == "any" or not sets:  # A0.2
        return sets
    least = min(len(taken) for taken in sets)
    if family.choice == "fewest":
        return [taken for taken in sets if len(taken) == least]
    kind, most = family.choice
    few = [taken for taken in sets if len(taken) <= most]
    return few if kind == "at_most" else [taken for taken in few if len(taken) == least]


def offered(
    rules: Rules, kinds: Sequence[FamilyKind], card: Card, table: Sequence[Card]
) -> list[Cards]:
    """What those families of these rules offer together, each set once."""
    found: list[Cards] = []
    for family in rules.families:
        if family.kind in kinds:
            found += [taken for taken in offers(rules, family, card, table) if taken not in found]
    return sorted(found, key=_size_then_places)


def captures(rules: Rules, card: Card, table: Sequence[Card], first_play: bool) -> list[Cards]:
    """All the sets the card may take; `first_play` is the very first play of the deal."""
    sweeper = _sweeper(rules, card)
    if sweeper is None:
        return offered(rules, ("equal", "sum", "complement"), card, table)
    if first_play and sweeper.first_play != "free":
        return offered(rules, ("equal",), card, table)
    if _has_power(rules, sweeper, card, table):
        found = offered(rules, sweeper.alternatives, card, table)
        if in_order(table) not in found:
            found.append(in_order(table))
        return sorted(found, key=_size_then_places)
    return offered(rules, ("equal", "sum", "complement"), card, table)


def _sweeper(rules: Rules, card: Card) -> Sweeper | None:
    """The sweeper's rules, if the card is one."""
    if rules.sweeper is not None and rank_of(rules, card) == rules.sweeper.rank:
        return rules.sweeper  # D12: a wild card declared as one, too
    return None


def _has_power(rules: Rules, sweeper: Sweeper, card: Card, table: Sequence[Card]) -> bool:
    """Whether the sweeper takes all of this table: there is one, and no equal card bars it."""
    meets_equal = any(equal(rules, card, other) for other in table)
    return bool(table) and (sweeper.meets_equal == "all" or not meets_equal)


# --- What a seat may do ----------------------------------------------------------------------


def legal(state: State) -> list[Action]:
    """Every action open to the seat on turn, in canonical order; none when the deal is over."""
    if is_over(state):
        return []
    actions: list[Action] = [("claim", taken) for taken in state.claimable]  # S3.12
    actions.extend(("declare", called) for called, _ in _declarable(state))
    for card in _playable(state):
        takings = captures(_now(state), card, state.table, state.plays == 0)
        sweeper = _sweeper(_now(state), card)
        banks = sweeper is not None and sweeper.on_cards == "kept"
        if not takings or not state.rules.compulsory or banks:  # S0.12, S0.14; S2.9, A3.11
            takings.append(())  # lay it down, or bank it
        actions.extend(("play", card, taken) for taken in takings)
    return actions


def _now(state: State) -> Rules:
    """The rules of capturing at this moment: they know what the wild card counts as."""
    return replace(state.rules, wild_as=state.wild_as)


def _declarable(state: State) -> list[tuple[str, int]]:
    """What may be declared, with its points: once, of a hand not yet played from (family 2.10)."""
    rules, hand = state.rules, state.hands[state.turn]
    if rules.declarations is None or len(hand) < rules.hand or state.shown[state.turn]:
        return []
    return declarable(rules.values, rules.wild, rules.declarations, hand)


def _playable(state: State) -> Cards:
    """The hand; in some games the very first play may not be a sweeper if there is another."""
    hand, now = in_order(state.hands[state.turn]), _now(state)
    sweeper = now.sweeper
    if state.plays == 0 and sweeper is not None and sweeper.first_play == "forbidden":
        return tuple(card for card in hand if rank_of(now, card) != sweeper.rank) or hand
    return hand


def is_over(state: State) -> bool:
    """No cards in the hands and none to come (S0.19)."""
    hands_empty = all(not hand for hand in state.hands)
    return hands_empty and (not state.stock or state.rules.refill is None)


# --- Doing it --------------------------------------------------------------------------------


def act(state: State, action: Action) -> State:
    """The position after the action."""
    if action not in legal(state):
        raise ValueError(f"{action} is not legal here")
    after = copied(state)
    after.ply += 1
    if action[0] != "declare":
        after.placed = None
    after.claimable = []  # the right is gone once the next seat acts (A3.12)
    match action:
        case ("declare", called):
            _declare(after, called)
        case ("claim", taken):
            _claim(after, taken)
        case ("play", card, taken):
            _play(state, after, card, taken)
    return after


def _claim(after: State, taken: Cards) -> None:
    """The set overlooked by the seat before, with its card; the own play follows (A3.12-A3.14)."""
    seat = after.turn
    _to_pile(after, seat, taken)
    exactly = after.rules.sweep_exactly
    others = len(taken) - 1  # A3.9: the card just laid is what takes, the others are taken
    sweep = after.rules.claim_sweeps and not after.table and exactly in (None, others)
    if sweep:
        after.sweeps[side_of(after.rules, seat)] += 1
    after.happened = Happened(seat, ("claim", taken), gained=taken, sweep=sweep)


def _declare(after: State, called: str) -> None:
    """Show the hand and score at once; the own play follows (family 2.10)."""
    rules, seat = after.rules, after.turn
    side, points = side_of(rules, seat), dict(_declarable(after))[called]
    after.declared[side] += points
    after.shown[seat] = list(after.hands[seat])
    if called:
        after.wild_as = lasting(rules.wild, called)
    after.happened = Happened(seat, ("declare", called), declared=points)


def _play(before: State, after: State, card: Card, taken: Cards) -> None:
    """Play a card, taking cards or laying it down."""
    rules, seat = before.rules, before.turn
    side = side_of(rules, seat)
    sweeper = _sweeper(_now(before), card)
    kept = False
    if sweeper is not None and not taken:
        kept = (sweeper.on_cards if before.table else sweeper.on_empty) == "kept"
    after.plays += 1
    after.hands[seat].remove(card)
    after.shown[seat] = [other for other in after.shown[seat] if other != card]
    gained: Cards = (card, *taken) if taken or kept else ()
    if gained:
        _to_pile(after, seat, gained)  # S0.15
    else:
        after.table.append(card)  # S0.14
        after.placed = card
    sweep = _is_sweep(before, after, card, taken)
    if sweep:
        after.sweeps[side] += 1
    bonuses = _bonuses(before, card, taken)
    for kind, points in bonuses.items():
        after.bonuses[side][kind] += points
    packet, remainder, remainder_to = False, in_order(()), None
    if is_over(after):
        remainder, remainder_to = _end(after)
    else:
        packet = all(not hand for hand in after.hands)
        _pass_turn(after, seat)
        # Where cards were laid anew, or the wild card reverted, nobody can tell any more.
        laid_anew = len(after.table) > len(before.table) + 1 or after.wild_as != before.wild_as
        if not gained and rules.claim and after.turn != seat and not laid_anew:  # S3.11, S3.12
            overlooked = captures(_now(before), card, before.table, before.plays == 0)
            after.claimable = [in_order((card, *others)) for others in overlooked]
    after.happened = Happened(
        seat, ("play", card, taken), gained, kept, sweep, bonuses, packet, remainder, remainder_to
    )


def _to_pile(state: State, seat: int, cards: Cards) -> None:
    """The cards go to the seat's side, which is then the last to have taken (S0.15, A2.9)."""
    state.table = [card for card in state.table if card not in cards]
    state.piles[side_of(state.rules, seat)] += cards
    state.last_taker = seat
    if state.rules.wild is not None and state.rules.wild.card in cards:
        state.wild_as = None  # D12: captured, or capturing, it is its printed rank again


def _pass_turn(after: State, seat: int) -> None:
    """The next seat in turn (S0.16), after a new packet if the hands have run out (S0.17)."""
    after.turn = _after(after.rules, seat)
    if all(not hand for hand in after.hands):
        _deal_packet(after, seat)
    while not after.hands[after.turn]:  # a short packet leaves some seats without cards (A3.7)
        after.turn = _after(after.rules, after.turn)


def _is_sweep(before: State, after: State, card: Card, taken: Cards) -> bool:
    """A capture that clears the table, but in most games not the last play (S0.18, S2.15)."""
    rules = _now(before)
    if not taken or after.table:
        return False
    last = is_over(after)
    if rules.sweep_last_play_of == "packet":  # A0.3
        last = all(not hand for hand in after.hands)
    if last and not rules.sweep_on_last_play:
        return False
    if rules.sweep_exactly is not None and len(taken) != rules.sweep_exactly:
        return False  # A3.9
    sweeper = _sweeper(rules, card)
    if sweeper is None or sweeper.scores:
        return True
    restricted = before.plays == 0 and sweeper.first_play != "free"
    if restricted or not _has_power(rules, sweeper, card, before.table):
        return True  # taken as any other card would
    return taken in offered(rules, ("equal", *sweeper.alternatives), card, before.table)  # L09


def _bonuses(before: State, card: Card, taken: Cards) -> dict[str, int]:
    """The points for the way of capturing, which add up (S2.15)."""
    earned: dict[str, int] = {}
    for bonus in before.rules.bonuses if taken else ():
        points = 0
        if bonus.kind == "echo":  # S2.12, A2.2: just the card laid down a moment ago
            echoed = before.placed is not None and taken == (before.placed,)
            if echoed and equal(before.rules, card, taken[0]):
                points = _amount(before.rules, bonus, card, taken)
        elif bonus.kind == "same_suit":  # S2.13; n = 1: only a sum earns it (Foraccio, RDG)
            made = total(before.rules, taken)
            sums = made is not None and made == value(before.rules, card)
            if all(other[1] == card[1] for other in taken) and (bonus.n == 0 or sums):
                points = _amount(before.rules, bonus, card, taken)
        elif len(taken) >= bonus.n:  # S2.14, A2.4: table cards only are counted
            points = _amount(before.rules, bonus, card, taken)
        if points:
            earned[bonus.kind] = earned.get(bonus.kind, 0) + points
    return earned


def _amount(rules: Rules, bonus: Bonus, card: Card, taken: Cards) -> int:
    """A fixed number, one for each card taken, or the value of the played card."""
    if bonus.points == "per_card":
        return len(taken)
    if bonus.points == "rank_value":
        return value(rules, card) or 0
    return bonus.points


def _end(after: State) -> tuple[Cards, int | None]:
    """What is left goes to the last taker, without a sweep (S0.19); if none, to nobody (S2.17).

    Or, by other rules, to nobody at all, and to the dealer where nobody took anything (F39).
    """
    left = in_order(after.table)
    after.wild_as = None  # it ends with the deal
    if after.last_taker is None and after.rules.no_capture == "dealer":
        after.last_taker = after.dealer
    elif after.last_taker is None or after.rules.leftovers == "nobody":
        return left, None
    if left:
        _to_pile(after, after.last_taker, left)
    return left, side_of(after.rules, after.last_taker)
