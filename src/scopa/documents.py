"""The games of the five source documents, S0 to S4, and their nearest forms. Data only.

Each names its ``sources``, and in ``readings`` how every gap in them was read: A2.7 is gap 7 of
document S2. A reading that another source supports is one declared change away; its docstring says
which, where no other variant here has it.
"""

from __future__ import annotations

from scopa.capture import Capture, Claims, Complement, Equal, Sum
from scopa.cards import CardSet, Rank, Suit
from scopa.packs import BRAZILIAN_40, BRESCIANE_52, FRENCH_40, SPANISH_40
from scopa.rules import (
    Dealing,
    Echo,
    MatchRules,
    NoTrick,
    Opening,
    Pairs,
    RankCount,
    SameSuit,
    Seating,
    Sweep,
    TookAtLeast,
    Total,
    WinsHolding,
)
from scopa.scoring import Cards, Foursome, Holds, Majority, OpponentUnder, Prime, Run, Scale
from scopa.shelf import variant
from scopa.variant import Variant


@variant
def scopa() -> Variant:
    """Scopa with an Italian pack and S1's labels.

    The other readings: a sum of the fewest cards, ``Sum(fewest=True)`` (A0.2); no sweep on the last
    play of each packet, ``Sweep(last_play_of="packet")`` (A0.3); a primiera of fewer suits,
    ``Prime(missing="rank_by_suits")`` or ``"partial"`` (A0.7).
    """
    return Variant(
        id="scopa",
        name="Scopa",
        redeals=(RankCount(Rank.KING, 3),),  # S1.6
        awards=(  # S1.20
            Majority(Cards()),
            Majority(Cards(suit=Suit.COINS)),
            Holds(CardSet.parse("7d"), id="settebello"),
            Prime(),
        ),
        sources=("S1",),
        readings=("A0.1a", "A0.2 free", "A0.3 whole deal", "A0.5", "A0.6", "A0.7"),
    )


@variant
def scopa_spanish() -> Variant:
    """Scopa with a Spanish pack: 10, 11, 12 (S0.7)."""
    return scopa().derive(
        id="scopa-spanish", name="Scopa (Spanish pack)", pack=SPANISH_40, sources=("S0",)
    )


@variant
def scopa_french() -> Variant:
    """Scopa with a French-suited pack: J, Q, K (S4.2, S4.3)."""
    return scopa().derive(
        id="scopa-french",
        name="Scopa (French-suited pack)",
        pack=FRENCH_40,
        sources=("S4",),
        readings=("A4.1 any capture", "A4.2 no sweep", "A4.3"),
    )


@variant
def cicera_bresciana() -> Variant:
    """Cicera bresciana as S2 describes it: a single deal for four in pairs.

    Where nobody captures the deal is drawn and nothing counts: *se roba* is taken for *drawn* in a
    text made by machine. That the cards go to the dealer is ``ending=Ending(no_capture="dealer")``;
    that a sweep does not count on the last play, ``sweep=Sweep()`` (A2.6).
    """
    return Variant(
        id="cicera-bresciana",
        name="Cicera bresciana",
        pack=BRESCIANE_52,  # S2.3
        seatings=(Seating.pairs(),),  # S2.1
        dealing=Dealing(hand=12, table=4, refill=None),  # S2.3
        capture=Capture((Equal(), Sum(yields_to_equal=False)), compulsory=False),  # S2.7 to S2.9
        sweep=Sweep(on_last_play=True),  # S2.11, S2.15
        bonuses=(Echo(), SameSuit(), TookAtLeast(3)),  # S2.12 to S2.14
        awards=(  # S2.18 to S2.20
            Majority(Cards(), 2),
            Majority(Cards(suit=Suit.SWORDS)),
            Holds(CardSet.parse("2s"), id="la-mata"),
            Holds(CardSet.parse("Td"), id="ten-of-coins"),
            Holds(CardSet.parse("Fc"), id="fante-of-cups"),
            Run(Suit.SWORDS, cap=10, id="napula"),
        ),
        match=MatchRules(target=None, tie="draw"),  # S2.2, S2.21
        sources=("S2",),
        readings=(
            "A2.1",
            "A2.2",
            "A2.4 of the table",
            "A2.6 counts",
            "A2.7 nobody",
            "A2.8 cap 10",
            "A2.10 void: S2.17 'se roba' is 'is drawn'",
            "A2.12 none",
            "A2.13 one deal",
            "A2.14 four in pairs only",
        ),
    )


@variant
def cicera() -> Variant:
    """The traditional Cicera: a match to 51, napula through the courts (`family` 2.12).

    Tied cards count one each; all thirteen swords (Napoleone) win the match at once. Targets of 21,
    31 and 41 are played too. The forms for two and three are left out: they are known in part only.
    """
    document = cicera_bresciana()
    swords = CardSet(card for card in BRESCIANE_52.cards if card.suit is Suit.SWORDS)
    return document.derive(
        id="cicera",
        name="Cicera",
        awards=(
            Majority(Cards(), 2, tie_points=1),
            *document.awards[1:-1],
            Run(Suit.SWORDS, id="napula"),
        ),
        match=MatchRules(target=51, instant=(WinsHolding(swords),)),
        sources=("pagat-Cic", "en-wiki", "RDG"),
        readings=("A2.7 one each", "A2.8 cap 13", "A2.13 target 51"),
    )


FIFTEEN_SEATINGS = (
    Seating.singles(2),
    Seating.singles(3),
    Seating.singles(4),
    Seating.pairs(),
)
"""Two, three, four, four also in pairs (S3.29, A3.3)."""

FOURSOME_VALUES: Scale = (
    (Rank.SEVEN, 11),
    (Rank.SIX, 8),
    (Rank.ACE, 6),
    (Rank.FIVE, 5),
    (Rank.FOUR, 4),
    (Rank.THREE, 3),
    (Rank.TWO, 2),
    (Rank.KNAVE, 0),
    (Rank.KNIGHT, 0),
    (Rank.KING, 0),
)
"""What the four cards of a rank are worth in the primeira (S3.31)."""


def _all(kind: Cards) -> CardSet:
    return CardSet._of(kind.bits(BRAZILIAN_40))


@variant
def escopa_15() -> Variant:
    """Escopa de 15 as S3 describes it, to the letter: the dealer changes with every packet.

    The other readings: one dealer for the whole pack, ``Dealing(first_dealer="lowest")`` (A3.5); a
    sweep of four cards only, ``Sweep(exactly=4)`` (A3.9); compulsory capture, without claims,
    ``Capture((Complement(15),))`` (A3.11); a claim that sweeps, ``Claims(sweeps=True)`` (A3.13); a
    primeira worth one point, ``Foursome(..., points=1)``, or of the best card of each suit,
    ``Prime()`` (A3.23); awards that are counted though nobody captured, so that either opponent has
    fewer than ten cards, ``ending=Ending(no_capture="counted")`` (S3.29).
    """
    return Variant(
        id="escopa-15",
        name="Escopa de 15",
        pack=BRAZILIAN_40,  # A3.1, A3.2
        seatings=FIFTEEN_SEATINGS,
        dealing=Dealing(dealer_moves="packet", first_dealer="lowest"),  # S3.1, S3.13
        opening=Opening(((Total(15), 0), (Pairs(15), 0)), relays=1),  # S3.14, S3.15, A3.6
        capture=Capture((Complement(15),), compulsory=False, claims=Claims()),  # S3.6 to S3.12
        awards=(  # S3.23 to S3.31
            Majority(Cards()),
            Majority(Cards(suit=Suit.COINS)),
            Holds(_all(Cards(suit=Suit.COINS)), 2, id="all-coins"),
            Holds(CardSet.parse("7d"), id="guindis"),
            Majority(Cards(rank=Rank.SEVEN)),
            Holds(_all(Cards(rank=Rank.SEVEN)), 3, id="all-sevens"),
            OpponentUnder(10, 2),
            Foursome(FOURSOME_VALUES),
        ),
        match=MatchRules(target=21),  # S3.2; 31 by agreement
        sources=("S3",),
        readings=(
            "A3.5 packet",
            "A3.6 none",
            "A3.8 shape",
            "A3.9 any number",
            "A3.11 optional",
            "A3.12",
            "A3.13 no",
            "A3.14",
            "A3.16 four and the others' sweeps: S3.20 'rodadas anteriores' are of this deal",
            "A3.18 add up",
            "A3.19 add up",
            "A3.20 nobody",
            "A3.21 final piles, two sides only",
            "A3.23 value",
            "A3.24 nothing",
            "S3.24 most coins: more than any other side, also among three or four",
            "S3.29 a deal without a capture: void",
            "S3.30 the foursome: of a side, partners' cards together",
        ),
    )


@variant
def escoba() -> Variant:
    """Escoba by the card maker's rules (Fournier, `family` 2.15): one dealer for the whole pack.

    The other readings: a leader who takes the opening, ``Opening(..., to="leader")``
    (aprenderjuegos); nobody who does, ``opening=None`` (BGA); to 31, ``match_to(31)``. A penalty of
    four points and all sweeps of the deal is `scopa.fifteen.penalised`.
    """
    document = escopa_15()
    cards, coins, _, guindis, sevens, _, under, _ = document.awards
    return document.derive(
        id="escoba",
        name="Escoba",
        pack=SPANISH_40,
        seatings=(
            Seating.singles(2),
            Seating.singles(3),
            Seating.pairs(),
            Seating.two_sides_of_three(),
        ),
        dealing=Dealing(first_dealer="highest"),
        opening=Opening(((Total(15), 1), (Pairs(15), 2))),
        awards=(
            cards,
            coins,
            Holds(_all(Cards(suit=Suit.COINS)), 2, id="all-coins", replaces=("coins",)),
            guindis,
            sevens,
            Holds(_all(Cards(rank=Rank.SEVEN)), 3, id="all-sevens", replaces=("guindis",)),
            under,
        ),
        match=MatchRules(target=21, instant=(NoTrick(),)),
        sources=("Fournier",),
        readings=(
            "A3.5 deal",
            "A3.6 one or two",
            "A3.18 all coins replace the majority",
            "A3.19 all sevens include the guindis",
            "A3.21 no trick loses the match",
            "three players: each alone; fewer than ten cards count between two sides only (S3.29)",
            "a deal without a capture: void",
        ),
    )
