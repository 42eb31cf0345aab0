"""What the documentation is made with: clauses and their tests, variants, tables of the library."""

from __future__ import annotations

import pkgutil
import re
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import frozen

import scopa
from docs._ext import clauses, library_tables, rst, variant_pages
from scopa import (
    VARIANTS,
    Card,
    Cards,
    CardSet,
    Claims,
    Complement,
    Declarations,
    DoubleSweeps,
    Ending,
    Holder,
    IllegalReason,
    Majority,
    Opening,
    Prime,
    Rank,
    Run,
    ScopaError,
    Suit,
    Sum,
    Sweeper,
    TableTotalAtMost,
    Total,
    Variant,
    Wild,
    WinsShutout,
)

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "clauses.toml"
SOURCES = tomllib.loads((ROOT / "docs" / "sources.toml").read_text(encoding="utf-8"))

SMALL = """
    [S0]
    title = "Scopa"
    [S0.clauses]
    1 = "Two players."
    2 = "Four cards on the table."
    [A0]
    title = "Readings"
    [A0.readings.1]
    gap = "Who deals?"
    does = "The caller says so."
    [A0.readings.2]
    gap = "What is a do?"
    does = "A knight."
    tested = false
"""


def small(folder: Path, data: str = SMALL) -> tuple[clauses.Document, ...]:
    path = folder / "clauses.toml"
    path.write_text(dedent(data), encoding="utf-8")
    return clauses.documents(path)


def proofs(folder: Path, source: str) -> dict[str, tuple[clauses.Proof, ...]]:
    tests = folder / "tests" / "rooms"
    tests.mkdir(parents=True)
    (tests / "test_table.py").write_text(dedent(source), encoding="utf-8")
    return clauses.proofs_by_clause(folder / "tests")


# ------------------------------------------------------------------------------- clauses and tests


def test_a_clause_without_a_test_is_reported(tmp_path: Path) -> None:
    documents = small(tmp_path)
    found = proofs(
        tmp_path,
        """
        import pytest

        @pytest.mark.clause("S0.1")
        def test_two_play(): ...
        """,
    )
    assert clauses.untested(documents, found) == ("S0.2", "A0.1")


def test_nothing_is_reported_when_every_clause_has_a_test(tmp_path: Path) -> None:
    documents = small(tmp_path)
    found = proofs(
        tmp_path,
        """
        import pytest

        @pytest.mark.clause("S0.1", "A0.1")
        @pytest.mark.slow
        def test_two_play(): ...

        class TestTable:
            @pytest.mark.clause("S0.2")
            async def test_four_cards(self): ...
        """,
    )
    assert clauses.untested(documents, found) == ()
    assert clauses.unknown(documents, found) == ()
    assert [str(proof) for proof in found["S0.2"]] == [
        "rooms/test_table.py::TestTable::test_four_cards"
    ]


def test_a_marker_on_a_class_counts_for_the_class(tmp_path: Path) -> None:
    found = proofs(tmp_path, '@clause("S0.1")\nclass TestTable: ...\n')
    assert [str(proof) for proof in found["S0.1"]] == ["rooms/test_table.py::TestTable"]


def test_a_marker_on_one_row_of_a_parametrized_test_counts(tmp_path: Path) -> None:
    found = proofs(
        tmp_path,
        """
        @pytest.mark.parametrize(
            "cards", [2, pytest.param(4, marks=pytest.mark.clause("S0.2", "A0.1"))]
        )
        def test_cards(cards): ...
        """,
    )
    assert {name: list(map(str, tests)) for name, tests in found.items()} == {
        "S0.2": ["rooms/test_table.py::test_cards"],
        "A0.1": ["rooms/test_table.py::test_cards"],
    }


def test_a_marker_that_names_no_clause_is_reported(tmp_path: Path) -> None:
    documents = small(tmp_path)
    found = proofs(tmp_path, '@pytest.mark.clause("S0.9")\ndef test_nothing(): ...\n')
    assert clauses.unknown(documents, found) == ("S0.9 in rooms/test_table.py::test_nothing",)


def test_a_marker_names_clauses_by_plain_text(tmp_path: Path) -> None:
    with pytest.raises(clauses.ClauseError, match=r"test_table\.py:1: "):
        proofs(tmp_path, "@pytest.mark.clause(*ALL)\ndef test_everything(): ...\n")


def test_other_decorators_are_no_markers(tmp_path: Path) -> None:
    assert proofs(tmp_path, '@pytest.mark.skip("S0.1")\n@given\ndef test_nothing(): ...\n') == {}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('[S0]\ntitle = ""\n[S0.clauses]\n1 = "Two."\n3 = "Four."\n', "do not run from 1"),
        ('[S0]\ntitle = ""\n[S0.clauses]\n1 = ""\n', "does not say"),
        ('[S0]\ntitle = ""\n[S0.clauses.1]\ndoes = "Two."\ntested = false\n', "always tested"),
    ],
)
def test_data_that_leave_something_out_are_refused(tmp_path: Path, data: str, said: str) -> None:
    with pytest.raises(clauses.ClauseError, match=said):
        small(tmp_path, data)


def test_the_data_have_every_clause_and_reading() -> None:
    numbers = {document.id: len(document.clauses) for document in clauses.documents(DATA)}
    assert numbers == {
        "S0": 26, "S1": 26, "S2": 21, "S3": 31, "S4": 21, "A0": 8, "A2": 14, "A3": 28, "A4": 3
    }  # fmt: skip


def test_every_marker_of_these_tests_names_a_known_clause() -> None:
    found = clauses.proofs_by_clause(ROOT / "tests")
    assert clauses.unknown(clauses.documents(DATA), found) == ()


# ---------------------------------------------------------------------------------------- variants


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_variant_has_a_page(variant: Variant) -> None:
    page = variant_pages.page(variant, VARIANTS["scopa"], SOURCES)
    assert f".. _variant-{variant.id}:" in page
    assert variant_pages.builder_doc(variant) in page
    assert all(f"``{award.id}``" in page for award in variant.awards)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_page_of_a_variant_tells_its_sources_and_every_reading(variant: Variant) -> None:
    page = variant_pages.page(variant, VARIANTS["scopa"], SOURCES)
    sources = page.partition(":Sources: ")[2].partition("\n")[0]
    assert all(f"`{name} <" in sources for name in variant.sources)
    listed = page.partition(":Readings:")[2].partition("\n:")[0]
    assert [line.strip() for line in listed.strip().split("\n")] == [
        f"- {reading}" for reading in variant.readings
    ]
    assert variant.readings


def test_a_rule_known_from_one_source_only_says_so() -> None:
    documents = {"S0", "S1", "S2", "S3", "S4", "Fournier"}  # whole, and of good name
    weak = [v for v in VARIANTS.values() if len(v.sources) == 1 and not documents & {*v.sources}]
    assert len(weak) > 5
    for variant in weak:
        assert any("one source only" in reading for reading in variant.readings), variant.id
        said = " ".join(variant_pages.builder_doc(variant).split())
        assert re.search(r"one (source|program)", said), variant.id


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_source_of_a_variant_is_explained(variant: Variant) -> None:
    unexplained = [
        name for name in variant.sources if variant_pages.source_key(name, SOURCES) is None
    ]
    assert not unexplained, "add to docs/sources.toml"
    assert variant.sources


def test_the_overview_leads_to_every_variant() -> None:
    overview = variant_pages.overview(VARIANTS)
    assert all(f"<variant-{name}>`" in overview and f"   {name}\n" in overview for name in VARIANTS)


def test_a_pack_apart_two_labellings_do_not_differ() -> None:
    differences = variant_pages.differences(VARIANTS["scopa-french"], VARIANTS["scopa"])
    assert [what for what, _, _ in differences] == ["Pack"]


def test_what_only_one_of_two_variants_has_is_a_difference() -> None:
    here = {what: (a, b) for what, a, b in _differences("escopa-15")}
    assert here["A card takes (equal)"] == ("none", "one card of its own rank")
    assert here["A card takes (complement)"][1] == "none"


def _differences(id: str) -> list[tuple[str, str, str]]:
    return variant_pages.differences(VARIANTS[id], VARIANTS["scopa"])


def test_a_rule_without_words_is_described_by_its_docstring() -> None:
    @frozen
    class Bottom:
        """The dealer may look at the bottom card.

        And more.
        """

        cards: int = 1
        points: int = 1

    assert variant_pages.words(Bottom(2)) == (
        "The dealer may look at the bottom card. (cards ``2``)"
    )


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (Sum(fewest=True), "the fewest that do"),
        (Complement(11, at_most=2), "cards that make 11 together with it; at most 2 at once"),
        (Claims(sweeps=True), "a sweep if it clears the table"),
        (Sweeper(Rank.ACE, meets_equal="all"), "the ace takes the whole table, a sweep"),
        (Sweeper(Rank.ACE, first_play="forbidden"), "it may not be played first"),
        (Sweeper(Rank.ACE, alternatives=("sum",)), "it may take by sum instead"),
        (Opening(((Total(30), 2),), relays=2), "(2 sweeps); the table is laid again, twice"),
        (Opening(((Total(15), 1),), if_void="taken"), "(1 sweep); also if the table is void"),
        (Sweeper(Rank.ACE, on_cards="kept"), "it may be kept instead of taking them"),
        (Ending("nobody"), "to nobody; where nobody captured, no award is counted"),
        (Ending(no_capture="dealer"), "where nobody captured, the dealer gets the cards"),
        (TableTotalAtMost(10), "a total of at most 10"),
        (Majority(Cards(), tie_points=1), "most cards; if level, 1 each"),
        (Run(Suit.COINS), "through the suit"),
        (Prime(missing="partial"), "of the suits it has"),
        (DoubleSweeps(CardSet.parse("Cd Cc")), "twice for the holder of ``Cd`` ``Cc``"),
        (Holder(Card.parse("Rd")), "the holder of ``Rd`` wins"),
        (WinsShutout(7), "7 points or more to nothing"),
        (Declarations(), "3 cards of one rank (10 points); where several"),
        (Wild(Card.parse("7c"), in_total="ace"), "``7c`` counts as any rank for the opening and"),
    ],
)
def test_a_rule_in_words(rule: object, said: str) -> None:
    assert said in variant_pages.words(rule)


def test_the_longest_name_of_a_source_that_fits_is_taken() -> None:
    sources = {"pagat-S": "", "pagat-SC": "", "pagat": ""}
    assert variant_pages.source_key("pagat-SC via rvenning", sources) == "pagat-SC"
    assert variant_pages.source_key("pagatino", sources) is None
    assert variant_pages.source_words("pagatino", sources) == "pagatino"


# ---------------------------------------------------------------------------- tables of the library


def test_every_reason_has_a_meaning() -> None:
    table = library_tables.reason_table()
    assert all(f"``{reason.value}``" in table for reason in IllegalReason)
    assert "– \n" not in table


def test_every_error_is_listed() -> None:
    listed = library_tables.error_classes()
    assert listed[0] is ScopaError
    public = {name for name in dir(scopa) if name.endswith("Error") or name == "RedealRequired"}
    assert public <= {kind.__name__ for kind in listed}
    table = library_tables.error_table()
    assert "``card-text``" in table
    assert "``unknown-seating``" in table


def test_codes_of_problems_are_read_from_the_source() -> None:
    found = {refusal.code: refusal for refusal in library_tables.refusals()}
    assert found["value-twice"].where == "pack.values"
    assert found["card-missing"].message == "…"  # the code stands in a loop over two of them
    assert found["card-text"].kind == "ParseError"
    assert found["unknown-field"].message == "a variant has no such field"  # by a name of its own
    assert "``hands[…]``" in library_tables.problem_table()


def test_every_event_is_listed() -> None:
    table = library_tables.event_table()
    assert "~scopa.events.Redealt`" in table
    assert "~scopa.events.MatchWon`" in table


def test_every_room_has_a_page_in_the_reference() -> None:
    rooms = {
        module.name for module in pkgutil.iter_modules(scopa.__path__) if module.name[0] != "_"
    }
    pages = {path.stem for path in (ROOT / "docs" / "reference").glob("*.rst")}
    assert pages - {"index"} == rooms
    index = (ROOT / "docs" / "reference" / "index.rst").read_text(encoding="utf-8")
    assert all(f"   {room}\n" in index for room in rooms)


def test_every_citation_of_the_wider_family_has_its_section() -> None:
    page = (ROOT / "docs" / "rules" / "family.rst").read_text(encoding="utf-8")
    cited = {
        number
        for variant in VARIANTS.values()
        for number in re.findall(r"`family`\s+(2\.\d+)", variant_pages.builder_doc(variant))
    }
    assert cited
    assert not [number for number in cited if f".. _family-{number.replace('.', '-')}:" not in page]


def test_a_table_without_rows_is_nothing() -> None:
    assert rst.table(("What", "How"), []) == ""
