"""A lean HTTP client: a few connections that are kept, as many requests at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import msgspec

One = TypeVar("One")
Made = TypeVar("Made")


UNAVAILABLE = 503
"""What a server answers that could not store or read in time: on a machine that starves, say."""


class RequestFailed(Exception):
    """The server answered something else than it should."""

    def __init__(self, request: str, status: int, answer: str) -> None:
        super().__init__(f"{request}: {status} {answer}")
        self.status = status


@dataclass(frozen=True, slots=True)
class _Wire:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Requests:
    """Asks one server, over connections that are used again."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._free: list[_Wire] = []

    async def ask(
        self, method: str, path: str, *, body: object = None, secret: str | None = None
    ) -> bytes:
        """Return what the server answers, if it is good news."""
        content = b"" if body is None else msgspec.json.encode(body)
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self._host}:{self._port}",
            f"Content-Length: {len(content)}",
            "Content-Type: application/json",
        ]
        if secret is not None:
            head.append(f"Authorization: Bearer {secret}")
        status, answer = await self._exchange("\r\n".join([*head, "", ""]).encode() + content)
        if not 200 <= status < 300:
            raise RequestFailed(f"{method} {path}", status, answer[:200].decode())
        return answer

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        wire = self._kept()
        if wire is None:
            wire = _Wire(*await asyncio.open_connection(self._host, self._port))
        wire.writer.write(request)
        head = (await wire.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0] or 0)
        answer = await wire.reader.readexactly(length)
        if "connection: close" in head:
            wire.writer.close()
        else:
            self._free.append(wire)
        return int(head.split(None, 2)[1]), answer

    def _kept(self) -> _Wire | None:
        """Return a connection that the server has not closed meanwhile."""
        while self._free:
            wire = self._free.pop()
            if not wire.reader.at_eof():
                return wire
            wire.writer.close()
        return None

    def close(self) -> None:
        """Give up all connections."""
        while self._free:
            self._free.pop().writer.close()


async def each(
    those: Iterable[One], do: Callable[[One], Awaitable[Made]], at_once: int
) -> list[Made]:
    """Return what comes of doing something with each, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(this: One) -> Made:
        async with gate:
            return await do(this)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(this)) for this in those]
    return [task.result() for task in tasks]
