"""`python -m bench frames`: how smoothly cards move on a phone whose processor is slow.

A real Chromium lays a card, and makes a backwards trick, with its processor slowed down. The page
counts its frames for as long as things move; Chromium tells what its main thread did meanwhile. A
frame is late if the one before it was shown longer ago than a screen needs at 60 Hz, by a margin
for the jitter of clocks. Without a GPU everything is painted by the processor as well.
"""

from dataclasses import dataclass
from shutil import which
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright
from rich.table import Table as Grid

from bench.page import BROWSERS, FLAGS, SLOWER, phone, serving
from bench.timing import CONSOLE

RUNS = 5
DEAL = {"settings": {"deal": "C1-8-C"}, "is_started": True}
"""The first hand is 14 29 35 46 47 64 74 96."""
ACTIONS = {"a card is laid": ("14", "u1"), "another one": ("64", "d1"), "a trick": ("74", "d1")}
LASTS = 1200
"""Milliseconds for which something moves, with some to spare."""
LATE = 1000 / 60 + 1.0
COUNTED = ("RecalcStyleCount", "LayoutCount")
TIMED = ("RecalcStyleDuration", "LayoutDuration", "ScriptDuration", "TaskDuration")

WATCH = """
(lasts) => {
  window.frames_seen = new Promise((tell) => {
    const times = [];
    const look = (now) => {
      times.push(now);
      if (now - times[0] < lasts) requestAnimationFrame(look);
      else tell(times.slice(1).map((time, at) => time - times[at]));
    };
    requestAnimationFrame(look);
  });
}
"""


@dataclass(frozen=True)
class Action:
    """What one action cost, in milliseconds and counts."""

    frames: list[float]
    spent: dict[str, float]

    @property
    def late(self) -> int:
        """How many frames came late."""
        return sum(each > LATE for each in self.frames)


def frames() -> None:
    """Lay cards several times, and say how many frames were late."""
    program = next(filter(None, map(which, BROWSERS)), None)
    if program is None:
        CONSOLE.print("THERE IS NO CHROMIUM: how smoothly cards move was not measured.")
        return
    grid = Grid("action", "frames", "late", "longest", "styles", "layouts", "main thread")
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        runs = [_played(browser, url) for _ in range(RUNS)]
        browser.close()
    for name in ACTIONS:
        grid.add_row(name, *_figures([run[name] for run in runs]))
    CONSOLE.print(f"Cards that move on a phone {SLOWER}× as slow, medians of {RUNS}.", grid)


def _figures(actions: list[Action]) -> list[str]:
    spent = {name: median(each.spent[name] for each in actions) for name in (*COUNTED, *TIMED)}
    times = (f"{name.removesuffix('Duration')} {spent[name]:.0f} ms" for name in TIMED)
    return [
        f"{median(len(each.frames) for each in actions):.0f}",
        f"{median(each.late for each in actions):.0f}",
        f"{median(max(each.frames) for each in actions):.0f} ms",
        *(f"{spent[name]:.0f}" for name in COUNTED),
        ", ".join(times),
    ]


def _played(browser: Browser, url: str) -> dict[str, Action]:
    with phone(browser) as context:
        page = context.new_page()
        page.goto(f"{url}/t/{_open_table(context, url)}")
        page.wait_for_selector("[data-card]")
        page.wait_for_timeout(LASTS)
        tools = context.new_cdp_session(page)
        tools.send("Performance.enable")
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return {name: _laid(page, tools, *play) for name, play in ACTIONS.items()}


def _laid(page: Page, tools: CDPSession, card: str, pile: str) -> Action:
    page.tap(f"[data-card='{card}']")
    page.wait_for_timeout(LASTS)
    before = _metrics(tools)
    page.evaluate(WATCH, LASTS)
    page.tap(f"[data-pile='{pile}']")
    seen: list[float] = page.evaluate("() => window.frames_seen")
    after = _metrics(tools)
    return Action(seen, {name: after[name] - before[name] for name in after})


def _metrics(tools: CDPSession) -> dict[str, float]:
    told: Any = tools.send("Performance.getMetrics")["metrics"]
    found: dict[str, float] = {each["name"]: each["value"] for each in told}
    return {
        **{name: found[name] for name in COUNTED},
        **{name: 1000 * found[name] for name in TIMED},
    }


def _open_table(context: BrowserContext, url: str) -> str:
    context.request.post(f"{url}/api/me", data={"name": "Phone"})
    opened: Any = context.request.post(f"{url}/api/tables", data=DEAL).json()
    table: str = opened["id"]
    return table
