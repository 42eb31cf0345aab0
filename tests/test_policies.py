"""What the players of the library do at the table, and that they see no more than their seat."""

from __future__ import annotations

import pickle
from collections import Counter
from contextlib import suppress
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

import pytest

from scopa import (
    VARIANTS,
    Card,
    Cards,
    CardSet,
    Deal,
    IllegalMoveError,
    Majority,
    Play,
    Rank,
    RedealRequired,
    Suit,
)
from scopa.errors import ValueRefusedError
from scopa.events import BonusScored, Declared, Swept
from scopa.policies import (
    POLICIES,
    GreedyPolicy,
    LegalMovesPolicy,
    RandomPolicy,
    card_worths,
    name_of,
    policy_of,
)
from tests.positions import card, deck, position

if TYPE_CHECKING:
    from scopa import Move, Variant
    from scopa.view import View

TABLES = [
    pytest.param(variant, seating, id=f"{variant.id}-{seating.sides}".replace(" ", ""))
    for variant in VARIANTS.values()
    for seating in variant.seatings
]


def greedy(deal: Deal) -> str:
    """What a greedy player does in this deal."""
    return str(GreedyPolicy()(deal.view(deal.turn), Random(1)))


def started(variant: Variant, seed: int) -> Deal:
    rng, pack = Random(seed), list(variant.pack.cards)
    while True:
        rng.shuffle(pack)
        with suppress(RedealRequired):
            return Deal.start(variant, pack)


# ---------------------------------------------------------------------- random


def test_drawing_lots_makes_every_legal_move_equally_often() -> None:
    deal = position("scopa", hand="7d 3c Rs", table="7c 3s 4b As")
    view, rng = deal.view(0), Random(1)
    drawn = Counter(RandomPolicy()(view, rng) for _ in range(5000))
    assert set(drawn) == set(deal.legal_moves)
    each = 5000 / len(deal.legal_moves)
    assert all(abs(number - each) < 4 * each**0.5 for number in drawn.values())


def test_drawing_lots_needs_no_view_where_the_legal_moves_are_known() -> None:
    policy = RandomPolicy()
    assert isinstance(policy, LegalMovesPolicy)
    assert not isinstance(GreedyPolicy(), LegalMovesPolicy)
    view = position("scopa", hand="7d 3c Rs", table="7c 3s 4b As").view(0)
    for seed in range(20):
        assert policy(view, Random(seed)) == policy.among(view.legal_moves, Random(seed))


# ---------------------------------------------------------------------- greedy


def test_a_sweep_goes_before_cards_that_are_worth_more() -> None:
    deal = position("scopa", hand="7c Rs 3b", table="7d 3s")
    assert {"7cx7d", "Rsx7d3s"} <= {str(move) for move in deal.legal_moves}
    assert greedy(deal) == "Rsx7d3s"


def test_without_a_sweep_it_takes_the_cards_worth_most() -> None:
    deal = position("scopa", hand="7c Rs 3b", table="7d Rd 3s 4c")
    assert greedy(deal) == "7cx7d"


def test_the_card_played_counts_among_those_taken() -> None:
    deal = position("scopa", hand="Rs 7d", table="7c 6c 4b Cc")
    assert {"7dx7c", "Rsx6c4b"} <= {str(move) for move in deal.legal_moves}
    assert greedy(deal) == "7dx7c"


def test_what_must_be_given_away_is_the_card_worth_least() -> None:
    deal = position("scopa", hand="7d Fs 6c", table="Rd Ad")
    assert {str(move) for move in deal.legal_moves} == {"7d", "Fs", "6c"}
    assert greedy(deal) == "Fs"


def test_of_equal_moves_it_makes_the_first() -> None:
    deal = position("scopa", hand="Fs Cs Rb", table="2d 3d")
    assert greedy(deal) == "Fs"


def test_where_the_fewest_points_win_it_does_the_opposite() -> None:
    deal = position("scopa-a-perdere", hand="7d Fs 6c", table="Rd Ad")
    assert greedy(deal) == "7d"
    deal = position("scopa-a-perdere", hand="7c Rs 3b", table="7d 3s")
    assert greedy(deal) == "3bx3s"


def test_a_bonus_is_worth_more_than_cards() -> None:
    deal = position("cicera-bresciana", hand="5c 9s", table="5s 2s 7d", placed=card("5s"))
    bonus = next(m for m in deal.legal_moves if str(m) == "5cx5s")
    assert any(isinstance(event, BonusScored) for event in deal.step(bonus).events)
    assert greedy(deal) == "5cx5s"


def test_a_declaration_is_made_for_its_points() -> None:
    game = VARIANTS["cirulla"]
    deal = Deal.start(game, deck(game, hands=["2d 3c 4s"], table="Rs Rc Fd Cd"))
    assert greedy(deal) == "#"


def test_what_was_overlooked_is_claimed_when_it_sweeps() -> None:
    deal = position("escopa-15", hand="2c 3c Ac", table="6c Fb", placed=card("Fb"), claimable=True)
    assert str(deal.legal_moves[0]).startswith("!")
    assert greedy(deal) == str(deal.legal_moves[0])


@pytest.mark.parametrize(("variant", "seating"), TABLES)
def test_greedy_plays_every_game_and_scores_what_can_be_scored(
    variant: Variant, seating: object
) -> None:
    rng = Random(7)
    deal = started(variant, 7)
    for _ in range(30):
        view = deal.view(deal.turn)
        move = GreedyPolicy()(view, rng)
        assert move in deal.legal_moves
        won = at_once(deal, move)
        others = [at_once(deal, other) for other in deal.legal_moves]
        assert won == (min(others) if variant.match.lowest_wins else max(others))
        deal = deal.play(move)
        if deal.is_over:
            break


def at_once(deal: Deal, move: Move) -> int:
    """The points that a move scores as it is made, as the events tell it."""
    told = [e for e in deal.step(move).events if isinstance(e, Swept | BonusScored | Declared)]
    return sum(event.points for event in told)


@pytest.mark.parametrize("variant", ["scopa", "cicera", "cirulla", "escopa-15"])
def test_what_greedy_does_depends_on_nothing_it_cannot_see(variant: str) -> None:
    rng = Random(3)
    deal = started(VARIANTS[variant], 3)
    while not deal.is_over:
        view = deal.view(deal.turn)
        move = GreedyPolicy()(view, rng)
        assert GreedyPolicy()(view.determinize(rng).view(view.seat), rng) == move
        deal = deal.play(move)


# ---------------------------------------------------------------------- what cards are worth


def test_the_worths_of_scopa_are_those_of_the_primiera_with_coins_and_sevens_on_top() -> None:
    plain = {"A": 16, "2": 12, "3": 13, "4": 14, "5": 15, "6": 18, "7": 29, "F": 10, "C": 10}
    expected = {**plain, "R": 10}
    worths = card_worths(VARIANTS["scopa"])
    for own, worth in worths.items():
        coins = 10 if own.suit is Suit.COINS else 0
        assert worth == (139 if str(own) == "7d" else expected[str(own)[0]] + coins)


@pytest.mark.parametrize(
    ("variant", "worths"),
    [
        ("scopone-trentino", {"2d": 12 + 10 + 200, "3d": 13 + 10 + 300}),
        ("escopa-15", {"7d": 10 + 11 + 10 + 10 + 20 + 75 + 100, "7c": 10 + 11 + 10 + 75}),
        ("cicera-bresciana", {"2s": 10 + 10 + 10 + 100, "Rs": 10 + 10, "Td": 110, "2d": 10}),
        ("ponino", {"Cb": 10 + 10, "Fb": 10}),
        ("chkobba", {"7c": 20, "6c": 15, "5c": 10}),
        ("escova-paulista", {"7d": 10, "Rb": 10}),
    ],
)
def test_what_a_game_scores_is_worth_capturing(variant: str, worths: dict[str, int]) -> None:
    known = card_worths(VARIANTS[variant])
    assert {text: known[Card.parse(text)] for text in worths} == worths


def test_many_house_rules_do_not_fill_the_memory() -> None:
    kings = Majority(Cards(rank=Rank.KING))
    for number in range(70):
        game = VARIANTS["scopa"].derive(id=f"x-{number}", awards=(kings,))
        assert card_worths(game)[Card.parse("Rd")] == 20
    assert card_worths(VARIANTS["scopa"])[Card.parse("7d")] == 139


# ---------------------------------------------------------------------- playing a deal out


def test_a_deal_is_played_out_by_a_policy() -> None:
    deal = started(VARIANTS["scopa"], 1)
    seen: list[tuple[int | None, CardSet]] = []

    def first(view: View, rng: Random) -> Move:
        seen.append((view.seat, view.hand))
        return view.legal_moves[0]

    score = deal.playout(Random(1), first)
    own = deal
    for seat, hand in seen:
        assert (seat, hand) == (own.turn, own.hands[own.turn])
        own = own.play(own.legal_moves[0])
    assert own.score() == score


def test_lots_drawn_by_a_policy_are_as_even_as_those_drawn_without_one() -> None:
    deal = position("scopa", hand="7d 4c", hands={1: "3b Rd"}, table="Ad 2c 5s")
    with_one, without = (
        Counter(deal.playout(Random(seed), *policy).points for seed in range(2000))
        for policy in ([RandomPolicy()], [])
    )
    assert with_one.keys() == without.keys()
    for points, number in with_one.items():
        assert abs(number - without[points]) < 5 * sqrt(2 * max(number, 20))


def test_a_policy_that_makes_an_illegal_move_is_refused() -> None:
    deal = position("scopa", hand="7d Fs 6c", table="Rd Ad")
    with pytest.raises(IllegalMoveError):
        deal.playout(Random(1), lambda view, rng: Play(card("Rb")))


# ---------------------------------------------------------------------- names


def last(view: View, rng: Random) -> Move:
    return view.legal_moves[-1]


def test_policies_have_names() -> None:
    assert list(POLICIES) == ["random", "greedy"]
    assert policy_of("greedy") == GreedyPolicy()
    assert policy_of(last) is last
    assert [name_of(own) for own in ("greedy", RandomPolicy(), last)] == [
        "greedy",
        "random",
        "last",
    ]

    class Careful:
        def __call__(self, view: View, rng: Random, /) -> Move:
            return view.legal_moves[-1]

    assert name_of(Careful()) == "Careful"


@pytest.mark.parametrize("wrong", ["gredy", "", 7, None])
def test_what_is_no_policy_is_refused(wrong: object) -> None:
    with pytest.raises(ValueRefusedError, match="polic"):
        policy_of(wrong)  # type: ignore[arg-type]


def test_a_policy_goes_to_another_process_as_it_is() -> None:
    for policy in POLICIES.values():
        assert pickle.loads(pickle.dumps(policy)) == policy  # noqa: S301 - our own
