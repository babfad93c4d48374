"""What axe-core says of every screen, in both themes and both sizes: nothing."""

from pathlib import Path

import pytest

from tests.page.person import Person
from tests.page.screens import THEMES, WALKS, dress

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
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


@pytest.mark.parametrize("walk", WALKS)
def test_axe_finds_nothing(person: Person, walk: str) -> None:
    found = []
    for screen in WALKS[walk](person):
        for theme in THEMES:
            dress(person, theme)
            found += [f"{screen}, {theme}: {one}" for one in violations(person)]
    assert found == []


def test_axe_would_find_something(person: Person) -> None:
    person.open("/learn")
    person.page.evaluate("() => document.querySelector('main').append(new Image())")
    assert "image-alt" in str(violations(person))
