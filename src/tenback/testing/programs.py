"""Runs a program that speaks the line protocol, and asks it questions."""

import json
import subprocess
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType

from tenback.notation.json_form import Json
from tenback.testing.failures import CheckFailed

PATIENCE = 60.0
"""Seconds for an answer: a program that does not flush its output never gives one."""
LEAVING = 5.0
"""Seconds that a program may take to end once it has closed its output."""
LONGEST, MOST_SHOWN = 1 << 20, 200
"""The most characters of a line that are read, and shown."""
END = ""
"""What a program that has ended says."""


class Program:
    """A running program: one JSON object per line in, one per line out."""

    def __init__(self, command: Sequence[str], *, patience: float = PATIENCE) -> None:
        self._command, self._patience = " ".join(command), patience
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise CheckFailed(f"{self._command} cannot be started: {error.strerror}") from None
        self._lines = SimpleQueue[str]()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _where: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._reader.join()
        self._process.communicate()

    def ask(self, question: Json) -> Json:
        """Return the answer to a question."""
        asked = json.dumps(question)
        line = self._line_after(asked)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            got = repr(line.strip()[:MOST_SHOWN])
            raise CheckFailed(f"{self._command} answered {asked} with {got}, not a JSON object")
        return answer

    def _line_after(self, asked: str) -> str:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(asked + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended, and its last line says so
        try:
            line = self._lines.get(timeout=self._patience)
        except Empty:
            raise CheckFailed(
                f"{self._command} has not answered {asked} for {self._patience:g} s; "
                "does it flush its output after every line?"
            ) from None
        if line == END:
            self._lines.put(END)  # for whoever asks once more
            raise CheckFailed(f"{self._command} {self._ending()} instead of answering {asked}")
        return line

    def _ending(self) -> str:
        try:
            return f"ended with exit code {self._process.wait(LEAVING)}"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def _read(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LONGEST):
            self._lines.put(line)
        self._lines.put(END)
