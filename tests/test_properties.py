"""What must hold of every position, deal, score and match (`axes` 3.4), whatever is played."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa import (
    ITALIAN_40,
    VARIANTS,
    Card,
    CardSet,
    Claim,
    Complement,
    Deal,
    Declare,
    Echo,
    Equal,
    Holds,
    IllegalMoveError,
    Majority,
    Match,
    Pairs,
    Play,
    Prime,
    Rank,
    RankCount,
    Run,
    SameSuit,
    Seating,
    Suit,
    Sum,
    TookAtLeast,
    Total,
    Variant,
    audit,
    audit_cards,
    captures,
)
from scopa.capture import values_of
from scopa.documents import FOURSOME_VALUES
from scopa.events import BonusScored, Remainder, Swept
from scopa.scoring import CLASSIC_SCALE
from tests.strategies import (
    CATALOGUE,
    Table,
    chosen,
    decks,
    ended,
    examples,
    piles,
    plays,
    positions,
    tables,
    tables_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scopa import Move, Step
    from scopa.capture import Family

pytestmark = pytest.mark.unmeasured

SCOPA, CICERA, ESCOPA = (VARIANTS[name] for name in ("scopa", "cicera-bresciana", "escopa-15"))


def each_variant(fits: Callable[[Variant], bool] = lambda _: True) -> pytest.MarkDecorator:
    """Run a test for each variant of the catalogue that fits, of which there must be some."""
    games = [name for name, variant in VARIANTS.items() if fits(variant)]
    assert games
    return pytest.mark.parametrize("game", games)


def is_plain(variant: Variant) -> bool:
    """No card with a power of its own."""
    return variant.capture.sweeper is None and variant.wild is None


def is_fifteen(variant: Variant) -> bool:
    """Every capture makes fifteen with the played card, and nothing else takes cards."""
    return is_plain(variant) and variant.capture.families == (Complement(15),)


def takes_equal_first(variant: Variant) -> bool:
    """An equal card on the table forbids every other capture."""
    families = variant.capture.families
    return Equal() in families and all(
        isinstance(family, Equal) or family.yields_to_equal for family in families
    )


def every_card(deal: Deal) -> list[Card]:
    """All cards, wherever they lie."""
    return list(chain(*deal.hands, deal.table, deal.stock, *deal.piles))


def value(variant: Variant, card: Card) -> int:
    """What a card captures for; a court without a value is nothing."""
    return variant.pack.value(card.rank) or 0


def subsets(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every set of these cards, the empty one first."""
    own = tuple(cards)
    return chain.from_iterable(combinations(own, number) for number in range(len(own) + 1))


# --- 1 to 4: cards and captures --------------------------------------------------------------


@each_variant()
@examples(3)
@given(st.data())
def test_1_every_card_is_somewhere_once(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    steps = data.draw(plays(table))
    for deal in (steps[0].before, *(step.after for step in steps)):
        assert sorted(every_card(deal)) == sorted(table.variant.pack.cards)


@each_variant(is_plain)
@examples(3)
@given(st.data())
def test_2_the_captures_are_those_of_brute_force(game: str, data: st.DataObject) -> None:
    variant = data.draw(tables(game)).variant
    card, *table = data.draw(decks(variant.pack))[: 1 + data.draw(st.integers(0, 9))]
    found = captures(variant.capture, variant.pack, card, CardSet(table))
    offers = [set(offered(variant, family, card, table)) for family in variant.capture.families]
    every = [taken for taken in subsets(sorted(table)) if any(taken in own for own in offers)]
    assert [tuple(taken) for taken in found] == every


def offered(
    variant: Variant, family: Family, card: Card, table: Sequence[Card]
) -> list[tuple[Card, ...]]:
    """What one family offers, every set of cards on the table being tried."""
    worths = {other: variant.pack.value(other.rank) for other in (card, *table)}
    equals = [other for other in table if other.rank is card.rank]
    if isinstance(family, Equal):
        return [(other,) for other in equals]
    if worths[card] is None or (family.yields_to_equal and equals):
        return []
    numbers = [other for other in sorted(table) if worths[other] is not None]
    own, least = worths[card] or 0, 1
    wanted = family.total - own if isinstance(family, Complement) else own
    if isinstance(family, Sum):
        least = 2
    made = [
        taken
        for taken in subsets(numbers)
        if least <= len(taken) <= (family.at_most or 99)
        and sum(worths[other] or 0 for other in taken) == wanted
    ]
    fewest = min(map(len, made), default=0)
    return [taken for taken in made if len(taken) == fewest or not family.fewest]


@each_variant()
@examples(3)
@given(st.data())
def test_3_laying_down_is_legal_where_nothing_is_taken_or_capture_is_free(
    game: str, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    free, sweeper = not table.variant.capture.compulsory, table.variant.capture.sweeper
    banks = sweeper is not None and sweeper.on_cards == "kept"
    for deal in (step.before for step in data.draw(plays(table))):
        made = [move for move in deal.legal_moves if isinstance(move, Play)]
        for card in {move.card for move in made}:
            takings = {move.taken for move in made if move.card is card}
            banked = sweeper is not None and card.rank is sweeper.rank and banks
            assert (CardSet() in takings) == (free or banked or takings == {CardSet()})


@each_variant(lambda variant: is_plain(variant) and takes_equal_first(variant))
@examples(3)
@given(st.data())
def test_4_an_equal_card_on_the_table_is_all_that_can_be_taken(
    game: str, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    for deal in (step.before for step in data.draw(plays(table))):
        for move in deal.legal_moves:
            assert isinstance(move, Play)
            if move.taken and any(card.rank is move.card.rank for card in deal.table):
                assert [card.rank for card in move.taken] == [move.card.rank]


# --- 5 to 8: what happens in a deal ----------------------------------------------------------


@each_variant(is_fifteen)
@examples(3)
@given(st.data())
def test_5_what_fifteen_games_leave(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    steps = data.draw(plays(table))
    for deal in (step.before for step in steps):
        outside = chain(*deal.hands, deal.table, deal.stock)
        assert sum(value(table.variant, card) for card in outside) % 15 == 10
        assert audit(deal).passes
    last = steps[-1]
    left = last.after.table or CardSet(remainder_of(last))
    assert left
    assert sum(value(table.variant, card) for card in left) % 15 == 10
    assert audit_cards(table.variant, left).passes
    assert not any(isinstance(event, Swept) for event in last.events)


def remainder_of(step: Step) -> tuple[Card, ...]:
    """The cards collected after the last move."""
    return next((event.cards for event in step.events if isinstance(event, Remainder)), ())


@each_variant(lambda v: is_plain(v) and takes_equal_first(v) and v.capture.compulsory)
@examples(3)
@given(st.data())
def test_6_two_equal_cards_on_the_table_came_from_the_opening(
    game: str, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    steps = data.draw(plays(table))
    opening = steps[0].before.table
    for deal in (step.after for step in steps):
        for one, other in combinations(deal.table, 2):
            if one.rank is other.rank:
                assert {one, other} <= opening


@each_variant(lambda variant: variant.capture.compulsory)
@examples(3)
@given(st.data())
def test_7_somebody_captures_where_capture_is_compulsory(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    end = data.draw(plays(table))[-1].after
    assert end.last_taker is not None
    assert not end.table


@pytest.mark.parametrize(
    "table", tables_of(*(v for v in VARIANTS.values() if not v.capture.compulsory)), ids=str
)
def test_7_nobody_need_capture_where_capture_is_free(table: Table) -> None:
    """Everybody lays down every card: no awards, and the cards are nobody's (S2.17)."""
    deal = Deal.start(table.variant, table.variant.pack.cards, seating=table.seating)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
    assert deal.last_taker is None
    assert deal.table == table.variant.pack.card_set
    assert deal.score().points == (0,) * len(table.seating.sides)


@each_variant(lambda v: is_plain(v) and v.sweep.exactly is None)
@examples(3)
@given(st.data())
def test_8_a_sweep_is_a_capture_that_clears_the_table(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    last_counts = table.variant.sweep.on_last_play
    for step in data.draw(plays(table)):
        cleared = isinstance(step.move, Play) and step.before.table == step.move.taken != set()
        expected = cleared and (last_counts or not step.after.is_over)
        assert [type(e) for e in step.events].count(Swept) == expected
        assert sum(step.after.sweeps) - sum(step.before.sweeps) == expected


# --- 9 to 12: what captures and piles are worth ----------------------------------------------


def is_cicera(variant: Variant) -> bool:
    """The three bonuses of S2, one point each."""
    return variant.bonuses == (Echo(), SameSuit(), TookAtLeast(3))


@each_variant(is_cicera)
@examples(3)
@given(st.data())
def test_9_the_bonuses_of_a_cicera_capture(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    for step in data.draw(plays(table)):
        bonuses = {event.bonus for event in step.events if isinstance(event, BonusScored)}
        swept = any(isinstance(event, Swept) for event in step.events)
        assert len(bonuses) + swept <= 3
        if "picada" in bonuses:
            assert bonuses == {"picada"}
        taken = CardSet() if isinstance(step.move, Declare) else step.move.taken
        if "simili" in bonuses:
            assert len(taken) >= 2
        if "cuatriglia" in bonuses:
            assert len(taken) >= 3


@each_variant()
@examples(3)
@given(st.data())
def test_10_a_majority_gives_no_more_than_its_points(game: str, data: st.DataObject) -> None:
    table, own = data.draw(tables_with_piles(game))
    score = ended(table, own).score()
    for award in table.variant.awards:
        if isinstance(award, Majority):
            points = [line.points for line in score.lines if line.award == award.id]
            assert sum(points) <= max(award.points, award.tie_points * len(own))
            assert set(points) <= {0, award.points, award.tie_points}


@st.composite
def tables_with_piles(draw: st.DrawFn, game: str) -> tuple[Table, tuple[CardSet, ...]]:
    """A table of a game, and all cards divided among its sides."""
    table = draw(tables(game))
    return table, draw(piles(table.variant.pack.cards, len(table.seating.sides)))


@each_variant()
@examples(3)
@given(st.data())
def test_10_suits_that_score_nothing_may_change_their_names(game: str, data: st.DataObject) -> None:
    table, own = data.draw(tables_with_piles(game))
    mute = [suit for suit in Suit if suit not in scoring_suits(table.variant)]
    renamed = dict(zip(mute, data.draw(st.permutations(mute)), strict=True))
    other = [CardSet(Card(c.rank, renamed.get(c.suit, c.suit)) for c in pile) for pile in own]
    assert ended(table, other).score().points == ended(table, own).score().points


def scoring_suits(variant: Variant) -> set[Suit]:
    """The suits that an award names, unless it names all four alike."""
    suits: set[Suit] = set()
    for award in variant.awards:
        if isinstance(award, Majority):
            suits |= {kind.suit for kind in award.of if kind.suit is not None}
        elif isinstance(award, Run):
            suits.add(award.suit)
        elif isinstance(award, Holds) and not is_whole_rank(award.cards):
            suits |= {card.suit for card in award.cards}
    return suits


def is_whole_rank(cards: CardSet) -> bool:
    """Four of a kind: no suit is named by itself."""
    return len(cards) == 4 and len({card.rank for card in cards}) == 1


@each_variant()
@examples(3)
@given(st.data())
def test_10_sides_that_change_places_change_their_points(game: str, data: st.DataObject) -> None:
    table, own = data.draw(tables_with_piles(game))
    order = data.draw(st.permutations(range(len(own))))
    points = ended(table, own).score().points
    moved = ended(table, [own[side] for side in order]).score().points
    assert moved == tuple(points[side] for side in order)


@examples(200)
@given(st.data())
def test_11_what_a_primiera_is(data: st.DataObject) -> None:
    """None without a suit, 40 to 84 with all four; another card never lowers it."""
    own = data.draw(piles(ITALIAN_40.cards, 4))[0]
    total = primiera(own)
    if {card.suit for card in own} < set(Suit):
        assert total is None
    else:
        assert total in range(40, 85)
    for card in ITALIAN_40.cards:
        assert (primiera(own | {card}) or 0) >= (total or 0)


@examples(60)
@given(st.data())
def test_11_no_primiera_without_a_suit_is_ever_the_best(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(tables_of(SCOPA)))
    own = data.draw(piles(SCOPA.pack.cards, len(table.seating.sides)))
    for line in ended(table, own).score().lines:
        if line.award == "primiera":
            assert line.figures[line.side] == primiera(own[line.side])
        if line.award == "primiera" and line.points:
            assert {card.suit for card in own[line.side]} == set(Suit)


def primiera(pile: CardSet) -> int | None:
    """The total of a pile by the library."""
    total = Prime().meter(ITALIAN_40)(pile._bits)
    assert total is None or isinstance(total, int)
    return total


@examples(120)
@given(st.data())
def test_12_a_run_is_nothing_or_three_and_more_and_only_one_side_has_it(
    data: st.DataObject,
) -> None:
    table = data.draw(st.sampled_from(RUNNING))
    pack, sides = table.variant.pack, len(table.seating.sides)
    own = data.draw(piles(pack.cards, sides))
    # Most piles hold no run: let one side have the first cards of a suit.
    suit, length = data.draw(st.sampled_from(list(Suit))), data.draw(st.integers(0, 13))
    first = CardSet(Card(rank, suit) for rank in pack.ranks[:length])
    own = (own[0] | first, *(pile - first for pile in own[1:]))
    score = ended(table, own).score()
    for award in table.variant.awards:
        if isinstance(award, Run):
            lengths = [line.points for line in score.lines if line.award == award.id]
            assert all(points == 0 or points >= 3 for points in lengths)
            assert sum(map(bool, lengths)) <= 1
            assert max(lengths) <= (award.cap or len(pack.ranks))


RUNNING = [
    *(t for t in CATALOGUE if any(isinstance(award, Run) for award in t.variant.awards)),
    *tables_of(SCOPA.derive(awards=(Run(Suit.COINS), Run(Suit.CUPS, cap=6, id="cups")))),
]


# --- 13 and 14: matches ----------------------------------------------------------------------


def played(match: Match, numbers: Sequence[int]) -> Iterator[Match]:
    """A match move by move, its moves chosen by numbers used again and again.

    It goes on until it is over; where nobody cares to score, for twenty deals.
    """
    while match.outcome is None and len(match.scores) < 20:
        match = match.play(chosen(match.deal, numbers[match.deal.ply % len(numbers)]).move)
        yield match


some_numbers = st.lists(st.integers(0, 191), min_size=1, max_size=50)


@each_variant()
@examples(3)
@given(st.data())
def test_13_a_match_is_decided_after_a_whole_deal_by_a_sole_leader(
    game: str, data: st.DataObject
) -> None:
    table, numbers = data.draw(tables(game)), data.draw(some_numbers)
    match = Match.new(table.variant, seed=data.draw(st.integers()), seating=table.seating)
    for after in played(match, numbers):
        whole = after.deal.ply == 0 or after.deal.is_over
        assert whole == (len(after.scores) > len(match.scores))
        if after.outcome is not None:
            assert after.deal.is_over
            assert after.outcome.totals == after.totals
        match = after
    if match.outcome is None:  # nobody cared to score
        return
    rules, winner = table.variant.match, match.outcome.winner
    if rules.tie == "play_on":
        assert winner is not None
    if winner is not None and not rules.instant:
        best = min(match.totals) if rules.lowest_wins else max(match.totals)
        level = [side for side, total in enumerate(match.totals) if total == best]
        assert winner in level
        assert len(level) == 1 or rules.tie != "play_on"
    with pytest.raises(IllegalMoveError):
        match.play(Play(table.variant.pack.cards[0]))


@each_variant(lambda variant: variant.match.target is not None)
@examples(3)
@given(st.data())
def test_13_a_longer_match_goes_the_same_way(game: str, data: st.DataObject) -> None:
    """Where a shorter match is decided, the longer one has the same totals, and goes on."""
    table = data.draw(tables(game))
    numbers, seed = data.draw(some_numbers), data.draw(st.integers())
    target = data.draw(st.integers(1, 15))
    short, long = (
        Match.new(table.variant, seed=seed, seating=table.seating, target=points)
        for points in (target, target + data.draw(st.integers(1, 15)))
    )
    for after, longer in zip(played(short, numbers), played(long, numbers), strict=False):
        assert (after.totals, after.scores) == (longer.totals, longer.scores)
        if after.outcome is not None and longer.outcome is not None:
            assert longer.outcome.winner == after.outcome.winner
        elif after.outcome is None:
            assert longer.outcome is None


@each_variant()
@examples(3)
@given(st.data())
def test_14_the_same_seed_and_moves_give_the_same_match(game: str, data: st.DataObject) -> None:
    table, numbers, seed = (
        data.draw(tables(game)),
        data.draw(some_numbers),
        data.draw(st.integers()),
    )
    once, again = (
        list(played(Match.new(table.variant, seed=seed, seating=table.seating), numbers))
        for _ in range(2)
    )
    assert once == again
    assert once[-1].record() == again[-1].record()
    assert pickle.dumps(once[-1]) == pickle.dumps(again[-1])
    assert Match.replay(once[-1].record()) == once[-1]


# --- Every state is a value ------------------------------------------------------------------


@each_variant()
@examples(3)
@given(st.data())
def test_every_state_can_be_hashed_pickled_and_rebuilt(game: str, data: st.DataObject) -> None:
    table = data.draw(tables(game))
    steps = data.draw(plays(table))
    for deal in (steps[0].before, *(step.after for step in steps)):
        rebuilt = Deal.from_setup(deal.setup())
        assert rebuilt == deal
        assert hash(rebuilt) == hash(deal)
        assert rebuilt.legal_moves == deal.legal_moves
        thawed = pickle.loads(pickle.dumps(deal))  # noqa: S301 - our own bytes
        assert thawed == deal
        assert hash(thawed) == hash(deal)
        assert thawed.score() == deal.score()


@each_variant()
@examples(3)
@given(st.data())
def test_states_differ_where_play_goes_on(game: str, data: st.DataObject) -> None:
    steps = data.draw(plays(data.draw(tables(game))))
    assert len({steps[0].before, *(step.after for step in steps)}) == len(steps) + 1


@each_variant()
@examples(3)
@given(st.data())
def test_play_leaves_its_receiver_as_it_was(game: str, data: st.DataObject) -> None:
    """Also when every move was made from it (F51)."""
    deal = data.draw(positions(data.draw(tables(game))))
    setup, number = deal.setup(), hash(deal)
    moves = deal.legal_moves
    children = [deal.play(move) for move in moves]
    assert deal.setup() == setup
    assert hash(deal) == number
    assert deal.legal_moves == moves
    if not any(child.is_over for child in children):  # at the end all cards may go one way
        assert len(set(children)) == len(moves)


@each_variant()
@examples(3)
@given(st.data())
def test_checked_and_unchecked_play_and_steps_lead_to_the_same_state(
    game: str, data: st.DataObject
) -> None:
    deal = data.draw(positions(data.draw(tables(game))))
    for move in deal.legal_moves:
        after = deal.play(move)
        assert deal.play_unchecked(move) == after
        step = deal.step(move)
        assert (step.before, step.move, step.after) == (deal, move, after)


# --- What is legal ---------------------------------------------------------------------------


@each_variant()
@examples(3)
@given(st.data())
def test_legal_moves_are_in_order_and_end_with_the_deal(game: str, data: st.DataObject) -> None:
    steps = data.draw(plays(data.draw(tables(game))))
    for deal in (step.before for step in steps):
        assert not deal.is_over
        places = [place(move) for move in deal.legal_moves]
        assert places
        assert places == sorted(set(places))
    assert steps[-1].after.is_over
    assert steps[-1].after.legal_moves == ()


def place(move: Move) -> tuple[int, ...]:
    """Where a move stands: claims, declarations, plays; by card, cards taken, laying down last."""
    if isinstance(move, Declare):
        return 1, move.wild or 0
    taken = [len(move.taken), *(card.index for card in move.taken)]
    if isinstance(move, Claim):
        return 0, *taken
    return 2, move.card.index, *(taken if move.taken else [99])


@each_variant()
@examples(3)
@given(st.data())
def test_a_move_is_legal_exactly_when_it_is_among_the_legal_moves(
    game: str, data: st.DataObject
) -> None:
    """Every card of the pack with every set of six table cards, and some that no table has."""
    deal = data.draw(positions(data.draw(tables(game))))
    legal = set(deal.legal_moves)
    assert all(deal.is_legal(move) for move in legal)
    for move in imaginable(deal, data.draw(st.permutations(list(deal.table)))[:6]):
        assert deal.is_legal(move) == (move in legal)


@each_variant()
@examples(3)
@given(st.data())
def test_a_move_is_refused_with_a_reason_exactly_when_it_is_not_legal(
    game: str, data: st.DataObject
) -> None:
    deal = data.draw(positions(data.draw(tables(game))))
    setup, legal = deal.setup(), set(deal.legal_moves)
    assert {deal.why_illegal(move) for move in legal} <= {None}
    for move in imaginable(deal, data.draw(st.permutations(list(deal.table)))[:3]):
        reason = deal.why_illegal(move)
        assert (reason is None) == (move in legal)
        if reason is not None:
            with pytest.raises(IllegalMoveError) as refused:
                deal.play(move)
            assert refused.value.reason is reason
            assert refused.value.position is deal
    assert deal.setup() == setup


def imaginable(deal: Deal, lying: Sequence[Card]) -> Iterator[Move]:
    """Moves of all kinds, lawful and not, that take some of these cards and others."""
    elsewhere = [card for card in deal.variant.pack.cards if card not in deal.table][:2]
    takings = [CardSet(taken) for taken in subsets((*lying, *elsewhere))]
    for card, taken in product(deal.variant.pack.cards, takings):
        yield Play(card, taken)
    for taken in takings:
        yield Claim(taken)
    yield Declare()
    for rank in Rank:
        yield Declare(rank)


# --- Arithmetic (`reading` 0.4) --------------------------------------------------------------


def test_the_values_of_forty_cards_leave_ten() -> None:
    whole = sum(value(ESCOPA, card) for card in ESCOPA.pack.cards)
    assert (whole, whole % 15) == (220, 10)


def test_how_many_openings_there_are() -> None:
    """All sets of four cards, one by one."""
    values = values_of(ITALIAN_40)
    kings, aces = RankCount(Rank.KING, 3), RankCount(Rank.ACE, 2)
    found: Counter[str] = Counter()
    for table in combinations(ITALIAN_40.cards, 4):
        worths = [values[card.rank - 1] for card in table]
        fifteen, thirty = Total(15).fits(worths), Total(30).fits(worths)
        found["all"] += 1
        found["kings"] += kings.voids(table, values)
        found["aces"] += aces.voids(table, values)
        found["fifteen"] += fifteen
        found["thirty"] += thirty
        found["pairs"] += Pairs(15).fits(worths)
        found["pairs that are no thirty"] += Pairs(15).fits(worths) and not thirty
        found["aces and fifteen or thirty"] += aces.voids(table, values) and (fifteen or thirty)
    assert found == {
        "all": 91_390,
        "kings": 145,
        "aces": 3_925,
        "fifteen": 3_120,
        "thirty": 2_492,
        "pairs": 876,
        "pairs that are no thirty": 0,
        "aces and fifteen or thirty": 384,
    }


@pytest.mark.parametrize(("players", "packets"), [(2, 6), (3, 4), (4, 3), (6, 2)])
def test_packets_of_three_come_out(players: int, packets: int) -> None:
    assert SCOPA.dealing.packets(40, players) == packets


# Two tables of fifteen, for the dealer to take both before the first play (S3.14).
TWO_FIFTEENS = CardSet.parse("Ad 3d 4d 7d Ac 3c 4c 7c")


@pytest.mark.parametrize(
    ("seating", "first", "last"),
    [
        pytest.param(Seating.singles(2), 5, [1, 1], id="2"),
        pytest.param(Seating.singles(3), 3, [2, 2, 1], id="3"),
        pytest.param(Seating.singles(4), 2, [2, 2, 2, 2], id="4"),
        pytest.param(Seating.pairs(), 2, [2, 2, 2, 2], id="pairs"),
    ],
)
def test_the_last_packet_is_short_after_two_lays(
    seating: Seating, first: int, last: list[int]
) -> None:
    """Thirty-two cards are left for the hands; the last ones come card by card (A3.7)."""
    rest = [card for card in ESCOPA.pack.cards if card not in TWO_FIFTEENS]
    used = 3 * seating.players
    fifteens = sorted(TWO_FIFTEENS)
    deck = [*rest[:used], *fifteens[:4], *fifteens[4:], *rest[used:]]
    deal = Deal.start(ESCOPA, deck, seating=seating)
    assert (len(deal.table), sum(len(pile) for pile in deal.piles)) == (0, 8)
    packets = [[len(hand) for hand in in_turn(deal)]]
    while not deal.is_over:
        before, deal = deal, deal.play(deal.legal_moves[-1])
        if len(deal.stock) < len(before.stock):
            packets.append([len(hand) for hand in in_turn(deal)])
    assert packets == [[3] * seating.players] * first + [last]


def in_turn(deal: Deal) -> list[CardSet]:
    """The hands, from the seat that is to move."""
    return [*deal.hands[deal.turn :], *deal.hands[: deal.turn]]


def test_the_foursome_values_are_the_primiera_numbers_less_ten() -> None:
    """Rank by rank (S3.31 and S0.23)."""
    assert dict(CLASSIC_SCALE) == {rank: worth + 10 for rank, worth in FOURSOME_VALUES}


@examples(100)
@given(st.data())
def test_an_equal_card_is_never_of_the_same_suit(data: st.DataObject) -> None:
    """So that simili can only come with a sum."""
    pack = CICERA.pack
    card, *table = data.draw(decks(pack))[: 1 + data.draw(st.integers(0, 15))]
    for taken in captures(CICERA.capture, pack, card, CardSet(table)):
        if all(other.suit is card.suit for other in taken):
            assert len(taken) >= 2
