"""A variant compiled to functions over integers. Private.

A set of cards is an int (see `scopa.cards`), the piles of all sides are one int of 52 bits a side.
`State` is a plain tuple of such numbers. What cards can take is remembered by a
`scopa._reader.Reader`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scopa._counting import TALLY_BITS, Counting, Tally
from scopa._memo import Memo, keep
from scopa._opening import FirstTable
from scopa._reader import WHOLE, Found, Reader
from scopa.capture import canonical, values_of
from scopa.cards import _BY_BIT, CardSet, Rank, _cards_in
from scopa.errors import RedealRequired
from scopa.moves import Claim, Declare, Move, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from scopa.rules import Seating
    from scopa.variant import Variant

FULL = (1 << 52) - 1
Rest = tuple[int, tuple[int, ...], int, int, int, int]
"""dealer, stock, card just laid down (0: none, or the rules do not ask), card that can be claimed
(0: none), cards of the hands that were shown (52 bits a seat), rank that the wild card counts as
(0: its own)."""

State = tuple[tuple[int, ...], int, int, int, int, int, int, int, Rest]
"""hands, table, signature of the table, piles, tally, last taker (-1: none), turn, ply, rest."""


Options = tuple[tuple[Rank | None, int], ...]
"""What a hand may declare: the rank its wild card is to count as, and the points."""

_MOST_HANDS = 1 << 14
_TO_THE_END = -1
"""A number of plies that are never over."""

_NOTHING: Found = (0.0, 0, 0, (), (), 0)


class Kernel:
    """The rules of one variant at one table, compiled."""

    __slots__ = (
        "_bonuses",
        "_by_ply",
        "_by_ranks",
        "_claims",
        "_counts",
        "_dealer_moves",
        "_declarable",
        "_declares",
        "_ending",
        "_first_table",
        "_hand_size",
        "_interrupts",
        "_last_play_sweeps",
        "_mutes",
        "_named",
        "_natural",
        "_opening_shares",
        "_packet_shares",
        "_packets_on",
        "_readers",
        "_remembers",
        "_rereads",
        "_restricts",
        "_reverts",
        "_side_shift",
        "_special",
        "_sweep_size",
        "_wild",
        "cards",
        "counting",
        "hand_shift",
        "keeps",
        "next_seat",
        "opening_cards",
        "pack",
        "packet",
        "pile_shift",
        "seating",
        "side_of",
        "tally_shift",
        "tracks_placed",
        "values",
        "variant",
    )

    def __init__(self, variant: Variant, seating: Seating) -> None:
        seats = range(seating.players)
        self.variant = variant
        self.seating = seating
        self.pack = variant.pack.card_set._bits
        self.cards = tuple([card._bit for card in variant.pack.cards])
        self.values = values_of(variant.pack)
        self.side_of = [seating.side_of(seat) for seat in seats]
        self.next_seat = [(seat + 1) % seating.players for seat in seats]
        self.hand_shift = [52 * seat for seat in seats]
        self.pile_shift = [52 * self.side_of[seat] for seat in seats]
        self.counting = Counting(variant, seating)
        own_fields = TALLY_BITS * self.counting.fields
        self.tally_shift = [own_fields * self.side_of[seat] for seat in seats]
        self.tracks_placed = any(bonus.kind == "echo" for bonus in variant.bonuses)
        self._bonuses = variant.bonuses
        self._claims = variant.capture.claims is not None
        self._ending = variant.ending
        self._counts = variant.ending.awards(captured=False)
        self._last_play_sweeps = variant.sweep.on_last_play
        self._packets_on = variant.sweep.last_play_of == "deal"
        self._sweep_size = variant.sweep.exactly
        self._wild = variant.wild.card._bit if variant.wild else 0
        self._reverts = variant.wild is not None and variant.wild.reverts == "end_of_packet"
        declarations = variant.declarations
        self._declares = declarations is not None
        self._named = declarations.named(variant.wild)._bits if declarations else 0
        self._declarable = Memo(self._options_of, _MOST_HANDS)
        self._by_ranks: dict[tuple[int, int], Options] = {}
        dealing, refill = variant.dealing, variant.dealing.refill
        self._dealer_moves = dealing.dealer_moves == "packet"
        used = refill.hand * seating.players if refill is not None else 0
        self.packet = (used, used + refill.table if refill is not None else 0)
        self._packet_shares = _shares(used, seating.players)
        used = dealing.hand * seating.players
        self.opening_cards = slice(used, used + dealing.table)
        self._first_table = FirstTable(variant)
        self._opening_shares = _shares(used, seating.players)
        self._natural = Reader(variant)
        self.keeps = (self._natural.keeps | self._natural.banks) != 0
        self._side_shift = [52 * side for side in range(len(seating.sides))]
        self._readers: list[Reader | None] = [self._natural, *[None] * len(Rank)]
        self._mutes = self._natural.mutes != 0
        self._restricts = self._natural.restricted != 0
        self._interrupts = self._claims or self._declares
        self._remembers = self._claims or self.tracks_placed
        self._special = self._interrupts or self.tracks_placed or self._wild != 0
        self._hand_size = dealing.hand
        self._rereads = self._restricts or self._wild != 0
        self._by_ply = self._interrupts or self._rereads

    def reader(self, wild_rank: int) -> Reader:
        """What cards can take while the wild card counts as a rank (0: its own)."""
        reader = self._readers[wild_rank]
        if reader is None:
            reader = self._readers[wild_rank] = Reader(self.variant, Rank(wild_rank))
        return reader

    # ------------------------------------------------------------------ what may be played

    def moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move, in canonical order."""
        table, sig = state[1], state[2]
        rows, hand = self._natural.rows, state[0][state[6]]
        plays: tuple[Move, ...] = ()
        before: Sequence[Claim | Declare] = ()
        if self._by_ply:  # what is looked at here only saves asking: what is asked decides
            if self._interrupts and (state[8][3] or hand.bit_count() == self._hand_size):
                before = self._interrupts_in(state)
            if self._rereads and (state[8][5] or state[7] <= 1):
                reader, first, hand = self._reading(hand, state[7], state[8])
                rows = reader.first_rows if first else reader.rows
        while hand:
            mask, finds, bit, card = rows[hand.bit_length()]
            hand ^= bit
            try:
                found = finds[sig & mask]
            except KeyError:
                found = card.find(sig & mask)
            plays += card.known.get(table & found[5]) or card.of(found, table)
        return (*before, *plays) if before else plays

    def _reading(self, hand: int, ply: int, rest: Rest) -> tuple[Reader, bool, int]:
        """The reader to go by, whether this is the first play, and the cards that may be played."""
        reader = self._readers[rest[5]] or self.reader(rest[5])
        if self._restricts and _is_first(ply, rest):
            return reader, True, reader.playable(hand)
        return reader, False, hand

    def allows(self, state: State, play: Play) -> bool:
        """Whether the seat to move holds a card and may play it so."""
        table, sig, wild = state[1], state[2], state[8][5]
        bit, taken, change = play._bit, play._taken, play._change or play._measured()
        if not state[0][state[6]] & bit or taken & ~table:
            return False
        reader = self._natural
        if wild:
            reader = self.reader(wild)
            change = -reader.sig(taken) if taken else reader.sig(bit)
        rows = reader.rows
        if self._restricts and _is_first(state[7], state[8]):
            if self.bars(state, bit):
                return False
            rows = reader.first_rows
        mask, finds, _, card = rows[bit.bit_length()]
        changes = (finds.get(sig & mask) or card.find(sig & mask))[3]
        return change in changes or (taken == table and WHOLE in changes)

    def can_take(self, state: State, bit: int) -> bool:
        """Whether the seat to move holds a card and can take something with it."""
        held = state[0][state[6]] & bit
        if not held or self.bars(state, bit):
            return False
        return self._could_take(bit, state[2], state[7], state[8])

    def bars(self, state: State, bit: int) -> bool:
        """Whether a card may not be the first one played."""
        first = self._restricts and _is_first(state[7], state[8])
        return first and not self.reader(state[8][5]).playable(state[0][state[6]]) & bit

    def _interrupts_in(self, state: State) -> Sequence[Claim | Declare]:
        """What the seat to move may do before it plays: claim, or declare."""
        if not state[8][3]:
            return self.declares(state)
        claims = [Claim(CardSet._of(taken)) for taken in self.overlooked(state)]
        return [*claims, *self.declares(state)]

    def overlooked(self, state: State) -> Sequence[int]:
        """The sets that may be claimed, the card just laid down among them (A3.12)."""
        table, sig, lapse = state[1], state[2], state[8][3]
        if not lapse:
            return ()
        reader, first = self.reader(state[8][5]), self._restricts and self._was_first(state)
        found = reader.found_for(lapse, sig - reader.sig(lapse), first=first)
        takes = reader.takes(found, table ^ lapse)
        return sorted((taken | lapse for taken in takes), key=canonical)

    def _was_first(self, state: State) -> bool:
        """Whether just one card was played yet, the move before this one."""
        second = self.next_seat[self.next_seat[state[8][0]]]  # nobody but the leader has played
        return state[7] == 1 or (state[7] == 2 and state[6] == second)

    def declares(self, state: State) -> Sequence[Declare]:
        """What the seat to move may declare."""
        options = self._options(state[0], state[6], state[8])
        return [Declare(wild) for wild, _ in options] if options else ()

    def _options(self, hands: Sequence[int], turn: int, rest: Rest) -> Options:
        if rest[4] and rest[4] >> self.hand_shift[turn] & FULL:
            return ()
        return self._declarable[hands[turn]]

    def _options_of(self, hand: int) -> Options:
        """What a hand may declare, with the points: nothing once it has played a card.

        It is alike for hands of like ranks.
        """
        rules, variant = self.variant.declarations, self.variant
        if rules is None or hand.bit_count() != self._hand_size:
            return ()
        ranks = self._natural.sig(hand), hand & self._named
        options = self._by_ranks.get(ranks)
        if options is None:
            cards = _cards_in(hand)
            options = tuple(rules.options(cards, variant.pack, self.values, variant.wild))
            keep(self._by_ranks, _MOST_HANDS, ranks, options)
        return options

    # ------------------------------------------------------------------ what a move does

    def after(self, state: State, move: Claim | Declare) -> State:
        """The state after a claim or a declaration, unchecked; after a play, see `played`."""
        if isinstance(move, Claim):
            return self._after_claim(state, move.taken._bits)
        return self._after_declare(state, move.wild)

    def playout(self, state: State, rng: Random) -> State:
        """The state after random moves to the end of the deal."""
        random = rng.random
        while state[0][state[6]]:
            state = self.played(state, None, random)
            if state[0][state[6]]:
                others = self._interrupts_in(state)
                state = self.after(state, others[int(random() * len(others))])
        return state

    def _ahead(
        self, hands: Sequence[int], table: int, sig: int, turn: int, ply: int, rest: Rest
    ) -> tuple[int, int]:
        """How many plays can follow in this packet with cards read alike and nothing else to do.

        And how many claims and declarations the seat to move has before the first of them.
        """
        if not self._by_ply:
            return _TO_THE_END, 0
        declarable = self._declares and any(map(self._declarable.__getitem__, hands))
        if rest[3] or (declarable and self._options(hands, turn, rest)):
            state = (tuple(hands), table, sig, 0, 0, 0, turn, ply, rest)
            return 1, len(self._interrupts_in(state))
        if declarable or self._claims or rest[5] or (self._restricts and _is_first(ply, rest)):
            return 1, 0
        return _TO_THE_END, 0

    def played(  # noqa: PLR0915 - one loop: a call for each ply would cost a tenth of a playout
        self,
        state: State,
        play: Play | None,
        random: Callable[[], float] = float,
    ) -> State:
        """The state after a play, whether it takes cards or is laid down.

        If none is given, the state after random ones, to the end of the deal, or to a turn at which
        the lot falls on something else that can be done; every move is as likely as any other.
        """
        held, table, sig, piles, tally, last, turn, ply, rest = state
        hands = [*held]
        hand = cards = hands[turn]
        bit, found = 0, _NOTHING
        reader, first = self._natural, False
        rows = reader.draws
        end = ply
        while True:
            if play is not None:
                bit = play._bit
                taken = play._taken
                sig += play._change or play._measured()
            else:
                if ply == end:
                    plies, others = self._ahead(hands, table, sig, turn, ply, rest)
                    end = ply + plies
                    if self._rereads:
                        reader, first, cards = self._reading(hand, ply, rest)
                        rows = reader.first_draws if first else reader.draws
                    if others:
                        number = others + reader.ways(cards, sig, first=first)
                        if random() * number < others:
                            break
                mask, finds, bit = rows[cards.bit_length()]
                try:
                    found = finds[sig & mask]
                except KeyError:
                    found = reader.found_for(bit, sig, first=first)
                number = found[0]
                cards ^= bit
                while cards:
                    mask, finds, other = rows[cards.bit_length()]
                    try:
                        own = finds[sig & mask]
                    except KeyError:
                        own = reader.found_for(other, sig, first=first)
                    cards ^= other
                    ways = own[0]
                    number += ways
                    if random() * number < ways:
                        bit = other
                        found = own
                if found[0] == 1.0:
                    taken = found[1] and table & found[1]
                    sig += found[2]
                else:
                    taken, change = reader.draw(found, table, random)
                    sig += change
            hands[turn] = hand ^ bit
            if taken:
                if self._bonuses:
                    tally += self._bonus_points(turn, bit, taken, rest[2])
                if table != taken:
                    table ^= taken
                else:
                    if self._sweeps(bit, table, ply, rest, hands):
                        tally += 1 << self.tally_shift[turn]
                    table = sig = 0
                piles |= (bit | taken) << self.pile_shift[turn]
                last = turn
            elif self.keeps and self.reader(rest[5]).keeps_off(bit, table):
                sig -= self._natural.sig(bit)  # it was not laid after all
                piles |= bit << self.pile_shift[turn]
                last = turn
            else:
                table |= bit
            if self._special and (self._remembers or rest[4] or rest[5]):
                rest, sig = self._rest_after(ply, rest, turn, bit, taken, table, sig)
            seat, turn = turn, self.next_seat[turn]
            ply += 1
            hand = hands[turn]
            if not hand:
                if any(hands):
                    turn, rest = self._passed_over(hands, turn, seat, rest)
                elif rest[1]:
                    hands, table, sig, turn, rest = self._next_packet(table, sig, turn, seat, rest)
                    if self._by_ply:
                        end = ply
                else:
                    state = (tuple(hands), table, sig, piles, tally, last, turn, ply, rest)
                    return self._ended(state)
                hand = hands[turn]
            cards = hand
            if play is not None:
                break
        return tuple(hands), table, sig, piles, tally, last, turn, ply, rest

    def _rest_after(
        self, ply: int, rest: Rest, turn: int, bit: int, taken: int, table: int, sig: int
    ) -> tuple[Rest, int]:
        """What a play does where cards laid down or shown, or a wild card, are to be remembered."""
        dealer, stock, placed, lapse, shown, wild = rest
        if wild:
            sig = self.reader(wild).sig(table)
        if table & bit:
            lapse = bit if self._claims and self._overlooks(bit, sig, ply, rest) else 0
            placed = bit if self.tracks_placed else 0
        else:
            lapse = placed = 0
        if shown:
            shown &= ~(bit << self.hand_shift[turn])
        if wild and self._wild & ~table & (bit | taken):  # captured, it counts as itself again
            wild = 0
        return (dealer, stock, placed, lapse, shown, wild), sig

    def _passed_over(
        self, hands: Sequence[int], turn: int, seat: int, rest: Rest
    ) -> tuple[int, Rest]:
        """Whose turn it is where the seat after the one that played has no card."""
        while not hands[turn]:
            turn = self.next_seat[turn]
        if turn == seat:  # nobody claims an oversight of his own
            rest = (*rest[:3], 0, *rest[4:])
        return turn, rest

    def _next_packet(
        self, table: int, sig: int, turn: int, seat: int, rest: Rest
    ) -> tuple[list[int], int, int, int, Rest]:
        """All hands are empty and cards are left: the next packet is dealt (S0.17).

        Returns the hands, the table and its signature, whose turn it is, and the rest.
        """
        dealer, stock, placed, lapse, _, wild = rest
        if self._dealer_moves:
            dealer = self.next_seat[dealer]
            turn = self.next_seat[dealer]
        hands: list[int] = []
        for share in self._packet_shares[turn]:
            hands.append(sum(stock[share]))
        used, end = self.packet
        laid = stock[used:end] if used != end else ()
        if laid or (wild and self._reverts):
            table |= sum(laid)
            wild = 0 if self._reverts else wild
            sig = self.reader(wild).sig(table)
            lapse = 0  # what was overlooked cannot be told
        if turn == seat:  # nor does anybody claim his own
            lapse = 0
        return hands, table, sig, turn, (dealer, stock[end:], placed, lapse, 0, wild)

    def _ended(self, state: State) -> State:
        """All cards are played: what is left goes to whoever it belongs to (S0.19)."""
        hands, table, sig, piles, tally, last, turn, ply, rest = state
        receiver = self._ending.receiver(None if last < 0 else last, rest[0])
        if receiver is not None:
            last = receiver
            piles |= table << self.pile_shift[last]
            table = sig = 0
        elif rest[5]:
            sig = self._natural.sig(table)  # a wild card that stays there is itself again
        rest = (rest[0], (), 0, 0, 0, 0)
        return hands, table, sig, piles, tally, last, turn, ply, rest

    def _overlooks(self, bit: int, sig: int, ply: int, rest: Rest) -> bool:
        """Whether a card that was laid down, and lies there now, could have taken something."""
        return self._could_take(bit, sig - self.reader(rest[5]).sig(bit), ply, rest)

    def _could_take(self, bit: int, sig: int, ply: int, rest: Rest) -> bool:
        first = self._restricts and _is_first(ply, rest)
        return self.reader(rest[5]).found_for(bit, sig, first=first)[1] != 0

    def _sweeps(self, bit: int, table: int, ply: int, rest: Rest, hands: Sequence[int]) -> bool:
        """Whether clearing the table counts: not on the last play (S0.18), nor by a mute card."""
        if not (self._last_play_sweeps or (rest[1] and self._packets_on) or any(hands)):
            return False
        if not self._is_sweep_size(table):
            return False
        if not self._mutes:
            return True
        reader = self.reader(rest[5])
        return not bit & reader.mutes or reader.needs_no_power(table, first=_is_first(ply, rest))

    def _is_sweep_size(self, taken: int) -> bool:
        """Whether so many table cards at once can be a sweep (A3.9)."""
        return self._sweep_size is None or taken.bit_count() == self._sweep_size

    def _bonus_points(self, turn: int, bit: int, taken: int, placed: int) -> int:
        card, points, shift = _BY_BIT[bit], 0, self.tally_shift[turn]
        for bonus in self._bonuses:
            shift += TALLY_BITS
            points += bonus.earned(card, taken, placed, self.values) << shift
        return points

    def _after_claim(self, state: State, taken: int) -> State:
        hands, table, _, piles, tally, _, turn, ply, rest = state
        dealer, stock, _, lapse, shown, wild = rest
        claims = self.variant.capture.claims
        if claims and claims.sweeps and table == taken and self._is_sweep_size(taken ^ lapse):
            tally += 1 << self.tally_shift[turn]
        table ^= taken
        piles |= taken << self.pile_shift[turn]
        if taken & self._wild:
            wild = 0
        sig = self.reader(wild).sig(table)
        rest = (dealer, stock, 0, 0, shown, wild)
        return hands, table, sig, piles, tally, turn, turn, ply + 1, rest

    def _after_declare(self, state: State, wild_rank: Rank | None) -> State:
        hands, table, sig, piles, tally, last, turn, ply, rest = state
        dealer, stock, placed, _, shown, wild = rest
        points = dict(self._options(hands, turn, rest))[wild_rank]
        shown |= hands[turn] << self.hand_shift[turn]
        tally += points << self.tally_shift[turn] + TALLY_BITS * (self.counting.fields - 1)
        rules = self.variant.wild
        if wild_rank is not None and rules is not None and rules.reverts != "at_once":
            wild = 0 if wild_rank is rules.card.rank else int(wild_rank)
        rest = (dealer, stock, placed, 0, shown, wild)
        return hands, table, sig, piles, tally, last, turn, ply + 1, rest

    # ------------------------------------------------------------------ the beginning

    def start(self, deck: tuple[int, ...], dealer: int) -> tuple[State, list[tuple[int, ...]]]:
        """Deal a whole deck: the state, and the tables somebody took before play, with the sweeps.

        Raises:
            RedealRequired: The first table is void.
        """
        opening = self.variant.opening
        lead = self.next_seat[dealer]
        hands: list[int] = []
        for share in self._opening_shares[lead]:
            hands.append(sum(deck[share]))
        cards = self.opening_cards
        laid, stock = deck[cards], deck[cards.stop :]
        table, sig, sig_of = 0, 0, self._natural.sig_of
        for bit in laid:
            table |= bit
            sig += sig_of[bit]
        if (rule := self._first_table.void_by(laid, sig)) is not None:
            raise RedealRequired(tuple([_BY_BIT[bit] for bit in laid]), rule)
        piles = tally = 0
        last = -1
        taken: list[tuple[int, ...]] = []
        while opening is not None and laid and len(taken) <= opening.relays:
            sweeps = self._first_table.sweeps_for(laid, sig)
            if sweeps is None:
                break
            last = dealer if opening.to == "dealer" else lead
            taken.append((sweeps, *laid))
            piles |= table << self.pile_shift[last]
            tally += sweeps << self.tally_shift[last]
            again = self.variant.dealing.table if len(taken) <= opening.relays else 0
            laid = stock[:again] if len(stock) >= again else ()
            stock = stock[len(laid) :]
            table, sig = sum(laid), self._natural.sig(sum(laid))
        rest = (dealer, stock, 0, 0, 0, 0)
        return (tuple(hands), table, sig, piles, tally, last, lead, 0, rest), taken

    # ------------------------------------------------------------------ what it is worth

    def piles(self, state: State) -> tuple[int, ...]:
        """The pile of each side."""
        packed = state[3]
        piles: list[int] = []
        for shift in self._side_shift:
            piles.append(packed >> shift & FULL)
        return tuple(piles)

    def tally(self, state: State) -> Tally:
        """For each side its sweeps, the points of each bonus, and what it declared."""
        return self.counting.tallies[state[4]]

    def points(self, state: State, piles: Sequence[int]) -> tuple[int, ...]:
        """The points of each side as the cards lie now."""
        return self.counting.points(piles, state[4], awarded=state[5] >= 0 or self._counts)


def _shares(used: int, players: int) -> list[list[slice]]:
    """By the seat that leads, which of so many cards each seat is dealt.

    One card at a time in turn, until each has its number or none are left (A3.7).
    """
    seats = range(players)
    return [[slice((seat - lead) % players, used, players) for seat in seats] for lead in seats]


def _is_first(ply: int, rest: Rest) -> bool:
    """Whether no card was played yet; only one hand can have been declared, and shown."""
    return ply == 0 or (ply == 1 and rest[4] != 0)


_kernels: dict[tuple[int, int], Kernel] = {}


def kernel_for(variant: Variant, seating: Seating) -> Kernel:
    """The compiled rules; compiled once for each variant and seating in use."""
    kernel = _kernels.get((id(variant), id(seating)))
    if kernel is not None and kernel.variant is variant and kernel.seating is seating:
        return kernel
    known = tuple(_kernels.values())  # other threads may compile meanwhile
    equal = (k for k in known if k.variant == variant and k.seating == seating)
    kernel = next(equal, None) or Kernel(variant, seating)
    if len(_kernels) >= 64:
        _kernels.clear()
    _kernels[id(variant), id(seating)] = kernel
    return kernel
