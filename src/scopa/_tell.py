"""A match told line by line, in words or as JSON Lines, for the command line. Private.

A *teller* is asked for the lines that tell of a match that begins, a deal that begins, a move, and
a match that is broken off; the command line prints them.

Words may be for one seat alone, which is then told what it may know and no more.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from attrs import evolve, fields, frozen

from scopa.cards import Card, CardSet, Rank, Suit
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    DealScored,
    Dealt,
    Declared,
    Event,
    LastCards,
    MatchWon,
    OpeningTaken,
    Played,
    Redealt,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.match import Match, Outcome, OutcomeReason
from scopa.score import DealScore, ScoreLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scopa.match import MatchStep, Record
    from scopa.packs import Pack
    from scopa.rules import Seating

SCHEMA = 1
"""The number of the JSON form; it stands in every line, as ``"v"``."""

_ENDINGS = {
    OutcomeReason.TARGET: "the target is reached",
    OutcomeReason.SINGLE_DEAL: "one deal decides",
    OutcomeReason.INSTANT: "the last deal decides the match at once",
    OutcomeReason.HOLDER: "level on points, and the winner holds the card that decides",
    OutcomeReason.DRAW: "level on points, and no further deal is played",
}
_COLOURS = {Suit.COINS: 33, Suit.CUPS: 31, Suit.SWORDS: 36, Suit.CLUBS: 32}
_ESCAPE = re.compile(r"\x1b\[\d+m")


# ---------------------------------------------------------------------- in words


@frozen
class Ink:
    """How cards are written.

    Attributes:
        colours: Each suit in its colour, for a terminal that has colours.
        codes: By their notation, for an output that cannot show their faces.

    >>> from scopa.packs import FRENCH_40
    >>> Ink(codes=True).card(FRENCH_40, Card.parse("Cs"))
    'Cs'
    """

    colours: bool = False
    codes: bool = False

    def card(self, pack: Pack, card: Card) -> str:
        """A card of a pack."""
        text = str(card) if self.codes else pack.face(card)
        return f"\x1b[{_COLOURS[card.suit]}m{text}\x1b[0m" if self.colours else text


@frozen
class InWords:
    """Tells a match in words, cards by their faces, with the score sheet of each deal as a table.

    Attributes:
        pack: The cards.
        seating: Who plays with whom.
        you: The seat that is told, if it is one that plays: it is not told what it may not know.
        ink: How cards are written.
    """

    pack: Pack
    seating: Seating
    you: int | None = None
    ink: Ink = Ink()

    def match(self, match: Match | Record) -> Iterator[str]:
        """Who plays what, to how many points, and from which seed if it is no secret."""
        told = f"{match.variant}: {' against '.join(self.sides())}, {goal(match.target)}."
        known = match.seed is not None and self.you is None
        yield f"{told} Seed: {match.seed}" if known else told

    def about(self, record: Record) -> Iterator[str]:
        """The names and the note of a record, if it has any."""
        if record.players:
            yield f"Players: {listed(record.players)}."
        if record.note:
            yield f"Note: {record.note}"

    def deal(self, match: Match) -> Iterator[str]:
        """A deal begins."""
        yield ""
        yield f"Deal {len(match.scores) + 1}. {self.seat(match.dealer).capitalize()} deals."
        yield from self.events(match.dealt, match.totals)

    def move(self, step: MatchStep) -> Iterator[str]:
        """A move, and whatever ends with it."""
        yield from self.events(_of_this_deal(step), step.after.totals)

    def stopped(self, match: Match) -> Iterator[str]:
        """The match is broken off."""
        deals, moves = len(match.scores), _moves_since(match)
        made = [count(deals, "deal")] if deals or not moves else []
        if moves:
            made.append(count(moves, "move"))
        yield f"Stopped after {listed(made)}: {' to '.join(map(str, match.totals))}."

    def events(self, events: Sequence[Event], totals: Sequence[int] | None = None) -> Iterator[str]:
        """What happened, with the totals of the match beside the sheet of a deal, if any."""
        if self.you is not None:
            events = [event.seen_by(self.you) for event in events]
        captures = any(isinstance(event, Captured) for event in events)
        for event in events:
            if isinstance(event, DealScored):
                yield ""
                yield from table(sheet(event.score, self.sides(), totals))
                yield ""
            elif not (isinstance(event, Played) and captures):  # the capture names the card
                yield self._sentence(event)

    def _sentence(self, event: Event) -> str:
        seat = "" if event.seat is None else self.seat(event.seat).capitalize()
        cards = self.cards(event.cards)
        match event:
            case Redealt(rule=rule):
                return f"{seat} lays {cards}: void, {rule}. {seat} deals again."
            case Dealt(count=number):
                return f"{seat} is dealt {cards or count(number, 'card')}."
            case TableLaid():
                return f"{seat} lays {cards} on the table."
            case OpeningTaken(sweeps=sweeps):
                return f"{seat} takes {cards} before play: {count(sweeps, 'sweep')}."
            case LastCards():
                return "These are the last cards."
            case Played():
                return f"{seat} lays down {cards}."
            case Captured(cards=(kept,)):
                return f"{seat} plays {self.card(kept)} and keeps it."
            case Captured(cards=(played, *taken)):
                return f"{seat} plays {self.card(played)} and takes {self.cards(taken)}."
            case Claimed():
                return f"{seat} claims what was overlooked: {cards}."
            case Declared(wild=wild, points=points):
                counted = "" if wild is None else f", the wild card as a {wild.name.lower()}"
                return f"{seat} declares {cards}{counted}: {count(points, 'point')}."
            case Swept(points=points):
                return f"{seat} sweeps the table: {count(points, 'point')}."
            case BonusScored(bonus=bonus, points=points):
                return f"{seat} scores {bonus}: {count(points, 'point')}."
            case Remainder(seat=None):
                return f"Nobody takes what is left: {cards}."
            case Remainder():
                return f"{seat} takes what is left: {cards}."
            case MatchWon(outcome=outcome):
                return ending(outcome, self.sides())
            case _:
                return f"{seat}: {kind(event)} {cards}".rstrip() + "."

    def sides(self) -> list[str]:
        """Every side, by its seats."""
        return [self.side(side) for side in range(len(self.seating.sides))]

    def side(self, side: int) -> str:
        """A side, by its seats."""
        seats = self.seating.sides[side]
        return f"{'seat' if len(seats) == 1 else 'seats'} {listed(map(self._number, seats))}"

    def seat(self, seat: int) -> str:
        """A seat."""
        return f"seat {self._number(seat)}"

    def _number(self, seat: int) -> str:
        return f"{seat} (you)" if seat == self.you else str(seat)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards, as a list in words."""
        return listed(self.card(card) for card in cards)

    def card(self, card: Card) -> str:
        """A card."""
        return self.ink.card(self.pack, card)


def goal(target: int | None) -> str:
    """How far a match is played."""
    return "one deal" if target is None else f"to {count(target, 'point')}"


def ending(outcome: Outcome, sides: Sequence[str]) -> str:
    """How a match between these sides ended."""
    totals, who = list(outcome.totals), "Nobody"
    if outcome.winner is not None:
        who = sides[outcome.winner].capitalize()
        totals.insert(0, totals.pop(outcome.winner))
    wins = "win" if who.startswith("Seats") else "wins"
    points = " to ".join(map(str, totals))
    deals = count(outcome.deals, "deal")
    return f"{who} {wins} after {deals}, {points}: {_ENDINGS[outcome.reason]}."


def sheet(
    score: DealScore, sides: Sequence[str], totals: Sequence[int] | None = None
) -> Iterator[Sequence[str]]:
    """The rows of a score sheet: each award, then this deal, then the match so far if known."""
    yield "award", *sides, "why"
    awards: dict[str, list[ScoreLine]] = {}
    for line in score.lines:
        awards.setdefault(line.award, []).append(line)
    for award, lines in awards.items():
        yield award, *(str(line.points) for line in lines), _why(lines)
    yield "this deal", *map(str, score.points), ""
    if totals is not None:
        yield "so far", *map(str, totals), ""


def _why(lines: Sequence[ScoreLine]) -> str:
    """Why those who score an award do; if nobody does, why not."""
    scoring = [line for line in lines if line.points] or lines
    return "; ".join(dict.fromkeys(line.why for line in scoring))


def count(number: int, thing: str) -> str:
    """A number of things.

    >>> count(1, "card"), count(0, "card")
    ('1 card', '0 cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(words: Iterable[str]) -> str:
    """Words as a list.

    >>> listed(["7d", "Ac", "Fb"])
    '7d, Ac and Fb'
    """
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows as lines with their columns aligned: numbers to the right, words to the left.

    >>> for line in table([("award", "points"), ("cards", "1"), ("primiera", "10")]):
    ...     print(line)
    award     points
    cards          1
    primiera      10
    """
    head, *body = rows
    columns = list(zip(head, *body, strict=True))
    widths = [max(map(_width, column)) for column in columns]
    right = [all(cell.lstrip("-").isdecimal() for cell in column[1:]) for column in columns]
    for row in (head, *body):
        cells: list[str] = []
        for cell, width, number in zip(row, widths, right, strict=True):
            space = " " * (width - _width(cell))
            cells.append(f"{space}{cell}" if number else f"{cell}{space}")
        yield "  ".join(cells).rstrip()


def _width(cell: str) -> int:
    """How many places a text takes on the screen."""
    return len(_ESCAPE.sub("", cell))


def showable(line: str, encoding: str | None) -> str:
    r"""A line as an output of this encoding can show it.

    A character that it has not is named, and one that is no print, like a tabulator, is a space.

    >>> print(showable("6♠\tand K", "ascii"))
    6\N{BLACK SPADE SUIT} and K
    """
    if not line.isprintable():
        line = _CHARACTER.sub(_harmless, line)
    encoding = encoding or "utf-8"
    return line.encode(encoding, "namereplace").decode(encoding)


_CHARACTER = re.compile(rf"{_ESCAPE.pattern}|.", re.DOTALL)


def _harmless(found: re.Match[str]) -> str:
    return found[0] if len(found[0]) > 1 or found[0].isprintable() else " "


# ---------------------------------------------------------------------- as JSON Lines


@frozen
class InJson:
    """Tells a match as JSON Lines: one object for each event, cards by their codes."""

    def match(self, match: Match) -> Iterator[str]:
        """Who plays what, to how many points, and from which seed."""
        yield json_line(
            "match",
            variant=match.variant.id,
            sides=match.seating.sides,
            seed=match.seed,
            target=match.target,
        )

    def about(self, record: Record) -> Iterator[str]:
        """The names and the note of a record, if it has any."""
        if record.players or record.note:
            yield json_line("record", players=record.players, note=record.note)

    def deal(self, match: Match) -> Iterator[str]:
        """A deal begins. Deals are numbered from 0."""
        number = len(match.scores)
        yield json_line("deal", deal=number, dealer=match.dealer, totals=match.totals)
        yield from _event_lines(match.dealt, number, match)

    def move(self, step: MatchStep) -> Iterator[str]:
        """A move, and whatever ends with it."""
        yield from _event_lines(_of_this_deal(step), len(step.before.scores), step.after)

    def stopped(self, match: Match) -> Iterator[str]:
        """The match is broken off."""
        moves = _moves_since(match)
        more = {"moves": moves} if moves else {}
        yield json_line("stopped", deals=len(match.scores), totals=match.totals, **more)


def _event_lines(events: Iterable[Event], deal: int, after: Match) -> Iterator[str]:
    for event in events:
        own = _own_fields(event)
        if isinstance(event, DealScored):
            own["totals"] = after.totals
        yield json_line(kind(event), deal=deal, **own)


def kind(event: Event) -> str:
    """The kind of an event, as JSON names it.

    >>> from scopa.events import LastCards
    >>> kind(LastCards(0, None, None, ()))
    'last-cards'
    """
    return re.sub(r"\B(?=[A-Z])", "-", type(event).__name__).lower()


def json_line(what: str, /, **values: object) -> str:
    """One line: an object with the number of the schema, its type, and these values.

    >>> json_line("laid", cards=CardSet.parse("7d Ac"))
    '{"v": 1, "type": "laid", "cards": ["7d", "Ac"]}'
    """
    plain = {name: _plain(value) for name, value in values.items()}
    return json.dumps({"v": SCHEMA, "type": what, **plain})


def _plain(value: object) -> object:
    """A value as JSON can hold it: a card is its code, a set of cards a list of codes."""
    match value:
        case Rank():
            return value.letter
        case None | int() | str():
            return value
        case tuple() | list() | CardSet():
            return [_plain(item) for item in cast("Iterable[object]", value)]
        case DealScore():
            return {"points": _plain(value.points), "lines": _plain(value.lines)}
        case ScoreLine() | Outcome():
            return {name: _plain(own) for name, own in _own_fields(value).items()}
        case _:
            return str(value)


def _own_fields(value: Event | ScoreLine | Outcome) -> dict[str, object]:
    return {own.name: getattr(value, own.name) for own in fields(type(value))}


# ---------------------------------------------------------------------- for both


def _of_this_deal(step: MatchStep) -> tuple[Event, ...]:
    """What a move did without the dealing of the next deal, which has its own heading.

    A deal is told with the score sheet that the match counts by, penalties included.
    """
    events = step.deal_step.events if step.after.outcome is None else step.events
    return tuple(
        evolve(event, score=step.after.scores[-1]) if isinstance(event, DealScored) else event
        for event in events
    )


def _moves_since(match: Match) -> int:
    """How many moves were made since the last deal that is over."""
    return 0 if match.deal.is_over else match.deal.ply


def replayed(record: Record, teller: InWords | InJson) -> Iterator[str]:
    """The match of a record that can be replayed, told from its beginning as far as it goes."""
    match = Match._begun(record)
    yield from teller.match(match)
    yield from teller.about(record)
    for number, deal in enumerate(record.deals):
        match = match._replayed(evolve(deal, moves=()), number)
        yield from teller.deal(match)
        for move in deal.moves:
            step = match.step(move)
            yield from teller.move(step)
            match = step.after
    if match.outcome is None:
        yield from teller.stopped(match)
