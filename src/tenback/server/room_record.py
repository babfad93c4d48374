"""The record of a room: the game, and the proof that its cards were fair."""

from dataclasses import replace

from tenback.notation import Record
from tenback.notation.fair_dealing import Fairness, fairness_tags
from tenback.rules import Refused
from tenback.server.clock import date_of
from tenback.server.errors import ServerCode
from tenback.server.room import Room


def record_of(room: Room) -> Record:
    """Return the record of a finished game, with the proof that its cards were fair."""
    if room.table is None or not room.is_over:
        raise Refused(ServerCode.NOT_OVER)
    record = room.table.record()
    return replace(record, tags=(("date", date_of(room.opened_at)), *_fairness(room)))


def _fairness(room: Room) -> tuple[tuple[str, str], ...]:
    is_word_gone = any(place.is_word_gone for place in room.places)
    if room.commitment is None or room.secret is None or is_word_gone:
        return ()
    words = tuple(place.word for place in room.places)
    seals = tuple(place.seal or "" for place in room.places)
    salts = tuple(place.salt or "" for place in room.places)
    return fairness_tags(Fairness(room.commitment, room.secret, words, seals, salts))
