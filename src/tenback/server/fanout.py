"""News that processes exchange about what they have stored. The database is the truth.

News may be lost. A process that hears of a number out of order, or loses Redis for a while,
reads the database.
"""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

MOST_WAITING = 10_000
"""The most messages that wait for Redis. More are dropped, because processes also poll."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
READ_TIMEOUT = 1.0
ANSWER_TIMEOUT = 3.0
"""Seconds for Redis to answer. Behind a network that drops packets it never would."""
CHANNEL = "tenback:table:"

logger = logging.getLogger(__name__)


class News(msgspec.Struct, frozen=True):
    """What other processes should know about a table, but never what happened at it.

    Cards stay between the processes and the database: nobody can learn them from Redis.
    """

    table: str
    process: str
    number: int | None = None
    """The newest step that the sender knows."""
    people: list[str] | None = None
    is_asking: bool = False
    """Whether others should report who is connected to them."""
    has_left: bool = False
    """Whether the sender has closed the room."""
    is_rewritten: bool = False
    """Whether steps were rewritten because a person was deleted."""
    ended_sessions: list[str] = []
    """The ids of ended sessions, whose sockets must close."""


class Listener(Protocol):
    """Receives news from other processes."""

    def hear(self, news: News) -> None:
        """Handle a piece of news."""

    async def check_database(self) -> None:
        """Check the database for what was missed while there was no news."""


class Fanout(Protocol):
    """The channel to the other processes."""

    @property
    def is_connected(self) -> bool:
        """Whether news gets through at the moment."""

    def publish(self, news: News) -> None:
        """Send news to the other processes as soon as possible."""

    async def subscribe(self, table: str) -> None:
        """Receive news of a table from now on."""

    async def unsubscribe(self, table: str) -> None:
        """Stop receiving news of a table."""

    async def run(self, listener: Listener) -> None:
        """Exchange news until cancelled."""


class NoFanout:
    """No channel: for a single process, or for several that poll the database."""

    is_connected = False

    def publish(self, news: News) -> None:
        """Drop the news."""

    async def subscribe(self, table: str) -> None:
        """Do nothing."""

    async def unsubscribe(self, table: str) -> None:
        """Do nothing."""

    async def run(self, listener: Listener) -> None:
        """Do nothing until cancelled."""
        await asyncio.Event().wait()


class RedisFanout:
    """Exchanges news over Redis, with one channel per table.

    One task reads from the subscribed connection and writes to it. Where two did, a connection
    that broke between them left redis-py in a state of its own.
    """

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_connect_timeout=2, socket_timeout=ANSWER_TIMEOUT, health_check_interval=5
        )
        self._wanted: set[str] = set()
        self._followed: frozenset[str] = frozenset()
        """The tables that the connection is subscribed to."""
        self._is_settled = asyncio.Event()
        """Set once the connection follows the wanted tables, or is lost."""
        self._reading: asyncio.Timeout | None = None
        self._waiting: deque[News] = deque(maxlen=MOST_WAITING)
        self._has_news = asyncio.Event()
        self._decoder = msgspec.msgpack.Decoder(News)
        self.is_connected = False

    def publish(self, news: News) -> None:
        """Send news to the other processes as soon as possible."""
        self._waiting.append(news)
        self._has_news.set()

    async def subscribe(self, table: str) -> None:
        """Receive news of a table from now on."""
        self._wanted.add(table)
        await self._settle()

    async def unsubscribe(self, table: str) -> None:
        """Stop receiving news of a table."""
        self._wanted.discard(table)
        await self._settle()

    async def run(self, listener: Listener) -> None:
        """Exchange news until cancelled. Reconnects whenever Redis is gone."""
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    await self._exchange(listener)
                except (RedisError, OSError) as error:
                    pause = FIRST_PAUSE if self.is_connected else min(2 * pause, LONGEST_PAUSE)
                    if self.is_connected:
                        logger.warning("lost the connection to Redis: %s", error)
                except Exception:
                    logger.exception("exchanging news with other processes failed")
                self.is_connected = False
                self._is_settled.set()
                await asyncio.sleep(pause)
        finally:
            await self._redis.aclose()

    async def _exchange(self, listener: Listener) -> None:
        """Exchange news until the connection to Redis fails."""
        async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe(CHANNEL)
            self._followed = frozenset()
            publishing = asyncio.create_task(self._publish_waiting())
            try:
                await listener.check_database()
                while not publishing.done():
                    while self._followed != self._wanted:
                        await self._follow(pubsub)
                        if not self.is_connected:  # they may have missed something
                            await listener.check_database()
                    self.is_connected = True
                    self._is_settled.set()
                    message = await self._next_message(pubsub)
                    if message is not None:
                        self._pass_on(message["data"], listener)
                await publishing
            finally:
                publishing.cancel()
                with suppress(asyncio.CancelledError, RedisError, OSError):
                    await publishing

    async def _follow(self, pubsub: PubSub) -> None:
        """Subscribe to the tables that are wanted now, and to no others."""
        wanted = frozenset(self._wanted)
        if added := wanted - self._followed:
            await pubsub.subscribe(*(CHANNEL + table for table in added))
        if dropped := self._followed - wanted:
            await pubsub.unsubscribe(*(CHANNEL + table for table in dropped))
        self._followed = wanted

    async def _next_message(self, pubsub: PubSub) -> dict[str, Any] | None:
        """Return the next message, or None after a second or when other tables are wanted."""
        message: dict[str, Any] | None = None
        self._reading = reading = asyncio.timeout(READ_TIMEOUT)
        try:
            async with reading:
                message = await pubsub.get_message(timeout=2 * READ_TIMEOUT)
        except TimeoutError:
            if not reading.expired():
                raise
        finally:
            self._reading = None
        return message

    async def _settle(self) -> None:
        """Wait until the connection, if there is one, follows the wanted tables."""
        self._is_settled.clear()
        if self._reading is not None and not self._reading.expired():
            self._reading.reschedule(asyncio.get_running_loop().time())
        if self.is_connected:
            await self._is_settled.wait()

    def _pass_on(self, data: bytes, listener: Listener) -> None:
        try:
            listener.hear(self._decoder.decode(data))
        except Exception:  # A newer process may send facts that this one does not know.
            logger.exception("handling news from another process failed")

    async def _publish_waiting(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            pipeline = self._redis.pipeline(transaction=False)
            while self._waiting:
                news = self._waiting.popleft()
                pipeline.publish(CHANNEL + news.table, msgspec.msgpack.encode(news))
            await pipeline.execute()
