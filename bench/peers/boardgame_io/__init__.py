"""Runs the same game on boardgame.io, which is fetched from npm when it is needed.

Its clients speak Socket.IO. An `update` with the next state is the answer to a move, and is sent
before the state is stored. Clients work out the legal moves themselves.
"""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import msgspec

from bench.load.company import PacedCompany
from bench.load.figures import Figures
from bench.load.players import CHEAP, TRICK
from bench.load.processes import HOST, ServerProcess, free_port
from bench.load.sockets import KEY, Socket, source_address

PACKAGES = {"boardgame.io": "0.50.2", "node-persist": "3.1.3"}
"""The packages to install; FlatFile needs the second one, but does not depend on it."""
HERE = Path(__file__).parent
FOLDER = HERE.parents[2] / "build" / "peers" / "boardgame.io"
"""The folder for what npm installs; git ignores it."""
STORAGES = ("memory", "flatfile")
SEATS = 4
EVENT = b"42/classic,"
STATE_ID = re.compile(rb'"_stateID":(\d+)')
CURRENT = re.compile(rb'"currentPlayer":"(\d)"')
IS_ASCENDING = (True, True, False, False)


class Hand(msgspec.Struct):
    """The cards of a player."""

    hand: list[int]


class Cards(msgspec.Struct):
    """What a player sees of the table."""

    tops: list[int]
    laid: int
    minimum: int
    players: dict[str, Hand]


class State(msgspec.Struct):
    """The fields we need from a state."""

    G: Cards


class Update(msgspec.Struct, array_like=True):
    """An event that brings a state."""

    kind: str
    match: str
    state: State


class SyncInfo(msgspec.Struct):
    """What a player receives first."""

    state: State


class Sync(msgspec.Struct, array_like=True):
    """The answer to `sync`."""

    kind: str
    match: str
    info: SyncInfo


_updates = msgspec.json.Decoder(Update)
_syncs = msgspec.json.Decoder(Sync)


def install() -> None:
    """Install the package, unless it is installed."""
    if not all((FOLDER / "node_modules" / name).is_dir() for name in PACKAGES):
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--no-save", "--no-audit", "--no-fund"]
        packages = [f"{name}@{version}" for name, version in PACKAGES.items()]
        subprocess.run([*command, *packages], cwd=FOLDER, check=True, stdout=sys.stderr)


class Peer(ServerProcess):
    """A boardgame.io server on a free port, until `stop`."""

    def __init__(self, folder: Path, storage: str) -> None:
        self.port = free_port()
        environment = {**os.environ, "NODE_PATH": str(FOLDER / "node_modules")}
        command = ["node", str(HERE / "server.js"), str(self.port), storage, str(folder / "stored")]
        super().__init__(folder, command, {**environment, "NODE_ENV": "production"})


class PeerPlayer:
    """One player, with their socket."""

    def __init__(self, company: "PeerCompany", seat: int) -> None:
        self.company = company
        self.seat = seat
        self.socket: Socket | None = None
        self.synced: asyncio.Future[None] | None = None

    async def arrive(self) -> None:
        """Open the socket."""
        company, loop = self.company, asyncio.get_running_loop()
        opened: asyncio.Future[None] = loop.create_future()
        transport, socket = await loop.create_connection(
            lambda: Socket(opened, self._hear, self._lose),
            HOST,
            company.port,
            local_addr=source_address(company.figures.sockets),
        )
        self.socket, self.synced = socket, loop.create_future()
        transport.write(handshake(company.port))
        await opened
        company.figures.sockets += 1
        await self.synced

    async def sync(self) -> None:
        """Ask for the match; the first player to ask creates it."""
        self.synced = asyncio.get_running_loop().create_future()
        self.emit(["sync", self.company.match, str(self.seat), None, SEATS])
        await self.synced

    def emit(self, event: list[object]) -> None:
        """Send an event."""
        assert self.socket is not None
        self.socket.send(EVENT + msgspec.json.encode(event))

    def _hear(self, data: bytes) -> None:
        assert self.socket is not None
        if data.startswith(EVENT):
            self.company.figures.window.delivered += 1
            self.company.hear(self, data[len(EVENT) :])
        elif data == b"2":
            self.socket.send(b"3")
        elif data.startswith(b"0"):
            self.socket.send(b"40/classic,")
        elif data.startswith(b"40") and self.synced is not None:
            self.synced.set_result(None)

    def _lose(self, code: int) -> None:
        self.company.figures.closings[code] += 1
        self.company.figures.faults.append(f"{self.company.match}: a socket was closed: {code}")


class PeerCompany(PacedCompany[tuple[PeerPlayer, list[object]]]):
    """Four players who play one match after another, at the pace of a `Pacer`."""

    def __init__(self, number: int, *, port: int, figures: Figures) -> None:
        super().__init__(figures)
        self.port = port
        self.players = [PeerPlayer(self, seat) for seat in range(SEATS)]
        self._number, self._sittings = number, 0
        self._state_id = -1
        self._sent: tuple[PeerPlayer, float, float | None] | None = None
        """The last move sent: the player, the time, and when the card was due."""
        self._going_on: asyncio.Task[None] | None = None

    @property
    def match(self) -> str:
        """The id of the match."""
        return f"m{self._number}-{self._sittings}"

    async def enter(self) -> None:
        """Open all sockets."""
        await asyncio.gather(*(player.arrive() for player in self.players))

    async def start(self) -> None:
        """Begin a match."""
        self._state_id, self._ready, self._sent = -1, None, None
        for player in self.players:
            await player.sync()

    def close(self) -> None:
        """Close all sockets."""
        if self._going_on is not None:
            self._going_on.cancel()
        for player in self.players:
            if player.socket is not None:
                player.socket.close()

    def hear(self, player: PeerPlayer, data: bytes) -> None:
        """Handle a message to a player; only the player to move reads the cards."""
        kind = data[2 : data.index(b'"', 2)]
        if kind == b"sync":
            if player.synced is not None and not player.synced.done():
                player.synced.set_result(None)
            if CURRENT.findall(data)[-1:] == [b"%d" % player.seat]:
                self._state_id = int(STATE_ID.findall(data)[-1])
                self._choose(player, _syncs.decode(data).info.state.G)
        elif kind == b"update":
            found = STATE_ID.search(data)
            assert found is not None
            self._updated(player, int(found[1]), data)

    def _updated(self, player: PeerPlayer, state_id: int, data: bytes) -> None:
        window, now = self.figures.window, perf_counter()
        if self._sent is not None:
            mover, sent, due = self._sent
            if player is not mover:
                window.deliveries.append(now - (sent if due is None else due))
            elif due is None:
                window.others += 1
                window.ends.append(now - sent)
            else:
                window.note_play(due, sent, now)
        if state_id > self._state_id:
            self._state_id = state_id
            window.steps += 1
            if b'"gameover":' in data:
                self.figures.finished.append(self.match)
                self.on_over(self)
                self._going_on = asyncio.create_task(self._go_on())
        if b'"gameover":' in data:
            return
        current = CURRENT.search(data)
        if current is not None and int(current[1]) == player.seat:
            self._choose(player, _updates.decode(data).state.G)

    async def _go_on(self) -> None:
        await asyncio.sleep(0.1)
        self._sittings += 1
        await self.start()

    def _choose(self, player: PeerPlayer, cards: Cards) -> None:
        best, cost = None, 1000
        for card in cards.players[str(player.seat)].hand:
            for pile, top in enumerate(cards.tops):
                step = card - top if IS_ASCENDING[pile] else top - card
                if (step > 0 or step == -TRICK) and step < cost:
                    best, cost = [card, pile], step
        if best is None or (cost > CHEAP and cards.laid >= cards.minimum):
            self._move(player, ["end"], None)
        else:
            self.have_ready((player, ["lay", best]))

    def _lay(self, play: tuple[PeerPlayer, list[object]], due: float) -> None:
        self._move(*play, due)

    def _move(self, player: PeerPlayer, move: list[object], due: float | None) -> None:
        name, *arguments = move
        payload = {
            "type": name,
            "args": arguments[0] if arguments else [],
            "playerID": str(player.seat),
            "credentials": None,
        }
        self._sent = player, perf_counter(), due
        action = {"type": "MAKE_MOVE", "payload": payload}
        player.emit(["update", action, self._state_id, self.match, str(player.seat)])

    @property
    def is_settled(self) -> bool:
        """Whether the next card is ready and waits until it is due."""
        return self._ready is not None


def handshake(port: int) -> bytes:
    """Return the HTTP request that opens the socket."""
    return (
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
        f"Host: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY.decode()}\r\n\r\n"
    ).encode()
