"""The clauses of the source documents, and the tests that show them.

The data file says what the library does; the tests name the clauses they show with
``@pytest.mark.clause("S0.11", "A0.1")``. Tests are read, never imported.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

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
    clauses: tuple[Clause, ...] = field(converter=tuple)


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
        return tuple(_document(id, table) for id, table in tomllib.load(file).items())


def _document(id: str, table: Mapping[str, Any]) -> Document:
    entries = table.get("clauses") or table.get("readings") or {}
    numbers = [int(number) for number in entries]
    if numbers != list(range(1, len(numbers) + 1)):
        raise ClauseError(f"{id}: the numbers do not run from 1: {numbers}")
    clauses = [_clause(f"{id}.{number}", entry) for number, entry in entries.items()]
    return Document(id, table["title"], table.get("about", ""), clauses)


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
        for id, line, test in _marked(tree.body, name):
            found.setdefault(id, []).append(Proof(name, line, test))
    return {id: tuple(sorted(set(tests))) for id, tests in found.items()}


def _marked(
    body: Sequence[ast.stmt], path: str, *outer: str
) -> Iterator[tuple[str, int, str]]:
    for statement in body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = ".".join((*outer, statement.name))
        for decorator in statement.decorator_list:
            if isinstance(decorator, ast.Call) and _is_marker(decorator.func):
                for id in _ids(decorator, path):
                    yield id, decorator.lineno, name
        if isinstance(statement, ast.ClassDef):
            yield from _marked(statement.body, path, name)


def _is_marker(function: ast.expr) -> bool:
    """Whether this is ``pytest.mark.clause``, or a short name of it."""
    if isinstance(function, ast.Attribute):
        return function.attr == MARKER
    return isinstance(function, ast.Name) and function.id == MARKER


def _ids(marker: ast.Call, path: str) -> Iterator[str]:
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


def unknown(documents: Sequence[Document], proofs: Mapping[str, Sequence[Proof]]) -> tuple[str, ...]:
    """The markers that name no clause, each with the test that carries it."""
    known = {clause.id for document in documents for clause in document.clauses}
    return tuple(f"{id} in {proof}" for id in proofs if id not in known for proof in proofs[id])
