"""What a game was worth, under its replay: the curve, better lines, and another try."""

import pytest
from playwright.sync_api import Locator, expect

from tests.page.person import Person

DEAL = "C1-4QX7M-0ZB2K-H"


@pytest.fixture
def analysing(person: Person) -> Person:
    """Return somebody who has played a bad card, has given up, and asks what that cost."""
    person.play_deal(DEAL)
    person.lay(77, "u1")
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.analyse")
    expect(curve(person)).to_be_visible()
    return person


def curve(person: Person) -> Locator:
    caption = person.say("analysis.curve")
    return person.page.get_by_role("img", name=caption)


def better(person: Person) -> Locator:
    """Return the better line at the place that is shown."""
    return person.page.locator(".here strong")


def mistakes(person: Person) -> Locator:
    return person.page.locator("[data-event]")


def test_a_mistake_is_found_shown_and_tried_again(analysing: Person) -> None:
    person = analysing
    worst = mistakes(person).filter(has_text="77")
    worst.click()
    told = person.say.pattern("analysis.better").match(better(person).inner_text())
    assert told is not None
    first = told["line"].split(person.say("analysis.then"))[0]
    move = person.say.pattern("analysis.move").match(f"{first}\n")
    assert move is not None
    names = {person.say(f"pile.{pile}"): pile for pile in ("u1", "u2", "d1", "d2")}
    pile = next(names[name] for name in names if first.endswith(name))
    expect(person.pile(pile).first).to_contain_text(move["card"])

    attempt = person.page.get_by_role("region", name=person.say("analysis.try.title", turn=1))
    verdict, card = attempt.locator(".verdict"), attempt.locator(f"[data-card='{move['card']}']")
    expect(card).to_be_visible()
    card.click()
    attempt.locator(f"[data-pile='{pile}']").click()
    expect(card).to_have_count(0)
    assert person.say.pattern("analysis.try.so-far").match(verdict.inner_text())
    person.press("analysis.try.close")
    expect(attempt).to_have_count(0)
    expect(worst).to_be_focused()


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
