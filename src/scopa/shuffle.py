"""Shuffling that a seed decides, the same on every Python and in every other language.

The bytes of a *stream* are SHA-256 in counter mode. Its key is ``SHA-256("scopa/1" 0x00 seed 0x00
purpose)``, all text in UTF-8; block *n* (from 0) is ``SHA-256(key, n as eight bytes, big end
first)``. A number below *n* takes as few bytes as can hold ``n - 1``, big end first, clears the
bits above those ``n - 1`` needs, and is drawn again while it is *n* or more. A shuffle is
Fisher-Yates from the back: for i from the last place down to 1, exchange places i and (a number
below i + 1).

Deal number *d* of a match (from 0) is shuffled from the stream for the purpose ``deal d``; where
the opening table is void the same stream is drawn on. The pack is shuffled from its canonical
order. The first dealer is a number below the number of seats from the stream ``dealer``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scopa.errors import ValueRefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


def checked_seed(seed: int | str) -> str:
    """The text of a seed.

    Raises:
        ValueRefusedError: It is no whole number or text, or it is empty or holds a NUL.
    """
    if not isinstance(seed, int | str) or str(seed) == "" or "\0" in str(seed):
        raise ValueRefusedError(f"not a seed: {seed!r} (a whole number, or text without NUL)")
    return str(seed)


class Stream:
    """A stream of random numbers that a seed and a purpose decide. It is consumed as it is read.

    Args:
        seed: The seed; its text in UTF-8 is what counts, so 7 and ``"7"`` are one seed.
        purpose: What the numbers are for; streams of different purposes are independent.

    Raises:
        ValueRefusedError: The seed is no number or text, or holds a NUL, or is not UTF-8.

    >>> stream = Stream(7, "deal 0")
    >>> [stream.below(10) for _ in range(5)]
    [7, 6, 3, 3, 2]
    """

    __slots__ = ("_block", "_bytes", "_hash", "_key")

    def __init__(self, seed: int | str, purpose: str) -> None:
        from hashlib import sha256  # noqa: PLC0415 - slow to import, and not everybody shuffles

        self._hash = sha256
        try:
            key = f"scopa/1\0{checked_seed(seed)}\0{purpose}".encode()
        except UnicodeEncodeError:
            raise ValueRefusedError(f"not a seed: {seed!r} (it is not UTF-8 text)") from None
        self._key = sha256(key).digest()
        self._block = 0
        self._bytes = b""

    def _take(self, number: int) -> bytes:
        while len(self._bytes) < number:
            self._bytes += self._hash(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:number], self._bytes[number:]
        return taken

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including `limit`, each equally likely.

        Raises:
            ValueRefusedError: The limit is below 1.
        """
        if limit < 1:
            raise ValueRefusedError(f"no number is below {limit}")
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            drawn = int.from_bytes(self._take(size), "big") & (1 << bits) - 1
            if drawn < limit:
                return drawn

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in a random order, each order equally likely.

        >>> Stream(7, "deal 0").shuffled("abcdef")
        ('a', 'f', 'c', 'b', 'd', 'e')
        """
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)
