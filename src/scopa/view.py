"""What a seat may know, and nothing else.

A `View` is a value of its own. It holds no deal, no order of the stock, no seed and no other hand,
so whatever is done with one cannot leak them. Hidden cards are sampled from it, not from the truth.
"""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from scopa._fold import folded
from scopa._kernel import Kernel, State, kernel_for
from scopa._shown import Value
from scopa.cards import Card, CardSet, Rank
from scopa.deal import Deal, _deal
from scopa.errors import IllegalReason, InvalidSetupError, Problem, ValueRefusedError
from scopa.events import DealScored, Dealt, Event, MatchWon, Redealt
from scopa.match import Match, Outcome, decided
from scopa.moves import Claim, Declare, Move, Play
from scopa.plain import differences
from scopa.rules import Seating
from scopa.score import DealScore
from scopa.setup import shape_problems
from scopa.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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
        own = self._own_turn()
        return () if own is None else own.legal_moves

    def is_legal(self, move: Move) -> bool:
        """Whether the move is one of `legal_moves`, without listing them."""
        own = self._own_turn()
        return own is not None and own.is_legal(move)

    def why_illegal(self, move: Move) -> IllegalReason | None:
        """Why the move is not legal for this seat now, or ``None`` if it is.

        >>> from scopa import VARIANTS, Deal, Play
        >>> scopa = VARIANTS["scopa"]
        >>> deal = Deal.start(scopa, scopa.pack.cards)
        >>> deal.view(0).why_illegal(Play.parse("Rb")).value
        'not-in-hand'
        >>> deal.view(1).why_illegal(Play.parse("2d")).value
        'not-your-turn'
        """
        own = self._own_turn()
        if own is not None:
            return own.why_illegal(move)
        if not isinstance(move, Play | Claim | Declare):
            return IllegalReason.NOT_A_MOVE
        return IllegalReason.DEAL_OVER if self.is_over else IllegalReason.NOT_YOUR_TURN

    def _own_turn(self) -> Deal | None:
        """When it is this seat's turn: a deal with its hand alone, which has the same moves."""
        if self.seat is None or self.turn != self.seat or self.is_over:
            return None
        return _deal(self._kernel(), self._state_with(self.hand))

    def counts_only(self) -> View:
        """The same view at a table where captured piles lie face down: their sizes are seen."""
        return evolve(self, piles=None)

    def check(self) -> None:
        """Refuse a view that no deal of its variant has.

        Raises:
            InvalidSetupError: Something is wrong; all of it is listed.
        """
        if problems := tuple(self._shape_problems()) or tuple(self._card_problems()):
            raise InvalidSetupError(problems)
        drawn = self.determinize(Random(0))
        try:
            Deal.from_setup(drawn.setup())
        except InvalidSetupError as error:
            raise InvalidSetupError(map(_of_a_view, error.problems)) from None
        seen = drawn.view(self.seat)
        own = seen if self.piles is not None else seen.counts_only()
        if problems := tuple(differences(self, own)):
            raise InvalidSetupError(problems)

    def _shape_problems(self) -> Iterator[Problem]:
        sides = ("pile_sizes", "sweeps", "bonuses", "declared")
        return shape_problems(
            self,
            by_seat=("hand_sizes", "shown"),
            by_side=sides if self.piles is None else ("piles", *sides),
            seats=("seat", "dealer", "turn", "last_taker"),
            counted=("ply", "hand_sizes", "stock_size", *sides),
        )

    def _card_problems(self) -> Iterator[Problem]:
        """Cards that are too many, too few, in two places or of another pack."""
        zones = [*self._known_hands(), self.table, *(self.piles or ())]
        counted = Counter(card for zone in zones for card in zone)
        for card, number in counted.items():
            if card not in self.variant.pack.card_set:
                yield Problem("card-foreign", "cards", f"{card} is not in the pack")
            if number > 1:
                yield Problem("card-doubled", "cards", f"{card} lies in {number} places")
        if self.seat is None and self.hand:
            yield Problem("wrong-number", "hand", "a spectator holds no cards")
        for seat, (size, known) in enumerate(
            zip(self.hand_sizes, self._known_hands(), strict=True)
        ):
            if size < len(known) or (seat == self.seat and size > len(known)):
                said = f"is {size}, and {len(known)} cards of it are seen"
                yield Problem("wrong-number", f"hand_sizes[{seat}]", said)
        for side, (size, pile) in enumerate(zip(self.pile_sizes, self.piles or (), strict=False)):
            if size != len(pile):
                said = f"is {size}, and the pile has {len(pile)} cards"
                yield Problem("wrong-number", f"pile_sizes[{side}]", said)
        numbers = (*self.hand_sizes, self.stock_size, *self.pile_sizes, len(self.table))
        if sum(numbers) != len(self.variant.pack.cards):
            said = f"{sum(numbers)} cards in all, and the pack has {len(self.variant.pack.cards)}"
            yield Problem("wrong-number", "stock_size", said)

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
        state = self._state(hands, cards, piles)
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
        stock: Iterable[Card],
        piles: Iterable[CardSet],
    ) -> State:
        """The state of a deal with these hands, stock and piles, and all else as it is seen."""
        kernel = self._kernel()
        placed = self.placed._bit if self.placed is not None else 0
        rank = self.wild_rank or 0
        tally = zip(self.sweeps, self.bonuses, self.declared, strict=True)
        return (
            tuple([hand._bits for hand in hands]),
            self.table._bits,
            kernel.reader(rank).sig(self.table._bits),
            sum(pile._bits << 52 * side for side, pile in enumerate(piles)),
            kernel.counting.packed_tally([(own, *more, declared) for own, more, declared in tally]),
            -1 if self.last_taker is None else self.last_taker,
            self.turn,
            self.ply,
            (
                self.dealer,
                tuple([card._bit for card in stock]),
                placed if kernel.tracks_placed else 0,
                placed if self.is_claimable else 0,
                sum(c._bits << s for c, s in zip(self.shown, kernel.hand_shift, strict=True)),
                int(rank),
            ),
        )

    def _state_with(self, hand: CardSet) -> State:
        """The state in which the seat to move holds these cards, and the others none."""
        hands = [CardSet()] * self.seating.players
        hands[self.turn] = hand
        return self._state(hands, (), ())

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
            view = folded(view, event)
        return view


def view_of(deal: Deal, seat: int | None) -> View:
    """What a seat may know of a deal; see `Deal.view`."""
    if seat is not None:
        deal.seating.check(seat)
    hands, table, piles = deal.hands, deal.table, deal.piles
    held, captured = tuple(map(len, hands)), tuple(map(len, piles))
    return View(
        variant=deal.variant,
        seating=deal.seating,
        seat=seat,
        dealer=deal.dealer,
        turn=deal.turn,
        ply=deal.ply,
        hand=CardSet() if seat is None else hands[seat],
        hand_sizes=held,
        stock_size=len(deal.variant.pack.cards) - sum(held) - len(table) - sum(captured),
        table=table,
        piles=piles,
        pile_sizes=captured,
        sweeps=deal.sweeps,
        bonuses=deal.bonuses,
        declared=deal.declared,
        last_taker=deal.last_taker,
        placed=deal.placed,
        is_claimable=deal.is_claimable,
        shown=deal.shown,
        wild_rank=deal.wild_rank,
    )


_NAMES_OF_A_SETUP = {"hands": "hand_sizes", "stock": "stock_size", "claimable": "is_claimable"}


def _of_a_view(problem: Problem) -> Problem:
    """A problem of a position, as that of the view which it was drawn from."""
    name, bracket, place = problem.where.partition("[")
    return evolve(problem, where=f"{_NAMES_OF_A_SETUP.get(name, name)}{bracket}{place}")


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

    def check(self) -> None:
        """Refuse a view that no match has.

        Raises:
            InvalidSetupError: Something is wrong; all of it is listed.
        """
        try:
            self.deal.check()
        except InvalidSetupError as error:
            places = (evolve(own, where=f"deal.{own.where}") for own in error.problems)
            raise InvalidSetupError(places) from None
        if problems := tuple(self._problems()):
            raise InvalidSetupError(problems)

    def _problems(self) -> Iterator[Problem]:
        """What is wrong besides the deal."""
        variant, sides = self.deal.variant, len(self.deal.seating.sides)
        if self.target is not None and (type(self.target) is not int or self.target < 1):
            yield Problem("target-below-one", "target", "a target is at least 1")
            return
        for place, sheet in enumerate(self.scores):
            if sheet.variant != variant or len(sheet.points) != sides:
                yield Problem(
                    "inconsistent", f"scores[{place}]", "is of another game than the deal"
                )
                return
        points = (sheet.points for sheet in self.scores)
        totals = tuple(map(sum, zip((0,) * sides, *points, strict=True)))
        own = self.outcome
        if own is not None:
            rules = evolve(variant.match, target=self.target)
            ended = self.scores and self.deal.is_over
            deals = len(self.scores)
            own = decided(rules, totals, self.scores[-1], deals) if ended else None
        yield from differences(self, evolve(self, totals=totals, outcome=own))

    def after(self, events: Iterable[Event]) -> MatchView:
        """The view after a seat was told what happened, each event as `Event.seen_by` shows it.

        Raises:
            ValueRefusedError: The events do not follow on what the view knows, as in `View.after`,
                or the match was over before.
        """
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
    begins = isinstance(event, Dealt | Redealt) and view.deal.is_over and event.ply == 0
    if begins and view.deal.ply:  # another deal: the next seat deals
        old = view.deal
        dealer = (old.dealer + 1) % old.seating.players
        fresh = View.undealt(old.variant, old.seating, old.seat, dealer)
        view = evolve(view, deal=fresh if old.piles is not None else fresh.counts_only())
    after = evolve(view, deal=view.deal.after((event,)))
    if isinstance(event, MatchWon):
        after = evolve(after, outcome=event.outcome)
    if isinstance(event, DealScored) and len(event.score.points) == len(view.totals):
        totals = zip(view.totals, event.score.points, strict=True)
        added = tuple(total + points for total, points in totals)
        after = evolve(after, totals=added, scores=(*view.scores, event.score))
    counted = isinstance(event, DealScored | MatchWon)
    if view.outcome is not None or (counted and (after == view or any(after._problems()))):
        raise ValueRefusedError(f"{type(event).__name__} does not follow on the match so far")
    return after
