import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from typing import cast

import pytest
from sqlalchemy import bindparam, select, update

from tenback.protocol import Chatted
from tenback.server.step import Step
from tenback.server.store import (
    Database,
    Log,
    Phase,
    SideEffect,
    StorageRefused,
    StorageUnavailable,
    seat_taken,
    table_changed,
)
from tenback.server.store import log as log_module
from tenback.server.store.schema import entries, sitters, tables
from tests.server.store.opening import logging, opened, person, step, table


def test_a_step_is_stored_once(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            first = Step(1, 1 << 40, "P", "r1", (Chatted(0, "ä", "\0😀"),))
            assert await log.append("T", first)
            assert not await log.append("T", Step(1, 5, None, None, ()))
            assert await log.append("T", step(2))
            assert await log.read("T") == [first, step(2)]
            assert await log.read("T", after=1) == [step(2)]
            assert await log.read("T", after=2) == await log.read("U") == []

    asyncio.run(scene())


def test_of_two_with_one_number_in_one_process_the_first_wins(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            answers = await asyncio.gather(*(log.append("T", step(1, str(i))) for i in range(5)))
            assert answers == [True, False, False, False, False]
            assert await log.read("T") == [step(1, "0")]
            assert log.transactions == 1  # the database was asked about the first only
            first = asyncio.ensure_future(log.append("T", step(2, "0")))
            while log.waiting or log.transactions == 1:
                await asyncio.sleep(0)
            assert not await log.append("T", step(2, "during the transaction"))
            assert await first
            assert log.transactions == 2

    asyncio.run(scene())


def test_a_step_gets_the_number_of_one_that_is_refused(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            bad = log.append("T", Step(1, 1 << 70, None, None, ()))
            answers = await asyncio.gather(bad, log.append("T", step(1)), return_exceptions=True)
            assert isinstance(answers[0], StorageRefused)
            assert answers[1] is True
            assert await log.read("T") == [step(1)]

    asyncio.run(scene())


@pytest.mark.parametrize("seed", range(3))
def test_every_number_has_exactly_one_winner_and_no_gap_before_it(
    database_url: str, seed: int
) -> None:
    """Several logs, as several processes have them, race for the numbers of the same tables."""
    chance = random.Random(seed)
    wins: Counter[tuple[str, int]] = Counter()
    facts: dict[tuple[str, int], str] = {}

    async def player(log: Log, name: str, table: str) -> None:
        number = 0
        while number < 12:
            if chance.random() < 0.5:
                await asyncio.sleep(chance.random() * 0.002)
            number += 1
            if await log.append(table, step(number, name)):
                wins[table, number] += 1
                facts[table, number] = name
            elif chance.random() < 0.5:
                number = (await log.read(table))[-1].number

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            databases = [await stack.enter_async_context(opened(database_url)) for _ in range(2)]
            logs = [await stack.enter_async_context(logging(d)) for d in (*databases, databases[0])]
            await asyncio.gather(
                *(player(log, f"{i}", f"T{t}") for t in range(15) for i, log in enumerate(logs))
            )
            for t in range(15):
                stored = await logs[0].read(f"T{t}")
                assert [r.number for r in stored] == list(range(1, len(stored) + 1))
                assert len(stored) >= 12
                assert all(
                    (Chatted(None, "Anna", facts[f"T{t}", r.number]),) == r.facts for r in stored
                )
            assert set(wins.values()) == {1}

    asyncio.run(scene())


def test_steps_that_wait_share_a_transaction(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            assert all(await asyncio.gather(*(log.append(f"T{i}", step(1)) for i in range(200))))
            assert log.transactions == 1
            waiting = asyncio.gather(*(log.append(f"T{i}", step(2)) for i in range(600)))
            await asyncio.sleep(0)
            assert log.waiting == 600
            assert all(await waiting)
            assert log.transactions == 4
            assert log.stored == 800

    asyncio.run(scene())


def test_a_step_among_many_that_comes_too_late_is_told_so(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            assert await log.append("T7", step(1, "early"))
            answers = await asyncio.gather(*(log.append(f"T{i}", step(1)) for i in range(20)))
            assert [i for i, is_new in enumerate(answers) if not is_new] == [7]
            assert await log.read("T7") == [step(1, "early")]
            assert log.transactions == 2

    asyncio.run(scene())


def test_what_changes_with_a_step_is_changed_only_if_the_step_is_stored(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            host = (await person(database)).id
            those = [(await table(database, host)).id for _ in range(10)]
            begun = [table_changed(t, phase=Phase.PLAYING, taken=3, at=50) for t in those]
            await log.append(those[0], step(1))
            await asyncio.gather(
                *(log.append(t, step(1), [c]) for t, c in zip(those, begun, strict=True))
            )
            async with database.reading() as connection:
                query = select(tables.c.id).where(tables.c.phase == "playing")
                assert set((await connection.scalars(query)).all()) == set(those[1:])

    asyncio.run(scene())


def test_changes_of_one_table_happen_in_the_order_of_its_steps(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            it = (await table(database, (await person(database)).id)).id
            numbers = list(range(1, 30))
            random.Random(1).shuffle(numbers)
            await asyncio.gather(
                *(
                    log.append(it, step(n), [table_changed(it, phase=Phase.PLAYING, taken=n, at=n)])
                    for n in numbers
                )
            )
            async with database.reading() as connection:
                assert await connection.scalar(select(tables.c.taken)) == 29

    asyncio.run(scene())


def test_a_change_at_fault_does_not_hurt_its_neighbours(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            who = (await person(database)).id
            those = [(await table(database, who)).id for _ in range(20)]
            also = [seat_taken(t, who) for t in those]
            also[3] = seat_taken("no table", who)
            also[11] = seat_taken(those[11], "nobody")
            answers = await asyncio.gather(
                *(log.append(t, step(1), [a]) for t, a in zip(those, also, strict=True)),
                return_exceptions=True,
            )
            refused = [i for i, answer in enumerate(answers) if answer is not True]
            assert refused == [3, 11]
            assert all(isinstance(answers[i], StorageRefused) for i in refused)
            assert await log.newest(those) == {
                t: 1 for t in those if t not in (those[3], those[11])
            }
            async with database.reading() as connection:
                assert len((await connection.execute(sitters.select())).all()) == 18
            assert await log.append(those[3], step(1))

    asyncio.run(scene())


def test_a_statement_that_cannot_be_hurts_only_itself(database_url: str) -> None:
    nonsense = update(tables).where(tables.c.id == bindparam("of")).values(seats=None)

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            it = (await table(database, (await person(database)).id)).id
            answers = await asyncio.gather(
                log.append(it, step(1)),
                log.append("other", step(1), [SideEffect(nonsense, {"of": it})]),
                return_exceptions=True,
            )
            assert answers[0] is True
            assert isinstance(answers[1], StorageRefused)

    asyncio.run(scene())


@pytest.mark.parametrize("request_id", ["\ud800", "a\0b", 7, object()])
def test_a_value_that_cannot_be_stored_hurts_only_itself(
    database_url: str, request_id: object
) -> None:
    bad = Step(1, 1, None, cast("str", request_id), ())

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            steps = {"T": step(1), "bad": bad, "U": step(1), "V": step(1)}
            answers = await asyncio.gather(
                *(log.append(*one) for one in steps.items()), return_exceptions=True
            )
            assert [answers[i] for i in (0, 2, 3)] == [True, True, True]
            assert answers[1] is True or isinstance(answers[1], StorageRefused)

    asyncio.run(scene())


def test_a_step_with_too_large_a_number_hurts_only_itself(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            steps = {"T": step(1), "bad": step(1 << 70), "U": step(1)}
            answers = await asyncio.gather(
                *(log.append(*one) for one in steps.items()), return_exceptions=True
            )
            assert isinstance(answers[1], StorageRefused)
            assert answers[::2] == [True, True]

    asyncio.run(scene())


def test_who_is_cancelled_does_not_break_the_others(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            for moment in range(6):
                tasks = [
                    asyncio.create_task(log.append(f"T{moment}-{i}", step(1))) for i in range(300)
                ]
                for _ in range(moment):
                    await asyncio.sleep(0)
                for task in tasks[::3]:
                    task.cancel()
                answers = await asyncio.gather(*tasks, return_exceptions=True)
                assert all(a is True for i, a in enumerate(answers) if i % 3)
                assert all(a is True or isinstance(a, asyncio.CancelledError) for a in answers[::3])

    asyncio.run(scene())


def test_closing_waits_for_what_is_under_way(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            log = Log(database)
            tasks = [asyncio.create_task(log.append(f"T{i}", step(1))) for i in range(600)]
            await asyncio.sleep(0)
            await log.close()
            assert all(await asyncio.gather(*tasks))
            with pytest.raises(StorageUnavailable, match="closed"):
                await log.append("T", step(1))

    asyncio.run(scene())


def test_more_than_can_wait_is_refused_at_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "MOST_WAITING", 10)

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            answers = await asyncio.gather(
                *(log.append(f"T{i}", step(1)) for i in range(15)), return_exceptions=True
            )
            assert answers[:10] == [True] * 10
            assert all(isinstance(answer, StorageUnavailable) for answer in answers[10:])

    asyncio.run(scene())


def test_the_newest_numbers_of_many_tables_are_known(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "MOST_NAMED", 3)

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            host = (await person(database)).id
            those = [(await table(database, host)).id for _ in range(8)]
            for length, name in enumerate(those):
                for number in range(1, length + 1):
                    await log.append(name, step(number))
            assert await log.newest([*those, "unknown"]) == {
                name: length for length, name in enumerate(those) if length
            }
            assert await log.newest([]) == {}

    asyncio.run(scene())


def test_nobody_is_answered_before_the_step_can_be_read(database_url: str) -> None:
    async def reader(database: Database, log: Log, name: str) -> None:
        assert await log.append(name, step(1))
        async with database.reading() as connection:
            query = select(entries.c.number).where(entries.c.table_id == name)
            assert (await connection.scalars(query)).all() == [1]

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            await asyncio.gather(*(reader(database, log, f"T{i}") for i in range(12)))

    asyncio.run(scene())
