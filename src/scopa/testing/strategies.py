"""Hypothesis strategies for cards, variants and positions.

>>> from hypothesis import given
>>> from scopa import Deal
>>> from scopa.testing import strategies
>>> @given(strategies.deals(strategies.catalogue()))
... def test_a_deal_has_a_move_until_it_is_over(deal: Deal) -> None:
...     assert deal.is_over != bool(deal.legal_moves)
"""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import evolve
from hypothesis import strategies as st

from scopa.capture import Capture, Claims, Complement, Equal, Family, Sum, Sweeper
from scopa.cards import Card, CardSet, Rank, Suit
from scopa.catalogue import VARIANTS
from scopa.deal import Deal
from scopa.declarations import Declaration, Declarations, HandHolds, HandTotalAtMost, OfAKind, Wild
from scopa.errors import InvalidVariantError, RedealRequired
from scopa.packs import Pack
from scopa.rules import (
    Bonus,
    Dealing,
    Echo,
    Ending,
    Holder,
    Instant,
    MatchRules,
    NoTrick,
    Opening,
    Pairs,
    RankCount,
    Redeal,
    Refill,
    SameSuit,
    Seating,
    Sweep,
    TableTotalAtMost,
    TookAtLeast,
    Total,
    WinsHolding,
    WinsShutout,
)
from scopa.scoring import (
    Award,
    Cards,
    DoubleSweeps,
    Foursome,
    Holds,
    Majority,
    OpponentUnder,
    Prime,
    Run,
)
from scopa.variant import Variant


def cards() -> st.SearchStrategy[Card]:
    """Any of the 52 cards."""
    return st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit))


def card_sets() -> st.SearchStrategy[CardSet]:
    """Any set of cards."""
    return st.frozensets(cards()).map(CardSet)


def catalogue() -> st.SearchStrategy[Variant]:
    """Any variant of the catalogue."""
    return st.sampled_from(tuple(VARIANTS)).map(lambda name: VARIANTS[name])


_FORTY = tuple(rank for rank in Rank if not Rank.SEVEN < rank < Rank.KNAVE)
_RANKS_USED = st.sampled_from([_FORTY, tuple(Rank)]) | st.sets(st.sampled_from(Rank), min_size=3)
_SUITS_USED = st.just(tuple(Suit)) | st.sets(st.sampled_from(Suit), min_size=1)


@st.composite
def packs(draw: Any) -> Pack:
    """Packs of up to four suits and thirteen ranks; some courts may have no value."""
    suits, ranks = draw(_SUITS_USED), sorted(draw(_RANKS_USED))
    apart = draw(st.integers(0, min(3, len(ranks) - 1)))
    turn = draw(st.integers(0, 12))  # values that do not rise with the ranks, all different
    numbers = [(place + turn) % 13 + 1 for place in range(len(ranks) - apart)]
    values = [*numbers, *[None] * apart]
    pairs = tuple(zip(ranks, values, strict=True))
    return Pack("x-pack", pairs, suits=tuple(suit for suit in Suit if suit in suits))


@st.composite
def seatings(draw: Any) -> Seating:
    """Two to six seats: alone, in sides seated alternately, or in any two sides or more."""
    players = draw(st.integers(2, 6))
    sides = draw(st.sampled_from([n for n in range(2, players + 1) if players % n == 0]))
    order = draw(st.just(range(players)) | st.permutations(range(players)))
    return Seating(tuple(tuple(sorted(order[side::sides])) for side in range(sides)))


@st.composite
def variants(draw: Any) -> Variant:
    """Arbitrary lawful variants: every axis of the library, in any mix.

    One seating, since the numbers of cards seldom come out for several.
    """
    pack, seating = draw(packs()), draw(seatings())
    dealings = _dealings(len(pack.cards), seating.players)
    if not dealings:
        pack = VARIANTS["scopa"].pack
        dealings = _dealings(40, seating.players)
    even = [d for d in dealings if d.refill is None or d.refill.hand == d.hand] or dealings
    ways = st.sampled_from(even) | st.sampled_from(dealings) if dealings else st.just(Dealing())
    dealing = draw(ways)
    parts = _Parts(draw, pack, dealing, seating)
    fields: dict[str, Any] = {
        "id": "x-drawn",
        "pack": pack,
        "seatings": (seating,),
        "dealing": parts.dealing(),
        "redeals": parts.redeals(),
        "opening": parts.opening(),
        "capture": parts.capture(),
        "sweep": parts.sweep(),
        "bonuses": parts.bonuses(),
        "wild": parts.wild(),
        "declarations": parts.declarations(),
        "ending": parts.ending(),
        "awards": parts.awards(),
        "match": parts.match(),
        "direction": parts.direction(),
    }
    try:
        return Variant(**fields)
    except InvalidVariantError as refused:
        # What may still clash: leave out the parts that do, so that a variant always comes out.
        for place in {problem.where.partition(".")[0] for problem in refused.problems}:
            fields.pop(place, None)
        fields.setdefault("seatings", (Seating.singles(2),))
        return Variant(**fields)


@cache
def _dealings(cards: int, players: int) -> tuple[Dealing, ...]:
    """Every way of dealing worth trying that comes out: few table cards, hands of 1 to 13."""
    refills = [None, *(Refill(hand, table) for hand in range(1, 6) for table in range(3))]
    tried = (
        Dealing(hand=hand, table=table, refill=refill)
        for hand in range(1, 14)
        for table in range(7)
        for refill in refills
    )
    return tuple(dealing for dealing in tried if dealing.packets(cards, players))


class _Parts:
    """Draws the parts of a variant that fit a pack, a way of dealing and a seating."""

    def __init__(self, draw: Any, pack: Pack, dealing: Dealing, seating: Seating) -> None:
        self._draw = draw
        unfit = {"opponent_under"} if len(seating.sides) > 2 else set[str]()
        unfit |= {"run"} if pack.ranks[0] is not Rank.ACE else set[str]()
        self._kinds = tuple(kind for kind in _AWARDS if kind not in unfit)
        self._pack = pack
        self._dealing = dealing
        self._cards = st.sampled_from(pack.cards)
        self._few = st.sets(self._cards, min_size=1, max_size=2).map(CardSet)
        self._ranks = st.sampled_from(pack.ranks)
        self._suits = st.sampled_from(pack.suits)

    def _any(self, strategy: st.SearchStrategy[Any]) -> Any:
        return self._draw(strategy)

    def _flag(self) -> bool:
        return bool(self._draw(st.booleans()))

    def _some(self, strategy: st.SearchStrategy[Any]) -> Any:
        return self._draw(strategy) if self._flag() else None

    def _held(self) -> CardSet:
        return CardSet(self._draw(st.sets(self._cards, min_size=1, max_size=4)))

    def dealing(self) -> Dealing:
        """How the cards come out, with who deals when."""
        return Dealing(
            hand=self._dealing.hand,
            table=self._dealing.table,
            refill=self._dealing.refill,
            dealer_moves=self._any(st.sampled_from(["deal", "packet"])),
            first_dealer=self._any(st.sampled_from(["lot", "lowest", "highest"])),
        )

    def redeals(self) -> tuple[Redeal, ...]:
        """Seldom more than one rule, and none that voids nearly every table."""
        rules = st.builds(RankCount, self._ranks, st.integers(2, 4))
        most = max((value for _, value in self._pack.values if value is not None), default=1)
        totals = st.builds(TableTotalAtMost, st.integers(0, min(5, most - 1)))
        return tuple(self._any(st.lists(rules | totals, max_size=1)))

    def opening(self) -> Opening | None:
        """Nobody, or somebody takes a table of a shape."""
        shapes = st.builds(Total, st.integers(3, 30)) | st.builds(Pairs, st.integers(3, 20))
        worth = st.lists(st.tuples(shapes, st.integers(0, 2)), min_size=1, max_size=3).map(tuple)
        to, relays = st.sampled_from(["dealer", "leader"]), st.integers(0, 2)
        if_void = st.sampled_from(["redealt", "taken"])
        drawn: Opening | None = self._some(st.builds(Opening, worth, to, relays, if_void))
        return drawn

    def capture(self) -> Capture:
        """Any mix of families, limits, freedom, claims and a sweeper."""
        equal = self._flag()
        families: list[Family] = [Equal()] if equal else []
        if self._flag() or not equal:
            families.append(
                Sum(self._flag(), self._some(st.integers(2, 4)), equal and self._flag())
            )
        if self._flag():
            totals = st.sampled_from([11, 15]) | st.integers(2, 18)
            total, most = self._any(totals), self._some(st.integers(1, 4))
            families.append(Complement(total, self._flag(), most, equal and self._flag()))
        compulsory = self._flag()
        claims = None if compulsory else self._some(st.builds(Claims, st.booleans()))
        return Capture(tuple(families), compulsory, claims, self._sweeper(families))

    def _sweeper(self, families: list[Family]) -> Sweeper | None:
        kinds = [family.kind for family in families if family.kind != "equal"]
        alternatives = self._any(st.sets(st.sampled_from(kinds))) if kinds else set[str]()
        drawn: Sweeper | None = self._some(
            st.builds(
                Sweeper,
                self._ranks,
                st.sampled_from(["equal_only", "all"]),
                st.sampled_from(["stays", "kept"]),
                st.booleans(),
                st.sampled_from(["free", "equal_only", "forbidden"]),
                st.just(tuple(sorted(alternatives))),
                st.sampled_from(["takes", "kept"]),
            )
        )
        return drawn

    def sweep(self) -> Sweep:
        """What clearing the table is worth."""
        exactly = self._some(st.integers(1, 4))
        last_play_of = self._any(st.sampled_from(["deal", "packet"]))
        return Sweep(self._any(st.integers(0, 2)), self._flag(), exactly, last_play_of)

    def bonuses(self) -> tuple[Bonus, ...]:
        """Each bonus or not."""
        manner = st.sampled_from([1, 2, "per_card", "rank_value"])
        drawn: list[Bonus] = []
        if self._flag():
            drawn.append(Echo(self._any(st.integers(1, 3))))
        if self._flag():
            drawn.append(SameSuit(self._any(manner), self._flag()))
        if self._flag():
            drawn.append(TookAtLeast(self._any(st.integers(1, 4)), self._any(st.integers(1, 3))))
        return tuple(drawn)

    def wild(self) -> Wild | None:
        """A wild card or none."""
        drawn: Wild | None = self._some(
            st.builds(
                Wild,
                self._cards,
                st.booleans(),
                st.booleans(),
                st.sampled_from(["any", "ace"]),
                st.sampled_from(["at_once", "on_capture", "end_of_packet"]),
            )
        )
        return drawn

    def declarations(self) -> Declarations | None:
        """Declarations where packets are of one size."""
        refill = self._dealing.refill
        if refill is not None and refill.hand != self._dealing.hand:
            return None
        rules: list[st.SearchStrategy[Declaration]] = [
            st.builds(HandTotalAtMost, st.integers(3, 15), st.integers(1, 5)),
            st.builds(OfAKind, st.integers(2, 3), st.integers(1, 10)),
            st.builds(HandHolds, self._few, st.integers(1, 5)),
        ]
        drawn: Declarations | None = self._some(
            st.builds(
                Declarations,
                st.lists(st.one_of(rules), min_size=1, max_size=3).map(tuple),
                st.sampled_from(["best", "all"]),
            )
        )
        return drawn

    def ending(self) -> Ending:
        """What becomes of the cards left over."""
        return Ending(
            self._any(st.sampled_from(["last_taker", "nobody"])),
            self._any(st.sampled_from(["void", "counted", "dealer"])),
        )

    def direction(self) -> str:
        """Which way round."""
        return str(self._any(st.sampled_from(["anticlockwise", "clockwise"])))

    def awards(self) -> tuple[Award, ...]:
        """Any awards, each with an id of its own; the last may replace the first."""
        kinds = self._any(st.lists(st.sampled_from(self._kinds), max_size=5))
        awards = [self._award(kind, f"award-{place}") for place, kind in enumerate(kinds)]
        if len(awards) > 1 and self._flag():
            awards[-1] = evolve(awards[-1], replaces=(awards[0].id,))
        return tuple(awards)

    def _award(self, kind: str, name: str) -> Award:
        points = self._any(st.integers(1, 4))
        if kind == "majority":
            kinds = st.builds(Cards, st.none() | self._suits, st.none() | self._ranks)
            of = tuple(self._any(st.lists(kinds, min_size=1, max_size=3)))
            return Majority(of, points, self._any(st.integers(0, 2)), id=name)
        if kind == "run":
            return Run(self._any(self._suits), self._some(st.integers(3, 13)), id=name)
        if kind == "prime":
            missing = self._any(st.sampled_from(["none", "rank_by_suits", "partial"]))
            return Prime(self._scale(), points, missing, id=name)
        if kind == "foursome":
            return Foursome(self._scale(), self._some(st.just(points)), id=name)
        if kind == "opponent_under":
            return OpponentUnder(self._any(st.integers(1, 20)), points, id=name)
        if kind == "double_sweeps":
            return DoubleSweeps(self._held(), id=name)
        return Holds(self._held(), points, id=name)

    def _scale(self) -> tuple[tuple[Rank, int], ...]:
        step = self._any(st.integers(0, 10))
        return tuple((rank, rank * step % 11) for rank in self._pack.ranks)

    def match(self) -> MatchRules:
        """When the match is over."""
        target = self._some(st.integers(1, 30))
        ties = ["draw"] if target is None else ["draw", "play_on"]
        tie = self._any(st.sampled_from(ties) | st.builds(Holder, self._cards))
        lowest = self._flag()
        instants: list[st.SearchStrategy[Instant]] = [
            st.builds(WinsHolding, st.just(self._held())),
            st.builds(WinsShutout, st.integers(1, 8)),
            st.just(NoTrick()),
        ]
        rules = () if lowest else tuple(self._any(st.lists(st.one_of(instants), max_size=2)))
        return MatchRules(target, tie, lowest, rules)


_AWARDS = (
    "majority",
    "holds",
    "run",
    "prime",
    "foursome",
    "double_sweeps",
    "opponent_under",
)


@st.composite
def decks(draw: Any, variant: Variant) -> tuple[Card, ...]:
    """A deck of the variant's pack whose opening table is not void, in any order."""
    deck = tuple(draw(st.permutations(variant.pack.cards)))
    try:
        Deal.start(variant, deck)
    except RedealRequired:
        return variant.pack.cards
    return deck


@st.composite
def deals(draw: Any, games: st.SearchStrategy[Variant]) -> Deal:
    """Positions of the games drawn, reached by play, from the first to the last one."""
    variant = draw(games)
    seating = draw(st.sampled_from(variant.seatings))
    dealer = draw(st.integers(0, seating.players - 1))
    rng = draw(st.randoms(use_true_random=False))
    deal = _started(variant, seating, dealer, rng)
    for _ in range(draw(st.integers(0, 60))):
        if deal.is_over:
            break
        deal = deal.play_unchecked(rng.choice(deal.legal_moves))
    return deal


def _started(variant: Variant, seating: Seating, dealer: int, rng: Any) -> Deal:
    deck = list(variant.pack.cards)
    while True:
        rng.shuffle(deck)
        try:
            return Deal.start(variant, deck, dealer=dealer, seating=seating)
        except RedealRequired:
            continue
