"""The score sheet of a deal: the points, and for each of them the why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, fields, frozen

from scopa._shown import Shown, _rebuilt
from scopa.cards import CardSet
from scopa.errors import ValueRefusedError
from scopa.scoring import Figure, settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scopa.scoring import Award
    from scopa.variant import Variant


@frozen(repr=False)
class ScoreLine(Shown):
    """One award, as one side sees it; also where it gets nothing, and why.

    Attributes:
        award: The id of the award, of a bonus, or ``"sweeps"``.
        side: The side.
        points: What it scores for this.
        cards: The cards that count for it.
        figures: What was compared, for every side (card counts, primiera totals …).
        why: The same in words.
    """

    award: str
    side: int
    points: int
    cards: CardSet
    figures: tuple[Figure, ...]
    why: str

    def __str__(self) -> str:
        return f"{self.award}: {self.points} ({self.why})"


@frozen(repr=False)
class DealScore(Shown):
    """What a deal is worth to each side.

    Attributes:
        points: The points of each side.
        variant: The rules they were counted by.
        captured: Whether anybody captured anything; if not there are no awards (S2.17), unless the
            variant's `scopa.rules.Ending` has them counted.
        penalties: What each side was penalised with (S3.20); empty if none was.

    >>> from scopa import Match, VARIANTS
    >>> import random
    >>> score = Match.new(VARIANTS["scopa"], seed=1).deal.playout(random.Random(1))
    >>> sum(score.points) == sum(line.points for line in score.lines)
    True
    """

    points: tuple[int, ...]
    variant: Variant = field(repr=False)
    _piles: tuple[int, ...] = field(alias="piles", repr=False)
    _tally: tuple[tuple[int, ...], ...] = field(alias="tally", repr=False)
    captured: bool = True
    penalties: tuple[int, ...] = ()

    @classmethod
    def _of(
        cls,
        points: tuple[int, ...],
        variant: Variant,
        piles: tuple[int, ...],
        tally: tuple[tuple[int, ...], ...],
        captured: bool,
    ) -> DealScore:
        score = object.__new__(cls)
        _put_points(score, points)
        _put_variant(score, variant)
        _put_piles(score, piles)
        _put_tally(score, tally)
        _put_captured(score, captured)
        _put_penalties(score, ())
        return score

    @classmethod
    def of(
        cls,
        *,
        variant: Variant,
        points: tuple[int, ...],
        piles: tuple[CardSet, ...],
        sweeps: tuple[int, ...],
        bonuses: tuple[tuple[int, ...], ...],
        declared: tuple[int, ...],
        captured: bool = True,
        penalties: tuple[int, ...] = (),
    ) -> DealScore:
        """The sheet with these parts, as it was counted once; nothing is counted or checked now.

        Args:
            variant: The rules.
            points: The points of each side.
            piles: What each side captured.
            sweeps: The sweeps of each side.
            bonuses: For each side the points of each bonus of the variant.
            declared: The points each side declared.
            captured: Whether anybody captured anything.
            penalties: What each side was penalised with; empty if none was.
        """
        tally = zip(sweeps, bonuses, declared, strict=True)
        counted = tuple((own, *more, said) for own, more, said in tally)
        return cls(points, variant, tuple(x._bits for x in piles), counted, captured, penalties)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (DealScore.of, {name: getattr(self, name) for name in _PARTS})

    @property
    def piles(self) -> tuple[CardSet, ...]:
        """The captured cards of each side."""
        return tuple(CardSet._of(pile) for pile in self._piles)

    @property
    def sweeps(self) -> tuple[int, ...]:
        """The sweeps of each side."""
        return tuple(own[0] for own in self._tally)

    @property
    def bonuses(self) -> tuple[tuple[int, ...], ...]:
        """For each side the points of each bonus, in the order of ``variant.bonuses``."""
        return tuple(own[1:-1] for own in self._tally)

    @property
    def declared(self) -> tuple[int, ...]:
        """The points each side declared."""
        return tuple(own[-1] for own in self._tally)

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """A line for each award and side; then sweeps, bonuses, declarations, penalties."""
        return (*self._awards(), *self._sweeps(), *self._bonus_lines(), *self._other_lines())

    def line(self, award: str, side: int) -> ScoreLine:
        """The line of one award and side.

        Raises:
            ValueRefusedError: The game has no such award, or no such side.
        """
        lines = self.lines
        for line in lines:
            if line.award == award and line.side == side:
                return line
        known = ", ".join(dict.fromkeys(line.award for line in lines))
        raise ValueRefusedError(f"no line {award!r} of side {side!r}; there are {known}")

    def _awards(self) -> Iterator[ScoreLine]:
        pack, awards = self.variant.pack, self.variant.awards
        meters = [award.meter(pack) for award in awards]
        figures = [tuple(meter(pile) for pile in self._piles) for meter in meters]
        worth = self.variant.sweep.points
        points = settled(awards, figures, [worth * number for number in self.sweeps])
        for award, shown, earned in zip(awards, figures, points, strict=True):
            for side, number in enumerate(earned):
                yield self._award_line(award, side, number, shown)

    def _award_line(
        self, award: Award, side: int, points: int, figures: tuple[Figure, ...]
    ) -> ScoreLine:
        pile = self._piles[side]
        cards = CardSet._of(award.evidence(self.variant.pack, pile))
        if not self.variant.ending.awards(captured=self.captured):
            return ScoreLine(award.id, side, 0, cards, figures, "nobody captured anything")
        why = award.why(figures, side)
        if not points and award.settle(figures, self.sweeps)[side]:
            why = f"{why}; replaced"
        return ScoreLine(award.id, side, points, cards, figures, why)

    def _sweeps(self) -> Iterator[ScoreLine]:
        worth = self.variant.sweep.points
        for side, number in enumerate(self.sweeps):
            why = f"{number} at {worth} each"
            yield ScoreLine("sweeps", side, number * worth, CardSet(), self.sweeps, why)

    def _bonus_lines(self) -> Iterator[ScoreLine]:
        for place, bonus in enumerate(self.variant.bonuses):
            earned = tuple(own[place] for own in self.bonuses)
            for side, number in enumerate(earned):
                why = f"{number} during play: {bonus}"
                yield ScoreLine(bonus.id, side, number, CardSet(), earned, why)

    def _other_lines(self) -> Iterator[ScoreLine]:
        if self.variant.declarations is not None:
            for side, number in enumerate(self.declared):
                why = f"{number} declared: {self.variant.declarations}"
                yield ScoreLine("declared", side, number, CardSet(), self.declared, why)
        for side, cost in enumerate(self.penalties):
            yield ScoreLine("penalty", side, -cost, CardSet(), self.penalties, f"{cost} taken off")


(
    _put_points,
    _put_variant,
    _put_piles,
    _put_tally,
    _put_captured,
    _put_penalties,
) = (DealScore.__dict__[field.name].__set__ for field in fields(DealScore))

_PARTS = (
    "variant",
    "points",
    "piles",
    "sweeps",
    "bonuses",
    "declared",
    "captured",
    "penalties",
)
"""What a pickle holds of a sheet: what anybody can see of it, and cards by their names."""
