"""The other processes of the server: their news about tables, and the people connected to them."""

import asyncio
import logging
import secrets
from collections.abc import Collection
from contextlib import suppress

from tenback.protocol import Forgotten, Sat, Stood
from tenback.rules import Refused
from tenback.server.background import BackgroundTasks
from tenback.server.clock import Clock
from tenback.server.committer import StepCommitter
from tenback.server.fanout import Fanout, News
from tenback.server.live_sessions import LiveSessions
from tenback.server.room_registry import OpenRoom, RoomListener, RoomRegistry
from tenback.server.step import Step
from tenback.server.store import Log, StorageError

POLLING, POLLING_ALONE = 10.0, 0.5
"""Seconds between checks for other processes' steps, with and without news from them."""
HEARTBEAT, DEAD_AFTER = 2.0, 8.0
"""Seconds between heartbeats, and seconds of silence after which a process counts as dead."""
EVERY_TABLE = ""
"""The table name in news that concerns no single table."""

logger = logging.getLogger(__name__)


class Peers(RoomListener):
    """Exchanges news with the other processes."""

    def __init__(
        self,
        registry: RoomRegistry,
        committer: StepCommitter,
        log: Log,
        fanout: Fanout,
        live_sessions: LiveSessions,
        clock: Clock,
        *,
        is_alone: bool,
    ) -> None:
        self._registry = registry
        self._committer = committer
        self._log = log
        self._fanout = fanout
        self._live_sessions = live_sessions
        self._clock = clock
        self._is_alone = is_alone
        self._process = secrets.token_hex(8)
        self._heard_at: dict[str, float] = {}
        """When each other process was last heard from."""
        self._wanted: dict[str, int] = {}
        """The step number up to which each room is being read."""
        self._background = BackgroundTasks()

    @property
    def has_news(self) -> bool:
        """Whether this process hears of everything that the others do."""
        return self._is_alone or self._fanout.is_connected

    # ---- outgoing news ----

    def room_opened(self, room: OpenRoom) -> None:
        """Ask which processes have the room open; their news during the loading was missed."""
        self._fanout.publish(News(room.model.id, self._process, is_asking=True))
        if not self._is_alone:
            self._background.start(self._catch_up(room))

    def step_stored(self, room: OpenRoom, step: Step) -> None:
        """Report a step to the other processes, if any of them has the room open."""
        if room.people_elsewhere:
            self._fanout.publish(News(room.model.id, self._process, step.number))

    def step_taken(self, room: OpenRoom, step: Step) -> None:
        """Report who is present after a person has sat down or stood up."""
        kinds = {type(fact) for fact in step.facts}
        if not kinds.isdisjoint((Sat, Stood)):
            self.people_changed(room)
        if Forgotten in kinds:
            self._background.start(self._reload(room))

    def people_changed(self, room: OpenRoom) -> None:
        """Report who is present, to clients here and to other processes."""
        room.tell_presence()
        self._announce(room)

    def room_closed(self, room: OpenRoom) -> None:
        """Report that this process has closed the room."""
        self._fanout.publish(News(room.model.id, self._process, has_left=True))

    def sessions_ended(self, ended: Collection[str]) -> None:
        """Close the sockets of ended sessions, here and in other processes."""
        self._live_sessions.close(ended)
        if ended:
            self._fanout.publish(News(EVERY_TABLE, self._process, ended_sessions=sorted(ended)))

    async def tables_rewritten(self, tables: Collection[str]) -> None:
        """Reload tables whose steps were rewritten, here and in other processes."""
        for table in tables:
            self._fanout.publish(News(table, self._process, is_rewritten=True))
            if (room := self._registry.get(table)) is not None:
                await self._reload(room)

    def _announce(self, room: OpenRoom, *, is_asking: bool = False) -> None:
        people, number = sorted(room.people_here), room.model.number
        self._fanout.publish(
            News(room.model.id, self._process, number, people=people, is_asking=is_asking)
        )

    def _ask_who_is_where(self) -> None:
        for room in self._registry:
            self._announce(room, is_asking=True)

    # ---- incoming news ----

    async def run(self) -> None:
        """Exchange news and check for missed steps, until cancelled."""
        for work in (self._fanout.run(self), self._beat()):
            self._background.start(work)
        while True:
            await asyncio.sleep(POLLING if self.has_news else POLLING_ALONE)
            if not self._is_alone:
                await self.check_database()

    def hear(self, news: News) -> None:
        """Handle news from another process."""
        if news.process == self._process:
            return
        if news.process not in self._heard_at:  # it may have been considered dead
            self._ask_who_is_where()
        self._heard_at[news.process] = self._clock.monotonic()
        self._live_sessions.close(news.ended_sessions)
        room = self._registry.get(news.table)
        if room is None:
            return
        if news.is_asking:
            room.people_elsewhere.setdefault(news.process, frozenset())
            self._announce(room)
        if news.is_rewritten:
            self._background.start(self._reload(room))
        if news.has_left:
            room.people_elsewhere.pop(news.process, None)
        elif news.people is not None:
            room.people_elsewhere[news.process] = frozenset(news.people)
        if news.has_left or news.people is not None:
            room.tell_presence()
        if news.number is not None:
            self._follow(room, news.number)

    def _follow(self, room: OpenRoom, number: int) -> None:
        """Read a room's steps up to a number. News that arrives meanwhile causes one more read."""
        table, is_reading = room.model.id, room.model.id in self._wanted
        self._wanted[table] = max(number, self._wanted.get(table, 0))
        if not is_reading:
            self._background.start(self._read_on(room))

    async def _read_on(self, room: OpenRoom) -> None:
        table, before = room.model.id, -1
        try:
            while before < room.model.number < self._wanted[table]:
                before = room.model.number
                await self._catch_up(room)
        finally:
            del self._wanted[table]

    async def check_database(self) -> None:
        """Check the database for missed steps; it may be gone as well."""
        rooms = tuple(self._registry)
        try:
            newest = await self._log.newest([room.model.id for room in rooms])
        except StorageError:
            return
        for room in rooms:
            number = newest.get(room.model.id)
            if number is None:
                await self._reload(room)
            elif number > room.model.number:
                await self._catch_up(room)

    async def close(self) -> None:
        """Cancel background tasks."""
        await self._background.close()

    async def _catch_up(self, room: OpenRoom) -> None:
        try:
            await self._committer.catch_up(room)
        except Refused:
            pass
        except Exception:  # For example a step that a newer version has stored.
            logger.exception("table %s cannot be followed", room.model.id)

    async def _reload(self, room: OpenRoom) -> None:
        with suppress(Refused):  # The next check finds it again.
            await self._committer.reload(room)

    async def _beat(self) -> None:
        """Send heartbeats, and drop silent processes. After a break, ask who is where."""
        was_connected = self._fanout.is_connected
        while True:
            await asyncio.sleep(HEARTBEAT)
            is_connected = self._fanout.is_connected
            if is_connected and was_connected:
                self._fanout.publish(News(EVERY_TABLE, self._process))
                self._forget_dead()
            else:  # No process could be heard.
                self._heard_at = dict.fromkeys(self._heard_at, self._clock.monotonic())
            if is_connected and not was_connected:
                self._ask_who_is_where()
            was_connected = is_connected

    def _forget_dead(self) -> None:
        """Drop processes that have been silent for long, and the people connected to them."""
        oldest = self._clock.monotonic() - DEAD_AFTER
        for process in [process for process, at in self._heard_at.items() if at < oldest]:
            del self._heard_at[process]
            for room in self._registry:
                if room.people_elsewhere.pop(process, None):
                    room.tell_presence()
