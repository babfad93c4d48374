"""Plays on a Ray cluster: many machines, and a worker that dies costs only time."""

import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from tenback.arena.engines import AHEAD, Play, results_in_order
from tenback.arena.errors import ArenaCode
from tenback.arena.study import C, Study, play_part
from tenback.rules import BadInput, Reason, TenbackError

AUTO, HERE = "auto", "local"
"""Special addresses: the cluster that this machine belongs to, or one started for this run."""
PATIENCE = 3.0
"""Seconds to wait for an answer. Ray itself waits for minutes, then ends the process."""
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How an HTTP/2 client (Ray speaks HTTP/2) begins: the preface and an empty settings frame."""
RETRIES = 10
"""How many workers may die on one part. Machines fail, but not this many in a row: then the bot is
killing them."""
ANSI = re.compile(r"\x1b\[[0-9;]*m")
"""Terminal color codes, which Ray puts into its errors."""
FRAME_KIND, SETTINGS = 3, 4
"""Where a frame states its type, and the type that a server must send first."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster by its address: `host:port`, `auto`, or `local`."""

    address: str

    @contextmanager
    def open(self, study: Study[C]) -> Iterator[Play[C]]:
        """Connect to the cluster, or fail within seconds with the reason."""
        ray = self._connected()
        try:
            remote = ray.remote(num_cpus=1, max_retries=RETRIES)(play_part)
            submit = partial(remote.remote, ray.put(study))
            cores = int(ray.cluster_resources().get("CPU", 1))
            yield partial(results_in_order, submit, ray.get, most=AHEAD * cores)
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
            raise BadInput(ArenaCode.WORKER_DIED) from None
        except ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None) or error
            raise cause if isinstance(cause, TenbackError) else self.failure(cause) from None
        finally:
            ray.shutdown()

    def _connected(self) -> Any:
        """Return the package ray, connected to the cluster."""
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise self._unusable("it needs ray: pip install 'tenback[cluster]'") from None
        if self.address not in (AUTO, HERE):
            self.greet()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            ray.init(
                self.address, include_dashboard=False, log_to_driver=False, logging_level="error"
            )
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise self.failure(error) from None
        return ray

    def greet(self) -> None:
        """Check that whatever answers at the address could be a Ray cluster."""
        host, _, port = self.address.rpartition(":")
        if not (host and port.isascii() and port.isdigit()):
            raise self._unusable("an address is host:port, auto or local")
        try:
            with socket.create_connection((host, int(port)), PATIENCE) as connection:
                connection.settimeout(PATIENCE)
                connection.sendall(GREETING)
                answer = connection.recv(FRAME_KIND + 1, socket.MSG_WAITALL)
        except (OSError, OverflowError):
            raise self._unusable("nothing answers there") from None
        has_tls = os.environ.get("RAY_USE_TLS") == "1"
        if not has_tls and answer[FRAME_KIND:] != bytes([SETTINGS]):
            raise self._unusable("what answers there is not Ray")

    def failure(self, error: Exception) -> BadInput:
        """Return the first line of an error, which says what went wrong, as plain text."""
        lines = ANSI.sub("", str(error)).strip().splitlines() or [type(error).__name__]
        return self._unusable("{error}", error=lines[0])

    def _unusable(self, template: str, **details: object) -> BadInput:
        reason = Reason(template, **details)
        return BadInput(ArenaCode.NO_CLUSTER, text=self.address, reason=reason)
