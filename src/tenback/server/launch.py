"""Running a server: uvicorn with one or more processes, and a callback when it is ready."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace
from prometheus_client.multiprocess import mark_process_dead
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from tenback.processes import importing_much, stop_with_parent
from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.home_network import home_addresses, host_names
from tenback.server.metrics import FOLDER
from tenback.server.settings import Settings
from tenback.server.store import Database, StorageError
from tenback.server.store.database_url import bad_database, read_database_url
from tenback.server.store.file_claim import claimed
from tenback.server.worker import WorkerConfig

BACKLOG = 4096
LOCALHOST = "127.0.0.1"
UNREAD_TIMEOUT = 30_000
"""Milliseconds before a connection is dropped if its other side accepts no more data."""
WORKER_TIMEOUT = 60
"""Seconds without an answer after which a worker is considered hung."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "stream": "ext://sys.stderr",
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}
"""Logs only unexpected events, and never the contents of requests."""

OnReady = Callable[[str, Sequence[str]], None]


def serve(settings: Settings, on_ready: OnReady) -> bool:
    """Serve until told to stop. Return whether all went well.

    `on_ready` is called with the server's address, and with those for phones on the same network.
    """
    with ExitStack() as leaving:
        sockets = [leaving.enter_context(each) for each in listening_sockets(settings)]
        port = sockets[0].getsockname()[1]
        if settings.is_lan:
            settings = replace(settings, hosts=host_names(("localhost", *_names(sockets)), port))
        url = read_database_url(settings.database_url)
        leaving.enter_context(claimed(url, is_alone=settings.is_alone))
        asyncio.run(migrate(settings.database_url))
        os.environ.update(settings.as_environment())
        address = browser_url(LOCALHOST if settings.is_lan else settings.host, port)

        def report_ready() -> None:
            on_ready(address, settings.lan_urls)

        if settings.workers == 1:
            return serve_alone(uvicorn_config(settings), sockets, report_ready)
        if FOLDER not in os.environ:
            os.environ[FOLDER] = leaving.enter_context(TemporaryDirectory(prefix="tenback-"))
        folder = leaving.enter_context(TemporaryDirectory(prefix="tenback-sockets-"))
        supervisor = WorkerSupervisor(uvicorn_config(settings, Path(folder)), sockets, report_ready)
        supervisor.run()
        return supervisor.is_well


def uvicorn_config(settings: Settings, folder: Path | None = None) -> Config:
    """Return uvicorn's configuration. Several workers exchange sockets in a folder."""
    options: dict[str, Any] = {
        "app": "tenback.server.launch:app",
        "factory": True,
        "workers": settings.workers,
        "backlog": BACKLOG,
        "http": "tenback.server.http_protocol:LimitedHttpProtocol",
        "ws": "tenback.server.websocket:WebSocketProtocol",
        "lifespan": "on",
        "log_config": LOGGING,
        "log_level": "error",
        "access_log": False,
        "server_header": False,
        "forwarded_allow_ips": list(settings.trusted_proxies),
        "timeout_graceful_shutdown": settings.drain,
        "timeout_worker_healthcheck": WORKER_TIMEOUT,
    }
    return Config(**options) if folder is None else WorkerConfig(folder=folder, **options)


def app() -> Any:
    """Return the app of a worker process, which exits when its parent is gone."""
    with importing_much():
        from tenback.server.app import create_app  # noqa: PLC0415 (the parent of workers needs none)

    stop_with_parent()
    return create_app()


def listening_sockets(settings: Settings) -> list[socket.socket]:
    """Return the listening sockets: one, or one for each address in the home network."""
    if not settings.is_lan:
        return [listen(settings.host, settings.port)]
    addresses = home_addresses(settings.host)
    first = listen(LOCALHOST, settings.port)
    return [first, *(listen(address, first.getsockname()[1]) for address in addresses)]


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, or refuse with the reason why there is none."""
    where = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # else non-readers stay forever
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT)
            listening.bind(address)
            listening.listen(BACKLOG)  # so that a port in use is noticed at once
        except OSError:
            listening.close()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(ServerCode.CANNOT_LISTEN, text=where, reason=reason) from None
    listening.set_inheritable(True)
    return listening


def browser_url(host: str, port: int) -> str:
    """Return the URL at which a browser reaches the server."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _names(sockets: Sequence[socket.socket]) -> list[str]:
    return [each.getsockname()[0] for each in sockets]


async def migrate(url: str) -> None:
    """Migrate the database once, before any worker starts."""
    database = Database(url)
    try:
        await database.migrate()
    except StorageError as fault:
        raise bad_database(database.url, str(fault)) from None
    finally:
        await database.close()


def serve_alone(config: Config, sockets: list[socket.socket], on_ready: Callable[[], None]) -> bool:
    """Serve in this process. Return whether the server started."""
    server = SingleProcess(config, on_ready)
    for number in STOP_SIGNALS:
        signal.signal(number, server.handle_exit)  # uvicorn raises the signals again that it caught
    server.run(sockets=sockets)
    return server.started


class SingleProcess(Server):
    """A server that reports when it is ready."""

    def __init__(self, config: Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report that the server is ready."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


class WorkerSupervisor(Multiprocess):
    """Runs several workers on the same sockets, and replaces those that die."""

    def __init__(
        self, config: Config, sockets: list[socket.socket], on_ready: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._on_ready = on_ready
        self._pids: set[int] = set()
        self.is_well = False
        """Whether all workers became ready."""

    def init_processes(self) -> None:
        """Start all workers, and report when they are ready."""
        super().init_processes()
        self._note_workers()
        waiting = list(self.processes)
        while waiting and not self.signal_queue:
            waiting = [one for one in waiting if not one.wait_until_ready(timeout=0.2)]
            if any(one.exitcode is not None for one in waiting):
                return  # `keep_subprocess_alive` handles it
        if not waiting:
            self.is_well = True
            self._on_ready()

    def keep_subprocess_alive(self) -> None:
        """Replace dead workers, whose gauges no longer count."""
        super().keep_subprocess_alive()
        self._note_workers()

    def _note_workers(self) -> None:
        for one in self.processes:
            one.child_conn.close()  # else asking a dead worker hangs (`WORKER_TIMEOUT`)
        now = {one.pid for one in self.processes if one.pid is not None}
        for pid in self._pids - now:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        self._pids = now
