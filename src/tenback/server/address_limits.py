"""Rate limits per address for costly actions, in addition to those for requests and messages."""

from dataclasses import dataclass
from typing import Self

from tenback.server.rate_limits import RateLimiter
from tenback.server.settings import Settings

PEOPLE = 4
"""How many people at one address can each use their full allowance of analyses and exports."""
STEPS_OF_TABLE = 100
"""The number of steps that a new table counts as: bots may play most of a game by themselves."""
TRY_RATE, TRY_BURST = 2.0, 40
PUZZLE_RATE, PUZZLE_BURST = 4.0, 80
OFFLINE_RATE, OFFLINE_BURST = 0.05, 100
"""Two browsers may send all their kept games at once; a game takes longer than 20 seconds."""


@dataclass(frozen=True)
class AddressLimits:
    """One rate limiter for each costly kind of request."""

    openings: RateLimiter
    """New tables and new guests, which stay on the disk."""
    commitments: RateLimiter
    """Commitments made in advance, which stay on the disk for a while."""
    public_tables: RateLimiter
    """New public tables, which everybody sees in the list."""
    messages: RateLimiter
    """Messages over all sockets."""
    steps: RateLimiter
    """Steps to store, so that nobody can fill the disk."""
    reading: RateLimiter
    """Steps of tables that are read from the database, or written out as records."""
    wrong_codes: RateLimiter
    """Guesses at table codes."""
    exports: RateLimiter
    """Exports of people's data."""
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
            commitments=RateLimiter(settings.opening_rate, settings.opening_burst),
            public_tables=RateLimiter(settings.public_rate, settings.public_burst),
            messages=RateLimiter(settings.address_message_rate, settings.address_message_burst),
            steps=RateLimiter(settings.step_rate, settings.step_burst),
            reading=RateLimiter(settings.reading_rate, settings.reading_burst),
            wrong_codes=RateLimiter(settings.code_rate, settings.code_burst),
            exports=RateLimiter(PEOPLE * settings.export_rate, PEOPLE * settings.export_burst),
            analyses=RateLimiter(PEOPLE * settings.analysis_rate, PEOPLE * settings.analysis_burst),
            tries=RateLimiter(TRY_RATE, TRY_BURST),
            puzzles=RateLimiter(PUZZLE_RATE, PUZZLE_BURST),
            offline_sittings=RateLimiter(OFFLINE_RATE, OFFLINE_BURST),
            chats=RateLimiter(settings.chat_rate, settings.chat_burst),
        )
