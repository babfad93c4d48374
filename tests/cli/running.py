"""Runs command lines, and makes the files to run them on."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tenback.cli.app import app
from tenback.cli.texts import Texts
from tenback.notation import (
    Fairness,
    Record,
    commitment_of,
    fair_seed,
    fairness_tags,
    read_deal,
    read_move,
    write_record,
)
from tenback.rules import apply

DEADLINE = 120
"""Seconds after which a process counts as hung; an idle machine takes tenths."""

LAST_CARD = "classic 98,1,100,100 99 - 0"
LAST_TWO = "classic 97,1,100,100 98.99 - 0"
MUST_LAY_TWO = "classic 96,1,100,100 97.98 99 0"
OPENING = "classic 1,1,100,100 {} {} ?".format(
    "/".join(".".join(map(str, range(first, first + 7))) for first in (2, 9)),
    ".".join(map(str, range(16, 100))),
)
RECORD = f"""\
tenback: 1
start: {MUST_LAY_TWO}
player 0: Anna
date: 2024-11-15

turn 1, seat 0: 97>u1
; now it gets easy
turn 1, seat 0: 98>u1, draws 99
turn 2, seat 0: 99>u1
outcome: all-laid, won, 0 left
"""

SECRET = "00112233445566778899aabbccddeeff" * 2
COMMITMENT = commitment_of(SECRET)
WORDS = ("[bold] moon", "")


def fair_record() -> Record:
    """Return a record from an online table, whose cards can be verified."""
    deal = read_deal("classic", 2, fair_seed(SECRET, WORDS))
    tags = fairness_tags(Fairness(COMMITMENT, SECRET, WORDS))
    events = apply(deal.start(), read_move("begin 1"))[1]
    return Record(deal.start(), events, ("Anna", "Ben"), deal, tags)


FAIR = write_record(fair_record())

COMMANDS = tuple(app(Texts("en")).commands)
"""All commands of the program."""


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def assert_refused(self, message: str) -> None:
        """Assert that the input was refused in one line, with nothing on standard output."""
        assert (self.code, self.out) == (1, "")
        assert self.err.startswith("tenback: ")
        assert message in self.err
        assert self.err.count("\n") == 1

    @property
    def facts(self) -> dict[str, str]:
        """The printed lines like `code: C1-ABC-H`, by their names."""
        return dict(line.split(": ", 1) for line in self.out.splitlines() if ": " in line)


Run = Callable[..., Done]


def in_process_of_its_own(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tenback", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=DEADLINE,
        check=False,
    )


def layout_file(path: Path, run: Run) -> str:
    """Write a non-standard layout to a file; return its path."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(run("layout", "shuffled:ABC", "--toml").out, encoding="utf-8")
    return str(path)
