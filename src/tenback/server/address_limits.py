"""Rate limits per address for costly actions, in addition to those for requests and messages."""

from dataclasses import dataclass
from typing import Self

from tenback.server.rate_limits import RateLimiter
from tenback.server.settings import Settings

PEOPLE = 4
"""The number of people at one address who can each use their full allowance of analyses."""
TRY_RATE, TRY_BURST = 2.0, 40
PUZZLE_RATE, PUZZLE_BURST = 4.0, 80
OFFLINE_RATE, OFFLINE_BURST = 0.05, 100
"""Two browsers may send all their kept games at once; a game takes longer than 20 seconds."""


@dataclass(frozen=True)
class AddressLimits:
    """One rate limiter for each costly kind of request."""

    openings: RateLimiter
    """New tables and new guests, which stay on the disk."""
    wrong_codes: RateLimiter
    """Guesses at table codes."""
    analyses: RateLimiter
    """Analyses that have to be computed."""
    tries: RateLimiter
    """Tries at other moves, which take milliseconds of a bot process."""
    puzzles: RateLimiter
    """Puzzles, tries at them and answers, which take about a millisecond."""
    offline_sittings: RateLimiter
    """Games played offline, which the referee replays and which stay on the disk."""
    chats: RateLimiter
    """Chat messages, which take milliseconds to scan for numbers. Refused ones count too."""

    @classmethod
    def by(cls, settings: Settings) -> Self:
        """Return the limiters that the settings describe."""
        return cls(
            openings=RateLimiter(settings.opening_rate, settings.opening_burst),
            wrong_codes=RateLimiter(settings.code_rate, settings.code_burst),
            analyses=RateLimiter(PEOPLE * settings.analysis_rate, PEOPLE * settings.analysis_burst),
            tries=RateLimiter(TRY_RATE, TRY_BURST),
            puzzles=RateLimiter(PUZZLE_RATE, PUZZLE_BURST),
            offline_sittings=RateLimiter(OFFLINE_RATE, OFFLINE_BURST),
            chats=RateLimiter(settings.chat_rate, settings.chat_burst),
        )
