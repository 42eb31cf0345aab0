"""A match: deals one after another until somebody has won.

A `Match` is a frozen value too. It holds its seed, so it deals the next deal by itself when one is
over, and it holds what was played, so that it can be written down and replayed.
"""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from scopa._shown import Shown, Value
from scopa.deal import MOST_REDEALS, Deal, Step, _all_void, known_seating
from scopa.errors import (
    IllegalMoveError,
    IllegalReason,
    InvalidDeckError,
    RecordError,
    RedealRequired,
    ScopaError,
    SeatError,
    ValueRefusedError,
)
from scopa.events import DealScored, Event, MatchWon, Redealt
from scopa.rules import Holder
from scopa.shuffle import Stream, checked_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scopa.cards import Card
    from scopa.moves import Move
    from scopa.rules import MatchRules, Seating
    from scopa.score import DealScore
    from scopa.variant import Variant
    from scopa.view import MatchView


class OutcomeReason(StrEnum):
    """Why a match is over. The values are stable codes."""

    TARGET = "target"
    """A side has reached the target and leads alone (S0.25)."""
    SINGLE_DEAL = "single-deal"
    """The one deal that was to be played has a winner (S2.2)."""
    INSTANT = "instant"
    """A deal decided the match whatever the totals (*Napoleone*, *cappotto*)."""
    HOLDER = "holder"
    """The leaders were level, and one of them holds the card that decides."""
    DRAW = "draw"
    """The leaders are level, and no further deal is played (S2.21)."""


@frozen(repr=False)
class Outcome(Shown):
    """How a match ended.

    Attributes:
        winner: The side that won; ``None`` for a draw.
        reason: Why it is over.
        totals: The points of each side.
        deals: How many deals were played.
    """

    winner: int | None
    reason: OutcomeReason
    totals: tuple[int, ...]
    deals: int


@frozen(repr=False)
class Cut(Shown):
    """Cards drawn for the first deal (S3.1).

    Attributes:
        rounds: For each round of drawing who drew what; those who tied draw again.
        dealer: The seat that deals first.
    """

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


@frozen(repr=False)
class DealRecord(Shown):
    """What was played in one deal.

    Attributes:
        dealer: The seat that dealt first.
        deck: The deck.
        moves: The moves made so far.
        void: The decks that had to be dealt again before.
        penalties: The points taken off each side in this deal (S3.20); empty if none were.
    """

    dealer: int
    deck: tuple[Card, ...]
    moves: tuple[Move, ...] = ()
    void: tuple[tuple[Card, ...], ...] = ()
    penalties: tuple[int, ...] = ()


@frozen(repr=False)
class Record(Shown):
    """A whole match as it was played; `Match.replay` plays it again with every move checked.

    Attributes:
        variant: The rules.
        seating: Who played with whom.
        seed: The seed of the match; ``None`` if the decks came from elsewhere.
        target: The target it was made with.
        deals: The deals, the last one perhaps unfinished.
        players: The names of the players by seat, if they are known.
        note: Anything else worth saying about the match.
    """

    variant: Variant
    seating: Seating
    seed: str | None
    target: int | None
    deals: tuple[DealRecord, ...]
    players: tuple[str, ...] = ()
    note: str = ""


@frozen(kw_only=True)
class Match(Value):
    """A match at any moment. Make one with `Match.new`, and get the next by `play`.

    Attributes:
        variant: The rules.
        seating: Who plays with whom.
        seed: What decides every shuffle; ``None`` where the decks come from elsewhere.
        target: The points to reach; ``None`` where one deal decides.
        deal: The deal being played; once the match is over, the last one.
        totals: The points of each side from the deals that are over.
        scores: The score sheets of those deals.
        outcome: How the match ended, or ``None``.
        dealt: What happened when the current deal was dealt, redeals included.

    >>> from scopa import VARIANTS
    >>> match = Match.new(VARIANTS["scopa"], seed=7)
    >>> while match.outcome is None:
    ...     match = match.play(match.deal.legal_moves[0])
    >>> match.outcome.reason.value, match.totals[match.outcome.winner] >= 11
    ('target', True)
    """

    variant: Variant = field(repr=lambda variant: variant.id)
    seating: Seating = field(repr=False)
    seed: str | None = field(repr=False)
    target: int | None
    deal: Deal
    totals: tuple[int, ...]
    scores: tuple[DealScore, ...] = field(default=(), repr=False)
    outcome: Outcome | None = None
    dealt: tuple[Event, ...] = field(repr=False)
    _current: DealRecord = field(alias="current", repr=False)
    _finished: tuple[DealRecord, ...] = field(default=(), alias="finished", repr=False)

    @classmethod
    def new(
        cls,
        variant: Variant,
        *,
        seed: int | str | None = None,
        dealer: int | None = None,
        seating: Seating | None = None,
        target: int | None = None,
        deck: Sequence[Card] | None = None,
    ) -> Match:
        """Begin a match and deal its first deal.

        Args:
            variant: The rules.
            seed: Decides every shuffle; a secret random one if not given.
            dealer: The seat that deals first; drawn from the seed if not given.
            seating: One of the variant's seatings; the first if not given.
            target: The points to play to, if not those of the variant (S3.2).
            deck: The first deck, where decks do not come from a seed; later ones are given to
                `deal_next`. The dealer must be given with it.

        Raises:
            SeatError: There is no such dealer, or the variant is not played so.
            ValueRefusedError: The target is below 1, the seed is none, or a deck is given with a
                seed or without a dealer.
            InvalidDeckError: The deck is not the pack.
            RedealRequired: The opening table of the given deck is void.
        """
        seating = known_seating(variant, seating)
        if target is None:
            target = variant.match.target
        elif type(target) is not int or target < 1:
            raise ValueRefusedError(f"a target is a number from 1 up, not {target!r}")
        if deck is not None:
            if seed is not None or dealer is None:
                raise ValueRefusedError("a deck is given without a seed and with a dealer")
            text, dealt = None, _dealt_from(variant, seating, deck, dealer)
        else:
            text = os.urandom(16).hex() if seed is None else checked_seed(seed)
            if dealer is None:
                dealer = draw_dealer(variant, seating, text)
            seating.check(dealer, "dealer")
            dealt = _dealt(variant, seating, text, 0, dealer)
        deal, record, events = dealt
        return cls(
            variant=variant,
            seating=seating,
            seed=text,
            target=target,
            deal=deal,
            totals=(0,) * len(seating.sides),
            dealt=events,
            current=record,
        )

    @property
    def dealer(self) -> int:
        """The seat that dealt the packet being played."""
        return self.deal.dealer

    @property
    def awaits_deck(self) -> bool:
        """Whether the next deck must be given to `deal_next`: a deal is over, the match is not."""
        return self.outcome is None and self.deal.is_over

    def deal_next(self, deck: Sequence[Card]) -> Match:
        """Deal the next deal from a given deck, in a match without a seed.

        Raises:
            ValueRefusedError: No deck is awaited.
            InvalidDeckError: The deck is not the pack.
            RedealRequired: Its opening table is void; the same dealer deals another.
        """
        if not self.awaits_deck:
            raise ValueRefusedError("no deck is awaited")
        dealt = _dealt_from(self.variant, self.seating, deck, self._next_dealer())
        return self._with_deal(dealt)

    def penalise(self, side: int, points: int) -> Match:
        """Take points off a side when the current deal is counted (S3.20, A3.16).

        Raises:
            ValueRefusedError: There is no such side, the points are below 1, or the deal is over.
        """
        sides = len(self.totals)
        if side not in range(sides) or points < 1 or self.deal.is_over:
            raise ValueRefusedError(f"side {side!r} cannot be penalised {points!r} now")
        held = self._current.penalties or (0,) * sides
        penalties = tuple(n + points if own == side else n for own, n in enumerate(held))
        return evolve(self, current=evolve(self._current, penalties=penalties))

    def play(self, move: Move) -> Match:
        """The match after a move; when that ends a deal, the next one is dealt.

        Raises:
            IllegalMoveError: The move is not legal, or the match is over.
        """
        self._refuse_after_end(move)
        return self._after(move, self.deal.play(move))

    def step(self, move: Move) -> MatchStep:
        """Play a move and say what happened, the dealing of the next deal included.

        Raises:
            IllegalMoveError: The move is not legal, or the match is over.
        """
        self._refuse_after_end(move)
        step = self.deal.step(move)
        after = self._after(move, step.after)
        told = (self._as_counted(event, after) for event in step.events)
        return MatchStep(self, move, after, (*told, *self._following(after)), step)

    def view(self, seat: int | None) -> MatchView:
        """What a seat may know of this match; ``None`` is a spectator.

        Raises:
            SeatError: There is no such seat.
        """
        from scopa.view import match_view_of  # noqa: PLC0415 - an outer room, read when used

        return match_view_of(self, seat)

    def record(self, *, players: Sequence[str] = (), note: str = "") -> Record:
        """Everything that was played so far.

        A match knows no names, as it needs none to go on; whoever replays a record and goes on with
        it hands its names and its note over again.

        Args:
            players: The names of the players by seat, if they are known.
            note: Anything else worth saying about the match.

        Raises:
            ValueRefusedError: There is not one name for each seat.

        >>> from scopa import VARIANTS
        >>> record = Match.new(VARIANTS["scopa"], seed=7).record(players=["Anna", "Bruno"])
        >>> again = Match.replay(record)
        >>> again.record(players=record.players, note=record.note) == record
        True
        """
        if len(players) not in (0, self.seating.players):
            raise ValueRefusedError(f"{len(players)} names for {self.seating.players} seats")
        deals = (*self._finished, self._current)
        names = tuple(players)
        return Record(self.variant, self.seating, self.seed, self.target, deals, names, note)

    @classmethod
    def replay(cls, record: Record) -> Match:
        """The match at the end of a record, every deck and move of it checked.

        Raises:
            RecordError: A deck is not the one of the seed, a move is not legal, or moves follow the
                end; its `code` and `where` say what and where.
        """
        if not record.deals:
            raise RecordError("the record has no deal", code="no-deal", where="deals")
        match = cls._begun(record)
        for number, deal in enumerate(record.deals):
            match = match._replayed(deal, number)
        return match

    @classmethod
    def _begun(cls, record: Record) -> Match:
        """The match of a record before its first move."""
        first = record.deals[0]
        try:
            return cls.new(
                record.variant,
                seed=record.seed,
                dealer=first.dealer,
                seating=record.seating,
                target=record.target,
                deck=first.deck if record.seed is None else None,
            )
        except ScopaError as error:
            raise _refused(error, _cannot_begin(error, record)) from error

    def _replayed(self, record: DealRecord, number: int) -> Match:
        match, where = self, f"deals[{number}]"
        if match.awaits_deck:
            try:
                match = match.deal_next(record.deck)
            except ScopaError as error:
                raise _refused(error, f"{where}.deck") from error
        if match.outcome is not None:
            raise RecordError("the match is over before", code="deal-over", where=where)
        if len(match._finished) != number:
            raise RecordError("the deal before is not over", code="deal-not-over", where=where)
        match = match._as_recorded(record, where)
        for place, move in enumerate(record.moves):
            at = f"{where}.moves[{place}]"
            if match.outcome is not None or len(match._finished) != number:
                raise RecordError("the deal is over", code="deal-over", where=at)
            try:
                match = match.play(move)
            except ScopaError as error:
                raise _refused(error, at) from error
        return match

    def _as_recorded(self, record: DealRecord, where: str) -> Match:
        """The match with what a record says of the deal just dealt, if that can be."""
        dealt = self._current
        if self.seed is None:  # void decks are known from the record alone
            for place, deck in enumerate(record.void):
                if not _is_void(self.variant, self.seating, deck):
                    at = f"{where}.void[{place}]"
                    raise RecordError("not a void deck", code="not-void", where=at)
            dealt = evolve(dealt, void=record.void)
        if dealt.dealer != record.dealer:
            said = f"seat {dealt.dealer} deals, not {record.dealer!r}"
            raise RecordError(said, code="wrong-dealer", where=f"{where}.dealer")
        for name, own, given in (
            ("deck", dealt.deck, record.deck),
            ("void", dealt.void, record.void),
        ):
            if own != given:
                said = "is not what the seed deals"
                raise RecordError(said, code="wrong-deck", where=f"{where}.{name}")
        costs = record.penalties
        if len(costs) not in (0, len(self.totals)) or any(cost < 0 for cost in costs):
            said = "not one number for each side, from 0 up"
            raise RecordError(said, code="wrong-penalties", where=f"{where}.penalties")
        return evolve(self, current=evolve(dealt, penalties=record.penalties))

    def __reduce__(self) -> tuple[object, ...]:
        return Match.replay, (self.record(),)  # a pickle outlives a field that is added

    def _refuse_after_end(self, move: Move) -> None:
        if self.outcome is not None:
            raise IllegalMoveError(IllegalReason.DEAL_OVER, move, self)

    def _after(self, move: Move, deal: Deal) -> Match:
        current = evolve(self._current, moves=(*self._current.moves, move))
        if deal.is_over:
            return self._counted(deal, current)
        return evolve(self, deal=deal, current=current)

    def _counted(self, deal: Deal, record: DealRecord) -> Match:
        score = deal.score()
        if record.penalties:
            points = zip(score.points, record.penalties, strict=True)
            less = tuple(point - cost for point, cost in points)
            score = evolve(score, points=less, penalties=record.penalties)
        totals = tuple(a + b for a, b in zip(self.totals, score.points, strict=True))
        scores = (*self.scores, score)
        rules = evolve(self.variant.match, target=self.target)
        outcome = decided(rules, totals, score, len(scores))
        ended = evolve(
            self, deal=deal, totals=totals, scores=scores, outcome=outcome, current=record
        )
        if outcome is not None or self.seed is None:
            return ended
        number = len(self._finished) + 1
        dealer = ended._next_dealer()
        return ended._with_deal(_dealt(self.variant, self.seating, self.seed, number, dealer))

    def _next_dealer(self) -> int:
        return (self.deal.dealer + 1) % self.seating.players

    def _with_deal(self, dealt: _Dealt) -> Match:
        deal, record, events = dealt
        finished = (*self._finished, self._current)
        return evolve(self, deal=deal, dealt=events, current=record, finished=finished)

    def _as_counted(self, event: Event, after: Match) -> Event:
        """The event; a deal's score sheet as the match counts it, penalties taken off."""
        if isinstance(event, DealScored) and self._current.penalties:
            return evolve(event, score=after.scores[-1])
        return event

    def _following(self, after: Match) -> Iterator[Event]:
        if after.outcome is not None:
            winner = after.outcome.winner
            yield MatchWon(after.deal.ply, None, winner, (), after.outcome)
        elif len(after.scores) > len(self.scores) and not after.awaits_deck:
            yield from after.dealt


@frozen(repr=False)
class MatchStep(Shown):
    """A move made in a match, with what it did.

    Attributes:
        before: The match before.
        move: The move.
        after: The match after; when a deal ended, with the next one dealt.
        events: What happened, in order.
        deal_step: The same within the deal; its `after` is the finished deal where one ended.
    """

    before: Match
    move: Move
    after: Match
    events: tuple[Event, ...]
    deal_step: Step


def _refused(error: ScopaError, where: str) -> RecordError:
    """What refused a part of a record, with the place of that part."""
    return RecordError(error.message, code=error.code, where=where)


def _cannot_begin(error: ScopaError, record: Record) -> str:
    """What of a record its match cannot begin with."""
    if isinstance(error, InvalidDeckError | RedealRequired):
        return "deals[0].deck"
    if isinstance(error, SeatError):
        return "seating" if error.code == "unknown-seating" else "deals[0].dealer"
    target = record.target
    return "seed" if target is None or (type(target) is int and target > 0) else "target"


def _is_void(variant: Variant, seating: Seating, deck: Sequence[Card]) -> bool:
    try:
        Deal.start(variant, deck, seating=seating)
    except ScopaError as refused:
        return isinstance(refused, RedealRequired)
    return False


_Dealt = tuple[Deal, DealRecord, tuple[Event, ...]]
"""A deal just dealt, what to write down of it, and what happened."""


def _dealt_from(variant: Variant, seating: Seating, deck: Sequence[Card], dealer: int) -> _Dealt:
    """Deal one deal of a match from a given deck."""
    deal, events = Deal.open(variant, deck, dealer=dealer, seating=seating)
    return deal, DealRecord(dealer, tuple(deck)), events


def _dealt(variant: Variant, seating: Seating, seed: str, number: int, dealer: int) -> _Dealt:
    """Deal one deal of a match from its seed, again while the opening table is void (S0.6)."""
    stream = Stream(seed, f"deal {number}")
    redealt: list[Event] = []
    void: list[tuple[Card, ...]] = []
    while len(void) < MOST_REDEALS:
        deck = stream.shuffled(variant.pack.cards)
        try:
            deal, events = Deal.open(variant, deck, dealer=dealer, seating=seating)
        except RedealRequired as refused:
            side = seating.side_of(dealer)
            redealt.append(Redealt(0, dealer, side, refused.cards, refused.rule))
            void.append(deck)
            continue
        record = DealRecord(dealer, deck, void=tuple(void))
        return deal, record, (*redealt, *events)
    raise _all_void(variant)


def draw_dealer(variant: Variant, seating: Seating, seed: int | str) -> int:
    """The first dealer that a seed draws, in the variant's manner (S3.1, S4.4).

    >>> from scopa import VARIANTS
    >>> scopa = VARIANTS["scopa"]
    >>> draw_dealer(scopa, scopa.seatings[0], 7) in (0, 1)
    True
    """
    if variant.dealing.first_dealer == "lot":
        return Stream(seed, "dealer").below(seating.players)
    return cut_for_deal(variant, seating, seed).dealer


def cut_for_deal(variant: Variant, seating: Seating, seed: int | str) -> Cut:
    """Every seat draws a card; the lowest deals (S3.1), or the highest where the variant says so.

    Cards go by capture value, courts without one above them by rank. Who ties draws again from the
    cards that are left, the pack being shuffled anew when they run short.
    """
    stream = Stream(seed, "dealer")
    order = {rank: place for place, rank in enumerate(variant.pack.ranks)}
    sign = -1 if variant.dealing.first_dealer == "highest" else 1
    rounds: list[tuple[tuple[int, Card], ...]] = []
    seats: Sequence[int] = range(seating.players)
    left: tuple[Card, ...] = ()
    while len(seats) > 1:
        if len(left) < len(seats):
            left = stream.shuffled(variant.pack.cards)
        drawn = tuple(zip(seats, left, strict=False))
        left = left[len(seats) :]
        rounds.append(drawn)
        best = min(sign * order[card.rank] for _, card in drawn)
        seats = [seat for seat, card in drawn if sign * order[card.rank] == best]
    return Cut(tuple(rounds), seats[0])


def decided(
    rules: MatchRules, totals: Sequence[int], score: DealScore, deals: int
) -> Outcome | None:
    """How a match stands after a whole deal: its outcome, or ``None`` while it goes on (S0.3).

    Args:
        rules: When a match is over.
        totals: The points of each side, this deal's included.
        score: The deal just finished.
        deals: How many deals were played.

    Raises:
        ValueRefusedError: There is not one total for each side.

    >>> from scopa import VARIANTS, match_to
    >>> import random
    >>> score = Match.new(VARIANTS["scopa"], seed=1).deal.playout(random.Random(1))
    >>> decided(match_to(11), (11, 11), score, 5) is None
    True
    >>> decided(match_to(11), (12, 11), score, 5).winner
    0
    """
    if len(totals) != len(score.points):
        raise ValueRefusedError(f"{len(totals)} totals for {len(score.points)} sides")

    def outcome(winner: int | None, reason: OutcomeReason) -> Outcome:
        return Outcome(winner, reason, tuple(totals), deals)

    for rule in rules.instant:
        winner = rule.winner(score.points, score.piles)
        if winner is not None:
            return outcome(winner, OutcomeReason.INSTANT)
    if rules.target is not None and max(totals) < rules.target:
        return None
    best = min(totals) if rules.lowest_wins else max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    if len(leaders) == 1:
        single = rules.target is None
        return outcome(leaders[0], OutcomeReason.SINGLE_DEAL if single else OutcomeReason.TARGET)
    holder = _holder(rules.tie, leaders, score)
    if holder is not None:
        return outcome(holder, OutcomeReason.HOLDER)
    if rules.tie == "draw" or rules.target is None:
        return outcome(None, OutcomeReason.DRAW)
    return None


def _holder(tie: Any, leaders: list[int], score: DealScore) -> int | None:
    if not isinstance(tie, Holder):
        return None
    return next((side for side in leaders if tie.card in score.piles[side]), None)
