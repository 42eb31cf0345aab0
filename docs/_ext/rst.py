"""reStructuredText, written by programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import indent


def heading(text: str, line: str = "=") -> str:
    """A heading, underlined."""
    return f"{text}\n{line * len(text)}\n\n"


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, widths: Sequence[int] | None = None
) -> str:
    """A table with a row of headings; nothing where there are no rows.

    Args:
        columns: The headings.
        rows: The cells, each in reStructuredText.
        widths: How wide the columns are to each other.
    """
    listed = [tuple(row) for row in rows]
    if not listed:
        return ""
    options = ["   :header-rows: 1"]
    if widths:
        percent = (100 * width // sum(widths) for width in widths)
        options.append(f"   :widths: {' '.join(map(str, percent))}")
    body = "".join(indent(_row(row), "   ") for row in (columns, *listed))
    return "\n".join((".. list-table::", *options, "", body, ""))


def _row(cells: Sequence[str]) -> str:
    written = [indent(cell or "–", "    ").lstrip() for cell in cells]
    return "".join(f"{'*' if place == 0 else ' '} - {cell}\n" for place, cell in enumerate(written))


def code(text: object) -> str:
    """Literal text."""
    return f"``{text}``"


def one_of(kind: type[object]) -> str:
    """A link to a class, shown by its name alone."""
    return f":py:class:`~{kind.__module__}.{kind.__qualname__}`"
