"""A variant: one frozen value made of small frozen rule values.

A house rule is a `derive` away. A combination that cannot be played is refused when it is built,
with everything that is wrong with it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from attrs import NOTHING, evolve, field, fields, frozen

from scopa._shown import Value
from scopa.capture import Capture
from scopa.declarations import Declarations, Wild
from scopa.errors import InvalidVariantError, Problem, SeatError
from scopa.packs import ITALIAN_40, Pack
from scopa.plain import Reader, changed, is_list, is_table, merged, misfits, shown, to_plain
from scopa.rules import (
    Bonus,
    Dealing,
    Ending,
    MatchRules,
    Opening,
    RankCount,
    Redeal,
    Seating,
    Sweep,
    TookAtLeast,
)
from scopa.scoring import AWARD_KINDS, MOST_POINTS, Award

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


FORMAT = 1
"""The number of the plain-data form; it rises when older data would be read otherwise."""

BASES: list[Mapping[str, Variant]] = []
"""Where the ``base`` of plain data is looked up; the catalogue enters itself."""

_DIRECTIVES = ("format", "base", "add", "drop")
_ADJUSTABLE = ("awards", "bonuses")


def as_tuple(items: Iterable[Any]) -> tuple[Any, ...]:
    """Any iterable as a tuple; what a field of a frozen value keeps."""
    return tuple(items)


SCOPA_SEATINGS = (
    Seating.singles(2),
    Seating.singles(3),
    Seating.pairs(),
    Seating.singles(4),
    Seating.two_sides_of_three(),
)
"""Two; three; four in pairs; four alone; six in two sides seated alternately (`family` 2.1)."""


@frozen(kw_only=True)
class Variant(Value):
    """The rules of one game. The defaults are those of two-player Scopa without its awards.

    Attributes:
        id: A short name; those that begin with ``x-`` are never used by the catalogue, and one of
            the catalogue's means the catalogue's rules wherever a variant is named by its id.
        name: What the game is called.
        pack: The cards.
        seatings: Who may play with whom; the first is the default.
        dealing: How the cards come out.
        redeals: What makes an opening table void.
        opening: Who takes an opening table of a certain shape, if anybody.
        capture: How cards are captured.
        sweep: What clearing the table is worth.
        bonuses: Points for the manner of one capture.
        wild: A card that may count as any rank, if there is one.
        declarations: What may be declared of a hand, if anything.
        ending: What becomes of the cards left on the table at the end.
        awards: Points for the captured cards when the deal is over.
        match: When the match is over.
        direction: Which way round the seats play at a real table; for drawing only.
        sources: Where the rules stand.
        readings: How gaps in the sources were read.

    Raises:
        InvalidVariantError: The rules contradict one another; every problem is listed.

    >>> from scopa import VARIANTS, match_to
    >>> VARIANTS["scopa"].derive(id="x-long", match=match_to(21)).match.target
    21
    """

    id: str
    name: str = ""
    pack: Pack = ITALIAN_40
    seatings: tuple[Seating, ...] = field(default=SCOPA_SEATINGS, converter=as_tuple)
    dealing: Dealing = Dealing()
    redeals: tuple[Redeal, ...] = field(default=(), converter=as_tuple)
    opening: Opening | None = None
    capture: Capture = Capture()
    sweep: Sweep = Sweep()
    bonuses: tuple[Bonus, ...] = field(default=(), converter=as_tuple)
    wild: Wild | None = None
    declarations: Declarations | None = None
    ending: Ending = Ending()
    awards: tuple[Award, ...] = field(default=(), converter=as_tuple)
    match: MatchRules = MatchRules()
    direction: Literal["anticlockwise", "clockwise"] = "anticlockwise"
    sources: tuple[str, ...] = field(default=(), converter=as_tuple)
    readings: tuple[str, ...] = field(default=(), converter=as_tuple)

    def __attrs_post_init__(self) -> None:
        if problems := self.problems():
            raise InvalidVariantError(problems)

    def _number_problems(self) -> Iterator[Problem]:
        """Points below what makes sense, or so large that a deal could not count them."""
        numbers = {f"bonuses.{bonus.id}": (bonus.points, 1) for bonus in self.bonuses}
        numbers["sweep.points"] = (self.sweep.points, 0)
        if self.sweep.exactly is not None:
            numbers["sweep.exactly"] = (self.sweep.exactly, 1)
        for award in self.awards:
            for name in ("points", "tie_points"):
                numbers[f"awards.{award.id}.{name}"] = (getattr(award, name, None) or 0, 0)
        for where, (number, least) in numbers.items():
            if isinstance(number, int) and not least <= number <= MOST_POINTS:
                said = f"is {number}, not from {least} to {MOST_POINTS}"
                yield Problem("number-out-of-range", where, said)

    def derive(self, **changes: Any) -> Variant:
        """The same variant but for the fields named.

        Where something changes and no ``id`` is given, the id is that of this variant behind
        ``x-``: an id of the catalogue stays with the catalogue's rules. Name, sources and readings
        are those of this variant unless they are given.

        Raises:
            InvalidVariantError: What comes out contradicts itself, or there is no such field (code
                ``unknown-field``).

        >>> from scopa import VARIANTS
        >>> VARIANTS["scopa"].derive(redeals=()).id
        'x-scopa'
        >>> VARIANTS["scopa"].derive(rules=1)
        Traceback (most recent call last):
        ...
        scopa.errors.InvalidVariantError: the variant cannot be used: rules: a variant has no such \
field (unknown-field)
        """
        own = {attribute.name for attribute in fields(Variant)}
        if unknown := sorted(set(changes) - own):
            said = "a variant has no such field"
            raise InvalidVariantError(Problem("unknown-field", name, said) for name in unknown)
        derived = evolve(self, **changes)
        if "id" in changes or derived == self:
            return derived
        return evolve(derived, id=_own_id(self.id))

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with these rules: nothing, once the variant could be built."""
        held = {own.name: getattr(self, own.name) for own in fields(Variant)}
        return tuple(misfits(Variant, held)) or tuple(self._problems())

    def _problems(self) -> Iterator[Problem]:
        if not self.id:
            yield Problem("no-id", "id", "the variant has no id")
        if not self.seatings:
            yield Problem("no-seating", "seatings", "nobody can play")
        yield from self.dealing.problems(self.pack, self.seatings)
        yield from self._redeal_problems()
        if self.opening is not None:
            yield from self.opening.problems()
        yield from self.capture.problems(self.pack)
        if self.wild is not None and self.wild.card not in self.pack.card_set:
            yield Problem("foreign-card", "wild.card", f"the pack has no {self.wild.card}")
        if self.declarations is not None:
            yield from self.declarations.problems(self.dealing, self.pack, self.wild)
        yield from self._score_problems()
        yield from self.match.problems(self.pack)

    def _redeal_problems(self) -> Iterator[Problem]:
        for rule in self.redeals:
            if not isinstance(rule, RankCount):
                continue
            if rule.rank not in self.pack.ranks:
                yield Problem("foreign-rank", "redeals", f"the pack has no {rule.rank!r}")
            if rule.at_least < 1:
                yield Problem("always-void", "redeals", f"every table has {rule}")

    def _score_problems(self) -> Iterator[Problem]:
        ids = [
            "sweeps",
            "declared",
            "penalty",
            *(rule.id for rule in (*self.bonuses, *self.awards)),
        ]
        for name, times in Counter(ids).items():
            if times > 1:
                yield Problem("id-twice", "awards", f"{name!r} is the id of more than one score")
        yield from self._number_problems()
        for bonus in self.bonuses:
            if isinstance(bonus, TookAtLeast) and bonus.cards < 1:
                yield Problem("cards-below-one", "bonuses", f"{bonus.id} would count every play")
        known = {award.id for award in self.awards}
        for award in self.awards:
            for replaced in award.replaces:
                if replaced not in known or replaced == award.id:
                    where = f"awards.{award.id}.replaces"
                    yield Problem("unknown-award", where, f"{replaced!r} is no other award")
            yield from award.problems(
                self.pack, min((len(s.sides) for s in self.seatings), default=2)
            )

    def to_dict(self) -> dict[str, Any]:
        """The variant as plain data, for JSON or TOML; what has a default is left out.

        >>> from scopa import VARIANTS
        >>> data = VARIANTS["scopa"].to_dict()
        >>> data["format"], data["redeals"]
        (1, [{'kind': 'rank_count', 'rank': 'king', 'at_least': 3}])
        """
        return {"format": FORMAT, **to_plain(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Variant:
        """A variant from plain data.

        With ``base``, the id of a known variant, only what differs need be said: tables such as
        ``match`` are merged with those of the base, lists replace them; ``add`` holds lists of
        ``awards`` or ``bonuses`` to append, and ``drop`` the ids of those to leave out. Without an
        ``id`` of its own what differs has that of the base behind ``x-``, as with `derive`.

        Raises:
            InvalidVariantError: Something is unknown, missing or of the wrong type, or what comes
                out contradicts itself; every problem is listed, with the place and what is allowed.

        >>> house = Variant.from_dict({"base": "scopa", "id": "x-home", "match": {"target": 16}})
        >>> house.match.target, len(house.awards)
        (16, 4)
        """
        reader = Reader()
        plain = _based(data, reader)
        variant = NOTHING if reader.problems else reader.read(Variant, plain, "")
        if not isinstance(variant, Variant):
            raise InvalidVariantError(reader.problems)
        return variant

    def seating_for(self, players: int) -> Seating:
        """The first seating of this variant for that many players.

        Raises:
            SeatError: So many cannot play it (code ``unknown-seating``).

        >>> from scopa import VARIANTS
        >>> VARIANTS["scopa"].seating_for(4).sides
        ((0, 2), (1, 3))
        """
        for seating in self.seatings:
            if seating.players == players:
                return seating
        allowed = ", ".join(str(number) for number in sorted({s.players for s in self.seatings}))
        raise SeatError(f"{self.id} is for {allowed} players", code="unknown-seating")

    def __str__(self) -> str:
        return self.name or self.id

    def __reduce__(self) -> tuple[object, ...]:
        if all(type(award) in AWARD_KINDS.values() for award in self.awards):
            return Variant.from_dict, (self.to_dict(),)
        return super().__reduce__()  # an award of one's own has no plain data


def diff(variant: Variant, parent: Variant) -> dict[str, Any]:
    """How a variant differs from another, as plain data.

    ``Variant.from_dict({"base": parent.id, **diff(variant, parent)})`` is the variant again, if
    the parent is in the catalogue.

    >>> from scopa import VARIANTS
    >>> diff(VARIANTS["scopa"].derive(id="x-long", match=MatchRules(21)), VARIANTS["scopa"])
    {'id': 'x-long', 'match': {'target': 21}}
    """
    changes = changed(to_plain(parent, whole=True), to_plain(variant, whole=True))
    return {"id": variant.id, **changes} if changes else {}


def _own_id(name: str) -> str:
    """The id of what is derived from a variant of that id and given none."""
    return name if name.startswith("x-") else f"x-{name}"


def _based(data: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """The data laid over its base, additions and omissions carried out."""
    if not is_table(data):
        reader.refuse("wrong-type", "variant", "is not a table")
        return {}
    plain = {key: value for key, value in data.items() if key not in _DIRECTIVES}
    form = data.get("format", FORMAT)
    if type(form) is not int or form != FORMAT:
        reader.refuse("unknown-format", "format", f"is {shown(form)}, not {FORMAT}")
    if "base" in data:
        base = _base_named(data["base"])
        if base is None:
            listed = ", ".join(name for names in BASES for name in names)
            said = f"is {data['base']!r}, not one of {listed}"
            reader.refuse("unknown-variant", "base", said)
            return plain
        plain = merged(to_plain(base, whole=True), plain)
    else:
        base = None
    add, drop = data.get("add", {}), data.get("drop", [])
    if not is_table(add):
        reader.refuse("wrong-type", "add", "is not a table")
    elif not is_list(drop):
        reader.refuse("wrong-type", "drop", "is not a list of ids")
    else:
        _check_adjustments(plain, add, drop, reader)
        for key in _ADJUSTABLE:
            plain[key] = _adjusted(plain.get(key, []), add.get(key, []), drop)
    if base is not None and "id" not in data and plain != to_plain(base, whole=True):
        plain["id"] = _own_id(base.id)
    return plain


def _check_adjustments(
    plain: Mapping[str, Any], add: Mapping[str, Any], drop: list[Any], reader: Reader
) -> None:
    for key, added in add.items():
        if key not in _ADJUSTABLE:
            listed = ", ".join(_ADJUSTABLE)
            reader.refuse("unknown-key", f"add.{key}", f"no such key; there are {listed}")
        elif not is_list(added):
            reader.refuse("wrong-type", f"add.{key}", "is not a list")
    lists = (plain.get(key, []) for key in _ADJUSTABLE)
    tables = [item for held in lists if is_list(held) for item in held if is_table(item)]
    ids = {str(item.get("id")): None for item in tables}
    unknown = [n for n, name in enumerate(drop) if not isinstance(name, str) or name not in ids]
    if unknown:
        listed = ", ".join(ids)
        said = f"{shown(drop[unknown[0]])} is no id of the base; there are {listed[:200]}"
        reader.refuse("unknown-award", f"drop[{unknown[0]}]", said)


def _base_named(name: Any) -> Variant | None:
    return next((names[name] for names in BASES if isinstance(name, str) and name in names), None)


def _adjusted(held: Any, added: Any, dropped: list[Any]) -> Any:
    """A list without what is dropped, with what is added; what is no list is refused later."""
    if not is_list(held) or not is_list(added):
        return held
    ids = {name for name in dropped if isinstance(name, str)}
    return [*(item for item in held if not (is_table(item) and str(item.get("id")) in ids)), *added]
