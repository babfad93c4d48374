"""A closed connection is freed at once, without waiting for the garbage collector."""

import asyncio
import gc
import json
from collections import Counter
from pathlib import Path

from uvicorn import Server
from websockets.asyncio.client import connect

from tenback.server.app import create_app
from tenback.server.connection import Connection
from tenback.server.http_protocol import LimitedHttpProtocol
from tenback.server.launch import listen, uvicorn_config
from tenback.server.settings import Settings
from tenback.server.store import Database
from tenback.server.websocket import WebSocketProtocol
from tests.server.client import Guest

CONNECTIONS = 3
OURS = (Connection, WebSocketProtocol, LimitedHttpProtocol)


def alive() -> Counter[str]:
    """Return how many objects of a connection there are."""
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in OURS)


def test_a_closed_connection_leaves_no_reference_cycles(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'x.sqlite'}", port=0, drain=1)

    async def story() -> None:
        database = Database(settings.database_url)
        await database.migrate()
        await database.close()
        config = uvicorn_config(settings)
        config.app, config.factory, config.lifespan = create_app(settings), False, "off"
        server = Server(config)
        with listen(settings.host, 0) as listening:
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            anna = await Guest.sign_up(url)
            table = await anna.open_table(is_started=True)
            gc.collect()
            gc.disable()
            try:
                for _ in range(CONNECTIONS):
                    await talk(url, anna, table)
                async with asyncio.timeout(60):
                    while alive():
                        await asyncio.sleep(0.05)
            finally:
                gc.enable()
                server.should_exit = True
                await serving

    asyncio.run(story())


async def talk(url: str, guest: Guest, table: str) -> None:
    """Come to a table, say hello, and leave."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    headers = {"Authorization": f"Bearer {guest.secret}"}
    async with connect(address, additional_headers=headers, proxy=None) as socket:
        await socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        while json.loads(await socket.recv())["type"] != "ack":
            pass
        assert alive()["Connection"] == 1
