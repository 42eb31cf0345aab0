"""A person at the terminal: what is shown and what is not, and what is understood."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from scopa import VARIANTS, CardSet, Deal, Match, Seating, parse_move
from scopa._play import OPPONENT, in_words, menu, move_meant
from scopa._tell import InWords
from tests.positions import card, next_deal, position
from tests.terminal import PROMPT, TABLES, Keys, Output, answered, at_turn, filed, in_file, play

if TYPE_CHECKING:
    from pathlib import Path

    from scopa.view import View

SCOPA = VARIANTS["scopa"]
ESCAPE = re.compile("\x1b\\[[0-9;]*m")
START = [sys.executable, "-X", "utf8", "-m", "scopa", "play", "--seed", "7"]


# ---------------------------------------------------------------------- a whole match


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "players"), TABLES)
def test_every_game_is_played_to_its_end(tmp_path: Path, id: str, players: int) -> None:
    file = tmp_path / "match.json"
    table = ("--variant", id, "--players", str(players), "--seed", "7")
    result = play(*table, "--save", str(file), typed="1\n" * 2000)
    assert result.ended_well
    assert re.match(r"(Nobody|Seats? [\d ,(you)and]+) wins? after ", result.lines[-3])
    assert result.lines[-2:] == ["The cards came from the seed 7", f"Saved to {file}"]
    match = Match.new(VARIANTS[id], seed=7, seating=VARIANTS[id].seating_for(players))
    assert in_file(file) == answered(match, 0, 2000)


def test_a_turn_shows_what_the_seat_knows_and_what_it_can_do() -> None:
    result = play("--seed", "7", typed="1\n")
    assert result.parts[0].splitlines() == [
        "Scopa: seat 0 (you) against seat 1, to 11 points.",
        "",
        "Deal 1. Seat 0 (you) deals.",
        "Seat 1 is dealt 3 cards.",
        "Seat 0 (you) is dealt CAVAL bastoni, 2 denari and 3 spade.",
        "Seat 0 (you) lays 7 bastoni, 1 bastoni, 7 coppe and 5 spade on the table.",
        "Seat 1 plays FANTE denari and takes 7 coppe and 1 bastoni.",
        "",
        "You are to move after 1 move; seat 0 (you) dealt; 30 cards to come.",
        "On the table: 5 spade and 7 bastoni.",
        "In your hand: 2 denari, 3 spade and CAVAL bastoni.",
        "",
        "side          in hand  captured  sweeps  so far",
        "seat 0 (you)        3         0       0       0",
        "seat 1              2         3       0       0",
        "",
        "   your moves          written",
        "1  play 2 denari       2d",
        "2  play 3 spade        3s",
        "3  play CAVAL bastoni  Cb",
    ]
    assert result.parts[1].splitlines()[1:3] == [
        "Seat 0 (you) lays down 2 denari.",
        "Seat 1 lays down FANTE coppe.",
    ]


def test_a_seat_and_a_target_are_chosen() -> None:
    result = play("--seed", "7", "--players", "4", "--seat", "3", "--target", "21")
    assert result.lines[0] == "Scopa: seats 0 and 2 against seats 1 and 3 (you), to 21 points."
    assert "Seat 3 (you) is dealt" in result.output


def test_a_deal_that_ends_is_counted_and_the_next_one_dealt() -> None:
    result = play("--seed", "7", typed="1\n" * 18)
    assert any(line.startswith("award  ") for line in result.lines)
    assert "Deal 2. Seat 1 deals." in result.lines


def test_without_a_game_it_is_scopa_with_a_seed_that_nobody_knows() -> None:
    one, other = play(), play()
    assert one.lines[0] == other.lines[0] == "Scopa: seat 0 (you) against seat 1, to 11 points."
    assert one.lines[3:] != other.lines[3:]


# ---------------------------------------------------------------------- what is not shown


class Watching(Keys):
    """Somebody who types 1 at each turn, and looks for cards that the seat may not know of."""

    def __init__(self, match: Match, seat: int, output: Output) -> None:
        super().__init__(())
        self.match = at_turn(match, seat)
        self.seat = seat
        self.output = output
        self.read = 0
        self.turns = 0

    def readline(self) -> str:
        text = self.output.getvalue()[self.read :]
        self.read += len(text)
        self.turns += 1
        _, _, this_deal = text.rpartition("\nDeal ")  # what was in the deal before is known by now
        assert not hidden(this_deal or text, self.match.deal.view(self.seat))
        assert self.match.deal.table <= found(text, self.match.deal.view(None))
        self.match = answered(self.match, self.seat)
        return "1\n"


CODES = re.compile(r"(?<!\w)[!#]?((?:[A2-9TFCR][dcsb])+)(?:x((?:[A2-9TFCR][dcsb])+))?(?!\w)")


def found(text: str, view: View) -> CardSet:
    """The cards that a text names, by their faces or their codes. A void table is for all eyes."""
    text = "\n".join(line for line in text.splitlines() if ": void, " not in line)
    codes = {code for parts in CODES.findall(text) for code in re.findall("..", "".join(parts))}
    pack = view.variant.pack
    faces = {card: re.escape(pack.face(card)) for card in pack.cards}
    return CardSet(
        card
        for card, face in faces.items()
        if str(card) in codes or re.search(rf"(?<!\w){face}(?!\w)", text)
    )


def hidden(text: str, view: View) -> CardSet:
    """The cards that a text names although their place is not known."""
    return found(text, view) & view.unseen


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("id", "players", "seat"),
    [
        ("scopa", 2, 0),
        ("scopa", 4, 1),
        ("scopa-french", 3, 2),
        ("escopa-15", 2, 1),
        ("cicera", 4, 3),
        ("cirulla", 3, 0),
        ("scopone", 4, 0),
    ],
)
def test_no_card_is_shown_that_the_seat_may_not_know(id: str, players: int, seat: int) -> None:
    variant, output = VARIANTS[id], Output()
    match = Match.new(variant, seed=11, seating=variant.seating_for(players))
    watching = Watching(match, seat, output)
    table = ("--variant", id, "--players", str(players), "--seat", str(seat), "--seed", "11")
    result = play(*table, typed=watching, output=output)
    assert result.ended_well
    assert watching.match.outcome is not None
    assert watching.turns > 8
    assert result.output.count("seed") == 1


def test_such_cards_would_be_found() -> None:
    match = Match.new(SCOPA, seed=7)
    all_told = "\n".join(InWords(SCOPA.pack, match.seating).deal(match))
    assert hidden(all_told, match.deal.view(0)) == match.deal.hands[1]
    moves = " ".join(map(str, match.deal.legal_moves))
    assert hidden(moves, match.deal.view(0)) == match.deal.hands[1]


# ---------------------------------------------------------------------- what is understood


@pytest.mark.parametrize(
    "answer",
    ["2", " 2 ", "Cbx2d7b", "Cb x 7b 2d", "cbX2D7B", "Cb", "CAVAL bastoni, 2 denari", "\u0662"],
    ids=ascii,
)
def test_a_move_is_named_by_its_number_or_written(answer: str) -> None:
    result = play("--seed", "7", typed=f"1\n{answer}\n")
    assert "Seat 0 (you) plays CAVAL bastoni and takes 2 denari and 7 bastoni." in result.lines


KNOWN = "is no move: say 1 to 2, or a move like 3s; ? helps."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", f"That {KNOWN}"),
        ("foo", f"'foo' {KNOWN}"),
        ("x" * 9999, f"'{'x' * 40}' {KNOWN}"),
        ("9" * 5000, f"'{'9' * 40}' {KNOWN}"),
        ("\x1b[2J", rf"'\x1b[2J' {KNOWN}"),
        ("q now", f"'q now' {KNOWN}"),
        ("3sx5s5s", f"'3sx5s5s' {KNOWN}"),
        ("0", "There is no move 0: say 1 to 2."),
        ("3", "There is no move 3: say 1 to 2."),
        ("7d", "7d: you do not hold that card."),
        ("3sx3s", "3sx3s: a card cannot take itself."),
        ("3sxRd", "3sxRd: not all of those cards lie on the table."),
        ("3sx2d", "3sx2d: that capture does not add up."),
        ("3s5s5s", f"'3s5s5s' {KNOWN}"),
        ("!7b", "!7b: there is no such thing to claim."),
        ("#", "#: there is no such thing to declare."),
    ],
    ids=lambda text: ascii(text)[:20],
)
def test_what_is_wrong_is_answered_in_a_line_and_asked_again(answer: str, said: str) -> None:
    result = play("--seed", "7", typed=f"1\n{answer}\n2\n")
    assert result.ended_well
    assert result.parts[2].splitlines() == ["", said]
    assert "Seat 0 (you) plays CAVAL bastoni" in result.parts[3]


def test_a_move_written_too_short_is_answered_with_those_it_could_be() -> None:
    result = play("--seed", "7", typed="1\n1\nCb\nCb 6s\n")
    assert "That is not one move: 'Cb' could be 'Cbx2d7b, Cbx3s6s'." in result.parts[3]
    assert "Seat 0 (you) plays CAVAL bastoni and takes 3 spade and 6 spade." in result.parts[4]


@pytest.mark.parametrize(
    ("variant", "hand", "table", "answer", "said"),
    [
        ("scopa", "7d 2s", "7c 3d 4c", "7dx3d4c", "an equal card lies there and comes first"),
        ("scopa", "7d 2s", "3d 4c 2b", "7dx3d2b", "that capture does not add up"),
        (
            "asso-piglia-tutto",
            "Ad 2s",
            "3d Ac",
            "Adx3dAc",
            "that card cannot be played so now",
        ),
    ],
)
def test_the_rules_say_why_a_move_is_not_legal(
    variant: str, hand: str, table: str, answer: str, said: str
) -> None:
    deal = position(variant, hand=hand, table=table, stock="Rb 6b")
    with pytest.raises(Exception, match=re.escape(said)):
        move_meant(answer, deal.view(0))


def test_help_says_how_moves_and_cards_are_written(tmp_path: Path) -> None:
    result = play("--variant", "scopa-french", typed="?\n")
    said = result.parts[1]
    assert "Ranks: A A, 2, 3, 4, 5, 6, 7, F J, C Q, R K. Suits: d ♦, c ♥, s ♠, b ♣." in said
    assert "s saves (nowhere yet)" in said
    file = tmp_path / "match.json"
    assert f"s saves (to {file})" in play("--save", str(file), typed="?\n").parts[1]


def test_what_is_no_text_is_answered_like_any_wrong_input() -> None:
    done = subprocess.run(START, input=b"\xff\xfe\n1\n", capture_output=True, check=True)  # noqa: S603
    assert done.stderr == b""
    assert "is no move" in done.stdout.decode()
    assert done.stdout.decode().count(PROMPT) == 3


def test_every_kind_of_move_has_its_words() -> None:
    words = InWords(SCOPA.pack, Seating.singles(2))
    said = {
        text: in_words(parse_move(text), words) for text in ("#", "#5", "!7cFb", "7d", "7dx3d4c")
    }
    assert said == {
        "#": "declare your hand",
        "#5": "declare your hand, the wild card as a five",
        "!7cFb": "claim 7 coppe and FANTE bastoni",
        "7d": "play 7 denari",
        "7dx3d4c": "play 7 denari, take 3 denari and 4 coppe",
    }


def test_of_many_moves_the_first_are_listed() -> None:
    moves = [parse_move(str(card)) for card in SCOPA.pack.cards] * 2
    *listed, more = menu(moves, InWords(SCOPA.pack, Seating.singles(2)))
    assert len(listed) == 41
    assert listed[-1].split() == ["40", "play", "RE", "bastoni", "Rb"]
    assert more == "and 40 more: say a number up to 80, or write one"


# ---------------------------------------------------------------------- colours and faces


@pytest.mark.parametrize(
    ("arguments", "environment", "terminal", "coloured"),
    [
        ((), {}, True, True),
        ((), {}, False, False),
        ((), {"NO_COLOR": "1"}, True, False),
        ((), {"NO_COLOR": ""}, True, True),
        ((), {"TERM": "dumb"}, True, False),
        (("--colour", "auto"), {}, True, True),
        (("--colour", "always"), {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
        (("--colour", "never"), {}, True, False),
    ],
)
def test_suits_have_colours_where_the_terminal_has_them(
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    terminal: bool,
    coloured: bool,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = play("--seed", "7", *arguments, typed="1\n", output=Output(terminal=terminal))
    assert ("\x1b[33m2 denari\x1b[0m" in result.output) == coloured
    assert bool(ESCAPE.search(result.output)) == coloured


def test_colours_change_nothing_else() -> None:
    bare = play("--seed", "7", "--colour", "never", typed="1\n" * 99)
    coloured = play("--seed", "7", "--colour", "always", typed="1\n" * 99)
    assert ESCAPE.sub("", coloured.output) == bare.output


def test_faces_that_the_output_cannot_show_are_codes() -> None:
    class Ascii(Output):
        encoding = "ascii"

    result = play("--seed", "7", "--variant", "scopa-french", typed="1\n", output=Ascii())
    assert "In your hand: 2d, 3s and Cb." in result.lines
    assert result.output.isascii()


def test_what_a_file_calls_things_does_not_move_the_cursor(tmp_path: Path) -> None:
    evil = SCOPA.derive(id="x-evil", name="\x1b[2J\x07Evil\n")
    result = play("--load", filed(tmp_path / "evil.json", Match.new(evil, seed=7)))
    assert result.lines[0] == " [2J Evil : seat 0 (you) against seat 1, to 11 points."


# ---------------------------------------------------------------------- the opponents

STOCK = "Ab 2b 3b 4b Rb 6b"


def choice(deal: Deal) -> str:
    return str(OPPONENT(deal.view(deal.turn), Random(0)))


@pytest.mark.parametrize(
    ("variant", "hand", "table", "move"),
    [
        ("scopa", "7d 5c", "5s", "5cx5s"),  # a sweep
        ("scopa", "Fd 5c", "3s 5s 4d Ac", "Fdx4dAc3s"),  # the most cards
        ("scopa", "7c 6d", "7d 7s Rd", "7cx7d"),  # the seven of coins
        ("scopa", "5c 6d", "5d 5s Rd", "5cx5d"),  # a coin
        ("scopa", "4s 6d", "Ad 4c Fd", "4sx4c"),
        ("scopa", "7d 7c Rs", "2s", "Rs"),  # worth least
        ("scopa", "7d 7c Rd", "2s", "Rd"),  # a seven is worth more than a coin
        ("scopa-a-perdere", "7d 5c Rs", "4s", "7d"),  # here the fewest points win
        ("scopa-a-perdere", "7d 5c Rs", "5s 2s", "Rs"),
        ("scopa-a-perdere", "7d 5c", "5s 2s", "5cx5s"),
    ],
)
def test_an_opponent_scores_takes_or_gives_little_away(
    variant: str, hand: str, table: str, move: str
) -> None:
    assert choice(position(variant, hand=hand, table=table, stock=STOCK)) == move


def test_an_opponent_counts_bonuses_and_declarations() -> None:
    echoes = position("cicera", hand="5c 4d", table="Ad 4c 5s", placed=card("5s"), last_taker=1)
    assert choice(echoes) == "5cx5s"
    declares = position("cirulla", hand="Ad 2c 3s", table="Rd", stock=STOCK)
    assert choice(declares) == "#"


def test_an_opponent_chooses_by_what_it_may_know() -> None:
    view = next_deal(Match.new(SCOPA, seed=7)).deal.view(0)
    worlds = [view.determinize(Random(seed)) for seed in range(20)]
    assert len({deal.hands[1] for deal in worlds}) > 10
    assert len({OPPONENT(deal.view(0), Random(0)) for deal in worlds}) == 1


# ---------------------------------------------------------------------- as a program


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    done = subprocess.run(  # noqa: S603 - arguments of this file
        [*START, "--save", str(one)],
        input="1\n1\nq\n",
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    same = play("--seed", "7", "--save", str(other), typed="1\n1\nq\n")
    assert done.stdout.replace(str(one), str(other)) == same.output
    assert done.stderr == ""
    assert in_file(one) == in_file(other)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_it_runs_in_a_terminal() -> None:
    import pty

    screen, end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(  # noqa: S603 - arguments of this file
        START, stdin=end, stdout=end, stderr=end, env=environment
    ) as program:
        os.close(end)
        shown = b""
        for answer in (b"1\n", b"nonsense\n", b"\x04"):  # the last is the end of the input
            while not shown.endswith(PROMPT.encode()):
                shown += os.read(screen, 4096)
            os.write(screen, answer)
            shown += b"\n"
        while chunk := read_from(screen):
            shown += chunk
    os.close(screen)
    assert program.returncode == 0
    text = shown.decode().replace("\r\n", "\n")
    assert "\x1b[33m2 denari\x1b[0m" in text
    assert "'nonsense' is no move" in text
    assert text.endswith("\nNot saved.\n")


def read_from(screen: int) -> bytes:
    """What a terminal shows; nothing once its program has gone."""
    try:
        return os.read(screen, 4096)
    except OSError:
        return b""
