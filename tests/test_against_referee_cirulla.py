"""Cirulla: the library and the naive referee declare, call the wild card, and play alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from scopa import (
    BRESCIANE_52,
    COURTS_APART_40,
    VARIANTS,
    Capture,
    Card,
    Cards,
    CardSet,
    Claims,
    Complement,
    Deal,
    Dealing,
    Declarations,
    Declare,
    Echo,
    Equal,
    HandHolds,
    HandTotalAtMost,
    Majority,
    OfAKind,
    Opening,
    Pairs,
    Play,
    Rank,
    RankCount,
    Refill,
    Run,
    SameSuit,
    Seating,
    Setup,
    Suit,
    Sum,
    Sweep,
    Sweeper,
    TookAtLeast,
    Total,
    Variant,
    Wild,
)
from tests import referee, referee_declare, referee_score
from tests.positions import deck, position
from tests.strategies import Table, choices, decks, examples, tables_of
from tests.test_against_referee import (
    SWEEPERS,
    THIRTEEN,
    agree_on_events,
    agree_on_position,
    agree_on_score,
    agree_on_start,
    play_out,
)
from tests.translate import action_of, move_of, names, rules_of, state_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scopa import Move

pytestmark = pytest.mark.unmeasured

CIRULLA = VARIANTS["cirulla"]
MATTA = Card.parse("7c")
FIFTEEN = Complement(15)


def cirulla(**changes: Any) -> Variant:
    """Cirulla with a house rule."""
    return CIRULLA.derive(id="x-cirulla", **changes)


# --- The referee by itself -------------------------------------------------------------------


def said(hand: str, variant: Variant = CIRULLA) -> dict[str, int]:
    """What the referee lets be said of a hand, with the points."""
    rules = rules_of(variant)
    assert rules.declarations is not None
    return dict(
        referee_declare.declarable(rules.values, rules.wild, rules.declarations, hand.split())
    )


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        pytest.param("Ad 2d 5d", {"": 3}, id="D01"),
        pytest.param("Ad 3d 6d", {}, id="D02"),
        pytest.param("Cd Cc 7c", {"C": 10}, id="D04-nines"),
        pytest.param("5d 5s 7c", {"5": 10}, id="D04-fives"),
        pytest.param("2d 4d 7c", {"A": 3, "2": 3, "3": 3}, id="D05"),
        pytest.param("Ad 2d 3d", {"": 3}, id="D07-one-two-three"),
        pytest.param("2d 3d 4d", {"": 3}, id="D07-two-three-four"),
        pytest.param("Ad Ac As", {"": 10}, id="D09"),
    ],
)
def test_the_referee_knows_the_declarations(hand: str, points: dict[str, int]) -> None:
    assert said(hand) == points


def test_the_referee_knows_other_ways_of_declaring() -> None:
    both = cirulla(declarations=Declarations(combine="all"))
    assert said("Ad Ac As", both) == {"": 13}  # D09: belinde
    assert said("2d 2s 7c", both) == {"A": 3, "2": 13, "3": 3, "4": 3, "5": 3}
    assert said("2d 2s 7c", both.derive(wild=Wild(MATTA))) == {"2": 13}
    assert said("2d 4d 7c", cirulla(wild=Wild(MATTA, in_total="ace"))) == {"A": 3}
    assert said("Fd Cd Rd", HOUSES["cards-in-the-hand"]) == {"": 30}  # D14
    assert said("2d 4d 7c", cirulla(wild=Wild(MATTA, in_declarations=False))) == {}


@pytest.mark.parametrize(
    ("table", "sweeps"),
    [
        pytest.param("5s 5b 3d 2c", 1, id="O10-fifteen"),
        pytest.param("Rs Rb Cd Ac", 2, id="O10-thirty"),
        pytest.param("Rs Rb Cd 7c", 2, id="O10-matta-an-ace"),
        pytest.param("5s 5b 3d 7c", 1, id="O10-matta-a-two"),
        pytest.param("5s 5b Cd 3c", None, id="O10-neither"),
        pytest.param("Rs Rb 5d 5s", 2, id="O11-thirty"),
        pytest.param("Rs Rb 3d 7c", 2, id="O11-matta-a-seven"),
        pytest.param("Ad 2d 2s 7c", 1, id="O11-matta-a-ten"),
        pytest.param("Ad As 2d 7c", None, id="O11-too-little"),
    ],
)
def test_the_referee_knows_the_openings(table: str, sweeps: int | None) -> None:
    rules = replace(rules_of(CIRULLA), redeal=())
    laid = table.split()
    rest = [card for card in referee.pack(rules) if card not in laid]
    state = referee.start(rules, [*rest[:6], *laid, *rest[6:]], dealer=1)
    assert state.sweeps == [0, sweeps or 0]
    assert state.openings == ([] if sweeps is None else [referee.in_order(laid)])


# --- Decks that make much to declare ---------------------------------------------------------

Stacking = Literal["shuffled", "low cards first", "alike to one seat"]
STACKINGS: tuple[Stacking, ...] = ("shuffled", "low cards first", "alike to one seat")


def stacked(table: Table, rng: Random, stacking: Stacking) -> list[Card]:
    """A deck; the wild card is often among the first to be dealt."""
    variant, players = table.variant, table.seating.players
    hand, laid = variant.dealing.hand, variant.dealing.table
    cards = rng.sample(variant.pack.cards, len(variant.pack.cards))
    if stacking == "low cards first":
        cards.sort(key=lambda card: (variant.pack.value(card.rank) or 10) + 5 * rng.random())
    elif stacking == "alike to one seat":
        opening, rest = cards[:laid], cards[laid:]
        order = {rank: rng.random() for rank in Rank}
        rest.sort(key=lambda card: order[card.rank] + 0.15 * rng.random())
        dealt = in_turn(rest, hand, players)
        cards = [*dealt[: hand * players], *opening, *dealt[hand * players :]]
    if variant.wild is not None and rng.random() < 0.7:
        cards.remove(variant.wild.card)
        cards.insert(rng.randrange(hand * players + laid), variant.wild.card)
    return cards


def in_turn(cards: Sequence[Card], hand: int, players: int) -> list[Card]:
    """The order that deals these cards hand by hand, a packet at a time."""
    packets = [cards[at : at + hand * players] for at in range(0, len(cards), hand * players)]
    return [
        card
        for packet in packets
        for number in range(hand)
        for card in packet[number::hand]  # one to each seat
    ]


def started(table: Table, rng: Random, stacking: Stacking) -> tuple[Deal, referee.State]:
    """A deal of such a deck, dealt again while the opening table is void."""
    rules = rules_of(table.variant, table.seating)
    while True:
        cards = stacked(table, rng, stacking)
        if both := agree_on_start(table, rules, cards, rng.randrange(rules.players)):
            return both


# --- Playing with everything looked at -------------------------------------------------------


def agree_on_all(deal: Deal, state: referee.State, rng: Random) -> None:
    """What can be seen, what it is worth so far, what may be done, and that it can be set up."""
    agree_on_position(deal, state)
    agree_on_score(
        deal.score(),
        referee_score.score_piles(
            state.rules,
            state.piles,
            state.sweeps,
            state.bonuses,
            state.last_taker is None,
            state.declared,
        ),
    )
    legal = set(deal.legal_moves)
    for move in (*legal, *near_moves(state, rng)):
        assert deal.is_legal(move) == (move in legal), move
    again = Deal.from_setup(deal.setup())
    assert (again, again.legal_moves, again.key) == (deal, deal.legal_moves, deal.key)


def near_moves(state: referee.State, rng: Random) -> Iterator[Move]:
    """Moves that would be legal if the wild card counted as another rank, or not even then."""
    rules = replace(state.rules, wild_as=rng.choice([rank for rank, _ in state.rules.values]))
    yield from map(Declare, (None, *Rank))
    for card in state.hands[state.turn]:
        for taken in ((), *referee.captures(rules, card, state.table, rng.random() < 0.2)):
            yield move_of(("play", card, taken))
    if state.placed is not None:
        others = [card for card in state.table if card != state.placed]
        for taken in referee.captures(rules, state.placed, others, first_play=False):
            yield move_of(("claim", referee.in_order((state.placed, *taken))))


def played_out(table: Table, seed: str, stacking: Stacking) -> Counter[str]:
    """Play a deal of a stacked deck on both sides; what was seen of declaring and the wild card."""
    rng, seen = Random(f"{table} {seed}"), Counter[str]()
    deal, state = started(table, rng, stacking)
    agree_on_all(deal, state, rng)
    laying = rng.choice([0, 0, 0.3])
    while not deal.is_over:
        step = deal.step(picked(deal.legal_moves, laying, rng))
        before, state = state, referee.act(state, action_of(step.move))
        deal = step.after
        agree_on_all(deal, state, rng)
        agree_on_events(step, before, state)
        seen.update(sights(before, step.move, state))
    return seen


def picked(choice: Sequence[Move], laying: float, rng: Random) -> Move:
    """A move: a claim or declaration as a rule, in some deals often laying a card down."""
    rare = [move for move in choice if not isinstance(move, Play)]
    if rare and rng.random() < 0.8:
        return rng.choice(rare)
    return choice[-1] if rng.random() < laying else rng.choice(choice)


SIGHTS = {
    "declared without the wild card",
    "declared with it",
    "declared, and not the first",
    "took as what it was declared",
    "was taken as what it was declared",
    "swept the table as an ace",
    "barred an ace as an ace",
    "was claimed as what it was declared",
    "went back with the next packet",
    "came to the next packet",
}


def sights(before: referee.State, move: Move, now: referee.State) -> Iterator[str]:
    """What of the wild card and the declarations one move shows."""
    wild, counts_as, happened = before.rules.wild, before.wild_as, now.happened
    assert happened is not None
    if isinstance(move, Declare):
        yield "declared with it" if move.wild else "declared without the wild card"
        if any(before.declared):
            yield "declared, and not the first"
    elif wild is not None and counts_as is not None:
        card = Card.parse(wild.card)
        if isinstance(move, Play) and move.card == card and move.taken:
            yield "took as what it was declared"
            if counts_as == "A" and happened.sweep:
                yield "swept the table as an ace"
        elif card in move.taken and isinstance(move, Play):
            yield "was taken as what it was declared"
            if counts_as == "A" and move.card.rank is Rank.ACE:
                yield "barred an ace as an ace"
        elif card in move.taken:
            yield "was claimed as what it was declared"
        elif happened.packet:
            held = now.wild_as is not None
            yield "came to the next packet" if held else "went back with the next packet"


# --- Every kind of wild card and of declaration ----------------------------------------------

REVERTING: tuple[Literal["at_once", "on_capture", "end_of_packet"], ...] = (
    "at_once",
    "on_capture",
    "end_of_packet",
)
IN_TOTAL: tuple[Literal["any", "ace"], ...] = ("any", "ace")
COMBINING: tuple[Literal["best", "all"], ...] = ("best", "all")

MATTAS = {
    f"{in_total}-{reverts}{'' if in_opening else '-not-in-opening'}"
    f"{'' if in_declarations else '-not-declared'}": Wild(
        MATTA, in_opening, in_declarations, in_total, reverts
    )
    for in_opening, in_declarations, in_total, reverts in product(
        (True, False), (True, False), IN_TOTAL, REVERTING
    )
}


@pytest.mark.parametrize("combine", COMBINING)
@pytest.mark.parametrize("matta", MATTAS)
def test_every_matta(matta: str, combine: Literal["best", "all"]) -> None:
    house = cirulla(wild=MATTAS[matta], declarations=Declarations(combine=combine))
    for number, table in enumerate(tables_of(house)):
        played_out(table, f"{matta} {combine}", STACKINGS[number % 3])


@pytest.mark.parametrize("stacking", STACKINGS)
@pytest.mark.parametrize("table", tables_of(CIRULLA), ids=str)
def test_cirulla_itself(table: Table, stacking: Stacking) -> None:
    for seed in range(2):
        played_out(table, str(seed), stacking)


# --- Sweepers, which a wild card may be called -----------------------------------------------


LASTING: tuple[Literal["on_capture", "end_of_packet"], ...] = (
    "on_capture",
    "end_of_packet",
    "on_capture",
)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SWEEPERS)))
def test_a_matta_called_as_a_card_that_sweeps(number: int) -> None:
    sweeper = SWEEPERS[number]
    for place, reverts in enumerate(LASTING):
        house = cirulla(
            capture=Capture((Equal(), Sum(), FIFTEEN), sweeper=sweeper),
            wild=Wild(MATTA, reverts=reverts),
        )
        played_out(tables_of(house)[place], str(number), STACKINGS[1 + number % 2])


# --- Other houses ----------------------------------------------------------------------------

FREE = Capture((Equal(), Sum(), FIFTEEN), compulsory=False, sweeper=Sweeper(Rank.ACE))
MANY_KNOCKS = (HandTotalAtMost(7, 3), HandTotalAtMost(15, 1), OfAKind(2, 2), OfAKind(3, 4))
FOURS: dict[str, Any] = {
    "awards": (Majority(Cards()), Run(Suit.COINS)),
    "seatings": (Seating.singles(2), Seating.singles(3), Seating.pairs()),
    "dealing": Dealing(hand=4, table=4, refill=Refill(4)),
}


def claiming(*families: Equal | Sum | Complement, sweeps: bool = False) -> Capture:
    """What was overlooked may be claimed, also what an ace might have swept."""
    return Capture(
        families,
        compulsory=False,
        claims=Claims(sweeps),
        sweeper=Sweeper(Rank.ACE, scores=False),
    )


HOUSES = {
    "no-wild-card": cirulla(wild=None),
    "nothing-to-declare": cirulla(declarations=None),
    "an-ace-is-wild": cirulla(wild=Wild(Card.parse("As"), reverts="on_capture")),
    "a-king-is-wild": cirulla(wild=Wild(Card.parse("Rb"), reverts="end_of_packet")),
    "low-hands-alone": cirulla(declarations=Declarations((HandTotalAtMost(12, 2),))),
    "alike-hands-alone": cirulla(declarations=Declarations((OfAKind(2, 1),))),
    "many-knocks": cirulla(declarations=Declarations(MANY_KNOCKS)),
    "many-knocks-that-add-up": cirulla(declarations=Declarations(MANY_KNOCKS, "all")),
    "cards-in-the-hand": cirulla(
        declarations=Declarations(
            (
                HandTotalAtMost(12, 3),
                HandHolds(CardSet.parse("Fd Cd Rd"), 30),
                HandHolds(CardSet.parse("7c"), 1),
                HandHolds(CardSet.parse("2d"), 4),
            ),
            "all",
        )
    ),
    "an-equal-card-leaves-the-sum": cirulla(
        capture=Capture(
            (Equal(), Sum(yields_to_equal=False), FIFTEEN),
            sweeper=Sweeper(Rank.ACE, alternatives=("complement",)),
        )
    ),
    "fewest": cirulla(capture=Capture((Equal(), Sum(fewest=True), Complement(15, fewest=True)))),
    "the-matta's-own-rank-sweeps": cirulla(
        capture=Capture((Equal(), Sum(), FIFTEEN), sweeper=Sweeper(Rank.SEVEN, "all"))
    ),
    "free": cirulla(capture=FREE),
    "claims": cirulla(capture=claiming(Equal(), Sum(), FIFTEEN)),
    "claims-of-a-matta-that-reverts-with-the-packet": cirulla(
        capture=claiming(Equal(), Sum(), FIFTEEN), wild=Wild(MATTA, reverts="end_of_packet")
    ),
    "claims-after-a-restricted-first-play": cirulla(
        capture=Capture(
            (Equal(), Sum(), FIFTEEN),
            compulsory=False,
            claims=Claims(),
            sweeper=Sweeper(Rank.ACE, first_play="equal_only"),
        )
    ),
    "claims-that-sweep": cirulla(capture=claiming(FIFTEEN, sweeps=True)),
    "bonuses": cirulla(capture=FREE, bonuses=(Echo(2), SameSuit("rank_value"), TookAtLeast(2, 3))),
    "bonuses-and-claims": cirulla(
        capture=claiming(Equal(), Sum(yields_to_equal=False)), bonuses=(Echo(), SameSuit())
    ),
    "the-opening-goes-first": cirulla(
        redeals=(RankCount(Rank.ACE, 1),),
        opening=Opening(((Total(15), 1), (Total(30), 2)), if_void="taken"),
    ),
    "sweeps-on-the-last-play": cirulla(sweep=Sweep(2, on_last_play=True)),
    "openings-of-many-shapes": cirulla(
        redeals=(),
        opening=Opening(((Total(20), 0), (Pairs(15), 3), (Total(24), 1)), "leader", relays=3),
    ),
    "openings-with-a-wild-king": cirulla(
        wild=Wild(Card.parse("Rb"), reverts="on_capture"),
        opening=Opening(((Total(30), 2), (Pairs(11), 3), (Total(15), 1)), relays=1),
    ),
    "two-sevens-void": cirulla(redeals=(RankCount(Rank.SEVEN, 2),)),
    "the-dealer-moves": cirulla(dealing=Dealing(dealer_moves="packet")),
    "nine-each": cirulla(
        seatings=(Seating.pairs(),),
        dealing=Dealing(hand=9, table=4, refill=None),
        declarations=Declarations((HandTotalAtMost(40, 3), OfAKind(3, 10)), "all"),
    ),
    "two-each-and-no-table": cirulla(
        seatings=(Seating.singles(2),),
        dealing=Dealing(hand=2, table=0, refill=Refill(2)),
        declarations=Declarations((HandTotalAtMost(9, 3), OfAKind(2, 10)), "all"),
    ),
    "courts-without-value": cirulla(
        pack=COURTS_APART_40,
        awards=(Majority(Cards()),),
        declarations=Declarations((HandTotalAtMost(12, 3), OfAKind(2, 10)), "all"),
    ),
    "fifty-two-cards": cirulla(pack=THIRTEEN, declarations=Declarations(MANY_KNOCKS), **FOURS),
    "fifty-two-and-courts-without-value": cirulla(
        pack=BRESCIANE_52,
        wild=Wild(Card.parse("Fs"), reverts="on_capture"),
        declarations=Declarations(MANY_KNOCKS, "all"),
        **FOURS,
    ),
}


@pytest.mark.parametrize("house", HOUSES)
def test_other_houses(house: str) -> None:
    for table in tables_of(HOUSES[house]):
        for stacking in STACKINGS[1:]:
            played_out(table, house, stacking)


@pytest.mark.parametrize("house", ["openings-of-many-shapes", "openings-with-a-wild-king"])
def test_a_wild_card_on_the_opening_table(house: str) -> None:
    table, rng = tables_of(HOUSES[house])[0], Random(house)
    rules, matta = rules_of(table.variant, table.seating), table.variant.wild
    assert matta is not None
    taken = 0
    for _ in range(400):
        cards = rng.sample(table.variant.pack.cards, 40)
        cards.remove(matta.card)
        cards.insert(6 + rng.randrange(4), matta.card)
        both = agree_on_start(table, rules, cards, dealer=rng.randrange(2))
        taken += both is not None and bool(both[1].openings)
    assert taken > 100


def played(table: Table, cards: Sequence[Card], *chosen: Move | None) -> Deal:
    """Play these moves on both sides; ``None`` lays the last card of the hand down."""
    both = agree_on_start(table, rules_of(table.variant, table.seating), cards, dealer=1)
    assert both is not None
    deal, state = both
    for move in (choice or deal.legal_moves[-1] for choice in chosen):
        state, deal = referee.act(state, action_of(move)), deal.play(move)
        agree_on_position(deal, state)
    if deal.is_over:
        agree_on_score(deal.score(), referee_score.score(state))
    return deal


def test_what_was_declared_counts_though_nobody_takes_a_card() -> None:
    """And the wild card, left on the table, is in the end what it is."""
    table = tables_of(cirulla(capture=Capture((Equal(),), compulsory=False)))[0]
    cards = deck(table.variant, hands=["7c 2d 4d", "Fd Cd Rd"], table="Rc Rs Cs Cb")
    before_the_last = played(table, cards, Declare(Rank.ACE), *[None] * 35)
    assert before_the_last.wild_rank is Rank.ACE
    over = played(table, cards, Declare(Rank.ACE), *[None] * 36)
    assert (over.wild_rank, over.last_taker) == (None, None)
    assert over.score().points == over.declared == (3, 0)


def test_an_ace_that_may_not_sweep_at_first_overlooks_nothing_after_a_declaration() -> None:
    table = tables_of(HOUSES["claims-after-a-restricted-first-play"])[0]
    cards = deck(table.variant, hands=["Ad 2d 4d", "Fd Cd Rd"], table="Rc Rs Cs Cb")
    assert not played(table, cards, Declare(), Play.parse("Ad")).is_claimable
    assert played(table, cards, Declare(), None, None, Play.parse("Ad")).is_claimable


# --- From any position -----------------------------------------------------------------------


def any_position(table: Table, rng: Random) -> Deal:
    """A position that play need not lead to, in the middle of a deal."""
    variant, seats = table.variant, table.seating.players
    matta, hand = variant.wild, variant.dealing.hand
    assert matta is not None
    cards = iter(rng.sample(variant.pack.cards, len(variant.pack.cards)))
    hands = [list(islice(cards, rng.randint(1, hand))) for _ in range(seats)]
    laid = list(islice(cards, rng.randint(0, 6)))
    stock = list(
        islice(cards, hand * seats if variant.dealing.refill and rng.random() < 0.5 else 0)
    )
    pile = list(cards)
    if matta.card in pile:
        zone = rng.choice([hands[0], hands[0], laid or hands[0]])
        pile[pile.index(matta.card)], zone[0] = zone[0], matta.card
    counts_as = rng.choice([None, *variant.pack.ranks, Rank.ACE, Rank.ACE])
    placed = rng.choice([None, *laid])
    setup = Setup(
        variant=variant,
        seating=table.seating,
        hands=hands,
        table=laid,
        stock=stock,
        piles=[pile, *[()] * (len(table.seating.sides) - 1)],
        last_taker=0,
        placed=placed,
        shown=[hand if rng.random() < 0.3 else () for hand in hands],
        wild_rank=counts_as,
    )
    deal = Deal.from_setup(setup)
    if placed is None or variant.capture.claims is None or rng.random() < 0.3:
        return deal
    now = replace(state_of(deal).rules, wild_as=None if counts_as is None else counts_as.letter)
    others = [card for card in laid if card is not placed]
    if not referee.captures(now, str(placed), names(others), first_play=False):
        return deal
    return Deal.from_setup(evolve(setup, claimable=True))


WITH_A_MATTA = [
    name for name, house in HOUSES.items() if house.wild is not None and house.declarations
]


@pytest.mark.parametrize("house", WITH_A_MATTA)
def test_any_position(house: str) -> None:
    """Whatever the wild card counts as, in a hand or on the table, and whatever was shown."""
    for table in tables_of(HOUSES[house]):
        rng = Random(f"{table} {house}")
        for _ in range(8):
            deal = any_position(table, rng)
            state = state_of(deal)
            agree_on_all(deal, state, rng)
            for move in deal.legal_moves:
                step, now = deal.step(move), referee.act(state, action_of(move))
                agree_on_position(step.after, now)
                agree_on_events(step, state, now)


def test_the_stacked_decks_show_everything() -> None:
    """Or else the comparisons above say less than they seem to."""
    houses = (HOUSES["claims"], CIRULLA, cirulla(wild=MATTAS["any-end_of_packet"]))
    seen = Counter[str]()
    for house, seed in product(houses, range(8)):
        seen += played_out(Table(house, house.seatings[0]), f"sights {seed}", STACKINGS[1])
    assert set(seen) == SIGHTS


@examples(40)
@given(st.data())
def test_any_deal(data: st.DataObject) -> None:
    """With decks and choices that shrink."""
    table = data.draw(st.sampled_from(tables_of(CIRULLA, *HOUSES.values())))
    cards = data.draw(decks(table.variant.pack))
    dealer = data.draw(st.integers(0, table.seating.players - 1))
    both = agree_on_start(table, rules_of(table.variant, table.seating), cards, dealer)
    if both is not None:
        play_out(*both, iter(data.draw(choices())))


# --- What was once wrong ---------------------------------------------------------------------


def test_a_matta_kept_as_an_ace_is_a_seven_again() -> None:
    house = cirulla(capture=Capture((Equal(),), sweeper=Sweeper(Rank.ACE, on_empty="kept")))
    deal = position(house, table="", hand="7c 2d 4d", wild_rank=Rank.ACE)
    kept, state = deal.play(Play(MATTA)), referee.act(state_of(deal), ("play", "7c", ()))
    agree_on_position(kept, state)
    assert MATTA in kept.piles[0]
    assert kept.wild_rank is None


@pytest.mark.parametrize("table", ["7c 5d", "7c 4d Cb 2s"])
def test_nothing_is_claimed_after_the_packet_that_a_matta_reverts_with(table: str) -> None:
    """Nobody can tell any more whether five, four and a six, or four and a seven, made fifteen."""
    house = HOUSES["claims-of-a-matta-that-reverts-with-the-packet"]
    before = position(
        house,
        table=table,
        hand="4s",
        hands={0: ""},
        turn=1,
        stock="Rd Rc Rs Rb Cd Cc",
        wild_rank=Rank.SIX,
    )
    deal, state = before.play(Play.parse("4s")), referee.act(state_of(before), ("play", "4s", ()))
    agree_on_position(deal, state)
    assert deal.wild_rank is None
    assert not deal.is_claimable
