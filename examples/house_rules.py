"""A house rule in ten lines, and the same from a TOML file, both played.

python examples/house_rules.py
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

from scopa import VARIANTS, Match, Run, Suit, Variant, diff, match_to

# At nonna's the napola counts, up to the seven, and a match goes to sixteen.
NONNA = VARIANTS["scopa"].derive(
    id="x-nonna",
    name="Nonna's scopa",
    awards=(*VARIANTS["scopa"].awards, Run(Suit.COINS, cap=7)),
    match=match_to(16),
)


def from_file() -> Variant:
    """The same rules, read from the file beside this one."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return Variant.from_dict(tomllib.loads(text))


def played(variant: Variant, seed: int) -> Match:
    """A match of two players who draw lots."""
    match, rng = Match.new(variant, seed=seed), Random(seed)
    while match.outcome is None:
        match = match.play(rng.choice(match.deal.legal_moves))
    return match


def main() -> None:
    """Show the rule, and who won with it."""
    print("what differs:", diff(NONNA, VARIANTS["scopa"]))
    print("the file says the same:", from_file() == NONNA)
    match = played(NONNA, seed=7)
    for score in match.scores:
        runs = [line for line in score.lines if line.award == "napola" and line.points]
        print(score.points, *(f"side {line.side}: {line.why}" for line in runs))
    print(match.outcome)


if __name__ == "__main__":
    main()
