"""The host of a browser's tables: the rooms of the server, for one person and simple bots.

`server.decisions` decides every request, as on a server. The browser's database stores the step
before any page hears of it, and pages get the server's messages.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from tenback.bots import SIMPLE_BOT
from tenback.notation import write_record
from tenback.offline.errors import OfflineCode
from tenback.offline.storage import Change, Storage, StoredTable, TableStorage
from tenback.protocol import (
    Again,
    Followed,
    Replace,
    Revealed,
    SeatBot,
    Stand,
    TableRequest,
    Welcome,
    encode,
)
from tenback.protocol.rest import OfflineTable, OpenedTable, OpenTable, SendSitting
from tenback.rules import Code, Move, Name, Refused, Say, Signal
from tenback.server import gathering
from tenback.server.bot_moves import bot_moves, may_act, seed_for
from tenback.server.bot_questions import BotQuestion, choice_of, talk_of
from tenback.server.clock import Clock
from tenback.server.decisions import decide
from tenback.server.errors import ServerCode
from tenback.server.opening import TableOpening, settings_again
from tenback.server.redaction import StepMessages, outcome_view, table_summary, welcome
from tenback.server.room import RULES_VERSION, Room
from tenback.server.room_record import record_of
from tenback.server.room_requests import BotMoves, Draft, RoomRequest
from tenback.server.step import Step
from tenback.table.errors import TableCode

PREFIX = "offline-"
"""The prefix of these tables' ids. It makes them longer than any server id, so none collide."""
YOU = "you"
"""The id of the only person."""
BOTS = (SIMPLE_BOT,)
"""The bots that need no compiled code."""
MOST_TABLES = 50
"""How many tables are kept. Finished ones are removed first, the oldest before others."""
PAUSE = 1.0
"""Seconds after which bots whose moves could not be stored try again."""
TRIES = 20
"""How often a request is decided again after another page was faster."""


@dataclass(frozen=True, slots=True)
class Player:
    """The person in front of the browser."""

    name: str
    id: str = YOU
    is_bot: bool = False


class Listener(Protocol):
    """A page that hears what happens at a table."""

    def push(self, message: bytes) -> None:
        """Send an encoded message."""


@dataclass(slots=True, eq=False)
class HostedTable:
    """A table that is open in at least one page."""

    model: Room
    is_stored: bool = True
    """Whether the model is what the database has. If not, it is read again before it is used."""
    listeners: list[Listener] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Admits one request at a time."""
    bots_task: asyncio.Task[None] | None = None

    @property
    def person(self) -> Player:
        """The person who plays here."""
        seat = self.model.seat_of(YOU)
        return Player((None if seat is None else self.model.places[seat].name) or YOU)

    @property
    def seat(self) -> int | None:
        """The person's seat, if they have one."""
        return self.model.seat_of(YOU)


class LocalBots:
    """Bots that think in this process."""

    async def talk(self, question: BotQuestion) -> tuple[Signal, ...]:
        """Return the signals a bot gives."""
        return talk_of(question)

    async def choose(self, question: BotQuestion) -> Move:
        """Return the move a bot makes."""
        return choice_of(question)


class OfflineHost:
    """Opens tables, answers requests at them, and moves their bots."""

    def __init__(self, storage: Storage, clock: Clock | None = None, *, pace: float = 0.6) -> None:
        self._storage = TableStorage(storage)
        self._clock = clock or Clock()
        self._pace = pace
        self._tables: dict[str, HostedTable] = {}

    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return self._clock.now()

    # ---- tables ----

    async def open_table(self, wished: OpenTable) -> OpenedTable:
        """Open a table for the person, with bots on its last seats."""
        settings = wished.settings
        is_for_server = settings.day is not None or settings.is_public
        if is_for_server or wished.commitment or len(wished.bots) < settings.seats - 1:
            raise Refused(OfflineCode.NEEDS_SERVER)
        # Nobody else is here to be hurried by a clock or to watch.
        settings = msgspec.structs.replace(settings, clock=None, can_watch=False)
        person = Player(wished.guest or YOU)
        opening = TableOpening(_new_id(), person, settings, self.now())
        bots = [check_bot(bot or SIMPLE_BOT) for bot in wished.bots]
        opening.fill(bots, is_seated=True, is_started=wished.is_started, seal=wished.seal)
        await self._remove_oldest()
        if not await self._storage.write(_change(opening)):
            raise Refused(OfflineCode.NO_STORAGE)
        room = opening.room
        table = self._tables[room.id] = HostedTable(room)
        about = table_summary(room, YOU, code=None, created_at=opening.at, changed_at=opening.at)
        return OpenedTable(**msgspec.structs.asdict(about), welcome=self.welcome(table))

    async def find(self, table_id: str) -> HostedTable:
        """Return a table from this browser's storage."""
        if (known := self._tables.get(table_id)) is not None:
            async with known.lock:
                await self._read_again(known)
            return known
        room = await self._load(table_id)
        return self._tables.setdefault(table_id, HostedTable(room))

    def enter(self, table: HostedTable, listener: Listener) -> None:
        """Send a listener everything that happens at a table from now on."""
        table.listeners.append(listener)
        self._start_bots(table)

    def leave(self, table: HostedTable, listener: Listener) -> None:
        """Remove a listener. A table without listeners is closed."""
        if listener in table.listeners:
            table.listeners.remove(listener)
        if not table.listeners:
            self._tables.pop(table.model.id, None)

    # ---- requests ----

    async def submit(self, table: HostedTable, request: TableRequest) -> int:
        """Carry out a request and return the number of its step. Raises if it is refused."""
        async with table.lock:
            await self._read_again(table)
            done = table.model.answered(YOU, request.id)
            if done is not None:
                return done
            return await self._decide_and_commit(
                table, _with_simple_bots(table, request), request.id
            )

    async def rematch(self, table: HostedTable, request: Again) -> int:
        """Open another table with the same bots, after the end."""
        async with table.lock:
            await self._read_again(table)
            model = table.model
            if model.following is not None:
                return model.number
            if table.seat is None:
                raise Refused(ServerCode.NOT_SEATED)
            if not model.is_over:
                raise Refused(ServerCode.NOT_OVER)
            settings = settings_again(model, request)
            opening = TableOpening(_new_id(), table.person, settings, self.now())
            opening.fill_again(model, request)
            await self._remove_oldest()
            draft = Draft((Followed(opening.room.id),))
            number = await self._commit(table, draft, YOU, request.id, _change(opening))
            if number is None:
                raise Refused(ServerCode.UNAVAILABLE)
            return number

    async def hint(self, table: HostedTable) -> Move:
        """Return the move that the strongest bot here would make in the person's seat."""
        async with table.lock:
            await self._read_again(table)
        model, seat = table.model, table.seat
        if seat is None:
            raise Refused(ServerCode.NOT_SEATED)
        if not model.settings.has_hints:
            raise Refused(ServerCode.NO_HINTS)
        if model.table is None or model.turn is None:
            raise Refused(Code.NOT_BEGUN)
        if model.turn != seat:
            raise Refused(TableCode.NOT_YOUR_TURN, seat=seat, turn=model.turn)
        view = model.table.view(seat, is_past_shown=True)
        return choice_of(BotQuestion(BOTS[-1], seed_for(model), view))

    async def _decide_and_commit(
        self, table: HostedTable, request: RoomRequest, request_id: str | None
    ) -> int:
        """Decide a request and store its step; decide again if another page was faster."""
        by = None if isinstance(request, BotMoves) else table.person
        for _ in range(TRIES):
            draft = decide(table.model, request, by)
            number = await self._commit(table, draft, None if by is None else by.id, request_id)
            if number is not None:
                return number
            if by is None:
                break  # The bots' moves were chosen for another step.
        raise Refused(ServerCode.UNAVAILABLE)

    async def _commit(
        self,
        table: HostedTable,
        draft: Draft,
        by: str | None,
        request_id: str | None,
        *more: Change,
    ) -> int | None:
        """Apply a decision and store it. Return None if another page took the step's number.

        Listeners hear of it only once it is stored. Otherwise the table is read again.
        """
        model = table.model
        step = Step(model.number + 1, self.now(), by, request_id, draft.facts)
        events = model.take(step, draft)
        table.is_stored = False
        try:
            change = Change(_about(model, step.at), [step])
            table.is_stored = is_stored = await self._storage.write(change, *more)
        finally:
            await self._read_again(table)
        if not is_stored:
            return None
        messages = StepMessages(model, step, events)
        self._send_to_listeners(table, messages.encoded_for(table.seat))
        self._start_bots(table)
        return step.number

    def welcome(self, table: HostedTable) -> Welcome:
        """Return everything the person may know about a table."""
        seat = table.seat
        present = [] if seat is None else [seat]
        return welcome(table.model, seat, present=present, now=self.now())

    async def finished_sitting(self, table_id: str) -> SendSitting:
        """Return a finished game in the form in which the server accepts it as a result."""
        stored = await self._read(table_id)
        room = _room(table_id, stored)
        record, seat = record_of(room), room.seat_of(YOU)
        if seat is None or room.places[seat].bot is not None:
            raise Refused(OfflineCode.BOT_PLAYED)
        ended = (step.at for step in stored.steps if Revealed in map(type, step.facts))
        return SendSitting(record=write_record(record), seat=seat, at=next(ended))

    async def _load(self, table_id: str) -> Room:
        return _room(table_id, await self._read(table_id))

    async def _read_again(self, table: HostedTable) -> None:
        """Go back to what is stored, after a step that was not."""
        if not table.is_stored:
            table.model = await self._load(table.model.id)
            table.is_stored = True
            self._send_to_listeners(table, encode(self.welcome(table)))

    async def _read(self, table_id: str) -> StoredTable:
        stored = await self._storage.read(table_id)
        if stored.about is None:
            raise Refused(ServerCode.NO_SUCH_TABLE, text=table_id)
        if stored.about.rules_version != RULES_VERSION:
            raise Refused(ServerCode.OTHER_VERSION, text=table_id)
        return stored

    async def _remove_oldest(self) -> None:
        """Remove old tables until one more can be kept."""
        tables = await self._storage.tables()
        too_many = len(tables) + 1 - MOST_TABLES
        if too_many > 0:
            tables.sort(key=lambda about: (about.outcome is None, about.changed_at))
            await self._storage.remove([about.id for about in tables[:too_many]])

    def _send_to_listeners(self, table: HostedTable, message: bytes) -> None:
        for listener in tuple(table.listeners):
            listener.push(message)

    # ---- bots ----

    def _start_bots(self, table: HostedTable) -> None:
        if _has_bots_to_ask(table) and (table.bots_task is None or table.bots_task.done()):
            table.bots_task = asyncio.get_running_loop().create_task(self._move_bots(table))

    async def _move_bots(self, table: HostedTable) -> None:
        """Let a table's bots act until it is the person's turn or nobody watches."""
        while _has_bots_to_ask(table):
            model, number = table.model, table.model.number
            assert model.table is not None
            moves = await bot_moves(model.table, model.bots, seed_for(model), LocalBots())
            if not moves:
                return
            if any(not isinstance(move, Say | Name) for _, move in moves):
                await asyncio.sleep(self._pace)
            try:
                async with table.lock:
                    await self._read_again(table)
                    if table.model.number == number and table.model is model:
                        await self._decide_and_commit(table, BotMoves(tuple(moves)), None)
            except Refused:
                await asyncio.sleep(PAUSE)


def _room(table_id: str, stored: StoredTable) -> Room:
    room = Room(table_id)
    for step in stored.steps:
        room.take(step)
    return room


def check_bot(name: str) -> str:
    """Return a bot's name, or refuse one that cannot play here."""
    gathering.check_bot(name)
    if name not in BOTS:
        raise Refused(OfflineCode.NEEDS_SERVER)
    return name


def _with_simple_bots(table: HostedTable, request: TableRequest) -> TableRequest:
    """Replace bots that cannot play here with one that can, or refuse the request."""
    match request:
        case SeatBot(bot=str(bot)):
            check_bot(bot)
        case Replace():
            return msgspec.structs.replace(request, bot=SIMPLE_BOT)
        case Stand() if table.model.table is not None and table.seat is not None:
            return Replace(id=request.id, seat=table.seat, bot=SIMPLE_BOT)
    return request


def _has_bots_to_ask(table: HostedTable) -> bool:
    """Return whether bots have something to do. They pause while nobody watches."""
    return bool(table.listeners) and may_act(table.model)


def _change(opening: TableOpening) -> Change:
    return Change(_about(opening.room, opening.at), opening.steps)


def _about(room: Room, at: int) -> OfflineTable:
    outcome = None if room.table is None else room.table.state.outcome
    return OfflineTable(
        id=room.id,
        code=None,
        phase=room.phase,
        edition=room.settings.edition,
        seats=room.settings.seats,
        taken=sum(place.name is not None for place in room.places),
        is_public=False,
        created_at=room.opened_at,
        changed_at=at,
        rules_version=RULES_VERSION,
        outcome=None if outcome is None else outcome_view(outcome),
        is_winner=outcome is not None
        and (bool(outcome.won) or outcome.winner == room.seat_of(YOU)),
    )


def _new_id() -> str:
    return PREFIX + secrets.token_urlsafe(9)
