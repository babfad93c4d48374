"""All error codes of the project, wherever they are listed."""

from importlib import import_module
from pathlib import Path

import tenback
from tenback.rules import ErrorCode

SOURCE = Path(tenback.__file__).parent


def code_lists() -> list[type[ErrorCode]]:
    """Return the enums of error codes, after importing every `errors` module."""
    for path in sorted(SOURCE.rglob("errors.py")):
        import_module(".".join(("tenback", *path.relative_to(SOURCE).with_suffix("").parts)))
    return ErrorCode.__subclasses__()


def error_codes() -> list[ErrorCode]:
    """Return every error code there is."""
    return [code for codes in code_lists() for code in codes]
