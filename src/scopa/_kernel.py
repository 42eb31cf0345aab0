"""A variant compiled to functions over integers. Private.

A set of cards is an int (see `scopa.cards`), the hands of all seats are one int of 52 bits a seat,
the piles one int of 52 bits a side. `State` is a plain tuple of such numbers. What a card can take
is asked of `scopa.capture` once for each *signature* of a table, three bits a rank, and
remembered.
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
)
from scopa.cards import Card, CardSet, Rank, _cards_of
from scopa.moves import Claim, Move, Play
from scopa.scoring import settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scopa.rules import Redeal, Seating
    from scopa.variant import Variant

FULL = (1 << 52) - 1
_TALLY_BITS = 16
_TALLY = (1 << _TALLY_BITS) - 1
_COUNT_SHIFT = 39  # above the thirteen ranks the signature counts the cards on the table
_RANKS = (1 << _COUNT_SHIFT) - 1

# What is remembered is bounded, so that memory stays flat however long a process plays.
_MOST_HANDS = 1 << 14
_MOST_SETS = 1 << 14
_MOST_SIGNATURES = 1 << 12  # for each rank
_MOST_PLAYS = 1 << 10  # for each card

State = tuple[int, int, int, int, int, int, int, int, int, tuple[int, ...], int, int]
"""hands, table, signature, piles, tally, last taker (-1: none), turn, ply, dealer, stock,
card just laid down (0: none, or the rules do not ask), card that can be claimed (0: none)."""

Offer = tuple[int, int, bool, Pattern]
"""A pattern that may be taken: its signature, the cards of its ranks, whether it takes every card
of those ranks, and the pattern itself."""

Offers = tuple[int, tuple[Offer, ...]]
"""What a card can take from tables of one signature: all cards that any pattern takes some of (0:
it takes nothing), and the patterns."""

Row = tuple[int, int, dict[int, Offers], Play, dict[int, tuple[Play, ...]]]
"""What is known of one card: its bit, the part of a signature that matters to it, its offers by
that part, the move that lays it down, and its moves by the cards that its offers could take."""


class Kernel:
    """The rules of one variant at one table, compiled."""

    __slots__ = (
        "_claimable",
        "_first_rows",
        "_hands_of",
        "_keeps",
        "_mutes",
        "_restricted",
        "_sigs",
        "bonuses",
        "free",
        "hand_shift",
        "last_play_sweeps",
        "meters",
        "next_seat",
        "pile_shift",
        "rows",
        "seating",
        "side_of",
        "sides",
        "tally_fields",
        "tally_shift",
        "tracks_placed",
        "values",
        "variant",
    )

    def __init__(self, variant: Variant, seating: Seating) -> None:
        capture = variant.capture
        sweeper = capture.sweeper
        seats = range(seating.players)
        self.variant = variant
        self.seating = seating
        self.values = values_of(variant.pack)
        self.free = not capture.compulsory
        self.bonuses = variant.bonuses
        self.meters = [award.meter(variant.pack) for award in variant.awards]
        self.last_play_sweeps = variant.sweep.on_last_play
        self.sides = range(len(seating.sides))
        self.side_of = [seating.side_of(seat) for seat in seats]
        self.next_seat = [(seat + 1) % seating.players for seat in seats]
        self.hand_shift = [52 * seat for seat in seats]
        self.pile_shift = [52 * self.side_of[seat] for seat in seats]
        self.tally_fields = 1 + len(variant.bonuses)
        self.tally_shift = [_TALLY_BITS * self.tally_fields * self.side_of[seat] for seat in seats]
        own = RANK_BITS[sweeper.rank - 1] if sweeper else 0
        self._keeps = own if sweeper and sweeper.on_empty == "kept" else 0
        self._mutes = own if sweeper and not sweeper.scores else 0
        self._claimable = capture.claims is not None
        self._restricted = own if sweeper and sweeper.first_play != "free" else 0
        self.tracks_placed = any(bonus.kind == "echo" for bonus in variant.bonuses)
        self._sigs: dict[int, int] = {}
        self._hands_of: dict[int, tuple[Row, ...]] = {}
        self.rows = self._make_rows()
        self._first_rows = self._make_rows() if self._restricted else self.rows

    # ------------------------------------------------------------------ what is compiled

    def _make_rows(self) -> dict[int, Row]:
        memos: dict[Rank, dict[int, Offers]] = {rank: {} for rank in Rank}
        return {
            card._bit: (card._bit, self._relevant(card.rank), memos[card.rank], Play(card), {})
            for card in self.variant.pack.cards
        }

    def _relevant(self, rank: Rank) -> int:
        """The part of a signature that decides what a card of this rank can take."""
        value = self.values[rank - 1]
        ranks = {rank - 1}
        for family in self.variant.capture.families:
            if value is not None and not isinstance(family, Equal):
                total, _ = family.goal(value)
                ranks |= {i for i, other in enumerate(self.values) if other and other <= total}
        relevant = sum(7 << 3 * index for index in ranks)
        sweeper = self.variant.capture.sweeper
        sweeps = sweeper is not None and sweeper.rank is rank
        return relevant | 63 << _COUNT_SHIFT if sweeps else relevant

    def _learn(self, row: Row, table: int, sig: int, first: bool) -> Offers:
        """Ask the rules what a card can take, and remember it for the signature."""
        _, relevant, memo, laid, _ = row
        capture, rank, counts = self.variant.capture, laid.card.rank, counts_of(table)
        found = patterns(capture, self.values, rank, counts, first=first)
        sweeper = capture.sweeper
        whole: Pattern | None = None
        if sweeper is not None and sweeper.rank is rank and has_power(sweeper, counts):
            whole = tuple((index, number) for index, number in enumerate(counts) if number)
        offers = tuple(self._offer(pattern, counts, pattern == whole) for pattern in found)
        if len(memo) >= _MOST_SIGNATURES:
            memo.clear()
        reach = 0
        for offer in offers:
            reach |= offer[1]
        memo[sig & relevant] = reach, offers
        return reach, offers

    def _offer(self, pattern: Pattern, counts: tuple[int, ...], whole: bool) -> Offer:
        if whole:
            return (-1, FULL, True, ())
        union = sum(RANK_BITS[index] for index, _ in pattern)
        exact = all(counts[index] == number for index, number in pattern)
        return (sum(number << 3 * index for index, number in pattern), union, exact, pattern)

    def sig(self, cards: int) -> int:
        """The signature of a set of cards."""
        known = self._sigs.get(cards)
        if known is None:
            if len(self._sigs) >= _MOST_SETS:
                self._sigs.clear()
            parts = ((1 << 3 * card.rank - 3) + (1 << _COUNT_SHIFT) for card in _cards_of(cards))
            known = self._sigs[cards] = sum(parts)
        return known

    # ------------------------------------------------------------------ what may be played

    def moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move, in canonical order."""
        hands, table, sig, _, _, _, turn, ply, _, _, _, lapse = state
        hand = hands >> self.hand_shift[turn] & FULL
        if ply == 0 and self._restricted:
            rows, first = self._first_rows_of(hand), True
        else:
            rows, first = self._hands_of.get(hand) or self._rows_of(hand), False
        moves: list[Move] = [*self._claims(state)] if lapse else []
        for row in rows:
            offers = row[2].get(sig & row[1])
            if offers is None:
                offers = self._learn(row, table, sig, first)
            moves += row[4].get(table & offers[0]) or self._plays(row, offers, table)
        return tuple(moves)

    def _plays(self, row: Row, offers: Offers, table: int) -> tuple[Play, ...]:
        """The moves of one card, remembered by the cards that its offers could take."""
        laid, known = row[3], row[4]
        takes = self._takes(offers, table)
        plays = tuple(Play(laid.card, CardSet._of(taken)) for taken in takes)
        if self.free or not plays:
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
        allowed = hand & ~self._restricted if self._forbidden_first() else hand
        return tuple(self._first_rows[card._bit] for card in _cards_of(allowed or hand))

    def _forbidden_first(self) -> bool:
        sweeper = self.variant.capture.sweeper
        return sweeper is not None and sweeper.first_play == "forbidden"

    def _takes(self, offers: Offers, table: int) -> list[int]:
        """Every set of cards that the offers make of this table, in canonical order."""
        takes: list[int] = []
        for _, union, exact, pattern in offers[1]:
            if exact:
                takes.append(table & union)
            else:
                takes += expand(pattern, table)
        return sorted(takes, key=canonical) if len(takes) > 1 else takes

    def offers_for(self, bit: int, table: int, sig: int, *, first: bool = False) -> Offers:
        """What a card can take from a table."""
        row = (self._first_rows if first else self.rows)[bit]
        offers = row[2].get(sig & row[1])
        return self._learn(row, table, sig, first) if offers is None else offers

    def allows(self, state: State, bit: int, taken: int) -> bool:
        """Whether a card of the hand may be played so."""
        table, sig, ply = state[1], state[2], state[7]
        first = ply == 0 and self._restricted != 0
        if first and self.bars(state, bit):
            return False
        offers = self.offers_for(bit, table, sig, first=first)
        if not taken:
            return self.free or not offers[0]
        if taken & ~table:
            return False
        ranks = self.sig(taken) & _RANKS
        return any(made == ranks or (made < 0 and taken == table) for made, _, _, _ in offers[1])

    def bars(self, state: State, bit: int) -> bool:
        """Whether a card may not be played now: a sweeper, barred first, and there are others."""
        hand = state[0] >> self.hand_shift[state[6]] & FULL
        restricted = state[7] == 0 and bit & self._restricted != 0 and self._forbidden_first()
        return restricted and hand & ~self._restricted != 0

    def keeps(self, bit: int) -> bool:
        """Whether a card played on an empty table goes to its side's pile."""
        return bit & self._keeps != 0

    def _claims(self, state: State) -> list[Claim]:
        lapse = state[11]
        return [Claim(CardSet._of(taken)) for taken in self.overlooked(state) if lapse]

    def overlooked(self, state: State) -> list[int]:
        """The sets that may be claimed, the card just laid down among them (A3.12)."""
        table, sig, ply, lapse = state[1], state[2], state[7], state[11]
        if not lapse:
            return []
        before, first = table ^ lapse, ply == 1 and self._restricted != 0
        offers = self.offers_for(lapse, before, sig - self.sig(lapse), first=first)
        return sorted((taken | lapse for taken in self._takes(offers, before)), key=canonical)

    # ------------------------------------------------------------------ what a move does

    def after_play(self, state: State, bit: int, taken: int) -> State:
        """The state after a card was played, whether it takes cards or is laid down."""
        hands, table, sig, piles, tally, last, turn, ply, dealer, stock, placed, _ = state
        hands ^= bit << self.hand_shift[turn]
        lapse = 0
        if taken:
            if self.bonuses:
                tally += self._bonuses(turn, bit, taken, placed)
            if table == taken and self._sweeps(bit, table, ply, hands or stock):
                tally += 1 << self.tally_shift[turn]
            table ^= taken
            sig -= self._sigs.get(taken) or self.sig(taken)
            piles |= (bit | taken) << self.pile_shift[turn]
            last = turn
            placed = 0
        elif not table and bit & self._keeps:
            piles |= bit << self.pile_shift[turn]
            last = turn
            placed = 0
        else:
            if self._claimable and self._could_take(bit, table, sig, ply):
                lapse = bit
            table |= bit
            sig += self._sigs.get(bit) or self.sig(bit)
            placed = bit if self.tracks_placed else 0
        seat = turn
        turn = self.next_seat[turn]
        if hands:
            while not hands >> self.hand_shift[turn] & FULL:
                turn = self.next_seat[turn]
        elif stock:
            if self.variant.dealing.dealer_moves == "packet":
                dealer = self.next_seat[dealer]
                turn = self.next_seat[dealer]
            hands, laid, stock = self.packet(stock, turn)
            if laid:
                table |= laid
                sig += self.sig(laid)
        else:
            lapse = 0
            if last >= 0:
                piles |= table << self.pile_shift[last]
                table = sig = 0
        if lapse and turn == seat:
            lapse = 0
        return (
            hands, table, sig, piles, tally, last, turn, ply + 1, dealer, stock, placed, lapse
        )  # fmt: skip

    def _could_take(self, bit: int, table: int, sig: int, ply: int) -> bool:
        first = ply == 0 and self._restricted != 0
        return self.offers_for(bit, table, sig, first=first)[0] != 0

    def _bonuses(self, turn: int, bit: int, taken: int, placed: int) -> int:
        card, shift = self.rows[bit][3].card, self.tally_shift[turn]
        return sum(
            bonus.earned(card, taken, placed, self.values) << shift + _TALLY_BITS * place
            for place, bonus in enumerate(self.bonuses, start=1)
        )

    def _sweeps(self, bit: int, table: int, ply: int, goes_on: object) -> bool:
        """Whether clearing the table counts: not on the last play (S0.18), nor by a mute card."""
        if not (goes_on or self.last_play_sweeps):
            return False
        if not bit & self._mutes:
            return True
        capture = self.variant.capture
        first = ply == 0 and self._restricted != 0
        return needs_no_power(capture, self.values, counts_of(table), first=first)

    def after_claim(self, state: State, taken: int) -> State:
        """The state after the seat to move has claimed what was overlooked."""
        hands, table, sig, piles, tally, _, turn, ply, dealer, stock, _, _ = state
        table ^= taken
        sig -= self.sig(taken)
        piles |= taken << self.pile_shift[turn]
        claims = self.variant.capture.claims
        if claims is not None and claims.sweeps and not table:
            tally += 1 << self.tally_shift[turn]
        return (hands, table, sig, piles, tally, turn, turn, ply + 1, dealer, stock, 0, 0)

    def after(self, state: State, move: Move) -> State:
        """The state after a move of any kind, unchecked."""
        if isinstance(move, Play):
            return self.after_play(state, move.card._bit, move.taken._bits)
        return self.after_claim(state, move.taken._bits)

    def packet(self, stock: tuple[int, ...], lead: int) -> tuple[int, int, tuple[int, ...]]:
        """Deal a later packet from the front of the stock: the hands, cards laid, what is left.

        One card at a time in turn, until each has its number or the stock is empty (A3.7).
        """
        refill = self.variant.dealing.refill
        each, laid = (refill.hand, refill.table) if refill else (0, 0)
        hands, used = self.dealt(stock, lead, each)
        return hands, sum(stock[used : used + laid]), stock[used + laid :]

    def dealt(self, deck: Sequence[int], lead: int, each: int) -> tuple[int, int]:
        """Hands of so many cards dealt one at a time from the seat that leads; the cards used."""
        players = len(self.next_seat)
        used = min(each * players, len(deck))
        hands = 0
        for place in range(players):
            seat = (lead + place) % players
            hands |= sum(deck[place:used:players]) << self.hand_shift[seat]
        return hands, used

    # ------------------------------------------------------------------ the beginning

    def start(self, deck: tuple[int, ...], dealer: int) -> tuple[State, list[tuple[int, ...]]]:
        """Deal a whole deck: the state, and the tables somebody took before play, with the sweeps.

        Whether the first table is void is asked of `void_rule` before.
        """
        dealing, opening = self.variant.dealing, self.variant.opening
        lead = self.next_seat[dealer]
        hands, used = self.dealt(deck, lead, dealing.hand)
        laid = deck[used : used + dealing.table]
        stock = deck[used + dealing.table :]
        piles = tally = 0
        last = -1
        taken: list[tuple[int, ...]] = []
        taker = dealer if opening is not None and opening.to == "dealer" else lead
        while opening is not None and len(taken) <= opening.relays and laid:
            sweeps = opening.sweeps_for([self._value(bit) for bit in laid])
            if sweeps is None:
                break
            taken.append((sweeps, *laid))
            piles |= sum(laid) << self.pile_shift[taker]
            tally += sweeps << self.tally_shift[taker]
            last = taker
            laid = ()
            if len(taken) <= opening.relays and len(stock) >= dealing.table:
                laid, stock = stock[: dealing.table], stock[dealing.table :]
        table = sum(laid)
        sig = self.sig(table)
        return (hands, table, sig, piles, tally, last, lead, 0, dealer, stock, 0, 0), taken

    def _value(self, bit: int) -> int | None:
        return self.values[self.rows[bit][3].card.rank - 1]

    def void_rule(self, deck: tuple[int, ...]) -> tuple[Redeal, tuple[Card, ...]] | None:
        """The rule that voids the table this deck would lay, with that table; or ``None``."""
        dealing = self.variant.dealing
        used = dealing.hand * len(self.next_seat)
        laid = tuple(self.rows[bit][3].card for bit in deck[used : used + dealing.table])
        for rule in self.variant.redeals:
            if rule.voids(laid, self.values):
                return rule, laid
        return None

    # ------------------------------------------------------------------ what it is worth

    def piles(self, state: State) -> list[int]:
        """The pile of each side."""
        packed = state[3]
        return [packed >> 52 * side & FULL for side in self.sides]

    def tally(self, state: State) -> tuple[tuple[int, ...], ...]:
        """For each side its sweeps, then the points of each bonus."""
        fields = self.tally_fields
        return tuple(
            tuple(state[4] >> _TALLY_BITS * (side * fields + k) & _TALLY for k in range(fields))
            for side in self.sides
        )

    def packed_tally(self, tally: Sequence[Sequence[int]]) -> int:
        """The inverse of `tally`."""
        flat = [number for side in tally for number in side]
        return sum(number << _TALLY_BITS * place for place, number in enumerate(flat))

    def points(self, state: State) -> tuple[int, ...]:
        """The points of each side as the cards lie now."""
        sides, fields, tally = self.sides, self.tally_fields, state[4]
        totals = [0] * len(sides)
        sweeps = [tally >> _TALLY_BITS * side * fields & _TALLY for side in sides]
        if tally:
            worth = self.variant.sweep.points
            sweeps = [worth * number for number in sweeps]
            totals = [a + sum(own[1:]) for a, own in zip(sweeps, self.tally(state), strict=True)]
        if state[5] < 0:  # nobody took a card: no awards (A0.6, S2.17)
            return tuple(totals)
        packed = state[3]
        piles = [packed >> 52 * side & FULL for side in sides]
        figures = [[meter(pile) for pile in piles] for meter in self.meters]
        for earned in settled(self.variant.awards, figures, sweeps):
            totals = [a + b for a, b in zip(totals, earned, strict=True)]
        return tuple(totals)


_kernels: dict[tuple[int, int], Kernel] = {}


def kernel_for(variant: Variant, seating: Seating) -> Kernel:
    """The compiled rules; compiled once for each variant and seating in use."""
    key = (id(variant), id(seating))
    kernel = _kernels.get(key)
    if kernel is None or kernel.variant is not variant or kernel.seating is not seating:
        equal = (k for k in _kernels.values() if k.variant == variant and k.seating == seating)
        kernel = next(equal, None) or Kernel(variant, seating)
        if len(_kernels) >= 64:
            _kernels.clear()
        _kernels[key] = kernel
    return kernel
