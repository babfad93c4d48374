"""The Sphinx configuration of the site."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from sphinx.application import Sphinx

import tenback
from handbook.docstrings import as_rst

project = "Tenback"
author = "The Tenback authors"
copyright = "The Tenback authors"  # noqa: A001 - Sphinx calls it so
release = version = tenback.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["files/**"]
suppress_warnings = ["misc.highlighting_failure"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "none"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Tenback {release}"
html_baseurl = "/docs/"
html_static_path = ["static"]
html_css_files = ["tenback.css"]
html_favicon = "static/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_use_index = True
html_theme_options: dict[str, Any] = {
    "source_repository": "",
    "navigation_with_keys": True,
    "footer_icons": [],
}


ADDED = {
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="All pages"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',  # so that the keyboard can scroll it
    '<div id="search-results">': '<h1>Search</h1><div id="search-results">',
}
"""Replacements in Furo's HTML for people who use screen readers or the keyboard."""


def setup(app: Sphinx) -> None:
    """Connect our own handlers to Sphinx."""
    app.connect("autodoc-process-docstring", _process_docstring)
    app.connect("build-finished", _complete_pages)


def _process_docstring(
    _app: Sphinx, _kind: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    lines[:] = as_rst(lines)


def _complete_pages(app: Sphinx, error: Exception | None) -> None:
    for path in () if error else Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for old, new in ADDED.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
