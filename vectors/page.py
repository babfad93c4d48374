"""Writes test data for the page: lessons with the referee's answers, and records with their ends.

    python -m vectors.page      writes it again, into web/

A lesson is written by hand except for `answers`: everything that a learner can try, and what the
referee says to it. So the page needs no rules, and a test that compares finds slips in lessons.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tenback.notation import read_move, read_position, read_record, record_as_json, write_position
from tenback.rules import END, Move, Play, Refused, State, apply, losing_plays
from tenback.server.chat_filter import number_in

ROOT = Path(__file__).parent.parent
LESSONS = ROOT / "web" / "src" / "learn" / "lessons"
RECORDS = ROOT / "web" / "tests" / "records"

LEARNER = 0
"""The learner's seat."""

Json = dict[str, Any]


def files() -> Iterator[tuple[Path, str]]:
    """Yield every file written here, with its content."""
    for path in sorted(LESSONS.glob("*.json")):
        yield path, write_lessons(json.loads(path.read_text(encoding="utf-8")))
    for name, text in records():
        yield RECORDS / f"{name}.json", write_json(record_with_end(text))


def write_lessons(found: Json) -> str:
    """Return the text of a file of lessons with all answers filled in."""
    for lesson in found["lessons"]:
        for step in lesson["steps"]:
            if "position" in step:
                step["answers"] = answers(step)
    return write_json(found)


def answers(step: Json) -> Json:
    """Return the referee's answers to everything that can be tried in a step.

    An answer is a list of events; a refusal is a code with details. A play after which the turn can
    no longer be completed is marked, because it loses (C10, E1).
    """
    state = read_position(step["position"])
    losing = losing_plays(state)
    told: Json = {}
    for move in (*moves(state), *(read_move(text) for text in step.get("says", ()))):
        try:
            events = [str(event) for event in apply(state, move)[1]]
        except Refused as refusal:
            details = {name: str(value) for name, value in refusal.details.items()}
            told[str(move)] = {"code": refusal.code.value, "details": details}
        else:
            told[str(move)] = {"events": events}
            if move in losing:
                told[str(move)]["is_losing"] = True
    return told


def moves(state: State) -> list[Move]:
    """Return every move the learner can try: each card on each pile, and ending the turn."""
    if state.turn is None or state.turn.seat != LEARNER or state.outcome is not None:
        return []
    hand = state.hands[state.turn.seat]
    return [*(Play(card, pile) for card in hand for pile in state.edition.piles), END]


def records() -> Iterator[tuple[str, str]]:
    """Yield the stored records and the example of the documentation, by name."""
    for path in sorted((ROOT / "vectors" / "stored").glob("*.txt")):
        yield path.stem, path.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    yield "example", page.split("```")[1].lstrip("\n")


def record_with_end(text: str) -> Json:
    """Return a record as text and as JSON, with its final position."""
    record = read_record(text)
    return {"text": text, "record": record_as_json(record), "end": write_position(record.end)}


def write_json(found: Json) -> str:
    """Return JSON that a person can read, with short lists and objects on one line."""
    return f"{_laid_out(found)}\n"


def _laid_out(value: Any, indent: str = "") -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 120 or not isinstance(value, dict | list) or not value:
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_laid_out(item, deeper)}" for key, item in value.items()]
    else:
        parts = [_laid_out(item, deeper) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    inside = ",\n".join(deeper + part for part in parts)
    return f"{opening}\n{inside}\n{indent}{closing}"


def names_a_number(text: str) -> bool:
    """Return whether the chat guard would refuse a sentence (C12)."""
    return number_in(text) is not None


def main() -> None:
    """Write all files again."""
    RECORDS.mkdir(exist_ok=True)
    for path, text in list(files()):
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
