"""Texts that are no values: each is refused, with what and where, quickly, whoever made it."""

from __future__ import annotations

import json
import signal
import time
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from scopa import (
    VARIANTS,
    Capture,
    Claims,
    Complement,
    Dealing,
    Equal,
    Match,
    Pack,
    Rank,
    Seating,
    Variant,
    match_to,
)
from scopa.codec import DEEPEST, LARGEST, LONGEST, MOST_RULES, decode, encode, from_json, to_json
from scopa.errors import InvalidDataError, InvalidVariantError
from scopa.events import Swept
from scopa.plain import is_list, is_table, shown
from scopa.view import View
from tests.texts import (
    HOUSE,
    SCOPA,
    Path,
    at,
    changed,
    form_of,
    mutated,
    path_of,
    paths,
    place_of,
    text_of,
    values,
)

if TYPE_CHECKING:
    from collections.abc import Generator

each_value = pytest.mark.parametrize("name", values())


def refused(text: Any) -> list[tuple[str, str]]:
    """The code and the place of each problem for which a text is refused."""
    with pytest.raises(InvalidDataError) as refusal:
        from_json(text)
    assert refusal.value.problems
    assert str(refusal.value)
    return [(problem.code, problem.where) for problem in refusal.value.problems]


@contextmanager
def quickly(seconds: float = 1.0) -> Generator[None]:
    """Fails if what is done within takes more than so many seconds of this processor."""
    before = time.process_time()
    yield
    assert time.process_time() - before < seconds


# ---------------------------------------------------------------------- no text of a value

NO_FORM: list[tuple[Any, str, str]] = [
    (None, "not-text", "text"),
    (7, "not-text", "text"),
    (b'{"schema":1,"type":"card","value":"7d"}', "not-text", "text"),
    ({"schema": 1, "type": "card", "value": "7d"}, "not-text", "text"),
    ("", "not-json", "text"),
    (" ", "not-json", "text"),
    ("7d", "not-json", "text"),
    ("\ufeff{}", "not-json", "text"),
    ("{}{}", "not-json", "text"),
    ('{"schema":1,"type":"card","value":"7d",}', "not-json", "text"),
    ('{"schema":1,"type":"card","value":"7\td"}', "not-json", "text"),
    ("{'schema':1}", "not-json", "text"),
    ('{"schema":1,"type":"card","value":"7d","value":"7d"}', "not-json", "text"),
    ('{"schema":1,"type":"card","value":NaN}', "not-json", "text"),
    ('{"schema":1,"type":"card","value":-Infinity}', "not-json", "text"),
    (f'{{"schema":1,"type":"card","value":{10**20}}}', "not-json", "text"),
    ("null", "not-a-form", "text"),
    ("[1]", "not-a-form", "text"),
    ('"7d"', "not-a-form", "text"),
    ("{}", "not-a-form", "text"),
    ('{"schema":1,"type":"card"}', "not-a-form", "text"),
    ('{"schema":1,"type":"card","value":"7d","more":1}', "not-a-form", "text"),
    ('{"schema":2,"type":"card","value":"7d"}', "unknown-schema", "schema"),
    ('{"schema":0,"type":"card","value":"7d"}', "unknown-schema", "schema"),
    ('{"schema":true,"type":"card","value":"7d"}', "unknown-schema", "schema"),
    ('{"schema":1.0,"type":"card","value":"7d"}', "unknown-schema", "schema"),
    ('{"schema":"1","type":"card","value":"7d"}', "unknown-schema", "schema"),
    ('{"schema":null,"type":"card","value":"7d"}', "unknown-schema", "schema"),
    ('{"schema":1,"type":"Card","value":"7d"}', "unknown-type", "type"),
    ('{"schema":1,"type":null,"value":"7d"}', "unknown-type", "type"),
    ('{"schema":1,"type":["card"],"value":"7d"}', "unknown-type", "type"),
]


@pytest.mark.parametrize(("text", "code", "where"), NO_FORM)
def test_what_is_no_text_of_a_value_is_refused(text: Any, code: str, where: str) -> None:
    assert refused(text) == [(code, where)]


def test_a_newer_form_is_refused_before_its_value_is_looked_at() -> None:
    with pytest.raises(InvalidDataError, match="schema: is 2, not 1"):
        from_json('{"schema":2,"type":"card","value":{"face":"seven"}}')


def test_a_key_that_stands_twice_is_named() -> None:
    with pytest.raises(InvalidDataError, match="the key 'hand' stands twice"):
        from_json('{"schema":1,"type":"view","value":{"hand":"","hand":""}}')


# ---------------------------------------------------------------------- one thing is wrong

TIED: list[Any] = [*[[[0, "6b"], [1, "6d"]]] * 2, [[2, "7b"]]]
WRONG: list[tuple[str, str, Any, str, str]] = [
    # what is changed, where, to what; the code, and the place if it is another
    ("card", "value", "7x", "card-text", ""),
    ("card", "value", "7D", "card-text", ""),
    ("card", "value", 6, "card-text", ""),
    ("card", "value", ["7d"], "card-text", ""),
    ("cards", "value", "7d  Ac", "cards-text", ""),
    ("cards", "value", "7d Ac 7d", "duplicate-card", ""),
    ("cards", "value", ["7d"], "cards-text", ""),
    ("cards", "value", 64, "cards-text", ""),
    ("play", "value", "7dx", "move-text", ""),
    ("play", "value", "7dx3b3b", "duplicate-card", ""),
    ("play", "value", {"card": "7d"}, "move-text", ""),
    ("play", "value", 0, "move-text", ""),
    ("claim", "value", "!", "move-text", ""),
    ("declare", "value", "#14", "move-text", ""),
    ("seating", "value", [[0], [0]], "unknown-seating", ""),
    ("seating", "value", [[0], [2]], "unknown-seating", ""),
    ("seating", "value", [[0, 1]], "unknown-seating", ""),
    ("seating", "value", [[0], [True]], "wrong-type", "value[1][0]"),
    ("seating", "value", {"sides": [[0], [1]]}, "wrong-type", ""),
    ("variant", "value", "briscola", "unknown-variant", ""),
    ("variant", "value", None, "wrong-type", ""),
    ("variant", "value", {}, "missing-key", "value.format"),
    ("house", "value.format", True, "missing-key", ""),
    ("house", "value.format", 2, "unknown-format", ""),
    ("house", "value.base", "scopa", "unknown-key", ""),
    ("house", "value.add", {}, "unknown-key", ""),
    ("house", "value.drop", [], "unknown-key", ""),
    ("house", "value.id", "", "no-id", ""),
    ("house", "value.match", {"target": 0}, "target-below-one", "value.match.target"),
    ("house", "value.match", {"target": "16"}, "wrong-type", "value.match.target"),
    ("house", "value.name", "\ud800", "not-unicode", ""),
    ("house", "value.\udfff", "", "not-unicode", "value"),
    ("house", "value.awards[0].kind", "luck", "unknown-kind", ""),
    ("house", "value.awards[4].cap", LARGEST + 1, "number-too-large", ""),
    ("house", "value.awards[4].cap", -LARGEST - 1, "number-too-large", ""),
    ("house", "value.awards[4].cap", 3.5, "wrong-type", ""),
    ("house", "value.sources", ["S1"] * (MOST_RULES + 1), "too-many", ""),
    ("house", "value.awards[0].of", [{}] * (MOST_RULES + 1), "too-many", ""),
    ("setup", "value.hands[0]", "7d 7d", "duplicate-card", ""),
    ("setup", "value.stock[0]", "7d Ac", "card-text", ""),
    ("deal", "value", [], "wrong-type", ""),
    ("deal", "value.variant", "briscola", "unknown-variant", ""),
    ("deal", "value.seating", [[0], [1], [2], [3], [4]], "unknown-seating", ""),
    ("deal", "value.seating", [[0, 0], [1]], "unknown-seating", ""),
    ("deal", "value.hands", [], "wrong-number", ""),
    ("deal", "value.hands[0]", "", "card-missing", "value.cards"),
    ("deal", "value.hands[0]", "Td", "card-foreign", "value.cards"),
    ("deal", "value.stock[0]", "Rb", "card-doubled", "value.cards"),
    ("deal", "value.stock", "Rb", "wrong-type", ""),
    ("deal", "value.turn", 2, "seat-out-of-range", ""),
    ("deal", "value.turn", -1, "seat-out-of-range", ""),
    ("deal", "value.turn", True, "wrong-type", ""),
    ("deal", "value.turn", "1", "wrong-type", ""),
    ("deal", "value.turn", 1.0, "wrong-type", ""),
    ("deal", "value.turn", None, "wrong-type", ""),
    ("deal", "value.dealer", 7, "seat-out-of-range", ""),
    ("deal", "value.ply", -1, "negative", ""),
    ("deal", "value.sweeps", [0], "wrong-number", ""),
    ("deal", "value.sweeps", [-1, 0], "negative", ""),
    ("deal", "value.sweeps", [1 << 16, 0], "too-large", ""),
    ("deal", "value.ply", LARGEST, "too-large", ""),
    ("deal", "value.bonuses", [[1], []], "wrong-number", "value.bonuses[0]"),
    ("deal", "value.declared", [1, 0], "nothing-to-declare", ""),
    ("deal", "value.last_taker", None, "last-taker-missing", ""),
    ("deal", "value.placed", "Rb", "placed-not-on-table", ""),
    ("deal", "value.claimable", True, "nothing-to-claim", ""),
    ("deal", "value.claimable", 0, "wrong-type", ""),
    ("deal", "value.wild_rank", "ace", "no-wild-card", ""),
    ("deal", "value.wild_rank", 1, "unknown-value", ""),
    ("deal-claimable", "value.placed", "2c", "nothing-to-claim", "value.claimable"),
    ("deal-shown", "value.shown[0]", "Rb", "shown-not-held", ""),
    ("view", "value.seat", 2, "seat-out-of-range", ""),
    ("view", "value.seating", [[0, 2], [1, 3]], "wrong-number", "value.hand_sizes"),
    ("view", "value.seating", [[0], [1], [2], [3], [4]], "unknown-seating", ""),
    ("view", "value.hand", "", "wrong-number", "value.hand_sizes[0]"),
    ("view", "value.hand", "Td", "card-foreign", "value.cards"),
    ("view", "value.hand_sizes[1]", 40, "wrong-number", "value.stock_size"),
    ("view", "value.hand_sizes[1]", -1, "negative", "value.hand_sizes"),
    ("view", "value.stock_size", 0, "wrong-number", ""),
    ("view", "value.sweeps", [-1, 0], "negative", ""),
    ("view", "value.sweeps", [1, 0, 0], "wrong-number", ""),
    ("view", "value.bonuses", [[1], [2, 3]], "wrong-number", "value.bonuses[1]"),
    ("view", "value.placed", "Ad", "inconsistent", ""),
    ("view", "value.is_claimable", True, "inconsistent", ""),
    ("view", "value.pile_sizes", [1, 0], "wrong-number", "value.pile_sizes[0]"),
    ("view", "value.last_taker", None, "last-taker-missing", ""),
    ("view-counts", "value.piles", ["", ""], "wrong-number", "value.pile_sizes[0]"),
    ("view-counts", "value.shown[0]", "Ad 2c 7c Rb", "wrong-number", "value.hand_sizes[0]"),
    ("match", "value.seed", 12, "wrong-type", ""),
    ("match", "value.seed", "13", "wrong-deck", "value.deals[0].deck"),
    ("match", "value.seed", "", "value-refused", ""),
    ("match", "value.target", 0, "value-refused", ""),
    ("match", "value.target", None, "inconsistent", ""),
    ("match", "value.target", "none", "wrong-type", ""),
    ("match", "value.deals", [], "no-deal", ""),
    ("match", "value.deals[0].dealer", 2, "seat-out-of-range", ""),
    ("house", "value.opening", None, "wrong-type", ""),
    ("house", "value.awards[0].of", [None], "wrong-type", "value.awards[0].of[0]"),
    ("match", "value.deals[0].deck[0]", "Rb", "wrong-deck", "value.deals[0].deck"),
    ("match", "value.deals[0].deck", [], "wrong-deck", ""),
    ("match", "value.deals[0].moves[0]", "7dx7c", "not-in-hand", ""),
    ("match", "value.deals[0].moves[0]", "!7c", "nothing-to-claim", ""),
    ("match", "value.deals[0].moves[0]", "7", "move-text", ""),
    ("match", "value.deals[0].void", [[]], "wrong-deck", ""),
    ("match", "value.deals[0].penalties", [1], "wrong-penalties", ""),
    ("match", "value.deals[0].penalties", [-1, 0], "negative", ""),
    ("match-second", "value.deals[1].moves", ["Rd"] * 99, "not-in-hand", "value.deals[1].moves[0]"),
    ("match-given", "value.deals[0].deck[0]", "Rb", "invalid-deck", "value.deals[0].deck"),
    ("match-given", "value.deals[0].deck", ["Ad"] * 52, "invalid-deck", ""),
    ("match-view", "value.target", 0, "target-below-one", ""),
    ("match-view", "value.totals", [0, 0, 99], "inconsistent", ""),
    ("match-view", "value.totals", [], "inconsistent", ""),
    ("match-view", "value.scores", [], "inconsistent", "value.totals"),
    ("match-view", "value.scores[0].variant", "scopa", "wrong-number", "value.scores[0].points"),
    (
        "match-view",
        "value.outcome",
        {"winner": 0, "reason": "target", "totals": [16, 0, 0], "deals": 1},
        "inconsistent",
        "",
    ),
    ("match-view", "value.deal.hand", "7d", "wrong-number", "value.deal.hand"),
    ("record", "value.deals[0].dealer", -1, "negative", ""),
    ("record", "value.players", "Anna", "wrong-type", ""),
    ("record", "value.players", [7], "wrong-type", "value.players[0]"),
    ("score", "value.points", [1, 1, 99], "points-differ", ""),
    ("score", "value.points", [1, 1], "wrong-number", ""),
    ("score", "value.bonuses", [[], [], []], "wrong-number", "value.points"),
    ("score", "value.sweeps", [-1, 0, 0], "negative", ""),
    ("score", "value.penalties", [1], "wrong-number", ""),
    ("score", "value.captured", False, "inconsistent", ""),
    ("score", "value.captured", 1, "wrong-type", ""),
    ("score", "value.piles", [], "wrong-number", ""),
    ("score", "value.piles", ["Ad", "Ad", ""], "foreign-card", ""),
    ("score", "value.piles", ["Td", "", ""], "foreign-card", ""),
    ("outcome", "value.winner", 2, "side-out-of-range", ""),
    ("outcome", "value.winner", -1, "negative", ""),
    ("outcome", "value.winner", None, "inconsistent", "value.reason"),
    ("outcome", "value.reason", "draw", "inconsistent", ""),
    ("outcome", "value.reason", "TARGET", "unknown-value", ""),
    ("outcome", "value.reason", 1, "unknown-value", ""),
    ("outcome", "value.deals", 0, "no-deal", ""),
    ("step", "value.move", "Rd", "not-in-hand", ""),
    ("step", "value.move", "Ab", "inconsistent", "value.after"),
    ("step", "value.events", [], "inconsistent", ""),
    ("step", "value.before.turn", 1, "not-in-hand", "value.move"),
    ("step", "value.after.turn", 2, "seat-out-of-range", ""),
    ("match-step", "value.before.seed", "13", "wrong-deck", "value.before.deals[0].deck"),
    ("match-step", "value.after.deals[0].moves[3]", "Rd", "not-in-hand", ""),
    ("match-step", "value.deal_step.events", [], "inconsistent", ""),
    ("match-step", "value.after.target", 12, "inconsistent", "value.after"),
    ("deal-record", "value.dealer", -1, "negative", ""),
    ("deal-record", "value.seed", "1", "unknown-key", ""),
    ("score-line", "value.side", 3, "side-out-of-range", ""),
    ("score-line", "value.side", -1, "negative", ""),
    ("score-line", "value.figures", [[1], 2], "inconsistent", ""),
    ("score-line", "value.figures", [[1], [2, 3]], "inconsistent", ""),
    ("score-line", "value.figures", ["1"], "wrong-type", "value.figures[0]"),
    ("score-line", "value.figures", [1] * (MOST_RULES + 1), "too-many", ""),
    ("score-line", "value", 7, "wrong-type", ""),
    ("cut", "value.dealer", 3, "inconsistent", "value.rounds[0]"),
    ("cut", "value.dealer", -1, "negative", ""),
    ("cut", "value.rounds", [], "wrong-number", ""),
    ("cut", "value.rounds[0]", [[0, "6b"], [1, "6b"]], "duplicate-card", ""),
    ("cut", "value.rounds[0]", [[0, "6b"], [1, "6d"]], "inconsistent", ""),
    ("cut", "value.rounds[0]", [[1, "6b"], [1, "7d"]], "seat-out-of-range", ""),
    ("cut", "value.rounds", TIED, "inconsistent", "value.rounds[1]"),
    (
        "cut",
        "value.rounds",
        [[[0, "6b"], [1, "6d"]], [[0, "7b"]]],
        "inconsistent",
        "value.rounds[0]",
    ),
    ("cut", "value.rounds[0][0]", [0, "6b", "6c"], "wrong-length", ""),
    ("audit", "value.remainder", 15, "inconsistent", ""),
    ("audit", "value.modulus", 0, "inconsistent", "value.remainder"),
    ("audit", "value.total", -1, "negative", ""),
    ("problem", "value.code", 1, "wrong-type", ""),
    ("suit", "value", "d", "unknown-value", ""),
    ("rank", "value", 11, "unknown-value", ""),
    ("illegal-reason", "value", "NOT_IN_HAND", "unknown-value", ""),
    ("outcome-reason", "value", None, "unknown-value", ""),
    ("rule-pack", "value", "tarot-78", "unknown-pack", ""),
    ("pack-own", "value.values[1]", ["ace", 2], "rank-twice", "value.values"),
    ("pack-own", "value.values[0][1]", 14, "value-out-of-range", "value.values"),
    ("rule-prime", "value.kind", "run", "unknown-kind", ""),
    ("rule-prime", "value.kind", ..., "unknown-kind", ""),
    ("rule-prime", "value", "prime", "wrong-type", ""),
    ("rule-dealing", "value.refill", None, "wrong-type", ""),
    ("rule-majority", "value.of", [{}] * (MOST_RULES + 1), "too-many", ""),
    ("rule-holds", "value.cards", "7d 7d", "duplicate-card", ""),
    ("event-Played", "value.event", "Event", "unknown-event", ""),
    ("event-Played", "value.event", None, "unknown-event", ""),
    ("event-Played", "value", "Played", "unknown-event", "value.event"),
    ("event-Played", "value.ply", -1, "negative", ""),
    ("event-Played", "value.seat", -1, "negative", ""),
    ("event-Played", "value.cards", ["7d", "7d"], "duplicate-card", ""),
    ("event-Played", "value.cards", "7d", "wrong-type", ""),
    ("event-Dealt", "value.count", 3, "wrong-number", ""),
    ("event-Redealt", "value.rule", {"kind": "total"}, "unknown-kind", "value.rule.kind"),
    ("event-Redealt", "value.rule", None, "wrong-type", ""),
    ("event-Declared", "value.wild", "none", "unknown-value", ""),
    ("event-DealScored", "value.score.points", [0, 9], "points-differ", ""),
    ("event-MatchWon", "value.outcome", None, "wrong-type", ""),
]


@pytest.mark.parametrize(("name", "place", "value", "code", "where"), WRONG)
def test_one_thing_that_is_wrong_is_named(
    name: str, place: str, value: Any, code: str, where: str
) -> None:
    form = changed(form_of(name), path_of(place), value)
    assert (code, where or place) in refused(text_of(form))


def test_everything_that_is_wrong_is_said_at_once() -> None:
    form = form_of("deal")
    form["value"] |= {"turn": "1", "hands": ["7d", 7], "trump": "d"}
    del form["value"]["table"]
    assert refused(text_of(form)) == [
        ("missing-key", "value.table"),
        ("unknown-key", "value.trump"),
        ("cards-text", "value.hands[1]"),
        ("wrong-type", "value.turn"),
    ]
    with pytest.raises(InvalidDataError) as refusal:
        from_json(text_of(form))
    assert "value.turn: is '1', not a whole number (wrong-type)" in str(refusal.value)


def test_what_is_wrong_with_a_variant_is_said_where_it_stands() -> None:
    form = form_of("match-second")
    form["value"]["variant"]["match"] = {"target": -1}
    assert refused(text_of(form)) == [("target-below-one", "value.variant.match.target")]


# ---------------------------------------------------------------------- each thing in turn


def in_rules(form: Any, path: Path) -> bool:
    """Whether a path lies within rules that are written in full, where much may be left out."""
    return form["type"].startswith("rule-") or any(
        is_table(at(form, path[:end])) and "format" in at(form, path[:end])
        for end in range(len(path))
    )


MADE_OF_OTHERS = ("match-view", "step", "match-step")
"""What consists of values that are tried by themselves."""


def places_in(name: str, form: Any) -> list[Path]:
    """The places of a form to be changed one after the other."""
    deepest = 3 if name in MADE_OF_OTHERS else 99
    return [path for path in paths(form, most=2) if len(path) <= deepest]


@each_value
def test_nothing_may_be_left_out_and_nothing_added(name: str) -> None:
    form = form_of(name)
    for path in places_in(name, form):
        if isinstance(path[-1], str) and len(path) > 1 and not in_rules(form, path):
            assert refused(text_of(changed(form, path, ...))), place_of(path)
        if is_table(at(form, path)):
            place = (*path, "extra")
            found = refused(text_of(changed(form, place, 1)))
            assert ("unknown-key", place_of(place)) in found, place_of(path)


@pytest.mark.unmeasured
@each_value
def test_nothing_may_be_of_another_type(name: str) -> None:
    form = form_of(name)
    for path in places_in(name, form):
        value = at(form, path)
        others: list[Any] = [1.5, {"x": 1}, [[[]]]]
        if isinstance(value, bool):
            others += [int(value), str(value), None]
        elif isinstance(value, int):
            others += [bool(value), float(value), str(value), [value]]
        elif isinstance(value, str):
            others += [True, [value], None] if value == "per_card" else [7, True, [value]]
        elif is_list(value) or is_table(value):
            others += [7, True, "7d", *([None] if path[-1] != "piles" else [])]
        for other in others:
            assert refused(text_of(changed(form, path, other))), (place_of(path), other)


@each_value
def test_no_beginning_of_a_text_is_a_text(name: str) -> None:
    text = to_json(values()[name])
    for end in range(len(text)):
        assert refused(text[:end]) == [("not-json", "text")]


# ---------------------------------------------------------------------- chance


def loaded(text: str) -> bool:
    """Whether a text is read: then what is read has a text, and is the same when read from it."""
    try:
        value = from_json(text)
    except InvalidDataError as error:
        value = error
    if isinstance(value, InvalidDataError):
        assert all(problem.code and problem.where for problem in value.problems)
        assert len(str(value)) < 100 * len(text)
        return False
    assert from_json(to_json(value)) == value
    return True


@pytest.mark.parametrize("seed", range(4))
def test_a_text_with_a_letter_changed_is_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    letters = [*map(chr, range(32, 127)), "\0", "\t", "é", "♦", "\U0001f0a1", "\ud800"]
    texts = [to_json(value) for value in values().values()]
    read = 0
    for _ in range(1000):
        text = rng.choice(texts)
        place = rng.randrange(len(text))
        read += loaded(text[:place] + rng.choice(letters) + text[place + rng.randrange(2) :])
    assert 0 < read < 300


@pytest.mark.parametrize("seed", range(8))
def test_a_text_with_its_parts_changed_is_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    forms = [form_of(name) for name in values()]
    read = sum(loaded(text_of(mutated(rng.choice(forms), rng, forms))) for _ in range(500))
    assert 20 < read < 250


@pytest.mark.parametrize("seed", range(3))
def test_rules_with_their_parts_changed_are_read_and_played_or_refused(seed: int) -> None:
    rng = Random(seed)
    match = Match.new(HOUSE, seed=1, dealer=0)
    for _ in range(8):
        match = match.play(match.deal.legal_moves[-1])
    form, house = json.loads(to_json(match)), form_of("house")["value"]
    for _ in range(150):
        form["value"]["variant"] = mutated(house, rng, [house])
        loaded(text_of(form))


# ---------------------------------------------------------------------- those who want us slow


def table_of(name: str, **changes: Any) -> str:
    """The text of a value with some of its fields changed."""
    form = form_of(name)
    form["value"] |= changes
    return text_of(form)


def _house(**changes: Any) -> str:
    return table_of("house", **changes)


FIRST_DEAL = form_of("match")["value"]["deals"][0]
HOSTILE: dict[str, str] = {
    "open lists": "[" * 100_000,
    "open tables": '{"a":' * 40_000,
    "nested lists": "[" * 100_000 + "]" * 100_000,
    "nested value": f'{{"schema":1,"type":"deal","value":{"[" * 900}{"]" * 900}}}',
    "nested format": f'{{"schema":1,"type":"variant","value":{{"format":{"[" * 900}{"]" * 900}}}}}',
    "noise": "".join(Random(1).choices("[]{}\",:0123456789etrunfals\\ -", k=LONGEST)),
    "a megabyte of noise": "".join(Random(2).choices("[]{}\",:0123456789 ", k=1_000_000)),
    "a megabyte of spaces": " " * 1_000_000,
    "backslashes": '"' + "\\" * (LONGEST - 1),
    "digits": f'{{"schema":1,"type":"card","value":{"9" * 200_000}}}',
    "digits below 0": f'{{"schema":{"-" + "9" * 200_000},"type":"card","value":""}}',
    "digits after the point": f'{{"schema":1,"type":"card","value":0.{"9" * 200_000}}}',
    "exponent": f'{{"schema":1,"type":"card","value":1e{"9" * 200_000}}}',
    "a long type": f'{{"schema":1,"type":"{"c" * 200_000}","value":""}}',
    "a long card": f'{{"schema":1,"type":"card","value":"{"7d" * 100_000}"}}',
    "a long move": f'{{"schema":1,"type":"move","value":"7dx{"Ad" * 100_000}"}}',
    "a long set": f'{{"schema":1,"type":"cards","value":"{"7d " * 80_000}"}}',
    "a long id": f'{{"schema":1,"type":"variant","value":"{"x" * 200_000}"}}',
    "keys": text_of({"schema": 1, "type": "deal", "value": {f"k{n}": 1 for n in range(18_000)}}),
    "a long key": text_of(
        {"schema": 1, "type": "deal", "value": {"k" * 100_000: [1.5] * 20_000}}
    ),
    "surrogates": table_of("deal", stock=["\ud800"] * 20_000),
    "seats": table_of("view", seating=[[seat] for seat in range(20_000)]),
    "a side": table_of("deal", seating=[list(range(30_000))]),
    "many seats": table_of(
        "view",
        seating=[[seat] for seat in range(6_000)],
        **{key: [0] * 6_000 for key in ("hand_sizes", "pile_sizes", "sweeps", "declared")},
        **{key: [""] * 6_000 for key in ("shown", "piles")},
        bonuses=[[]] * 6_000,
    ),
    "shown": table_of("deal", shown=[""] * 50_000),
    "stock": table_of("deal", stock=["7d"] * 40_000),
    "moves": table_of("match", deals=[{**FIRST_DEAL, "moves": ["Ad"] * 30_000}]),
    "deals": table_of("match", deals=[FIRST_DEAL] * 400),
    "sides": table_of(
        "score",
        **{key: [0] * 15_000 for key in ("points", "sweeps", "declared")},
        piles=[""] * 15_000,
        bonuses=[[]] * 15_000,
    ),
    "sheets": table_of("match-view", scores=form_of("match-view")["value"]["scores"] * 200),
    "awards": _house(awards=[{"kind": "prime", "id": f"a{n}"} for n in range(5_000)]),
    "no awards": _house(awards=[{}] * 80_000),
    "bonuses": _house(bonuses=[{"kind": "echo", "id": f"b{n}"} for n in range(5_000)]),
    "seatings": _house(seatings=[{"sides": [[0], [1]]}] * 9_000),
    "families": _house(capture={"families": [{"kind": "sum"}] * 14_000}),
    "ranks": _house(pack={"id": "p", "values": [["ace", 1]] * 15_000}),
    "dropped": _house(drop=["a"] * 40_000, add={"awards": [{"id": "b"}] * 7_000}),
    "sums": _house(capture={"families": [{"kind": "complement", "total": 110}]}),
    "relays": _house(opening={"worth": [], "relays": LARGEST}),
    "a large hand": _house(dealing={"hand": LARGEST}),
    "a large table": _house(dealing={"table": LARGEST}),
}  # fmt: skip


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_refused_quickly(name: str) -> None:
    with quickly():
        assert refused(HOSTILE[name])


def test_large_numbers_that_are_lawful_are_read_quickly() -> None:
    with quickly():
        form = form_of("house")
        form["value"]["opening"]["relays"] = LARGEST
        form["value"]["match"] = {"target": LARGEST}
        form["value"]["sweep"] = {"points": 999, "exactly": 999}
        variant = from_json(text_of(form))
        match = Match.new(variant, seed=1)
        assert from_json(to_json(match)) == match


def test_a_match_as_long_as_may_be_is_read_in_time() -> None:
    match = Match.new(SCOPA.derive(id="x-long", match=match_to(1_000_000)), seed=1)
    while len(to_json(match)) < LONGEST // 4:
        for _ in range(36):
            match = match.play(match.deal.legal_moves[0])
    with quickly():
        assert from_json(to_json(match)) == match


@contextmanager
def stopped_after(seconds: float) -> Generator[None]:
    """Stops what takes more than so many seconds of this processor."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_rules_that_void_every_table_are_refused() -> None:
    form = json.loads(to_json(Match.new(SCOPA, seed=1, dealer=0)))
    rules = SCOPA.to_dict() | {"id": "x", "redeals": [{"kind": "total_at_most", "total": 40}]}
    form["value"]["variant"] = rules
    with stopped_after(5):
        assert refused(text_of(form))


def thirteen() -> Pack:
    return Pack("x-thirteen", tuple((rank, int(rank)) for rank in Rank))


def test_a_sum_of_nearly_every_card_is_found_quickly() -> None:
    rules = Variant(
        id="x-whole",
        pack=thirteen(),
        seatings=[Seating.singles(2)],
        dealing=Dealing(1, 50, None),
        capture=Capture((Equal(), Complement(364)), compulsory=False, claims=Claims()),
    )
    match = Match.new(rules, seed=1, dealer=0)
    form = json.loads(to_json(match))
    form["value"]["deals"][0]["moves"] = [str(card) for card in match.deal.hands[1]]
    with stopped_after(5):
        from_json(text_of(form))


# ---------------------------------------------------------------------- other doors


def nested(depth: int) -> Any:
    data: Any = []
    for _ in range(depth):
        data = [data]
    return data


def test_plain_data_of_any_kind_is_read_or_refused() -> None:
    assert decode(View, form_of("view")["value"]) == values()["view"]
    with pytest.raises(InvalidDataError, match="too-deep"):
        decode(View, nested(DEEPEST + 1))
    with pytest.raises(InvalidDataError, match="is nothing, not a table"):
        decode(View, None)
    odd: list[Any] = [
        {1: 2},
        (1, 2),
        {"x": object()},
        {"hand": b"7d"},
        float("nan"),
        {7},
        nested(5000),
    ]
    for data in odd:
        with pytest.raises(InvalidDataError):
            decode(View, data)


def test_data_too_large_to_show_is_named_all_the_same() -> None:
    assert shown(10**5000) == "a int too large to show"
    assert shown(nested(100_000)) == "a list too large to show"
    assert shown("x" * 100) == f"'{'x' * 36}..."
    with pytest.raises(InvalidVariantError, match="is a list too large to show, not a text"):
        Variant.from_dict({"id": nested(100_000)})


def test_only_some_of_very_many_problems_are_listed() -> None:
    found = refused(table_of("deal", stock=[1.5] * 1000))
    assert found == [("wrong-type", f"value.stock[{place}]") for place in range(20)]


def test_an_event_of_ones_own_has_no_form() -> None:
    class Dropped(Swept):
        pass

    for write in (to_json, encode):
        with pytest.raises(InvalidDataError, match=r"no form for .*Dropped") as refusal:
            write(Dropped(0, 0, 0, (), 1))
        assert [problem.code for problem in refusal.value.problems] == ["unknown-type"]


def test_a_refused_text_leaves_everything_as_it_was() -> None:
    before = {name: to_json(value) for name, value in values().items()}
    for text in (*HOSTILE.values(), text_of(form_of("house") | {"value": {"format": 1}})):
        refused(text)
    assert {name: to_json(value) for name, value in values().items()} == before
    assert VARIANTS["scopa"] is SCOPA
