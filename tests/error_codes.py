"""Collects all error codes of the project."""

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
    """Return all error codes."""
    return [code for codes in code_lists() for code in codes]
