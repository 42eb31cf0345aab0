"""Values as JSON, and JSON as values.

Every text carries the number of the form (``"schema"``) and the type of its value. Cards are their
notation, and so are sets of cards; nothing is a mask. The form keeps to I-JSON (RFC 7493), so that
every language reads it alike: no key twice, no number that a double cannot hold, no broken Unicode.
Loading checks everything: what it returns is lawful, and what is not is refused with the place of
each problem. A `Setup` and a `Record` are the exceptions, as they are everywhere: they may describe
what no game has, until a deal or a match is made of them.

`scopa.schema` tells the same form to other programs, as a JSON Schema.
"""

from __future__ import annotations

import json
from itertools import islice
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any

from attrs import NOTHING, evolve, fields, frozen, resolve_types

import scopa
from scopa import events, match, plain, results, rules, score, view
from scopa.cards import Card, CardSet
from scopa.catalogue import VARIANTS
from scopa.deal import Deal
from scopa.errors import InvalidDataError, Problem, ProblemsError, ScopaError
from scopa.events import Event
from scopa.match import DealRecord, Match, MatchWon, Outcome, OutcomeReason, Record, decided
from scopa.moves import Claim, Declare, Move, Play, parse_move
from scopa.results import Plan, Results, Sums, Tournament
from scopa.rules import Seating
from scopa.score import DealScore
from scopa.setup import Setup
from scopa.variant import Variant
from scopa.view import MatchView, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SCHEMA = 1
"""The number of the JSON form; it rises when older texts would be read otherwise."""

LONGEST = 250_000
"""The most characters of a text that is read, unless more is allowed: some twenty long matches."""

MOST_RULES = 100
"""The most awards, bonuses and the like of a variant that is read; every deal asks each of them."""

LARGEST = 2**53 - 1
"""The largest number of the form, which JavaScript can still hold exactly."""

DEEPEST = 32
"""How deep a text may be nested; a variant of its own within a view of a match takes nine."""

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
        MatchWon,
    )
}
"""Every event by its name in the form."""

_ROOMS = (scopa, rules, events, match, score, view, results)
_NAMES = {name: held for room in _ROOMS for name, held in vars(room).items()}
_SIGNED = ("points", "totals")
"""What may be below 0: a penalty can be more than a side had."""

_MOST_FOREIGN = 20
"""How many things that have no place in the form are listed; a hostile text could hold many."""


def to_json(value: Any) -> str:
    """A value as JSON, on one line, always the same for equal values.

    Args:
        value: A card, a set of cards, a move, a seating, a variant, a setup, a deal, a view, a
            match, a match view, a record, a score sheet, an outcome, the results of many deals, a
            tournament or an event.

    Raises:
        InvalidDataError: The library has no form for such a value (code ``unknown-type``), or it
            holds something that JSON cannot.

    >>> from scopa import CardSet
    >>> to_json(CardSet.parse("7d Ac"))
    '{"schema":1,"type":"cards","value":"7d Ac"}'
    """
    for name, kind in TYPES.items():
        if isinstance(value, kind):
            form = {"schema": SCHEMA, "type": name, "value": encode(value)}
            _refuse_foreign(form["value"], "value")
            return json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    raise _refused("unknown-type", "value", f"no form for {type(value).__name__}")


def from_json(text: str, *, longest: int = LONGEST) -> Any:
    """The value of a JSON text.

    Args:
        text: The text.
        longest: A text of more characters than this is not read at all.

    Raises:
        InvalidDataError: The text is no JSON, of a newer form, of an unknown type, or its value is
            not lawful; every problem is listed with its place.

    >>> from_json('{"schema":1,"type":"cards","value":"7d Ac"}')
    CardSet.parse('7d Ac')
    """
    form = _parsed(text, longest)
    if not plain.is_table(form) or set(form) != {"schema", "type", "value"}:
        raise _refused("not-a-form", "text", "is not a table of schema, type and value")
    number, name = form["schema"], form["type"]
    if number != SCHEMA or type(number) is not int:
        raise _refused("unknown-schema", "schema", f"is {plain.shown(number)}, not {SCHEMA}")
    if not isinstance(name, str) or name not in TYPES:
        listed = ", ".join(TYPES)
        raise _refused("unknown-type", "type", f"is {plain.shown(name)}, not one of {listed}")
    return decode(TYPES[name], form["value"], "value")


def _refused(code: str, where: str, message: str) -> InvalidDataError:
    return InvalidDataError([Problem(code, where, message)])


def _parsed(text: Any, longest: int) -> Any:
    if not isinstance(text, str):
        raise _refused("not-text", "text", f"is a {type(text).__name__}, not a text")
    if len(text) > longest:
        raise _refused("too-long", "text", f"has {len(text)} characters, more than {longest}")
    try:
        return json.loads(
            text, object_pairs_hook=_table, parse_int=_number, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        raise _refused("not-json", "text", f"is not JSON: {error}") from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {plain.shown(key)} stands twice in a table")
        table[key] = value
    return table


def _number(digits: str) -> int:
    if len(digits) > len(str(-LARGEST)):  # what is longer takes long to read
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _refuse_foreign(data: Any, where: str) -> None:
    """Refuse plain data that holds what the form never does.

    Raises:
        InvalidDataError: A number is too large, a text no Unicode, something no plain data.
    """
    if _is_plain(data, 0):  # quickly, nearly always
        return
    if problems := tuple(islice(_foreign(data, where, 0), _MOST_FOREIGN)):
        raise InvalidDataError(problems)


def _is_plain(data: Any, depth: int) -> bool:
    kind: type[Any] = data.__class__
    if depth > DEEPEST:
        return False
    if kind is str:
        return str.isascii(data)
    if kind is int:
        return abs(int(data)) <= LARGEST
    if kind is list:
        return all(_is_plain(item, depth + 1) for item in data)
    if kind is dict:
        for key, item in data.items():
            if not (_is_plain(key, depth) and _is_plain(item, depth + 1)):
                return False
        return True
    return data is None or kind is bool


def _foreign(data: Any, where: str, depth: int) -> Iterator[Problem]:
    if depth > DEEPEST:
        yield Problem("too-deep", where, f"is nested more than {DEEPEST} deep")
    elif plain.is_table(data):
        for key, item in data.items():
            yield from _foreign(key, where, depth)
            yield from _foreign(item, f"{where}.{str(key)[:40]}", depth + 1)
    elif plain.is_list(data):
        for place, item in enumerate(data):
            yield from _foreign(item, f"{where}[{place}]", depth + 1)
    elif isinstance(data, str):
        if not _is_unicode(data):
            yield Problem("not-unicode", where, f"holds half a character: {ascii(data)[:40]}")
    elif isinstance(data, int):
        if abs(data) > LARGEST:
            yield Problem("number-too-large", where, f"is {plain.shown(data)}, beyond {LARGEST}")
    elif data is not None:
        yield Problem(
            "wrong-type", where, f"is {plain.shown(data)}, which has no place in the form"
        )


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# ---------------------------------------------------------------------- values to plain data


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
        raise _refused("unknown-type", "value", f"no form for the event {kind.__name__}")
    return plain.to_plain(value)


def _encode_fields(value: Any) -> dict[str, Any]:
    return {own: encode(held) for own, held in plain.held_by(value).items()}


def _encode_variant(variant: Variant) -> Any:
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
            yield from _differences(given, own, self.notes)


def _differences(given: Any, own: Any, notes: tuple[str, ...] = ()) -> Iterator[Problem]:
    """The fields of a value that differ from those it would have to have."""
    said = plain.held_by(given)
    for name, held in plain.held_by(own).items():
        if name not in notes and said[name] != held:
            yield _inconsistent(name, said[name], held)


def _inconsistent(where: str, said: Any, own: Any) -> Problem:
    message = f"is {plain.shown(said)}, and would have to be {plain.shown(own)}"
    return Problem("inconsistent", where, message)


@frozen
class _ScoreForm:
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
    def of(cls, sheet: DealScore) -> _ScoreForm:
        """The form of a sheet."""
        return cls(**{own.name: getattr(sheet, own.name) for own in fields(cls)})

    def sheet(self) -> DealScore:
        """The sheet again.

        Raises:
            InvalidDataError: No deal can be counted so.
        """
        self._check()
        tally = zip(self.sweeps, self.bonuses, self.declared, strict=True)
        sheet = DealScore(
            self.points,
            self.variant,
            tuple(pile._bits for pile in self.piles),
            tuple((sweeps, *more, declared) for sweeps, more, declared in tally),
            self.captured,
            self.penalties,
        )
        lines = sheet.lines
        sides = range(len(self.piles))
        sums = tuple(sum(x.points for x in lines if x.side == side) for side in sides)
        if sums != self.points:
            raise _refused("points-differ", "points", f"the sheet adds up to {sums}")
        return sheet

    def _check(self) -> None:
        sides, bonuses = len(self.piles), len(self.variant.bonuses)
        lists = (self.points, self.sweeps, self.bonuses, self.declared)
        cards = [card for pile in self.piles for card in pile]
        if len(set(cards)) != len(cards) or not self.variant.pack.card_set >= set(cards):
            raise _refused("foreign-card", "piles", "not each a card of the pack, once")
        if all(len(seating.sides) != sides for seating in self.variant.seatings):
            raise _refused("wrong-number", "piles", f"{self.variant.id} has no {sides} sides")
        if any(len(x) != sides for x in lists) or any(len(x) != bonuses for x in self.bonuses):
            raise _refused("wrong-number", "points", "not one number for each side and bonus")
        if len(self.penalties) not in (0, sides):
            raise _refused("wrong-number", "penalties", "not one number for each side")
        if self.captured != bool(cards):
            raise _refused("inconsistent", "captured", "is not what the piles say")


FORMS: Mapping[Any, Form] = {
    Seating: Form(tuple[tuple[int, ...], ...], attrgetter("sides"), Seating),
    Deal: Form(Setup, Deal.setup, Deal.from_setup),
    Match: Form(Record, Match.record, Match.replay, notes=("players", "note")),
    DealScore: Form(_ScoreForm, _ScoreForm.of, _ScoreForm.sheet),
}
"""The types that are written as another one."""

FIELD_BY_FIELD = (
    *(Setup, View, MatchView, Record, DealRecord, Outcome, _ScoreForm),
    *(Plan, Sums, Results, Tournament),
)
"""The types that are written as a table of all their fields."""


def _as_form(form: Form) -> Callable[[Any], Any]:
    return lambda value: encode(form.of(value))


_AS_IS = frozenset({int, str, bool, NoneType})
_ENCODERS: dict[Any, Callable[[Any], Any]] = {
    **dict.fromkeys((Card, CardSet, Play, Claim, Declare), str),
    **dict.fromkeys(EVENTS.values(), _encode_event),
    **dict.fromkeys(FIELD_BY_FIELD, _encode_fields),
    **{kind: _as_form(form) for kind, form in FORMS.items()},
    Variant: _encode_variant,
    OutcomeReason: attrgetter("value"),
}


# ---------------------------------------------------------------------- plain data to values


def decode(wanted: Any, data: Any, where: str = "value") -> Any:
    """The value of plain data.

    Raises:
        InvalidDataError: It is not one, or not a lawful one.
    """
    _refuse_foreign(data, where)
    reader = _Reader()
    value = reader.read(wanted, data, where)
    if reader.problems:
        raise InvalidDataError(reader.problems)
    return value


class _Reader(plain.Reader):
    """Reads the JSON form: rule values, and the values of play.

    Attributes:
        variants: What was read so far by what it was read from; each sheet of a match has it again.
    """

    nothing = (None,)

    def __init__(self) -> None:
        super().__init__()
        self.variants: dict[str, Variant] = {}

    def resolve(self, wanted: Any) -> None:
        resolve_types(wanted, globalns=_NAMES)

    def read(self, wanted: Any, data: Any, where: str) -> Any:
        decoder = _DECODERS.get(wanted) if isinstance(wanted, type) else None
        if wanted == Move:
            decoder = _decode_move
        if decoder is None:
            return super().read(wanted, data, where)
        try:
            return decoder(self, data, where)
        except ProblemsError as error:
            for own in error.problems:
                self.refuse(own.code, f"{where}.{own.where}" if own.where else where, own.message)
        except ScopaError as error:
            self.refuse(error.code, where, error.message)
        return NOTHING

    def whole(self, wanted: Any, data: Any, where: str) -> Any:
        """A value whose every field must be there; ``NOTHING`` if it is not one."""
        if not plain.is_table(data):
            return self.refuse("wrong-type", where, f"is {plain.shown(data)}, not a table")
        self.resolve(wanted)
        before = len(self.problems)
        for own in fields(wanted):
            if own.init and own.default is not NOTHING and own.name not in data:
                self.refuse("missing-key", f"{where}.{own.name}", "is needed")
        value = self._fields(wanted, data, where)
        if value is not NOTHING and wanted is not Setup:  # a setup has its own say, when asked
            for name, held in plain.held_by(value).items():
                if name not in _SIGNED and _lowest(held) < 0:
                    self.refuse("negative", f"{where}.{name}", f"is {plain.shown(held)}, below 0")
        return value if len(self.problems) == before else NOTHING


def _lowest(held: Any) -> int:
    if plain.is_list(held):
        return min((_lowest(item) for item in held), default=0)
    return held if isinstance(held, int) else 0


def _decode_move(_: _Reader, data: Any, where: str) -> Any:
    del where
    return parse_move(data)


def _decode_reason(reader: _Reader, data: Any, where: str) -> Any:
    codes = {reason.value: reason for reason in OutcomeReason}
    if isinstance(data, str) and data in codes:
        return codes[data]
    said = f"is {plain.shown(data)}, not one of {', '.join(codes)}"
    return reader.refuse("unknown-value", where, said)


def _decode_variant(reader: _Reader, data: Any, where: str) -> Any:
    if isinstance(data, str):
        return VARIANTS[data]
    if not plain.is_table(data):
        return reader.refuse("wrong-type", where, f"is {plain.shown(data)}, not an id or a table")
    written = repr(data)  # tables may be equal and not alike: 1 is True
    if written in reader.variants:
        return reader.variants[written]
    if faults := tuple(_variant_faults(data)):
        raise InvalidDataError(faults)
    return reader.variants.setdefault(written, Variant.from_dict(data))


def _variant_faults(data: Mapping[str, Any]) -> Iterator[Problem]:
    if type(data.get("format")) is not int:
        yield Problem("missing-key", "format", "is needed, a whole number")
    for key, value in data.items():
        if key in ("base", "add", "drop"):  # what they mean is for the catalogue of the day to say
            yield Problem("unknown-key", key, "has no place here: the whole variant is written")
        yield from _rule_faults(value, key)


def _rule_faults(data: Any, where: str) -> Iterator[Problem]:
    """Lists that only somebody who wants us to be slow would make so long; nothing ill said."""
    if data is None:
        yield Problem("wrong-type", where, f"is nothing, which is {plain.to_plain(None)!r} here")
    elif plain.is_table(data):
        for key, value in data.items():
            yield from _rule_faults(value, f"{where}.{key}")
    elif plain.is_list(data) and len(data) > MOST_RULES:
        yield Problem("too-many", where, f"has {len(data)} items, more than {MOST_RULES}")
    elif plain.is_list(data):
        for place, item in enumerate(data):
            yield from _rule_faults(item, f"{where}[{place}]")


def _formed(kind: Any) -> Callable[[_Reader, Any, str], Any]:
    """Reads what is written as another type."""
    form = FORMS[kind]

    def decoder(reader: _Reader, data: Any, where: str) -> Any:
        given = reader.read(form.kind, data, where)
        if given is NOTHING:
            return given
        value = form.make(given)
        if faults := tuple(form.faults(given, value)):
            raise InvalidDataError(faults)
        return value

    return decoder


def _whole(
    kind: Any, faults: Callable[[Any], Iterator[Problem]] = lambda _: iter(())
) -> Callable[[_Reader, Any, str], Any]:
    """Reads what is written field by field."""

    def decoder(reader: _Reader, data: Any, where: str) -> Any:
        return _sound(reader.whole(kind, data, where), faults)

    return decoder


def _sound(value: Any, faults: Callable[[Any], Iterator[Problem]]) -> Any:
    if value is not NOTHING and (found := tuple(faults(value))):
        raise InvalidDataError(found)
    return value


def _view_faults(seen: View) -> Iterator[Problem]:
    seen.check()
    return iter(())


def _match_view_faults(seen: MatchView) -> Iterator[Problem]:
    variant, sides = seen.deal.variant, len(seen.deal.seating.sides)
    if seen.target == 0:
        yield Problem("target-below-one", "target", "a target is at least 1")
    for place, sheet in enumerate(seen.scores):
        if sheet.variant != variant or len(sheet.points) != sides:
            yield Problem("inconsistent", f"scores[{place}]", "is of another game than the deal")
            return
    points = (sheet.points for sheet in seen.scores)
    totals = tuple(map(sum, zip((0,) * sides, *points, strict=True)))
    if seen.totals != totals:
        yield _inconsistent("totals", seen.totals, totals)
    if seen.outcome is not None:
        rules = evolve(variant.match, target=seen.target)
        own = decided(rules, totals, seen.scores[-1], len(seen.scores)) if seen.scores else None
        if seen.outcome != own:
            yield _inconsistent("outcome", seen.outcome, own)


def _outcome_faults(outcome: Outcome) -> Iterator[Problem]:
    if outcome.winner is not None and outcome.winner >= len(outcome.totals):
        yield Problem("side-out-of-range", "winner", f"not one of {len(outcome.totals)} sides")
    if (outcome.winner is None) != (outcome.reason is OutcomeReason.DRAW):
        yield Problem("inconsistent", "reason", "a draw, and only a draw, has no winner")
    if outcome.deals == 0:
        yield Problem("no-deal", "deals", "a match has at least one deal")


def _decode_event(reader: _Reader, data: Any, where: str) -> Any:
    name = data.get("event") if plain.is_table(data) else None
    if not isinstance(name, str) or name not in EVENTS:
        listed = ", ".join(EVENTS)
        said = f"is {plain.shown(name)}, not one of {listed}"
        return reader.refuse("unknown-event", f"{where}.event", said)
    rest = {key: value for key, value in data.items() if key != "event"}
    return _sound(reader.whole(EVENTS[name], rest, where), _event_faults)


def _event_faults(event: Event) -> Iterator[Problem]:
    if len(set(event.cards)) != len(event.cards):
        yield Problem("duplicate-card", "cards", "the same card twice")
    if isinstance(event, events.Dealt) and len(event.cards) not in (0, event.count):
        yield Problem("wrong-number", "count", f"is {event.count}, and {len(event.cards)} are seen")


_DECODERS: Mapping[Any, Callable[[_Reader, Any, str], Any]] = {
    Variant: _decode_variant,
    Setup: _whole(Setup),
    View: _whole(View, _view_faults),
    MatchView: _whole(MatchView, _match_view_faults),
    Record: _whole(Record),
    DealRecord: _whole(DealRecord),
    Outcome: _whole(Outcome, _outcome_faults),
    OutcomeReason: _decode_reason,
    Event: _decode_event,
    _ScoreForm: _whole(_ScoreForm),
    Plan: _whole(Plan),
    Sums: _whole(Sums),
    Results: _whole(Results, Results.problems),
    Tournament: _whole(Tournament, Tournament.problems),
    **{kind: _formed(kind) for kind in FORMS},
}

TYPES: dict[str, Any] = {
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
    "event": Event,
}
"""The types that have a JSON form, by their names in it."""
