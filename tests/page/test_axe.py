"""Every screen in both themes and both sizes: axe-core finds nothing, and none is too wide."""

from pathlib import Path

import pytest

from tests.page.person import Person
from tests.page.screens import THEMES, WALKS, dress

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
NARROWEST = 320
LOOK = """
async (rules) => {
  const only = rules === null ? {} : { runOnly: { type: "rule", values: rules } };
  const options = { resultTypes: ["violations"], preload: false, ...only };
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`));
}
"""


COLOR = ["color-contrast", "link-in-text-block"]
"""The rules about colors, of those that axe-core follows by itself."""


def violations(person: Person, rules: list[str] | None = None) -> list[str]:
    """Return what axe-core has against what is shown now, by all its rules or by some."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = person.page.evaluate(LOOK, rules)
    return found


def too_wide(person: Person) -> int:
    """Return by how much the page is wider than the narrowest phone."""
    usual = person.page.viewport_size
    assert usual is not None
    person.page.set_viewport_size({"width": NARROWEST, "height": usual["height"]})
    width: int = person.page.evaluate("() => document.documentElement.scrollWidth")
    person.page.set_viewport_size(usual)
    return width - NARROWEST


@pytest.mark.parametrize("walk", WALKS)
def test_axe_finds_nothing_and_nothing_is_too_wide(person: Person, walk: str) -> None:
    found = []
    for screen in WALKS[walk](person):
        for theme in THEMES:
            dress(person, theme)
            # A theme changes nothing but colors: what else there is has been looked at once.
            rules = None if theme == THEMES[0] else COLOR
            found += [f"{screen}, {theme}: {one}" for one in violations(person, rules)]
        if (excess := too_wide(person)) > 0:
            found.append(f"{screen}: {excess} px wider than {NARROWEST}")
    assert found == []


def test_axe_would_find_something(person: Person) -> None:
    person.open("/learn")
    person.page.evaluate("() => document.querySelector('main').append(new Image())")
    assert "image-alt" in str(violations(person))


def test_axe_would_find_a_color_of_the_second_theme(person: Person) -> None:
    person.open("/learn")
    dress(person, "dark")
    person.page.evaluate("() => (document.querySelector('main p').style.color = '#333')")
    assert "color-contrast" in str(violations(person, COLOR))
