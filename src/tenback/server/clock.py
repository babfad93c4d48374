"""The clock, passed to everything that needs it so that tests can supply their own."""

import time
from datetime import UTC, datetime


class Clock:
    """The clock of this machine."""

    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return monotonic seconds, which are never set back."""
        return time.monotonic()


def date_of(at: int) -> str:
    """Return the UTC date of a time.

    >>> date_of(1_794_700_800_000)
    '2026-11-15'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
