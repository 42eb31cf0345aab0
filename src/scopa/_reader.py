"""What each card can take from each table, remembered. Private.

A `Reader` asks `scopa.capture` once for every *signature* of a table, three bits a rank, and keeps
the answer. Where a wild card counts as another rank there is one reader for each rank it can have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scopa.capture import (
    RANK_BITS,
    Equal,
    Pattern,
    canonical,
    counts_of,
    expand,
    has_power,
    needs_no_power,
    patterns,
    values_of,
    whole,
    why_not,
)
from scopa.cards import Card, Rank, _cards_of
from scopa.moves import Play

if TYPE_CHECKING:
    from scopa.errors import IllegalReason
    from scopa.variant import Variant

FULL = (1 << 52) - 1
_COUNT_SHIFT = 39  # above the thirteen ranks the signature counts the cards on the table
_RANKS = (1 << _COUNT_SHIFT) - 1

# What is remembered is bounded, so that memory stays flat however long a process plays.
_MOST_HANDS = 1 << 14
_MOST_SETS = 1 << 14
_MOST_SIGNATURES = 1 << 12  # for each rank
_MOST_PLAYS = 1 << 10  # for each card

Offer = tuple[int, int, bool, Pattern]
"""A pattern that may be taken: its signature, the cards of its ranks, whether it takes every card
of those ranks, and the pattern itself."""

Offers = tuple[int, tuple[Offer, ...]]
"""What a card can take from tables of one signature: all cards that any pattern takes some of (0:
it takes nothing), and the patterns."""

_NO_OFFERS: Offers = (0, ())

Row = tuple[int, int, dict[int, Offers], Play, dict[int, tuple[Play, ...]], Rank]
"""What is known of one card: its bit, the part of a signature that matters to it, its offers by
that part, the move that lays it down, its moves by the cards that its offers could take, and the
rank it counts as."""


class Reader:
    """The captures of one variant, while its wild card (if any) counts as a certain rank."""

    __slots__ = (
        "_capture",
        "_first_rows",
        "_forbidden",
        "_hands_of",
        "_rank_bits",
        "_values",
        "banks",
        "free",
        "keeps",
        "mutes",
        "restricted",
        "rows",
        "sigs",
    )

    def __init__(self, variant: Variant, wild: Rank | None = None) -> None:
        capture = variant.capture
        sweeper = capture.sweeper
        self._capture = capture
        self._values = values_of(variant.pack)
        self._rank_bits = _read_as(variant, wild)
        self.free = not capture.compulsory
        own = self._rank_bits[sweeper.rank - 1] if sweeper else 0
        self.keeps = own if sweeper and sweeper.on_empty == "kept" else 0
        self.banks = own if sweeper and sweeper.on_cards == "kept" else 0
        self.mutes = own if sweeper and not sweeper.scores else 0
        self.restricted = own if sweeper and sweeper.first_play != "free" else 0
        self._forbidden = sweeper is not None and sweeper.first_play == "forbidden"
        self.sigs: dict[int, int] = {}
        self._hands_of: dict[int, tuple[Row, ...]] = {}
        self.rows = self._make_rows(variant)
        self._first_rows = self._make_rows(variant) if self.restricted else self.rows

    def _make_rows(self, variant: Variant) -> dict[int, Row]:
        memos: dict[Rank, dict[int, Offers]] = {rank: {} for rank in Rank}
        rows: dict[int, Row] = {}
        for card in variant.pack.cards:
            rank = self.rank_of(card)
            rows[card._bit] = (
                card._bit,
                self._relevant(rank),
                memos[rank],
                Play(card),
                {},
                rank,
            )
        return rows

    def rank_of(self, card: Card) -> Rank:
        """The rank a card counts as."""
        return next(rank for rank in Rank if self._rank_bits[rank - 1] & card._bit)

    def _relevant(self, rank: Rank) -> int:
        """The part of a signature that decides what a card of this rank can take."""
        value = self._values[rank - 1]
        ranks = {rank - 1}
        for family in self._capture.families:
            if value is not None and not isinstance(family, Equal):
                total, _ = family.goal(value)
                ranks |= {i for i, other in enumerate(self._values) if other and other <= total}
        relevant = sum(7 << 3 * index for index in ranks)
        sweeper = self._capture.sweeper
        sweeps = sweeper is not None and sweeper.rank is rank
        return relevant | 63 << _COUNT_SHIFT if sweeps else relevant

    def sig(self, cards: int) -> int:
        """The signature of a set of cards."""
        known = self.sigs.get(cards)
        if known is None:
            if len(self.sigs) >= _MOST_SETS:
                self.sigs.clear()
            counts = counts_of(cards, self._rank_bits)
            known = sum(number << 3 * index for index, number in enumerate(counts))
            known += cards.bit_count() << _COUNT_SHIFT
            self.sigs[cards] = known
        return known

    # ------------------------------------------------------------------ what is remembered

    def _learn(self, row: Row, table: int, sig: int, first: bool) -> Offers:
        """Ask the rules what a card can take, and remember it for the signature."""
        _, relevant, memo, _, _, rank = row
        counts = counts_of(table, self._rank_bits)
        found = patterns(self._capture, self._values, rank, counts, first=first)
        sweeper = self._capture.sweeper
        powerful = sweeper is not None and sweeper.rank is rank and has_power(sweeper, counts)
        everything = whole(counts) if powerful else None
        offers = tuple(self._offer(pattern, counts, pattern == everything) for pattern in found)
        if len(memo) >= _MOST_SIGNATURES:
            memo.clear()
        reach = 0
        for offer in offers:
            reach |= offer[1]
        result = (reach, offers) if offers else _NO_OFFERS
        memo[sig & relevant] = result
        return result

    def _offer(self, pattern: Pattern, counts: tuple[int, ...], everything: bool) -> Offer:
        if everything:
            return (-1, FULL, True, ())
        union = sum(self._rank_bits[index] for index, _ in pattern)
        exact = all(counts[index] == number for index, number in pattern)
        return (sum(number << 3 * index for index, number in pattern), union, exact, pattern)

    def offers_for(self, bit: int, table: int, sig: int, *, first: bool = False) -> Offers:
        """What a card can take from a table."""
        row = (self._first_rows if first else self.rows)[bit]
        return row[2].get(sig & row[1]) or self._learn(row, table, sig, first)

    def takes(self, offers: Offers, table: int) -> list[int]:
        """Every set of cards that the offers make of this table, in canonical order."""
        takes: list[int] = []
        for _, union, exact, pattern in offers[1]:
            if exact:
                takes.append(table & union)
            else:
                takes += expand(pattern, table, self._rank_bits)
        return sorted(takes, key=canonical) if len(takes) > 1 else takes

    def plays(self, hand: int, table: int, sig: int, first: bool) -> list[Play]:
        """Every play of a hand, in canonical order."""
        rows = self._first_rows_of(hand) if first else self._hands_of.get(hand)
        plays: list[Play] = []
        for row in rows or self._rows_of(hand):
            offers = row[2].get(sig & row[1]) or self._learn(row, table, sig, first)
            plays += row[4].get(table & offers[0]) or self._plays_of(row, offers, table)
        return plays

    def _plays_of(self, row: Row, offers: Offers, table: int) -> tuple[Play, ...]:
        """The moves of one card, remembered by the cards that its offers could take."""
        laid, known = row[3], row[4]
        card = laid.card
        plays = tuple([Play._of(card, taken) for taken in self.takes(offers, table)])
        if self.free or not plays or row[0] & self.banks:
            plays += (laid,)
        if len(known) >= _MOST_PLAYS:
            known.clear()
        if len(plays) <= _MOST_PLAYS:
            known[table & offers[0]] = plays
        return plays

    def _rows_of(self, hand: int) -> tuple[Row, ...]:
        if len(self._hands_of) >= _MOST_HANDS:
            self._hands_of.clear()
        rows = self._hands_of[hand] = tuple(self.rows[card._bit] for card in _cards_of(hand))
        return rows

    def _first_rows_of(self, hand: int) -> tuple[Row, ...]:
        allowed = hand & ~self.restricted if self._forbidden else hand
        return tuple(self._first_rows[card._bit] for card in _cards_of(allowed or hand))

    # ------------------------------------------------------------------ what is asked of it

    def allows(self, hand: int, table: int, sig: int, bit: int, taken: int, *, first: bool) -> bool:
        """Whether a card of the hand may be played so."""
        if first and self.bars(hand, bit):
            return False
        offers = self.offers_for(bit, table, sig, first=first)
        if not taken:
            return self.free or not offers[0] or bit & self.banks != 0
        if taken & ~table:
            return False
        ranks = self.sig(taken) & _RANKS
        return any(made == ranks or (made < 0 and taken == table) for made, _, _, _ in offers[1])

    def bars(self, hand: int, bit: int) -> bool:
        """Whether a sweeper may not be the first card played, as the hand has others."""
        return self._forbidden and bit & self.restricted != 0 and hand & ~self.restricted != 0

    def sweeps(self, bit: int, table: int, *, first: bool) -> bool:
        """Whether taking this whole table with a card can be a sweep at all."""
        if not bit & self.mutes:
            return True
        counts = counts_of(table, self._rank_bits)
        return needs_no_power(self._capture, self._values, counts, first=first)

    def why_not(self, bit: int, taken: int, table: int) -> IllegalReason:
        """Why a capture of cards that lie on the table is not offered."""
        rank = self.rows[bit][5]
        made, lying = counts_of(taken, self._rank_bits), counts_of(table, self._rank_bits)
        return why_not(self._capture, self._values, rank, made, lying)


def _read_as(variant: Variant, wild: Rank | None) -> tuple[int, ...]:
    """The cards that count as each rank."""
    if wild is None or variant.wild is None:
        return RANK_BITS
    bit = variant.wild.card._bit
    return tuple(
        bits | bit if rank is wild else bits & ~bit
        for rank, bits in zip(Rank, RANK_BITS, strict=True)
    )
