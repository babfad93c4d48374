"""Puzzles on the page: the puzzle of the day, training, and an explanation after each."""

import re

import pytest
from playwright.sync_api import expect

from tenback.puzzles import Puzzle, shipped
from tests.page.person import Person
from tests.page.solving import play_line, verdict


def shown(person: Person, path: str) -> Puzzle:
    """Return the puzzle that the page has asked for, whose answer only the test knows."""
    with person.page.expect_response(re.compile(path)) as answer:
        if path.endswith("today"):
            person.open("/puzzle")
        else:
            person.page.get_by_role("radio", name=person.say("puzzle.training")).check()
    told = answer.value.json()
    assert "lines" not in told
    return shipped().find(told["id"])


def test_the_puzzle_of_the_day_is_solved_and_explained(person: Person) -> None:
    puzzle = shown(person, "/api/puzzles/today")
    play_line(person, puzzle, 0)
    expect(verdict(person)).to_have_text(person.say("puzzle.right"))
    expect(
        person.page.get_by_role("row").filter(has_text=person.say("puzzle.yours"))
    ).to_be_visible()
    expect(person.page.get_by_text(person.say("puzzle.day.right"))).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_text(person.say("puzzle.day.right"))).to_be_visible()


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_training_has_a_rating_that_stays(person: Person) -> None:
    person.open("/puzzle")
    puzzle = shown(person, "/api/puzzles/next")
    play_line(person, puzzle, 1)
    expect(verdict(person)).to_have_text(person.say("puzzle.wrong"))
    standing = person.page.locator(".standing")
    expect(standing).not_to_contain_text(person.say("puzzle.rating", rating=1500))
    told = standing.inner_text()
    person.press("puzzle.next")
    expect(verdict(person)).to_have_count(0)
    expect(standing).to_have_text(told)
