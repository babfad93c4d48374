"""What is sent over sockets: batched at the end of a round, but each message by itself."""

import asyncio
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from tenback.server.websocket import MOST_QUEUED, TOO_SLOW, WebSocketProtocol
from tenback.server.websocket_frames import close_frame, text_head


class Wire:
    """A transport that notes what is written, or fails."""

    def __init__(self, *, is_broken: bool = False) -> None:
        self.written: list[bytes] = []
        self.is_aborted = False
        self._is_broken = is_broken

    def write(self, data: bytes) -> None:
        if self._is_broken:
            raise RuntimeError("the handle is closed")
        self.written.append(data)

    def abort(self) -> None:
        self.is_aborted = True


def sockets(*wires: Wire) -> list[WebSocketProtocol]:
    """Return the sockets of one process."""
    config = Config("tests:none")
    state, shared = ServerState(), dict[str, Any]()
    found = [WebSocketProtocol(config, state, shared) for _ in wires]
    for one, wire in zip(found, wires, strict=True):
        one.connection_made(cast("asyncio.Transport", wire))
    return found


def framed(text: bytes) -> bytes:
    return text_head(len(text)) + text


def test_all_that_a_round_brings_is_one_write() -> None:
    async def check() -> None:
        wires = Wire(), Wire()
        first, second = sockets(*wires)
        first.send(b"happened")
        second.send(b"happened")
        first.send(b"ack")
        assert [wire.written for wire in wires] == [[], []]
        await asyncio.sleep(0)
        assert wires[0].written == [framed(b"happened") + framed(b"ack")]
        assert wires[1].written == [framed(b"happened")]
        first.send(b"next")
        await asyncio.sleep(0)
        assert wires[0].written[1:] == [framed(b"next")]

    asyncio.run(check())


def test_a_socket_that_cannot_be_written_to_keeps_nothing_from_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def check() -> None:
        wires = Wire(is_broken=True), Wire()
        for one in sockets(*wires):
            one.send(b"happened")
        await asyncio.sleep(0)
        assert wires[0].is_aborted
        assert wires[1].written == [framed(b"happened")]

    asyncio.run(check())
    assert "nothing can be written" in caplog.text


def test_a_client_that_does_not_read_gets_the_rest_later_or_is_cut_off() -> None:
    async def check() -> None:
        wires = Wire(), Wire()
        patient, greedy = sockets(*wires)
        for one in (patient, greedy):
            one.pause_writing()
            for _ in range(MOST_QUEUED):
                one.send(b"x")
        await asyncio.sleep(0)
        assert [wire.written for wire in wires] == [[], []]
        patient.resume_writing()
        assert wires[0].written == [framed(b"x") * MOST_QUEUED]
        greedy.send(b"x")
        assert wires[1].written == [close_frame(TOO_SLOW)]

    asyncio.run(check())
