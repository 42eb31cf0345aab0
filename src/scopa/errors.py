"""What can be wrong, and how it is said.

Everything the library refuses, it refuses with a subclass of `ScopaError` that carries a stable
`code`. Where several things can be wrong at once (a deck, a position, a variant) the error lists
every `Problem`; where a move is refused it gives the one `IllegalReason` and hands back the move
and the unchanged deal.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from scopa._shown import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scopa.cards import Card
    from scopa.rules import Redeal


class IllegalReason(StrEnum):
    """Why a move is not legal. The values are stable codes.

    >>> IllegalReason.CAPTURE_COMPULSORY.value
    'capture-compulsory'
    """

    DEAL_OVER = "deal-over"
    """No card is left to play (S0.19)."""
    NOT_A_MOVE = "not-a-move"
    """The object is none of the moves of the library."""
    NOT_YOUR_TURN = "not-your-turn"
    """The seat that looks on is not the one to move; only a view can say so."""
    NOT_IN_HAND = "not-in-hand"
    """The card is not in the hand of the seat to move (S0.9)."""
    CARD_TWICE = "card-twice"
    """The played card stands among the cards it takes."""
    NOT_ON_TABLE = "not-on-table"
    """A card to be taken does not lie on the table (S0.10)."""
    DOES_NOT_ADD_UP = "does-not-add-up"
    """No rule of the game makes this capture with this card (S0.10, S0.11)."""
    SINGLE_MATCH_PRIORITY = "single-match-priority"
    """A sum where an equal card lies on the table (S0.11, S4.9)."""
    NOT_THE_FEWEST = "not-the-fewest"
    """The capture adds up but takes more cards than the variant allows."""
    CAPTURE_COMPULSORY = "capture-compulsory"
    """Laying down a card that must capture (S0.12, S4.11)."""
    SWEEPER_RESTRICTED = "sweeper-restricted"
    """A card that sweeps the table may not be used like this now (asso piglia tutto)."""
    NOTHING_TO_CLAIM = "nothing-to-claim"
    """No capture was overlooked that this seat may claim (S3.12)."""
    NOTHING_TO_DECLARE = "nothing-to-declare"
    """The hand, or the moment, does not allow this declaration."""

    @property
    def message(self) -> str:
        """The reason in one sentence, for people."""
        return _SENTENCES[self]


_SENTENCES = {
    IllegalReason.DEAL_OVER: "the deal is over",
    IllegalReason.NOT_A_MOVE: "it is not a Play, Claim or Declare; parse_move reads one from text",
    IllegalReason.NOT_YOUR_TURN: "it is not the turn of this seat",
    IllegalReason.NOT_IN_HAND: "the seat to move does not hold the card",
    IllegalReason.CARD_TWICE: "the played card stands among the cards it takes",
    IllegalReason.NOT_ON_TABLE: "a card to be taken does not lie on the table",
    IllegalReason.DOES_NOT_ADD_UP: "no rule of the game makes this capture",
    IllegalReason.SINGLE_MATCH_PRIORITY: "an equal card lies on the table and goes before a sum",
    IllegalReason.NOT_THE_FEWEST: "the game does not allow so many cards to be taken here",
    IllegalReason.CAPTURE_COMPULSORY: "the card can capture, and then it must",
    IllegalReason.SWEEPER_RESTRICTED: "a card that sweeps the table may not be used like this now",
    IllegalReason.NOTHING_TO_CLAIM: "no such capture was overlooked by the seat before",
    IllegalReason.NOTHING_TO_DECLARE: "this cannot be declared of the hand, or not any more",
}


@frozen
class Problem(Value):
    """One thing that is wrong with a deck, a position or a variant.

    Attributes:
        code: A stable code, for programs.
        where: The place, as a path of field names (`"hands[1]"`, `"dealing.hand"`).
        message: One sentence, for people.

    >>> str(Problem("card-missing", "deck", "7d is missing"))
    'deck: 7d is missing (card-missing)'
    """

    code: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message} ({self.code})"


class ScopaError(Exception):
    """The root of everything this library raises on purpose.

    Attributes:
        code: A stable code, the same in every version.
    """

    code: str = "scopa"

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class ParseError(ScopaError, ValueError):
    """A text is not the form it should be.

    Attributes:
        code: `"card-text"`, `"cards-text"`, `"move-text"`, `"move-ambiguous"` or
            `"position-text"`.
        text: The text that could not be read.

    >>> from scopa import Card
    >>> Card.parse("1d")
    Traceback (most recent call last):
    ...
    scopa.errors.ParseError: not a card: '1d' (a rank of A23456789TFCR, then a suit of dcsb)
    """

    def __init__(self, message: str, *, code: str = "text", text: str = "") -> None:
        super().__init__(message)
        self.code: str = code
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.message, {"code": self.code, "text": self.text})


class DuplicateCardError(ScopaError, ValueError):
    """The same card stands twice where each card can stand only once.

    >>> from scopa import CardSet
    >>> CardSet.parse("5d 5d")
    Traceback (most recent call last):
    ...
    scopa.errors.DuplicateCardError: the same card twice: 5d
    """

    code: str = "duplicate-card"


class SeatError(ScopaError, ValueError):
    """A seat, a dealer, a side or a seating that this table does not have.

    Attributes:
        code: `"seat-out-of-range"` or `"unknown-seating"`.
    """

    def __init__(self, message: str, *, code: str = "seat-out-of-range") -> None:
        super().__init__(message)
        self.code: str = code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.message, {"code": self.code})


class UnknownVariantError(ScopaError, KeyError):
    """The catalogue has no variant of that id. It is a `KeyError` too, as a mapping's should be.

    >>> from scopa import VARIANTS
    >>> VARIANTS["ponio"]
    Traceback (most recent call last):
    ...
    scopa.errors.UnknownVariantError: no variant 'ponio' in the catalogue; close to it: ponino
    """

    code: str = "unknown-variant"


class ValueRefusedError(ScopaError, ValueError):
    """A value that a rule, a match or a simulation cannot take (a target of 0)."""

    code: str = "value-refused"


class IllegalMoveError(ScopaError, ValueError):
    """The move is not legal; nothing has changed.

    Attributes:
        reason: Why, as an `IllegalReason`; its value is also the `code`.
        move: The move that was refused.
        position: The deal or match it was refused in, unchanged.
    """

    def __init__(self, reason: IllegalReason, move: object, position: object) -> None:
        super().__init__(f"illegal move {move}: {reason.message} ({reason.value})")
        self.reason = reason
        self.code: str = reason.value
        self.move = move
        self.position = position

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.move, self.position)


class ProblemsError(ScopaError, ValueError):
    """Something is refused for one or more reasons, all of them listed.

    Attributes:
        problems: Every `Problem` found, in the order of the fields.
    """

    what: ClassVar[str] = "it"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        listed = "; ".join(str(problem) for problem in self.problems)
        super().__init__(f"{self.what} cannot be used: {listed}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problems,)


class InvalidDeckError(ProblemsError):
    """A deck that is not its pack: a card is missing, doubled or foreign."""

    code: str = "invalid-deck"
    what = "the deck"


class InvalidSetupError(ProblemsError):
    """A position that no deal of its variant can be in."""

    code: str = "invalid-setup"
    what = "the position"


class InvalidVariantError(ProblemsError):
    """A variant whose rules contradict one another or whose numbers cannot come out."""

    code: str = "invalid-variant"
    what = "the variant"


class InvalidPackError(ProblemsError):
    """A pack that cannot be played with."""

    code: str = "invalid-pack"
    what = "the pack"


class InvalidDataError(ProblemsError):
    """Text or data that is not the form of a value of this library; nothing of it was loaded."""

    code: str = "invalid-data"
    what = "the data"


class RedealRequired(ScopaError):  # noqa: N818 - an answer of the rules rather than a fault
    """The opening table is void: the same dealer deals again (S0.6, S4.5).

    Attributes:
        cards: The cards of the void table, in the order they were laid.
        rule: The rule of the variant that makes it void.
    """

    code: str = "redeal-required"

    def __init__(self, cards: tuple[Card, ...], rule: Redeal) -> None:
        laid = " ".join(str(card) for card in cards)
        super().__init__(f"the opening table {laid} is void: {rule}")
        self.cards = cards
        self.rule = rule

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.cards, self.rule)


class RecordError(ScopaError, ValueError):
    """A record that cannot be replayed, or cannot be written.

    Attributes:
        code: The code of what refused it, such as that of an `IllegalReason` for a move; otherwise
            `"no-deal"`, `"deal-not-over"`, `"deal-over"`, `"wrong-dealer"`, `"wrong-deck"`,
            `"not-void"`, `"wrong-penalties"` or `"not-unicode"`.
        where: The place where it fails, as a path of field names (`"deals[1].moves[4]"`).
        message: What is wrong there; as a text the error says where, too.

    >>> from scopa import VARIANTS, Match, Play
    >>> from attrs import evolve
    >>> record = Match.new(VARIANTS["scopa"], seed=7, dealer=1).record()
    >>> wrong = evolve(record.deals[0], moves=(Play.parse("Rd"),))
    >>> try:
    ...     Match.replay(evolve(record, deals=(wrong,)))
    ... except RecordError as error:
    ...     print(error.code, error.where)
    not-in-hand deals[0].moves[0]
    """

    code: str = "record"

    def __init__(self, message: str, *, code: str, where: str) -> None:
        super().__init__(message)
        self.code: str = code
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.message, {"code": self.code, "where": self.where})


def _rebuild(kind: type[ScopaError], message: str, more: dict[str, str]) -> ScopaError:
    return kind(message, **more)
