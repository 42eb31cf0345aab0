"""What many deals came to: sums that can be added up, and what can be said from them.

`scopa.simulate` makes these values. A *contestant* is a policy by its place among those that play;
with duplicate deals it plays on every side in turn. A *deck* is one shuffled pack with its dealer;
it is the unit that chance draws, however often it is played.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from scopa._shown import Shown
from scopa.errors import Problem, SeatError, ValueRefusedError
from scopa.rules import Seating
from scopa.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Span = tuple[int, int]
"""Deal numbers, from the first up to but not including the second."""


@frozen(repr=False)
class Plan(Shown):
    """What is played.

    Attributes:
        variant: The rules.
        seating: Who plays with whom.
        policies: The names of the contestants, one for each side.
        seed: What decides every shuffle and every choice by lot.
        dealer: The seat that deals every deal; ``None``: the deal passes on, the last seat dealing
            deal 0.
        duplicate: Whether each deck is played once for every side a contestant can play on.
    """

    variant: Variant = field(repr=lambda variant: variant.id)
    seating: Seating
    policies: tuple[str, ...]
    seed: str
    dealer: int | None = None
    duplicate: bool = False

    @property
    def rounds(self) -> int:
        """How often each deck is played."""
        return len(self.policies) if self.duplicate else 1

    def contestant(self, side: int, played: int) -> int:
        """Who plays on a side the first time (0), the second time (1) … that a deck is played."""
        return (side - played) % len(self.policies)

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it."""
        if self.seating not in self.variant.seatings:
            yield Problem("unknown-seating", "seating", "the game is not played so")
        if len(self.policies) != len(self.seating.sides):
            sides = len(self.seating.sides)
            said = f"not one policy for each side: {len(self.policies)} for {sides}"
            yield Problem("wrong-number", "policies", said)
        if not self.seed or "\0" in self.seed:
            yield Problem("no-seed", "seed", "is empty or holds a NUL")
        if self.dealer is not None:
            try:
                self.seating.check(self.dealer, "dealer")
            except SeatError as refused:
                yield Problem(refused.code, "dealer", refused.message)


@frozen(repr=False)
class Sums(Shown):
    """Sums over decks of a number that each contestant has of each deck.

    Attributes:
        totals: For each contestant, the sum.
        products: For each two contestants, the sum of the products of their numbers.
    """

    totals: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    @classmethod
    def over(cls, contestants: int, decks: Iterable[tuple[int, ...]]) -> Sums:
        """The sums over the numbers of these decks.

        >>> Sums.over(2, [(3, 1), (0, 4)])
        Sums(totals=(3, 5), products=((9, 3), (3, 17)))
        """
        each = range(contestants)
        totals, products = [0] * contestants, [[0] * contestants for _ in each]
        for numbers in decks:
            for own, number in enumerate(numbers):
                totals[own] += number
                row = products[own]
                for other in each:
                    row[other] += number * numbers[other]
        return cls(tuple(totals), tuple(map(tuple, products)))

    def __add__(self, other: Sums) -> Sums:
        rows = zip(self.products, other.products, strict=True)
        return Sums(
            _added(self.totals, other.totals), tuple(_added(mine, yours) for mine, yours in rows)
        )

    def fits(self, contestants: int, decks: int) -> bool:
        """Whether so many numbers of each contestant can have these sums."""
        each = range(contestants)
        shapes = {len(self.totals), len(self.products), *map(len, self.products)}
        return shapes == {contestants} and all(
            self.products[one][two] == self.products[two][one]
            and self.products[one][one] * decks >= self.totals[one] ** 2
            and self.squares(one, two) * decks >= (self.totals[one] - self.totals[two]) ** 2
            for one in each
            for two in each
        )

    def squares(self, one: int, other: int) -> int:
        """The sum over decks of the square of what one contestant has more than another."""
        own = self.products
        return own[one][one] - 2 * own[one][other] + own[other][other]


def _added(mine: tuple[int, ...], yours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(mine, yours, strict=True)])


@frozen(repr=False)
class Estimate(Shown):
    """A number that a sample tells, with how far it can be trusted.

    Attributes:
        value: The number.
        error: Its standard error; infinite where one deck alone was played.
        low: The lower end of the interval asked for.
        high: The upper end.
    """

    value: float
    error: float
    low: float
    high: float


def _estimate(value: float, error: float, confidence: float) -> Estimate:
    reach = _quantile(confidence) * error
    return Estimate(value, error, value - reach, value + reach)


def _quantile(confidence: float) -> float:
    from statistics import NormalDist  # noqa: PLC0415 - slow to import, and not always asked for

    if not 0 < confidence < 1 or (1 + confidence) / 2 == 1:
        raise ValueRefusedError(f"a confidence is between 0 and 1, not {confidence!r}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Estimate:
    """The share of successes with Wilson's score interval, which is good for small numbers too.

    Raises:
        ValueRefusedError: There were no trials, fewer than successes, or the confidence is not
            between 0 and 1.

    >>> share = wilson(10, 10)
    >>> share.value, round(share.low, 3), round(share.high, 3)
    (1.0, 0.722, 1.0)
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueRefusedError(f"no share: {successes} of {trials}")
    z, share = _quantile(confidence), successes / trials
    scale = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / scale
    low = middle - reach if successes else 0.0
    high = middle + reach if successes < trials else 1.0
    return Estimate(share, sqrt(share * (1 - share) / trials), low, high)


@frozen(repr=False)
class Results(Shown):
    """What deals of one plan came to. Results of different deals of a plan add up.

    Attributes:
        plan: What was played.
        spans: Which deals, as spans of their numbers.
        wins: Sums of the deals won. A side wins a deal as it would win a match of that deal alone.
        points: Sums of the points.
        sweeps: The sweeps of each contestant.
        level: How many deals nobody won.

    >>> from scopa import VARIANTS
    >>> from scopa.simulate import play_deals
    >>> first = play_deals(VARIANTS["scopa"], ("greedy", "random"), 20, seed=7)
    >>> more = play_deals(VARIANTS["scopa"], ("greedy", "random"), range(20, 50), seed=7)
    >>> both = first + more
    >>> both.decks, both.spans, sum(both.wins.totals) + both.level
    (50, ((0, 50),), 50)
    """

    plan: Plan
    spans: tuple[Span, ...]
    wins: Sums
    points: Sums
    sweeps: tuple[int, ...]
    level: int

    @classmethod
    def none(cls, plan: Plan) -> Results:
        """Before the first deal."""
        contestants = len(plan.policies)
        zero = Sums.over(contestants, ())
        return cls(plan, (), zero, zero, (0,) * contestants, 0)

    @property
    def decks(self) -> int:
        """How many decks were played."""
        return sum(stop - start for start, stop in self.spans)

    @property
    def deals(self) -> int:
        """How many deals were played: more than decks, where each deck is played more than once."""
        return self.decks * self.plan.rounds

    def __add__(self, other: Results) -> Results:
        """Both together.

        Raises:
            ValueRefusedError: The plans differ, or a deal is in both.
        """
        if not isinstance(other, Results):
            return NotImplemented
        if self.plan != other.plan:
            raise ValueRefusedError("results of different plans do not add up")
        return Results(
            self.plan,
            joined((*self.spans, *other.spans)),
            self.wins + other.wins,
            self.points + other.points,
            _added(self.sweeps, other.sweeps),
            self.level + other.level,
        )

    def missing(self, wanted: range) -> list[range]:
        """Those of the deals wanted that were not played, in order, as few ranges as can be."""
        gaps: list[range] = []
        start = wanted.start
        for first, stop in self.spans:
            if start < min(first, wanted.stop):
                gaps.append(range(start, min(first, wanted.stop)))
            start = max(start, stop)
        if start < wanted.stop:
            gaps.append(range(start, wanted.stop))
        return gaps

    # ------------------------------------------------------------------ what they tell

    def win_share(self, contestant: int, *, confidence: float = 0.95) -> Estimate:
        """The share of the deals that a contestant won, with Wilson's interval.

        It takes each deal for a draw of its own. Where decks are played more than once they are
        not, and `win_difference` is the sharper figure.

        Raises:
            ValueRefusedError: Nothing was played, there is no such contestant, or the confidence is
                not between 0 and 1.
        """
        self._check(contestant)
        return wilson(self.wins.totals[contestant], self.deals, confidence)

    def mean_points(self, contestant: int, *, confidence: float = 0.95) -> Estimate:
        """The points of a contestant a deal.

        Raises:
            ValueRefusedError: Nothing was played, there is no such contestant, or the confidence is
                not between 0 and 1.
        """
        self._check(contestant)
        sums = self.points
        return self._mean(
            sums.totals[contestant], sums.products[contestant][contestant], confidence
        )

    def difference(self, one: int, other: int, *, confidence: float = 0.95) -> Estimate:
        """How many points a deal a contestant has more than another, the two paired deck by deck.

        Raises:
            ValueRefusedError: Nothing was played, there is no such contestant, or the confidence is
                not between 0 and 1.
        """
        return self._paired(self.points, one, other, confidence)

    def win_difference(self, one: int, other: int, *, confidence: float = 0.95) -> Estimate:
        """By what share of the deals a contestant won more than another, paired deck by deck.

        Raises:
            ValueRefusedError: Nothing was played, there is no such contestant, or the confidence is
                not between 0 and 1.
        """
        return self._paired(self.wins, one, other, confidence)

    def _paired(self, sums: Sums, one: int, other: int, confidence: float) -> Estimate:
        self._check(one)
        self._check(other)
        return self._mean(
            sums.totals[one] - sums.totals[other], sums.squares(one, other), confidence
        )

    def _mean(self, total: int, squares: int, confidence: float) -> Estimate:
        """The mean a deal of numbers of decks, from their sum and that of their squares."""
        decks, rounds = self.decks, self.plan.rounds
        if decks == 1:
            return Estimate(total / rounds, inf, -inf, inf)
        variance = (decks * squares - total * total) / (decks * (decks - 1))
        return _estimate(total / self.deals, sqrt(variance / decks) / rounds, confidence)

    def _check(self, contestant: int) -> None:
        if contestant not in range(len(self.plan.policies)):
            raise ValueRefusedError(f"no contestant {contestant!r} of {len(self.plan.policies)}")
        if not self.spans:
            raise ValueRefusedError("nothing was played")

    def problems(self) -> Iterator[Problem]:
        """What is wrong with results that come from elsewhere."""
        wrong = [evolve(own, where=f"plan.{own.where}") for own in self.plan.problems()]
        yield from wrong
        if wrong:
            return
        contestants, decks = len(self.plan.policies), self.decks
        flat = [number for span in self.spans for number in span]
        if flat != sorted(set(flat)):
            yield Problem("no-spans", "spans", "are not in order, apart, and of a deal each")
        elif len(self.sweeps) != contestants:
            yield Problem("wrong-number", "sweeps", "not one number for each contestant")
        elif not self.wins.fits(contestants, decks) or not self.points.fits(contestants, decks):
            yield Problem("inconsistent", "points", "no numbers have these sums and products")
        elif sum(self.wins.totals) + self.level != self.deals:
            said = f"{sum(self.wins.totals)} deals won and {self.level} level of {self.deals}"
            yield Problem("inconsistent", "wins", said)


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that touch made one.

    Raises:
        ValueRefusedError: A number is in two of them.

    >>> joined([(50, 80), (0, 20), (20, 50), (90, 91)])
    ((0, 80), (90, 91))
    """
    whole: list[Span] = []
    for start, stop in sorted(spans):
        if whole and start < whole[-1][1]:
            raise ValueRefusedError(f"deal {start} is in both, and would count twice")
        if whole and start == whole[-1][1]:
            whole[-1] = whole[-1][0], stop
        else:
            whole.append((start, stop))
    return tuple(whole)


# ---------------------------------------------------------------------- tournaments


@frozen(repr=False)
class Standing(Shown):
    """How an entrant of a tournament stands.

    Attributes:
        name: The entrant.
        deals: How many deals it played.
        wins: The share of them that it won, with Wilson's interval.
        points: The points a deal.
    """

    name: str
    deals: int
    wins: Estimate
    points: float


@frozen(repr=False)
class Tournament(Shown):
    """What a tournament came to.

    Attributes:
        entrants: The names of the policies that took part.
        tables: The results of each table, in the order they were played.
    """

    entrants: tuple[str, ...]
    tables: tuple[Results, ...]

    def __add__(self, other: Tournament) -> Tournament:
        """Both together, table by table: the same entrants, with other deals.

        Raises:
            ValueRefusedError: The entrants or plans differ, or a deal is in both.
        """
        if not isinstance(other, Tournament):
            return NotImplemented
        if self.entrants != other.entrants:
            raise ValueRefusedError("tournaments of different entrants do not add up")
        known = {table.plan.policies: table for table in self.tables}
        for table in other.tables:
            own = table.plan.policies
            known[own] = known[own] + table if own in known else table
        return Tournament(self.entrants, tuple(known.values()))

    def standings(self, *, confidence: float = 0.95) -> tuple[Standing, ...]:
        """Those who have played, the largest share of deals won first; as they entered if equal.

        Raises:
            ValueRefusedError: The confidence is not between 0 and 1.
        """
        rows = [self._standing(name, confidence) for name in self.entrants]
        return tuple(sorted(filter(None, rows), key=lambda row: -row.wins.value))

    def _standing(self, name: str, confidence: float) -> Standing | None:
        own = [(table, table.plan.policies.index(name)) for table in self._tables_of(name)]
        deals = sum(table.deals for table, _ in own)
        if not deals:
            return None
        wins = sum(table.wins.totals[at] for table, at in own)
        points = sum(table.points.totals[at] for table, at in own)
        return Standing(name, deals, wilson(wins, deals, confidence), points / deals)

    def _tables_of(self, name: str) -> Iterator[Results]:
        return (table for table in self.tables if name in table.plan.policies)

    def problems(self) -> Iterator[Problem]:
        """What is wrong with a tournament that comes from elsewhere."""
        if len(set(self.entrants)) != len(self.entrants):
            yield Problem("name-twice", "entrants", "two entrants have one name")
        for place, table in enumerate(self.tables):
            where = f"tables[{place}]"
            yield from (evolve(own, where=f"{where}.{own.where}") for own in table.problems())
            if not set(table.plan.policies) <= set(self.entrants):
                yield Problem("unknown-entrant", where, "somebody plays who did not enter")
