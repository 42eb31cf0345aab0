"""What people call cards, and the lenient reading of it. Private; `scopa.notation` is its door."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from scopa.cards import Card, Rank, Suit
from scopa.errors import ParseError
from scopa.plain import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scopa.packs import Pack

T = TypeVar("T")

_SELECTORS = re.compile("[\ufe0e\ufe0f]")
"""Characters that ask for a suit in colour or in black."""

_SIGNS = dict(zip("♦♥♠♣♢♡♤♧", (*Suit, *Suit), strict=True))
_RANK_WORDS = {
    "1": Rank.ACE,
    "10": Rank.TEN,
    "j": Rank.KNAVE,
    "q": Rank.KNIGHT,
    "k": Rank.KING,
}
_COURTS = {"f": Rank.KNAVE, "n": Rank.KNIGHT, "r": Rank.KING}
"""The courts as the rule vectors call them, behind the suit."""


@frozen
class Words:
    """What the cards of a pack are called, in small letters.

    Attributes:
        ranks: The ranks by what may stand before a suit.
        suits: The suits by what may stand behind a rank.
        values: The ranks by what may stand behind the letter of a suit.
        cards: The cards there are.
        pattern: Finds what may be a card.
    """

    ranks: Mapping[str, Rank]
    suits: Mapping[str, Suit]
    values: Mapping[str, Rank]
    cards: frozenset[Card]
    pattern: re.Pattern[str]

    def card(self, found: re.Match[str]) -> Card | None:
        """The card that `pattern` found, if there is one."""
        if found["rank"]:
            suit = self.suits[found["suit"] or found["name"]]
            card = Card(self.ranks[found["rank"]], suit)
        elif found["value"] in self.values:
            card = Card(self.values[found["value"]], Suit(found["first"]))
        else:
            return None
        return card if card in self.cards else None


@lru_cache(maxsize=64)
def words_of(pack: Pack | None) -> Words:
    """What the cards of a pack are called; with no pack, what cards are called anywhere."""
    ranks = {rank.letter.casefold(): rank for rank in Rank}
    suits: dict[str, Suit] = {suit.value: suit for suit in Suit} | _SIGNS
    values: dict[str, Rank] = {}
    cards = [Card(rank, suit) for suit in Suit for rank in Rank]
    if pack is not None:
        labels = dict(pack.labels)
        faces = [(labels.get(rank, str(int(rank))), rank) for rank in pack.ranks]
        ranks = _plain(faces) | ranks
        suits = _plain(zip(pack.suit_labels, Suit, strict=True)) | suits
        values = {str(value): rank for rank, value in pack.values if value} | _COURTS
        cards = list(pack.cards)
    ranks = _RANK_WORDS | ranks
    signs = "".join(suit for suit in suits if len(suit) == 1)
    name = rf"\s*(?P<name>{_any(suit for suit in suits if len(suit) > 1)})"
    rank_first = rf"(?P<rank>{_any(ranks)})(?:{name}|(?P<suit>[{re.escape(signs)}]))"
    suit_first = rf"(?P<first>[{''.join(Suit)}])(?P<value>[0-9]+|[{''.join(_COURTS)}])"
    pattern = re.compile(f"{rank_first}|{suit_first}")
    return Words(ranks, suits, values, frozenset(cards), pattern)


def _plain(pairs: Iterable[tuple[str, T]]) -> dict[str, T]:
    """What has a name of its own, by that name in small letters."""
    named = [(name.casefold(), thing) for name, thing in pairs]
    times = Counter(name for name, _ in named)
    return {name: thing for name, thing in named if name and times[name] == 1}


def _any(words: Iterable[str]) -> str:
    """A pattern for any of some words, the longest that fits."""
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(map(re.escape, longest_first)) or "(?!)"


# ---------------------------------------------------------------------- reading it


def scanned(text: str, pack: Pack | None, between: re.Pattern[str], what: str) -> list[Card]:
    """The cards of a text, in order."""
    if not isinstance(text, str):
        raise unread(what, text, "is no text")
    words, cards = words_of(pack), list[Card]()
    rest = _SELECTORS.sub("", text).casefold().strip()
    place = 0
    while place < len(rest):
        found = words.pattern.match(rest, place)
        card = words.card(found) if found else None
        gap = between.match(rest, found.end()) if found else None
        if card is None or gap is None or (gap[0] and gap.end() == len(rest)):
            of = f" of the pack {pack.id}" if pack else ""
            raise unread(what, text, f"has no card{of} at {shown(rest[place:])}")
        cards.append(card)
        place = gap.end()
    return cards


def unread(what: str, text: object, why: str) -> ParseError:
    """The refusal of a text that is not read as what it should be."""
    said = f"not read as {what}: {shown(text)} {why}"
    return ParseError(said, code=f"{what}-text", text=str(text))
