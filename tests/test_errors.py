"""Bad input: each kind has its own typed error, a stable code, and leaves the state as it was."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import scopa.errors
from scopa import (
    VARIANTS,
    Capture,
    Card,
    CardSet,
    Claim,
    Claims,
    Complement,
    Deal,
    Declare,
    DuplicateCardError,
    IllegalMoveError,
    IllegalReason,
    InvalidDeckError,
    InvalidPackError,
    InvalidSetupError,
    InvalidVariantError,
    Match,
    Pack,
    ParseError,
    Play,
    Problem,
    Rank,
    RecordError,
    RedealRequired,
    ScopaError,
    SeatError,
    Seating,
    UnknownVariantError,
    ValueRefusedError,
    Variant,
    match_to,
    parse_move,
)
from scopa.shuffle import Stream
from tests.positions import after, card, cards, deck, position

if TYPE_CHECKING:
    from collections.abc import Callable

SCOPA = VARIANTS["scopa"]
SORTED = SCOPA.pack.cards

# ---------------------------------------------------------------------- moves that are refused


def at_the_table() -> Deal:
    """A seven, a three and a four on the table; a seven and a two in the hand."""
    return position("scopa", table="7c 3b 4s Rc", hand="7d 2d", hands={1: "6c 6s"}, stock="5s 5b")


def without_the_seven() -> Deal:
    return position("scopa", table="3b 4s Rc", hand="7d 2d")


REFUSED: list[tuple[Callable[[], Deal], Any, str]] = [
    (at_the_table, Play(card("Ad")), "not-in-hand"),
    (at_the_table, Play(card("6c")), "not-in-hand"),  # F38: the other player's
    (at_the_table, Play(card("5s")), "not-in-hand"),  # in the stock
    (at_the_table, Play(card("7c")), "not-in-hand"),  # on the table
    (at_the_table, Play(card("Td")), "not-in-hand"),  # of another pack
    (without_the_seven, Play(card("7d"), cards("3b")), "does-not-add-up"),
    (without_the_seven, Play(card("7d"), cards("3b 4s Rc")), "does-not-add-up"),
    (at_the_table, Play(card("2d"), cards("Rc")), "does-not-add-up"),
    (without_the_seven, Play(card("7d")), "capture-compulsory"),  # F50
    (at_the_table, Play(card("7d")), "capture-compulsory"),
    (at_the_table, Play(card("7d"), cards("3b 4s")), "single-match-priority"),
    (at_the_table, Play(card("7d"), cards("7s")), "not-on-table"),
    (at_the_table, Play(card("7d"), cards("5s 2d")), "not-on-table"),  # F49
    (at_the_table, Play(card("7d"), cards("7b")), "not-on-table"),
    (at_the_table, Play(card("2d"), cards("Td")), "not-on-table"),
    (at_the_table, Play(card("7d"), cards("7d")), "card-twice"),
    (at_the_table, Play(card("7d"), cards("7d 7c")), "card-twice"),
    (at_the_table, Claim(cards("7c")), "nothing-to-claim"),
    (at_the_table, None, "not-a-move"),
    (at_the_table, 99, "not-a-move"),
    (at_the_table, "7dx7c", "not-a-move"),
    (at_the_table, card("7d"), "not-a-move"),
    (at_the_table, cards("7d 7c"), "not-a-move"),
    (at_the_table, (card("7d"), cards("7c")), "not-a-move"),
    (at_the_table, object, "not-a-move"),
]


@pytest.mark.parametrize(("make", "move", "code"), REFUSED)
def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(
    make: Callable[[], Deal], move: Any, code: str
) -> None:
    deal, same = make(), make()
    reason = IllegalReason(code)
    assert deal.why_illegal(move) is reason
    assert deal.is_legal(move) is False
    assert move not in deal.legal_moves
    for attempt in (deal.play, deal.step):
        with pytest.raises(IllegalMoveError) as refused:
            attempt(move)
        assert (refused.value.reason, refused.value.code) == (reason, code)
        assert refused.value.move is move
        assert refused.value.position is deal
        assert isinstance(refused.value, ScopaError)
    assert deal == same
    assert deal.setup() == same.setup()
    assert deal.legal_moves == same.legal_moves


@pytest.mark.parametrize(
    "move", [Play(card("7d")), Play(card("7d"), cards("7c")), Claim(cards("7c"))]
)
def test_a_move_after_the_end_is_refused(move: Any) -> None:
    last = position("scopa", table="7c", hand="7d", last_play=True)
    over = after(last, "7dx7c")
    assert over.is_over
    with pytest.raises(IllegalMoveError) as refused:
        over.play(move)
    assert refused.value.reason is IllegalReason.DEAL_OVER
    assert over == after(last, "7dx7c")


@pytest.mark.parametrize("choice", [99, -1, "99", ("7d", ["8q"])])
def test_f52_an_index_or_an_unknown_card_is_no_move(choice: Any) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        at_the_table().play(choice)
    assert refused.value.reason is IllegalReason.NOT_A_MOVE
    with pytest.raises(ParseError):
        parse_move(choice)


def test_garbage_after_the_end_is_still_no_move() -> None:
    over = after(position("scopa", table="7c", hand="7d", last_play=True), "7dx7c")
    garbage: Any = "7d"
    assert over.why_illegal(garbage) is IllegalReason.NOT_A_MOVE


def test_a_match_refuses_what_its_deal_refuses() -> None:
    match = Match.new(SCOPA, seed=1)
    garbage: list[Any] = [Play(match.deal.stock[0]), None, 99, "7d"]
    for move in garbage:
        for attempt in (match.play, match.step):
            with pytest.raises(IllegalMoveError):
                attempt(move)
    assert match == Match.new(SCOPA, seed=1)


def test_only_one_claim_and_only_of_what_was_overlooked() -> None:
    free = Capture((Complement(15),), compulsory=False, claims=Claims())
    rules = SCOPA.derive(id="x-fifteen", capture=free)
    laid = position(rules, table="Fc Rd", hand="7d", hands={1: "5d 2c"}).play(Play.parse("7d"))
    assert laid.is_legal(parse_move("!7dFc"))
    for claim in ("!7d", "!Fc", "!7dRd", "!5dRd", "!7dFcRd", "!2cRd", "!Td"):
        assert laid.why_illegal(parse_move(claim)) is IllegalReason.NOTHING_TO_CLAIM
    claimed = laid.play(parse_move("!7dFc"))
    assert claimed.why_illegal(parse_move("!7dFc")) is IllegalReason.NOTHING_TO_CLAIM


# ---------------------------------------------------------------------- everything else

OTHERS: list[tuple[Callable[[], Any], type[ScopaError], str]] = [
    (lambda: Card.parse("1d"), ParseError, "card-text"),
    (lambda: CardSet.parse("7d 1d"), ParseError, "cards-text"),
    (lambda: parse_move("7d-7c"), ParseError, "move-text"),
    (lambda: CardSet.parse("5d 5d"), DuplicateCardError, "duplicate-card"),
    (lambda: parse_move("Rdx5d5d"), DuplicateCardError, "duplicate-card"),  # F54
    (lambda: Deal.start(SCOPA, SORTED[1:]), InvalidDeckError, "invalid-deck"),
    (lambda: Deal.start(SCOPA, SORTED[1:] + SORTED[-1:]), InvalidDeckError, "invalid-deck"),
    (lambda: Deal.start(SCOPA, (*SORTED[1:], card("Td"))), InvalidDeckError, "invalid-deck"),
    (lambda: Deal.start(SCOPA, SORTED, dealer=2), SeatError, "seat-out-of-range"),
    (lambda: Seating.pairs().side_of(4), SeatError, "seat-out-of-range"),
    (lambda: Match.new(SCOPA, dealer=-1), SeatError, "seat-out-of-range"),
    (lambda: SCOPA.seating_for(5), SeatError, "unknown-seating"),
    (lambda: Seating(((0,), (0,))), SeatError, "unknown-seating"),
    (lambda: position("scopa", table="7c", hand="7c"), InvalidSetupError, "invalid-setup"),
    (lambda: position("scopa", table="Tc", hand="7c"), InvalidSetupError, "invalid-setup"),
    (lambda: position("scopa", hand="7c", turn=0, dealer=9), InvalidSetupError, "invalid-setup"),
    (lambda: Variant(id=""), InvalidVariantError, "invalid-variant"),
    (lambda: Pack("x", ()), InvalidPackError, "invalid-pack"),
    (lambda: SCOPA.pack.value(Rank.TEN), InvalidPackError, "invalid-pack"),
    (lambda: VARIANTS["x"], UnknownVariantError, "unknown-variant"),
    (lambda: match_to(0), ValueRefusedError, "value-refused"),
    (lambda: Stream(1, "x").below(0), ValueRefusedError, "value-refused"),
    (
        lambda: Deal.start(SCOPA, deck("scopa", table="Rd Rc Rs 2d")),
        RedealRequired,
        "redeal-required",
    ),
    (lambda: Match.replay(_no_deals()), RecordError, "no-deal"),
]


def _no_deals() -> Any:
    return attrs.evolve(Match.new(SCOPA, seed=1).record(), deals=())


@pytest.mark.parametrize(("attempt", "kind", "code"), OTHERS)
def test_each_fault_has_its_own_error_and_code(
    attempt: Callable[[], Any], kind: type[ScopaError], code: str
) -> None:
    with pytest.raises(kind) as refused:
        attempt()
    assert type(refused.value) is kind
    assert refused.value.code == code
    assert str(refused.value)
    assert str(refused.value).endswith(refused.value.message)


def _raised(attempt: Callable[[], Any]) -> ScopaError:
    with pytest.raises(ScopaError) as refused:
        attempt()
    return refused.value


def _refused_move() -> Deal:
    return at_the_table().play(Play.parse("Ad"))


@pytest.mark.parametrize("attempt", [*(attempt for attempt, _, _ in OTHERS), _refused_move])
def test_an_error_travels_between_processes(attempt: Callable[[], Any]) -> None:
    error = _raised(attempt)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert type(again) is type(error)
        assert (again.code, str(again)) == (error.code, str(error))
        assert vars(again) == vars(error)


def test_every_error_of_the_library_is_a_scopa_error() -> None:
    kinds = [
        kind
        for kind in vars(scopa.errors).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    ]
    assert len(kinds) > 12
    assert all(issubclass(kind, ScopaError) for kind in kinds)
    assert str(ScopaError("that")) == "that"
    assert ScopaError().code == "scopa"


def test_the_codes_are_stable_and_each_is_used_once() -> None:
    codes = [reason.value for reason in IllegalReason]
    assert len(set(codes)) == len(codes)
    assert set(codes) >= {code for _, _, code in REFUSED} | {"deal-over", "not-the-fewest"}
    assert all(code == code.lower() and " " not in code for code in codes)


def test_a_refused_move_says_which_move_and_why() -> None:
    assert str(_raised(_refused_move)) == (
        "illegal move Ad: the seat to move does not hold the card (not-in-hand)"
    )


def test_a_list_of_problems_names_each_of_them() -> None:
    error = _raised(lambda: Deal.start(SCOPA, (*SORTED[1:], card("Td"))))
    assert isinstance(error, InvalidDeckError)
    assert error.problems == (
        Problem("card-foreign", "deck", "Td is not in the pack"),
        Problem("card-missing", "deck", "Ad"),
    )
    assert str(error) == (
        "the deck cannot be used: deck: Td is not in the pack (card-foreign); "
        "deck: Ad (card-missing)"
    )


# ---------------------------------------------------------------------- garbage

GARBAGE: list[Any] = [None, 7, 1.5, "7d", b"7d", [], {}, object(), card("7d"), [None], ["7d"]]
PUBLIC: dict[str, Callable[[Any], object]] = {
    "Card": lambda x: Card(x, x),
    "Card.parse": Card.parse,
    "CardSet": CardSet,
    "CardSet.parse": CardSet.parse,
    "Play": Play,
    "Play.taken": lambda x: Play(card("2d"), x),
    "Claim": Claim,
    "Play.parse": Play.parse,
    "Claim.parse": Claim.parse,
    "parse_move": parse_move,
    "Declare": lambda x: str(Declare(x)),
    "Declare.parse": Declare.parse,
    "declare": lambda x: at_the_table().play(Declare(x)),
    "can_capture": at_the_table().can_capture,
    "from_dict": Variant.from_dict,
    "from_dict match": lambda x: Variant.from_dict({"id": "x", "match": {"target": x, "tie": x}}),
    "from_dict awards": lambda x: Variant.from_dict({"id": "x", "awards": [x]}),
    "derive": lambda x: SCOPA.derive(id="x", sources=x),
    "is_legal": at_the_table().is_legal,
    "why_illegal": at_the_table().why_illegal,
    "play": at_the_table().play,
    "step": at_the_table().step,
    "match.play": Match.new(SCOPA, seed=1).play,
    "match.step": Match.new(SCOPA, seed=1).step,
    "deck": lambda x: Deal.start(SCOPA, x),
    "deck of": lambda x: Deal.start(SCOPA, (x,) * 40),
    "dealer": lambda x: Deal.start(SCOPA, SORTED, dealer=[x]),  # type: ignore[arg-type]
    "seating": lambda x: Deal.start(SCOPA, SORTED, seating=[x]),  # type: ignore[arg-type]
    "match dealer": lambda x: Match.new(SCOPA, seed=1, dealer=[x]),  # type: ignore[arg-type]
    "VARIANTS": lambda x: VARIANTS[x],
    "Seating": Seating,
    "side_of": lambda x: Seating.pairs().side_of([x]),  # type: ignore[arg-type]
    "seating_for": lambda x: SCOPA.seating_for([x]),  # type: ignore[arg-type]
    "pack.value": lambda x: SCOPA.pack.value([x]),  # type: ignore[arg-type]
    "setup zones": lambda x: position("scopa", hand="2d", placed=x, sweeps=(x, x)),
    "setup seats": lambda x: position("scopa", hand="2d", dealer=x),
}


@pytest.mark.parametrize("door", PUBLIC)
@pytest.mark.parametrize("thing", GARBAGE, ids=lambda thing: type(thing).__name__)
def test_garbage_causes_no_accident(door: str, thing: Any) -> None:
    """A typed error of the library, or Python's own for a wrong type or value; nothing else.

    An AssertionError, KeyError, IndexError or AttributeError that comes through fails the test.
    """
    with suppress(ScopaError, TypeError, ValueError):
        PUBLIC[door](thing)
