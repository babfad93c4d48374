"""Answers puzzles on the page, rightly or wrongly."""

from playwright.sync_api import Locator, expect

from tenback.puzzles import Puzzle
from tests.page.person import Person


def play_line(person: Person, puzzle: Puzzle, line: int) -> None:
    """Play one of the lines of a puzzle to its end."""
    end = person.button("puzzle.end")
    for move in puzzle.lines[line].moves:
        card, _, pile = str(move).partition(">")
        if pile:
            laid = person.page.locator(f".practice [data-card='{card}']")
            laid.click()
            person.page.locator(f".practice [data-pile='{pile}']").click()
            expect(laid).to_have_count(0)
        elif verdict(person).count() == 0:
            expect(end.or_(verdict(person))).to_be_visible()
            end.click()
    expect(verdict(person)).to_be_focused()


def verdict(person: Person) -> Locator:
    """Return the page's verdict on an answer."""
    return person.page.locator("#puzzle-verdict")
