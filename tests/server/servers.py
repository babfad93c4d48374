"""Real servers for tests: separate programs, which a test may stop, kill and start again.

    pytest ──┬── postgres, redis-server   each with a loopback port and a folder
             └── keeper                   outlives pytest by a moment: stops them, empties the
             folder

This module is also a pytest plugin: it reports at the end which programs were missing.
"""

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import pytest

POSTGRESQL_VERSIONS = Path("/usr/lib/postgresql")
"""Where Debian puts PostgreSQL's programs, outside PATH: `15/bin/postgres`."""
DEADLINE = 120
"""Seconds to wait for a start or stop; on an idle machine both take tenths."""
PAUSE = 0.01
"""Seconds between checks of a server that is starting."""

KEEPER = """
trap '' HUP INT TERM
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
    kill -s "$1" "$pid"
    tries=50
    while kill -0 "$pid" && [ "$tries" -gt 0 ]; do tries=$((tries - 1)); sleep 0.1; done
fi
rm -rf -- "$2"
"""
"""Reads which process runs now (an empty line: none); tidies up when nobody writes any more."""


class Program(NamedTuple):
    """A program that tests need, and the package that provides it."""

    title: str
    package: str
    names: tuple[str, ...]
    """The names that the program may have, the best first."""

    @property
    def missing(self) -> str:
        return f"{self.title.upper()} IS MISSING"

    def find(self) -> Path:
        """Return the path of the program; skip the test if it is missing."""
        found = next(filter(None, map(find, self.names)), None)
        if found is None:
            pytest.skip(f"{self.missing}: apt-get install {self.package}")
        return found


POSTGRESQL = Program("PostgreSQL", "postgresql", ("postgres",))
REDIS = Program("Redis", "redis-server", ("redis-server",))
# The headless shell is Chromium without windows, and takes a quarter less CPU time.
CHROMIUM = Program("Chromium", "chromium-headless-shell", ("chromium-headless-shell", "chromium"))
NGINX = Program("nginx", "nginx-light", ("nginx",))
TMUX = Program("tmux", "tmux", ("tmux",))
PROGRAMS = (POSTGRESQL, REDIS, CHROMIUM, NGINX, TMUX)


def find(name: str) -> Path | None:
    """Return the path of a program: from PATH, or Debian's newest outside PATH."""
    versions = POSTGRESQL_VERSIONS.glob("[0-9]*/bin")
    aside = sorted(versions, key=lambda folder: float(folder.parent.name), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*os.get_exec_path(), *map(str, aside)]))
    return None if found is None else Path(found)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report clearly which tests were skipped, over all xdist workers."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    for program in PROGRAMS:
        count = sum(program.missing in reason for reason in skipped)
        if count:
            left_out = "1 TEST WAS LEFT OUT" if count == 1 else f"{count} TESTS WERE LEFT OUT"
            line = f"{program.missing}: {left_out}. apt-get install {program.package}"
            terminalreporter.write_sep("!", line, red=True, bold=True)


class Server:
    """A program that serves one loopback port until `close`; a test may stop and restart it.

    The port stays reserved while the server is down: no other program gets it, and connections are
    refused. Linux allows two sockets to be bound to one port as long as only one of them listens.
    """

    STOP: signal.Signals
    """The signal for an orderly stop."""
    ABANDON: signal.Signals
    """The signal that stops all its processes at once, when its data is no longer needed."""

    def __init__(self, name: str, *, owner: str | None = None) -> None:
        self._user = owner
        self._group = None if owner is None else pwd.getpwnam(owner).pw_gid
        self._more_groups: list[int] | None = None if owner is None else []
        self._process: subprocess.Popen[bytes] | None = None
        self._thread_of_life: socket.socket | None = None
        self._taken = socket.socket()
        self._taken.bind(("127.0.0.1", 0))
        self._taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.port: int = self._taken.getsockname()[1]
        self.folder = Path(tempfile.mkdtemp(prefix=f"tenback-{name}-"))
        self._keeper = subprocess.Popen(
            ["sh", "-c", KEEPER, "keeper", self.ABANDON.name.removeprefix("SIG"), self.folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            if owner is not None:
                shutil.chown(self.folder, owner)
            self._prepare()
            self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.folder / "log"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server on its port, and wait until it answers.

        Does nothing if the server is running.
        """
        if self.is_running:
            return
        self._end(self.ABANDON)  # it may have died by itself
        self._thread_of_life, other_end = socket.socketpair()
        with other_end, self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=plain_environment(),
                pass_fds=[other_end.fileno()],
                start_new_session=True,  # Ctrl-C is for pytest
                user=self._user,
                group=self._group,
                extra_groups=self._more_groups,
            )
        self._tell_keeper(str(self._process.pid))
        self._wait_until_ready(self._process)

    def stop(self) -> None:
        """Stop the server in an orderly way: its connections are closed, its data stays."""
        self._end(self.STOP)

    def kill(self) -> None:
        """Kill the server with signal 9, and wait until its last process has ended."""
        self._end(signal.SIGKILL)

    def restore(self) -> None:
        """Make the server ready for the next test."""
        self.start()

    def close(self) -> None:
        """End the server for good and remove its folder."""
        try:
            self._end(self.ABANDON)
        finally:
            self._keeper.communicate()
            self._taken.close()

    def _prepare(self) -> None:
        """Prepare the empty folder for the server's first start."""

    def _command(self) -> list[str]:
        raise NotImplementedError

    def _is_ready(self, pid: int) -> bool:
        raise NotImplementedError

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=plain_environment(),
            start_new_session=True,
            user=self._user,
            group=self._group,
            extra_groups=self._more_groups,
            timeout=DEADLINE,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + DEADLINE
        while not self._is_ready(process.pid):
            has_ended = process.poll() is not None
            if has_ended or time.monotonic() > until:
                said = self.log.read_text(encoding="utf-8", errors="replace")[-2000:]
                self._end(self.ABANDON)
                raise RuntimeError(f"{process.args!r} does not come up:\n{said}")
            time.sleep(PAUSE)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(DEADLINE)
            except BaseException:  # too slow, or Ctrl-C
                self._process.kill()
                self._process.wait()
                raise
            finally:
                self._process = None
                self._tell_keeper("")
        if self._thread_of_life is not None:
            with self._thread_of_life as thread:
                self._thread_of_life = None
                thread.settimeout(DEADLINE)
                thread.recv(1)  # returns once all the server's processes are gone

    def _tell_keeper(self, line: str) -> None:
        assert self._keeper.stdin is not None
        self._keeper.stdin.write(f"{line}\n".encode())
        self._keeper.stdin.flush()


class Postgres(Server):
    """A new PostgreSQL cluster; if we are root, it belongs to the user `postgres`."""

    STOP = signal.SIGINT  # "fast": clients are disconnected
    ABANDON = signal.SIGQUIT  # "immediate"

    SETTINGS: tuple[tuple[str, str], ...] = (
        ("fsync", "on"),  # kill -9 must lose nothing
        ("listen_addresses", "127.0.0.1"),
        ("max_connections", "100"),
        ("shared_buffers", "16MB"),
        ("autovacuum", "off"),  # it would go through the databases of finished tests
    )

    def __init__(self, program: Path) -> None:
        # The programs are in one folder, but PATH may have a link to just one of them.
        self._bin = program.resolve().parent
        self._numbers = itertools.count(1)
        self._given_back: list[str] = []
        super().__init__("postgres", owner="postgres" if os.geteuid() == 0 else None)

    @property
    def url(self) -> str:
        """The URL of the default database; `fresh_database` makes a separate one."""
        return self._url_of("postgres")

    def fresh_database(self) -> str:
        """Create an empty database and return its URL: about 50 ms, and 8 MB until it is dropped.

        This also drops databases that were given back. After a kill, PostgreSQL syncs every file of
        every database, about 300 each: with hundreds of databases that takes minutes on a busy
        disk.
        """
        name = f"fresh_{next(self._numbers)}"
        address = ("--host=127.0.0.1", f"--port={self.port}", "--username=tenback")
        drop = [f"--command=DROP DATABASE {old} WITH (FORCE)" for old in self._given_back]
        make = f"--command=CREATE DATABASE {name}"
        psql = (str(self._bin / "psql"), "--no-psqlrc", "--quiet", *address, "--dbname=postgres")
        self._run(*psql, *drop, make)
        self._given_back.clear()
        return self._url_of(name)

    def give_back(self, url: str) -> None:
        """Mark a database as no longer needed."""
        self._given_back.append(url.rpartition("/")[2])

    def _url_of(self, database: str) -> str:
        return f"postgresql+asyncpg://tenback@127.0.0.1:{self.port}/{database}"

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _prepare(self) -> None:
        login = ("--username=tenback", "--auth=trust")
        kind = ("--encoding=UTF8", "--no-locale", "--no-sync")
        initdb = str(self._bin / "initdb")
        self._run(initdb, *login, *kind, f"--pgdata={self._data}")

    def _command(self) -> list[str]:
        settings = (
            *self.SETTINGS,
            ("port", str(self.port)),
            ("unix_socket_directories", str(self.folder)),
        )
        given = [f"--{name}={value}" for name, value in settings]
        return [str(self._bin / "postgres"), "-D", str(self._data), *given]

    def _is_ready(self, pid: int) -> bool:
        """Read the same file as `pg_ctl`; after a kill, the previous server's file is still
        there."""
        try:
            lines = (self._data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"


class Redis(Server):
    """A Redis without persistence: once stopped or killed, it comes back empty."""

    STOP = signal.SIGTERM
    ABANDON = signal.SIGKILL
    HOST = "127.0.0.1"

    def __init__(self, program: Path) -> None:
        self._program = program
        super().__init__("redis")

    @property
    def url(self) -> str:
        return f"redis://{self.HOST}:{self.port}/0"

    def restore(self) -> None:
        super().restore()
        assert self._ask("FLUSHALL") == "+OK"

    def _command(self) -> list[str]:
        address = ["--bind", self.HOST, "--port", str(self.port)]
        nothing_kept = ["--save", "", "--appendonly", "no"]
        return [str(self._program), *address, *nothing_kept, "--dir", str(self.folder)]

    def _is_ready(self, pid: int) -> bool:
        try:
            return self._ask("PING") == "+PONG"
        except ConnectionError:
            return False

    def _ask(self, request: str) -> str:
        with socket.create_connection((self.HOST, self.port), DEADLINE) as connection:
            connection.sendall(f"{request}\r\n".encode())
            with connection.makefile("r", encoding="utf-8") as answers:
                return answers.readline().rstrip()


def plain_environment() -> dict[str, str]:
    """Return the environment without variables that redirect PostgreSQL's programs."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**ours, "LC_ALL": "C"}
