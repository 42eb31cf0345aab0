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
from typing import TYPE_CHECKING, Any

from attrs import NOTHING, fields, resolve_types

import scopa
from scopa import _forms, deal, events, match, plain, results, rules, score, view
from scopa._forms import FORMS, ScoreForm, refused
from scopa.catalogue import VARIANTS
from scopa.deal import Step
from scopa.errors import (
    IllegalMoveError,
    InvalidDataError,
    Problem,
    ProblemsError,
    RecordError,
    ScopaError,
)
from scopa.events import Event
from scopa.fifteen import Audit
from scopa.match import Cut, DealRecord, MatchStep, Outcome, OutcomeReason, Record
from scopa.moves import Move, parse_move
from scopa.results import Plan, Results, Sums, Tournament
from scopa.score import ScoreLine
from scopa.setup import Setup
from scopa.variant import Variant
from scopa.view import MatchView, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from enum import StrEnum

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

TYPES: Mapping[str, Any] = _forms.TYPES
"""The types that have a JSON form, by their names in it."""

EVENTS: Mapping[str, type[Event]] = _forms.EVENTS
"""Every event by its name in the form."""

_ROOMS = (scopa, rules, events, deal, match, score, view, results)
_NAMES = {name: held for room in _ROOMS for name, held in vars(room).items()}
_SIGNED = ("points", "totals")
"""What may be below 0: a penalty can be more than a side had."""

_MOST_FOREIGN = 20
"""How many things that have no place in the form are listed; a hostile text could hold many."""


def to_json(value: Any) -> str:
    """A value as JSON, on one line, always the same for equal values.

    Args:
        value: Any value of the library: of one of the `TYPES`.

    Raises:
        InvalidDataError: The library has no form for such a value (code ``unknown-type``), or it
            holds something that JSON cannot.

    >>> from scopa import CardSet
    >>> to_json(CardSet.parse("7d Ac"))
    '{"schema":1,"type":"cards","value":"7d Ac"}'
    """
    form = {"schema": SCHEMA, "type": _forms.name_of(value), "value": encode(value)}
    _refuse_foreign(form["value"], "value")
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


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
        raise refused("not-a-form", "text", "is not a table of schema, type and value")
    number, name = form["schema"], form["type"]
    if number != SCHEMA or type(number) is not int:
        raise refused("unknown-schema", "schema", f"is {plain.shown(number)}, not {SCHEMA}")
    if not isinstance(name, str) or name not in TYPES:
        listed = ", ".join(TYPES)
        raise refused("unknown-type", "type", f"is {plain.shown(name)}, not one of {listed}")
    return decode(TYPES[name], form["value"], "value")


def _parsed(text: Any, longest: int) -> Any:
    if not isinstance(text, str):
        raise refused("not-text", "text", f"is a {type(text).__name__}, not a text")
    if len(text) > longest:
        raise refused("too-long", "text", f"has {len(text)} characters, more than {longest}")
    try:
        return json.loads(
            text, object_pairs_hook=_table, parse_int=_number, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        raise refused("not-json", "text", f"is not JSON: {error}") from None


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

    >>> from scopa import Seating
    >>> encode(Seating.pairs())
    [[0, 2], [1, 3]]
    """
    return _forms.encode(value)


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
        except RecordError as error:
            self.refuse(error.code, f"{where}.{error.where}", error.message)
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
        if value is not NOTHING and wanted not in (Setup, View):  # these have their own say
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


def _coded(kind: type[StrEnum]) -> Callable[[_Reader, Any, str], Any]:
    """Reads a word by its stable code."""
    codes = {word.value: word for word in kind}

    def decoder(reader: _Reader, data: Any, where: str) -> Any:
        if isinstance(data, str) and data in codes:
            return codes[data]
        said = f"is {plain.shown(data)}, not one of {', '.join(codes)}"
        return reader.refuse("unknown-value", where, said)

    return decoder


def _rule(kind: Any) -> Callable[[_Reader, Any, str], Any]:
    """Reads a part of a variant by itself, as it stands in one."""

    def decoder(reader: _Reader, data: Any, where: str) -> Any:
        own = plain.Reader()
        own.problems += _rule_faults(data, where)
        value = NOTHING if own.problems else own.rule(kind, data, where)
        reader.problems += own.problems
        return value

    return decoder


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


def _checked(seen: View) -> Iterator[Problem]:
    seen.check()
    return iter(())


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


def _step_faults(step: Step | MatchStep) -> Iterator[Problem]:
    """What a step says otherwise than it would be, were its move made now."""
    before: Any = step.before
    try:
        own = before.step(step.move)
    except IllegalMoveError as error:
        yield Problem(error.code, "move", error.message)
        return
    yield from plain.differences(step, own)


def _decode_line(reader: _Reader, data: Any, where: str) -> Any:
    figures = data.get("figures") if plain.is_table(data) else None
    if plain.is_list(figures) and len(figures) > MOST_RULES:  # no table has so many sides
        said = f"has {len(figures)} items, more than {MOST_RULES}"
        return reader.refuse("too-many", f"{where}.figures", said)
    return _sound(reader.whole(ScoreLine, data, where), _line_faults)


def _line_faults(line: ScoreLine) -> Iterator[Problem]:
    if line.side >= len(line.figures):
        yield Problem("side-out-of-range", "side", f"not one of {len(line.figures)} sides")
    compared = [figure for figure in line.figures if figure is not None]
    if len({len(figure) if isinstance(figure, tuple) else 0 for figure in compared}) > 1:
        yield Problem("inconsistent", "figures", "numbers and lists of them cannot be compared")


def _cut_faults(cut: Cut) -> Iterator[Problem]:
    """Who draws a card of the best rank, and nobody else, draws again; the last one left deals."""
    drawing = {seat for drawn in cut.rounds[:1] for seat, _ in drawn}
    for place, drawn in enumerate(cut.rounds):
        where, ranks = f"rounds[{place}]", {seat: card.rank for seat, card in drawn}
        if len(ranks) != len(drawn) or ranks.keys() != drawing:
            yield Problem("seat-out-of-range", where, "not each of the seats that draw, once")
            return
        if len({card for _, card in drawn}) != len(drawn):
            yield Problem("duplicate-card", where, "the same card twice")
        left = cut.rounds[place + 1] if place + 1 < len(cut.rounds) else ((cut.dealer, None),)
        drawing = {seat for seat, _ in left}
        best = {ranks.get(seat) for seat in drawing}
        if len(best) != 1 or drawing != {seat for seat, rank in ranks.items() if rank in best}:
            yield Problem("inconsistent", where, "does not leave those who draw or deal after it")
            return
    if not cut.rounds:
        yield Problem("wrong-number", "rounds", "nobody has drawn")


def _audit_faults(audit: Audit) -> Iterator[Problem]:
    if audit.remainder >= audit.modulus:
        said = f"no remainder of a division by {audit.modulus}"
        yield Problem("inconsistent", "remainder", said)


_DECODERS: Mapping[Any, Callable[[_Reader, Any, str], Any]] = {
    Variant: _decode_variant,
    Setup: _whole(Setup),
    View: _whole(View, _checked),
    MatchView: _whole(MatchView, MatchView._problems),  # its deal was checked when it was read
    Record: _whole(Record),
    DealRecord: _whole(DealRecord),
    Outcome: _whole(Outcome, _outcome_faults),
    Event: _decode_event,
    Step: _whole(Step, _step_faults),
    MatchStep: _whole(MatchStep, _step_faults),
    ScoreLine: _decode_line,
    Cut: _whole(Cut, _cut_faults),
    Audit: _whole(Audit, _audit_faults),
    Problem: _whole(Problem),
    ScoreForm: _whole(ScoreForm),
    Plan: _whole(Plan),
    Sums: _whole(Sums),
    Results: _whole(Results, Results.problems),
    Tournament: _whole(Tournament, Tournament.problems),
    **{kind: _formed(kind) for kind in FORMS},
    **{kind: _coded(kind) for kind in _forms.CODED},
    **{kind: _rule(kind) for kind in _forms.RULES.values()},
}
