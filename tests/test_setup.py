"""Positions as anybody may describe them, and what makes one lawful."""

from __future__ import annotations

import pickle
import random
from typing import Any

import attrs
import pytest

from scopa import (
    VARIANTS,
    CardSet,
    Deal,
    InvalidSetupError,
    ScopaError,
    Seating,
    Setup,
)
from tests.positions import card, cards, moves, position

SCOPA = VARIANTS["scopa"]
REST = SCOPA.pack.card_set - cards("7d 6c Ac 2c")


def setup(**changes: Any) -> Setup:
    """Seat 0 holds the seven of coins, seat 1 the six of cups, two cards lie on the table."""
    lawful: dict[str, Any] = {
        "variant": SCOPA,
        "hands": [cards("7d"), cards("6c")],
        "table": cards("Ac 2c"),
        "piles": [REST, CardSet()],
        "last_taker": 0,
    }
    return Setup(**(lawful | changes))


def codes(position: Setup) -> list[str]:
    return [problem.code for problem in position.problems()]


# ---------------------------------------------------------------------- lawful positions


def test_a_lawful_position_has_no_problems_and_makes_a_deal() -> None:
    assert setup().problems() == ()
    deal = Deal.from_setup(setup())
    assert deal.hands == (cards("7d"), cards("6c"))
    assert (deal.table, deal.piles, deal.turn, deal.last_taker) == (
        *(cards("Ac 2c"), (REST, CardSet()), 0, 0),
    )
    assert moves(deal) == ["7d"]


def test_what_is_not_given_is_as_at_the_beginning() -> None:
    bare = Setup(variant=SCOPA, hands=[CardSet(), CardSet()], stock=SCOPA.pack.cards)
    assert bare.seating == Seating.singles(2)
    assert bare.piles == (CardSet(), CardSet())
    assert (bare.sweeps, bare.bonuses) == ((0, 0), ((), ()))
    assert (bare.dealer, bare.turn, bare.ply, bare.last_taker) == (1, 0, 0, None)
    assert setup().ply == 40 - 4 - 2  # all but these two cards have been played


def test_zones_may_be_any_collections_of_cards() -> None:
    listed = setup(hands=[[card("7d")], {card("6c")}], table=[card("2c"), card("Ac")])
    assert listed == setup()
    assert Deal.from_setup(listed) == Deal.from_setup(setup())


@pytest.mark.unmeasured
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_f33_every_position_of_a_deal_is_equal_to_its_rebuilt_self(variant: Any) -> None:
    rng = random.Random(33)
    for seating in variant.seatings:
        deal = Deal.start(variant, variant.pack.cards, seating=seating)
        while True:
            again = Deal.from_setup(deal.setup())
            assert (again, hash(again), again.key) == (deal, hash(deal), deal.key)
            assert again.legal_moves == deal.legal_moves
            assert again.setup() == deal.setup()
            assert pickle.loads(pickle.dumps(deal)) == deal  # noqa: S301
            zones = [*deal.hands, deal.table, CardSet(deal.stock), *deal.piles]
            assert sum(map(len, zones)) == len(variant.pack.cards)
            if deal.is_over:
                break
            deal = deal.play(rng.choice(deal.legal_moves))


def test_a_finished_deal_is_a_lawful_position() -> None:
    over = setup(hands=["", ""], table=CardSet(), piles=[SCOPA.pack.card_set, CardSet()])
    assert Deal.from_setup(attrs.evolve(over, hands=[CardSet(), CardSet()])).is_over


def test_cards_that_nobody_captured_may_lie_there_at_the_end() -> None:
    unclaimed = Setup(variant=SCOPA, hands=[CardSet(), CardSet()], table=SCOPA.pack.card_set)
    assert unclaimed.problems() == ()
    assert Deal.from_setup(unclaimed).is_over


def test_a_setup_is_a_value() -> None:
    one = setup()
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert hash(one) == hash(setup())
    assert one != setup(turn=1)


# ---------------------------------------------------------------------- unlawful positions

SPOILED: list[tuple[dict[str, Any], list[str]]] = [
    ({"table": cards("Ac")}, ["card-missing"]),
    ({"table": cards("Ac 2c 7d")}, ["card-doubled"]),
    ({"table": cards("Ac 2c 8d")}, ["card-foreign"]),
    ({"table": cards("Ac 8d 6c")}, ["card-foreign", "card-doubled", "card-missing"]),
    ({"stock": [card("6c")]}, ["card-doubled"]),
    ({"stock": [card("Td"), card("Td")]}, ["card-foreign"]),
    ({"hands": [cards("7d")]}, ["wrong-number"]),
    ({"hands": [cards("7d"), cards("6c"), CardSet()]}, ["wrong-number"]),
    ({"piles": [REST]}, ["wrong-number"]),
    ({"piles": [REST, CardSet(), CardSet()]}, ["wrong-number"]),
    ({"sweeps": [0]}, ["wrong-number"]),
    ({"bonuses": [()]}, ["wrong-number"]),
    ({"bonuses": [(), (1,)]}, ["wrong-number"]),
    ({"sweeps": [0, -1]}, ["negative"]),
    ({"ply": -1}, ["negative"]),
    ({"dealer": 2}, ["seat-out-of-range"]),
    ({"turn": -1}, ["seat-out-of-range"]),
    ({"last_taker": 5}, ["seat-out-of-range"]),
    ({"dealer": 9, "turn": 9, "last_taker": 9}, ["seat-out-of-range"] * 3),
    ({"last_taker": None}, ["last-taker-missing"]),
    ({"last_taker": 1}, ["last-taker-empty"]),
    ({"placed": card("3c")}, ["placed-not-on-table"]),
    ({"claimable": True}, ["nothing-to-claim"]),
    ({"claimable": True, "placed": card("2c")}, ["nothing-to-claim"]),
    ({"hands": [CardSet(), cards("6c 7d")]}, ["turn-without-cards"]),
    (
        {"hands": [cards("7d 3d 4d 5d"), cards("6c")], "piles": [REST - cards("3d 4d 5d"), ()]},
        ["hand-too-large"],
    ),
    (
        {"hands": [(), ()], "stock": [card("7d"), card("6c")]},
        ["packet-not-dealt"],
    ),
    (
        {"hands": [(), ()], "table": cards("Ac 2c 7d 6c")},
        ["remainder-not-taken"],
    ),
    (
        {"hands": [(), cards("7d 6c 3d 4d")], "piles": [REST, ()], "last_taker": 1},
        ["card-doubled", "hand-too-large", "turn-without-cards", "last-taker-empty"],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), SPOILED)
def test_an_unlawful_position_is_refused_with_everything_that_is_wrong(
    changes: dict[str, Any], expected: list[str]
) -> None:
    spoiled = setup(**changes)
    assert codes(spoiled) == expected
    with pytest.raises(InvalidSetupError) as refused:
        Deal.from_setup(spoiled)
    assert refused.value.problems == spoiled.problems()
    assert refused.value.code == "invalid-setup"
    assert isinstance(refused.value, ScopaError)
    with pytest.raises(InvalidSetupError):
        spoiled.check()


def test_a_position_at_a_table_the_variant_does_not_know_is_refused() -> None:
    odd = setup(seating=Seating(((1,), (0,))), piles=[CardSet(), REST])
    assert codes(odd) == ["unknown-seating"]


def test_f56_a_position_with_a_card_twice_names_the_card() -> None:
    (problem,) = setup(table=cards("Ac 2c 7d")).problems()
    assert (problem.where, problem.message) == ("cards", "7d")


def test_a_stock_that_can_never_be_dealt_is_refused() -> None:
    cicera = VARIANTS["cicera-bresciana"]
    spoiled = Setup(
        variant=cicera,
        hands=[cards("7d"), cards("7c"), cards("7s"), cards("7b")],
        stock=[c for c in cicera.pack.cards if str(c)[0] != "7"],
    )
    assert spoiled.problems() != ()
    with pytest.raises(InvalidSetupError):
        Deal.from_setup(spoiled)


# ---------------------------------------------------------------------- what can be claimed


def test_the_seat_to_move_may_claim_only_what_the_card_laid_could_take() -> None:
    escopa = VARIANTS["escopa-15"]
    deal = position(escopa, table="7c Cd", hand="2d", placed=card("7c"), claimable=True)
    assert deal.is_claimable
    assert deal.placed is card("7c")
    assert moves(deal)[0] == "!Cd7c"
    with pytest.raises(InvalidSetupError) as refused:
        position(escopa, table="7c 6d", hand="2d", placed=card("7c"), claimable=True)
    assert [problem.code for problem in refused.value.problems] == ["nothing-to-claim"]


def test_the_card_laid_is_kept_only_where_a_rule_asks_for_it() -> None:
    cicera = position("cicera-bresciana", table="7c Cd", hand="2d", placed=card("7c"))
    assert (cicera.placed, cicera.is_claimable) == (card("7c"), False)
    scopa = position("scopa", table="7c Cd", hand="2d", placed=card("7c"))
    assert scopa.placed is None


@pytest.mark.parametrize("wrong", [{"ply": "1"}, {"ply": True}, {"sweeps": (1.5, 0)}])
def test_a_number_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidSetupError) as refused:
        position("scopa", table="3b", hand="2d", **wrong)
    assert "wrong-type" in [problem.code for problem in refused.value.problems]
