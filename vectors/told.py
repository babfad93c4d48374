"""Writes what people at a table receive, message by message, to test how clients fold it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tenback.protocol import encode
from tenback.server.redaction import StepMessages, welcome
from tenback.server.room import Room
from tenback.server.step import Step
from vectors.stored import ANNA, BEN, Written, written

PEOPLE = {"anna": ANNA.id, "ben": BEN.id, "spectator": None}


def told_files() -> Iterator[tuple[str, str]]:
    """Yield the files of `told/`: a welcome, all messages after it, and the welcome at the end."""
    for table in written():
        for name, person in PEOPLE.items():
            yield f"told/{table.name}-{name}.jsonl", "".join(told(table, person))


def told(table: Written, person: str | None) -> Iterator[str]:
    """Yield the messages that one person receives at a table."""
    room = Room(table.name)
    for row in table.rows:
        step = msgspec.json.decode(row, type=Step)
        events = room.take(step)
        if step.number == 1:
            yield _welcome(room, person)
        else:
            messages = StepMessages(room, step, events)
            yield messages.encoded_for(room.seat_of(person)).decode() + "\n"
    yield _welcome(room, person)


def _welcome(room: Room, person: str | None) -> str:
    message: Any = welcome(room, room.seat_of(person), present=[], now=0)
    return encode(message).decode() + "\n"
