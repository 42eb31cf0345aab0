"""Positions as text, and the lenient reading of cards and moves."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    Deal,
    Dealing,
    DuplicateCardError,
    IllegalMoveError,
    InvalidSetupError,
    Pack,
    ParseError,
    Rank,
    RedealRequired,
    ScopaError,
    Seating,
    Suit,
    UnknownVariantError,
    ValueRefusedError,
)
from scopa.notation import parse_position, position, read_card, read_cards, read_move
from scopa.testing import strategies as own
from scopa.view import View
from tests.noise import spoilt
from tests.positions import after, card, cards, vector_card, vectors
from tests.positions import position as at
from tests.strategies import CATALOGUE, Table, examples

if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPA = VARIANTS["scopa"]


def dealt(table: Table, rng: Random) -> Deal:
    """A shuffled pack, dealt at a table; shuffled again while the opening is void."""
    deck = list(table.variant.pack.cards)
    while True:
        rng.shuffle(deck)
        dealer = rng.randrange(table.seating.players)
        try:
            return Deal.start(table.variant, deck, dealer=dealer, seating=table.seating)
        except RedealRequired:
            continue


def course(table: Table, rng: Random) -> Iterator[Deal]:
    """Every position of a deal played at random."""
    deal = dealt(table, rng)
    yield deal
    while not deal.is_over:
        deal = deal.play(rng.choice(deal.legal_moves))
        yield deal


# ---------------------------------------------------------------------- there and back


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_every_position_has_one_text_and_comes_back(table: Table) -> None:
    rng = Random(str(table))
    for deal in list(course(table, rng))[:: rng.randint(2, 4)]:
        seat = rng.choice((None, *range(table.seating.players)))
        seen = deal.view(seat)
        for value in (deal, seen, seen.counts_only()):
            text = position(value)
            again = parse_position(text)
            assert again == value
            assert type(again) is type(value)
            assert position(again) == text


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_what_a_seat_sees_of_the_end_comes_back(table: Table) -> None:
    *_, last = course(table, Random(1))
    for seat in (None, *range(table.seating.players)):
        assert parse_position(position(last.view(seat))) == last.view(seat)
    assert parse_position(position(last)) == last


@examples(60)
@given(own.deals(own.variants()), st.integers(0, 6))
def test_positions_of_any_variant_come_back(deal: Deal, number: int) -> None:
    known = {deal.variant.id: deal.variant}
    seat = number if number < deal.seating.players else None
    for value in (deal, deal.view(seat), deal.view(seat).counts_only()):
        assert parse_position(position(value), known) == value


# ---------------------------------------------------------------------- the very texts

OPENING = (
    "scopa 0v1 Ad3d5d/2d4d6d 7dFdCdRd "
    "Ac2c3c4c5c6c7cFcCcRcAs2s3s4s5s6s7sFsCsRsAb2b3b4b5b6b7bFbCbRb -/- 0/0 1 0 0 -"
)
ENDGAME = (
    "scopa 0v1 6s/Ad 4c2b - "
    "2d3d4d5d6d7dFdCdRdAc2c3c5c6c7cFcCcRc/As2s3s4s5s7sFsCsRsAb3b4b5b6b7bFbCbRb "
    "2/1 1 0 34 1"
)
LAPSE = (  # seat 0 has laid the seven where five and three were to be had: fifteen
    "escopa-15 0v1 2d/RcAs 7dFd5c3b - "
    "Ad3d4d5d6dCdRdAc2c3c4c6c7cFcCc2s3s4s5s6s7sFsCsRsAb2b4b5b6b7bFbCbRb/- "
    "0/0 1 1 33 0 placed=7d claim=yes"
)
KNOCK = (  # three cards below ten, the wild seven of cups read as an ace
    "cirulla 0v1 Ad2d7c/CcCsRs Rd6c - "
    "3d4d5d6d7dFdCdAc2c3c4c5cFcRcAs2s3s4s5s6s7sFsAb2b3b4b5b6b7bFbCbRb/- "
    "0/0 1 0 31 0 declared=3/0 shown=Ad2d7c/- wild=A"
)


def opening() -> Deal:
    return Deal.start(SCOPA, SCOPA.pack.cards)


def lapse() -> Deal:
    return after(at("escopa-15", hand="7d 2d", table="3b 5c Fd", hands={1: "As Rc"}), "7d")


def knock() -> Deal:
    hands = {1: "Cc Cs Rs"}
    return after(at("cirulla", hand="Ad 2d 7c", table="Rd 6c", hands=hands), "#A")


def test_a_deal_is_one_line() -> None:
    assert position(opening()) == OPENING
    assert parse_position(OPENING) == opening()


def test_a_position_of_a_problem_book_is_read() -> None:
    deal = parse_position(ENDGAME)
    assert isinstance(deal, Deal)
    assert [str(move) for move in deal.legal_moves] == ["6sx4c2b"]
    assert (deal.sweeps, deal.last_taker) == ((2, 1), 1)
    over = after(deal, "6sx4c2b", "Ad")
    assert position(over) == (
        "scopa 0v1 -/- - - "
        "Ad2d3d4d5d6d7dFdCdRdAc2c3c4c5c6c7cFcCcRc6s2b/As2s3s4s5s7sFsCsRsAb3b4b5b6b7bFbCbRb "
        "3/1 1 0 36 0"
    )
    assert parse_position(position(over)) == over


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, "scopa 0v1 Ad3d5d/??? 7dFdCdRd 30? -/- 0/0 1 0 0 - seat=0"),
        (1, "scopa 0v1 ???/2d4d6d 7dFdCdRd 30? -/- 0/0 1 0 0 - seat=1"),
        (None, "scopa 0v1 ???/??? 7dFdCdRd 30? -/- 0/0 1 0 0 - seat=-"),
    ],
)
def test_a_view_has_question_marks_for_what_is_hidden(seat: int | None, expected: str) -> None:
    view = opening().view(seat)
    assert position(view) == expected
    assert parse_position(expected) == view


def test_piles_that_lie_face_down_are_numbers() -> None:
    view = parse_position(ENDGAME)
    assert isinstance(view, Deal)
    down = view.view(1).counts_only()
    assert position(down) == LAST
    assert parse_position(LAST) == down
    bare = "scopa 0v1 Ad3d5d/??? 7dFdCdRd 30? 0?/0? 0/0 1 0 0 - seat=0"
    assert parse_position(bare) == opening().view(0).counts_only()


def test_a_card_that_may_be_claimed_is_told() -> None:
    assert position(lapse()) == LAPSE
    assert parse_position(LAPSE) == lapse()
    seen = LAPSE.replace(" 2d/", " ?/") + " seat=1"
    assert position(lapse().view(1)) == seen
    assert parse_position(seen) == lapse().view(1)


def test_what_was_declared_is_told_and_shown_to_everybody() -> None:
    assert position(knock()) == KNOCK
    assert parse_position(KNOCK) == knock()
    seen = f"{KNOCK} seat=1"
    assert position(knock().view(1)) == seen
    assert parse_position(seen) == knock().view(1)
    spectator = KNOCK.replace("/CcCsRs", "/???") + " seat=-"
    assert parse_position(spectator) == knock().view(None)


def test_a_hand_may_be_known_in_part() -> None:
    text = KNOCK.replace("shown=Ad2d7c/-", "shown=Ad/-").replace("Ad2d7c/CcCsRs", "Ad??/CcCsRs")
    view = parse_position(f"{text} seat=1")
    assert isinstance(view, View)
    assert (view.shown[0], view.hand_sizes) == (cards("Ad"), (3, 3))
    assert position(view) == f"{text} seat=1"


def test_bonuses_stand_side_by_side() -> None:
    deal = at("cicera", hand="7d", table="7c", last_play=True, bonuses=[(1, 0, 2), (0, 0, 0)])
    assert position(deal).endswith(" 47 0 bonuses=1,0,2/0,0,0")
    assert parse_position(position(deal)) == deal


def test_sides_of_several_seats() -> None:
    deal = Deal.start(SCOPA, SCOPA.pack.cards, seating=Seating.two_sides_of_three(), dealer=2)
    text = position(deal)
    assert text.startswith("scopa 024v135 ")
    assert text.endswith(" -/- 0/0 2 3 0 -")
    assert position(deal.view(4)).split(" ")[2] == "???/???/???/???/" + "2dFd4c" + "/???"


def test_a_house_rule_is_looked_up_where_the_reader_is_told() -> None:
    house = SCOPA.derive(id="x-home")
    text = position(Deal.start(house, house.pack.cards))
    assert parse_position(text, {"x-home": house}) == Deal.start(house, house.pack.cards)
    for known in (VARIANTS, {"scopa": SCOPA}):
        with pytest.raises(UnknownVariantError, match="variant: there is no 'x-home'"):
            parse_position(text, known)
    with pytest.raises(ParseError, match="variant: 'x-home' is not what is written there, 'scopa'"):
        parse_position(text, {"x-home": SCOPA})


# ---------------------------------------------------------------------- what is refused

LAST = "scopa 0v1 ?/Ad 4c2b - 18?/18? 2/1 1 0 34 1 seat=1"
SEEN = "scopa 0v1 Ad3d5d/??? 7dFdCdRd 30? -/- 0/0 1 0 0 - seat=0"

BAD_TEXTS: list[tuple[str, str, str, str]] = [  # of a text, what is put in place of what
    (OPENING, "scopa 0v1", "scopa  0v1", "position: '-' is not one of placed"),
    (OPENING, " 0 0 -", " 0 -", "11 fields"),
    (OPENING, OPENING, "", "11 fields"),
    (OPENING, "0v1", "0", "seating: '0'"),
    (OPENING, "0v1", "0v", "seating: '0v'"),
    (OPENING, "0v1", "0v0", "seating: '0v0'"),
    (OPENING, "0v1", "0v2", "seating: '0v2'"),
    (OPENING, "0v1", "0V1", "seating: '0V1'"),
    (OPENING, "Ad3d5d/", "Ad3d5/", r"hands\[0\]: '5' is not a card"),
    (OPENING, "Ad3d5d/", "ad3d5d/", r"hands\[0\]: 'ad'"),
    (OPENING, "Ad3d5d/", "3dAd5d/", "hands: '3dAd5d/2d4d6d' is not what is written there"),
    (OPENING, "Ad3d5d/", "Ad3d3d/", r"hands\[0\]: 'Ad3d3d' is not each card once"),
    (OPENING, "Ad3d5d/", "Ad3d?/", "hands: 'Ad3d.?/2d4d6d' is not known cards, or a seat="),
    (OPENING, "Ad3d5d/", "/", r"hands\[0\]: '' is not a card"),
    (OPENING, "7dFdCdRd ", "RdFdCd7d ", "table: 'RdFdCd7d'"),
    (OPENING, "7dFdCdRd ", "7dFd? ", "table: '.' is not a card"),
    (OPENING, "CbRb ", "CbR ", "stock: 'R'"),
    (OPENING, "CbRb ", "Cb? ", "stock: .* is not known cards"),
    (OPENING, "-/-", "?/-", "piles: './-' is not known cards"),
    (OPENING, "0/0", "0/00", "sweeps: '00' is not a number"),
    (OPENING, "0/0", "0/-1", "sweeps: '-1'"),
    (OPENING, "0/0", "0/", "sweeps: ''"),
    (OPENING, "0/0", "0/٣", "sweeps: '٣'"),
    (OPENING, " 1 0 0 -", " 1 0 1234567890 -", "ply: '1234567890'"),
    (OPENING, " 1 0 0 -", " - 0 0 -", "dealer: '-'"),
    (OPENING, " 1 0 0 -", " 1 0 0 x", "last: 'x'"),
    (OPENING, " 0 -", " 0 - ", "position: ''"),
    (OPENING, " 0 -", " 0 -\n", "last: "),
    (OPENING, " 0 -", " 0 - what", "position: 'what'"),
    (OPENING, " 0 -", " 0 - what=1", "position: 'what=1'"),
    (OPENING, " 0 -", " 0 - ply=0", "position: 'ply=0'"),
    (OPENING, " 0 -", " 0 - declared=0/0", "declared: 'declared=0/0' is not .* there, ''"),
    (OPENING, " 0 -", " 0 - bonuses=/", "bonuses: ''"),
    (OPENING, " 0 -", " 0 - shown=-/-", "shown: 'shown=-/-'"),
    (OPENING, " 0 -", " 0 - shown=-/7D", r"shown\[1\]: '7D'"),
    (OPENING, " 0 -", " 0 - wild=1", "wild: '1' is not one of A23456789TFCR"),
    (OPENING, " 0 -", " 0 - placed=7dFd", "placed: '7dFd' is not a card"),
    (OPENING, " 0 -", " 0 - placed=7d", "placed: 'placed=7d' is not what is written there"),
    (LAPSE, "claim=yes", "claim=no", "claim: 'no' is not yes"),
    (LAPSE, "claim=yes", "claim", "position: 'claim'"),
    (
        LAPSE,
        "placed=7d claim=yes",
        "claim=yes placed=7d",
        "claim: 'claim=yes' is not what is written there, 'placed=7d'",
    ),
    (LAPSE, "claim=yes", "claim=yes claim=yes", "position: 'claim=yes'"),
    (KNOCK, "declared=3/0", "declared=03/0", "declared: '03'"),
    (SEEN, "seat=0", "seat=x", "seat: 'x'"),
    (SEEN, "seat=0", "seat=", "seat: ''"),
    (SEEN, "Ad3d5d/???", "Ad3d?/???", r"hands\[0\]: '.' is not known to the seat itself"),
    (SEEN, "Ad3d5d/???", "Ad3d5d/7c??", r"hands\[1\]: '7c' is not what shown= has of it, ''"),
    (SEEN, "Ad3d5d/???", "Ad3d5d/?7c?", r"hands\[1\]: '.7'"),
    (SEEN, "Ad3d5d/???", "Ad3d5d/", r"hands\[1\]: ''"),
    (SEEN, "30?", "Ac", "stock: 'Ac' is not a number of unknown cards"),
    (SEEN, "30?", "30", "stock: '30'"),
    (SEEN, "30?", "030?", "stock: '030.'"),
    (SEEN, "30?", "??", "stock: "),
    (LAST, " - 18?", " 0? 18?", "stock: '0.' is not what is written there, '-'"),
    (SEEN, "-/-", "0?/-", r"piles\[1\]: '-' is not a number of unknown cards"),
]


@pytest.mark.parametrize(("text", "old", "new", "said"), BAD_TEXTS)
def test_a_text_that_is_no_position_is_refused_with_its_place(
    text: str, old: str, new: str, said: str
) -> None:
    assert old in text
    with pytest.raises(ParseError, match=said) as refused:
        parse_position(text.replace(old, new, 1))
    assert refused.value.code == "position-text"


BAD_POSITIONS: list[tuple[str, str, str, list[str]]] = [
    (OPENING, "0v1", "1v0", ["unknown-seating"]),
    (OPENING, "7dFdCdRd ", "7dFdCd ", ["card-missing"]),
    (OPENING, "7dFdCdRd ", "Ad7dFdCdRd ", ["card-doubled"]),
    (OPENING, "7dFdCdRd ", "7dTdFdCdRd ", ["card-foreign"]),
    (OPENING, "Ad3d5d/2d4d6d", "Ad3d5d/2d4d/6d", ["wrong-number"]),
    (OPENING, "-/-", "-", ["wrong-number"]),
    (OPENING, "0/0", "0", ["wrong-number"]),
    (OPENING, " 1 0 0 -", " 2 3 0 4", ["seat-out-of-range"] * 3),
    (OPENING, " 0 -", " 0 - bonuses=1/0", ["wrong-number", "wrong-number"]),
    (OPENING, " 0 -", " 0 - declared=1/0", ["nothing-to-declare"]),
    (OPENING, " 0 -", " 0 - wild=A", ["no-wild-card"]),
    (OPENING, " 0 -", " 0 - claim=yes", ["nothing-to-claim"]),
    (LAPSE, "placed=7d", "placed=Fd", ["nothing-to-claim"]),
    (KNOCK, "shown=Ad2d7c/-", "shown=3d/-", ["shown-not-held"]),
    (SEEN.replace("Ad3d5d", "???"), "seat=0", "seat=2", ["seat-out-of-range"]),
    (SEEN, "/???", "/????", ["wrong-number"]),
    (SEEN, "/???", "/???/???", ["wrong-number"]),
    (SEEN, "-/-", "0?/1?", ["wrong-number"]),
    (SEEN, "- seat=0", "- claim=yes seat=0", ["inconsistent"]),
    (SEEN, "- seat=0", "- placed=7d seat=0", ["inconsistent"]),
]


@pytest.mark.parametrize(("text", "old", "new", "codes"), BAD_POSITIONS)
def test_a_position_that_no_deal_has_is_refused_with_all_problems(
    text: str, old: str, new: str, codes: list[str]
) -> None:
    assert old in text
    with pytest.raises(InvalidSetupError) as refused:
        parse_position(text.replace(old, new, 1))
    assert [problem.code for problem in refused.value.problems][: len(codes)] == codes


@pytest.mark.parametrize("thing", [None, 7, b"scopa", [OPENING], opening()], ids=repr)
def test_what_is_no_text_is_no_position(thing: Any) -> None:
    with pytest.raises(ParseError, match="not a position"):
        parse_position(thing)


@pytest.mark.parametrize("thing", [None, OPENING, SCOPA, opening().setup()], ids=type)
def test_only_deals_and_views_are_positions(thing: Any) -> None:
    with pytest.raises(TypeError):
        position(thing)


@pytest.mark.parametrize("id", ["x y", " x", "x\n", "x\u2003y"])
def test_a_variant_with_spaces_in_its_id_cannot_be_named(id: str) -> None:
    house = SCOPA.derive(id=id)
    with pytest.raises(ValueRefusedError):
        position(Deal.start(house, house.pack.cards))


def test_a_position_has_at_most_ten_seats() -> None:
    crowd = SCOPA.derive(
        id="x-crowd", seatings=(Seating.singles(12),), dealing=Dealing(3, 4, None), redeals=()
    )
    with pytest.raises(ValueRefusedError, match="ten seats"):
        position(Deal.start(crowd, crowd.pack.cards))
    ten = SCOPA.derive(
        id="x-ten", seatings=(Seating.singles(10),), dealing=Dealing(4, 0, None), redeals=()
    )
    deal = Deal.start(ten, ten.pack.cards)
    assert parse_position(position(deal), {"x-ten": ten}) == deal


# ---------------------------------------------------------------------- noise


@pytest.mark.parametrize(
    "text", [OPENING, ENDGAME, LAPSE, KNOCK, SEEN, position(lapse().view(1).counts_only())]
)
def test_spoilt_texts_end_in_errors_of_the_library_or_in_their_own_position(text: str) -> None:
    rng, refused = Random(text), 0
    for _ in range(600):
        wrong = spoilt(text, rng)
        try:
            assert position(parse_position(wrong)) == wrong
        except ScopaError:
            refused += 1
    assert refused > 500


@pytest.mark.parametrize("text", ["7", "?", "Ad", "/", " ", "x", "-/", "0v", "9"])
def test_a_megabyte_of_noise_is_refused_quickly(text: str) -> None:
    noise = text * (1_000_000 // len(text))
    begun = time.perf_counter()
    for place in range(13):
        fields = [*SEEN.split(" "), "x=1"]
        fields[place] = noise
        with pytest.raises(ScopaError):
            parse_position(" ".join(fields))
    assert time.perf_counter() - begun < 20


# ---------------------------------------------------------------------- lenient cards


@pytest.mark.parametrize("pack", [None, *PACKS], ids=lambda pack: pack.id if pack else "any")
def test_strict_texts_are_read_as_such(pack: Pack | None) -> None:
    every = pack.cards if pack else [Card(rank, suit) for rank in Rank for suit in Suit]
    for own_card in every:
        for text in (str(own_card), str(own_card).lower(), f" {str(own_card).upper()}\n"):
            assert read_card(text, pack) is own_card
    assert read_cards(" ".join(map(str, every)), pack) == CardSet(every)
    assert read_cards("".join(map(str, every)), pack) == CardSet(every)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_cards_are_read_by_their_faces_and_by_what_they_capture_for(pack: Pack) -> None:
    courts = {Rank.KNAVE: "F", Rank.KNIGHT: "N", Rank.KING: "R"}
    for own_card in pack.cards:
        face = pack.face(own_card)
        for text in (face, face.lower(), face.upper(), face.replace(" ", "")):
            assert read_card(text, pack) is own_card
        name = f"{own_card.suit.upper()}{pack.value(own_card.rank) or courts[own_card.rank]}"
        assert read_card(name, pack) is own_card
        assert read_card(name.lower(), pack) is own_card
    assert read_cards(", ".join(map(pack.face, pack.cards)), pack) == pack.card_set


def test_the_names_of_the_rule_vectors_are_read() -> None:
    packs = {"classic": ITALIAN_40, "cicera": BRESCIANE_52}
    names = 0
    for vector in vectors("captures.json"):
        pack = packs.get(vector["config"])
        for name in [vector["played"], *vector["table"]] if pack else []:
            assert read_card(name, pack) is vector_card(name, pack)  # type: ignore[arg-type]
            names += 1
    assert names > 100


@pytest.mark.parametrize(
    ("text", "pack", "expected"),
    [
        ("1d", None, "Ad"),
        ("10d", None, "Td"),
        ("10d", BRESCIANE_52, "Td"),
        ("10d", SPANISH_40, "Fd"),
        ("11 copas", SPANISH_40, "Cc"),
        ("12b", SPANISH_40, "Rb"),
        ("D10", SPANISH_40, "Rd"),
        ("d8", BRAZILIAN_40, "Cd"),
        ("jd", None, "Fd"),
        ("Q♠", None, "Cs"),
        ("k♣", FRENCH_40, "Rb"),
        ("7♥\ufe0f", None, "7c"),
        ("7♡", None, "7c"),
        ("re denari", ITALIAN_40, "Rd"),
        ("Rd", ITALIAN_40, "Rd"),
        ("red", ITALIAN_40, "Rd"),
        ("Asso spade", BRESCIANE_52, "As"),
        ("As", BRESCIANE_52, "As"),
        ("SR", BRESCIANE_52, "Rs"),
    ],
)
def test_a_card_as_people_write_it(text: str, pack: Pack | None, expected: str) -> None:
    assert read_card(text, pack) is card(expected)


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("", None),
        ("7", None),
        ("d", None),
        ("7x", None),
        ("0d", None),
        ("11d", None),
        ("7 d", None),
        ("d7", None),
        ("7d 7c", None),
        ("7d,", None),
        (",7d", None),
        ("10d", ITALIAN_40),
        ("8d", ITALIAN_40),
        ("D11", ITALIAN_40),
        ("D0", ITALIAN_40),
        ("11 d", SPANISH_40),
        ("7 oros", ITALIAN_40),
        (None, None),
        (7, None),
    ],
)
def test_what_is_no_card_is_refused(text: Any, pack: Pack | None) -> None:
    with pytest.raises(ParseError) as refused:
        read_card(text, pack)
    assert refused.value.code == "card-text"
    assert refused.value.text == str(text)


def test_a_name_that_two_ranks_or_suits_share_is_no_name() -> None:
    pack = Pack(
        "x-court",
        ((Rank.KNAVE, 1), (Rank.KNIGHT, 2), (Rank.KING, 3)),
        labels=((Rank.KNAVE, "court"), (Rank.KNIGHT, "court"), (Rank.KING, "")),
        suit_labels=("red", "red", "", "c"),
    )
    for text in ("court d", "courtd", "court red", "r red", "rred", "dred", "d"):
        with pytest.raises(ParseError):
            read_card(text, pack)
    assert read_card("rc", pack) is card("Rc")  # the notation goes before what the pack says


@pytest.mark.parametrize("text", ["7d Ac Rb", "7D, aC; kb", "7dacrb", "  7d\n1♥\t,K♣ ", "7d,ac,rb"])
def test_cards_may_be_divided_by_anything_or_nothing(text: str) -> None:
    assert read_cards(text) == cards("7d Ac Rb")


def test_no_cards_are_the_empty_set_and_a_card_twice_is_refused() -> None:
    assert read_cards("") == read_cards(" \n") == CardSet()
    with pytest.raises(DuplicateCardError):
        read_cards("7d 7D")
    for text in ("7d x", "7d.", "7d,", None):
        with pytest.raises(ParseError) as refused:
            read_cards(text)  # type: ignore[arg-type]
        assert refused.value.code == "cards-text"


# ---------------------------------------------------------------------- lenient moves


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_the_text_of_a_legal_move_is_that_move(table: Table) -> None:
    for deal in list(course(table, Random(2)))[::3]:
        for move in deal.legal_moves[:12]:
            assert read_move(str(move), deal) == move
            assert read_move(str(move).lower(), deal) == move


def seven() -> Deal:
    return at("scopa", hand="7d 2d Rc", table="3b 4c 4s Fd 5b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7dx4c3b", "7dx4c3b"),
        ("7dx3b4c", "7dx4c3b"),
        ("7D takes 3b and 4c", "7dx4c3b"),
        ("7♦ = 3♣ + 4♥", "7dx4c3b"),
        ("d7: b3, c4", "7dx4c3b"),
        ("7d 4s", "7dx4s3b"),
        ("7d captures 4s", "7dx4s3b"),
        ("2 denari", "2d"),
        ("re coppe", "Rc"),
    ],
)
def test_a_move_as_people_write_it(text: str, expected: str) -> None:
    assert str(read_move(text, seven())) == expected


@pytest.mark.parametrize("text", ["7d", "7d takes 3b", "7d 3b"])
def test_a_text_that_fits_several_moves_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="7dx4c3b, 7dx4s3b") as refused:
        read_move(text, seven())
    assert refused.value.code == "move-ambiguous"


def test_a_card_alone_is_laid_down_where_it_may_be() -> None:
    free = at("escopa-15", hand="7d 2d", table="3b 5c Fd")
    assert str(read_move("7d", free)) == "7d"
    assert str(read_move("7d 3b", free)) == "7dx5c3b"


def test_a_claim_and_a_declaration_are_read() -> None:
    for text in ("!7d5c3b", "! 7d 5c 3b", "claim: 7d, 3b, 5c", "Claims 3b", "claim", "!"):
        assert str(read_move(text, lapse())) == "!7d5c3b"
    hand = at("cirulla", hand="Ad 2d 7c", table="Rd 6c")
    for text in ("#A", "# a", "declare 1", "Declares: a", "#1"):
        assert str(read_move(text, hand)) == "#A"
    with pytest.raises(ParseError) as refused:
        read_move("declare", hand)
    assert refused.value.code == "move-ambiguous"
    plain = at("cirulla", hand="Ad 2d 3d", table="Rd 6c")
    assert str(read_move("declare", plain)) == "#"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ad", "not-in-hand"),
        ("7d takes Fd", "does-not-add-up"),
        ("7d takes 7c", "not-on-table"),
        ("claim", "nothing-to-claim"),
        ("!7d3b", "nothing-to-claim"),
        ("#", "nothing-to-declare"),
        ("declare 5", "nothing-to-declare"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        read_move(text, seven())
    assert refused.value.code == reason
    assert refused.value.position == seven()


@pytest.mark.parametrize(
    "text", ["", " ", "x", "7", "settebello", "7d takes", "x7d", "7dx", "#14", "declare x", "! x"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        read_move(text, seven())
    assert refused.value.code == "move-text"


@pytest.mark.parametrize("thing", [None, 7, b"7d", ["7d"]])
def test_what_is_no_text_is_no_move(thing: Any) -> None:
    with pytest.raises(ParseError):
        read_move(thing, seven())


def test_a_card_named_twice_is_refused() -> None:
    for text in ("7d takes 4c 4c", "claim 4c 4c"):
        with pytest.raises(DuplicateCardError):
            read_move(text, seven())


def test_spoilt_moves_end_in_errors_of_the_library_or_in_legal_moves() -> None:
    for deal in (seven(), lapse(), knock()):
        rng = Random(deal.ply)
        for move in deal.legal_moves * 30:
            with suppress(ScopaError):
                assert read_move(spoilt(str(move), rng), deal) in deal.legal_moves


def test_a_position_of_house_rules_is_not_written_as_one_of_the_catalogue() -> None:
    scopa = VARIANTS["scopa"]
    impostor = scopa.derive(id="scopa", redeals=())
    with pytest.raises(ValueRefusedError, match="the catalogue has other rules by the id 'scopa'"):
        position(Deal.start(impostor, scopa.pack.cards))
    house = scopa.derive(redeals=())
    text = position(Deal.start(house, scopa.pack.cards))
    assert text.startswith("x-scopa ")
    assert parse_position(text, {"x-scopa": house}) == Deal.start(house, scopa.pack.cards)
