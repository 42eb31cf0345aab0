"""A match: deals one after another until somebody has won."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from scopa import (
    VARIANTS,
    Capture,
    Deal,
    Holder,
    IllegalMoveError,
    IllegalReason,
    Match,
    MatchRules,
    NoTrick,
    OutcomeReason,
    Play,
    Rank,
    RankCount,
    SeatError,
    Seating,
    ValueRefusedError,
    WinsHolding,
    WinsShutout,
    match_to,
)
from scopa.events import DealScored, Dealt, MatchWon, Redealt, TableLaid
from scopa.match import cut_for_deal, decided, draw_dealer
from tests.positions import card, cards, each_scopa, next_deal, played_out, position, scored

if TYPE_CHECKING:
    from scopa import DealScore

SCOPA = VARIANTS["scopa"]
CICERA = VARIANTS["cicera-bresciana"]
ESCOPA = VARIANTS["escopa-15"]
WITH_REDEAL = 1029  # the first deal of this seed lays 2c Rd Rc Rs


SCORE = scored(SCOPA, "Fs", "Fb")  # nobody has a point


# ---------------------------------------------------------------------- the course of a match


@each_scopa
@pytest.mark.clause("S0.1", "S1.1", "S4.1")
def test_a_match_of_scopa_is_between_two_and_to_eleven(scopa: str) -> None:
    match = Match.new(VARIANTS[scopa], seed=1)
    assert (match.seating, match.target, match.totals) == (Seating.singles(2), 11, (0, 0))
    ended = played_out(match)
    assert ended.outcome is not None
    assert ended.outcome.reason is OutcomeReason.TARGET
    assert max(ended.totals) >= 11
    assert all(max(total) < 11 or len(set(total)) == 1 for total in _running(ended)[:-1])


def _running(match: Match) -> list[tuple[int, ...]]:
    """The totals after each deal."""
    totals: list[tuple[int, ...]] = []
    for score in match.scores:
        before = totals[-1] if totals else (0,) * len(score.points)
        totals.append(tuple(a + b for a, b in zip(before, score.points, strict=True)))
    return totals


@each_scopa
@pytest.mark.clause("S0.24", "S1.24")
def test_the_score_of_each_deal_is_added_to_the_totals(scopa: str) -> None:
    match = Match.new(VARIANTS[scopa], seed=2)
    while match.outcome is None:
        match = next_deal(match)
        assert _running(match)[-1] == match.totals
    assert match.outcome.totals == match.totals
    assert match.outcome.deals == len(match.scores)


@each_scopa
@pytest.mark.clause("S0.3", "S1.3", "S4.19")
def test_reaching_the_target_in_the_middle_of_a_deal_ends_nothing(scopa: str) -> None:  # M09
    match = attrs.evolve(Match.new(VARIANTS[scopa], seed=3), totals=(10, 0))
    swept = position(scopa, table="2b 4c", hand="6s", hands={1: "Rd"}, sweeps=(4, 0))
    match = attrs.evolve(match, deal=swept).play(Play.parse("6sx4c2b"))
    assert match.deal.sweeps == (5, 0)
    assert (match.outcome, match.totals) == (None, (10, 0))
    ended = match.play(Play.parse("Rd"))
    assert ended.outcome is not None
    assert ended.totals[0] >= 15


@each_scopa
@pytest.mark.clause("S0.26", "S1.26", "S4.4")
def test_the_dealer_changes_after_each_deal(scopa: str) -> None:
    match = Match.new(VARIANTS[scopa], seed=4, dealer=0)
    dealers: list[int] = []
    while match.outcome is None:
        dealers.append(match.dealer)
        assert match.deal.turn == 1 - match.dealer
        match = next_deal(match)
    assert len(dealers) > 2
    assert dealers == [number % 2 for number in range(len(dealers))]


@each_scopa
@pytest.mark.clause("S4.4", "A0.4")
def test_the_first_dealer_is_drawn_from_the_seed_or_given(scopa: str) -> None:
    drawn = [Match.new(VARIANTS[scopa], seed=seed).dealer for seed in range(40)]
    assert {0, 1} == set(drawn)
    assert 8 < sum(drawn) < 32
    assert drawn == [Match.new(VARIANTS[scopa], seed=seed).dealer for seed in range(40)]
    for dealer in (0, 1):  # F07
        assert Match.new(VARIANTS[scopa], seed=1, dealer=dealer).dealer == dealer


def test_f02_f17_f47_each_deal_begins_anew_with_the_totals_kept() -> None:
    match = next_deal(Match.new(SCOPA, seed=5))
    first, second = match.record().deals
    assert match.deal.sweeps == (0, 0)
    assert match.deal.piles == (cards(""), cards(""))
    assert match.deal.last_taker is None
    assert match.totals == match.scores[0].points
    assert set(first.deck) == set(second.deck) == set(SCOPA.pack.cards)
    assert len(first.deck) == len(second.deck) == 40
    assert first.deck != second.deck


@pytest.mark.parametrize("seating", SCOPA.seatings, ids=lambda s: str(s.sides))
def test_every_seating_plays_a_match(seating: Seating) -> None:
    match = played_out(Match.new(SCOPA, seed=6, seating=seating), random.Random(6))
    assert match.outcome is not None
    assert len(match.totals) == len(seating.sides)
    dealers = [deal.dealer for deal in match.record().deals]
    first = dealers[0]
    assert dealers == [(first + n) % seating.players for n in range(len(dealers))]


# ---------------------------------------------------------------------- dealing again


@each_scopa
@pytest.mark.clause("S0.6", "S1.6", "S4.5", "A0.5")
def test_f12_after_a_void_table_the_same_dealer_deals_the_same_players_again(scopa: str) -> None:
    match = Match.new(VARIANTS[scopa], seed=WITH_REDEAL, dealer=0)  # R01
    redealt, *dealt = match.dealt
    assert isinstance(redealt, Redealt)
    assert (redealt.seat, redealt.cards) == (0, tuple(map(card, ["2c", "Rd", "Rc", "Rs"])))
    assert redealt.rule == RankCount(Rank.KING, 3)
    assert [type(event) for event in dealt] == [Dealt, Dealt, TableLaid]
    assert (match.dealer, match.deal.turn, match.totals) == (0, 1, (0, 0))
    assert [len(hand) for hand in match.deal.hands] == [3, 3]
    (record,) = match.record().deals
    (void,) = record.void
    assert set(void) == set(record.deck)  # all cards were shuffled again
    assert void != record.deck


def test_a_deal_is_laid_as_often_as_it_takes() -> None:
    picky = SCOPA.derive(id="x-picky", redeals=[RankCount(Rank.KING, 1)])
    redeals = [
        sum(isinstance(e, Redealt) for e in Match.new(picky, seed=seed).dealt) for seed in range(30)
    ]
    assert max(redeals) > 1
    assert 0 in redeals


# ---------------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        pytest.param((10, 9), None, id="M01"),
        pytest.param((11, 9), 0, id="M02"),
        pytest.param((4, 12), 1, id="M03"),
        pytest.param((12, 13), 1, id="M04"),
        pytest.param((12, 11), 0, id="F28"),
        pytest.param((0, 0), None, id="nothing-yet"),
    ],
)
@each_scopa
@pytest.mark.clause("S0.25", "S1.25", "S4.19", "A0.8")
def test_the_higher_total_wins_from_eleven_on(
    scopa: str, totals: tuple[int, int], winner: int | None
) -> None:
    outcome = decided(VARIANTS[scopa].match, totals, SCORE, 5)
    if winner is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (winner, OutcomeReason.TARGET)
        assert (outcome.totals, outcome.deals) == (totals, 5)


@pytest.mark.parametrize("totals", [(11, 11), (12, 12)])
@each_scopa
@pytest.mark.clause("S0.25", "S1.25", "S4.19")
def test_f28_equal_totals_of_eleven_or_more_play_on(scopa: str, totals: tuple[int, int]) -> None:
    assert decided(VARIANTS[scopa].match, totals, SCORE, 5) is None  # M05


def test_f28_a_match_that_is_level_deals_again() -> None:
    first, second = next_deal(Match.new(SCOPA, seed=8)).scores[0].points
    match = next_deal(attrs.evolve(Match.new(SCOPA, seed=8), totals=(20 - first, 20 - second)))
    assert (match.totals, match.outcome) == ((20, 20), None)
    assert not match.deal.is_over
    assert next_deal(match).outcome is not None


def test_nothing_can_be_played_after_the_end() -> None:
    ended = played_out(Match.new(SCOPA, seed=9))
    for attempt in (ended.play, ended.step):
        with pytest.raises(IllegalMoveError) as refused:
            attempt(Play.parse("7d"))
        assert refused.value.reason is IllegalReason.DEAL_OVER
        assert refused.value.position is ended
    assert ended.deal.is_over
    assert ended.deal.legal_moves == ()


@pytest.mark.clause("S2.2", "S2.21", "S2.4")
def test_cicera_is_a_single_deal_from_a_dealer_chosen_at_random() -> None:
    assert {Match.new(CICERA, seed=seed).dealer for seed in range(40)} == {0, 1, 2, 3}
    match = played_out(Match.new(CICERA, seed=10), random.Random(10))
    assert match.outcome is not None
    assert match.outcome.reason is OutcomeReason.SINGLE_DEAL
    assert match.outcome.winner == match.totals.index(max(match.totals))
    assert len(match.scores) == 1


@pytest.mark.clause("S2.21", "S2.17", "A2.10")
def test_f19_equal_totals_of_a_single_deal_are_a_draw() -> None:  # M10
    match = Match.new(CICERA, seed=11)
    while match.outcome is None:
        match = match.play(match.deal.legal_moves[-1])  # everybody always lays down
    assert (match.outcome.winner, match.outcome.reason) == (None, OutcomeReason.DRAW)
    assert match.outcome.totals == (0, 0)


@pytest.mark.clause("S3.2", "A3.25")
def test_an_escopa_goes_to_twenty_one_or_to_what_is_agreed() -> None:
    assert Match.new(ESCOPA, seed=1).target == 21
    match = played_out(Match.new(ESCOPA, seed=1, target=31))
    assert match.target == 31
    assert match.outcome is not None
    assert max(match.totals) >= 31
    assert match.variant == ESCOPA
    assert decided(match_to(31), (30, 21), SCORE, 3) is None


@pytest.mark.clause("S3.13", "A3.5")
@pytest.mark.parametrize(("players", "following"), [(2, 0), (3, 1), (4, 3)])
def test_the_next_deal_is_dealt_by_the_right_of_the_last_dealer(
    players: int, following: int
) -> None:
    """Six, four or three packets, each from a new dealer; and so on with the next pack."""
    seating = Seating.singles(players)
    match = Match.new(ESCOPA, deck=ESCOPA.pack.cards, dealer=0, seating=seating)
    while not match.deal.is_over:
        match = match.play(match.deal.legal_moves[-1])
    last = match.deal.dealer
    again = match.deal_next(ESCOPA.pack.cards)
    assert (again.dealer, again.deal.turn) == (following, (following + 1) % players)
    assert again.dealer == (last + 1) % players
    by_the_deal = ESCOPA.derive(dealing=attrs.evolve(ESCOPA.dealing, dealer_moves="deal"))
    match = Match.new(by_the_deal, deck=ESCOPA.pack.cards, dealer=0, seating=seating)
    while not match.deal.is_over:
        match = match.play(match.deal.legal_moves[-1])
    assert match.deal_next(ESCOPA.pack.cards).dealer == 1


@pytest.mark.clause("A3.26")
def test_totals_may_lie_below_zero() -> None:
    outcome = decided(match_to(21), (-4, 22), SCORE, 3)
    assert outcome is not None
    assert (outcome.winner, outcome.totals) == (1, (-4, 22))


SWORDS = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Fs Cs Rs"


@pytest.mark.clause("A2.8")
def test_m08_all_thirteen_swords_win_at_once_whatever_the_totals() -> None:
    outcome = decided(VARIANTS["cicera"].match, (0, 30), scored("cicera", SWORDS, "Ac"), 2)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, OutcomeReason.INSTANT)


INSTANT: list[tuple[Any, DealScore, int]] = [
    (WinsHolding(cards("7d")), scored(SCOPA, "Ad", "7d"), 1),
    (WinsShutout(2), scored(SCOPA, "7d 2d", ""), 0),
    (NoTrick(), scored(SCOPA, "Ad", ""), 0),
]


@pytest.mark.parametrize(("rule", "score", "winner"), INSTANT, ids=lambda x: type(x).__name__)
def test_one_deal_may_decide_the_match(rule: Any, score: DealScore, winner: int) -> None:
    rules = MatchRules(instant=(rule,))
    outcome = decided(rules, (1, 1), score, 1)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, OutcomeReason.INSTANT)
    assert decided(rules, (1, 1), scored(SCOPA, "Ad", "Ac"), 1) is None


def test_the_lowest_may_win() -> None:
    outcome = decided(MatchRules(21, lowest_wins=True), (22, 3), SCORE, 9)
    assert outcome is not None
    assert outcome.winner == 1
    assert decided(MatchRules(21, lowest_wins=True), (20, 3), SCORE, 9) is None


def test_a_tie_may_go_to_the_holder_of_a_card() -> None:
    rules = MatchRules(11, tie=Holder(card("Rd")))
    score = scored(SCOPA, "Ad", "Rd")
    outcome = decided(rules, (11, 11), score, 9)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, OutcomeReason.HOLDER)
    assert decided(rules, (11, 11), scored(SCOPA, "Ad", "Ac"), 9) is None
    clear = decided(rules, (12, 11), score, 9)
    assert clear is not None
    assert clear.winner == 0
    single = decided(MatchRules(None, tie=Holder(card("Rd"))), (3, 3), scored(SCOPA, "Ad", ""), 1)
    assert single is not None
    assert (single.winner, single.reason) == (None, OutcomeReason.DRAW)


def test_a_tie_at_the_target_may_be_a_draw() -> None:
    outcome = decided(MatchRules(11, tie="draw"), (11, 11), SCORE, 9)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, OutcomeReason.DRAW)


# ---------------------------------------------------------------------- cutting for the deal


@pytest.mark.clause("S3.1")
@pytest.mark.parametrize("seed", range(12))
def test_who_draws_the_lowest_card_deals_and_ties_draw_again(seed: int) -> None:
    seating = Seating.singles(4)
    cut = cut_for_deal(ESCOPA, seating, seed)
    seats = [0, 1, 2, 3]
    drawn: list[Any] = []
    for cards_drawn in cut.rounds:
        assert [seat for seat, _ in cards_drawn] == seats
        worths = [ESCOPA.pack.value(c.rank) or 0 for _, c in cards_drawn]
        seats = [s for s, worth in zip(seats, worths, strict=True) if worth == min(worths)]
        drawn += [c for _, c in cards_drawn]
    assert seats == [cut.dealer]
    assert len(set(drawn)) == len(drawn)
    assert draw_dealer(ESCOPA, seating, seed) == cut.dealer
    assert Match.new(ESCOPA, seed=seed, seating=seating).dealer == cut.dealer


@pytest.mark.clause("S3.1")
def test_a_cut_shows_the_cards_drawn() -> None:
    cut = cut_for_deal(ESCOPA, Seating.singles(2), 98)
    shown = [" ".join(f"{seat}:{c}" for seat, c in drawn) for drawn in cut.rounds]
    assert shown == ["0:Fd 1:Fb", "0:Cd 1:Cc", "0:2c 1:Cb"]
    assert cut.dealer == 0


def test_the_highest_card_may_deal() -> None:
    for seed in range(12):
        (*_, last) = cut_for_deal(VARIANTS["escoba"], Seating.singles(2), seed).rounds
        worths = {seat: VARIANTS["escoba"].pack.value(c.rank) or 0 for seat, c in last}
        assert draw_dealer(VARIANTS["escoba"], Seating.singles(2), seed) == max(
            worths, key=lambda seat: worths[seat]
        )


# ---------------------------------------------------------------------- steps


def test_a_step_within_a_deal_tells_what_the_deal_tells() -> None:
    match = Match.new(SCOPA, seed=12)
    move = match.deal.legal_moves[0]
    step = match.step(move)
    assert (step.before, step.move, step.after) == (match, move, match.play(move))
    assert step.events == step.deal_step.events == match.deal.step(move).events


def test_the_step_that_ends_a_deal_deals_the_next() -> None:
    match = Match.new(SCOPA, seed=12)
    while match.deal.ply < 35:
        match = match.play(match.deal.legal_moves[0])
    step = match.step(match.deal.legal_moves[0])
    kinds = [type(event) for event in step.events]
    assert kinds[-4:] == [DealScored, Dealt, Dealt, TableLaid]
    assert step.events[-3:] == step.after.dealt
    assert step.deal_step.after.is_over
    assert not step.after.deal.is_over
    assert step.after.scores == (step.deal_step.after.score(),)


def test_the_step_that_ends_a_match_says_who_won() -> None:
    match = Match.new(SCOPA, seed=12, target=1)
    while (step := match.step(match.deal.legal_moves[0])).after.outcome is None:
        match = step.after
    won = step.events[-1]
    assert isinstance(won, MatchWon)
    assert (won.outcome, won.side, won.seat) == (
        *(step.after.outcome, step.after.outcome.winner, None),
    )


def test_playing_leaves_the_match_as_it_was() -> None:
    match = Match.new(SCOPA, seed=13)
    before = (match.record(), match.deal, match.totals)
    played_out(match)
    assert (match.record(), match.deal, match.totals) == before


# ---------------------------------------------------------------------- what cannot begin


@pytest.mark.parametrize("target", [0, -1])
def test_a_target_below_one_is_refused(target: int) -> None:
    with pytest.raises(ValueRefusedError) as refused:
        Match.new(SCOPA, seed=1, target=target)
    assert refused.value.code == "value-refused"


@pytest.mark.parametrize("dealer", [-1, 2, "0"])
def test_a_dealer_who_is_not_at_the_table_is_refused(dealer: Any) -> None:
    with pytest.raises(SeatError) as refused:
        Match.new(SCOPA, seed=1, dealer=dealer)
    assert refused.value.code == "seat-out-of-range"


def test_a_seating_the_variant_does_not_know_is_refused() -> None:
    with pytest.raises(SeatError) as refused:
        Match.new(CICERA, seed=1, seating=Seating.singles(2))
    assert refused.value.code == "unknown-seating"


def test_a_match_of_a_house_rule_is_as_good_as_any() -> None:
    house = SCOPA.derive(id="x-free", capture=Capture(compulsory=False), match=match_to(3))
    ended = played_out(Match.new(house, seed=1), random.Random(1))
    assert ended.outcome is not None
    assert ended.variant is house
    assert Deal.from_setup(ended.deal.setup()) == ended.deal


@pytest.mark.clause("S3.1")
def test_the_lowest_card_drawn_goes_by_what_it_captures_for() -> None:
    """In Brazil the lady is 8 and the jack 9, so who draws the lady deals."""
    escopa = VARIANTS["escopa-15"]
    worths = {"F": 9, "C": 8, "R": 10, "A": 1} | {str(n): n for n in range(2, 8)}
    seen = set[frozenset[str]]()
    for seed in range(300):
        cut = cut_for_deal(escopa, Seating.singles(2), seed)
        (_, one), (_, other) = cut.rounds[-1]
        ranks = (str(one)[0], str(other)[0])
        seen.add(frozenset(ranks))
        assert cut.dealer == (0 if worths[ranks[0]] < worths[ranks[1]] else 1)
    assert frozenset("FC") in seen


@pytest.mark.clause("A3.25")
def test_both_at_the_target_the_higher_wins_and_a_tie_plays_on() -> None:
    rules = VARIANTS["escopa-15"].match
    score = Match.new(VARIANTS["escopa-15"], seed=1).deal.score()
    assert decided(rules, (21, 21), score, 9) is None
    assert decided(rules, (20, 19), score, 9) is None
    for totals, winner in (((21, 24), 1), ((25, 22), 0)):
        outcome = decided(rules, totals, score, 9)
        assert outcome is not None
        assert outcome.winner == winner
    with pytest.raises(ValueRefusedError):
        decided(rules, (21, 24, 3), score, 9)


@pytest.mark.clause("A3.26")
def test_a_penalty_may_take_a_total_below_zero() -> None:
    match = Match.new(VARIANTS["escopa-15"], seed=3).penalise(1, 30)
    while not match.scores:
        match = match.play(match.deal.legal_moves[0])
    assert match.totals[1] < 0
