"""Numba, with a cache on disk that belongs to these very sources."""

import logging
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

LOG = logging.getLogger("tenback.fastsim")
COMPILING = "compiling for this machine, once: this takes half a minute"

PACKAGE = Path(__file__).parent.parent
SOURCES = ("rules", "fastsim")
"""What all compiled code is made of, besides the package that it stands in."""
CACHES_KEPT = 4


def compiled(function: F) -> F:
    """Return the function, compiled when it is first called, kept on disk, and free of the GIL."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Return the function, compiled into everything that calls it: for the small ones."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, **flags: bool) -> F:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = before or str(_cache(function.__module__.split(".")[1]))
    try:
        return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy", **flags)(function))
    finally:
        numba.config.CACHE_DIR = before


@cache
def _cache(package: str) -> Path:
    """Return the folder for what a package compiles.

    Numba looks at a function's own file only. The code of others is compiled into it, so a change
    there must lead to another folder.
    """
    digest = sha256(numba.__version__.encode())
    for name in sorted({*SOURCES, package}):
        for path in sorted((PACKAGE / name).rglob("*.py")):
            digest.update(path.read_bytes())
    folder = user_cache_path("tenback") / "compiled" / f"{package}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        _forget_old(folder.parent, package)
    return folder


def _forget_old(parent: Path, package: str) -> None:
    caches = sorted(parent.glob(f"{package}-*"), key=lambda path: path.stat().st_mtime)
    for old in caches[: -CACHES_KEPT + 1]:
        shutil.rmtree(old, ignore_errors=True)


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
