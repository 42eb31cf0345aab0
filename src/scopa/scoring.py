"""Awards: what the captured cards are worth when a deal is over.

An award is a frozen value. It *measures* each side's pile (a count, a primiera, the length of a
run) and then *settles* the figures of all sides into points. Figures and points come from one
place, so that a score can always explain itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

from attrs import Factory, field, frozen

from scopa._shown import Shown
from scopa.cards import Card, CardSet, Rank, Suit, _cards_of
from scopa.errors import Problem
from scopa.packs import Pack

Figure = int | tuple[int, ...] | None
"""What a pile shows for an award; ``None`` where it has nothing to compare."""

Meter = Callable[[int], Figure]
"""Measures a pile, given as bits."""


class CountOf:
    """The commonest meter: how many of certain cards a pile has.

    Attributes:
        mask: The cards, as bits.

    >>> from scopa.packs import ITALIAN_40
    >>> Majority(Cards(suit=Suit.COINS)).meter(ITALIAN_40)(CardSet.parse("7d 6c Ad")._bits)
    2
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def __call__(self, pile: int) -> int:
        """How many of the cards are among these."""
        return (pile & self.mask).bit_count()


Scale = tuple[tuple[Rank, int], ...]
"""A worth for each rank."""

MOST_POINTS = 999
"""No single event of play is worth more; so what a deal counts never overflows."""

ONE_OR_MANY = "one-or-many"
"""Marks a field that takes one value where it holds several."""

_SUIT_NAMES = {Suit.COINS: "coins", Suit.CUPS: "cups", Suit.SWORDS: "swords", Suit.CLUBS: "clubs"}


@frozen(repr=False)
class Cards(Shown):
    """A kind of cards: all of them, those of a suit, those of a rank, or a single card.

    >>> Cards(suit=Suit.COINS).name, Cards(rank=Rank.SEVEN).name, Cards().name
    ('coins', 'sevens', 'cards')
    """

    suit: Suit | None = None
    rank: Rank | None = None

    @property
    def name(self) -> str:
        """An English name for the kind."""
        plural = None if self.rank is None else self.rank.plural
        if self.suit is None:
            return plural or "cards"
        suit = _SUIT_NAMES[self.suit]
        return suit if plural is None else f"{plural} of {suit}"

    def bits(self, pack: Pack) -> int:
        """The cards of this kind in a pack, as bits."""
        return sum(
            card._bit
            for card in pack.cards
            if self.suit in (None, card.suit) and self.rank in (None, card.rank)
        )


@frozen(kw_only=True, repr=False)
class Award(Shown, ABC):
    """The root of the awards.

    Attributes:
        id: The award's name, unique within a variant.
        replaces: Ids of awards that a side which earns this one does not score as well.
    """

    kind: ClassVar[str] = ""
    counts_sweeps: ClassVar[bool] = False
    """Whether `settle` looks at the sweeps."""

    id: str
    replaces: tuple[str, ...] = ()

    @abstractmethod
    def meter(self, pack: Pack) -> Meter:
        """What measures a pile for this award."""

    @abstractmethod
    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """The points of each side, from the figures of all sides and the points of their sweeps."""

    @abstractmethod
    def evidence(self, pack: Pack, pile: int) -> int:
        """The cards of a pile that count for this award, as bits."""

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """The figures in words, as this side sees them."""
        return f"{_compared(figures, side)} {self.id}"

    @abstractmethod
    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """What is wrong with this award in this pack, where never fewer sides than that play."""

    def _foreign(self, pack: Pack, bits: int) -> Iterator[Problem]:
        foreign = CardSet._of(bits & ~pack.card_set._bits)
        if foreign or not bits:
            what = f"names cards the pack lacks: {foreign}" if foreign else "names no card"
            yield Problem("foreign-card", f"awards.{self.id}", what)


def _compared(figures: Sequence[Figure], side: int) -> str:
    """``21 to 19``: one's own figure first; then those of the others in their order."""
    others = [figure for other, figure in enumerate(figures) if other != side]
    return f"{_shown(figures[side])} to {', '.join(_shown(figure) for figure in others)}"


def _shown(figure: Figure) -> str:
    if figure is None:
        return "none"
    return "/".join(map(str, figure)) if isinstance(figure, tuple) else str(figure)


def sole_best(figures: Sequence[Figure]) -> int | None:
    """The side whose figure is higher than every other, if there is just one (S0.21)."""
    known: list[Any] = [figure for figure in figures if figure is not None]
    if not known:
        return None
    best = max(known)
    return figures.index(best) if known.count(best) == 1 else None


def _to_one(side: int | None, points: int, sides: int) -> tuple[int, ...]:
    return tuple([points if own == side else 0 for own in range(sides)])


def _kinds(of: Cards | Iterable[Cards]) -> tuple[Cards, ...]:
    return (of,) if isinstance(of, Cards) else tuple(of)


def _name_of_kinds(award: Majority) -> str:
    return award.of[0].name if award.of else "majority"


@frozen(repr=False)
class Majority(Award):
    """Points for the side with the most cards of a kind (S0.20).

    Attributes:
        of: The kinds to count, compared one after the other.
        points: What the majority is worth.
        tie_points: What each of the leading sides gets where they are level (S0.21: nothing).

    >>> Majority(Cards(suit=Suit.COINS)).id
    'coins'
    """

    kind: ClassVar[str] = "majority"

    of: tuple[Cards, ...] = field(
        default=(Cards(),), converter=_kinds, metadata={ONE_OR_MANY: True}
    )
    points: int = 1
    tie_points: int = 0
    id: str = field(kw_only=True, default=Factory(_name_of_kinds, takes_self=True))

    def meter(self, pack: Pack) -> Meter:
        """Counts the cards; a tuple of counts where several kinds are compared."""
        masks = [kind.bits(pack) for kind in self.of]
        if len(masks) == 1:
            return CountOf(masks[0])
        return lambda pile: tuple((pile & mask).bit_count() for mask in masks)

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """The sole leader scores; leaders who are level get `tie_points`; nobody for nothing."""
        side = sole_best(figures)
        if side is not None:
            return _to_one(side, self.points, len(figures))
        known: list[Any] = list(figures)
        best = max(known)
        nothing = best in (0, (0,) * len(self.of))
        each = 0 if nothing else self.tie_points
        return tuple(each if figure == best else 0 for figure in figures)

    def evidence(self, pack: Pack, pile: int) -> int:
        """The cards that were counted first."""
        return pile & self.of[0].bits(pack)

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """Kinds that no card of the pack belongs to."""
        if not self.of:
            yield Problem("no-kind", f"awards.{self.id}", "counts nothing")
        for kind in self.of:
            if not kind.bits(pack):
                yield Problem("foreign-card", f"awards.{self.id}", f"the pack has no {kind.name}")


def _joined(award: Holds) -> str:
    return str(award.cards).replace(" ", "")


@frozen(repr=False)
class Holds(Award):
    """Points for the side that captured all of certain cards (settebello, S0.20; S3.23).

    Attributes:
        cards: The cards.
        points: What they are worth together.

    >>> Holds(CardSet.parse("7d")).id
    '7d'
    """

    kind: ClassVar[str] = "holds"

    cards: CardSet
    points: int = 1
    id: str = field(kw_only=True, default=Factory(_joined, takes_self=True))

    def meter(self, pack: Pack) -> Meter:
        """Counts how many of the cards are held."""
        return CountOf(self.cards._bits)

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """The side that holds them all scores."""
        needed = len(self.cards)
        return tuple(self.points if figure == needed else 0 for figure in figures)

    def evidence(self, pack: Pack, pile: int) -> int:
        """Those of the cards that are held."""
        return pile & self.cards._bits

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """How many of the cards this side holds."""
        return f"{_shown(figures[side])} of {len(self.cards)} held: {self.cards}"

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """Cards that the pack lacks."""
        yield from self._foreign(pack, self.cards._bits)


@frozen(repr=False)
class Run(Award):
    """A point for each card of an unbroken run from the ace of a suit, from three up (S2.20).

    Attributes:
        suit: The suit.
        cap: The run counts no further than this many cards; ``None``: through the whole suit.

    >>> Run(Suit.COINS, cap=7).id
    'napola'
    """

    kind: ClassVar[str] = "run"

    suit: Suit
    cap: int | None = None
    id: str = field(kw_only=True, default="napola")

    def _cards(self, pack: Pack) -> list[int]:
        return [Card(rank, self.suit)._bit for rank in pack.ranks[: self.cap]]

    def meter(self, pack: Pack) -> Meter:
        """Measures the length; shorter than three is 0."""
        cards = self._cards(pack)

        def length(pile: int) -> int:
            held = next((n for n, bit in enumerate(cards) if not pile & bit), len(cards))
            return held if held >= 3 else 0

        return length

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """A run scores its length."""
        return tuple(figure if isinstance(figure, int) else 0 for figure in figures)

    def evidence(self, pack: Pack, pile: int) -> int:
        """The cards of the run."""
        length = self.meter(pack)(pile)
        return sum(self._cards(pack)[: length if isinstance(length, int) else 0])

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """The length of the run."""
        length = figures[side] or "less than three"
        return f"a run of {length} from the ace of {_SUIT_NAMES[self.suit]}"

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """A suit the pack lacks, a cap below three, or a pack without an ace to begin with."""
        where = f"awards.{self.id}"
        if pack.ranks[0] is not Rank.ACE:
            yield Problem("no-ace", where, "the ranks of the pack do not begin with the ace")
        if self.suit not in pack.suits:
            yield Problem("foreign-suit", where, f"the pack has no {_SUIT_NAMES[self.suit]}")
        if self.cap is not None and self.cap < 3:
            yield Problem("cap-below-three", where, "a run counts from three cards up")


CLASSIC_SCALE: Scale = (
    (Rank.SEVEN, 21),
    (Rank.SIX, 18),
    (Rank.ACE, 16),
    (Rank.FIVE, 15),
    (Rank.FOUR, 14),
    (Rank.THREE, 13),
    (Rank.TWO, 12),
    (Rank.KNAVE, 10),
    (Rank.KNIGHT, 10),
    (Rank.KING, 10),
)
"""What a card counts in the primiera (S0.23); nothing to do with what it captures for."""


class _Best(dict[int, int]):
    """The best worth among the cards of one suit (thirteen bits); 0 for none. Fills itself."""

    def __init__(self, scale: Mapping[Rank, int]) -> None:
        super().__init__({0: 0})
        self._worths = [(1 << 13 - rank, worth) for rank, worth in scale.items()]

    def __missing__(self, suit_bits: int) -> int:
        best = max((worth for bit, worth in self._worths if suit_bits & bit), default=0)
        self[suit_bits] = best
        return best


_SUIT_SHIFTS = {suit: 39 - 13 * place for place, suit in enumerate(Suit)}


@frozen(repr=False)
class Prime(Award):
    """The primiera: the best card of each suit, added up; the highest total scores (S0.22, S0.23).

    Attributes:
        scale: What each rank counts.
        points: What the best primiera is worth.
        missing: A side that lacks a suit has none (``"none"``, S0.22); or more suits always beat
            fewer (``"rank_by_suits"``); or it adds up those it has (``"partial"``).

    >>> from scopa.packs import ITALIAN_40
    >>> Prime().meter(ITALIAN_40)(CardSet.parse("7d 6c As 5b")._bits)
    70
    """

    kind: ClassVar[str] = "prime"

    scale: Scale = CLASSIC_SCALE
    points: int = 1
    missing: Literal["none", "rank_by_suits", "partial"] = "none"
    id: str = field(kw_only=True, default="primiera")

    def meter(self, pack: Pack) -> Meter:
        """Measures the total; (suits held, total) where suits are ranked first."""
        best = _Best(dict(self.scale))
        shifts = [_SUIT_SHIFTS[suit] for suit in pack.suits]
        return getattr(self, f"_{self.missing}")(best, shifts)  # type: ignore[no-any-return]

    def _none(self, best: _Best, shifts: list[int]) -> Meter:
        if len(shifts) == 4:
            return partial(_four, best)
        return lambda pile: (
            _total(best, shifts, pile) if _suits(shifts, pile) == len(shifts) else None
        )

    def _rank_by_suits(self, best: _Best, shifts: list[int]) -> Meter:
        return lambda pile: (_suits(shifts, pile), _total(best, shifts, pile)) if pile else None

    def _partial(self, best: _Best, shifts: list[int]) -> Meter:
        return lambda pile: _total(best, shifts, pile) if pile else None

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """The sole best scores."""
        return _to_one(sole_best(figures), self.points, len(figures))

    def evidence(self, pack: Pack, pile: int) -> int:
        """The best card of each suit held; of equal ones the first in canonical order."""
        worths = dict(self.scale)
        chosen = 0
        for suit in pack.suits:
            own = [card for card in _cards_of(pile) if card.suit is suit]
            chosen |= max(own, key=lambda card: worths[card.rank])._bit if own else 0
        return chosen

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """The totals compared."""
        return f"{self.id} {_compared(figures, side)}"

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """A scale that leaves out a rank of the pack, or counts one for less than 0."""
        yield from _scale_problems(self.scale, pack, f"awards.{self.id}.scale")


def _four(best: _Best, pile: int) -> int | None:
    coins, cups, swords, clubs = pile >> 39, pile >> 26 & 8191, pile >> 13 & 8191, pile & 8191
    if coins and cups and swords and clubs:
        return best[coins] + best[cups] + best[swords] + best[clubs]
    return None


def _total(best: _Best, shifts: list[int], pile: int) -> int:
    return sum(best[pile >> shift & 8191] for shift in shifts)


def _suits(shifts: list[int], pile: int) -> int:
    return sum(pile >> shift & 8191 != 0 for shift in shifts)


def _scale_problems(scale: Scale, pack: Pack, where: str) -> Iterator[Problem]:
    listed = dict(scale)
    for rank in pack.ranks:
        if rank not in listed:
            yield Problem("scale-incomplete", where, f"does not say what {rank.plural} count")
    if any(worth < 0 for worth in listed.values()):
        yield Problem("scale-negative", where, "counts a rank for less than 0")
    if len(listed) != len(scale):
        yield Problem("scale-twice", where, "counts a rank twice")


@frozen(repr=False)
class Foursome(Award):
    """The four cards of one rank: the side with the best of them scores (S3.30, S3.31).

    Attributes:
        values: What the four cards of each rank are worth.
        points: What the best foursome scores; ``None``: its own value (A3.23).
    """

    kind: ClassVar[str] = "foursome"

    values: Scale
    points: int | None = None
    id: str = field(kw_only=True, default="primeira")

    def _by_rank(self, pack: Pack) -> list[tuple[int, int]]:
        return [(worth, Cards(rank=rank).bits(pack)) for rank, worth in self.values]

    def meter(self, pack: Pack) -> Meter:
        """Measures the value of the best foursome; only the best counts (A3.22)."""
        groups = self._by_rank(pack)

        def best(pile: int) -> int | None:
            complete = [worth for worth, cards in groups if cards and pile & cards == cards]
            return max(complete, default=None)

        return best

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """The sole best scores, unless it is worth nothing (A3.24)."""
        side = sole_best(figures)
        worth = 0 if side is None else figures[side]
        earned = worth if self.points is None or not worth else self.points
        return _to_one(side, earned if isinstance(earned, int) else 0, len(figures))

    def evidence(self, pack: Pack, pile: int) -> int:
        """The four cards of the best foursome."""
        complete = [
            group for group in self._by_rank(pack) if group[1] and pile & group[1] == group[1]
        ]
        return max(complete)[1] if complete else 0

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """The foursomes compared."""
        return f"best four of a rank worth {_compared(figures, side)}"

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """Values that leave out a rank of the pack."""
        yield from _scale_problems(self.values, pack, f"awards.{self.id}.values")


@frozen(repr=False)
class OpponentUnder(Award):
    """Points where the opponents captured fewer cards than a number (S3.29).

    The clause says itself that it counts between two sides only. So where three or four play alone
    nobody scores it, and a game that two sides never play is refused.

    Attributes:
        cards: The number.
        points: What it is worth.
    """

    kind: ClassVar[str] = "opponent_under"

    cards: int
    points: int = 1
    id: str = field(kw_only=True, default="opponent-under")

    def meter(self, pack: Pack) -> Meter:
        """Counts the cards of a pile."""
        return CountOf(pack.card_set._bits)

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """Each of two sides scores if the other has too few; among more nobody does (S3.29)."""
        if len(figures) != 2:
            return (0,) * len(figures)
        return tuple(self.points if (other or 0) < self.cards else 0 for other in figures[::-1])  # type: ignore[operator]

    def evidence(self, pack: Pack, pile: int) -> int:
        """No cards: it is the other side's that count."""
        return 0

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """What the other side captured."""
        if len(figures) != 2:
            return "only between two sides"
        return (
            f"the other side captured {_shown(figures[1 - side])} cards; under {self.cards} scores"
        )

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """A number that no side can stay under, or a game that two sides never play."""
        if self.cards < 1:
            yield Problem("cards-below-one", f"awards.{self.id}", "no side can stay under that")
        if sides > 2:
            said = "counts between two sides only (S3.29), and every seating has more"
            yield Problem("never-two-sides", f"awards.{self.id}", said)


@frozen(repr=False)
class DoubleSweeps(Award):
    """The side that captured all of certain cards scores its sweeps twice (*il ponino*).

    Attributes:
        cards: The cards.
    """

    kind: ClassVar[str] = "double_sweeps"
    counts_sweeps: ClassVar[bool] = True

    cards: CardSet
    id: str = field(kw_only=True, default="ponino")

    def meter(self, pack: Pack) -> Meter:
        """Counts how many of the cards are held."""
        return CountOf(self.cards._bits)

    def settle(self, figures: Sequence[Figure], sweeps: Sequence[int]) -> tuple[int, ...]:
        """The points of the sweeps once more."""
        needed = len(self.cards)
        return tuple(
            points if figure == needed else 0
            for figure, points in zip(figures, sweeps, strict=True)
        )

    def evidence(self, pack: Pack, pile: int) -> int:
        """Those of the cards that are held."""
        return pile & self.cards._bits

    def why(self, figures: Sequence[Figure], side: int) -> str:
        """How many of the cards this side holds."""
        return f"{_shown(figures[side])} of {len(self.cards)} held: {self.cards}"

    def problems(self, pack: Pack, sides: int) -> Iterator[Problem]:
        """Cards that the pack lacks."""
        yield from self._foreign(pack, self.cards._bits)


AWARD_KINDS: Mapping[str, type[Any]] = {
    kind.kind: kind for kind in (Majority, Holds, Run, Prime, Foursome, OpponentUnder, DoubleSweeps)
}
"""Every kind of award by its name in plain data."""


def settled(
    awards: Sequence[Award], figures: Sequence[Sequence[Figure]], sweeps: Sequence[int]
) -> list[tuple[int, ...]]:
    """The points of every award for every side, replaced ones taken back.

    Args:
        awards: The awards.
        figures: For each award the figures of all sides.
        sweeps: The points each side's sweeps are worth.
    """
    points = [award.settle(shown, sweeps) for award, shown in zip(awards, figures, strict=True)]
    if any(award.replaces for award in awards):
        _take_back(awards, points)
    return points


def _take_back(awards: Sequence[Award], points: list[tuple[int, ...]]) -> None:
    places = {award.id: place for place, award in enumerate(awards)}
    earners = [
        (award, tuple(map(bool, earned))) for award, earned in zip(awards, points, strict=True)
    ]
    for award, earns in earners:
        for place in (places[replaced] for replaced in award.replaces):
            kept = zip(points[place], earns, strict=True)
            points[place] = tuple(0 if earned else number for number, earned in kept)
