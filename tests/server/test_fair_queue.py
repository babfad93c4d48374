"""Fair queues: a heavy user makes nobody else wait."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tenback.server.fair_queue import FairQueue, Priority, Requester


def served(*asked: Requester, places: int = 1) -> list[Requester]:
    """Return who comes in when all have asked in this order while every place was taken."""

    async def scene() -> list[Requester]:
        queue, order = FairQueue(places), list[Requester]()

        async def work(requester: Requester) -> None:
            await queue.enter(requester)
            order.append(requester)
            await asyncio.sleep(0)
            queue.leave()

        for _ in range(places):
            await queue.enter(Requester())
        tasks = [asyncio.create_task(work(requester)) for requester in asked]
        await asyncio.sleep(0)
        for _ in range(places):
            queue.leave()
        await asyncio.gather(*tasks)
        return order

    return asyncio.run(scene())


def test_ninety_tables_of_one_address_let_another_address_in_after_one_of_them() -> None:
    flood = [Requester("bad", f"guest-{n}", f"table-{n}") for n in range(90)]
    other = Requester("good", "anna", "t")
    assert served(*flood, other).index(other) == 1


def test_a_person_with_many_tables_lets_their_neighbor_in_after_one_of_them() -> None:
    flood = [Requester("school", "greedy", f"table-{n}") for n in range(60)]
    neighbor = Requester("school", "anna", "t")
    assert served(*flood, neighbor).index(neighbor) == 1


def test_a_table_with_many_questions_lets_the_other_table_in_after_one_of_them() -> None:
    busy, other = Requester("home", "anna", "busy"), Requester("home", "anna", "other")
    assert served(*[busy] * 5, other).index(other) == 1


def test_who_asks_alone_is_served_in_order() -> None:
    asked = [Requester("home", "anna", "t")] * 3
    assert served(*asked) == asked


def test_so_many_come_in_at_a_time() -> None:
    async def scene() -> None:
        queue = FairQueue(2)
        for _ in range(2):
            await queue.enter(Requester())
        third = asyncio.create_task(queue.enter(Requester()))
        await asyncio.sleep(0)
        assert not third.done()
        queue.leave()
        await third

    asyncio.run(scene())


def left_alone(
    give_up: Callable[[FairQueue, asyncio.Task[None]], None],
) -> Coroutine[Any, Any, None]:
    """Let somebody give up who waits for the only place; it is free in the end."""

    async def scene() -> None:
        queue = FairQueue(1)
        await queue.enter(Requester())
        waiting = asyncio.create_task(queue.enter(Requester("gone")))
        await asyncio.sleep(0)
        give_up(queue, waiting)
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()
        async with asyncio.timeout(60):
            await queue.enter(Requester("next"))

    return scene()


def test_who_gives_up_waiting_takes_no_place() -> None:
    def give_up(queue: FairQueue, waiting: asyncio.Task[None]) -> None:
        waiting.cancel()
        queue.leave()

    asyncio.run(left_alone(give_up))


def test_who_gives_up_in_the_moment_of_coming_in_gives_the_place_back() -> None:
    def give_up(queue: FairQueue, waiting: asyncio.Task[None]) -> None:
        queue.leave()
        waiting.cancel()

    asyncio.run(left_alone(give_up))


def entered(queue: FairQueue, *asked: Priority) -> list[asyncio.Task[None]]:
    """Return who waits for a place, or has one."""
    return [asyncio.create_task(queue.enter(Requester(), priority)) for priority in asked]


def test_what_can_wait_comes_in_when_nobody_else_waits() -> None:
    async def scene() -> None:
        queue = FairQueue(1)
        await queue.enter(Requester())
        low, usual = entered(queue, Priority.LOW, Priority.USUAL)
        await asyncio.sleep(0)
        queue.leave()
        await usual
        assert not low.done()
        queue.leave()
        await low

    asyncio.run(scene())


def test_what_can_wait_takes_at_most_half_of_the_places() -> None:
    async def scene() -> None:
        queue = FairQueue(4)
        tasks = entered(queue, *[Priority.LOW] * 3)
        for _ in range(3):
            await asyncio.sleep(0)
        assert [task.done() for task in tasks] == [True, True, False]
        await queue.enter(Requester())
        queue.leave(Priority.LOW)
        await tasks[2]

    asyncio.run(scene())
