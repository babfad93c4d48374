"""Links to tables, as people send them to each other."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from tenback.online.errors import OnlineCode
from tenback.rules.errors import BadInput

EXAMPLE = "https://example.org/t/4qx7m0zb2k"


@dataclass(frozen=True, slots=True)
class TableLink:
    """A server, and a table there."""

    url: str
    table: str

    def __str__(self) -> str:
        return f"{self.url}/t/{self.table}"


def read_link(text: str) -> TableLink:
    """Return the server and the table that a link names.

    >>> read_link("http://127.0.0.1:8098/t/abcdefgh?seat=1")
    TableLink(url='http://127.0.0.1:8098', table='abcdefgh')
    """
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        raise BadInput(OnlineCode.BAD_LINK, text=text, example=EXAMPLE) from None
    path = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(path) != 2:
        raise BadInput(OnlineCode.BAD_LINK, text=text, example=EXAMPLE)
    return TableLink(f"{parts.scheme}://{parts.netloc}", path[1])
