"""Packs: which cards there are, and what each rank captures for.

Rank labels and capture values are data: S0, S1 and S4 are one game with three labellings, and the
Brazilian pack orders its courts otherwise than the Italian one (A3.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from scopa._shown import Shown
from scopa.cards import Card, CardSet, Rank, Suit
from scopa.errors import InvalidPackError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator


@frozen(repr=False)
class Pack(Shown):
    """A pack of cards.

    Attributes:
        id: A short name, unique among packs.
        values: Each rank of the pack with what it captures for; ``None`` for a court that takes
            only its own rank and joins no sum (S2.6, S2.7). No two ranks share a value.
        labels: What is printed on ranks that carry something other than their notation letter.
        suit_labels: What the suits are called, in the order coins, cups, swords, clubs.
        suits: The suits of the pack, in canonical order.

    Raises:
        InvalidPackError: No rank, a rank or value twice, a value outside 1 to 13, or no suit; every
            problem is listed.

    >>> ITALIAN_40.value(Rank.KING), len(ITALIAN_40.cards), ITALIAN_40.face(Card.parse("Rd"))
    (10, 40, 'RE denari')
    >>> BRESCIANE_52.value(Rank.KING) is None
    True
    """

    id: str
    values: tuple[tuple[Rank, int | None], ...]
    labels: tuple[tuple[Rank, str], ...] = ()
    suit_labels: tuple[str, ...] = ("denari", "coppe", "spade", "bastoni")
    suits: tuple[Suit, ...] = tuple(Suit)
    _cards: tuple[Card, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if problems := tuple(self._problems()):
            raise InvalidPackError(problems)
        cards = (Card(rank, suit) for suit in self.suits for rank in self.ranks)
        object.__setattr__(self, "_cards", tuple(cards))

    def _problems(self) -> Iterator[Problem]:
        ranks = [rank for rank, _ in self.values]
        numbers = [value for _, value in self.values if value is not None]
        if not ranks:
            yield Problem("no-rank", "pack.values", "the pack has no rank")
        if len(set(ranks)) != len(ranks):
            yield Problem("rank-twice", "pack.values", "a rank stands twice")
        if len(set(numbers)) != len(numbers):
            yield Problem("value-twice", "pack.values", "two ranks capture for the same value")
        if any(not 1 <= value <= 13 for value in numbers):
            yield Problem("value-out-of-range", "pack.values", "a value is not from 1 to 13")
        if not self.suits or list(self.suits) != [suit for suit in Suit if suit in self.suits]:
            yield Problem(
                "suits", "pack.suits", "the suits are not in the order d c s b, each once"
            )
        if len(self.suit_labels) != 4:
            yield Problem("suit-labels", "pack.suit_labels", "there are not four suit labels")

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, in canonical order.

        By suit, then upward by capture value; courts that have none come last, by rank.
        """
        return self._cards

    @property
    def card_set(self) -> CardSet:
        """The same cards as a set."""
        return CardSet(self._cards)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks upward by capture value; courts that have none last, by rank."""
        return tuple(rank for rank, _ in sorted(self.values, key=_upward))

    def value(self, rank: Rank) -> int | None:
        """What the rank captures for, or ``None`` for a court that joins no sum.

        Raises:
            InvalidPackError: The pack has no such rank (code ``foreign-rank``).
        """
        for own, value in self.values:
            if own == rank:
                return value
        raise InvalidPackError([Problem("foreign-rank", "rank", f"pack {self.id} has no {rank!r}")])

    def face(self, card: Card) -> str:
        """What the card is called in this pack.

        >>> FRENCH_40.face(Card.parse("Cs"))
        'Q♠'
        """
        label = dict(self.labels).get(card.rank, str(int(card.rank)))
        suit = self.suit_labels[tuple(Suit).index(card.suit)]
        return f"{label}{suit}" if len(suit) == 1 else f"{label} {suit}"


def _upward(pair: tuple[Rank, int | None]) -> tuple[bool, int]:
    rank, value = pair
    return (value is None, int(rank) if value is None else value)


def _numbered(*ranks: Rank) -> tuple[tuple[Rank, int | None], ...]:
    """Ranks that capture for 1, 2, 3 … in the order given."""
    return tuple((rank, value) for value, rank in enumerate(ranks, start=1))


_ACE_TO_SEVEN = tuple(Rank)[:7]
_UP_TO_KING = _numbered(*_ACE_TO_SEVEN, Rank.KNAVE, Rank.KNIGHT, Rank.KING)
_FRENCH_SUITS = ("♦", "♥", "♠", "♣")

ITALIAN_40 = Pack(
    "italian-40",
    _UP_TO_KING,
    ((Rank.KNAVE, "FANTE"), (Rank.KNIGHT, "CAVAL"), (Rank.KING, "RE")),
)
"""Forty cards with S1's labels: FANTE 8, CAVAL 9, RE 10 (S1.7)."""

SPANISH_40 = Pack(
    "spanish-40",
    _UP_TO_KING,
    ((Rank.KNAVE, "10"), (Rank.KNIGHT, "11"), (Rank.KING, "12")),
    ("oros", "copas", "espadas", "bastos"),
)
"""Forty cards with S0's labels: 10 captures for 8, 11 for 9, 12 for 10 (S0.7)."""

FRENCH_40 = Pack(
    "french-40",
    _UP_TO_KING,
    ((Rank.ACE, "A"), (Rank.KNAVE, "J"), (Rank.KNIGHT, "Q"), (Rank.KING, "K")),
    _FRENCH_SUITS,
)
"""A French-suited pack without 8, 9, 10: J 8, Q 9, K 10; diamonds are coins (S4.2, S4.3)."""

BRAZILIAN_40 = Pack(
    "brazilian-40",
    _numbered(*_ACE_TO_SEVEN, Rank.KNIGHT, Rank.KNAVE, Rank.KING),
    ((Rank.ACE, "A"), (Rank.KNIGHT, "Q"), (Rank.KNAVE, "J"), (Rank.KING, "K")),
    _FRENCH_SUITS,
)
"""A French-suited pack as Brazil counts it: Q 8, J 9, K 10 (S3.7, A3.1)."""

BRESCIANE_52 = Pack(
    "bresciane-52",
    (
        *_numbered(*tuple(Rank)[:10]),
        (Rank.KNAVE, None),
        (Rank.KNIGHT, None),
        (Rank.KING, None),
    ),
    ((Rank.ACE, "Asso"), (Rank.KNAVE, "Fante"), (Rank.KNIGHT, "Cavallo"), (Rank.KING, "Re")),
)
"""The 52 Bresciane: numerals to the ten, and courts that join no sum (S2.3, S2.6)."""

COURTS_APART_40 = Pack(
    "courts-apart-40",
    (
        *_numbered(*_ACE_TO_SEVEN),
        (Rank.KNAVE, None),
        (Rank.KNIGHT, None),
        (Rank.KING, None),
    ),
    ((Rank.KNAVE, "FANTE"), (Rank.KNIGHT, "CAVAL"), (Rank.KING, "RE")),
)
"""Forty cards whose courts take no sums (Spazzino, `family` 2.13)."""

PACKS = (ITALIAN_40, SPANISH_40, FRENCH_40, BRAZILIAN_40, BRESCIANE_52, COURTS_APART_40)
"""The packs the catalogue plays with."""
