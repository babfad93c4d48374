"""On Fire alone: a fire is shown, announced, covered in time, and once too late."""

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Coming
from tests.page.person import Person, Play

DEAL = "B1-11-9"
"""The first hand is 20 34 47 51 53 77 91 99; after `LIT` it is 8 13 20 34 47 51 53 91."""
LIT = (Play(77, "u1"), Play(99, "d1"))
COVER = Play(91, "u1")
"""The only card that goes on from the 77."""


def need(person: Person) -> Locator:
    """Return what the turn line says of the fire."""
    text = person.say("need.fire", pile=person.say("pile.u1"))
    return person.page.locator(".line").get_by_text(text)


def mark(person: Person) -> Locator:
    """Return what stands at the pile that must be covered."""
    return person.pile("u1").get_by_text(person.say("pile.cover"), exact=True)


def light(person: Person) -> None:
    """Leave a fire for the next turn; until then nothing is demanded (O3)."""
    person.play_deal(DEAL)
    expect(person.card(77)).to_contain_text(person.say("card.fire"))
    for play in LIT:
        person.lay(*play)
    seen = person.wait_for_turn()
    assert seen.can_end
    expect(person.pile("u1")).to_contain_text(person.say("card.fire"))
    expect(mark(person)).to_be_hidden()
    expect(need(person)).to_be_hidden()
    person.end_turn()
    expect(person.card(8)).to_be_visible()
    person.wait_for_turn()


def test_a_fire_is_marked_and_told_until_it_is_covered(person: Person) -> None:
    light(person)
    expect(mark(person)).to_be_visible()
    expect(need(person)).to_be_visible()
    expect(person.pile("u1")).to_contain_text(person.say("need.fire", pile=person.say("pile.u1")))

    for play in (Play(8, "u2"), Play(13, "u2")):
        person.lay(*play)
    assert not person.wait_for_turn().can_end
    person.end_turn()
    why = person.say("code.fire-visible", pile=person.say("pile.u1"))
    expect(person.page.locator(".notice").filter(has_text=why)).to_be_visible()
    expect(person.page.get_by_role("alert").filter(has_text=why)).to_be_attached()

    person.lay(*COVER)
    expect(mark(person)).to_be_hidden()
    expect(need(person)).to_be_hidden()
    assert person.wait_for_turn().can_end
    person.end_turn()
    expect(person.page.locator("[data-card]")).to_have_count(8)
    assert person.wait_for_turn().tops["u1"] == COVER.card


def test_a_card_that_was_needed_for_the_fire_is_warned_of_and_loses(person: Person) -> None:
    light(person)
    person.lay(COVER.card, "u2")
    expect(person.sheet).to_contain_text(person.say("losing.title"))
    person.answer("sure.no")
    person.lay(COVER.card, "u2")
    person.answer("losing.yes")
    person.wait_for_end()
    expect(person.page.get_by_role("heading", name=person.say("over.fire"))).to_be_visible()
    reached = person.say("over.left", count=95, total=98)
    expect(person.page.get_by_text(reached, exact=True)).to_be_visible()

    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    expect(person.page.get_by_text(person.say("replay.verdict.fire", left=95))).to_be_visible()
    turns = person.page.get_by_role("list", name=person.say("replay.turns"))
    fire = turns.get_by_role("img", name=person.say("card.fire"))
    expect(fire).to_have_count(1)
    person.press("replay.turn.after")
    expect(person.pile("u1")).to_contain_text(person.say("card.fire"))


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("desktop", "de")])
def test_the_strip_of_numbers_names_the_fires_to_come(
    come: Coming, size: str, language: str
) -> None:
    person = come(size, language)
    light(person)
    person.press("action.menu")
    person.sheet.get_by_role("switch", name=person.say("switch.strip")).check()
    person.answer("sheet.close")
    strip = person.button("action.strip")
    if strip.is_visible():
        strip.click()
    named = person.say("strip.fire", numbers="22, 33, 44, 55, 66")
    expect(person.page.get_by_role("img", name=named)).to_be_visible()


def test_the_start_page_offers_it(person: Person) -> None:
    person.open()
    name = person.say("edition.on-fire")
    choice = person.page.get_by_role("group", name=person.say("start.edition"))
    expect(person.page.get_by_text(person.say("edition.on-fire.means"))).to_have_count(0)
    choice.get_by_role("radio", name=name).check()
    expect(person.page.get_by_text(person.say("edition.on-fire.means"))).to_be_visible()
    expect(person.page.locator("main .main")).to_have_text(person.say("start.play"))
    person.play_alone()
    expect(person.page.get_by_role("heading", name=name)).to_be_attached()
