"""The lobby: tables are opened, found again, and followed by others."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from tenback.notation import Record, write_code
from tenback.notation.fair_dealing import FAIR_SEED_LENGTH, Fairness, fairness_tags
from tenback.notation.records import VERSION
from tenback.policies.errors import PlayerCode
from tenback.protocol import Again, Followed, SeatBot, Sit, Start, TableSettings
from tenback.rules import BadInput, Refused
from tenback.rules.chance import ALPHABET
from tenback.server import gathering
from tenback.server.clock import Clock, date_of
from tenback.server.committer import StepCommitter, log_refusal
from tenback.server.deals import deal_from_seed, is_duel, normalize_settings
from tenback.server.decisions import decide
from tenback.server.errors import ServerCode
from tenback.server.gathering import opened
from tenback.server.projections import newcomers, side_effects
from tenback.server.room import RULES_VERSION, Room
from tenback.server.room_registry import OpenRoom, load_room
from tenback.server.room_requests import Draft, Person
from tenback.server.step import Step
from tenback.server.store import (
    DailyDeal,
    Days,
    Log,
    NewTable,
    SideEffect,
    TableRow,
    Tables,
    new_code,
    new_id,
    table_created,
)

FIRST_STEP = "open"
MOST_ATTEMPTS = 3
"""So often a code is drawn for a rematch that the database refuses."""


@dataclass(frozen=True, slots=True)
class PreparedTable:
    """A table that is ready to be stored."""

    table: NewTable
    steps: tuple[Step, ...]
    side_effects: tuple[SideEffect, ...]


class Lobby:
    """Where tables are made."""

    def __init__(
        self,
        log: Log,
        tables: Tables,
        days: Days,
        committer: StepCommitter,
        clock: Clock,
        draw_code: Callable[[], str] = new_code,
    ) -> None:
        self._log = log
        self._tables = tables
        self._days = days
        self._committer = committer
        self._clock = clock
        self._draw_code = draw_code

    async def prepare(
        self,
        person: Person,
        settings: TableSettings,
        *,
        bots: Sequence[str] = (),
        is_seated: bool = True,
        is_started: bool = False,
        seal: str | None = None,
    ) -> PreparedTable:
        """Return a table with bots on its last seats, started if that is wished and it is full."""
        settings = normalize_settings(settings)
        builder = TableBuilder(person, settings, await self._day_code(settings), self._clock.now())
        seats = len(builder.room.places)
        if len(bots) > seats:
            raise BadInput(PlayerCode.BAD_BOTS, count=len(bots), seats=seats)
        if is_seated:
            builder.do(Sit(id=FIRST_STEP))
            builder.seal(seal)
        for seat, bot in enumerate(bots, seats - len(bots)):
            builder.put(gathering.seat_bot(builder.room, seat, bot))
        if is_started:
            builder.do(Start(id=FIRST_STEP))
        return builder.done()

    async def open_table(self, ready: PreparedTable) -> TableRow:
        """Store a table, for all to come."""
        return await self._tables.create(ready.table, ready.steps, ready.side_effects)

    async def rematch(self, room: OpenRoom, request: Again, person: Person | None) -> int:
        """Open another table for the same people, after the end; the first to ask does it.

        Who has played alone or with bots gets the cards at once. After a duel the other side is
        asked: it sits down by itself, or does not.
        """
        model = room.model
        if not model.is_over:  # as far as this process knows
            await self._committer.catch_up(room)
        if person is None or model.seat_of(person.id) is None:
            raise Refused(ServerCode.NOT_SEATED)
        if not model.is_over:
            raise Refused(ServerCode.NOT_OVER)
        attempts = 0
        while model.following is None:
            deal = model.deal_code if request.is_same_deal else None
            settings = msgspec.structs.replace(model.settings, deal=deal, day=None)
            builder = TableBuilder(person, settings, None, self._clock.now())
            for seat, place in enumerate(model.places):
                if is_duel(settings) and place.person not in (None, person.id):
                    continue
                builder.put(Draft((place.as_seated(seat),)))
            builder.seal(request.seal)
            if {place.person for place in model.places} <= {person.id, None}:
                builder.do(Start(id=FIRST_STEP))  # bots need not be waited for
            ready = builder.done()
            draft = Draft((Followed(ready.table.id),))
            code = self._draw_code()
            opening = (*table_created(ready.table, ready.steps, code), *ready.side_effects)
            try:
                number = await self._committer.commit(room, draft, person, request.id, opening)
            except Refused as refused:  # perhaps another table has the code: draw another one
                attempts += 1
                if refused.code is not ServerCode.NOT_STORED:
                    raise
                if attempts == MOST_ATTEMPTS:
                    log_refusal(model.id, refused)
                    raise
                continue
            if number is None:
                await self._committer.catch_up(room)
        return model.answered(person.id, request.id) or model.number

    async def load_room(self, table: str) -> Room:
        """Return a room as it is stored, to look at."""
        return await load_room(self._log, table)

    async def _day_code(self, settings: TableSettings) -> str | None:
        """Return the code of the deal of a day: today's, or one that is past."""
        if settings.day is None:
            return None
        if settings.day > date_of(self._clock.now()):
            raise Refused(ServerCode.NOT_YET, day=settings.day)
        fresh = "".join(secrets.choice(ALPHABET) for _ in range(FAIR_SEED_LENGTH))
        deal = DailyDeal(settings.day, settings.edition, settings.seats)
        return write_code(deal_from_seed(settings, await self._days.seed(deal, fresh)))


class TableBuilder:
    """A table in the making: its first steps, before anybody else can know of it."""

    def __init__(
        self, person: Person, settings: TableSettings, day_code: str | None, now: int
    ) -> None:
        self.room = Room(new_id())
        self._person = person
        self._at = now
        self._steps: list[Step] = []
        self._side_effects: list[SideEffect] = []
        self.put(opened(settings, secret=secrets.token_hex(32), day_code=day_code))

    def do(self, request: Sit | SeatBot | Start) -> None:
        """Do what the person would ask for."""
        self.put(decide(self.room, request, self._person))

    def seal(self, seal: str | None) -> None:
        """Add the sealed word of the person, where words count."""
        seat = self.room.seat_of(self._person.id)
        if seal is not None and seat is not None and self.room.commitment is not None:
            self.put(gathering.seal_word(self.room, seat, seal))

    def put(self, draft: Draft) -> None:
        """Take a step."""
        step = Step(self.room.number + 1, self._at, self._person.id, None, draft.facts)
        self._steps.append(step)
        self._side_effects += newcomers(self.room, draft, self._person.id)
        if self.room.number:
            self._side_effects += side_effects(self.room, draft, self._at)
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
        return PreparedTable(table, tuple(self._steps), tuple(self._side_effects))


def record_of(room: Room) -> Record:
    """Return the record of a sitting that is over, with what proves its cards fair."""
    if room.table is None or not room.is_over:
        raise Refused(ServerCode.NOT_OVER)
    record = room.table.record()
    return replace(record, tags=(("date", date_of(room.opened_at)), *_fairness(room)))


def _fairness(room: Room) -> tuple[tuple[str, str], ...]:
    is_word_gone = any(place.is_word_gone for place in room.places)
    if room.commitment is None or room.secret is None or is_word_gone:
        return ()
    words = tuple(place.word for place in room.places)
    seals = tuple(place.seal or "" for place in room.places)
    salts = tuple(place.salt or "" for place in room.places)
    return fairness_tags(Fairness(room.commitment, room.secret, words, seals, salts))
