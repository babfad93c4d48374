"""Puzzles on the page: the puzzle of the day, training, and an explanation after each."""

import re

import pytest
from playwright.sync_api import Route, expect

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


@pytest.mark.parametrize("person", ["phone-de"], indirect=True)
def test_a_puzzle_that_is_slow_to_come_is_announced(person: Person) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route("**/api/puzzles/today", hold)
    with person.page.expect_request("**/api/puzzles/today"):
        person.open("/puzzle")
    loading = person.page.get_by_role("status").filter(has_text=person.say("site.loading"))
    expect(loading).to_be_visible()
    held[0].continue_()
    expect(person.page.locator("[data-card]").first).to_be_visible()
    expect(loading).to_have_count(0)
