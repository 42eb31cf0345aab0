"""The JSON form told to other programs, as a JSON Schema (draft 2020-12).

The schema is made from the types that `scopa.codec` reads and writes by, so it cannot say anything
else. It is shipped with the package as ``schema-1.json``, for clients in other languages;
``python -m scopa.schema`` prints it. In its ``$defs`` each type of text has the name it has there,
an event is ``event-...``, and a part of a variant is ``rule-...``.

What a schema cannot say is left to loading: that the cards make the pack, that every move was
legal, that the points are those of the piles.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Union, get_args, get_origin

from attrs import NOTHING, fields, has

from scopa import _forms, codec, plain
from scopa._forms import hyphened
from scopa.cards import Card, CardSet, Rank, Suit
from scopa.catalogue import VARIANTS
from scopa.events import Event
from scopa.moves import Move
from scopa.packs import PACKS, Pack
from scopa.scoring import AWARD_KINDS, Award
from scopa.variant import FORMAT, Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Schema = dict[str, Any]
"""A JSON Schema, or a part of one, as plain data."""

_LETTERS = "".join(rank.letter for rank in Rank)
_CARD = f"[{_LETTERS}][{''.join(Suit)}]"
_PATTERNS: Mapping[Any, str] = {
    Card: f"^{_CARD}$",
    CardSet: f"^({_CARD}( {_CARD})*)?$",
    Move: f"^({_CARD}(x({_CARD})+)?|!({_CARD})+|#[{_LETTERS}]?)$",
}
_SIMPLE = {int: "integer", str: "string", bool: "boolean"}


def json_schema() -> Schema:
    """A JSON Schema of everything that `scopa.codec.to_json` writes.

    >>> schema = json_schema()
    >>> schema["$schema"], schema["$defs"]["card"]["pattern"]
    ('https://json-schema.org/draft/2020-12/schema', '^[A23456789TFCR][dcsb]$')
    """
    form = _Form({})
    texts = [
        _table({"schema": {"const": codec.SCHEMA}, "type": {"const": name}, "value": form.of(kind)})
        for name, kind in codec.TYPES.items()
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:scopa:schema:{codec.SCHEMA}",
        "title": "scopa",
        "description": "A value of the library scopa, as scopa.codec.to_json writes it.",
        "oneOf": texts,
        "$defs": form.defs,
    }


def schema_text() -> str:
    """The same as a text, as it is shipped with the package.

    >>> print(schema_text().splitlines()[1])
      "$schema": "https://json-schema.org/draft/2020-12/schema",
    """
    return f"{json.dumps(json_schema(), ensure_ascii=False, indent=2)}\n"


def _table(properties: Mapping[str, Schema], optional: Sequence[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _described(kind: Any, schema: Schema) -> Schema:
    """A schema with the first sentence on the type, in front."""
    said = (inspect.getdoc(kind) or "").partition("\n")[0] if isinstance(kind, type) else ""
    return {"description": re.sub("[*`]", "", said), **schema} if said else schema


class _Form:
    """The form of the values of play, as `scopa.codec` writes them field by field.

    Attributes:
        defs: What was described so far, by name.
        reader: What reads values of this form.
    """

    reader: ClassVar[type[plain.Reader]] = codec._Reader

    def __init__(self, defs: dict[str, Schema]) -> None:
        self.defs = defs

    def of(self, wanted: Any) -> Schema:
        """The form of a type."""
        origin, inner = get_origin(wanted), get_args(wanted)
        if wanted in _forms.RULES.values():
            return _Rules(self.defs)._value(wanted)
        if (name := self._text_name(wanted)) is not None:
            return self._named(name, wanted, self._text)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in (Union, UnionType):
            return self._any_of(inner)
        if origin is tuple:
            return self._list(inner)
        if wanted in _SIMPLE:
            return {"type": _SIMPLE[wanted]}
        if issubclass(wanted, Enum):
            return self._named(hyphened(wanted), wanted, _members)
        return _Rules(self.defs)._value(wanted)

    def table(self, kind: Any, more: Mapping[str, Schema] | None = None) -> Schema:
        """The fields of a type, all of them."""
        return _table({**(more or {}), **self._fields(kind)})

    def _fields(self, kind: Any) -> dict[str, Schema]:
        self.reader().resolve(kind)
        return {own.name: self.of(own.type) for own in fields(kind) if own.init}

    def _named(self, name: str, kind: Any, make: Callable[[Any], Schema]) -> Schema:
        """A reference to what a type is described as, once."""
        if name not in self.defs:
            self.defs[name] = {}  # keeps the place: what it is made of comes after it
            self.defs[name] = _described(kind, make(kind))
        return {"$ref": f"#/$defs/{name}"}

    def _text_name(self, wanted: Any) -> str | None:
        return next((name for name, kind in codec.TYPES.items() if kind == wanted), None)

    def _text(self, kind: Any) -> Schema:
        """The form of a type that has texts of its own."""
        if kind in _PATTERNS:
            return {"type": "string", "pattern": _PATTERNS[kind]}
        if kind is Variant:
            table = _Rules(self.defs).table(kind, {"format": {"const": FORMAT}})
            return {"anyOf": [{"enum": list(VARIANTS)}, table]}
        if kind is Event:
            return {"oneOf": [self._event(name, own) for name, own in codec.EVENTS.items()]}
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _members(kind)
        written = _forms.FORMS[kind].kind if kind in _forms.FORMS else None
        if written is None or (has(written) and self._text_name(written) is None):
            return self.table(written or kind)
        return self.of(written)

    def _event(self, name: str, kind: Any) -> Schema:
        own: dict[str, Schema] = {"event": {"const": name}}
        return self._named(f"event-{hyphened(kind)}", kind, lambda _: self.table(kind, own))

    def _any_of(self, options: tuple[Any, ...]) -> Schema:
        if any(hasattr(option, "kind") for option in options):
            return _Rules(self.defs)._any_of(options)
        return {"anyOf": [self._option(option) for option in options]}

    def _option(self, option: Any) -> Schema:
        return {"const": self.reader.nothing[-1]} if option is NoneType else self.of(option)

    def _list(self, items: tuple[Any, ...]) -> Schema:
        if len(items) == 2 and items[1] is ...:
            return {"type": "array", "items": self.of(items[0])}
        every = [self.of(item) for item in items]
        return {"type": "array", "prefixItems": every, "items": False, "minItems": len(every)}


def _members(kind: Any) -> Schema:
    return {"enum": [codec.encode(member) for member in kind]}


class _Rules(_Form):
    """The form of the parts of a variant, as `scopa.plain` writes them: less what has a default."""

    reader = plain.Reader

    def table(self, kind: Any, more: Mapping[str, Schema] | None = None) -> Schema:
        """The kind of a rule if it has one, and its fields; what has a default may be left out."""
        own: dict[str, Schema] = {"kind": {"const": kind.kind}} if hasattr(kind, "kind") else {}
        optional = [own.name for own in fields(kind) if own.default is not NOTHING]
        return _table({**(more or {}), **own, **self._fields(kind)}, optional)

    def _text_name(self, wanted: Any) -> str | None:
        return super()._text_name(wanted) if wanted in (Card, CardSet) else None

    def _any_of(self, options: tuple[Any, ...]) -> Schema:
        return {"anyOf": [self._option(option) for option in options]}

    def _value(self, kind: Any) -> Schema:
        return self._named(f"rule-{hyphened(kind)}", kind, self._rule)

    def _rule(self, kind: Any) -> Schema:
        if kind is Award:
            return {"oneOf": [self._value(own) for own in AWARD_KINDS.values()]}
        if kind is Pack:
            return {"anyOf": [{"enum": [pack.id for pack in PACKS]}, self.table(kind)]}
        return self.table(kind)


if __name__ == "__main__":
    sys.stdout.write(schema_text())
