"""Numba, with a disk cache that depends on the sources."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from tenback.compiled_cache import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

LOG = logging.getLogger("tenback.fastsim")
COMPILING = "compiling for this machine, once: this takes half a minute"


def compiled(function: F) -> F:
    """Compile a function on its first call; it releases the GIL and is cached on disk."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Compile a small function into every function that calls it."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, **flags: bool) -> F:
    before, folder = numba.config.CACHE_DIR, cache_folder(function.__module__.split(".")[1])
    numba.config.CACHE_DIR = str(folder or before)
    compiler = numba.njit(cache=folder is not None, nogil=True, error_model="numpy", **flags)
    try:
        return cast("F", compiler(function))
    finally:
        numba.config.CACHE_DIR = before


class _CompilingNotice(event.Listener):  # type: ignore[misc]
    """Logs once that code is being compiled, so that the program does not seem to hang."""

    has_told = False

    def on_start(self, event: Any) -> None:
        """Log that code is being compiled, once and only for functions of this project."""
        module = event.data["dispatcher"].py_func.__module__
        if not self.has_told and module.startswith("tenback."):
            self.has_told = True
            LOG.warning(COMPILING)

    def on_end(self, event: Any) -> None:
        """Do nothing: the end of compiling is not reported."""


event.register("numba:compile", _CompilingNotice())
