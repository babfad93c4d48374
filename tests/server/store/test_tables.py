import asyncio
from dataclasses import replace

import pytest

from tenback.server.store import (
    Log,
    NewTable,
    Phase,
    StorageRefused,
    StorageUnavailable,
    Tables,
    seat_left,
    seat_taken,
    table_changed,
)
from tests.server.store.opening import logging, opened, person, step, table

NEW = NewTable(
    id="T",
    host="",
    is_public=True,
    edition="extreme",
    seats=4,
    taken=2,
    created_at=5,
    rules_version=1,
    record_version=2,
)


def test_a_table_is_made_with_its_first_entries(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            host = (await person(database)).id
            tables = Tables(database)
            new = replace(NEW, host=host)
            made = await tables.create(new, [step(1), step(2)], [seat_taken("T", host)])
            assert made.code is not None
            assert await tables.by_id("T") == await tables.by_code(f" {made.code.lower()}") == made
            assert (made.phase, made.taken, made.changed_at) == (Phase.GATHERING, 2, 5)
            assert (made.seats, made.rules_version, made.record_version) == (4, 1, 2)
            assert await log.read("T") == [step(1), step(2)]
            assert await tables.unfinished(host) == [made]
            assert await tables.by_id("U") is await tables.by_code("ABCDE") is None

    asyncio.run(scene())


def test_a_table_whose_entries_cannot_be_stored_is_not_made(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            new = replace(NEW, host=(await person(database)).id)
            with pytest.raises(StorageRefused):
                await Tables(database).create(new, [step(1), step(1)])
            assert await Tables(database).by_id("T") is None

    asyncio.run(scene())


def test_a_code_that_is_taken_is_drawn_again(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            tables = Tables(database)
            new = replace(NEW, host=(await person(database)).id)
            await tables.create(new, [], draw=lambda: "AAAAA")
            codes = iter(["AAAAA", "AAAAA", "BBBBB"])
            other = await tables.create(replace(new, id="U"), [step(1)], draw=codes.__next__)
            assert other.code == "BBBBB"
            assert len(await log.read("U")) == 1
            with pytest.raises(StorageUnavailable):
                await tables.create(replace(new, id="V"), [], draw=lambda: "AAAAA")

    asyncio.run(scene())


def test_a_table_that_is_over_gives_its_code_back(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            tables = Tables(database)
            new = replace(NEW, host=(await person(database)).id)
            made = await tables.create(new, [], draw=lambda: "AAAAA")
            await log.append("T", step(1), [table_changed("T", phase=Phase.PLAYING, taken=4, at=9)])
            playing = replace(made, phase=Phase.PLAYING, taken=4, changed_at=9)
            assert await tables.by_code("AAAAA") == playing
            await log.append("T", step(2), [table_changed("T", phase=Phase.OVER, taken=3, at=10)])
            assert await tables.by_code("AAAAA") is None
            over = replace(made, code=None, phase=Phase.OVER, taken=3, changed_at=10)
            assert await tables.by_id("T") == over
            await tables.create(replace(new, id="U"), [], draw=lambda: "AAAAA")

    asyncio.run(scene())


async def advance(log: Log, name: str, phase: Phase, at: int) -> None:
    assert await log.append(name, step(1), [table_changed(name, phase=phase, taken=3, at=at)])


def test_public_tables_are_listed_newest_first_page_by_page(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            hosts = [(await person(database)).id for _ in range(12)]
            for i, host in enumerate(hosts):
                await table(database, host, at=i // 2, is_public=i != 5, name=f"T{i:02}")
            await advance(log, "T03", Phase.OVER, 1)
            await advance(log, "T07", Phase.PLAYING, 1)
            tables = Tables(database)
            expected = [f"T{i:02}" for i in range(11, -1, -1) if i not in (3, 5)]
            assert [t.id for t in await tables.public()] == expected
            pages, last = [], None
            while page := await tables.public(limit=3, before=last):
                pages += [t.id for t in page]
                last = page[-1].id
            assert pages == expected
            assert [t.id for t in await tables.public(phases=[Phase.PLAYING])] == ["T07"]
            assert await tables.public(before="unknown") == []
            for i in range(5):
                await table(database, hosts[0], at=9, name=f"U{i}")
            flooded = ["U4", "U3", "U2", *(name for name in expected if name != "T00")]
            assert [t.id for t in await tables.public()] == flooded
            assert [t.id for t in await tables.public(before="U3", limit=2)] == flooded[2:4]

    asyncio.run(scene())


def test_the_unfinished_tables_of_somebody_are_known(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna, bert = (await person(database)).id, (await person(database, "Bert")).id
            for name in "ABCD":
                await table(database, anna, name=name)
            for name in "ABC":
                await log.append(name, step(2), [seat_taken(name, bert), seat_taken(name, bert)])
            await advance(log, "A", Phase.OVER, 5)
            await advance(log, "C", Phase.PLAYING, 7)
            tables = Tables(database)
            assert [t.id for t in await tables.unfinished(bert)] == ["C", "B"]
            await log.append("B", step(3), [seat_left("B", bert)])
            assert [t.id for t in await tables.unfinished(bert)] == ["C"]
            assert await tables.unfinished(anna) == []

    asyncio.run(scene())
