"""Opens pages in the user's browser."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread

DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Variables of which one is set if a window can be opened, or a browser was chosen."""
WILDCARD_HOSTS = {"//0.0.0.0:": "//127.0.0.1:", "//[::]:": "//[::1]:"}
"""The addresses of servers that listen everywhere, and how this machine reaches them."""


def show(address: str) -> None:
    """Open an address in the background. Without a browser, nothing happens."""
    if can_show(sys.platform, os.environ):
        Thread(target=_open, args=[local_address(address)], daemon=True).start()


def can_show(platform: str, environment: Mapping[str, str]) -> bool:
    """Return whether there is a graphical screen. A terminal browser would take over this terminal.

    >>> can_show("linux", {}), can_show("linux", {"DISPLAY": ":0"}), can_show("darwin", {})
    (False, True, True)
    """
    return platform in {"darwin", "win32"} or any(map(environment.get, DISPLAY_VARIABLES))


def local_address(address: str) -> str:
    """Return an address as a browser on this machine reaches it.

    >>> local_address("http://0.0.0.0:8098"), local_address("http://cards.example:80")
    ('http://127.0.0.1:8098', 'http://cards.example:80')
    """
    for everywhere, here in WILDCARD_HOSTS.items():
        address = address.replace(everywhere, here, 1)
    return address


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
