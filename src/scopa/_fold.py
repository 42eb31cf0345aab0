"""What each event changes of a view. Private.

A fold knows what the seat was told and nothing else; that the view after it is the one the deal
would give is what the tests hold it to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from attrs import evolve

from scopa.cards import CardSet
from scopa.errors import ValueRefusedError
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
    Remainder,
    Swept,
    TableLaid,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from scopa.cards import Card
    from scopa.view import View

_MOVES = (Played, Claimed, Declared)
_OF_A_MOVE = (Captured, Swept, BonusScored)
_FROM_THE_TABLE = (Captured, Claimed, OpeningTaken, Remainder)
_FROM_A_HAND = (Played, Declared)
_FROM_THE_STOCK = (Dealt, TableLaid)
_AT_THE_END = (Remainder, DealScored, MatchWon)


def folded(view: View, event: Event) -> View:
    """The view after one event, as `scopa.view.View.after` tells it.

    Raises:
        ValueRefusedError: The event is not the next one this seat can be told.
    """
    _check_follows(view, event)
    fold = _FOLDS.get(type(event))
    return view if fold is None else fold(view, event)


def _check_follows(view: View, event: Event) -> None:
    """Refuse an event that is not the next one this seat can be told."""
    ply = view.ply - 1 if isinstance(event, _OF_A_MOVE) else view.ply
    out_of_turn = isinstance(event, _MOVES) and event.seat != view.turn
    too_early = isinstance(event, _AT_THE_END) and not view.is_over
    in_order = event.ply == ply and not out_of_turn and not too_early
    if not (in_order and _has_its_place(view, event) and _is_from_there(view, event)):
        name = type(event).__name__
        raise ValueRefusedError(
            f"{name} of ply {event.ply} does not follow for seat {view.seat} at ply {view.ply}"
        )


def _has_its_place(view: View, event: Event) -> bool:
    """Whether an event says of a seat, its side and a bonus what can be at this table."""
    if isinstance(event, BonusScored) and event.bonus not in _bonuses(view):
        return False
    if event.seat is None:
        nobodys = event.side is None or isinstance(event, MatchWon)
        return isinstance(event, _AT_THE_END) and nobodys
    there = event.seat in range(view.seating.players)
    return there and event.side == view.seating.side_of(event.seat)


def _bonuses(view: View) -> list[str]:
    return [bonus.id for bonus in view.variant.bonuses]


def _is_from_there(view: View, event: Event) -> bool:
    """Whether the cards come from where they may lie for all this seat knows."""
    cards = set(event.cards)
    if isinstance(event, _FROM_THE_TABLE):
        return view.table >= cards
    if isinstance(event, _FROM_THE_STOCK):
        count = event.count if isinstance(event, Dealt) else len(cards)
        told = isinstance(event, TableLaid) or event.seat == view.seat
        return view.unseen >= cards and len(cards) == told * count and count <= view.stock_size
    if isinstance(event, _FROM_A_HAND):
        seat, _ = _at(event)
        whole = isinstance(event, Declared)
        held = view.hand if seat == view.seat else view.unseen | view.shown[seat]
        return held >= cards and len(cards) == (view.hand_sizes[seat] if whole else 1)
    return True


def _put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    return tuple(n + change if own == place else n for own, n in enumerate(numbers))


def _at(event: Event) -> tuple[int, int]:
    """The seat and side of an event that has both, as was seen when it came."""
    return cast("tuple[int, int]", (event.seat, event.side))


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
    state = view._state_with(CardSet((card,)))
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
    own = _put(view.bonuses[side], _bonuses(view).index(scored.bonus), scored.points)
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
