"""Escopa de 15 and Escoba: a deal of a game in which every capture makes fifteen."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from scopa import (
    FRENCH_40,
    VARIANTS,
    Capture,
    Complement,
    Deal,
    Dealing,
    Declarations,
    HandTotalAtMost,
    IllegalReason,
    Match,
    Opening,
    Pairs,
    Play,
    Rank,
    Refill,
    Seating,
    Sweep,
    Sweeper,
    Total,
    ValueRefusedError,
    Variant,
)
from scopa.capture import Claims
from scopa.events import Captured, Remainder
from scopa.fifteen import audit, audit_cards, penalised
from scopa.moves import parse_move
from tests.positions import after, card, cards, deck, moves, points, position, scored

if TYPE_CHECKING:
    from scopa import Card

ESCOPA = VARIANTS["escopa-15"]
ESCOBA = VARIANTS["escoba"]
SORTED = ESCOPA.pack.cards


def at(table: str, hand: str, variant: Variant = ESCOPA, **more: Any) -> Deal:
    return position(variant, table=table, hand=hand, **more)


# ---------------------------------------------------------------------- dealing and playing


@pytest.mark.clause("S3.3")
def test_the_pack_is_shuffled_for_every_deal() -> None:
    decks = {Match.new(ESCOPA, seed=seed).record().deals[0].deck for seed in range(20)}
    assert len(decks) == 20
    assert all(set(shuffled) == set(SORTED) for shuffled in decks)


@pytest.mark.clause("S3.4", "S3.5")
@pytest.mark.parametrize("seating", ESCOPA.seatings, ids=lambda s: str(s.sides))
def test_three_cards_one_at_a_time_from_the_dealers_right_then_four_on_the_table(
    seating: Seating,
) -> None:
    players = seating.players
    deal = Deal.start(ESCOPA, SORTED, dealer=0, seating=seating)
    for place in range(players):
        seat = (1 + place) % players
        assert deal.hands[seat] == {SORTED[place + players * n] for n in range(3)}
    assert deal.table == set(SORTED[3 * players :][:4])
    assert len(deal.stock) == 36 - 3 * players
    assert deal.turn == 1


@pytest.mark.clause("S3.6", "S3.7")
def test_a_card_takes_what_makes_fifteen_with_it() -> None:
    assert moves(at("Cb 2c", "7d")) == ["7dxCb", "7d"]  # the Dama is eight
    assert moves(at("4c Cb", "3d")) == ["3dx4cCb", "3d"]
    assert moves(at("6c Cs 5b", "6d")) == ["6d"]  # never an equal card, never a sum
    assert moves(at("6c Fs 5b", "6d")) == ["6dxFs", "6d"]  # the Valete is nine


@pytest.mark.clause("S3.8")
def test_the_order_in_which_the_cards_are_laid_together_changes_nothing() -> None:
    deal = at("4c Cb Rd", "3d")
    assert Play.parse("3dx4cCb") == Play.parse("3dxCb4c")
    step = deal.step(Play.parse("3dxCb4c"))
    assert step.after == after(deal, "3dx4cCb")
    (captured,) = [event for event in step.events if isinstance(event, Captured)]
    assert captured.cards[0] is card("3d")  # the card played, then those it is laid on


@pytest.mark.clause("S3.9")
def test_whoever_makes_fifteen_keeps_the_cards_and_the_next_plays() -> None:
    taken = after(at("4c Cb Rd", "3d"), "3dx4cCb")
    assert cards("3d 4c Cb") <= taken.piles[0]
    assert (taken.turn, taken.last_taker, taken.table) == (1, 0, cards("Rd"))


@pytest.mark.clause("S3.10")
def test_without_fifteen_any_card_is_laid_and_the_turn_passes() -> None:
    deal = at("2c 3c", "2d 4d 6d")
    assert moves(deal) == ["2d", "4d", "6d"]
    assert after(deal, "4d").turn == 1
    assert not after(deal, "4d").is_claimable


# ---------------------------------------------------------------------- oversights and claims


def overlooked(variant: Variant = ESCOPA, **more: Any) -> Deal:
    """Seat 0 lays a seven beside the Dama and does not see the fifteen."""
    return after(at("2c Cb", "7d 3d", variant, hands={1: "4d 4c"}, **more), "7d")


@pytest.mark.clause("S3.11", "A3.11")
def test_a_fifteen_that_was_not_seen_is_lost() -> None:
    assert "7d" in moves(at("2c Cb", "7d 3d"))
    laid = overlooked()
    assert (laid.turn, laid.table) == (1, cards("7d 2c Cb"))
    later = after(laid, "4d")
    assert (later.turn, later.is_claimable) == (0, False)
    assert moves(later) == ["3dx4dCb", "3d"]  # the seven and the Dama are not his any more


@pytest.mark.clause("S3.12", "A3.12", "A3.14")
def test_the_next_player_may_take_the_cards_and_then_plays_himself() -> None:
    laid = overlooked()
    assert laid.is_claimable
    assert moves(laid) == ["!7dCb", "4d", "4c"]
    claimed = after(laid, "!7dCb")
    assert cards("7d Cb") <= claimed.piles[1]
    assert (claimed.turn, claimed.last_taker, claimed.table) == (1, 1, cards("2c"))
    assert len(claimed.hands[1]) == 2  # the play is still to come
    assert moves(claimed) == ["4d", "4c"]  # and no second claim


@pytest.mark.clause("A3.12")
def test_a_claim_holds_the_card_just_laid_and_makes_fifteen() -> None:
    laid = after(at("2c Cb 5s Ac", "7d 3d", hands={1: "4d 4c"}), "7d")
    claims = [move for move in moves(laid) if move.startswith("!")]
    assert claims == ["!7dCb", "!7dAc2c5s"]
    for refused in ("!Cb5s2c", "!7d", "!7d5s", "!3dCb"):
        assert laid.why_illegal(parse_move(refused)) is IllegalReason.NOTHING_TO_CLAIM


@pytest.mark.clause("A3.12")
def test_the_right_is_gone_once_the_next_player_has_played() -> None:
    table = {1: "4d 4c", 2: "6d 6c"}
    laid = after(at("2c Cb", "7d 3d", hands=table, seating=Seating.singles(3)), "7d", "4d")
    assert (laid.turn, laid.is_claimable) == (2, False)
    assert moves(laid) == ["6dx7d2c", "6d", "6cx7d2c", "6c"]


@pytest.mark.clause("S3.12", "A3.12")
def test_a_player_never_claims_an_oversight_of_his_own() -> None:
    alone = at("2c Cb", "7d 3d", hands={1: ""})
    assert after(alone, "7d").turn == 0
    assert moves(after(alone, "7d")) == ["3d"]


@pytest.mark.clause("A3.13")
@pytest.mark.parametrize("counts", [False, True])
def test_a_claim_that_clears_the_table_is_no_escopa_unless_declared(counts: bool) -> None:
    house = ESCOPA.derive(
        id="x-claims",
        capture=Capture((Complement(15),), compulsory=False, claims=Claims(sweeps=counts)),
    )
    laid = after(at("Cb", "7d", house, hands={1: "5d"}), "7d")
    claimed = after(laid, "!7dCb")
    assert claimed.table == cards("")
    assert claimed.sweeps == (0, int(counts))


@pytest.mark.clause("A3.9", "A3.13")
@pytest.mark.parametrize(("exactly", "counts"), [(1, 1), (2, 0), (None, 1)])
def test_in_a_claim_it_is_the_card_just_laid_that_takes_the_others(
    exactly: int | None, counts: int
) -> None:
    house = ESCOPA.derive(
        id="x-exactly",
        capture=Capture((Complement(15),), compulsory=False, claims=Claims(sweeps=True)),
        sweep=Sweep(exactly=exactly),
    )
    laid = after(at("Cb", "7d", house, hands={1: "5d"}), "7d")
    assert after(laid, "!7dCb").sweeps == (0, counts)


def test_a_claim_after_a_declared_first_play_is_what_that_play_could_have_taken() -> None:
    """Also where the hand is one card, so that nothing of it is shown any more."""
    house = VARIANTS["scopa"].derive(
        id="x-one-card",
        dealing=Dealing(hand=1, table=2, refill=Refill(1)),
        seatings=(Seating.singles(2),),
        redeals=(),
        declarations=Declarations((HandTotalAtMost(10, 1),)),
        capture=Capture(
            compulsory=False,
            claims=Claims(),
            sweeper=Sweeper(Rank.ACE, meets_equal="all", first_play="equal_only"),
        ),
    )
    deal = Deal.start(house, deck(house, hands=["Ad", "5c"], table="3s Ac"))
    assert moves(after(deal, "#", "Ad")) == ["!AdAc", "#", "5cxAdAc3s", "5c"]
    assert moves(after(deal, "Ad"))[0] == "!AdAc"
    second = Deal.start(house, deck(house, hands=["5c", "Ad"], table="3s Ac", then="2d"))
    assert moves(after(second, "5c", "Ad"))[0] == "!AdAc5c3s"  # the second play is free
    assert moves(after(second, "5c", "#", "Ad"))[0] == "!AdAc5c3s"


@pytest.mark.clause("A3.11")
def test_claims_may_be_left_out_and_capturing_may_be_compulsory() -> None:
    no_claims = ESCOPA.derive(id="x-1", capture=Capture((Complement(15),), compulsory=False))
    assert moves(overlooked(no_claims)) == ["4d", "4c"]
    strict = ESCOPA.derive(id="x-2", capture=Capture((Complement(15),)))
    deal = at("2c Cb", "7d", strict)
    assert moves(deal) == ["7dxCb"]
    assert deal.why_illegal(Play.parse("7d")) is IllegalReason.CAPTURE_COMPULSORY


# ---------------------------------------------------------------------- packets and dealers


@pytest.mark.clause("S3.13", "A3.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_packet_has_a_new_dealer_who_leaves_the_lead_to_his_right(players: int) -> None:
    deal = Deal.start(ESCOPA, SORTED, seating=Seating.singles(players), dealer=0)
    dealers, leads = [deal.dealer], [deal.turn]
    while not deal.is_over:
        stock, table = deal.stock, len(deal.table)
        deal = deal.play(deal.legal_moves[-1])
        if len(deal.stock) < len(stock):
            dealers.append(deal.dealer)
            leads.append(deal.turn)
            assert len(deal.table) == table + 1  # nothing is laid with a later packet
    assert dealers == [n % players for n in range(36 // (3 * players))]
    assert leads == [(dealer + 1) % players for dealer in dealers]


@pytest.mark.clause("S3.13", "A3.5")
def test_after_the_deal_the_next_dealer_is_at_the_right_of_the_last() -> None:
    match = Match.new(ESCOPA, seed=1, dealer=0, seating=Seating.singles(3))
    last = match
    while not match.scores:
        last, match = match, match.play(match.deal.legal_moves[0])
    assert match.dealer == (last.dealer + 1) % 3


@pytest.mark.clause("A3.5")
def test_one_dealer_may_deal_the_whole_pack() -> None:
    house = ESCOPA.derive(id="x-deal", dealing=Dealing(first_dealer="lowest"))
    for variant in (house, ESCOBA):
        deal = Deal.start(variant, variant.pack.cards, dealer=0)
        while not deal.is_over:
            deal = deal.play(deal.legal_moves[0])
            assert deal.dealer == 0


@pytest.mark.clause("S3.18", "A3.28")
def test_the_last_packet_is_known_as_such() -> None:
    deal = Deal.start(ESCOPA, SORTED)
    known = {deal.ply: deal.is_last_packet}
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
        known[deal.ply] = deal.is_last_packet
    assert [ply for ply, last in known.items() if last] == list(range(30, 37))


# ---------------------------------------------------------------------- the dealer's opening

FIFTEEN, PAIRS = "7c 4c 3c Ac", "Rd 5c Rs 5b"


def opened(variant: Variant, table: str, then: str = "", players: int = 2) -> Deal:
    """Seat 0 has dealt this table; `then` comes next."""
    laid = deck(variant, table=table, then=then, lead=1, players=players)
    return Deal.start(variant, laid, dealer=0, seating=Seating.singles(players))


@pytest.mark.clause("S3.14", "S3.15", "A3.6", "A3.8")
@pytest.mark.parametrize("table", [FIFTEEN, PAIRS, "Rd 5c Fs 6b", "Rd 5c Cs 7b"])
def test_the_dealer_takes_four_cards_of_fifteen_or_two_pairs_and_lays_four_more(
    table: str,  # O01, O02, O04, O07
) -> None:
    deal = opened(ESCOPA, table, then="2s 3s 4s 5s")
    assert deal.piles == (cards(table), cards(""))
    assert deal.table == cards("2s 3s 4s 5s")
    assert (deal.sweeps, deal.last_taker, deal.turn) == ((0, 0), 0, 1)
    assert sum(map(len, deal.hands)) + len(deal.stock) == 32


@pytest.mark.clause("S3.15", "A3.8")
@pytest.mark.parametrize("table", ["Rd 5d Fs 4b", "Rd Rc Fs Ab"])  # O05; thirty but not two pairs
def test_nothing_else_is_taken(table: str) -> None:
    deal = opened(ESCOPA, table)
    assert deal.table == cards(table)
    assert (deal.piles[0], deal.last_taker) == (cards(""), None)


@pytest.mark.clause("S3.14", "S3.16")
def test_o06_if_he_takes_both_the_first_player_lays_a_card_on_the_empty_table() -> None:
    deal = opened(ESCOPA, FIFTEEN, then="Rs 5s Fb 6b 2s 2b")
    assert deal.piles[0] == cards(FIFTEEN) | cards("Rs 5s Fb 6b")
    assert (deal.table, deal.turn) == (cards(""), 1)
    assert moves(deal) == [str(held) for held in deal.hands[1]]


@pytest.mark.clause("S3.14")
def test_he_takes_no_more_than_two_lays() -> None:
    deal = opened(ESCOPA, FIFTEEN, then="Rs 5s Fb 6b As 2s 5b 7s")
    assert len(deal.piles[0]) == 8
    assert deal.table == cards("")


@pytest.mark.clause("A3.6")
def test_what_the_opening_is_worth_is_a_declared_number() -> None:
    assert opened(ESCOBA, FIFTEEN).sweeps == (1, 0)
    assert opened(ESCOBA, PAIRS).sweeps == (2, 0)
    house = ESCOPA.derive(id="x-0", opening=Opening(((Total(15), 0), (Pairs(15), 3)), relays=1))
    assert opened(house, PAIRS, then="Rb 5s Fb 6b").sweeps == (6, 0)


@pytest.mark.clause("A3.8")
def test_any_table_of_thirty_may_be_taken_by_declaration() -> None:
    house = ESCOPA.derive(id="x-30", opening=Opening(((Total(15), 1), (Total(30), 2))))
    deal = opened(house, "Rd Rc Fs Ab")
    assert (deal.table, deal.sweeps) == (cards(""), (2, 0))


def test_the_leader_may_be_the_one_who_takes_the_opening() -> None:
    house = ESCOPA.derive(id="x-lead", opening=Opening(((Total(15), 1),), to="leader"))
    deal = opened(house, FIFTEEN)
    assert (deal.piles[1], deal.sweeps, deal.last_taker) == (cards(FIFTEEN), (0, 1), 1)


def test_f44_f20_the_opening_is_taken_once_and_every_card_lies_somewhere_once() -> None:
    deal = opened(ESCOBA, FIFTEEN)
    zones = [*deal.hands, deal.table, set(deal.stock), *deal.piles]
    assert sum(map(len, zones)) == 40
    assert set().union(*zones) == set(SORTED)
    assert deal.table == cards("")


def test_f01_the_opening_goes_to_the_dealer_of_each_deal() -> None:
    for dealer in (0, 1, 0, 1):
        laid = deck(ESCOBA, table="5d 4c 3s 3b", lead=1 - dealer)
        deal = Deal.start(ESCOBA, laid, dealer=dealer)
        assert deal.piles[dealer] == cards("5d 4c 3s 3b")
        assert deal.sweeps[dealer] == 1
        assert (deal.table, deal.turn) == (cards(""), 1 - dealer)


@pytest.mark.clause("A3.7")
@pytest.mark.parametrize(
    ("players", "last_packet"), [(2, [1, 1]), (3, [2, 2, 1]), (4, [2, 2, 2, 2])]
)
def test_the_short_last_packet_is_dealt_card_by_card(players: int, last_packet: list[int]) -> None:
    deal = opened(ESCOPA, FIFTEEN, then="2s 3s 4s 5s", players=players)
    while not deal.is_last_packet:
        deal = deal.play(deal.legal_moves[-1])
    in_turn = [len(deal.hands[(deal.turn + place) % players]) for place in range(players)]
    assert in_turn == last_packet
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[0])
    assert sum(map(len, deal.piles)) == 40


@pytest.mark.clause("A3.27", "S3.21")
def test_the_dealers_opening_makes_him_the_last_to_capture_if_nobody_does() -> None:
    deal = opened(ESCOPA, FIFTEEN, then="2s 3s 4s 5s")
    while not deal.is_over:
        deal = deal.play(deal.legal_moves[-1])
    assert deal.last_taker == 0
    assert deal.piles[0] == ESCOPA.pack.card_set


# ---------------------------------------------------------------------- escopas and the end


@pytest.mark.clause("S3.17", "S3.22", "A3.9")
def test_to_take_all_cards_of_the_table_with_one_card_is_an_escopa() -> None:
    assert after(at("3b 2c Ad As", "Cc"), "CcxAd2cAs3b").sweeps == (1, 0)
    assert after(at("Rc", "5d"), "5dxRc").sweeps == (1, 0)  # however many there are
    assert after(at("Rc Rd", "5d"), "5dxRc").sweeps == (0, 0)


@pytest.mark.clause("A3.9")
def test_an_escopa_may_need_exactly_four_cards() -> None:
    four = ESCOPA.derive(id="x-four", sweep=Sweep(exactly=4))
    assert after(at("3b 2c Ad As", "Cc", four), "CcxAd2cAs3b").sweeps == (1, 0)
    assert after(at("Rc", "5d", four), "5dxRc").sweeps == (0, 0)


@pytest.mark.clause("S3.21", "A3.17")
def test_what_is_left_belongs_to_whoever_captured_last() -> None:
    for taker in (0, 1):
        ended = after(at("Rc", "2d", last_play=True, last_taker=taker), "2d")
        assert cards("Rc 2d") <= ended.piles[taker]


@pytest.mark.clause("S3.19", "A3.15", "A3.10")
@pytest.mark.parametrize("variant", [ESCOPA, ESCOBA], ids=str)
def test_what_lies_outside_the_piles_leaves_ten_at_any_moment(variant: Variant) -> None:
    rng = random.Random(15)
    for _ in range(60):
        deal = Deal.start(variant, tuple(rng.sample(variant.pack.cards, 40)))
        left: tuple[Card, ...] = ()
        while not deal.is_over:
            assert audit(deal).passes
            step = deal.step(rng.choice(deal.legal_moves))
            left = next((e.cards for e in step.events if isinstance(e, Remainder)), left)
            assert not (step.after.is_over and sum(step.after.sweeps) > sum(deal.sweeps))
            deal = step.after
        assert left  # the table is never empty at the end
        assert audit_cards(variant, left).total in (10, 25, 40, 55, 70, 85)


@pytest.mark.clause("S3.19", "A3.15")
@pytest.mark.parametrize(
    ("left", "total", "passes"),
    [
        ("2c 5c Ad 3b", 11, False),  # Q01
        ("Ad Ac As Ab", 4, False),
        ("Ad Ac As 7b", 10, True),
        ("Rd Rc 5s", 25, True),  # Q03
        ("Rd Rc Rs Rb", 40, True),
        ("Rd Rc Rs Rb Fd 6d", 55, True),
    ],
)
def test_the_cards_left_at_the_end_are_counted(left: str, total: int, passes: bool) -> None:
    counted = audit_cards(ESCOPA, cards(left))
    assert (counted.total, counted.passes) == (total, passes)
    assert (counted.modulus, counted.remainder) == (15, 10)


def test_a_game_of_other_captures_has_no_audit() -> None:
    with pytest.raises(ValueRefusedError):
        audit(Deal.start(VARIANTS["scopa"], VARIANTS["scopa"].pack.cards))
    ended = after(at("Rc", "2d", last_play=True), "2d")
    with pytest.raises(ValueRefusedError):
        audit(ended)


@pytest.mark.clause("S3.20", "A3.16", "A3.26")
def test_the_penalty_costs_four_points_and_the_escopas_of_the_others() -> None:
    score = scored(ESCOPA, "2c", "3c", sweeps=(2, 3))
    punished = penalised(score, 0)
    assert punished.points == (score.points[0] - 4 - 3, score.points[1])
    assert punished.points[0] < 0
    assert points(punished)[0]["penalty"] == -7
    assert score.points == scored(ESCOPA, "2c", "3c", sweeps=(2, 3)).points
    of_all = penalised(score, 0, sweeps_of="all")
    assert of_all.points[0] == score.points[0] - 4 - 5
    twice = penalised(punished, 1, points=1)
    assert twice.penalties == (7, 1 + 2)
    line = twice.line("penalty", 1)
    assert line is not None
    assert (line.points, line.why) == (-3, "3 taken off")
    for side in (-1, 2):
        with pytest.raises(ValueRefusedError):
            penalised(score, side)


def test_a_penalty_changes_nothing_but_the_points() -> None:
    score = scored(ESCOPA, "2c", "3c", sweeps=(1, 0))
    punished = penalised(score, 1)
    assert attrs.evolve(punished, points=score.points, penalties=()) == score


@pytest.mark.clause("S3.12", "A3.12")
def test_an_oversight_with_the_last_card_of_a_packet_may_be_claimed_by_the_next_leader() -> None:
    escoba = VARIANTS["escoba"]  # the deal passes on after the whole pack, so seat 0 leads again
    stock = "2d 3d 4d 2c 3c 4c"
    last = position(escoba, table="7c", hand="Fd", hands={0: ""}, turn=1, stock=stock)
    packet = after(last, "Fd")
    assert packet.turn == 0
    assert moves(packet)[0] == "!Fd7c"
    escopa = VARIANTS["escopa-15"]  # the dealer moves, and who erred leads: it is his own oversight
    own = after(
        position(escopa, table="7c", hand="Cd", hands={0: ""}, turn=1, dealer=1, stock=stock), "Cd"
    )
    assert own.turn == 1
    assert not own.is_claimable


@pytest.mark.clause("A3.13")
def test_a_claim_that_empties_the_table_is_no_escopa() -> None:
    erred = position("escopa-15", table="7c", hand="Cd", hands={1: "2c"})
    claimed = after(erred, "Cd", "!Cd7c")
    assert not claimed.table
    assert claimed.sweeps == (0, 0)


@pytest.mark.clause("A3.1")
def test_where_the_jack_is_eight_and_the_queen_nine_it_is_another_pack() -> None:
    brazilian = position("escopa-15", table="Fc Cs", hand="7d 2b")
    assert [move for move in moves(brazilian) if move.startswith("7d")] == ["7dxCs", "7d"]
    french = VARIANTS["escopa-15"].derive(id="x-french", pack=FRENCH_40)
    other = position(french, table="Fc Cs", hand="7d 2b")
    assert [move for move in moves(other) if move.startswith("7d")] == ["7dxFc", "7d"]
