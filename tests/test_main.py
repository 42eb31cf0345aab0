"""The command line: what it prints, what it refuses, and with which exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from attrs import frozen

from scopa import VARIANTS, Card, CardSet, Match, Outcome, OutcomeReason, Rank, RankCount, Seating
from scopa.__main__ import main
from scopa._tell import InWords, json_line, table
from scopa.events import (
    BonusScored,
    Captured,
    Claimed,
    Declared,
    Event,
    LastCards,
    MatchWon,
    OpeningTaken,
    Played,
    Redealt,
    Remainder,
    Swept,
)
from scopa.packs import FRENCH_40, ITALIAN_40

TABLES = [
    (variant.id, players)
    for variant in VARIANTS.values()
    for players in sorted({seating.players for seating in variant.seatings})
]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command line and hands back its lines; nothing may go to stderr."""

    def run(*arguments: str) -> list[str]:
        assert main(arguments) == 0
        output, errors = capsys.readouterr()
        assert errors == ""
        return output.splitlines()

    return run


@pytest.fixture
def objects(printed: Any) -> Any:
    """Runs the command line with ``--json`` and hands back its objects."""

    def run(*arguments: str) -> list[Any]:
        return [json.loads(line) for line in printed(*arguments, "--json")]

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command line with arguments that it refuses, and hands back its one line."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 2
        output, errors = capsys.readouterr()
        assert output == ""
        assert errors.count("\n") == 1
        assert errors.startswith("python -m scopa: error: ")
        return errors.removeprefix("python -m scopa: error: ").rstrip("\n")

    return run


def of_type(objects: list[dict[str, Any]], *types: str) -> list[dict[str, Any]]:
    return [each for each in objects if each["type"] in types]


# ---------------------------------------------------------------------- a match in words


def test_a_match_is_told_from_the_first_deal_to_the_winner(printed: Any) -> None:
    lines = printed("--seed", "7")
    assert lines[0] == "Scopa: seat 0 against seat 1, to 11 points. Seed: 7"
    assert lines[2] == "Deal 1. Seat 0 deals."
    assert lines[3] == "Seat 1 is dealt 6 spade, FANTE coppe and FANTE denari."
    assert lines[-1] == "Seat 0 wins after 6 deals, 13 to 10: the target is reached."


def test_every_move_is_told(printed: Any) -> None:
    lines = printed("--seed", "7", "--deals", "1")
    assert sum(" lays down " in line or " plays " in line for line in lines) == 36
    assert "Seat 1 plays FANTE coppe and takes 7 coppe and 1 bastoni." in lines


def test_each_deal_has_its_score_sheet(printed: Any) -> None:
    lines = printed("--seed", "7", "--deals", "1")
    start = next(n for n, line in enumerate(lines) if line.startswith("award"))
    assert lines[start : start + 8] == [
        "award       seat 0  seat 1  why",
        "cards            0       0  20 to 20 cards",
        "coins            1       0  6 to 4 coins",
        "settebello       0       1  1 of 1 held: 7d",
        "primiera         0       1  primiera 79 to 75",
        "sweeps           0       0  0 at 1 each",
        "this deal        1       2",
        "so far           1       2",
    ]


def test_the_sheets_add_up_to_the_result(printed: Any) -> None:
    lines = printed("--seed", "3")
    deals = [line.split()[2:] for line in lines if line.startswith("this deal")]
    *_, last = (line.split()[2:] for line in lines if line.startswith("so far"))
    assert [sum(map(int, side)) for side in zip(*deals, strict=True)] == [int(n) for n in last]


def test_partners_are_one_side(printed: Any) -> None:
    lines = printed("--seed", "7", "--players", "4", "--deals", "1")
    assert lines[0].startswith("Scopa: seats 0 and 2 against seats 1 and 3, to 11 points.")
    assert any(line.startswith("award       seats 0 and 2  seats 1 and 3  why") for line in lines)


def test_cards_have_the_faces_of_the_pack(printed: Any) -> None:
    lines = printed("--seed", "7", "--variant", "scopa-french", "--deals", "1")
    assert lines[3] == "Seat 1 is dealt 6♠, J♥ and J♦."


def test_a_face_that_the_output_cannot_show_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, encoding="ascii"))
    assert main(["--seed", "7", "--variant", "scopa-french", "--deals", "1"]) == 0
    assert rb"6\N{BLACK SPADE SUIT}" in output.getvalue()


def test_an_output_without_an_encoding_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["--seed", "7", "--variant", "scopa-french", "--deals", "1"]) == 0
    assert "6♠" in output.getvalue()


# ---------------------------------------------------------------------- seeds


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_seed_always_tells_the_same_match(printed: Any, form: tuple[str, ...]) -> None:
    assert printed("--seed", "Zoff", *form) == printed("--seed", "Zoff", *form)


def test_different_seeds_tell_different_matches(printed: Any) -> None:
    assert len({tuple(printed("--seed", seed)[1:]) for seed in "12345"}) == 5


def test_without_a_seed_there_is_a_new_one_that_can_be_given_again(printed: Any) -> None:
    lines = printed()
    _, _, seed = lines[0].partition("Seed: ")
    assert printed("--seed", seed) == lines
    assert printed()[0] != lines[0]


def test_the_play_does_not_hang_on_the_shuffle(objects: Any) -> None:
    """The cards are those that the seed deals, whoever plays them."""
    match = Match.new(VARIANTS["scopa"], seed=7)
    dealt = of_type(objects("--seed", "7", "--deals", "1"), "dealt")[:2]
    hands = [CardSet.parse(" ".join(each["cards"])) for each in dealt]
    assert [match.deal.hands[each["seat"]] for each in dealt] == hands


# ---------------------------------------------------------------------- a match in JSON


def test_every_line_is_an_object_with_a_type_and_the_schema(objects: Any) -> None:
    for each in objects("--seed", "7"):
        assert isinstance(each["type"], str)
        assert each["v"] == 1


def test_the_first_object_says_what_is_played(objects: Any) -> None:
    first, deal, *_ = objects("--seed", "7")
    assert first == {
        "v": 1,
        "type": "match",
        "variant": "scopa",
        "sides": [[0], [1]],
        "seed": "7",
        "target": 11,
    }
    assert deal == {"v": 1, "type": "deal", "deal": 0, "dealer": 0, "totals": [0, 0]}


def test_events_name_their_place_and_their_cards(objects: Any) -> None:
    captured = of_type(objects("--seed", "7"), "captured")[0]
    assert captured == {
        "v": 1,
        "type": "captured",
        "deal": 0,
        "ply": 0,
        "seat": 1,
        "side": 1,
        "cards": ["Fc", "7c", "Ab"],
    }


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_each_deal_shows_every_card_dealt_and_played(objects: Any, id: str, players: int) -> None:
    told = objects("--variant", id, "--players", str(players), "--seed", "7", "--deals", "2")
    for deal in {each["deal"] for each in told if "deal" in each}:
        here = [each for each in told if each.get("deal") == deal]
        dealt = [c for each in of_type(here, "dealt", "table-laid") for c in each["cards"]]
        assert Counter(dealt) == Counter(map(str, VARIANTS[id].pack.cards))
        played = [c for each in of_type(here, "played") for c in each["cards"]]
        held = [c for each in of_type(here, "dealt") for c in each["cards"]]
        assert Counter(played) == Counter(held)


def test_each_deal_has_its_score_sheet_in_json(objects: Any) -> None:
    told = objects("--seed", "7")
    scored = of_type(told, "deal-scored")
    assert len(scored) == told[-1]["outcome"]["deals"]
    for sheet in (each["score"] for each in scored):
        for side, points in enumerate(sheet["points"]):
            assert points == sum(x["points"] for x in sheet["lines"] if x["side"] == side)
        for line in sheet["lines"]:
            assert set(line) == {"award", "side", "points", "cards", "figures", "why"}
    assert scored[-1]["totals"] == told[-1]["outcome"]["totals"]


def test_the_last_object_is_the_outcome(objects: Any) -> None:
    last = objects("--seed", "7")[-1]
    assert last["type"] == "match-won"
    assert last["outcome"] == {
        "winner": 0,
        "reason": "target",
        "totals": [13, 10],
        "deals": 6,
    }


def test_a_void_table_is_told(objects: Any) -> None:
    _, _, redealt, *rest = objects("--seed", "1029", "--deals", "1")
    assert redealt["type"] == "redealt"
    assert redealt["cards"] == ["2c", "Rd", "Rc", "Rs"]
    assert redealt["rule"] == "at least 3 kings"
    assert len(of_type(rest, "table-laid")) == 1


# ---------------------------------------------------------------------- how far to play


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_it_stops_after_so_many_deals(printed: Any, objects: Any, deals: int) -> None:
    told = objects("--seed", "7", "--deals", str(deals))
    assert len(of_type(told, "deal")) == len(of_type(told, "deal-scored")) == deals
    assert told[-1]["type"] == "stopped"
    assert told[-1]["deals"] == deals
    assert told[-1]["totals"] == told[-2]["totals"]
    words = "deal" if deals == 1 else "deals"
    assert printed("--seed", "7", "--deals", str(deals))[-1].startswith(
        f"Stopped after {deals} {words}: "
    )


def test_a_match_that_is_over_before_is_not_stopped(printed: Any) -> None:
    assert printed("--seed", "7", "--deals", "6") == printed("--seed", "7")
    assert printed("--seed", "7", "--deals", "99") == printed("--seed", "7")


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "players"), TABLES)
def test_every_game_of_the_catalogue_is_played_to_its_end(
    printed: Any, objects: Any, id: str, players: int
) -> None:
    table = ("--variant", id, "--players", str(players), "--seed", "7")
    assert " after " in printed(*table)[-1]
    told = objects(*table)
    assert told[-1]["type"] == "match-won"
    assert sum(map(len, told[0]["sides"])) == players


# ---------------------------------------------------------------------- the list of the games


def test_the_catalogue_is_listed(printed: Any) -> None:
    head, *rows = printed("variants")
    assert head.split() == ["id", "name", "players", "pack", "to"]
    assert [row.split()[0] for row in rows] == list(VARIANTS)
    assert rows[0].split() == ["scopa", "Scopa", "2", "3", "4", "6", "italian-40", "11"]


def test_the_catalogue_is_listed_in_json(objects: Any) -> None:
    listed = objects("variants")
    assert [each["id"] for each in listed] == list(VARIANTS)
    assert listed[0] == {
        "v": 1,
        "type": "variant",
        "id": "scopa",
        "name": "Scopa",
        "players": [2, 3, 4, 6],
        "pack": "italian-40",
        "target": 11,
    }


def test_a_game_of_one_deal_has_no_target(
    printed: Any, objects: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scopa = VARIANTS["scopa"]
    rules = type(scopa.match)(target=None, tie="draw")
    single = scopa.derive(id="x-single", name="Single", match=rules)
    monkeypatch.setattr("scopa.__main__.VARIANTS", {"x-single": single})
    assert printed("variants")[1].endswith("one deal")
    assert objects("variants")[0]["target"] is None
    told = printed("--variant", "x-single", "--seed", "7")
    assert told[0] == "Single: seat 0 against seat 1, one deal. Seed: 7"
    assert told[-1] == "Seat 1 wins after 1 deal, 2 to 1: one deal decides."


# ---------------------------------------------------------------------- what is refused


def test_an_unknown_game_is_refused_with_those_close_to_it(refused: Any) -> None:
    line = refused("--variant", "scopa-frensh")
    assert "no variant 'scopa-frensh' in the catalogue; close to it: scopa-french" in line


def test_a_game_that_resembles_none_is_refused_with_the_way_to_the_list(refused: Any) -> None:
    line = refused("--variant", "zzz")
    assert line == "no variant 'zzz' in the catalogue; 'python -m scopa variants' lists them"


def test_a_number_of_players_that_cannot_play_is_refused_with_those_that_can(refused: Any) -> None:
    assert refused("--players", "5") == "not 5 players: scopa is for 2, 3, 4, 6 players"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "two"), "--players: invalid int value: 'two'"),
        (("--players", "-1"), "not -1 players"),
        (("--deals", "0"), "--deals: not a number of deals from 1 up: '0'"),
        (("--deals", "-1"), "--deals: not a number of deals from 1 up: '-1'"),
        (("--deals", "some"), "--deals: not a number of deals from 1 up: 'some'"),
        (("--deals", "9" * 5000), "--deals: not a number of deals from 1 up"),
        (("--seed", ""), "--seed: an empty text is no seed"),
        (("--seed", "\udcff"), r"--seed: not a text: '\udcff'"),
        (("--seed",), "--seed: expected one argument"),
        (("--variant", ""), "no variant ''"),
        (("--variant", "two\nlines"), r"no variant 'two\nlines'"),
        (("--colour",), "unrecognized arguments: --colour"),
        (("--player", "2"), "unrecognized arguments: --player 2"),
        (("varianti",), "unrecognized arguments: varianti"),
        (("two\nlines",), "unrecognized arguments: two lines"),
        (("variants", "scopa"), "unrecognized arguments: scopa"),
        (("variants", "--seed", "7", "--deals", "2"), "--seed, --deals: not for a list"),
    ],
)
def test_bad_arguments_are_one_clear_line(
    refused: Any, arguments: tuple[str, ...], said: str
) -> None:
    assert said in refused(*arguments)


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m scopa ")


# ---------------------------------------------------------------------- as a program


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - arguments of this file
        [sys.executable, "-m", "scopa", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_it_runs_as_a_program(printed: Any) -> None:
    with start("--seed", "7", "--deals", "1") as program:
        output, errors = program.communicate()
    assert (program.returncode, errors) == (0, "")
    assert output.splitlines() == printed("--seed", "7", "--deals", "1")


def test_a_refusal_is_the_exit_status_of_the_program() -> None:
    with start("--deals", "0") as program:
        output, errors = program.communicate()
    assert (program.returncode, output) == (2, "")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("arguments", [("variants", "--json"), ("--seed", "7")])
def test_a_reader_who_has_gone_is_no_error(arguments: tuple[str, ...]) -> None:
    with start(*arguments) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        errors = program.stderr.read()
    assert (program.returncode, errors) == (141, "")


# ---------------------------------------------------------------------- every event in words


@frozen
class Whispered(Event):
    """An event that the words do not know."""


def say(event: Event) -> str:
    """The sentence for an event at a table of two."""
    return InWords(ITALIAN_40, Seating.singles(2))._sentence(event)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(part) for part in text.split())


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Redealt(0, 1, 1, cards("Rd Rc Rs 2d"), RankCount(Rank.KING, 3)),
            (
                "Seat 1 lays RE denari, RE coppe, RE spade and 2 denari: void, at least 3 kings. "
                "Seat 1 deals again."
            ),
        ),
        (
            OpeningTaken(0, 1, 1, cards("7d 8d"), 2),
            "Seat 1 takes 7 denari and 8 denari before play: 2 sweeps.",
        ),
        (LastCards(30, 1, 1, ()), "These are the last cards."),
        (Played(3, 0, 0, cards("7d")), "Seat 0 lays down 7 denari."),
        (Captured(3, 0, 0, cards("7d 7c")), "Seat 0 plays 7 denari and takes 7 coppe."),
        (Captured(3, 0, 0, cards("Ad")), "Seat 0 plays 1 denari and keeps it."),
        (
            Claimed(4, 1, 1, cards("7c 7d")),
            "Seat 1 claims what was overlooked: 7 coppe and 7 denari.",
        ),
        (Swept(3, 0, 0, cards("7d 7c"), 1), "Seat 0 sweeps the table: 1 point."),
        (BonusScored(3, 0, 0, cards("7d 7c"), "picada", 2), "Seat 0 scores picada: 2 points."),
        (
            Remainder(36, 0, 0, cards("2d")),
            "Seat 0 takes what is left: 2 denari.",
        ),
        (
            Remainder(36, None, None, cards("2d 4d")),
            "Nobody takes what is left: 2 denari and 4 denari.",
        ),
        (
            Declared(2, 1, 1, cards("3d Ac As"), None, 3),
            "Seat 1 declares 3 denari, 1 coppe and 1 spade: 3 points.",
        ),
        (
            Declared(2, 1, 1, cards("5d 5s 7c"), Rank.FIVE, 10),
            "Seat 1 declares 5 denari, 5 spade and 7 coppe, the wild card as a five: 10 points.",
        ),
        (Whispered(2, 1, 1, cards("7d")), "Seat 1: whispered 7 denari."),
        (Whispered(2, 1, 1, ()), "Seat 1: whispered."),
    ],
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert say(event) == sentence


@pytest.mark.parametrize("reason", OutcomeReason)
def test_every_outcome_has_its_sentence(reason: OutcomeReason) -> None:
    winner = None if reason is OutcomeReason.DRAW else 1
    words = InWords(FRENCH_40, Seating.pairs())
    sentence = words._sentence(MatchWon(36, None, winner, (), Outcome(winner, reason, (5, 7), 2)))
    who = "Nobody wins" if winner is None else "Seats 1 and 3 win"
    points = "5 to 7" if winner is None else "7 to 5"
    assert sentence.startswith(f"{who} after 2 deals, {points}: ")


# ---------------------------------------------------------------------- the small parts


def test_columns_are_aligned() -> None:
    rows = [("who", "points", ""), ("a", "3", "x"), ("bcd", "12", "")]
    assert list(table(rows)) == ["who  points", "a         3  x", "bcd      12"]


def test_json_holds_what_it_can_and_the_rest_as_text() -> None:
    line = json_line("any", card=Card.parse("7d"), rank=Rank.KING, none=None, deep=((1, None),))
    assert json.loads(line) == {
        "v": 1,
        "type": "any",
        "card": "7d",
        "rank": "R",
        "none": None,
        "deep": [[1, None]],
    }
