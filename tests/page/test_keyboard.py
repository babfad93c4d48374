"""The keyboard alone: everything can be done, and the focus is never lost."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Coming
from tests.page.person import Person, Play
from tests.page.playing import way_on

HAS_FOCUS = "() => ![null, document.body].includes(document.activeElement)"
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What is disabled has the focus until the next frame is drawn."""
TABS = 60
"""More stops than any page has before what is looked for."""


class Keys:
    """Somebody without mouse and finger."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def press(self, key: str) -> None:
        """Press a key; the focus is somewhere afterwards."""
        self.page.keyboard.press(key)
        self.page.wait_for_function(HAS_FOCUS)

    def focused(self, name: str) -> str | None:
        """Return an attribute of what has the focus."""
        value: str | None = self.page.evaluate(
            "(name) => document.activeElement.getAttribute(name)", name
        )
        return value

    def go_to(self, name: str, value: int | str, key: str = "ArrowRight") -> None:
        """Press a key until what has the focus has this attribute."""
        for _ in range(TABS):
            if self.focused(name) == str(value):
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {name}={value}")

    def tab_to(self, text: str) -> None:
        """Press Tab until something of this text has the focus."""
        for _ in range(TABS):
            self.press("Tab")
            said = self.page.evaluate("document.activeElement.textContent.trim()")
            label = self.focused("aria-label")
            if text in {said, label}:
                return
        raise AssertionError(f"Tab does not lead to {text!r}")

    def lay_by_arrows(self, play: Play) -> None:
        """Take the card up, go over to the piles, and lay it."""
        self.press("ArrowDown")
        self.go_to("data-card", play.card)
        self.press("Enter")
        self.press("ArrowUp")
        self.go_to("data-pile", play.pile)
        self.press("Enter")
        expect(self.person.card(play.card)).to_be_hidden()

    def lay_by_number(self, play: Play) -> None:
        """Go to the card, and press the number of the pile."""
        self.go_to("data-card", play.card)
        self.press(str(("u1", "u2", "d1", "d2").index(play.pile) + 1))
        expect(self.person.card(play.card)).to_be_hidden()


@pytest.mark.parametrize("is_still", [True, False], ids=["still", "moving"])
def test_turns_are_played_from_the_start_page_on(come: Coming, *, is_still: bool) -> None:
    person = come("desktop", "de" if is_still else "en", is_still=is_still)
    keys = Keys(person)
    person.open()
    keys.tab_to(person.say("start.play"))
    keys.press("Enter")

    for turn in range(1, 4):
        first, second = way_on(person.wait_for_turn())
        keys.press("ArrowRight")
        keys.lay_by_arrows(first)
        keys.lay_by_number(second)
        person.wait_for_turn()
        keys.press("z")
        expect(person.card(second.card)).to_be_visible()
        person.wait_for_turn()
        keys.lay_by_number(second)
        person.wait_for_turn()
        keys.press("e")
        expect(person.page.locator("[data-deck]")).to_have_text(str(90 - 2 * turn))
        assert person.wait_for_turn().tops[second.pile] == second.card


def test_a_button_that_cannot_be_pressed_twice_leaves_the_focus_somewhere(come: Coming) -> None:
    person = come("desktop", "en")
    keys = Keys(person)
    person.open()
    person.play_alone()
    keys.press("ArrowRight")
    keys.lay_by_number(way_on(person.see())[0])
    person.wait_for_turn()
    keys.tab_to(person.say("action.back"))
    keys.press("Enter")
    expect(person.button("action.back")).to_be_disabled()
    person.page.evaluate(NEXT_FRAME)
    assert keys.focused("data-card") == str(person.hand()[0])


def test_a_card_that_was_taken_up_is_put_down_by_escape(come: Coming) -> None:
    person = come("desktop", "en")
    keys = Keys(person)
    person.open()
    person.play_alone()
    keys.press("ArrowRight")
    card = keys.focused("data-card")
    keys.press("Enter")
    assert keys.focused("aria-pressed") == "true"
    keys.press("Escape")
    assert keys.focused("aria-pressed") == "false"
    assert keys.focused("data-card") == card


@pytest.mark.parametrize(("key", "title"), [("?", "keys.title"), ("t", "talk.title")])
def test_a_sheet_is_opened_and_closed_and_the_focus_goes_back(
    come: Coming, key: str, title: str
) -> None:
    person = come("desktop", "de")
    keys = Keys(person)
    person.open()
    person.begin("bots", count=1)
    expect(person.page.locator("[data-card]")).to_have_count(7)
    keys.press("ArrowRight")
    card = keys.focused("data-card")
    assert card is not None
    keys.press(key)
    expect(person.sheet.get_by_role("heading", name=person.say(title))).to_be_visible()
    assert person.page.evaluate("document.activeElement.closest('dialog') !== null")
    keys.press("Escape")
    expect(person.sheet).to_be_hidden()
    assert keys.focused("data-card") == card


def test_the_menu_is_reached_by_tab_and_giving_up_needs_no_mouse(come: Coming) -> None:
    person = come("desktop", "en")
    keys = Keys(person)
    person.open()
    person.play_alone()
    keys.tab_to(person.say("action.menu"))
    keys.press("Enter")
    keys.tab_to(person.say("resign.title"))
    keys.press("Enter")
    keys.tab_to(person.say("resign.yes"))
    keys.press("Enter")
    person.wait_for_end()
    keys.press("Tab")
