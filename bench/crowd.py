"""`python -m bench crowd` times a bot while somebody else uses all the server allows.

A table of two masters is watched from one address. Another address brings first nobody, then
sockets that ask for a hint after every card, then tables full of masters, then people who have
finished games analyzed. `TENBACK_BOT_PROCESSES=1` lets all of them share one process.
"""

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from typing import Any

import httpx
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.load.processes import HOST, Server
from bench.timing import CONSOLE

GOOD, BAD = "10.0.0.1", "10.0.0.2"
BOT, QUICK_BOT = "master", "greedy"
ASKERS, FULL_TABLES, ANALYSTS = 90, 60, 4
LOOKS = 40
"""The number of bot moves that are timed."""
STARTING = 60

Workload = Callable[["CrowdedServer"], Coroutine[Any, Any, None]]


def crowd() -> None:
    """Time the moves of a bot with each crowd."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{folder}/crowd.sqlite"
        process = Server(Path(folder), {"TENBACK_DATABASE_URL": database})
        try:
            server = CrowdedServer(f"{HOST}:{process.port}")
            server.wait()
            asyncio.run(_report(server))
        finally:
            process.stop()


class CrowdedServer:
    """A server to which people come from several addresses."""

    def __init__(self, host: str) -> None:
        self._host = host

    def wait(self) -> None:
        """Wait until the server answers."""
        until = monotonic() + STARTING
        while True:
            try:
                httpx.get(f"http://{self._host}/health")
                return
            except httpx.TransportError:
                if monotonic() > until:
                    raise
                sleep(0.1)

    @asynccontextmanager
    async def guest(self, address: str, seats: int) -> AsyncIterator["Guest"]:
        """Yield a guest with a new table for themselves and some bots."""
        headers = {"X-Forwarded-For": address}
        body = {
            "settings": {"seats": seats},
            "bots": [BOT] * (seats - 1),
            "is_started": True,
            "guest": "Guest",
        }
        http = httpx.AsyncClient(base_url=f"http://{self._host}", timeout=60, headers=headers)
        async with http:
            opened = (await http.post("/api/tables", json=body)).json()
            http.headers["Authorization"] = f"Bearer {opened['session']['secret']}"
            yield Guest(http, opened["id"])

    @asynccontextmanager
    async def table(self, address: str, seats: int) -> AsyncIterator[ClientConnection]:
        """Open a table for a guest and some bots, and connect to it."""
        async with self.guest(address, seats) as guest, guest.connected() as socket:
            yield socket


@dataclass(frozen=True)
class Guest:
    """Somebody who has opened a table."""

    http: httpx.AsyncClient
    table: str

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        """Connect to the table."""
        path = f"ws://{self.http.base_url.netloc.decode()}/api/tables/{self.table}/socket"
        headers = {name: self.http.headers[name] for name in ("X-Forwarded-For", "Authorization")}
        async with connect(path, additional_headers=headers, ping_interval=None) as socket:
            await _say(socket, type="hello", id="hello", protocol=1)
            pinging = asyncio.create_task(_ping(socket))
            try:
                yield socket
            finally:
                pinging.cancel()


async def _say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def _ping(socket: ClientConnection) -> None:
    """Send a ping now and then."""
    with suppress(ConnectionClosed):
        while True:
            await _say(socket, type="ping", id="ping")
            await asyncio.sleep(15)


async def _nobody(server: CrowdedServer) -> None:
    await asyncio.Event().wait()


async def _askers(server: CrowdedServer) -> None:
    await asyncio.gather(*(_ask_for_hints(server) for _ in range(ASKERS)))


async def _full_tables(server: CrowdedServer) -> None:
    await asyncio.gather(*(_fill_table(server) for _ in range(FULL_TABLES)))


async def _ask_for_hints(server: CrowdedServer) -> None:
    """Ask for a hint, follow it, and ask again; when a sitting ends, open another table."""
    number = 0
    while True:
        async with server.table(BAD, 1) as socket:
            await _say(socket, type="hint", id="0")
            async for text in socket:
                message = json.loads(text)
                number += 1
                if message["type"] == "hint":
                    await _say(socket, type="move", id=f"m{number}", move=message["move"])
                elif message["type"] == "ack" and message["id"].startswith("m"):
                    await _say(socket, type="hint", id=f"h{number}")
                elif message["type"] == "refused" and message["code"] == "too-many":
                    await asyncio.sleep(0.1)
                    await _say(socket, type="hint", id=f"h{number}")
                elif message["type"] == "refused":
                    break


async def _fill_table(server: CrowdedServer) -> None:
    """Let five bots play while a guest watches; when a sitting ends, open another table."""
    while True:
        async with server.table(BAD, 5) as socket:
            await _say(socket, type="replace", id="r", seat=0, bot=BOT)
            async for text in socket:
                if "revealed" in str(text):
                    break


async def _analysts(server: CrowdedServer) -> None:
    await asyncio.gather(*(_have_games_analyzed(server) for _ in range(ANALYSTS)))


async def _have_games_analyzed(server: CrowdedServer) -> None:
    """Let a bot play a game to its end, and ask for its analysis until it is there; again."""
    while True:
        async with server.guest(BAD, 1) as guest:
            async with guest.connected() as socket:
                await _say(socket, type="replace", id="r", seat=0, bot=QUICK_BOT)
                async for text in socket:
                    if "revealed" in str(text):
                        break
            path = f"/api/tables/{guest.table}/analysis"
            found = await guest.http.post(path)
            while found.is_success and found.json()["phase"] == "working":
                await asyncio.sleep(0.1)
                found = await guest.http.get(path)


async def _times(server: CrowdedServer) -> list[float]:
    """Return the seconds between moves of two bots."""
    found: list[float] = []
    while len(found) < LOOKS:
        async with server.table(GOOD, 2) as socket:
            await _say(socket, type="replace", id="r", seat=0, bot=BOT)
            last = None
            async for text in socket:
                if json.loads(text)["type"] == "happened":
                    now = monotonic()
                    found += [] if last is None else [now - last]
                    last = now
                    if len(found) >= LOOKS or "revealed" in str(text):
                        break
    return found


async def _report(server: CrowdedServer) -> None:
    grid = Grid("from another address", "median", "most")
    await _times(server)
    workloads: dict[str, Workload] = {
        "nobody": _nobody,
        f"{ASKERS} sockets that ask for hints": _askers,
        f"{FULL_TABLES} tables of five bots": _full_tables,
        f"{ANALYSTS} people with games to analyze": _analysts,
    }
    for name, come in workloads.items():
        there = asyncio.create_task(come(server))
        await asyncio.sleep(0 if come is _nobody else 10)
        times = await _times(server)
        assert not there.done(), there.exception()
        there.cancel()
        await asyncio.gather(there, return_exceptions=True)
        grid.add_row(name, f"{1000 * median(times):.0f} ms", f"{1000 * max(times):.0f} ms")
    CONSOLE.print(f"Between two moves of `{BOT}`, {os.cpu_count()} cores.", grid)
