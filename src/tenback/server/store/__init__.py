"""What the server keeps: people, tables, the log of their steps, and results."""

from tenback.server.store.database import Database, Patience
from tenback.server.store.days import Days, DaySitting, Deal, Player
from tenback.server.store.faults import StorageError, StorageRefused, StorageUnavailable
from tenback.server.store.ids import hash_of, new_code, new_id, new_secret
from tenback.server.store.log import Log
from tenback.server.store.people import Account, People, Person
from tenback.server.store.ratings import Ranked, RatedDuel, Ratings, Standing, bot_player
from tenback.server.store.results import Result, Results, Statistics, finished
from tenback.server.store.steps import Also, Duel, Row
from tenback.server.store.tables import (
    NewTable,
    Phase,
    TableRow,
    Tables,
    changed,
    created,
    sat,
    stood,
)

__all__ = [
    "Account",
    "Also",
    "Database",
    "DaySitting",
    "Days",
    "Deal",
    "Duel",
    "Log",
    "NewTable",
    "Patience",
    "People",
    "Person",
    "Phase",
    "Player",
    "Ranked",
    "RatedDuel",
    "Ratings",
    "Result",
    "Results",
    "Row",
    "Standing",
    "Statistics",
    "StorageError",
    "StorageRefused",
    "StorageUnavailable",
    "TableRow",
    "Tables",
    "bot_player",
    "changed",
    "created",
    "finished",
    "hash_of",
    "new_code",
    "new_id",
    "new_secret",
    "sat",
    "stood",
]
