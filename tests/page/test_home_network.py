"""Phones in the same network: plain http, so no service worker, clipboard or secure context."""

from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tenback.server.home_network import private_addresses
from tests.page.conftest import Coming
from tests.page.playing import play_turn
from tests.server.guests import refusal
from tests.server.serving import Serving

pytestmark = pytest.mark.skipif(
    not private_addresses(), reason="this machine has no address on a private network"
)


FAMILY = ("Ben", "Cleo", "Dora", "Emil")
"""Those with phones; the fifth is at the machine with the tables."""


@dataclass
class Nearby:
    """A server as a phone in the same network finds it."""

    url: str


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("home") / "x.sqlite", "--lan") as own:
        yield own
        assert own.errors == ""


@pytest.fixture
def phones(home: Serving) -> list[str]:
    addresses: list[str] = httpx.get(f"{home.url}/api/lan").json()["addresses"]
    return addresses


def test_a_family_of_five_plays_over_plain_http(
    come: Coming, home: Serving, phones: list[str]
) -> None:
    host = come("desktop", "en", server=home)
    others = [come("phone", "de", server=Nearby(phones[0])) for _ in FAMILY]
    host.open()
    panel = host.page.get_by_role("region", name=host.say("start.phones"))
    expect(panel).to_contain_text(phones[0])
    expect(panel.get_by_role("img", name=host.say("site.qr"))).to_be_visible()

    host.begin("friends", count=1 + len(FAMILY))
    expect(host.page.get_by_role("img", name=host.say("site.qr"))).to_be_visible()
    link = host.invitation()  # what the QR code says
    assert link.startswith(f"{phones[0]}/c/")  # nobody could follow a link to 127.0.0.1
    for phone, name in zip(others, FAMILY, strict=True):
        phone.open(link.removeprefix(phones[0]))
        phone.sit_down(name)
    first = others[0]
    assert first.page.evaluate("[isSecureContext, 'clipboard' in navigator]") == [False, False]
    host.press("gather.start")
    first.name_me()
    for person in (host, *others[1:]):
        person.name(1)
    for phone in others:
        assert play_turn(phone)
    assert play_turn(host)
    first.reload()
    assert play_turn(first)


def test_a_phone_copies_without_a_clipboard(come: Coming, phones: list[str]) -> None:
    phone = come("desktop", "en", server=Nearby(phones[0]))
    phone.open()
    phone.begin("friends", count=2)
    phone.press("invite.share")
    expect(phone.button("copy.done")).to_be_visible()


@pytest.mark.parametrize("name", ["evil.example", "evil.example:{port}", "127.0.0.1:1", ""])
def test_no_other_name_leads_to_the_tables(home: Serving, name: str) -> None:
    host = name.format(port=home.port)
    answer = httpx.get(f"{home.url}/api/tables", headers={"host": host})
    assert refusal(answer) == (421, "foreign-host")
    assert (
        answer.json()["error"]["message"]
        == f"this server does not answer to the host name {host!r}"
    )
    own = {"host": host, "origin": f"http://{host}"}
    assert refusal(httpx.post(f"{home.url}/api/me", json={"name": "Eve"}, headers=own))[0] == 421


def test_phones_and_this_machine_may_speak(home: Serving, phones: list[str]) -> None:
    for url in (home.url, f"http://localhost:{home.port}", *phones):
        answer = httpx.post(f"{url}/api/me", json={"name": "Anna"}, headers={"origin": url})
        assert answer.status_code == 200
    evil = {"origin": "http://evil.example"}
    answer = httpx.post(f"{phones[0]}/api/me", json={"name": "Eve"}, headers=evil)
    assert refusal(answer) == (403, "foreign-origin")
    socket = f"{phones[0].replace('http', 'ws')}/api/tables/x/socket"
    with pytest.raises(InvalidStatus), connect(socket, origin=Origin("http://evil.example")):
        pass
    with connect(socket, origin=Origin(phones[0])):
        pass
