"""The sockets of each session. When a session ends, its sockets close in every process."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Protocol

from tenback.server.store import session_id

SESSION_ENDED = 4001
"""The close code for sockets whose session has ended."""


class Closable(Protocol):
    """A socket that can be closed."""

    def close(self, code: int) -> None:
        """End the conversation."""


class LiveSessions:
    """The sessions with open sockets in this process, by the hashes of their secrets."""

    def __init__(self) -> None:
        self._sockets: defaultdict[str, set[Closable]] = defaultdict(set)

    @property
    def hashes(self) -> list[str]:
        """The hashes of all secrets that have open sockets."""
        return list(self._sockets)

    @contextmanager
    def following(self, secret_hash: str | None, socket: Closable) -> Iterator[None]:
        """Close a socket when its session ends. Without a session, nothing can end.

        Enter before looking the session up, so that no end is missed.
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
        """Close the sockets of sessions, given by session id."""
        for secret_hash in self.hashes:
            if session_id(secret_hash) in ended:
                for socket in tuple(self._sockets[secret_hash]):
                    socket.close(SESSION_ENDED)
