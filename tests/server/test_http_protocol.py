"""HTTP below the app: headers, half-open requests, unread answers and connections have limits."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from tenback.server import http_protocol
from tenback.server.http_protocol import (
    MOST_HEAD_BYTES,
    MOST_HEADERS,
    MOST_PIPELINED,
    LimitedHttpProtocol,
    is_trusted,
    most_connections,
)
from tenback.server.static_files import PART, StaticFiles

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEAD = b"GET / HTTP/1.1\r\nhost: x\r\n"
KIT = b"GET /kit.zip HTTP/1.1\r\nhost: x\r\n\r\n"
LARGE_FILE = 32 << 20


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """Answer every request, once it is there."""
    while (await receive()).get("more_body"):
        pass
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


def talk(
    story: Callable[[Callable[[], Awaitable[Wire]]], Awaitable[None]],
    app: Any = hello,
    state: ServerState | None = None,
) -> None:
    """Let a story happen with connections to a server of our own."""
    state = state or ServerState()

    async def scene() -> None:
        config = Config(app, lifespan="off", log_level="critical")
        config.load()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: LimitedHttpProtocol(config, state, {}), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        wires: list[Wire] = []

        async def connected() -> Wire:
            wires.append(await asyncio.open_connection("127.0.0.1", port))
            return wires[-1]

        async with server, asyncio.timeout(60):
            await story(connected)
            for _, writer in wires:
                writer.close()
                with suppress(ConnectionError):
                    await writer.wait_closed()

    asyncio.run(scene())


async def status(wire: Wire, *parts: bytes) -> int:
    """Send something; return the status of the answer, 0 where the connection is closed."""
    reader, writer = wire
    for part in parts:
        writer.write(part)
    try:
        line = await reader.readline()
    except ConnectionError:
        return 0
    return int(line.split()[1]) if line else 0


def test_a_request_is_answered_and_the_next_one_as_well() -> None:
    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        wire = await connected()
        for _ in range(2):
            assert await status(wire, HEAD, b"\r\n") == 200
            while await wire[0].readline() != b"\r\n":
                pass

    talk(story)


@pytest.mark.parametrize(
    "flood",
    [
        b"x: " + b"y" * 2 * MOST_HEAD_BYTES,
        b"x: y\r\n" * (MOST_HEADERS + 1),
        (b"x: " + b"y" * 1000 + b"\r\n") * 40,
    ],
    ids=["one header without end", "many", "large ones"],
)
def test_headers_without_end_are_not_taken(flood: bytes) -> None:
    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        wire = await connected()
        assert await status(wire, HEAD, flood) == 431
        await wire[0].read()
        assert wire[0].at_eof()

    talk(story)


@pytest.mark.parametrize(
    "begin",
    [b"", b"GET", HEAD, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n123"],
    ids=["nothing", "half a line", "half a head", "half a body"],
)
def test_a_request_that_does_not_arrive_is_given_up(
    begin: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "ARRIVAL_TIMEOUT", 0.05)

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        assert await status(await connected(), begin) == 0

    talk(story)


def test_a_connection_is_not_kept_by_empty_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "ARRIVAL_TIMEOUT", 0.2)

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        reader, writer = wire = await connected()
        assert await status(wire, HEAD, b"\r\n") == 200
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\r\n")
        with suppress(ConnectionError):
            assert await reader.read() == b""

    talk(story)


def test_only_so_many_requests_wait_on_a_connection() -> None:
    """The body at the end keeps all of this from being one head that is too long."""
    asked = list[str]()
    flood = HEAD + b"\r\n"
    end = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n"

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])
        await asyncio.sleep(0.01)
        await hello(scope, receive, send)

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        reader, writer = await connected()
        writer.write(flood * 1000 + end)
        with suppress(ConnectionError):
            assert b"400 Bad Request" in await reader.read()

    talk(story, slow)
    assert len(asked) <= 2 + MOST_PIPELINED


@pytest.fixture
def pages(tmp_path: Path) -> StaticFiles:
    """A page with a file that is far larger than what the kernel takes for a connection."""
    (tmp_path / "index.html").write_text("page", encoding="utf-8")
    with (tmp_path / "kit.zip").open("wb") as file:
        file.truncate(LARGE_FILE)
    return StaticFiles(hello, tmp_path)


def test_who_does_not_read_a_large_file_holds_little_of_it_and_not_for_long(
    pages: StaticFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "READING_TIMEOUT", 0.3)
    state, held = ServerState(), list[int]()

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        assert await status(await connected(), KIT) == 200
        while state.connections:
            held.extend(one.transport.get_write_buffer_size() for one in state.connections)
            await asyncio.sleep(0.01)

    talk(story, pages, state)
    assert 0 < max(held) <= 2 * PART


def test_who_reads_slowly_gets_all_of_a_large_file(
    pages: StaticFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "READING_TIMEOUT", 1.0)

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        reader, _ = wire = await connected()
        assert await status(wire, KIT) == 200
        await reader.readuntil(b"\r\n\r\n")
        for _ in range(16):
            await reader.readexactly(LARGE_FILE // 16)
            await asyncio.sleep(0.1)

    talk(story, pages)


def test_who_takes_little_at_a_time_is_not_taken_for_gone(
    pages: StaticFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like a phone behind a proxy that does not buffer, at a sixtieth of these rates."""
    monkeypatch.setattr(http_protocol, "READING_TIMEOUT", 1.0)
    state = ServerState()

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        reader, writer = wire = await connected()
        writer.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, 64 * 1024)
        assert await status(wire, KIT) == 200
        for _ in range(50):
            await reader.readexactly(20_000)
            await asyncio.sleep(0.05)
        assert state.connections

    talk(story, pages, state)


def test_an_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "is_trusted", lambda _: False)
    monkeypatch.setattr(http_protocol, "most_connections", lambda: 2)

    async def story(connected: Callable[[], Awaitable[Wire]]) -> None:
        first, second, third = [await connected() for _ in range(3)]
        assert await status(third, HEAD, b"\r\n") == 0
        assert await status(first, HEAD, b"\r\n") == 200
        second[1].close()
        await second[1].wait_closed()
        while LimitedHttpProtocol.open_by_address["127.0.0.1"] > 1:
            await asyncio.sleep(0)
        assert await status(await connected(), HEAD, b"\r\n") == 200

    talk(story)


def test_proxies_speak_for_many() -> None:
    assert is_trusted("127.0.0.1")
    assert not is_trusted("10.0.0.1")
    assert most_connections() == 200
