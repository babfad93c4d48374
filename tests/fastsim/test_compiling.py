"""Compiled code is kept on disk; the first use says that it compiles, later ones are silent."""

import os
import subprocess
import sys
from pathlib import Path

SMALL = "from tenback.fastsim import bits; assert bits.count((7, 1)) == 4"


def stderr_of(code: str, cache: Path) -> str:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stderr


def test_the_first_use_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    assert "compiling for this machine" in stderr_of(SMALL, tmp_path)
    assert stderr_of(SMALL, tmp_path) == ""


def test_importing_compiles_nothing(tmp_path: Path) -> None:
    assert stderr_of("import tenback.fastsim", tmp_path) == ""
