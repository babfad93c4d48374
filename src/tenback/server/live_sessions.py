"""The sockets of sessions: when a session ends, its sockets close, in every process."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Protocol

from tenback.server.store import session_id

SESSION_ENDED = 4001
"""Why a connection is closed: the session that it came with has ended."""


class Closable(Protocol):
    """A socket, reduced to what is needed to close it."""

    def close(self, code: int) -> None:
        """End the conversation."""


class LiveSessions:
    """The sessions that have sockets in this process, by the hashes of their secrets."""

    def __init__(self) -> None:
        self._sockets: defaultdict[str, set[Closable]] = defaultdict(set)

    @property
    def hashes(self) -> list[str]:
        """The hashes of all secrets that somebody is connected with."""
        return list(self._sockets)

    @contextmanager
    def following(self, secret_hash: str | None, socket: Closable) -> Iterator[None]:
        """Close a socket when its session ends; without a session there is nothing to end.

        Begin before the session is looked up: then no end is missed.
        """
        if secret_hash is None:
            yield
            return
        self._sockets[secret_hash].add(socket)
        try:
            yield
        finally:
            sockets = self._sockets[secret_hash]
            sockets.discard(socket)
            if not sockets:
                del self._sockets[secret_hash]

    def close(self, ended: Collection[str]) -> None:
        """Close the sockets of sessions, which are named by their ids."""
        for secret_hash in self.hashes:
            if session_id(secret_hash) in ended:
                for socket in tuple(self._sockets[secret_hash]):
                    socket.close(SESSION_ENDED)
