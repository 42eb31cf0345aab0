"""The library and the naive referee play the same deals and must agree on everything."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Literal

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from scopa import (
    BRESCIANE_52,
    VARIANTS,
    Capture,
    Card,
    Cards,
    CardSet,
    Claims,
    Complement,
    Deal,
    Dealing,
    Declare,
    DoubleSweeps,
    Echo,
    Ending,
    Equal,
    Foursome,
    Holder,
    Holds,
    Majority,
    Match,
    MatchRules,
    NoTrick,
    Opening,
    OpponentUnder,
    Outcome,
    Pack,
    Pairs,
    Prime,
    Rank,
    RankCount,
    RedealRequired,
    Refill,
    Run,
    SameSuit,
    Seating,
    Suit,
    Sum,
    Sweep,
    Sweeper,
    TableTotalAtMost,
    TookAtLeast,
    Total,
    Variant,
    WinsHolding,
    WinsShutout,
    captures,
)
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    DealScored,
    Dealt,
    Declared,
    Event,
    LastCards,
    OpeningTaken,
    Played,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.match import decided
from tests import referee, referee_score
from tests.strategies import (
    CATALOGUE,
    Table,
    choices,
    chosen,
    decks,
    ended,
    examples,
    piles,
    tables_of,
)
from tests.translate import action_of, knows, names, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scopa import DealScore, Outcome, Step
    from scopa.rules import Instant

pytestmark = pytest.mark.unmeasured

# --- What must agree -------------------------------------------------------------------------


def agree_on_position(deal: Deal, state: referee.State) -> None:
    """Everything that can be seen of a position, and what may be done in it."""
    assert [names(hand) for hand in deal.hands] == [referee.in_order(h) for h in state.hands]
    assert names(deal.table) == referee.in_order(state.table)
    assert names(deal.stock) == tuple(state.stock)
    assert [names(pile) for pile in deal.piles] == [referee.in_order(p) for p in state.piles]
    assert deal.sweeps == tuple(state.sweeps)
    assert deal.bonuses == tuple(tuple(earned.values()) for earned in state.bonuses)
    assert deal.declared == tuple(state.declared)
    assert [names(cards) for cards in deal.shown] == [referee.in_order(s) for s in state.shown]
    assert (deal.wild_rank and deal.wild_rank.letter) == state.wild_as
    assert deal.last_taker == state.last_taker
    assert (deal.dealer, deal.ply) == (state.dealer, state.ply)
    assert deal.is_over == referee.is_over(state)
    assert deal.is_last_packet == (not state.stock)
    assert deal.is_claimable == bool(state.claimable)
    if not deal.is_over:
        assert deal.turn == state.turn
    if "echo" in [bonus.kind for bonus in deal.variant.bonuses] and not deal.is_over:
        assert deal.placed == (None if state.placed is None else Card.parse(state.placed))
    assert [action_of(move) for move in deal.legal_moves] == referee.legal(state)


def agree_on_events(step: Step, before: referee.State, after: referee.State) -> None:
    """What a move did, in order."""
    expected = list(_told(step, before, after))
    assert list(step.events) == expected


def _told(step: Step, before: referee.State, after: referee.State) -> Iterator[Event]:
    """The events that the referee's account amounts to."""
    happened, rules = after.happened, before.rules
    assert happened is not None
    at = before.ply, happened.seat, referee.side_of(rules, happened.seat)
    gained = _cards(happened.gained)
    match happened.action:
        case ("claim", taken):
            yield Claimed(*at, _cards(taken))
        case ("declare", called):
            hand = _cards(referee.in_order(before.hands[happened.seat]))
            yield Declared(*at, hand, Declare.parse(f"#{called}").wild, happened.declared)
        case ("play", card, _):
            yield Played(*at, _cards([card]))
            if gained:
                yield Captured(*at, gained)
    if happened.sweep:
        yield Swept(*at, gained, rules.sweep_points)
    for bonus in step.before.variant.bonuses:
        if bonus.kind in happened.bonuses:
            points = happened.bonuses[bonus.kind]
            yield BonusScored(*at, gained, bonus.id, points)
    if referee.is_over(after):
        if happened.remainder:
            side = happened.remainder_to
            seat = None if side is None else after.last_taker
            yield Remainder(after.ply, seat, side, _cards(happened.remainder))
        yield DealScored(after.ply, None, None, (), step.after.score())
    elif happened.packet:
        assert rules.refill is not None
        used = before.stock[: len(before.stock) - len(after.stock)]
        yield from _dealt(after, used, rules.refill[0])


def _dealt(state: referee.State, used: Sequence[str], each: int) -> Iterator[Event]:
    """The events of dealing these cards round by round from the seat on turn, then the table."""
    rules = state.rules
    hands, laid = used[: each * rules.players], used[each * rules.players :]
    for place in range(rules.players):
        seat = (state.turn + place) % rules.players
        if own := hands[place :: rules.players]:
            yield Dealt(state.ply, seat, referee.side_of(rules, seat), _cards(own), len(own))
    at_dealer = state.ply, state.dealer, referee.side_of(rules, state.dealer)
    if laid:
        yield TableLaid(*at_dealer, _cards(laid))
    if not state.stock:
        yield LastCards(*at_dealer, ())


def _cards(cards: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in cards)


def agree_on_score(score: DealScore, expected: referee_score.Score) -> None:
    """The points of every award, of the sweeps and of every bonus, side by side."""
    assert _by_award(score) == _by_id(expected.points, score.variant)
    assert score.points == tuple(expected.totals)


def _by_award(score: DealScore) -> dict[str, list[int]]:
    points: dict[str, list[int]] = {}
    for line in score.lines:
        assert line.side == len(points.setdefault(line.award, []))
        points[line.award].append(line.points)
    return points


def _by_id(points: Mapping[str, Sequence[int]], variant: Variant) -> dict[str, list[int]]:
    """The referee calls a bonus by its kind, the library by its id."""
    ids = {str(bonus.kind): bonus.id for bonus in variant.bonuses}
    return {ids.get(name, name): list(each) for name, each in points.items()}


def agree_on_start(
    table: Table, rules: referee.Rules, deck: Sequence[Card], dealer: int
) -> tuple[Deal, referee.State] | None:
    """Deal a deck on both sides; ``None`` where both refuse the opening table."""
    try:
        state = referee.start(rules, names(deck), dealer)
    except referee.Redeal:
        with pytest.raises(RedealRequired):
            Deal.start(table.variant, deck, dealer=dealer, seating=table.seating)
        return None
    deal, events = Deal.open(table.variant, deck, dealer=dealer, seating=table.seating)
    assert deal == Deal.start(table.variant, deck, dealer=dealer, seating=table.seating)
    agree_on_position(deal, state)
    agree_on_opening(events, state, names(deck))
    return deal, state


def agree_on_opening(events: Sequence[Event], state: referee.State, deck: Sequence[str]) -> None:
    """What was dealt, laid, and perhaps taken before play."""
    rules = state.rules
    taken = [event for event in events if isinstance(event, OpeningTaken)]
    assert [referee.in_order(names(event.cards)) for event in taken] == state.openings
    assert sum(event.sweeps for event in taken) == sum(state.sweeps)
    assert all(event.seat == state.last_taker for event in taken)
    used = rules.hand * rules.players
    rest = [event for event in events if event not in taken]
    laid = list(deck[used : len(deck) - len(state.stock)])
    tables = [laid[at : at + rules.table] for at in range(0, len(laid), rules.table or 1)]
    first, *others = _dealt(state, [*deck[:used], *laid[: rules.table]], rules.hand)
    at_dealer = 0, state.dealer, referee.side_of(rules, state.dealer)
    relaid = [TableLaid(*at_dealer, _cards(table)) for table in tables[1:]]
    last = others[-1:] if not state.stock else []
    assert rest == [first, *others[: len(others) - len(last)], *relaid, *last]


# --- Whole deals -----------------------------------------------------------------------------


def play_out(deal: Deal, state: referee.State, numbers: Iterator[int]) -> Deal:
    """Play a deal to its end on both sides, looking at everything after each move."""
    while not deal.is_over:
        step = chosen(deal, next(numbers))
        before, state = state, referee.act(state, action_of(step.move))
        deal = step.after
        agree_on_position(deal, state)
        agree_on_events(step, before, state)
        if deal.ply % 6 == 0:
            agree_on_score(deal.score(), score_as_it_lies(state))
    agree_on_score(deal.score(), referee_score.score(state))
    return deal


def score_as_it_lies(state: referee.State) -> referee_score.Score:
    """What the piles are worth at any moment."""
    void = state.last_taker is None and state.rules.no_capture != "counted"
    return referee_score.score_piles(
        state.rules, state.piles, state.sweeps, state.bonuses, void, state.declared
    )


def random_numbers(rng: Random) -> Iterator[int]:
    """Numbers for `chosen`: at random, or with a liking for the last moves (laying down)."""
    least = rng.choice([0, 0, 64, 128])
    while True:
        yield rng.randrange(least, 256)


def random_deals(table: Table, number: int) -> Iterator[Deal]:
    """Random deals of one table, agreed on from the deck to the score."""
    rules = rules_of(table.variant, table.seating)
    for seed in range(number):
        rng = Random(f"{table} {seed}")
        started = None
        while started is None:
            deck = rng.sample(table.variant.pack.cards, len(table.variant.pack.cards))
            started = agree_on_start(table, rules, deck, rng.randrange(rules.players))
        yield play_out(*started, random_numbers(rng))


def test_the_referee_knows_the_whole_catalogue() -> None:
    assert all(knows(variant) for variant in VARIANTS.values())


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_random_deals_of_the_catalogue(table: Table) -> None:
    deals = list(random_deals(table, 2))
    assert len(deals) == 2


@examples(60)
@given(st.data())
def test_any_deal_of_the_catalogue(data: st.DataObject) -> None:
    """As above, with decks and choices that shrink."""
    table = data.draw(st.sampled_from(CATALOGUE))
    deck = data.draw(decks(table.variant.pack))
    dealer = data.draw(st.integers(0, table.seating.players - 1))
    started = agree_on_start(table, rules_of(table.variant, table.seating), deck, dealer)
    if started is not None:
        play_out(*started, iter(data.draw(choices())))


# --- House rules over the axes ---------------------------------------------------------------

SCOPA = VARIANTS["scopa"].derive(id="x-scopa", redeals=())
FIFTEEN = Complement(15)
ANY_SUM = Sum(yields_to_equal=False)


def captures_by(
    *families: Equal | Sum | Complement,
    compulsory: bool = True,
    claims: Claims | None = None,
    sweeper: Sweeper | None = None,
) -> Variant:
    """Scopa for any number of players, with another way of capturing."""
    return SCOPA.derive(capture=Capture(families, compulsory, claims, sweeper))


WAYS_OF_CAPTURING = {
    "sum-fewest": captures_by(Equal(), Sum(fewest=True)),
    "sum-at-most-2": captures_by(Equal(), Sum(at_most=2)),
    "free-order": captures_by(Equal(), ANY_SUM),
    "free-order-fewest": captures_by(Equal(), Sum(fewest=True, yields_to_equal=False)),
    "free-order-at-most-3": captures_by(Equal(), Sum(at_most=3, yields_to_equal=False)),
    "equal-alone": captures_by(Equal()),
    "sum-alone": captures_by(ANY_SUM),
    "fifteen": captures_by(FIFTEEN),
    "fifteen-fewest": captures_by(Complement(15, fewest=True)),
    "fifteen-at-most-2": captures_by(Complement(15, at_most=2)),
    "eleven": captures_by(Complement(11)),
    "eleven-fewest": captures_by(Complement(11, fewest=True)),
    "sixteen": captures_by(Complement(16)),
    "equal-fifteen": captures_by(Equal(), FIFTEEN),
    "equal-before-fifteen": captures_by(Equal(), Complement(15, yields_to_equal=True)),
    "sum-fifteen": captures_by(ANY_SUM, FIFTEEN),
    "equal-sum-fifteen": captures_by(Equal(), Sum(), FIFTEEN),
    "equal-any-sum-fifteen": captures_by(Equal(), ANY_SUM, FIFTEEN),
    "equal-sum-eleven": captures_by(Equal(), Sum(), Complement(11)),
    "equal-fewest-sum-fewest-fifteen": captures_by(
        Equal(), Sum(fewest=True), Complement(15, fewest=True, yields_to_equal=True)
    ),
    "families-the-other-way-round": captures_by(FIFTEEN, Sum(), Equal()),
    "optional": captures_by(Equal(), Sum(), compulsory=False),
    "optional-fewest": captures_by(Equal(), Sum(fewest=True), compulsory=False),
    "claims": captures_by(Equal(), Sum(), compulsory=False, claims=Claims()),
    "claims-that-sweep": captures_by(FIFTEEN, compulsory=False, claims=Claims(sweeps=True)),
    "claims-of-anything": captures_by(
        Equal(), ANY_SUM, FIFTEEN, compulsory=False, claims=Claims(sweeps=True)
    ),
}

MEETING: tuple[Literal["equal_only", "all"], ...] = ("equal_only", "all")
ON_EMPTY: tuple[Literal["stays", "kept"], ...] = ("stays", "kept")
FIRST: tuple[Literal["free", "equal_only", "forbidden"], ...] = ("free", "equal_only", "forbidden")
INSTEAD: tuple[tuple[str, ...], ...] = ((), ("complement",), ("sum", "complement"))
SWEEPERS = [
    Sweeper(Rank.ACE, meets_equal, on_empty, scores, first_play, alternatives)
    for meets_equal, on_empty, scores, first_play, alternatives in product(
        MEETING, ON_EMPTY, (False, True), FIRST, INSTEAD
    )
]

SWEEPING = {
    str(number): captures_by(Equal(), Sum(), FIFTEEN, sweeper=sweeper)
    for number, sweeper in enumerate(SWEEPERS)
} | {
    "scopa-d-assi": captures_by(Equal(), Sum(), sweeper=Sweeper(Rank.ACE, scores=False)),
    "seven-sweeps": captures_by(Equal(), Sum(), sweeper=Sweeper(Rank.SEVEN, scores=False)),
    "king-sweeps-in-eleven": captures_by(
        Complement(11), sweeper=Sweeper(Rank.KING, "all", "kept", alternatives=("complement",))
    ),
    "optional-kept": captures_by(
        Equal(), Sum(), compulsory=False, sweeper=Sweeper(Rank.ACE, on_empty="kept")
    ),
    "claims": captures_by(
        Equal(),
        FIFTEEN,
        compulsory=False,
        claims=Claims(sweeps=True),
        sweeper=Sweeper(Rank.ACE, scores=False, alternatives=("complement",)),
    ),
    "banked": captures_by(Equal(), Sum(), sweeper=Sweeper(Rank.ACE, on_cards="kept")),
    "banked-and-kept": captures_by(
        Equal(),
        FIFTEEN,
        sweeper=Sweeper(Rank.ACE, "all", "kept", first_play="forbidden", on_cards="kept"),
    ),
    "banked-where-capture-is-free": captures_by(
        Equal(),
        Sum(),
        compulsory=False,
        claims=Claims(sweeps=True),
        sweeper=Sweeper(Rank.KING, "all", "kept", scores=False, on_cards="kept"),
    ),
    "claims-after-a-restricted-first-play": captures_by(
        Equal(),
        Sum(),
        compulsory=False,
        claims=Claims(),
        sweeper=Sweeper(Rank.ACE, first_play="equal_only"),
    ),
}

# Values up to thirteen, so that sums may have many cards; and the courts without a value.
THIRTEEN = Pack("x-thirteen", tuple((rank, int(rank)) for rank in Rank))
PAIRS = (Seating.pairs(),)
FIFTY_TWO = SCOPA.derive(
    pack=THIRTEEN,
    awards=(Majority(Cards()), Run(Suit.CLUBS)),
    seatings=(Seating.singles(2), Seating.pairs(), Seating.singles(3)),
    dealing=Dealing(hand=4, table=4, refill=Refill(4)),
)
BRESCIANE = FIFTY_TWO.derive(pack=BRESCIANE_52)

DEALING = {
    "scopone": SCOPA.derive(
        seatings=PAIRS, dealing=Dealing(hand=9, refill=None), redeals=(RankCount(Rank.KING, 3),)
    ),
    "scopone-scientifico": SCOPA.derive(
        seatings=PAIRS,
        dealing=Dealing(hand=10, table=0, refill=None),
        sweep=Sweep(on_last_play=True),
    ),
    "thirteen-each": FIFTY_TWO.derive(
        seatings=PAIRS, dealing=Dealing(hand=13, table=0, refill=None)
    ),
    "two-on-the-table-with-each-packet": BRESCIANE.derive(
        seatings=(Seating.singles(2),), dealing=Dealing(hand=4, table=4, refill=Refill(4, 2))
    ),
    "the-same-with-claims": FIFTY_TWO.derive(
        seatings=(Seating.singles(2),),
        dealing=Dealing(hand=4, table=4, refill=Refill(4, 2)),
        capture=Capture(compulsory=False, claims=Claims(sweeps=True)),
        bonuses=(Echo(),),
    ),
    "dealer-moves-with-the-packet": SCOPA.derive(dealing=Dealing(dealer_moves="packet")),
    "thirteen-values": FIFTY_TWO,
    "courts-without-value": BRESCIANE,
    "courts-without-value-in-fifteen": BRESCIANE.derive(
        capture=Capture((Equal(), ANY_SUM, FIFTEEN), compulsory=False, claims=Claims())
    ),
    "a-court-that-sweeps": BRESCIANE.derive(
        capture=Capture(sweeper=Sweeper(Rank.KNIGHT, scores=False, on_empty="kept"))
    ),
    "two-aces-void": SCOPA.derive(redeals=(RankCount(Rank.ACE, 2),)),
    "an-ace-void": SCOPA.derive(redeals=(RankCount(Rank.ACE, 1), RankCount(Rank.KING, 3))),
    "total-of-twenty-void": SCOPA.derive(redeals=(TableTotalAtMost(20),)),
    "total-void-where-courts-have-none": BRESCIANE.derive(redeals=(TableTotalAtMost(30),)),
    "empty-table-not-void": SCOPA.derive(
        seatings=PAIRS,
        dealing=Dealing(hand=10, table=0, refill=None),
        redeals=(TableTotalAtMost(20), RankCount(Rank.KING, 1)),
    ),
}


def opens_with(opening: Opening, **changes: object) -> Variant:
    """A fifteen game with an opening of its own."""
    return captures_by(FIFTEEN).derive(opening=opening, **changes)


OPENING_SHAPES = ((Total(15), 1), (Total(30), 2), (Pairs(15), 3), (Total(20), 0), (Total(24), 1))

OPENINGS = {
    "dealer": opens_with(Opening(OPENING_SHAPES)),
    "leader": opens_with(Opening(OPENING_SHAPES, to="leader")),
    "relaid-once": opens_with(Opening(OPENING_SHAPES, relays=1)),
    "relaid-often": opens_with(Opening(OPENING_SHAPES, relays=9)),
    "pairs-first": opens_with(Opening(((Pairs(15), 2), (Total(30), 1)), to="leader", relays=2)),
    "dealer-moves": opens_with(
        Opening(OPENING_SHAPES, relays=1), dealing=Dealing(dealer_moves="packet")
    ),
    "all-dealt-at-once": opens_with(
        Opening(OPENING_SHAPES, relays=2), seatings=PAIRS, dealing=Dealing(hand=9, refill=None)
    ),
    "after-a-redeal": opens_with(
        Opening(OPENING_SHAPES, relays=1), redeals=(RankCount(Rank.ACE, 2),)
    ),
    "claims": opens_with(
        Opening(OPENING_SHAPES, relays=1),
        capture=Capture((FIFTEEN,), compulsory=False, claims=Claims()),
    ),
    "six-on-the-table": opens_with(
        Opening((*OPENING_SHAPES, (Total(33), 1), (Total(36), 1)), relays=1),
        seatings=(Seating.singles(2),),
        dealing=Dealing(hand=3, table=4, refill=Refill(3)),
    ),
    "courts-without-value": BRESCIANE.derive(opening=Opening(OPENING_SHAPES, relays=1)),
}

SEVENS, SIXES, ACES = (Cards(rank=rank) for rank in (Rank.SEVEN, Rank.SIX, Rank.ACE))
COINS = CardSet(card for card in SCOPA.pack.cards if card.suit is Suit.COINS)
KNIGHTS = CardSet(card for card in SCOPA.pack.cards if card.rank is Rank.KNIGHT)
FOURSOMES = tuple((rank, 12 - int(rank) if rank < 10 else 0) for rank in SCOPA.pack.ranks)

SCORING = {
    "every-bonus": SCOPA.derive(bonuses=(Echo(2), SameSuit("per_card"), TookAtLeast(2, 3))),
    "bonus-by-value": SCOPA.derive(bonuses=(SameSuit("rank_value"), TookAtLeast(1))),
    "bonuses-where-capture-is-free": captures_by(
        Equal(), ANY_SUM, FIFTEEN, compulsory=False, claims=Claims()
    ).derive(bonuses=(TookAtLeast(), Echo(), SameSuit())),
    "court-bonus-by-value": BRESCIANE.derive(
        capture=Capture(compulsory=False),
        bonuses=(Echo(), SameSuit("rank_value")),
        sweep=Sweep(on_last_play=True),
    ),
    "bonus-for-a-sweeper": captures_by(
        Equal(), Sum(), sweeper=Sweeper(Rank.ACE, on_empty="kept")
    ).derive(bonuses=(Echo(), SameSuit("rank_value"), TookAtLeast(1))),
    "sweeps-worth-two": SCOPA.derive(sweep=Sweep(2, on_last_play=True)),
    "sweeps-worth-nothing": SCOPA.derive(sweep=Sweep(0), bonuses=(Echo(),)),
    "sweeps-doubled": SCOPA.derive(
        sweep=Sweep(2), awards=(DoubleSweeps(KNIGHTS), DoubleSweeps(CardSet.parse("7d"), id="7"))
    ),
    "majorities": SCOPA.derive(
        awards=(
            Majority((SEVENS, SIXES, ACES), 3),
            Majority(SEVENS, 2, 1, id="sevens-shared"),
            Majority(Cards(rank=Rank.SIX, suit=Suit.CLUBS), id="six-of-clubs"),
            Majority(Cards(), tie_points=1),
        )
    ),
    "all-replaces-most": SCOPA.derive(
        awards=(
            Majority(Cards(suit=Suit.COINS)),
            Majority(SEVENS),
            Holds(CardSet.parse("Ad 7d"), 4, id="two", replaces=("coins", "sevens", "one")),
            Holds(CardSet.parse("7d"), id="one"),
        )
    ),
    "runs": SCOPA.derive(
        awards=(Run(Suit.COINS), Run(Suit.CUPS, cap=3, id="cups"), Run(Suit.CLUBS, id="clubs"))
    ),
    "primes": SCOPA.derive(
        awards=(
            Prime(),
            Prime(points=2, missing="rank_by_suits", id="by-suits"),
            Prime(missing="partial", id="partial"),
            Prime(scale=FOURSOMES, missing="partial", id="other-scale"),
        )
    ),
    "foursomes": SCOPA.derive(awards=(Foursome(FOURSOMES), Foursome(FOURSOMES, 5, id="for-five"))),
    "opponent-under": SCOPA.derive(awards=(OpponentUnder(15, 2),)),
}


CICERA, ESCOPA = VARIANTS["cicera-bresciana"], VARIANTS["escopa-15"]
AWARDS = {award.id: award for award in ESCOPA.awards}
PRIMEIRA = AWARDS["primeira"]
assert isinstance(PRIMEIRA, Foursome)

FREE = CICERA.capture

# Every other reading that the clauses name for a gap in a document (A0, A2, A3).
READINGS = {
    "A0.3-packet": VARIANTS["scopa"].derive(sweep=Sweep(last_play_of="packet")),
    "A0.6-counted": CICERA.derive(ending=Ending(no_capture="counted")),
    "A0.6-to-the-dealer": CICERA.derive(ending=Ending(no_capture="dealer")),
    "leftovers-to-nobody": SCOPA.derive(capture=FREE, ending=Ending("nobody", "dealer")),
    "A0.2-fewest": VARIANTS["scopa"].derive(capture=Capture((Equal(), Sum(fewest=True)))),
    "A0.7-partial": VARIANTS["scopa"].derive(awards=(Prime(missing="partial"),)),
    "A2.6-not-on-the-last-play": CICERA.derive(sweep=Sweep()),
    "A2.7-one-each": CICERA.derive(awards=(Majority(Cards(), 2, 1),)),
    "A2.8-cap-13": CICERA.derive(awards=(Run(Suit.SWORDS),)),
    "A3.5-dealer-moves-by-the-deal": ESCOPA.derive(dealing=Dealing()),
    "A3.6-one-or-two-sweeps": ESCOPA.derive(
        opening=Opening(((Total(15), 1), (Pairs(15), 2)), relays=1)
    ),
    "A3.7-no-second-lay": ESCOPA.derive(opening=Opening(((Total(15), 0), (Pairs(15), 0)))),
    "A3.8-total-30": ESCOPA.derive(opening=Opening(((Total(15), 1), (Total(30), 2)), relays=1)),
    "A3.9-exactly-four": ESCOPA.derive(sweep=Sweep(exactly=4)),
    "A3.11-compulsory": ESCOPA.derive(capture=Capture((FIFTEEN,))),
    "A3.12-no-claims": ESCOPA.derive(capture=Capture((FIFTEEN,), compulsory=False)),
    "A3.13-claims-sweep": ESCOPA.derive(
        capture=Capture((FIFTEEN,), compulsory=False, claims=Claims(sweeps=True))
    ),
    "A3.18-all-coins-instead": ESCOPA.derive(
        awards=(AWARDS["coins"], evolve(AWARDS["all-coins"], replaces=("coins",)))
    ),
    "A3.19-all-sevens-instead": ESCOPA.derive(
        awards=(
            AWARDS["guindis"],
            AWARDS["sevens"],
            evolve(AWARDS["all-sevens"], replaces=("guindis",)),
        )
    ),
    "A3.23-primeira-for-one": ESCOPA.derive(awards=(evolve(PRIMEIRA, points=1),)),
    "A3.23-best-per-suit": ESCOPA.derive(awards=(Prime(),)),
}


@pytest.mark.parametrize("house", READINGS)
def test_other_readings(house: str) -> None:
    assert_agreement(house, READINGS[house], 2)


@pytest.mark.parametrize("house", WAYS_OF_CAPTURING)
def test_ways_of_capturing(house: str) -> None:
    assert_agreement(house, WAYS_OF_CAPTURING[house], 1)


@pytest.mark.parametrize("house", SWEEPING)
def test_cards_that_sweep_the_table(house: str) -> None:
    assert_agreement(house, SWEEPING[house], 1)


@pytest.mark.parametrize("house", DEALING)
def test_ways_of_dealing(house: str) -> None:
    assert_agreement(house, DEALING[house], 1)


@pytest.mark.parametrize("house", OPENINGS)
def test_openings_that_are_taken(house: str) -> None:
    assert_agreement(house, OPENINGS[house], 2)


@pytest.mark.parametrize("house", SCORING)
def test_ways_of_scoring(house: str) -> None:
    assert_agreement(house, SCORING[house], 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "houses", [READINGS, WAYS_OF_CAPTURING, SWEEPING, DEALING, OPENINGS, SCORING]
)
def test_many_more_deals_of_every_house(houses: dict[str, Variant]) -> None:
    for name, house in houses.items():
        assert_agreement(f"{name}, again", house, 4)


@pytest.mark.slow
def test_many_more_deals_of_the_catalogue() -> None:
    for table in CATALOGUE:
        assert len(list(random_deals(table, 8))) == 8


def assert_agreement(name: str, house: Variant, number: int) -> None:
    """Play random deals of a house rule with every seating."""
    for table in tables_of(house.derive(id=f"x-{name}")):
        assert len(list(random_deals(table, number))) == number


# --- Captures from any table -----------------------------------------------------------------

CAPTURING = [
    *(table.variant for table in CATALOGUE),
    *WAYS_OF_CAPTURING.values(),
    *SWEEPING.values(),
    DEALING["a-court-that-sweeps"],
    DEALING["courts-without-value-in-fifteen"],
    DEALING["thirteen-values"],
]


@examples(200)
@given(st.data())
def test_captures_from_any_table(data: st.DataObject) -> None:
    """Also from tables that no play leads to."""
    variant = data.draw(st.sampled_from(CAPTURING))
    card, *table = data.draw(decks(variant.pack))[: 1 + data.draw(st.integers(0, 12))]
    first = data.draw(st.booleans())
    found = captures(variant.capture, variant.pack, card, CardSet(table), first=first)
    expected = referee.captures(rules_of(variant), str(card), names(table), first)
    assert [names(taken) for taken in found] == expected


# --- Scores and matches ----------------------------------------------------------------------


SCORED = [*(table.variant for table in CATALOGUE), *READINGS.values(), *SCORING.values()]


@examples(150)
@given(st.data())
def test_the_score_of_any_piles(data: st.DataObject) -> None:
    """Also of piles that no play leads to, with any number of sweeps."""
    variant = data.draw(st.sampled_from(SCORED))
    table = Table(variant, data.draw(st.sampled_from(variant.seatings)))
    sides = len(table.seating.sides)
    own = data.draw(piles(variant.pack.cards, sides))
    sweeps = data.draw(st.lists(st.integers(0, 5), min_size=sides, max_size=sides))
    expected = referee_score.score_piles(
        rules_of(table.variant, table.seating),
        [names(pile) for pile in own],
        sweeps,
        [{bonus.kind: 0 for bonus in variant.bonuses}] * sides,
    )
    agree_on_score(ended(table, own, sweeps).score(), expected)


TIES: tuple[Literal["play_on", "draw"] | Holder, ...] = (
    "play_on",
    "draw",
    Holder(Card.parse("Rd")),
)
INSTANT_WINS: tuple[tuple[Instant, ...], ...] = (
    (),
    (WinsHolding(CardSet.parse("Ad 2d 3d")),),
    (WinsShutout(2),),
    (NoTrick(),),
    (WinsShutout(3), WinsHolding(CardSet.parse("7d"))),
)


@st.composite
def match_rules(draw: st.DrawFn) -> MatchRules:
    """Any way of ending a match that does not contradict itself."""
    tie = draw(st.sampled_from(TIES))
    lowest = draw(st.booleans())
    target = draw(st.integers(1, 12) if tie == "play_on" else st.none() | st.integers(1, 12))
    return MatchRules(target, tie, lowest, () if lowest else draw(st.sampled_from(INSTANT_WINS)))


@examples(150)
@given(st.data())
def test_how_a_match_stands(data: st.DataObject) -> None:
    """After a deal with any piles, and with any totals."""
    variant = SCOPA.derive(match=data.draw(match_rules()))
    table = Table(variant, data.draw(st.sampled_from(variant.seatings)))
    sides = len(table.seating.sides)
    totals = data.draw(st.lists(st.integers(0, 13), min_size=sides, max_size=sides))
    score = ended(table, data.draw(piles(variant.pack.cards, sides))).score()
    agree_on_result(table, totals, score, decided(variant.match, totals, score, 1))


def agree_on_result(
    table: Table, totals: Sequence[int], score: DealScore, outcome: Outcome | None
) -> None:
    """Whether a match is over, and who has won."""
    expected = referee_score.match_result(
        rules_of(table.variant, table.seating),
        totals,
        score.points,
        [names(pile) for pile in score.piles],
    )
    if outcome is None:
        assert expected.outcome == "plays_on"
    else:
        assert expected.outcome == ("draw" if outcome.winner is None else "won")
        assert outcome.winner == expected.winner
        assert outcome.totals == tuple(totals)


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_whole_matches_of_the_catalogue(table: Table) -> None:
    """From the first deck to the outcome: dealers, void openings, totals, the end."""
    rules, rng = rules_of(table.variant, table.seating), Random(str(table))
    match = Match.new(table.variant, seed=str(table), seating=table.seating)
    totals = [0] * len(table.seating.sides)
    while match.outcome is None:
        dealt = match.record().deals[-1]
        for void in dealt.void:
            with pytest.raises(referee.Redeal):
                referee.start(rules, names(void), dealt.dealer)
        state = referee.start(rules, names(dealt.deck), dealt.dealer)
        agree_on_position(match.deal, state)
        while not referee.is_over(state):
            move = rng.choice(match.deal.legal_moves)
            state, match = referee.act(state, action_of(move)), match.play(move)
        score = match.scores[-1]
        agree_on_score(score, referee_score.score(state))
        totals = [total + points for total, points in zip(totals, score.points, strict=True)]
        assert match.totals == tuple(totals)
        agree_on_result(table, totals, score, match.outcome)
        if match.outcome is None:
            assert match.dealer == (state.dealer + 1) % rules.players
