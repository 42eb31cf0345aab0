"""Every value as JSON and back; a match that was saved goes on as if it had not been."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given

import scopa.events
from scopa import (
    VARIANTS,
    Card,
    CardSet,
    Deal,
    Event,
    Match,
    MatchRules,
    Outcome,
    OutcomeReason,
    Pack,
    Rank,
    RecordError,
    RedealRequired,
    Seating,
    Setup,
    Suit,
    Variant,
    match_to,
    parse_move,
)
from scopa.codec import EVENTS, LONGEST, TYPES, decode, from_json, to_json
from scopa.errors import InvalidDataError
from scopa.plain import is_list, is_table
from scopa.testing.strategies import catalogue, deals, variants
from tests.positions import card, cards, next_deal, played_out, position
from tests.strategies import CATALOGUE, Table, examples
from tests.views import everybody, some_move

if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPA = VARIANTS["scopa"]
ESCOPA = VARIANTS["escopa-15"]
FIRST = [table for table in CATALOGUE if table.seating == table.variant.seatings[0]]
OTHERS = [table for table in CATALOGUE if table not in FIRST]


def begun(table: Table) -> Match:
    return Match.new(table.variant, seed=str(table), seating=table.seating)


def is_early(match: Match) -> bool:
    """Whether a match is in its first deal, or has just begun the second."""
    return match.outcome is None and (len(match.scores), match.deal.ply) < (1, 5)


def value_in(value: object) -> Any:
    """What stands in the JSON of a value, under ``value``."""
    return json.loads(to_json(value))["value"]


def comes_back(value: object) -> bool:
    """Whether a value is the same after it was written and read, and is written the same again."""
    text = to_json(value)
    again = from_json(text)
    return bool(again == value) and type(again) is type(value) and to_json(again) == text


# ---------------------------------------------------------------------- saved and resumed


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", FIRST, ids=str)
def test_a_match_saved_after_every_move_goes_on_the_same(table: Table) -> None:
    rng = Random(str(table))
    match = saved = begun(table)
    while match.outcome is None and len(match.scores) < 2:
        saved = from_json(to_json(saved))
        assert saved == match
        assert saved.deal.legal_moves == match.deal.legal_moves
        move = some_move(match.deal, rng)
        step, same = match.step(move), saved.step(move)
        assert same.events == step.events
        match, saved = step.after, same.after
    assert from_json(to_json(saved)) == match
    assert match.scores


@pytest.mark.parametrize("table", OTHERS, ids=str)
def test_a_match_in_another_seating_goes_on_the_same(table: Table) -> None:
    rng = Random(str(table))
    match = saved = begun(table)
    while is_early(match):
        if rng.random() < 0.2:
            saved = from_json(to_json(saved))
        move = some_move(match.deal, rng)
        step, same = match.step(move), saved.step(move)
        assert same.events == step.events
        match, saved = step.after, same.after
    assert from_json(to_json(saved)) == match


@pytest.mark.parametrize("name", VARIANTS)
def test_a_match_saved_once_has_the_same_end(name: str) -> None:
    match = next_deal(Match.new(VARIANTS[name], seed=f"end of {name}"))
    ended = played_out(match, Random(1))
    again = played_out(from_json(to_json(match)), Random(1))
    assert again == ended
    assert comes_back(ended)


@pytest.mark.parametrize("seed", ["none", "null", "0", "7", "a ♣ b", '"', "x" * 500])
def test_any_seed_is_kept(seed: str) -> None:
    match = Match.new(SCOPA, seed=seed, dealer=0)
    assert from_json(to_json(match)).seed == seed
    assert comes_back(next_deal(match))


def test_a_match_dealt_from_given_decks_is_saved_at_every_point() -> None:
    deck = SCOPA.pack.cards
    match = Match.new(SCOPA, deck=deck, dealer=1)
    for number in range(2):
        while not match.deal.is_over:
            assert from_json(to_json(match)) == match
            match = match.play(match.deal.legal_moves[0])
        waiting = from_json(to_json(match))
        assert waiting == match
        assert waiting.awaits_deck
        match = match.deal_next(deck[number:] + deck[:number])
    assert comes_back(match)


def test_penalties_are_kept() -> None:
    match = Match.new(ESCOPA, seed=1).penalise(0, 3)
    assert comes_back(match)
    counted = next_deal(match.play(match.deal.legal_moves[0]).penalise(1, 1))
    assert counted.scores[0].penalties == (3, 1)
    assert comes_back(counted)
    assert comes_back(counted.scores[0])
    assert comes_back(counted.view(None))


def test_a_deal_dealt_again_is_kept_with_its_void_table() -> None:
    match = Match.new(SCOPA, seed=1029)
    assert from_json(to_json(match)).dealt == match.dealt
    assert comes_back(match.dealt[0])
    assert len(value_in(match)["deals"][0]["void"]) == 1


def test_a_match_to_other_points_and_a_match_of_one_deal_are_kept() -> None:
    assert comes_back(Match.new(SCOPA, seed=1, target=3))
    assert comes_back(Match.new(VARIANTS["cicera-bresciana"], seed=1))


def test_the_text_of_a_match_may_name_the_players() -> None:
    match = Match.new(SCOPA, seed=1)
    form = json.loads(to_json(match))
    form["value"] |= {"players": ["Anna", "Bruno"], "note": "after supper"}
    assert from_json(json.dumps(form)) == match


def test_a_record_is_kept_with_all_that_was_noted() -> None:
    record = attrs.evolve(
        Match.new(SCOPA, seed=1).record(), players=("Anna", "Bruno"), note="“Scopa!” ♥"
    )
    assert comes_back(record)
    assert "Anna" in to_json(record)
    assert "“Scopa!” ♥" in to_json(record)  # readable, not escaped


# ---------------------------------------------------------------------- every value


def moment(match: Match, rng: Random) -> Iterator[object]:
    """Everything that a match has at one moment, as one of those at the table sees it."""
    deal = match.deal
    seat = rng.choice(everybody(match.seating))
    yield from (match, match.record(), match.view(seat), match.seating, match.variant)
    yield from (deal, deal.setup(), deal.score(), deal.table, *deal.stock[:1])
    yield from (deal.view(seat), deal.view(seat).counts_only())
    yield from deal.legal_moves[-8:]
    yield from [match.outcome] if match.outcome else ()


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_every_value_of_a_deal_comes_back(table: Table) -> None:
    rng = Random(str(table))
    match = begun(table)
    told: list[Event] = [*match.dealt]
    seen = set[str]()
    while is_early(match):
        if rng.random() < 0.1:
            assert all(comes_back(value) for value in moment(match, rng))
        step = match.step(some_move(match.deal, rng))
        match = step.after
        told += step.events
    assert all(comes_back(value) for value in moment(match, rng))
    for event in told:
        if rng.random() < 0.3 or type(event).__name__ not in seen:
            assert comes_back(event.seen_by(rng.choice(everybody(table.seating))))
            seen.add(type(event).__name__)
    assert {"Dealt", "Played"} <= seen


@given(deals(variants()))
@examples(60)
def test_a_deal_of_any_variant_comes_back(deal: Deal) -> None:
    assert comes_back(deal.variant)
    assert comes_back(deal)
    assert comes_back(deal.view(deal.turn))
    assert comes_back(deal.score())


@given(deals(catalogue()))
@examples(40)
def test_equal_deals_have_one_text_however_they_came_about(deal: Deal) -> None:
    described = Setup(**{own.name: getattr(deal.setup(), own.name) for own in attrs.fields(Setup)})
    assert to_json(Deal.from_setup(described)) == to_json(deal)
    assert to_json(described) == to_json(deal.setup())


def test_equal_values_have_one_text() -> None:
    assert to_json(cards("Ac 7d")) == to_json(cards("7d Ac"))
    assert to_json(parse_move("Rdx4c6s3b")) == to_json(parse_move("Rdx3b4c6s"))
    assert to_json(SCOPA.derive()) == to_json(SCOPA)
    assert to_json(Seating(((0,), (1,)))) == to_json(Seating.singles(2))
    lists: Any = Setup(variant=SCOPA, hands=[[card("7d")], []], table=[card("Ac")], sweeps=[1, 0])
    sets = Setup(
        variant=SCOPA, hands=(cards("7d"), CardSet()), table=cards("Ac"), sweeps=(1, 0), ply=38
    )
    assert lists == attrs.evolve(sets, ply=lists.ply)
    assert to_json(lists) == to_json(attrs.evolve(sets, ply=lists.ply))


def test_a_variant_is_its_id_only_if_it_is_that_of_the_catalogue() -> None:
    assert value_in(SCOPA) == "scopa"
    changed = SCOPA.derive(match=match_to(16))
    assert value_in(changed)["match"] == {"target": 16}
    assert comes_back(changed)
    tiny = Pack("scopa", ((Rank.ACE, 1), (Rank.TWO, None)), suits=(Suit.COINS, Suit.CUPS))
    assert tiny not in [variant.pack for variant in VARIANTS.values()]
    derived = SCOPA.derive(id="x-same", match=MatchRules(None, "draw"))
    assert value_in(derived)["match"] == {"target": "none", "tie": "draw"}
    assert comes_back(derived)


def test_a_position_is_kept_whether_it_is_lawful_or_not() -> None:
    unlawful = Setup(variant=SCOPA, hands=[cards("7d"), cards("7d")], turn=9, ply=-1)
    assert unlawful.problems()
    assert comes_back(unlawful)


def test_what_a_rule_asked_for_is_kept() -> None:
    laid = position("escopa-15", table="Cc", hand="7d", hands={1: "2d"}).play(parse_move("7d"))
    assert laid.is_claimable
    assert from_json(to_json(laid)).legal_moves == laid.legal_moves
    assert comes_back(laid.view(1))
    shown = position("cirulla", hand="Ad 2c 7c").play(parse_move("#A"))
    assert any(shown.shown)
    assert comes_back(shown)
    assert comes_back(shown.view(1))


def numbers_in(data: Any) -> Iterator[int]:
    if is_table(data):
        data = list(data.values())
    if is_list(data):
        for item in data:
            yield from numbers_in(item)
    elif isinstance(data, int):
        yield data


CARDS = {"cards", "hand", "hands", "table", "stock", "piles", "placed", "shown", "deck", "void"}


def texts_of_cards(data: Any) -> Iterator[Any]:
    """Whatever stands in a field that holds cards."""
    if is_table(data):
        yield from (value for key, value in data.items() if key in CARDS)
        data = [value for key, value in data.items() if key not in CARDS]
    if is_list(data):
        for item in data:
            yield from texts_of_cards(item)


@pytest.mark.parametrize("name", ["scopa", "cirulla", "cicera-bresciana"])
def test_cards_are_never_numbers(name: str) -> None:
    match = next_deal(Match.new(VARIANTS[name], seed=1))
    for value in (match, match.deal, match.view(0), match.scores[0], match.deal.setup()):
        form = value_in(value)
        assert all(number < 1000 for number in numbers_in(form))
        held = list(texts_of_cards(form))
        assert held
        assert not list(numbers_in(held))


# ---------------------------------------------------------------------- what the texts are

GOLDEN: list[tuple[object, str, str]] = [
    (card("7d"), "card", '"7d"'),
    (cards("Rb 7d"), "cards", '"7d Rb"'),
    (cards(""), "cards", '""'),
    (parse_move("7dx3b4s"), "move", '"7dx4s3b"'),
    (parse_move("!7cFb"), "move", '"!7cFb"'),
    (parse_move("#5"), "move", '"#5"'),
    (Seating.pairs(), "seating", "[[0,2],[1,3]]"),
    (SCOPA, "variant", '"scopa"'),
    (
        Outcome(None, OutcomeReason.DRAW, (1, 1), 1),
        "outcome",
        '{"winner":null,"reason":"draw","totals":[1,1],"deals":1}',
    ),
    (
        Outcome(0, OutcomeReason.SINGLE_DEAL, (4, -1), 1),
        "outcome",
        '{"winner":0,"reason":"single-deal","totals":[4,-1],"deals":1}',
    ),
    (
        scopa.events.Dealt(0, 1, 1, (card("7d"), card("Ac")), 2),
        "event",
        '{"event":"Dealt","ply":0,"seat":1,"side":1,"cards":["7d","Ac"],"count":2}',
    ),
    (
        scopa.events.Declared(0, 1, 1, (card("7c"),), Rank.KNAVE, 10),
        "event",
        '{"event":"Declared","ply":0,"seat":1,"side":1,"cards":["7c"],"wild":"knave","points":10}',
    ),
]


@pytest.mark.parametrize(("value", "name", "form"), GOLDEN, ids=lambda x: type(x).__name__)
def test_a_text_stays_as_it_is(value: object, name: str, form: str) -> None:
    text = f'{{"schema":1,"type":"{name}","value":{form}}}'
    assert to_json(value) == text
    assert from_json(text) == value


def test_every_type_has_its_name_and_every_event_too() -> None:
    assert list(TYPES) == [
        *("card", "cards", "move", "seating", "variant", "setup", "deal", "view"),
        *("match", "match-view", "record", "score", "outcome"),
        *("results", "tournament", "plan", "sums", "event"),
        *("step", "match-step", "deal-record", "score-line", "cut", "audit", "problem"),
        *("suit", "rank", "outcome-reason", "illegal-reason"),
        *(name for name in TYPES if name.startswith("rule-")),
    ]
    kinds = {kind for kind in vars(scopa.events).values() if isinstance(kind, type)}
    told = {kind for kind in kinds if issubclass(kind, Event) and kind is not Event}
    assert set(EVENTS.values()) == told
    assert all(name == kind.__name__ for name, kind in EVENTS.items())


# ---------------------------------------------------------------------- what cannot be written


@pytest.mark.parametrize(
    "value", [None, 7, True, "7d", 1.5, b"7d", [], {}, object(), Card, TYPES, [card("7d")]]
)
def test_what_has_no_form_is_refused(value: object) -> None:
    with pytest.raises(InvalidDataError, match="no form for") as refused:
        to_json(value)
    assert [problem.code for problem in refused.value.problems] == ["unknown-type"]


UNWRITABLE: list[tuple[Any, str]] = [
    ({"name": "\ud800"}, "not-unicode"),
    ({"sources": ["S1", "a\udfffb"]}, "not-unicode"),
    ({"match": MatchRules(target=2**53)}, "number-too-large"),
]


@pytest.mark.parametrize(("changes", "code"), UNWRITABLE, ids=lambda x: str(x)[:12])
def test_what_json_cannot_hold_is_refused(changes: Any, code: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        to_json(SCOPA.derive(id="x", **changes))
    (problem,) = refused.value.problems
    assert problem.code == code
    assert problem.where.startswith(f"value.{next(iter(changes))}")


@pytest.mark.parametrize("turn", [1.5, float("nan"), float("inf"), object(), b"1", {1}])
def test_what_is_no_plain_data_is_refused(turn: Any) -> None:
    with pytest.raises(InvalidDataError) as refused:
        to_json(Setup(variant=SCOPA, hands=[cards("7d"), cards("7c")], turn=turn))
    (problem,) = refused.value.problems
    assert (problem.code, problem.where) == ("wrong-type", "value.turn")


# ---------------------------------------------------------------------- other doors


def test_plain_data_is_read_as_well() -> None:
    assert decode(CardSet, "7d Ac") == cards("7d Ac")
    assert decode(Seating, [[0], [1]], "seats") == Seating.singles(2)
    with pytest.raises(InvalidDataError, match=r"seats\[0\]: is 7, not a list"):
        decode(Seating, [7], "seats")


def test_a_long_text_is_read_where_that_is_wished() -> None:
    text = f"{to_json(card('7d'))}{' ' * LONGEST}"
    with pytest.raises(InvalidDataError, match="characters, more than"):
        from_json(text)
    assert from_json(text, longest=len(text)) == card("7d")


def test_the_longest_matches_are_far_from_the_limit() -> None:
    match = played_out(Match.new(VARIANTS["escova-gaucha"], seed=7), Random(7))
    assert len(match.scores) > 15
    assert len(to_json(match)) * 20 < LONGEST


def test_a_record_that_no_match_has_is_a_record_all_the_same() -> None:
    record = attrs.evolve(Match.new(SCOPA, seed=1).record(), seed="another")
    assert comes_back(record)
    with pytest.raises(RecordError):
        Match.replay(record)


def test_a_void_table_is_known_by_the_rule() -> None:
    with pytest.raises(RedealRequired):
        Deal.start(SCOPA, Match.new(SCOPA, seed=1029).record().deals[0].void[0])


def test_a_variant_of_its_own_goes_with_every_value() -> None:
    house = SCOPA.derive(id="x-house", match=match_to(2))
    match = played_out(Match.new(house, seed=3), Random(3))
    for value in (match, match.deal, match.view(1), match.scores[0], match.record()):
        assert comes_back(value)
    assert isinstance(value_in(match)["variant"], dict)
    again = from_json(to_json(match))
    assert isinstance(again.variant, Variant)
    assert again.variant == house
