"""Packs: which cards there are, what they capture for, and what is printed on them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from scopa import (
    BRAZILIAN_40,
    BRESCIANE_52,
    FRENCH_40,
    ITALIAN_40,
    PACKS,
    SPANISH_40,
    VARIANTS,
    Card,
    CardSet,
    InvalidPackError,
    Pack,
    Rank,
    Suit,
)
from tests.positions import card, each_scopa

COURTS = (Rank.KNAVE, Rank.KNIGHT, Rank.KING)


@each_scopa
@pytest.mark.clause("S0.4", "S1.4", "S4.2")
def test_scopa_is_played_with_forty_cards_four_suits_of_ten(scopa: str) -> None:
    pack = VARIANTS[scopa].pack
    assert len(pack.cards) == len(pack.card_set) == 40
    assert not any(c.rank in (Rank.EIGHT, Rank.NINE, Rank.TEN) for c in pack.cards)
    for suit in Suit:
        assert sum(c.suit is suit for c in pack.cards) == 10


@each_scopa
@pytest.mark.clause("S0.7", "S1.7", "S4.3")
def test_ace_is_one_numerals_as_printed_and_the_courts_eight_nine_ten(scopa: str) -> None:
    pack = VARIANTS[scopa].pack
    assert [pack.value(rank) for rank in tuple(Rank)[:7]] == [1, 2, 3, 4, 5, 6, 7]
    assert [pack.value(rank) for rank in COURTS] == [8, 9, 10]


@pytest.mark.parametrize(
    ("scopa", "labels"),
    [
        pytest.param("scopa-spanish", "10 11 12", marks=pytest.mark.clause("S0.7")),
        pytest.param("scopa", "FANTE CAVAL RE", marks=pytest.mark.clause("S1.7")),
        pytest.param("scopa-french", "J Q K", marks=pytest.mark.clause("S4.3")),
    ],
)
def test_the_courts_carry_the_labels_of_their_document(scopa: str, labels: str) -> None:
    pack = VARIANTS[scopa].pack
    for rank, label in zip(COURTS, labels.split(), strict=True):
        assert pack.face(Card(rank, Suit.CLUBS)).startswith(label)


@pytest.mark.clause("S4.2")
def test_diamonds_play_the_part_of_coins() -> None:
    assert FRENCH_40.face(card("7d")) == "7♦"
    assert [FRENCH_40.face(Card(Rank.ACE, suit)) for suit in Suit] == ["A♦", "A♥", "A♠", "A♣"]


@pytest.mark.parametrize(
    ("pack", "text", "face"),
    [
        (ITALIAN_40, "Rd", "RE denari"),
        (ITALIAN_40, "Ad", "1 denari"),
        (SPANISH_40, "7d", "7 oros"),
        (SPANISH_40, "Rb", "12 bastos"),
        (BRAZILIAN_40, "Cc", "Q♥"),
        (BRESCIANE_52, "Ts", "10 spade"),
        (BRESCIANE_52, "Fc", "Fante coppe"),
        (BRESCIANE_52, "Ab", "Asso bastoni"),
    ],
)
def test_a_card_has_a_face(pack: Pack, text: str, face: str) -> None:
    assert pack.face(card(text)) == face


@pytest.mark.clause("S3.7", "A3.1")
def test_in_brazil_the_dama_is_eight_the_valete_nine_the_rei_ten() -> None:
    values = {BRAZILIAN_40.face(Card(r, Suit.COINS)): BRAZILIAN_40.value(r) for r in COURTS}
    assert values == {"Q♦": 8, "J♦": 9, "K♦": 10}


@pytest.mark.clause("A3.2")
def test_forty_cards_total_two_hundred_and_twenty_which_is_ten_beyond_the_fifteens() -> None:
    total = sum(BRAZILIAN_40.value(c.rank) or 0 for c in BRAZILIAN_40.cards)
    assert (len(BRAZILIAN_40.cards), total, total % 15) == (40, 220, 10)


@pytest.mark.clause("S2.3")
def test_the_bresciane_are_fifty_two() -> None:
    assert len(BRESCIANE_52.cards) == len(BRESCIANE_52.card_set) == 52


@pytest.mark.clause("S2.6", "A2.1")
def test_the_bresciane_count_to_ten_and_their_courts_have_no_value() -> None:
    values = [BRESCIANE_52.value(rank) for rank in Rank]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, None, None, None]


def test_cards_come_by_suit_then_upward_by_value_and_valueless_courts_last() -> None:
    def coins(pack: Pack) -> str:
        return " ".join(str(c) for c in pack.cards if c.suit is Suit.COINS)

    assert coins(ITALIAN_40) == "Ad 2d 3d 4d 5d 6d 7d Fd Cd Rd"
    assert coins(BRAZILIAN_40) == "Ad 2d 3d 4d 5d 6d 7d Cd Fd Rd"
    assert coins(BRESCIANE_52) == "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Fd Cd Rd"
    for pack in PACKS:
        assert [c.suit for c in pack.cards] == sorted(
            (c.suit for c in pack.cards), key=list(Suit).index
        )


def test_f32_there_are_packs_of_three_countries_each_with_its_own_faces() -> None:
    assert len({pack.id for pack in PACKS}) == len(PACKS)
    for pack in PACKS:
        faces = {pack.face(c) for c in pack.cards}
        assert len(faces) == len(pack.cards) == len(CardSet(pack.cards))


def test_a_rank_that_the_pack_lacks_has_no_value() -> None:
    with pytest.raises(InvalidPackError) as refused:
        ITALIAN_40.value(Rank.TEN)
    assert [problem.code for problem in refused.value.problems] == ["foreign-rank"]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_a_pack_comes_back_as_it_was(pack: Pack) -> None:
    again = pickle.loads(pickle.dumps(pack))  # noqa: S301
    assert (again, hash(again), again.cards) == (pack, hash(pack), pack.cards)


TWO_RANKS = ((Rank.ACE, 1), (Rank.TWO, 2))


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"values": ()}, ["no-rank"]),
        ({"values": ((Rank.ACE, 1), (Rank.ACE, 2))}, ["rank-twice"]),
        ({"values": ((Rank.ACE, 1), (Rank.TWO, 1))}, ["value-twice"]),
        ({"values": ((Rank.ACE, 0),)}, ["value-out-of-range"]),
        ({"values": ((Rank.ACE, 14),)}, ["value-out-of-range"]),
        ({"suits": ()}, ["suits"]),
        ({"suits": (Suit.CUPS, Suit.COINS)}, ["suits"]),
        ({"suits": (Suit.CUPS, Suit.CUPS)}, ["suits"]),
        ({"suit_labels": ("a", "b", "c")}, ["suit-labels"]),
        (
            {"values": ((Rank.ACE, 14), (Rank.ACE, 14)), "suits": ()},
            ["rank-twice", "value-twice", "value-out-of-range", "suits"],
        ),
    ],
)
def test_a_pack_that_cannot_be_played_with_is_refused(
    changes: dict[str, Any], codes: list[str]
) -> None:
    lawful: dict[str, Any] = {"id": "x", "values": TWO_RANKS}
    with pytest.raises(InvalidPackError) as refused:
        Pack(**lawful | changes)
    assert refused.value.code == "invalid-pack"
    assert [problem.code for problem in refused.value.problems] == codes


def test_a_pack_of_two_suits_has_the_cards_of_two_suits() -> None:
    small = Pack("small", TWO_RANKS, suits=(Suit.CUPS, Suit.CLUBS))
    assert [str(c) for c in small.cards] == ["Ac", "2c", "Ab", "2b"]
    assert small.value(Rank.TWO) == 2
