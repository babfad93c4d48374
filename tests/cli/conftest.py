"""Fixtures for the tests of the command line."""

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tenback.cli import main
from tenback.cli.texts import Texts
from tenback.fastsim.compiling import COMPILING
from tenback.languages import LANGUAGES
from tests.cli.running import RECORD, Done, Run

NOTICES = {Texts(language)(COMPILING) for language in LANGUAGES}
"""The notices that the first user of compiled code prints, whichever test that may be."""


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make everything print English, 100 columns wide, and leave no files behind."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TENBACK_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command line in this process, on one core: no pool is started.

    A test about several jobs passes their number.
    """
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)

    def run(*arguments: str, stdin: str | bytes = b"") -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        code: Any = 0
        try:
            main(arguments)
        except SystemExit as leaving:
            code = leaving.code
        out, err = capsys.readouterr()
        said = [line for line in err.splitlines(keepends=True) if line.rstrip() not in NOTICES]
        return Done(code, out, "".join(said))

    return run


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return the file of a short record."""
    path = tmp_path / "friday.txt"
    path.write_text(RECORD, encoding="utf-8")
    return str(path)
