"""Moves: what a seat can do, with their text forms.

A `Play` is written ``7d`` (laid down) or ``7dx3d4c`` (taking), a `Claim` ``!7c8b``, a `Declare`
``#`` or, with a wild card that counts as a five, ``#5``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from attrs.validators import instance_of, optional

from scopa._shown import Value
from scopa.capture import SHIFTS
from scopa.cards import Card, CardSet, Rank, _set_bits
from scopa.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable


def _card_set(cards: Iterable[Card]) -> CardSet:
    return cards if isinstance(cards, CardSet) else CardSet(cards)


class _Numbers(Value):
    """A play in numbers, for the rules: its card, the cards it takes, and how the table changes."""

    __slots__ = ("_bit", "_change", "_taken")
    _bit: int
    _taken: int
    _change: int


@frozen(repr=False, eq=False)
class Play(_Numbers):
    """Playing a card from the hand, taking cards from the table or none.

    Attributes:
        card: The card played.
        taken: The cards it takes; empty when it is laid down.

    Raises:
        DuplicateCardError: A card to be taken is named twice.

    >>> str(Play(Card.parse("7d"), CardSet.parse("4s 3b")))
    '7dx4s3b'
    >>> Play.parse("7d").taken
    CardSet()
    """

    card: Card = field(validator=instance_of(Card))
    taken: CardSet = field(default=CardSet(), converter=_card_set)

    @classmethod
    def parse(cls, text: str) -> Play:
        """Read a play; the taken cards may stand in any order.

        Raises:
            ParseError: The text is no play (code ``move-text``).
            DuplicateCardError: A card to be taken is named twice.
        """
        return _read_play(text)

    @classmethod
    def _of(cls, card: Card, taken: int) -> Play:
        play, cards = _new(cls), _new(CardSet)
        _set_bits(cards, taken)
        _set_card(play, card)
        _set_taken(play, cards)
        _set_bit(play, card._bit)
        _set_taken_bits(play, taken)
        _set_change(play, 0)
        return play

    def __attrs_post_init__(self) -> None:
        _set_bit(self, self.card._bit)
        _set_taken_bits(self, self.taken._bits)
        _set_change(self, 0)

    def _measured(self) -> int:
        """How the signature of the table changes; measured when the play is first made."""
        lost = sum([1 << SHIFTS[card.rank - 1] for card in self.taken])
        _set_change(self, -lost or 1 << SHIFTS[self.card.rank - 1])
        return self._change

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self._bit == other._bit and self._taken == other._taken

    def __hash__(self) -> int:
        return hash((self._bit, self._taken))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        return f"{self.card}x{_joined(self.taken)}" if self.taken else str(self.card)

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r})"

    def __setstate__(self, state: dict[str, Any]) -> None:
        # The oldest pickles hold the fields as they were kept.
        _set_card(self, state["card"])
        _set_taken(self, state["taken"])
        self.__attrs_post_init__()


_new = object.__new__
_set_card = Play.__dict__["card"].__set__
_set_taken = Play.__dict__["taken"].__set__
_set_bit = _Numbers.__dict__["_bit"].__set__
_set_taken_bits = _Numbers.__dict__["_taken"].__set__
_set_change = _Numbers.__dict__["_change"].__set__


@frozen(repr=False, order=False)
class Claim(Value):
    """Taking what the seat before overlooked (S3.12).

    Attributes:
        taken: The overlooked cards, the one just laid down among them.

    >>> str(Claim(CardSet.parse("7c Fb")))
    '!7cFb'
    """

    taken: CardSet = field(converter=_card_set)

    @classmethod
    def parse(cls, text: str) -> Claim:
        """Read a claim.

        Raises:
            ParseError: The text is no claim (code ``move-text``).
            DuplicateCardError: A card is named twice.
        """
        move = parse_move(text)
        if not isinstance(move, Claim):
            raise _no_move(text)
        return move

    def __hash__(self) -> int:
        return hash(self.taken._bits)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        return f"!{_joined(self.taken)}"

    def __repr__(self) -> str:
        return f"Claim.parse({str(self)!r})"


@frozen(repr=False, order=False)
class Declare(Value):
    """Declaring the hand as it was dealt, for points, and showing it (Cirulla's knock).

    Attributes:
        wild: The rank that the wild card counts as; ``None`` if the hand does not hold it.

    >>> str(Declare()), str(Declare(Rank.FIVE))
    ('#', '#5')
    """

    wild: Rank | None = field(default=None, validator=optional(instance_of(Rank)))

    @classmethod
    def parse(cls, text: str) -> Declare:
        """Read a declaration.

        Raises:
            ParseError: The text is no declaration (code ``move-text``).
        """
        move = parse_move(text)
        if not isinstance(move, Declare):
            raise _no_move(text)
        return move

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        return f"#{self.wild.letter if self.wild else ''}"

    def __repr__(self) -> str:
        return f"Declare.parse({str(self)!r})"


Move = Play | Claim | Declare
"""Whatever a seat can do when it is its turn."""


def parse_move(text: str) -> Move:
    """Read a move of any kind.

    Raises:
        ParseError: The text is no move (code ``move-text``).
        DuplicateCardError: A card is named twice.

    >>> parse_move("Rdx4c3b6s")
    Play.parse('Rdx4c6s3b')
    """
    if isinstance(text, str) and text.startswith("!"):
        return Claim(_read_cards(text, text[1:]))
    if isinstance(text, str) and text.startswith("#"):
        return _read_declare(text)
    return _read_play(text)


def _read_declare(text: str) -> Declare:
    letters = {rank.letter: rank for rank in Rank}
    if len(text) > 2 or (len(text) == 2 and text[1] not in letters):
        raise _no_move(text)
    return Declare(letters[text[1]] if len(text) == 2 else None)


def _read_play(text: str) -> Play:
    if not isinstance(text, str):
        raise _no_move(text)
    played, cross, taken = text.partition("x")
    try:
        card = Card.parse(played)
    except ParseError:
        raise _no_move(text) from None
    return Play(card, _read_cards(text, taken)) if cross else Play(card)


def _read_cards(text: str, cards: str) -> CardSet:
    pairs = [cards[place : place + 2] for place in range(0, len(cards), 2)]
    try:
        if pairs:
            return CardSet(Card.parse(pair) for pair in pairs)
    except ParseError:
        pass
    raise _no_move(text)


def _no_move(text: object) -> ParseError:
    return ParseError(
        f"not a move: {text!r} (like 7d, 7dx3d4c, !7c8b or #5)", code="move-text", text=str(text)
    )


def _joined(cards: CardSet) -> str:
    return "".join(str(card) for card in cards)
