"""Showing a page in the browser of whoever sits at this machine."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread

WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""One of them is set where a window can be opened, or a browser was chosen."""
EVERYWHERE = {"//0.0.0.0:": "//127.0.0.1:", "//[::]:": "//[::1]:"}
"""Where a server listens that listens everywhere, and where it is from here."""


def show(address: str) -> None:
    """Open an address beside what goes on; where there is no browser, nothing happens."""
    if can_show(sys.platform, os.environ):
        Thread(target=_open, args=[from_here(address)], daemon=True).start()


def can_show(platform: str, environment: Mapping[str, str]) -> bool:
    """Return whether there is a screen: a browser for terminals would take ours away.

    >>> can_show("linux", {}), can_show("linux", {"DISPLAY": ":0"}), can_show("darwin", {})
    (False, True, True)
    """
    return platform in {"darwin", "win32"} or any(map(environment.get, WINDOWS))


def from_here(address: str) -> str:
    """Return the address for a browser on this machine.

    >>> from_here("http://0.0.0.0:8098"), from_here("http://cards.example:80")
    ('http://127.0.0.1:8098', 'http://cards.example:80')
    """
    for everywhere, here in EVERYWHERE.items():
        address = address.replace(everywhere, here, 1)
    return address


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
