"""Checks the accessibility of a page with axe-core."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
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
"""The default rules of axe-core that are about colors."""


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """Return what axe-core finds wrong on the page now, by all its rules or by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(LOOK, rules)
    return found
