"""Hints: the move that the strongest bot would make in a player's seat."""

import asyncio
import logging

from tenback.bots import STRONGEST_BOT
from tenback.rules import Code, Move, Refused
from tenback.server.background import BackgroundTasks
from tenback.server.bot_moves import seed_for
from tenback.server.bot_pool import BotPool
from tenback.server.bot_questions import BotQuestion
from tenback.server.concurrency_limits import ConcurrencyLimit
from tenback.server.errors import ServerCode
from tenback.server.fair_queue import Requester
from tenback.server.room_registry import OpenRoom, Subscriber
from tenback.table.errors import TableCode

MOST_WAITING, MOST_OF_ADDRESS = 64, 4
"""The most hints in progress in one process: in all, and for one address."""

logger = logging.getLogger(__name__)


class Hints:
    """Gives hints: one per step of a table, and a limited number at a time."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._background = BackgroundTasks()
        self._limit = ConcurrencyLimit(MOST_WAITING, MOST_OF_ADDRESS)

    async def hint_for(self, room: OpenRoom, subscriber: Subscriber) -> Move:
        """Return the move that the strongest bot would make, given what the seat sees."""
        number, question = room.model.number, _question(room, subscriber)
        if room.hint is None or room.hint[0] != number:
            requester = room.requester_of(subscriber)
            self._limit.begin(requester.address)
            room.hint = number, self._background.start(self._ask(question, requester))
        move = await asyncio.shield(room.hint[1])
        if move is None:
            room.hint = None
            raise Refused(ServerCode.UNAVAILABLE)
        return move

    async def close(self) -> None:
        """Cancel running requests."""
        await self._background.close()

    async def _ask(self, question: BotQuestion, requester: Requester) -> Move | None:
        """Return the bot's move, or None if the bot failed."""
        try:
            return await self._bot_pool.choose(question, requester)
        except Exception:
            logger.exception("computing a hint failed at table %s", requester.table)
            return None
        finally:
            self._limit.end(requester.address)


def _question(room: OpenRoom, subscriber: Subscriber) -> BotQuestion:
    table, turn, seat = room.model.table, room.model.turn, room.seat_of(subscriber)
    if seat is None:
        raise Refused(ServerCode.NOT_SEATED)
    if not room.model.settings.has_hints:
        raise Refused(ServerCode.NO_HINTS)
    if table is None or turn is None:
        raise Refused(Code.NOT_BEGUN)
    if turn != seat:
        raise Refused(TableCode.NOT_YOUR_TURN, seat=seat, turn=turn)
    return BotQuestion(STRONGEST_BOT, seed_for(room.model), table.view(seat, is_past_shown=True))
