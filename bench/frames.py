"""`python -m bench frames` measures how smoothly cards move on a phone with a slow CPU.

A real Chromium lays a card and makes a backwards trick. It measures the work of the main thread:
style and layout passes, and CPU time, which does not depend on other programs. Animating only
transform and opacity costs that thread nothing per frame. A phone that is four times slower keeps
up with 60 frames per second if a frame costs less than a quarter of 16.7 ms here. Averages hide a
single long task, so a trace also gives the longest task, and how many tasks exceed that quarter,
again in CPU time.

The frames actually shown are counted too, with the CPU slowed down. These figures
mean something only on an idle machine: without a GPU, the CPU also does the painting.
"""

import json
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
"""Milliseconds until everything has stopped moving, with some to spare."""
FRAME = 1000 / 60
LATE = FRAME + 1.0
BUDGET = FRAME / SLOWER
"""Milliseconds of CPU time that a frame may cost here."""
TRACED = ["toplevel", "__metadata"]
TASK = "ThreadControllerImpl::RunTask"
MAIN_THREAD = "CrRendererMain"
COUNTED = ("RecalcStyleCount", "LayoutCount")
TIMED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")

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
ON_MAIN_THREAD = """
() => document.getAnimations()
  .flatMap((each) => each.effect.getKeyframes())
  .flatMap((frame) => Object.keys(frame))
  .filter((name) => !/^(?:offset|computedOffset|easing|composite|opacity|transform)$/.test(name))
  .filter((name) => !/^(?:translate|rotate|scale)$/.test(name))
"""
"""Returns the animated properties that Chromium cannot leave to its compositor."""


@dataclass(frozen=True)
class Action:
    """What one action cost the main thread, in counts and milliseconds of CPU time."""

    spent: dict[str, float]
    properties: set[str]
    """The animated properties that need the main thread in every frame."""
    tasks: list[float]
    """Milliseconds of CPU time of each task."""

    @property
    def per_frame(self) -> float:
        """The cost of a frame at 60 frames per second while something moves."""
        return self.spent["TaskDuration"] / (LASTS / FRAME)


def frames() -> None:
    """Lay cards several times; print what that cost and how many frames were late."""
    program = next(filter(None, map(which, BROWSERS)), None)
    if program is None:
        CONSOLE.print("THERE IS NO CHROMIUM: how smoothly cards move was not measured.")
        return
    costs = Grid("action", "styles", "layouts", "processor time", "per frame", "not composited")
    tasks = Grid("action", "tasks", "longest", f"over {BUDGET:.1f} ms")
    shown = Grid("action", "frames", "late", "longest")
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        spent = [_costs(browser, url) for _ in range(RUNS)]
        seen = [_frames(browser, url) for _ in range(RUNS)]
        browser.close()
    for name in ACTIONS:
        costs.add_row(name, *_figures([run[name] for run in spent]))
        tasks.add_row(name, *_long_tasks([run[name] for run in spent]))
        shown.add_row(name, *_lateness([run[name] for run in seen]))
    CONSOLE.print(
        f"What the main thread does for {LASTS / 1000} s, medians of {RUNS}; a frame may cost "
        f"{BUDGET:.1f} ms where a phone is {SLOWER}× as slow.",
        costs,
        tasks,
    )
    CONSOLE.print(f"Frames shown by a processor {SLOWER}× as slow; what else runs is felt.", shown)


def _figures(actions: list[Action]) -> list[str]:
    spent = {name: median(each.spent[name] for each in actions) for name in (*COUNTED, *TIMED)}
    times = (f"{name.removesuffix('Duration')} {spent[name]:.0f} ms" for name in TIMED)
    return [
        *(f"{spent[name]:.0f}" for name in COUNTED),
        ", ".join(times),
        f"{median(each.per_frame for each in actions):.2f} ms",
        ", ".join(sorted(set().union(*(each.properties for each in actions)))) or "–",
    ]


def _long_tasks(actions: list[Action]) -> list[str]:
    return [
        f"{median(len(each.tasks) for each in actions):.0f}",
        f"{median(max(each.tasks) for each in actions):.1f} ms",
        f"{median(sum(task > BUDGET for task in each.tasks) for each in actions):.0f}",
    ]


def _lateness(runs: list[list[float]]) -> list[str]:
    return [
        f"{median(len(each) for each in runs):.0f}",
        f"{median(sum(frame > LATE for frame in each) for each in runs):.0f}",
        f"{median(max(each) for each in runs):.0f} ms",
    ]


def _costs(browser: Browser, url: str) -> dict[str, Action]:
    with phone(browser) as context:
        page, tools = _sit_down(context, url)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        return {name: _cost(browser, page, tools, *play) for name, play in ACTIONS.items()}


def _cost(browser: Browser, page: Page, tools: CDPSession, card: str, pile: str) -> Action:
    page.tap(f"[data-card='{card}']")
    page.wait_for_timeout(LASTS)
    browser.start_tracing(page=page, categories=TRACED)
    before = _metrics(tools)
    page.tap(f"[data-pile='{pile}']")
    properties: list[str] = page.evaluate(ON_MAIN_THREAD)
    page.wait_for_timeout(LASTS)
    after = _metrics(tools)
    tasks = _tasks(browser.stop_tracing())
    return Action({name: after[name] - before[name] for name in after}, set(properties), tasks)


def _tasks(trace: bytes) -> list[float]:
    """Return the CPU time of every task of the page's main thread, in milliseconds."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == MAIN_THREAD
    }
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"] == TASK and (event["pid"], event["tid"]) in threads and "tdur" in event
    ]


def _frames(browser: Browser, url: str) -> dict[str, list[float]]:
    with phone(browser) as context:
        page, tools = _sit_down(context, url)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return {name: _shown(page, *play) for name, play in ACTIONS.items()}


def _shown(page: Page, card: str, pile: str) -> list[float]:
    page.tap(f"[data-card='{card}']")
    page.wait_for_timeout(LASTS)
    page.evaluate(WATCH, LASTS)
    page.tap(f"[data-pile='{pile}']")
    seen: list[float] = page.evaluate("() => window.frames_seen")
    return seen


def _sit_down(context: BrowserContext, url: str) -> tuple[Page, CDPSession]:
    page = context.new_page()
    page.goto(f"{url}/t/{_open_table(context, url)}")
    page.wait_for_selector("[data-card]")
    page.wait_for_timeout(LASTS)
    return page, context.new_cdp_session(page)


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
