"""The Sphinx extension: pages of variants, tables of clauses and errors, links from citations.

``-D clauses_strict=0`` lets a build pass in which clauses are without a test.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

from docs._ext import clauses, library_tables, variant_pages
from docs._ext.rst import code, heading, table
from scopa import VARIANTS

logger = logging.getLogger(__name__)

CLAUSE_PAGE = "rules/clauses"
FAMILY_PAGE = "rules/family"
CITATION = re.compile(r"\b([SA][0-4]\.\d{1,2})(?![\d.]\d)[a-c]?\b")
NO_LINKS_IN = (
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.title,
    nodes.doctest_block,
)


class FaultyClausesError(SphinxError):
    """The clauses and the tests do not agree."""

    category = "Clauses and tests"


class Written(SphinxDirective):
    """The root of the directives: what stands there is reStructuredText that a program writes."""

    def run(self) -> list[nodes.Node]:
        """Parse it where the directive stands."""
        self.env.note_reread()
        return self.parse_text_to_nodes(self.written(), allow_section_headings=True)

    def written(self) -> str:
        """What is to stand there."""
        raise NotImplementedError


class ClauseTable(Written):
    """``.. clause-table::`` all clauses and readings: what the library does, and the tests."""

    def written(self) -> str:
        """A section for each document."""
        found = clauses.proofs_by_clause(_tests(self.env.app))
        return "".join(
            heading(document.title, "-")
            + (f"{document.about}\n\n" if document.about else "")
            + _clause_table(document, found)
            for document in clauses.documents(_data(self.env.app, "clauses.toml"))
        )


class ReadingTable(Written):
    """``.. reading-table:: A0`` the gaps of a document, each with the default and other answers."""

    required_arguments = 1

    def written(self) -> str:
        """The readings of one document."""
        listed = clauses.documents(_data(self.env.app, "clauses.toml"))
        (document,) = (each for each in listed if each.id == self.arguments[0])
        rows = [(each.id, each.gap, each.does, each.instead) for each in document.clauses]
        return table(("Reading", "The gap", "The default", "Otherwise"), rows, widths=(1, 4, 4, 4))


class VariantTable(Written):
    """``.. variant-table::`` all variants of the catalogue."""

    def written(self) -> str:
        """The table, and the tree of their pages."""
        return variant_pages.overview(VARIANTS)


class SourceList(Written):
    """``.. source-list::`` what the short names of sources stand for."""

    def written(self) -> str:
        """A list of definitions."""
        return variant_pages.source_list(_sources(self.env.app))


class ErrorTable(Written):
    """``.. error-table:: errors``, ``reasons`` or ``problems``."""

    required_arguments = 1

    def written(self) -> str:
        """The table asked for."""
        tables = {
            "errors": library_tables.error_table,
            "reasons": library_tables.reason_table,
            "problems": library_tables.problem_table,
        }
        return tables[self.arguments[0]]()


class EventTable(Written):
    """``.. event-table::`` every event and what it tells."""

    def written(self) -> str:
        """The table, in the order of the reference."""
        return library_tables.event_table()


def _clause_table(document: clauses.Document, found: dict[str, tuple[clauses.Proof, ...]]) -> str:
    rows = [
        (f".. _clause-{_anchor(clause.id)}:\n\n{clause.id}", _does(clause), _shown(clause, found))
        for clause in document.clauses
    ]
    return table(("Clause", "What the library does", "Shown by"), rows, widths=(1, 6, 5))


def _does(clause: clauses.Clause) -> str:
    return f"*{clause.gap}* {clause.does}" if clause.gap else clause.does


def _shown(clause: clauses.Clause, found: dict[str, tuple[clauses.Proof, ...]]) -> str:
    if not clause.tested:
        return "nothing to test"
    return "\n\n".join(code(proof) for proof in found.get(clause.id, ())) or "**no test**"


def _anchor(id: str) -> str:
    return id.lower().replace(".", "-")


def _data(app: Sphinx, name: str) -> Path:
    return Path(app.srcdir) / name


def _tests(app: Sphinx) -> Path:
    return Path(app.srcdir).parent / "tests"


def _sources(app: Sphinx) -> dict[str, str]:
    with _data(app, "sources.toml").open("rb") as file:
        return tomllib.load(file)


def check_clauses(app: Sphinx) -> None:
    """Refuse to build while a clause has no test, or a test names no clause."""
    try:
        documents = clauses.documents(_data(app, "clauses.toml"))
        found = clauses.proofs_by_clause(_tests(app))
    except clauses.ClauseError as error:
        raise FaultyClausesError(str(error)) from error
    wrong = [
        *(f"{clause} has no test" for clause in clauses.untested(documents, found)),
        *(f"no clause {said}" for said in clauses.unknown(documents, found)),
    ]
    if wrong and app.config.clauses_strict:
        raise FaultyClausesError("\n".join(("", *wrong)))
    if wrong:
        logger.info("clauses: %s", "; ".join(wrong))


def write_variant_pages(app: Sphinx) -> None:
    """Write a page for each variant beside the overview, and take away those of variants gone."""
    folder, sources = _data(app, "variants"), _sources(app)
    base = VARIANTS[variant_pages.BASE]
    pages = {
        folder / f"{variant.id}.rst": variant_pages.page(variant, base, sources)
        for variant in VARIANTS.values()
    }
    for path in folder.glob("*.rst"):
        if path.name != "index.rst" and path not in pages:
            path.unlink()
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def link_citations(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Make each mention of a clause, here or in a docstring, a link to its row."""
    known = {
        clause.id
        for document in clauses.documents(_data(app, "clauses.toml"))
        for clause in document.clauses
    }
    for text in list(doctree.findall(nodes.Text)):
        if CITATION.search(text) and not _within(text, NO_LINKS_IN):
            text.parent.replace(text, list(_linked(app, text, page, known)))


def link_family(
    app: Sphinx, _env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.TextElement
) -> nodes.reference | None:
    """Make a citation of the wider family, that word and a number, a link to the section."""
    if node.get("reftarget") != "family" or node.parent is None:
        return None
    following = node.parent[node.parent.index(node) + 1 :]
    number = re.match(r"\s*(2\.\d+)", following[0].astext() if following else "")
    if number is None:
        return None
    anchor = f"family-{_anchor(number[1])}"
    return make_refnode(app.builder, node["refdoc"], FAMILY_PAGE, anchor, shown)


def _linked(app: Sphinx, text: nodes.Text, page: str, known: set[str]) -> Iterator[nodes.Node]:
    end = 0
    for cited in CITATION.finditer(text):
        anchor = f"clause-{_anchor(cited[1])}"
        if cited[1] in known and (page, _anchor(cited[1])) != (CLAUSE_PAGE, _own_row(text)):
            yield nodes.Text(text[end : cited.start()])
            shown = nodes.Text(cited[0])
            yield make_refnode(app.builder, page, CLAUSE_PAGE, anchor, shown)
            end = cited.end()
    yield nodes.Text(text[end:])


def _own_row(text: nodes.Node) -> str:
    """What a row of the table of clauses is about, for its first cell links nowhere."""
    return _anchor(text.parent.astext()) if text.parent is not None else ""


def _within(node: nodes.Node, kinds: tuple[type[nodes.Node], ...]) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, kinds):
            return True
    return False


def setup(app: Sphinx) -> dict[str, Any]:
    """Hook into Sphinx."""
    app.add_config_value("clauses_strict", default=True, rebuild="env", types=(bool,))
    app.add_directive("clause-table", ClauseTable)
    app.add_directive("reading-table", ReadingTable)
    app.add_directive("variant-table", VariantTable)
    app.add_directive("source-list", SourceList)
    app.add_directive("error-table", ErrorTable)
    app.add_directive("event-table", EventTable)
    app.connect("builder-inited", check_clauses)
    app.connect("builder-inited", write_variant_pages)
    app.connect("doctree-resolved", link_citations)
    app.connect("missing-reference", link_family)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
