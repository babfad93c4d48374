"""Lessons and rules: everything that can be learned is done once, as the lessons ask."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tenback.rules import EDITIONS
from tests.page.conftest import Coming
from tests.page.person import Person

FOLDER = Path(__file__).parent.parent.parent / "web" / "src" / "learn" / "lessons"
Step = dict[str, Any]


def course(edition: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{edition}.json").read_text(encoding="utf-8"))
    return found


def wrong_moves(step: Step) -> Iterator[str]:
    """Find what the referee allows, but the step does not ask for."""
    for move, answer in step.get("answers", {}).items():
        if move not in step["wanted"] and "events" in answer:
            yield move


class Learner:
    """Somebody who does what lessons ask for."""

    def __init__(self, person: Person, edition: str, *, has_mouse: bool) -> None:
        self.person = person
        self.has_mouse = has_mouse
        self.edition = edition
        self.say = person.say
        self.mistakes = 0

    def learn(self, lesson: dict[str, Any]) -> None:
        for number, step in enumerate(lesson["steps"], 1):
            count = len(lesson["steps"])
            counted = self.say("learn.step", number=number, count=count)
            expect(self.person.page.get_by_text(counted)).to_be_visible()
            self.do(lesson["id"], step)
            if number < count:
                self.go_on(counted)

    def go_on(self, counted: str) -> None:
        """Go to the next step, unless the lesson has gone there by itself."""
        page = self.person.page
        on = self.person.button("learn.on")
        expect(on.or_(page.locator(".count").filter(has_not_text=counted))).to_be_visible()
        if on.is_visible():
            on.click()

    def do(self, lesson: str, step: Step) -> None:
        """Do what is asked for, after one mistake where one can be made."""
        key = f"{self.edition}.{lesson}.{step['id']}"
        if "choices" in step:
            for choice in step["right"]:
                self.person.page.get_by_role("button", name=self.say(f"{key}.{choice}")).click()
        elif "wanted" in step:
            wrong = next(wrong_moves(step), None)
            if wrong is not None and self.mistakes == 0:
                self.mistakes += 1
                self.move(wrong, step)
                expect(self.person.page.locator(".note")).to_be_visible()
                self.ask_for_help()
            self.move(step["wanted"][0], step)

    def ask_for_help(self) -> None:
        if self.has_mouse:
            self.person.press("learn.show")
        else:
            self.person.page.keyboard.press("h")
        expect(self.person.button("learn.show")).to_be_hidden()

    def move(self, move: str, step: Step) -> None:
        if ">" in move:
            card, pile = move.split(">")
            if self.has_mouse:
                self.person.lay(int(card), pile)
            else:
                self.lay_by_keys(card, pile)
        elif move == "end" and self.has_mouse:
            self.person.press("learn.end")
        elif move == "end":
            self.person.page.keyboard.press("e")
        elif len(move.split()) > 2:
            _, word, pile = move.split()
            self.person.say_of(pile, word)
        else:
            at = step["says"].index(move)
            self.person.page.locator(".lesson .actions button").nth(at).click()

    def lay_by_keys(self, card: str, pile: str) -> None:
        """Go to the card as at a table, and press the number of the pile."""
        page = self.person.page
        page.keyboard.press("ArrowDown")
        while page.evaluate("() => document.activeElement.dataset.card") != card:
            page.keyboard.press("ArrowRight")
        page.keyboard.press(str(("u1", "u2", "d1", "d2").index(pile) + 1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lessons_of_an_edition_lead_to_their_end(come: Coming, edition: str) -> None:
    person = come(*{"classic": ("phone", "de"), "extreme": ("desktop", "en")}.get(edition, ()))
    learner = Learner(person, edition, has_mouse=edition != "on-fire")
    lessons = course(edition)["lessons"]
    person.open("/learn")
    about = person.say(f"{edition}.about")
    person.page.get_by_role("link").filter(has_text=about).click()
    for lesson, following in zip(lessons, [*lessons[1:], None], strict=True):
        title = person.say(f"{edition}.{lesson['id']}.title")
        expect(person.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        learner.learn(lesson)
        if following is None:
            person.press("learn.finish")
        else:
            person.press("learn.next", title=person.say(f"{edition}.{following['id']}.title"))
    assert learner.mistakes == 1
    expect(person.page.get_by_role("heading", name=person.say("learn.finished"))).to_be_visible()
    person.open("/learn")
    known = person.say("learn.progress", known=len(lessons), count=len(lessons))
    expect(person.page.get_by_text(known, exact=True)).to_be_visible()


def test_examples_in_the_rules_can_be_tried(person: Person) -> None:
    person.open("/rules")
    examples = course("examples")["lessons"]
    figures = person.page.get_by_role("figure")
    expect(figures).to_have_count(len(examples))
    for example in examples:
        (step,) = example["steps"]
        caption = person.say(f"example.{example['id']}")
        figure = figures.filter(has_text=caption)
        told = figure.locator("[aria-live]")
        refused = next((move for move, found in step["answers"].items() if "code" in found), None)
        fitting = next(move for move, found in step["answers"].items() if is_fine(found, move))
        for move in filter(None, (refused, fitting)):
            if ">" not in move:
                continue
            card, pile = move.split(">")
            figure.locator(f"[data-card='{card}']").click()
            figure.locator(f"[data-pile='{pile}']").click()
            expect(told).to_contain_text(re.compile(r"\w{3}"))
        again = figure.get_by_role("button", name=person.say("learn.again"))
        again.click()
        expect(again).to_be_hidden()


def is_fine(answer: dict[str, Any], move: str) -> bool:
    return ">" in move and "events" in answer and not answer.get("is_losing")


def test_a_rule_is_linked_to_by_its_number(person: Person) -> None:
    person.open("/rules#E7")
    expect(person.page.locator("#E7")).to_be_in_viewport()
    person.open("/rules")
    person.page.get_by_role("link", name=person.say("rules.link", rule="F4"), exact=True).click()
    assert person.page.url.endswith("/rules#F4")
    expect(person.page.locator("#F4")).to_be_focused()


def test_on_a_desktop_what_ends_a_turn_is_in_sight(come: Coming) -> None:
    for language in ("en", "de", "fr"):
        person = come("desktop", language)
        for edition in ("classic", "on-fire", "face-to-face"):
            person.open(f"/learn/{edition}")
            expect(person.button("learn.end")).to_be_in_viewport(ratio=1)
        person.open("/puzzle")
        expect(person.button("puzzle.end")).to_be_in_viewport(ratio=1)
