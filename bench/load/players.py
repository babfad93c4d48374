"""Companies of four players who play one sitting after another, each over their own socket."""

import asyncio
import re
from collections.abc import Coroutine
from dataclasses import dataclass
from itertools import count
from time import perf_counter

import msgspec

from bench.load.company import PacedCompany
from bench.load.figures import Acked, Figures, Window
from bench.load.processes import HOST
from bench.load.sockets import Socket, handshake, source_address

CHEAP = 1
"""The largest step for which a player lays more cards than the turn demands."""
TRICK = 10
AGAIN_AFTER = 0.1
"""Seconds to wait before repeating a message that the server could not handle just then."""
PASSING = ("too-many", "unavailable")
NUMBER_AT = len(b'{"type":"happened","number":')
LAID = re.compile(rb'"\d:(\d+)>([ud]\d)"')
FOLLOWED = re.compile(rb'"type":"followed","table":"([^"]+)"')
FIRST_TOPS = {"u1": 1, "u2": 1, "d1": 100, "d2": 100}


class Choices(msgspec.Struct):
    """The moves open to a seat."""

    moves: list[str] = []
    losing: list[str] = []


class Told(msgspec.Struct):
    """The fields we need from `happened` and `welcome`."""

    number: int
    choices: Choices | None = None


@dataclass(frozen=True, slots=True)
class Underway:
    """A card or end of a turn on its way: it will be the table's next step."""

    number: int
    player: "Player"
    due: float


class Answered(msgspec.Struct):
    """The fields we need from `ack` and `refused`."""

    id: str | None = None
    number: int = 0
    code: str = ""
    message: str = ""


_told = msgspec.json.Decoder(Told)
_answered = msgspec.json.Decoder(Answered)


class Refused(Exception):
    """The server refused a message."""


@dataclass(eq=False, slots=True)
class Asked:
    """A message that waits for an answer."""

    text: bytes
    window: Window
    sent: float
    due: float | None = None
    """When the card was due; None for other messages."""
    is_end: bool = False
    answer: asyncio.Future[int] | None = None
    over: Socket | None = None
    """The connection that the message was last sent over."""


class Player:
    """One player, with the socket to the table where they sit."""

    __slots__ = (
        "_greeting",
        "asked",
        "company",
        "has_named",
        "number",
        "said_at",
        "secret",
        "socket",
        "welcome",
    )

    def __init__(self, company: "Company", secret: str) -> None:
        self.company = company
        self.secret = secret
        self.socket: Socket | None = None
        self.number = 0
        """The number of the last step that this player received."""
        self.said_at = 0.0
        self.has_named = False
        self.welcome: Choices | None = None
        """The choices in the last `welcome`."""
        self.asked: dict[str, Asked] = {}
        self._greeting: asyncio.Future[int] | None = None

    async def arrive(self) -> None:
        """Open the socket and say hello; retry until that works."""
        while self.socket is None:
            try:
                await self._connect()
            except OSError as error:
                self.company.figures.failures[str(error)] += 1
                await asyncio.sleep(AGAIN_AFTER)

    async def _connect(self) -> None:
        company = self.company
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[None] = loop.create_future()
        transport, socket = await loop.create_connection(
            lambda: Socket(opened, self._hear, self._lose),
            HOST,
            company.port,
            local_addr=source_address(company.figures.sockets),
        )
        assert company.table is not None
        transport.write(handshake(HOST, company.port, company.table, self.secret))
        await opened
        company.figures.sockets += 1
        self.socket, self.number, self.has_named = socket, 0, False
        self._greeting = loop.create_future()
        self.say(b'"type":"hello","protocol":1', answer=self._greeting)
        await self._greeting

    def leave(self) -> None:
        """Close the socket."""
        if self.socket is not None:
            self.socket.close()
            self.company.figures.sockets -= 1
            self.socket = None

    def drop(self) -> None:
        """Break the connection off without closing it; the player comes back."""
        if self.socket is not None:
            self.socket.drop()

    async def ask(self, message: bytes) -> int:
        """Send a message, and return the number of the step that it leads to."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.say(message, answer=answer)
        return await answer

    def say(
        self,
        message: bytes,
        *,
        due: float | None = None,
        is_end: bool = False,
        answer: asyncio.Future[int] | None = None,
    ) -> None:
        """Send a message without waiting for the answer."""
        request = self.company.new_id()
        text = b'{%b,"id":"%b"}' % (message, request.encode())
        now = perf_counter()
        window = self.company.figures.window
        self.asked[request] = Asked(text, window, now, due, is_end, answer, self.socket)
        self._send(text, now)

    def ping_if_silent(self, before: float) -> None:
        """Send a ping if nothing was sent since a given time."""
        if self.socket is not None and self.said_at < before:
            self._send(b'{"type":"ping","id":"ping"}', perf_counter())

    def _send(self, text: bytes, now: float) -> None:
        if self.socket is not None and not self.socket.is_closing:
            self.said_at = now
            self.socket.send(text)

    def _hear(self, data: bytes) -> None:
        """Handle a message of the server, parsing no more of it than needed."""
        self.company.figures.window.delivered += 1
        kind = data[9 : data.index(b'"', 9)]
        if kind == b"happened":
            self._happened(data)
        elif kind == b"ack":
            self._acked(_answered.decode(data))
        elif kind == b"refused":
            self._refused(_answered.decode(data))
        elif kind == b"welcome":
            told = _told.decode(data)
            self.number, self.welcome = told.number, told.choices
            self.company.number = max(self.company.number, told.number)

    def _happened(self, data: bytes) -> None:
        number = int(data[NUMBER_AT : data.index(b",", NUMBER_AT)])
        company = self.company
        if number != self.number + 1:
            company.figures.faults.append(f"{company.table}: step {number} after {self.number}")
        self.number = number
        company.delivered(self, number)
        if number > company.number:
            company.take(number, data)
        if b'"moves":[' in data:
            choices = _told.decode(data).choices
            assert choices is not None
            company.choose(self, choices)

    def _acked(self, answered: Answered) -> None:
        asked = self.asked.pop(answered.id or "", None)
        if asked is None:
            self.company.figures.faults.append(f"{self.company.table}: ack of {answered.id}")
        elif asked.answer is not None:
            if not asked.answer.done():
                asked.answer.set_result(answered.number)
        else:
            self.company.acked(asked, answered)

    def _refused(self, answered: Answered) -> None:
        """Repeat a message that the server could not handle just then; note any other refusal."""
        figures = self.company.figures
        figures.refusals[answered.code] += 1
        asked = self.asked.get(answered.id or "")
        if asked is not None and answered.code in PASSING:
            loop = asyncio.get_running_loop()
            loop.call_later(AGAIN_AFTER, self._send, asked.text, perf_counter())
            return
        self.asked.pop(answered.id or "", None)
        if asked is not None and asked.answer is not None:
            asked.answer.set_exception(Refused(answered.message))
        else:
            figures.faults.append(f"{self.company.table}: refused: {answered.message}")

    def _lose(self, code: int) -> None:
        """Reconnect after the connection was lost, as every client should."""
        figures = self.company.figures
        figures.closings[code] += 1
        figures.sockets -= 1
        self.socket = None
        greeting = self._greeting
        if greeting is not None and not greeting.done():
            self.asked = {name: one for name, one in self.asked.items() if one.answer != greeting}
            greeting.set_exception(ConnectionError(f"closed before a welcome: {code}"))
        else:
            self.company.beside(self._come_back())

    async def _come_back(self) -> None:
        """Reconnect, repeat unanswered messages, and play on from the new choices."""
        await self.arrive()
        waiting = list(self.asked.values())  # also those sent in the meantime
        number = self.number
        for asked in waiting:
            if asked.over is not self.socket:
                asked.over = self.socket
                self._send(asked.text, perf_counter())
        while any(asked in waiting for asked in self.asked.values()):
            await asyncio.sleep(AGAIN_AFTER)
        if self.welcome is not None and self.welcome.moves and self.number == number:
            self.company.choose(self, self.welcome)


class Company(PacedCompany[tuple[Player, bytes]]):
    """Players who play together, at one table after another."""

    _ids = count()

    def __init__(
        self, secrets: list[str], *, port: int, figures: Figures, does_end_turns_by_itself: bool
    ) -> None:
        super().__init__(figures)
        self.port = port
        self.players = [Player(self, secret) for secret in secrets]
        self.table: str | None = None
        self.number = 0
        """The number of the last step that any player received."""
        self._does_end_turns_by_itself = does_end_turns_by_itself
        self._tops = dict(FIRST_TOPS)
        self._underway: Underway | None = None
        self._following: asyncio.Future[str] | None = None
        self._playing: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def new_id(self) -> str:
        """Return an unused message id."""
        return str(next(Company._ids))

    def beside(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine in the background; record an error in it as a fault."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.figures.faults.append(f"{self.table}: {error!r}")

    async def close(self) -> None:
        """Stop all tasks and close all sockets."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for player in self.players:
            player.leave()

    def expect_the_end(self) -> None:
        """Let lost connections pass, because the server is about to be killed."""
        for player in self.players:
            if player.socket is not None:
                player.socket.is_closing = True

    # ---- coming together ----

    async def enter(self, table: str) -> None:
        """Move all players to a table, and forget the one before."""
        self.table, self.number = table, 0
        self._tops = dict(FIRST_TOPS)
        self._following = asyncio.get_running_loop().create_future()
        self._playing = asyncio.get_running_loop().create_future()
        await asyncio.gather(*(player.arrive() for player in self.players))

    async def sit(self) -> None:
        """Take the free seats."""
        for player in self.players[1:]:
            await player.ask(b'"type":"sit"')

    async def start(self) -> None:
        """Have the cards dealt, and agree on who begins."""
        assert self._playing is not None
        await self.players[0].ask(b'"type":"start"')
        await self._playing

    async def _go_on(self) -> None:
        """Open another table, sit down there, and begin."""
        assert self._following is not None
        await self.players[0].ask(b'"type":"again"')
        table = await self._following
        for player in self.players:
            player.leave()
        await self.enter(table)
        await self.start()

    # ---- playing ----

    def take(self, number: int, data: bytes) -> None:
        """Handle a step that no player of this company has received before."""
        self.number = number
        self.figures.window.steps += 1
        for card, pile in LAID.findall(data):
            self._tops[pile.decode()] = int(card)
        if b'"type":"revealed"' in data:
            assert self.table is not None
            self.figures.finished.append(self.table)
            self.on_over(self)
            self.beside(self._go_on())
        elif b'"type":"followed"' in data:
            found = FOLLOWED.search(data)
            assert found is not None
            assert self._following is not None
            self._following.set_result(found[1].decode())

    def choose(self, player: Player, choices: Choices) -> None:
        """Choose a player's move; a card waits until it is due."""
        if choices.moves[0].startswith("name"):
            if not player.has_named:
                player.has_named = True
                player.say(b'"type":"move","move":"name 0"')
            return
        assert self._playing is not None
        if not self._playing.done():
            self._playing.set_result(None)
        move = greedy(choices, self._tops)
        message = b'"type":"move","move":"%b"' % move.encode()
        if move == "end" and self._does_end_turns_by_itself:
            self._underway = Underway(self.number + 1, player, perf_counter())
            player.say(message, is_end=True)
        else:
            self.have_ready((player, message))

    def delivered(self, player: Player, number: int) -> None:
        """Record that a player received a step."""
        underway = self._underway
        if underway is not None and underway.number == number and underway.player is not player:
            self.figures.window.deliveries.append(perf_counter() - underway.due)

    def _lay(self, play: tuple[Player, bytes], due: float) -> None:
        player, message = play
        self._underway = Underway(self.number + 1, player, due)
        player.say(message, due=due)

    def acked(self, asked: Asked, answered: Answered) -> None:
        """Record that a move was acked."""
        assert self.table is not None
        assert answered.id is not None
        self.figures.acked.append(Acked(self.table, answered.number, answered.id))
        now = perf_counter()
        if asked.due is None:
            asked.window.others += 1
            if asked.is_end:
                asked.window.ends.append(now - asked.sent)
            return
        asked.window.note_play(asked.due, asked.sent, now)

    @property
    def unanswered(self) -> int:
        """How many messages wait for an answer."""
        return sum(len(player.asked) for player in self.players)

    @property
    def is_at_table(self) -> bool:
        """Whether no player is on the way to a table or reconnecting."""
        return not self._tasks

    @property
    def is_settled(self) -> bool:
        """Whether all messages are answered and all players have received the same steps."""
        is_together = all(player.number == self.number for player in self.players)
        return is_together and not self.unanswered and not self._tasks


def greedy(choices: Choices, tops: dict[str, int]) -> str:
    """Return the cheapest play that does not lose, or the end of the turn if that play is costly.

    >>> greedy(Choices(["23>u1", "2>u2", "90>d1"], ["2>u2"]), FIRST_TOPS)
    '90>d1'
    >>> greedy(Choices(["23>u1", "end"]), FIRST_TOPS)
    'end'
    """
    best, cost = "", 1000
    for move in choices.moves:
        if move == "end" or (choices.losing and move in choices.losing):
            continue
        card, _, pile = move.partition(">")
        step = int(card) - tops[pile]
        step = step if pile[0] == "u" else -step
        if step < cost:
            best, cost = move, step
    if (cost > CHEAP or not best) and "end" in choices.moves:
        return "end"
    return best or choices.moves[0]
