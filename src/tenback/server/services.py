"""The parts of a server process, as request handlers find them."""

from dataclasses import dataclass, field

from tenback.server.address_limits import AddressLimits
from tenback.server.analyses import SittingAnalyses
from tenback.server.announcements import Announcements
from tenback.server.clock import Clock
from tenback.server.connection_counts import ConnectionCounts
from tenback.server.fanout import Fanout
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.passwords import Passwords
from tenback.server.person_deletion import PersonDeletion
from tenback.server.previews import Gallery
from tenback.server.readiness import Readiness
from tenback.server.room_services import RoomServices
from tenback.server.settings import Settings
from tenback.server.store import (
    Bans,
    Commitments,
    Database,
    Days,
    Log,
    OfflineResults,
    People,
    Ratings,
    Results,
    Sessions,
    Tables,
    Throttles,
)
from tenback.server.tidying import Tidying


@dataclass(frozen=True, kw_only=True)
class Services:
    """Everything that request handlers need. The app holds it as `state.services`."""

    settings: Settings
    database: Database
    log: Log
    people: People
    sessions: Sessions
    person_deletion: PersonDeletion
    tables: Tables
    results: Results
    offline_results: OfflineResults
    ratings: Ratings
    days: Days
    commitments: Commitments
    rooms: RoomServices
    clock: Clock
    lobby: Lobby
    metrics: Metrics
    connection_counts: ConnectionCounts
    limits: AddressLimits
    throttles: Throttles
    bans: Bans
    tidying: Tidying
    readiness: Readiness
    announcements: Announcements
    analyses: SittingAnalyses
    fanout: Fanout | None = None
    """Only used to report readiness."""
    passwords: Passwords = field(default_factory=Passwords)
    gallery: Gallery = field(default_factory=Gallery)
