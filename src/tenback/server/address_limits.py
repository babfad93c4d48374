"""What one address may ask of a process in a while, beside requests and messages as such."""

from dataclasses import dataclass
from typing import Self

from tenback.server.rate_limits import RateLimiter
from tenback.server.settings import Settings

PEOPLE = 4
"""So many at one address may have as many sittings analyzed as each of them may."""
TRY_RATE, TRY_BURST = 2.0, 40
PUZZLE_RATE, PUZZLE_BURST = 4.0, 80


@dataclass(frozen=True)
class AddressLimits:
    """A limit for each thing that costs more than an answer."""

    openings: RateLimiter
    """New tables and new guests: they stay on the disk."""
    wrong_codes: RateLimiter
    """Guesses at the codes of tables."""
    analyses: RateLimiter
    """Analyses that are computed, whoever asks for them there."""
    tries: RateLimiter
    """Other tries at decisions, which take milliseconds of a bot process."""
    puzzles: RateLimiter
    """Puzzles, tries at them and answers, which take a millisecond."""
    chats: RateLimiter
    """Texts to read for numbers, which takes milliseconds; a refused one counts as well."""

    @classmethod
    def by(cls, settings: Settings) -> Self:
        """Return the limits that settings say."""
        return cls(
            openings=RateLimiter(settings.opening_rate, settings.opening_burst),
            wrong_codes=RateLimiter(settings.code_rate, settings.code_burst),
            analyses=RateLimiter(PEOPLE * settings.analysis_rate, PEOPLE * settings.analysis_burst),
            tries=RateLimiter(TRY_RATE, TRY_BURST),
            puzzles=RateLimiter(PUZZLE_RATE, PUZZLE_BURST),
            chats=RateLimiter(settings.chat_rate, settings.chat_burst),
        )
