"""The conversation between a page and a table in its browser, in the server's messages."""

from collections.abc import Callable

from tenback.offline.errors import told
from tenback.offline.host import HostedTable, OfflineHost
from tenback.protocol import (
    PROTOCOL,
    Ack,
    Again,
    AskHint,
    FromClient,
    Hello,
    Hint,
    Ping,
    Pong,
    ToClient,
    encode,
    id_in,
    read_message,
    refusal_of,
)
from tenback.protocol.errors import ProtocolCode
from tenback.rules import BadInput, Reason
from tenback.server.errors import ServerCode


class Conversation:
    """A page's connection to one table. It answers every message."""

    def __init__(self, host: OfflineHost, table: str, send: Callable[[str], object]) -> None:
        self._host = host
        self._table_id = table
        self._send = send
        self._table: HostedTable | None = None

    def push(self, message: bytes) -> None:
        """Send an encoded message."""
        self._send(message.decode())

    async def hear(self, data: str) -> None:
        """Answer a message."""
        try:
            self._say(await self._answer(read_message(data)))
        except Exception as error:
            self._say(refusal_of(id_in(data), told(error)))

    def close(self) -> None:
        """End the conversation."""
        if self._table is not None:
            self._host.leave(self._table, self)
            self._table = None

    async def _answer(self, message: FromClient) -> ToClient:
        host, table = self._host, self._table
        if table is None:
            if not isinstance(message, Hello):
                raise BadInput(
                    ProtocolCode.BAD_MESSAGE, reason=Reason("the first message must be hello")
                )
            return await self._enter(message)
        match message:
            case Hello():
                raise BadInput(
                    ProtocolCode.BAD_MESSAGE, reason=Reason("hello may be sent only once")
                )
            case Ping():
                return Pong(message.id)
            case AskHint():
                return Hint(message.id, str(await host.hint(table)))
            case Again():
                return Ack(message.id, await host.rematch(table, message))
            case _:
                return Ack(message.id, await host.submit(table, message))

    async def _enter(self, hello: Hello) -> ToClient:
        """Send the full state. No network is involved, so sending only the rest gains nothing."""
        if hello.protocol != PROTOCOL:
            raise BadInput(ServerCode.BAD_PROTOCOL, text=hello.protocol, spoken=PROTOCOL)
        table = self._table = await self._host.find(self._table_id)
        self._say(self._host.welcome(table))
        self._host.enter(table, self)
        return Ack(hello.id, table.model.number)

    def _say(self, message: ToClient) -> None:
        self._send(encode(message).decode())
