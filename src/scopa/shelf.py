"""The catalogue's shelf: variants by id, each built the first time it is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from scopa.errors import UnknownVariantError
from scopa.variant import BASES, Variant

Builder = Callable[[], Variant]
"""A function that builds a variant; its docstring says what the variant is."""

BUILDERS: dict[str, Builder] = {}
"""The builders by id."""


def variant(build: Builder) -> Builder:
    """Enter a variant in the catalogue; its id is the function's name with hyphens."""
    once = cache(build)
    BUILDERS[build.__name__.replace("_", "-")] = once
    return once


class _Catalogue(Mapping[str, Variant]):
    """The variants by id, read only."""

    def __getitem__(self, name: str) -> Variant:
        try:
            build = BUILDERS[name]
        except (KeyError, TypeError):
            raise UnknownVariantError(f"no variant {name!r} in the catalogue") from None
        return build()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in BUILDERS

    def __iter__(self) -> Iterator[str]:
        return iter(BUILDERS)

    def __len__(self) -> int:
        return len(BUILDERS)

    def __repr__(self) -> str:
        return f"VARIANTS[{', '.join(BUILDERS)}]"


VARIANTS: Mapping[str, Variant] = _Catalogue()
"""Every documented variant by its id. Read only; looking up an unknown id is an
`UnknownVariantError`, which is a `KeyError`."""

BASES.append(VARIANTS)
