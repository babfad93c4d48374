"""A server seen from outside: signing in there, and following a table."""

from tenback.online.client import Client
from tenback.online.errors import OnlineCode
from tenback.online.links import CodeLink, TableLink, find_table, read_link
from tenback.online.person import Person, TurnedDown
from tenback.online.table_fold import Seated, TableFold
from tenback.online.words import SealedWords, WordKeeper

__all__ = [
    "Client",
    "CodeLink",
    "OnlineCode",
    "Person",
    "SealedWords",
    "Seated",
    "TableFold",
    "TableLink",
    "TurnedDown",
    "WordKeeper",
    "find_table",
    "read_link",
]
