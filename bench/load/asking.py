"""A lean HTTP client that keeps a few connections open, with one request at a time on each."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import msgspec

One = TypeVar("One")
Made = TypeVar("Made")


UNAVAILABLE = 503
"""The status of a server that could not read or store in time, as on an overloaded machine."""


class RequestFailed(Exception):
    """The server gave an unexpected answer."""

    def __init__(self, request: str, status: int, answer: str) -> None:
        super().__init__(f"{request}: {status} {answer}")
        self.status = status


@dataclass(frozen=True, slots=True)
class _Wire:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Requests:
    """Sends requests to one server, and reuses its connections."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._free: list[_Wire] = []

    async def ask(
        self, method: str, path: str, *, body: object = None, secret: str | None = None
    ) -> bytes:
        """Return the server's answer if its status is a success."""
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
        """Return an open connection that the server has not closed in the meantime."""
        while self._free:
            wire = self._free.pop()
            if not wire.reader.at_eof():
                return wire
            wire.writer.close()
        return None

    def close(self) -> None:
        """Close all connections."""
        while self._free:
            self._free.pop().writer.close()


async def each(
    those: Iterable[One], do: Callable[[One], Awaitable[Made]], at_once: int
) -> list[Made]:
    """Run a coroutine for each item, `at_once` at a time; return the results."""
    gate = asyncio.Semaphore(at_once)

    async def one(this: One) -> Made:
        async with gate:
            return await do(this)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(this)) for this in those]
    return [task.result() for task in tasks]
