"""Simulates several machines on one: network namespaces, and a network that tests can disturb.

    people ─┐            ┌─ PostgreSQL
            ├─ Switch ───┤                each machine has a network of its own, with one TUN device
    app a ──┤            └─ Redis
    app b ──┘

The switch carries every packet from one device to another: at once, late, or not at all. The kernel
does not need `netem`, only TUN devices and the right to create them.
"""

import asyncio
import fcntl
import os
import struct
import subprocess
from collections.abc import Callable
from contextlib import ExitStack, suppress
from random import Random
from threading import Thread
from types import TracebackType
from typing import Self

import pytest

from tests.server.servers import POSTGRESQL, REDIS, Postgres, Redis
from tests.server.serving import Serving

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
LARGEST = 2048
"""The most bytes in a packet."""
NETWORK = f"10.{64 + os.getpid() % 64}.{os.getpid() // 64 % 256}"
"""A different network for each process, since they all share this machine for their people."""
PEOPLE, APP_A, APP_B, DATABASE, CACHE = 1, 2, 3, 4, 5
"""The last number of each machine's address."""


def address_of(machine: int) -> str:
    """Return the IP address of a machine."""
    return f"{NETWORK}.{machine}"


def namespace_of(machine: int) -> str:
    """Return the network namespace of a machine."""
    return f"tenback-{os.getpid()}-{machine}"


def inside(machine: int) -> list[str]:
    """Return the beginning of a command line that runs on a machine."""
    return ["ip", "netns", "exec", namespace_of(machine)]


class Switch:
    """Carries packets between machines, with delay and loss; a machine can be cut off."""

    def __init__(self, delay: float, loss: float, seed: int = 1) -> None:
        self._delay, self._loss = delay, loss
        self._chance = Random(seed)
        self._devices: dict[int, int] = {}
        self._cut: set[int] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        try:
            for machine in (PEOPLE, APP_A, APP_B, DATABASE, CACHE):
                self._connect(machine)
        except (OSError, subprocess.CalledProcessError) as error:
            self._undo.close()
            pytest.skip(f"networks cannot be made here: {error}")
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._undo.close()

    def cut(self, machine: int) -> None:
        """Silently drop all packets from and to a machine."""
        self._cut.add(machine)

    def mend(self, machine: int) -> None:
        """Carry the machine's packets again."""
        self._cut.discard(machine)

    def _connect(self, machine: int) -> None:
        """Create a machine's namespace and device; people use this machine's own network."""
        name = f"tb{os.getpid() % 100_000}x{machine}"
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        self._undo.callback(os.close, device)
        fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
        within = []
        if machine != PEOPLE:
            namespace = namespace_of(machine)
            _do("ip", "netns", "add", namespace)
            self._undo.callback(_do, "ip", "netns", "del", namespace)
            _do("ip", "link", "set", name, "netns", namespace)
            within = ["-n", namespace]
            _do("ip", *within, "link", "set", "lo", "up")
        _do("ip", *within, "addr", "add", f"{address_of(machine)}/24", "dev", name)
        _do("ip", *within, "link", "set", name, "up")
        self._devices[machine] = device
        self._loop.add_reader(device, self._carry, machine)

    def _carry(self, source: int) -> None:
        """Take a packet from one device, and pass it on after a delay."""
        with suppress(BlockingIOError):
            while True:
                packet = os.read(self._devices[source], LARGEST)
                target = packet[19] if packet[0] >> 4 == 4 else 0  # the end of its IPv4 address
                if {source, target} & self._cut or self._chance.random() < self._loss:
                    continue
                if target in self._devices:
                    self._loop.call_later(self._delay, self._deliver, target, packet)

    def _deliver(self, target: int, packet: bytes) -> None:
        with suppress(OSError):
            if target not in self._cut:
                os.write(self._devices[target], packet)


class HostedPostgres(Postgres):
    """PostgreSQL on a machine of its own."""

    SETTINGS = (
        *(pair for pair in Postgres.SETTINGS if pair[0] != "listen_addresses"),
        ("listen_addresses", address_of(DATABASE)),
    )

    def _prepare(self) -> None:
        super()._prepare()
        with (self._data / "pg_hba.conf").open("a", encoding="utf-8") as rules:
            rules.write(f"host all all {NETWORK}.0/24 trust\n")
        self._user = self._group = self._more_groups = None  # `setpriv` does it, inside

    def _command(self) -> list[str]:
        become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return [*inside(DATABASE), *become, *super()._command()]

    def fresh_database(self) -> str:
        name = f"fresh_{next(self._numbers)}"
        address = (f"--host={address_of(DATABASE)}", f"--port={self.port}", "--username=tenback")
        make = f"--command=CREATE DATABASE {name}"
        self._run(str(self._bin / "psql"), "--no-psqlrc", *address, "--dbname=postgres", make)
        return f"postgresql+asyncpg://tenback@{address_of(DATABASE)}:{self.port}/{name}"


class HostedRedis(Redis):
    """Redis on a machine of its own."""

    HOST = address_of(CACHE)

    def _command(self) -> list[str]:
        return [*inside(CACHE), *super()._command(), "--protected-mode", "no"]


class Hosts:
    """Two application hosts, PostgreSQL and Redis, each on a machine of its own."""

    def __init__(self, switch: Switch) -> None:
        self.switch = switch
        self._closing = ExitStack()
        self.postgres = self._closing.enter_context(HostedPostgres(POSTGRESQL.find()))
        self.redis = self._closing.enter_context(HostedRedis(REDIS.find()))
        self.database_url = self.postgres.fresh_database()
        self.apps = {
            machine: self._closing.enter_context(
                Serving(
                    self.database_url,
                    *("--host", address_of(machine), "--secure", "off"),
                    *("--redis-url", self.redis.url),
                    within=inside(machine),
                )
            )
            for machine in (APP_A, APP_B)
        }

    @property
    def urls(self) -> list[str]:
        """The URLs of the two applications."""
        return [app.url for app in self.apps.values()]

    def kill(self, machine: int) -> Callable[[], object]:
        """Kill the server on a machine; return a function that starts it again."""
        if machine in self.apps:
            self.apps[machine].kill()
            return self.apps[machine].start
        server = self.postgres if machine == DATABASE else self.redis
        server.kill()
        return server.start

    def close(self) -> None:
        """Stop all servers and remove the network."""
        self._closing.close()


def _do(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
