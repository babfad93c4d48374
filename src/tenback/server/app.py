"""The ASGI app of one server process."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

from litestar import Litestar, WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.params import FromPath

from tenback.server.address_limits import AddressLimits
from tenback.server.analyses import SittingAnalyses
from tenback.server.announcements import Announcements
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.connection import PATIENCE, SILENT, TOO_MANY_SOCKETS, Connection
from tenback.server.connection_counts import ConnectionCounts
from tenback.server.documentation import Documentation
from tenback.server.error_responses import EXCEPTION_HANDLERS, MOST_BYTES
from tenback.server.fanout import NoFanout, RedisFanout
from tenback.server.garbage_collection import FullCollection, collect_young_only
from tenback.server.huge_pages import use_huge_pages
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.middleware import SecurityMiddleware
from tenback.server.person_deletion import PersonDeletion
from tenback.server.previews import LinkPreviews
from tenback.server.rate_limits import TokenBucket
from tenback.server.readiness import Readiness
from tenback.server.rest import openapi, routes
from tenback.server.room_services import RoomServices
from tenback.server.security import address_of, person_of, secret_in
from tenback.server.services import Services
from tenback.server.settings import Settings
from tenback.server.static_files import StaticFiles
from tenback.server.store import (
    Analyses,
    Bans,
    Commitments,
    Database,
    Days,
    Log,
    Notes,
    OfflineResults,
    People,
    Ratings,
    Results,
    Sessions,
    StorageError,
    Tables,
    Throttles,
    hash_of,
)
from tenback.server.tidying import Tidying
from tenback.server.websocket import websocket_of

SILENCE_CHECK = 5.0
"""Seconds between checks for connections that have gone silent."""
SESSION_CHECK, SESSION_CHECK_ALONE = 30.0, 2.0
"""Seconds between checks for ended sessions, with and without news from other processes."""
TRY_LATER = 1013
"""The close code for connections while the database is gone."""


def create_app(settings: Settings | None = None) -> SecurityMiddleware:
    """Return the app of one process. Without given settings, the environment configures it."""
    chosen = Settings.from_environment(os.environ) if settings is None else settings
    services = assemble(chosen)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with running(services):
            yield

    app = Litestar(
        [table_socket, *routes()],
        lifespan=[lifespan],
        exception_handlers=EXCEPTION_HANDLERS,
        logging_config=None,
        openapi_config=openapi(),
        request_max_body_size=MOST_BYTES,
    )
    app.state.services = services
    previews = LinkPreviews(services.tables, services.results, is_secure=chosen.is_secure)
    page = Documentation(StaticFiles(app, tags=previews.tags))
    return SecurityMiddleware(page, chosen, services.metrics, services.clock)


def assemble(settings: Settings) -> Services:
    """Return all parts of a process, ready to run."""
    database, metrics = Database(settings.database_url), Metrics()
    log = Log(database, on_stored=metrics.note_stored)
    tables, days = Tables(database), Days(database)
    fanout = NoFanout() if settings.redis_url is None else RedisFanout(settings.redis_url)
    bot_pool = BotPool(settings.bot_processes)
    is_alone = settings.is_alone and database.is_sqlite
    clock, limits = Clock(), AddressLimits.by(settings)
    rooms = RoomServices.assemble(
        log,
        fanout,
        bot_pool,
        metrics,
        clock,
        pace=settings.pace,
        is_alone=is_alone,
        reading=limits.reading,
    )
    person_deletion = PersonDeletion(database, rooms.peers, clock)
    return Services(
        settings=settings,
        database=database,
        log=log,
        people=People(database),
        sessions=Sessions(database, settings.session_days),
        person_deletion=person_deletion,
        bans=Bans(database),
        tidying=Tidying(database, person_deletion, settings, clock),
        tables=tables,
        results=Results(database),
        offline_results=OfflineResults(database),
        ratings=Ratings(database),
        days=days,
        commitments=Commitments(database),
        rooms=rooms,
        clock=clock,
        lobby=Lobby(log, tables, days, rooms.committer, clock),
        metrics=metrics,
        connection_counts=ConnectionCounts(metrics),
        limits=limits,
        throttles=Throttles(database),
        readiness=Readiness(database, clock),
        announcements=Announcements(Notes(database), rooms.registry, clock),
        analyses=SittingAnalyses(Analyses(database), bot_pool, clock),
        fanout=fanout,
    )


@asynccontextmanager
async def running(services: Services) -> AsyncIterator[None]:
    """Start the background work, and shut it down in order at the end."""
    with suppress(StorageError):  # `serve` has migrated; workers may start without a database
        await services.database.migrate()
    collect_young_only()
    background = [
        asyncio.create_task(services.rooms.run()),
        asyncio.create_task(close_silent(services)),
        asyncio.create_task(close_ended(services)),
        asyncio.create_task(services.person_deletion.finish_interrupted()),
        asyncio.create_task(services.announcements.run(partial(close_ended_now, services))),
        asyncio.create_task(services.tidying.run()),
        asyncio.create_task(use_huge_pages()),
    ]
    try:
        yield
    finally:
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await services.analyses.close()
        await services.rooms.close()
        services.passwords.close()
        await services.log.close()
        await services.database.close()


async def close_silent(services: Services) -> None:
    """Close connections that have gone silent, and free the memory of closed ones."""
    collection = FullCollection(services.connection_counts)
    while True:
        await asyncio.sleep(SILENCE_CHECK)
        oldest = services.clock.monotonic() - PATIENCE
        for room in services.rooms.registry:
            for subscriber in tuple(room.subscribers):
                if isinstance(subscriber, Connection) and subscriber.heard_at < oldest:
                    subscriber.close(SILENT)
        collection.run_if_due()


async def close_ended(services: Services) -> None:
    """Close the sockets of sessions that have ended elsewhere or expired."""
    while True:
        has_news = services.rooms.peers.has_news
        await asyncio.sleep(SESSION_CHECK if has_news else SESSION_CHECK_ALONE)
        await close_ended_now(services)


async def close_ended_now(services: Services) -> None:
    """Close the sockets of sessions that the database no longer knows."""
    live, peers = services.rooms.live_sessions, services.rooms.peers
    with suppress(StorageError):
        ended = await services.sessions.ended(live.hashes, services.clock.now())
        live.close(ended)
        if ended:  # The reason may be a deleted person whom open tables still name.
            await peers.check_database()


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Talk with a client about one table (docs/protocol.md)."""
    try:
        await start_conversation(socket, table)
    finally:  # Breaks a reference cycle: Litestar's functions hold this socket.
        socket.receive, socket.send = empty_receive, empty_send


async def start_conversation(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """Start the conversation with a client, if the limits allow it."""
    services: Services = socket.app.state.services
    settings, counts, address = services.settings, services.connection_counts, address_of(socket)
    await socket.accept()
    if counts.of(address) >= settings.connections:
        await socket.close(TOO_MANY_SOCKETS)
        return
    with ExitStack() as leaving:
        leaving.enter_context(counts.counting(address))
        talking, secret = websocket_of(socket.scope), secret_in(dict(socket.scope["headers"]))
        secret_hash = None if secret is None else hash_of(secret)
        leaving.enter_context(services.rooms.live_sessions.following(secret_hash, talking))
        try:
            person = await person_of(socket)
        except StorageError:
            await socket.close(TRY_LATER)
            return
        connection = Connection(
            talking,
            person=person,
            address=address,
            rooms=services.rooms,
            lobby=services.lobby,
            metrics=services.metrics,
            clock=services.clock,
            bucket=TokenBucket(settings.message_rate, settings.message_burst),
            limits=services.limits,
        )
        talking.converse(_converse(connection, table, leaving.pop_all()))


async def _converse(connection: Connection, table: str, leaving: ExitStack) -> None:
    with leaving:
        await connection.run(table)
