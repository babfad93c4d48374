"""The export of a table for a person who was there."""

import asyncio

from tenback.notation import write_record
from tenback.protocol import Chatted, Sat
from tenback.protocol.rest import ExportedChat, ExportedTable
from tenback.server.room import Room
from tenback.server.room_loading import folded, is_current
from tenback.server.room_record import record_of
from tenback.server.store import StoredTable, TableRow


async def exported_table(
    row: TableRow, stored: StoredTable, person: str, today: str
) -> ExportedTable:
    """Return a table as a person may see it, with what they wrote there."""
    room = await folded(row.id, stored.steps if is_current(stored) else ())
    seat = room.seat_of(person)
    names = (
        fact.name
        for step in stored.steps
        for fact in step.facts
        if isinstance(fact, Sat) and fact.person == person
    )
    return ExportedTable(
        id=row.id,
        phase=row.phase.value,
        created_at=row.created_at,
        settings=room.settings,
        seat=seat,
        names=list(dict.fromkeys(names)),
        word="" if seat is None else room.places[seat].word,
        chat=[
            ExportedChat(step.at, fact.text)
            for step in stored.steps
            for fact in step.facts
            if isinstance(fact, Chatted) and step.by == person
        ],
        events=_events(room, seat),
        record=await asyncio.to_thread(_record, room, seat, today),
    )


def _events(room: Room, seat: int | None) -> list[str]:
    if room.table is None or room.is_over or seat is None or not room.settings.is_past_shown:
        return []
    return [str(event) for event in room.table.stream(seat)]


def _record(room: Room, seat: int | None, today: str) -> str | None:
    """Return the record of a game. Today's cards are only for those who have played them."""
    if not room.is_over or (seat is None and room.are_cards_secret(today)):
        return None
    return write_record(record_of(room))
