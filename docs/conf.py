"""Sphinx configuration."""

import enum
import importlib.metadata
import sys
from pathlib import Path
from typing import Any

import attrs
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.inspect import object_description

sys.path.insert(0, str(Path(__file__).parent.parent))  # for docs._ext

project = "scopa"
author = "The scopa authors"
copyright = "2026, The scopa authors"
release = version = importlib.metadata.version("scopa")

extensions = [
    "docs._ext.scopa_docs",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
default_role = "py:obj"
html_theme = "furo"
html_title = f"scopa {version}"
html_static_path = ["_static"]
html_css_files = ["scopa.css"]

autodoc_default_options = {
    "members": True,
    "show-inheritance": True,
}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False

# Names of the standard library and of attrs stay plain text: to resolve them takes the network.
# So do type variables and what is imported for type checking only.
# What stands in plain backquotes is a link where it names something, and code where it does not.
elsewhere = "|".join(["attrs?", *sorted(sys.stdlib_module_names)])
nitpick_ignore_regex = [
    ("py:.*", rf"({elsewhere})(\..+)?"),
    ("py:class", r"[A-Z]|Random|Executor"),
    ("py:class", r"scopa\._shown\.(Shown|Value)|scopa\.moves\._Numbers"),  # private
    ("py:class", r"(hypothesis\.strategies|st)\..*"),
    ("py:obj", r"(?!scopa\.).*"),
]

LONGEST_VALUE = 60


def keep_enum_members(
    app: Sphinx, what: str, name: str, obj: object, skip: bool, options: Any
) -> bool | None:
    """List the members of an enum even where there is nothing to say about one of them."""
    return False if isinstance(obj, enum.Enum) else None


def take_no_type(
    app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]
) -> None:
    """Keep napoleon from taking what stands before a colon for the type of a property."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


def shorten_defaults(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str | None, returns: Any
) -> tuple[str | None, Any]:
    """Show dots for a default that is a whole pack or rule."""
    if what == "class" and signature and attrs.has(obj):
        for field in attrs.fields(obj):
            default = object_description(field.default)
            if len(default) > LONGEST_VALUE:
                signature = signature.replace(default, "...")
    return signature, returns


def drop_long_values(app: Sphinx, domain: str, kind: str, content: nodes.Element) -> None:
    """Leave out the value of a constant that is a whole pack or variant."""
    if kind == "data" and content.parent is not None:
        for annotation in list(content.parent.findall(addnodes.desc_annotation)):
            if annotation.astext().startswith(" = ") and len(annotation.astext()) > LONGEST_VALUE:
                annotation.parent.remove(annotation)


def setup(app: Sphinx) -> None:
    """Hook into Sphinx."""
    app.connect("autodoc-skip-member", keep_enum_members)
    app.connect("autodoc-process-docstring", take_no_type, priority=400)
    app.connect("autodoc-process-signature", shorten_defaults)
    app.connect("object-description-transform", drop_long_values)
