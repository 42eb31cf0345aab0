"""Tables of everything that can be wrong or can happen, read from the library itself."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

from attrs import fields, frozen

import scopa.errors
from docs._ext.rst import code, one_of, table
from scopa import Event, IllegalReason, ScopaError

VARIES = "…"
"""What stands in a text for the part that varies."""


@frozen(order=True)
class Refusal:
    """A code that a program can meet, with where it stands and what it says.

    Attributes:
        code: The stable code.
        where: The place it names, with ``…`` for what varies.
        message: What it says, with ``…`` for what varies.
        kind: The class that carries it.
    """

    code: str
    where: str
    message: str
    kind: str


def error_classes() -> list[type[ScopaError]]:
    """Every error class, each after those it derives from."""
    return list(_with_subclasses(ScopaError))


def _with_subclasses(kind: type[ScopaError]) -> Iterator[type[ScopaError]]:
    yield kind
    own = (each for each in kind.__subclasses__() if each.__module__ == scopa.errors.__name__)
    for each in own:
        yield from _with_subclasses(each)


def error_table() -> str:
    """The error classes: what each means, its code, and what else it is."""
    rows = [
        (one_of(kind), _codes(kind), _other_bases(kind), _summary(kind)) for kind in error_classes()
    ]
    return table(("Error", "Codes", "Is also", "When"), rows, widths=(3, 3, 2, 5))


def _codes(kind: type[ScopaError]) -> str:
    given = {refusal.code for refusal in refusals() if refusal.kind == kind.__name__}
    own: set[str] = {kind.code} if kind.code != "scopa" and kind is not ScopaError else set()
    if kind.__name__ == "IllegalMoveError":
        return "the value of its reason"
    return ", ".join(code(each) for each in sorted(given | own)) or "–"


def _other_bases(kind: type[ScopaError]) -> str:
    others = [base for base in kind.__mro__[1:] if base.__module__ == "builtins"]
    notable = [base.__name__ for base in others if base in (KeyError, ValueError, TypeError)]
    return ", ".join(code(name) for name in notable) or "–"


def _summary(kind: type[object]) -> str:
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def reason_table() -> str:
    """Why a move can be illegal: each code, and what it means."""
    said = _member_docs(IllegalReason)
    rows = [
        (
            code(reason.value),
            f":py:attr:`~scopa.errors.IllegalReason.{reason.name}`",
            said[reason.name],
        )
        for reason in IllegalReason
    ]
    return table(("Code", "Member", "Meaning"), rows, widths=(3, 4, 6))


def _member_docs(kind: type[object]) -> dict[str, str]:
    (tree,) = ast.parse(inspect.getsource(kind)).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    found: dict[str, str] = {}
    for member, said in pairwise(body):
        if isinstance(member, ast.Assign) and isinstance(said, ast.Expr):
            (name,) = member.targets
            found[ast.unparse(name)] = " ".join(str(ast.literal_eval(said.value)).split())
    return found


def problem_table() -> str:
    """The codes of problems, wherever the library finds one; of several the plainest example."""
    found = [refusal for refusal in refusals() if refusal.kind == "Problem"]
    plainest = {each.code: each for each in sorted(found, key=_dots, reverse=True)}
    rows = [
        (code(refusal.code), code(refusal.where) if refusal.where else "", refusal.message)
        for refusal in sorted(plainest.values())
    ]
    return table(("Code", "Where", "Says, for example"), rows, widths=(3, 3, 6))


def _dots(refusal: Refusal) -> int:
    return (refusal.where + refusal.message).count(VARIES)


def event_table() -> str:
    """The events: what each tells, and what it has besides seat, side and cards."""
    common = {field.name for field in fields(Event)}
    rows = [
        (
            one_of(kind),
            _summary(kind),
            ", ".join(code(each.name) for each in fields(kind) if each.name not in common),
        )
        for kind in dict.fromkeys(Event.__subclasses__())
    ]
    return table(("Event", "Tells", "Has besides"), rows, widths=(2, 6, 2))


@cache
def refusals() -> tuple[Refusal, ...]:
    """Every code that the library gives to a problem or an error, read from its source."""
    package = Path(inspect.getfile(scopa.errors)).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py"))]
    return tuple(sorted(set(chain.from_iterable(map(_refusals, trees)))))


@frozen
class Scope:
    """Where a call stands: the texts that its function gives names to, and the loop around it."""

    texts: Mapping[str, ast.expr] = {}
    loop: ast.For | None = None

    def within(self, node: ast.AST) -> Scope:
        """The scope of what stands directly in a node."""
        if isinstance(node, ast.For):
            return Scope(self.texts, node)
        if isinstance(node, ast.FunctionDef):
            assigned = [each for each in ast.walk(node) if isinstance(each, ast.Assign)]
            return Scope({ast.unparse(each.targets[0]): each.value for each in assigned})
        return self

    def text(self, value: ast.expr) -> str:
        """A written text, with dots for what varies."""
        if isinstance(value, ast.Name) and value.id in self.texts:
            return Scope().text(self.texts[value.id])
        if isinstance(value, ast.Constant):
            return str(value.value)
        if isinstance(value, ast.JoinedStr):
            parts = (
                part.value if isinstance(part, ast.Constant) else VARIES for part in value.values
            )
            return "".join(map(str, parts))
        return VARIES

    def constants(self, value: ast.expr) -> list[str]:
        """The texts an expression can be: its own, or those that a loop over a tuple gives it."""
        if isinstance(value, ast.Constant):
            return [str(value.value)]
        loop = self.loop
        if isinstance(value, ast.Name) and loop is not None and isinstance(loop.target, ast.Tuple):
            names = [ast.unparse(name) for name in loop.target.elts]
            if value.id in names and isinstance(loop.iter, ast.Tuple):
                rows = [each.elts for each in loop.iter.elts if isinstance(each, ast.Tuple)]
                return [str(ast.literal_eval(row[names.index(value.id)])) for row in rows]
        return []


def _refusals(tree: ast.Module) -> Iterator[Refusal]:
    for scope, call in _calls(tree, Scope()):
        name = ast.unparse(call.func)
        if name in {"Problem", "self.refuse", "reader.refuse"} and len(call.args) == 3:
            where, message = (scope.text(argument) for argument in call.args[1:])
            for each in scope.constants(call.args[0]):
                yield Refusal(each, where, message, "Problem")
        elif name.endswith("Error"):
            given = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
            for each in chain.from_iterable(scope.constants(value) for value in given):
                yield Refusal(each, "", scope.text(call.args[0]) if call.args else "", name)


def _calls(tree: ast.AST, scope: Scope) -> Iterator[tuple[Scope, ast.Call]]:
    """Every call, with where it stands."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield scope, node
        yield from _calls(node, scope.within(node))
