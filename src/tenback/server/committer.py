"""Commits steps: decides a request, stores its step under the table's next number, applies it.

A decision rests on what this process knows, and stands if its step gets the next number in the
database. If another step was faster, the request is decided again on the newer steps. There are
no locks.
"""

import asyncio
import logging

from tenback.protocol import Forgotten
from tenback.rules import Laid, Refused
from tenback.server.background import BackgroundTasks
from tenback.server.clock import Clock
from tenback.server.decisions import decide
from tenback.server.errors import ServerCode
from tenback.server.metrics import Metrics
from tenback.server.projections import newcomers, rated_duel, side_effects
from tenback.server.room import Room
from tenback.server.room_loading import RoomLoader
from tenback.server.room_registry import OpenRoom, RoomRegistry
from tenback.server.room_requests import BotMoves, Draft, Person, RoomRequest, TimeUp, WordsDue
from tenback.server.step import Step
from tenback.server.store import Log, SideEffect, StorageError, StorageRefused, StorageUnavailable

TRIES = 50
"""How often a request is decided again because other steps were faster."""
MOST_MISSED = 200
"""The most steps sent one by one after a break. Beyond that, the full state is sent."""
RETRY = 1.0
"""Seconds between checks whether a lost database is back."""

logger = logging.getLogger(__name__)


class StepCommitter:
    """Decides requests and makes their steps durable."""

    def __init__(
        self,
        registry: RoomRegistry,
        loader: RoomLoader,
        log: Log,
        metrics: Metrics,
        clock: Clock,
        *,
        is_alone: bool,
    ) -> None:
        self._registry = registry
        self._loader = loader
        self._log = log
        self._metrics = metrics
        self._clock = clock
        self._is_alone = is_alone
        self._background = BackgroundTasks()
        self._is_storage_gone = False

    async def submit(
        self, room: OpenRoom, request: RoomRequest, by: Person | None, request_id: str | None
    ) -> int:
        """Carry out a request and return the number of its step. Raises if it is refused.

        A request that was already carried out under the same id is not repeated.
        """
        person = None if by is None else by.id
        for _ in range(TRIES):
            if request_id is not None:
                number = room.model.answered(person, request_id)
                if number is not None:
                    return number
            try:
                draft = decide(room.model, request, by, room.is_here)
            except Refused:  # Newer steps may lead to another decision.
                if self._is_up_to_date(room) or not await self.catch_up(room):
                    raise
                continue
            number = await self._commit_or_log(room, draft, by, request_id)
            if number is not None:
                return number
        raise Refused(ServerCode.UNAVAILABLE)

    async def submit_once(self, room: OpenRoom, request: BotMoves | TimeUp | WordsDue) -> None:
        """Carry out a request that is meant for the newest step only; never decide it again.

        The caller logs a refusal.
        """
        draft = decide(room.model, request, None)
        await self.commit(room, draft, None, None)

    async def commit(
        self,
        room: OpenRoom,
        draft: Draft,
        by: Person | None,
        request_id: str | None,
        more_side_effects: tuple[SideEffect, ...] = (),
    ) -> int | None:
        """Store a draft as the next step, apply it, and return its number.

        Returns None if another step took the number, and has been applied. `NOT_STORED` has the
        database's reason as its cause, for the caller to log.
        """
        table, at = room.model.id, self._clock.now()
        person = None if by is None else by.id
        step = Step(room.model.number + 1, at, person, request_id, draft.facts)
        new = newcomers(room.model, draft, person)
        effects = (*more_side_effects, *new, *side_effects(room.model, draft, at))
        duel = rated_duel(room.model, draft, at)
        try:
            is_stored = await self._log.append(table, step, effects, duel)
        except StorageUnavailable as gone:
            self._note_storage(gone)
            self._recover(room)
            raise Refused(ServerCode.UNAVAILABLE) from None
        except StorageRefused as refused:
            raise Refused(ServerCode.NOT_STORED) from refused
        self._note_storage(None)
        if not is_stored:
            if room.model.number < step.number:  # another process has stored the other step
                await self.catch_up(room)
            return None
        room.last_stored_here = step.number
        if plays := [*map(type, draft.events)].count(Laid):
            self._metrics.plays.inc(plays)
        self._registry.take(room, step, draft)
        for listener in self._registry.listeners:
            listener.step_stored(room, step)
        return step.number

    async def _commit_or_log(
        self, room: OpenRoom, draft: Draft, by: Person | None, request_id: str | None
    ) -> int | None:
        try:
            return await self.commit(room, draft, by, request_id)
        except Refused as refused:
            if refused.code is ServerCode.NOT_STORED:
                log_refusal(room.model.id, refused)
            raise

    async def catch_up(self, room: OpenRoom) -> bool:
        """Apply the steps that other processes have stored. Return whether there were any."""
        number = room.model.number
        try:
            steps = await self._log.read(room.model.id, number)
        except StorageError as fault:
            if isinstance(fault, StorageUnavailable):
                self._recover(room)
            raise refusal_to_read(fault) from None
        for step in steps:
            self._registry.take(room, step)
        return room.model.number > number

    async def current(self, table: str, address: str | None = None) -> Room:
        """Return the current state of a room for reading, open in this process or not."""
        room = self._registry.get(table)
        if room is None:
            return await self._loader.load(table, address)
        if not self._is_up_to_date(room):
            await self.catch_up(room)
        return room.model

    async def reload(self, room: OpenRoom) -> None:
        """Reload a room whose past was rewritten, and send the full state to everybody in it.

        If the table is gone, everybody has to leave.
        """
        while True:
            try:
                model = await self._loader.load(room.model.id)
            except StorageError as fault:
                raise refusal_to_read(fault) from None
            except Refused as refused:
                if refused.code is ServerCode.NO_SUCH_TABLE:
                    self._registry.drop(room)
                raise
            if model.number >= room.model.number:
                break
        room.model = model
        room.tell_everything(self._clock.now())
        for listener in self._registry.listeners:
            listener.storage_recovered(room)

    async def steps_since(self, room: OpenRoom, since: int | None) -> list[Step] | None:
        """Return the steps after a number, or None if the full state has to be sent.

        What a table hides of its past (C13) is not sent again after a break either.
        """
        if since is not None and since > room.model.number:
            await self.catch_up(room)  # another process has sent newer steps
        while True:
            number = room.model.number
            behind = -1 if since is None else number - since
            if behind == 0:
                return []
            if not (0 < behind <= MOST_MISSED and room.model.settings.is_past_shown):
                return None
            try:
                steps = await self._log.read(room.model.id, number - behind)
            except StorageError as fault:
                raise refusal_to_read(fault) from None
            for step in steps:
                self._registry.take(room, step)
            if any(isinstance(fact, Forgotten) for step in steps for fact in step.facts):
                return None
            if steps and steps[-1].number == room.model.number:
                return steps

    async def close(self) -> None:
        """Cancel background tasks."""
        await self._background.close()

    def _is_up_to_date(self, room: OpenRoom) -> bool:
        """Return whether no other process can have stored steps."""
        return self._is_alone and room.recovery_task is None

    def _note_storage(self, gone: StorageUnavailable | None) -> None:
        """Log when the database goes away and when it is back, once each."""
        if (gone is not None) != self._is_storage_gone:
            self._is_storage_gone = gone is not None
            logger.warning("the database is %s", "back" if gone is None else f"gone: {gone}")

    def _recover(self, room: OpenRoom) -> None:
        """Catch up with what was stored, once the database is back."""
        if room.recovery_task is None:
            room.recovery_task = self._background.start(self._recovered(room))

    async def _recovered(self, room: OpenRoom) -> None:
        try:
            while True:
                await asyncio.sleep(RETRY)
                try:
                    await self.catch_up(room)
                    break
                except Refused as refused:
                    if refused.code is not ServerCode.UNAVAILABLE:
                        break
        finally:
            room.recovery_task = None
        for listener in self._registry.listeners:
            listener.storage_recovered(room)


def log_refusal(table: str, refused: Refused) -> None:
    """Log why the database refused a step."""
    logger.error("the database refuses a step of table %s: %s", table, refused.__cause__)


def refusal_to_read(fault: StorageError) -> Refused:
    """Return the refusal for a failed read."""
    if isinstance(fault, StorageUnavailable):
        return Refused(ServerCode.UNAVAILABLE)
    logger.error("the database refuses to read: %s", fault)
    return Refused(ServerCode.INTERNAL)
