"""What axe-core says of every screen, in both themes and both sizes: nothing."""

from pathlib import Path
from typing import Literal

import pytest

from tests.page.person import Person
from tests.page.screens import SCREENS

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOK = """
async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`));
}
"""


def violations(person: Person) -> list[str]:
    """Return what axe-core has against what is shown now."""
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = person.page.evaluate(LOOK)
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(person: Person, screen: str) -> None:
    SCREENS[screen](person)
    found = {}
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme)
        found[theme] = violations(person)
    assert found == {theme: [] for theme in THEMES}


def test_axe_would_find_something(person: Person) -> None:
    person.open("/learn")
    person.page.evaluate("() => document.querySelector('main').append(new Image())")
    assert "image-alt" in str(violations(person))
