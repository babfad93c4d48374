"""`python -m bench page` times opening the page, up to the first hand, on a slow phone network.

    open / ──▶ "Play" is shown ─tap▶ your hand is shown     nobody thinks in between
    open /t/ID ────────────────────▶ your hand is shown

A real Chromium opens a real server; the page itself records when something is painted. Chromium
delays answers, not packets: `LIGHTHOUSE` has the figures of the network itself, as on an open
connection; `DEVTOOLS` has the figures that the developer tools derive from them, as if every
request had to connect first.
"""

import gzip
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from statistics import median
from time import monotonic, sleep
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.table import Table as Grid

from bench.load.processes import HOST, Server
from bench.timing import CONSOLE
from tenback.server.static_files import FOLDER

RUNS = 5
SLOWER = 4
"""How many times slower the CPU of a phone is."""
BAR = 3.0
"""The most seconds until a player can lay a card."""
PHONE = {"width": 390, "height": 844}
STARTING = 300
"""Seconds to wait for the server: a busy machine may have to compile the bots first."""
BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ALONE = {"settings": {"edition": "classic", "seats": 1}, "is_started": True}

NOTING = """
const painted = (selector) => new Promise((tell) => {
  const looking = new MutationObserver(() => {
    const found = document.querySelector(selector);
    if (found === null) return;
    looking.disconnect();
    requestAnimationFrame(() => setTimeout(() => tell(found)));
  });
  looking.observe(document, { childList: true, subtree: true });
});
void painted("main button.main").then((play) => play.click());
window.milliseconds = painted("[data-card]").then(() => performance.now());
"""
"""Taps the main button as soon as it is painted, and records when the hand is painted."""


@dataclass(frozen=True)
class Network:
    """A slow network, as Chromium simulates it."""

    name: str
    latency: float
    """The least milliseconds until an answer."""
    down: float
    up: float
    """Bits per second."""

    def __str__(self) -> str:
        return f"{self.name}: {self.latency:g} ms, {self.down / 1e6:.2f} Mbit/s"


LIGHTHOUSE = Network("Lighthouse", 150, 1.6e6, 750e3)
DEVTOOLS = Network("DevTools", 150 * 3.75, 1.6e6 * 0.9, 750e3 * 0.9)

Opening = Callable[[Browser, str, Network], float]


def page() -> None:
    """Open the page several times in each way, and print how long it took."""
    program = next(filter(None, map(which, BROWSERS)), None)
    if program is None:
        CONSOLE.print("THERE IS NO CHROMIUM: how fast the page opens was not measured.")
        return
    ways: dict[str, Opening] = {
        "the start page, and alone": from_start,
        "a table, by its link": by_link,
        "the start page, and alone, with what is kept": once_more,
    }
    grid = Grid(
        "opened", *(f"{network}\nfastest, median, slowest" for network in (LIGHTHOUSE, DEVTOOLS))
    )
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        from_start(browser, url, LIGHTHOUSE)  # warms the server up, which has not dealt yet
        for name, way in ways.items():
            cells = []
            for network in (LIGHTHOUSE, DEVTOOLS):
                times = [way(browser, url, network) for _ in range(RUNS)]
                told = (min(times), median(times), max(times))
                cells.append(", ".join(f"{seconds:.2f} s" for seconds in told))
            grid.add_row(name, *cells)
        browser.close()
    CONSOLE.print(f"To the first card on a phone {SLOWER}× as slow; the bar is {BAR:.0f} s.", grid)
    CONSOLE.print(
        f"The load was {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores: what else runs is felt.",
        *sizes(),
        sep="\n",
    )


def from_start(browser: Browser, url: str, network: Network) -> float:
    """Return the seconds from an empty browser to the cards, via the start page."""
    with phone(browser) as context:
        return _seconds(_slow_page(context, network), url)


def by_link(browser: Browser, url: str, network: Network) -> float:
    """Return the seconds from opening a link to the cards of a table where you sit."""
    with phone(browser) as context:
        return _seconds(_slow_page(context, network), f"{url}/t/{_open_table(context, url)}")


def once_more(browser: Browser, url: str, network: Network) -> float:
    """Return the seconds for a visitor whose browser has cached the page."""
    with phone(browser, keeps=True) as context:
        before = context.new_page()
        before.goto(url)
        before.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        before.close()
        return _seconds(_slow_page(context, network), url)


@contextmanager
def serving() -> Iterator[str]:
    """Run a server for a while; yield its address."""
    with tempfile.TemporaryDirectory(prefix="tenback-page-", ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{Path(folder) / 'page.sqlite'}"
        server = Server(Path(folder), {"TENBACK_DATABASE_URL": database})
        url = f"http://{HOST}:{server.port}"
        try:
            _wait_for(server, url)
            yield url
        finally:
            server.stop()


def sizes() -> Iterator[str]:
    """Yield how much the start page and a table download, gzipped."""
    for title, path in (("start page", ""), ("table", "t")):
        script, style = downloaded(path)
        yield f"{title}: {script:.1f} kB of JavaScript, {style:.1f} kB of CSS, gzipped"


def downloaded(path: str, language: str = "en") -> tuple[float, float]:
    """Return the kilobytes of JavaScript and CSS that a page of the built site needs, gzipped."""
    names = files_of(path, language)
    script, style = (
        sum(_gzipped(name) for name in names if name.endswith(ending)) for ending in (".js", ".css")
    )
    return script, style


def files_of(path: str, language: str = "en") -> set[str]:
    """Return the files that a page of the built site begins with, besides its document."""
    needs = json.loads((FOLDER / "needs.json").read_text())
    document = (FOLDER / "index.html").read_text()
    frame = set(re.findall(r"assets/[\w-]+[.](?:js|css)", document))
    return {*frame, *needs["pages"][path], needs["texts"][language]}


def _gzipped(name: str) -> float:
    return len(gzip.compress((FOLDER / name).read_bytes())) / 1000


def _wait_for(server: Server, url: str) -> None:
    end = monotonic() + STARTING
    while True:
        try:
            if httpx.get(f"{url}/ready").is_success:
                return
        except httpx.TransportError:
            pass
        if not server.is_running or monotonic() > end:
            sys.exit(f"bench: the server does not start:\n{server.log.read_text()}")
        sleep(0.1)


@contextmanager
def phone(browser: Browser, *, keeps: bool = False) -> Iterator[BrowserContext]:
    """Yield a fresh browser; `keeps` lets the page cache itself for the next visit.

    On a first visit, caching begins only afterwards, and Chromium does not slow it down.
    """
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale="en",
        service_workers="allow" if keeps else "block",
    )
    try:
        yield context
    finally:
        context.close()


def _slow_page(context: BrowserContext, network: Network) -> Page:
    opened = context.new_page()
    opened.add_init_script(NOTING)
    tools = context.new_cdp_session(opened)
    tools.send("Network.enable")
    tools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": network.latency,
            "downloadThroughput": network.down / 8,
            "uploadThroughput": network.up / 8,
        },
    )
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return opened


def _seconds(opened: Page, url: str) -> float:
    opened.goto(url, wait_until="commit")
    milliseconds: float = opened.evaluate("() => window.milliseconds")
    return milliseconds / 1000


def _open_table(context: BrowserContext, url: str) -> str:
    context.request.post(f"{url}/api/me", data={"name": "Phone"})
    opened: Any = context.request.post(f"{url}/api/tables", data=ALONE).json()
    table: str = opened["id"]
    return table
