"""Shuffling that a seed decides."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from scopa import VARIANTS, Match, ValueRefusedError
from scopa.shuffle import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPA = VARIANTS["scopa"]


def stream_of_the_document(seed: str, purpose: str) -> Iterator[int]:
    """The bytes as the page describes them, written down once more."""
    key = sha256(b"scopa/1\0" + seed.encode() + b"\0" + purpose.encode()).digest()
    for block in count():
        yield from sha256(key + block.to_bytes(8, "big")).digest()


def below_of_the_document(drawn: Iterator[int], limit: int) -> int:
    bits = (limit - 1).bit_length()
    while True:
        number = 0
        for _ in range((bits + 7) // 8):
            number = number * 256 + next(drawn)
        number &= (1 << bits) - 1
        if number < limit:
            return number


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 40, 255, 256, 257, 1000, 70_000])
def test_numbers_are_drawn_as_documented(limit: int) -> None:
    stream, drawn = Stream("salt", "test"), stream_of_the_document("salt", "test")
    for _ in range(200):
        number = stream.below(limit)
        assert number == below_of_the_document(drawn, limit)
        assert 0 <= number < limit


@pytest.mark.parametrize("seed", ["1", "quarantuno", "♦"])
def test_a_shuffle_is_fisher_yates_from_the_back(seed: str) -> None:
    drawn = stream_of_the_document(seed, "deal 0")
    order = list(SCOPA.pack.cards)
    for place in range(39, 0, -1):
        other = below_of_the_document(drawn, place + 1)
        order[place], order[other] = order[other], order[place]
    assert Stream(seed, "deal 0").shuffled(SCOPA.pack.cards) == tuple(order)


@pytest.mark.parametrize(
    ("seed", "cards", "dealer"),
    [  # test vectors for other languages: the first ten cards of deal 0, the first dealer
        (0, "Cc Rd 6d 4c 7b 3s 2b Fd Rs Fs", 0),
        (1, "6d 7c Cb 2s 4c Rd 3c Fs 4s Rb", 1),
        (7, "6s Cb Fc 2d Fd 3s 7b Ab 7c 5s", 0),
        ("settebello", "6b 3c Rb Ad Cd 6s Fc Cb Ac 7c", 0),
    ],
)
def test_these_shuffles_never_change(seed: int | str, cards: str, dealer: int) -> None:
    match = Match.new(SCOPA, seed=seed)
    deck = match.record().deals[0].deck
    assert (" ".join(map(str, deck[:10])), match.dealer) == (cards, dealer)


def test_a_seed_is_its_text() -> None:
    assert Stream(7, "deal 0").shuffled(range(9)) == Stream("7", "deal 0").shuffled(range(9))


@pytest.mark.parametrize("seed", ["", "a\0b", "\ud800", None, 1.5, b"7", ["7"]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueRefusedError) as refused:
        Stream(seed, "deal 0")
    assert refused.value.code == "value-refused"
    if seed is not None:  # a match without a seed makes its own
        with pytest.raises(ValueRefusedError):
            Match.new(SCOPA, seed=seed)


def test_seeds_and_purposes_are_independent() -> None:
    orders = {
        Stream(seed, purpose).shuffled(range(40))
        for seed in range(20)
        for purpose in ("deal 0", "deal 1", "dealer")
    }
    assert len(orders) == 60


def test_a_stream_is_consumed_as_it_is_read() -> None:
    stream = Stream(7, "deal 0")
    assert stream.shuffled(range(40)) != stream.shuffled(range(40))


def test_shuffling_loses_nothing_and_leaves_what_it_is_given() -> None:
    given = list(range(40))
    assert sorted(Stream(1, "x").shuffled(given)) == given == list(range(40))
    assert Stream(1, "x").shuffled([]) == ()
    assert Stream(1, "x").shuffled("a") == ("a",)


@pytest.mark.parametrize("limit", [0, -1, -40])
def test_there_is_no_number_below_nothing(limit: int) -> None:
    with pytest.raises(ValueRefusedError) as refused:
        Stream(1, "x").below(limit)
    assert refused.value.code == "value-refused"


def test_f48_every_card_comes_to_every_place_equally_often() -> None:
    shuffles = 4_000
    for place in (0, 20, 39):
        times = [0] * 40
        for seed in range(shuffles):
            times[Stream(seed, "deal 0").shuffled(range(40))[place]] += 1
        expected = shuffles / 40
        chi_squared = sum((n - expected) ** 2 / expected for n in times)
        assert 14 < chi_squared < 82  # 39 degrees of freedom, one in 10,000 on either side


def test_f31_f34_the_global_generator_neither_disturbs_nor_is_disturbed() -> None:
    random.seed(1)
    before = random.getstate()
    first = Match.new(SCOPA, seed=7)
    while first.outcome is None:
        first = first.play(first.deal.legal_moves[0])
    Match.new(SCOPA)
    assert random.getstate() == before
    random.seed(2)
    second = Match.new(SCOPA, seed=7)
    while second.outcome is None:
        random.random()
        second = second.play(second.deal.legal_moves[0])
    assert second == first


def test_a_playout_uses_the_generator_it_is_given_and_no_other() -> None:
    before = random.getstate()
    deal = Match.new(SCOPA, seed=7).deal
    scores = {deal.playout(random.Random(seed)) for seed in (1, 1, 2, 3)}
    assert random.getstate() == before
    assert len(scores) > 1
    assert deal.playout(random.Random(1)) == deal.playout(random.Random(1))


def test_without_a_seed_every_match_has_a_secret_one_of_its_own() -> None:
    seeds = {Match.new(SCOPA).seed for _ in range(20)}
    assert len(seeds) == 20
    assert all(seed is not None and len(seed) == 32 for seed in seeds)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_a_seed_names_the_same_deal_in_another_process(hash_seed: str) -> None:
    code = (
        "from scopa import VARIANTS, Match;"
        "print(*Match.new(VARIANTS['scopa'], seed='x').record().deals[0].deck)"
    )
    environment: dict[str, Any] = {**os.environ, "PYTHONHASHSEED": hash_seed}
    said = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    expected = Match.new(SCOPA, seed="x").record().deals[0].deck
    assert said.stdout.split() == [str(card) for card in expected]
