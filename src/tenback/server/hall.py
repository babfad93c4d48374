"""The hall: the rooms that this process has open, and everybody who is in them.

A request is decided on what is known here, and holds if its step gets the next number in the
database. Who comes too late looks at what has happened, and decides again. There are no locks.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from tenback.protocol import Dealt, Presence, Sat, Stood, encode
from tenback.rules import Code, Laid, Move, Name, Refused, Say
from tenback.server.bot_pool import BotMove, BotPool, talks
from tenback.server.errors import ServerCode
from tenback.server.fanout import Fanout, News
from tenback.server.metrics import Metrics
from tenback.server.projections import changes, duel_of, row_of, step_of
from tenback.server.redaction import StepMessages
from tenback.server.room import BotMoves, Draft, Person, Request, Room, Step, TimeUp
from tenback.server.store import Log, SideEffect, StorageError, StorageRefused, StorageUnavailable
from tenback.table.errors import TableCode

NOT_WELCOME = 1008
"""Why a connection is closed of somebody who may not be there (any more)."""
MOST_STEPS = 10_000
"""Steps of a table: a sitting has some hundreds, and every process that opens it reads them all."""
TRIES = 50
"""So often a request is decided again because somebody else was faster."""
TAKE_OVER = 3.0
"""Seconds after which a bot is taken up that another process should have moved."""
HEARING = 0.2
"""Seconds until others will have said that they have a room open too."""
SIMPLE_BOT, STRONGEST_BOT = "greedy", "master"
MOST_MISSED = 200
"""Steps that are told one by one after a break; after more, everything is told anew."""
LINGER = 60.0
"""Seconds for which an empty room is kept."""
RETRY = 1.0
"""Seconds until the database is asked again that was gone."""
LOOKING, LOOKING_ALONE = 10.0, 0.5
"""Seconds between looks for steps of other processes, with news from them and without."""
BEATING, FORGOTTEN = 2.0, 8.0
"""Seconds between signs of life to other processes, and without one after which they are dead."""
EVERY_TABLE = ""
"""What news are about that are about no table."""

logger = logging.getLogger(__name__)


class Ear(Protocol):
    """Somebody at a table: a connection."""

    person: Person | None

    def push(self, text: str) -> None:
        """Send a text, as soon as can be; nobody waits for it."""

    def close(self, code: int) -> None:
        """End the connection."""


@dataclass(eq=False, slots=True)
class LiveRoom:
    """A room, and who is in it."""

    room: Room
    ears: set[Ear] = field(default_factory=set)
    elsewhere: dict[str, frozenset[str]] = field(default_factory=dict)
    """The other processes that have the room open, and the people who are with them."""
    last_by_us: int = 0
    """The number of the last step that this process has stored: whose bots it moves."""
    stalled_at: int | None = None
    """The number behind which a step of bots or of the clock was refused: they wait for a next."""
    thinking: asyncio.Task[None] | None = None
    recovering: asyncio.Task[None] | None = None
    clock: asyncio.TimerHandle | None = None
    leaving: asyncio.TimerHandle | None = None

    @property
    def people_here(self) -> set[str]:
        """The people who are with this process."""
        return {ear.person.id for ear in self.ears if ear.person is not None}

    def is_here(self, person: str) -> bool:
        """Return whether a person is connected, with any process."""
        return person in self.people_here or any(person in p for p in self.elsewhere.values())

    @property
    def present(self) -> list[int]:
        """The seats whose people are connected."""
        return [
            seat
            for seat, place in enumerate(self.room.places)
            if place.person is not None and self.is_here(place.person)
        ]

    @property
    def bots(self) -> dict[int, str]:
        """The bots that play now, by seat."""
        return {s: place.bot for s, place in enumerate(self.room.places) if place.bot is not None}


class Hall:
    """All rooms that are open in this process."""

    def __init__(
        self,
        log: Log,
        fanout: Fanout,
        bot_pool: BotPool,
        metrics: Metrics,
        *,
        pace: float,
        is_alone: bool,
    ) -> None:
        self._log = log
        self._fanout = fanout
        self._bot_pool = bot_pool
        self._metrics = metrics
        self._pace = pace
        self._is_alone = is_alone
        self._process = secrets.token_hex(8)
        self._heard_at: dict[str, float] = {}
        """When other processes were heard of last."""
        self._rooms: dict[str, LiveRoom] = {}
        self._opening: dict[str, asyncio.Task[LiveRoom]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_storage_gone = False

    def __iter__(self) -> Iterator[LiveRoom]:
        return iter(tuple(self._rooms.values()))

    # ---- coming and going ----

    async def open(self, table: str) -> LiveRoom:
        """Return a room, read from the log if it is not open yet."""
        live = self._rooms.get(table)
        if live is not None:
            self._stay_open(live)  # else it might be closed before whoever asks has come in
            self._watch_emptiness(live)
            return live
        if table not in self._opening:
            task = self._opening[table] = asyncio.create_task(self._read(table))
            task.add_done_callback(_look_at_failure)
        return await asyncio.shield(self._opening[table])

    async def _read(self, table: str) -> LiveRoom:
        try:
            await self._fanout.follow(table)
            live = LiveRoom(Room(table))
            try:
                rows = await self._log.read(table)
                if not rows:
                    raise Refused(ServerCode.NO_SUCH_TABLE, text=table)
                for row in rows:
                    live.room.take(step_of(row))
            except BaseException:
                await self._fanout.unfollow(table)
                raise
            self._rooms[table] = live
            self._metrics.rooms.inc()
            self._fanout.publish(News(table, self._process, is_asking=True))
            self._go_on(live)
            self._watch_emptiness(live)
            if not self._is_alone:  # news that came while it was read went past
                self._start(self._catch_up_quietly(live))
            return live
        finally:
            del self._opening[table]

    def enter(self, live: LiveRoom, ear: Ear) -> None:
        """Let somebody into a room."""
        self._stay_open(live)
        live.ears.add(ear)
        self._tell_presence(live)
        if live.stalled_at is not None:  # it may be otherwise by now
            live.stalled_at = None
            self._go_on(live)

    def leave(self, live: LiveRoom, ear: Ear) -> None:
        """Let somebody go."""
        live.ears.discard(ear)
        self._tell_presence(live)
        self._watch_emptiness(live)

    def _stay_open(self, live: LiveRoom) -> None:
        if live.leaving is not None:
            live.leaving.cancel()
            live.leaving = None

    def _watch_emptiness(self, live: LiveRoom) -> None:
        if not live.ears and live.leaving is None:
            live.leaving = asyncio.get_running_loop().call_later(LINGER, self._close, live)

    def _close(self, live: LiveRoom) -> None:
        """Forget a room that nobody is in; while bots play, it waits."""
        live.leaving = None
        if live.ears:
            return
        if live.thinking is not None and not live.thinking.done():
            self._watch_emptiness(live)
            return
        if live.clock is not None:
            live.clock.cancel()
        self._rooms.pop(live.room.id, None)
        self._metrics.rooms.dec()
        self._fanout.publish(News(live.room.id, self._process, has_left=True))
        self._start(self._fanout.unfollow(live.room.id))

    # ---- requests and steps ----

    async def ask(
        self, live: LiveRoom, request: Request, by: Person | None, request_id: str | None = None
    ) -> int:
        """Do what is asked; return the number of its step, or raise why it is refused.

        What was done before under the same id is not done again.
        """
        room, person = live.room, None if by is None else by.id
        if by is not None and room.number >= MOST_STEPS:
            raise Refused(ServerCode.WORN_OUT)
        for _ in range(TRIES):
            if request_id is not None:
                number = room.answered(person, request_id)
                if number is not None:
                    return number
            try:
                draft = room.decide(request, by, live.is_here)
            except Refused:  # unless there is news that would have decided otherwise
                if self._is_up_to_date(live) or not await self.catch_up(live):
                    raise
                continue
            number = await self.store(live, draft, by, request_id)
            if number is not None:
                return number
            await self.catch_up(live)
        raise Refused(ServerCode.UNAVAILABLE)

    def _is_up_to_date(self, live: LiveRoom) -> bool:
        """Return whether nothing can have happened that this process does not know."""
        return self._is_alone and live.recovering is None

    async def store(
        self,
        live: LiveRoom,
        draft: Draft,
        by: Person | None,
        request_id: str | None,
        also: tuple[SideEffect, ...] = (),
    ) -> int | None:
        """Store what was decided as the next step, and tell everybody; return its number.

        None means that another step has got the number.
        """
        room = live.room
        step = Step(room.number + 1, now(), None if by is None else by.id, request_id, draft.facts)
        try:
            row, changed = row_of(room.id, step), changes(room, draft, step.at)
            duel = duel_of(room, draft, step.at)
            with self._metrics.stored.time():
                is_stored = await self._log.append(row, (*also, *changed), duel)
        except StorageUnavailable as gone:
            self._note_storage(gone)
            self._recover(live)
            raise Refused(ServerCode.UNAVAILABLE) from None
        except StorageRefused as refused:
            logger.error("the database refuses a step: %s", refused)
            raise Refused(ServerCode.NOT_STORED) from None
        self._note_storage(None)
        if not is_stored:
            return None
        live.last_by_us = step.number
        self._metrics.steps.inc()
        self._metrics.plays.inc(sum(isinstance(event, Laid) for event in draft.events))
        self._take(live, step, draft)
        self._fanout.publish(News(room.id, self._process, step))
        return step.number

    def _note_storage(self, gone: StorageUnavailable | None) -> None:
        """Write down once that the database is gone, and that it is back."""
        if (gone is not None) != self._is_storage_gone:
            self._is_storage_gone = gone is not None
            logger.warning("the database is %s", "back" if gone is None else f"gone: {gone}")

    async def catch_up(self, live: LiveRoom) -> bool:
        """Take the steps that others have stored; return whether there were any."""
        number = live.room.number
        try:
            rows = await self._log.read(live.room.id, number)
        except StorageError as fault:
            if isinstance(fault, StorageUnavailable):
                self._recover(live)
            raise refusal_to_read(fault) from None
        for row in rows:
            self._take(live, step_of(row))
        return live.room.number > number

    async def missed(self, live: LiveRoom, since: int | None) -> list[Step] | None:
        """Return the steps after a number; None where everything has to be told anew.

        What a table does not show of its past (C13) is not told again after a break either.
        """
        if since is not None and since > live.room.number:
            await self.catch_up(live)  # another process has told more than is known here
        while True:
            number = live.room.number
            behind = -1 if since is None else number - since
            if behind == 0:
                return []
            if not (0 < behind <= MOST_MISSED and live.room.settings.is_past_shown):
                return None
            try:
                rows = await self._log.read(live.room.id, number - behind)
            except StorageError as fault:
                raise refusal_to_read(fault) from None
            steps = [step_of(row) for row in rows]
            for step in steps:
                self._take(live, step)
            if steps and steps[-1].number == live.room.number:
                return steps

    def _take(self, live: LiveRoom, step: Step, draft: Draft | None = None) -> None:
        """Fold a step and tell everybody in the room, unless it is known already."""
        if step.number != live.room.number + 1:
            return
        live.room.take(step, draft)
        telling = StepMessages(live.room, step)
        for ear in live.ears:
            person = ear.person
            ear.push(telling.text(None if person is None else live.room.seat_of(person.id)))
        if moves_people(step):
            self._tell_presence(live)
        if not live.room.settings.can_watch and any(isinstance(f, Dealt) for f in step.facts):
            for ear in tuple(live.ears):
                if ear.person is None or live.room.seat_of(ear.person.id) is None:
                    ear.close(NOT_WELCOME)
        self._go_on(live)

    def _recover(self, live: LiveRoom) -> None:
        """Find out what is stored, once the database is back; then bots and clocks go on."""
        if live.recovering is None:
            live.recovering = self._start(self._recovered(live))

    async def _recovered(self, live: LiveRoom) -> None:
        while True:
            await asyncio.sleep(RETRY)
            try:
                await self.catch_up(live)
                break
            except Refused as refused:
                if refused.code is not ServerCode.UNAVAILABLE:
                    break
        live.recovering = None
        self._go_on(live)

    # ---- other processes ----

    async def run(self) -> None:
        """Hear from other processes, and look for what was missed, until cancelled."""
        works = (self._fanout.run(self), self._beat(), self._bot_pool.warm_up())
        beside = [asyncio.create_task(work) for work in works]
        try:
            while True:
                has_news = self._is_alone or self._fanout.is_connected
                await asyncio.sleep(LOOKING if has_news else LOOKING_ALONE)
                if not self._is_alone:
                    await self.look_again()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    def hear(self, news: News) -> None:
        """Take what another process tells of a table, or that it is there at all."""
        if news.process == self._process:
            return
        self._heard_at[news.process] = time.monotonic()
        live = self._rooms.get(news.table)
        if live is None:
            return
        if news.is_asking:
            self._announce(live)
        if news.has_left:
            live.elsewhere.pop(news.process, None)
        elif news.people is not None:
            live.elsewhere[news.process] = frozenset(news.people)
        if news.has_left or news.people is not None:
            self._tell_here(live)
        if news.step is not None:
            if news.step.number <= live.room.number + 1:
                self._take(live, news.step)
            else:
                self._start(self._catch_up_quietly(live))

    async def look_again(self) -> None:
        """Look for steps that were missed; the database may be gone as well."""
        try:
            newest = await self._log.newest(tuple(self._rooms))
        except StorageError:
            return
        for table, number in newest.items():
            live = self._rooms.get(table)
            if live is not None and number > live.room.number:
                await self._catch_up_quietly(live)

    async def _beat(self) -> None:
        """Give signs of life, and forget who gives none; after a break, ask who is where."""
        was_connected = self._fanout.is_connected
        while True:
            await asyncio.sleep(BEATING)
            is_connected = self._fanout.is_connected
            if is_connected and was_connected:
                self._fanout.publish(News(EVERY_TABLE, self._process))
                self._forget_silent()
            else:  # nobody could be heard
                self._heard_at = dict.fromkeys(self._heard_at, time.monotonic())
            if is_connected and not was_connected:
                for live in self:
                    self._announce(live, is_asking=True)
            was_connected = is_connected

    def _forget_silent(self) -> None:
        """Believe no more in processes that have long said nothing, nor in who was with them."""
        oldest = time.monotonic() - FORGOTTEN
        gone = [process for process, at in self._heard_at.items() if at < oldest]
        for process in gone:
            del self._heard_at[process]
            for live in self:
                if live.elsewhere.pop(process, None):
                    self._tell_here(live)

    async def _catch_up_quietly(self, live: LiveRoom) -> None:
        try:
            await self.catch_up(live)
        except Refused:
            pass
        except Exception:  # what a newer version has stored, say
            logger.exception("table %s cannot be followed", live.room.id)

    # ---- presence ----

    def _tell_presence(self, live: LiveRoom) -> None:
        self._tell_here(live)
        self._announce(live)

    def _tell_here(self, live: LiveRoom) -> None:
        watching = sum(
            ear.person is None or live.room.seat_of(ear.person.id) is None for ear in live.ears
        )
        text = encode(Presence(live.present, watching)).decode()
        for ear in live.ears:
            ear.push(text)

    def _announce(self, live: LiveRoom, *, is_asking: bool = False) -> None:
        people = sorted(live.people_here)
        self._fanout.publish(News(live.room.id, self._process, people=people, is_asking=is_asking))

    # ---- bots and clocks ----

    def _go_on(self, live: LiveRoom) -> None:
        """See to it that somebody moves: a bot, or the clock."""
        if self._rooms.get(live.room.id) is not live:  # it was closed meanwhile
            return
        self._set_clock(live)
        if wants_bots(live) and (live.thinking is None or live.thinking.done()):
            live.thinking = self._start(self._move_bots(live))

    def _set_clock(self, live: LiveRoom) -> None:
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None
        deadline, seat = live.room.deadline, live.room.turn
        if deadline is not None and seat is not None:
            wait = max(0.0, (deadline - now()) / 1000)
            live.clock = asyncio.get_running_loop().call_later(
                wait, lambda: self._start(self._time_up(live, seat))
            )

    async def _do_at_once(self, live: LiveRoom, request: BotMoves | TimeUp) -> None:
        """Do what was made up for the newest step: behind another it would be something else."""
        if await self.store(live, live.room.decide(request, None), None, None) is None:
            await self.catch_up(live)

    async def _time_up(self, live: LiveRoom, seat: int) -> None:
        """Let a bot step in for a seat; if something else has happened, the clock is set anew."""
        deadline = live.room.deadline
        if deadline is None or live.room.turn != seat:
            return
        if deadline > now():  # the timer was early, or the time was put back
            self._set_clock(live)
            return
        try:
            await self._do_at_once(live, TimeUp(seat))
        except Refused as refused:
            self._note_refusal(live, refused, "the clock")

    async def _move_bots(self, live: LiveRoom) -> None:
        """Let the bots of a room act until people have to."""
        room = live.room
        while wants_bots(live):
            number = room.number
            if number != live.last_by_us and not self._is_alone:
                await asyncio.sleep(await self._patience(live))
                if number == room.number:
                    live.last_by_us = number
                continue
            began = time.monotonic()
            try:
                moves = await self._thought(live)
            except Exception:
                logger.exception("no bot can think at table %s, step %s", room.id, number)
                await asyncio.sleep(TAKE_OVER)
                continue
            self._metrics.thought.observe(time.monotonic() - began)
            if any(not isinstance(move, Say | Name) for _, move in moves):
                await asyncio.sleep(self._pace - (time.monotonic() - began))
            if room.number != number:
                continue
            if not moves:
                return
            try:
                await self._do_at_once(live, BotMoves(tuple(moves)))
            except Refused as refused:
                self._note_refusal(live, refused, "its bots")
                if refused.code is ServerCode.UNAVAILABLE:
                    await asyncio.sleep(RETRY)

    def _note_refusal(self, live: LiveRoom, refused: Refused, whom: str) -> None:
        """Stop bots and clock until there is another step, unless it may be done a moment later."""
        if refused.code is not ServerCode.UNAVAILABLE:
            live.stalled_at = live.room.number
            logger.error("table %s goes on without %s: %s", live.room.id, whom, refused)

    async def _patience(self, live: LiveRoom) -> float:
        """Return how long to wait for another process that has the room open, if there is one."""
        if not self._fanout.is_connected:
            return TAKE_OVER
        await asyncio.sleep(HEARING)
        return TAKE_OVER if live.elsewhere else 0.0

    async def _thought(self, live: LiveRoom) -> list[BotMove]:
        """Return what the bots of a room do; for one that fails, a simple one steps in."""
        room = live.room
        assert room.table is not None
        record, about = room.table.record(), f"{room.id}:{room.number}"
        try:
            return await self._bot_pool.moves_of(record, live.bots, about)
        except Exception:
            logger.exception("a bot failed at table %s, step %s", room.id, room.number)
            simple = dict.fromkeys(live.bots, SIMPLE_BOT)
            return await self._bot_pool.moves_of(record, simple, about)

    async def hint(self, live: LiveRoom, person: Person | None) -> Move:
        """Return what the strongest bot would do in somebody's seat, from what is seen there."""
        room = live.room
        seat = room.seat_of(None if person is None else person.id)
        if seat is None:
            raise Refused(ServerCode.NOT_SEATED)
        if not room.settings.has_hints:
            raise Refused(ServerCode.NO_HINTS)
        if room.table is None or room.turn is None:
            raise Refused(Code.NOT_BEGUN)
        if room.turn != seat:
            raise Refused(TableCode.NOT_YOUR_TURN, seat=seat, turn=room.turn)
        record, about = room.table.record(), f"{room.id}:{room.number}"
        try:
            moves = await self._bot_pool.moves_of(record, {seat: STRONGEST_BOT}, about)
        except Exception:
            logger.exception("no hint at table %s, step %s", room.id, room.number)
            raise Refused(ServerCode.UNAVAILABLE) from None
        return moves[-1][1]

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop everything that is under way in rooms."""
        for live in self:
            for handle in (live.clock, live.leaving):
                if handle is not None:
                    handle.cancel()
        tasks = (*self._tasks, *self._opening.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._bot_pool.close()


def _look_at_failure(task: asyncio.Task[LiveRoom]) -> None:
    """Take notice of why a room is not open: everybody who waited for it may have gone."""
    if not task.cancelled():
        task.exception()


def wants_bots(live: LiveRoom) -> bool:
    """Return whether bots of a room may have something to do or to say."""
    room, bots = live.room, live.bots
    if room.phase != "playing" or not bots or live.stalled_at == room.number:
        return False
    return room.turn is None or room.turn in bots or any(map(talks, bots.values()))


def refusal_to_read(fault: StorageError) -> Refused:
    """Return what is answered when steps cannot be read."""
    if isinstance(fault, StorageUnavailable):
        return Refused(ServerCode.UNAVAILABLE)
    logger.error("the database refuses to read: %s", fault)
    return Refused(ServerCode.INTERNAL)


def moves_people(step: Step) -> bool:
    """Return whether somebody has come to the table or gone."""
    return any(isinstance(fact, Sat | Stood) for fact in step.facts)


def now() -> int:
    """Return the time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
