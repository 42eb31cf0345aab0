"""Records as TOML files, events as JSON Lines, and the records that come with the library."""

from __future__ import annotations

import json
import time
import tomllib
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import make_records
from scopa import (
    VARIANTS,
    Claim,
    Dealing,
    DealRecord,
    Match,
    Rank,
    Record,
    RecordError,
    RedealRequired,
    Refill,
    ScopaError,
    Seating,
    Variant,
    parse_move,
)
from scopa.codec import from_json, to_json
from scopa.errors import InvalidDataError
from scopa.record import (
    dump,
    dumps,
    events_from_lines,
    events_to_lines,
    load,
    loads,
)
from tests.noise import spoilt
from tests.positions import played_out
from tests.strategies import CATALOGUE, Table, examples
from tests.test_plain import EVERYTHING

if TYPE_CHECKING:
    from scopa import Event

SCOPA = VARIANTS["scopa"]


def playing(match: Match, rng: Random, moves: int) -> Match:
    """The match after so many random moves, or at its end."""
    for _ in range(moves):
        if match.outcome is not None:
            break
        match = match.play(rng.choice(match.deal.legal_moves))
    return match


# ---------------------------------------------------------------------- there and back


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_every_record_comes_back_and_plays_the_same_match(table: Table) -> None:
    rng = Random(str(table))
    begun = Match.new(table.variant, seed=3, seating=table.seating)
    for match in (begun, playing(begun, rng, rng.randint(1, 150))):
        record = match.record()
        text = dumps(record)
        assert loads(text) == record
        assert dumps(loads(text)) == text
        assert Match.replay(loads(text)) == match


def test_a_whole_match_with_all_that_can_be_said_of_it_comes_back() -> None:
    match = playing(Match.new(VARIANTS["escopa-15"], seed=2, target=11), Random(2), 50)
    match = played_out(match.penalise(1, 4), Random(2))
    record = attrs.evolve(match.record(), players=("Ana", "Zé"), note="Rain.\nThen sun.")
    assert record.deals[1].penalties == (0, 4)
    assert loads(dumps(record)) == record
    assert Match.replay(loads(dumps(record))) == match


def test_decks_from_elsewhere_come_back() -> None:
    rng = Random(4)
    deck = list(SCOPA.pack.cards)
    match, void = None, []
    while match is None or match.outcome is None:
        rng.shuffle(deck)
        try:
            match = match.deal_next(deck) if match else Match.new(SCOPA, dealer=0, deck=deck)
        except RedealRequired:
            void.append(tuple(deck))
            continue
        while not match.deal.is_over:
            match = match.play(match.deal.legal_moves[-1])
    record = match.record()
    kings = [card for card in deck if card.rank is Rank.KING]
    others = [card for card in deck if card not in kings]
    with_void = attrs.evolve(record.deals[0], void=((*others[:6], *kings, *others[6:]),))
    for each in (record, attrs.evolve(record, deals=(with_void, *record.deals[1:]))):
        text = dumps(each)
        assert "seed" not in text
        assert loads(text) == each
        assert Match.replay(loads(text)).outcome == match.outcome
    sound = attrs.evolve(record.deals[0], void=(record.deals[0].deck,))
    with pytest.raises(RecordError, match="not a void deck"):
        Match.replay(attrs.evolve(record, deals=(sound, *record.deals[1:])))


@pytest.mark.parametrize("variant", EVERYTHING, ids=str)
def test_rules_of_ones_own_stand_in_the_record(variant: Variant) -> None:
    deck = variant.pack.cards
    record = Record(variant, variant.seatings[0], None, None, (DealRecord(0, deck),))
    assert loads(dumps(record)) == record
    assert tomllib.loads(dumps(record))["variant"]["id"] == variant.id


def test_a_variant_that_only_has_the_name_of_a_known_one_is_written_out() -> None:
    house = SCOPA.derive(id="scopa", name="Ours")
    record = Match.new(house, seed=1).record()
    assert 'id = "scopa"' in dumps(record)
    assert loads(dumps(record)) == record


@pytest.mark.parametrize("own", ["x-nine", "scopa"])
def test_f55_the_rules_are_saved_with_the_match_and_held_against_it(own: str) -> None:
    """Nine cards each are nine again when loaded, even under an id that means three."""
    nine = SCOPA.derive(
        id=own, seatings=(Seating.pairs(),), dealing=Dealing(hand=9, refill=None), redeals=()
    )
    match = played_out(Match.new(nine, seed=55, target=1))
    text = dumps(match.record())
    loaded = loads(text)
    assert (loaded.variant, loaded.variant.dealing.hand) == (nine, 9)
    assert Match.replay(loaded) == match
    assert from_json(to_json(match)) == match
    assert text.count("hand = 9") == 1
    three = text.replace("hand = 9", "hand = 3").replace('refill = "none"', "refill = { hand = 3 }")
    assert loads(three).variant.dealing == Dealing(3, 4, Refill(3))
    with pytest.raises(RecordError):
        Match.replay(loads(three))


@examples(80)
@given(st.text(), st.text(max_size=5))
def test_any_text_can_be_a_note_or_a_name(note: str, name: str) -> None:
    record = attrs.evolve(Match.new(SCOPA, seed=1).record(), note=note, players=(name, "B"))
    assert loads(dumps(record)) == record


@pytest.mark.parametrize(
    "note",
    [
        '"',
        '"""',
        'a\n"""\n',
        "\n",
        "\r\n",
        "\\n\n\\",
        "\t\x00\x7f",
        "a \n b\n\n",
        "\u2028\U0001f3b4",
    ],
)
def test_awkward_notes_come_back(note: str) -> None:
    record = attrs.evolve(Match.new(SCOPA, seed=1).record(), note=note)
    assert loads(dumps(record)).note == note
    assert loads(dumps(record).replace("\n", "\r\n")).note == note.replace("\n", "\n")


HALF = {"note": "\ud800", "players": ("a", "\udfff"), "variant": SCOPA.derive(id="x-\ud800")}


@pytest.mark.parametrize("changes", [{key: value} for key, value in HALF.items()])
def test_half_a_character_cannot_be_written(changes: Any, tmp_path: Path) -> None:
    record = attrs.evolve(Match.new(SCOPA, seed=1).record(), **changes)
    path = tmp_path / "match.toml"
    for write in (lambda: dumps(record), lambda: dump(record, path)):
        with pytest.raises(RecordError, match="no file can hold") as refused:
            write()
        assert refused.value.code == "not-unicode"
        assert refused.value.where.partition(".")[0] in changes
    assert not path.exists()


# ---------------------------------------------------------------------- how it looks

SHORT = '''\
format = 1
variant = "scopa"
seating = [[0], [1]]
players = ["Anna", "Bruno"]
seed = "1029"
target = 11
note = """
One: "void".
Two: no.
"""

[[deals]]
dealer = 0
deck = """
3s Rd 2s 7s Fb Fd
Cc 6b 2d Cb
6d Cs Rb Ad Fs 3d
4c 4d 2b 5s 5b Rc
3b 6c 3c 5c Cd Ab
Fc Rs Ac 2c 5d As
4s 6s 7d 4b 7c 7b
"""
void = [
    "5c 5d Fd 7s Ac Fc 2c Rd Rc Rs 3c Cs 2b Rb 3s 7b 6d Fs As 6b 4s 4c 2d Cc 6c Cd 6s 7c Ab Fb \
4b Ad 3d 3b 4d 7d 2s 5b 5s Cb",
]
penalties = [0, 2]
moves = [
    "Fbx6b2d  7s",
    "2s       Fd",
    "3s       RdxFd2s",

    "Rbx7s3s  CsxCc",
    "6d",
]
'''.replace("6b2d", "2d6b").replace("7s3s", "3s7s")


def short() -> Record:
    match = Match.new(SCOPA, seed=1029).penalise(1, 2)
    for move in ["Fbx2d6b", "7s", "2s", "Fd", "3s", "RdxFd2s", "Rbx3s7s", "CsxCc", "6d"]:
        match = match.play(parse_move(move))
    said = 'One: "void".\nTwo: no.\n'
    return attrs.evolve(match.record(), players=("Anna", "Bruno"), note=said)


def test_a_record_is_a_file_that_a_person_can_read() -> None:
    assert dumps(short()) == SHORT.replace('"void"', '\\"void\\"')
    assert loads(dumps(short())) == loads(SHORT) == short()


def test_claims_stand_with_the_play_that_follows_them() -> None:
    text = (make_records.FOLDER / "escopa-15.toml").read_text(encoding="utf-8")
    assert '    "7c         !6dAc7cAb 7s  Cbx7s",\n' in text
    claims = [move for deal in loads(text).deals for move in deal.moves if isinstance(move, Claim)]
    assert len(claims) == 2


def test_a_move_that_begins_a_turn_is_a_turn_of_its_own_at_the_end() -> None:
    cirulla = VARIANTS["cirulla"]
    seeds = (Match.new(cirulla, seed=seed) for seed in count())
    match = next(each for each in seeds if str(each.deal.legal_moves[0]).startswith("#"))
    record = match.play(match.deal.legal_moves[0]).record()
    assert dumps(record).endswith(f'moves = [\n    "{record.deals[0].moves[0]}",\n]\n')
    assert loads(dumps(record)) == record


def test_all_cards_dealt_at_once_take_several_lines() -> None:
    for name, lines in (("scopone", [20, 16, 4]), ("scopone-scientifico", [20, 20])):
        text = dumps(Match.new(VARIANTS[name], seed=1).record())
        deck = text.split('"""')[1].strip().splitlines()
        assert [len(line.split()) for line in deck] == lines


BY_HAND = """
# A match that somebody wrote down.
format = 1
players = [ "Anna", "Bruno" ]  # Anna sits first
seating = [[0], [1]]

[variant]  # the rules at nonna's
base = "scopa"
id = "x-nonna"
match = { target = 16 }

[[deals]]
dealer = 0
deck = ["3s Rd 2s 7s Fb Fd", "Cc 6b 2d Cb",  # hands and table
    '''
    6d Cs Rb Ad Fs 3d  4c 4d 2b 5s 5b Rc
    3b 6c 3c 5c Cd Ab  Fc Rs Ac 2c 5d As\t4s 6s 7d 4b 7c 7b''']
moves = "Fbx6b2d 7s   2s Fd"
void = "5c 5d Fd 7s Ac Fc 2c Rd Rc Rs 3c Cs 2b Rb 3s 7b 6d Fs As 6b \
4s 4c 2d Cc 6c Cd 6s 7c Ab Fb 4b Ad 3d 3b 4d 7d 2s 5b 5s Cb"
"""


@pytest.mark.parametrize("text", [BY_HAND, BY_HAND.replace("\n", "\r\n")], ids=["lf", "crlf"])
def test_a_record_written_by_hand_is_read(text: str) -> None:
    record = loads(text)
    assert (record.variant.id, record.variant.match.target) == ("x-nonna", 16)
    assert (record.seed, record.target, record.note) == (None, None, "")
    assert [str(move) for move in record.deals[0].moves] == ["Fbx2d6b", "7s", "2s", "Fd"]
    assert record.deals[0].void == short().deals[0].void
    match = Match.replay(record)
    assert (match.target, match.deal.ply) == (16, 4)


# ---------------------------------------------------------------------- what is refused

BAD: list[tuple[str, str, list[tuple[str, str]]]] = [  # what is put in place of what
    ("format = 1", "format = 2", [("unknown-format", "format")]),
    ("format = 1", "format = true", [("unknown-format", "format")]),
    ("format = 1", "format = 1.0", [("unknown-format", "format")]),
    ("format = 1", "", [("unknown-format", "format")]),
    ("format = 1", "format = 2\nfrom = 'the future'", [("unknown-format", "format")]),
    ("format = 1", "format = 1\nplace = 'bar'", [("unknown-key", "place")]),
    ('variant = "scopa"', "", [("missing-key", "variant")]),
    ('variant = "scopa"', 'variant = "briscola"', [("unknown-variant", "variant")]),
    ('variant = "scopa"', "variant = 7", [("unknown-variant", "variant")]),
    ('variant = "scopa"', "variant = ['scopa']", [("unknown-variant", "variant")]),
    ('variant = "scopa"', "variant = {id='x', y=1}", [("unknown-key", "variant.y")]),
    ('variant = "scopa"', "variant = {base='x'}", [("unknown-variant", "variant.base")]),
    (
        'variant = "scopa"',
        "variant = {base='scopa', direction='up', name=1}",
        [("wrong-type", "variant.name"), ("unknown-value", "variant.direction")],
    ),
    ("seating = [[0], [1]]", "", [("missing-key", "seating")]),
    (
        "seating = [[0], [1]]",
        "seating = [0, 1]",
        [("wrong-type", "seating[0]"), ("wrong-type", "seating[1]")],
    ),
    ("seating = [[0], [1]]", "seating = [[0], [2]]", [("unknown-seating", "seating")]),
    ("seating = [[0], [1]]", "seating = [[1], [0]]", [("unknown-seating", "seating")]),
    ('["Anna", "Bruno"]', '"Anna"', [("wrong-type", "players")]),
    ('["Anna", "Bruno"]', '["Anna", 7]', [("wrong-type", "players[1]")]),
    ('["Anna", "Bruno"]', '["Anna"]', [("wrong-number", "players")]),
    ('seed = "1029"', "seed = 1029", [("wrong-type", "seed")]),
    ('seed = "1029"', 'seed = ""', [("value-refused", "seed")]),
    ('seed = "1029"', 'seed = "\\u0000"', [("value-refused", "seed")]),
    ("target = 11", "target = 0", [("value-refused", "target")]),
    ("target = 11", "target = -1", [("value-refused", "target")]),
    ("target = 11", "target = '11'", [("wrong-type", "target")]),
    ("target = 11", "target = 1e9", [("wrong-type", "target")]),
    ("target = 11", "target = 1979-05-27", [("wrong-type", "target")]),
    ("target = 11", "target = 9999999999999999999", [("number-too-large", "target")]),
    ("target = 11", f"target = {'9' * 5000}", [("not-toml", "text")]),
    ("[[deals]]", "[[deal]]", [("unknown-key", "deal"), ("missing-key", "deals")]),
    (SHORT[SHORT.index("[[deals") :], "deals = []", [("no-deal", "deals")]),
    ("[[deals]]", "[deals]", [("wrong-type", "deals")]),
    ("dealer = 0", "", [("missing-key", "deals[0].dealer")]),
    ("dealer = 0", "dealer = 2", [("seat-out-of-range", "deals[0].dealer")]),
    ("dealer = 0", "dealer = -1", [("negative", "deals[0].dealer")]),
    ("dealer = 0", "dealer = 0\nwinner = 1", [("unknown-key", "deals[0].winner")]),
    ("deck = ", "cards = ", [("unknown-key", "deals[0].cards"), ("missing-key", "deals[0].deck")]),
    ("3s Rd", "3s rd", [("card-text", "deals[0].deck[1]")]),
    ("3s Rd", "3sRd", [("card-text", "deals[0].deck[0]")]),
    ("3s Rd", "3s", [("card-missing", "deals[0].deck")]),
    ("3s Rd", "3s 3s Rd", [("card-doubled", "deals[0].deck")]),
    ("3s Rd", "3s Td Rd", [("card-foreign", "deals[0].deck")]),
    ("void = [", "void = ['7d', ", [("card-missing", "deals[0].void[0]")]),
    ("void = [", "void = [7, ", [("card-text", "deals[0].void[0][0]")]),
    ("penalties = [0, 2]", "penalties = [2]", [("wrong-number", "deals[0].penalties")]),
    ("penalties = [0, 2]", "penalties = [0, -2]", [("negative", "deals[0].penalties")]),
    ("penalties = [0, 2]", "penalties = 2", [("wrong-type", "deals[0].penalties")]),
    ("RdxFd2s", "RdxFd2", [("move-text", "deals[0].moves[5]")]),
    ("RdxFd2s", "RdxFdFd", [("duplicate-card", "deals[0].moves[5]")]),
    ("moves = [", "moves = [7, ", [("move-text", "deals[0].moves[0]")]),
    ("dealer = 0", "dealer = 0\ndealer = 0", [("not-toml", "text")]),
    ("[[deals]]", "[[deals]", [("not-toml", "text")]),
    (SHORT[-30:], "", [("not-toml", "text")]),
]


@pytest.mark.parametrize(("old", "new", "problems"), BAD)
def test_what_is_no_record_is_refused_with_every_place(
    old: str, new: str, problems: list[tuple[str, str]]
) -> None:
    assert old in SHORT
    text = SHORT.replace(old, new, 1)
    with pytest.raises(InvalidDataError) as refused:
        loads(text)
    found = [(problem.code, problem.where) for problem in refused.value.problems]
    assert found == problems
    assert "the data cannot be used" in str(refused.value)


def test_all_problems_are_told_at_once() -> None:
    text = SHORT.replace('"scopa"', '"x"').replace("target = 11", "target = 'x'")
    with pytest.raises(InvalidDataError) as refused:
        loads(text.replace("3s Rd", "3s rd").replace('"2s       Fd"', '"2S", "Fd x"'))
    assert [problem.where for problem in refused.value.problems] == [
        "variant",
        "target",
        "deals[0].deck[1]",
        "deals[0].moves[2]",
        "deals[0].moves[4]",
    ]


def test_a_record_that_cannot_be_played_is_read_but_not_replayed() -> None:
    record = loads(SHORT.replace("RdxFd2s", "RdxFd"))
    with pytest.raises(RecordError, match=r"deals\[0\]\.moves\[5\]: illegal move"):
        Match.replay(record)


@pytest.mark.parametrize("thing", [None, 7, SHORT.encode(), short()], ids=type)
def test_what_is_no_text_is_no_record(thing: Any) -> None:
    with pytest.raises(InvalidDataError) as refused:
        loads(thing)
    assert [problem.code for problem in refused.value.problems] == ["not-text"]


def test_a_text_that_is_too_long_is_not_read() -> None:
    with pytest.raises(InvalidDataError, match="250001 characters, more than 250000"):
        loads("#" * 250_001)
    assert loads(SHORT, longest=len(SHORT)) == short()
    with pytest.raises(InvalidDataError):
        loads(SHORT, longest=len(SHORT) - 1)


def test_spoilt_records_end_in_errors_of_the_library_or_are_records() -> None:
    rng, refused = Random(5), 0
    texts = [SHORT, BY_HAND]
    for _ in range(500):
        wrong = spoilt(rng.choice(texts), rng)
        try:
            record = loads(wrong)
        except ScopaError:
            refused += 1
            continue
        assert loads(dumps(record)) == record
        with suppress(ScopaError):
            Match.replay(record)
    assert refused > 250


N = 249_000
NOISE = {
    "letters": "x" * N,
    "newlines": "\n" * N,
    "quotes": '"' * N,
    "quotes and escapes": '"\\' * (N // 2),
    "texts": '"""' + '\\"""' * (N // 4),
    "literals": "'''" + "''\n" * (N // 3),
    "brackets": f"format = {'[' * N}",
    "braces": f"format = {'{a=' * (N // 3)}",
    "nested": f"format = 1\nvariant = {'[' * 300}{']' * 300}",
    "nested in a variant": f"format = 1\nvariant = {{pack = {'[' * 300}{']' * 300}}}",
    "nested in a deal": f"format = 1\ndeals = [{{moves = {'[' * 300}{']' * 300}}}]",
    "dots": "a." * (N // 2) + "a = 1",
    "dots after a text": 'b = """"a"""""\n' + '"x"."y".' * (N // 8) + "a = 1",
    "dots in a header": "[" + "a." * (N // 2) + "a]",
    "tables": "format = 1\n" + "".join(f"[a{n}]\n" for n in range(N // 9)),
    "deals": "format = 1\n" + "[[deals]]\n" * (N // 10),
    "keys": "format = 1\n" + "".join(f"a{n}=1\n" for n in range(N // 10)),
    "moves": f"format = 1\n[[deals]]\nmoves = '{'7d ' * (N // 3)}'",
    "no moves": f"format = 1\n[[deals]]\nmoves = '{'x ' * (N // 2)}'",
    "digits": f"format = {'1' * N}",
    "comment": f"format = 1 #{'.' * N}",
    "cut off": SHORT[:-40],
}


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE.keys())
def test_noise_is_refused_quickly(noise: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(InvalidDataError):
        loads(noise)
    assert time.perf_counter() - begun < 10


def test_dots_in_texts_and_comments_are_no_keys() -> None:
    dots = "." * 50
    note = f"{dots} '''{dots}''' \\\"{dots}"
    text = SHORT.replace("Two: no.", note) + f"# {dots}\n"
    assert loads(text).note.count(".") > 150
    assert loads(SHORT.replace('"Anna"', f"'{dots}'")).players[0] == dots


# ---------------------------------------------------------------------- files


def test_a_record_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    dump(short(), path)
    assert path.read_bytes() == dumps(short()).encode()
    assert load(path) == load(str(path)) == short()
    with pytest.raises(InvalidDataError):
        load(path, longest=10)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_bytes(b"format = 1\n\xff")
    with pytest.raises(InvalidDataError, match="not UTF-8"):
        load(path)
    with pytest.raises(OSError, match="nothing"):
        load(tmp_path / "nothing.toml")


# ---------------------------------------------------------------------- events


def told(match: Match, rng: Random, moves: int) -> list[Event]:
    """What happens in so many random moves."""
    events = list(match.dealt)
    for _ in range(moves):
        if match.outcome is None:
            step = match.step(rng.choice(match.deal.legal_moves))
            events += step.events
            match = step.after
    return events


@pytest.mark.parametrize("table", CATALOGUE, ids=str)
def test_events_come_back_line_by_line(table: Table) -> None:
    match = Match.new(table.variant, seed=8, seating=table.seating)
    events = told(match, Random(8), 60)
    lines = list(events_to_lines(events))
    assert len(lines) == len(events)
    assert not any("\n" in line for line in lines)
    assert list(events_from_lines(lines)) == events


def test_events_are_read_from_a_file_as_they_are_asked_for(tmp_path: Path) -> None:
    events = told(Match.new(SCOPA, seed=1029), Random(1), 100)
    path = tmp_path / "events.jsonl"
    lines = [f"{line}\n" for line in events_to_lines(events)]
    path.write_text("".join([*lines[:5], "\n", "  \n", *lines[5:]]), encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        assert list(events_from_lines(file)) == events
    assert list(islice(events_from_lines([lines[0], "no JSON"]), 1)) == events[:1]


@pytest.mark.parametrize(
    ("line", "code", "where"),
    [
        ("{", "not-json", "line 3: text"),
        (to_json(SCOPA), "wrong-type", "line 3"),
        (None, "not-text", "line 3: text"),
        (b"{}", "not-text", "line 3: text"),
        ("{}", "not-a-form", "line 3: text"),
        ('{"schema":2,"type":"event","value":{}}', "unknown-schema", "line 3: schema"),
        (
            '{"schema":1,"type":"event","value":{"event":"Won"}}',
            "unknown-event",
            "line 3: value.event",
        ),
    ],
)
def test_a_line_that_is_no_event_is_refused_with_its_number(
    line: Any, code: str, where: str
) -> None:
    good = next(events_to_lines(Match.new(SCOPA, seed=1).dealt))
    with pytest.raises(InvalidDataError) as refused:
        list(events_from_lines([good, "\n", line, good]))
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [(code, where)]


def test_spoilt_lines_end_in_errors_of_the_library() -> None:
    rng = Random(6)
    lines = list(events_to_lines(told(Match.new(SCOPA, seed=1), rng, 40)))
    for line in lines * 3:
        wrong = spoilt(line, rng)
        with suppress(ScopaError):
            list(events_from_lines([wrong]))


# ---------------------------------------------------------------------- what is shipped

NAMES = list(make_records.EVENINGS)


def test_there_is_a_record_of_each_source_document() -> None:
    files = {path.stem for path in make_records.FOLDER.iterdir()}
    assert files == set(NAMES)
    sources = [VARIANTS[name].sources for name in NAMES]
    assert sorted(sources) == [("S0",), ("S1",), ("S2",), ("S3",), ("S4",)]


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_record_is_what_the_example_makes(name: str) -> None:
    path = make_records.FOLDER / f"{name}.toml"
    assert path.read_bytes() == make_records.written(name).encode()


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_record_is_a_whole_match(name: str) -> None:
    record = load(make_records.FOLDER / f"{name}.toml")
    match = Match.replay(record)
    outcome = match.outcome
    assert outcome is not None
    assert outcome == make_records.played(name).outcome
    assert outcome.winner is not None
    winners = [record.players[seat] for seat in record.seating.sides[outcome.winner]]
    points = " to ".join(map(str, outcome.totals))
    assert record.note == f"{' and '.join(winners)} won, {points}."


def test_the_shipped_records_show_a_void_table() -> None:
    record = load(make_records.FOLDER / "scopa.toml")
    assert [len(deal.void) for deal in record.deals[:2]] == [1, 0]


def test_the_example_writes_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_records, "FOLDER", tmp_path / "records")
    make_records.main()
    made = {path.name: path.read_bytes() for path in (tmp_path / "records").iterdir()}
    folder = Path(make_records.__file__).parent / "records"
    assert made == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_draw_has_no_winner() -> None:
    match = Match.new(SCOPA, seed=1)
    assert make_records.ending(match, ["A", "B"]) == "Nobody won, 0 to 0."
    assert json.dumps(dumps(match.record()))
