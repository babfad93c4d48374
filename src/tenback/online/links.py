"""Links to tables, and the five-letter codes that people call out to each other."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from tenback.online.errors import OnlineCode
from tenback.online.person import PATIENCE, ask, decode
from tenback.rules.errors import BadInput

EXAMPLE = "https://example.org/t/4qx7m0zb2k"
CODE = re.compile(r"[A-Z]{5}")
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
TABLES, CODES = ("t", "screen"), "c"
"""The path segments before a table's id, and the one before its code."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """A server, and a table there."""

    url: str
    table: str

    def __str__(self) -> str:
        return f"{self.url}/t/{self.table}"


class _Found(Struct):
    id: str


@dataclass(frozen=True, slots=True)
class CodeLink:
    """A server, and the five-letter code of a table there."""

    url: str
    code: str

    def __str__(self) -> str:
        return f"{self.url}/c/{self.code}"

    async def find(self, patience: float = PATIENCE) -> TableLink:
        """Ask the server which table has this code."""
        answer = await ask(self.url, "GET", f"/api/codes/{self.code}", patience=patience)
        return _table_link(str(self), self.url, decode(self.url, answer, _Found).id)


async def find_table(link: TableLink | CodeLink, patience: float = PATIENCE) -> TableLink:
    """Return the table that a link leads to."""
    return await link.find(patience) if isinstance(link, CodeLink) else link


def read_link(text: str) -> TableLink | CodeLink:
    """Return the table that a link names, or the server and code if it names a code.

    >>> read_link("http://127.0.0.1:8098/t/abcdefgh?seat=1")
    TableLink(url='http://127.0.0.1:8098', table='abcdefgh')
    >>> read_link("abcde@example.org")
    CodeLink(url='https://example.org', code='ABCDE')
    >>> read_link("ABCDE@192.168.0.7:8000")
    CodeLink(url='http://192.168.0.7:8000', code='ABCDE')
    """
    code, at, server = text.strip().partition("@")
    if at and CODE.fullmatch(code.upper()):
        parts = _split(text, server if "://" in server else f"{_usual_scheme(server)}://{server}")
        return CodeLink(_url(text, parts), code.upper())
    parts = _split(text, text.strip())
    match [part for part in parts.path.split("/") if part]:
        case [place, table] if place in TABLES:
            return _table_link(text, _url(text, parts), table)
        case [place, code] if place == CODES and CODE.fullmatch(code.upper()):
            return CodeLink(_url(text, parts), code.upper())
    raise _bad_link(text)


def _split(text: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # Raises ValueError for a bad port.
    except ValueError:
        raise _bad_link(text) from None
    return parts


def _url(text: str, parts: SplitResult) -> str:
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or not parts.netloc.isprintable()
    ):
        raise _bad_link(text)
    return f"{parts.scheme}://{parts.netloc}"


def _table_link(text: str, url: str, table: str) -> TableLink:
    if not NAME.fullmatch(table):
        raise _bad_link(text)
    return TableLink(url, table)


def _usual_scheme(server: str) -> str:
    """Return the scheme for a server: `http` for IP addresses and local names, else `https`."""
    host = urlsplit(f"//{server}").hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return "http" if host == "localhost" or host.endswith(".local") else "https"
    return "http"


def _bad_link(text: str) -> BadInput:
    return BadInput(OnlineCode.BAD_LINK, text=text, example=EXAMPLE)
