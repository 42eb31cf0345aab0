"""The clauses of the source documents, and the tests that show them.

The data file says what the library does; the tests name the clauses they show with
``@pytest.mark.clause("S0.11", "A0.1")``, or in the ``marks`` of one ``pytest.param``. Tests are
read, never imported.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

MARKER = "clause"


class ClauseError(ValueError):
    """The data file or a marker cannot be read, or they do not agree."""


@frozen
class Clause:
    """A clause of a document (``S0.11``), or the reading of a gap in one (``A0.2``).

    Attributes:
        id: What it is cited by.
        does: What the library does, in reStructuredText.
        gap: For a reading: the question that the document leaves open.
        instead: For a reading: how another answer is declared, if there is one.
        tested: Whether there is something to test.
    """

    id: str
    does: str
    gap: str = ""
    instead: str = ""
    tested: bool = True


@frozen
class Document:
    """A source document, or the readings of one.

    Attributes:
        id: ``S0`` to ``S4``, or ``A0`` to ``A4``.
        title: What it is called.
        about: A sentence about it, in reStructuredText.
        clauses: Its clauses, or its readings, in order.
    """

    id: str
    title: str
    about: str
    clauses: tuple[Clause, ...]


@frozen(order=True)
class Proof:
    """A test that names a clause.

    Attributes:
        path: The file, from the folder of the tests.
        line: The line of the marker.
        name: The function, after its class if it has one.
    """

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}::{self.name}"


def documents(path: Path) -> tuple[Document, ...]:
    """Read the data file.

    Raises:
        ClauseError: A number is missing, a sentence is empty, or a clause is said to need no test.
    """
    with path.open("rb") as file:
        return tuple(_document(name, table) for name, table in tomllib.load(file).items())


def _document(name: str, table: Mapping[str, Any]) -> Document:
    entries: Mapping[str, Any] = table.get("clauses", table.get("readings", {}))
    numbers = [int(number) for number in entries]
    if numbers != list(range(1, len(numbers) + 1)):
        raise ClauseError(f"{name}: the numbers do not run from 1: {numbers}")
    listed = tuple(_clause(f"{name}.{number}", entry) for number, entry in entries.items())
    return Document(name, table["title"], table.get("about", ""), listed)


def _clause(id: str, entry: str | Mapping[str, Any]) -> Clause:
    clause = Clause(id, entry) if isinstance(entry, str) else Clause(id, **entry)
    if not clause.does:
        raise ClauseError(f"{id}: does not say what the library does")
    if id.startswith("S") and not clause.tested:
        raise ClauseError(f"{id}: a clause of a document is always tested")
    return clause


def proofs_by_clause(folder: Path) -> dict[str, tuple[Proof, ...]]:
    """The tests of a folder by the clauses they name.

    Raises:
        ClauseError: A marker names something other than plain text.
    """
    found: dict[str, list[Proof]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        name = path.relative_to(folder).as_posix()
        for clause, line, test in _marked(tree.body, name):
            found.setdefault(clause, []).append(Proof(name, line, test))
    return {clause: tuple(sorted(set(tests))) for clause, tests in found.items()}


def _marked(body: Sequence[ast.stmt], path: str, *outer: str) -> Iterator[tuple[str, int, str]]:
    for statement in body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = "::".join((*outer, statement.name))
        for node in (node for each in statement.decorator_list for node in ast.walk(each)):
            if isinstance(node, ast.Call) and _is_marker(node.func):
                for clause in _named(node, path):
                    yield clause, node.lineno, name
        if isinstance(statement, ast.ClassDef):
            yield from _marked(statement.body, path, name)


def _is_marker(function: ast.expr) -> bool:
    """Whether this is ``pytest.mark.clause``, or a short name of it."""
    if isinstance(function, ast.Attribute):
        return function.attr == MARKER
    return isinstance(function, ast.Name) and function.id == MARKER


def _named(marker: ast.Call, path: str) -> Iterator[str]:
    for argument in marker.args:
        if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
            raise ClauseError(f"{path}:{marker.lineno}: a clause is named by plain text")
        yield argument.value


def untested(
    documents: Sequence[Document], proofs: Mapping[str, Sequence[Proof]]
) -> tuple[str, ...]:
    """The clauses and readings that no test names."""
    return tuple(
        clause.id
        for document in documents
        for clause in document.clauses
        if clause.tested and not proofs.get(clause.id)
    )


def unknown(
    documents: Sequence[Document], proofs: Mapping[str, Sequence[Proof]]
) -> tuple[str, ...]:
    """The markers that name no clause, each with the test that carries it."""
    known = {clause.id for document in documents for clause in document.clauses}
    return tuple(
        f"{named} in {proof}"
        for named, marked in proofs.items()
        if named not in known
        for proof in marked
    )
