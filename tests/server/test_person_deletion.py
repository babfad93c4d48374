"""Deleting people: nothing about them stays stored, and others keep what is theirs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import select, text

from tenback.protocol import (
    AddWord,
    Chat,
    SeatBot,
    SendAway,
    Sit,
    Start,
    TableSettings,
    WishResign,
)
from tenback.rules import Ending, Outcome, Refused
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock, date_of
from tenback.server.errors import ServerCode
from tenback.server.fanout import NoFanout
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.names import DELETED_NAME
from tenback.server.person_deletion import PersonDeletion
from tenback.server.room_record import record_of
from tenback.server.room_registry import OpenRoom
from tenback.server.room_services import RoomServices
from tenback.server.store import (
    DailyDeal,
    Database,
    Days,
    Duel,
    Log,
    OfflineResults,
    People,
    Person,
    Ratings,
    Results,
    SeatResult,
    Sessions,
    Tables,
    Throttles,
    erase_person,
    hash_of,
    revoke,
    unfinished_erasures,
)
from tenback.server.store.database import connect_sqlite
from tenback.server.store.erasure import overwrite_traces
from tenback.server.store.schema import metadata
from tenback.server.store.throttles import account_key, own_password_key, person_key
from tests.server.store.opening import step
from tests.server.test_open_rooms import Listening

NAME, ACCOUNT, SAID, DEVICE = "Zebulon Quist", "zebulon-account", "sharp elbows", "Netscape 4"
SECRET = hash_of("the secret of a session")


@dataclass(frozen=True)
class World:
    """A server without sockets, with two people."""

    database: Database
    log: Log
    rooms: RoomServices
    lobby: Lobby
    clock: Clock
    zeb: Person
    ben: Person

    async def table(self, host: Person, **settings: object) -> OpenRoom:
        chosen = TableSettings(**settings)  # type: ignore[arg-type]
        row = await self.lobby.open_table(await self.lobby.prepare(host, chosen))
        return await self.rooms.registry.open(row.id)

    async def ask(self, room: OpenRoom, request: object, by: Person) -> int:
        return await self.rooms.committer.submit(room, request, by, None)  # type: ignore[arg-type]

    async def resign(self, room: OpenRoom, *people: Person) -> None:
        for each in people:
            await self.ask(room, WishResign(id="r"), each)

    async def erase(self) -> None:
        person_deletion = PersonDeletion(self.database, self.rooms.peers, self.clock)
        assert await person_deletion.erase(self.zeb.id)
        assert not await person_deletion.erase(self.zeb.id)


@asynccontextmanager
async def world(url: str) -> AsyncIterator[World]:
    database, clock = Database(url), Clock()
    await database.migrate()
    log, people = Log(database), People(database)
    rooms = RoomServices.assemble(
        log, NoFanout(), BotPool(1), Metrics(), clock, pace=0.0, is_alone=True
    )
    zeb = await people.add_guest(Person.guest(NAME, 1), SECRET, DEVICE)
    await people.claim(zeb.id, ACCOUNT, "hash of a password")
    ben = await people.add_guest(Person.guest("Ben", 1), hash_of("ben"))
    lobby = Lobby(log, Tables(database), Days(database), rooms.committer, clock)
    try:
        yield World(database, log, rooms, lobby, clock, zeb, ben)
    finally:
        await rooms.close()
        await log.close()
        await database.close()


async def stored(database: Database) -> str:
    """Return everything that the database holds, in one text."""
    async with database.reading() as connection:
        names = await connection.execute(text("SELECT version_num FROM alembic_version"))
        rows = [str(names.all())]
        for table in metadata.sorted_tables:
            rows += [str(row) for row in await connection.execute(select(table))]
    return "\n".join(rows)


def files_of(database: Database) -> bytes:
    """Return every byte of a SQLite database: its file, and what is not in it yet."""
    assert database.url.database is not None
    path = Path(database.url.database)
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


async def vacuum(database: Database) -> None:
    """Remove pieces of rows that SQLite may leave where it moves others (docs/privacy.md)."""
    with closing(connect_sqlite(database)) as connection:
        connection.execute("VACUUM")
    await overwrite_traces(database)


async def live(world: World) -> dict[str, OpenRoom]:
    """Let Zebulon leave traces wherever one can."""
    ask, zeb, ben = world.ask, world.zeb, world.ben
    shared = await world.table(ben, seats=2)
    await ask(shared, Sit(id="s"), zeb)
    await ask(shared, AddWord(id="w", word=f"by {NAME}!"), zeb)
    await ask(shared, Start(id="g"), ben)
    await ask(shared, Chat(id="c", text=SAID), zeb)
    await ask(shared, Chat(id="c", text="Good game"), ben)
    await world.resign(shared, zeb, ben)
    running = await world.table(zeb, seats=2)
    await ask(running, Sit(id="s"), ben)
    await ask(running, Start(id="g"), ben)
    gathering = await world.table(zeb, seats=3)
    await ask(gathering, Sit(id="s"), ben)
    alone = await world.table(zeb, seats=1)
    await ask(alone, Start(id="g"), zeb)
    await world.resign(alone, zeb)
    watched = await world.table(ben, seats=1)
    await ask(watched, Chat(id="c", text=SAID), zeb)
    sent_away = await world.table(ben, seats=2)
    await ask(sent_away, Sit(id="s"), zeb)
    await ask(sent_away, SendAway(id="a", seat=1), ben)
    today = date_of(world.clock.now())
    for host in (zeb, ben):  # Zebulon knows the cards when he plays them with Ben
        day = await world.table(host, seats=2, day=today)
        await ask(day, Sit(id="s"), ben if host is zeb else zeb)
        await ask(day, Start(id="g"), host)
        await world.resign(day, zeb, ben)
    for people in ((zeb,), (zeb, ben)):  # the first table is deleted with him
        day = await world.table(zeb, seats=3, day=today)
        for person in people[1:]:
            await ask(day, Sit(id="s"), person)
        for seat in range(len(people), 3):
            await ask(day, SeatBot(id="b", seat=seat, bot="greedy"), zeb)
        await ask(day, Start(id="g"), zeb)
        await world.resign(day, *people)
    duel = await world.table(zeb, edition="face-to-face", seats=2)
    number = duel.model.number + 1
    await world.log.append(
        duel.model.id, step(number), (), Duel(duel.model.id, (zeb.id, ben.id), 1, 7)
    )
    outcome = Outcome(Ending.RESIGNED, won=False, winner=None, left=98)
    for person in (zeb, ben):
        game = SeatResult(
            "sent", 0, person.id, None, "classic", 1, "C1-X", None, outcome, 7, is_offline=True
        )
        await OfflineResults(world.database).add(game, f"{person.name} offline", 7)
    throttles = Throttles(world.database)
    for key in (account_key(ACCOUNT), own_password_key(zeb.id), person_key(zeb.id)):
        await throttles.take(key, world.clock.now(), rate=0.01, burst=5)
    return {
        "shared": shared,
        "running": running,
        "gathering": gathering,
        "alone": alone,
        "watched": watched,
        "duel": duel,
    }


def traces_of(person: Person) -> list[str]:
    hashes = [SECRET, hash_of(person.id), hash_of(ACCOUNT)]
    return [person.id, NAME, ACCOUNT, SAID, DEVICE, "hash of a password", *hashes]


def test_nothing_of_a_deleted_person_is_stored_anywhere(database_url: str) -> None:
    async def scene() -> None:
        async with world(database_url) as at:
            await live(at)
            before = await stored(at.database)
            assert all(trace in before for trace in traces_of(at.zeb))
            await at.erase()
            after = await stored(at.database)
            assert [trace for trace in traces_of(at.zeb) if trace in after] == []
            assert at.ben.id in after
            if at.database.is_sqlite:
                async with at.database.reading() as connection:
                    assert await connection.scalar(text("PRAGMA secure_delete")) == 1
                await vacuum(at.database)
                data = files_of(at.database)
                assert [each for each in traces_of(at.zeb) if each.encode() in data] == []
                assert at.ben.id.encode() in data

    asyncio.run(scene())


def test_others_keep_their_tables_results_and_duels(database_url: str) -> None:
    async def scene() -> None:
        async with world(database_url) as at:
            rooms = await live(at)
            results = await Results(at.database).of_person(at.ben.id)
            day = DailyDeal(date_of(at.clock.now()), "classic", 2)
            counted = [each.table for each in await Days(at.database).sittings(day)]
            await at.erase()
            assert await Results(at.database).of_person(at.ben.id) == results
            assert [each.table for each in await Days(at.database).sittings(day)] == counted
            assert await Days(at.database).sittings(replace(day, seats=3)) == []
            shared = await at.rooms.loader.load(rooms["shared"].model.id)
            record = record_of(shared)
            assert record.players == ("Ben", DELETED_NAME)
            assert [tag for tag, _ in record.tags] == ["date"]  # his word named him
            assert [each.text for each in shared.chat] == ["Good game"]
            rating = await Ratings(at.database).of_person(at.ben.id)
            assert [each.opponent.name for each in rating.last] == [DELETED_NAME]
            assert await Tables(at.database).by_id(rooms["alone"].model.id) is None

    asyncio.run(scene())


def test_a_table_goes_on_without_a_deleted_person(database_url: str) -> None:
    async def scene() -> None:
        async with world(database_url) as at:
            rooms = await live(at)
            running, gathering = rooms["running"], rooms["gathering"]
            listening = Listening(at.ben)
            at.rooms.registry.enter(rooms["alone"], listening)
            await at.erase()
            assert listening.closed == [1008]
            assert at.rooms.registry.get(rooms["alone"].model.id) is None
            place = running.model.places[0]
            assert (place.name, place.person, place.bot) == (DELETED_NAME, None, "careful")
            await at.resign(running, at.ben)
            assert running.model.is_over
            assert [place.name for place in gathering.model.places] == [None, "Ben", None]
            assert gathering.model.host == 1
            row = await Tables(at.database).by_id(gathering.model.id)
            assert row is not None
            assert row.taken == 1
            for room in rooms.values():
                if room is not rooms["alone"]:
                    stored_room = await at.rooms.loader.load(room.model.id)
                    assert room.model.places == stored_room.places

    asyncio.run(scene())


def test_a_step_of_somebody_deleted_is_refused_wherever_it_comes_from(database_url: str) -> None:
    """Another process may be about to store it, on what it knew before."""

    async def scene() -> None:
        async with world(database_url) as at:
            rooms = await live(at)
            fresh = await at.table(at.ben, seats=2)
            await erase_person(at.database, at.zeb.id, 1)  # nobody here has heard of it
            for room, request in (
                (rooms["running"], WishResign(id="r")),
                (rooms["shared"], Chat(id="c", text=SAID)),
                (rooms["watched"], Chat(id="c", text=SAID)),
                (fresh, Chat(id="c", text=SAID)),
                (fresh, Sit(id="s")),
            ):
                with pytest.raises(Refused) as refused:
                    await at.ask(room, request, at.zeb)
                expected = (ServerCode.NOT_SEATED, ServerCode.NOT_STORED)
                assert refused.value.code in expected
            assert at.zeb.id not in await stored(at.database)

    asyncio.run(scene())


def test_who_is_being_deleted_is_signed_out_at_once(database_url: str) -> None:
    async def scene() -> None:
        async with world(database_url) as at:
            assert await revoke(at.database, at.zeb.id, 7) == [SECRET]
            assert await Sessions(at.database).person(SECRET, 8) is None
            account = await People(at.database).account(ACCOUNT)
            assert account is not None
            assert account.password is None
            assert await unfinished_erasures(at.database) == [at.zeb.id]
            await PersonDeletion(at.database, at.rooms.peers, at.clock).finish_interrupted()
            assert await People(at.database).by_id(at.zeb.id) is None
            assert await unfinished_erasures(at.database) == []
            assert await revoke(at.database, "nobody", 7) is None

    asyncio.run(scene())


def test_two_who_sit_together_can_be_deleted_at_once(database_url: str) -> None:
    async def scene() -> None:
        async with world(database_url) as at:
            await live(at)
            people = (at.zeb.id, at.ben.id)
            await asyncio.gather(*(erase_person(at.database, each, 1) for each in people))
            after = await stored(at.database)
            assert all(each not in after for each in people)

    asyncio.run(scene())
