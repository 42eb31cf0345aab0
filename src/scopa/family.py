"""The wider family: each a short difference from its parent, with its sources. Data only.

Where sources disagree the best attested is the default, and the others are one declared change
away: each docstring says how they are declared. What a variant takes from where stands in its
``sources``; how a gap or a disagreement was decided, in its ``readings``.
"""

from __future__ import annotations

from attrs import evolve

from scopa.capture import Capture, Complement, Equal, Sum, Sweeper
from scopa.cards import Card, CardSet, Rank, Suit
from scopa.declarations import Declarations, Wild
from scopa.documents import cicera_bresciana, escoba, escopa_15, scopa
from scopa.packs import BRAZILIAN_40, BRESCIANE_52, COURTS_APART_40, ITALIAN_40, SPANISH_40
from scopa.rules import (
    Dealing,
    Echo,
    Holder,
    MatchRules,
    Opening,
    RankCount,
    SameSuit,
    Seating,
    Sweep,
    Total,
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
    or less is void: ``redeals=(TableTotalAtMost(10),)``. A side that lacks a suit may still have a
    primiera, beaten by any of more suits: ``Prime(missing="rank_by_suits")`` (pagat-SC).
    """
    return scopa().derive(
        id="scopone",
        name="Scopone",
        seatings=(Seating.pairs(),),
        dealing=Dealing(hand=9, table=4, refill=None),
        sources=("pagat-SC", "FIGS"),
        readings=(
            "A0.1a",
            "A0.2 free",
            "A0.7 none without a suit, as in Scopa",
            "void: three kings; in Genoa ten or less",
            "target: 11 (pagat-SC)",
        ),
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
        readings=("last play: no sweep (ludopoli)", "target: 21 (ludopoli)", "void: nothing"),
    )


@variant
def scopone_trentino() -> Variant:
    """Scopone trentino: ace, two and three of coins count 1, 2 and 3; all three win (`family` 2.4).

    Known from one source, a program's rules, read in full.
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
        readings=("one source only", "all three: the match is won, where BGA adds 100 points"),
    )


# ------------------------------------------------------------------ the ace takes all


@variant
def scopa_d_assi() -> Variant:
    """Scopa d'assi: an ace takes the whole table, and that is no sweep (`family` 2.5).

    The other ways are one change of the `Sweeper` away: ``meets_equal="all"`` (with an ace on the
    table it still takes everything), ``on_empty="kept"``, ``first_play="equal_only"`` or
    ``"forbidden"``. A table with an ace may be void: ``redeals=(RankCount(Rank.ACE, 1),)`` (an
    option of pagat-S). Four may hold ten cards each and begin on an empty table:
    ``seatings=(Seating.pairs(),), dealing=Dealing(hand=10, table=0, refill=None), redeals=()``
    (giochistars, it-wiki), or nine and four as in `scopone`. Some score the napola as well,
    ``Run(Suit.COINS)``, to 31 (lotoflaughs).
    """
    return scopa().derive(
        id="scopa-d-assi",
        name="Scopa d'assi",
        capture=Capture(sweeper=Sweeper(Rank.ACE, scores=False)),
        sources=("digitalmoka", "betway", "pagat-S"),
        readings=(
            "meets an ace: takes it",
            "empty table: stays",
            "first play: free",
            "an ace on the opening table: not void",
            "four players: three cards each; in other sources ten, or nine and four",
            "napola: no",
        ),
    )


@variant
def asso_piglia_tutto() -> Variant:
    """Asso piglia tutto: as scopa d'assi, and the ace's taking is a sweep (`family` 2.5)."""
    return scopa_d_assi().derive(
        id="asso-piglia-tutto",
        name="Asso piglia tutto",
        capture=Capture(sweeper=Sweeper(Rank.ACE)),
        sources=("digitalmoka", "BGA"),
        readings=("an ace's taking: a sweep, but not with the last card", *scopa_d_assi().readings),
    )


# ------------------------------------------------------------------ to a total


@variant
def scopa_a_quindici() -> Variant:
    """Scopa a quindici: the played card and those it takes make fifteen (`family` 2.6).

    Equal cards are not taken. Taking the fewest cards, which digitalmoka and BGA require, is
    ``Complement(15, fewest=True)``. The other forms of pagat-S: equal cards or fifteen, freely,
    ``Capture((Equal(), Complement(15)))``; aces that take all, to 31,
    ``Capture((Complement(15),), sweeper=Sweeper(Rank.ACE))`` and ``match_to(31)``. That three kings
    are void, as BGA has it, is ``redeals=(RankCount(Rank.KING, 3),)``.
    """
    return scopa().derive(
        id="scopa-a-quindici",
        name="Scopa a quindici",
        redeals=(),
        capture=Capture((Complement(15),)),
        sources=("pagat-S", "digitalmoka", "rvenning"),
        readings=(
            "equal cards: not taken (digitalmoka, pagat-S first form, rvenning)",
            "fewest cards: not required (pagat-S)",
            "aces: as any card",
            "three kings: not void (PlayAural); void in BGA",
            "an opening fifteen: stays",
        ),
    )


@variant
def scopa_d_undici() -> Variant:
    """Scopa d'undici: as quindici, to eleven (`family` 2.7). Known in part from one source."""
    return scopa_a_quindici().derive(
        id="scopa-d-undici",
        name="Scopa d'undici",
        seatings=(Seating.singles(2), Seating.singles(3), Seating.pairs()),
        capture=Capture((Complement(11),)),
        sources=("pt-wiki",),
        readings=("one source only, read in part", "equal cards, aces and kings: as in quindici"),
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
        readings=("target: 11, as in Scopa",),
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
        readings=("cap: none", "Napoleone: no", "target: 21; 31 and 41 are played too"),
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
        readings=("one source only",),
    )


@variant
def scopa_a_perdere() -> Variant:
    """Scopa a perdere, *ciapa no*: reaching the target loses (`family` 2.8).

    After one program's rules. That who reaches the target drops out and the others play on is left
    out: it is known from one other program only (PlayAural), and no source says how those who are
    left sit and are dealt to.
    """
    return scopa().derive(
        id="scopa-a-perdere",
        name="Scopa a perdere",
        match=MatchRules(21, lowest_wins=True),
        sources=("BGA",),
        readings=("one source only for the match", "at the target: the lowest wins"),
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
        readings=("one source only", "fewest cards: not required, where BGA requires it"),
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
        readings=("one source only", "target: one deal, since 8 to 8 is decided by a card"),
    )


# ------------------------------------------------------------------ cirulla


@variant
def cirulla() -> Variant:
    """Cirulla, of Genoa: equal, sum or fifteen, knocks, a wild seven of cups (`family` 2.10).

    The other readings: ``Sum(yields_to_equal=False)`` (an equal card does not block the sum);
    ``Sweeper(Rank.ACE, alternatives=("complement",))`` (an ace may also make fifteen); a *piccola*
    up to the six, ``Run(Suit.COINS, cap=6, id="piccola")``; a sum of the fewest cards,
    ``Sum(fewest=True)``; a table of fifteen or thirty that is taken though two aces lie there,
    ``Opening(..., if_void="taken")``; a matta that reverts at once or with the packet, or is an ace
    in a low total, ``Wild(Card.parse("7c"), in_total="ace")``; declarations that all count,
    ``Declarations(combine="all")``, or with a *grande in mano* among them, ``HandHolds``.
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
            "matta in a low total: any value that keeps it low (BGA, Ciapachinze)",
            "both declarations at once: the better one",
            "two aces on a table of fifteen: dealt again (Ciapachinze); taken in rvenning",
            "target: 51; from 26 to 150 elsewhere",
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
        readings=(
            "one source only, read in part",
            "declarations, matta, opening takes: not seen, so none",
            "awards: as in Cirulla",
        ),
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
            "two of swords: nothing (one point in cuperativa)",
        ),
    )


@variant
def foraccio() -> Variant:
    """Foraccio, from the Veneto: 52 cards, an ace that takes all or is kept (`family` 2.14).

    A sum of one suit scores the value of the played card at once. An ace takes the whole table or
    is banked, whatever lies there; where it may only take, that is ``on_cards="takes"`` in the
    `Sweeper`. There is no primiera and no award for cards; coins and settebello are left as in
    Scopa. No target is known, so one deal decides. Known in part from one source.
    """
    return cicera_bresciana().derive(
        id="foraccio",
        name="Foraccio",
        pack=evolve(BRESCIANE_52, id="trevisane-52"),
        dealing=Dealing(hand=13, table=0, refill=None),
        capture=Capture(
            (Equal(), Sum(yields_to_equal=False)),
            sweeper=Sweeper(Rank.ACE, scores=False, on_empty="kept", on_cards="kept"),
        ),
        sweep=Sweep(),
        bonuses=(SameSuit("rank_value", sums_only=True),),
        awards=(_COINS, _SETTEBELLO),
        match=MatchRules(target=None, tie="draw"),
        sources=("RDG",),
        readings=(
            "one source only, read in part",
            "the ace: takes all, or is banked instead of being laid down",
            "coins and settebello: as in Scopa",
            "capture: optional, as in Cicera",
            "target: not known, a single deal",
        ),
    )


# ------------------------------------------------------------------ escoba and escova


@variant
def escoba_short() -> Variant:
    """Escoba in its short form: cards, coins, seven of coins and sevens one each (`family` 2.15).

    The dealer takes an opening fifteen, which is no escoba here; where it is one:
    ``opening=Opening(((Total(15), 1),))``; where the leader takes it, ``to="leader"``. That
    capturing is compulsory is assumed. Targets of 18, 21 and 30 are played too. Five players, with
    one two left out of the pack, are known from one page and left out.
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
        readings=(
            "opening fifteen: taken, no escoba (en-wiki)",
            "capture: compulsory",
            "fewest cards: not required (BGA requires it)",
            "target: 15 (en-wiki, studylib)",
        ),
    )


@variant
def escova_paulista() -> Variant:
    """Escova as played in São Paulo (LABISCA, `family` 2.16).

    The dealer takes a table of 15 or 30, for one or two sweeps. Known from one source, which breaks
    off before the awards, so only sweeps count here, in a single deal.
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
        readings=(
            "one source only; it breaks off before awards and target",
            "capture: compulsory",
        ),
    )


@variant
def escova_gaucha() -> Variant:
    """Escova as played in Rio Grande do Sul, to 31 (`family` 2.16).

    Known in part from one source.
    """
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
        readings=(
            "one source only, read in part",
            "all coins and most coins add up",
            "capture: compulsory",
            "opening fifteen: not said, so nobody takes it",
        ),
    )


# ------------------------------------------------------------------ further away


@variant
def tuzzilicchio() -> Variant:
    """Tuzzilicchio, from Campania: equal, sum or eleven, and the ace takes all (`family` 2.17).

    The ace's taking is no sweep, and on an empty table it is kept. Known from one program, read in
    part. Its knocks (*tozzolo*: two or three of ace, two and three by rank or by suit) are left
    out: what they are worth does not stand in the part that was read.
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
        readings=(
            "one source only, a program read in part",
            "knocks: left out",
            "an equal card blocks the sum, as in Scopa, and not the eleven",
        ),
    )


@variant
def chkobba() -> Variant:
    """Chkobba, from Tunisia: the lady is 8 and the jack 9 (`family` 2.18).

    *Karta*, *dinari* and the seven of coins count one each, and so does *bermila*: most sevens, or
    where those are level most sixes. The awards are those of one online game's rules,
    chkobba.online; fr-wiki was read in part, without its scoring.
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
