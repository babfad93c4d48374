"""Storage: people, sessions, tables, the log of their steps, results and ratings."""

from tenback.server.store.analyses import Analyses, AnalysisPhase, StoredAnalysis
from tenback.server.store.bans import Ban, Bans
from tenback.server.store.changes import Duel, SideEffect
from tenback.server.store.commitments import Commitments
from tenback.server.store.database import Database, Patience
from tenback.server.store.days import (
    DailyDeal,
    DailySitting,
    Days,
    DaySitting,
    NamedPlayer,
    day_dealt,
)
from tenback.server.store.erasure import (
    ErasedPerson,
    erase_person,
    revoke,
    unfinished_erasures,
)
from tenback.server.store.faults import (
    StorageError,
    StorageNotWritable,
    StorageRefused,
    StorageUnavailable,
)
from tenback.server.store.ids import hash_of, new_code, new_id, new_secret
from tenback.server.store.log import Log, StoredTable
from tenback.server.store.notes import Notes
from tenback.server.store.offline_results import OfflineRecord, OfflineResults
from tenback.server.store.people import Account, People
from tenback.server.store.person import Person
from tenback.server.store.ratings import PlayerRating, RankingEntry, RatedDuel, Ratings, bot_player
from tenback.server.store.results import Results, SeatResult, Statistics, result_added
from tenback.server.store.sessions import SessionInfo, Sessions, session_id
from tenback.server.store.tables import (
    NewTable,
    Phase,
    TableRow,
    Tables,
    participant_added,
    seat_left,
    seat_taken,
    table_changed,
    table_created,
)
from tenback.server.store.throttles import Throttles

__all__ = [
    "Account",
    "Analyses",
    "AnalysisPhase",
    "Ban",
    "Bans",
    "Commitments",
    "DailyDeal",
    "DailySitting",
    "Database",
    "DaySitting",
    "Days",
    "Duel",
    "ErasedPerson",
    "Log",
    "NamedPlayer",
    "NewTable",
    "Notes",
    "OfflineRecord",
    "OfflineResults",
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
    "SessionInfo",
    "Sessions",
    "SideEffect",
    "Statistics",
    "StorageError",
    "StorageNotWritable",
    "StorageRefused",
    "StorageUnavailable",
    "StoredAnalysis",
    "StoredTable",
    "TableRow",
    "Tables",
    "Throttles",
    "bot_player",
    "day_dealt",
    "erase_person",
    "hash_of",
    "new_code",
    "new_id",
    "new_secret",
    "participant_added",
    "result_added",
    "revoke",
    "seat_left",
    "seat_taken",
    "session_id",
    "table_changed",
    "table_created",
    "unfinished_erasures",
]
