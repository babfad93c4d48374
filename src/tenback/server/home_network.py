"""The addresses at which phones on the same network can reach this machine."""

from collections.abc import Sequence
from ipaddress import IPv4Address

from ifaddr import get_adapters

from tenback.rules.errors import BadInput, Reason
from tenback.server.errors import ServerCode
from tenback.server.settings import is_loopback

VIRTUAL: tuple[str, ...] = ("br-", "docker", "tailscale", "tap", "tun", "utun", "veth")
VIRTUAL += ("virbr", "vbox", "vmnet", "wg", "zt")
"""Name prefixes of adapters for containers, virtual machines and tunnels."""


def home_addresses(host: str) -> tuple[str, ...]:
    """Return this machine's private addresses, or only the given host if it is one of them."""
    found = private_addresses()
    if is_loopback(host):
        chosen = found
        reason = Reason("this machine has no address on a private network")
    else:
        chosen = tuple(address for address in found if address == host)
        reason = Reason(
            "this machine's private addresses are {known}", known=", ".join(found) or "–"
        )
    if not chosen:
        raise BadInput(ServerCode.CANNOT_LISTEN, text=host, reason=reason)
    return chosen


def private_addresses() -> tuple[str, ...]:
    """Return the private IPv4 addresses of all adapters that a phone may reach."""
    return tuple(
        str(found.ip)
        for adapter in get_adapters()
        if not adapter.nice_name.lower().startswith(VIRTUAL)
        for found in adapter.ips
        if found.is_IPv4 and _is_home(IPv4Address(found.ip))
    )


def host_names(addresses: Sequence[str], port: int) -> tuple[str, ...]:
    """Return addresses as browsers write them in `Host`, without the default port.

    >>> host_names(["192.168.0.7"], 8098), host_names(["192.168.0.7"], 80)
    (('192.168.0.7:8098',), ('192.168.0.7',))
    """
    return tuple(address if port == 80 else f"{address}:{port}" for address in addresses)


def _is_home(address: IPv4Address) -> bool:
    return address.is_private and not address.is_loopback and not address.is_link_local
