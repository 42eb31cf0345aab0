"""Values as JSON, and JSON as values.

Every text carries the number of the form (``"schema"``) and the type of its value. Cards are their
notation, and so are sets of cards; nothing is a mask. Loading checks everything: what it
returns is lawful, and what is not is refused with the place of each problem.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import NOTHING, fields, frozen, resolve_types

import scopa
from scopa import events, match, plain, rules, score, view
from scopa.cards import Card, CardSet
from scopa.catalogue import VARIANTS
from scopa.deal import Deal
from scopa.errors import InvalidDataError, ProblemsError, ScopaError
from scopa.events import Event
from scopa.match import DealRecord, Match, MatchWon, Outcome, Record
from scopa.moves import Claim, Declare, Move, Play, parse_move
from scopa.rules import Seating
from scopa.score import DealScore
from scopa.setup import Setup
from scopa.variant import Variant
from scopa.view import MatchView, View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SCHEMA = 1
"""The number of the JSON form; it rises when older texts would be read otherwise."""

_EVENTS: dict[str, type[Event]] = {
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
_NAMES = {**vars(scopa), **vars(rules), **vars(events), **vars(match), **vars(score), **vars(view)}


def to_json(value: Any) -> str:
    """A value as JSON, on one line, always the same for equal values.

    Args:
        value: A card, a set of cards, a move, a seating, a variant, a setup, a deal, a view, a
            match, a match view, a record, a score sheet, an outcome or an event.

    Raises:
        InvalidDataError: The library has no form for such a value (code ``unknown-type``).

    >>> from scopa import CardSet
    >>> to_json(CardSet.parse("7d Ac"))
    '{"schema":1,"type":"cards","value":"7d Ac"}'
    """
    for name, kind in TYPES.items():
        if isinstance(value, kind):
            form = {"schema": SCHEMA, "type": name, "value": encode(value)}
            return json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    raise _refused("unknown-type", "value", f"no form for {type(value).__name__}")


def from_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        InvalidDataError: The text is no JSON, of a newer form, of an unknown type, or its value is
            not lawful; every problem is listed with its place.

    >>> from_json('{"schema":1,"type":"cards","value":"7d Ac"}')
    CardSet.parse('7d Ac')
    """
    form = _parsed(text)
    if not plain.is_table(form) or set(form) != {"schema", "type", "value"}:
        raise _refused("not-a-form", "", "is not a table of schema, type and value")
    if form["schema"] != SCHEMA or type(form["schema"]) is not int:
        raise _refused("unknown-schema", "schema", f"is {form['schema']!r}, not {SCHEMA}")
    if not isinstance(form["type"], str) or form["type"] not in TYPES:
        listed = ", ".join(TYPES)
        raise _refused("unknown-type", "type", f"is {form['type']!r}, not one of {listed}")
    return decode(TYPES[form["type"]], form["value"], "value")


def _refused(code: str, where: str, message: str) -> InvalidDataError:
    return InvalidDataError([scopa.Problem(code, where, message)])


def _parsed(text: Any) -> Any:
    if not isinstance(text, str):
        raise _refused("not-text", "", "is not a text")
    try:
        return json.loads(text, object_pairs_hook=_table, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _refused("not-json", "", f"is not JSON: {error}") from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice")
    return table


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


# ---------------------------------------------------------------------- values to plain data


def encode(value: Any) -> Any:
    """A value as plain data, as it stands in the JSON form."""
    for kind, encoder in _ENCODERS.items():
        if isinstance(value, kind):
            return encoder(value)
    if plain.is_list(value):
        return [encode(item) for item in value]
    if isinstance(value, _FIELD_BY_FIELD):
        return {own: encode(held) for own, held in plain.held_by(value).items()}
    return None if value is None else plain.to_plain(value)


def _encode_variant(variant: Variant) -> Any:
    known = variant.id in VARIANTS and VARIANTS[variant.id] == variant
    return variant.id if known else variant.to_dict()


def _encode_event(event: Event) -> dict[str, Any]:
    return {
        "event": type(event).__name__,
        **{own: encode(held) for own, held in plain.held_by(event).items()},
    }


def _encode_score(sheet: DealScore) -> dict[str, Any]:
    return {
        "variant": encode(sheet.variant),
        "points": list(sheet.points),
        "piles": encode(sheet.piles),
        "sweeps": list(sheet.sweeps),
        "bonuses": encode(sheet.bonuses),
        "declared": list(sheet.declared),
        "captured": sheet.captured,
        "penalties": list(sheet.penalties),
    }


_FIELD_BY_FIELD = (Setup, View, MatchView, Record, DealRecord, Outcome)
_ENCODERS: dict[Any, Callable[[Any], Any]] = {
    Card: str,
    CardSet: str,
    Play: str,
    Claim: str,
    Declare: str,
    Variant: _encode_variant,
    Seating: lambda seating: encode(seating.sides),
    Deal: lambda deal: encode(deal.setup()),
    Match: lambda match: encode(match.record()),
    DealScore: _encode_score,
    Event: _encode_event,
}


# ---------------------------------------------------------------------- plain data to values


def decode(wanted: Any, data: Any, where: str = "value") -> Any:
    """The value of plain data.

    Raises:
        InvalidDataError: It is not one, or not a lawful one.
    """
    reader = _Reader()
    value = reader.read(wanted, data, where)
    if reader.problems:
        raise InvalidDataError(reader.problems)
    return value


class _Reader(plain.Reader):
    """Reads the JSON form: rule values, and the values of play."""

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
            self.problems += [
                scopa.Problem(own.code, f"{where}.{own.where}", own.message)
                for own in error.problems
            ]
        except ScopaError as error:
            self.refuse(error.code, where, error.message)
        return NOTHING

    def whole(self, wanted: Any, data: Any, where: str) -> Any:
        """A value whose every field must be there; ``NOTHING`` if it is not one."""
        if not plain.is_table(data):
            return self.refuse("wrong-type", where, f"is {plain.shown(data)}, not a table")
        self.resolve(wanted)
        names = [own.name for own in fields(wanted) if own.init]
        for name in names:
            if name not in data:
                self.refuse("missing-key", f"{where}.{name}", "is needed")
        return self._fields(wanted, data, where)


def _decode_move(_: _Reader, data: Any, where: str) -> Any:
    del where
    return parse_move(data)


def _decode_variant(reader: _Reader, data: Any, where: str) -> Any:
    if isinstance(data, str):
        return VARIANTS[data]
    if plain.is_table(data):
        return Variant.from_dict(data)
    return reader.refuse("wrong-type", where, f"is {plain.shown(data)}, not an id or a table")


def _decode_seating(reader: _Reader, data: Any, where: str) -> Any:
    sides = reader.read(tuple[tuple[int, ...], ...], data, where)
    return sides if sides is NOTHING else Seating(sides)


def _decode_deal(reader: _Reader, data: Any, where: str) -> Any:
    setup = reader.whole(Setup, data, where)
    return setup if setup is NOTHING else Deal.from_setup(setup)


def _decode_match(reader: _Reader, data: Any, where: str) -> Any:
    record = reader.whole(Record, data, where)
    return record if record is NOTHING else Match.replay(record)


def _decode_view(reader: _Reader, data: Any, where: str) -> Any:
    seen = reader.whole(View, data, where)
    if seen is not NOTHING:
        seen.check()
    return seen


def _decode_event(reader: _Reader, data: Any, where: str) -> Any:
    name = data.get("event") if plain.is_table(data) else None
    if not isinstance(name, str) or name not in _EVENTS:
        listed = ", ".join(_EVENTS)
        said = f"is {plain.shown(name)}, not one of {listed}"
        return reader.refuse("unknown-event", f"{where}.event", said)
    rest = {key: value for key, value in data.items() if key != "event"}
    return reader.whole(_EVENTS[name], rest, where)


def _decode_score(reader: _Reader, data: Any, where: str) -> Any:
    parts = reader.whole(_ScoreForm, data, where)
    if parts is NOTHING:
        return parts
    return parts.sheet()


def _whole(kind: Any) -> Callable[[_Reader, Any, str], Any]:
    return lambda reader, data, where: reader.whole(kind, data, where)


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

    def sheet(self) -> DealScore:
        sides = len(self.piles)
        lists = (self.points, self.sweeps, self.bonuses, self.declared)
        bonuses = len(self.variant.bonuses)
        cards = [card for pile in self.piles for card in pile]
        if len(set(cards)) != len(cards) or not self.variant.pack.card_set >= set(cards):
            raise _refused("foreign-card", "piles", "not each a card of the pack, once")
        if any(len(x) != sides for x in lists) or any(len(x) != bonuses for x in self.bonuses):
            raise _refused("wrong-number", "points", "not one number for each side and bonus")
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
        sums = tuple(sum(x.points for x in lines if x.side == side) for side in range(sides))
        if sums != self.points:
            raise _refused("points-differ", "points", f"the sheet adds up to {sums}")
        return sheet


_DECODERS: Mapping[Any, Callable[[_Reader, Any, str], Any]] = {
    Variant: _decode_variant,
    Seating: _decode_seating,
    Setup: _whole(Setup),
    Deal: _decode_deal,
    View: _decode_view,
    Match: _decode_match,
    MatchView: _whole(MatchView),
    Record: _whole(Record),
    DealRecord: _whole(DealRecord),
    DealScore: _decode_score,
    Outcome: _whole(Outcome),
    Event: _decode_event,
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
    "event": Event,
}
"""The types that have a JSON form, by their names in it."""
