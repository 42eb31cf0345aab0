"""Makes the matches in examples/records, one for each source document of the rules.

python examples/make_records.py

The players are greedy and the seeds are fixed, so what comes out is always the same.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from scopa import VARIANTS, Card, CardSet, Declare, Match, Play, Seating, Suit
from scopa.record import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scopa import Deal, DealScore, Move

FOLDER = Path(__file__).parent / "records"
SETTEBELLO = Card.parse("7d")


@frozen
class Evening:
    """A match to be played.

    Attributes:
        about: What it shows.
        players: The names of the players, by seat.
        seed: What decides the shuffles.
        seating: Who plays with whom.
        short_sight: The most cards at once that some players see; the others see all.
    """

    about: str
    players: tuple[str, ...]
    seed: str
    seating: Seating = Seating.singles(2)
    short_sight: Mapping[str, int] = {}


EVENINGS = {
    "scopa-spanish": Evening(
        "Scopa of S0, with a Spanish pack. An ordinary match for two.", ("Ana", "Blas"), "11"
    ),
    "scopa": Evening(
        "Scopa of S1. One table had three kings and was void (S1.6).", ("Anna", "Bruno"), "1029"
    ),
    "cicera-bresciana": Evening(
        "Cicera bresciana of S2: four in pairs, and one deal decides (S2.2).",
        ("Angela", "Battista", "Caterina", "Domenico"),
        "20",
        Seating.pairs(),
    ),
    "escopa-15": Evening(
        "Escopa de 15 of S3, for three. Caio overlooks what is more than two cards, and the seat"
        " after him claims it (S3.12): a claim is a move that begins with an exclamation mark.",
        ("Ana", "Bento", "Caio"),
        "28",
        Seating.singles(3),
        {"Caio": 2},
    ),
    "scopa-french": Evening(
        "Scopa of S4, with a French-suited pack. F, C and R are jack, queen and king.",
        ("Ann", "Bob"),
        "8",
    ),
}


def best(deal: Deal, most: int) -> Move:
    """The greediest legal move for somebody who sees no captures of more cards than `most`."""
    seen = [move for move in deal.legal_moves if len(taken(move)) <= most]
    return max(seen, key=lambda move: worth(deal, move))


def taken(move: Move) -> CardSet:
    """The cards that a move takes from the table."""
    return CardSet() if isinstance(move, Declare) else move.taken


def worth(deal: Deal, move: Move) -> tuple[int, ...]:
    """A sweep before anything, then the settebello, then most cards; else the lowest card laid."""
    gained = taken(move)
    if not isinstance(move, Play):
        return (0, 0, len(gained) + 1)
    if not gained:
        return (0, 0, 0, -(deal.variant.pack.value(move.card.rank) or 0))
    gained |= {move.card}
    coins = sum(card.suit is Suit.COINS for card in gained)
    return (int(move.taken == deal.table), int(SETTEBELLO in gained), len(gained), coins)


def played(name: str) -> Match:
    """The match of an evening, at its end."""
    evening = EVENINGS[name]
    match = Match.new(VARIANTS[name], seed=evening.seed, seating=evening.seating)
    while match.outcome is None:
        player = evening.players[match.deal.turn]
        match = match.play(best(match.deal, evening.short_sight.get(player, 40)))
    return match


def written(name: str) -> str:
    """The record of an evening, with a comment before each deal."""
    evening, match = EVENINGS[name], played(name)
    sides = [" and ".join(evening.players[seat] for seat in side) for side in match.seating.sides]
    record = evolve(match.record(), players=evening.players, note=ending(match, sides))
    head, *deals = dumps(record).split("\n[[deals]]\n")
    comments = [comment(score, sides) for score in match.scores]
    told = (f"\n{said}[[deals]]\n{deal}" for said, deal in zip(comments, deals, strict=True))
    about = "".join(f"# {line}\n" for line in wrap(evening.about, 98))
    return f"{about}{head}{''.join(told)}"


def ending(match: Match, sides: list[str]) -> str:
    """Who won, in words."""
    winner = match.outcome.winner if match.outcome else None
    won = "Nobody" if winner is None else sides[winner]
    return f"{won} won, {' to '.join(map(str, match.totals))}."


def comment(score: DealScore, sides: list[str]) -> str:
    """What a deal came to, as comments: a line for each side."""
    lines: list[str] = []
    for side, name in enumerate(sides):
        own = [line for line in score.lines if line.side == side and line.points]
        parts = ", ".join(f"{line.award} {line.points}" for line in own) or "nothing"
        lines.append(f"# {name}: {score.points[side]} ({parts})\n")
    return "".join(lines)


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name in EVENINGS:
        (FOLDER / f"{name}.toml").write_bytes(written(name).encode())


if __name__ == "__main__":
    main()
