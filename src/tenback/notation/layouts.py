"""Layouts as text: names, single lines, and small TOML files (E14)."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from tenback.notation.files import read_file
from tenback.rules.commands import SHUFFLED, STANDARD, Layout, built_in
from tenback.rules.errors import BadInput, Code, Reason, quote

Layouts = Callable[[str], Layout]
"""A function that returns the layout for the name after the `@` of an edition."""

LARGEST_FILE = 1 << 12
"""The size limit in bytes: room for seven lines; larger files only keep the TOML parser busy."""


def from_files(name: str) -> Layout:
    """Return the built-in layout of this name, or the layout in the file of this name."""
    if name == STANDARD.name or name.partition(":")[0] == SHUFFLED:
        return built_in(name)
    return read_layout(read_file(Path(name), largest=LARGEST_FILE), name=name)


def read_layout(text: str, *, name: str) -> Layout:
    """Return the layout in a TOML text of seven lines like `stop = [5, 31, 70, 96]`."""
    if len(text) > LARGEST_FILE:
        raise BadInput(Code.BAD_LAYOUT, reason=Reason("it is too large"))
    try:
        numbers = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(Code.BAD_LAYOUT, reason=Reason("not TOML, {error}", error=error)) from None
    return Layout.make(name, numbers)


def write_layout(layout: Layout) -> str:
    """Return a layout as TOML text."""
    return "".join(f"{kind} = {numbers}\n" for kind, numbers in layout.as_dict().items())


def write_numbers(layout: Layout) -> str:
    """Return the numbers of a layout as one line: `stop 5.31.70.96, skull …`."""
    return ", ".join(
        f"{kind} {'.'.join(map(str, numbers))}" for kind, numbers in layout.as_dict().items()
    )


def read_numbers(text: str, *, name: str) -> Layout:
    """Return the layout that such a line of numbers describes."""
    numbers: dict[str, list[int]] = {}
    for part in text.split(","):
        kind, _, of_kind = part.strip().partition(" ")
        digits = of_kind.strip().split(".")
        if kind in numbers or not all(d.isascii() and d.isdigit() and len(d) < 4 for d in digits):
            reason = Reason("{part} should look like stop 5.31.70.96", part=quote(part.strip()))
            raise BadInput(Code.BAD_LAYOUT, reason=reason)
        numbers[kind] = list(map(int, digits))
    return Layout.make(name, numbers)


__all__ = [
    "Layouts",
    "built_in",
    "from_files",
    "read_layout",
    "read_numbers",
    "write_layout",
    "write_numbers",
]
