"""Small phones: nothing scrolls needlessly, and nothing covers what must be read."""

import json
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.page.conftest import Coming
from tests.page.layout import faults_at
from tests.page.person import Person
from tests.page.playing import play_turn, way_on
from tests.page.screens import ALONE, EXTREME, FOUR, ON_FIRE, sit_at

BROKEN = "net::ERR_"
TWO = "C2-4QX7M-0ZB2K-6"
"""Seven cards each, which stand in two rows where there is room."""
SMALLEST: ViewportSize = {"width": 320, "height": 568}
TALL: tuple[ViewportSize, ...] = ({"width": 430, "height": 932}, {"width": 820, "height": 1180})
GAP = 100
"""Pixels between piles and hand that nobody calls a hole."""
MEASURE = """
() => {
  const box = (node) => node.getBoundingClientRect().toJSON();
  const all = (selector) => [...document.querySelectorAll(selector)].map(box);
  return {
    excess: document.documentElement.scrollHeight - innerHeight,
    hand: all("[data-card] .card"),
    piles: all("[data-pile] .card"),
    numbers: all("[data-pile] .card .number"),
    badges: all("[data-pile] .badge"),
    line: all(".line")[0],
    lanes: all("[data-pile] .lane"),
    talk: all(".talk"),
    picked: all(".line .text:has(.picked)"),
    notices: all(".notice"),
  };
}
"""
READABLE = 13.5
"""Pixels of letters that one reads at arm's length."""
SMALLEST_WORDS = """
() => {
  const words = [".last", ".chip", ".seat .name", ".seat .facts", "aside li"];
  const all = words.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return Math.min(...all.map((node) => parseFloat(getComputedStyle(node).fontSize)));
}
"""
INVALIDATIONS = "disabled-by-default-devtools.timeline.invalidationTracking"
"""What the browser traces of everything that has to be laid out again, and why."""
Box = dict[str, float]


def measure(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.page.evaluate(MEASURE)
    return found


def overlap(one: Box, other: Box) -> bool:
    is_beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not (is_beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"])


def check_sizes(seen: dict[str, Any]) -> None:
    assert seen["excess"] <= 0
    for side in ("width", "height"):
        assert min(pile[side] for pile in seen["piles"]) >= max(card[side] for card in seen["hand"])


def test_on_the_smallest_phone_a_lesson_answers_beside_the_hand(come: Coming) -> None:
    person = come("phone", "fr")
    person.page.set_viewport_size(SMALLEST)
    person.open("/learn/classic")
    note, card = person.page.locator(".note"), person.page.locator("[data-card] .card").first
    person.card(31).scroll_into_view_if_needed()
    for play in ((31, "d1"), (4, "u1")):
        person.pick(play[0])
        person.pile(play[1]).tap()
        expect(note).to_be_in_viewport(ratio=1)
    person.press("learn.on")
    for shown in (person.page.locator(".lesson p.words"), card):
        expect(shown).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_on_the_smallest_phone_the_first_lesson_shows_task_piles_and_hand(
    come: Coming, language: str
) -> None:
    person = come("phone", language)
    person.page.set_viewport_size(SMALLEST)
    person.open("/learn/classic")
    card = person.page.locator("[data-card] .card").first
    for shown in (person.page.locator(".lesson p.words"), card):
        expect(shown).to_be_in_viewport(ratio=1)


def test_the_smallest_phone_tells_how_to_choose_who_begins(come: Coming) -> None:
    person = come("phone", "fr")
    person.page.set_viewport_size(SMALLEST)
    sit_at(person, TWO)
    expect(person.page.get_by_text(person.say("opening.how"))).to_be_visible()
    expect(person.page.get_by_text(person.say("opening.say"))).to_be_visible()
    assert faults_at(person, SMALLEST) == []


def test_no_card_stays_raised_where_a_finger_was(come: Coming) -> None:
    person = come("phone", "en")
    person.play_deal(ALONE)
    card = person.card(person.hand()[0])
    card.hover()
    expect(card).to_have_css("translate", "0px")


def test_laying_a_card_changes_the_size_of_no_other(come: Coming) -> None:
    person = come("phone", "en")
    person.play_deal(ALONE)
    first = way_on(person.see())[0]
    browser = person.page.context.browser
    assert browser is not None
    person.wait_for_paint()
    browser.start_tracing(page=person.page, categories=[INVALIDATIONS])
    person.lay(first.card, first.pile)
    expect(person.card(first.card)).to_have_count(0)
    person.wait_for_paint()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    changes = [event["args"]["data"] for event in events if "data" in event.get("args", {})]
    reasons = [str(each.get("reason")) for each in changes if "number" in str(each.get("nodeName"))]
    assert "Added to layout" in reasons
    assert "Style changed" not in reasons


@pytest.mark.parametrize("size", [SMALLEST, {"width": 390, "height": 844}], ids=["320", "390"])
def test_piles_are_as_large_as_the_hand_and_nothing_covers_anything(
    come: Coming, size: Any
) -> None:
    person = come("phone", "de")
    person.page.set_viewport_size(size)
    sit_at(person, FOUR)
    person.name_me()
    person.wait_for_turn()
    check_sizes(measure(person))
    for tall in TALL:
        person.page.set_viewport_size(tall)
        seen = measure(person)
        assert seen["hand"][0]["top"] - seen["talk"][0]["bottom"] < GAP
    person.page.set_viewport_size(size)

    person.pile("u1").tap()
    notice = person.page.locator(".notice").filter(has_text=person.say("pick.first"))
    expect(notice.locator("use").first).to_have_attribute("href", "#icon-help")
    person.pick(person.hand()[1])
    expect(person.page.locator(".badge")).to_have_count(4)
    seen = measure(person)
    assert not any(overlap(notice, seen["line"]) for notice in seen["notices"])
    assert not any(map(overlap, seen["badges"], seen["numbers"]))

    person.play_deal(ALONE)
    check_sizes(before := measure(person))
    person.lay(14, "u1")
    person.lay(96, "d1")
    expect(person.page.locator("[data-card]")).to_have_count(6)
    after = measure(person)
    assert after["hand"][0]["height"] == before["hand"][0]["height"]
    assert after["piles"][0]["top"] == before["piles"][0]["top"]


def test_what_a_command_does_is_told_without_covering_a_pile(come: Coming) -> None:
    person = come("phone", "de")
    person.page.set_viewport_size(SMALLEST)
    sit_at(person, EXTREME)
    person.name_me()
    person.wait_for_turn()
    legend = person.page.get_by_role("complementary", name=person.say("talk.legend"))
    expect(legend).to_contain_text(person.say("word.small"))
    assert faults_at(person, SMALLEST) == []
    legend.get_by_role("button").tap()
    expect(legend).to_have_count(0)
    before = measure(person)["lanes"]
    for card in (16, 56, 67, 92, 98):
        person.pick(card)
        expect(person.card(card)).to_have_attribute("aria-pressed", "true")
        seen = measure(person)
        assert seen["lanes"] == before
        assert not any(overlap(seen["picked"][0], lane) for lane in seen["lanes"])
        person.pick(card)


def test_texts_point_at_piles(come: Coming) -> None:
    person = come("phone", "de")
    pointed = person.page.locator(".pile.pointed")
    sit_at(person, FOUR)
    person.name_me()
    play_turn(person)
    person.wait_for_turn()
    person.press("action.menu")
    person.sheet.get_by_role("button", name=person.say("log.title")).tap()
    person.sheet.get_by_role("listitem").get_by_role("button").first.tap()
    expect(person.sheet).to_be_hidden()
    expect(pointed).to_have_count(1)
    expect(pointed).to_have_count(0)

    person.play_deal(ON_FIRE)
    person.lay(77, "u1")
    person.lay(99, "d1")
    person.wait_for_turn()
    person.end_turn()
    expect(person.card(8)).to_be_visible()
    person.wait_for_turn()
    person.press("need.fire", pile=person.say("pile.u1"))
    expect(pointed.locator("[data-pile='u1']")).to_have_count(1)

    person.pick(91)
    person.resign()
    person.wait_for_end()
    expect(person.page.locator("[data-card][aria-pressed='true']")).to_have_count(0)


def test_with_the_coach_there_is_room_for_the_opening_and_the_piles(come: Coming) -> None:
    person = come("phone", "de")
    person.page.set_viewport_size(SMALLEST)
    person.open()
    person.page.evaluate("() => localStorage.setItem('tenback.switch.coach', 'on')")
    sit_at(person, FOUR)
    coach = person.page.get_by_role("note", name=person.say("coach.label"))
    expect(coach).to_have_text(person.say("coach.opening"))
    expect(person.page.locator(".agree")).to_be_visible()
    expect(person.button("word.fair-start")).to_have_text("Mittlerer Start")
    opening = "(node) => node.scrollHeight - node.clientHeight"
    assert person.page.locator(".opening").evaluate(opening) <= 0
    assert measure(person)["excess"] <= 0

    sit_at(person, TWO)
    person.name_me()
    person.wait_for_turn()
    expect(coach).to_be_visible()
    check_sizes(measure(person))


def test_a_lesson_far_down_the_strip_of_steps_is_in_sight(come: Coming) -> None:
    person = come("phone", "en")
    person.page.set_viewport_size({"width": 320, "height": 568})
    person.open("/learn/extreme#end")
    current = person.page.locator("nav [aria-current='step']")
    expect(current).to_be_in_viewport(ratio=1)


def test_nobody_is_called_unknown_because_the_server_is_silent(come: Coming) -> None:
    person = come("phone", "de")
    person.forgive(BROKEN)
    person.page.route("**/api/session", lambda route: route.abort())
    person.open("/me")
    alert = person.page.get_by_role("alert").filter(has_text=person.say("site.unreachable"))
    expect(alert.first).to_be_visible()
    expect(person.page.get_by_text(person.say("me.nobody"))).to_have_count(0)
    person.page.unroute("**/api/session")
    person.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(person.page.get_by_text(person.say("me.nobody"))).to_be_visible()


def test_a_press_beside_the_menu_closes_it(come: Coming) -> None:
    person = come("phone", "fr")
    person.page.set_viewport_size(TALL[-1])
    person.open()
    person.play_alone()
    person.press("site.menu")
    rules = person.page.get_by_role("link", name=person.say("site.rules"))
    expect(rules).to_be_visible()
    person.card(person.hand()[0]).tap()
    expect(rules).to_be_hidden()


@pytest.mark.parametrize("size", [TALL[-1], {"width": 1280, "height": 800}], ids=["tablet", "desk"])
def test_small_words_grow_where_there_is_room(come: Coming, size: Any) -> None:
    person = come("desktop", "fr")
    person.page.set_viewport_size(size)
    sit_at(person, FOUR)
    person.name_me()
    person.wait_for_turn()
    person.lay(*next(iter(person.see().plays)))
    legend = person.page.get_by_role("complementary", name=person.say("talk.legend"))
    expect(legend).to_be_visible()
    assert person.page.evaluate(SMALLEST_WORDS) >= READABLE
    assert measure(person)["excess"] <= 0
    box, pages = legend.bounding_box(), person.page.locator("header nav").bounding_box()
    assert box is not None
    assert pages is None or box["x"] + box["width"] <= pages["x"]
