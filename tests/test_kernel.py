"""What the compiled rules remember, and that forgetting changes nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from scopa import (
    VARIANTS,
    Capture,
    Complement,
    Deal,
    Equal,
    Play,
    Rank,
    Seating,
    Sum,
    Sweeper,
    _counting,
    _kernel,
    _opening,
    _reader,
)
from scopa._kernel import kernel_for
from tests.positions import moves, position

if TYPE_CHECKING:
    from types import ModuleType

    from scopa import Variant

SCOPA = VARIANTS["scopa"]
ESCOPA = VARIANTS["escopa-15"]


def played(variant: Variant, seed: int, deals: int = 3) -> list[object]:
    """Every list of legal moves of some random deals, and the scores."""
    rng, seen = random.Random(seed), list[object]()
    for _ in range(deals):
        deal = Deal.start(variant, tuple(rng.sample(variant.pack.cards, len(variant.pack.cards))))
        while not deal.is_over:
            seen.append(deal.legal_moves)
            deal = deal.play(rng.choice(deal.legal_moves))
        seen.append(deal.score().points)
    return seen


@pytest.mark.parametrize(
    ("room", "limit"),
    [
        (_reader, "_MOST_SIGNATURES"),
        (_reader, "_MOST_PLAYS"),
        (_kernel, "_MOST_HANDS"),
        (_opening, "_MOST_OPENINGS"),
        (_counting, "_MOST_FIGURES"),
        (_counting, "_MOST_TALLIES"),
        (_counting, "_MOST_TOTALS"),
    ],
)
@pytest.mark.parametrize("name", ["escopa-15", "cicera-bresciana", "cirulla", "ponino"])
def test_a_short_memory_gives_the_same_moves_and_scores(
    monkeypatch: pytest.MonkeyPatch, room: ModuleType, limit: str, name: str
) -> None:
    expected = played(VARIANTS[name].derive(id="x-long"), 5)
    monkeypatch.setattr(room, limit, 2)
    assert played(VARIANTS[name].derive(id="x-long", name=f"short of {limit}"), 5) == expected


def test_the_largest_table_is_not_remembered_but_answered_alike() -> None:
    table = " ".join(str(c) for c in ESCOPA.pack.cards if str(c) not in {"Ad", "Ac"})
    deal = position(ESCOPA, table=table, hand="Ad", hands={1: "Ac"}, last_taker=None)
    first, again = deal.legal_moves, deal.legal_moves
    assert first == again
    assert len(first) == len(set(first)) > 1024
    assert deal.is_legal(first[-2])


def test_equal_rules_are_compiled_once() -> None:
    alike = SCOPA.derive()
    assert kernel_for(alike, SCOPA.seatings[0]) is kernel_for(SCOPA, SCOPA.seatings[0])
    assert kernel_for(SCOPA, SCOPA.seatings[1]) is not kernel_for(SCOPA, SCOPA.seatings[0])


def test_however_many_variants_are_in_use_each_keeps_its_rules() -> None:
    deals = [
        Deal.start(SCOPA.derive(id=f"x-{n}"), SCOPA.pack.cards, seating=Seating.singles(2))
        for n in range(150)
    ]
    assert [deal.variant.id for deal in deals] == [f"x-{n}" for n in range(150)]
    assert len({deal.legal_moves for deal in deals}) == 1
    assert len(_kernel._kernels) <= 64
    assert Deal.start(SCOPA.derive(id="x-0"), SCOPA.pack.cards) == deals[0]


def test_a_sweeper_that_takes_the_whole_table_is_checked_against_the_whole_table() -> None:
    rules = SCOPA.derive(
        id="x-all",
        capture=Capture((Equal(), Sum(), Complement(15)), sweeper=Sweeper(Rank.ACE)),
    )
    deal = position(rules, table="4c 6s Cb", hand="Ad")
    assert moves(deal) == ["Adx4c6sCb"]
    assert not deal.is_legal(Play.parse("Adx4c6s"))
