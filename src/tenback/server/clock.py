"""The time, handed to whatever needs it, so that tests can have one of their own."""

import time


class Clock:
    """The clock of this machine."""

    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return seconds that nobody can put back."""
        return time.monotonic()
