"""At home: which addresses are opened, and under which names a server answers."""

import pytest

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.home_network import home_addresses, private_addresses
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
