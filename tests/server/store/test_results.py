import asyncio
import random
from collections import Counter
from itertools import groupby

import pytest

from tenback.rules import Ending, Outcome
from tenback.server.store import (
    DailyDeal,
    Database,
    Days,
    Log,
    NamedPlayer,
    Results,
    SeatResult,
    Statistics,
    day_dealt,
    result_added,
)
from tests.server.store.opening import logging, opened, person, step, table


def result(name: str, seat: int, who: str | None, left: int, **more: object) -> SeatResult:
    outcome = Outcome(Ending.STUCK if left else Ending.ALL_LAID, left == 0, None, left)
    values = {"edition": "classic", "seats": 2, "day": None, "outcome": outcome, "at": 1, **more}
    bot = "greedy" if who is None else None
    return SeatResult(name, seat, who, bot, code="C2-X", **values)  # type: ignore[arg-type]


async def finish(database: Database, log: Log, *those: SeatResult) -> None:
    host = (await person(database)).id
    name = (await table(database, host, name=those[0].table)).id
    assert await log.append(name, step(1), [result_added(one) for one in those])


def naive(results: list[SeatResult]) -> list[Statistics]:
    """Return the statistics of results that are given in the order of time."""
    found = []
    for edition, seats in sorted({(r.edition, r.seats) for r in results}):
        alike = [r for r in results if (r.edition, r.seats) == (edition, seats)]
        those = [r for r in alike if not is_given_up_at_once(r)]
        runs = [(is_won, len(list(run))) for is_won, run in groupby(r.is_winner for r in those)]
        lefts = Counter(r.outcome.left for r in those)
        found.append(
            Statistics(
                edition,
                seats,
                sittings=len(those),
                won=sum(r.is_winner for r in those),
                average_left=sum(r.outcome.left for r in those) / len(those),
                left=tuple(sorted(lefts.items())),
                streak=runs[-1][1] if runs[-1][0] else 0,
                best_streak=max((length for is_won, length in runs if is_won), default=0),
                given_up=len(alike) - len(those),
            )
        )
    return found


def is_given_up_at_once(result: SeatResult) -> bool:
    return result.outcome.ending is Ending.RESIGNED and result.outcome.left > 98 - 10


@pytest.mark.parametrize("seed", range(2))
def test_statistics_are_what_results_add_up_to(database_url: str, seed: int) -> None:
    chance = random.Random(seed)

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna, bert = (await person(database)).id, (await person(database)).id
            played = []
            for i in range(60):
                seats = chance.choice([2, 3])
                edition = chance.choice(["classic", "classic+min3"])
                left = chance.choice([0, 0, 0, 3, 12])
                more = {"edition": edition, "seats": seats, "at": i // 3}
                if chance.random() < 0.3:
                    left = chance.choice([98, 89, 88])
                    more["outcome"] = Outcome(Ending.RESIGNED, won=False, winner=None, left=left)
                mine = result(f"T{i:02}", 0, anna, left, **more)
                assert mine.is_given_up == is_given_up_at_once(mine)
                played.append(mine)
                await finish(database, log, mine, result(mine.table, 1, bert, 7, **more))
            results = Results(database)
            assert await results.statistics(anna) == naive(played)
            assert [s.won for s in await results.statistics(bert)] == [0] * 4
            assert await results.statistics("nobody") == []
            assert await results.of_person(anna, limit=100) == played[::-1]
            pages, last = list[SeatResult](), None
            while page := await results.of_person(anna, limit=7, before=last):
                pages += page
                last = page[-1].table
            assert pages == played[::-1]

    asyncio.run(scene())


def test_of_a_duel_one_seat_is_the_winner(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna, bert = (await person(database)).id, (await person(database)).id
            outcome = Outcome(Ending.RESIGNED, won=None, winner=1, left=30)
            both = [result("T", i, who, 1, outcome=outcome) for i, who in enumerate((anna, bert))]
            await finish(database, log, *both)
            results = Results(database)
            assert await results.of_person(anna) == both[:1]
            assert [s.won for s in await results.statistics(anna)] == [0]
            assert [(s.won, s.streak) for s in await results.statistics(bert)] == [(1, 1)]

    asyncio.run(scene())


def test_a_kind_that_was_only_given_up_has_no_sittings(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            outcome = Outcome(Ending.RESIGNED, won=False, winner=None, left=98)
            await finish(
                database, log, result("T", 0, anna, 98, edition="on-fire", outcome=outcome)
            )
            (found,) = await Results(database).statistics(anna)
            assert found == Statistics("on-fire", 2, 0, 0, 0.0, (), 0, 0, given_up=1)

    asyncio.run(scene())


def test_the_first_result_of_a_seat_stays(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            await finish(database, log, result("T", 0, anna, 3))
            await log.append("T", step(2), [result_added(result("T", 0, anna, 0))])
            assert [r.outcome.left for r in await Results(database).of_person(anna)] == [3]

    asyncio.run(scene())


def test_all_who_ask_for_the_deal_of_a_day_get_the_same(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, opened(database_url) as other:
            deal = DailyDeal("2030-01-01", "classic", 2)
            seeds = await asyncio.gather(
                *(Days(d).seed(deal, f"SEED{i}") for i, d in enumerate([database, other] * 4))
            )
            assert len(set(seeds)) == 1
            assert await Days(database).seed(deal, "LATE") == seeds[0]
            assert (
                await Days(database).seed(DailyDeal("2030-01-01", "classic", 3), "THREE") == "THREE"
            )

    asyncio.run(scene())


def test_a_sitting_of_the_day_counts_if_nobody_knew_the_cards(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            names = ("Anna", "Bert", "Cleo", "Dan", "Eve", "Fay")
            anna, bert, cleo, dan, eve, fay = [(await person(database, name)).id for name in names]
            day = "2030-01-01"
            played = (
                ("A", anna, None, 9, 1),  # counts: a bot knows nothing
                ("B", anna, bert, 0, 2),  # Anna again
                ("C", cleo, None, 4, 3),  # counts
                ("D", None, bert, 1, 4),  # Bert again: he sat at B
                ("G", dan, None, 0, 5),  # Dan again: he was dealt H before, and has not finished it
            )
            deal = DailyDeal(day, "classic", 2)
            host = (await person(database)).id
            await table(database, host, name="H")
            assert await log.append("H", step(1), [day_dealt("H", dan, deal, 0)])
            for name, one, two, left, at in played:
                both = [
                    result(name, i, who, left, day=day, at=at) for i, who in ((0, one), (1, two))
                ]
                await finish(database, log, *both)
                dealt = [day_dealt(name, who, deal, at) for who in (one, two) if who is not None]
                assert await log.append(name, step(2), dealt)
            first = [day_dealt("I", fay, deal, 6), day_dealt("J", fay, deal, 7)]
            for name, dealing in zip(("I", "J"), first, strict=True):
                await table(database, host, name=name)
                assert await log.append(name, step(1), [dealing])
            spoiled = result("I", 0, fay, 0, day=day, at=8)  # she had seen the cards at J
            assert await log.append("I", step(2), [result_added(spoiled)])
            past = result("P", 0, eve, 0, day=day, at=6)  # dealt on a later day: nothing was noted
            await finish(database, log, past)
            await finish(database, log, result("E", 0, anna, 0, day="2030-01-02"))
            await finish(database, log, result("F", 0, cleo, 0, at=0))
            days = Days(database)
            best, other = await days.sittings(deal)
            assert (best.table, best.outcome.left, best.at) == ("C", 4, 3)
            assert best.players == (NamedPlayer(cleo, "Cleo"), NamedPlayer(None, "greedy"))
            assert (other.table, other.players[0].name) == ("A", "Anna")
            assert await days.left(deal) == [(4, 1), (9, 1)]
            assert await days.first_table(deal, anna) == "A"
            assert await days.first_table(deal, dan) == "H"
            assert await days.first_table(deal, eve) is None
            assert await days.played("classic", 2, anna) == [day]
            assert await days.played("classic", 2, eve) == []
            assert await days.sittings(deal, limit=1) == [best]
            assert await days.sittings(deal, limit=1, skip=1) == [other]
            assert await days.sittings(DailyDeal(day, "extreme", 2)) == []

    asyncio.run(scene())
