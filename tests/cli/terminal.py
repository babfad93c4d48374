"""Runs `tenback play --plain` in a real terminal, and reads and types there."""

import io
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep

import pexpect

PROMPT = r"\n(?:\x1b\[[0-9;]*m)*>(?:\x1b\[[0-9;]*m)* "
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ARROW_UP = b"\x1b[A"
CLEAR, CLEAR_PAST = "\x1b[2J", "\x1b[3J"

DEADLINE = 120
"""Seconds to wait for any answer; on an idle machine it takes hundredths."""
TENBACK = (sys.executable, "-m", "tenback")


class Terminal:
    """A terminal running `tenback play`, which a test reads and types into."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int,
        language: str,
        tenback: Sequence[str] = TENBACK,
    ) -> None:
        self._printed = io.StringIO()
        program, *line = tenback
        self._child: pexpect.spawn[str] = pexpect.spawn(
            program,
            [*line, "--lang", language, "play", "--plain", *arguments],
            cwd=str(folder),
            env=environment(folder),
            encoding="utf-8",
            codec_errors="replace",
            timeout=DEADLINE,
            dimensions=(60, columns),
        )
        self._child.delaybeforesend = None
        self._child.logfile_read = self._printed

    @property
    def printed(self) -> str:
        """Everything printed so far, with its control codes."""
        return self._printed.getvalue()

    @property
    def screen(self) -> str:
        """The text since the screen was last cleared."""
        _, _, shown = self.printed.rpartition(CLEAR)
        return CODES.sub("", shown).replace("\r", "")

    def wait(self, *texts: str) -> int:
        """Wait for one of the texts, or without texts for the prompt; return which one came."""
        patterns = [PROMPT if text == ">" else re.escape(text) for text in texts or (">",)]
        return self._child.expect_list([re.compile(pattern) for pattern in patterns])

    def say(self, line: str = "") -> None:
        """Type a line."""
        self._child.sendline(line)

    def tell(self, line: str, *texts: str) -> str:
        """Type a line, wait for one of the texts or the prompt, and return the screen."""
        self.say(line)
        self.wait(*texts)
        return self.screen

    def press(self, key: str) -> None:
        """Press Ctrl and a key."""
        self._until_it_reads()
        self._child.sendcontrol(key)

    def type_bytes(self, keys: bytes) -> None:
        """Type raw bytes, which need not be text."""
        self._until_it_reads()
        os.write(self._child.child_fd, keys)

    def _until_it_reads(self) -> None:
        """Wait until the line editor controls the terminal and waits for a key."""
        deadline = monotonic() + DEADLINE
        status = Path(f"/proc/{self._child.pid}/stat")
        while self._child.getecho() or status.read_text().rpartition(")")[2].split()[0] != "S":
            assert monotonic() < deadline
            sleep(0.01)

    def leave(self) -> int | None:
        """Wait until the program ends, and return its exit code."""
        self._child.expect(pexpect.EOF)
        self._child.close()
        code: int | None = self._child.exitstatus
        return code

    def close(self) -> None:
        """End the program, however long a busy machine takes for that."""
        if self._child.isalive():
            self._child.kill(signal.SIGKILL)
            self._child.wait()
        self._child.close()


def environment(folder: Path) -> dict[str, str]:
    inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    return {
        **inherited,
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONIOENCODING": "utf-8",
        "TERM": "xterm",
        "INPUTRC": os.devnull,
    }


Seat = Callable[..., Terminal]
"""Starts `tenback play` in a terminal."""


def interrupted(folder: Path, line: list[str], wait_for: str, *, home: Path, deadline: int) -> str:
    """Run a command, press Ctrl-C once it prints a text, check for exit code 130; return the
    output."""
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "tenback", *line],
        cwd=str(folder),
        env={**environment(home), "PYTHONPATH": os.pathsep.join(sys.path)},
        encoding="utf-8",
        timeout=deadline,
        dimensions=(24, 100),
    )
    child.expect(wait_for)
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    printed = CODES.sub("", child.before or "")
    assert "Traceback" not in printed
    return printed
