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
from tests.positions import deck, next_deal, played_out

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
BAD_RECORDS: list[tuple[Record, str, str]] = [
    (attrs.evolve(FINISHED, deals=()), "no-deal", "deals"),
    (spoil(deck=FIRST.deck[::-1]), "wrong-deck", "deals[0].deck"),
    (spoil(deck=FIRST.deck[1:]), "wrong-deck", "deals[0].deck"),
    (spoil(void=(FIRST.deck,)), "wrong-deck", "deals[0].void"),
    (attrs.evolve(FINISHED, seed="16"), "wrong-deck", "deals[0].deck"),
    (spoil(moves=FIRST.moves[1:]), "not-in-hand", "deals[0].moves[0]"),
    (spoil(moves=(None, *FIRST.moves[1:])), "not-a-move", "deals[0].moves[0]"),
    (spoil(moves=FIRST.moves[:-1]), "deal-not-over", "deals[1]"),
    (spoil(moves=(*FIRST.moves, FIRST.moves[0])), "deal-over", "deals[0].moves[36]"),
    (spoil(penalties=(1,)), "wrong-penalties", "deals[0].penalties"),
    (spoil(penalties=(-1, 0)), "wrong-penalties", "deals[0].penalties"),
    (spoil(dealer=7), "seat-out-of-range", "deals[0].dealer"),
    (attrs.evolve(FINISHED, target=0), "value-refused", "target"),
    (attrs.evolve(FINISHED, target=-1), "value-refused", "target"),
    (attrs.evolve(FINISHED, seed=""), "value-refused", "seed"),
    (attrs.evolve(FINISHED, seed="", target=None), "value-refused", "seed"),
    (attrs.evolve(FINISHED, seating=Seating(((1,), (0,)))), "unknown-seating", "seating"),
    (attrs.evolve(spoil(deck=FIRST.deck[1:]), seed=None), "invalid-deck", "deals[0].deck"),
    (
        attrs.evolve(spoil(deck=deck("scopa", table="Rd Rc Rs 2d")), seed=None),
        "redeal-required",
        "deals[0].deck",
    ),
]


@pytest.mark.parametrize(("record", "code", "where"), BAD_RECORDS)
def test_a_record_that_cannot_be_replayed_says_what_and_where(
    record: Record, code: str, where: str
) -> None:
    with pytest.raises(RecordError) as refused:
        Match.replay(record)
    assert (refused.value.code, refused.value.where) == (code, where)
    assert str(refused.value) == f"{where}: {refused.value.message}"
    assert isinstance(refused.value, ScopaError)


def test_the_next_dealer_is_the_one_whose_turn_it_is_to_deal() -> None:
    first, second, *others = FINISHED.deals
    other = attrs.evolve(second, dealer=first.dealer)
    with pytest.raises(RecordError) as refused:
        Match.replay(attrs.evolve(FINISHED, deals=(first, other, *others)))
    assert (refused.value.code, refused.value.where) == ("wrong-dealer", "deals[1].dealer")


def test_names_and_a_note_are_handed_over() -> None:
    match = Match.new(SCOPA, seed=15)
    record = match.record(players=["Anna", "Bruno"], note="after supper")
    assert (record.players, record.note) == (("Anna", "Bruno"), "after supper")
    again = Match.replay(record)
    assert again == match
    assert again.record() == match.record()
    assert again.record(players=record.players, note=record.note) == record
    with pytest.raises(ValueRefusedError):
        match.record(players=["Anna"])


def test_a_record_with_a_deal_after_the_end_is_refused() -> None:
    record = played_out(Match.new(SCOPA, seed=15)).record()
    longer = attrs.evolve(record, deals=(*record.deals, DealRecord(0, FIRST.deck)))
    with pytest.raises(RecordError) as refused:
        Match.replay(longer)
    assert (refused.value.code, refused.value.where) == (
        "deal-over",
        f"deals[{len(record.deals)}]",
    )


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
