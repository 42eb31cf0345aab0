"""The rules of capturing, and what a card can take from a table.

Whether a capture is legal depends on ranks alone, never on suits (S4.3). So every rule here works
on *counts*, how many cards of each rank lie on the table, and says which *patterns* of ranks may
be taken; `expand` turns a pattern into sets of cards.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Literal

from attrs import field, frozen

from scopa._shown import Shown
from scopa.cards import Card, CardSet, Rank, _cards_of
from scopa.errors import IllegalReason, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scopa.packs import Pack

Counts = tuple[int, ...]
"""How many cards of each of the thirteen ranks lie on the table, ace first."""

Values = tuple[int | None, ...]
"""What each of the thirteen ranks captures for in a pack, ace first; ``None`` joins no sum."""

Pattern = tuple[tuple[int, int], ...]
"""Ranks to take with how many of each, as (rank - 1, number), upward."""

MOST_CAPTURES = 25_000
"""A variant in which one card could have more captures than this is refused when it is built."""


@frozen(repr=False)
class Equal(Shown):
    """A card takes exactly one card of its own rank (S0.10, S4.9).

    >>> Equal()
    Equal()
    """

    kind: ClassVar[str] = "equal"


@frozen(repr=False)
class Sum(Shown):
    """A card takes two or more cards that total its own value (S0.11).

    Attributes:
        fewest: Of the sets that total the value only those with the fewest cards may be taken.
        at_most: No more cards than this may be taken at once.
        yields_to_equal: A sum may not be taken while an equal card lies on the table (S0.11).

    >>> Sum(yields_to_equal=False)  # Cicera: choose either (S2.8)
    Sum(fewest=False, at_most=None, yields_to_equal=False)
    """

    kind: ClassVar[str] = "sum"

    fewest: bool = False
    at_most: int | None = None
    yields_to_equal: bool = True

    def goal(self, value: int) -> tuple[int, int]:
        """The total to be taken by a card of this value, and the least number of cards."""
        return value, 2


@frozen(repr=False)
class Complement(Shown):
    """A card takes one or more cards that make a fixed total together with it (S3.6).

    Attributes:
        total: What the played card and the cards taken make: 15, or 11.
        fewest: Of the sets that make the total only those with the fewest cards may be taken.
        at_most: No more cards than this may be taken at once.
        yields_to_equal: Nothing may be taken so while an equal card lies on the table.

    >>> Complement(15).goal(7)
    (8, 1)
    """

    kind: ClassVar[str] = "complement"

    total: int
    fewest: bool = False
    at_most: int | None = None
    yields_to_equal: bool = False

    def goal(self, value: int) -> tuple[int, int]:
        """The total to be taken by a card of this value, and the least number of cards."""
        return self.total - value, 1


Family = Equal | Sum | Complement
"""A way of capturing."""


@frozen(repr=False)
class Sweeper(Shown):
    """A rank that takes the whole table (*asso piglia tutto*).

    Attributes:
        rank: The rank, usually the ace.
        meets_equal: With an equal card on the table it captures as any card does
            (``"equal_only"``), or still takes everything (``"all"``).
        on_empty: On an empty table it ``"stays"`` there, or is ``"kept"``: it goes to its side's
            pile, which counts as a capture but never as a sweep.
        on_cards: With cards on the table it ``"takes"`` what it can, or may be ``"kept"`` instead,
            as on an empty table, and is then never laid down (Foraccio).
        scores: Whether taking the table by this power is a sweep.
        first_play: On the first play of a deal the power holds (``"free"``), or the card may take
            only its equal (``"equal_only"``), or it may not be played at all (``"forbidden"``)
            unless the hand holds nothing else.
        alternatives: Names of families (``"sum"``, ``"complement"``) the card may use instead of
            taking the table.

    >>> Sweeper(Rank.ACE, scores=False).meets_equal
    'equal_only'
    """

    rank: Rank
    meets_equal: Literal["equal_only", "all"] = "equal_only"
    on_empty: Literal["stays", "kept"] = "stays"
    scores: bool = True
    first_play: Literal["free", "equal_only", "forbidden"] = "free"
    alternatives: tuple[str, ...] = ()
    on_cards: Literal["takes", "kept"] = "takes"


@frozen(repr=False)
class Claims(Shown):
    """The seat that plays next may claim a capture that the last seat overlooked (S3.12, A3.12).

    The right survives the dealing of a new packet, unless that lays cards on the table or changes
    what a wild card counts as.

    Attributes:
        sweeps: Whether a claim that empties the table is a sweep (A3.13: no).
    """

    sweeps: bool = False


@frozen(repr=False)
class Capture(Shown):
    """How cards are captured.

    Attributes:
        families: The ways of capturing; a set that several of them offer is one capture.
        compulsory: The played card must capture if it can (S0.12, A0.1); otherwise laying it down
            is always allowed (S2.9).
        claims: Whether the next seat may claim what was overlooked; only where capturing is free.
        sweeper: A rank that takes the whole table, if the variant has one.

    >>> Capture().compulsory
    True
    """

    families: tuple[Family, ...] = (Equal(), Sum())
    compulsory: bool = True
    claims: Claims | None = None
    sweeper: Sweeper | None = field(default=None)

    def family(self, kind: type[Family]) -> Family | None:
        """The family of this kind, if the variant has it."""
        return next((family for family in self.families if isinstance(family, kind)), None)

    def problems(self, pack: Pack) -> Iterator[Problem]:
        """What is wrong with these rules in this pack."""
        names = [family.kind for family in self.families]
        if not names:
            yield Problem("no-family", "capture.families", "no way of capturing is declared")
        if len(set(names)) != len(names):
            yield Problem("family-twice", "capture.families", "a family stands twice")
        for family in self.families:
            yield from _family_problems(family, "equal" in names, values_of(pack))
        if self.claims is not None and self.compulsory:
            yield Problem(
                "claims-need-free",
                "capture.claims",
                "claims need captures that may be overlooked (compulsory = false)",
            )
        if self.sweeper is not None:
            yield from _sweeper_problems(self.sweeper, pack, names)


def _family_problems(family: Family, has_equal: bool, values: Values) -> Iterator[Problem]:
    if isinstance(family, Equal):
        return
    where = f"capture.families.{family.kind}"
    if family.yields_to_equal and not has_equal:
        yield Problem("yields-to-nothing", where, "yields to equal cards, which cannot be taken")
    numbers = [value for value in values if value is not None]
    goals = [family.goal(value) for value in numbers]
    if family.at_most is not None and family.at_most < max([1, *(least for _, least in goals)]):
        yield Problem("at-most", where, "at_most allows no capture")
    if isinstance(family, Complement) and not 2 <= family.total <= sum(numbers) * 4:
        yield Problem("total-out-of-range", where, f"no cards can make {family.total}")
        return
    most = max((_most_sets(values, total) for total, _ in goals if total > 0), default=0)
    if most > MOST_CAPTURES:
        yield Problem(
            "too-many-captures",
            where,
            f"one card could have {most} captures; no more than {MOST_CAPTURES} are allowed",
        )


def _sweeper_problems(sweeper: Sweeper, pack: Pack, names: list[str]) -> Iterator[Problem]:
    if sweeper.rank not in pack.ranks:
        yield Problem("foreign-rank", "capture.sweeper.rank", f"the pack has no {sweeper.rank!r}")
    for name in sweeper.alternatives:
        if name not in names or name == "equal":
            yield Problem(
                "unknown-family",
                "capture.sweeper.alternatives",
                f"{name!r} is no family of this variant that a sweeper can use instead",
            )


@lru_cache(maxsize=256)
def _most_sets(values: Values, total: int) -> int:
    """How many sets of cards of a pack with four suits make the total."""
    ways = [1] + [0] * total
    for value in (value for value in values if value is not None for _ in range(4)):
        for made in range(total, value - 1, -1):
            ways[made] += ways[made - value]
    return ways[total]


def values_of(pack: Pack) -> Values:
    """The values of all thirteen ranks; a rank the pack lacks has none."""
    own = dict(pack.values)
    return tuple(own.get(rank) for rank in Rank)


def patterns(
    capture: Capture, values: Values, rank: Rank, counts: Counts, *, first: bool = False
) -> tuple[Pattern, ...]:
    """The patterns of ranks that a card may take from a table, those of fewest cards first.

    Args:
        capture: The rules.
        values: What the ranks capture for.
        rank: The rank of the played card.
        counts: What lies on the table.
        first: Whether this is the first play of the deal.
    """
    sweeper = capture.sweeper
    if sweeper is not None and sweeper.rank is rank:
        found = _sweeper_offers(capture, sweeper, values, counts, first)
    else:
        found = _offers(capture.families, values, rank, counts)
    return tuple(sorted(set(found), key=_by_size))


def size(pattern: Pattern) -> int:
    """How many cards a pattern takes."""
    return sum([number for _, number in pattern])


def _by_size(pattern: Pattern) -> tuple[int, Pattern]:
    return size(pattern), pattern


def _sweeper_offers(
    capture: Capture, sweeper: Sweeper, values: Values, counts: Counts, first: bool
) -> Iterator[Pattern]:
    rank = sweeper.rank
    if first and sweeper.first_play != "free":
        only = [family for family in capture.families if isinstance(family, Equal)]
        return _offers(only, values, rank, counts)
    if not has_power(sweeper, counts):
        return _offers(capture.families, values, rank, counts)
    return _whole_table(capture, sweeper, values, counts)


def has_power(sweeper: Sweeper, counts: Counts) -> bool:
    """Whether the sweeper takes this whole table: there is one, and no equal card bars it."""
    return any(counts) and (sweeper.meets_equal == "all" or counts[sweeper.rank - 1] == 0)


def needs_no_power(capture: Capture, values: Values, counts: Counts, *, first: bool) -> bool:
    """Whether a sweeper that takes this whole table does so as any card could.

    It has no power here, or its equal or one of its alternatives offers the same capture.
    """
    sweeper = capture.sweeper
    if (
        sweeper is None
        or not has_power(sweeper, counts)
        or (first and sweeper.first_play != "free")
    ):
        return True
    names = ("equal", *sweeper.alternatives)
    families = [family for family in capture.families if family.kind in names]
    return whole(counts) in _offers(families, values, sweeper.rank, counts)


def whole(counts: Counts) -> Pattern:
    """The pattern that takes everything."""
    return tuple((index, number) for index, number in enumerate(counts) if number)


def _whole_table(
    capture: Capture, sweeper: Sweeper, values: Values, counts: Counts
) -> Iterator[Pattern]:
    yield whole(counts)
    instead = [family for family in capture.families if family.kind in sweeper.alternatives]
    yield from _offers(instead, values, sweeper.rank, counts)


def _offers(
    families: Sequence[Family], values: Values, rank: Rank, counts: Counts
) -> Iterator[Pattern]:
    equal = counts[rank - 1] > 0
    for family in families:
        if isinstance(family, Equal):
            if equal:
                yield ((rank - 1, 1),)
        elif not (family.yields_to_equal and equal):
            yield from _sets(family, values, rank, counts)


def _sets(family: Sum | Complement, values: Values, rank: Rank, counts: Counts) -> list[Pattern]:
    value = values[rank - 1]
    if value is None:  # a court joins no sum (S2.6)
        return []
    total, least = family.goal(value)
    most = min(sum(counts), family.at_most or total, total)  # no card is worth less than 1
    lacking = ~_marks(counts)
    there = _FOUR_EACH if max(counts) <= 4 else tuple(max(4, number) for number in counts)
    ways = _ways(values, there, total, least, most)
    found = [pattern for marks, pattern in ways if not marks & lacking]
    if family.fewest and found:
        smallest = size(found[0])
        found = [pattern for pattern in found if size(pattern) == smallest]
    return found


def _marks(counts: Counts) -> int:
    """A mark for each card of a rank, upward in the five bits that the rank has.

    Enough cards lie there for a pattern if all its marks stand.
    """
    return sum([_MARKS[number] << 5 * index for index, number in enumerate(counts) if number])


_MARKS = (0, 0b1, 0b11, 0b111, 0b1111, 0b11111)
"""The most are one of each suit, and a wild card that counts as the rank."""


_FOUR_EACH = (4,) * len(Rank)


@lru_cache(maxsize=1024)
def _ways(
    values: Values, there: Counts, total: int, least: int, most: int
) -> tuple[tuple[int, Pattern], ...]:
    """Every pattern of so many cards that makes the total, where so many of each rank are there.

    Those of fewest cards come first. Before each stand its marks.
    """
    upward = sorted(
        (number, index, there[index])
        for index, number in enumerate(values)
        if number is not None and number <= total
    )
    found = [tuple(sorted(made)) for made in _multisets(upward, total, 0)]
    fitting = sorted((pattern for pattern in found if least <= size(pattern) <= most), key=_by_size)
    return tuple((_marks(_counted(pattern)), pattern) for pattern in fitting)


def _counted(pattern: Pattern) -> Counts:
    """The number of cards of each rank in a pattern."""
    numbers = dict(pattern)
    return tuple(numbers.get(index, 0) for index in range(len(Rank)))


def _multisets(
    upward: list[tuple[int, int, int]], total: int, start: int
) -> Iterator[list[tuple[int, int]]]:
    """Every choice of cards of the ranks from `start` on that makes the total exactly."""
    if total == 0:
        yield []
        return
    left = sum(value * there for value, _, there in upward[start:])
    for place in range(start, len(upward)):
        value, index, there = upward[place]
        if value > total or left < total:  # too much already, or never enough
            return
        left -= there * value
        for number in range(1, min(there, total // value) + 1):
            for rest in _multisets(upward, total - number * value, place + 1):
                yield [(index, number), *rest]


RANK_BITS = tuple(
    sum(card._bit for card in _cards_of((1 << 52) - 1) if card.rank is rank) for rank in Rank
)
"""The cards of each rank, ace first."""


def expand(pattern: Pattern, table: int, rank_bits: tuple[int, ...] = RANK_BITS) -> list[int]:
    """Every set of cards on the table that follows the pattern."""
    sets = [0]
    for index, number in pattern:
        choices = _choices(table & rank_bits[index], number)
        sets = [chosen | more for chosen in sets for more in choices]
    return sets


@lru_cache(maxsize=4096)  # more than there are, also where a wild card joins a rank
def _choices(cards: int, number: int) -> tuple[int, ...]:
    """Every choice of so many of these cards."""
    return tuple([sum(chosen) for chosen in combinations(single_bits(cards), number)])


def single_bits(bits: int) -> list[int]:
    """The bits of a set of cards, each by itself."""
    singles: list[int] = []
    while bits:
        single = bits & -bits
        singles.append(single)
        bits ^= single
    return singles


# Italian, Spanish and French cards leave out 8, 9 and 10. With those ranks last, the signature of
# a table of forty cards has 30 bits, and the quickest kind of int that there is.
SHIFTS = tuple(3 * place for place in (0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 7, 8, 9))
"""Where in a signature the number of cards of each rank stands, ace first."""


def signature(ranks: Iterable[tuple[int, int]]) -> int:
    """Numbers of cards of ranks, given as (rank - 1, number), in one int: three bits a rank."""
    return sum([number << SHIFTS[index] for index, number in ranks])


def canonical(bits: int) -> int:
    """A key that orders captures canonically: by number of cards, then by those cards."""
    return (bits.bit_count() << 52) - bits


def counts_of(table: int, rank_bits: tuple[int, ...] = RANK_BITS) -> Counts:
    """How many cards of each rank lie on a table."""
    return tuple([(table & bits).bit_count() for bits in rank_bits])


def captures(
    capture: Capture, pack: Pack, card: Card, table: CardSet, *, first: bool = False
) -> tuple[CardSet, ...]:
    """What a card can take from a table, in canonical order; empty if it takes nothing.

    Args:
        capture: The rules of capturing.
        pack: The pack, for the values of the cards.
        card: The card played.
        table: The cards on the table.
        first: Whether this is the first play of the deal (it matters to a `Sweeper` only).

    S0.13: a seven takes a seven; without one it takes three and four.

    >>> from scopa.packs import ITALIAN_40
    >>> seven, rules = Card.parse("7d"), Capture()
    >>> [str(taken) for taken in captures(rules, ITALIAN_40, seven, CardSet.parse("7c 3b 4s"))]
    ['7c']
    >>> [str(taken) for taken in captures(rules, ITALIAN_40, seven, CardSet.parse("3b 4s"))]
    ['4s 3b']
    """
    found = patterns(capture, values_of(pack), card.rank, counts_of(table._bits), first=first)
    sets = [bits for pattern in found for bits in expand(pattern, table._bits)]
    return tuple(CardSet._of(bits) for bits in sorted(sets, key=canonical))


def adds_up(family: Family, values: Values, rank: Rank, taken: Counts) -> bool:
    """Whether the family makes this capture, priorities and limits left aside."""
    number = sum(taken)
    if isinstance(family, Equal):
        return number == 1 and taken[rank - 1] == 1
    value = values[rank - 1]
    takings = [(values[index], count) for index, count in enumerate(taken) if count]
    if value is None or any(worth is None for worth, _ in takings):
        return False
    total, least = family.goal(value)
    return number >= least and sum((worth or 0) * count for worth, count in takings) == total


def why_not(
    capture: Capture, values: Values, rank: Rank, taken: Counts, table: Counts
) -> IllegalReason:
    """Why a capture of cards that do lie on the table is not offered."""
    makers = [family for family in capture.families if adds_up(family, values, rank, taken)]
    sweeper = capture.sweeper
    if sweeper is not None and sweeper.rank is rank and (makers or taken == table):
        return IllegalReason.SWEEPER_RESTRICTED
    if not makers:
        return IllegalReason.DOES_NOT_ADD_UP
    blocked = [f for f in makers if not isinstance(f, Equal) and f.yields_to_equal]
    if len(blocked) == len(makers) and table[rank - 1]:
        return IllegalReason.SINGLE_MATCH_PRIORITY
    return IllegalReason.NOT_THE_FEWEST
