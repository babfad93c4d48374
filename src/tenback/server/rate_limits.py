"""Token buckets: a limit on requests over time, with room for bursts."""

from collections import OrderedDict


class TokenBucket:
    """Fills at a number of tokens per second, up to a burst."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._filled = burst, float("-inf")

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens if there are enough; return whether there were."""
        self._fill(now)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def has(self, now: float, cost: float = 1.0) -> bool:
        """Return whether there are enough tokens."""
        self._fill(now)
        return self._tokens >= cost

    def give_back(self, cost: float = 1.0) -> None:
        """Put back tokens that were taken."""
        self._tokens = min(self._burst, self._tokens + cost)

    def owe(self, now: float, cost: float) -> None:
        """Take tokens even if there are not enough, because the work is already done."""
        self._fill(now)
        self._tokens -= cost

    def _fill(self, now: float) -> None:
        if now > self._filled:
            tokens = self._tokens + (now - self._filled) * self._rate
            self._tokens = tokens if tokens < self._burst else self._burst
        self._filled = now


class RateLimiter:
    """One bucket for each address. Those unused for longest are dropped."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Take tokens from an address's bucket if there are enough; return whether there were."""
        return self.bucket(key).take(now, cost)

    def has(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Return whether an address's bucket has enough tokens."""
        return self.bucket(key).has(now, cost)

    def give_back(self, key: str, cost: float = 1.0) -> None:
        """Put back tokens that were taken from an address's bucket."""
        self.bucket(key).give_back(cost)

    def owe(self, key: str, now: float, cost: float) -> None:
        """Take tokens from an address's bucket even if there are not enough."""
        self.bucket(key).owe(now, cost)

    def bucket(self, key: str) -> TokenBucket:
        """Return an address's bucket, which a connection may keep."""
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket
