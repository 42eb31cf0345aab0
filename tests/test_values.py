"""What is true of every public value: JSON, pickles, copies, hashes.

The public rooms are walked, so that a class that is added has to have all of it.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import pickletools
import sys
from enum import Enum
from timeit import timeit
from typing import Any, ClassVar

import attrs
import pytest
from attrs import frozen

from scopa import VARIANTS, Deal, DealScore, InvalidDataError, Majority, Match, Variant
from scopa._shown import Value
from scopa.codec import TYPES, from_json, to_json
from scopa.schema import json_schema
from tests.positions import scored
from tests.public import value_classes
from tests.texts import values

VALUES = values()
each_value = pytest.mark.parametrize("name", VALUES)
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def pickled(value: Any, protocol: int | None = None) -> Any:
    """A value after it was pickled."""
    return pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own bytes


# ---------------------------------------------------------------------- every class


@pytest.mark.parametrize("kind", [*value_classes()], ids=lambda kind: kind.__qualname__)
def test_every_class_of_values_has_a_json_form_and_is_in_the_schema(kind: type[Any]) -> None:
    of_it = [value for value in VALUES.values() if type(value) is kind]
    assert of_it, "tests.texts.values has none"
    for value in of_it:
        text = to_json(value)
        assert from_json(text) == value
        assert type(from_json(text)) is kind
        assert json.loads(text)["type"] in TYPES


def test_every_type_has_its_branch_in_the_schema() -> None:
    schema = json_schema()
    branches = {one["properties"]["type"]["const"]: one for one in schema["oneOf"]}
    assert branches.keys() == TYPES.keys()
    for one in branches.values():
        assert one["properties"]["schema"] == {"const": 1}
        assert one["required"] == ["schema", "type", "value"]


def test_a_class_that_is_no_value_is_not_walked() -> None:
    names = {kind.__name__ for kind in value_classes()}
    assert {"Card", "CardSet", "Step", "MatchStep", "ScoreLine", "Cut", "Audit", "Pack"} <= names
    assert {"Problem", "IllegalReason", "Suit", "MatchView", "Claim", "Prime"} <= names
    assert not names & {"Reader", "Stream", "Award", "Event", "IllegalMoveError"}


# ---------------------------------------------------------------------- copies and hashes


@each_value
def test_a_copy_of_a_value_is_the_value(name: str) -> None:
    value = VALUES[name]
    assert copy.copy(value) is value
    assert copy.deepcopy(value) is value
    assert copy.deepcopy([value, {"its": value}])[1]["its"] is value


@each_value
def test_a_value_can_be_hashed_and_equal_values_have_one_hash(name: str) -> None:
    value = VALUES[name]
    assert hash(pickled(value)) == hash(value)
    assert {value: 1}[from_json(to_json(value))] == 1


def test_copying_costs_next_to_nothing_whatever_the_value_holds() -> None:
    step = VALUES["match-step"]
    times = [timeit(lambda: copy.deepcopy(step), number=1000) for _ in range(5)]
    assert min(times) < 0.05  # 50 microseconds each, with fifty times to spare


@pytest.mark.parametrize("name", [name for name, x in VALUES.items() if not isinstance(x, Enum)])
def test_a_value_cannot_be_changed(name: str) -> None:
    value: Any = VALUES[name]
    kind: type[Any] = value.__class__
    for own in attrs.fields(kind):
        with pytest.raises(AttributeError):
            setattr(value, own.name, 0)
        with pytest.raises(AttributeError):
            delattr(value, own.name)
    with pytest.raises((AttributeError, TypeError)):
        value.something_else = 0


# ---------------------------------------------------------------------- pickles


@each_value
def test_a_value_comes_out_of_its_pickle(name: str) -> None:
    value = VALUES[name]
    for protocol in PROTOCOLS:
        again = pickled(value, protocol)
        assert again == value
        assert type(again) is type(value)
        assert repr(again) == repr(value)
        assert to_json(again) == to_json(value)


def words_in(value: Any) -> set[str]:
    """Every text that stands in the pickle of a value."""
    return {said for _, said, _ in pickletools.genops(pickle.dumps(value)) if isinstance(said, str)}


def numbers_in(value: Any) -> set[int]:
    """Every number that stands in the pickle of a value."""
    told = pickletools.genops(pickle.dumps(value))
    return {said for code, said, _ in told if isinstance(said, int) and code.name in NUMBERS}


NUMBERS = {"INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"}


@each_value
def test_a_pickle_names_what_is_public_and_holds_no_masks(name: str) -> None:
    private = {word for word in words_in(VALUES[name]) if word.startswith("_")}
    assert private <= {"_rebuilt"}
    assert all(number < 1 << 16 for number in numbers_in(VALUES[name]))


def test_a_pickle_of_a_view_has_no_card_that_the_seat_cannot_know() -> None:
    deal = Match.new(VARIANTS["scopa"], seed=3).deal
    hidden = {str(card) for card in (*deal.hands[1], *deal.stock)}
    cards = {code for word in words_in(deal.view(0)) for code in word.split(" ")}
    assert not cards & hidden
    assert {str(card) for card in deal.hands[0] | deal.table} <= cards


def test_the_pickle_of_a_sheet_keeps_every_line() -> None:
    sheet = scored("scopa", "7d 6c As 5b", "Rd Rc")
    assert pickled(sheet).lines == sheet.lines
    penalised = attrs.evolve(sheet, points=(0, 0), penalties=(1, 2))
    assert pickled(penalised) == penalised
    rebuilt = DealScore.of(
        variant=sheet.variant,
        points=sheet.points,
        piles=sheet.piles,
        sweeps=sheet.sweeps,
        bonuses=sheet.bonuses,
        declared=sheet.declared,
    )
    assert rebuilt == sheet


@frozen
class Found(Value):
    """A value as a later version may have it: a number more, which has a default."""

    name: str
    number: int = 7


@frozen
class Lost(Value):
    """The same as an earlier version had it."""

    name: str


def test_a_pickle_is_read_by_a_version_that_has_a_field_more() -> None:
    Lost.__qualname__ = Lost.__name__ = "Found"
    sys.modules[__name__].__dict__["Found"], later = Lost, Found
    try:
        data = pickle.dumps(Lost("coppe"))
    finally:
        sys.modules[__name__].__dict__["Found"] = later
    assert pickle.loads(data) == later("coppe", 7)  # noqa: S301 - our own bytes


@frozen(repr=False)
class Odd(Majority):
    """An award of one's own, of which the library knows nothing."""

    kind: ClassVar[str] = "x-odd"


def test_rules_with_an_award_of_ones_own_are_pickled_and_have_no_json() -> None:
    own = VARIANTS["scopa"].derive(id="x-odd", awards=(Majority(), Odd(id="odd")))
    match = Match.new(own, seed=1)
    for value in (own, match, match.deal, match.view(0), match.deal.score()):
        assert pickled(value) == value
        with pytest.raises(InvalidDataError) as refused:
            to_json(value)
        (problem,) = refused.value.problems
        assert (problem.code, problem.where) == ("unknown-type", "variant.awards[1]")


def looked_at(value: Any) -> tuple[Any, str]:
    """What another process makes of a value."""
    return value, to_json(value)


@pytest.mark.parametrize("names", [tuple(VALUES)], ids=["all"])
def test_every_value_goes_to_a_spawned_process_and_back(names: tuple[str, ...]) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        seen = pool.map(looked_at, [VALUES[name] for name in names])
    for name, (value, text) in zip(names, seen, strict=True):
        assert value == VALUES[name]
        assert text == to_json(VALUES[name])


def test_a_deal_from_a_pickle_plays_on_with_the_same_rules() -> None:
    deal: Deal = VALUES["deal-claimable"]
    again = pickled(deal)
    assert again.legal_moves == deal.legal_moves
    own: Variant = VALUES["house"]
    assert pickled(own).derive(id="x-2") == own.derive(id="x-2")
