"""What happened between two states, told as events. Private.

The rules are not asked here: a story compares the state before a move with the one after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scopa.cards import _BY_BIT, Card, _cards_in
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    DealScored,
    Dealt,
    Declared,
    Event,
    LastCards,
    OpeningTaken,
    Played,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.moves import Claim, Declare, Move, Play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scopa._kernel import Kernel, State
    from scopa.deal import Deal


def opening_story(
    kernel: Kernel, deck: Sequence[int], state: State, takes: Sequence[Sequence[int]]
) -> Iterator[Event]:
    """A deck was dealt, and some tables perhaps taken before play (S3.14)."""
    dealing, opening = kernel.variant.dealing, kernel.variant.opening
    used = kernel.opening_cards.start
    yield from _dealt(kernel, state, deck[:used])
    by_dealer = _place(kernel, state, state[8][0])
    taker = state[8][0] if opening is not None and opening.to == "dealer" else state[6]
    for sweeps, *bits in takes:
        yield TableLaid(*by_dealer, _cards(bits))
        yield OpeningTaken(*_place(kernel, state, taker), _cards(bits), sweeps)
    if state[1]:
        laid = deck[used + dealing.table * len(takes) :][: dealing.table]
        yield TableLaid(*by_dealer, _cards(laid))
    if not state[8][1]:
        yield LastCards(*by_dealer, ())


def story(kernel: Kernel, before: State, move: Move, deal: Deal) -> tuple[Event, ...]:
    """A move was made, and led to this deal."""
    after, ply, seat = deal._state, before[7], before[6]
    side = kernel.side_of[seat]
    if isinstance(move, Play):
        gained = _gained(kernel, before, move)
        events: list[Event] = [Played(ply, seat, side, (move.card,))]
        if gained:
            events.append(Captured(ply, seat, side, gained))
    elif isinstance(move, Claim):
        gained = _cards_in(move.taken._bits)
        events = [Claimed(ply, seat, side, gained)]
    else:
        return (_declared(kernel, before, move, after),)
    if before[4] != after[4]:
        events += _scored(kernel, gained, before, after)
    if before[8] is not after[8]:  # otherwise the same cards are left to deal
        events += _dealt_or_ended(kernel, before, move, deal)
    return tuple(events)


def _dealt_or_ended(
    kernel: Kernel, before: State, move: Play | Claim, deal: Deal
) -> Sequence[Event]:
    after = deal._state
    if len(after[8][1]) < len(before[8][1]):
        return _packet(kernel, before, after)
    if isinstance(move, Play) and not after[0][after[6]]:  # no claim ends a deal
        scored = DealScored(after[7], None, None, (), deal.score())
        return [*_remainder(kernel, before, move, after), scored]
    return ()


def _cards(bits: Sequence[int]) -> tuple[Card, ...]:
    return tuple([_BY_BIT[bit] for bit in bits])


def _dealt(kernel: Kernel, state: State, packet: Sequence[int]) -> list[Event]:
    ply, lead, side_of = state[7], state[6], kernel.side_of
    players = len(side_of)
    events: list[Event] = []
    for place in range(min(players, len(packet))):
        seat = (lead + place) % players
        cards = tuple([_BY_BIT[bit] for bit in packet[place::players]])
        events.append(Dealt(ply, seat, side_of[seat], cards, len(cards)))
    return events


def _declared(kernel: Kernel, before: State, move: Declare, after: State) -> Declared:
    seat = before[6]
    side = kernel.side_of[seat]
    points = kernel.tally(after)[side][-1] - kernel.tally(before)[side][-1]
    shown = (after[8][4] ^ before[8][4]) >> kernel.hand_shift[seat]
    return Declared(before[7], seat, side, _cards_in(shown), move.wild, points)


def _gained(kernel: Kernel, before: State, move: Play) -> tuple[Card, ...]:
    """The cards that went to the pile: the played card, then those it takes; or none."""
    if move._taken:
        return (move.card, *_cards_in(move._taken))
    if kernel.keeps and kernel.reader(before[8][5]).keeps_off(move._bit, before[1]):
        return (move.card,)
    return ()


def _scored(
    kernel: Kernel, cards: tuple[Card, ...], before: State, after: State
) -> Iterator[Event]:
    ply, seat, variant = before[7], before[6], kernel.variant
    side = kernel.side_of[seat]
    old, new = kernel.tally(before)[side], kernel.tally(after)[side]
    if new[0] > old[0]:
        yield Swept(ply, seat, side, cards, variant.sweep.points)
    for number, bonus in enumerate(variant.bonuses, start=1):
        if new[number] > old[number]:
            yield BonusScored(ply, seat, side, cards, bonus.id, new[number] - old[number])


def _remainder(kernel: Kernel, before: State, move: Play, after: State) -> Iterator[Remainder]:
    """What is left goes to whoever captured last, or it still lies there (S0.19, S2.17)."""
    laid = 0 if _gained(kernel, before, move) else move._bit
    left = before[1] & ~move._taken | laid
    if left:
        seat, side = (None, None) if after[1] else (after[5], kernel.side_of[after[5]])
        yield Remainder(after[7], seat, side, _cards_in(left))


def _packet(kernel: Kernel, before: State, after: State) -> list[Event]:
    """A packet was dealt: the hands, and perhaps cards on the table with it."""
    old, new, hands = before[8][1], after[8][1], kernel.packet[0]
    used = old[: len(old) - len(new)]
    events = _dealt(kernel, after, used[:hands])
    if laid := used[hands:]:
        events.append(TableLaid(*_place(kernel, after, after[8][0]), _cards(laid)))
    if not new:
        events.append(LastCards(*_place(kernel, after, after[8][0]), ()))
    return events


def _place(kernel: Kernel, state: State, seat: int) -> tuple[int, int, int]:
    """Ply, seat and side: what an event begins with."""
    return state[7], seat, kernel.side_of[seat]
