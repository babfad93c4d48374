"""What the server must survive: kill -9 under load, and databases that come and go.

After every fault: what was acked is stored, nothing was done twice, all clients agree with the
referee's fold of the log, every sitting reaches its end, and clients come back by themselves.
`make faults` does more of it.
"""

import asyncio
import os
import re
import secrets
import signal
import statistics
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from redis import Redis as RedisClient

from tenback.protocol import Chat, MakeMove, Replace, Sit, Start
from tenback.server.fanout import News
from tests.server.client import PATIENCE, Client, Guest, Player, over
from tests.server.ledger import Books
from tests.server.servers import Postgres, Redis
from tests.server.serving import Serving
from tests.server.workers import workers_of

KILLS = int(os.environ.get("KILLS", "2"))
TABLES = int(os.environ.get("TABLES", "4"))
SETTLED = 0.3, 0.8
"""Seconds of load between two faults."""
MOST_CHATS = 200
"""Texts at a table, which takes 300 from one person: a game may be long where much fails."""
TO_THE_END = 120.0
"""Seconds in which all sittings reach their end, once there is peace."""
LONGEST = 300.0 + 10 * KILLS
"""Seconds for a story: then something hangs. While it is killed, a bot may wait for its turn."""
PROMPT = 0.1
"""Seconds from one process to another by way of Redis; without it, it would be 0.25."""
AFTER_A_DEATH = 30.0
"""Seconds in which others notice that a process is gone, and the people who were with it."""

ENTRY = re.compile(r"^(?=\d{4}-\d\d-\d\d )", re.MULTILINE)
"""Where an entry of a log begins; a traceback belongs to it."""
FORESEEN = (" WARNING tenback.server.", "Pool: Exception closing connection")
"""What a server logs of a database that is gone: in its own words, and in its pool's."""


def run(story: Coroutine[None, None, None], seconds: float = LONGEST) -> None:
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
        self._settled: set[Player] = set()
        """Clients that were over when the books were read: they wait for the last reading."""

    async def run(self, trouble: Callable[[], Coroutine[None, None, None]]) -> None:
        """Have everybody play as long as there is trouble, and then to the end."""
        async with asyncio.TaskGroup() as group:
            tables = [group.create_task(self._keep_playing(n)) for n in range(TABLES)]
            await self.until_played(TABLES)
            await trouble()
            self._is_enough = True
            _, stuck = await asyncio.wait(tables, timeout=TO_THE_END)
            assert not stuck, [client for client in self.clients if not client.is_over]
        await self.check(is_over=True)

    async def until_played(self, moves: int) -> None:
        """Wait until so many messages more are acked."""
        enough = self.acked + moves
        async with asyncio.timeout(PATIENCE):
            while self.acked < enough:
                await asyncio.sleep(0.02)

    async def until_quiet(self) -> None:
        """Wait until nothing has been acked for two seconds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                before = self.acked
                await asyncio.sleep(2.0)
                if self.acked == before:
                    return

    async def settle(self) -> None:
        """Let a while pass under load."""
        await self.until_played(TABLES)
        await asyncio.sleep(self._chance.uniform(*SETTLED))

    @property
    def acked(self) -> int:
        """How many messages were acked."""
        return sum(len(client.acked) for client in self.clients)

    async def check(self, *, is_over: bool = False) -> None:
        """Hold clients against the books: all at the end, before that those not over the last time.

        Reading every table again after each fault would take longer than the faults do.
        """
        clients = [one for one in self.clients if is_over or one not in self._settled]
        self._settled.update(client for client in clients if client.is_over)
        acked = {client: dict(client.acked) for client in clients}
        books = await Books.read(self.database_url, {client.table for client in acked})
        for book in books.values():
            book.check_once()
            if is_over:
                book.check_over()
        for client, answered in acked.items():
            client.check()
            books[client.table].check_acked(client, answered)
            if is_over:
                books[client.table].check(client)

    async def _keep_playing(self, number: int) -> None:
        seats = 2 + number % 3
        people = 1 + number % seats
        guests = [await self._guest(f"Guest {number} {seat}") for seat in range(people)]
        while not self._is_enough:
            table = await self._open(guests[0], ["greedy"] * (seats - people), seats)
            players = [self._player(table, guest) for guest in guests]
            self.clients += players
            for player in players:
                player.connect()
            await asyncio.gather(*(player.ask(Sit) for player in players[1:]))
            await players[0].ask(Start)
            talking = asyncio.create_task(self._talk(players))
            await over(*players, seconds=LONGEST)
            await talking
            last = max(player.at.number for player in players)
            await asyncio.gather(*(player.reach(last) for player in players))
            for player in players:
                await player.leave()
            self.sittings += 1

    async def _open(self, guest: Guest, bots: list[str], seats: int) -> str:
        return await guest.open_table(*bots, seats=seats)

    def _player(self, table: str, guest: Guest) -> Player:
        return Player(self._chance.choice(self.urls), table, guest)

    async def _talk(self, players: list[Player]) -> None:
        for _ in range(MOST_CHATS):
            await asyncio.sleep(self._chance.uniform(0.1, 0.5))
            if players[0].is_over:
                return
            await self._chance.choice(players).ask(Chat, text="well, well")

    async def _guest(self, name: str) -> Guest:
        return await Guest.sign_up(self._chance.choice(self.urls), name)

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
            for _ in range(KILLS - 1):
                await load.settle()
                before = workers_of(serving)
                os.kill(chance.choice(before), signal.SIGKILL)
                load.faults += 1
                await load.until_played(TABLES)
                await load.check()
                async with asyncio.timeout(PATIENCE):
                    while len(workers_of(serving)) < 2 or workers_of(serving) == before:
                        await asyncio.sleep(0.05)

        run(load.run(trouble))
        print(f"\nkill -9 of a worker, PostgreSQL and Redis: {load}")
        assert serving.errors == ""


def test_a_worker_that_dies_over_a_question_is_replaced_at_once(tmp_path: Path) -> None:
    """The parent asks its workers how they are, and must not wait for an answer of the dead."""
    with Serving(tmp_path / "tenback.sqlite", "--workers", "2") as serving:
        before = workers_of(serving)
        os.kill(before[0], signal.SIGSTOP)
        time.sleep(1.5)  # by now it was asked
        os.kill(before[0], signal.SIGKILL)
        until = time.monotonic() + 20
        while len(workers_of(serving)) < 2 or workers_of(serving) == before:
            assert time.monotonic() < until
            time.sleep(0.01)
        assert serving.errors == ""


# ---- databases that come and go ----


def unforeseen(serving: Serving) -> list[str]:
    """Return what a server has logged beside that something was gone for a while."""
    entries = [entry for entry in ENTRY.split(serving.errors) if entry.strip()]
    return [entry for entry in entries if not any(text in entry for text in FORESEEN)]


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
                await load.until_quiet()
                assert load.acked - acked <= len(load.clients)  # what was on the way
                await asyncio.to_thread(postgres.start)
                await load.check()
            await load.settle()

        run(load.run(trouble))
        assert sum(client.passing for client in load.clients) > TABLES
        print(f"\nPostgreSQL stopped and killed: {load}")
        assert unforeseen(serving) == []


class RestlessClient(Client):
    """A client that has a lot of time to ping before it is let in."""

    pinging = 0.01


def test_a_client_that_is_not_let_in_yet_says_nothing_but_hello(postgres: Postgres) -> None:
    with Serving(postgres.fresh_database()) as serving:

        async def story() -> None:
            anna = await Guest.sign_up(serving.url)
            spectator = RestlessClient(serving.url, await anna.open_table(is_started=True))
            await asyncio.to_thread(postgres.stop)
            spectator.connect()
            await spectator.wait_until(lambda: spectator.passing >= 5)
            await asyncio.to_thread(postgres.start)
            await spectator.wait_until(lambda: spectator.is_up)
            await spectator.leave()
            spectator.check()

        run(story())
        assert unforeseen(serving) == []


def test_a_worker_that_dies_while_postgresql_is_gone_is_replaced(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    with Serving(url, "--workers", "2") as serving:

        async def story() -> None:
            anna = await Guest.sign_up(serving.url)
            async with Player(serving.url, await anna.open_table(is_started=True), anna) as player:
                await player.play(most=5)
                await asyncio.to_thread(postgres.stop)
                before = workers_of(serving)
                for worker in before:
                    os.kill(worker, signal.SIGKILL)
                async with asyncio.timeout(PATIENCE):
                    while len(set(workers_of(serving)) - set(before)) < 2:
                        await asyncio.sleep(0.05)
                await asyncio.sleep(4)  # until they have tried
                await asyncio.to_thread(postgres.start)
                await player.play()
                books = (await Books.read(url, [player.table]))[player.table]
                books.check(player)
                books.check_over()

        run(story())
        assert unforeseen(serving) == []


def test_redis_that_goes_is_done_without(redis: Redis, with_redis: tuple[Serving, Serving]) -> None:
    here, there = with_redis
    load = Load([here.url, there.url], here.database_url)

    async def trouble() -> None:
        for kill in (redis.stop, redis.kill):
            await load.settle()
            await asyncio.to_thread(kill)
            load.faults += 1
            await load.until_played(3 * TABLES)
            await load.check()
            await asyncio.to_thread(redis.start)
        await load.settle()

    run(load.run(trouble))
    print(f"\nRedis stopped and killed: {load}")

    async def afterwards() -> None:
        await hear_promptly(here, there)

    run(afterwards())
    assert unforeseen(here) + unforeseen(there) == []


# ---- several processes ----


@pytest.fixture(scope="module")
def with_redis(postgres: Postgres, redis: Redis) -> Iterator[tuple[Serving, Serving]]:
    """Return two servers that share a database, and hear of each other."""
    url, options = postgres.fresh_database(), ("--redis-url", redis.url)
    with Serving(url, *options) as here, Serving(url, *options) as there:
        yield here, there


@pytest.fixture(scope="module")
def without_redis(postgres: Postgres) -> Iterator[tuple[Serving, Serving]]:
    """Return two servers that share a database, and look into it now and then."""
    url = postgres.fresh_database()
    with Serving(url) as here, Serving(url) as there:
        yield here, there


async def check(database_url: str, *clients: Client) -> Books:
    """Hold what clients of one table know against what is stored."""
    table = clients[0].table
    books = (await Books.read(database_url, [table]))[table]
    for client in clients:
        books.check(client)
    books.check_once()
    return books


async def leave(*clients: Client) -> None:
    """Have several go."""
    await asyncio.gather(*(client.leave() for client in clients))


async def two(here: Serving, there: Serving, *bots: str) -> tuple[Player, Player]:
    """Bring two people to a table, each with another process; the cards are dealt."""
    anna, ben = await Guest.sign_up(here.url, "Anna"), await Guest.sign_up(there.url, "Ben")
    table = await anna.open_table(*bots, seats=2 + len(bots))
    a, b = Player(here.url, table, anna), Player(there.url, table, ben)
    a.connect()
    b.connect()
    await b.ask(Sit)
    await a.wait_until(lambda: a.is_up, "welcome")
    await a.ask(Start)
    await b.wait_until(lambda: b.at.is_dealt, "cards")
    return a, b


async def hear_promptly(here: Serving, there: Serving) -> None:
    """Assert that one process hears of another at once: not every time, if others are busy."""
    delays = []
    for _ in range(10):
        delays.append(await delay_between(here, there))
        if delays[-1] < PROMPT:
            return
    raise AssertionError(f"it took {delays} s")


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
    await leave(a, b)
    return statistics.median(delays)


def test_people_with_different_processes_hear_each_other_at_once(
    with_redis: tuple[Serving, Serving],
) -> None:
    here, there = with_redis

    async def story() -> None:
        await hear_promptly(here, there)
        a, b = await two(here, there, "greedy")
        async with Client(there.url, a.table) as spectator:
            await over(a, b)
            last = max(a.at.number, b.at.number)
            await asyncio.gather(*(client.reach(last) for client in (a, b, spectator)))
            (await check(here.database_url, a, b, spectator)).check_over()
        await leave(a, b)

    run(story())
    assert unforeseen(here) + unforeseen(there) == []


def test_redis_carries_numbers_and_no_cards(
    redis: Redis, with_redis: tuple[Serving, Serving]
) -> None:
    here, there = with_redis
    with RedisClient.from_url(redis.url) as client, client.pubsub() as listening:
        listening.psubscribe("*")

        async def story() -> None:
            a, b = await two(here, there)
            await over(a, b)
            await a.ask(Chat, text="sharp elbows")
            await leave(a, b)

        run(story())
        news = []
        while (message := listening.get_message(timeout=1.0)) is not None:
            if message["type"] == "pmessage":
                news.append(msgspec.msgpack.decode(message["data"]))
    assert any(each["number"] is not None for each in news)
    for each in news:
        assert each.keys() == set(News.__struct_fields__)
        assert not any(isinstance(value, dict) for value in each.values())
        assert "sharp elbows" not in str(each)


@pytest.mark.parametrize("kind", ["with_redis", "without_redis"])
def test_a_session_that_ends_with_one_process_is_closed_by_the_other(
    kind: str, request: pytest.FixtureRequest
) -> None:
    here, there = request.getfixturevalue(kind)

    async def story() -> None:
        anna = await Guest.sign_up(here.url, "Anna")
        table = await anna.open_table(seats=2)
        async with Client(there.url, table, anna) as client:
            async with httpx.AsyncClient(timeout=30) as rest:
                headers = {"Authorization": f"Bearer {anna.secret}"}
                ended = await rest.delete(f"{here.url}/api/me/sessions", headers=headers)
            assert ended.status_code == 204
            await client.wait_until(lambda: 4001 in client.closed, "end of the session")
            await client.wait_until(lambda: client.connections == 2, "coming back as nobody")
            assert client.at.seat is None

    run(story())


def test_who_goes_to_another_process_does_not_go_back_in_time(
    without_redis: tuple[Serving, Serving],
) -> None:
    """Without Redis processes know less than their neighbours for half a second."""
    here, there = without_redis

    async def story() -> None:
        a, b = await two(here, there)
        for goal in (there, here, there, here):
            for _ in range(3):
                await a.ask(Chat, text="on my way")
            a.url = goal.url
            await a.cut()
            await a.wait_until(lambda: a.is_up, "coming back")
        assert len(a.welcomed) == 1
        await b.reach(a.at.number)
        await check(here.database_url, a, b)
        await leave(a, b)

    run(story())


def test_what_was_done_is_not_refused_by_a_process_that_has_not_heard(
    without_redis: tuple[Serving, Serving],
) -> None:
    here, there = without_redis

    async def story() -> None:
        a, b = await two(here, there)
        async with Player(there.url, a.table, a.person) as elsewhere:
            await asyncio.gather(a.move("name 0"), b.move("name 0"))
            await a.wait_until(lambda: a.at.turn == 0, "turn")
            await elsewhere.reach(a.at.number)
            for wish in ("say keep u1", a.wish()):
                assert wish is not None
                message = MakeMove(id=secrets.token_hex(4), move=wish)
                number = await a.request(message)
                assert await elsewhere.request(message) == number
            await asyncio.gather(elsewhere.reach(a.at.number), b.reach(a.at.number))
            await check(here.database_url, a, b, elsewhere)
        await leave(a, b)

    run(story())


def test_bots_of_a_process_that_died_are_taken_up_and_its_people_count_as_away(
    postgres: Postgres, redis: Redis
) -> None:
    url, options = postgres.fresh_database(), ("--redis-url", redis.url, "--pace", "0.3")
    with Serving(url, *options) as here, Serving(url, *options) as there:

        async def story() -> None:
            a, b = await two(here, there, "greedy")
            await a.wait_until(lambda: a.present == [0, 1], "presence")
            assert await a.refusal(Replace, seat=1, bot="greedy") == "not-away"
            await a.move("name 1")
            await b.move("name 1")
            await b.wait_until(lambda: b.at.turn == 1, "turn")
            while b.at.turn == 1:
                await b.play(most=b.moves_made + 1)
            number = b.at.number
            await asyncio.to_thread(there.kill)  # which has to move the bot
            await a.reach(number + 1)
            await a.wait_until(lambda: a.present == [0], "absence", AFTER_A_DEATH)
            await a.ask(Replace, seat=1, bot="greedy")
            await leave(a, b)

        run(story())
        assert here.errors == ""
