"""JSON for programs: outcomes, errors, answers, and whole records."""

import json
from dataclasses import asdict
from typing import Any, TypeVar

from tenback.notation.codes import write_code
from tenback.notation.errors import NotationCode
from tenback.notation.layouts import Layouts, built_in
from tenback.notation.moves import read_event
from tenback.notation.positions import read_position, write_position
from tenback.notation.record_text import read_record
from tenback.notation.records import VERSION, BadRecord, Comment, Complaint, Record, checked_deal
from tenback.notation.replay import Replay
from tenback.rules.commands import Layout
from tenback.rules.errors import BadInput, Reason, TenbackError, quote
from tenback.rules.outcome import Outcome
from tenback.rules.referee import legal_moves, losing_plays
from tenback.rules.state import State

Json = dict[str, Any]
T = TypeVar("T")

KINDS: dict[type, str] = {str: "a string", int: "a number", list: "a list", dict: "an object"}


def outcome_as_json(outcome: Outcome | None) -> Json | None:
    """Return an outcome as JSON, or None if the game is not over."""
    if outcome is None:
        return None
    return {
        "ending": outcome.ending.value,
        "won": outcome.won,
        "winner": outcome.winner,
        "left": outcome.left,
    }


def error_as_json(error: TenbackError) -> Json:
    """Return an error as JSON: its code, its message, and all complaints about a record."""
    found: Json = {"code": error.code.value, "message": str(error)}
    if isinstance(error, BadRecord):
        found["complaints"] = [
            {
                "event" if c.is_event else "line": c.place,
                "code": c.error.code.value,
                "message": str(c.error),
            }
            for c in error.complaints
        ]
    return {"error": found}


def answer_as_json(state: State) -> Json:
    """Return an answer of the line protocol: position, legal moves, losing plays, outcome."""
    return {
        "position": write_position(state),
        "legal": [str(move) for move in legal_moves(state)],
        "losing": [str(play) for play in losing_plays(state)],
        "outcome": outcome_as_json(state.outcome),
    }


def record_as_json(record: Record) -> Json:
    """Return a record as JSON, with the same content and names as its text."""
    layout = record.own_layout
    return {
        "tenback": VERSION,
        "deal": None if record.deal is None else write_code(record.deal),
        "layout": None if layout is None else layout.as_dict(),
        "start": write_position(record.start),
        "players": list(record.players),
        "tags": dict(record.tags),
        "events": [str(event) for event in record.events],
        "comments": [asdict(comment) for comment in record.comments],
        "outcome": outcome_as_json(record.outcome),
    }


def record_from_json(text: str, layouts: Layouts = built_in) -> Record:
    """Return the record in a JSON text, checked by the referee like any other record."""
    found = read_json(text)
    if found.get("tenback") != VERSION:
        raise _bad("'tenback' must be {VERSION}", VERSION=VERSION)
    numbers = field(found, "layout", dict, default={})

    def find_layout(name: str) -> Layout:
        return Layout.make(name, numbers) if numbers else layouts(name)

    start = read_position(field(found, "start", str), find_layout)
    code = field(found, "deal", str, default="")
    deal = checked_deal(code, start) if code else None
    players = text_fields(found, "players")
    tags = field(found, "tags", dict, default={})
    if not all(isinstance(value, str) for value in tags.values()):
        raise _bad("'tags' must be strings")
    comments = []
    for comment in field(found, "comments", list, default=[]):
        if not isinstance(comment, dict):
            raise _bad("'comments' must be objects")
        comments.append(Comment(field(comment, "after", int), field(comment, "text", str)))
    replay = Replay(start)
    for number, event in enumerate(text_fields(found, "events"), 1):
        try:
            replay.tell(read_event(event))
        except TenbackError as error:
            raise BadRecord([Complaint(number, error, is_event=True)]) from None
    record = Record(
        start, tuple(replay.events), players, deal, tuple(tags.items()), tuple(comments)
    )
    if "outcome" in found and found["outcome"] != outcome_as_json(record.outcome):
        truth = Reason("no outcome") if record.outcome is None else record.outcome
        raise BadInput(NotationCode.RECORD_DIFFERS, text=json.dumps(found["outcome"]), truth=truth)
    return record


def read_any_record(text: str, layouts: Layouts = built_in) -> Record:
    """Return the record in a text, in either form: plain or JSON."""
    read = record_from_json if text.lstrip().startswith("{") else read_record
    return read(text, layouts)


def read_json(text: str) -> Json:
    """Return the single JSON object in a text."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise _bad("{error}", error=error) from None
    except (ValueError, RecursionError):
        raise _bad("it is too large") from None
    if not isinstance(found, dict):
        raise _bad("it is not an object")
    return found


def text_fields(found: Json, key: str, default: list[str] | None = None) -> tuple[str, ...]:
    """Return the list of strings under a key."""
    values = field(found, key, list, default)
    if not all(isinstance(value, str) for value in values):
        raise _bad("{key} must be a list of strings", key=quote(key))
    return tuple(values)


def field(found: Json, key: str, kind: type[T], default: T | None = None) -> T:
    """Return the value under a key if it has the right type; null counts as missing."""
    value = found.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _bad("{key} must be {kind}", key=quote(key), kind=Reason(KINDS[kind]))
    return value


def _bad(template: str, **details: object) -> BadInput:
    return BadInput(NotationCode.BAD_JSON, reason=Reason(template, **details))
