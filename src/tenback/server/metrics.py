"""Counters and timings of the server, for Prometheus.

Each of several processes keeps its figures in a file in a shared folder, which Prometheus's
client finds by `PROMETHEUS_MULTIPROC_DIR`. Any process that is asked adds them all up.
"""

import os

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: bucket bounds for operations that should take milliseconds."""
SLOW = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds: bucket bounds for bots, which may think for a while."""


class Metrics:
    """The metrics of one process, in their own registry."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.connections = Gauge(
            "tenback_connections",
            "Sockets that are open.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.rooms = Gauge(
            "tenback_rooms",
            "Rooms that are open; a table may have one in each process.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.steps = Counter("tenback_steps", "Steps that were stored.", registry=registry)
        self.transactions = Counter(
            "tenback_transactions", "Transactions that steps were stored in.", registry=registry
        )
        self.plays = Counter("tenback_plays", "Cards that were laid.", registry=registry)
        self.refusals = Counter(
            "tenback_refusals", "Messages that were refused.", ["code"], registry=registry
        )
        self.requests = Counter(
            "tenback_http_requests",
            "Requests that were answered.",
            ["method", "route", "status"],
            registry=registry,
        )
        self.answered = Histogram(
            "tenback_answer_seconds",
            "From a message to its ack.",
            registry=registry,
            buckets=QUICK,
        )
        self.stored = Histogram(
            "tenback_append_seconds",
            "What a transaction of steps takes.",
            registry=registry,
            buckets=QUICK,
        )
        self.thought = Histogram(
            "tenback_thinking_seconds",
            "What bots need for a move, waiting for a process included.",
            registry=registry,
            buckets=SLOW,
        )

    def note_stored(self, steps: int, seconds: float) -> None:
        """Count a transaction and the steps it has stored."""
        self.transactions.inc()
        self.steps.inc(steps)
        self.stored.observe(seconds)

    def as_text(self) -> bytes:
        """Return all metrics in Prometheus's text format, including those of other processes."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return generate_latest(everybody)
