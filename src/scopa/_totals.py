"""What many deals came to, in words and tables. Private."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scopa._tell import count, listed, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scopa.results import Estimate, Plan, Results, Tournament


def results_told(results: Results) -> Iterator[str]:
    """What deals came to: how often each contestant won, its points, and the differences."""
    plan = results.plan
    yield f"{plan.variant}: {' against '.join(_names(plan))}, {_number(results)}. Seed: {plan.seed}"
    if not results.deals:
        return
    yield from table([_HEAD, *_rows(results)])
    yield ""
    for one, other in combinations(range(len(plan.policies)), 2):
        yield _compared(results, one, other)


def tournament_told(tournament: Tournament) -> Iterator[str]:
    """A tournament: the standings, then each table."""
    head = ("entrant", "deals", "won", "95 % interval", "points")
    rows = [
        (row.name, str(row.deals), _percent(row.wins.value), _range(row.wins), f"{row.points:.3f}")
        for row in tournament.standings()
    ]
    yield from table([head, *rows])
    for results in tournament.tables:
        yield ""
        yield from results_told(results)


_HEAD = ("", "deals won", "share", "95 % interval", "points a deal", "sweeps a deal")


def _rows(results: Results) -> Iterator[tuple[str, ...]]:
    deals = results.deals
    for who, name in enumerate(_names(results.plan)):
        share, points = results.win_share(who), results.mean_points(who)
        yield (
            name,
            str(results.wins.totals[who]),
            _percent(share.value),
            _range(share),
            f"{points.value:.3f} ± {points.error:.3f}",
            f"{results.sweeps[who] / deals:.3f}",
        )
    yield "nobody", str(results.level), _percent(results.level / deals), "", "", ""


def _names(plan: Plan) -> list[str]:
    """The contestants; those of one name with the side they begin on."""
    names = plan.policies
    return [name if names.count(name) == 1 else f"{name} {side}" for side, name in enumerate(names)]


def _number(results: Results) -> str:
    plan, decks = results.plan, count(results.decks, "deal")
    said = [decks if not plan.duplicate else f"{decks}, each played {plan.rounds} times"]
    if plan.dealer is not None:
        said.append(f"seat {plan.dealer} dealing")
    return listed(said) if len(said) == 1 else ", ".join(said)


def _compared(results: Results, one: int, other: int) -> str:
    names = _names(results.plan)
    points, wins = results.difference(one, other), results.win_difference(one, other)
    return (
        f"{names[one]} less {names[other]}: {points.value:+.3f} ± {points.error:.3f} points "
        f"a deal, {100 * wins.value:+.1f} ± {100 * wins.error:.1f} % of the deals"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _range(share: Estimate) -> str:
    return f"{100 * share.low:.1f} to {100 * share.high:.1f} %"
