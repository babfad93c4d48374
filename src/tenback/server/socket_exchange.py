"""Workers hand sockets to each other, so that the people at a table meet in one worker.

    client ─▶ any worker ─▶ handshake names a table ─▶ the worker that has the table's place
                                                 └───▶ stays, where that one cannot be reached

Any worker can serve any table. But each worker with somebody at a table follows all its steps, and
a step followed four times costs four times as much.
"""

import asyncio
import fcntl
import os
import re
import socket
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

TABLE = re.compile(rb"GET /api/tables/([^/? ]+)/socket[? ]")
"""The beginning of a handshake for a table's socket."""
MOST_BYTES = 64 * 1024
"""The most bytes of a handshake. HTTP limits have already kept headers below that."""
PAUSE, MOST_TRIES = 0.005, 100
"""Seconds before retrying a busy worker, and the number of tries."""

Adopt = Callable[[socket.socket, bytes], None]
Stay = Callable[[bytes], None]


def place_of(handshake: bytes, places: int) -> int | None:
    """Return the place of the worker for a table, or None if the handshake names no table."""
    found = TABLE.match(handshake)
    return None if found is None else crc32(found[1]) % places


class SocketExchange:
    """The socket exchange of one worker. Each worker has a place, which names its Unix socket.

    A worker holds its place by a lock, which ends with its process. The next worker takes it over.
    """

    def __init__(self, folder: Path, places: int, adopt: Adopt) -> None:
        self._folder = folder
        self._places = places
        self._adopt = adopt
        self.place: int | None = None
        self._lock: int | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def open(self) -> None:
        """Take a free place, if there is one, and accept sockets from now on."""
        for place in range(self._places):
            lock = os.open(self._folder / f"{place}.lock", os.O_CREAT | os.O_RDWR, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                continue
            self.place, self._lock = place, lock
            self._path(place).unlink(missing_ok=True)
            self._socket.bind(str(self._path(place)))
            asyncio.get_running_loop().add_reader(self._socket, self._receive)
            return

    def close(self) -> None:
        """Stop accepting sockets, and release the place."""
        if self._lock is not None and self.place is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._path(self.place).unlink(missing_ok=True)
            os.close(self._lock)
        self._socket.close()

    def hand_over(self, transport: asyncio.Transport, handshake: bytes, stay: Stay) -> None:
        """Hand a connection to the worker for its table.

        `stay` is called instead if this is that worker, or if the other one cannot be reached.
        """
        place = place_of(handshake, self._places)
        if place is None or place == self.place:
            stay(handshake)
        else:
            transport.pause_reading()
            self._send(place, transport, handshake, stay, MOST_TRIES)

    def _send(
        self, place: int, transport: asyncio.Transport, handshake: bytes, stay: Stay, tries: int
    ) -> None:
        if transport.is_closing():
            return
        handle = array("i", [transport.get_extra_info("socket").fileno()])
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, handle)
        try:
            self._socket.sendmsg([handshake], [rights], 0, str(self._path(place)))
        except BlockingIOError:  # the other worker's queue is full
            if tries:
                again = asyncio.get_running_loop().call_later
                again(PAUSE, self._send, place, transport, handshake, stay, tries - 1)
                return
        except OSError:  # no worker has the place at the moment
            pass
        else:
            transport.abort()  # closes only this worker's copy of the connection
            return
        transport.resume_reading()
        stay(handshake)

    def _receive(self) -> None:
        with suppress(BlockingIOError):
            while True:
                handshake, handles, _, _ = socket.recv_fds(self._socket, MOST_BYTES, 1)
                for handle in handles:
                    self._adopt(socket.socket(fileno=handle), handshake)

    def _path(self, place: int) -> Path:
        return self._folder / f"{place}.socket"
