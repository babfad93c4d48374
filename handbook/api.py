"""Generates a page for each public package, for autodoc."""

from collections.abc import Iterator

PACKAGES = (
    "rules",
    "notation",
    "table",
    "bots",
    "puzzles",
    "fastsim",
    "policies",
    "encoding",
    "batch",
    "solver",
    "arena",
    "analysis",
    "protocol",
    "online",
    "envs",
    "testing",
)
"""The packages, lowest first as in ARCHITECTURE.md. Names in a package's `__all__` are public."""

INDEX = """# The Python API

Generated from the docstrings. A package's public names are those it lists in `__all__`;
everything else may change without notice ([what a new version may change](../upgrading.md)).

```{{toctree}}
:maxdepth: 1

{packages}
```
"""
PAGE = """# `tenback.{package}`

```{{eval-rst}}
.. automodule:: tenback.{package}
   :members:
```
"""


def api_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages of the API and their paths."""
    yield "api/index.md", INDEX.format(packages="\n".join(PACKAGES))
    for package in PACKAGES:
        yield f"api/{package}.md", PAGE.format(package=package)
