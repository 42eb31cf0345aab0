"""Texts of every type, and what can be done to them."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from scopa import (
    VARIANTS,
    Cards,
    Event,
    HandHolds,
    Holds,
    IllegalReason,
    Majority,
    Match,
    Opening,
    Outcome,
    OutcomeReason,
    Pairs,
    Prime,
    Problem,
    Rank,
    RankCount,
    Run,
    SameSuit,
    Seating,
    Suit,
    Total,
    Variant,
    audit,
    events,
    match_to,
    parse_move,
)
from scopa.codec import TYPES, to_json
from scopa.match import cut_for_deal
from scopa.plain import held_by, is_list, is_table
from scopa.results import Plan, Results, Sums, Tournament
from tests.positions import card, cards, next_deal, position, scored
from tests.test_plain import EVERYTHING, TINY

if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPA = VARIANTS["scopa"]
HOUSE = Variant(  # owes nothing to the catalogue, so that its text stays as it is
    id="x-house",
    name="Nonna’s scopa",
    redeals=(RankCount(Rank.KING, 3),),
    opening=Opening(((Total(15), 1), (Pairs(15), 2))),
    bonuses=(SameSuit("per_card"),),
    awards=(
        Majority(),
        Majority(Cards(suit=Suit.COINS)),
        Holds(cards("7d"), id="settebello"),
        Prime(),
        Run(Suit.COINS, cap=7),
    ),
    match=match_to(16),
    sources=("nonna",),
)

Path = tuple[str | int, ...]
"""Where something stands in a text: the keys and places that lead to it."""


def _events() -> list[Event]:
    """An event of every type."""
    seven, ace = card("7d"), card("Ac")
    by_seat_1 = (3, 1, 1)
    return [
        events.Redealt(
            0, 1, 1, tuple(map(card, ["Rd", "Rc", "Rs", "2d"])), RankCount(Rank.KING, 3)
        ),
        events.Dealt(0, 0, 0, (seven, ace), 2),
        events.TableLaid(0, 1, 1, (seven, ace)),
        events.OpeningTaken(0, 1, 1, (seven, ace), 2),
        events.LastCards(30, 1, 1, ()),
        events.Played(*by_seat_1, (seven,)),
        events.Captured(*by_seat_1, tuple(map(card, ["7d", "4s", "3b"]))),
        events.Claimed(*by_seat_1, (seven, ace)),
        events.Declared(0, 1, 1, tuple(map(card, ["Ad", "2c", "7c"])), Rank.ACE, 10),
        events.Swept(*by_seat_1, (seven, ace), 1),
        events.BonusScored(*by_seat_1, (seven, ace), "picada", 1),
        events.Remainder(36, None, None, (ace,)),
        events.DealScored(36, None, None, (), scored("scopa", "7d 6c As 5b", "Rd Rc")),
        events.MatchWon(36, None, 0, (), Outcome(0, OutcomeReason.INSTANT, (12, -3), 2)),
    ]


@cache
def values() -> dict[str, Any]:
    """A value of every type, of several where a type has several faces, by a name for each."""
    begun = Match.new(SCOPA, seed=12, dealer=0)
    for _ in range(3):
        begun = begun.play(begun.deal.legal_moves[0])
    second = next_deal(Match.new(HOUSE, seed=5, seating=Seating.singles(3)))
    second = second.play(second.deal.legal_moves[0])
    shown = position("cirulla", hand="Ad 2c 7c").play(parse_move("#A"))
    laid = position("escopa-15", table="2c Cc", hand="7d", hands={1: "2d"}).play(parse_move("7d"))
    given = Match.new(VARIANTS["cicera-bresciana"], deck=_bresciane(), dealer=2)
    return {
        "card": card("7d"),
        "cards": cards("7d Rd Ac"),
        "play": parse_move("7dx4s3b"),
        "claim": parse_move("!7cFb"),
        "declare": parse_move("#5"),
        "seating": Seating.pairs(),
        "variant": SCOPA,
        "house": HOUSE,
        "setup": begun.deal.setup(),
        "deal": begun.deal,
        "deal-shown": shown,
        "deal-claimable": laid,
        "view": begun.deal.view(0),
        "view-counts": shown.view(1).counts_only(),
        "match": begun,
        "match-second": second,
        "match-given": given.play(given.deal.legal_moves[0]),
        "match-view": second.view(None),
        "record": second.record(),
        "score": second.scores[0],
        "outcome": Outcome(1, OutcomeReason.TARGET, (9, 12), 4),
        "results": _results(),
        "tournament": Tournament(("first", "greedy"), (_results(), Results.none(_results().plan))),
        "plan": _results().plan,
        "sums": _results().wins,
        "step": begun.deal.step(begun.deal.legal_moves[0]),
        "match-step": begun.step(begun.deal.legal_moves[0]),
        "deal-record": given.record().deals[0],
        "score-line": second.scores[0].lines[0],
        "score-line-prime": second.scores[0].line("primiera", 1),
        "cut": cut_for_deal(HOUSE, Seating.singles(3), 24),
        "audit": audit(laid),
        "problem": Problem("card-missing", "deals[0].deck", "7d is missing"),
        "suit": Suit.COINS,
        "rank": Rank.KNAVE,
        "outcome-reason": OutcomeReason.SINGLE_DEAL,
        "illegal-reason": IllegalReason.CAPTURE_COMPULSORY,
        "pack-own": TINY,
        **rules(),
        **{f"event-{type(event).__name__}": event for event in _events()},
    }


def _results() -> Results:
    """Three decks, each played twice; of one of them the second deal was level."""
    names = ("first", "greedy")
    return Results(
        Plan(HOUSE, HOUSE.seatings[0], names, "7", dealer=1, duplicate=True),
        ((0, 1), (4, 6)),
        Sums.over(2, [(0, 2), (1, 1), (0, 1)]),
        Sums.over(2, [(1, 8), (5, 4), (2, 3)]),
        (1, 3),
        1,
    )


def rules() -> dict[str, Any]:
    """A rule value of every type, by the name of the type."""
    more = (HandHolds(cards("Rd Cd Fd"), 12), VARIANTS["cicera-bresciana"].pack)
    known = {kind: name for name, kind in TYPES.items() if name.startswith("rule-")}
    parts: list[Any] = [*more, *(part for variant in EVERYTHING for part in parts_of(variant))]
    first: dict[Any, Any] = {part.__class__: part for part in reversed(parts)}
    return {name: first[kind] for kind, name in known.items()}


def parts_of(value: Any) -> Iterator[Any]:
    """A value, and the values within it."""
    yield value
    kind: type[Any] = value.__class__
    inner = value if is_list(value) else held_by(value).values() if attrs.has(kind) else ()
    for part in inner:
        yield from parts_of(part)


def _bresciane() -> Any:
    return VARIANTS["cicera-bresciana"].pack.cards


def form_of(name: str) -> Any:
    """The text of a value, as plain data to be changed at will."""
    return json.loads(to_json(values()[name]))


def text_of(form: Any) -> str:
    """Plain data as a text."""
    return json.dumps(form, ensure_ascii=True)


def path_of(place: str) -> Path:
    """``value.hands[1]`` as keys and places."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", place)
    return tuple(int(number) if number else key for number, key in parts)


def place_of(path: Path) -> str:
    """Keys and places as problems name them."""
    parts = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return "".join(parts).removeprefix(".")


def at(form: Any, path: Path) -> Any:
    """What stands there."""
    for key in path:
        form = form[key]
    return form


def changed(form: Any, path: Path, value: Any) -> Any:
    """The same form with something else there; left out if it is ``...``."""
    form = deepcopy(form)
    holder = at(form, path[:-1])
    if value is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return form


def paths(form: Any, path: Path = (), *, most: int = 1000) -> Iterator[Path]:
    """Every path of a form, no more than `most` into each list."""
    if path:
        yield path
    if is_table(form):
        for key, value in form.items():
            yield from paths(value, (*path, key), most=most)
    elif is_list(form):
        for place, item in enumerate(form[:most]):
            yield from paths(item, (*path, place), most=most)


JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 40, 2**16, 2**31, 2**53 - 1, 2**53, 10**30, 1.5, 1e308),
    *("", "none", "7d", "7d Ac", "Rd", "x", "scopa", "#", "!7d", "\ud800", "ace", "play_on"),
    *([], {}, [[]], [0], ["7d"], {"kind": "total", "total": 15}, {"a": 1}, Rank.ACE.value),
)
_KEYS = ("x", "kind", "id", "base", "add", "drop", "format", "seed", "hand", "\ud8ff", "")


def mutated(form: Any, rng: Random, others: list[Any]) -> Any:
    """A form with one to three things changed: dropped, retyped, moved, counted otherwise."""
    form = deepcopy(form)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        path = rng.choice(list(paths(form)))
        holder, key = at(form, path[:-1]), path[-1]
        if rng.random() < 0.15:
            del holder[key]
        else:
            holder[key] = _otherwise(holder[key], form, rng, others)
    return form


def _otherwise(value: Any, form: Any, rng: Random, others: list[Any]) -> Any:
    kind = rng.randrange(5)
    if kind == 0:
        return deepcopy(rng.choice(JUNK))
    if kind == 1:
        source = rng.choice([form, *others])
        return deepcopy(at(source, rng.choice([(), *paths(source)])))
    if is_list(value) and value:
        return _shaken(list(value), rng)
    if is_table(value):
        return {**value, rng.choice(_KEYS): deepcopy(rng.choice(JUNK))}
    if isinstance(value, str) and value:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice("Ad7cRx! #\0é") + value[place + 1 :]
    if isinstance(value, int):
        changes = (-1, 1, -2, 2, 10, 65536, 2**40)
        return rng.choice((value + rng.choice(changes), str(value), float(value), [value]))
    return deepcopy(rng.choice(JUNK))


def _shaken(items: list[Any], rng: Random) -> list[Any]:
    manner = rng.randrange(3)
    if manner == 0:
        items.insert(rng.randrange(len(items)), deepcopy(rng.choice(items)))
    elif manner == 1:
        items.pop(rng.randrange(len(items)))
    else:
        rng.shuffle(items)
    return items
