"""Where the variants of the catalogue are entered, before anybody looks them up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from scopa.variant import Variant

Builder = Callable[[], Variant]
"""A function that builds a variant; its docstring says what the variant is."""

BUILDERS: dict[str, Builder] = {}
"""The builders by the id of what they build."""


def variant(build: Builder) -> Builder:
    """Enter a variant in the catalogue; its id is the function's name with hyphens."""
    once = cache(build)
    BUILDERS[build.__name__.replace("_", "-")] = once
    return once
