"""What the server keeps: people, tables, the log of their steps, and results."""

from tenback.server.store.changes import Duel, SideEffect
from tenback.server.store.database import Database, Patience
from tenback.server.store.days import DailyDeal, DailySitting, Days, NamedPlayer, day_dealt
from tenback.server.store.faults import (
    StorageError,
    StorageNotWritable,
    StorageRefused,
    StorageUnavailable,
)
from tenback.server.store.ids import hash_of, new_code, new_id, new_secret
from tenback.server.store.log import Log, StoredTable
from tenback.server.store.people import Account, People, Person
from tenback.server.store.ratings import PlayerRating, RankingEntry, RatedDuel, Ratings, bot_player
from tenback.server.store.results import Results, SeatResult, Statistics, result_added
from tenback.server.store.tables import (
    NewTable,
    Phase,
    TableRow,
    Tables,
    seat_left,
    seat_taken,
    table_changed,
    table_created,
)
from tenback.server.store.throttles import Throttles

__all__ = [
    "Account",
    "DailyDeal",
    "DailySitting",
    "Database",
    "Days",
    "Duel",
    "Log",
    "NamedPlayer",
    "NewTable",
    "Patience",
    "People",
    "Person",
    "Phase",
    "PlayerRating",
    "RankingEntry",
    "RatedDuel",
    "Ratings",
    "Results",
    "SeatResult",
    "SideEffect",
    "Statistics",
    "StorageError",
    "StorageNotWritable",
    "StorageRefused",
    "StorageUnavailable",
    "StoredTable",
    "TableRow",
    "Tables",
    "Throttles",
    "bot_player",
    "day_dealt",
    "hash_of",
    "new_code",
    "new_id",
    "new_secret",
    "result_added",
    "seat_left",
    "seat_taken",
    "table_changed",
    "table_created",
]
