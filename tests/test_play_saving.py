"""A match at the terminal that is left, saved and gone on with; and what is refused."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from scopa import VARIANTS, Match, Rank, RankCount, Variant
from scopa.__main__ import main
from tests.terminal import Keys, Output, answered, filed, in_file, play, refusal

if TYPE_CHECKING:
    from pathlib import Path

SCOPA = VARIANTS["scopa"]
LEFT = ["q", "EOF", "s"]


def typed(answers: int, leave: str = "q") -> str:
    """So many times the first move, and then how the person leaves; EOF ends it in any case."""
    return "1\n" * answers + ("" if leave == "EOF" else f"{leave}\n")


# ---------------------------------------------------------------------- saving and going on


@pytest.mark.parametrize("id", ["scopa", "cirulla", "escopa-15"])
@pytest.mark.parametrize("leave", LEFT)
def test_a_match_saved_and_gone_on_with_ends_like_one_played_at_once(
    tmp_path: Path, id: str, leave: str
) -> None:
    new, file = ("--variant", id, "--seed", "7", "--seat", "1"), tmp_path / "match.json"
    result = play(*new, "--save", str(file), typed=typed(3, leave))
    match = answered(Match.new(VARIANTS[id], seed=7), 1, 3)
    while match.outcome is None:
        assert result.ended_well
        assert result.lines[-1] == f"Saved to {file}"
        assert in_file(file) == match
        result = play("--load", str(file), typed=typed(11, leave))
        match = answered(match, 1, 11)
    assert in_file(file) == match
    assert result.lines[-3:-1] == play(*new, typed=typed(999)).lines[-2:]


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = str(tmp_path / "match.json")
    left = play("--seed", "7", "--save", file, typed=typed(2)).parts[2].splitlines()
    again = play("--load", file).parts[0].splitlines()
    assert again[:3] == [
        "Scopa: seat 0 (you) against seat 1, to 11 points.",
        "",
        "The match goes on in deal 1.",
    ]
    assert again[3:] == left[left.index("", 1) :]


def test_a_match_saved_before_its_first_move_tells_the_deal_again(tmp_path: Path) -> None:
    file = str(tmp_path / "match.json")
    first = play("--seed", "7", "--seat", "1", "--save", file)
    assert play("--load", file).output == first.output


def test_the_person_sits_where_the_match_was_saved_unless_another_seat_is_named(
    tmp_path: Path,
) -> None:
    file, copy = str(tmp_path / "match.json"), str(tmp_path / "copy.json")
    play("--seed", "7", "--seat", "1", "--save", file)
    assert "against seat 1 (you)" in play("--load", file).lines[0]
    assert "seat 0 (you) against" in play("--load", file, "--seat", "0", "--save", copy).lines[0]
    assert "seat 0 (you) against" in play("--load", copy).lines[0]
    assert "against seat 1 (you)" in play("--load", file, "--save", file).lines[0]


def test_a_file_of_another_program_is_read_and_not_written_over(tmp_path: Path) -> None:
    match = answered(Match.new(SCOPA, seed=7), 0, 4)
    annotated = evolve(match.record(), players=("you", "me"), note="It rained.")
    for value in (match, match.record(), annotated):
        path = tmp_path / "other.json"
        name = filed(path, value)
        before = path.read_bytes()
        assert play("--load", name, typed=typed(1)).lines[-1] == "Not saved."
        assert path.read_bytes() == before


def test_a_match_that_is_over_is_not_played(tmp_path: Path) -> None:
    file = str(tmp_path / "match.json")
    whole = play("--seed", "7", "--save", file, typed=typed(200))
    again = play("--load", file)
    assert again.ended_well
    assert again.lines == ["Scopa: seat 0 (you) against seat 1, to 11 points.", *whole.lines[-3:]]


def test_saving_is_possible_at_any_turn(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    result = play("--seed", "7", typed=f"s\n1\ns {one}\n1\ns {one}\n1\ns {two}\n1\nq\n")
    assert "There is no file to save to: say 's FILE'." in result.parts[1]
    assert f"Saved to {one}" in result.parts[3]
    assert result.lines[-1] == f"Saved to {two}"
    start = Match.new(SCOPA, seed=7)
    assert in_file(one) == answered(start, 0, 2)
    assert in_file(two) == answered(start, 0, 4)
    assert sorted(tmp_path.iterdir()) == [one, two]


def test_a_file_is_not_written_over_by_chance(tmp_path: Path) -> None:
    file = tmp_path / "precious.json"
    file.write_text("all I have", encoding="utf-8")
    said = f"{file}: is there already, and is not written over"
    assert refusal("play", "--save", str(file)) == said
    result = play(typed=f"s {file}\nq\n")
    assert said in result.lines
    assert result.lines[-1] == "Not saved."
    assert file.read_text(encoding="utf-8") == "all I have"


# ---------------------------------------------------------------------- how it may end


def test_the_end_of_the_input_ends_it_without_a_fault() -> None:
    result = play("--seed", "7", typed="1\n")
    assert result.ended_well
    assert result.lines[-1] == "Not saved."


@pytest.mark.parametrize(
    "last", [KeyboardInterrupt, OSError(5, "Input/output error"), ValueError("closed file")]
)
def test_an_interruption_and_a_terminal_that_is_gone_are_ends_too(
    tmp_path: Path, last: BaseException
) -> None:
    file = tmp_path / "match.json"
    result = play("--seed", "7", "--save", str(file), typed=Keys("11", last))
    assert result.ended_well
    assert result.lines[-1] == f"Saved to {file}"
    assert in_file(file) == answered(Match.new(SCOPA, seed=7), 0, 2)


def test_no_input_at_all_is_an_end_too() -> None:
    result = play("--seed", "7", typed=None)
    assert result.ended_well
    assert result.lines[-1] == "Not saved."


class Broken(Output):
    """An output whose reader goes after a while."""

    def write(self, text: str) -> int:
        if self.tell() > 1500:
            raise BrokenPipeError
        return super().write(text)

    def fileno(self) -> int:
        return os.open(os.devnull, os.O_WRONLY)


def test_when_nobody_reads_the_match_is_saved_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = play("--seed", "7", "--save", str(file), typed=typed(50), output=Broken())
    assert (result.status, result.errors) == (141, "")
    assert 2 < in_file(file).deal.ply < 36


class Moving(Keys):
    """Somebody who takes the folder of a file away after the first answer."""

    def __init__(self, room: Path, *answers: str) -> None:
        super().__init__(("1", *answers))
        room.mkdir()
        self.room = room
        self.answers = len(self.left)

    def readline(self) -> str:
        if len(self.left) < self.answers and self.room.is_dir():
            self.room.rmdir()
        return super().readline()


def test_a_match_that_cannot_be_saved_is_not_left(tmp_path: Path) -> None:
    file, copy = tmp_path / "room" / "match.json", tmp_path / "copy.json"
    keys = Moving(file.parent, "q", "s", f"s {copy}", "q")
    result = play("--seed", "7", "--save", str(file), typed=keys)
    assert result.ended_well
    failure = f"{file}: no such file or directory"
    answers = [part.splitlines() for part in result.parts[2:]]
    assert answers == [[failure], [failure], [f"Saved to {copy}"], [f"Saved to {copy}"]]
    assert in_file(copy) == answered(Match.new(SCOPA, seed=7), 0, 1)


def test_an_end_without_a_place_to_save_to_is_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "room" / "match.json"
    result = play("--seed", "7", "--save", str(file), typed=Moving(file.parent))
    assert result.status == 2
    assert result.errors == f"python -m scopa: error: {file}: no such file or directory\n"


# ---------------------------------------------------------------------- without a seed


def nearly_dealt_out(variant: Variant, seed: int) -> Match:
    """A match whose decks come from elsewhere, a few moves before its first deal is over."""
    deck = Match.new(variant, seed=seed).record().deals[0].deck
    return answered(Match.new(variant, deck=deck, dealer=0), 0, 16)


def test_a_match_without_a_seed_is_dealt_on(tmp_path: Path) -> None:
    file, copy = tmp_path / "match.json", tmp_path / "copy.json"
    name = filed(file, nearly_dealt_out(SCOPA, 7))
    result = play("--load", name, "--save", str(copy), typed=typed(3))
    assert "Deal 2. Seat 1 deals." in result.lines
    assert (in_file(copy).seed, len(in_file(copy).scores)) == (None, 1)
    whole = play("--load", str(copy), typed=typed(300))
    assert whole.lines[-1] == f"Saved to {copy}"
    assert not whole.lines[-2].startswith("The cards came")
    assert in_file(copy).outcome is not None


def test_a_match_that_awaits_a_deck_is_dealt_on(tmp_path: Path) -> None:
    match = answered(nearly_dealt_out(SCOPA, 7), 0, 2)
    assert match.awaits_deck
    lines = play("--load", filed(tmp_path / "match.json", match)).lines
    assert lines[1:5] == ["", "The match goes on in deal 2.", "", "Deal 2. Seat 1 deals."]


def test_a_void_deck_is_shuffled_again(tmp_path: Path) -> None:
    kings = RankCount(Rank.KING, 1), RankCount(Rank.ACE, 1)
    often = SCOPA.derive(id="x-void", redeals=kings)  # more than half of all decks are void
    match = answered(nearly_dealt_out(often, 7), 0, 2)
    name = filed(tmp_path / "match.json", match)
    for number in range(20):
        copy = tmp_path / f"{number}.json"
        play("--load", name, "--save", str(copy), typed=typed(1))
        assert len(in_file(copy).record().deals) == 2


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seat", "2"), "seat 2 is not one of the 2 seats"),
        (("--seat", "-1"), "argument --seat: not a seat from 0 up: '-1'"),
        (("--target", "0"), "argument --target: not a number of points from 1 up: '0'"),
        (("--players", "5"), "not 5 players: scopa is for 2, 3, 4, 6 players"),
        (("--variant", "scopas"), "no variant 'scopas' in the catalogue; close to it: scopa"),
        (("--colour", "red"), "argument --colour: invalid choice: 'red'"),
        (("--deals", "2"), "unrecognized arguments: --deals 2"),
        (("--seed", ""), "argument --seed: an empty text is no seed"),
        (("--load", "no.json"), "no.json: no such file or directory"),
        (
            ("--load", "no.json", "--seed", "7", "--target", "9"),
            "--seed, --target: not for a match",
        ),
        (("--save", "no/such/folder.json"), "no/such/folder.json: there is no such folder"),
        (("--save", "match.toml"), "match.toml: matches are saved as JSON, not as TOML"),
        (("--save", "m.toml", "--load", "m.toml"), "m.toml: matches are saved as JSON"),
        (("--save", "."), ".: is there already, and is not written over"),
    ],
)
def test_bad_arguments_are_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    assert refusal("play", *arguments).startswith(said)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b"], ids=["long", "null"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    result = play("--save", name)
    assert result.status == 2
    assert result.errors.count("\n") == 1
    assert result.errors.startswith(f"python -m scopa: error: {name[:50]}".replace("\0", " "))


def test_a_file_that_can_be_broken_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"schema":1,', encoding="utf-8")
    assert refusal("play", "--load", str(path)).startswith(f"{path}: is not JSON: ")


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m scopa play ")
