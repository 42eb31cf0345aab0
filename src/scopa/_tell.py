"""A match told line by line, in words or as JSON Lines, for the command line. Private.

A *teller* is asked for the lines that tell of a match that begins, a deal that begins, a move, and
a match that is broken off; the command line prints them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from attrs import fields, frozen

from scopa.cards import Card, CardSet, Rank
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
    Redealt,
    Remainder,
    Swept,
    TableLaid,
)
from scopa.match import MatchWon, Outcome, OutcomeReason
from scopa.score import DealScore, ScoreLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scopa.match import Match, MatchStep
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


# ---------------------------------------------------------------------- in words


@frozen
class InWords:
    """Tells a match in words, cards by their faces, with the score sheet of each deal as a table.

    Attributes:
        pack: The cards.
        seating: Who plays with whom.
    """

    pack: Pack
    seating: Seating

    def match(self, match: Match) -> Iterator[str]:
        """Who plays what, to how many points, and from which seed."""
        sides = " against ".join(self._sides())
        goal = "one deal" if match.target is None else f"to {_count(match.target, 'point')}"
        yield f"{match.variant}: {sides}, {goal}. Seed: {match.seed}"

    def deal(self, match: Match) -> Iterator[str]:
        """A deal begins."""
        yield ""
        yield f"Deal {len(match.scores) + 1}. Seat {match.dealer} deals."
        yield from self._events(match.dealt, match.totals)

    def move(self, step: MatchStep) -> Iterator[str]:
        """A move, and whatever ends with it."""
        yield from self._events(_of_this_deal(step), step.after.totals)

    def stopped(self, match: Match) -> Iterator[str]:
        """The match is broken off between two deals."""
        totals = " to ".join(map(str, match.totals))
        yield f"Stopped after {_count(len(match.scores), 'deal')}: {totals}."

    def _events(self, events: Sequence[Event], totals: Sequence[int]) -> Iterator[str]:
        captures = any(isinstance(event, Captured) for event in events)
        for event in events:
            if isinstance(event, DealScored):
                yield ""
                yield from table(self._sheet(event.score, totals))
                yield ""
            elif not (isinstance(event, Played) and captures):  # the capture names the card
                yield self._sentence(event)

    def _sentence(self, event: Event) -> str:
        seat, cards = f"Seat {event.seat}", self._faces(event.cards)
        match event:
            case Redealt(rule=rule):
                return f"{seat} lays {cards}: void, {rule}. {seat} deals again."
            case Dealt():
                return f"{seat} is dealt {cards}."
            case TableLaid():
                return f"{seat} lays {cards} on the table."
            case OpeningTaken(sweeps=sweeps):
                return f"{seat} takes {cards} before play: {_count(sweeps, 'sweep')}."
            case LastCards():
                return "These are the last cards."
            case Played():
                return f"{seat} lays down {cards}."
            case Captured(cards=(kept,)):
                return f"{seat} plays {self.pack.face(kept)} and keeps it."
            case Captured(cards=(played, *taken)):
                return f"{seat} plays {self.pack.face(played)} and takes {self._faces(taken)}."
            case Claimed():
                return f"{seat} claims what was overlooked: {cards}."
            case Declared(wild=wild, points=points):
                counted = "" if wild is None else f", the wild card as a {wild.name.lower()}"
                return f"{seat} declares {cards}{counted}: {_count(points, 'point')}."
            case Swept(points=points):
                return f"{seat} sweeps the table: {_count(points, 'point')}."
            case BonusScored(bonus=bonus, points=points):
                return f"{seat} scores {bonus}: {_count(points, 'point')}."
            case Remainder(seat=None):
                return f"Nobody has captured; {cards} stay where they are."
            case Remainder():
                return f"{seat} captured last and takes what is left: {cards}."
            case MatchWon(outcome=outcome):
                return self._ending(outcome)
            case _:
                return f"{seat}: {kind(event)} {cards}".rstrip() + "."

    def _sheet(self, score: DealScore, totals: Sequence[int]) -> Iterator[Sequence[str]]:
        """The rows of a score sheet: each award, then this deal, then the match so far."""
        yield "award", *self._sides(), "why"
        awards: dict[str, list[ScoreLine]] = {}
        for line in score.lines:
            awards.setdefault(line.award, []).append(line)
        for award, lines in awards.items():
            yield award, *(str(line.points) for line in lines), _why(lines)
        yield "this deal", *map(str, score.points), ""
        yield "so far", *map(str, totals), ""

    def _ending(self, outcome: Outcome) -> str:
        totals, who, wins = list(outcome.totals), "Nobody", "wins"
        if outcome.winner is not None:
            who = self._side(outcome.winner).capitalize()
            wins = "wins" if len(self.seating.sides[outcome.winner]) == 1 else "win"
            totals.insert(0, totals.pop(outcome.winner))
        points = " to ".join(map(str, totals))
        deals = _count(outcome.deals, "deal")
        return f"{who} {wins} after {deals}, {points}: {_ENDINGS[outcome.reason]}."

    def _sides(self) -> Iterator[str]:
        return (self._side(side) for side in range(len(self.seating.sides)))

    def _side(self, side: int) -> str:
        seats = self.seating.sides[side]
        return f"{'seat' if len(seats) == 1 else 'seats'} {_listed(map(str, seats))}"

    def _faces(self, cards: Iterable[Card]) -> str:
        return _listed(self.pack.face(card) for card in cards)


def _why(lines: Sequence[ScoreLine]) -> str:
    """Why those who score an award do; if nobody does, why not."""
    scoring = [line for line in lines if line.points] or lines
    return "; ".join(dict.fromkeys(line.why for line in scoring))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _listed(words: Iterable[str]) -> str:
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
    widths = [max(map(len, column)) for column in columns]
    right = [all(cell.isdecimal() for cell in column[1:]) for column in columns]
    for row in (head, *body):
        cells = zip(row, widths, right, strict=True)
        line = "  ".join(f"{cell:{'>' if number else '<'}{width}}" for cell, width, number in cells)
        yield line.rstrip()


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

    def deal(self, match: Match) -> Iterator[str]:
        """A deal begins. Deals are numbered from 0."""
        number = len(match.scores)
        yield json_line("deal", deal=number, dealer=match.dealer, totals=match.totals)
        yield from _event_lines(match.dealt, number, match)

    def move(self, step: MatchStep) -> Iterator[str]:
        """A move, and whatever ends with it."""
        yield from _event_lines(_of_this_deal(step), len(step.before.scores), step.after)

    def stopped(self, match: Match) -> Iterator[str]:
        """The match is broken off between two deals."""
        yield json_line("stopped", deals=len(match.scores), totals=match.totals)


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
    """What a move did without the dealing of the next deal, which has its own heading."""
    return step.deal_step.events if step.after.outcome is None else step.events
