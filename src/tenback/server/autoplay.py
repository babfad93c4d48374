"""Moves that need no request: those of bots, and steps when a clock runs out."""

import asyncio
import logging

from tenback.bots import SIMPLE_BOT
from tenback.rules import Name, Refused, Say
from tenback.server.background import BackgroundTasks
from tenback.server.bot_moves import BotMove, bot_moves, may_act, seed_for
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.committer import RETRY, StepCommitter
from tenback.server.errors import ServerCode
from tenback.server.fanout import Fanout
from tenback.server.metrics import Metrics
from tenback.server.room_registry import OpenRoom, RoomListener, RoomRegistry
from tenback.server.room_requests import BotMoves, TimeUp, WordsDue
from tenback.server.step import Step

TAKE_OVER = 3.0
"""Seconds before this process makes a bot's move that another process should have made."""
STALL = 30.0
"""Seconds before retrying a refused step of a bot or a clock."""
HEARING = 0.2
"""Seconds within which other processes report that they have a room open."""

logger = logging.getLogger(__name__)


class Autoplay(RoomListener):
    """Makes the moves of bots in open rooms, and replaces players whose clock has run out."""

    def __init__(
        self,
        registry: RoomRegistry,
        committer: StepCommitter,
        fanout: Fanout,
        bot_pool: BotPool,
        metrics: Metrics,
        clock: Clock,
        *,
        pace: float,
        is_alone: bool,
    ) -> None:
        self._registry = registry
        self._committer = committer
        self._fanout = fanout
        self._bot_pool = bot_pool
        self._metrics = metrics
        self._clock = clock
        self._pace = pace
        self._is_alone = is_alone
        self._background = BackgroundTasks()

    def room_opened(self, room: OpenRoom) -> None:
        """Continue where the table stopped."""
        self._go_on(room)

    def step_taken(self, room: OpenRoom, step: Step) -> None:
        """Continue after a step."""
        self._go_on(room)

    def storage_recovered(self, room: OpenRoom) -> None:
        """Continue once the database is back."""
        self._go_on(room)

    def people_changed(self, room: OpenRoom) -> None:
        """Continue when people have come, retrying refused steps."""
        if room.subscribers:
            room.stalled_at = None
            self._go_on(room)

    def room_closed(self, room: OpenRoom) -> None:
        """Stop the clock."""
        if room.turn_timer is not None:
            room.turn_timer.cancel()

    async def close(self) -> None:
        """Stop bots and clocks."""
        for room in self._registry:
            if room.turn_timer is not None:
                room.turn_timer.cancel()
        await self._background.close()

    def _go_on(self, room: OpenRoom) -> None:
        """Set the room's clock, and start its bots if they have to act."""
        if self._registry.get(room.model.id) is not room:  # The room was closed meanwhile.
            return
        self._set_timer(room)
        if has_bots_to_ask(room) and (room.bots_task is None or room.bots_task.done()):
            room.bots_task = self._background.start(self._move_bots(room))

    def _stall(self, room: OpenRoom, number: int, refused: Refused, whom: str) -> None:
        """Pause bots and clock after a refused step, unless an immediate retry may succeed."""
        if refused.code is not ServerCode.UNAVAILABLE:
            room.stalled_at = number
            if room.stall_logged_at != number:
                room.stall_logged_at = number
                reason = refused.__cause__ or refused
                logger.error("table %s continues without %s: %s", room.model.id, whom, reason)
            self._background.start(self._try_again(room, number))

    async def _try_again(self, room: OpenRoom, number: int) -> None:
        """Retry a refused step after a while: somebody may have freed disk space."""
        await asyncio.sleep(STALL)
        if room.stalled_at == number:
            room.stalled_at = None
            self._go_on(room)

    # ---- clocks ----

    def _set_timer(self, room: OpenRoom) -> None:
        if room.turn_timer is not None:
            room.turn_timer.cancel()
            room.turn_timer = None
        alarm = room.model.alarm
        if alarm is not None:
            wait = max(0.0, (alarm.at - self._clock.now()) / 1000)
            room.turn_timer = asyncio.get_running_loop().call_later(
                wait, lambda: self._background.start(self._end_time(room, alarm.request))
            )

    async def _end_time(self, room: OpenRoom, request: TimeUp | WordsDue) -> None:
        """Take the step that is due. If another step was taken, it has set its own timer."""
        alarm, number = room.model.alarm, room.model.number
        if alarm is None or alarm.request != request:
            return
        if alarm.at > self._clock.now():  # The timer fired early, or the clock was set back.
            self._set_timer(room)
            return
        try:
            await self._committer.submit_once(room, request)
        except Refused as refused:
            self._stall(room, number, refused, "the clock")

    # ---- bots ----

    async def _move_bots(self, room: OpenRoom) -> None:
        """Let the bots of a room act until people have to act or have left."""
        while has_bots_to_ask(room):
            number = room.model.number
            if number != room.last_stored_here and not self._is_alone:
                await asyncio.sleep(await self._patience(room))
                if number == room.model.number:
                    room.last_stored_here = number
                continue
            began = self._clock.monotonic()
            try:
                moves = await self._ask_bots(room)
            except Exception:
                logger.exception("no bot can move at table %s, step %s", room.model.id, number)
                await asyncio.sleep(TAKE_OVER)
                continue
            thought = self._clock.monotonic() - began
            self._metrics.thought.observe(thought)
            if any(not isinstance(move, Say | Name) for _, move in moves):
                await asyncio.sleep(self._pace - thought)
            if room.model.number != number:
                continue
            if not moves:
                return
            try:
                await self._committer.submit_once(room, BotMoves(tuple(moves)))
            except Refused as refused:
                self._stall(room, number, refused, "its bots")
                if refused.code is ServerCode.UNAVAILABLE:
                    await asyncio.sleep(RETRY)

    async def _patience(self, room: OpenRoom) -> float:
        """Return how many seconds to wait for another process that has the room open."""
        if not self._fanout.is_connected:
            return TAKE_OVER
        await asyncio.sleep(HEARING)
        return TAKE_OVER if room.people_elsewhere else 0.0

    async def _ask_bots(self, room: OpenRoom) -> list[BotMove]:
        """Return the moves of a room's bots. A simple bot replaces one that fails."""
        model = room.model
        table, bots, seed = model.table, model.bots, seed_for(model)
        assert table is not None
        players = self._bot_pool.on_behalf_of(room.requester)
        try:
            return await bot_moves(table, bots, seed, players)
        except Exception:
            logger.exception("a bot failed at table %s, step %s", model.id, model.number)
            simple = dict.fromkeys(bots, SIMPLE_BOT)
            return await bot_moves(table, simple, seed, players)


def has_bots_to_ask(room: OpenRoom) -> bool:
    """Return whether bots of a room may have something to do or to say.

    They pause while nobody is connected to this process, so abandoned tables cost nothing.
    """
    model = room.model
    return bool(room.subscribers) and room.stalled_at != model.number and may_act(model)
