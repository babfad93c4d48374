"""The lobby: opens tables, finds them again, and opens rematches."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tenback.notation import write_code
from tenback.notation.fair_dealing import FAIR_SEED_LENGTH
from tenback.notation.records import VERSION
from tenback.protocol import Again, Followed, TableSettings
from tenback.rules import Refused
from tenback.rules.chance import ALPHABET
from tenback.server.clock import Clock, date_of
from tenback.server.committer import StepCommitter, log_refusal
from tenback.server.deals import deal_from_seed, deal_of, normalize_settings
from tenback.server.errors import ServerCode
from tenback.server.opening import TableOpening, settings_again
from tenback.server.projections import newcomers, side_effects
from tenback.server.room import RULES_VERSION
from tenback.server.room_registry import OpenRoom
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

MOST_ATTEMPTS = 3
"""How often a new code is drawn for a rematch that the database refuses."""


@dataclass(frozen=True, slots=True)
class PreparedTable:
    """A table that is ready to be stored."""

    table: NewTable
    steps: tuple[Step, ...]
    side_effects: tuple[SideEffect, ...]


class Lobby:
    """Creates tables and rematches."""

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
        secret: str | None = None,
        word: str | None = None,
    ) -> PreparedTable:
        """Return a table with bots on its last seats, started if requested and full.

        A word may be open only if the secret was drawn before.
        """
        settings = normalize_settings(settings)
        await self._check_deal(settings)
        day_code, now = await self._day_code(settings), self._clock.now()
        if word is not None and secret is None:
            raise Refused(ServerCode.NO_COMMITMENT)
        if secret is not None and (settings.deal is not None or day_code is not None):
            raise Refused(ServerCode.NO_WORDS)
        builder = TableBuilder(person, settings, day_code, now, secret)
        builder.fill(bots, is_seated=is_seated, is_started=is_started, seal=seal, word=word)
        return builder.done()

    async def open_table(self, ready: PreparedTable) -> TableRow:
        """Store a table, so that others can find it."""
        return await self._tables.create(ready.table, ready.steps, ready.side_effects)

    async def rematch(self, room: OpenRoom, request: Again, person: Person | None) -> int:
        """Open another table for the same people after the end; the first to ask opens it.

        Those who played alone or with bots get the cards at once. After a duel the other side is
        asked: they may sit down themselves.
        """
        if not room.model.is_over:  # as far as this process knows
            await self._committer.catch_up(room)
        if person is None or room.model.seat_of(person.id) is None:
            raise Refused(ServerCode.NOT_SEATED)
        if not room.model.is_over:
            raise Refused(ServerCode.NOT_OVER)
        attempts = 0
        while room.model.following is None:
            before = room.model  # a deletion may replace it while this waits
            settings = settings_again(before, request)
            day_code = None if settings.day is None else before.day_code
            builder = TableBuilder(person, settings, day_code, self._clock.now())
            builder.fill_again(before, request)
            ready = builder.done()
            draft = Draft((Followed(ready.table.id),))
            code = self._draw_code()
            opening = (*table_created(ready.table, ready.steps, code), *ready.side_effects)
            try:
                await self._committer.commit(room, draft, person, request.id, opening)
            except Refused as refused:  # Another table may have the code: draw another one.
                attempts += 1
                if refused.code is not ServerCode.NOT_STORED:
                    raise
                if attempts == MOST_ATTEMPTS:
                    log_refusal(before.id, refused)
                    raise
        return room.model.answered(person.id, request.id) or room.model.number

    async def _check_deal(self, settings: TableSettings) -> None:
        """Refuse the code of today's cards in any edition; only tables of the day may have them."""
        if settings.deal is None:
            return
        today = date_of(self._clock.now())
        if await self._days.are_cards_of(today, deal_of(settings).seed):
            raise Refused(ServerCode.DAY_NOT_OVER)

    async def _day_code(self, settings: TableSettings) -> str | None:
        """Return the code of a day's deal, for today or a past day."""
        if settings.day is None:
            return None
        if settings.day > date_of(self._clock.now()):
            raise Refused(ServerCode.NOT_YET, day=settings.day)
        fresh = "".join(secrets.choice(ALPHABET) for _ in range(FAIR_SEED_LENGTH))
        deal = DailyDeal(settings.day, settings.edition, settings.seats)
        return write_code(deal_from_seed(settings, await self._days.seed(deal, fresh)))


class TableBuilder(TableOpening):
    """A table in the making, with the other changes to store besides its steps."""

    def __init__(
        self,
        person: Person,
        settings: TableSettings,
        day_code: str | None,
        now: int,
        secret: str | None = None,
    ) -> None:
        self._side_effects: list[SideEffect] = []
        super().__init__(new_id(), person, settings, now, day_code=day_code, secret=secret)

    def put(self, draft: Draft) -> None:
        """Apply a draft as the next step."""
        self._side_effects += newcomers(self.room, draft, self.person.id)
        if self.room.number:
            self._side_effects += side_effects(self.room, draft, self.at)
        super().put(draft)

    def done(self) -> PreparedTable:
        """Return everything that has to be stored."""
        settings = self.room.settings
        table = NewTable(
            id=self.room.id,
            host=self.person.id,
            is_public=settings.is_public,
            edition=settings.edition,
            seats=settings.seats,
            taken=0,
            created_at=self.at,
            rules_version=RULES_VERSION,
            record_version=VERSION,
        )
        return PreparedTable(table, tuple(self.steps), tuple(self._side_effects))
