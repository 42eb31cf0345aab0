"""One deal of Scopa, from the cards dealt to the last card played."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from scopa import (
    VARIANTS,
    Capture,
    Card,
    Claim,
    Deal,
    IllegalReason,
    InvalidDeckError,
    Play,
    RedealRequired,
    SeatError,
    Seating,
    TableTotalAtMost,
    ValueRefusedError,
    Variant,
)
from tests.positions import (
    after,
    card,
    cards,
    deck,
    each_scopa,
    moves,
    points,
    position,
    vector_card,
    vector_cards,
    vectors,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scopa import Card, Pack

SCOPA = VARIANTS["scopa"]
SORTED = SCOPA.pack.cards


# ---------------------------------------------------------------------- dealing


@each_scopa
@pytest.mark.clause("S0.4", "S1.4", "S4.4")
def test_three_cards_to_each_player_four_on_the_table_the_rest_is_the_stock(scopa: str) -> None:
    deal = Deal.start(VARIANTS[scopa], SORTED)
    assert [len(hand) for hand in deal.hands] == [3, 3]
    assert len(deal.table) == 4
    assert len(deal.stock) == 30
    assert deal.piles == (cards(""), cards(""))
    assert deal.sweeps == (0, 0)


@each_scopa
@pytest.mark.clause("S0.5", "S1.5", "S4.6")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_player_who_did_not_deal_plays_first(scopa: str, dealer: int) -> None:
    deal = Deal.start(VARIANTS[scopa], SORTED, dealer=dealer)
    assert (deal.dealer, deal.turn) == (dealer, 1 - dealer)
    after_one = deal.play(deal.legal_moves[0])
    assert len(after_one.hands[1 - dealer]) == 2


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    deal = Deal.start(SCOPA, SORTED, dealer=0)
    assert deal.hands == (cards("2d 4d 6d"), cards("Ad 3d 5d"))
    assert deal.table == cards("7d Fd Cd Rd")
    assert " ".join(map(str, deal.stock[:3])) == "Ac 2c 3c"
    three = Deal.start(SCOPA, SORTED, dealer=1, seating=Seating.singles(3))
    assert three.hands == (cards("2d 5d Fd"), cards("3d 6d Cd"), cards("Ad 4d 7d"))
    assert three.turn == 2


@pytest.mark.parametrize(
    ("seating", "packets"),
    [(s, {2: 6, 3: 4, 4: 3, 6: 2}[s.players]) for s in SCOPA.seatings],
    ids=lambda given: str(getattr(given, "sides", given)),
)
def test_every_seating_plays_all_forty_cards(seating: Seating, packets: int) -> None:
    deal, plays, dealt = Deal.start(SCOPA, SORTED, seating=seating), 0, 1
    while not deal.is_over:
        stock = len(deal.stock)
        assert deal.turn == plays % seating.players
        deal, plays = deal.play(deal.legal_moves[-1]), plays + 1
        dealt += len(deal.stock) < stock
    assert (plays, dealt) == (36, packets)
    assert sum(len(pile) for pile in deal.piles) == 40
    assert len(deal.piles) == len(seating.sides)


@each_scopa
@pytest.mark.clause("S0.6", "S1.6", "S4.5")
@pytest.mark.parametrize(
    "table", ["Rd Rc Rs 7d", "Rd Rc Rs Rb", "Rb Rc Rs 7d"], ids=["R01a", "R04", "R01"]
)
def test_an_opening_table_with_three_or_four_kings_is_void(scopa: str, table: str) -> None:
    with pytest.raises(RedealRequired) as refused:
        Deal.start(VARIANTS[scopa], deck(scopa, table=table))
    assert refused.value.code == "redeal-required"
    assert refused.value.cards == tuple(card(text) for text in table.split())
    assert str(refused.value) == f"the opening table {table} is void: at least 3 kings"


@each_scopa
@pytest.mark.clause("S0.6", "S1.6", "S4.5")
def test_two_kings_or_three_of_another_court_are_no_reason_to_deal_again(scopa: str) -> None:
    for table in ("Rd Rc Cs 7d", "Cd Cc Cs Cb"):
        deal = Deal.start(VARIANTS[scopa], deck(scopa, table=table))
        assert deal.table == cards(table)


class Keys(random.Random):
    """Gives the numbers that sort a pack into these orders, one after another."""

    def __init__(self, variant: Variant, *decks: Sequence[Card]) -> None:
        super().__init__(0)
        self.numbers = [deck.index(own) / 64 for deck in decks for own in variant.pack.cards]

    def random(self) -> float:
        return self.numbers.pop(0)


def test_a_shuffled_pack_is_dealt_again_while_the_opening_table_is_void() -> None:
    void, lawful = (deck(SCOPA, table=table) for table in ("Rd Rc Rs 7d", "Rd Rc 6d 7d"))
    keys = Keys(SCOPA, void, void, lawful, void)
    assert Deal.shuffled(SCOPA, keys) == Deal.start(SCOPA, lawful)
    assert Deal.shuffled(SCOPA, Keys(SCOPA, lawful), dealer=0) == Deal.start(
        SCOPA, lawful, dealer=0
    )
    four = SCOPA.seating_for(4)
    assert Deal.shuffled(SCOPA, Keys(SCOPA, lawful), seating=four) == Deal.start(
        SCOPA, lawful, seating=four
    )


def test_in_a_shuffled_pack_every_card_is_as_likely_to_come_next() -> None:
    rng, shuffles, pack = random.Random(3), 8_000, SCOPA.pack.cards
    deals = [Deal.shuffled(SCOPA, rng) for _ in range(shuffles)]
    for first in (
        Counter(deal.stock[0] for deal in deals),
        Counter(deal.stock[-1] for deal in deals),
        Counter(own for deal in deals for own in deal.hands[0]),
    ):
        expected = sum(first.values()) / len(pack)
        distance = sum((first[own] - expected) ** 2 / expected for own in pack)
        assert distance < 73  # one in a thousand, with 39 degrees of freedom


def test_a_pack_is_not_shuffled_for_ever() -> None:
    never = SCOPA.derive(id="x-never", redeals=[TableTotalAtMost(40)])
    with pytest.raises(ValueRefusedError, match="x-never: 1000 opening tables in a row are void"):
        Deal.shuffled(never, random.Random(1))


@pytest.mark.parametrize("wish", [{"dealer": 2}, {"seating": Seating.singles(5)}], ids=str)
def test_a_pack_is_not_shuffled_for_a_table_that_is_not_there(wish: dict[str, Any]) -> None:
    with pytest.raises(SeatError):
        Deal.shuffled(SCOPA, random.Random(1), **wish)


def test_f35_three_kings_stay_where_the_rules_let_them() -> None:  # R03
    kings = "Rd Rc Rs 7d"
    kept = SCOPA.derive(id="x-kept", redeals=())
    assert Deal.start(kept, deck(kept, table=kings)).table == cards(kings)
    escopa = VARIANTS["escopa-15"]
    assert Deal.start(escopa, deck(escopa, table=kings)).table == cards(kings)


# ---------------------------------------------------------------------- a turn


@each_scopa
@pytest.mark.clause("S0.2", "S1.2")
def test_cards_take_equals_and_sums_and_clearing_the_table_earns_a_bonus(scopa: str) -> None:
    assert moves(position(scopa, table="7c 2s", hand="7d")) == ["7dx7c"]
    assert moves(position(scopa, table="5c 2s Cb", hand="7d")) == ["7dx5c2s"]
    cleared = after(position(scopa, table="5c 2s", hand="7d"), "7dx5c2s")
    assert cleared.score().line("sweeps", 0).points == 1
    left = position(scopa, table="5c 2s Rb", hand="7d", hands={1: "7c"})
    taken = after(left, "7dx5c2s")
    assert taken.score().line("sweeps", 0).points == 0  # a card is left
    settebello = [deal.score().line("settebello", 0).points for deal in (left, taken)]
    assert settebello == [0, 1]
    other = position(scopa, table="5c 2s Rb", hand="7s", hands={1: "7d"})
    assert after(other, "7sx5c2s").score().line("settebello", 0).points == 0


@each_scopa
@pytest.mark.clause("S0.9", "S1.9", "S4.8")
def test_a_turn_is_one_card_from_the_hand(scopa: str) -> None:
    deal = position(scopa, table="Rc", hand="2d 4d 6d")
    assert moves(deal) == ["2d", "4d", "6d"]
    played = after(deal, "4d")
    assert (played.hands[0], played.table) == (cards("2d 6d"), cards("4d Rc"))
    assert played.hands[1] == deal.hands[1]
    assert deal.why_illegal(Play.parse("5d")) is IllegalReason.NOT_IN_HAND


@each_scopa
@pytest.mark.clause("S0.15", "S1.15", "S4.13")
def test_a_capture_goes_to_the_pile_with_the_card_that_made_it(scopa: str) -> None:
    deal = position(scopa, table="4s 3b Rc", hand="7d")
    taken = after(deal, "7dx4s3b")
    assert taken.piles[0] == deal.piles[0] | cards("7d 4s 3b")
    assert taken.piles[1] == deal.piles[1]
    assert (taken.table, taken.last_taker) == (cards("Rc"), 0)


@each_scopa
@pytest.mark.clause("S0.16", "S1.16", "S4.8")
def test_turns_alternate(scopa: str) -> None:
    deal = Deal.start(VARIANTS[scopa], SORTED)
    turns: list[int] = []
    while not deal.is_over:
        turns.append(deal.turn)
        deal = deal.play(deal.legal_moves[0])
    assert turns == [0, 1] * 18


@each_scopa
@pytest.mark.clause("S0.17", "S1.17", "S4.7")
def test_when_both_hands_are_empty_three_more_are_dealt_and_nothing_laid(scopa: str) -> None:
    stock = "2c 4c 6c 3s 5s 7s Ab"
    deal = position(scopa, table="Rc", hand="2d", hands={1: "3d"}, stock=stock)
    last = after(deal, "2d")
    assert (last.hands, len(last.stock)) == ((cards(""), cards("3d")), 7)
    refilled = after(last, "3d")
    assert refilled.hands == (cards("2c 6c 5s"), cards("4c 3s 7s"))
    assert refilled.table == cards("2d 3d Rc")
    assert (refilled.stock, refilled.turn, refilled.dealer) == ((card("Ab"),), 0, 1)


@each_scopa
@pytest.mark.clause("S4.7", "S0.17", "S1.17")
def test_packets_are_dealt_until_the_stock_is_gone(scopa: str) -> None:
    deal = Deal.start(VARIANTS[scopa], SORTED)
    stocks = {len(deal.stock)}
    while not deal.is_over:
        table = len(deal.table)
        deal = deal.play(deal.legal_moves[-1])
        assert len(deal.table) <= table + 1  # never a card of the stock
        stocks.add(len(deal.stock))
    assert stocks == {30, 24, 18, 12, 6, 0}
    assert deal.is_last_packet


# ---------------------------------------------------------------------- sweeps and the end


@each_scopa
@pytest.mark.clause("S0.18", "S1.18", "S4.13")
def test_a_capture_that_clears_the_table_is_a_scopa(scopa: str) -> None:
    assert after(position(scopa, table="2b 4c", hand="6s"), "6sx4c2b").sweeps == (1, 0)
    assert after(position(scopa, table="2b 4c Rd", hand="6s"), "6sx4c2b").sweeps == (0, 0)
    twice = position(scopa, table="7c", hand="7d Rd", turn=1, hands={0: "Rs Fs"})
    assert after(twice, "7dx7c", "Rs", "RdxRs").sweeps == (0, 2)


LAST: dict[str, Any] = {"last_play": True, "last_taker": 1}


@each_scopa
@pytest.mark.clause("S0.18", "S1.18", "S4.16", "A4.2")
@pytest.mark.parametrize(
    ("table", "hand", "move"), [("7c", "7d", "7dx7c"), ("Ac As Ab", "3d", "3dxAcAsAb")]
)  # L02, L03
def test_the_final_play_captures_but_is_never_a_scopa(
    scopa: str, table: str, hand: str, move: str
) -> None:
    deal = after(position(scopa, table=table, hand=hand, **LAST), move)
    assert deal.is_over
    assert deal.sweeps == (0, 0)
    assert cards(table) | cards(hand) <= deal.piles[0]
    assert deal.table == cards("")


@each_scopa
@pytest.mark.clause("A0.3", "S0.18", "S1.18", "S4.16")
def test_the_last_play_of_a_packet_is_not_the_last_of_the_deal(scopa: str) -> None:
    deal = position(scopa, table="7c", hand="7d", hands={1: ""}, stock="2c 4c 6c 3s 5s 7s")
    assert after(deal, "7dx7c").sweeps == (1, 0)


def test_l04_with_one_card_still_in_a_hand_a_scopa_counts() -> None:
    deal = position("scopa", table="Ac As Ab", hand="3d", hands={1: "Rd"})
    assert after(deal, "3dxAcAsAb").sweeps == (1, 0)


@each_scopa
@pytest.mark.clause("S0.19", "S1.19", "S4.15", "S4.16")
@pytest.mark.parametrize("taker", [0, 1])
def test_what_is_left_goes_to_whoever_captured_last_and_is_no_scopa(  # L06, L12
    scopa: str, taker: int
) -> None:
    deal = position(scopa, table="3b", hand="2d", last_play=True, last_taker=taker)
    ended = after(deal, "2d")
    assert ended.is_over
    assert cards("3b 2d") <= ended.piles[taker]
    assert (ended.table, ended.sweeps, ended.last_taker) == (cards(""), (0, 0), taker)


def test_l06_what_is_left_joins_what_was_captured_before() -> None:
    deal = position("scopa", table="Ad", hand="Ac 3d", hands={1: "2b"})
    ended = after(deal, "AcxAd", "2b", "3d")
    assert ended.piles[0] - deal.piles[0] == cards("Ac Ad 2b 3d")
    assert ended.sweeps == (1, 0)


@each_scopa
@pytest.mark.clause("S4.14", "A4.3")
def test_after_a_scopa_the_next_player_leaves_a_card_on_the_empty_table(scopa: str) -> None:  # L11
    swept = after(position(scopa, table="6d", hand="6s", hands={1: "Ad 2d 3d"}), "6sx6d")
    assert moves(swept) == ["Ad", "2d", "3d"]
    assert after(swept, "2d").table == cards("2d")


@pytest.mark.clause("A0.6")
def test_f39_f40_where_nobody_captured_the_cards_belong_to_nobody() -> None:
    free = SCOPA.derive(id="x-free", capture=Capture(compulsory=False))
    deal = Deal.start(free, SORTED)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])  # laying the card down comes last
    assert deal.table == free.pack.card_set
    assert (deal.piles, deal.last_taker) == ((cards(""), cards("")), None)
    assert deal.score().points == (0, 0)


# ---------------------------------------------------------------------- faults seen elsewhere


def test_f06_every_position_before_the_end_offers_a_move_and_none_after() -> None:
    rng = random.Random(6)
    for variant in VARIANTS.values():
        for seating in variant.seatings:
            deal = Deal.start(variant, variant.pack.cards, seating=seating)
            while not deal.is_over:
                assert deal.legal_moves
                deal = deal.play(rng.choice(deal.legal_moves))
            assert deal.legal_moves == ()


def test_f09_an_empty_hand_at_the_next_seat_does_not_end_the_deal() -> None:
    three = Seating.singles(3)
    deal = position("scopa", table="7c", hand="7d", hands={1: "", 2: "Rd"}, seating=three)
    swept = after(deal, "7dx7c")
    assert (swept.sweeps, swept.turn, swept.is_over) == ((1, 0, 0), 2, False)


def test_f11_after_a_scopa_the_table_stays_empty() -> None:
    deal = position("scopa", table="6d", hand="6s", hands={1: ""}, stock="2c 4c 6c 3s 5s 7s")
    assert after(deal, "6sx6d").table == cards("")


def test_f14_f53_only_the_very_last_play_is_excluded_from_scopas() -> None:
    for remaining, expected in [("", 0), ("Rd", 1)]:
        deal = position("scopa", table="7c", hand="7d", hands={1: remaining})
        assert not deal.stock
        assert after(deal, "7dx7c").sweeps == (expected, 0)


def test_f18_at_the_end_everything_lies_in_the_piles() -> None:
    deal = Deal.start(SCOPA, SORTED)
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[0])
    assert (deal.table, deal.hands, deal.stock) == (cards(""), (cards(""), cards("")), ())
    assert deal.piles[0] | deal.piles[1] == SCOPA.pack.card_set
    assert sum(map(len, deal.piles)) == 40


def test_f21_leftovers_go_to_whoever_captured_last_not_to_whoever_played_last() -> None:
    deal = position("scopa", table="3s", hand="6s", last_play=True, last_taker=1)
    ended = after(deal, "6s")
    assert cards("3s 6s") <= ended.piles[1]
    assert not cards("3s 6s") & ended.piles[0]


@pytest.mark.parametrize(("counts", "sweeps"), [(True, 1), (False, 0)])
def test_f22_a_house_rule_may_count_an_active_scopa_with_the_last_card(
    counts: bool, sweeps: int
) -> None:
    house = SCOPA.derive(id="x-house", sweep=type(SCOPA.sweep)(on_last_play=counts))
    assert after(position(house, table="7c", hand="7d", **LAST), "7dx7c").sweeps == (sweeps, 0)
    assert after(position(house, table="7c", hand="6d", **LAST), "6d").sweeps == (0, 0)


def test_f25_f50_a_card_that_captures_cannot_be_laid_down_unless_the_rules_say_so() -> None:
    deal = position("scopa", table="3c", hand="3d")
    assert deal.why_illegal(Play.parse("3d")) is IllegalReason.CAPTURE_COMPULSORY
    free = SCOPA.derive(id="x-free", capture=Capture(compulsory=False))
    assert moves(position(free, table="3c", hand="3d")) == ["3dx3c", "3d"]


def test_f38_the_card_of_a_player_out_of_turn_is_refused() -> None:
    deal = position("scopa", table="Rc", hand="2d", hands={1: "4d"})
    assert deal.why_illegal(Play.parse("4d")) is IllegalReason.NOT_IN_HAND


def test_f49_cards_that_lie_elsewhere_cannot_be_captured() -> None:
    deal = position("scopa", table="Rc", hand="6d", hands={1: "6c"}, stock="6s 2c")
    for move in ("6dx6c", "6dx6s", "6dx6b"):
        assert deal.why_illegal(Play.parse(move)) is IllegalReason.NOT_ON_TABLE


def test_f51_a_deal_is_the_same_after_its_children_were_made() -> None:
    deal = Deal.start(SCOPA, SORTED)
    before = (hash(deal), deal.stock, deal.hands, deal.table, deal.setup())
    for move in deal.legal_moves:
        child = deal.play(move)
        while not child.is_over:
            child = child.play(child.legal_moves[0])
    assert (hash(deal), deal.stock, deal.hands, deal.table, deal.setup()) == before


# ---------------------------------------------------------------------- a whole deal, play by play

STORY = vectors("deal-classic.json")


def _story_deck(pack: Pack) -> tuple[Card, ...]:
    first, *later = STORY["packets"]
    order = [hand[number] for number in range(3) for hand in first]
    order += STORY["opening"]
    order += [hand[number] for packet in later for number in range(3) for hand in packet]
    return tuple(vector_card(name, pack) for name in order)


@each_scopa
@pytest.mark.clause("S0.15", "S0.17", "S0.18", "S0.19", "S0.20", "S1.20", "S4.15", "S4.17")
def test_the_deal_of_the_vectors_play_by_play(scopa: str) -> None:
    pack = VARIANTS[scopa].pack
    deal = before = Deal.start(VARIANTS[scopa], _story_deck(pack), dealer=1)
    assert deal.table == vector_cards(STORY["opening"], pack)
    for ply, told in enumerate(STORY["plays"]):
        if ply % 6 == 0:
            packet = STORY["packets"][ply // 6]
            assert deal.hands == tuple(vector_cards(hand, pack) for hand in packet)
        move = Play(vector_card(told["card"], pack), vector_cards(told["takes"], pack))
        assert deal.turn == told["seat"]
        assert move in deal.legal_moves
        assert deal.why_illegal(move) is None
        before, deal = deal, deal.play(move)
        assert sum(deal.sweeps) - sum(before.sweeps) == int(told["scopa"])
        assert deal.last_taker == (told["seat"] if told["takes"] else before.last_taker)
    assert deal.is_over
    last = vector_cards(STORY["plays"][-1]["takes"], pack)
    assert before.table - last == vector_cards(STORY["leftover"], pack)
    assert deal.last_taker == STORY["last_capturer"]
    assert list(deal.sweeps) == STORY["sweeps"]
    assert list(deal.piles) == [vector_cards(pile, pack) for pile in STORY["piles"]]
    score = deal.score()
    assert points(score) == STORY["awards"]
    for side in (0, 1):
        line = score.line("primiera", side)
        assert line is not None
        assert list(line.figures) == STORY["primiera"]


# ---------------------------------------------------------------------- bad decks and bad seats


@pytest.mark.parametrize(
    ("spoiled", "codes"),
    [
        (SORTED[1:], {"card-missing"}),
        (SORTED[:-1] + SORTED[:1], {"card-doubled", "card-missing"}),
        ((*SORTED, card("7d")), {"card-doubled"}),
        ((*SORTED[:-1], card("8d")), {"card-foreign", "card-missing"}),
        ((*SORTED, card("8d")), {"card-foreign"}),
        ((), {"card-missing"}),
    ],
)
def test_a_deck_that_is_not_the_pack_is_refused(spoiled: tuple[Card, ...], codes: set[str]) -> None:
    with pytest.raises(InvalidDeckError) as refused:
        Deal.start(SCOPA, spoiled)
    assert refused.value.code == "invalid-deck"
    assert {problem.code for problem in refused.value.problems} == codes
    assert {problem.where for problem in refused.value.problems} == {"deck"}


@pytest.mark.parametrize("dealer", [-1, 2, 7, "0", 1.0])
def test_a_dealer_who_is_not_at_the_table_is_refused(dealer: Any) -> None:
    with pytest.raises(SeatError) as refused:
        Deal.start(SCOPA, SORTED, dealer=dealer)
    assert refused.value.code == "seat-out-of-range"


def test_a_seating_the_variant_does_not_know_is_refused() -> None:
    with pytest.raises(SeatError) as refused:
        Deal.start(SCOPA, SORTED, seating=Seating(((0, 1), (2, 3))))
    assert refused.value.code == "unknown-seating"


def test_after_the_last_card_nothing_can_be_played() -> None:
    over = after(position("scopa", table="7c", hand="7d", **LAST), "7dx7c")
    for move in (Play.parse("7dx7c"), Play.parse("2d"), Claim(cards("7c"))):
        assert over.why_illegal(move) is IllegalReason.DEAL_OVER


# ---------------------------------------------------------------------- a deal is a value


def test_deals_are_equal_where_rules_seats_and_position_are() -> None:
    deal = Deal.start(SCOPA, SORTED)
    alike = SCOPA.derive()
    assert alike is not SCOPA
    assert Deal.start(alike, SORTED) == deal
    assert hash(Deal.start(alike, SORTED)) == hash(deal)
    assert Deal.start(SCOPA.derive(id="x"), SORTED) != deal
    assert Deal.start(VARIANTS["scopa-french"], SORTED) != deal
    assert Deal.start(SCOPA, SORTED, dealer=0) != deal
    assert deal.play(deal.legal_moves[0]) != deal
    assert deal != "a deal"


def test_a_deal_needs_no_copies_and_says_where_it_stands() -> None:
    deal = Deal.start(SCOPA, SORTED)
    assert copy.copy(deal) is deal
    assert copy.deepcopy(deal) is deal
    assert pickle.loads(pickle.dumps(deal)) == deal  # noqa: S301
    assert repr(deal) == "<Deal of scopa: ply 0, turn 0, table 7d Fd Cd Rd>"


def test_whether_a_card_can_capture_is_known_without_a_list() -> None:
    deal = position("scopa", table="4c 3s", hand="7d 2d", hands={1: "4d"})
    assert deal.can_capture(card("7d"))
    assert not deal.can_capture(card("2d"))
    assert not deal.can_capture(card("4d"))  # not in the hand
    over = after(position("scopa", table="7c", hand="7d", **LAST), "7dx7c")
    assert not over.can_capture(card("7d"))
