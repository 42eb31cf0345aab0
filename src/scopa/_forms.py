"""Which types have a JSON form, and how their values are written as plain data. Private.

`scopa.codec` reads what is written here.
"""

from __future__ import annotations

import re
from inspect import isabstract
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, cast, get_args

from attrs import fields, frozen, has

from scopa import capture, declarations, events, packs, plain, rules, scoring
from scopa.cards import Card, CardSet, Rank, Suit
from scopa.catalogue import VARIANTS
from scopa.deal import Deal, Step
from scopa.errors import IllegalReason, InvalidDataError, Problem
from scopa.events import Event
from scopa.fifteen import Audit
from scopa.match import Cut, DealRecord, Match, MatchStep, Outcome, OutcomeReason, Record
from scopa.moves import Move
from scopa.results import Plan, Results, Sums, Tournament
from scopa.rules import Seating
from scopa.score import DealScore, ScoreLine
from scopa.setup import Setup
from scopa.variant import Variant
from scopa.view import MatchView, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        events.Redealt,
        events.Dealt,
        events.TableLaid,
        events.OpeningTaken,
        events.LastCards,
        events.Played,
        events.Captured,
        events.Claimed,
        events.Declared,
        events.Swept,
        events.BonusScored,
        events.Remainder,
        events.DealScored,
        events.MatchWon,
    )
}
"""Every event by its name in the form."""


def hyphened(kind: type) -> str:
    """The name of a class as the form has it.

    >>> hyphened(DealRecord)
    'deal-record'
    """
    return re.sub(r"(?<=.)(?=[A-Z])", "-", kind.__name__).lower()


def _rules_of(room: Any) -> Iterator[type[Any]]:
    """The rule values that a room has."""
    held: list[Any] = [*room.__dict__.values()]
    kinds = [cast("Any", kind) for kind in held if isinstance(kind, type)]
    for kind in kinds:
        own = kind.__module__ == room.__name__ and kind is not Seating
        if own and has(kind) and not isabstract(kind):
            yield kind


RULES: Mapping[str, type] = {
    f"rule-{hyphened(kind)}": kind
    for room in (packs, capture, scoring, declarations, rules)
    for kind in _rules_of(room)
}
"""The parts that variants are made of, by the names they have in the form by themselves."""

CODED = (OutcomeReason, IllegalReason)
"""The words that are written as their stable codes; the others are by their names."""

TYPES: Mapping[str, Any] = {
    "card": Card,
    "cards": CardSet,
    "move": Move,
    "seating": Seating,
    "variant": Variant,
    "setup": Setup,
    "deal": Deal,
    "view": View,
    "match": Match,
    "match-view": MatchView,
    "record": Record,
    "score": DealScore,
    "outcome": Outcome,
    "results": Results,
    "tournament": Tournament,
    "plan": Plan,
    "sums": Sums,
    "event": Event,
    "step": Step,
    "match-step": MatchStep,
    "deal-record": DealRecord,
    "score-line": ScoreLine,
    "cut": Cut,
    "audit": Audit,
    "problem": Problem,
    "suit": Suit,
    "rank": Rank,
    "outcome-reason": OutcomeReason,
    "illegal-reason": IllegalReason,
    **RULES,
}
"""The types that have a JSON form, by their names in it."""

_NAMES: Mapping[type, str] = {
    own: name
    for name, kind in TYPES.items()
    for own in (EVENTS.values() if kind is Event else get_args(kind) or (kind,))
}
"""The name in the form of every class."""


def name_of(value: object) -> str:
    """The name that the type of a value has in the form.

    Raises:
        InvalidDataError: There is no form for such a value (code ``unknown-type``).
    """
    name = _NAMES.get(type(value))
    if name is None:
        raise refused("unknown-type", "value", f"no form for {type(value).__name__}")
    return name


def refused(code: str, where: str, message: str) -> InvalidDataError:
    """The error that says one thing."""
    return InvalidDataError([Problem(code, where, message)])


def encode(value: Any) -> Any:
    """A value as plain data, as it stands in the JSON form.

    Raises:
        InvalidDataError: The library has no form for such an event (code ``unknown-type``).
    """
    kind: type[Any] = value.__class__
    if kind in _AS_IS:
        return value
    if kind is tuple:
        return [encode(item) for item in value]
    encoder = _ENCODERS.get(kind)
    if encoder is not None:
        return encoder(value)
    if isinstance(value, Event):
        raise refused("unknown-type", "value", f"no form for the event {kind.__name__}")
    return plain.to_plain(value)


def _encode_fields(value: Any) -> dict[str, Any]:
    return {own: encode(held) for own, held in plain.held_by(value).items()}


def _encode_variant(variant: Variant) -> Any:
    for place, award in enumerate(variant.awards):
        if type(award) not in _NAMES:  # it could be written, and nobody could read it
            said = f"no form for the award {type(award).__name__}"
            raise refused("unknown-type", f"variant.awards[{place}]", said)
    known = variant.id in VARIANTS and VARIANTS[variant.id] == variant
    return variant.id if known else variant.to_dict()


def _encode_event(event: Event) -> dict[str, Any]:
    return {"event": type(event).__name__, **_encode_fields(event)}


@frozen
class Form:
    """How values of a type are written: as values of another type that has all that matters.

    Attributes:
        kind: The other type.
        of: What is written for a value.
        make: The value again.
        notes: Fields of the other type that may hold more than the value does.
    """

    kind: Any
    of: Callable[[Any], Any]
    make: Callable[[Any], Any]
    notes: tuple[str, ...] = ()

    def faults(self, given: Any, value: Any) -> Iterator[Problem]:
        """What was said of a value otherwise than it is."""
        own = self.of(value)
        if given != own:
            yield from plain.differences(given, own, but=self.notes)


@frozen
class ScoreForm:
    """A score sheet as it stands in the JSON form."""

    variant: Variant
    points: tuple[int, ...]
    piles: tuple[CardSet, ...]
    sweeps: tuple[int, ...]
    bonuses: tuple[tuple[int, ...], ...]
    declared: tuple[int, ...]
    captured: bool
    penalties: tuple[int, ...]

    @classmethod
    def of(cls, sheet: DealScore) -> ScoreForm:
        """The form of a sheet."""
        return cls(**{own.name: getattr(sheet, own.name) for own in fields(cls)})

    def sheet(self) -> DealScore:
        """The sheet again.

        Raises:
            InvalidDataError: No deal can be counted so.
        """
        self._check()
        sheet = DealScore.of(**plain.held_by(self))
        lines = sheet.lines
        sides = range(len(self.piles))
        sums = tuple(sum(x.points for x in lines if x.side == side) for side in sides)
        if sums != self.points:
            raise refused("points-differ", "points", f"the sheet adds up to {sums}")
        return sheet

    def _check(self) -> None:
        sides, bonuses = len(self.piles), len(self.variant.bonuses)
        lists = (self.points, self.sweeps, self.bonuses, self.declared)
        cards = [card for pile in self.piles for card in pile]
        if len(set(cards)) != len(cards) or not self.variant.pack.card_set >= set(cards):
            raise refused("foreign-card", "piles", "not each a card of the pack, once")
        if all(len(seating.sides) != sides for seating in self.variant.seatings):
            raise refused("wrong-number", "piles", f"{self.variant.id} has no {sides} sides")
        if any(len(x) != sides for x in lists) or any(len(x) != bonuses for x in self.bonuses):
            raise refused("wrong-number", "points", "not one number for each side and bonus")
        if len(self.penalties) not in (0, sides):
            raise refused("wrong-number", "penalties", "not one number for each side")
        if self.captured != bool(cards):
            raise refused("inconsistent", "captured", "is not what the piles say")


FORMS: Mapping[Any, Form] = {
    Seating: Form(tuple[tuple[int, ...], ...], attrgetter("sides"), Seating),
    Deal: Form(Setup, Deal.setup, Deal.from_setup),
    Match: Form(Record, Match.record, Match.replay, notes=("players", "note")),
    DealScore: Form(ScoreForm, ScoreForm.of, ScoreForm.sheet),
}
"""The types that are written as another one."""

FIELD_BY_FIELD = (
    *(Setup, View, MatchView, Record, DealRecord, Outcome, ScoreForm),
    *(Step, MatchStep, ScoreLine, Cut, Audit, Problem),
    *(Plan, Sums, Results, Tournament),
)
"""The types that are written as a table of all their fields."""


def _as_form(form: Form) -> Callable[[Any], Any]:
    return lambda value: encode(form.of(value))


_AS_IS = frozenset({int, str, bool, NoneType})
_ENCODERS: dict[Any, Callable[[Any], Any]] = {
    **dict.fromkeys((Card, CardSet, *get_args(Move)), str),
    **dict.fromkeys(EVENTS.values(), _encode_event),
    **dict.fromkeys(FIELD_BY_FIELD, _encode_fields),
    **{kind: _as_form(form) for kind, form in FORMS.items()},
    **dict.fromkeys(CODED, attrgetter("value")),
    Variant: _encode_variant,
}
