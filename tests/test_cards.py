"""Cards and sets of cards."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import attrs
import pytest

from scopa import Card, CardSet, DuplicateCardError, ParseError, Rank, ScopaError, Suit
from tests.positions import card, cards

EVERY_CARD = [Card(rank, suit) for suit in Suit for rank in Rank]


def test_there_are_fifty_two_cards_in_canonical_order() -> None:
    assert [c.index for c in EVERY_CARD] == list(range(52))
    assert " ".join(map(str, EVERY_CARD[:14])) == "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Fd Cd Rd Ac"
    assert str(EVERY_CARD[51]) == "Rb"
    assert sorted(random.Random(1).sample(EVERY_CARD, 52)) == EVERY_CARD


def test_a_card_knows_its_rank_and_its_suit() -> None:
    settebello = card("7d")
    assert (settebello.rank, settebello.suit) == (Rank.SEVEN, Suit.COINS)
    assert [rank.letter for rank in Rank] == list("A23456789TFCR")


@pytest.mark.parametrize("one", EVERY_CARD, ids=str)
def test_there_is_one_object_for_each_card(one: Card) -> None:
    assert Card.parse(str(one)) is one
    assert Card(one.rank, one.suit) is one
    assert copy.copy(one) is one
    assert copy.deepcopy(one) is one
    assert pickle.loads(pickle.dumps(one)) is one  # noqa: S301
    assert eval(repr(one), {"Card": Card}) is one  # noqa: S307


def test_cards_are_ordered_by_suit_then_rank() -> None:
    assert card("Rd") < card("Ac")
    assert card("6c") <= card("7c")
    assert card("7c") <= card("7c")
    assert card("2s") > card("As")
    assert card("Ab") >= card("Rs")
    assert not card("7c") < card("7c")


@pytest.mark.parametrize("other", ["7d", 6, None])
def test_a_card_is_neither_equal_to_nor_comparable_with_anything_else(other: Any) -> None:
    assert card("7d") != other
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(card("7d"), compare)(other) is NotImplemented
    with pytest.raises(TypeError):
        assert card("7d") < other


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        card("7d").index = 0  # type: ignore[misc]


BAD_TEXTS = ["", "7", "d", "d7", "7D", "ad", "1d", "10d", "Td ", " Td", "7dx", "Jd", "Qh", "7♦"]


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_unreadable_card_text_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        Card.parse(text)
    assert refused.value.code == "card-text"
    assert refused.value.text == text
    assert isinstance(refused.value, ScopaError)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("text", [None, 7, ["7d"], b"7d", card("7d")], ids=repr)
def test_what_is_no_text_is_no_card(text: Any) -> None:
    with pytest.raises(ParseError) as refused:
        Card.parse(text)
    assert refused.value.code == "card-text"


@pytest.mark.parametrize(
    ("rank", "suit"),
    [
        (None, Suit.COINS),
        (Rank.ACE, None),
        ("A", "d"),
        (Rank.ACE, "h"),
        (0, Suit.CUPS),
        (14, Suit.COINS),
        (14, Suit.CLUBS),
        (-3, Suit.CLUBS),
        (Rank.ACE, ""),
        (Rank.ACE, "dc"),
        (1.5, Suit.COINS),
    ],
)
def test_what_is_no_rank_or_no_suit_makes_no_card(rank: Any, suit: Any) -> None:
    with pytest.raises(ParseError) as refused:
        Card(rank, suit)
    assert refused.value.code == "card-text"


# ---------------------------------------------------------------------- sets of cards


def test_a_set_iterates_in_canonical_order_whatever_it_was_made_from() -> None:
    hand = CardSet([card("Fb"), card("Ac"), card("7d")])
    assert [str(c) for c in hand] == ["7d", "Ac", "Fb"]
    assert str(hand) == "7d Ac Fb"
    assert hand == cards("Ac Fb 7d")
    assert len(hand) == 3


def test_the_empty_set_is_the_empty_text() -> None:
    assert CardSet.parse("") == CardSet()
    assert str(CardSet()) == ""
    assert not CardSet()
    assert cards("7d")


@pytest.mark.parametrize("text", ["", "7d", "7d Ac Fb", " ".join(map(str, EVERY_CARD))])
def test_a_set_comes_back_as_it_was(text: str) -> None:
    one = cards(text)
    assert copy.copy(one) is one
    assert copy.deepcopy(one) is one
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert eval(repr(one), {"CardSet": CardSet}) == one  # noqa: S307
    assert CardSet.parse(str(one)) == one
    assert CardSet(one) == one


def test_a_set_equals_and_hashes_like_other_sets_of_the_same_cards() -> None:
    assert cards("7d Ac") == {card("Ac"), card("7d")}
    assert cards("7d Ac") == frozenset([card("Ac"), card("7d")])
    assert hash(cards("7d Ac")) == hash(frozenset([card("Ac"), card("7d")]))
    assert cards("7d Ac") != cards("7d")
    assert cards("7d Ac") != {card("Ac")}
    assert cards("7d") != "7d"
    assert cards("7d") != [card("7d")]


def test_a_set_knows_what_is_in_it() -> None:
    assert card("7d") in cards("7d Ac")
    assert card("7c") not in cards("7d Ac")
    anything: list[object] = ["7d", 6, None]
    assert not any(thing in cards("7d Ac") for thing in anything)


OTHERS = [cards("Ac 2s"), frozenset([card("Ac"), card("2s")])]


@pytest.mark.parametrize("other", OTHERS, ids=["CardSet", "frozenset"])
def test_sets_are_joined_cut_and_taken_from_each_other(other: Any) -> None:
    hand = cards("7d Ac")
    for made, expected in [
        (hand | other, "7d Ac 2s"),
        (hand & other, "Ac"),
        (hand - other, "7d"),
        (hand ^ other, "7d 2s"),
    ]:
        assert isinstance(made, CardSet)
        assert str(made) == expected
    assert str(hand) == "7d Ac"


@pytest.mark.parametrize("kind", [CardSet, frozenset])
def test_sets_contain_each_other(kind: type[Any]) -> None:
    assert cards("7d") <= kind(cards("7d Ac"))
    assert cards("7d Ac") >= kind(cards("7d"))
    assert not cards("7d 2s") <= kind(cards("7d Ac"))
    assert cards("7d") < kind(cards("7d Ac"))
    assert not cards("7d") < kind(cards("7d"))
    assert cards("7d").isdisjoint(kind(cards("Ac")))


def test_sets_of_other_kinds_may_stand_first() -> None:
    other, hand = frozenset([card("Ac"), card("2s")]), cards("7d Ac")
    for made, expected in [
        (other | hand, "7d Ac 2s"),
        (other & hand, "Ac"),
        (other - hand, "2s"),
        (other ^ hand, "7d 2s"),
    ]:
        assert isinstance(made, CardSet)
        assert str(made) == expected


def test_a_set_of_cards_is_joined_with_nothing_but_cards() -> None:
    with pytest.raises(TypeError, match="not a Card"):
        _ = cards("7d") | {"Ac"}


def test_the_same_card_cannot_stand_in_a_set_twice() -> None:
    with pytest.raises(DuplicateCardError) as refused:
        CardSet([card("5d"), card("5d")])
    assert refused.value.code == "duplicate-card"
    with pytest.raises(DuplicateCardError, match="the same card twice: 5d"):
        cards("5d 6d 5d")


@pytest.mark.parametrize("text", ["7d  Ac", " 7d", "7d ", "7dAc", "7d,Ac", "x", "7d 8x"])
def test_unreadable_text_of_a_set_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        CardSet.parse(text)
    assert (refused.value.code, refused.value.text) == ("cards-text", text)


@pytest.mark.parametrize("text", [None, 0, 7, ["7d"], ()], ids=repr)
def test_what_is_no_text_is_no_set(text: Any) -> None:
    with pytest.raises(ParseError) as refused:
        CardSet.parse(text)
    assert refused.value.code == "cards-text"


@pytest.mark.parametrize("thing", ["7d", None, 3])
def test_only_cards_go_into_a_set(thing: Any) -> None:
    with pytest.raises(TypeError, match="not a Card"):
        CardSet([card("7d"), thing])


def test_a_set_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        cards("7d")._bits = 0  # type: ignore[misc]
