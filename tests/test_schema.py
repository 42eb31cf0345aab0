"""The JSON Schema: it says what the library writes, and refuses what the library would refuse."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import scopa
from scopa import PACKS, VARIANTS, Match, Variant
from scopa.codec import EVENTS, SCHEMA, TYPES, from_json, to_json
from scopa.errors import InvalidDataError
from scopa.schema import json_schema, schema_text
from scopa.scoring import AWARD_KINDS
from scopa.testing.strategies import deals, variants
from tests.positions import played_out
from tests.strategies import CATALOGUE, Table, examples
from tests.test_plain import EVERYTHING
from tests.texts import changed, form_of, mutated, path_of, text_of, values
from tests.views import everybody, some_move

SHIPPED = Path(scopa.__file__).parent / f"schema-{SCHEMA}.json"
SCHEMA_OF_ALL = json_schema()
DEFS = SCHEMA_OF_ALL["$defs"]
ALL = Draft202012Validator(SCHEMA_OF_ALL)
ONE = {  # what knows the type beforehand need not try all of them
    branch["properties"]["type"]["const"]: Draft202012Validator(
        {**SCHEMA_OF_ALL, "oneOf": [branch]}
    )
    for branch in SCHEMA_OF_ALL["oneOf"]
}


def is_accepted(text: str) -> bool:
    """Whether a text is what the schema says of its type."""
    form = json.loads(text)
    return ONE[form["type"]].is_valid(form)


# ---------------------------------------------------------------------- the schema itself


def test_the_file_in_the_package_is_up_to_date() -> None:
    shipped = SHIPPED.read_text(encoding="utf-8")
    assert shipped == schema_text(), f"python -m scopa.schema > {SHIPPED.name}, in src/scopa"
    assert json.loads(shipped) == SCHEMA_OF_ALL


def test_the_room_prints_it() -> None:
    run = [sys.executable, "-X", "utf8", "-m", "scopa.schema"]
    printed = subprocess.run(run, capture_output=True, check=True).stdout.decode()  # noqa: S603
    assert printed.replace("\r\n", "\n") == schema_text()


def test_it_is_a_schema_in_which_everything_leads_somewhere() -> None:
    Draft202012Validator.check_schema(SCHEMA_OF_ALL)
    named = set(re.findall(r'"#/\$defs/([^"]+)"', schema_text()))
    assert named == set(DEFS)
    assert all(DEFS.values())


def test_every_type_every_event_and_every_award_is_described() -> None:
    assert list(ONE) == list(TYPES)
    assert set(TYPES) <= set(DEFS)
    told = [DEFS[ref["$ref"].rpartition("/")[2]] for ref in DEFS["event"]["oneOf"]]
    assert [event["properties"]["event"]["const"] for event in told] == list(EVENTS)
    kinds = [DEFS[ref["$ref"].rpartition("/")[2]] for ref in DEFS["rule-award"]["oneOf"]]
    assert [award["properties"]["kind"]["const"] for award in kinds] == list(AWARD_KINDS)


def test_the_catalogue_is_in_it_and_its_packs_are() -> None:
    ids, table = DEFS["variant"]["anyOf"]
    assert ids == {"enum": list(VARIANTS)}
    assert table["required"] == ["format", "id"]
    assert DEFS["rule-pack"]["anyOf"][0] == {"enum": [pack.id for pack in PACKS]}


def test_what_a_reader_wants_to_know_is_said() -> None:
    assert DEFS["view"]["description"] == "What one seat, or a spectator, may know of a deal."
    assert all("`" not in own.get("description", "") for own in DEFS.values())
    assert DEFS["outcome-reason"]["enum"] == ["target", "single-deal", "instant", "holder", "draw"]
    assert DEFS["rank"]["enum"][10] == "knave"
    assert DEFS["deal"]["$ref"] == "#/$defs/setup"


# ---------------------------------------------------------------------- what is accepted


@pytest.mark.parametrize("name", values())
def test_a_value_of_every_type_is_accepted(name: str) -> None:
    ALL.validate(form_of(name))


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_what_random_play_makes_is_accepted(table: Table) -> None:
    rng = Random(str(table))
    match = Match.new(table.variant, seed=str(table), seating=table.seating)
    while match.outcome is None and not match.scores:
        seat = rng.choice(everybody(match.seating))
        step = match.step(some_move(match.deal, rng))
        if rng.random() < 0.05:
            assert is_accepted(to_json(match.deal.view(seat)))
            assert is_accepted(to_json(step.move))
            assert all(is_accepted(to_json(event.seen_by(seat))) for event in step.events)
        match = step.after
    for value in (match, match.deal, match.record(), match.view(None), match.scores[0]):
        assert is_accepted(to_json(value))


@pytest.mark.parametrize("variant", EVERYTHING, ids=lambda variant: variant.id)
def test_a_variant_in_full_is_accepted_with_all_that_is_played_by_it(variant: Variant) -> None:
    match = played_out(Match.new(variant, seed=2), Random(2))
    for value in (variant, match, match.deal, match.view(0), *match.scores[-1:], *match.dealt):
        assert is_accepted(to_json(value))


@given(variants(), st.data())
@examples(40)
def test_any_variant_is_accepted(variant: Variant, data: st.DataObject) -> None:
    assert is_accepted(to_json(variant))
    deal = data.draw(deals(st.just(variant)))
    assert is_accepted(to_json(deal))
    assert is_accepted(to_json(deal.view(deal.turn).counts_only()))


# ---------------------------------------------------------------------- what is refused

WRONG: list[tuple[str, str, Any]] = [
    ("card", "schema", 2),
    ("card", "schema", True),
    ("card", "schema", ...),
    ("card", "type", "cards!"),
    ("card", "value", "7x"),
    ("card", "value", "7dd"),
    ("card", "value", 6),
    ("card", "more", 1),
    ("cards", "value", "7d  Ac"),
    ("cards", "value", ["7d"]),
    ("cards", "value", 64),
    ("play", "value", "7dx"),
    ("claim", "value", "!7"),
    ("declare", "value", "#14"),
    ("seating", "value", [0, 1]),
    ("variant", "value", "briscola"),
    ("house", "value.format", 2),
    ("house", "value.format", ...),
    ("house", "value.base", "scopa"),
    ("house", "value.opening", None),
    ("house", "value.pack", "tarot-78"),
    ("house", "value.awards[0].kind", "luck"),
    ("house", "value.awards[0].points", "1"),
    ("house", "value.awards[4].suit", "d"),
    ("house", "value.opening.worth[0]", [{"kind": "total", "total": 15}]),
    ("house", "value.match.target", None),
    ("deal", "value", []),
    ("deal", "value.table", ...),
    ("deal", "value.trump", "d"),
    ("deal", "value.hands", "7d"),
    ("deal", "value.turn", True),
    ("deal", "value.turn", "1"),
    ("deal", "value.turn", 1.5),
    ("deal", "value.turn", None),
    ("deal", "value.wild_rank", 1),
    ("view", "value.piles", "none"),
    ("view", "value.stock", []),
    ("match", "value.seed", 12),
    ("match", "value.deals[0].moves[0]", 0),
    ("match", "value.deals[0].deck[0]", "7d Ac"),
    ("match-view", "value.outcome", {}),
    ("score", "value.captured", 1),
    ("outcome", "value.reason", "single_deal"),
    ("event-Played", "value.event", "Event"),
    ("event-Played", "value.count", 1),
    ("event-Dealt", "value.count", ...),
    ("event-Redealt", "value.rule.rank", 13),
    ("event-Declared", "value.wild", "none"),
]


@pytest.mark.parametrize(("name", "place", "value"), WRONG)
def test_what_is_wrong_is_refused_by_the_schema_and_by_loading(
    name: str, place: str, value: Any
) -> None:
    form = changed(form_of(name), path_of(place), value)
    assert not ALL.is_valid(form)
    with pytest.raises(InvalidDataError):
        from_json(text_of(form))


@pytest.mark.parametrize("seed", range(4))
def test_what_loading_takes_the_schema_takes(seed: int) -> None:
    rng = Random(seed)
    forms = [form_of(name) for name in values()]
    taken = 0
    for _ in range(400):
        form = mutated(rng.choice(forms), rng, forms)
        try:
            from_json(text_of(form))
        except InvalidDataError:
            continue
        assert ALL.is_valid(form), text_of(form)
        taken += 1
    assert taken > 10
