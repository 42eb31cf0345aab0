"""The documented variants: `VARIANTS`, a read-only mapping by id.

The games of the source documents stand in `scopa.documents`, the others in `scopa.family`. Both are
read when the first variant is looked up, and each variant is built when it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from scopa.errors import UnknownVariantError
from scopa.shelf import BUILDERS, Builder
from scopa.variant import BASES, Variant

_SHELVES = ("scopa.documents", "scopa.family")


def builders() -> Mapping[str, Builder]:
    """The functions that build the variants, by id; their docstrings say what the variants are."""
    for shelf in _SHELVES:
        import_module(shelf)
    return BUILDERS


class _Catalogue(Mapping[str, Variant]):
    """The variants by id, read only."""

    def __getitem__(self, name: str) -> Variant:
        try:
            build = builders()[name]
        except (KeyError, TypeError):
            from difflib import get_close_matches  # noqa: PLC0415 - slow to import, seldom needed

            close = get_close_matches(name, builders()) if isinstance(name, str) else ()
            hint = f"; close to it: {', '.join(close)}" if close else ""
            raise UnknownVariantError(f"no variant {name!r} in the catalogue{hint}") from None
        return build()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in builders()

    def __iter__(self) -> Iterator[str]:
        return iter(builders())

    def __len__(self) -> int:
        return len(builders())

    def __repr__(self) -> str:
        return f"VARIANTS[{', '.join(builders())}]"


VARIANTS: Mapping[str, Variant] = _Catalogue()
"""Every documented variant by its id. Read only; looking up an unknown id is an
`UnknownVariantError`, which is a `KeyError`."""

BASES.append(VARIANTS)
