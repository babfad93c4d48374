"""What one address may ask of a process over time, besides plain requests and messages."""

from dataclasses import dataclass
from typing import Self

from tenback.server.rate_limits import RateLimiter
from tenback.server.settings import Settings

PEOPLE = 4
"""This many people at one address can each use their full allowance of analyses."""
TRY_RATE, TRY_BURST = 2.0, 40
PUZZLE_RATE, PUZZLE_BURST = 4.0, 80
SENT_RATE, SENT_BURST = 0.05, 100
"""Two browsers may send all the games they keep at once; a game takes longer than 20 seconds."""


@dataclass(frozen=True)
class AddressLimits:
    """A limit for each thing that costs more than an answer."""

    openings: RateLimiter
    """New tables and new guests: they stay on the disk."""
    wrong_codes: RateLimiter
    """Guesses at the codes of tables."""
    analyses: RateLimiter
    """Analyses that are computed, whoever at that address asks for them."""
    tries: RateLimiter
    """Other tries at decisions, which take milliseconds of a bot process."""
    puzzles: RateLimiter
    """Puzzles, tries at them and answers, which take a millisecond."""
    sent_sittings: RateLimiter
    """Games that were played offline: they are read by the referee, and stay on the disk."""
    chats: RateLimiter
    """Texts to scan for numbers, which takes milliseconds; refused ones count as well."""

    @classmethod
    def by(cls, settings: Settings) -> Self:
        """Return the limits from the settings."""
        return cls(
            openings=RateLimiter(settings.opening_rate, settings.opening_burst),
            wrong_codes=RateLimiter(settings.code_rate, settings.code_burst),
            analyses=RateLimiter(PEOPLE * settings.analysis_rate, PEOPLE * settings.analysis_burst),
            tries=RateLimiter(TRY_RATE, TRY_BURST),
            puzzles=RateLimiter(PUZZLE_RATE, PUZZLE_BURST),
            sent_sittings=RateLimiter(SENT_RATE, SENT_BURST),
            chats=RateLimiter(settings.chat_rate, settings.chat_burst),
        )
