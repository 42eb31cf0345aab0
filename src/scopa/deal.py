"""One deal: from the cards dealt to the score sheet.

A `Deal` is a frozen value. It holds the position and nothing else: no history, no generator, no
names. Playing a move gives another deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from scopa._kernel import FULL, Kernel, State, kernel_for
from scopa._shown import Value
from scopa._story import opening_story, story
from scopa.cards import Card, CardSet, Rank, _cards_of
from scopa.errors import (
    IllegalMoveError,
    IllegalReason,
    InvalidDeckError,
    InvalidSetupError,
    Problem,
    RedealRequired,
    SeatError,
    ValueRefusedError,
)
from scopa.moves import Claim, Declare, Move, Play
from scopa.score import DealScore
from scopa.setup import Setup, card_problems
from scopa.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from scopa.events import Event
    from scopa.policies import Policy
    from scopa.rules import Seating
    from scopa.view import View

MOST_REDEALS = 1_000
"""A variant that voids so many opening tables in a row cannot be played."""


@frozen(init=False, eq=False, repr=False)
class Deal(Value):
    """A position within one deal.

    Deals come from `Deal.start` or `Deal.from_setup`, and from playing moves. Two deals are equal
    when their variant, their seating and their position are.

    >>> from scopa import VARIANTS
    >>> scopa = VARIANTS["scopa"]
    >>> deal = Deal.start(scopa, scopa.pack.cards)
    >>> [str(move) for move in deal.legal_moves]
    ['Ad', '3d', '5d']
    >>> after = deal.play(deal.legal_moves[0])
    >>> deal.turn, after.turn, Card.parse("Ad") in after.table
    (0, 1, True)
    """

    _kernel: Kernel
    _state: State

    # ------------------------------------------------------------------ where deals come from

    @classmethod
    def start(
        cls,
        variant: Variant,
        deck: Sequence[Card],
        *,
        dealer: int | None = None,
        seating: Seating | None = None,
    ) -> Deal:
        """Deal a deck.

        Args:
            variant: The rules.
            deck: Every card of the pack, dealt from the front: one card at a time, in turn, from
                the seat after the dealer until each hand is full, then the table; the rest is the
                stock. Later packets are dealt likewise from the seat that is to lead.
            dealer: The seat that deals; the last seat if not given, so that seat 0 leads.
            seating: One of the variant's seatings; the first if not given.

        Raises:
            InvalidDeckError: A card is missing, doubled or foreign.
            SeatError: There is no such dealer, or the variant is not played so.
            RedealRequired: The opening table is void (S0.6).
        """
        return cls._started(variant, deck, dealer, seating)[0]

    @classmethod
    def shuffled(
        cls,
        variant: Variant,
        rng: Random,
        *,
        dealer: int | None = None,
        seating: Seating | None = None,
    ) -> Deal:
        """Shuffle the pack and deal it; again, as long as the opening table is void (S0.6).

        Made for many deals. Where a seed is to decide them, on every Python and in every language,
        there are `Match.new` and `scopa.shuffle`.

        Args:
            variant: The rules.
            rng: Where chance comes from; every order of the cards is equally likely.
            dealer: As for `start`.
            seating: As for `start`.

        Raises:
            SeatError: There is no such dealer, or the variant is not played so.
            ValueRefusedError: A thousand opening tables in a row are void.

        >>> from random import Random
        >>> from scopa import VARIANTS
        >>> deal = Deal.shuffled(VARIANTS["scopa"], Random(1))
        >>> [len(hand) for hand in deal.hands], len(deal.table), len(deal.stock)
        ([3, 3], 4, 30)
        """
        kernel, dealer = _seated(variant, dealer, seating)
        random = rng.random
        for _ in range(MOST_REDEALS):
            # Random keys shuffle evenly, and faster than `Random.shuffle`.
            deck = tuple(sorted(kernel.cards, key=lambda _: random()))
            try:
                state, _ = kernel.start(deck, dealer)
            except RedealRequired:
                continue
            return _deal(kernel, state)
        raise _all_void(variant)

    @classmethod
    def open(
        cls,
        variant: Variant,
        deck: Sequence[Card],
        *,
        dealer: int | None = None,
        seating: Seating | None = None,
    ) -> tuple[Deal, tuple[Event, ...]]:
        """Deal a deck as `start` does, and say what happened: cards dealt, laid, perhaps taken.

        >>> from scopa import VARIANTS
        >>> scopa = VARIANTS["scopa"]
        >>> deal, events = Deal.open(scopa, scopa.pack.cards)
        >>> [type(event).__name__ for event in events]
        ['Dealt', 'Dealt', 'TableLaid']
        """
        deal, bits, takes = cls._started(variant, deck, dealer, seating)
        return deal, tuple(opening_story(deal._kernel, bits, deal._state, takes))

    @classmethod
    def _started(
        cls,
        variant: Variant,
        deck: Sequence[Card],
        dealer: int | None,
        seating: Seating | None,
    ) -> tuple[Deal, tuple[int, ...], list[tuple[int, ...]]]:
        kernel, dealer = _seated(variant, dealer, seating)
        bits = _deck_bits(kernel, deck)
        state, takes = kernel.start(bits, dealer)
        return _deal(kernel, state), bits, takes

    @classmethod
    def from_setup(cls, setup: Setup) -> Deal:
        """The deal in a given position.

        Raises:
            InvalidSetupError: The position is not lawful; every problem is listed.
        """
        setup.check()
        kernel = kernel_for(setup.variant, setup.seating)
        piles = sum(pile._bits << 52 * side for side, pile in enumerate(setup.piles))
        shown = sum(h._bits << s for h, s in zip(setup.shown, kernel.hand_shift, strict=True))
        sides = zip(setup.sweeps, setup.bonuses, setup.declared, strict=True)
        tally = [(sweeps, *bonuses, declared) for sweeps, bonuses, declared in sides]
        state = (
            tuple(hand._bits for hand in setup.hands),
            setup.table._bits,
            kernel.reader(setup.wild_rank or 0).sig(setup.table._bits),
            piles,
            kernel.counting.packed_tally(tally),
            -1 if setup.last_taker is None else setup.last_taker,
            setup.turn,
            setup.ply,
            (
                setup.dealer,
                tuple(card._bit for card in setup.stock),
                setup.placed._bit if setup.placed and kernel.tracks_placed else 0,
                setup.placed._bit if setup.placed and setup.claimable else 0,
                shown,
                setup.wild_rank or 0,
            ),
        )
        if setup.claimable and not kernel.overlooked(state):
            said = f"{setup.placed} could have captured nothing"
            raise InvalidSetupError([Problem("nothing-to-claim", "claimable", said)])
        return _deal(kernel, state)

    # ------------------------------------------------------------------ what can be seen

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self._kernel.variant

    @property
    def seating(self) -> Seating:
        """Who plays with whom."""
        return self._kernel.seating

    @property
    def dealer(self) -> int:
        """The seat that dealt the packet being played."""
        return self._state[8][0]

    @property
    def turn(self) -> int:
        """The seat to move; once the deal is over, the one that would have followed."""
        return self._state[6]

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return self._state[7]

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hand of each seat."""
        return tuple(CardSet._of(hand) for hand in self._state[0])

    @property
    def table(self) -> CardSet:
        """The cards on the table; once the deal is over, those that nobody claimed (S2.17)."""
        return CardSet._of(self._state[1])

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards not yet dealt, the next one first."""
        return tuple(card for bit in self._state[8][1] for card in _cards_of(bit))

    @property
    def piles(self) -> tuple[CardSet, ...]:
        """What each side has captured."""
        return tuple(CardSet._of(pile) for pile in self._kernel.piles(self._state))

    @property
    def sweeps(self) -> tuple[int, ...]:
        """How many sweeps each side has made."""
        return tuple(own[0] for own in self._kernel.tally(self._state))

    @property
    def bonuses(self) -> tuple[tuple[int, ...], ...]:
        """For each side the points of each bonus, in the order of ``variant.bonuses``."""
        return tuple(own[1:-1] for own in self._kernel.tally(self._state))

    @property
    def declared(self) -> tuple[int, ...]:
        """The points each side has declared."""
        return tuple(own[-1] for own in self._kernel.tally(self._state))

    @property
    def shown(self) -> tuple[CardSet, ...]:
        """The cards of each hand that a declaration has shown to everybody."""
        shown = self._state[8][4]
        return tuple(CardSet._of(shown >> shift & FULL) for shift in self._kernel.hand_shift)

    @property
    def wild_rank(self) -> Rank | None:
        """The rank the wild card counts as, while it is not its own."""
        rank = self._state[8][5]
        return Rank(rank) if rank else None

    @property
    def last_taker(self) -> int | None:
        """The seat that captured last, if any did."""
        last = self._state[5]
        return None if last < 0 else last

    @property
    def placed(self) -> Card | None:
        """The card the move before laid down, where the rules ask for it; else ``None``."""
        return next(_cards_of(self._state[8][2] | self._state[8][3]), None)

    @property
    def is_claimable(self) -> bool:
        """Whether the seat to move may claim what the last one overlooked (S3.12)."""
        return self._state[8][3] != 0

    @property
    def is_last_packet(self) -> bool:
        """Whether every card has been dealt: *últimas cartas* (S3.18)."""
        return not self._state[8][1]

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        state = self._state
        return not state[0][state[6]]

    # ------------------------------------------------------------------ what can be done

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, each once, in canonical order; empty only when the deal is over.

        Claims come first, then declarations, then plays by card (suit, then rank); for one card by
        the number of cards taken, then by those cards; laying the card down comes last.
        """
        return self._kernel.moves(self._state)

    def is_legal(self, move: Move) -> bool:
        """Whether the move is one of `legal_moves`, without listing them."""
        state, kernel = self._state, self._kernel
        if isinstance(move, Play):
            return kernel.allows(state, move)
        if isinstance(move, Claim):
            return move.taken._bits in kernel.overlooked(state)
        return isinstance(move, Declare) and move in kernel.declares(state)

    def can_capture(self, card: Card) -> bool:
        """Whether the seat to move holds this card and can take something with it.

        The captures are not listed, so this is quick on the largest table.
        """
        return isinstance(card, Card) and self._kernel.can_take(self._state, card._bit)

    def why_illegal(self, move: Move) -> IllegalReason | None:
        """Why the move is not legal, or ``None`` if it is.

        >>> from scopa import VARIANTS
        >>> scopa = VARIANTS["scopa"]
        >>> Deal.start(scopa, scopa.pack.cards).why_illegal(Play.parse("Rb")).value
        'not-in-hand'
        """
        return None if self.is_legal(move) else self._reason(move)

    def _reason(self, move: Move) -> IllegalReason:
        if not isinstance(move, Play | Claim | Declare):
            return IllegalReason.NOT_A_MOVE
        if self.is_over:
            return IllegalReason.DEAL_OVER
        if isinstance(move, Claim):
            return IllegalReason.NOTHING_TO_CLAIM
        if isinstance(move, Declare):
            return IllegalReason.NOTHING_TO_DECLARE
        if move.card not in self.hands[self.turn]:
            return IllegalReason.NOT_IN_HAND
        if move.card in move.taken:
            return IllegalReason.CARD_TWICE
        if not move.taken <= self.table:
            return IllegalReason.NOT_ON_TABLE
        return self._why_not(move)

    def _why_not(self, move: Play) -> IllegalReason:
        kernel, state, bit = self._kernel, self._state, move.card._bit
        if kernel.bars(state, bit):
            return IllegalReason.SWEEPER_RESTRICTED
        if not move.taken:
            return IllegalReason.CAPTURE_COMPULSORY
        return kernel.reader(state[8][5]).why_not(bit, move.taken._bits, state[1])

    def play(self, move: Move) -> Deal:
        """The deal after a move.

        Raises:
            IllegalMoveError: The move is not legal; its `reason` says why.
        """
        if not self.is_legal(move):
            raise IllegalMoveError(self._reason(move), move, self)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> Deal:
        """The deal after a move known to be legal; with any other the result is undefined."""
        kernel = self._kernel
        if isinstance(move, Play):  # nearly every move: straight to it
            after = kernel.played(self._state, move)
        else:
            after = kernel.after(self._state, move)
        deal = _new(Deal)
        _set_kernel(deal, kernel)
        _set_state(deal, after)
        return deal

    def step(self, move: Move) -> Step:
        """Play a move and say what happened.

        Raises:
            IllegalMoveError: The move is not legal; its `reason` says why.

        >>> from scopa import VARIANTS
        >>> scopa = VARIANTS["scopa"]
        >>> step = Deal.start(scopa, scopa.pack.cards).step(Play.parse("Ad"))
        >>> [type(event).__name__ for event in step.events]
        ['Played']
        """
        after = self.play(move)
        return Step._of(self, move, after, story(self._kernel, self._state, move, after))

    def playout(self, rng: Random, policy: Policy | None = None) -> DealScore:
        """Play the deal to its end, and count it.

        Args:
            rng: Where chance comes from.
            policy: Decides for every seat, shown what that seat may see (`scopa.policies`); if not
                given, every legal move is equally likely.

        Raises:
            IllegalMoveError: The policy answered with a move that is not legal.
        """
        if policy is not None:
            return _played_by(self, rng, policy)
        return _score(self._kernel, self._kernel.playout(self._state, rng))

    def score(self) -> DealScore:
        """The score sheet; before the end of the deal, what it would be if it ended as it lies."""
        return _score(self._kernel, self._state)

    def setup(self) -> Setup:
        """This position as a `Setup`: ``Deal.from_setup(deal.setup()) == deal``."""
        return Setup(
            variant=self.variant,
            seating=self.seating,
            hands=self.hands,
            table=self.table,
            stock=self.stock,
            piles=self.piles,
            sweeps=self.sweeps,
            bonuses=self.bonuses,
            dealer=self.dealer,
            turn=self.turn,
            ply=self.ply,
            last_taker=self.last_taker,
            placed=self.placed,
            claimable=self.is_claimable,
            declared=self.declared,
            shown=self.shown,
            wild_rank=self.wild_rank,
        )

    def view(self, seat: int | None) -> View:
        """What a seat may know of this deal; ``None`` is a spectator.

        Raises:
            SeatError: There is no such seat.

        >>> from scopa import VARIANTS
        >>> scopa = VARIANTS["scopa"]
        >>> deal = Deal.start(scopa, scopa.pack.cards)
        >>> deal.view(1).hand == deal.hands[1], deal.view(1).legal_moves
        (True, ())
        """
        from scopa.view import view_of  # noqa: PLC0415 - an outer room, read when it is used

        return view_of(self, seat)

    @property
    def key(self) -> tuple[Any, ...]:
        """What the rest of the deal depends on, for tables of positions already seen.

        Two deals of one variant and seating with equal keys have the same legal moves now and after
        any moves, and gain the same cards and sweeps from here on; what was captured before is not
        part of it.
        """
        hands, table, _, _, _, *others = self._state
        return (hands, table, *others)

    # ------------------------------------------------------------------ a value among values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._state == other._state and self._same_rules(other)

    def _same_rules(self, other: Deal) -> bool:
        return self._kernel is other._kernel or (
            self.variant == other.variant and self.seating == other.seating
        )

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"<Deal of {self.variant.id}: ply {self.ply}, turn {self.turn}, table {self.table}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Deal.from_setup, (self.setup(),)


_new = object.__new__
_set_kernel = Deal.__dict__["_kernel"].__set__
_set_state = Deal.__dict__["_state"].__set__


def _deal(kernel: Kernel, state: State) -> Deal:
    deal = object.__new__(Deal)
    _set_kernel(deal, kernel)
    _set_state(deal, state)
    return deal


@frozen
class Step(Value):
    """A move made, with what it did.

    Attributes:
        before: The deal before.
        move: The move.
        after: The deal after.
        events: What happened, in order.
    """

    before: Deal
    move: Move
    after: Deal
    events: tuple[Event, ...]

    @classmethod
    def _of(cls, before: Deal, move: Move, after: Deal, events: tuple[Event, ...]) -> Step:
        step = _new(cls)
        _put_before(step, before)
        _put_move(step, move)
        _put_after(step, after)
        _put_events(step, events)
        return step


_put_before, _put_move, _put_after, _put_events = (
    Step.__dict__[name].__set__ for name in ("before", "move", "after", "events")
)


def _played_by(deal: Deal, rng: Random, policy: Policy) -> DealScore:
    while not deal.is_over:
        deal = deal.play(policy(deal.view(deal.turn), rng))
    return deal.score()


def known_seating(variant: Variant, seating: Seating | None) -> Seating:
    """A seating of the variant: the one given, or the first.

    Raises:
        SeatError: The variant is not played so (code ``unknown-seating``).
    """
    if not isinstance(variant, Variant):
        raise TypeError(f"not a Variant: {variant!r} (one is VARIANTS['scopa'])")
    if seating is None:
        return variant.seatings[0]
    for known in variant.seatings:
        if known == seating:
            return known
    raise SeatError(f"{variant.id} is not played in the seating {seating}", code="unknown-seating")


def _seated(variant: Variant, dealer: int | None, seating: Seating | None) -> tuple[Kernel, int]:
    """The rules at a table, and the seat that deals: the last one if not given."""
    seating = known_seating(variant, seating)
    kernel = kernel_for(variant, seating)
    if dealer is None:
        return kernel, len(kernel.next_seat) - 1
    seating.check(dealer, "dealer")
    return kernel, dealer


def _all_void(variant: Variant) -> ValueRefusedError:
    """The error for a variant whose opening tables are void time and again."""
    return ValueRefusedError(f"{variant.id}: {MOST_REDEALS} opening tables in a row are void")


def _deck_bits(kernel: Kernel, deck: Sequence[Card]) -> tuple[int, ...]:
    try:
        bits = tuple([card._bit for card in deck])
    except (TypeError, AttributeError):
        raise InvalidDeckError([Problem("not-cards", "deck", "is not a row of cards")]) from None
    # As many powers of two as the pack has bits add up to the pack only if they are those bits.
    if len(bits) != kernel.pack.bit_count() or sum(bits) != kernel.pack:
        raise InvalidDeckError(card_problems(deck, kernel.variant, "deck"))
    return bits


def _score(kernel: Kernel, state: State) -> DealScore:
    piles, tally = kernel.piles(state), kernel.tally(state)
    points = kernel.points(state, piles)
    return DealScore._of(points, kernel.variant, piles, tally, state[5] >= 0)
