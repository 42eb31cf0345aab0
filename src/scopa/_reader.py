"""What each card can take from each table, remembered. Private.

A `Reader` asks `scopa.capture` once for every *signature* of a table, four bits a rank, and keeps
the answer. Where a wild card counts as another rank there is one reader for each rank it can have.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

from scopa.capture import (
    CARD_COUNT,
    RANK_BITS,
    Equal,
    Pattern,
    canonical,
    counts_of,
    expand,
    has_power,
    needs_no_power,
    packed,
    patterns,
    single_bits,
    size,
    values_of,
    whole,
    why_not,
)
from scopa.cards import Card, Rank, _cards_of
from scopa.moves import Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from scopa.errors import IllegalReason
    from scopa.variant import Variant

# What is remembered is bounded, so that memory stays flat however long a process plays.
_MOST_HANDS = 1 << 14
_MOST_SIGNATURES = 1 << 13  # for each rank
_MOST_PLAYS = 1 << 10  # for each card

Offer = tuple[int, int, bool, Pattern, int]
"""A pattern that may be taken: how the signature changes, the cards of its ranks, whether it takes
every card of those ranks, the pattern itself, and how many sets of cards it stands for."""

WHOLE = 0
"""How the signature changes for an offer that takes the whole table: to nothing, not by a number.
No other offer leaves the signature as it was."""

Found = tuple[int, int, int, int, tuple[int, ...], tuple[Offer, ...]]
"""What a card can do on tables of one signature: how many moves it has; if that is just one, the
cards it takes (those of them that lie there) and how the signature changes; all cards that any
offer takes some of (0: it takes nothing); every lawful change of the signature, laying the card
down last; and the offers."""

Row = tuple[int, dict[int, Found], dict[int, tuple[Play, ...]], int, Play, dict[int, Play]]
"""What is known of one card: the part of a signature that matters to it, what it can do by that
part, its moves by the cards that its offers could take, its bit, the move that lays it down, and
its captures by the cards taken."""


class Reader:
    """The captures of one variant, while its wild card (if any) counts as a certain rank."""

    __slots__ = (
        "_capture",
        "_first_rows",
        "_forbidden",
        "_rank_bits",
        "_ranks",
        "_same",
        "_values",
        "free",
        "hands_of",
        "keeps",
        "mutes",
        "restricted",
        "rows",
        "sig_of",
    )

    def __init__(self, variant: Variant, wild: Rank | None = None) -> None:
        capture = variant.capture
        sweeper = capture.sweeper
        self._capture = capture
        self._values = values_of(variant.pack)
        self._rank_bits = _read_as(variant, wild)
        self._ranks = {card._bit: self._rank_of(card) for card in variant.pack.cards}
        self.free = not capture.compulsory
        own = self._rank_bits[sweeper.rank - 1] if sweeper else 0
        self.keeps = own if sweeper and sweeper.on_empty == "kept" else 0
        self.mutes = own if sweeper and not sweeper.scores else 0
        self.restricted = own if sweeper and sweeper.first_play != "free" else 0
        self._forbidden = sweeper is not None and sweeper.first_play == "forbidden"
        self.sig_of = {
            bit: (1 << 4 * index) + CARD_COUNT
            for index, bits in enumerate(self._rank_bits)
            for bit in single_bits(bits)
        }
        self._same: dict[tuple[int, tuple[Offer, ...]], Found] = {}
        self.hands_of: dict[int, tuple[Row, ...]] = {}
        self.rows = self._make_rows(variant)
        self._first_rows = self._make_rows(variant) if self.restricted else self.rows

    def _make_rows(self, variant: Variant) -> dict[int, Row]:
        memos: dict[Rank, dict[int, Found]] = {rank: {} for rank in Rank}
        rows: dict[int, Row] = {}
        for card in variant.pack.cards:
            bit = card._bit
            rank = self._ranks[bit]
            rows[bit] = (self._relevant(rank), memos[rank], {}, bit, Play(card), {})
        return rows

    def _rank_of(self, card: Card) -> Rank:
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
        relevant = packed((index, 15) for index in ranks)
        sweeper = self._capture.sweeper
        sweeps = sweeper is not None and sweeper.rank is rank
        return relevant | 63 * CARD_COUNT if sweeps else relevant

    def sig(self, cards: int) -> int:
        """The signature of a set of cards."""
        sig = 0
        while cards:
            bit = cards & -cards
            sig += self.sig_of[bit]
            cards ^= bit
        return sig

    # ------------------------------------------------------------------ what is remembered

    def learn(self, row: Row, table: int, sig: int, first: bool) -> Found:
        """Ask the rules what a card can take, and remember it for the signature."""
        relevant, memo, _, bit, *_ = row
        rank = self._ranks[bit]
        counts = counts_of(table, self._rank_bits)
        made = patterns(self._capture, self._values, rank, counts, first=first)
        sweeper = self._capture.sweeper
        powerful = sweeper is not None and sweeper.rank is rank and has_power(sweeper, counts)
        everything = whole(counts) if powerful else None
        offers = tuple([self._offer(pattern, counts, pattern == everything) for pattern in made])
        if len(memo) >= _MOST_SIGNATURES:
            memo.clear()
            self._same.clear()
        found = memo[sig & relevant] = self._found(rank, offers)
        return found

    def _offer(self, pattern: Pattern, counts: tuple[int, ...], everything: bool) -> Offer:
        if everything:
            return (WHOLE, -1, True, (), 1)
        change = -(packed(pattern) + size(pattern) * CARD_COUNT)
        union = sum([self._rank_bits[index] for index, _ in pattern])
        ways = prod([comb(counts[index], number) for index, number in pattern])
        exact = ways == 1
        return (change, union, exact, pattern, ways)

    def _found(self, rank: Rank, offers: tuple[Offer, ...]) -> Found:
        """All that follows from the offers; the same object where they are the same."""
        found = self._same.get((rank, offers))
        if found is None:
            changes = tuple([offer[0] for offer in offers])
            number = sum([offer[4] for offer in offers])
            cards, change = (offers[0][1], offers[0][0]) if offers else (0, 0)
            if self.free or not offers:
                laid = (1 << 4 * (rank - 1)) + CARD_COUNT
                changes, number, change = (*changes, laid), number + 1, change or laid
            reach = 0
            for offer in offers:
                reach |= offer[1]
            found = (number, cards, change, reach, changes, offers)
            self._same[rank, offers] = found
        return found

    def plays_of(self, row: Row, found: Found, table: int) -> tuple[Play, ...]:
        """The moves of one card, remembered by the cards that its offers could take."""
        known, laid, captures = row[2], row[4], row[5]
        if len(captures) >= _MOST_PLAYS:
            captures.clear()
        plays: list[Play] = []
        for taken in self.takes(found, table):
            play = captures.get(taken)
            if play is None:
                play = captures[taken] = Play._of(laid.card, taken)
            plays.append(play)
        if self.free or not plays:
            plays.append(laid)
        if len(known) >= _MOST_PLAYS:
            known.clear()
        result = tuple(plays)
        if len(result) <= _MOST_PLAYS:
            known[table & found[3]] = result
        return result

    def takes(self, found: Found, table: int) -> list[int]:
        """Every set of cards that the offers make of this table, in canonical order."""
        takes: list[int] = []
        for _, union, exact, pattern, _ in found[5]:
            if exact:
                takes.append(table & union)
            else:
                takes += expand(pattern, table, self._rank_bits)
        return sorted(takes, key=canonical) if len(takes) > 1 else takes

    def draw(self, found: Found, table: int, random: Callable[[], float]) -> tuple[int, int]:
        """One of several moves of a card: the cards it takes, and how the signature changes."""
        place = int(random() * found[0])
        for change, union, exact, pattern, ways in found[5]:
            if place < ways:
                taken = table & union if exact else expand(pattern, table, self._rank_bits)[place]
                return taken, change
            place -= ways
        return 0, found[4][-1]

    def rows_of(self, hand: int) -> tuple[Row, ...]:
        """What is known of the cards of a hand."""
        if len(self.hands_of) >= _MOST_HANDS:
            self.hands_of.clear()
        rows = self.hands_of[hand] = tuple([self.rows[card._bit] for card in _cards_of(hand)])
        return rows

    def first_rows_of(self, hand: int) -> tuple[Row, ...]:
        allowed = hand & ~self.restricted if self._forbidden else hand
        return tuple([self._first_rows[card._bit] for card in _cards_of(allowed or hand)])

    # ------------------------------------------------------------------ what is asked of it

    def found_for(self, bit: int, table: int, sig: int, *, first: bool = False) -> Found:
        """What a card can do on a table."""
        row = (self._first_rows if first else self.rows)[bit]
        return row[1].get(sig & row[0]) or self.learn(row, table, sig, first)

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
        made, lying = counts_of(taken, self._rank_bits), counts_of(table, self._rank_bits)
        return why_not(self._capture, self._values, self._ranks[bit], made, lying)


def _read_as(variant: Variant, wild: Rank | None) -> tuple[int, ...]:
    """The cards that count as each rank."""
    if wild is None or variant.wild is None:
        return RANK_BITS
    bit = variant.wild.card._bit
    return tuple(
        bits | bit if rank is wild else bits & ~bit
        for rank, bits in zip(Rank, RANK_BITS, strict=True)
    )
