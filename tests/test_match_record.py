"""A match written down as it was played, and played again."""

from __future__ import annotations

import pickle
import random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from scopa import (
    VARIANTS,
    Card,
    DealRecord,
    Match,
    Record,
    RecordError,
    ScopaError,
    Seating,
    ValueRefusedError,
)
from tests.positions import next_deal, played_out

if TYPE_CHECKING:
    from scopa import Variant

SCOPA = VARIANTS["scopa"]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_record_plays_the_match_again(variant: Variant) -> None:
    for seating in variant.seatings:
        match = played_out(Match.new(variant, seed=14, seating=seating), random.Random(14))
        record = match.record()
        again = Match.replay(record)
        assert again == match
        assert again.record() == record
        assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301
    unfinished = next_deal(Match.new(variant, seed=14))
    assert Match.replay(unfinished.record()) == unfinished


def test_f31_a_seed_names_one_match() -> None:
    one, other = Match.new(SCOPA, seed="x"), Match.new(SCOPA, seed="x")
    assert one == other
    assert played_out(one) == played_out(other)
    assert Match.new(SCOPA, seed="y").deal != one.deal
    assert Match.new(SCOPA, seed=7) == Match.new(SCOPA, seed="7")


FINISHED = next_deal(Match.new(SCOPA, seed=15)).record()


def spoil(**changes: Any) -> Record:
    """The record with its first deal changed."""
    first, *others = FINISHED.deals
    return attrs.evolve(FINISHED, deals=(attrs.evolve(first, **changes), *others))


FIRST = FINISHED.deals[0]
BAD_RECORDS: list[tuple[Record, str]] = [
    (attrs.evolve(FINISHED, deals=()), "no deal"),
    (spoil(deck=FIRST.deck[::-1]), r"deals\[0\]: dealer or deck"),
    (spoil(deck=FIRST.deck[1:]), r"deals\[0\]: dealer or deck"),
    (spoil(void=(FIRST.deck,)), r"deals\[0\]: dealer or deck"),
    (attrs.evolve(FINISHED, seed="16"), r"deals\[0\]: dealer or deck"),
    (spoil(moves=FIRST.moves[1:]), r"deals\[0\]\.moves\[0\]: illegal move"),
    (spoil(moves=(None, *FIRST.moves[1:])), r"deals\[0\]\.moves\[0\]: illegal move"),
    (spoil(moves=FIRST.moves[:-1]), r"deals\[1\]: the deal before is not over"),
    (spoil(moves=(*FIRST.moves, FIRST.moves[0])), r"deals\[0\]\.moves\[36\]: the deal is over"),
]


@pytest.mark.parametrize(("record", "where"), BAD_RECORDS)
def test_a_record_that_cannot_be_replayed_says_where_it_fails(record: Record, where: str) -> None:
    with pytest.raises(RecordError, match=where) as refused:
        Match.replay(record)
    assert refused.value.code == "record"
    assert isinstance(refused.value, ScopaError)


@pytest.mark.parametrize(
    "record",
    [
        spoil(dealer=7),
        attrs.evolve(FINISHED, target=0),
        attrs.evolve(FINISHED, seed=""),
        attrs.evolve(FINISHED, seating=Seating(((1,), (0,)))),
    ],
)
def test_a_record_of_a_match_that_cannot_begin_is_refused(record: Record) -> None:
    with pytest.raises(ScopaError):
        Match.replay(record)


def test_a_record_with_a_deal_after_the_end_is_refused() -> None:
    record = played_out(Match.new(SCOPA, seed=15)).record()
    longer = attrs.evolve(record, deals=(*record.deals, DealRecord(0, FIRST.deck)))
    with pytest.raises(RecordError, match="or the match is"):
        Match.replay(longer)


@pytest.mark.parametrize("target", [True, 2.5, 0])
def test_a_target_is_a_number_from_one_up(target: Any) -> None:
    with pytest.raises(ValueRefusedError):
        Match.new(VARIANTS["scopa"], seed=1, target=target)


def any_deck() -> tuple[Card, ...]:
    return Match.new(SCOPA, seed=1).record().deals[0].deck


def test_a_given_deck_comes_without_a_seed_and_with_a_dealer() -> None:
    both: list[dict[str, Any]] = [{"seed": 1, "dealer": 0}, {"dealer": None}]
    for wrong in both:
        with pytest.raises(ValueRefusedError):
            Match.new(SCOPA, deck=any_deck(), **wrong)
    with pytest.raises(TypeError):
        Match.new("scopa")  # type: ignore[arg-type]  # the mistake itself


def test_a_deck_is_given_when_one_is_awaited() -> None:
    match = Match.new(SCOPA, deck=any_deck(), dealer=0)
    with pytest.raises(ValueRefusedError):
        match.deal_next(any_deck())
    while not match.awaits_deck:
        match = match.play(match.deal.legal_moves[0])
    with pytest.raises(ValueRefusedError):
        match.penalise(0, 4)
    record = match.deal_next(any_deck()).record()
    spoilt = attrs.evolve(record.deals[1], deck=record.deals[1].deck[1:])
    with pytest.raises(RecordError, match=r"deals\[1\]\.deck"):
        Match.replay(attrs.evolve(record, deals=(record.deals[0], spoilt)))
    void = attrs.evolve(record.deals[0], void=(record.deals[0].deck[1:],))
    with pytest.raises(RecordError, match="not a void deck"):
        Match.replay(attrs.evolve(record, deals=(void,)))


@pytest.mark.parametrize("wrong", [(2, 4), (0, 0)])
def test_a_penalty_is_for_a_side_and_costs_something(wrong: tuple[int, int]) -> None:
    with pytest.raises(ValueRefusedError):
        Match.new(SCOPA, seed=1).penalise(*wrong)
