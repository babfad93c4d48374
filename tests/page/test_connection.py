"""Broken connections: the page says so, reconnects, and does once what was clicked."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tenback.protocol import Stop
from tests.page.conftest import Coming
from tests.page.person import BROKEN, Person, Play, Seen
from tests.page.playing import way_on
from tests.page.relay import Relay
from tests.server.announcing import announce
from tests.server.serving import Serving


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Serving]:
    """Return a server that the test may kill."""
    with Serving(tmp_path / "tenback.sqlite") as own:
        yield own


@pytest.fixture
def relay(serving: Serving) -> Iterator[Relay]:
    """Return a wire to the shared server."""
    with Relay(serving) as wire:
        yield wire


def lay_first(person: Person) -> tuple[Seen, Play, Play]:
    """Lay the first of two cards; return what was seen before, and both."""
    before = person.wait_for_turn()
    first, second = way_on(before)
    person.lay(*first)
    person.wait_for_turn()
    return before, first, second


def expect_turn_played(person: Person, before: Seen, *plays: Play) -> None:
    """The cards lie there once, two new ones have come, and a new turn has begun."""
    expect(person.page.locator("[data-deck]")).to_have_text(str(before.decks[0] - 2))
    now = person.wait_for_turn()
    tops = dict(before.tops)
    for play in plays:
        tops[play.pile] = play.card
    assert now.tops == tops
    assert len(now.hand) == len(before.hand)
    kept = set(before.hand) - {play.card for play in plays}
    assert kept < set(now.hand)


def said(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


def test_a_reload_in_mid_turn_shows_the_same_table(person: Person) -> None:
    person.open()
    person.play_alone()
    before, first, second = lay_first(person)
    seen = person.see()
    person.reload()
    assert person.wait_for_turn() == seen
    person.lay(*second)
    person.end_turn()
    expect_turn_played(person, before, first, second)


def test_offline_in_mid_turn_says_so_and_keeps_what_is_clicked(person: Person) -> None:
    person.forgive(*BROKEN)
    person.open()
    person.play_alone()
    before, first, second = lay_first(person)

    person.context.set_offline(True)
    said(person.page, person.say("link.offline"))
    person.lay(*second)
    said(person.page, person.say("link.kept"))
    assert person.tops()[second.pile] == second.card
    person.end_turn()

    person.context.set_offline(False)
    expect_turn_played(person, before, first, second)
    expect(person.page.get_by_text(person.say("link.offline"))).to_be_hidden()


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("desktop", "de")])
def test_a_cut_wire_in_mid_turn_is_said_and_what_is_clicked_comes_through_once(
    come: Coming, relay: Relay, size: str, language: str
) -> None:
    person = come(size, language, server=relay)
    person.forgive(*BROKEN)
    person.open()
    person.play_alone()
    before, first, second = lay_first(person)

    relay.cut()
    said(person.page, person.say("link.again"))
    person.lay(*second)
    said(person.page, person.say("link.kept"))
    person.end_turn()

    relay.mend()
    expect_turn_played(person, before, first, second)
    expect(person.page.get_by_text(person.say("link.again"))).to_be_hidden()
    heard = [text for frame in person.frames for text in events_in(frame)]
    assert heard.count(f"0:{second.card}>{second.pile}") == 1


def events_in(frame: dict[str, list[dict[str, list[str]]]]) -> list[str]:
    """Return what a step has told of cards."""
    return [text for fact in frame.get("facts", []) for text in fact.get("events", [])]


def test_a_server_that_is_killed_in_mid_turn_comes_back_with_everything(
    come: Coming, mortal: Serving
) -> None:
    person = come("phone", "de", server=mortal)
    person.forgive(*BROKEN)
    person.open()
    person.play_alone()
    before, first, second = lay_first(person)

    mortal.kill()
    said(person.page, person.say("link.again"))
    person.lay(*second)
    said(person.page, person.say("link.kept"))
    person.end_turn()

    mortal.start()
    expect_turn_played(person, before, first, second)
    expect(person.page.get_by_text(person.say("link.again"))).to_be_hidden()
    seen = person.see()
    person.reload()
    assert person.wait_for_turn() == seen


def test_a_step_that_is_lost_on_the_way_is_asked_for(person: Person) -> None:
    person.open()
    person.play_alone()
    first, second = way_on(person.see())
    sockets: list[WebSocketRoute] = []
    lost: list[str | bytes] = []

    def lose_the_first_step(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if not lost and json.loads(message)["type"] == "happened":
                lost.append(message)
            else:
                socket.send(message)

        server.on_message(pass_on)

    person.context.route_web_socket("**/socket", lose_the_first_step)
    other = person.another_tab()
    assert other.wait_for_turn() == person.see()
    assert len(sockets) == 1

    person.lay(*first)
    person.wait_for_turn()
    person.lay(*second)
    expect(other.card(second.card)).to_be_hidden()
    assert other.wait_for_turn() == person.wait_for_turn()
    assert (len(lost), len(sockets)) == (1, 2)


def test_two_tabs_of_one_person_agree(person: Person) -> None:
    person.open()
    person.play_alone()
    first, second = way_on(person.see())
    other = person.another_tab()
    assert other.wait_for_turn() == person.see()

    person.lay(*first)
    expect(other.card(first.card)).to_be_hidden()
    other.lay(*second)
    expect(person.card(second.card)).to_be_hidden()
    assert person.wait_for_turn() == other.wait_for_turn()

    other.take_back()
    expect(person.card(second.card)).to_be_visible()
    other.lay(*second)
    expect(person.card(second.card)).to_be_hidden()
    person.wait_for_turn()
    person.end_turn()
    expect(other.page.locator("[data-deck]")).to_have_text("88")
    assert other.wait_for_turn() == person.wait_for_turn()


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_an_announced_stop_is_shown_and_taken_back(person: Person, serving: Serving) -> None:
    person.open()
    person.play_alone()
    person.wait_for_turn()
    announce(serving.database_url, Stop(time.time_ns() // 1_000_000 + 3_600_000, "Back soon."))
    try:
        expect(person.page.get_by_text("Back soon.")).to_be_visible(timeout=60_000)
        said(person.page, "Nothing is lost")
    finally:
        announce(serving.database_url, None)
    expect(person.page.get_by_text("Back soon.")).to_be_hidden(timeout=60_000)
