"""Text files: safe reading of untrusted files, and atomic writing."""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from tenback.notation.errors import NotationCode
from tenback.rules.errors import BadInput, Reason

LARGEST = 1 << 22
"""Four MiB: a hundred times the longest record."""


def read_file(path: Path, *, largest: int = LARGEST) -> str:
    """Return the text of a file, or raise `BadInput` if the file cannot be read."""
    try:
        if not path.is_file():
            content = None
        else:
            with path.open("rb") as file:
                content = file.read(largest + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise _unreadable(path, "{error}", error=getattr(error, "strerror", error)) from None
    if content is None:
        is_there = path.exists()
        raise _unreadable(path, "it is not a regular file" if is_there else "there is no such file")
    if len(content) > largest:
        raise _unreadable(path, "it is too large")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(path, "it is not UTF-8 text") from None


def write_file(path: Path, text: str) -> None:
    """Write a file atomically, creating its parent folders."""
    make_folder(path.parent)
    unfinished = path.with_name(f"{path.name}.{token_hex(4)}.part")  # nobody else writes there
    try:
        with unfinished.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())  # otherwise a crash may keep the name but lose the text
        os.replace(unfinished, path)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Create a folder and its parents unless they exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise unwritable(path, error) from None


def unwritable(path: Path, error: Exception) -> BadInput:
    """Return the error for a file that cannot be written."""
    reason = Reason("{error}", error=getattr(error, "strerror", error))
    return BadInput(NotationCode.CANNOT_WRITE, text=path, reason=reason)


def _unreadable(path: Path, template: str, **details: object) -> BadInput:
    return BadInput(NotationCode.BAD_FILE, text=path, reason=Reason(template, **details))
