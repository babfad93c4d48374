"""Runs a program that speaks the line protocol, and asks it questions."""

import json
import subprocess
from collections.abc import Sequence
from types import TracebackType

from tenback.notation.json_form import Json
from tenback.testing.failures import CheckFailed


class Program:
    """A running program: one JSON object per line in, one per line out."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = " ".join(command)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise CheckFailed(f"{self._command} cannot be started: {error.strerror}") from None

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _where: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, question: Json) -> Json:
        """Return the answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            told = line.strip() or "nothing"
            asked = json.dumps(question)
            raise CheckFailed(f"{self._command} answers no JSON object but {told} to {asked}")
        return answer
