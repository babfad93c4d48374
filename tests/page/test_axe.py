"""Every screen in both themes: axe-core finds nothing; nothing is cut or covered at any size.

Each walk is taken on a phone and a desktop, in two languages, and the next one in others.
"""

import pytest

from tests.page.axe import COLOR, violations
from tests.page.layout import SIZES, faults_at
from tests.page.person import Person
from tests.page.screens import THEMES, WALKS, dress, languages_of


@pytest.mark.parametrize(
    ("walk", "person"),
    [
        pytest.param(walk, f"{device}-{language}", id=f"{walk}-{device}-{language}")
        for walk in WALKS
        for device, language in languages_of(walk).items()
    ],
    indirect=["person"],
)
def test_axe_finds_nothing_and_nothing_is_cut_or_covered(person: Person, walk: str) -> None:
    found = []
    shown, other = THEMES
    for screen in WALKS[walk](person):
        person.wait_for_paint()
        found += [f"{screen}, {shown}: {one}" for one in violations(person.page)]
        # A theme changes nothing but colors: what else there is has been looked at.
        dress(person, other)
        found += [f"{screen}, {other}: {one}" for one in violations(person.page, COLOR)]
        shown, other = other, shown
        found += [f"{screen}, {fault}" for fault in faults_at(person, *SIZES)]
    assert found == []


def test_axe_would_find_something(person: Person) -> None:
    person.open("/learn")
    person.page.evaluate("() => document.querySelector('main').append(new Image())")
    assert "image-alt" in str(violations(person.page))


def test_a_cut_text_and_a_covered_button_would_be_found(person: Person) -> None:
    person.open("/learn")
    assert faults_at(person, SIZES[0]) == []
    cut = "overflow: hidden; width: 3rem; white-space: nowrap"
    person.page.locator("main p").first.evaluate("(node, cut) => (node.style = cut)", cut)
    assert "is cut by <p" in str(faults_at(person, SIZES[0]))
    cover = "position: fixed; inset: 0"
    person.page.locator("main p").first.evaluate("(node, cover) => (node.style = cover)", cover)
    assert "is covered by <p" in str(faults_at(person, SIZES[-1]))


def test_scrolling_through_nothing_would_be_found(person: Person) -> None:
    tall = SIZES[2]
    person.open("/learn")
    assert faults_at(person, tall) == []
    person.page.locator("main").evaluate("(node) => (node.style.paddingBottom = '100vh')")
    assert "px of nothing" in str(faults_at(person, tall))


def test_axe_would_find_a_color_of_the_second_theme(person: Person) -> None:
    person.open("/learn")
    dress(person, "dark")
    person.page.evaluate("() => (document.querySelector('main p').style.color = '#333')")
    assert "color-contrast" in str(violations(person.page, COLOR))
