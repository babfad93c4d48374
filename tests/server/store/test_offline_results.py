"""Games that were played offline: stored with the results, and limited in number."""

import asyncio

import pytest

from tenback.rules import Ending, Outcome
from tenback.server.store import OfflineResults, Results, SeatResult, offline_results
from tests.server.store.opening import logging, opened, person
from tests.server.store.test_results import finish, result


def offline(name: str, who: str, at: int, left: int = 3) -> SeatResult:
    outcome = Outcome(Ending.STUCK if left else Ending.ALL_LAID, left == 0, None, left)
    return SeatResult(name, 0, who, None, "classic", 2, "C2-X", None, outcome, at, is_offline=True)


def test_both_kinds_of_results_are_listed_together_page_by_page(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            played = []
            for at in range(12):
                if at % 3:
                    played.append(offline(f"sent-{at:02}", anna, at // 2))
                    await OfflineResults(database).add(played[-1], "a record", 100)
                else:
                    played.append(result(f"T{at:02}", 0, anna, 5, at=at // 2))
                    await finish(database, log, played[-1])
            expected = sorted(played, key=lambda each: (each.at, each.table), reverse=True)
            pages, last = list[SeatResult](), None
            while page := await Results(database).of_person(anna, limit=5, before=last):
                pages += page
                last = page[-1].table
            assert pages == expected

    asyncio.run(scene())


def test_each_kind_has_its_own_streak(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            await finish(database, log, result("T1", 0, anna, 0, at=1))
            await OfflineResults(database).add(offline("sent", anna, 2), "a record", 100)
            await finish(database, log, result("T2", 0, anna, 0, at=3))
            online, apart = await Results(database).statistics(anna)
            assert (online.sittings, online.streak, online.is_offline) == (2, 2, False)
            assert (apart.sittings, apart.streak, apart.is_offline) == (1, 0, True)

    asyncio.run(scene())


def test_a_person_keeps_a_limited_number_and_the_first_ones_make_room(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline_results, "MOST_KEPT", 3)

    async def scene() -> None:
        async with opened(database_url) as database:
            anna, ben = (await person(database)).id, (await person(database)).id
            kept = OfflineResults(database)
            await kept.add(offline("ben", ben, 1), "a record", 0)
            for number in range(5):
                await kept.add(offline(f"sent-{number}", anna, 100 - number), "a record", number)
            found = [each.id for each in await kept.records(anna)]
            assert found == ["sent-4", "sent-3", "sent-2"]
            assert [each.id for each in await kept.records(ben)] == ["ben"]

    asyncio.run(scene())
