"""`tenback` in tmux: a real terminal, whose screen a test reads as a person does."""

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

from tests.cli.terminal import TENBACK, environment
from tests.server.servers import TMUX

DEADLINE = 300
"""Seconds to wait for a screen: strong bots think, on a busy machine for long."""
PAUSE = 0.1
"""Seconds between looks at the screen."""


class Tmux:
    """A terminal with one program in it, until the block ends."""

    def __init__(self, folder: Path, *arguments: str, columns: int, rows: int) -> None:
        self._program = TMUX.find()
        self._environment = {**environment(folder), "LC_ALL": "C.UTF-8"}
        self._folder = Path(tempfile.mkdtemp(prefix="tenback-tmux-"))
        line = shlex.join([*TENBACK, "--lang", "en", *arguments])
        size = ("-x", str(columns), "-y", str(rows))
        start = ("new-session", "-d", *size, "-c", str(folder), line)
        self._tell("-f", "/dev/null", *start, ";", "set-option", "status", "off")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.is_running:
            self._tell("kill-server")
        shutil.rmtree(self._folder)

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended; tmux ends with it."""
        return self._run("has-session").returncode == 0

    @property
    def screen(self) -> str:
        """The text on the screen."""
        return self._tell("capture-pane", "-p")

    def wait(self, is_so: Callable[[str], bool]) -> str:
        """Wait for a screen, and return it."""
        deadline = monotonic() + DEADLINE
        while not is_so(shown := self.screen):
            assert monotonic() < deadline, shown
            sleep(PAUSE)
        return shown

    def wait_for_end(self) -> None:
        """Wait until the program has ended."""
        deadline = monotonic() + DEADLINE
        while self.is_running:
            assert monotonic() < deadline
            sleep(PAUSE)

    def press(self, *keys: str) -> None:
        """Press keys, by the names that tmux has for them."""
        self._tell("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        self._tell("resize-window", "-x", str(columns), "-y", str(rows))

    def _tell(self, *words: str) -> str:
        done = self._run(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _run(self, *words: str) -> subprocess.CompletedProcess[str]:
        tmux = [str(self._program), "-u", "-S", str(self._folder / "socket"), *words]
        return subprocess.run(
            tmux, env=self._environment, capture_output=True, encoding="utf-8", check=False
        )
