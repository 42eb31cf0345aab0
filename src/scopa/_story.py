"""What happened between two states, told as events. Private.

The rules are not asked here: a story compares the state before a move with the one after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scopa.cards import Card, _cards_of
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
    from collections.abc import Callable, Iterator, Sequence

    from scopa._kernel import Kernel, State
    from scopa.score import DealScore

_Place = tuple[int, int | None, int | None]
"""Ply, seat and side: what every event begins with."""


def opening_story(
    kernel: Kernel, deck: Sequence[int], state: State, takes: Sequence[Sequence[int]]
) -> Iterator[Event]:
    """A deck was dealt, and some tables perhaps taken before play (S3.14)."""
    dealing, opening = kernel.variant.dealing, kernel.variant.opening
    used = dealing.hand * kernel.seating.players
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


def story(
    kernel: Kernel, before: State, move: Move, after: State, score: Callable[[], DealScore]
) -> Iterator[Event]:
    """A move was made; `score` counts the deal if that was its end."""
    place = _place(kernel, before, before[6])
    if isinstance(move, Declare):
        yield _declared(kernel, place, before, move, after)
        return
    if isinstance(move, Claim):
        gained = tuple(move.taken)
        yield Claimed(*place, gained)
    else:
        yield Played(*place, (move.card,))
        gained = _gained(kernel, before, move)
        if gained:
            yield Captured(*place, gained)
    if gained and before[4] != after[4]:
        yield from _scored(kernel, place, gained, before, after)
    if not any(after[0]):
        yield from _ended(kernel, before, move, after, gained)
        yield DealScored(after[7], None, None, (), score())
    elif len(after[8][1]) < len(before[8][1]):
        yield from _packet(kernel, before, after)


def _place(kernel: Kernel, state: State, seat: int) -> _Place:
    return state[7], seat, kernel.side_of[seat]


def _cards(bits: Sequence[int]) -> tuple[Card, ...]:
    return tuple(card for bit in bits for card in _cards_of(bit))


def _dealt(kernel: Kernel, state: State, packet: Sequence[int]) -> Iterator[Event]:
    players = kernel.seating.players
    for place in range(min(players, len(packet))):
        seat = (state[6] + place) % players
        cards = _cards(packet[place::players])
        yield Dealt(*_place(kernel, state, seat), cards, len(cards))


def _declared(
    kernel: Kernel, place: _Place, before: State, move: Declare, after: State
) -> Declared:
    side = kernel.side_of[before[6]]
    points = kernel.tally(after)[side][-1] - kernel.tally(before)[side][-1]
    shown = after[8][4] ^ before[8][4]
    return Declared(
        *place, tuple(_cards_of(shown >> kernel.hand_shift[before[6]])), move.wild, points
    )


def _gained(kernel: Kernel, before: State, move: Play) -> tuple[Card, ...]:
    """The cards that went to the pile: the played card, then those it takes; or none."""
    reader = kernel.reader(before[8][5])
    if move.taken or reader.keeps_off(move.card._bit, before[1]):
        return (move.card, *move.taken)
    return ()


def _scored(
    kernel: Kernel, place: _Place, cards: tuple[Card, ...], before: State, after: State
) -> Iterator[Event]:
    variant, side = kernel.variant, kernel.side_of[before[6]]
    old, new = kernel.tally(before)[side], kernel.tally(after)[side]
    if new[0] > old[0]:
        yield Swept(*place, cards, variant.sweep.points)
    for number, bonus in enumerate(variant.bonuses, start=1):
        if new[number] > old[number]:
            yield BonusScored(*place, cards, bonus.id, new[number] - old[number])


def _ended(
    kernel: Kernel, before: State, move: Play | Claim, after: State, gained: tuple[Card, ...]
) -> Iterator[Event]:
    """What is left goes to whoever captured last, or it still lies there (S0.19, S2.17)."""
    left = before[1] & ~move.taken._bits
    if isinstance(move, Play) and not gained:
        left |= move.card._bit
    if left:
        seat, side = (None, None) if after[1] else (after[5], kernel.side_of[after[5]])
        yield Remainder(after[7], seat, side, tuple(_cards_of(left)))


def _packet(kernel: Kernel, before: State, after: State) -> Iterator[Event]:
    """A packet was dealt: the hands, and perhaps cards on the table with it."""
    used = before[8][1][: len(before[8][1]) - len(after[8][1])]
    refill = kernel.variant.dealing.refill
    each = refill.hand if refill is not None else 0
    hands = min(len(used), each * kernel.seating.players)
    yield from _dealt(kernel, after, used[:hands])
    by_dealer = _place(kernel, after, after[8][0])
    if used[hands:]:
        yield TableLaid(*by_dealer, _cards(used[hands:]))
    if not after[8][1]:
        yield LastCards(*by_dealer, ())
