"""Generates a page for each package that programs may import, for autodoc."""

from collections.abc import Iterator

PACKAGES = (
    "rules",
    "notation",
    "fastsim",
    "puzzles",
    "policies",
    "encoding",
    "solver",
    "table",
    "protocol",
    "batch",
    "online",
    "bots",
    "arena",
    "analysis",
    "envs",
    "testing",
)
"""The packages that programs may import, in the order of ARCHITECTURE.md."""

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
