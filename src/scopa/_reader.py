"""What each card can take from each table, remembered. Private.

A `Reader` asks `scopa.capture` once for every *signature* of a table, three bits a rank, and keeps
the answer. Where a wild card counts as another rank there is one reader for each rank it can have.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb, prod
from typing import TYPE_CHECKING

from scopa._memo import Memo, keep
from scopa.capture import (
    RANK_BITS,
    SHIFTS,
    Equal,
    Pattern,
    counts_of,
    expand,
    has_power,
    needs_no_power,
    patterns,
    signature,
    single_bits,
    values_of,
    whole,
    why_not,
)
from scopa.cards import Card, Rank
from scopa.moves import Play

if TYPE_CHECKING:
    from scopa.errors import IllegalReason
    from scopa.variant import Variant

# What is remembered is bounded, so that memory stays flat however long a process plays.
_MOST_SIGNATURES = 1 << 13  # for each rank
_MOST_PLAYS = 1 << 11  # for each card

Offer = tuple[int, int, bool, Pattern, int]
"""A pattern that may be taken: how the signature changes, the cards of its ranks, whether it takes
every card of those ranks, the pattern itself, and how many sets of cards it stands for."""

WHOLE = 0
"""How the signature changes for an offer that takes the whole table: to nothing, not by a number.
No other offer leaves the signature as it was."""

ANY_CARD = -1
"""The cards of the ranks of an offer that takes the whole table."""

Found = tuple[float, int, int, tuple[int, ...], tuple[Offer, ...], int]
"""What a card can do on tables of one signature: how many moves it has (a float, as chance is); all
cards of the ranks that any offer takes some of (0: it takes nothing); every lawful change of the
signature, laying the card down last, with the first of them before; the offers; and all cards that
decide about its moves. A card with just one move takes all the cards of those ranks that lie on the
table."""

Find = Callable[[int], Found]
"""Tells what cards of a rank can do, by the part of a signature that matters."""

Draw = tuple[int, dict[int, Found], int]
"""What is known of one card: the part of a signature that matters to it; what is remembered of what
it can do, by that part; and its bit. What is not remembered is asked of `Reader.found_for`."""

Row = tuple[int, dict[int, Found], int, "Plays"]
"""The same, and where to ask for the rest."""


class Plays:
    """What a card can do, and its moves, by the cards on the table that decide about them.

    Those cards by themselves make a table on which the card has the same moves. Look in `finds` and
    in `known`; what is not there is told by `find` and listed by `of`.
    """

    __slots__ = ("_captures", "_find", "_laid", "_made", "_reader", "finds", "known")

    def __init__(self, reader: Reader, card: Card, find: Find, finds: dict[int, Found]) -> None:
        self.finds = finds
        self.known: dict[int, tuple[Play, ...]] = {}
        self._find = find
        self._reader = reader
        self._made = partial(Play._of, card)
        self._laid: tuple[Play, ...] = (Play(card),)
        self._captures = Memo(self._made, _MOST_PLAYS)

    def find(self, part: int) -> Found:
        """What the card can do, given what matters of a signature."""
        found = self.finds.get(part)
        if found is None:
            found = self._find(part)
            keep(self.finds, _MOST_SIGNATURES, part, found)
        return found

    def of(self, found: Found, table: int) -> tuple[Play, ...]:
        """The moves of the card on a table, with what was found for the table's signature."""
        whole = found[1] == ANY_CARD  # a table that is taken whole is rarely met again
        if whole and found[0] == 1:
            return (self._made(table),)
        plays = () if found[1] else self._laid
        if found[1]:
            made = self._made if whole else self._captures.__getitem__
            plays = tuple([made(taken) for taken in self._reader.takes(found, table)])
            if len(plays) < found[0]:
                plays += self._laid
        if not whole and len(plays) <= _MOST_PLAYS:  # the longest lists are not worth their room
            keep(self.known, _MOST_PLAYS, table & found[5], plays)
        return plays


class Reader:
    """The captures of one variant, while its wild card (if any) counts as a certain rank."""

    __slots__ = (
        "_capture",
        "_equal_first",
        "_forbids",
        "_rank_bits",
        "_ranks",
        "_same",
        "_unpowered",
        "_values",
        "banks",
        "draws",
        "first_draws",
        "first_rows",
        "free",
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
        singles = [(rank, bit) for rank in Rank for bit in single_bits(self._rank_bits[rank - 1])]
        self._ranks = {bit: rank for rank, bit in singles}
        self.sig_of = {bit: 1 << SHIFTS[rank - 1] for rank, bit in singles}
        self._same = Memo(self._found, _MOST_SIGNATURES)
        self._unpowered = Memo(self._needs_no_power, _MOST_SIGNATURES)
        self.free = not capture.compulsory
        others = [family for family in capture.families if not isinstance(family, Equal)]
        self._equal_first = all(family.yields_to_equal for family in others)
        own = self._rank_bits[sweeper.rank - 1] if sweeper else 0
        self.keeps = own if sweeper and sweeper.on_empty == "kept" else 0
        self.banks = own if sweeper and sweeper.on_cards == "kept" else 0
        self.mutes = own if sweeper and not sweeper.scores else 0
        self.restricted = own if sweeper and sweeper.first_play != "free" else 0
        self._forbids = sweeper is not None and sweeper.first_play == "forbidden"
        self.rows = self._make_rows(variant, first=False)
        self.first_rows = self._make_rows(variant, first=True) if self.restricted else self.rows
        self.draws = [row[:3] for row in self.rows]
        self.first_draws = [row[:3] for row in self.first_rows]

    def _make_rows(self, variant: Variant, *, first: bool) -> list[Row]:
        """What is known of each card, at the length of its bit."""
        finds: dict[Rank, tuple[Find, dict[int, Found]]]
        finds = {rank: (self._find_of(rank, first), {}) for rank in Rank}
        known: dict[int, Row] = {}
        for card in variant.pack.cards:
            bit, rank = card._bit, self._ranks[card._bit]
            plays = Plays(self, card, *finds[rank])
            known[bit.bit_length()] = (self._relevant(rank), plays.finds, bit, plays)
        nobody = next(iter(known.values()))
        return [known.get(place, nobody) for place in range(53)]

    def _find_of(self, rank: Rank, first: bool) -> Find:
        find = partial(self._find, rank, first)
        sweeper = self._capture.sweeper
        if sweeper is not None and sweeper.rank is rank:
            return partial(_in_short, self._needed(rank), Memo(find, _MOST_SIGNATURES))
        if self._equal_first:
            own = 7 << SHIFTS[rank - 1]
            return partial(_equal_or, find, own, Memo(find, _MOST_SIGNATURES))
        return find

    def _relevant(self, rank: Rank) -> int:
        """The part of a signature that a card of this rank is looked up by."""
        sweeper = self._capture.sweeper
        sweeps = sweeper is not None and sweeper.rank is rank  # it may take everything
        return signature((index, 7) for index in range(len(Rank))) if sweeps else self._needed(rank)

    def _needed(self, rank: Rank) -> int:
        """The part of a signature that decides what a card of this rank can take."""
        value = self._values[rank - 1]
        ranks = {rank - 1}
        for family in self._capture.families:
            if value is not None and not isinstance(family, Equal):
                total, _ = family.goal(value)
                ranks |= {i for i, other in enumerate(self._values) if other and other <= total}
        return signature((index, 7) for index in ranks)

    def sig(self, cards: int) -> int:
        """The signature of a set of cards."""
        sig = 0
        while cards:
            bit = cards & -cards
            sig += self.sig_of[bit]
            cards ^= bit
        return sig

    # ------------------------------------------------------------------ what the rules say

    def _find(self, rank: Rank, first: bool, part: int) -> Found:
        """Ask the rules what a card of a rank can take, given what matters of a signature."""
        counts = tuple([part >> shift & 7 for shift in SHIFTS])
        made = patterns(self._capture, self._values, rank, counts, first=first)
        sweeper = self._capture.sweeper
        powerful = sweeper is not None and sweeper.rank is rank and has_power(sweeper, counts)
        everything = whole(counts) if powerful else None
        offers = tuple([self._offer(pattern, counts, pattern == everything) for pattern in made])
        return self._same[rank, offers]

    def _offer(self, pattern: Pattern, counts: tuple[int, ...], everything: bool) -> Offer:
        if everything:
            return (WHOLE, ANY_CARD, True, (), 1)
        change = -signature(pattern)
        union = sum([self._rank_bits[index] for index, _ in pattern])
        ways = prod([comb(counts[index], number) for index, number in pattern])
        return (change, union, ways == 1, pattern, ways)

    def _found(self, asked: tuple[Rank, tuple[Offer, ...]]) -> Found:
        """All that follows from the offers; one object for equal ones."""
        rank, offers = asked
        changes = [offer[0] for offer in offers]
        number = float(sum([offer[4] for offer in offers]))
        if self.lays(self._rank_bits[rank - 1], bool(offers)):
            changes.append(1 << SHIFTS[rank - 1])
            number += 1.0
        reach = 0
        for offer in offers:
            reach |= offer[1]
        sweeper = self._capture.sweeper
        bars = self._rank_bits[rank - 1] if sweeper is not None and sweeper.rank is rank else 0
        return (number, reach, changes[0], tuple(changes), offers, reach | bars)

    # ------------------------------------------------------------------ what is asked of it

    def takes(self, found: Found, table: int) -> list[int]:
        """Every set of cards that the offers make of this table, in canonical order."""
        takes: list[int] = []
        for _, union, exact, pattern, _ in found[4]:
            if exact:
                takes.append(table & union)
            else:
                takes += expand(pattern, table, self._rank_bits)
        if len(takes) > 1:
            takes.sort(reverse=True)  # see `scopa.capture.canonical`
            takes.sort(key=int.bit_count)
        return takes

    def draw(self, found: Found, table: int, random: Callable[[], float]) -> tuple[int, int]:
        """One of several moves of a card: the cards it takes, and how the signature changes."""
        place = int(random() * found[0])
        for change, union, exact, pattern, ways in found[4]:
            if place < ways:
                taken = table & union if exact else expand(pattern, table, self._rank_bits)[place]
                return taken, change
            place -= ways
        return 0, found[3][-1]

    def found_for(self, bit: int, sig: int, *, first: bool = False) -> Found:
        """What a card can do on a table."""
        mask, _, _, plays = (self.first_rows if first else self.rows)[bit.bit_length()]
        return plays.find(sig & mask)

    def ways(self, cards: int, sig: int, *, first: bool) -> float:
        """How many moves some cards have on a table."""
        found = [self.found_for(bit, sig, first=first) for bit in single_bits(cards)]
        return sum([own[0] for own in found])

    def playable(self, hand: int) -> int:
        """The cards of a hand that may be played first of all: without sweepers, if they may not.

        A hand of nothing else may play them (2.5).
        """
        return (hand & ~self.restricted or hand) if self._forbids else hand

    def lays(self, cards: int, takes: bool) -> bool:
        """Whether one of these cards may take nothing, though it `takes` something or not."""
        return self.free or not takes or cards & self.banks != 0

    def keeps_off(self, bit: int, table: int) -> bool:
        """Whether a card that takes nothing goes to its side's pile, and not to the table."""
        return bit & (self.banks if table else self.keeps) != 0

    def needs_no_power(self, table: int, *, first: bool) -> bool:
        """Whether a sweeper that takes this whole table does so as any card could."""
        return self._unpowered[self.sig(table), first]

    def _needs_no_power(self, asked: tuple[int, bool]) -> bool:
        sig, first = asked
        counts = tuple([sig >> shift & 7 for shift in SHIFTS])
        return needs_no_power(self._capture, self._values, counts, first=first)

    def why_not(self, bit: int, taken: int, table: int) -> IllegalReason:
        """Why a capture of cards that lie on the table is not offered."""
        made, lying = counts_of(taken, self._rank_bits), counts_of(table, self._rank_bits)
        return why_not(self._capture, self._values, self._ranks[bit], made, lying)


def _equal_or(find: Find, own: int, equal: Memo[int, Found], sig: int) -> Found:
    """What a card can do: where its equal lies, and comes first, nothing else matters."""
    lying = sig & own
    return equal[lying] if lying else find(sig)


def _in_short(needed: int, finds: Memo[int, Found], sig: int) -> Found:
    """What a card can do that may take everything: of other ranks it matters only if any lie."""
    others = sig & ~needed
    if others:
        other = next(shift for shift in SHIFTS if not needed >> shift & 7)
        return finds[sig & needed | 1 << other]
    return finds[sig]


def _read_as(variant: Variant, wild: Rank | None) -> tuple[int, ...]:
    """The cards that count as each rank."""
    if wild is None or variant.wild is None:
        return RANK_BITS
    bit = variant.wild.card._bit
    return tuple(
        bits | bit if rank is wild else bits & ~bit
        for rank, bits in zip(Rank, RANK_BITS, strict=True)
    )
