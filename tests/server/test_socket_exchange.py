"""Workers hand sockets to each other: everybody at a table is with one of them."""

import asyncio
import os
import socket
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tenback.server.socket_exchange import SocketExchange, place_of
from tests.server.guests import guest, opened
from tests.server.serving import Serving
from tests.server.workers import workers_of

HANDSHAKE = b"GET /api/tables/%b/socket HTTP/1.1\r\nhost: here\r\n\r\n"
WORKERS = 2


def holder_of(port: int, workers: list[int]) -> int:
    """Return the worker that has the connection from a port of ours."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    (inode,) = {row[9] for row in rows if row[2].endswith(f":{port:04X}") and row[9] != "0"}
    (holder,) = (worker for worker in workers if f"socket:[{inode}]" in _handles(worker))
    return holder


def _handles(worker: int) -> set[str]:
    found = set()
    for handle in Path(f"/proc/{worker}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found.add(os.readlink(handle))
    return found


def test_everybody_at_a_table_is_with_the_same_worker(tmp_path: Path) -> None:
    with Serving(tmp_path / "tenback.sqlite", "--workers", str(WORKERS)) as serving:
        tables: dict[int | None, str] = {}
        while len(tables) < WORKERS:
            table = opened(guest(serving), seats=2)["id"]
            tables[place_of(HANDSHAKE % table.encode(), WORKERS)] = table
        assert len({holder_of_all_at(table, serving) for table in tables.values()}) == WORKERS
        assert serving.errors == ""


def holder_of_all_at(table: str, serving: Serving) -> int:
    """Return the worker with which several people at a table are."""
    address = f"{serving.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with ExitStack() as leaving:
        clients = [leaving.enter_context(connect(address, proxy=None)) for _ in range(4)]
        (holder,) = {holder_of(client.local_address[1], workers_of(serving)) for client in clients}
    return holder


class Connection:
    """What an exchange needs of a transport."""

    def __init__(self, ours: socket.socket) -> None:
        self._socket = ours
        self.is_reading = True

    def get_extra_info(self, _: str) -> socket.socket:
        return self._socket

    def is_closing(self) -> bool:
        return self._socket.fileno() == -1

    def abort(self) -> None:
        self._socket.close()

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True


class Exchanges:
    """Two workers of a host, in one process."""

    def __init__(self, folder: Path) -> None:
        self.adopted: list[tuple[socket.socket, bytes]] = []
        self.kept: list[bytes] = []
        self.here, self.there = (
            SocketExchange(folder, WORKERS, lambda *given: self.adopted.append(given))
            for _ in range(WORKERS)
        )

    def hand_over(self, ours: Any, place: int) -> None:
        handshake = next(
            shake
            for number in range(1000)
            if place_of(shake := HANDSHAKE % str(number).encode(), WORKERS) == place
        )
        self.here.hand_over(ours, handshake, self.kept.append)


def test_a_connection_goes_on_in_the_other_worker(tmp_path: Path) -> None:
    async def scene() -> None:
        workers, (client, accepted) = Exchanges(tmp_path), socket.socketpair()
        workers.here.open()
        workers.there.open()
        with closing(client):
            workers.hand_over(Connection(accepted), 1)
            async with asyncio.timeout(60):
                while not workers.adopted:
                    await asyncio.sleep(0.01)
            ((handed_over, handshake),) = workers.adopted
            assert handshake.startswith(b"GET /api/tables/")
            assert accepted.fileno() == -1
            with closing(handed_over):
                handed_over.send(b"hello")
                assert client.recv(5) == b"hello"
        assert workers.kept == []
        workers.here.close()
        workers.there.close()

    asyncio.run(scene())


@pytest.mark.parametrize("place", range(WORKERS))
def test_it_stays_where_its_table_is_and_where_nobody_takes_it(tmp_path: Path, place: int) -> None:
    async def scene() -> None:
        workers, (client, accepted) = Exchanges(tmp_path), socket.socketpair()
        workers.here.open()
        workers.there.open()
        workers.there.close()
        connection = Connection(accepted)
        with closing(client), closing(accepted):
            workers.hand_over(connection, place)
            assert len(workers.kept) == 1
            assert connection.is_reading
        workers.here.close()

    asyncio.run(scene())


def test_the_place_of_a_worker_that_is_gone_is_taken_by_the_next(tmp_path: Path) -> None:
    async def scene() -> None:
        workers = Exchanges(tmp_path)
        workers.here.open()
        workers.there.open()
        workers.there.close()
        next_one = SocketExchange(tmp_path, WORKERS, lambda *_: None)
        next_one.open()
        assert next_one.place == workers.there.place == 1
        next_one.close()
        workers.here.close()

    asyncio.run(scene())
