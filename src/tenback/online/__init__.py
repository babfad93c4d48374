"""A server seen from outside: who somebody is there, and what they know of a table."""

from tenback.online.client import Client
from tenback.online.errors import OnlineCode
from tenback.online.links import TableLink, read_link
from tenback.online.person import Person, TurnedDown
from tenback.online.table_fold import Seated, TableFold

__all__ = [
    "Client",
    "OnlineCode",
    "Person",
    "Seated",
    "TableFold",
    "TableLink",
    "TurnedDown",
    "read_link",
]
