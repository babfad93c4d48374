"""The lessons of the page say what the referee says; the page itself knows no rules."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from tenback.languages import LANGUAGES, SOURCE
from tenback.notation import read_event, read_move, read_position, write_position
from tenback.rules import EDITIONS, Command, State, apply, legal_moves, losing_plays
from tenback.rules.referee import fold
from tests.languages import page_texts
from vectors.page import LEARNER, LESSONS, ROOT, files, names_a_number

Json = dict[str, Any]

FILES = [path for path, _ in files()]


def loaded(path: Path) -> Json:
    return cast("Json", json.loads(path.read_text(encoding="utf-8")))


def lessons() -> Iterator[tuple[str, Json]]:
    for path in sorted(LESSONS.glob("*.json")):
        for lesson in loaded(path)["lessons"]:
            yield f"{path.stem}.{lesson['id']}", lesson


def steps() -> Iterator[tuple[str, Json]]:
    for name, lesson in lessons():
        for step in lesson["steps"]:
            yield f"{name}.{step['id']}", step


PLAYED = [(name, step) for name, step in steps() if "position" in step]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_files_are_what_the_referee_fills_in(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == dict(files())[path], "run python -m vectors.page"


@pytest.mark.parametrize(("name", "step"), PLAYED, ids=[name for name, _ in PLAYED])
def test_exactly_the_legal_moves_are_answered_by_events(name: str, step: Json) -> None:
    state = read_position(step["position"])
    assert write_position(state) == step["position"]
    if state.turn is None or state.turn.seat != LEARNER:
        return
    told = {move: answer for move, answer in step["answers"].items() if ":" not in move}
    allowed = {move for move, answer in told.items() if "events" in answer}
    assert allowed == {str(move) for move in legal_moves(state)}
    losing = {move for move, answer in told.items() if answer.get("is_losing")}
    assert losing == {str(play) for play in losing_plays(state)}


@pytest.mark.parametrize(("name", "step"), PLAYED, ids=[name for name, _ in PLAYED])
def test_what_was_said_before_could_be_said(name: str, step: Json) -> None:
    state = read_position(step["position"])
    for text in step.get("before", ()):
        state, _ = apply(state, read_move(text))


@pytest.mark.parametrize(("name", "step"), PLAYED, ids=[name for name, _ in PLAYED])
def test_what_is_wanted_can_be_tried_and_does_not_lose(name: str, step: Json) -> None:
    for move in step.get("wanted", ()):
        answer = step["answers"][move]
        assert not answer.get("is_losing")
    assert set(step.get("says", ())) <= set(step["answers"])


@pytest.mark.parametrize("name", [name for name, _ in lessons()])
def test_a_turn_under_way_goes_on_where_the_step_before_has_led(name: str) -> None:
    steps = dict(lessons())[name]["steps"]
    for before, step in pairwise(steps):
        if "position" in step and ":" in step["position"].split()[-1]:
            assert write_position(step_end(before)) == step["position"]


def step_end(step: Json) -> State:
    """Return where the one wanted move leads; a refusal changes nothing."""
    (move,) = step["wanted"]
    events = step["answers"][move].get("events", ())
    return fold(read_position(step["position"]), map(read_event, events))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_words(language: str) -> None:
    texts = page_texts(language, "lessons")
    told = {key.rsplit(".", 1)[0] if key.split(".")[-1] in WORDS else key for key in texts}
    asked = set[str]()
    for edition in EDITIONS:
        asked |= {edition}
    for name, lesson in lessons():
        if not name.startswith("examples"):
            asked |= {name}
            asked |= {f"{name}.{step['id']}" for step in lesson["steps"]}
            asked |= {
                f"{name}.{step['id']}.{choice}"
                for step in lesson["steps"]
                for choice in step.get("choices", ())
            }
    assert told == asked


WORDS = ("title", "about", "done", "else", "losing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guard_of_the_chat_agrees_on_what_may_be_said(language: str) -> None:
    texts = page_texts(language, "lessons")
    for name, step in steps():
        for choice in step.get("choices", ()):
            assert names_a_number(texts[f"{name}.{choice}"]) == (choice not in step["right"])


def test_every_rule_that_a_lesson_names_is_told_on_the_page() -> None:
    rules = page_texts(SOURCE, "rules")
    for _, lesson in lessons():
        assert {f"{rule}.title" for rule in lesson["rules"]} <= set(rules)


def test_every_rule_of_the_book_stands_on_the_page() -> None:
    book = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^- \*\*([A-Z]\d+) ", book, re.MULTILINE)
    assert len(numbers) > 40
    for language in LANGUAGES:
        rules = page_texts(language, "rules")
        for number in numbers:
            assert {f"{number}.title", f"{number}.text"} <= set(rules)


def test_every_command_has_a_lesson_of_its_own() -> None:
    titles = {name.split(".")[1] for name, _ in lessons() if name.startswith("extreme")}
    assert set(Command) <= titles
