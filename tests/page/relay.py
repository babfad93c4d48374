"""A relay between browsers and a server that a test can cut or stall."""

import socket
import socketserver
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType
from typing import Self

from tests.server.serving import Serving


class Relay(socketserver.ThreadingTCPServer):
    """Passes data on in both directions; while it is cut, nothing gets through."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, serving: Serving) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.serving = serving
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.is_cut = False
        self.flows = Event()
        self.flows.set()
        self.open: set[socket.socket] = set()

    def cut(self) -> None:
        """Close all connections, and accept no new ones."""
        self.is_cut = True
        self.flows.set()
        for end in list(self.open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def stall(self) -> None:
        """Keep and accept connections, and let nothing through: the network of a train."""
        self.is_cut = False
        self.flows.clear()

    def mend(self) -> None:
        self.is_cut = False
        self.flows.set()

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.cut()
        self.shutdown()
        self.server_close()


class Passing(socketserver.BaseRequestHandler):
    """One relayed connection."""

    server: Relay
    request: socket.socket

    def handle(self) -> None:
        if self.server.is_cut:
            return
        with socket.create_connection(("127.0.0.1", self.server.serving.port)) as far:
            both = {self.request, far}
            self.server.open |= both
            back = Thread(target=_pass_on, args=(self.server.flows, far, self.request), daemon=True)
            back.start()
            _pass_on(self.server.flows, self.request, far)
            back.join()
            self.server.open -= both


def _pass_on(flows: Event, source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while heard := source.recv(65536):
            flows.wait()
            target.sendall(heard)
    flows.wait()  # the end, too, is something that comes through
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
