"""Token buckets: how much somebody may ask for in a while, and how much at once."""

from collections import OrderedDict


class TokenBucket:
    """Fills at some tokens per second, up to a burst."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._filled = burst, float("-inf")

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens out, if there are enough."""
        if not self.has(now, cost):
            return False
        self._tokens -= cost
        return True

    def has(self, now: float, cost: float = 1.0) -> bool:
        """Return whether there are enough tokens."""
        since = max(0.0, now - self._filled)
        self._tokens = min(self._burst, self._tokens + since * self._rate)
        self._filled = now
        return self._tokens >= cost


class RateLimiter:
    """A bucket for each address; those that were not used for long are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Take tokens out of the bucket of an address, if there are enough."""
        return self._bucket(key).take(now, cost)

    def has(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Return whether the bucket of an address has enough tokens."""
        return self._bucket(key).has(now, cost)

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket
