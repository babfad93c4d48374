"""Compiled code is kept on disk; the first use says that it compiles, later ones are silent."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from tenback.compiled_cache import PACKAGE, sources_of
from tenback.fastsim.compiling import COMPILING

SMALL = "from tenback.fastsim import bits; assert bits.count((7, 1)) == 4"


def stderr_of(code: str, cache: Path, variable: str = "XDG_CACHE_HOME") -> str:
    environment = {name: text for name, text in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, variable: str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr


def test_the_first_use_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    assert "compiling for this machine" in stderr_of(SMALL, tmp_path)
    (folder,) = (tmp_path / "tenback" / "compiled").iterdir()
    os.utime(folder, (0, 0))
    assert stderr_of(SMALL, tmp_path) == ""
    assert folder.stat().st_mtime > 0  # what is used is not old


def test_importing_compiles_nothing(tmp_path: Path) -> None:
    assert stderr_of("import tenback.fastsim", tmp_path) == ""


def test_the_cache_is_named_after_the_sources_wherever_it_is(tmp_path: Path) -> None:
    stderr_of(SMALL, tmp_path, "NUMBA_CACHE_DIR")
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("fastsim-")
    folder.rename(tmp_path / "fastsim-of-other-sources")
    assert "compiling" in stderr_of(SMALL, tmp_path, "NUMBA_CACHE_DIR")


def test_the_sources_of_a_package_are_those_it_imports_however_indirectly() -> None:
    packages = {path.relative_to(PACKAGE).parts[0] for path in sources_of("policies")}
    assert packages == {"policies", "fastsim", "notation", "rules"}


def test_old_caches_are_forgotten(tmp_path: Path) -> None:
    parent = tmp_path / "tenback" / "compiled"
    for number in range(6):
        (parent / f"fastsim-{number}").mkdir(parents=True)
        os.utime(parent / f"fastsim-{number}", (number, number))
    stderr_of(SMALL, tmp_path)
    assert {path.name for path in parent.iterdir()} >= {"fastsim-5", "fastsim-4", "fastsim-3"}
    assert len(list(parent.iterdir())) == 4


def test_where_nothing_can_be_kept_it_still_runs(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "compiling" in stderr_of(SMALL, tmp_path / "file")


def test_the_command_line_says_what_the_simulator_says() -> None:
    catalogue = files("tenback.languages") / "de" / "cli.toml"
    assert f'en = "{COMPILING}"' in catalogue.read_text(encoding="utf-8")
