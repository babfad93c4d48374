"""Files of text that somebody else wrote."""

from pathlib import Path

from tenback.rules.errors import BadInput, Code

LARGEST = 1 << 22
"""Four MiB: a hundred times the longest record."""


def read_file(path: Path) -> str:
    """Return the text of a file, or say why it cannot be read."""
    try:
        if not path.is_file():
            raise _unreadable(path, "there is no such file")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from None
    except ValueError as error:  # a path with a NUL in it
        raise error if isinstance(error, BadInput) else _unreadable(path, str(error)) from None
    if len(content) > LARGEST:
        raise _unreadable(path, "it is far too large")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(path, "it is not UTF-8 text") from None


def _unreadable(path: Path, reason: str) -> BadInput:
    return BadInput(Code.BAD_FILE, text=path, reason=reason)
