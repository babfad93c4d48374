"""Without a connection: the kit is loaded once, then whole games are played with nobody there."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Coming
from tests.page.person import Person
from tests.page.playing import play_to_the_end, way_on
from tests.page.relay import Relay
from tests.page.test_connection import BROKEN
from tests.server.serving import Serving


@pytest.fixture
def relay(serving: Serving) -> Iterator[Relay]:
    """Return a wire to the shared server."""
    with Relay(serving) as wire:
        yield wire


def install(person: Person) -> None:
    """Load the kit on the start page."""
    person.open()
    load, _ = person.say("offline.load", size="|").split("|")
    person.page.get_by_role("button", name=load).click()
    expect(person.page.get_by_text(person.say("offline.ready"))).to_be_visible()


def test_a_newcomer_plays_a_whole_game_alone_with_the_network_cut_from_the_start(
    come: Coming, relay: Relay
) -> None:
    anna = come("phone", server=relay)
    anna.forgive(*BROKEN, "503")
    install(anna)
    relay.cut()

    anna.open()
    expect(anna.page.get_by_text(anna.say("start.unreachable.here"))).to_be_visible()
    anna.play_alone()
    assert anna.path.startswith("/t/offline-")
    first, _ = way_on(anna.wait_for_turn())
    anna.lay(*first)
    seen = anna.wait_for_turn()
    anna.reload()
    assert anna.wait_for_turn() == seen

    table = anna.path
    anna.open()
    anna.page.get_by_role(
        "link", name=anna.say("start.go-on-with", edition="Classic")
    ).first.click()
    assert anna.path == table
    assert anna.wait_for_turn() == seen
    play_to_the_end(anna)
    anna.page.locator("a[href^='/replay/']").click()
    expect(anna.page.locator("[data-page='replay']")).to_be_visible()

    relay.mend()
    send_to_results(anna)


def send_to_results(person: Person) -> None:
    """Send the one game of this device; the first answer is lost on the way."""
    person.open()
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
