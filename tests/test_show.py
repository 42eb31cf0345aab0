"""What the command line tells of files: ``replay`` and ``show``, and which files it refuses."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from scopa import (
    VARIANTS,
    Audit,
    Card,
    CardSet,
    Cut,
    IllegalReason,
    Match,
    OutcomeReason,
    Problem,
    Rank,
    Seating,
    Setup,
    Suit,
    Sum,
    Variant,
    parse_move,
)
from scopa.__main__ import main
from scopa.codec import to_json
from scopa.events import Remainder
from scopa.record import dumps
from tests.positions import next_deal, position
from tests.terminal import TABLES, filed, in_file, refusal, run

if TYPE_CHECKING:
    from pathlib import Path

    from scopa import Record

SCOPA = VARIANTS["scopa"]


def played_as_told(variant: Variant, players: int, seed: str) -> Match:
    """The match that ``python -m scopa --seed`` tells, of which the README speaks."""
    match = Match.new(variant, seed=seed, seating=variant.seating_for(players))
    random = Random(f"players {seed}").random
    while match.outcome is None:
        moves = match.deal.legal_moves
        match = match.play(moves[int(random() * len(moves))])
    return match


def moved(match: Match, moves: int) -> Match:
    for _ in range(moves):
        match = match.play(match.deal.legal_moves[0])
    return match


def told(command: str, path: Path, value: object, *more: str) -> list[str]:
    """What a command tells of a file with this value."""
    result = run(command, filed(path, value), *more)
    assert result.ended_well
    return result.lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "value.json"


# ---------------------------------------------------------------------- replay


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "players"), TABLES)
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_a_replay_tells_what_was_told_when_it_was_played(
    path: Path, id: str, players: int, form: tuple[str, ...]
) -> None:
    match = played_as_told(VARIANTS[id], players, "7")
    first = run("--variant", id, "--players", str(players), "--seed", "7", *form)
    assert told("replay", path, match, *form) == first.lines


def test_a_match_that_was_saved_at_the_terminal_is_replayed(path: Path) -> None:
    run("play", "--seed", "7", "--save", str(path), typed="1\n1\n1\n")
    lines = run("replay", str(path)).lines
    assert lines[0] == "Scopa: seat 0 against seat 1, to 11 points. Seed: 7"
    assert "Seat 1 is dealt 6 spade, FANTE coppe and FANTE denari." in lines
    assert lines[-1] == "Stopped after 7 moves: 0 to 0."


@pytest.mark.parametrize(
    ("moves", "words", "deals", "more"),
    [
        (0, "Stopped after 0 deals: 0 to 0.", 0, {}),
        (1, "Stopped after 1 move: 0 to 0.", 0, {"moves": 1}),
        (36, "Stopped after 1 deal: 3 to 0.", 1, {}),
        (40, "Stopped after 1 deal and 4 moves: 3 to 0.", 1, {"moves": 4}),
    ],
)
def test_a_match_that_is_not_over_is_told_as_far_as_it_goes(
    path: Path, moves: int, words: str, deals: int, more: dict[str, int]
) -> None:
    match = moved(Match.new(SCOPA, seed=7), moves)
    assert told("replay", path, match)[-1] == words
    last = json.loads(told("replay", path, match, "--json")[-1])
    totals = list(match.totals)
    assert last == {"v": 1, "type": "stopped", "deals": deals, "totals": totals, **more}


def annotated(match: Match) -> Record:
    return evolve(match.record(), players=("Anna", "Bruno"), note="At the bar.\nIt rained.")


def test_a_record_is_replayed_with_its_names_and_its_note(path: Path) -> None:
    record = annotated(played_as_told(SCOPA, 2, "7"))
    lines = told("replay", path, record)
    assert lines[1:3] == ["Players: Anna and Bruno.", "Note: At the bar. It rained."]
    assert [lines[0], *lines[3:]] == run("--seed", "7").lines
    objects = told("replay", path, record, "--json")
    assert json.loads(objects[1]) == {
        "v": 1,
        "type": "record",
        "players": ["Anna", "Bruno"],
        "note": "At the bar.\nIt rained.",
    }
    assert [objects[0], *objects[2:]] == run("--seed", "7", "--json").lines


def without_seed() -> Match:
    """Two deals from given decks, a penalty in the first."""
    deck = Match.new(SCOPA, seed=7).record().deals[0].deck
    match = next_deal(Match.new(SCOPA, deck=deck, dealer=0).penalise(1, 2))
    return moved(match.deal_next(Match.new(SCOPA, seed=8).record().deals[0].deck), 5)


def test_a_match_without_a_seed_is_replayed_with_its_penalties(path: Path) -> None:
    match = without_seed()
    lines = told("replay", path, match)
    assert lines[0] == "Scopa: seat 0 against seat 1, to 11 points."
    assert next(line for line in lines if line.startswith("penalty")).split()[1:3] == ["0", "-2"]
    points = [str(number) for number in match.totals]
    for row in ("this deal", "so far"):
        assert next(line for line in lines if line.startswith(row)).split()[2:] == points
    assert json.loads(told("replay", path, match, "--json")[0])["seed"] is None


# ---------------------------------------------------------------------- show


POSITION = [
    "Seat 1 is to move after 4 moves; seat 0 dealt; 30 cards to come.",
    "On the table: CAVAL denari, 4 spade and 7 spade.",
    "In the hand of seat 0: CAVAL bastoni.",
    "In the hand of seat 1: 3 bastoni.",
    "",
    "side    in hand  captured  sweeps  so far",
    "seat 0        1         3       0       7",
    "seat 1        1         2       0       2",
    "Captured by seat 0: 5 denari, 1 bastoni and 4 bastoni.",
    "Captured by seat 1: RE spade and RE bastoni.",
]
STANDING = [
    "",
    "deal    seat 0  seat 1",
    "1            3       0",
    "2            4       2",
    "so far       7       2",
    "",
    "Deal 3.",
]


@pytest.fixture
def match() -> Match:
    """A match in its third deal."""
    return moved(Match.new(SCOPA, seed=7), 76)


def test_a_match_is_shown_with_its_totals_and_its_position(path: Path, match: Match) -> None:
    assert told("show", path, match) == [
        "Scopa: seat 0 against seat 1, to 11 points. Seed: 7",
        "Stopped after 2 deals and 4 moves: 7 to 2.",
        *STANDING,
        *POSITION,
    ]


def test_a_view_of_a_match_is_shown_without_what_is_hidden(path: Path, match: Match) -> None:
    for seat, hands in ((0, [POSITION[2]]), (1, [POSITION[3]]), (None, [])):
        assert told("show", path, match.view(seat)) == [
            "Scopa: seat 0 against seat 1, to 11 points.",
            *STANDING,
            *POSITION[:2],
            *hands,
            *POSITION[4:],
        ]


def test_a_match_that_is_over_is_shown_with_its_end(path: Path) -> None:
    over = played_as_told(SCOPA, 2, "7")
    lines = told("show", path, over)
    assert lines[1] == "Seat 0 wins after 6 deals, 13 to 10: the target is reached."
    assert lines[-2:] == ["so far      13      10", ""]
    assert told("show", path, over.view(0))[1:] == lines[1:]


def test_a_match_between_two_deals_is_shown(path: Path) -> None:
    deck = Match.new(SCOPA, seed=7).record().deals[0].deck
    lines = told("show", path, next_deal(Match.new(SCOPA, deck=deck, dealer=0)))
    assert lines[1] == "Stopped after 1 deal: 3 to 0."
    assert "Deal 1." in lines
    assert "The deal is over after 36 moves." in lines


def test_a_match_that_has_just_begun_is_shown(path: Path) -> None:
    lines = told("show", path, Match.new(SCOPA, seed=7))
    assert lines[1:5] == [
        "Stopped after 0 deals: 0 to 0.",
        "",
        "Deal 1.",
        "Seat 1 is to move after 0 moves; seat 0 dealt; 30 cards to come.",
    ]


def test_a_match_with_a_penalty_is_shown(path: Path) -> None:
    lines = told("show", path, without_seed())
    assert lines[3:6] == [
        "deal    seat 0  seat 1",
        "1            3      -2",
        "so far       3      -2",
    ]


def test_a_deal_its_setup_and_its_views_are_shown(path: Path, match: Match) -> None:
    deal = match.deal
    columns = [line[: len("side    in hand  captured  sweeps")] for line in POSITION[5:8]]
    lines = ["Scopa: seat 0 against seat 1.", *POSITION[:5], *columns, *POSITION[8:]]
    assert told("show", path, deal) == lines
    assert told("show", path, deal.setup()) == lines
    assert told("show", path, deal.view(0)) == [*lines[:4], *lines[5:]]
    assert told("show", path, deal.view(None)) == [*lines[:3], *lines[5:]]
    counted = told("show", path, deal.view(0).counts_only())
    assert counted == [*lines[:4], *lines[5:-2]]


def test_what_some_games_have_besides_is_shown(path: Path) -> None:
    cicera = position(
        "cicera", hand="5c 4d", table="Ad 4c 5s", placed=Card.parse("5s"), last_taker=1
    )
    lines = told("show", path, cicera)
    assert "Laid down last: 5 spade." in lines
    assert lines[-4].split()[-4:] == ["sweeps", "picada", "simili", "cuatriglia"]
    assert lines[-3].split()[:8] == ["seats", "0", "and", "2", "2", "+", "2", "0"]


def test_what_may_be_claimed_is_shown(path: Path) -> None:
    deal = position("escopa-15", hand="7d", table="5d 3s", stock="Ab 2b")
    passed = deal.play(parse_move("7d"))
    assert passed.is_claimable
    lines = told("show", path, passed)
    assert "Laid down last: 7♦, and what it could have taken may be claimed." in lines


def test_what_a_declaration_has_shown_is_shown_to_all(path: Path) -> None:
    deal = position("cirulla", hand="7c 2d 2s", table="Rd", stock="Ab 2b 3b 4b 5b 6b")
    declared = deal.play(parse_move("#2"))
    for seat in (1, None):
        lines = told("show", path, declared.view(seat))
        assert "7 coppe counts as a two." in lines
        assert "Seat 0 has shown: 2 denari, 7 coppe and 2 spade." in lines
    lines = told("show", path, declared)
    assert not any("has shown" in line for line in lines)
    assert "side    in hand  captured  sweeps  declared" in lines


def test_a_position_that_cannot_be_is_shown_with_what_is_wrong(path: Path) -> None:
    setup = Setup(variant=SCOPA, hands=[CardSet.parse("7d"), CardSet()])
    lines = told("show", path, setup)
    assert lines[0] == "A position of Scopa that cannot be:"
    assert lines[1].startswith("cards: Ad 2d 3d")
    assert len(lines) == 1 + len(setup.problems())


def test_a_record_is_shown_as_a_summary(path: Path, match: Match) -> None:
    record = annotated(match)
    assert told("show", path, record) == [
        "Scopa: seat 0 against seat 1, to 11 points. Seed: 7",
        "Players: Anna and Bruno.",
        "Note: At the bar. It rained.",
        "",
        "deal  dealer  moves  penalties",
        "   1  seat 0     36  none",
        "   2  seat 1     36  none",
        "   3  seat 0      4  none",
        "",
        "Stopped after 2 deals and 4 moves: 7 to 2.",
    ]
    over = told("show", path, played_as_told(SCOPA, 2, "7").record())
    assert over[-1] == "Seat 0 wins after 6 deals, 13 to 10: the target is reached."
    penalised = told("show", path, without_seed().record())
    assert penalised[3] == "   1  seat 0     36  0 and 2"


def test_a_record_that_cannot_be_replayed_is_shown_all_the_same(path: Path) -> None:
    record = Match.new(SCOPA, seed=7).record()
    (deal,) = record.deals
    wrong = evolve(record, deals=(evolve(deal, moves=(parse_move("7d"),)),))
    lines = told("show", path, wrong)
    assert lines[-1].startswith("It cannot be replayed: deals[0].moves[0]: illegal move 7d")


def test_a_variant_is_shown(path: Path) -> None:
    scores = "picada, simili, cuatriglia, cards, swords, la-mata, ten-of-coins, fante-of-cups"
    assert told("show", path, VARIANTS["cicera"]) == [
        "Cicera (cicera), to 51 points.",
        "For 4 players, with the pack bresciane-52.",
        f"Points for sweeps, {scores} and napula.",
        "Sources: pagat-Cic, en-wiki, RDG.",
    ]
    house = SCOPA.derive(id="x-house", name="", sources=())
    lines = told("show", path, house)
    assert lines[0] == "x-house (x-house), to 11 points."
    assert lines[1] == "For 2, 3, 4, 6 players, with the pack italian-40."
    assert len(lines) == 3


def test_a_score_sheet_is_shown(path: Path, match: Match) -> None:
    assert told("show", path, match.scores[0]) == [
        "award       side 0  side 1  why",
        "cards            1       0  22 to 18 cards",
        "coins            0       0  5 to 5 coins",
        "settebello       1       0  1 of 1 held: 7d",
        "primiera         1       0  primiera 77 to 71",
        "sweeps           0       0  0 at 1 each",
        "this deal        3       0",
    ]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (Card.parse("7d"), "7d"),
        (CardSet.parse("7d Ac"), "7d Ac"),
        (CardSet(), "no cards"),
        (parse_move("7dx3d4c"), "7dx3d4c"),
        (Seating.pairs(), "0 and 2 against 1 and 3"),
        (
            played_as_told(SCOPA, 2, "7").outcome,
            "Side 0 wins after 6 deals, 13 to 10: the target is reached.",
        ),
        (Match.new(SCOPA, seed=7).dealt[0], "dealt by seat 1 after 0 moves: 6s Fc Fd"),
        (Match.new(SCOPA, seed=7).dealt[0].seen_by(0), "dealt by seat 1 after 0 moves: no cards"),
        (Remainder(36, None, None, (Card.parse("2d"),)), "remainder after 36 moves: 2d"),
        (
            Audit(19, 15, 10),
            "The cards total 19, which leaves 4 when divided by 15; it should leave 10.",
        ),
        (Suit.COINS, "coins"),
        (Rank.KNAVE, "knave"),
        (
            IllegalReason.NOT_IN_HAND,
            "the seat to move does not hold the card (not-in-hand)",
        ),
        (OutcomeReason.SINGLE_DEAL, "single-deal"),
        (
            Problem("no-deal", "deals", "the record has no deal"),
            "deals: the record has no deal (no-deal)",
        ),
        (Sum(), "Sum(fewest=False, at_most=None, yields_to_equal=True)"),
    ],
)
def test_small_values_are_a_line(path: Path, value: object, line: str) -> None:
    assert told("show", path, value) == [line]


def test_a_step_is_shown_with_what_happened_and_where_it_led(path: Path, match: Match) -> None:
    step = match.step(match.deal.legal_moves[0])
    lines = told("show", path, step)
    happened, led_to = lines[: lines.index("")], lines[lines.index("") + 1 :]
    assert happened
    assert all(line.startswith("Seat ") for line in happened)
    assert led_to == told("show", path, step.after)
    lines = told("show", path, step.deal_step)
    assert lines[: lines.index("")] == happened
    assert lines[lines.index("") + 1 :] == told("show", path, step.deal_step.after)


def test_a_cut_and_the_record_of_a_deal_are_shown(path: Path, match: Match) -> None:
    ace, six, seven, two = map(Card.parse, ["Ad", "6b", "Ac", "2d"])
    drawn = ((0, ace), (1, six), (2, seven)), ((0, two), (2, six))
    assert told("show", path, Cut(drawn, 0)) == [
        "Drawn: seat 0 Ad, seat 1 6b and seat 2 Ac.",
        "Drawn: seat 0 2d and seat 2 6b.",
        "Seat 0 deals.",
    ]
    deal = match.record().deals[0]
    head, line = told("show", path, deal)
    assert head.split() == ["deal", "dealer", "moves", "penalties"]
    assert line.split() == ["1", "seat", str(deal.dealer), str(len(deal.moves)), "none"]


# ---------------------------------------------------------------------- TOML


def test_a_record_in_toml_is_replayed_shown_and_played(tmp_path: Path, match: Match) -> None:
    toml, other, path = tmp_path / "match.toml", tmp_path / "match.json", tmp_path / "v.json"
    toml.write_text(dumps(annotated(match)), encoding="utf-8")
    assert run("replay", str(toml)).lines == told("replay", path, annotated(match))
    assert run("show", str(toml)).lines == told("show", path, annotated(match))
    before = toml.read_bytes()
    result = run("play", "--load", str(toml), "--save", str(other), "--seat", "1", typed="q\n")
    assert result.lines[-1] == f"Saved to {other}"
    assert in_file(other) == match
    assert toml.read_bytes() == before


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize("command", ["replay", "show"])
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.json", b'{"schema":1,', "is not JSON: "),
        ("x.json", b"\xff\xfe\x00", "is not text in UTF-8"),
        ("x.json", b"[]", "is not a table of schema, type and value"),
        ("x.json", b'{"schema":2,"type":"match","value":{}}', "schema: is 2, not 1"),
        ("x.json", b'{"schema":1,"type":"dog","value":{}}', "type: is 'dog', not one of card, "),
        ("x.json", b'{"schema":1,"type":"match","value":{}}', "value."),
        ("x.json", b"[" * 200_000, "is not JSON: "),
        ("x.json", b'{"schema":1,"type":"match","value":{"target":"x"}}', "value."),
        ("x.json", b"A" * 1_000_000, "has 1000000 characters, more than "),
        ("x.toml", b"format = ", "is not TOML: "),
        ("x.toml", b"format = 1", "variant: "),
        ("x.toml", b"format = 2", "format: is 2, not 1"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_broken_file_is_one_clear_line(
    tmp_path: Path, command: str, name: str, content: bytes, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    line = refusal(command, str(path))
    assert line.startswith(f"{path}: {said}")
    assert len(line) < 300 + len(str(path))


@pytest.mark.parametrize("command", ["replay", "show"])
def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path: Path, command: str) -> None:
    assert refusal(command, str(tmp_path / "no.json")).endswith(
        "no.json: no such file or directory"
    )
    assert refusal(command, str(tmp_path)).endswith(": is a directory")
    assert refusal(command, "a\0b") == "a b: embedded null byte"


def test_only_a_match_is_replayed(path: Path, match: Match) -> None:
    path.write_text(to_json(match.deal), encoding="utf-8")
    assert refusal("replay", str(path)) == f"{path}: holds a Deal, not a match"
    record = match.record()
    path.write_text(to_json(evolve(record, seed="8")), encoding="utf-8")
    assert refusal("replay", str(path)).startswith(f"{path}: deals[0].deck: is not what the seed")
    assert refusal("play", "--load", str(path)).startswith(f"{path}: deals[0].deck: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("replay",), "the following arguments are required: FILE"),
        (("show",), "the following arguments are required: FILE"),
        (("show", "one", "two"), "unrecognized arguments: two"),
        (("show", "one", "--json"), "unrecognized arguments: --json"),
        (("--json", "replay", "one"), "'replay' must come first, what it needs after it"),
        (("--seed", "7", "play"), "'play' must come first, what it needs after it"),
    ],
)
def test_bad_arguments_are_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    assert refusal(*arguments) == said


@pytest.mark.parametrize("command", ["replay", "show"])
def test_help_is_no_error(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m scopa {command} ")
