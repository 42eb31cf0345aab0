"""Positions and decks, built so that a test reads like a rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scopa import VARIANTS, Card, CardSet, Deal, Match, Pack, Rank, Seating, Setup, Suit, Variant
from scopa.moves import parse_move

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scopa import DealScore

each_scopa = pytest.mark.parametrize("scopa", ["scopa-spanish", "scopa", "scopa-french"])
"""The game of S0, of S1 and of S4: the same rules with three packs."""

card = Card.parse
cards = CardSet.parse


def rules(variant: Variant | str) -> Variant:
    """A variant, or the one of that id."""
    return VARIANTS[variant] if isinstance(variant, str) else variant


def moves(deal: Deal) -> list[str]:
    """The legal moves in words."""
    return [str(move) for move in deal.legal_moves]


def after(deal: Deal, *played: str) -> Deal:
    """The deal after these moves, each of them checked."""
    for move in played:
        deal = deal.play(parse_move(move))
    return deal


def position(
    variant: Variant | str,
    *,
    hand: str,
    table: str = "",
    hands: Mapping[int, str] | None = None,
    turn: int = 0,
    piles: Mapping[int, str] | None = None,
    stock: str = "",
    last_taker: int | None = 0,
    last_play: bool = False,
    seating: Seating | None = None,
    **more: Any,
) -> Deal:
    """A lawful deal in which the seat to move holds `hand`.

    Seats that are not in `hands` hold as many cards; none if this is the last play of the deal.
    Every card not named lies in the pile of whoever captured last, or, where nobody has captured,
    at the end of the stock. `more` goes to the `Setup` as it stands.
    """
    game = rules(variant)
    seating = seating or game.seatings[0]
    own = cards(hand)
    held = {seat: cards(text) for seat, text in (hands or {}).items()} | {turn: own}
    won = {side: cards(text) for side, text in (piles or {}).items()}
    next_cards = tuple(card(text) for text in stock.split())
    named = [*held.values(), *won.values(), cards(table), CardSet(next_cards)]
    unnamed = [c for c in game.pack.cards if not any(c in zone for zone in named)]
    for seat in range(seating.players):
        if seat not in held:
            number = 0 if last_play else len(own)
            held[seat], unnamed = CardSet(unnamed[:number]), unnamed[number:]
    if last_taker is None:
        next_cards = (*next_cards, *unnamed)
    else:
        side = seating.side_of(last_taker)
        won[side] = won.get(side, CardSet()) | CardSet(unnamed)
    setup = Setup(
        variant=game,
        seating=seating,
        hands=[held[seat] for seat in range(seating.players)],
        table=cards(table),
        stock=next_cards,
        piles=[won.get(side, CardSet()) for side in range(len(seating.sides))],
        turn=turn,
        last_taker=last_taker,
        **more,
    )
    return Deal.from_setup(setup)


def scored(
    variant: Variant | str,
    *piles: str,
    seating: Seating | None = None,
    **more: Any,
) -> DealScore:
    """The score sheet if a deal ended with these piles, one for each side.

    Cards that are not named were captured by nobody. `more` goes to the `Setup` as it stands.
    """
    game = rules(variant)
    seating = seating or next(s for s in game.seatings if len(s.sides) == len(piles))
    won = [cards(pile) for pile in piles]
    unnamed = [c for c in game.pack.cards if not any(c in pile for pile in won)]
    hands = [CardSet(unnamed[seat : seat + 1]) for seat in range(seating.players)]
    others = unnamed[seating.players :]
    taker = next((seat for seat in range(seating.players) if won[seating.side_of(seat)]), None)
    setup = Setup(
        variant=game,
        seating=seating,
        hands=hands,
        table=() if game.dealing.refill else others,
        stock=others if game.dealing.refill else (),
        piles=won,
        last_taker=taker,
        **more,
    )
    return Deal.from_setup(setup).score()


def points(score: DealScore) -> list[dict[str, int]]:
    """What each side scored for, and how much."""
    return [
        {line.award: line.points for line in score.lines if line.side == side and line.points}
        for side in range(len(score.points))
    ]


def deck(
    variant: Variant | str,
    *,
    hands: Sequence[str] = (),
    table: str = "",
    then: str = "",
    lead: int = 0,
    players: int = 2,
) -> tuple[Card, ...]:
    """A deck that deals these hands to seats 0, 1 … and lays this table; `then` comes next.

    What is not named comes in canonical order. The seat `lead` is dealt to first.
    """
    game = rules(variant)
    held = [[card(text) for text in hand.split()] for hand in hands]
    laid, after_that = ([card(text) for text in line.split()] for line in (table, then))
    named = {*laid, *after_that, *(c for hand in held for c in hand)}
    unnamed = iter([c for c in game.pack.cards if c not in named])
    held += [[] for _ in range(players - len(held))]
    for hand in held:
        _fill(hand, game.dealing.hand, unnamed)
    _fill(laid, game.dealing.table, unnamed)
    in_turn = [held[(lead + place) % players] for place in range(players)]
    dealt = [hand[number] for number in range(game.dealing.hand) for hand in in_turn]
    return (*dealt, *laid, *after_that, *unnamed)


def _fill(zone: list[Card], number: int, unnamed: Iterator[Card]) -> None:
    while len(zone) < number:
        zone.append(next(unnamed))


def played_out(match: Match, rng: random.Random | None = None) -> Match:
    """The match at its end, or to the end of a hundred deals."""
    while match.outcome is None and len(match.scores) < 100:
        legal = match.deal.legal_moves
        match = match.play(rng.choice(legal) if rng else legal[0])
    return match


def next_deal(match: Match) -> Match:
    """The match when the deal being played is over."""
    deals = len(match.scores)
    while match.outcome is None and len(match.scores) == deals:
        match = match.play(match.deal.legal_moves[0])
    return match


# ---------------------------------------------------------------------- the vectors


def vectors(name: str) -> Any:
    """A file of `tests/vectors`, as it was handed down."""
    return json.loads((Path(__file__).parent / "vectors" / name).read_text(encoding="utf-8"))


_COURTS = {"F": Rank.KNAVE, "N": Rank.KNIGHT, "R": Rank.KING}


def vector_card(name: str, pack: Pack) -> Card:
    """A card by its name in the vectors: a suit of DCSB, then what it captures for, or F, N, R."""
    suit, rest = Suit(name[0].lower()), name[1:]
    if rest in _COURTS:
        return Card(_COURTS[rest], suit)
    return next(Card(rank, suit) for rank, value in pack.values if value == int(rest))


def vector_cards(names: Iterable[str], pack: Pack) -> CardSet:
    """Cards by their names in the vectors."""
    return CardSet(vector_card(name, pack) for name in names)
