"""Runs a server the way people do: `tenback serve`, in its own process, on a free port."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

import httpx

SERVE = (sys.executable, "-m", "tenback", "serve")
READY = re.compile(r"Tenback is open at (http://\S+:(\d+))\n")
DEADLINE = 60
"""Seconds to stop; on an idle machine it takes tenths."""
IGNORED = ("compiling for this machine", "resource_tracker")
"""Expected output: of bots getting ready, and of Python after a process with bots was killed."""
NO_LIMITS = {
    "TENBACK_REQUEST_RATE": "100000",
    "TENBACK_REQUEST_BURST": "100000",
    "TENBACK_LOGIN_RATE": "100000",
    "TENBACK_LOGIN_BURST": "100000",
    "TENBACK_ACCOUNT_RATE": "100000",
    "TENBACK_ACCOUNT_BURST": "100000",
    "TENBACK_EXPORT_RATE": "100000",
    "TENBACK_EXPORT_BURST": "100000",
    "TENBACK_ANALYSIS_RATE": "100000",
    "TENBACK_ANALYSIS_BURST": "100000",
    "TENBACK_CODE_RATE": "100000",
    "TENBACK_CODE_BURST": "100000",
    "TENBACK_OPENING_RATE": "100000",
    "TENBACK_OPENING_BURST": "100000",
    "TENBACK_CHAT_RATE": "100000",
    "TENBACK_CHAT_BURST": "100000",
    "TENBACK_PUBLIC_RATE": "100000",
    "TENBACK_PUBLIC_BURST": "100000",
    "TENBACK_STEP_RATE": "100000",
    "TENBACK_STEP_BURST": "100000",
    "TENBACK_READING_RATE": "100000",
    "TENBACK_READING_BURST": "100000",
    "TENBACK_CONNECTIONS": "100000",
    "TENBACK_MESSAGE_RATE": "100000",
    "TENBACK_MESSAGE_BURST": "100000",
    "TENBACK_ADDRESS_MESSAGE_RATE": "100000",
    "TENBACK_ADDRESS_MESSAGE_BURST": "100000",
}
"""Limits for tests that send more requests than a person would; other tests set their own."""


class Serving:
    """A server that a test may stop, kill and start again: it keeps its port and its database.

    Its processes form a process group; `kill` ends all of them at once.
    """

    def __init__(
        self,
        database_url: str | Path,
        *options: str,
        within: Sequence[str] = (),
        **environment: str,
    ) -> None:
        self._options = list(options)
        self._within = within
        self._environment = {
            **{name: text for name, text in os.environ.items() if "TENBACK_" not in name},
            "TENBACK_DATABASE_URL": _as_url(database_url),
            "TENBACK_PACE": "0",
            "TENBACK_BOT_PROCESSES": "2",  # one may be compiling if the cache is still empty
            **NO_LIMITS,
            **environment,
        }
        self._process: subprocess.Popen[str] | None = None
        self._errors = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 (closed by `close`)
        self.port = 0
        self.url = ""

    @property
    def pid(self) -> int:
        """The id of the first process; with several workers, that of their parent."""
        assert self._process is not None
        return self._process.pid

    @property
    def database_url(self) -> str:
        """The URL of the server's database."""
        return self._environment["TENBACK_DATABASE_URL"]

    @property
    def errors(self) -> str:
        """What the server wrote to standard error, except for expected output."""
        self._errors.seek(0)
        return "".join(line for line in self._errors if not any(text in line for text in IGNORED))

    def start(self) -> Self:
        """Start the server and wait for its ready line; a restart uses the same port."""
        assert self._process is None
        self._process = subprocess.Popen(
            [*self._within, *SERVE, "--port", str(self.port), *self._options],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = READY.fullmatch(line)
        if found is None:
            said = f"the server said {line!r} and left with {self._ended()}: {self.errors}"
            self._errors.close()
            raise AssertionError(said)
        self.url, self.port = found[1], int(found[2])
        return self

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the server to stop, wait until it has, and return its exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._ended()

    def kill(self) -> None:
        """Kill all the server's processes, as a power cut would."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._ended()

    def close(self) -> None:
        """Stop the server, whatever its state."""
        if self._process is not None:
            self.kill()
        self._errors.close()

    def client(self, **headers: str) -> httpx.Client:
        """Return a program-like client with its own cookies, which leaves no connections open."""
        alone = httpx.Limits(max_keepalive_connections=0)
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, limits=alone)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _ended(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        code = self._process.wait(DEADLINE)
        self._process.stdout.close()
        self._process = None
        return code


def _as_url(database: str | Path) -> str:
    return database if isinstance(database, str) else f"sqlite+aiosqlite:///{database}"
