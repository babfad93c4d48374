"""Games that were played offline, as somebody sends them: the referee reads every record again.

What it cannot find out is whether the game was really played. Whoever hosts a game knows its cards,
so all that is claimed here is that the record is legal, over, and of one person with bots.
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
class SentSitting:
    """A game that was played offline: its result, and its record without names and remarks."""

    result: SeatResult
    record: str


def read_sitting(sent: SendSitting, person: str, now: int) -> SentSitting:
    """Return what a person has sent, if it can be a game that they played offline."""
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
    return SentSitting(result, text)


def record_with_name(stored: OfflineRecord, name: str) -> Record:
    """Return a record that is kept, with its owner's name on their seat."""
    record = read_record(stored.text)
    players = list(record.players)
    players[stored.seat] = name
    return replace(record, players=tuple(players))


def _check_players(record: Record, seat: int) -> None:
    """Refuse a record unless a person sat on the seat, and bots on all others."""
    if seat >= len(record.players):
        raise BadInput(Code.NO_SUCH_SEAT, seat=seat, last=len(record.players) - 1)
    if record.players[seat] in BOTS:
        raise _not_offline(Reason("a bot played seat {seat}", seat=seat))
    for at, name in enumerate(record.players):
        if at != seat and name not in BOTS:
            raise _not_offline(Reason("seat {seat} was not played by one of our bots", seat=at))


def _not_offline(reason: Reason) -> BadInput:
    return BadInput(ServerCode.NOT_OFFLINE, reason=reason)
