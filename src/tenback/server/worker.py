"""One of several uvicorn workers, which exchange sockets through a folder."""

import asyncio
import socket
from pathlib import Path
from typing import Any

from uvicorn import Config
from uvicorn.lifespan.on import LifespanOn
from uvicorn.server import ServerState

from tenback.server.socket_exchange import SocketExchange
from tenback.server.websocket import HAND_OVER, WebSocketProtocol


class WorkerConfig(Config):
    """uvicorn's configuration for workers that exchange sockets in a folder."""

    def __init__(self, *args: Any, folder: Path, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.folder = folder

    def load(self) -> None:
        """Load the app, with a lifespan that exchanges sockets."""
        super().load()
        self.lifespan_class = WorkerLifespan


class WorkerLifespan(LifespanOn):
    """The lifespan of a worker. uvicorn creates it (`Config.lifespan_class`)."""

    def __init__(self, config: WorkerConfig) -> None:
        super().__init__(config)
        self._adopted = ServerState()
        """The connections handed over by other workers, which uvicorn does not know about."""
        self._exchange = SocketExchange(config.folder, config.workers, self._adopt)
        self._adopting: set[asyncio.Task[Any]] = set()

    async def startup(self) -> None:
        """Start the app, and start exchanging sockets."""
        await super().startup()
        if not self.should_exit:
            self._exchange.open()
            self.state[HAND_OVER] = self._exchange.hand_over

    async def shutdown(self) -> None:
        """Close the handed-over connections, and then shut down the app."""
        self._exchange.close()
        for connection in tuple(self._adopted.connections):
            connection.shutdown()
        if self._adopted.tasks:
            await asyncio.wait(self._adopted.tasks, timeout=self.config.timeout_graceful_shutdown)
        await super().shutdown()

    def _adopt(self, handed_over: socket.socket, handshake: bytes) -> None:
        handed_over.setblocking(False)
        loop = asyncio.get_running_loop()
        connecting = loop.connect_accepted_socket(
            lambda: AdoptedSocket(self.config, self._adopted, handshake), handed_over
        )
        task = loop.create_task(connecting)
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)


class AdoptedSocket(WebSocketProtocol):
    """A connection that another worker accepted and handed over with its handshake."""

    def __init__(self, config: Config, server_state: ServerState, handshake: bytes) -> None:
        super().__init__(config, server_state, {})
        self._handshake = handshake

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection, and answer its handshake."""
        super().connection_made(transport)
        self.data_received(self._handshake)
