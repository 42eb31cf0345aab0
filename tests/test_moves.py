"""Moves and their text."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

from scopa import (
    Card,
    CardSet,
    Claim,
    Declare,
    DuplicateCardError,
    Move,
    ParseError,
    Play,
    Rank,
    parse_move,
)
from tests.positions import card, cards

MOVES: list[Move] = [
    Play(card("7d")),
    Play(card("7d"), cards("7c")),
    Play(card("Rd"), cards("4c 6s 3b")),
    Claim(cards("7c Fb")),
]


@pytest.mark.parametrize(
    ("move", "text"), list(zip(MOVES, ["7d", "7dx7c", "Rdx4c6s3b", "!7cFb"], strict=True))
)
def test_a_move_has_one_text(move: Move, text: str) -> None:
    assert str(move) == text
    assert parse_move(text) == move
    assert type(move).parse(text) == move


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_move_comes_back_as_it_was(move: Move) -> None:
    assert eval(repr(move), {"Play": Play, "Claim": Claim}) == move  # noqa: S307
    for again in (
        pickle.loads(pickle.dumps(move)),  # noqa: S301
        copy.copy(move),
        copy.deepcopy(move),
    ):
        assert (again, hash(again)) == (move, hash(move))


def test_the_cards_taken_may_be_given_in_any_order_and_any_kind_of_collection() -> None:
    expected = Play(card("Rd"), cards("4c 6s 3b"))
    assert Play.parse("Rdx3b4c6s") == expected
    assert Play(card("Rd"), [card("3b"), card("4c"), card("6s")]) == expected
    assert Claim([card("Fb"), card("7c")]) == Claim.parse("!7cFb")


def test_moves_are_different_where_anything_about_them_is() -> None:
    alike: list[object] = ["7d", Claim(cards("7d")), Play(card("7c"))]
    alike += [Play(card("7d"), cards("7c 7s")), Declare(), Declare(Rank.SEVEN)]
    assert len({*MOVES, *alike}) == 10
    assert Play(card("7d")).taken == CardSet()


def test_a_move_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Play(card("7d")).card = card("7c")  # type: ignore[misc]


BAD = ["", "x", "7", "7D", "7dx", "7dx7", "7dx7d7", "7d x7c", "7dx7c ", "!", "!7", "7dxx7c", "7d7c"]


@pytest.mark.parametrize("text", BAD)
def test_unreadable_text_of_a_move_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_move(text)
    assert (refused.value.code, refused.value.text) == ("move-text", text)


@pytest.mark.parametrize("text", ["7d", "7dx7c", ""])
def test_a_play_is_no_claim(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        Claim.parse(text)
    assert refused.value.code == "move-text"


def test_a_claim_is_no_play() -> None:
    with pytest.raises(ParseError) as refused:
        Play.parse("!7cFb")
    assert refused.value.code == "move-text"


@pytest.mark.parametrize("text", [None, 7, b"7d", ["7d"], card("7d"), Play(card("7d"))], ids=repr)
def test_what_is_no_text_is_no_move(text: Any) -> None:
    for parse in (parse_move, Play.parse, Claim.parse):
        with pytest.raises(ParseError) as refused:
            parse(text)
        assert refused.value.code == "move-text"


def test_f54_a_card_cannot_be_taken_twice() -> None:
    for text in ("Rdx5c5c", "!5c5c"):
        with pytest.raises(DuplicateCardError) as refused:
            parse_move(text)
        assert refused.value.code == "duplicate-card"
    with pytest.raises(DuplicateCardError):
        Play(card("Rd"), [card("5c"), card("5c")])


@pytest.mark.parametrize("thing", ["7d", None, 6, cards("7d")])
def test_only_a_card_can_be_played(thing: Any) -> None:
    with pytest.raises(TypeError):
        Play(thing)


@pytest.mark.parametrize("thing", ["7d", None, 6, [None], ["7c"]])
def test_only_cards_can_be_taken(thing: Any) -> None:
    for make in (lambda: Play(Card.parse("7d"), thing), lambda: Claim(thing)):
        with pytest.raises(TypeError):
            make()


# ---------------------------------------------------------------------- declarations


@pytest.mark.parametrize("text", ["#", "#5", "#A", "#R"])
def test_a_declaration_names_what_the_wild_card_counts_as(text: str) -> None:
    move = parse_move(text)
    assert isinstance(move, Declare)
    assert str(move) == text
    assert move.wild == (
        None if text == "#" else Rank[["ACE", "FIVE", "KING"]["A5R".index(text[1])]]
    )
    assert Declare.parse(text) == move
    assert eval(repr(move), {"Declare": Declare}) == move  # noqa: S307
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301


@pytest.mark.parametrize("text", ["##", "#55", "#1", "# ", "7d", "!7c", ""])
def test_unreadable_text_of_a_declaration_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        Declare.parse(text)
    assert refused.value.code == "move-text"
