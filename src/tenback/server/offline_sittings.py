"""Checks of games that people played offline and send in. The referee replays every record.

Whether the game was really played remains unknown: whoever hosts a game knows its cards. The checks
only ensure that the record is legal, finished, and of one person with bots.
"""

from dataclasses import dataclass, replace

from tenback.bots import BOTS
from tenback.notation import Record, read_any_record, read_record, write_code, write_record
from tenback.notation.records import NOBODY
from tenback.protocol.rest import SendSitting
from tenback.rules import BadInput, Code, Reason, Refused
from tenback.server.deals import plain_edition
from tenback.server.errors import ServerCode
from tenback.server.store import OfflineRecord, SeatResult
from tenback.server.store.ids import id_of_record


@dataclass(frozen=True, slots=True)
class OfflineSitting:
    """A checked offline game: its result, and its record without names and remarks."""

    result: SeatResult
    record: str


def read_offline_sitting(sent: SendSitting, person: str, now: int) -> OfflineSitting:
    """Return the checked game, or refuse what cannot be a game played offline."""
    record, seat = read_any_record(sent.record), sent.seat
    _check_players(record, seat)
    if record.deal is None:
        raise _not_offline(Reason("the record has no deal code"))
    if record.outcome is None:
        raise Refused(ServerCode.NOT_OVER)
    players = tuple(NOBODY if at == seat else bot for at, bot in enumerate(record.players))
    text = write_record(Record(record.start, record.events, players, record.deal))
    result = SeatResult(
        table=id_of_record(text),
        seat=seat,
        person=person,
        bot=None,
        edition=plain_edition(record.deal),
        seats=len(players),
        code=write_code(record.deal),
        day=None,
        outcome=record.outcome,
        at=min(sent.at, now),
        is_offline=True,
    )
    return OfflineSitting(result, text)


def record_with_name(stored: OfflineRecord, name: str) -> Record:
    """Return a stored record with its owner's name on their seat."""
    record = read_record(stored.text)
    players = list(record.players)
    players[stored.seat] = name
    return replace(record, players=tuple(players))


def _check_players(record: Record, seat: int) -> None:
    """Refuse a record unless a person sat on this seat and our bots on all others."""
    if seat >= len(record.players):
        raise BadInput(Code.NO_SUCH_SEAT, seat=seat, last=len(record.players) - 1)
    if record.players[seat] in BOTS:
        raise _not_offline(Reason("a bot played seat {seat}", seat=seat))
    for at, name in enumerate(record.players):
        if at != seat and name not in BOTS:
            raise _not_offline(Reason("seat {seat} was not played by one of our bots", seat=at))


def _not_offline(reason: Reason) -> BadInput:
    return BadInput(ServerCode.NOT_OFFLINE, reason=reason)
