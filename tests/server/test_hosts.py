"""Several hosts: any of them may be cut off or killed in mid-game, and nothing acked is lost.

Delay and loss are always there. People go on at the other host. `make hosts` does it twenty times.
"""

import asyncio
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

import pytest

from tenback.online.errors import OnlineCode
from tenback.online.person import TurnedDown
from tenback.rules import BadInput
from tests.server.client import PATIENCE, Guest, Player
from tests.server.hosts import APP_A, APP_B, CACHE, DATABASE, Hosts, Switch
from tests.server.test_faults import TABLES, Load, run, unforeseen

DELAY, LOSS = 0.003, 0.01
"""Seconds each way, and the share of packets that vanish."""
TIMES = int(os.environ.get("HOST_FAULTS", "0"))
"""How often each machine is cut off, and killed; 0 is a short selection."""
SHORT = [(APP_A, "cut"), (DATABASE, "cut"), (CACHE, "cut"), (APP_B, "kill")]
ALL = [(machine, how) for machine in (APP_A, APP_B, DATABASE, CACHE) for how in ("cut", "kill")]
FAULTS = ALL * TIMES or SHORT
BLACKOUT = 3.0
"""Seconds without a database."""
SAID = 5_000
"""Characters of a host's log that are shown after a failure."""
ANOTHER = 10.0
"""Seconds for which somebody asks a host for a table before trying another."""


class RovingPlayer(Player):
    """Somebody who tries another host when a connection is gone, and soon notices that it is."""

    pinging, silence = 1.0, 4.0

    def __init__(self, urls: list[str], table: str, guest: Guest) -> None:
        self._ways = cycle(urls)
        super().__init__(next(self._ways), table, guest)

    def _connection_ended(self, code: int | None) -> None:
        super()._connection_ended(code)
        self.url = next(self._ways)


class HostsLoad(Load):
    """Tables whose people have several hosts to go to."""

    async def _open(self, guest: Guest, bots: list[str], seats: int) -> str:
        ways = cycle(self.urls)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    here = replace(guest, url=next(ways), patience=ANOTHER)
                    return await here.open_table(*bots, seats=seats)
                except TurnedDown as refused:
                    if refused.code != "unavailable":
                        raise
                except BadInput as nobody:
                    if nobody.code is not OnlineCode.NO_SERVER:
                        raise

    def _player(self, table: str, guest: Guest) -> Player:
        first = self._chance.randrange(len(self.urls))
        return RovingPlayer(self.urls[first:] + self.urls[:first], table, guest)


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    """Return four machines, with a poor network between them."""
    with Switch(DELAY, LOSS) as switch:
        machines = Hosts(switch)
        try:
            yield machines
        finally:
            machines.close()


def test_any_host_can_be_cut_off_or_killed_in_mid_game(hosts: Hosts) -> None:
    load = HostsLoad(hosts.urls, hosts.database_url)

    async def trouble() -> None:
        for machine, how in FAULTS:
            await load.settle()
            if how == "cut":
                hosts.switch.cut(machine)
            else:
                start_again = await asyncio.to_thread(hosts.kill, machine)
            load.faults += 1
            if machine == DATABASE:
                await asyncio.sleep(BLACKOUT)
            else:  # people go on
                await load.until_played(3 * TABLES)
            if how == "cut":
                hosts.switch.mend(machine)
            else:
                await asyncio.to_thread(start_again)
            await load.until_played(TABLES)
            await load.check()
            print(f"{machine} {how}: {load}", flush=True)

    try:
        run(load.run(trouble), 300.0 + 30 * len(FAULTS))
    except BaseException:  # what the hosts have to say about it is gone with them
        for machine, app in hosts.apps.items():
            print(f"\n{machine} has said, at last:\n{app.errors[-SAID:]}", flush=True)
        raise
    print(f"\nhosts cut off and killed: {load}")
    assert [line for app in hosts.apps.values() for line in unforeseen(app)] == []
