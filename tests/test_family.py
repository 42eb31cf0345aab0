"""The wider family at the table: what each variant is known for, played on the variant itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from scopa import (
    ITALIAN_40,
    VARIANTS,
    Cards,
    Declarations,
    Echo,
    Foursome,
    Holds,
    InvalidVariantError,
    Majority,
    OfAKind,
    Opening,
    Rank,
    Run,
    Seating,
    Suit,
    Sweep,
    TookAtLeast,
    Total,
    ValueRefusedError,
    Variant,
    audit_cards,
    penalised,
)
from scopa.documents import FOURSOME_VALUES
from scopa.match import decided
from tests.positions import after, card, cards, moves, points, position, scored

ACELESS = evolve(
    ITALIAN_40, id="x-aceless", values=tuple(v for v in ITALIAN_40.values if v[0] is not Rank.ACE)
)
PINNED = Path(__file__).parent / "fixtures" / "catalogue.json"


def plays(name: str, table: str, played: str) -> list[str]:
    """What a card may do on a table; another card is held, so it is not the last play."""
    deal = position(name, table=table, hand=f"{played} 2b")
    return [move for move in moves(deal) if move.startswith(played)]


def sweeps(name: str, table: str, move: str) -> int:
    """The sweeps a move makes, not being the last play of the deal."""
    deal = position(name, table=table, hand=f"{move[:2]} 2b")
    return after(deal, move).sweeps[0]


def test_the_catalogue_is_the_one_that_was_checked_against_the_sources() -> None:
    """Each declaration was read beside its sources; whoever changes one changes this file too."""
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    assert {name: variant.to_dict() for name, variant in VARIANTS.items()} == pinned


def test_in_scopa_d_assi_an_ace_takes_everything_and_sweeps_nothing() -> None:
    assert plays("scopa-d-assi", "4c Cs 6b", "Ad") == ["Adx4cCs6b"]
    assert plays("scopa-d-assi", "Ac Cs", "Ad") == ["AdxAc"]
    assert plays("scopa-d-assi", "", "Ad") == ["Ad"]
    assert sweeps("scopa-d-assi", "4c Cs 6b", "Adx4cCs6b") == 0
    assert sweeps("scopa-d-assi", "As", "AdxAs") == 1
    assert sweeps("asso-piglia-tutto", "4c Cs 6b", "Adx4cCs6b") == 1


def test_fifteen_and_eleven_take_no_equal_card() -> None:
    assert plays("scopa-a-quindici", "6c Cs", "6d") == ["6dxCs"]
    assert plays("scopa-a-quindici", "6c", "6d") == ["6d"]
    assert plays("scopa-d-undici", "Rs 4c", "Ad") == ["AdxRs"]
    assert plays("tuzzilicchio", "Ac Rd", "Ab") == ["AbxRd", "AbxAc"]


def test_awards_that_were_added() -> None:
    assert points(scored("scopa-re-bello", "Rd", "7d"))[0]["rebello"] == 1
    assert points(scored("scopa-napola", "Ad 2d 3d 4d 6d", "7d"))[0]["napola"] == 4
    trentino = points(scored("scopone-trentino", "Ad 3d", "2d"))
    assert (trentino[0]["ace-of-coins"], trentino[0]["three-of-coins"]) == (1, 3)
    assert trentino[1]["two-of-coins"] == 2
    ponino = scored("ponino", "Cd Cc Cs Cb", "7d", sweeps=(3, 1))
    assert points(ponino)[0]["ponino"] == 3
    bermila = points(scored("chkobba", "7c 7s 6d 6c", "7d 7b 6s"))
    assert bermila[0]["bermila"] == 1
    assert bermila[1]["al-hayya"] == 1


def test_only_aces_and_courts_count_in_frac() -> None:
    score = scored("scopa-frac", "Ad Fd 7d 2c", "Rd Cb 3c", sweeps=(2, 0))
    assert score.points == (2, 2)
    rules = VARIANTS["scopa-frac"].match
    level = decided(rules, (8, 8), score, 1)
    assert level is not None
    assert level.winner == 1  # the king of coins


@pytest.mark.parametrize("name", ["scopa-a-perdere", "desescoba"])
def test_the_lowest_wins_where_one_plays_to_lose(name: str) -> None:
    outcome = decided(VARIANTS[name].match, (21, 9), scored(name, "7d", "2c"), 7)
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize(
    ("name", "held"),
    [("scopone-trentino", "Ad 2d 3d"), ("cirulla", "Ad 2d 3d 4d 5d 6d 7d Fd Cd Rd")],
)
def test_cards_that_win_the_match_at_once(name: str, held: str) -> None:
    variant = VARIANTS[name]
    outcome = decided(variant.match, (0, 50), scored(name, held, "7c"), 1)
    assert outcome is not None
    assert (outcome.winner, outcome.reason.value) == (0, "instant")
    less = " ".join(held.split()[:-1])
    assert decided(variant.match, (0, 5), scored(name, less, "7c"), 1) is None


def test_a_side_without_a_trick_loses_at_escoba() -> None:
    outcome = decided(VARIANTS["escoba"].match, (3, 9), scored("escoba", "7d Fd", ""), 1)
    assert outcome is not None
    assert outcome.winner == 0


def test_cirulla_piccola_and_grande() -> None:
    score = points(scored("cirulla", "Ad 2d 3d 4d 5d 6d 7d Fd", "Cd Rd"))
    assert score[0]["piccola"] == 7
    assert points(scored("cirulla", "Fd Cd Rd", ""))[0]["grande"] == 5
    assert VARIANTS["cirulla"].direction == "clockwise"
    assert VARIANTS["cirulla"].match.target == 51


def test_foraccio_scores_a_sum_of_one_suit_and_not_the_ace() -> None:
    deal = position("foraccio", table="5d 4d Fc", hand="9d 2c")
    assert after(deal, "9dx4d5d").bonuses[0] == (9,)
    ace = position("foraccio", table="3d 4d Fd", hand="Ad 2c")
    assert after(ace, "Adx3d4dFd").bonuses[0] == (0,)


def test_spazzino_counts_echoes_and_cards_of_one_suit() -> None:
    echoed = position("spazzino", table="5c Rs", hand="5d 2b", placed=card("5c"))
    assert after(echoed, "5dx5c").bonuses[0] == (1, 0)
    suited = position("spazzino", table="3d 4d Rs", hand="7d 2b")
    assert after(suited, "7dx3d4d").bonuses[0] == (0, 2)


@pytest.mark.parametrize(
    ("name", "hand", "table"), [("scopone", 9, 4), ("scopone-scientifico", 10, 0)]
)
def test_all_cards_of_scopone_are_in_the_hands(name: str, hand: int, table: int) -> None:
    variant = VARIANTS[name]
    assert variant.seatings == (Seating.pairs(),)
    assert (variant.dealing.hand, variant.dealing.table, variant.dealing.refill) == (
        hand,
        table,
        None,
    )
    assert not variant.sweep.on_last_play


def test_the_dealer_takes_fifteen_and_thirty_in_sao_paulo() -> None:
    opening = VARIANTS["escova-paulista"].opening
    assert opening is not None
    tables = ([7, 4, 3, 1], [10, 10, 9, 1], [1, 2, 3, 4])
    assert [opening.sweeps_for(table) for table in tables] == [1, 2, None]


def test_every_variant_says_where_it_is_from() -> None:
    wanting: list[Variant] = [v for v in VARIANTS.values() if not v.sources]
    assert wanting == []
    assert cards("7d") <= VARIANTS["chkobba"].pack.card_set


# ---------------------------------------------------------------------- numbers out of measure

UNMEASURED: list[tuple[dict[str, object], str]] = [
    ({"bonuses": (Echo(-1),)}, "number-out-of-range"),
    ({"bonuses": (TookAtLeast(1, 70_000),)}, "number-out-of-range"),
    ({"sweep": Sweep(-1)}, "number-out-of-range"),
    ({"sweep": Sweep(exactly=0)}, "number-out-of-range"),
    ({"awards": (Majority(Cards(), 1, -1),)}, "number-out-of-range"),
    ({"awards": (Holds(cards("7d"), -3),)}, "number-out-of-range"),
    ({"awards": (Foursome(FOURSOME_VALUES, -1),)}, "number-out-of-range"),
    ({"opening": Opening(((Total(15), 70_000),))}, "too-large"),
    ({"declarations": Declarations((OfAKind(1, 100_000),))}, "too-large"),
    ({"declarations": Declarations((OfAKind(0, 1),))}, "cards-below-one"),
    ({"pack": ACELESS, "awards": (Run(Suit.COINS),)}, "no-ace"),
]


@pytest.mark.parametrize(("changes", "code"), UNMEASURED, ids=lambda x: str(x)[:40])
def test_points_that_no_deal_could_count_are_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidVariantError) as refused:
        VARIANTS["scopa"].derive(id="x-wild", **changes)
    assert code in [problem.code for problem in refused.value.problems]


def test_an_audit_needs_openings_that_make_the_total_too() -> None:
    twenty = VARIANTS["escopa-15"].derive(id="x-20", opening=Opening(((Total(20), 1),)))
    with pytest.raises(ValueRefusedError):
        audit_cards(twenty, cards("Rd 4c"))
    assert audit_cards(VARIANTS["escova-paulista"], cards("Rd")).passes
    score = scored("escopa-15", "7d", "2c")
    with pytest.raises(ValueRefusedError):
        penalised(score, 0, points=-4)
