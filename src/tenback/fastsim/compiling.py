"""Numba, with a cache on disk that belongs to these very sources."""

import logging
import re
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

LOG = logging.getLogger("tenback.fastsim")
COMPILING = "compiling for this machine, once: this takes half a minute"

PACKAGE = Path(__file__).parent.parent
IMPORT = re.compile(r"^from tenback\.(\w+)[. ]", re.MULTILINE)
CACHES_KEPT = 4


def compiled(function: F) -> F:
    """Return the function, compiled when it is first called, kept on disk, and free of the GIL."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Return the function, compiled into everything that calls it: for the small ones."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, **flags: bool) -> F:
    before, folder = numba.config.CACHE_DIR, _cache(function.__module__.split(".")[1])
    numba.config.CACHE_DIR = str(folder or before)
    compiler = numba.njit(cache=folder is not None, nogil=True, error_model="numpy", **flags)
    try:
        return cast("F", compiler(function))
    finally:
        numba.config.CACHE_DIR = before


@cache
def _cache(package: str) -> Path | None:
    """Return the folder for what a package compiles; None if nothing can be kept.

    Numba looks at a function's own file only. The code of others is compiled into it, so a change
    there must lead to another folder.
    """
    digest = sha256(numba.__version__.encode())
    for source in sources_of(package).values():
        digest.update(source)
    given = numba.config.CACHE_DIR
    parent = Path(given) if given else user_cache_path("tenback") / "compiled"
    folder = parent / f"{package}-{digest.hexdigest()[:16]}"
    try:
        if not folder.exists():
            _forget_old(parent, package)
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def sources_of(package: str) -> dict[Path, bytes]:
    """Return the source files of a package and of all packages of ours below it."""
    found: dict[Path, bytes] = {}
    wanted, seen = [package], {package}
    while wanted:
        for path in sorted((PACKAGE / wanted.pop()).rglob("*.py")):
            found[path] = path.read_bytes()
            below = set(IMPORT.findall(found[path].decode())) - seen
            wanted += sorted(below)
            seen |= below
    return found


def is_kept(module: str) -> bool:
    """Return whether something of a module of ours was compiled before, and is kept."""
    package, name = module.split(".")[1:]
    folder = _cache(package)
    return folder is not None and any(folder.rglob(f"{name}.*.nbi"))


def _forget_old(parent: Path, package: str) -> None:
    for old in sorted(parent.glob(f"{package}-*"), key=_age)[CACHES_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _age(path: Path) -> float:
    """Return a number that is the larger the older a folder is."""
    try:
        return -path.stat().st_mtime
    except OSError:  # somebody else has just forgotten it
        return float("inf")


class _Teller(event.Listener):  # type: ignore[misc]
    """Says once that something is being compiled, so that nobody thinks the program hangs."""

    has_told = False

    def on_start(self, event: Any) -> None:
        """Tell it, if the code is ours."""
        module = event.data["dispatcher"].py_func.__module__
        if not self.has_told and module.startswith("tenback."):
            self.has_told = True
            LOG.warning(COMPILING)

    def on_end(self, event: Any) -> None:
        """Stay silent."""


event.register("numba:compile", _Teller())
