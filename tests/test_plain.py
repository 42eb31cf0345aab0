"""Variants as plain data and back."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import attrs
import pytest

from scopa import (
    BRESCIANE_52,
    FRENCH_40,
    VARIANTS,
    Capture,
    Cards,
    Claims,
    Complement,
    Dealing,
    Declarations,
    DoubleSweeps,
    Echo,
    Equal,
    Foursome,
    HandTotalAtMost,
    Holder,
    Holds,
    InvalidVariantError,
    Majority,
    MatchRules,
    NoTrick,
    OfAKind,
    Opening,
    OpponentUnder,
    Pack,
    Pairs,
    Prime,
    Rank,
    RankCount,
    Refill,
    Run,
    SameSuit,
    Seating,
    Suit,
    Sum,
    Sweep,
    Sweeper,
    TableTotalAtMost,
    TookAtLeast,
    Total,
    Variant,
    Wild,
    WinsHolding,
    WinsShutout,
    match_to,
)
from scopa.documents import FOURSOME_VALUES
from scopa.plain import to_plain
from scopa.variant import diff
from tests.positions import card, cards

SCOPA = VARIANTS["scopa"]
TINY = Pack(  # six cards: two hands of two, two on the table
    "tiny",
    ((Rank.ACE, 1), (Rank.TWO, 2), (Rank.KING, None)),
    labels=((Rank.KING, "RE"),),
    suits=(Suit.COINS, Suit.CLUBS),
)
EVERYTHING = [
    Variant(
        id="x-one",
        name="One of everything",
        seatings=[Seating.singles(2)],
        dealing=Dealing(4, 2, Refill(4, 2), "packet", "lowest"),
        redeals=[RankCount(Rank.ACE, 2), TableTotalAtMost(3)],
        opening=Opening(((Total(15), 1), (Pairs(15), 2)), to="leader", relays=1),
        capture=Capture(
            (Equal(), Sum(True, 3, False), Complement(15, False, 4, True)),
            compulsory=False,
            claims=Claims(sweeps=True),
            sweeper=Sweeper(Rank.ACE, "all", "kept", False, "forbidden", ("sum", "complement")),
        ),
        sweep=Sweep(2, True, 4),
        bonuses=[Echo(2), SameSuit("per_card", id="bager"), TookAtLeast(4, 3)],
        wild=Wild(card("7c"), False, True, "ace", "end_of_packet"),
        declarations=Declarations((HandTotalAtMost(8, 2), OfAKind(2, 4)), "all"),
        awards=[
            Majority((Cards(Suit.COINS), Cards(rank=Rank.SEVEN)), 2, 1),
            Holds(cards("7d Rd"), 2, id="two", replaces=("coins",)),
            Run(Suit.CUPS, cap=6),
            Prime(missing="partial", points=3),
            Foursome(FOURSOME_VALUES, 1),
            OpponentUnder(10, 2),
            DoubleSweeps(cards("Cd Cc")),
        ],
        match=MatchRules(31, Holder(card("Rd")), instant=(NoTrick(), WinsShutout(5))),
        direction="clockwise",
        sources=["a", "b"],
        readings=["c"],
    ),
    SCOPA.derive(id="x-holding", match=MatchRules(instant=(WinsHolding(cards("Ad 2d")),))),
    SCOPA.derive(id="x-low", match=MatchRules(21, "draw", lowest_wins=True)),
    SCOPA.derive(id="x-whole", dealing=Dealing(9, 4, None), seatings=[Seating.pairs()]),
    Variant(id="x-tiny", pack=TINY, seatings=[Seating.singles(2)], dealing=Dealing(2, 2, None)),
]


@pytest.mark.parametrize("variant", [*VARIANTS.values(), *EVERYTHING], ids=lambda v: v.id)
def test_a_variant_comes_back_as_it_was(variant: Variant) -> None:
    data = variant.to_dict()
    assert data["format"] == 1
    assert Variant.from_dict(data) == variant
    assert Variant.from_dict(json.loads(json.dumps(data))) == variant


@pytest.mark.parametrize("variant", [*VARIANTS.values(), *EVERYTHING], ids=lambda v: v.id)
@pytest.mark.parametrize("parent", ["scopa", "escopa-15"])
def test_a_difference_makes_the_variant_from_its_parent(variant: Variant, parent: str) -> None:
    said = diff(variant, VARIANTS[parent])
    assert Variant.from_dict({"base": parent, **said}) == variant
    assert Variant.from_dict({"base": parent, **json.loads(json.dumps(said))}) == variant


def test_what_has_a_default_is_left_out_and_nothing_is_none() -> None:
    data = SCOPA.to_dict()
    assert data == {
        "format": 1,
        "id": "scopa",
        "name": "Scopa",
        "redeals": [{"kind": "rank_count", "rank": "king", "at_least": 3}],
        "awards": data["awards"],
        "sources": ["S1"],
        "readings": data["readings"],
    }
    cicera = VARIANTS["cicera-bresciana"].to_dict()
    assert cicera["pack"] == "bresciane-52"
    assert cicera["dealing"] == {"hand": 12, "refill": "none"}
    assert cicera["match"] == {"target": "none", "tie": "draw"}


def test_a_value_may_be_written_whole() -> None:
    assert to_plain(Sweep(), whole=True) == {
        "points": 1,
        "on_last_play": False,
        "exactly": "none",
        "last_play_of": "deal",
    }
    assert to_plain(Sweep()) == {}
    assert to_plain(cards("7d Ac")) == "7d Ac"
    assert to_plain(FRENCH_40) == "french-40"
    assert to_plain(TINY)["values"] == [["ace", 1], ["two", 2], ["king", "none"]]


def test_a_house_rule_in_toml_is_a_few_lines() -> None:
    house = Variant.from_dict(
        tomllib.loads("""
            base = "scopa"
            id = "x-nonna"
            drop = ["primiera"]
            [match]
            target = 16
            [[add.awards]]
            kind = "run"
            suit = "coins"
            cap = 7
            [[add.bonuses]]
            kind = "same_suit"
        """)
    )
    assert [award.id for award in house.awards] == ["cards", "coins", "settebello", "napola"]
    assert house.awards[-1] == Run(Suit.COINS, cap=7)
    assert house.bonuses == (SameSuit(),)
    assert house.match == match_to(16)
    assert house.pack == SCOPA.pack


def test_tables_of_another_kind_replace_and_lists_replace() -> None:
    changes: dict[str, Any] = {
        "match": {"tie": {"kind": "holder", "card": "Rd"}},
        "redeals": [],
        "capture": {"families": [{"kind": "complement", "total": 15}]},
        "pack": "bresciane-52",
        "seatings": [{"sides": [[0, 2], [1, 3]]}],
        "dealing": {"hand": 12, "refill": "none"},
        "awards": [],
    }
    house = Variant.from_dict({"base": "scopa", "id": "x-house", **changes})
    assert house.match == MatchRules(11, Holder(card("Rd")))
    assert (house.redeals, house.awards, house.pack) == ((), (), BRESCIANE_52)
    assert house.capture == Capture((Complement(15),))
    assert house.dealing == Dealing(12, 4, None)


def test_none_may_be_said_in_two_ways() -> None:
    for nothing in (None, "none"):
        data = {"base": "scopa", "id": "x", "match": {"target": nothing, "tie": "draw"}}
        assert Variant.from_dict(data).match.target is None


# ---------------------------------------------------------------------- what cannot be read

BAD: list[tuple[Any, str, str]] = [
    (7, "wrong-type", "variant"),
    ({}, "missing-key", "id"),
    ({"base": "briscola", "id": "x"}, "unknown-variant", "base"),
    ({"base": 7, "id": "x"}, "unknown-variant", "base"),
    ({"format": 2, "id": "x"}, "unknown-format", "format"),
    ({"id": "x", "rules": 1}, "unknown-key", "rules"),
    ({"id": 7}, "wrong-type", "id"),
    ({"id": "x", "name": None}, "wrong-type", "name"),
    ({"id": "x", "pack": "tarot-78"}, "unknown-pack", "pack"),
    ({"id": "x", "pack": 40}, "wrong-type", "pack"),
    ({"id": "x", "pack": {"id": "p", "values": []}}, "no-rank", "pack.values"),
    ({"id": "x", "dealing": []}, "wrong-type", "dealing"),
    ({"id": "x", "dealing": {"hand": "3"}}, "wrong-type", "dealing.hand"),
    ({"id": "x", "dealing": {"hand": True}}, "wrong-type", "dealing.hand"),
    ({"id": "x", "dealing": {"dealer_moves": "never"}}, "unknown-value", "dealing.dealer_moves"),
    ({"id": "x", "dealing": {"refill": 3}}, "wrong-type", "dealing.refill"),
    ({"id": "x", "dealing": {"refill": {}}}, "missing-key", "dealing.refill.hand"),
    ({"id": "x", "sweep": {"on_last_play": 1}}, "wrong-type", "sweep.on_last_play"),
    ({"id": "x", "seatings": "two"}, "wrong-type", "seatings"),
    ({"id": "x", "seatings": [{"sides": [[0], [0]]}]}, "unknown-seating", "seatings[0]"),
    ({"id": "x", "redeals": [{"kind": "aces"}]}, "unknown-kind", "redeals[0].kind"),
    ({"id": "x", "redeals": [{}]}, "unknown-kind", "redeals[0].kind"),
    ({"id": "x", "redeals": [3]}, "wrong-type", "redeals[0]"),
    (
        {"id": "x", "redeals": [{"kind": "rank_count", "rank": "knight-errant", "at_least": 2}]},
        "unknown-value",
        "redeals[0].rank",
    ),
    (
        {"id": "x", "opening": {"worth": [[{"kind": "total", "total": 15}]]}},
        "wrong-length",
        "opening.worth[0]",
    ),
    ({"id": "x", "wild": {"card": "7x"}}, "card-text", "wild.card"),
    (
        {"id": "x", "awards": [{"kind": "holds", "cards": "7d 7d"}]},
        "duplicate-card",
        "awards[0].cards",
    ),
    ({"id": "x", "awards": [{"kind": "holds", "cards": 7}]}, "cards-text", "awards[0].cards"),
    ({"id": "x", "awards": [{"kind": "luck"}]}, "unknown-kind", "awards[0].kind"),
    ({"id": "x", "awards": [7]}, "wrong-type", "awards[0]"),
    ({"id": "x", "awards": {"kind": "prime"}}, "wrong-type", "awards"),
    (
        {"id": "x", "bonuses": [{"kind": "same_suit", "points": "many"}]},
        "wrong-type",
        "bonuses[0].points",
    ),
    ({"id": "x", "add": {"awards": 3}}, "wrong-type", "add.awards"),
    ({"id": "x", "add": 3}, "wrong-type", "add"),
    ({"id": "x", "drop": "primiera"}, "wrong-type", "drop"),
    ({"id": "x", "match": {"target": 0}}, "target-below-one", "match.target"),
]


@pytest.mark.parametrize(("data", "code", "where"), BAD)
def test_what_cannot_be_read_is_refused_with_its_place(data: Any, code: str, where: str) -> None:
    with pytest.raises(InvalidVariantError) as refused:
        Variant.from_dict(data)
    found = [(problem.code, problem.where) for problem in refused.value.problems]
    assert (code, where) in found
    assert len(set(found)) == len(found)  # each of them once


def test_everything_that_is_wrong_is_said_at_once_with_what_is_allowed() -> None:
    data = {
        "base": "scopa",
        "dealing": {"hand": "three"},
        "match": {"target": -1.5, "ties": "draw"},
        "direction": "up",
    }
    with pytest.raises(InvalidVariantError) as refused:
        Variant.from_dict(data)
    assert {str(problem) for problem in refused.value.problems} == {
        "dealing.hand: is 'three', not a whole number (wrong-type)",
        "match.target: is -1.5, not a whole number (wrong-type)",
        "match.ties: no such key; there are target, tie, lowest_wins, instant (unknown-key)",
        "direction: is 'up', not one of 'anticlockwise', 'clockwise' (unknown-value)",
    }


MISADDED: list[tuple[Any, str]] = [
    ({"base": "scopa", "drop": ["setebello"]}, "drop[0]"),
    ({"base": "scopa", "drop": [[], "cards"]}, "drop[0]"),
    ({"base": "scopa", "add": {"award": []}}, "add.award"),
    ({"base": "scopa", "add": {"awards": 3}}, "add.awards"),
    ({"base": "scopa", "awards": 3}, "awards"),
]


@pytest.mark.parametrize(("data", "where"), MISADDED)
def test_what_is_added_and_dropped_is_checked(data: Any, where: str) -> None:
    with pytest.raises(InvalidVariantError) as refused:
        Variant.from_dict(data)
    assert where in [problem.where for problem in refused.value.problems]


def test_a_value_of_the_wrong_shape_is_named() -> None:
    families: Any = [1]
    with pytest.raises(InvalidVariantError) as listed:
        SCOPA.derive(id="x-odd", capture=attrs.evolve(SCOPA.capture, families=families))
    assert [problem.where for problem in listed.value.problems] == ["capture.families"]
    scale = Prime(scale=((Rank.ACE, 1, 2),))  # type: ignore[arg-type]  # three for two
    with pytest.raises(InvalidVariantError) as refused:
        SCOPA.derive(id="x-odd", awards=(scale,))
    assert [problem.where for problem in refused.value.problems] == ["awards[0].scale[0]"]


MISFITS: list[tuple[dict[str, Any], str]] = [
    (
        {"sweep": attrs.evolve(SCOPA.sweep, last_play_of="match")},  # type: ignore[arg-type]
        "sweep.last_play_of: is 'match', not one of 'deal', 'packet'",
    ),
    ({"match": MatchRules("11")}, "match.target: is '11', not a whole number or None"),  # type: ignore[arg-type]
    (
        {"match": MatchRules(11, "nobody")},  # type: ignore[arg-type]
        "match.tie: is 'nobody', not one of 'play_on', 'draw' or a Holder",
    ),
    ({"match": MatchRules(11, Holder("Rd"))}, "match.tie.card: is 'Rd', not a Card"),  # type: ignore[arg-type]
    ({"awards": ("cards",)}, "awards[0]: is 'cards', not an award (Majority, Holds, Run"),
    ({"redeals": ("kings",)}, "redeals[0]: is 'kings', not a RankCount or a TableTotalAtMost"),
    (
        {"capture": Capture(sweeper=Sweeper("ace"))},  # type: ignore[arg-type]
        "capture.sweeper.rank: is 'ace', not a Rank (ACE, TWO, THREE,",
    ),
    ({"name": 7}, "name: is 7, not a text"),
    ({"capture": Capture(compulsory=1)}, "capture.compulsory: is 1, not True or False"),  # type: ignore[arg-type]
    (
        {"awards": (Prime(scale=((Rank.ACE, 1, 2),)),)},  # type: ignore[arg-type]
        "awards[0].scale[0]: has 3 items, not 2",
    ),
    ({"awards": (Prime(scale=7),)}, "awards[0].scale: is 7, not a tuple"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("changes", "said"), MISFITS, ids=[said for _, said in MISFITS])
def test_what_does_not_fit_is_told_with_what_would(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidVariantError) as refused:
        SCOPA.derive(id="x-odd", **changes)
    (problem,) = refused.value.problems
    assert f"{problem.where}: {problem.message}".startswith(said)


def test_one_kind_of_cards_and_a_seating_may_be_written_plainly() -> None:
    house = Variant.from_dict(
        tomllib.loads("""
            base = "scopa"
            id = "x-plain"
            seatings = [[[0, 2], [1, 3]], { sides = [[0], [1]] }]
            [[add.awards]]
            kind = "majority"
            id = "sevens"
            of = { rank = "seven" }
        """)
    )
    assert house.seatings == (Seating.pairs(), Seating.singles(2))
    assert house.awards[-1] == Majority(Cards(rank=Rank.SEVEN))
    assert Variant.from_dict(house.to_dict()) == house
    with pytest.raises(InvalidVariantError) as refused:
        Variant.from_dict({"base": "scopa", "seatings": [[[0], [0]], 3]})
    assert [problem.where for problem in refused.value.problems] == ["seatings[0]", "seatings[1]"]
