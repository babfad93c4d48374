"""Runs a server in processes of its own, and reads their figures from the kernel."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

HOST = "127.0.0.1"
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
ENTRY = re.compile(r"^\d{4}-\d\d-\d\d \S+ ", re.MULTILINE)
"""Matches the beginning of a log entry."""
STOPPING = 30
"""Seconds that the server has to stop by itself."""
NO_LIMIT = "1000000"
LIMITS = {
    "TENBACK_REQUEST_RATE": NO_LIMIT,
    "TENBACK_REQUEST_BURST": NO_LIMIT,
    "TENBACK_OPENING_RATE": NO_LIMIT,
    "TENBACK_OPENING_BURST": NO_LIMIT,
    "TENBACK_PUBLIC_RATE": NO_LIMIT,
    "TENBACK_PUBLIC_BURST": NO_LIMIT,
    "TENBACK_STEP_RATE": NO_LIMIT,
    "TENBACK_STEP_BURST": NO_LIMIT,
    "TENBACK_READING_RATE": NO_LIMIT,
    "TENBACK_READING_BURST": NO_LIMIT,
    "TENBACK_CONNECTIONS": NO_LIMIT,
    "TENBACK_ADDRESS_MESSAGE_RATE": NO_LIMIT,
    "TENBACK_ADDRESS_MESSAGE_BURST": NO_LIMIT,
    "TENBACK_PACE": "0",
}
"""Lifts the limits per address, as all clients share one; limits per socket stay."""


class Busy(NamedTuple):
    """CPU seconds so far: of the server, of this process, of the whole machine."""

    at: float
    server: float
    client: float
    machine: float


class ServerProcess:
    """A running server with its log in a folder, until `stop`."""

    def __init__(self, folder: Path, command: list[str], environment: Mapping[str, str]) -> None:
        self.log = folder / "server.log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    @property
    def pid(self) -> int:
        """The first process, the parent of all others."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the server has not ended."""
        return self._process.poll() is None

    @property
    def memory(self) -> int:
        """The memory of all processes together, in bytes."""
        return sum(_pages(pid) for pid in family(self.pid)) * PAGE

    @property
    def own_memory(self) -> int:
        """The memory of the first process alone, in bytes: its children think for bots."""
        return _pages(self.pid) * PAGE

    @property
    def handles(self) -> int:
        """How many files and sockets all processes together have open."""
        return sum(_handles(pid) for pid in family(self.pid))

    @property
    def busy(self) -> Busy:
        """The CPU time used so far."""
        times = os.times()
        return Busy(
            time.perf_counter(),
            sum(map(_work, family(self.pid))),
            times.user + times.system,
            _machine_work(),
        )

    @property
    def complaints(self) -> list[str]:
        """The errors in the log: each kind once, in full, with the number of times it occurs."""
        entries = ENTRY.split(self.log.read_text(errors="replace"))
        kinds: dict[str, list[str]] = {}
        for entry in entries:
            if entry.startswith(("ERROR", "CRITICAL")) or "Traceback" in entry:
                kinds.setdefault(entry.strip().rpartition("\n")[2], []).append(entry.strip())
        return [f"{len(those)} × {those[0]}" for those in kinds.values()]

    def kill(self) -> None:
        """Kill all processes at once, as a power cut would."""
        for pid in [*family(self.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """Stop the server in an orderly way, and return its exit code."""
        if self.is_running:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self.kill()
            return self._process.wait()


class Server(ServerProcess):
    """`tenback serve` in a folder, on a free port."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.port = free_port()
        environment = {**os.environ, **LIMITS, **settings, "TENBACK_PORT": str(self.port)}
        super().__init__(folder, [sys.executable, "-m", "tenback", "serve"], environment)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        port: int = taken.getsockname()[1]
        return port


def family(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield pid
    try:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from family(int(child))
    except OSError:
        return


def _pages(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0


def _handles(pid: int) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def _work(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _machine_work() -> float:
    """Return the busy seconds of all cores: everything but idling and waiting for the disk."""
    fields = list(map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]))
    return (sum(fields) - fields[3] - fields[4]) / TICKS
