"""The analysis below a replay: the curve, better lines, and another try."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.person import Person

DEAL = "C1-4QX7M-0ZB2K-H"
LUCKY = "analysis.draw.raised"
PILES = ("u1", "u2", "d1", "d2")


@pytest.fixture
def analysing(person: Person) -> Person:
    """Return somebody who has played two bad cards, has given up, and asks what that cost."""
    person.play_deal(DEAL)
    person.lay(77, "u1")
    person.lay(20, "d1")
    person.wait_for_turn()
    give_up_and_ask(person)
    return person


def give_up_and_ask(person: Person) -> None:
    """Give up, and have the game analyzed."""
    person.resign()
    person.wait_for_end()
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.analyse")
    expect(curve(person)).to_be_visible()


def curve(person: Person) -> Locator:
    caption = person.say("analysis.curve")
    return person.page.get_by_role("img", name=caption)


def better(person: Person) -> Locator:
    """Return the better line at the place that is shown."""
    return person.page.locator(".here strong")


def attempt_at(person: Person, number: int) -> Locator:
    """Return a mistake that is tried again, once it can be."""
    title = person.say("analysis.try.title", number=number, count=2, turn=1)
    attempt = person.page.get_by_role("region", name=title)
    expect(attempt.get_by_role("heading")).to_be_focused()
    expect(attempt.get_by_role("group").locator("[data-card]").first).to_be_enabled()
    return attempt


def steps(person: Person) -> list[dict[str, Any]]:
    """Return decisions and draws, as the server tells them."""
    table = person.path.rsplit("/", 1)[-1]
    told = person.page.request.get(f"{person.url}/api/tables/{table}/analysis").json()
    found: list[dict[str, Any]] = told["analysis"]["steps"]
    return found


def mistakes(person: Person) -> list[dict[str, Any]]:
    """Return the two costliest decisions."""
    plays = [step for step in steps(person) if ">" in (step["move"] or "")]
    return sorted(plays, key=lambda step: step["after"] - step["before"])


def test_somebody_goes_through_their_mistakes(analysing: Person) -> None:
    person, (worst, other) = analysing, mistakes(analysing)
    expect(better(person)).to_be_visible()
    person.press("analysis.review.own")

    attempt = attempt_at(person, 1)
    expect(better(person)).to_have_count(0)
    expect(person.page.get_by_label(person.say("replay.view"))).to_have_value("0")
    person.page.keyboard.press("ArrowRight")
    expect(attempt.locator("[data-card]:focus")).to_have_count(1)
    for card, pile in (move.split(">") for move in worst["best"] if ">" in move):
        own = attempt.locator(f"[data-card='{card}']")
        own.focus()
        person.page.keyboard.press(str(1 + PILES.index(pile)))
        expect(own).to_have_count(0)
    verdict = attempt.locator("[aria-live]")
    assert person.say.pattern("analysis.try.so-far").match(verdict.inner_text())
    expect(attempt.get_by_role("button", name=person.say("analysis.try.end"))).to_be_enabled()
    person.page.keyboard.press("e")
    expect(verdict).to_contain_text(person.say("analysis.try.best"))
    expect(person.button("analysis.review.next")).to_be_focused()
    person.page.keyboard.press("Enter")

    attempt = attempt_at(person, 2)
    verdict = attempt.locator("[aria-live]")
    person.press("analysis.try.show")
    card, pile = other["best"][0].split(">")
    expect(attempt.locator(f"[data-pile='{pile}']")).to_contain_text(card)
    told = person.say.pattern("analysis.better").match(verdict.inner_text())
    assert told is not None
    assert card in told["line"]
    person.press("analysis.review.finish")

    summary = person.page.get_by_role("region", name=person.say("analysis.review.summary"))
    expect(summary.get_by_role("heading")).to_be_focused()
    expect(summary).to_contain_text(person.say("analysis.review.found", best=1, count=2))
    tried = [row.locator("td").nth(1).inner_text() for row in summary.get_by_role("row").all()[1:]]
    assert tried == [f"{worst['before']:.0%}".replace("%", "\u00a0%"), "–"]
    person.press("analysis.try.close")
    expect(person.button("analysis.review.own")).to_be_focused()
    expect(person.page.get_by_label(person.say("replay.view"))).not_to_have_value("0")


@pytest.mark.parametrize("person", ["phone-en"], indirect=True)
def test_the_curve_is_a_table_that_keys_can_use(analysing: Person) -> None:
    person = analysing
    person.press("replay.last")
    summary = person.page.get_by_text(person.say("analysis.table"), exact=True)
    summary.focus()
    person.page.keyboard.press("Enter")
    go = person.button("analysis.go", turn=1)
    go.focus()
    person.page.keyboard.press("Enter")
    slider = person.page.get_by_role("slider", name=person.say("replay.place"))
    expect(slider).to_have_value("0")


@pytest.mark.parametrize("person", ["phone-en"], indirect=True)
def test_a_lucky_draw_opens_in_the_replay(person: Person) -> None:
    person.play_deal(DEAL)
    person.lay(20, "u1")
    person.lay(24, "u1")
    person.end_turn()
    person.wait_for_turn()
    give_up_and_ask(person)
    (draw,) = (step for step in steps(person) if step["cards"])
    points = round(100 * (draw["after"] - draw["before"]))
    expect(person.page.get_by_role("heading", name=person.say("analysis.lucky"))).to_be_visible()
    cards = ", ".join(map(str, draw["cards"]))
    own = person.page.get_by_role("button", name=f"{cards} {person.say(LUCKY, points=points)}")
    own.click()
    slider = person.page.get_by_role("slider", name=person.say("replay.place"))
    expect(slider).to_have_value("3")


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_the_deal_of_the_day_is_analysed_tomorrow(person: Person) -> None:
    person.forgive("status of 409")
    person.open()
    person.begin("day")
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.analyse")
    expect(person.page.get_by_text(person.say("code.day-not-over"))).to_be_visible()
