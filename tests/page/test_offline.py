"""Without a connection: the kit is loaded once, then whole games are played with nobody there."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tenback.puzzles import shipped
from tests.page.conftest import Coming
from tests.page.duelling import lay_what_does_not_lose
from tests.page.page_versions import renewable_server
from tests.page.person import BROKEN, Person
from tests.page.playing import play_to_the_end, play_turn, way_on
from tests.page.relay import Relay
from tests.page.solving import play_line, verdict
from tests.server.serving import Serving


@pytest.fixture
def relay(serving: Serving) -> Iterator[Relay]:
    """Return a wire to the shared server."""
    with Relay(serving) as wire:
        yield wire


def install(person: Person) -> None:
    """Load the kit on the start page."""
    person.open()
    person.load_kit()


PROGRESS = """
() => {
  window.values = [];
  const note = () => {
    const bar = document.querySelector("#offline-progress");
    if (bar !== null) window.values.push(bar.value);
  };
  const whole = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document.querySelector(".kit"), whole);
}
"""
"""Notes what the progress bar of the kit shows."""
IS_KEPT = "() => navigator.serviceWorker.controller !== null"
BREAK_DATABASE = """
() => {
  self.transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = () => { throw new Error("closed"); };
}
"""
MEND_DATABASE = "() => { IDBDatabase.prototype.transaction = self.transaction; }"


def test_a_newcomer_plays_a_whole_game_alone_with_the_network_cut_from_the_start(
    come: Coming, relay: Relay
) -> None:
    anna = come("phone", server=relay)
    anna.forgive(*BROKEN, "503")
    anna.open()
    expect(anna.page.locator(".kit")).to_be_visible()
    anna.page.evaluate(PROGRESS)
    anna.load_kit()
    shown = anna.page.evaluate("window.values")
    assert len(set(shown)) > 2
    assert shown == sorted(shown)
    assert shown[-1] <= 1
    relay.cut()

    anna.open()
    expect(anna.page.get_by_text(anna.say("start.unreachable.here"))).to_be_visible()
    anna.play_alone()
    assert anna.path.startswith("/t/offline-")
    first, _ = way_on(anna.wait_for_turn())
    anna.lay(*first)
    seen = anna.wait_for_turn()
    table = anna.path

    relay.stall()
    anna.reload()
    assert anna.wait_for_turn() == seen
    read_and_learn(anna)
    go_home(anna)
    anna.page.get_by_role(
        "link", name=anna.say("start.go-on-with", edition="Classic")
    ).first.click()
    assert anna.path == table
    assert anna.wait_for_turn() == seen
    play_to_the_end(anna, manner="hasty")
    anna.page.locator("a[href^='/replay/']").click()
    expect(anna.page.locator("[data-page='replay']")).to_be_visible()

    relay.mend()
    anna.open("/me")
    expect(anna.page.get_by_text(anna.say("me.unsent", count=1))).to_be_visible()
    anna.page.get_by_role("link", name=anna.say("me.unsent.add", count=1)).click()
    send_to_results(anna)


ARCHIVES = """
async () => (await (await caches.open("offline-kit")).keys())
  .map(({ url }) => url)
  .filter((url) => /python-[^/]*$/.test(url))
"""
"""The archives of our Python that the browser keeps, one for each version of the page."""
KINDS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("alone", "extreme", {}),
    ("alone", "on-fire", {}),
    ("bots", "classic", {"count": 2}),
    ("duel", "face-to-face", {}),
)


def test_everything_for_one_person_is_there_while_nothing_comes_through(
    come: Coming, relay: Relay
) -> None:
    """One browser, so that Python is loaded as seldom as possible."""
    anna = come(server=relay)
    anna.forgive(*BROKEN, "503")
    anna.open()
    anna.page.evaluate("window.dispatchEvent(new Event('appinstalled'))")
    expect(anna.page.get_by_text(anna.say("offline.ready"))).to_be_visible()
    anna.page.wait_for_function(IS_KEPT)
    relay.stall()
    anna.play_alone()
    assert anna.path.startswith("/t/offline-")
    for mode, edition, chosen in KINDS:
        go_home(anna)
        if mode != "duel":
            anna.page.get_by_role("radio", name=anna.say(f"edition.{edition}")).check()
        anna.begin(mode, **chosen)
        assert anna.path.startswith("/t/offline-")
        if mode == "bots":
            anna.name_me()
        play_turns(anna, 2)

    anna.page.get_by_role("link", name=anna.say("site.puzzle")).click()
    play_line(anna, shipped().of_day(datetime.now(UTC).date()), 0)
    expect(verdict(anna)).to_have_text(anna.say("puzzle.right"))
    expect(anna.page.get_by_role("row").filter(has_text=anna.say("puzzle.yours"))).to_be_visible()

    go_home(anna)
    [worker] = anna.page.workers
    worker.evaluate(BREAK_DATABASE)
    play = anna.mode("alone").get_by_role("button")
    play.click()
    expect(anna.page.get_by_text(anna.say("code.no-storage"))).to_be_visible()
    expect(play).to_be_enabled()
    worker.evaluate(MEND_DATABASE)
    anna.play_alone()


def test_a_newer_page_waits_for_the_connection_and_kept_games_survive_it(
    come: Coming, tmp_path: Path
) -> None:
    with renewable_server(tmp_path) as (server, folder), Relay(server) as relay:
        anna = come(server=relay)
        anna.forgive(*BROKEN, "503")
        newer = anna.page.locator("meta[name='version'][content='2']")
        install(anna)
        relay.cut()
        anna.open()
        anna.play_alone()
        table = anna.path

        folder.renew()
        anna.open(table)
        play_turn(anna)
        seen = anna.wait_for_turn()
        expect(newer).not_to_be_attached()

        relay.mend()
        anna.open()
        expect(anna.page.get_by_text(anna.say("offline.ready"))).to_be_visible()
        anna.press("site.update.now")
        expect(newer).to_be_attached()
        expect(anna.page.get_by_text(anna.say("offline.ready"))).to_be_visible()
        expect(anna.button("site.update.now")).to_be_hidden()
        [archive] = anna.page.evaluate(ARCHIVES)
        assert archive.endswith("2.zip")

        relay.cut()
        anna.open(table)
        expect(newer).to_be_attached()
        assert anna.wait_for_turn() == seen
        play_turn(anna)


def read_and_learn(person: Person) -> None:
    """Open the rules and a lesson, without leaving the page."""
    go_home(person)
    person.page.locator("main a[href='/learn']").click()
    person.page.locator("main a[href='/rules']").click()
    expect(person.page.locator("#C5")).to_be_visible()
    person.page.locator("main a[href='/learn/classic']").click()
    expect(person.page.locator(".lesson")).to_be_visible()


def go_home(person: Person) -> None:
    """Go to the start page without leaving the page: Python would be loaded again."""
    person.page.locator("header .home").click()


def play_turns(person: Person, count: int) -> None:
    """Play some turns with whatever fits, unless the game is over before."""
    for _ in range(count):
        seen = person.wait_for_turn()
        while not seen.can_end and not seen.is_over:
            seen = lay_what_does_not_lose(person, list(seen.plays))
        if seen.is_over:
            return
        person.end_turn()


def send_to_results(person: Person) -> None:
    """Send the one game of this device; the first answer is lost on the way."""
    go_home(person)
    person.page.route("**/api/me/offline", lose_answer, times=1)
    person.press("offline.send", count=1)
    expect(person.page.get_by_text(person.say("offline.refused", count=1))).to_be_visible()
    person.press("offline.send", count=1)
    expect(person.page.get_by_text(person.say("offline.sent", count=1))).to_be_visible()
    expect(person.button("offline.send", count=1)).to_be_hidden()
    person.page.get_by_role("link", name=person.say("offline.results")).click()
    results = person.page.locator("section").filter(
        has=person.page.get_by_role("heading", name=person.say("me.results"))
    )
    expect(results.get_by_role("listitem")).to_have_count(1)
    expect(results).to_contain_text(person.say("me.offline"))
    expect(person.page.get_by_role("option")).to_have_text([re.compile(person.say("me.offline"))])
    results.get_by_role("link").click()
    expect(person.page.locator("[data-page='replay']")).to_be_visible()


def lose_answer(route: Route) -> None:
    """Let the server have a request, and nobody its answer."""
    route.fetch()
    route.abort()
