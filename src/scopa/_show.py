"""Values in words, for the command line: positions above all. Private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scopa._tell import InWords, count, ending, goal, kind, listed, sheet, table
from scopa._totals import results_told, tournament_told
from scopa.cards import Rank, Suit
from scopa.deal import Deal, Step
from scopa.errors import IllegalReason, ScopaError
from scopa.events import Event
from scopa.fifteen import Audit
from scopa.match import Cut, DealRecord, Match, MatchStep, Outcome, Record
from scopa.results import Results, Tournament
from scopa.rules import Seating
from scopa.score import DealScore
from scopa.setup import Setup
from scopa.variant import Variant
from scopa.view import MatchView, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scopa.cards import CardSet


def shown(value: Any) -> Iterator[str]:
    """Any value that has a JSON form, in words."""
    match value:
        case Match():
            return _match(value)
        case MatchView(deal=view):
            return _match_view(value, _words(view))
        case Deal():
            return _deal(value)
        case Setup():
            return _setup(value)
        case View():
            return _view(value)
        case Record():
            return _record(value)
        case Variant():
            return _variant(value)
        case Step() | MatchStep():
            return _step(value)
        case DealRecord():
            return table((*_deals([value]),))
        case Cut():
            return _cut(value)
        case DealScore(points=points):
            return table(sheet(value, [f"side {side}" for side in range(len(points))]))
        case Results():
            return results_told(value)
        case Tournament():
            return tournament_told(value)
        case _:
            return iter((_in_one_line(value),))


def _in_one_line(value: Any) -> str:
    match value:
        case Seating(sides=sides):
            return " against ".join(listed(map(str, side)) for side in sides)
        case Outcome(totals=totals):
            return ending(value, [f"side {side}" for side in range(len(totals))])
        case Event(ply=ply, seat=seat, cards=cards):
            who = "" if seat is None else f" by seat {seat}"
            return f"{kind(value)}{who} after {count(ply, 'move')}: {_codes(cards)}"
        case Audit(total=total, modulus=modulus, remainder=remainder):
            left = f"{total % modulus} when divided by {modulus}"
            return f"The cards total {total}, which leaves {left}; it should leave {remainder}."
        case Suit() | Rank():
            return value.name.lower()
        case IllegalReason():
            return f"{value.message} ({value.value})"
        case _:
            return str(value) or _codes(())


def _codes(cards: Any) -> str:
    return " ".join(map(str, cards)) or "no cards"


def _words(of: Match | Deal | View | Record | Setup) -> InWords:
    return InWords(of.variant.pack, of.seating)


# ---------------------------------------------------------------------- positions


def position(
    view: View, words: InWords, hands: Mapping[int, CardSet], totals: Sequence[int] | None = None
) -> Iterator[str]:
    """A position: whose turn it is, the table, the hands that are known, and what each side has.

    Args:
        view: What all of that is read from.
        words: How cards and seats are called.
        hands: The hands to show.
        totals: The points of each side so far, if it is known.
    """
    yield _turn(view, words)
    yield f"On the table: {words.cards(view.table) or 'no cards'}."
    if view.placed is not None:
        may = ", and what it could have taken may be claimed" if view.is_claimable else ""
        yield f"Laid down last: {words.card(view.placed)}{may}."
    if view.variant.wild is not None and view.wild_rank is not None:
        wild = words.card(view.variant.wild.card)
        yield f"{wild} counts as a {view.wild_rank.name.lower()}."
    for seat, cards in enumerate(view.shown):
        if cards and seat not in hands:
            yield f"{words.seat(seat).capitalize()} has shown: {words.cards(cards)}."
    for seat, cards in hands.items():
        whose = "your hand" if seat == words.you else f"the hand of {words.seat(seat)}"
        yield f"In {whose}: {words.cards(cards) or 'no cards'}."
    yield ""
    yield from table(_sides(view, words, totals))


def _turn(view: View, words: InWords) -> str:
    if view.is_over:
        return f"The deal is over after {count(view.ply, 'move')}."
    mover = "You are" if view.turn == words.you else f"{words.seat(view.turn).capitalize()} is"
    dealer, stock = words.seat(view.dealer), count(view.stock_size, "card")
    return f"{mover} to move after {count(view.ply, 'move')}; {dealer} dealt; {stock} to come."


def _sides(view: View, words: InWords, totals: Sequence[int] | None) -> Iterator[Sequence[str]]:
    columns: dict[str, Sequence[object]] = {
        "side": words.sides(),
        "in hand": [
            " + ".join(str(view.hand_sizes[seat]) for seat in side) for side in view.seating.sides
        ],
        "captured": view.pile_sizes,
        "sweeps": view.sweeps,
    }
    for place, bonus in enumerate(view.variant.bonuses):
        columns[bonus.id] = [own[place] for own in view.bonuses]
    if view.variant.declarations is not None:
        columns["declared"] = view.declared
    if totals is not None:
        columns["so far"] = totals
    yield tuple(columns)
    for row in zip(*columns.values(), strict=True):
        yield tuple(map(str, row))


def _piles(view: View, words: InWords) -> Iterator[str]:
    for side, pile in enumerate(view.piles or ()):
        if pile:
            yield f"Captured by {words.side(side)}: {words.cards(pile)}."


def _view(view: View) -> Iterator[str]:
    hands = {} if view.seat is None else {view.seat: view.hand}
    return _whole_position(view, hands)


def _deal(deal: Deal) -> Iterator[str]:
    return _whole_position(deal.view(None), dict(enumerate(deal.hands)))


def _whole_position(view: View, hands: Mapping[int, CardSet]) -> Iterator[str]:
    words = _words(view)
    yield f"{view.variant}: {' against '.join(words.sides())}."
    yield from position(view, words, hands)
    yield from _piles(view, words)


def _setup(setup: Setup) -> Iterator[str]:
    if problems := setup.problems():
        yield f"A position of {setup.variant} that cannot be:"
        yield from map(str, problems)
    else:
        yield from _deal(Deal.from_setup(setup))


def _step(step: Step | MatchStep) -> Iterator[str]:
    before, after = step.before, step.after
    words = InWords(before.variant.pack, before.seating)
    totals = after.totals if isinstance(after, Match) else None
    yield from words.events(step.events, totals)
    yield ""
    yield from shown(after)


def _cut(cut: Cut) -> Iterator[str]:
    for drawn in cut.rounds:
        yield f"Drawn: {listed(f'seat {seat} {card}' for seat, card in drawn)}."
    yield f"Seat {cut.dealer} deals."


# ---------------------------------------------------------------------- matches


def _match(match: Match) -> Iterator[str]:
    words = _words(match)
    yield from words.match(match)
    if match.outcome is None:
        yield from words.stopped(match)
    hands = dict(enumerate(match.deal.hands))
    yield from _standing(match.view(None), words, hands)


def _match_view(match: MatchView, words: InWords) -> Iterator[str]:
    view = match.deal
    yield f"{view.variant}: {' against '.join(words.sides())}, {goal(match.target)}."
    yield from _standing(match, words, {} if view.seat is None else {view.seat: view.hand})


def _standing(match: MatchView, words: InWords, hands: Mapping[int, CardSet]) -> Iterator[str]:
    if match.outcome is not None:
        yield ending(match.outcome, words.sides())
    yield ""
    if match.scores:
        yield from table(_points(match, words))
        yield ""
    if match.outcome is None:
        yield f"Deal {len(match.scores) + (not match.deal.is_over)}."
        yield from position(match.deal, words, hands, match.totals)
        yield from _piles(match.deal, words)


def _points(match: MatchView, words: InWords) -> Iterator[Sequence[str]]:
    yield "deal", *words.sides()
    for number, score in enumerate(match.scores, start=1):
        yield str(number), *map(str, score.points)
    yield "so far", *map(str, match.totals)


def _record(record: Record) -> Iterator[str]:
    words = _words(record)
    yield from words.match(record)
    yield from words.about(record)
    yield ""
    yield from table(_deals(record.deals))
    yield ""
    try:
        match = Match.replay(record)
    except ScopaError as error:
        yield f"It cannot be replayed: {error}"
        return
    if match.outcome is None:
        yield from words.stopped(match)
    else:
        yield ending(match.outcome, words.sides())


def _deals(deals: Iterable[DealRecord]) -> Iterator[Sequence[str]]:
    yield "deal", "dealer", "moves", "penalties"
    for number, deal in enumerate(deals, start=1):
        penalties = " and ".join(map(str, deal.penalties)) or "none"
        yield str(number), f"seat {deal.dealer}", str(len(deal.moves)), penalties


def _variant(variant: Variant) -> Iterator[str]:
    players = sorted({seating.players for seating in variant.seatings})
    yield f"{variant} ({variant.id}), {goal(variant.match.target)}."
    yield f"For {', '.join(map(str, players))} players, with the pack {variant.pack.id}."
    scores = ["sweeps", *(rule.id for rule in (*variant.bonuses, *variant.awards))]
    yield f"Points for {listed(scores)}."
    if variant.sources:
        yield f"Sources: {', '.join(variant.sources)}."
