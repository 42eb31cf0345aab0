"""Suits, ranks, cards and sets of cards.

A card has one nature in every pack: its suit and its nominal rank. What it is *worth* when it
captures is a matter of the pack (see `scopa.packs`), and how its face is labelled too.

Text is strict: a rank of ``A23456789TFCR`` and a suit of ``dcsb``, so ``7d`` is the seven of coins
(*settebello*) and ``Rb`` the king of clubs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, Self

from attrs import frozen

from scopa._shown import Value
from scopa.errors import DuplicateCardError, ParseError

_LETTERS = "A23456789TFCR"
_SUITS = "dcsb"


class Suit(StrEnum):
    """The four suits; the value is the letter of the notation.

    >>> [str(suit) for suit in Suit]
    ['d', 'c', 's', 'b']
    """

    COINS = "d"
    """Denari; diamonds in a French-suited pack."""
    CUPS = "c"
    """Coppe; hearts."""
    SWORDS = "s"
    """Spade; spades."""
    CLUBS = "b"
    """Bastoni; clubs."""


class Rank(IntEnum):
    """The thirteen nominal ranks. The number orders them; it is *not* what a card captures for.

    >>> Rank.KNAVE.letter, int(Rank.KNAVE)
    ('F', 11)
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    KNAVE = 11
    """Fante, sota, jack."""
    KNIGHT = 12
    """Cavallo, caballo; the queen of a French-suited pack."""
    KING = 13
    """Re, rey, king."""

    @property
    def letter(self) -> str:
        """The rank's letter in the notation."""
        return _LETTERS[self - 1]

    @property
    def plural(self) -> str:
        """The English word for several cards of the rank.

        >>> Rank.SIX.plural, Rank.KING.plural
        ('sixes', 'kings')
        """
        word = self.name.lower()
        return f"{word}es" if word.endswith("x") else f"{word}s"


@frozen(init=False, eq=False, order=False, repr=False)
class Card(Value):
    """One card. There is one object for each, so cards can be compared with ``is``.

    Cards are ordered by suit (coins, cups, swords, clubs), then by rank.

    Attributes:
        rank: Its nominal rank.
        suit: Its suit.
        index: Its place among the 52, from 0 (ace of coins) to 51 (king of clubs).

    >>> settebello = Card(Rank.SEVEN, Suit.COINS)
    >>> settebello is Card.parse("7d")
    True
    >>> str(settebello), settebello.index
    ('7d', 6)
    """

    rank: Rank
    suit: Suit
    index: int
    _bit: int

    def __new__(cls, rank: Rank, suit: Suit) -> Self:
        """The card of this rank and suit.

        Raises:
            ParseError: `rank` or `suit` names no card (code ``card-text``).
        """
        try:
            return _BY_NATURE[rank, suit]  # type: ignore[return-value]  # there is no subclass
        except (TypeError, KeyError):
            raise _no_card(f"{rank!r} of {suit!r}") from None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card from its two letters.

        Raises:
            ParseError: The text is no card (code ``card-text``).

        >>> Card.parse("Rb")
        Card.parse('Rb')
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise _no_card(text) from None

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Card.parse({_TEXTS[self.index]!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        return Card.parse, (str(self),)


def _no_card(text: object) -> ParseError:
    return ParseError(
        f"not a card: {text!r} (a rank of {_LETTERS}, then a suit of {_SUITS})",
        code="card-text",
        text=str(text),
    )


# The bit of a card is 1 << (51 - index): the first card stands highest, so that of two sets of the
# same size the one that comes first in canonical order is the larger number.
def _make_all() -> tuple[Card, ...]:
    cards: list[Card] = []
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            values = {"rank": rank, "suit": suit, "index": len(cards), "_bit": 1 << 51 - len(cards)}
            for name, value in values.items():
                object.__setattr__(card, name, value)
            cards.append(card)
    return tuple(cards)


_TEXTS = tuple(rank + suit for suit in _SUITS for rank in _LETTERS)
_ALL = _make_all()
_BY_NATURE = {(card.rank, card.suit): card for card in _ALL}
_BY_TEXT = dict(zip(_TEXTS, _ALL, strict=True))
_BY_BIT = {card._bit: card for card in _ALL}
_SUIT_BITS = {suit: sum(card._bit for card in _ALL if card.suit is suit) for suit in Suit}
_EVERY_BIT = (1 << 52) - 1


@lru_cache(maxsize=4096)
def _cards_in(bits: int) -> tuple[Card, ...]:
    """The cards of a set, remembered: for the few cards that one capture moves."""
    return tuple(_cards_of(bits))


def _cards_of(bits: int) -> Iterator[Card]:
    while bits:
        top = bits.bit_length() - 1
        yield _ALL[51 - top]
        bits ^= 1 << top


@frozen(init=False, eq=False, repr=False)
class CardSet(Value, AbstractSet[Card]):
    """An immutable set of cards, kept in one integer. It iterates in canonical order.

    It is a `collections.abc.Set`: ``|``, ``&``, ``-``, ``^``, ``<=`` and ``in`` work, also with
    other sets of cards, and it equals a `frozenset` of the same cards.

    Args:
        cards: The cards, each once.

    Raises:
        DuplicateCardError: A card is given twice.
        TypeError: Something given is no card.

    >>> hand = CardSet.parse("7d Ac Fb")
    >>> hand | {Card.parse("2d")}
    CardSet.parse('2d 7d Ac Fb')
    >>> len(hand), Card.parse("Ac") in hand
    (3, True)
    """

    _bits: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        object.__setattr__(self, "_bits", _bits_of(cards))

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Read cards divided by single spaces; the empty text is the empty set.

        Raises:
            ParseError: A part is no card (code ``cards-text``).
            DuplicateCardError: A card stands twice.
        """
        try:
            return cls(_BY_TEXT[part] for part in text.split(" ")) if text != "" else cls()
        except (KeyError, AttributeError):
            raise ParseError(
                f"not a set of cards: {text!r} (cards divided by single spaces)",
                code="cards-text",
                text=str(text),
            ) from None

    @classmethod
    def _of(cls, bits: int) -> CardSet:
        self = object.__new__(cls)
        _set_bits(self, bits)
        return self

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self._bits & card._bit != 0

    def __iter__(self) -> Iterator[Card]:
        return _cards_of(self._bits)

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __bool__(self) -> bool:
        return self._bits != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self._bits == other._bits
        return frozenset(self) == other if isinstance(other, AbstractSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __le__(self, other: AbstractSet[Any]) -> bool:
        if isinstance(other, CardSet):
            return self._bits & ~other._bits == 0
        return frozenset(self) <= other

    def __or__(self, other: AbstractSet[Any]) -> CardSet:
        return CardSet._of(self._bits | _bits_in(other))

    def __and__(self, other: AbstractSet[Any]) -> CardSet:
        return CardSet._of(self._bits & _bits_in(other))

    def __sub__(self, other: AbstractSet[Any]) -> CardSet:
        return CardSet._of(self._bits & ~_bits_in(other))

    def __xor__(self, other: AbstractSet[Any]) -> CardSet:
        return CardSet._of(self._bits ^ _bits_in(other))

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __rsub__(self, other: AbstractSet[Any]) -> CardSet:
        return CardSet._of(_bits_in(other) & ~self._bits)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})" if self._bits else "CardSet()"

    def __reduce__(self) -> tuple[object, ...]:
        return CardSet.parse, (str(self),)


def _bits_in(cards: AbstractSet[Any]) -> int:
    return cards._bits if isinstance(cards, CardSet) else _bits_of(cards)


_set_bits = CardSet.__dict__["_bits"].__set__


def _bits_of(cards: Iterable[Card]) -> int:
    if isinstance(cards, CardSet):
        return cards._bits
    bits = 0
    for card in cards:
        if not isinstance(card, Card):
            raise TypeError(f"not a Card: {card!r}")
        if bits & card._bit:
            raise DuplicateCardError(f"the same card twice: {card}")
        bits |= card._bit
    return bits
