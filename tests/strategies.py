"""Hypothesis strategies: tables of the catalogue, decks, positions reached by play, piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import HealthCheck, reject, settings
from hypothesis import strategies as st

from scopa import VARIANTS, CardSet, Deal, RedealRequired, Seating, Setup, Variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scopa import Card, Pack, Step

MOST_MOVES = 96
"""No deal has more moves: 48 cards to play, and no more claims or declarations than cards."""


class Table(NamedTuple):
    """A variant, and who plays it with whom."""

    variant: Variant
    seating: Seating

    def __str__(self) -> str:
        sides = "-".join("".join(map(str, side)) for side in self.seating.sides)
        return f"{self.variant.id}:{sides}"

    def __repr__(self) -> str:
        return str(self)


def tables_of(*variants: Variant) -> list[Table]:
    """Every seating of some variants."""
    return [Table(variant, seating) for variant in variants for seating in variant.seatings]


CATALOGUE = tables_of(*VARIANTS.values())
"""Every seating of every variant of the catalogue."""


def tables(game: str) -> st.SearchStrategy[Table]:
    """A seating of a game of the catalogue; the simplest is the default one."""
    return st.sampled_from(tables_of(VARIANTS[game]))


def decks(pack: Pack) -> st.SearchStrategy[tuple[Card, ...]]:
    """The pack in any order; the simplest is the canonical one."""
    return st.permutations(pack.cards).map(tuple)


@st.composite
def starts(draw: st.DrawFn, table: Table) -> Deal:
    """A deal of which no move has been made; no void opening."""
    dealer = draw(st.integers(0, table.seating.players - 1))
    deck = draw(decks(table.variant.pack))
    try:
        return Deal.start(table.variant, deck, dealer=dealer, seating=table.seating)
    except RedealRequired:
        reject()


def choices() -> st.SearchStrategy[list[int]]:
    """Which move is made each time, for `chosen`; the simplest is always the first."""
    return st.lists(st.integers(0, 255), min_size=MOST_MOVES, max_size=MOST_MOVES)


def chosen(deal: Deal, choice: int) -> Step:
    """The move that a number chooses; every fourth number lays a card down if that is free."""
    moves = deal.legal_moves
    return deal.step(moves[choice % len(moves) if choice < 192 else -1])


@st.composite
def plays(draw: st.DrawFn, table: Table) -> list[Step]:
    """A whole deal, move by move."""
    deal = draw(starts(table))
    steps: list[Step] = []
    for choice in draw(choices()):
        if deal.is_over:
            break
        steps.append(chosen(deal, choice))
        deal = steps[-1].after
    assert deal.is_over
    return steps


@st.composite
def positions(draw: st.DrawFn, table: Table) -> Deal:
    """A position reached by play, the last one included; the simplest is the first."""
    deal = draw(starts(table))
    for choice in draw(choices())[: draw(st.integers(0, MOST_MOVES))]:
        if deal.is_over:
            break
        deal = chosen(deal, choice).after
    return deal


def piles(cards: Sequence[Card], sides: int) -> st.SearchStrategy[tuple[CardSet, ...]]:
    """The cards divided among the sides in any way; the simplest gives all to the first."""
    owners = st.lists(st.integers(0, sides - 1), min_size=len(cards), max_size=len(cards))
    return owners.map(lambda own: _divided(cards, own, sides))


def _divided(cards: Sequence[Card], owners: Sequence[int], sides: int) -> tuple[CardSet, ...]:
    owned = list(zip(cards, owners, strict=True))
    return tuple(CardSet(card for card, owner in owned if owner == side) for side in range(sides))


def ended(table: Table, own: Sequence[CardSet], sweeps: Sequence[int] = ()) -> Deal:
    """A deal that ended with these piles, not all of them empty, and these sweeps."""
    taker = next(seats[0] for seats, pile in zip(table.seating.sides, own, strict=True) if pile)
    setup = Setup(
        variant=table.variant,
        seating=table.seating,
        hands=[CardSet()] * table.seating.players,
        piles=own,
        sweeps=sweeps or [0] * len(own),
        last_taker=taker,
    )
    return Deal.from_setup(setup)


def examples(number: int) -> settings:
    """So many examples, however long one takes."""
    return settings(
        max_examples=number, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
