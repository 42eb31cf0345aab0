"""Files written by earlier versions are read for good.

``python -m tests.test_saved_files`` writes the files that are missing. A file that is there is
never written anew: where a form changes, its files go to a folder of their own, beside these.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from scopa import Deal, Match, Variant
from scopa.codec import SCHEMA, from_json, to_json
from scopa.view import View
from tests.texts import values

FIXTURES = Path(__file__).parent / "fixtures"
TEXTS = FIXTURES / f"json-{SCHEMA}"
PICKLES = FIXTURES / "pickle-1"
"""Pickles of the first form, in which the values were kept as they are inside."""

PUBLIC = FIXTURES / "pickle-2"
"""Pickles of the form that holds what is public of a value."""


def pickled() -> dict[str, Any]:
    """What there is a pickle of that the first pickles were made of."""
    match = values()["match-second"]
    own = {name: values()[name] for name in ("card", "cards", "play", "claim", "declare")}
    return {
        **own,
        "variant": values()["house"],
        "setup": match.deal.setup(),
        "deal": match.deal,
        "match": match,
        "view": match.deal.view(1),
        "score": match.scores[0],
    }


def pickled_publicly() -> dict[str, Any]:
    """What there is a pickle of in which all is public: of every type."""
    return values()


@pytest.mark.parametrize("name", values())
def test_a_text_is_read_and_written_as_it_was(name: str) -> None:
    text = (TEXTS / f"{name}.json").read_text(encoding="utf-8").rstrip("\n")
    assert from_json(text) == values()[name]
    assert to_json(values()[name]) == text


KEPT = {
    **{f"{PICKLES.name}/{name}": value for name, value in pickled().items()},
    **{f"{PUBLIC.name}/{name}": value for name, value in pickled_publicly().items()},
}
"""What each pickle that is kept has to be read as."""


@pytest.mark.parametrize("name", KEPT)
def test_a_pickle_is_read(name: str) -> None:
    read = pickle.loads((FIXTURES / f"{name}.pickle").read_bytes())  # noqa: S301
    value = KEPT[name]
    assert read == value
    assert type(read) is type(value)
    assert hash(read) == hash(value)
    assert to_json(read) == to_json(value)


def test_what_was_read_from_a_pickle_plays_on() -> None:
    match = pickle.loads((PICKLES / "match.pickle").read_bytes())  # noqa: S301
    assert isinstance(match, Match)
    move = match.deal.legal_moves[0]
    assert match.step(move) == pickled()["match"].step(move)
    deal = pickle.loads((PICKLES / "deal.pickle").read_bytes())  # noqa: S301
    assert isinstance(deal, Deal)
    assert deal.play(move) == match.deal.play(move)
    view = pickle.loads((PICKLES / "view.pickle").read_bytes())  # noqa: S301
    assert isinstance(view, View)
    assert view.worlds() == pickled()["view"].worlds()
    variant = pickle.loads((PICKLES / "variant.pickle").read_bytes())  # noqa: S301
    assert isinstance(variant, Variant)
    assert variant.derive() == match.variant


@pytest.mark.parametrize("name", ["card", "cards", "play", "claim", "declare", "setup", "deal"])
def test_a_pickle_names_cards_and_holds_no_masks(name: str) -> None:
    data = (PICKLES / f"{name}.pickle").read_bytes()
    assert b"_bits" not in data
    assert b"_bit" not in data
    assert b"_state" not in data


def test_nothing_is_kept_that_is_not_tested() -> None:
    assert {path.stem for path in TEXTS.iterdir()} == set(values())
    folders = (PICKLES, PUBLIC)
    kept = {f"{folder.name}/{path.stem}" for folder in folders for path in folder.iterdir()}
    assert kept == set(KEPT)
    assert {path.name for path in FIXTURES.iterdir()} >= {TEXTS.name, *(x.name for x in folders)}


def write_missing() -> None:
    """Write the files that are not there."""
    files = {
        TEXTS / f"{name}.json": f"{to_json(value)}\n".encode() for name, value in values().items()
    }
    files |= {FIXTURES / f"{name}.pickle": pickle.dumps(value, 4) for name, value in KEPT.items()}
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_bytes(data)


if __name__ == "__main__":
    write_missing()
