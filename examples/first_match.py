"""A match between two players who draw lots, told move by move.

python examples/first_match.py
"""

from __future__ import annotations

from random import Random

from scopa import VARIANTS, Match


def main() -> None:
    """Play one match and print what happens."""
    match, rng = Match.new(VARIANTS["scopa"], seed=7), Random(7)
    while match.outcome is None:
        step = match.step(rng.choice(match.deal.legal_moves))
        print(f"seat {step.before.deal.turn} plays {step.move}")
        for event in step.events:
            print("  ", type(event).__name__, *event.cards)
        if len(step.after.scores) > len(match.scores):
            for line in step.after.scores[-1].lines:
                print("     side", line.side, line)
        match = step.after
    print(match.outcome)


if __name__ == "__main__":
    main()
