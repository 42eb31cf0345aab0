"""Rule values to plain data and back: dicts, lists, texts and numbers, as TOML and JSON have them.

The form follows the fields of the values. Cards are their notation, suits and ranks their English
names in lower case, a pack that the library knows is its id, and where a field may hold values of
several kinds each carries its ``kind``. Nothing is ``"none"``, since TOML has no other word for it.
What can be left out is what has a default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, TypeGuard, Union, get_args, get_origin

from attrs import NOTHING, Attribute, fields, has, resolve_types

from scopa.cards import Card, CardSet
from scopa.errors import Problem, ProblemsError, ScopaError
from scopa.packs import PACKS, Pack
from scopa.scoring import AWARD_KINDS, ONE_OR_MANY, Award

_NOTHING = "none"
_PACKS = {pack.id: pack for pack in PACKS}


def to_plain(value: Any, *, whole: bool = False) -> Any:
    """A rule value as plain data.

    Args:
        value: The value.
        whole: Also write the fields that hold their default.

    >>> from scopa import Complement, Seating
    >>> to_plain(Complement(15, fewest=True)), to_plain(Seating.singles(2))
    ({'kind': 'complement', 'total': 15, 'fewest': True}, {'sides': [[0], [1]]})
    """
    if value is None:
        return _NOTHING
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, Card | CardSet):
        return str(value)
    if isinstance(value, Pack) and _PACKS.get(value.id) == value:
        return value.id
    if is_list(value):
        return [to_plain(item, whole=whole) for item in value]
    return _fields_of(value, whole) if has(value.__class__) else value


def _fields_of(value: Any, whole: bool) -> dict[str, Any]:
    cls: Any = value.__class__
    kind: dict[str, Any] = {"kind": cls.kind} if hasattr(cls, "kind") else {}
    for own in fields(cls):
        held = getattr(value, own.name)
        if own.init and (whole or held != _default_of(own, value)):
            kind[own.name] = to_plain(held, whole=whole)
    return kind


def _default_of(own: Attribute[Any], value: Any) -> Any:
    default: Any = own.default
    if not hasattr(default, "factory"):
        return default
    return default.factory(value) if default.takes_self else default.factory()


class Reader:
    """Reads plain data into values, collecting every problem instead of stopping at the first.

    Attributes:
        problems: What was wrong so far, each with its place and, where it helps, what is allowed.
        nothing: What says that there is nothing, where nothing may be.
    """

    nothing: ClassVar[tuple[object, ...]] = (None, _NOTHING)

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, code: str, where: str, message: str) -> Any:
        """Note a problem, and go on with nothing."""
        self.problems.append(Problem(code, where, message))
        return NOTHING

    def resolve(self, wanted: Any) -> None:
        """Turn the annotations of a class into types."""
        _resolve(wanted)

    def read(self, wanted: Any, data: Any, where: str) -> Any:
        """A value of the wanted type, or ``NOTHING`` where the data is not one."""
        origin = get_origin(wanted)
        if origin is Literal:
            return self._one_of(get_args(wanted), data, where)
        if origin in (Union, UnionType):
            return self._any_of(get_args(wanted), data, where)
        if origin is tuple:
            return self._tuple(get_args(wanted), data, where)
        if wanted in (int, str, bool):
            return self._simple(wanted, data, where)
        return self._value(wanted, data, where)

    def rule(self, kind: Any, data: Any, where: str) -> Any:
        """A rule value by itself, with its ``kind`` if it has one, or ``NOTHING``.

        >>> from scopa import Equal
        >>> Reader().rule(Equal, {"kind": "equal"}, "rule")
        Equal()
        """
        if hasattr(kind, "kind"):
            return self._any_of((kind,), data, where)
        return self.read(kind, data, where)

    def _simple(self, wanted: type, data: Any, where: str) -> Any:
        if type(data) is wanted:
            return data
        words = {int: "a whole number", str: "a text", bool: "true or false"}
        return self.refuse("wrong-type", where, f"is {shown(data)}, not {words[wanted]}")

    def _one_of(self, allowed: Iterable[Any], data: Any, where: str) -> Any:
        values = tuple(allowed)
        if any(data == value and type(data) is type(value) for value in values):
            return data
        listed = ", ".join(shown(value) for value in values)
        return self.refuse("unknown-value", where, f"is {shown(data)}, not one of {listed}")

    def _any_of(self, options: tuple[Any, ...], data: Any, where: str) -> Any:
        """The first option that takes the data; options with a kind are told apart by it."""
        if data in self.nothing and NoneType in options:
            return None
        kinds = {option.kind: option for option in options if hasattr(option, "kind")}
        if kinds and is_table(data):
            return self._kind(kinds, data, where)
        others = [
            option for option in options if option is not NoneType and option not in kinds.values()
        ]
        tries = [(reader := type(self)(), reader.read(option, data, where)) for option in others]
        good = [value for reader, value in tries if not reader.problems]
        if good:
            return good[0]
        if len(others) == 1 and not kinds:
            return self.read(others[0], data, where)
        allowed = [_wanted(option) for option in others]
        allowed += [f"a table with kind {', '.join(kinds)}"] if kinds else []
        return self.refuse("wrong-type", where, f"is {shown(data)}, not {' or '.join(allowed)}")

    def _kind(self, kinds: Mapping[str, type], data: Mapping[str, Any], where: str) -> Any:
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in kinds:
            listed = ", ".join(kinds)
            return self.refuse(
                "unknown-kind", f"{where}.kind", f"is {shown(kind)}, not one of {listed}"
            )
        rest = {key: value for key, value in data.items() if key != "kind"}
        return self._fields(kinds[kind], rest, where)

    def _tuple(self, items: tuple[Any, ...], data: Any, where: str) -> Any:
        if not is_list(data):
            return self.refuse("wrong-type", where, f"is {shown(data)}, not a list")
        given = list(data)
        wanted = [items[0]] * len(given) if len(items) == 2 and items[1] is ... else list(items)
        if len(wanted) != len(given):
            return self.refuse("wrong-length", where, f"has {len(given)} items, not {len(wanted)}")
        read = [
            self.read(item, value, f"{where}[{place}]")
            for place, (item, value) in enumerate(zip(wanted, given, strict=True))
        ]
        return NOTHING if NOTHING in read else tuple(read)

    def _value(self, wanted: Any, data: Any, where: str) -> Any:
        if isinstance(wanted, type) and issubclass(wanted, Enum):
            return self._named(wanted, data, where)
        if wanted in (Card, CardSet):
            return self._parsed(wanted, data, where)
        if wanted is Pack and isinstance(data, str):
            if data in _PACKS:
                return _PACKS[data]
            listed = ", ".join(_PACKS)
            return self.refuse("unknown-pack", where, f"is {shown(data)}, not one of {listed}")
        if is_list(data) and (only := _only_list_of(wanted)) is not None:
            return self._fields(wanted, {only: data}, where)
        if not is_table(data):
            return self.refuse("wrong-type", where, f"is {shown(data)}, not a table")
        if wanted is Award:
            return self._kind(AWARD_KINDS, data, where)
        return self._fields(wanted, dict(data), where)

    def _named(self, wanted: type[Enum], data: Any, where: str) -> Any:
        names = {member.name.lower(): member for member in wanted}
        if isinstance(data, str) and data in names:
            return names[data]
        return self._one_of(names, data, where)

    def _parsed(self, wanted: Any, data: Any, where: str) -> Any:
        try:
            return wanted.parse(data)
        except ScopaError as error:
            return self.refuse(error.code, where, error.message)

    def _fields(self, wanted: Any, data: Mapping[str, Any], where: str) -> Any:
        values = self.fields_of(wanted, data, where)
        if values is NOTHING:
            return NOTHING
        try:
            return wanted(**values)
        except ProblemsError as error:
            self.problems += [
                Problem(
                    problem.code,
                    _at(where, problem.where.removeprefix(f"{wanted.__name__.lower()}.")),
                    problem.message,
                )
                for problem in error.problems
            ]
        except ScopaError as error:
            self.refuse(error.code, where, error.message)
        return NOTHING

    def fields_of(self, wanted: Any, data: Mapping[str, Any], where: str) -> Any:
        """The values of the fields that the data names; ``NOTHING`` if one is wrong or missing."""
        self.resolve(wanted)
        own = {attribute.name: attribute for attribute in fields(wanted) if attribute.init}
        before = len(self.problems)
        for key in data:
            if key not in own:
                listed = ", ".join(own)
                self.refuse("unknown-key", _at(where, key), f"no such key; there are {listed}")
        for name, attribute in own.items():
            if name not in data and attribute.default is NOTHING:
                self.refuse("missing-key", _at(where, name), "is needed")
        values = {
            key: self.read(own[key].type, _one_or_many(own[key], value), _at(where, key))
            for key, value in data.items()
            if key in own
        }
        return NOTHING if len(self.problems) > before else values


def _only_list_of(wanted: Any) -> str | None:
    """The field of a value that has just one, if that is a list: the list can stand for it."""
    own = [attribute for attribute in fields(wanted) if attribute.init]
    return own[0].name if len(own) == 1 and get_origin(own[0].type) is tuple else None


def _one_or_many(own: Attribute[Any], data: Any) -> Any:
    """A table by itself is a list of one where the field says so (``of``, in a majority)."""
    return [data] if is_table(data) and own.metadata.get(ONE_OR_MANY) else data


def is_table(data: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether plain data is a table."""
    return isinstance(data, Mapping)


def is_list(data: Any) -> TypeGuard[list[Any]]:
    """Whether plain data is a list."""
    return isinstance(data, list | tuple)


def _at(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


def shown(data: Any) -> str:
    """Data as a message shows it, cut short."""
    try:
        text = "nothing" if data is None else repr(data)
    except (RecursionError, ValueError):  # nested too deeply, or a number of too many digits
        text = f"a {type(data).__name__} too large to show"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _wanted(option: Any) -> str:
    words = {int: "a whole number", str: "a text", bool: "true or false"}
    if get_origin(option) is tuple:
        return "a list"
    if get_origin(option) is Literal:
        return f"one of {', '.join(map(shown, get_args(option)))}"
    return words.get(option, "a table")


def _resolve(wanted: Any) -> None:
    """Turn the annotations of a class into types, once."""
    resolve_types(wanted)


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data with changes: tables are merged key by key, everything else is replaced."""
    result = dict(base)
    for key, change in changes.items():
        held = result.get(key)
        alike = is_table(held) and is_table(change) and _alike(held, change)
        result[key] = merged(dict(held or {}), change) if alike else change
    return result


def changed(base: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What to merge into one piece of plain data to get another; both written whole."""
    result: dict[str, Any] = {}
    for key, value in other.items():
        held = base.get(key)
        if is_table(held) and is_table(value) and _alike(held, value):
            if inner := changed(held, value):
                result[key] = inner
        elif value != held:
            result[key] = value
    return result


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two tables are of one kind; a table that names no kind is of any."""
    return "kind" not in other or one.get("kind") == other["kind"]


def misfits(cls: Any, values: Mapping[str, Any], where: str = "") -> list[Problem]:
    """The fields whose values are not of the declared types, values within values included.

    Args:
        cls: A class of rule values.
        values: What its fields hold, by name.
        where: The place of the value, for the problems.
    """
    _resolve(cls)
    found: list[Problem] = []
    for own in fields(cls):
        if own.init:
            found += _misfits(values[own.name], own.type, _at(where, own.name))
    return found


def _misfits(value: Any, wanted: Any, where: str) -> list[Problem]:
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        tries = [_misfits(value, option, where) for option in inner if _is_meant(value, option)]
        return min(tries, key=len) if tries else [_misfit(value, wanted, where)]
    if origin is Literal:
        return [] if value in inner else [_misfit(value, wanted, where)]
    if origin is tuple:
        return _misfits_in(value, wanted, where)
    if wanted is Award and isinstance(value, Award):
        return misfits(value.__class__, held_by(value), where)
    if value.__class__ is not wanted:
        return [_misfit(value, wanted, where)]
    return misfits(wanted, held_by(value), where) if has(wanted) else []


def _is_meant(value: Any, option: Any) -> bool:
    """Whether a value is of an option's kind, so that what is wrong lies within it."""
    if get_origin(option) is Literal:
        return value in get_args(option)
    return bool(value.__class__ is (get_origin(option) or option))


def _misfits_in(value: Any, wanted: Any, where: str) -> list[Problem]:
    inner = get_args(wanted)
    if not is_list(value) or isinstance(value, list):
        return [_misfit(value, wanted, where)]
    items = list(value)
    each = [inner[0]] * len(items) if len(inner) == 2 and inner[1] is ... else list(inner)
    if len(each) != len(items):
        said = f"has {len(items)} items, not {len(each)}"
        return [Problem("wrong-type", where, said)]
    pairs = zip(items, each, strict=True)
    return [x for n, (item, w) in enumerate(pairs) for x in _misfits(item, w, f"{where}[{n}]")]


def _misfit(value: Any, wanted: Any, where: str) -> Problem:
    return Problem("wrong-type", where, f"is {shown(value)}, not {_expected(wanted)}")


def _expected(wanted: Any) -> str:
    """What a field holds, in words: its class or, where they are few, the values it may have."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return " or ".join(_expected(option) for option in inner)
    if origin is Literal:
        return f"one of {', '.join(map(shown, inner))}"
    if origin is tuple:
        return "a tuple"
    if wanted is Award:
        return f"an award ({', '.join(kind.__name__ for kind in AWARD_KINDS.values())})"
    members: Any = getattr(wanted, "__members__", None)
    if members is not None:
        return f"a {wanted.__name__} ({', '.join(members)})"
    words: dict[Any, str] = {int: "a whole number", str: "a text", bool: "True or False"}
    return {**words, NoneType: "None"}.get(wanted, f"a {wanted.__name__}")


def held_by(value: Any) -> dict[str, Any]:
    """What the fields of a value hold, by name."""
    cls: Any = value.__class__
    return {own.name: getattr(value, own.name) for own in fields(cls) if own.init}


def differences(given: Any, own: Any, *, but: tuple[str, ...] = ()) -> Iterator[Problem]:
    """The fields of a value that differ from those of another, which it would have to equal.

    Args:
        given: The value.
        own: The other one, of the same type.
        but: Fields that may differ.

    >>> from scopa import Seating
    >>> [str(problem) for problem in differences(Seating.pairs(), Seating.singles(2))]
    ['sides: is ((0, 2), (1, 3)), and would have to be ((0,), (1,)) (inconsistent)']
    """
    said = held_by(given)
    for name, held in held_by(own).items():
        if name not in but and said[name] != held:
            message = f"is {shown(said[name])}, and would have to be {shown(held)}"
            yield Problem("inconsistent", name, message)
