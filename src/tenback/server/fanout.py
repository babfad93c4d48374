"""News between processes about what each has stored. The database is the truth.

News may be lost. A process that hears of a number out of order, or that Redis was away, reads the
database.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

MOST_WAITING = 10_000
"""Messages that may wait for Redis; more are dropped, since the others check for themselves."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
ANSWERING = 3.0
"""Seconds for Redis to answer; behind a network that swallows packets it never would."""
CHANNEL = "tenback:table:"

log = logging.getLogger(__name__)


class News(msgspec.Struct, frozen=True):
    """What other processes should know about a table. It never holds what happened there.

    Cards stay between the processes and the database: whoever reads Redis learns none.
    """

    table: str
    process: str
    number: int | None = None
    """The newest step that the process knows."""
    people: list[str] | None = None
    is_asking: bool = False
    """Whether others should say who is connected to them."""
    has_left: bool = False
    """Whether the process has closed the room."""
    is_rewritten: bool = False
    """Whether steps were rewritten, because somebody was deleted."""
    ended_sessions: list[str] = []
    """The ids of sessions that have ended, whose sockets close."""


class Listener(Protocol):
    """Receives the news of other processes."""

    def hear(self, news: News) -> None:
        """Take news of a table."""

    async def look_again(self) -> None:
        """Look for what was missed while there was no news."""


class Fanout(Protocol):
    """The way to the other processes."""

    @property
    def is_connected(self) -> bool:
        """Whether news gets through."""

    def publish(self, news: News) -> None:
        """Tell the others as soon as possible."""

    async def subscribe(self, table: str) -> None:
        """Follow a table from now on."""

    async def unsubscribe(self, table: str) -> None:
        """Stop following a table."""

    async def run(self, listener: Listener) -> None:
        """Exchange news until cancelled."""


class NoFanout:
    """One process alone, or several that check the database now and then."""

    is_connected = False

    def publish(self, news: News) -> None:
        """Tell nobody."""

    async def subscribe(self, table: str) -> None:
        """Follow nothing."""

    async def unsubscribe(self, table: str) -> None:
        """Follow nothing."""

    async def run(self, listener: Listener) -> None:
        """Do nothing, until cancelled."""
        await asyncio.Event().wait()


class RedisFanout:
    """News over Redis: one channel per table."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_connect_timeout=2, socket_timeout=ANSWERING, health_check_interval=5
        )
        self._pubsub: PubSub | None = None
        self._followed: set[str] = set()
        self._waiting: deque[News] = deque(maxlen=MOST_WAITING)
        self._has_news = asyncio.Event()
        self._decoder = msgspec.msgpack.Decoder(News)
        self.is_connected = False

    def publish(self, news: News) -> None:
        """Tell the others as soon as possible."""
        self._waiting.append(news)
        self._has_news.set()

    async def subscribe(self, table: str) -> None:
        """Follow a table from now on."""
        self._followed.add(table)
        await self._if_connected(lambda pubsub: pubsub.subscribe(CHANNEL + table))

    async def unsubscribe(self, table: str) -> None:
        """Stop following a table."""
        self._followed.discard(table)
        await self._if_connected(lambda pubsub: pubsub.unsubscribe(CHANNEL + table))

    async def run(self, listener: Listener) -> None:
        """Exchange news until cancelled; when Redis is gone, keep trying."""
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    await self._exchange(listener)
                except (RedisError, OSError, TimeoutError) as error:
                    pause = FIRST_PAUSE if self.is_connected else min(2 * pause, LONGEST_PAUSE)
                    if self.is_connected:
                        log.warning("Redis is gone: %s", error)
                except Exception:
                    log.exception("news of other processes cannot be taken")
                self.is_connected, self._pubsub = False, None
                await asyncio.sleep(pause)
        finally:
            await self._redis.aclose()

    async def _exchange(self, listener: Listener) -> None:
        """Exchange news as long as Redis is there."""
        async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            followed = frozenset(self._followed)
            await pubsub.subscribe(CHANNEL, *(CHANNEL + table for table in followed))
            self._pubsub, self.is_connected = pubsub, True
            for table in self._followed - followed:  # meanwhile
                await pubsub.subscribe(CHANNEL + table)
            publishing = asyncio.create_task(self._publish_waiting())
            try:
                await listener.look_again()
                while not publishing.done():
                    message = await pubsub.get_message(timeout=1.0)
                    if message is not None:
                        self._pass_on(message["data"], listener)
                await publishing
            finally:
                publishing.cancel()
                with suppress(asyncio.CancelledError, RedisError, OSError):
                    await publishing

    def _pass_on(self, data: bytes, listener: Listener) -> None:
        try:
            listener.hear(self._decoder.decode(data))
        except Exception:  # a newer process may know facts that this one does not
            log.exception("news that cannot be taken")

    async def _publish_waiting(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            pipeline = self._redis.pipeline(transaction=False)
            while self._waiting:
                news = self._waiting.popleft()
                pipeline.publish(CHANNEL + news.table, msgspec.msgpack.encode(news))
            await pipeline.execute()

    async def _if_connected(self, do: Callable[[PubSub], Awaitable[object]]) -> None:
        if self._pubsub is not None and self.is_connected:
            with suppress(RedisError, OSError):
                await do(self._pubsub)
