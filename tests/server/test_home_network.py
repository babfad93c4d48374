"""At home: which addresses are opened, and which host names a server answers to."""

import asyncio
from typing import Any

import pytest

from tenback.rules import BadInput
from tenback.server.clock import Clock
from tenback.server.errors import ServerCode
from tenback.server.home_network import home_addresses, private_addresses
from tenback.server.metrics import Metrics
from tenback.server.middleware import SecurityMiddleware
from tenback.server.security import is_other_host
from tenback.server.settings import Settings


def test_an_address_that_is_not_private_is_never_opened() -> None:
    for host in ("0.0.0.0", "8.8.8.8", "cards.example"):
        with pytest.raises(BadInput) as caught:
            home_addresses(host)
        assert caught.value.code is ServerCode.CANNOT_LISTEN
    assert not any(address.startswith(("127.", "169.254.")) for address in private_addresses())


def test_of_several_addresses_one_can_be_chosen() -> None:
    for address in private_addresses():
        assert home_addresses(address) == (address,)
        assert address in home_addresses("127.0.0.1")


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        (b"192.168.0.7:8098", False),
        (b"LOCALHOST:8098", False),
        (b"cards.example:80", False),
        (b"cards.example", False),
        (b"192.168.0.7", True),
        (b"192.168.0.7:8099", True),
        (b"192.168.0.70:8098", True),
        (b"evil.example:8098", True),
        (b"", True),
    ],
)
def test_names_that_are_not_its_own(host: bytes, expected: bool) -> None:
    names = ("192.168.0.7:8098", "localhost:8098", "cards.example")
    assert is_other_host({b"host": host}, names) is expected
    assert not is_other_host({b"host": host}, ())


def test_at_home_everybody_comes_by_plain_http() -> None:
    settings = Settings.from_environment({"TENBACK_LAN": "on", "TENBACK_HOST": "192.168.0.7"})
    assert not settings.is_secure


def test_phones_are_told_only_what_they_can_reach() -> None:
    names = ("localhost:8098", "127.0.0.1:8098", "192.168.0.7:8098")
    assert Settings(is_lan=True, hosts=names).lan_urls == ["http://192.168.0.7:8098"]
    assert Settings(hosts=names).lan_urls == []


@pytest.mark.parametrize("path", ["/metrics", "/ready", "//metrics/"])
@pytest.mark.parametrize(
    ("client", "is_lan", "status"),
    [("127.0.0.1", True, 200), ("192.168.0.9", True, 404), ("192.168.0.9", False, 200)],
)
def test_phones_do_not_get_what_is_for_the_host_alone(
    path: str, client: str, is_lan: bool, status: int
) -> None:
    told: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        told.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "client": (client, 5)}
    guarded: Any = SecurityMiddleware(app, Settings(is_lan=is_lan), Metrics(), Clock())
    asyncio.run(guarded(scope, None, send))
    assert told[0]["status"] == status
