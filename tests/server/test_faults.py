"""What the server must bear: kill -9 in the middle of load, and databases that come and go.

After every fault: what was acked is stored, nothing was done twice, all clients agree with the
referee's fold of the log, every sitting reaches its end, and clients come back by themselves.
`make faults` does more of it.
"""

import asyncio
import os
import signal
import statistics
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random

from tenback.protocol import Chat, MakeMove, Replace, Sit, Start
from tests.server.client import Client, Guest, Player, over
from tests.server.ledger import Books
from tests.server.servers import Postgres, Redis
from tests.server.serving import Serving

KILLS = int(os.environ.get("KILLS", "5"))
TABLES = int(os.environ.get("TABLES", "12"))
SETTLED = 0.6, 1.2
"""Seconds of load between two faults."""
PROMPT = 0.1
"""Seconds from one process to another by way of Redis; without it, it would be 0.25."""
AFTER_A_DEATH = 30.0
"""Seconds in which others notice that a process is gone, and the people who were with it."""


def run(story: Coroutine[None, None, None], seconds: float = 100 + 10 * KILLS) -> None:
    """Tell a story to its end."""

    async def bounded() -> None:
        async with asyncio.timeout(seconds):
            await story

    asyncio.run(bounded())


class Load:
    """Tables with people and bots, at which one sitting follows the other."""

    def __init__(self, urls: list[str], database_url: str, seed: int = 1) -> None:
        self.urls = urls
        self.database_url = database_url
        self.clients: list[Player] = []
        self.sittings = 0
        self.faults = 0
        self._chance = Random(seed)
        self._is_enough = False

    async def run(self, trouble: Callable[[], Coroutine[None, None, None]]) -> None:
        """Have everybody play as long as there is trouble, and then to the end."""
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(self._keep_playing(number))
            await self.until_played(TABLES)
            await trouble()
            self._is_enough = True
        await self.check(is_over=True)

    async def until_played(self, moves: int) -> None:
        """Wait until so many moves more are made."""
        enough = self.acked + moves
        async with asyncio.timeout(60):
            while self.acked < enough:
                await asyncio.sleep(0.02)

    async def settle(self) -> None:
        """Let a while pass under load."""
        await self.until_played(TABLES)
        await asyncio.sleep(self._chance.uniform(*SETTLED))

    @property
    def acked(self) -> int:
        """How many messages were acked."""
        return sum(len(client.acked) for client in self.clients)

    async def check(self, *, is_over: bool = False) -> None:
        """Hold all clients against the books."""
        clients = list(self.clients)
        acked = {client: len(client.acked) for client in clients}
        books = await Books.read(self.database_url, {client.table for client in clients})
        for book in books.values():
            book.check_once()
            if is_over:
                book.check_over()
        for client in clients:
            client.check()
            books[client.table].check_acked(client)
            if is_over:
                books[client.table].check(client)
            assert acked[client] <= len(client.acked)

    async def _keep_playing(self, number: int) -> None:
        seats = 2 + number % 3
        people = 1 + number % seats
        guests = [await self._guest(f"Guest {number} {seat}") for seat in range(people)]
        while not self._is_enough:
            table = await guests[0].open(*["greedy"] * (seats - people), seats=seats)
            players = [Player(self._chance.choice(self.urls), table, guest) for guest in guests]
            self.clients += players
            for player in players:
                player.come()
            await asyncio.gather(*(player.ask(Sit) for player in players[1:]))
            await players[0].ask(Start)
            talking = asyncio.create_task(self._talk(players))
            await over(*players)
            await talking
            last = max(player.at.number for player in players)
            await asyncio.gather(*(player.reach(last) for player in players))
            for player in players:
                await player.leave()
            self.sittings += 1

    async def _talk(self, players: list[Player]) -> None:
        while not players[0].is_over:
            await asyncio.sleep(self._chance.uniform(0.1, 0.5))
            await self._chance.choice(players).ask(Chat, text="well, well")

    async def _guest(self, name: str) -> Guest:
        return await Guest.come(self._chance.choice(self.urls), name)

    def __str__(self) -> str:
        connections = sum(client.connections for client in self.clients)
        return (
            f"{self.faults} faults, {self.sittings} sittings, {self.acked} acked messages,"
            f" {connections} connections of {len(self.clients)} clients: lost 0, doubled 0"
        )


# ---- kill -9 ----


def test_kill_9_loses_nothing(database_url: str) -> None:
    with Serving(database_url) as serving:
        load = Load([serving.url], database_url)

        async def trouble() -> None:
            for _ in range(KILLS):
                await load.settle()
                await asyncio.to_thread(serving.kill)
                load.faults += 1
                await load.check()
                await asyncio.to_thread(serving.start)

        run(load.run(trouble))
        print(f"\nkill -9, {database_url.partition(':')[0]}: {load}")
        assert serving.errors == ""


def test_kill_9_of_one_worker_loses_nothing(postgres: Postgres, redis: Redis) -> None:
    url, chance = postgres.fresh_database(), Random(2)
    with Serving(url, "--workers", "2", "--redis-url", redis.url) as serving:
        load = Load([serving.url], url)

        async def trouble() -> None:
            for _ in range(KILLS):
                await load.settle()
                before = workers_of(serving)
                os.kill(chance.choice(before), signal.SIGKILL)
                load.faults += 1
                await load.until_played(TABLES)
                await load.check()
                async with asyncio.timeout(30):
                    while len(workers_of(serving)) < 2 or workers_of(serving) == before:
                        await asyncio.sleep(0.05)

        run(load.run(trouble))
        print(f"\nkill -9 of a worker, PostgreSQL and Redis: {load}")
        assert serving.errors == ""


def workers_of(serving: Serving) -> list[int]:
    """Return the processes that the server has started to serve."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == str(serving.pid) and b"spawn_main" in line:
            found.append(int(folder.name))
    return sorted(found)


# ---- databases that come and go ----


def test_postgresql_that_comes_back_is_used_again(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    with Serving(url) as serving:
        load = Load([serving.url], url)

        async def trouble() -> None:
            for kill in (postgres.stop, postgres.kill):
                await load.settle()
                await asyncio.to_thread(kill)
                load.faults += 1
                acked = load.acked
                await asyncio.sleep(2.0)
                assert load.acked - acked <= len(load.clients)  # what was on the way
                before = load.acked
                await asyncio.sleep(1.0)
                assert load.acked == before
                await asyncio.to_thread(postgres.start)
                await load.check()
            await load.settle()

        run(load.run(trouble))
        assert sum(client.passing for client in load.clients) > TABLES
        print(f"\nPostgreSQL stopped and killed: {load}")
        assert "Traceback" not in serving.errors


def test_redis_that_goes_is_done_without(postgres: Postgres, redis: Redis) -> None:
    url = postgres.fresh_database()
    options = ("--redis-url", redis.url)
    with Serving(url, *options) as here, Serving(url, *options) as there:
        load = Load([here.url, there.url], url)

        async def trouble() -> None:
            for kill in (redis.stop, redis.kill):
                await load.settle()
                await asyncio.to_thread(kill)
                load.faults += 1
                for _ in range(4):
                    await load.until_played(TABLES)
                await load.check()
                await asyncio.to_thread(redis.start)
            await load.settle()
            assert await delay_between(here, there) < PROMPT

        run(load.run(trouble))
        print(f"\nRedis stopped and killed: {load}")
        assert "Traceback" not in here.errors + there.errors


# ---- several processes ----


async def two(here: Serving, there: Serving, *bots: str) -> tuple[Player, Player]:
    """Bring two people to a table, each with another process; the cards are dealt."""
    anna, ben = await Guest.come(here.url, "Anna"), await Guest.come(there.url, "Ben")
    table = await anna.open(*bots, seats=2 + len(bots))
    a, b = Player(here.url, table, anna), Player(there.url, table, ben)
    a.come()
    b.come()
    await b.ask(Sit)
    await a.until(lambda: a.is_up, "welcome")
    await a.ask(Start)
    await b.until(lambda: b.at.is_dealt, "cards")
    return a, b


async def delay_between(here: Serving, there: Serving) -> float:
    """Return the seconds after which another process has told what one has acked, mostly."""
    a, b = await two(here, there)
    delays = []
    for _ in range(10):
        for one, other in ((a, b), (b, a)):
            number = await one.ask(Chat, text="well, well")
            began = time.monotonic()
            await other.reach(number)
            delays.append(time.monotonic() - began)
    await a.leave()
    await b.leave()
    return statistics.median(delays)


def test_people_with_different_processes_hear_each_other_at_once(
    postgres: Postgres, redis: Redis
) -> None:
    url = postgres.fresh_database()
    options = ("--redis-url", redis.url)
    with Serving(url, *options) as here, Serving(url, *options) as there:

        async def story() -> None:
            assert await delay_between(here, there) < PROMPT
            a, b = await two(here, there, "greedy")
            async with Client(there.url, a.table) as spectator:
                await over(a, b)
                last = max(a.at.number, b.at.number)
                for client in (a, b, spectator):
                    await client.reach(last)
                books = (await Books.read(url, [a.table]))[a.table]
                for client in (a, b, spectator):
                    books.check(client)
                books.check_over()
            await a.leave()
            await b.leave()

        run(story())
        assert here.errors + there.errors == ""


def test_who_goes_to_another_process_does_not_go_back_in_time(postgres: Postgres) -> None:
    """Without Redis processes know less than their neighbours for half a second."""
    url = postgres.fresh_database()
    with Serving(url) as here, Serving(url) as there:

        async def story() -> None:
            a, b = await two(here, there)
            await asyncio.gather(a.move("name 0"), b.move("name 0"))
            for _ in range(3):
                await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
                await a.leave()
                moved = Player(here.url, a.table, a.guest)
                async with moved:
                    await moved.ask(Chat, text="on my way")
                    first = MakeMove(id=f"m-{moved.at.number}", move="say keep u1")
                    number = await moved.say(first)
                    await moved.leave()
                    a.at, a.heard = moved.at, moved.heard
                    a._address = a._address.replace(str(here.port), str(there.port))
                    a.come()
                    await a.until(lambda: a.is_up, "coming back")
                    assert await a.say(first) == number
                here_port, there_port = str(there.port), str(here.port)
                await a.leave()
                a._address = a._address.replace(here_port, there_port)
                a.come()
                await a.until(lambda: a.is_up, "coming back")
            await a.leave()
            await b.leave()

        run(story())


def test_what_was_done_is_not_refused_by_a_process_that_has_not_heard(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    with Serving(url) as here, Serving(url) as there:

        async def story() -> None:
            a, b = await two(here, there)
            assert a.guest is not None
            async with Player(there.url, a.table, a.guest) as elsewhere:
                await asyncio.gather(a.move("name 0"), b.move("name 0"))
                while a.at.turn != 0:
                    await a.reach(a.at.number + 1)
                await elsewhere.reach(a.at.number)
                wish = a.wish()
                assert wish is not None
                await a.move(wish)
                wish = a.wish()
                assert wish is not None
                message = MakeMove(id="again", move=wish)
                number = await a.say(message)
                assert await elsewhere.say(message) == number
            await a.leave()
            await b.leave()

        run(story())


def test_who_was_with_a_process_that_died_counts_as_away(postgres: Postgres, redis: Redis) -> None:
    url = postgres.fresh_database()
    options = ("--redis-url", redis.url)
    with Serving(url, *options) as here, Serving(url, *options) as there:

        async def story() -> None:
            a, b = await two(here, there)
            await a.until(lambda: a.present == [0, 1], "presence")
            assert await a.refusal(Replace, seat=1, bot="greedy") == "not-away"
            await asyncio.to_thread(there.kill)
            await a.until(lambda: a.present == [0], "absence", AFTER_A_DEATH)
            await a.ask(Replace, seat=1, bot="greedy")
            await a.play()
            await a.leave()
            await b.leave()

        run(story())


def test_bots_of_a_process_that_died_are_taken_up(postgres: Postgres, redis: Redis) -> None:
    url = postgres.fresh_database()
    options = ("--redis-url", redis.url, "--pace", "0.3")
    with Serving(url, *options) as here, Serving(url, *options) as there:

        async def story() -> None:
            a, b = await two(here, there, "greedy", "greedy")
            await asyncio.gather(a.play(most=1), b.play(most=1))
            await a.until(lambda: a.at.turn is not None, "turn")
            while a.at.turn not in (2, 3):
                for player in (a, b):
                    if player.wish() is not None:
                        with_turn = player
                        break
                else:
                    await asyncio.sleep(0.01)
                    continue
                await with_turn.play(most=with_turn.moves_made + 1)
                last = with_turn.at.number
                await asyncio.gather(a.reach(last), b.reach(last))
            dying, living, alive = (here, b, there) if with_turn is a else (there, a, here)
            number = living.at.number
            await asyncio.to_thread(dying.kill)
            await living.reach(number + 1, 20)
            await a.leave()
            await b.leave()
            assert alive.errors == ""

        run(story())
