"""The services that run the rooms of a process."""

import asyncio
from dataclasses import dataclass
from typing import Self

from tenback.server.autoplay import Autoplay
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.committer import StepCommitter
from tenback.server.fanout import Fanout
from tenback.server.hints import Hints
from tenback.server.live_sessions import LiveSessions
from tenback.server.metrics import Metrics
from tenback.server.peers import Peers
from tenback.server.rate_limits import RateLimiter
from tenback.server.room_loading import RoomLoader
from tenback.server.room_registry import RoomRegistry
from tenback.server.store import Log


@dataclass(frozen=True)
class RoomServices:
    """The parts that run a process's rooms: registry, steps, other processes, bots and hints."""

    loader: RoomLoader
    registry: RoomRegistry
    committer: StepCommitter
    peers: Peers
    autoplay: Autoplay
    bot_pool: BotPool
    hints: Hints
    live_sessions: LiveSessions

    @classmethod
    def assemble(
        cls,
        log: Log,
        fanout: Fanout,
        bot_pool: BotPool,
        metrics: Metrics,
        clock: Clock,
        *,
        pace: float,
        is_alone: bool,
        reading: RateLimiter | None = None,
    ) -> Self:
        """Create all parts and connect them. `is_alone` is true in the only process."""
        live_sessions = LiveSessions()
        loader = RoomLoader(log, clock, reading)
        registry = RoomRegistry(loader, fanout, metrics)
        committer = StepCommitter(registry, loader, log, metrics, clock, is_alone=is_alone)
        peers = Peers(registry, committer, log, fanout, live_sessions, clock, is_alone=is_alone)
        autoplay = Autoplay(
            registry, committer, fanout, bot_pool, metrics, clock, pace=pace, is_alone=is_alone
        )
        registry.listeners += [peers, autoplay]
        hints = Hints(bot_pool)
        return cls(loader, registry, committer, peers, autoplay, bot_pool, hints, live_sessions)

    async def run(self) -> None:
        """Exchange news with other processes until cancelled, and compile bots meanwhile."""
        warming_up = asyncio.create_task(self.bot_pool.warm_up())
        try:
            await self.peers.run()
        finally:
            warming_up.cancel()
            await asyncio.gather(warming_up, return_exceptions=True)

    async def close(self) -> None:
        """Stop all parts."""
        for part in (self.peers, self.registry, self.committer, self.autoplay, self.hints):
            await part.close()
        self.bot_pool.close()
