"""Converts our docstrings for Sphinx: they are plain text with `code`, almost Markdown."""

import re
from collections.abc import Iterator

ESCAPED = re.compile(r"([\\*_|])")
CODE = re.compile(r"`([^`]+)`")
PAGE = re.compile(r"`?docs/([\w/-]+)\.md`?")
BULLET = re.compile(r"[-*] |\d+\. ")


def as_rst(lines: list[str]) -> list[str]:
    r"""Return a docstring as reStructuredText.

    >>> as_rst(["Return *one* `State`.", "", "    a ─▶ b", "", ">>> 1 + 1", "2"])
    ['Return \\*one\\* ``State``.', '', '::', '', '       a ─▶ b', '', '>>> 1 + 1', '2', '']
    """
    return [line for block in _blocks(lines) for line in (*_block(block), "")]


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    block: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _block(block: list[str]) -> list[str]:
    if block[0].lstrip().startswith(">>>"):
        return block
    is_plain = not any(line.startswith("  ") or "  " in line.strip() for line in block)
    if is_plain or BULLET.match(block[0]):
        return [_inline(line) for line in block]
    return ["::", "", *(f"   {line}" for line in block)]


def _inline(line: str) -> str:
    parts = CODE.split(PAGE.sub(r"`docs/\1.md`", line))
    return "".join(
        (f"``{part}``" if number % 2 else ESCAPED.sub(r"\\\1", part))
        for number, part in enumerate(parts)
    )
