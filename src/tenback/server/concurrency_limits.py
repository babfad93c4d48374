"""Limits on how many jobs are in progress, in all and for each address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tenback.rules import Refused
from tenback.server.errors import ServerCode


class ConcurrencyLimit:
    """A limit on jobs in progress. Beyond the total, each address may still have one.

    So nobody can use up the total for others. The jobs wait in a fair queue.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most, self._most_of_address = most, most_of_address
        self._jobs: Counter[str] = Counter()

    @contextmanager
    def counting(self, address: str) -> Iterator[None]:
        """Count a job as in progress inside the context, or refuse it."""
        self.begin(address)
        try:
            yield
        finally:
            self.end(address)

    def begin(self, address: str) -> None:
        """Count a job as in progress until `end`, or refuse it."""
        own = self._jobs[address]
        if own >= self._most_of_address or (own and self._jobs.total() >= self._most):
            raise Refused(ServerCode.TOO_MANY)
        self._jobs[address] += 1

    def end(self, address: str) -> None:
        """Stop counting a job."""
        self._jobs[address] -= 1
        if not self._jobs[address]:
            del self._jobs[address]
