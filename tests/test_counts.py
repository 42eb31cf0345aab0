"""Counts and exact figures that anybody can work out (`vectors/perft.md`, `reading` 0.4)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING

import pytest

from scopa import (
    VARIANTS,
    Capture,
    Card,
    CardSet,
    Complement,
    Deal,
    Dealing,
    Prime,
    Rank,
    RedealRequired,
    Seating,
    Suit,
    captures,
)
from scopa.events import OpeningTaken
from scopa.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scopa import Pack, Variant
    from scopa.scoring import Meter

pytestmark = pytest.mark.unmeasured

SCOPA, CICERA, ESCOPA = (VARIANTS[name] for name in ("scopa", "cicera-bresciana", "escopa-15"))
SCOPONE = SCOPA.derive(
    id="x-scopone", seatings=(Seating.pairs(),), dealing=Dealing(hand=9, refill=None)
)
SCIENTIFICO = SCOPONE.derive(
    id="x-scientifico", dealing=Dealing(hand=10, table=0, refill=None), redeals=()
)
FIFTEEN = SCOPA.derive(id="x-fifteen", capture=Capture((Complement(15),)), redeals=())


# --- Sequences of moves ----------------------------------------------------------------------


def sequences(deal: Deal, depth: int) -> int:
    """How many sequences of so many moves there are, every one of them played."""
    if depth == 1:
        return len(deal.legal_moves)
    return sum(sequences(deal.play_unchecked(move), depth - 1) for move in deal.legal_moves)


def merged(deal: Deal) -> tuple[list[int], int]:
    """The same for every depth to the end of the deal, and how many positions there are.

    Positions with the same hands, table and stock are taken together: what was captured before
    changes no move. It holds where each position can be told so, that is, without claims.
    """
    layer: dict[object, tuple[Deal, int]] = {None: (deal, 1)}
    counts: list[int] = []
    positions = 0
    while not deal.is_over:
        following: dict[object, tuple[Deal, int]] = {}
        for before, number in layer.values():
            for move in before.legal_moves:
                deal = before.play(move)
                place = deal.hands, deal.table, deal.stock
                following[place] = deal, number + following.get(place, (deal, 0))[1]
        layer = following
        counts.append(sum(number for _, number in layer.values()))
        positions += len(layer)
    return counts, positions


def sorted_deal(variant: Variant, seating: Seating | None = None) -> Deal:
    """The pack in canonical order, dealt by the last seat."""
    return Deal.start(variant, variant.pack.cards, seating=seating)


def generated_deck(pack: Pack, seed: int) -> list[Card]:
    """The deck ``lcg seed``: Fisher-Yates from the back with a linear congruential generator."""
    deck, state = list(pack.cards), seed
    for place in range(len(deck) - 1, 0, -1):
        state = (1103515245 * state + 12345) % 2**31
        other = (state >> 16) % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


SORTED_TO_12 = [3, 9, 18, 36, 38, 44, 132, 402, 810, 1628, 1628, 1628]
GENERATED_TO_12 = [3, 10, 20, 40, 40, 40, 120, 360, 726, 1515, 1562, 1738]


@pytest.mark.parametrize(("depth", "number"), [*enumerate(SORTED_TO_12, start=1)])
def test_scopa_for_two_sorted(depth: int, number: int) -> None:
    assert sequences(sorted_deal(SCOPA), depth) == number


@pytest.mark.parametrize(("depth", "number"), [*enumerate(GENERATED_TO_12, start=1)])
def test_scopa_for_two_generated(depth: int, number: int) -> None:
    assert sequences(Deal.start(SCOPA, generated_deck(SCOPA.pack, 1)), depth) == number


def test_scopa_for_two_sorted_to_the_end() -> None:
    counts, positions = merged(sorted_deal(SCOPA))
    assert counts[:12] == SORTED_TO_12
    assert (counts[17], counts[23], counts[29]) == (58_608, 2_276_100, 191_515_824)
    assert (len(counts), counts[-1]) == (36, 8_044_021_692)
    assert positions == 12_607


def test_scopa_for_two_generated_to_the_eighteenth() -> None:
    counts, _ = merged(Deal.start(SCOPA, generated_deck(SCOPA.pack, 1)))
    assert counts[:12] == GENERATED_TO_12
    assert counts[17] == 68_358


@pytest.mark.slow
def test_scopa_for_three_sorted_to_the_end() -> None:
    counts, _ = merged(sorted_deal(SCOPA, Seating.singles(3)))
    assert counts[:6] == [3, 9, 27, 54, 110, 223]
    assert (len(counts), counts[-1]) == (36, 6_077_279_921)


@pytest.mark.parametrize(
    ("variant", "numbers"),
    [
        pytest.param(SCOPONE, [9, 81, 729, 6_577, 53_112, 433_072], id="scopone-9-4"),
        pytest.param(SCIENTIFICO, [10, 100, 1_000, 10_000, 91_440, 842_032], id="scopone-10-0"),
        pytest.param(CICERA, [15, 234, 3_827, 65_958, 1_051_548], id="cicera-bresciana"),
        pytest.param(ESCOPA, [4, 22, 97, 449, 1_382, 3_956, 24_172], id="escopa-15"),
    ],
)
def test_other_games_sorted(variant: Variant, numbers: Sequence[int]) -> None:
    found = [sequences(sorted_deal(variant), depth) for depth in range(1, len(numbers) + 1)]
    assert found == numbers


# --- Opening tables --------------------------------------------------------------------------


def tables_of_ranks(ranks: Iterable[Rank], size: int) -> Iterator[tuple[Counter[Rank], int]]:
    """The tables of so many cards by their ranks, and how many tables each stands for."""
    for table in combinations_with_replacement(list(ranks), size):
        counted = Counter(table)
        if max(counted.values(), default=0) <= 4:
            yield counted, prod(comb(4, number) for number in counted.values())


def some_cards(counted: Counter[Rank], without: Iterable[Card] = ()) -> list[Card]:
    """Cards of these ranks, of the first suits there are."""
    used = set(without)
    free = {rank: [c for s in Suit if (c := Card(rank, s)) not in used] for rank in counted}
    return [card for rank, number in counted.items() for card in free[rank][:number]]


def some_card(rank: Rank, without: Iterable[Card]) -> Card:
    """A card of a rank."""
    return some_cards(Counter([rank]), without)[0]


def deck_with(pack: Pack, *laid: Card) -> list[Card]:
    """A deck for two that lays these cards on the table, four at first."""
    rest = [card for card in pack.cards if card not in laid]
    return [*rest[:6], *laid, *rest[6:]]


def test_openings_that_are_void() -> None:
    """Three or four kings: 145 of 91,390 (S0.6)."""
    void = every = 0
    for counted, ways in tables_of_ranks(SCOPA.pack.ranks, 4):
        every += ways
        try:
            Deal.start(SCOPA, deck_with(SCOPA.pack, *some_cards(counted)))
        except RedealRequired:
            void += ways
    assert (void, every) == (145, 91_390)


def test_openings_the_dealer_takes() -> None:
    """Four cards of 15, two pairs of 15; and both lays (S3.14, S3.15)."""
    found: Counter[int] = Counter()
    both = 0
    for counted, ways in tables_of_ranks(ESCOPA.pack.ranks, 4):
        first = some_cards(counted)
        if not lays_taken(first):
            continue
        found[sum(ESCOPA.pack.value(card.rank) or 0 for card in first)] += ways
        for again, _ in tables_of_ranks(ESCOPA.pack.ranks, 4):
            if all(counted[rank] + number <= 4 for rank, number in again.items()):
                free = prod(comb(4 - counted[rank], n) for rank, n in again.items())
                both += ways * free * (lays_taken(first + some_cards(again, first)) == 2)
    assert found == {15: 3_120, 30: 876}
    assert float(Fraction(both, 91_390 * comb(36, 4))) == pytest.approx(0.001821246, abs=5e-10)


def lays_taken(laid: list[Card]) -> int:
    """How often the dealer takes the table."""
    _, events = Deal.open(ESCOPA, deck_with(ESCOPA.pack, *laid))
    return len([event for event in events if isinstance(event, OpeningTaken)])


def test_the_first_play_of_two_player_scopa() -> None:
    """Averaged over all tables that are kept and all hands of three."""
    tables, moves, cards = 0, 0, 0
    hands, sweeping = Fraction(0), Fraction(0)
    for counted, ways in tables_of_ranks(SCOPA.pack.ranks, 4):
        if counted[Rank.KING] >= 3:
            continue
        table = CardSet(some_cards(counted))
        found = {
            rank: captures(SCOPA.capture, SCOPA.pack, some_card(rank, table), table)
            for rank in SCOPA.pack.ranks
            if counted[rank] < 4
        }
        takings = [found[card.rank] for card in SCOPA.pack.cards if card not in table]
        capturing = sum(map(bool, takings))
        clearing = sum(table in taking for taking in takings)
        tables += ways
        moves += ways * sum(max(1, len(taking)) for taking in takings)
        cards += ways * capturing
        hands += ways * (1 - Fraction(comb(36 - capturing, 3), comb(36, 3)))
        sweeping += ways * (1 - Fraction(comb(36 - clearing, 3), comb(36, 3)))
    assert tables == 91_390 - 145
    assert Fraction(moves * 3, tables * 36) == Fraction(893_791, 273_735)
    assert float(Fraction(cards, tables * 36)) == pytest.approx(0.505649625, abs=5e-10)
    assert float(hands / tables) == pytest.approx(0.833223385, abs=5e-10)
    assert float(sweeping / tables) == pytest.approx(0.005092885, abs=5e-10)


# --- Primiera --------------------------------------------------------------------------------


def test_the_totals_a_primiera_can_have() -> None:
    """One card of each suit, in every way."""
    measure = Prime().meter(SCOPA.pack)
    suits = [[card for card in SCOPA.pack.cards if card.suit is suit] for suit in Suit]
    totals = {measure(CardSet(cards)._bits) for cards in product(*suits)}
    assert totals == set(range(40, 85)) - {41, 80, 82, 83}
    assert len(totals) == 41


def test_the_splits_with_equal_primiera() -> None:
    """All 2^40 ways of giving the pack to two sides, suit by suit."""
    measure = Prime(missing="partial").meter(SCOPA.pack)
    ahead = Counter({0: 1})
    for suit in Suit:
        leads = Counter(suit_leads(SCOPA.pack, suit, measure))
        ahead = sum_of(ahead, leads)
    assert ahead[0] == 73_073_653_318


def suit_leads(pack: Pack, suit: Suit, measure: Meter) -> Iterator[int]:
    """By how much the first side leads in a suit, for each way to split it that leaves both one."""
    whole = CardSet(card for card in pack.cards if card.suit is suit)
    for number in range(1, len(whole)):
        for own in map(CardSet, combinations(whole, number)):
            mine, other = measure(own._bits), measure((whole - own)._bits)
            assert isinstance(mine, int)
            assert isinstance(other, int)
            yield mine - other


def sum_of(one: Counter[int], other: Counter[int]) -> Counter[int]:
    """How often each sum of two numbers comes out."""
    sums: Counter[int] = Counter()
    for (a, times), (b, more) in product(one.items(), other.items()):
        sums[a + b] += times * more
    return sums


# --- The largest tables and the most captures ------------------------------------------------


def number_of_captures(variant: Variant, rank: Rank, table: Counter[Rank]) -> int:
    """How many captures a card of a rank has."""
    cards = some_cards(table)
    card = some_card(rank, cards)
    return len(captures(variant.capture, variant.pack, card, CardSet(cards)))


def scopa_tables() -> Iterator[tuple[Counter[Rank], set[Rank]]]:
    """What of an opening table may still lie there, and the ranks that can have joined it.

    A card joins only where it takes nothing: no equal card lies there, and no sum of its value. Of
    what joined, the higher can have come first, so that only the opening cards can make that sum.
    """
    for size in range(5):
        for opening, _ in tables_of_ranks(SCOPA.pack.ranks, size):
            if opening[Rank.KING] >= 3:  # void (S0.6)
                continue
            others = [rank for rank in SCOPA.pack.ranks if opening[rank] < 4]
            yield opening, {r for r in others if not number_of_captures(SCOPA, r, opening)}


def test_the_largest_table_and_the_most_captures_of_scopa() -> None:
    largest = most = 0
    for opening, joined in scopa_tables():
        largest = max(largest, opening.total() + len(joined))
        for rank in set(SCOPA.pack.ranks) - set(opening):
            table = opening + Counter(joined - {rank})
            most = max(most, number_of_captures(SCOPA, rank, table))
    assert (largest, most) == (13, 25)


def test_a_deal_with_the_largest_table_of_scopa() -> None:
    """On four sixes the other nine ranks are laid, from the king down."""
    deal = laid_down(SCOPA, "Rd Cd Fd 7d 5d 4d 6d 6c 6s 6b 3d 2d Ad", 9)
    assert len(deal.table) == 13


def test_a_deal_with_the_most_captures_of_scopa() -> None:
    """On four threes 8, 7, 5, 4, 2, 1 are laid; then a king is played."""
    deal = laid_down(SCOPA, "Fd 7d 5d 4d 2d Ad 3d 3c 3s 3b Rd", 6)
    assert len([move for move in deal.legal_moves if str(move).startswith("Rdx")]) == 25


def laid_down(variant: Variant, deck: str, number: int) -> Deal:
    """The deal after so many cards were laid down, none of which could take any."""
    first = [Card.parse(text) for text in deck.split()]
    rest = [card for card in variant.pack.cards if card not in first]
    deal = Deal.start(variant, [*first, *rest])
    dealt = [card for card in first if card not in deal.table]
    for card in dealt[:number]:
        (move,) = (move for move in deal.legal_moves if str(move).startswith(str(card)))
        assert str(move) == str(card)
        deal = deal.play(move)
    return deal


def fifteen_tables() -> Iterator[Counter[Rank]]:
    """The tables of a compulsory fifteen game, those that are part of another left out.

    A set of cards that makes fifteen with the last of them can only be one of opening cards.
    """
    for size in range(5):
        for opening, _ in tables_of_ranks(FIFTEEN.pack.ranks, size):
            barred = {15 - made for made in sums_of(opening)}
            if size == 0 or 15 in sums_of(opening):
                yield from (opening + joined for joined in without_sums(barred, opening))


def sums_of(table: Counter[Rank]) -> set[int]:
    """What sets of these cards total, the empty one too."""
    sums = {0}
    for card in table.elements():
        sums |= {made + (FIFTEEN.pack.value(card) or 0) for made in sums}
    return sums


def without_sums(barred: set[int], opening: Counter[Rank]) -> list[Counter[Rank]]:
    """The largest collections of further cards no set of which has a barred total."""
    found: list[tuple[Counter[Rank], set[int]]] = [(Counter(), {0})]
    for rank in reversed(FIFTEEN.pack.ranks):
        worth = FIFTEEN.pack.value(rank) or 0
        for copies in range(4 - opening[rank]):
            found += [
                (cards + Counter([rank]), sums | more)
                for cards, sums in found
                if cards[rank] == copies and not (more := {s + worth for s in sums}) & barred
            ]
    return [cards for cards, sums in found if is_full(cards + opening, sums, barred)]


def is_full(cards: Counter[Rank], sums: set[int], barred: set[int]) -> bool:
    """Whether no further card can join."""
    return all(
        cards[rank] == 4 or {made + (FIFTEEN.pack.value(rank) or 0) for made in sums} & barred
        for rank in FIFTEEN.pack.ranks
    )


def test_the_largest_table_and_the_most_captures_of_compulsory_fifteen() -> None:
    largest = most = 0
    for table in fifteen_tables():
        largest = max(largest, table.total())
        for rank in FIFTEEN.pack.ranks:
            if table[rank] < 4:
                most = max(most, number_of_captures(FIFTEEN, rank, table))
    assert (largest, most) == (20, 324)


def test_a_deal_with_the_largest_table_and_the_most_captures_of_compulsory_fifteen() -> None:
    """All twenty even cards are laid; then an ace is played."""
    evens = " ".join(f"{rank}{suit}" for suit in "dcsb" for rank in "246FR")
    deal = laid_down(FIFTEEN, f"{evens} Ad Ac", 16)
    assert len(deal.table) == 20
    assert len([move for move in deal.legal_moves if str(move).startswith("Adx")]) == 324


def captures_from_all(variant: Variant, card: Card) -> int:
    """How many captures a card has when all the others lie on the table."""
    others = CardSet(other for other in variant.pack.cards if other is not card)
    return len(captures(variant.capture, variant.pack, card, others))


def test_the_most_captures_of_cicera() -> None:
    assert max(captures_from_all(CICERA, card) for card in CICERA.pack.cards) == 1_701
    assert captures_from_all(CICERA, Card.parse("Td")) == 1_701


def test_the_most_captures_of_escopa_by_value() -> None:
    coins = ESCOPA.pack.cards[:10]
    assert [ESCOPA.pack.value(card.rank) for card in coins] == list(range(1, 11))
    expected = [6_405, 4_884, 3_545, 2_444, 1_603, 1_000, 597, 344, 190, 100]
    assert [captures_from_all(ESCOPA, card) for card in coins] == expected


def scopa_pairs(card: Card) -> int:
    """The captures of a card with and without its equals on the table."""
    others = CardSet(other for other in SCOPA.pack.cards if other is not card)
    equals = CardSet(other for other in others if other.rank is card.rank)
    return sum(
        len(captures(SCOPA.capture, SCOPA.pack, card, table)) for table in (equals, others - equals)
    )


@pytest.mark.parametrize(
    ("variant", "number"), [(SCOPA, 16_200), (CICERA, 16_248), (ESCOPA, 84_488)], ids=str
)
def test_how_many_plays_a_game_can_see(variant: Variant, number: int) -> None:
    """All pairs of a card and what it takes; laying it down is one of them."""
    cards = variant.pack.cards
    found = [scopa_pairs(c) if variant is SCOPA else captures_from_all(variant, c) for c in cards]
    assert sum(found) + len(cards) == number


# --- The shuffle -----------------------------------------------------------------------------


def test_the_shuffle_is_fair() -> None:
    """Where each card lands, over many seeds: chi-square near its 39 degrees of freedom (F48)."""
    seeds = 6_000
    landed = {card: Counter[int]() for card in SCOPA.pack.cards}
    for seed in range(seeds):
        for place, card in enumerate(Stream(seed, "deal 0").shuffled(SCOPA.pack.cards)):
            landed[card][place] += 1
    expected = seeds / 40
    chis = [
        sum((counted[place] - expected) ** 2 / expected for place in range(40))
        for counted in landed.values()
    ]
    # The mean of forty such figures has a standard deviation of 1.4, a single one of 8.8.
    assert sum(chis) / 40 == pytest.approx(39, abs=4.2)
    assert min(chis) > 39 - 3 * 8.8
    assert max(chis) < 39 + 4 * 8.8
