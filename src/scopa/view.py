"""What a seat may know, and nothing else.

A `View` is a value of its own. It holds no deal, no order of the stock, no seed and no other hand,
so whatever is done with one cannot leak them. Hidden cards are sampled from it, not from the truth.
"""

from __future__ import annotations

from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING, cast

from attrs import evolve, field, frozen

from scopa._kernel import Kernel, State, kernel_for
from scopa._shown import Value
from scopa.cards import Card, CardSet, Rank
from scopa.deal import Deal, _deal
from scopa.errors import InvalidSetupError, Problem, ValueRefusedError
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    DealScored,
    Dealt,
    Declared,
    Event,
    MatchWon,
    OpeningTaken,
    Played,
    Redealt,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.match import Match, Outcome
from scopa.moves import Move
from scopa.rules import Seating
from scopa.score import DealScore
from scopa.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@frozen(kw_only=True)
class View(Value):
    """What one seat, or a spectator, may know of a deal.

    Attributes:
        variant: The rules.
        seating: Who plays with whom.
        seat: Whose view it is; ``None`` is a spectator.
        dealer: The seat that dealt.
        turn: The seat to move.
        ply: How many moves were made.
        hand: The seat's own hand; empty for a spectator.
        hand_sizes: How many cards each seat holds.
        stock_size: How many cards are not yet dealt.
        table: The cards on the table.
        piles: What each side has captured; ``None`` where piles lie face down (`counts_only`).
        pile_sizes: How many cards each side has captured.
        sweeps: The sweeps of each side.
        bonuses: For each side the points of each bonus of the variant.
        declared: The points each side has declared.
        last_taker: The seat that captured last, if any did.
        placed: The card just laid down, in variants whose rules ask for it.
        is_claimable: Whether the seat to move may claim what the last one overlooked.
        shown: The cards of each hand that a declaration has shown.
        wild_rank: The rank the wild card counts as, while it is not its own.
    """

    variant: Variant = field(repr=lambda variant: variant.id)
    seating: Seating = field(repr=lambda seating: str(seating.sides))
    seat: int | None
    dealer: int
    turn: int
    ply: int
    hand: CardSet
    hand_sizes: tuple[int, ...]
    stock_size: int
    table: CardSet
    piles: tuple[CardSet, ...] | None
    pile_sizes: tuple[int, ...]
    sweeps: tuple[int, ...]
    bonuses: tuple[tuple[int, ...], ...]
    declared: tuple[int, ...]
    last_taker: int | None
    placed: Card | None
    is_claimable: bool
    shown: tuple[CardSet, ...]
    wild_rank: Rank | None

    @classmethod
    def undealt(cls, variant: Variant, seating: Seating, seat: int | None, dealer: int) -> View:
        """The view before the first card is dealt, to fold the first events over.

        >>> from scopa import VARIANTS, Deal
        >>> scopa = VARIANTS["scopa"]
        >>> deal, events = Deal.open(scopa, scopa.pack.cards)
        >>> view = View.undealt(scopa, deal.seating, 0, deal.dealer)
        >>> view.after(event.seen_by(0) for event in events) == deal.view(0)
        True
        """
        sides, players = len(seating.sides), seating.players
        return cls(
            variant=variant,
            seating=seating,
            seat=seat,
            dealer=dealer,
            turn=(dealer + 1) % players,
            ply=0,
            hand=CardSet(),
            hand_sizes=(0,) * players,
            stock_size=len(variant.pack.cards),
            table=CardSet(),
            piles=(CardSet(),) * sides,
            pile_sizes=(0,) * sides,
            sweeps=(0,) * sides,
            bonuses=((0,) * len(variant.bonuses),) * sides,
            declared=(0,) * sides,
            last_taker=None,
            placed=None,
            is_claimable=False,
            shown=(CardSet(),) * players,
            wild_rank=None,
        )

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hand_sizes)

    @property
    def unseen(self) -> CardSet:
        """The cards whose place this seat does not know: in hands, the stock, piles face down."""
        known = self.hand._bits | self.table._bits
        for cards in (*self.shown, *(self.piles or ())):
            known |= cards._bits
        return CardSet._of(self.variant.pack.card_set._bits & ~known)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move when it is this seat's turn, in canonical order; none otherwise."""
        if self.seat is None or self.turn != self.seat or self.is_over:
            return ()
        return self._kernel().moves(self._state((self.hand,), (self.seat,), (), ()))

    def is_legal(self, move: Move) -> bool:
        """Whether the move is one of `legal_moves`."""
        return move in self.legal_moves

    def counts_only(self) -> View:
        """The same view at a table where captured piles lie face down: their sizes are seen."""
        return evolve(self, piles=None)

    def check(self) -> None:
        """Refuse a view that no deal of its variant has.

        Raises:
            InvalidSetupError: Something is wrong; all of it is listed.
        """
        sizes = (*self.hand_sizes, self.stock_size, *self.pile_sizes)
        sides = (self.pile_sizes, self.sweeps, self.bonuses, self.declared)
        seats = (self.seat, self.last_taker, self.dealer, self.turn)
        players, wrong = self.seating.players, list[Problem]()
        if self.seating not in self.variant.seatings:
            wrong.append(Problem("unknown-seating", "seating", "the game is not played so"))
        if any(len(own) != len(self.variant.bonuses) for own in self.bonuses):
            wrong.append(Problem("wrong-number", "bonuses", "not one number for each bonus"))
        if any(len(given) != len(self.seating.sides) for given in sides):
            wrong.append(Problem("wrong-number", "pile_sizes", "not one number for each side"))
        if len(self.hand_sizes) != players or len(self.shown) != players:
            wrong.append(Problem("wrong-number", "hand_sizes", "not one number for each seat"))
        if any(x is not None and (type(x) is not int or not 0 <= x < players) for x in seats):
            wrong.append(Problem("seat-out-of-range", "seat", f"not one of {players} seats"))
        if min((*sizes, self.ply)) < 0:
            wrong.append(Problem("negative", "hand_sizes", "a number is below 0"))
        if wrong:
            raise InvalidSetupError(wrong)
        if any(size < 0 for size in self._hidden_sizes()) or not self._fits():
            raise InvalidSetupError([Problem("cards", "hand", "the cards do not make the pack")])
        drawn = self.determinize(Random(0))
        Deal.from_setup(drawn.setup())
        seen = drawn.view(self.seat)
        if (seen if self.piles is not None else seen.counts_only()) != self:
            said = "no deal looks so from that seat"
            raise InvalidSetupError([Problem("no-such-view", "seat", said)])

    def _fits(self) -> bool:
        hidden = sum(self._hidden_sizes()) + self.stock_size
        zones = [*self._known_hands(), self.table, *(self.piles or ())]
        known = sum(len(zone) for zone in zones)
        pack = self.variant.pack.card_set
        apart = len(frozenset(card for zone in zones for card in zone)) == known
        inside = all(zone <= pack for zone in zones)
        return apart and inside and known + hidden == len(pack) and hidden == len(self.unseen)

    # ------------------------------------------------------------------ what may be hidden

    def worlds(self) -> int:
        """How many deals fit this view: ways to place the unseen cards, the stock's order included.

        >>> from scopa import VARIANTS, Deal
        >>> scopa = VARIANTS["scopa"]
        >>> Deal.start(scopa, scopa.pack.cards).view(0).worlds() == factorial(33) // factorial(3)
        True
        """
        within = prod(factorial(size) for size in self._hidden_sizes())
        return factorial(len(self.unseen)) // within

    def determinize(self, rng: Random) -> Deal:
        """A deal that fits this view, each of the `worlds` equally likely.

        Args:
            rng: Decides which.
        """
        cards = list(self.unseen)
        for place in range(len(cards) - 1, 0, -1):
            other = int(rng.random() * (place + 1))
            cards[place], cards[other] = cards[other], cards[place]
        parts: list[CardSet] = []
        for size in self._hidden_sizes():
            parts.append(CardSet(cards[:size]))
            del cards[:size]
        players = self.seating.players
        hands = [a | b for a, b in zip(parts[:players], self._known_hands(), strict=True)]
        piles = self.piles if self.piles is not None else tuple(parts[players:])
        state = self._state(hands, range(players), cards, piles)
        return _deal(self._kernel(), state)

    def _known_hands(self) -> list[CardSet]:
        return [self.hand if seat == self.seat else shown for seat, shown in enumerate(self.shown)]

    def _hidden_sizes(self) -> list[int]:
        """How many unseen cards each hand holds, and each pile where piles lie face down."""
        hands = zip(self.hand_sizes, self._known_hands(), strict=True)
        hidden = [size - len(known) for size, known in hands]
        return hidden if self.piles is not None else [*hidden, *self.pile_sizes]

    def _kernel(self) -> Kernel:
        return kernel_for(self.variant, self.seating)

    def _state(
        self,
        hands: Iterable[CardSet],
        seats: Iterable[int],
        stock: Iterable[Card],
        piles: Iterable[CardSet],
    ) -> State:
        """The state of a deal with these hands, stock and piles, and all else as it is seen."""
        kernel = self._kernel()
        shifts = kernel.hand_shift
        placed = self.placed._bit if self.placed is not None else 0
        rank = self.wild_rank or 0
        tally = zip(self.sweeps, self.bonuses, self.declared, strict=True)
        return (
            sum(hand._bits << shifts[seat] for hand, seat in zip(hands, seats, strict=True)),
            self.table._bits,
            kernel.reader(rank).sig(self.table._bits),
            sum(pile._bits << 52 * side for side, pile in enumerate(piles)),
            kernel.packed_tally([(own, *more, declared) for own, more, declared in tally]),
            -1 if self.last_taker is None else self.last_taker,
            self.turn,
            self.ply,
            self.dealer,
            tuple(card._bit for card in stock),
            placed if kernel.tracks_placed else 0,
            placed if self.is_claimable else 0,
            sum(cards._bits << shift for cards, shift in zip(self.shown, shifts, strict=True)),
            int(rank),
        )

    # ------------------------------------------------------------------ what happens to it

    def after(self, events: Iterable[Event]) -> View:
        """The view after a seat was told what happened, each event as `Event.seen_by` shows it.

        Raises:
            ValueRefusedError: The events do not follow on what the view knows: a move is missing
                or stands twice, cards are not where they are taken from, or the events were told
                to another seat.

        >>> from scopa import VARIANTS, Deal
        >>> scopa = VARIANTS["scopa"]
        >>> deal = Deal.start(scopa, scopa.pack.cards)
        >>> step = deal.step(deal.legal_moves[0])
        >>> told = [event.seen_by(1) for event in step.events]
        >>> deal.view(1).after(told) == step.after.view(1)
        True
        """
        view = self
        for event in events:
            _check_follows(view, event)
            fold = _FOLDS.get(type(event))
            view = view if fold is None else fold(view, event)
        return view


def view_of(deal: Deal, seat: int | None) -> View:
    """What a seat may know of a deal; see `Deal.view`."""
    if seat is not None:
        deal.seating.check(seat)
    return View(
        variant=deal.variant,
        seating=deal.seating,
        seat=seat,
        dealer=deal.dealer,
        turn=deal.turn,
        ply=deal.ply,
        hand=CardSet() if seat is None else deal.hands[seat],
        hand_sizes=tuple(len(hand) for hand in deal.hands),
        stock_size=len(deal.stock),
        table=deal.table,
        piles=deal.piles,
        pile_sizes=tuple(len(pile) for pile in deal.piles),
        sweeps=deal.sweeps,
        bonuses=deal.bonuses,
        declared=deal.declared,
        last_taker=deal.last_taker,
        placed=deal.placed,
        is_claimable=deal.is_claimable,
        shown=deal.shown,
        wild_rank=deal.wild_rank,
    )


# ---------------------------------------------------------------------- folding events


_MOVES = (Played, Claimed, Declared)
_OF_A_MOVE = (Captured, Swept, BonusScored)
_FROM_THE_TABLE = (Captured, Claimed, OpeningTaken, Remainder)


def _check_follows(view: View, event: Event) -> None:
    """Refuse an event that is not the next one this seat can be told."""
    ply = view.ply - 1 if isinstance(event, _OF_A_MOVE) else view.ply
    out_of_turn = isinstance(event, _MOVES) and event.seat != view.turn
    hidden = isinstance(event, Dealt) and (event.seat == view.seat) != (len(event.cards) > 0)
    if event.ply != ply or out_of_turn or hidden or not _is_from_there(view, event):
        name = type(event).__name__
        raise ValueRefusedError(
            f"{name} of ply {event.ply} does not follow for seat {view.seat} at ply {view.ply}"
        )


def _is_from_there(view: View, event: Event) -> bool:
    """Whether the cards come from where they may lie for all this seat knows."""
    cards = set(event.cards)
    if isinstance(event, _FROM_THE_TABLE):
        return view.table >= cards
    if isinstance(event, Played):
        seat, _ = _at(event)
        return (view.hand if seat == view.seat else view.unseen | view.shown[seat]) >= cards
    return True


def _put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    return tuple(n + change if own == place else n for own, n in enumerate(numbers))


def _at(event: Event) -> tuple[int, int]:
    """The seat and side of an event that has both."""
    if event.seat is None or event.side is None:
        raise ValueRefusedError(f"a {type(event).__name__} without a seat")
    return event.seat, event.side


def _next_with_cards(view: View, seat: int) -> int:
    players = view.seating.players
    following = [(seat + step) % players for step in range(1, players + 1)]
    return next((own for own in following if view.hand_sizes[own]), following[0])


def _dealt(view: View, event: Event) -> View:
    seat, _ = _at(event)
    count = cast("Dealt", event).count
    if view.is_over and view.ply:  # a later packet begins
        view = _new_packet(view, seat)
    return evolve(
        view,
        hand=view.hand | CardSet(event.cards) if seat == view.seat else view.hand,
        hand_sizes=_put(view.hand_sizes, seat, count),
        stock_size=view.stock_size - count,
    )


def _new_packet(view: View, lead: int) -> View:
    players, wild = view.seating.players, view.variant.wild
    moves = view.variant.dealing.dealer_moves == "packet"
    reverts = wild is not None and wild.reverts == "end_of_packet"
    # What was overlooked was one's own, or can no longer be told.
    lapsed = lead == (view.turn - 1) % players or (reverts and view.wild_rank is not None)
    return evolve(
        view,
        dealer=(lead - 1) % players if moves else view.dealer,
        turn=lead,
        is_claimable=view.is_claimable and not lapsed,
        placed=None if lapsed and not _asks_for_placed(view) else view.placed,
        wild_rank=None if reverts else view.wild_rank,
    )


def _asks_for_placed(view: View) -> bool:
    return view._kernel().tracks_placed


def _table_laid(view: View, event: Event) -> View:
    return evolve(
        view,
        table=view.table | CardSet(event.cards),
        stock_size=view.stock_size - len(event.cards),
        is_claimable=False,
        placed=view.placed if _asks_for_placed(view) else None,
    )


def _taken(view: View, event: Event) -> View:
    """Cards go from the table to the pile of a side."""
    seat, side = _at(event)
    cards = CardSet(event.cards)
    piles = view.piles
    if piles is not None:
        piles = tuple(pile | cards if own == side else pile for own, pile in enumerate(piles))
    wild = view.variant.wild
    captured = wild is not None and wild.card in cards
    return evolve(
        view,
        table=view.table - cards,
        piles=piles,
        pile_sizes=_put(view.pile_sizes, side, len(cards)),
        last_taker=seat,
        placed=None,
        is_claimable=False,
        wild_rank=None if captured else view.wild_rank,
    )


def _opening_taken(view: View, event: Event) -> View:
    sweeps = cast("OpeningTaken", event).sweeps
    _, side = _at(event)
    return evolve(_taken(view, event), sweeps=_put(view.sweeps, side, sweeps))


def _played(view: View, event: Event) -> View:
    """The card is on the table for now; a `Captured` that follows takes it away again."""
    seat, _ = _at(event)
    (card,) = event.cards
    one = CardSet((card,))
    oversight = view.variant.capture.claims is not None and _could_take(view, card)
    sizes = _put(view.hand_sizes, seat, -1)
    moved = evolve(view, hand_sizes=sizes)
    turn = _next_with_cards(moved, seat)
    claimable = oversight and turn != seat
    return evolve(
        moved,
        hand=view.hand - one,
        shown=tuple(cards - one for cards in view.shown),
        table=view.table | one,
        ply=view.ply + 1,
        turn=turn,
        placed=card if claimable or _asks_for_placed(view) else None,
        is_claimable=claimable,
    )


def _could_take(view: View, card: Card) -> bool:
    kernel = view._kernel()
    state = view._state((CardSet((card,)),), (view.turn,), (), ())
    return kernel.can_take(state, card._bit)


def _claimed(view: View, event: Event) -> View:
    return evolve(_taken(view, event), ply=view.ply + 1)


def _declared(view: View, event: Event) -> View:
    seat, side = _at(event)
    called = cast("Declared", event).wild
    cards, wild = CardSet(event.cards), view.variant.wild
    rank = view.wild_rank
    if called is not None and wild is not None and wild.reverts != "at_once":
        rank = None if called is wild.card.rank else called
    return evolve(
        view,
        shown=tuple(cards if own == seat else old for own, old in enumerate(view.shown)),
        declared=_put(view.declared, side, cast("Declared", event).points),
        ply=view.ply + 1,
        wild_rank=rank,
        is_claimable=False,
        placed=view.placed if _asks_for_placed(view) else None,
    )


def _swept(view: View, event: Event) -> View:
    return evolve(view, sweeps=_put(view.sweeps, _at(event)[1], 1))


def _bonus(view: View, event: Event) -> View:
    _, side = _at(event)
    scored = cast("BonusScored", event)
    ids = [bonus.id for bonus in view.variant.bonuses]
    own = _put(view.bonuses[side], ids.index(scored.bonus), scored.points)
    return evolve(
        view, bonuses=tuple(own if at == side else old for at, old in enumerate(view.bonuses))
    )


def _remainder(view: View, event: Event) -> View:
    return view if event.seat is None else _taken(view, event)


def _ended(view: View, _: Event) -> View:
    return evolve(view, placed=None, is_claimable=False, wild_rank=None)


_FOLDS: dict[type[Event], Callable[[View, Event], View]] = {
    Dealt: _dealt,
    TableLaid: _table_laid,
    OpeningTaken: _opening_taken,
    Played: _played,
    Captured: _taken,
    Claimed: _claimed,
    Declared: _declared,
    Swept: _swept,
    BonusScored: _bonus,
    Remainder: _remainder,
    DealScored: _ended,
}


# ---------------------------------------------------------------------- a whole match


@frozen(kw_only=True)
class MatchView(Value):
    """What one seat, or a spectator, may know of a match: never the seed, nor a deck.

    Attributes:
        deal: What the seat may know of the deal being played.
        target: The points to reach; ``None`` where one deal decides.
        totals: The points of each side from the deals that are over.
        scores: The score sheets of those deals.
        outcome: How the match ended, or ``None``.
    """

    deal: View
    target: int | None
    totals: tuple[int, ...]
    scores: tuple[DealScore, ...] = field(repr=False)
    outcome: Outcome | None

    def counts_only(self) -> MatchView:
        """The same view at a table where captured piles lie face down."""
        return evolve(self, deal=self.deal.counts_only())

    def after(self, events: Iterable[Event]) -> MatchView:
        """The view after a seat was told what happened, each event as `Event.seen_by` shows it."""
        view = self
        for event in events:
            view = _match_fold(view, event)
        return view


def match_view_of(match: Match, seat: int | None) -> MatchView:
    """What a seat may know of a match; see `Match.view`."""
    return MatchView(
        deal=match.deal.view(seat),
        target=match.target,
        totals=match.totals,
        scores=match.scores,
        outcome=match.outcome,
    )


def _match_fold(view: MatchView, event: Event) -> MatchView:
    if isinstance(event, MatchWon):
        return evolve(view, outcome=event.outcome)
    begins = isinstance(event, Dealt | Redealt) and view.deal.is_over and event.ply == 0
    if begins and view.deal.ply:  # another deal: the next seat deals
        old = view.deal
        dealer = (old.dealer + 1) % old.seating.players
        fresh = View.undealt(old.variant, old.seating, old.seat, dealer)
        view = evolve(view, deal=fresh if old.piles is not None else fresh.counts_only())
    view = evolve(view, deal=view.deal.after((event,)))
    if not isinstance(event, DealScored):
        return view
    totals = zip(view.totals, event.score.points, strict=True)
    return evolve(
        view,
        totals=tuple(total + points for total, points in totals),
        scores=(*view.scores, event.score),
    )
