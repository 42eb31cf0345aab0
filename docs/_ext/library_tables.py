"""Tables of everything that can be wrong, and of all that can happen, read from the library itself."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from attrs import fields, frozen

import scopa.errors
import scopa.match
from docs._ext.rst import code, one_of, table
from scopa import Event, IllegalReason, ScopaError


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
        (one_of(kind), _codes(kind), _other_bases(kind), _summary(kind))
        for kind in error_classes()
    ]
    return table(("Error", "Codes", "Is also", "When"), rows, widths=(3, 3, 2, 5))


def _codes(kind: type[ScopaError]) -> str:
    given = {refusal.code for refusal in refusals() if refusal.kind == kind.__name__}
    own = {kind.code} if kind.code != "scopa" and kind is not ScopaError else set()
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
        (code(reason.value), f":py:attr:`~scopa.errors.IllegalReason.{reason.name}`", said[reason.name])
        for reason in IllegalReason
    ]
    return table(("Code", "Member", "Meaning"), rows, widths=(3, 4, 6))


def _member_docs(kind: type[object]) -> dict[str, str]:
    (tree,) = ast.parse(inspect.getsource(kind)).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    found = {}
    for member, said in zip(body, body[1:], strict=False):
        if isinstance(member, ast.Assign) and isinstance(said, ast.Expr):
            (name,) = member.targets
            found[ast.unparse(name)] = " ".join(str(ast.literal_eval(said.value)).split())
    return found


def problem_table() -> str:
    """The codes of problems, wherever the library finds one."""
    found = {r.code: r for r in sorted(refusals(), reverse=True) if r.kind == "Problem"}
    rows = [
        (code(refusal.code), code(refusal.where) if refusal.where else "", refusal.message)
        for refusal in sorted(found.values())
    ]
    return table(("Code", "Where", "Says, for example"), rows, widths=(3, 3, 6))


def event_table() -> str:
    """The events: what each tells, and what it has besides seat, side and cards."""
    common = {field.name for field in fields(Event)}
    rows = [
        (
            one_of(kind),
            _summary(kind),
            ", ".join(code(each.name) for each in fields(kind) if each.name not in common),
        )
        for kind in Event.__subclasses__()
    ]
    return table(("Event", "Tells", "Has besides"), rows, widths=(2, 6, 2))


def refusals() -> list[Refusal]:
    """Every code that the library gives to a problem or an error, read from its source."""
    package = Path(inspect.getfile(scopa.errors)).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py"))]
    return sorted(set(chain.from_iterable(_refusals(tree) for tree in trees)))


def _refusals(tree: ast.Module) -> Iterator[Refusal]:
    for loop, call in _calls(tree, None):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name == "Problem" and call.args:
            where, message = (_text(argument) for argument in (*call.args, call, call)[1:3])
            for each in _constants(call.args[0], loop):
                yield Refusal(each, where, message, name)
        elif name.endswith("Error"):
            given = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
            for each in chain.from_iterable(_constants(value, loop) for value in given):
                yield Refusal(each, "", _text(call.args[0]) if call.args else "", name)


def _calls(tree: ast.AST, loop: ast.For | None) -> Iterator[tuple[ast.For | None, ast.Call]]:
    """Every call, with the innermost loop around it."""
    for node in ast.iter_child_nodes(tree):
        inner = node if isinstance(node, ast.For) else loop
        if isinstance(node, ast.Call):
            yield inner, node
        yield from _calls(node, inner)


def _constants(value: ast.expr, loop: ast.For | None) -> list[str]:
    """The texts an expression can be: itself, or those that a loop over a written-out tuple gives it."""
    if isinstance(value, ast.Constant):
        return [str(value.value)]
    if isinstance(value, ast.Name) and loop is not None and isinstance(loop.target, ast.Tuple):
        names = [ast.unparse(name) for name in loop.target.elts]
        if value.id in names and isinstance(loop.iter, ast.Tuple):
            rows = [each.elts for each in loop.iter.elts if isinstance(each, ast.Tuple)]
            return [str(ast.literal_eval(row[names.index(value.id)])) for row in rows]
    return []


def _text(value: ast.expr) -> str:
    """A written text, with dots for what varies."""
    if isinstance(value, ast.Constant):
        return str(value.value)
    if isinstance(value, ast.JoinedStr):
        return "".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in value.values)
    return "…"
