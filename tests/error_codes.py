"""Collects all error codes of the project."""

from importlib import import_module
from pathlib import Path

import tenback
from tenback.rules import ErrorCode
from tests.layers import imports

SOURCE = Path(tenback.__file__).parent


def code_lists() -> list[type[ErrorCode]]:
    """Return the enums of error codes, after importing every `errors` module."""
    for path in sorted(SOURCE.rglob("errors.py")):
        import_module(".".join(("tenback", *path.relative_to(SOURCE).with_suffix("").parts)))
    return ErrorCode.__subclasses__()


def error_codes() -> list[ErrorCode]:
    """Return all error codes."""
    return [code for codes in code_lists() for code in codes]


def codes_behind(*programs: str) -> list[ErrorCode]:
    """Return the error codes of these packages, and of all that they import."""
    found: set[str] = set()
    new = set(programs)
    while new:
        found |= new
        new = {other for package in new for other in _imported_by(package)} - found
    return [code for code in error_codes() if type(code).__module__.split(".")[1] in found]


def _imported_by(package: str) -> set[str]:
    names = {name for path in (SOURCE / package).rglob("*.py") for name in imports(path)}
    roots = (name.split(".")[1] for name in names if name.startswith("tenback."))
    return {root for root in roots if (SOURCE / root / "__init__.py").exists()}
