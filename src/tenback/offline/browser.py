"""What the page's worker calls: a host on the browser's database (web/src/offline/worker.ts)."""

from collections.abc import Callable

from tenback.offline.conversation import Conversation
from tenback.offline.host import OfflineHost
from tenback.offline.requests import answer_request
from tenback.offline.storage import Storage


class Browser:
    """The browser's tables for JavaScript: strings in, strings out."""

    def __init__(self, storage: Storage) -> None:
        self._host = OfflineHost(storage)

    async def request(self, method: str, path: str, body: str) -> str:
        """Return the answer to a request."""
        return await answer_request(self._host, method, path, body)

    def converse(self, table: str, send: Callable[[str], object]) -> Conversation:
        """Return a new conversation with a table."""
        return Conversation(self._host, table, send)
