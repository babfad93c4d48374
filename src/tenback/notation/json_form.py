"""The same as JSON, for programs: outcomes, errors, views, and whole records."""

import json
from dataclasses import asdict
from typing import Any, TypeVar

from tenback.notation.codes import write_code
from tenback.notation.layouts import Layouts, built_in
from tenback.notation.moves import read_event
from tenback.notation.positions import read_position, write_position
from tenback.notation.records import VERSION, BadRecord, Comment, Complaint, Record, deal_of
from tenback.notation.replay import Replay
from tenback.rules.cards import cards_in
from tenback.rules.commands import Layout
from tenback.rules.errors import BadInput, Code, Reason, TenbackError, quote
from tenback.rules.outcome import Outcome
from tenback.rules.referee import legal_moves, losing_plays
from tenback.rules.state import State
from tenback.rules.view import View

Json = dict[str, Any]
T = TypeVar("T")

KINDS: dict[type, str] = {str: "a text", int: "a number", list: "a list", dict: "an object"}


def outcome_as_json(outcome: Outcome | None) -> Json | None:
    """Return an outcome as the design gives it, or None while nothing is decided."""
    if outcome is None:
        return None
    return {
        "ending": outcome.ending.value,
        "won": outcome.won,
        "winner": outcome.winner,
        "left": outcome.left,
    }


def error_as_json(error: TenbackError) -> Json:
    """Return an error with its code and its sentence."""
    found: Json = {"code": error.code.value, "message": str(error)}
    if isinstance(error, BadRecord):
        found["complaints"] = [
            {"line": c.line, "code": c.error.code.value, "message": str(c.error)}
            for c in error.complaints
        ]
    return {"error": found}


def answer_as_json(state: State) -> Json:
    """Return the answer of the line protocol: position, legal moves, losing plays, outcome."""
    return {
        "position": write_position(state),
        "legal": [str(move) for move in legal_moves(state)],
        "losing": [str(play) for play in losing_plays(state)],
        "outcome": outcome_as_json(state.outcome),
    }


def view_as_json(view: View) -> Json:
    """Return what a seat may know, moves and events as their texts."""
    return {
        "edition": str(view.edition),
        "seat": view.seat,
        "tops": list(view.tops),
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "draw_sizes": list(view.draw_sizes),
        "laid": None if view.laid is None else [list(cards_in(cards)) for cards in view.laid],
        "turn": None
        if view.turn is None
        else {"seat": view.turn.seat, "plays": [str(play) for play in view.turn.plays]},
        "minimum": view.minimum,
        "named": list(view.named),
        "moves": [str(move) for move in view.moves],
        "losing": [str(play) for play in view.losing],
        "signals": [[str(signal) for signal in said] for said in view.signals],
        "outcome": outcome_as_json(view.outcome),
        "history": [str(event) for event in view.history],
    }


def record_as_json(record: Record) -> Json:
    """Return a record: the same things as in its text, under the same names."""
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
    """Return the record that a JSON text holds, checked by the referee like any other."""
    found = read_json(text)
    if found.get("tenback") != VERSION:
        raise _bad("'tenback' must be {VERSION}", VERSION=VERSION)
    numbers = _get(found, "layout", dict, default={})

    def find_layout(name: str) -> Layout:
        return Layout.make(name, numbers) if numbers else layouts(name)

    start = read_position(_get(found, "start", str), find_layout)
    code = _get(found, "deal", str, default="")
    deal = deal_of(code, start) if code else None
    players = _strings(found, "players")
    tags = _get(found, "tags", dict, default={})
    if not all(isinstance(value, str) for value in tags.values()):
        raise _bad("'tags' must be texts")
    comments = []
    for comment in _get(found, "comments", list, default=[]):
        if not isinstance(comment, dict):
            raise _bad("'comments' must be objects")
        comments.append(Comment(_get(comment, "after", int), _get(comment, "text", str)))
    replay = Replay(start)
    for number, event in enumerate(_strings(found, "events")):
        try:
            replay.tell(read_event(event))
        except TenbackError as error:
            raise BadRecord([Complaint(number, error)]) from None
    record = Record(
        start, tuple(replay.events), players, deal, tuple(tags.items()), tuple(comments)
    )
    if "outcome" in found and found["outcome"] != outcome_as_json(record.outcome):
        truth = Reason("no outcome") if record.outcome is None else record.outcome
        raise BadInput(Code.RECORD_DIFFERS, text=json.dumps(found["outcome"]), truth=truth)
    return record


def read_json(text: str) -> Json:
    """Return the one JSON object that a text holds."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad("{error}", error=error) from None
    if not isinstance(found, dict):
        raise _bad("it is not an object")
    return found


def _strings(found: Json, key: str) -> tuple[str, ...]:
    values = _get(found, key, list)
    if not all(isinstance(value, str) for value in values):
        raise _bad("{key} must be texts", key=quote(key))
    return tuple(values)


def _get(found: Json, key: str, kind: type[T], default: T | None = None) -> T:
    """Return what stands under a key, if it is of the right kind; null is as good as nothing."""
    value = found.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _bad("{key} must be {kind}", key=quote(key), kind=Reason(KINDS[kind]))
    return value


def _bad(template: str, **details: object) -> BadInput:
    return BadInput(Code.BAD_JSON, reason=Reason(template, **details))
