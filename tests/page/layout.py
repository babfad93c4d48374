"""Finds layout faults on a screen: cut or covered texts and buttons, and useless space.

assert faults_at(person, {"width": 320, "height": 568}) == []
"""

from playwright.sync_api import ViewportSize

from tests.page.person import Person

SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
)
FIND = r"""
() => {
  const MARGIN = 24; // below the end of a page
  const found = new Set();
  const page = document.scrollingElement;
  const sheet = document.querySelector("dialog[open]");
  const scope = sheet ?? document.body;
  const isShown = (node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    node.closest("[hidden], option") === null;
  // What is there for screen readers only is one pixel large.
  const isForReaders = (node) => node.closest(".unseen") !== null || node.clientWidth === 1;
  const nameOf = (node) => `<${node.tagName.toLowerCase()} ${node.className}>`;
  const isScrolledAway = (node, x, y) => {
    for (let around = node.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const { left, right, top, bottom } = around.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return true;
    }
    return false;
  };
  const reaches = (inner, outer) => inner.left < outer.left - 2 || inner.right > outer.right + 2;

  if (page.scrollWidth > innerWidth) found.add(`${page.scrollWidth - innerWidth} px too wide`);
  if (document.querySelector("section.table") && page.scrollHeight > innerHeight + 1)
    found.add(`the table scrolls by ${page.scrollHeight - innerHeight} px`);

  const excess = page.scrollHeight - innerHeight;
  const content = "p, li, td, button, a, input, summary, .panel, [role=img]";
  const shown = [...document.body.querySelectorAll(content)].filter(
    (node) => !isForReaders(node) && isShown(node),
  );
  const end = scrollY + Math.max(...shown.map((node) => node.getBoundingClientRect().bottom));
  if (excess > MARGIN && end <= innerHeight) found.add(`scrolls by ${excess} px of nothing`);

  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (text === "" || isForReaders(parent) || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const end = document.elementFromPoint(box.right - 3, (box.top + box.bottom) / 2);
    const isField = end?.matches("input:not([type=radio], [type=checkbox]), select");
    if (isField && !end.contains(parent))
      found.add(`"${text.slice(0, 40)}" runs under ${nameOf(end)}`);
    for (let around = parent; around !== null && around !== scope; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around);
      if (overflowX === "auto" || overflowX === "scroll") break;
      const isCutting = overflowX !== "visible" || around.matches("button, .button, label");
      if (isCutting && reaches(box, around.getBoundingClientRect())) {
        found.add(`"${text.slice(0, 40)}" is cut by ${nameOf(around)}`);
        break;
      }
      if (position === "fixed") break;
    }
  }

  const brush = document.createElement("canvas").getContext("2d");
  for (const node of scope.querySelectorAll("select")) {
    if (!isShown(node)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(node);
    brush.font = font;
    const room = node.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const text = node.selectedOptions[0]?.text ?? "";
    if (brush.measureText(text).width > room + 2) found.add(`"${text}" is cut by ${nameOf(node)}`);
  }
  for (const node of document.querySelectorAll("[hidden]"))
    if (node.getClientRects().length > 0) found.add(`${nameOf(node)} is hidden, and takes room`);

  for (const node of scope.querySelectorAll("button, a[href], input, select, [role=img]")) {
    if (isForReaders(node) || !isShown(node)) continue;
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const over = document.elementFromPoint(x, y); // null outside of the window
    const isSame = over === null || over.contains(node) || node.contains(over);
    if (isSame || isScrolledAway(node, x, y) || over.closest("label")?.contains(node)) continue;
    // The menu was opened, and rows go under the head of their table.
    if (over.closest("header .menu.open, thead") !== null) continue;
    found.add(`${nameOf(node)} is covered by ${nameOf(over)}`);
  }
  return [...found];
}
"""


def faults_at(person: Person, *sizes: ViewportSize) -> list[str]:
    """Return what is cut, covered or scrolls for no reason on screens of these sizes."""
    usual = person.page.viewport_size
    assert usual is not None
    found = []
    *_, last = in_order = sorted(sizes, key=lambda size: size == usual)
    for size in in_order:
        person.page.set_viewport_size(size)
        person.wait_for_paint()
        faults: list[str] = person.page.evaluate(FIND)
        found += [f"{size['width']}×{size['height']}: {fault}" for fault in faults]
    if last != usual:
        person.page.set_viewport_size(usual)
    return found
