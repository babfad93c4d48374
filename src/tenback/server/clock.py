"""The time, handed to whatever needs it, so that tests can supply their own."""

import time
from datetime import UTC, datetime


class Clock:
    """The clock of this machine."""

    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return monotonic seconds, which nobody can set back."""
        return time.monotonic()


def date_of(at: int) -> str:
    """Return the day of a time, in UTC.

    >>> date_of(1_794_700_800_000)
    '2026-11-15'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
