"""Hints: what the strongest bot would do in somebody's seat."""

import logging

from tenback.bots import STRONGEST_BOT
from tenback.rules import Code, Move, Refused
from tenback.server.autoplay import seed_for
from tenback.server.bot_pool import BotPool, BotQuestion
from tenback.server.errors import ServerCode
from tenback.server.room import Person
from tenback.server.room_registry import OpenRoom
from tenback.table.errors import TableCode

logger = logging.getLogger(__name__)


async def hint_for(room: OpenRoom, person: Person | None, bot_pool: BotPool) -> Move:
    """Return what the strongest bot would do in somebody's seat, from what is seen there."""
    table, turn = room.model.table, room.model.turn
    seat = room.model.seat_of(None if person is None else person.id)
    if seat is None:
        raise Refused(ServerCode.NOT_SEATED)
    if not room.model.settings.has_hints:
        raise Refused(ServerCode.NO_HINTS)
    if table is None or turn is None:
        raise Refused(Code.NOT_BEGUN)
    if turn != seat:
        raise Refused(TableCode.NOT_YOUR_TURN, seat=seat, turn=turn)
    view = table.view(seat, is_past_shown=True)
    try:
        return await bot_pool.choose(BotQuestion(STRONGEST_BOT, seed_for(room), view))
    except Exception:
        logger.exception("no hint at table %s, step %s", room.model.id, room.model.number)
        raise Refused(ServerCode.UNAVAILABLE) from None
