"""Texts that somebody spoilt."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

ALPHABET = "AdRbTFC7cs0123456789?/-v =,x!#\n♦é" + "placedclaimbonusesdeclaredshownwildseat"


def spoilt(text: str, rng: Random) -> str:
    """A text in which something was dropped, doubled, exchanged or put in."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        place = rng.randrange(len(letters) + 1)
        match rng.randrange(5):
            case 0:
                del letters[place : place + rng.choice((1, 2, 2, 3))]
            case 1:
                letters[place:place] = rng.choice(ALPHABET)
            case 2:
                letters[place : place + 1] = rng.choice(ALPHABET)
            case 3:
                other = rng.randrange(len(letters) + 1)
                letters[place : place + 2], letters[other : other + 2] = (
                    letters[other : other + 2],
                    letters[place : place + 2],
                )
            case _:
                letters[place:place] = letters[place : place + rng.choice((2, 4, 40))]
    return "".join(letters)
