"""The wider family: each a short difference from its parent, with its sources. Data only.

Where sources disagree the best attested is the default, and the others are one declared change
away.
"""

from __future__ import annotations

from attrs import evolve

from scopa.capture import Capture, Complement, Equal, Sum, Sweeper
from scopa.cards import Card, CardSet, Rank, Suit
from scopa.documents import cicera_bresciana, escoba, escopa_15, scopa
from scopa.packs import BRAZILIAN_40, BRESCIANE_52, COURTS_APART_40, ITALIAN_40, SPANISH_40
from scopa.rules import (
    Dealing,
    Declarations,
    Echo,
    Holder,
    MatchRules,
    Opening,
    RankCount,
    SameSuit,
    Seating,
    Sweep,
    Total,
    Wild,
    WinsHolding,
    match_to,
)
from scopa.scoring import Cards, DoubleSweeps, Holds, Majority, Run
from scopa.shelf import variant
from scopa.variant import Variant

_ALL_COINS = CardSet(card for card in ITALIAN_40.cards if card.suit is Suit.COINS)
_CARDS, _COINS = Majority(Cards()), Majority(Cards(suit=Suit.COINS))
_SETTEBELLO = Holds(CardSet.parse("7d"), id="settebello")
_SEVENS = Majority(Cards(rank=Rank.SEVEN))


# ------------------------------------------------------------------ all cards in the hands


@variant
def scopone() -> Variant:
    """Scopone: nine cards each and four on the table, in pairs (`family` 2.2).

    The targets 21 and 31 are played too: ``match=match_to(21)``; in Genoa a table that totals ten
    or less is void: ``redeals=(TableTotalAtMost(10),)``.
    """
    return scopa().derive(
        id="scopone",
        name="Scopone",
        seatings=(Seating.pairs(),),
        dealing=Dealing(hand=9, table=4, refill=None),
        sources=("pagat-SC", "FIGS"),
        readings=("A0.1a", "A0.2 free"),
    )


@variant
def scopone_scientifico() -> Variant:
    """Scopone scientifico: ten cards each, an empty table, in pairs (`family` 2.3).

    Whether a sweep on the last play counts is disputed; here it does not. Where it does:
    ``sweep=Sweep(on_last_play=True)``.
    """
    return scopone().derive(
        id="scopone-scientifico",
        name="Scopone scientifico",
        dealing=Dealing(hand=10, table=0, refill=None),
        redeals=(),
        match=match_to(21),
        sources=("ludopoli", "pagat-SC"),
        readings=("last play: no sweep (ludopoli)",),
    )


@variant
def scopone_trentino() -> Variant:
    """Scopone trentino: ace, two and three of coins count 1, 2 and 3; all three win (`family` 2.4).

    Known from one source, a program's rules.
    """
    parent = scopone()
    return parent.derive(
        id="scopone-trentino",
        name="Scopone trentino",
        awards=(
            *parent.awards,
            Holds(CardSet.parse("Ad"), 1, id="ace-of-coins"),
            Holds(CardSet.parse("2d"), 2, id="two-of-coins"),
            Holds(CardSet.parse("3d"), 3, id="three-of-coins"),
        ),
        match=MatchRules(21, instant=(WinsHolding(CardSet.parse("Ad 2d 3d")),)),
        sources=("BGA",),
        readings=(),
    )


# ------------------------------------------------------------------ the ace takes all


@variant
def scopa_d_assi() -> Variant:
    """Scopa d'assi: an ace takes the whole table, and that is no sweep (`family` 2.5).

    The other ways are one change of the `Sweeper` away: ``meets_equal="all"`` (with an ace on the
    table it still takes everything), ``on_empty="kept"``, ``first_play="equal_only"`` or
    ``"forbidden"``. Some score the napola as well.
    """
    return scopa().derive(
        id="scopa-d-assi",
        name="Scopa d'assi",
        capture=Capture(sweeper=Sweeper(Rank.ACE, scores=False)),
        sources=("digitalmoka", "betway", "pagat-S"),
        readings=("meets an ace: takes it", "empty table: stays", "first play: free"),
    )


@variant
def asso_piglia_tutto() -> Variant:
    """Asso piglia tutto: as scopa d'assi, and the ace's taking is a sweep (`family` 2.5)."""
    return scopa_d_assi().derive(
        id="asso-piglia-tutto",
        name="Asso piglia tutto",
        capture=Capture(sweeper=Sweeper(Rank.ACE)),
        sources=("digitalmoka", "BGA"),
    )


# ------------------------------------------------------------------ to a total


@variant
def scopa_a_quindici() -> Variant:
    """Scopa a quindici: the played card and those it takes make fifteen (`family` 2.6).

    Equal cards are not taken. Taking the fewest cards, which digitalmoka and BGA require, is
    ``Complement(15, fewest=True)``.
    """
    return scopa().derive(
        id="scopa-a-quindici",
        name="Scopa a quindici",
        redeals=(),
        capture=Capture((Complement(15),)),
        sources=("pagat-S", "digitalmoka"),
        readings=("fewest cards: not required (pagat-S)",),
    )


@variant
def scopa_d_undici() -> Variant:
    """Scopa d'undici: as quindici, to eleven (`family` 2.7). Known from one source."""
    return scopa_a_quindici().derive(
        id="scopa-d-undici",
        name="Scopa d'undici",
        seatings=(Seating.singles(2), Seating.singles(3), Seating.pairs()),
        capture=Capture((Complement(11),)),
        sources=("pt-wiki",),
    )


# ------------------------------------------------------------------ further awards


@variant
def scopa_re_bello() -> Variant:
    """Scopa with the *re bello*: the king of coins counts one (`family` 2.8)."""
    parent = scopa()
    return parent.derive(
        id="scopa-re-bello",
        name="Scopa con re bello",
        awards=(*parent.awards, Holds(CardSet.parse("Rd"), id="rebello")),
        sources=("BGA", "pagat-S", "everything2"),
    )


@variant
def scopa_napola() -> Variant:
    """Scopa with the napola: a run from the ace of coins counts its length (`family` 2.8).

    There is no cap. Where all ten coins (*Napoleone*) win the match, that is
    ``match=MatchRules(21, instant=(WinsHolding(...),))``; caps are ``Run(Suit.COINS, cap=6)``.
    """
    parent = scopa()
    return parent.derive(
        id="scopa-napola",
        name="Scopa con napola",
        awards=(*parent.awards, Run(Suit.COINS)),
        match=match_to(21),
        sources=("everything2", "PlayAural", "BGA"),
        readings=("cap: none", "Napoleone: no"),
    )


@variant
def ponino() -> Variant:
    """Il ponino: who captures all four knights scores his sweeps twice (`family` 2.8).

    Known from one source, a program's rules.
    """
    parent = scopa()
    knights = CardSet.parse("Cd Cc Cs Cb")
    return parent.derive(
        id="ponino",
        name="Il ponino",
        awards=(*parent.awards, DoubleSweeps(knights)),
        sources=("BGA",),
        readings=(),
    )


@variant
def scopa_a_perdere() -> Variant:
    """Scopa a perdere, *ciapa no*: reaching the target loses (`family` 2.8).

    After one program's rules; in another the side that reaches the target drops out.
    """
    return scopa().derive(
        id="scopa-a-perdere",
        name="Scopa a perdere",
        match=MatchRules(21, lowest_wins=True),
        sources=("BGA",),
        readings=(),
    )


@variant
def desescoba() -> Variant:
    """Desescoba: scopa a quindici with the sevens counted, played to lose (`family` 2.8).

    Known from one source, a program's rules.
    """
    parent = scopa_a_quindici()
    sevens = CardSet.parse("7d 7c 7s 7b")
    return parent.derive(
        id="desescoba",
        name="Desescoba",
        awards=(*parent.awards, _SEVENS, Holds(sevens, id="all-sevens")),
        match=MatchRules(21, lowest_wins=True),
        sources=("BGA",),
        readings=(),
    )


@variant
def scopa_frac() -> Variant:
    """Scopa frac: only aces and courts count, one each; sweeps do not (`family` 2.9).

    At 8 to 8 the holder of the king of coins wins, so one deal is taken to decide. Known from one
    source, a program's rules.
    """
    parent = scopa()
    ranks = (Rank.ACE, Rank.KNAVE, Rank.KNIGHT, Rank.KING)
    return parent.derive(
        id="scopa-frac",
        name="Scopa frac",
        capture=Capture((Equal(), Sum(yields_to_equal=False))),
        sweep=Sweep(points=0),
        awards=tuple(Holds(CardSet([card])) for card in parent.pack.cards if card.rank in ranks),
        match=MatchRules(target=None, tie=Holder(Card.parse("Rd"))),
        sources=("BGA",),
        readings=(),
    )


# ------------------------------------------------------------------ cirulla


@variant
def cirulla() -> Variant:
    """Cirulla, of Genoa: equal, sum or fifteen, knocks, a wild seven of cups (`family` 2.10).

    The other readings: ``Sum(yields_to_equal=False)`` (an equal card does not block the sum);
    ``Sweeper(Rank.ACE, alternatives=("complement",))`` (an ace may also make fifteen); a *piccola*
    up to the six, ``Run(Suit.COINS, cap=6, id="piccola")``; a sum of the fewest cards,
    ``Sum(fewest=True)``; a matta that reverts at once or with
    the packet, or is an ace in a low total; declarations that all count, ``combine="all"``.
    """
    parent = scopa()
    return parent.derive(
        id="cirulla",
        name="Cirulla",
        seatings=(Seating.singles(2), Seating.singles(3), Seating.pairs()),
        redeals=(RankCount(Rank.ACE, 2),),
        opening=Opening(((Total(15), 1), (Total(30), 2))),
        capture=Capture((Equal(), Sum(), Complement(15)), sweeper=Sweeper(Rank.ACE)),
        wild=Wild(Card.parse("7c"), reverts="on_capture"),
        declarations=Declarations(),
        awards=(
            *parent.awards,
            Run(Suit.COINS, cap=7, id="piccola"),
            Holds(CardSet.parse("Fd Cd Rd"), 5, id="grande"),
        ),
        match=MatchRules(51, instant=(WinsHolding(_ALL_COINS),)),
        direction="clockwise",
        sources=("it-wiki", "RDG", "giochi", "Ciapachinze", "rvenning"),
        readings=(
            "an equal card blocks the sum (it-wiki, RDG)",
            "an ace without an ace on the table takes all and nothing else",
            "piccola: cap 7 (rvenning, belinde, a guide)",
            "matta: its value until captured (giochi, Ciapachinze)",
            "both declarations at once: the better one",
        ),
    )


@variant
def cirullone() -> Variant:
    """Cirullone: cirulla with nine cards each and four on the table, in pairs (`family` 2.11).

    Known in part from one source; declarations, the matta and opening takes do not stand in the
    part that was read, and are left out. Its awards are taken to be Cirulla's.
    """
    return cirulla().derive(
        id="cirullone",
        name="Cirullone",
        seatings=(Seating.pairs(),),
        dealing=Dealing(hand=9, table=4, refill=None),
        opening=None,
        wild=None,
        declarations=None,
        sources=("sbiro",),
        readings=(),
    )


# ------------------------------------------------------------------ courts apart


@variant
def spazzino() -> Variant:
    """Spazzino: courts take no sums; *picula*, sweep and *bager* count (`family` 2.13).

    A bager is two or more cards of one suit, the played one too, each card taken worth one. That
    the dealer may look at the bottom card is left out. Known in part.
    """
    return scopa().derive(
        id="spazzino",
        name="Spazzino",
        pack=COURTS_APART_40,
        seatings=(Seating.singles(2), Seating.pairs()),
        redeals=(),
        bonuses=(Echo(id="picula"), SameSuit("per_card", id="bager")),
        awards=(
            Majority(Cards(), 2, tie_points=1),
            Majority(Cards(suit=Suit.SWORDS), 2, tie_points=1),
            _SETTEBELLO,
            Holds(CardSet.parse("Fs"), id="fante-of-swords"),
        ),
        match=match_to(31),
        sources=("RDG", "digitalmoka"),
        readings=(
            "an equal card blocks the sum: not said, as in Scopa",
            "bager: the played card is of the suit too",
        ),
    )


@variant
def foraccio() -> Variant:
    """Foraccio, from the Veneto: 52 cards, an ace that takes all or is kept (`family` 2.14).

    A sum of one suit scores the value of the played card at once. There is no primiera and no award
    for cards; coins and settebello are left as in Scopa. Banking the ace while cards lie on the
    table is left out, and no target is known, so one deal decides. Known in part from one source.
    """
    return cicera_bresciana().derive(
        id="foraccio",
        name="Foraccio",
        pack=evolve(BRESCIANE_52, id="trevisane-52"),
        dealing=Dealing(hand=13, table=0, refill=None),
        capture=Capture(
            (Equal(), Sum(yields_to_equal=False)),
            sweeper=Sweeper(Rank.ACE, scores=False, on_empty="kept"),
        ),
        sweep=Sweep(),
        bonuses=(SameSuit("rank_value", sums_only=True),),
        awards=(_COINS, _SETTEBELLO),
        match=MatchRules(target=None, tie="draw"),
        sources=("RDG",),
        readings=("coins and settebello as in Scopa", "target: not known, a single deal"),
    )


# ------------------------------------------------------------------ escoba and escova


@variant
def escoba_short() -> Variant:
    """Escoba in its short form: cards, coins, seven of coins and sevens one each (`family` 2.15).

    The dealer takes an opening fifteen, which is no escoba here; where it is one:
    ``opening=Opening(((Total(15), 1),))``. That capturing is compulsory is assumed.
    """
    return escoba().derive(
        id="escoba-short",
        name="Escoba (short form)",
        seatings=(Seating.singles(2), Seating.singles(3), Seating.singles(4), Seating.pairs()),
        dealing=Dealing(),
        opening=Opening(((Total(15), 0),)),
        capture=Capture((Complement(15),)),
        awards=(_CARDS, _COINS, Holds(CardSet.parse("7d"), id="guindis"), _SEVENS),
        match=match_to(15),
        sources=("en-wiki", "studylib"),
        readings=("opening fifteen: taken, no escoba (en-wiki)", "capture: compulsory"),
    )


@variant
def escova_paulista() -> Variant:
    """Escova as played in São Paulo (LABISCA, `family` 2.16).

    The dealer takes a table of 15 or 30, for one or two sweeps. The source breaks off before the
    awards, so only sweeps count here, in a single deal.
    """
    return escopa_15().derive(
        id="escova-paulista",
        name="Escova (São Paulo)",
        seatings=(Seating.singles(2), Seating.singles(3), Seating.singles(4)),
        dealing=Dealing(),
        opening=Opening(((Total(15), 1), (Total(30), 2))),
        capture=Capture((Complement(15),)),
        awards=(),
        match=MatchRules(target=None, tie="draw"),
        sources=("LABISCA",),
        readings=("awards and target: the source breaks off", "capture: compulsory"),
    )


@variant
def escova_gaucha() -> Variant:
    """Escova as played in Rio Grande do Sul, to 31 (`family` 2.16). Known from one source."""
    return escopa_15().derive(
        id="escova-gaucha",
        name="Escova (Rio Grande do Sul)",
        pack=SPANISH_40,
        seatings=(Seating.singles(2), Seating.singles(3), Seating.singles(4)),
        dealing=Dealing(),
        opening=None,
        capture=Capture((Complement(15),)),
        awards=(
            _CARDS,
            _COINS,
            Holds(_ALL_COINS, 2, id="all-coins"),
            Holds(CardSet.parse("7d"), id="settebello"),
        ),
        match=match_to(31),
        sources=("en-academic",),
        readings=("all coins and most coins add up", "capture: compulsory"),
    )


# ------------------------------------------------------------------ further away


@variant
def tuzzilicchio() -> Variant:
    """Tuzzilicchio, from Campania: equal, sum or eleven, and the ace takes all (`family` 2.17).

    The ace's taking is no sweep, and on an empty table it is kept. Known from one program, whose
    knocks are left out.
    """
    return scopa().derive(
        id="tuzzilicchio",
        name="Tuzzilicchio",
        capture=Capture(
            (Equal(), Sum(), Complement(11)),
            sweeper=Sweeper(Rank.ACE, scores=False, on_empty="kept"),
        ),
        match=match_to(31),
        sources=("Tuzzilicchio",),
        readings=(),
    )


@variant
def chkobba() -> Variant:
    """Chkobba, from Tunisia: the lady is 8 and the jack 9 (`family` 2.18).

    *Karta*, *dinari* and the seven of coins count one each, and so does *bermila*: most sevens, or
    where those are level most sixes. The awards are those of one online game's rules,
    chkobba.online.
    """
    return scopa().derive(
        id="chkobba",
        name="Chkobba",
        pack=BRAZILIAN_40,
        seatings=(Seating.singles(2), Seating.pairs()),
        redeals=(),
        awards=(
            Majority(Cards(), id="karta"),
            Majority(Cards(suit=Suit.COINS), id="dinari"),
            Holds(CardSet.parse("7d"), id="al-hayya"),
            Majority((Cards(rank=Rank.SEVEN), Cards(rank=Rank.SIX)), id="bermila"),
        ),
        sources=("fr-wiki", "chkobba.online"),
        readings=("redeal: none known", "target: 11, or 21"),
    )
