"""The lobby: tables are opened, found again, and followed by others."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec

from tenback.fastsim.errors import SimulatorCode
from tenback.notation import Record, write_code
from tenback.notation.fair import Fairness, fairness_tags
from tenback.notation.records import VERSION
from tenback.protocol import Again, Followed, SeatBot, Sit, Start, TableSettings
from tenback.rules import BadInput, Refused
from tenback.rules.chance import ALPHABET, SEED_LENGTH
from tenback.server.deals import deal_from_seed, normalize_settings
from tenback.server.errors import ServerCode
from tenback.server.hall import Hall, LiveRoom, now
from tenback.server.projections import RULES_VERSION, changes, row_of, step_of
from tenback.server.room import Draft, Person, Room, Step, opened
from tenback.server.store import (
    Days,
    Log,
    NewTable,
    Row,
    SideEffect,
    TableRow,
    Tables,
    created,
    new_code,
    new_id,
)
from tenback.server.store.days import Deal as DayDeal

FIRST_STEP = "open"


@dataclass(frozen=True, slots=True)
class PreparedTable:
    """A table that is ready to be stored."""

    table: NewTable
    rows: tuple[Row, ...]
    also: tuple[SideEffect, ...]


class Lobby:
    """Where tables are made."""

    def __init__(self, log: Log, tables: Tables, days: Days, hall: Hall) -> None:
        self._log = log
        self._tables = tables
        self._days = days
        self._hall = hall

    async def prepare(
        self,
        person: Person,
        settings: TableSettings,
        *,
        bots: Sequence[str] = (),
        is_seated: bool = True,
        is_started: bool = False,
    ) -> PreparedTable:
        """Return a table with bots on its last seats, started if that is wished and it is full."""
        settings = normalize_settings(settings)
        preparing = TableBuilder(person, settings, await self._day_code(settings))
        seats = len(preparing.room.places)
        if len(bots) > seats:
            raise BadInput(SimulatorCode.BAD_BOTS, count=len(bots), seats=seats)
        if is_seated:
            preparing.do(Sit(id=FIRST_STEP))
        for seat, bot in enumerate(bots, seats - len(bots)):
            preparing.put(preparing.room.seat_bot(seat, bot))
        if is_started:
            preparing.do(Start(id=FIRST_STEP))
        return preparing.done()

    async def open_table(self, ready: PreparedTable) -> TableRow:
        """Store a table, for all to come."""
        return await self._tables.create(ready.table, ready.rows, ready.also)

    async def go_on(self, live: LiveRoom, request: Again, person: Person | None) -> int:
        """Open another table for the same people, after the end; the first to ask does it.

        Who has played alone or with bots gets the cards at once.
        """
        room = live.room
        if not room.is_over:  # as far as this process knows
            await self._hall.catch_up(live)
        if person is None or room.seat_of(person.id) is None:
            raise Refused(ServerCode.NOT_SEATED)
        if not room.is_over:
            raise Refused(ServerCode.NOT_OVER)
        while room.following is None:
            code = room.deal_code if request.is_same_deal else None
            settings = msgspec.structs.replace(room.settings, deal=code, day=None)
            preparing = TableBuilder(person, settings, None)
            for seat, place in enumerate(room.places):
                preparing.put(Draft((place.as_seated(seat),)))
            if {place.person for place in room.places} <= {person.id, None}:
                preparing.do(Start(id=FIRST_STEP))  # bots need not be waited for
            ready = preparing.done()
            draft = Draft((Followed(ready.table.id),))
            also = (*created(ready.table, ready.rows, new_code()), *ready.also)
            if await self._hall.store(live, draft, person, request.id, also) is None:
                await self._hall.catch_up(live)
        return room.answered(person.id, request.id) or room.number

    async def room_of(self, table: str) -> Room:
        """Return a room as it is stored, to look at."""
        rows = await self._log.read(table)
        if not rows:
            raise Refused(ServerCode.NO_SUCH_TABLE, text=table)
        room = Room(table)
        for row in rows:
            room.take(step_of(row))
        return room

    async def _day_code(self, settings: TableSettings) -> str | None:
        """Return the code of the deal of a day: today's, or one that is past."""
        if settings.day is None:
            return None
        if settings.day > _date(now()):
            raise Refused(ServerCode.NOT_YET, day=settings.day)
        fresh = "".join(secrets.choice(ALPHABET) for _ in range(SEED_LENGTH))
        deal = DayDeal(settings.day, settings.edition, settings.seats)
        return write_code(deal_from_seed(settings, await self._days.seed(deal, fresh)))


class TableBuilder:
    """A table in the making: its first steps, before anybody else can know of it."""

    def __init__(self, person: Person, settings: TableSettings, day_code: str | None) -> None:
        self.room = Room(new_id())
        self._person = person
        self._at = now()
        self._rows: list[Row] = []
        self._also: list[SideEffect] = []
        self.put(opened(settings, secret=secrets.token_hex(32), day_code=day_code))

    def do(self, request: Sit | SeatBot | Start) -> None:
        """Do what the person would ask for."""
        self.put(self.room.decide(request, self._person))

    def put(self, draft: Draft) -> None:
        """Take a step."""
        step = Step(self.room.number + 1, self._at, self._person.id, None, draft.facts)
        self._rows.append(row_of(self.room.id, step))
        if self.room.number:
            self._also += changes(self.room, draft, self._at)
        self.room.take(step, draft)

    def done(self) -> PreparedTable:
        """Return what is to be stored."""
        settings = self.room.settings
        table = NewTable(
            id=self.room.id,
            host=self._person.id,
            is_public=settings.is_public,
            edition=settings.edition,
            seats=settings.seats,
            taken=0,
            created_at=self._at,
            rules_version=RULES_VERSION,
            record_version=VERSION,
        )
        return PreparedTable(table, tuple(self._rows), tuple(self._also))


def record_of(room: Room) -> Record:
    """Return the record of a sitting that is over, with what proves its cards fair."""
    if room.table is None or not room.is_over:
        raise Refused(ServerCode.NOT_OVER)
    record = room.table.record()
    return replace(record, tags=(("date", _date(room.opened_at)), *_fairness(room)))


def _fairness(room: Room) -> tuple[tuple[str, str], ...]:
    if room.commitment is None or room.secret is None:
        return ()
    words = tuple(place.word for place in room.places)
    return fairness_tags(Fairness(room.commitment, room.secret, words))


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
