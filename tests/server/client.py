"""A client as a good one is, made from docs/protocol.md: it loses nothing and does nothing twice.

Guest    somebody who is signed in, over HTTP
Client   one at a table: comes back by itself, asks again what was not answered
Player   a client that plays
"""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tenback.notation import Record, read_edition, read_event, read_record
from tenback.protocol import (
    PROTOCOL,
    Ack,
    Chatted,
    Choices,
    Dealt,
    Fact,
    Followed,
    FromClient,
    Happened,
    Hello,
    MakeMove,
    Opened,
    Ping,
    Played,
    Pong,
    Presence,
    Refusal,
    Replaced,
    ResignWished,
    Resumed,
    Returned,
    Revealed,
    Sat,
    Sit,
    Stand,
    Stood,
    ToClient,
    Welcome,
    WordGiven,
)
from tenback.rules.events import Drew, Event, Finished, Laid, Named, Said, TakenBack, TurnBegan
from tenback.rules.piles import PILES

PATIENCE = 120.0
"""Seconds that a test waits for anything; on an idle machine it takes tenths."""
PINGING, SILENCE = 10.0, 45.0
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
PASSING = ("unavailable", "too-many")
FOR_GOOD = ("no-such-table", "no-watching", "bad-protocol")
NEAR = 2
"""A step this small is worth a further card."""

_decoder = msgspec.json.Decoder(ToClient)
_numbers = itertools.count(1)


class TurnedDown(Exception):
    """The server has refused something."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.code = refusal.code


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who is signed in."""

    url: str
    id: str
    name: str
    secret: str

    @classmethod
    async def come(cls, url: str, name: str = "Anna") -> Self:
        """Sign in as a guest."""
        told = (await _request(url, "POST", "/api/me", json={"name": name})).json()
        return cls(url, told["person"]["id"], name, told["secret"])

    async def open(self, *bots: str, **wishes: Any) -> str:
        """Open a table and return its id; `wishes` are settings, `is_seated`, or `is_started`."""
        body: dict[str, Any] = {"bots": bots}
        for flag in ("is_seated", "is_started"):
            if flag in wishes:
                body[flag] = wishes.pop(flag)
        table: str = (await self.request("POST", "/api/tables", **body, settings=wishes))["id"]
        return table

    async def request(self, method: str, path: str, **body: Any) -> Any:
        """Ask over HTTP and return the answer; whoever stays away is asked again."""
        json = body if method == "POST" else None
        return (await _request(self.url, method, path, json=json, secret=self.secret)).json()

    async def record(self, table: str) -> Record:
        """Return the record of a sitting that is over."""
        answer = await _request(self.url, "GET", f"/api/tables/{table}/record")
        return read_record(answer.text)


@dataclass(slots=True)
class Seated:
    """Who sits on a seat, as a client knows it."""

    name: str | None = None
    bot: str | None = None
    is_person: bool = False
    word: str = ""
    is_resigning: bool = False


@dataclass(slots=True)
class Fold:
    """What a client knows of a table: a welcome, and all steps behind it."""

    number: int = 0
    seat: int | None = None
    places: list[Seated] = field(default_factory=list)
    tops: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    hand_sizes: list[int] = field(default_factory=list)
    draw_sizes: list[int] = field(default_factory=list)
    named: list[int | None] = field(default_factory=list)
    turn: int | None = None
    is_dealt: bool = False
    outcome: str | None = None
    signals: list[str] = field(default_factory=list)
    """Those heard step by step."""
    chat: list[str] = field(default_factory=list)
    following: str | None = None
    commitment: str | None = None
    deal: str | None = None
    secret: str | None = None
    choices: Choices | None = None

    def begin(self, told: Welcome) -> None:
        """Take everything anew."""
        self.number, self.seat, self.choices = told.number, told.seat, told.choices
        self.places = [
            Seated(at.name, at.bot, at.is_person, at.word, at.is_resigning) for at in told.places
        ]
        self.commitment, self.secret, self.deal = told.commitment, told.secret, told.deal
        self.chat, self.following = [each.text for each in told.chat], told.following
        self.is_dealt = told.cards is not None
        if told.cards is not None:
            cards = told.cards
            self.tops, self.hand, self.turn = cards.tops, sorted(cards.hand), cards.turn
            self.hand_sizes, self.draw_sizes = cards.hand_sizes, cards.draw_sizes
            self.named = cards.named
            self.outcome = None if cards.outcome is None else cards.outcome.ending

    def take(self, step: Happened) -> None:
        """Take the next step."""
        for fact in step.facts:
            self._take(fact)
        self.number, self.choices = step.number, step.choices

    def _take(self, fact: Fact) -> None:
        match fact:
            case Opened(settings, commitment):
                self.commitment = commitment
                self.places = [Seated() for _ in range(settings.seats)]
            case Sat(seat, name, bot):
                self.places[seat] = Seated(name, bot, bot is None)
            case Stood(seat):
                self.places[seat] = Seated()
            case WordGiven(seat, word):
                self.places[seat].word = word
            case Dealt():
                self.is_dealt = True
                self.tops = [pile.row_card for pile in read_edition(fact.edition).piles]
                self.hand, self.hand_sizes = sorted(fact.hand or ()), list(fact.hand_sizes)
                self.draw_sizes, self.turn = list(fact.draw_sizes), fact.turn
                self.named = [None] * len(self.places)
            case Played(events):
                for text in events:
                    self._play(read_event(text))
            case Chatted(text=text):
                self.chat.append(text)
            case ResignWished(seat, is_wished):
                self.places[seat].is_resigning = is_wished
            case Replaced(seat, bot):
                self.places[seat].bot, self.places[seat].is_resigning = bot, False
            case Returned(seat):
                self.places[seat].bot = None
            case Revealed(secret, code):
                self.secret, self.deal = secret or None, code
            case Followed(table):
                self.following = table

    def _play(self, event: Event) -> None:
        match event:
            case Named(seat, starter):
                self.named[seat] = starter
            case TurnBegan(seat):
                self.turn = seat
            case Laid(seat, card, pile):
                self._hold(seat, card, is_held=False)
                self.tops[pile.index] = card
            case TakenBack(seat, card, pile, top):
                self._hold(seat, card, is_held=True)
                self.tops[pile.index] = top
            case Drew(seat, cards):
                self.hand_sizes[seat] += len(cards)
                self.draw_sizes[seat % len(self.draw_sizes)] -= len(cards)
                if seat == self.seat:
                    self.hand = sorted([*self.hand, *(card for card in cards if card is not None)])
            case Said():
                self.signals.append(str(event))
            case Finished(outcome):
                self.outcome = outcome.ending.value
            case _:
                pass

    def _hold(self, seat: int, card: int, *, is_held: bool) -> None:
        self.hand_sizes[seat] += 1 if is_held else -1
        if seat == self.seat:
            self.hand = sorted(set(self.hand) ^ {card})


class Client:
    """Somebody at a table, who comes back by themselves until they `leave`."""

    pinging, silence = PINGING, SILENCE

    def __init__(self, url: str, table: str, guest: Guest | None = None) -> None:
        self.url = url
        """Where it connects the next time: a test may lead it to another process."""
        self.table = table
        self.guest = guest
        self.at = Fold()
        self.heard: dict[int, list[Fact]] = {}
        """The steps that were told one by one."""
        self.welcomed: list[int] = []
        """The numbers at which everything was told anew."""
        self.present: list[int] = []
        self.acked: dict[str, tuple[int, FromClient]] = {}
        self.refused: dict[str, str] = {}
        """The codes of what was refused for good, by id."""
        self.passing = 0
        """How often something was refused that may be done later."""
        self.faults: list[str] = []
        """What the server should not have said."""
        self.connections = 0
        self.closed: list[int] = []
        """How connections have ended."""
        self._waiting: dict[str, tuple[FromClient, asyncio.Future[int]]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._hello = ""
        self._is_up = False
        self._running: asyncio.Task[None] | None = None

    @property
    def is_up(self) -> bool:
        """Whether it is connected, and knows what has happened."""
        return self._is_up

    @property
    def is_over(self) -> bool:
        return self.at.outcome is not None

    async def __aenter__(self) -> Self:
        self.come()
        await self.until(lambda: self._is_up, "a welcome")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.leave()

    def come(self) -> None:
        """Connect, and stay."""
        self._running = asyncio.create_task(self._run())

    async def leave(self) -> None:
        """Go, and do not come back before `come`; what is not answered stays so."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            self._running = None

    async def cut(self) -> None:
        """Break the connection, as a tunnel would."""
        if self._socket is not None:
            self._socket.transport.abort()
            await self._socket.wait_closed()

    # ---- asking and waiting ----

    async def ask(self, kind: Callable[..., FromClient], **fields: Any) -> int:
        """Ask for something, as often as it takes; return the number of its step."""
        return await self.say(kind(id=f"{next(_numbers)}-{secrets.token_hex(3)}", **fields))

    async def say(self, message: FromClient) -> int:
        """Ask for something under an id that is already there."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = message, answer
        if self._is_up:
            await self._send(message)
        try:
            async with asyncio.timeout(PATIENCE):
                return await answer
        except TimeoutError:
            raise AssertionError(f"{message} was not answered: {self}") from None

    async def move(self, text: str) -> int:
        """Make a move."""
        return await self.ask(MakeMove, move=text)

    async def refusal(self, kind: Callable[..., FromClient], **fields: Any) -> str:
        """Ask for something that is refused; return the code."""
        try:
            number = await self.ask(kind, **fields)
        except TurnedDown as refused:
            return refused.code
        raise AssertionError(f"{kind} was not refused, but done as {number}")

    async def until(self, is_so: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(seconds):
                while not is_so():
                    self.check()
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"no {what} within {seconds} s: {self}") from None

    async def reach(self, number: int, seconds: float = PATIENCE) -> None:
        """Wait for a step."""
        await self.until(lambda: self.at.number >= number, f"step {number}", seconds)

    def check(self) -> None:
        """Raise what has gone wrong, if anything has."""
        assert not self.faults, f"{self.faults}: {self}"
        if self._running is not None and self._running.done() and not self._running.cancelled():
            self._running.result()

    def __repr__(self) -> str:
        asking = [message for message, _ in self._waiting.values()]
        return (
            f"<{type(self).__name__} at {self.table}, seat {self.at.seat}, {self.at.number},"
            f" turn {self.at.turn}, up {self._is_up}, closed {self.closed}, asking {asking}>"
        )

    # ---- the connection ----

    async def _run(self) -> None:
        """Be connected, again and again."""
        pause = FIRST_PAUSE
        headers = {} if self.guest is None else {"Authorization": f"Bearer {self.guest.secret}"}
        while True:
            was_up = self.connections
            try:
                async with connect(
                    f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket",
                    additional_headers=headers,
                    proxy=None,
                    compression=None,
                    ping_interval=None,
                    open_timeout=10,
                    close_timeout=1,
                    max_size=None,
                ) as socket:
                    await self._converse(socket)
            except ConnectionClosed as gone:
                self.closed.append(1006 if gone.rcvd is None else gone.rcvd.code)
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError):
                pass
            finally:
                self._socket, self._is_up = None, False
                self._changed.set()
                self._move_on()
            if self.closed and self.closed[-1] == 1008:
                return
            pause = FIRST_PAUSE if self.connections > was_up else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    def _move_on(self) -> None:
        """Hear that a connection has ended, or did not come about."""

    async def _converse(self, socket: ClientConnection) -> None:
        self._socket = socket
        await self._greet()
        pinging = asyncio.create_task(self._ping())
        try:
            while True:
                async with asyncio.timeout(self.silence):
                    data = await socket.recv()
                await self._hear(_decoder.decode(data))
                self._changed.set()
        finally:
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)

    async def _greet(self) -> None:
        self._hello = f"hello-{next(_numbers)}"
        since = self.at.number or None
        await self._send(Hello(id=self._hello, protocol=PROTOCOL, since=since))

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self.pinging)
            await self._send(Ping(id=f"ping-{next(_numbers)}"))

    async def _send(self, message: FromClient) -> None:
        """Send; what does not get through is sent again on the next connection."""
        if self._socket is not None:
            with suppress(ConnectionClosed, OSError):
                await self._socket.send(msgspec.json.encode(message), text=True)

    # ---- what is heard ----

    async def _hear(self, message: ToClient) -> None:
        match message:
            case Welcome():
                self._expect(message.number >= self.at.number, message)
                self.at.begin(message)
                self.present = message.present
                self.welcomed.append(message.number)
            case Happened(number, _, facts):
                self._expect(number == self.at.number + 1, message)
                self._expect(number not in self.heard, message)
                if number == self.at.number + 1:
                    self.at.take(message)
                    self.heard[number] = facts
            case Resumed(number, seat, present):
                self._expect(number == self.at.number, message)
                self.at.seat, self.present = seat, present
            case Presence(present):
                self.present = present
            case Ack(asked, number) if asked == self._hello:
                self._expect(number == self.at.number, message)
                await self._go_on()
            case Ack(asked, number):
                self._expect(asked in self._waiting, message)
                self._expect(number <= self.at.number, message)
                if asked in self._waiting:
                    request, answer = self._waiting.pop(asked)
                    self.acked[asked] = number, request
                    self._find_seat(request, number)
                    answer.set_result(number)
            case Refusal(asked, code) if asked == self._hello:
                if code not in FOR_GOOD:
                    self._expect(code in PASSING, message)
                    self.passing += 1
                    await asyncio.sleep(FIRST_PAUSE)
                    await self._greet()
            case Refusal():
                await self._be_refused(message)
            case Pong():
                pass

    async def _go_on(self) -> None:
        """Ask again what was not answered."""
        self.connections += 1
        self._is_up = True
        for request, _ in list(self._waiting.values()):
            await self._send(request)

    async def _be_refused(self, refusal: Refusal) -> None:
        if refusal.id is None or refusal.id not in self._waiting:
            self._expect(refusal.code in PASSING, refusal)  # a ping, or one that was doubled
            return
        if refusal.code in PASSING:
            self.passing += 1
            request, _ = self._waiting[refusal.id]
            asyncio.get_running_loop().call_later(
                0.2, lambda: asyncio.ensure_future(self._send(request))
            )
            return
        _, answer = self._waiting.pop(refusal.id)
        self.refused[refusal.id] = refusal.code
        answer.set_exception(TurnedDown(refusal))

    def _find_seat(self, request: FromClient, number: int) -> None:
        """Learn where one sits: only the step of one's own `sit` tells that before the next hello.

        A second tab of the same person does not hear it.
        """
        for fact in self.heard.get(number, ()):
            if isinstance(request, Sit) and isinstance(fact, Sat):
                self.at.seat = fact.seat
            if isinstance(request, Stand) and isinstance(fact, Stood):
                self.at.seat = None

    def _expect(self, is_right: bool, message: ToClient) -> None:
        if not is_right:
            self.faults.append(f"at {self.at.number} heard {message}")


class Player(Client):
    """A client that plays: the smallest step that does not lose, and ends the turn early."""

    moves_made = 0

    async def play(self, seconds: float = PATIENCE, most: int | None = None) -> None:
        """Play until the sitting is over, or so many moves are made."""
        while most is None or self.moves_made < most:
            await self.until(lambda: self.is_over or self.wish() is not None, "turn", seconds)
            wish = self.wish()
            if self.is_over or wish is None:
                return
            try:
                await self.move(wish)
            except TurnedDown as refused:
                if refused.code != "over":
                    raise
            self.moves_made += 1

    def wish(self) -> str | None:
        """Return the move to make now, if there is one to make."""
        at = self.at
        if at.choices is None or at.seat is None or at.places[at.seat].bot is not None:
            return None
        if at.turn is None:
            return "name 0" if at.choices.moves and at.named[at.seat] != 0 else None
        losing = set(at.choices.losing)
        steps = {move: self._step(move) for move in at.choices.moves if ">" in move}
        good = {move: step for move, step in steps.items() if move not in losing}
        best = min(good, key=lambda move: good[move], default=None)
        if "end" in at.choices.moves and (best is None or good[best] > NEAR):
            return "end"
        return best or next(iter(at.choices.moves), None)

    def _step(self, move: str) -> int:
        card, _, name = move.partition(">")
        pile = PILES[name]
        return pile.step(self.at.tops[pile.index], int(card))


async def over(*players: Player, seconds: float = PATIENCE) -> None:
    """Have several play to the end; nobody waits longer than that for a turn."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(seconds))


async def _request(
    url: str, method: str, path: str, *, json: Any = None, secret: str | None = None
) -> httpx.Response:
    """Ask over HTTP; when there is no answer, ask again."""
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(verify=False, timeout=10) as client:
        while True:
            with suppress(httpx.TransportError):
                answer = await client.request(method, url + path, json=json, headers=headers)
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    assert answer.is_success, answer.text
                    return answer
            await asyncio.sleep(0.2)
