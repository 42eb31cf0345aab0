"""Records: a match as one TOML file that a person can read, and events as JSON Lines.

A record says who played what, and then of each deal its deck in the order it was dealt and its
moves, one line for each round of the table and a gap between packets::

    format = 1
    variant = "scopa"  # an id of the catalogue; or the rules, as a table [variant]
    seating = [[0], [1]]  # the seats of each side
    players = ["Anna", "Bruno"]  # names by seat; this and all below but the deals may be absent
    seed = "7"  # what decided the shuffles; absent where decks came otherwise
    target = 11  # the points to reach; absent, those of the variant
    note = "Played in the shade."

    [[deals]]
    dealer = 1
    deck = "7d 2c 3b ..."  # every card of the pack, the first one dealt first
    void = ["Rd Rc Rs ..."]  # decks that had to be dealt again before this one
    penalties = [0, 1]  # the points taken off each side
    moves = [
        "2d    7dx4c3b",  # in this round seat 0 led
    ]

Any white space divides cards and moves, and one text does for a list of texts. Comments may stand
wherever TOML has them. `loads` checks what can be seen without playing; `Match.replay` then plays
every move again.
"""

from __future__ import annotations

import re
import tomllib
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scopa import codec
from scopa.catalogue import VARIANTS
from scopa.errors import InvalidDataError, Problem, ProblemsError, RecordError, ScopaError
from scopa.events import Event
from scopa.match import DealRecord, Record
from scopa.moves import Play
from scopa.plain import is_list, is_table, shown
from scopa.rules import Seating
from scopa.setup import card_problems
from scopa.shuffle import checked_seed
from scopa.variant import Variant

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scopa.moves import Move

T = TypeVar("T")

FORMAT = 1
"""The number of the form; it rises when older records would be read otherwise."""

_FIELDS: Mapping[str, Any] = {
    "seating": Seating,
    "players": tuple[str, ...],
    "seed": str | None,
    "target": int | None,
    "note": str,
    "deals": tuple[DealRecord, ...],
}
"""What each key of a record holds, besides the format and the variant."""

_ABSENT: Mapping[str, Any] = {"players": [], "seed": None, "target": None, "note": ""}
"""What the keys hold that may be absent."""

_MOST_DOTS = 16
"""The most dots of a line outside its texts; the parser of the standard library takes ages over a
key of thousands."""

_MOST_IN_A_LINE = 20
"""The most cards in one line of a deck."""


# ---------------------------------------------------------------------- files


def dump(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file.

    Args:
        record: The record.
        path: The file; what it held is lost.

    Raises:
        RecordError: A text of the record cannot stand in a file.
        OSError: The file cannot be written.
    """
    Path(path).write_bytes(dumps(record).encode())


def load(path: str | os.PathLike[str], *, longest: int = codec.LONGEST) -> Record:
    """The record in a file.

    Args:
        path: The file.
        longest: A text of more characters than this is not read at all.

    Raises:
        InvalidDataError: It is no record; every problem is listed with its place.
        OSError: The file cannot be read.
    """
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError as error:
        raise _refused("not-text", "text", f"is not UTF-8: {error}") from None
    return loads(text, longest=longest)


# ---------------------------------------------------------------------- writing


def dumps(record: Record) -> str:
    """The text of a record, always the same for equal records.

    Args:
        record: The record.

    Raises:
        RecordError: A text of the record cannot stand in a file.

    >>> from scopa import VARIANTS, Match
    >>> text = dumps(Match.new(VARIANTS["scopa"], seed=7).record())
    >>> for line in text.splitlines()[:5]:
    ...     print(line)
    format = 1
    variant = "scopa"
    seating = [[0], [1]]
    seed = "7"
    target = 11
    """
    form = codec.encode(record)
    rules = form.pop("variant")
    top: dict[str, Any] = {"format": FORMAT}
    if isinstance(rules, str):
        top["variant"] = rules
    top |= {key: form[key] for key in _FIELDS if key != "deals" and form[key] != _ABSENT.get(key)}
    lines = [_line(key, value, key) for key, value in top.items()]
    if not isinstance(rules, str):
        lines += ["", "[variant]"]
        lines += [_line(key, value, f"variant.{key}") for key, value in rules.items()]
    for deal in record.deals:
        lines += ["", "[[deals]]", *_deal_lines(deal, record)]
    return "\n".join([*lines, ""])


def _deal_lines(deal: DealRecord, record: Record) -> Iterator[str]:
    players = record.seating.players
    yield f"dealer = {deal.dealer}"
    yield 'deck = """'
    dealing = record.variant.dealing
    then = (dealing.refill.hand * players, dealing.refill.table) if dealing.refill else ()
    packets = _parts(deal.deck, (dealing.hand * players, dealing.table), then)
    per_line = players * max(1, _MOST_IN_A_LINE // players)
    for line in chain.from_iterable(_parts(packet, (), (per_line,)) for packet in packets):
        yield " ".join(map(str, line))
    yield '"""'
    if deal.void:
        yield f"void = {_lined(_text(' '.join(map(str, deck))) for deck in deal.void)}"
    if deal.penalties:
        yield f"penalties = {list(deal.penalties)}"
    if deal.moves:
        rounds = _rounds(_turns(deal.moves), players, dealing.hand, then[:1])
        yield f"moves = {_lined(rounds)}"


def _turns(moves: Iterable[Move]) -> list[str]:
    """The moves of each turn: claims and declarations stand before the play that follows them."""
    turns, begun = list[str](), list[str]()
    for move in moves:
        begun.append(str(move))
        if isinstance(move, Play):
            turns.append(" ".join(begun))
            begun = []
    return [*turns, " ".join(begun)] if begun else turns


def _rounds(turns: list[str], players: int, hand: int, then: tuple[int, ...]) -> Iterator[str]:
    """A line for each round, seats one below the other, and an empty one after each packet."""
    widths = [max(map(len, turns[seat::players]), default=0) for seat in range(players)]
    for number, packet in enumerate(_parts(turns, (hand * players,), then)):
        if number:
            yield ""
        for row in _parts(packet, (), (players,)):
            cells = (turn.ljust(width) for turn, width in zip(row, widths, strict=False))
            yield _text("  ".join(cells).rstrip())


def _parts(items: Sequence[T], first: Iterable[int], then: Sequence[int]) -> Iterator[Sequence[T]]:
    """The items in parts of these sizes, the last sizes over and over; empty parts left out."""
    rest, sizes = items, chain(first, cycle(then) if any(then) else repeat(len(items)))
    while rest:
        size = next(sizes)
        if size:
            yield rest[:size]
        rest = rest[size:]


def _lined(lines: Iterable[str]) -> str:
    """A list with a line for each of its values, and gaps between them where there is none."""
    return "\n".join(["[", *(f"    {line}," if line else "" for line in lines), "]"])


def _line(key: str, data: Any, where: str) -> str:
    """A key and its value."""
    try:
        return f"{key} = {_value(data, lined=True)}"
    except UnicodeEncodeError as error:
        said = f"a text that no file can hold: {error.object!a}"
        raise RecordError(said, code="not-unicode", where=where) from None


def _value(data: Any, *, lined: bool = False) -> str:
    """Plain data as TOML has it; within tables all on one line, as they must be."""
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, str):
        return _text(data, lined=lined)
    if is_table(data):
        return f"{{ {', '.join(f'{key} = {_value(value)}' for key, value in data.items())} }}"
    if not is_list(data):
        return str(data)
    if lined and any(map(is_table, data)):
        return _lined(map(_value, data))
    return f"[{', '.join(map(_value, data))}]"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def _text(text: str, *, lined: bool = False) -> str:
    """A text as TOML has it; what cannot be seen is escaped.

    Raises:
        UnicodeEncodeError: It holds half a character, for which there is no escape.
    """
    text.encode()
    if lined and "\n" in text:
        lines = ("".join(map(_escaped, line)) for line in text.split("\n"))
        return '"""\n' + "\n".join(lines) + '"""'
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


# ---------------------------------------------------------------------- reading


def loads(text: str, *, longest: int = codec.LONGEST) -> Record:
    """The record in a text.

    Args:
        text: The text.
        longest: A text of more characters than this is not read at all.

    Raises:
        InvalidDataError: It is no TOML, of another format, a key is unknown or missing, or a value
            is not what it should be; every problem is listed with its place.

    >>> from scopa import VARIANTS, Match
    >>> record = Match.new(VARIANTS["scopa"], seed=7).record()
    >>> loads(dumps(record)) == record
    True
    """
    data = {**_ABSENT, **_parsed(text, longest)}
    number = data.pop("format", None)
    if number != FORMAT or type(number) is not int:
        raise _refused("unknown-format", "format", f"is {shown(number)}, not {FORMAT}")
    known = ("variant", *_FIELDS)
    said = f"no such key; there are format, {', '.join(known)}"
    problems = [Problem("unknown-key", key[:40], said) for key in data if key not in known]
    problems += [Problem("missing-key", key, "is needed") for key in known if key not in data]
    values: dict[str, Any] = {}
    for key in (key for key in known if key in data):
        try:
            values[key] = _read(key, data[key])
        except ProblemsError as error:
            problems += error.problems
    _refuse_if(problems)
    record = Record(**values)
    _refuse_if(_record_problems(record))
    return record


def _read(key: str, data: Any) -> Any:
    """The value of a key."""
    if key == "variant":
        return _variant(data)
    return codec.decode(_FIELDS[key], _shaped(data) if key == "deals" else data, key)


def _refuse_if(problems: Iterable[Problem]) -> None:
    if found := tuple(problems):
        raise InvalidDataError(found)


def _refused(code: str, where: str, message: str) -> InvalidDataError:
    return InvalidDataError([Problem(code, where, message)])


_TEXTS_AND_COMMENTS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""What stands in quotes or behind a hash; what is not closed the parser refuses anyway."""


def _parsed(text: str, longest: int) -> dict[str, Any]:
    if not isinstance(text, str):
        raise _refused("not-text", "text", f"is {shown(text)}, not a text")
    if len(text) > longest:
        raise _refused("too-long", "text", f"has {len(text)} characters, more than {longest}")
    keys = _TEXTS_AND_COMMENTS.sub("", text)
    if any(line.count(".") > _MOST_DOTS for line in keys.split("\n")):
        raise _refused("not-toml", "text", "a key has too many dots")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _refused("not-toml", "text", f"is not TOML: {error}") from None


def _variant(data: Any) -> Variant:
    if isinstance(data, str) and data in VARIANTS:
        return VARIANTS[data]
    if not is_table(data):
        said = f"is {shown(data)}, not the id of a variant or a table"
        raise _refused("unknown-variant", "variant", said)
    try:
        return Variant.from_dict(data)
    except ProblemsError as error:
        raise InvalidDataError(
            Problem(own.code, f"variant.{own.where}", own.message) for own in error.problems
        ) from None


def _shaped(deals: Any) -> Any:
    """The deals as the JSON form has them: every key there, texts cut into cards and moves."""
    if not is_list(deals):
        return deals
    return [_shaped_deal(dict(deal)) if is_table(deal) else deal for deal in deals]


def _shaped_deal(deal: dict[str, Any]) -> dict[str, Any]:
    if "deck" in deal:
        deal["deck"] = _words(deal["deck"])
    deal["void"] = [_words(deck) for deck in _listed(deal.get("void", []))]
    deal["moves"] = _words(deal.get("moves", []))
    return {"penalties": [], **deal}


def _listed(data: Any) -> list[Any]:
    """A list, or what should have been one in a list of its own."""
    return data if is_list(data) else [data]


def _words(data: Any) -> list[Any]:
    """What stands in a text or in several, divided by white space; what is no text stays."""
    parts = (item.split() if isinstance(item, str) else [item] for item in _listed(data))
    return list(chain.from_iterable(parts))


def _record_problems(record: Record) -> Iterator[Problem]:
    """What is wrong with a record that can be seen without playing it."""
    seats, sides = record.seating.players, len(record.seating.sides)
    if record.seating not in record.variant.seatings:
        yield Problem("unknown-seating", "seating", f"{record.variant.id} is not played so")
    if len(record.players) not in (0, seats):
        yield Problem("wrong-number", "players", f"{len(record.players)} given, {seats} needed")
    try:
        checked_seed("0" if record.seed is None else record.seed)
    except ScopaError as error:
        yield Problem("value-refused", "seed", error.message)
    if record.target is not None and record.target < 1:
        yield Problem("value-refused", "target", f"is {record.target}, and at least 1 is needed")
    if not record.deals:
        yield Problem("no-deal", "deals", "the record has no deal")
    for number, deal in enumerate(record.deals):
        where = f"deals[{number}]"
        if deal.dealer >= seats:
            said = f"{deal.dealer} is not one of {seats} seats"
            yield Problem("seat-out-of-range", f"{where}.dealer", said)
        yield from card_problems(deal.deck, record.variant, f"{where}.deck")
        for place, deck in enumerate(deal.void):
            yield from card_problems(deck, record.variant, f"{where}.void[{place}]")
        if len(deal.penalties) not in (0, sides):
            said = f"{len(deal.penalties)} given, {sides} needed"
            yield Problem("wrong-number", f"{where}.penalties", said)


# ---------------------------------------------------------------------- events


def events_to_lines(events: Iterable[Event]) -> Iterator[str]:
    """Events as JSON Lines: each one a line of its own, without its end.

    Args:
        events: What happened.

    >>> from scopa import VARIANTS, Match
    >>> next(events_to_lines(Match.new(VARIANTS["scopa"], seed=7).dealt))[:50]
    '{"schema":1,"type":"event","value":{"event":"Dealt'
    """
    return map(codec.to_json, events)


def events_from_lines(lines: Iterable[str]) -> Iterator[Event]:
    """The events of JSON Lines, one by one as they are asked for; empty lines are passed over.

    Args:
        lines: The lines, with their ends or without: a file that is open for reading will do.

    Raises:
        InvalidDataError: A line is no event; the problems say which line, from 1.

    >>> from scopa import VARIANTS, Match
    >>> dealt = Match.new(VARIANTS["scopa"], seed=7).dealt
    >>> tuple(events_from_lines(events_to_lines(dealt))) == dealt
    True
    """
    for number, line in enumerate(lines, start=1):
        if isinstance(line, str) and not line.strip():
            continue
        try:
            event = codec.from_json(line)
        except ProblemsError as error:
            raise InvalidDataError(
                Problem(own.code, f"line {number}: {own.where}", own.message)
                for own in error.problems
            ) from None
        if not isinstance(event, Event):
            said = f"is a {type(event).__name__}, not an event"
            raise _refused("wrong-type", f"line {number}", said)
        yield event
