"""Players on a long-running server: they play, lose their connections, and leave for good."""

import asyncio
from collections.abc import Sequence
from random import Random

import msgspec

from bench.load.asking import UNAVAILABLE, RequestFailed, Requests, each
from bench.load.figures import Figures, Window
from bench.load.players import Company
from bench.load.processes import Server
from bench.soak.samples import Soak

SEATS = 4
AT_ONCE = 16
MOST_CARDS = 6
"""The most cards that a player lays at a table before leaving it for good."""


class SignedIn(msgspec.Struct):
    """The fields we need from the answer to signing in."""

    secret: str


class Opened(msgspec.Struct):
    """The fields we need from the answer to opening a table."""

    id: str


async def come_together(
    tables: int, server: Server, requests: Requests, figures: Figures
) -> list[Company]:
    """Return companies seated at tables of their own, with the cards dealt."""

    async def company_with_cards(number: int) -> Company:
        company = await _company(f"Guest {number}", SEATS, server, requests, figures)
        await company.enter(await _open_table(company, requests))
        await company.sit()
        await company.start()
        return company

    return await each(range(tables), company_with_cards, AT_ONCE)


async def break_connections(companies: Sequence[Company], rate: float, done: Soak) -> None:
    """Break one connection after another; every player comes back by itself."""
    chance = Random(1)
    while rate:
        await asyncio.sleep(chance.expovariate(rate))
        company = chance.choice(companies)
        if company.is_at_table:  # these clients can handle only one break at a time
            chance.choice(company.players).drop()
            done.breaks += 1


async def abandon_tables(rate: float, server: Server, requests: Requests, done: Soak) -> None:
    """Let players open a table, play a little or not at all, and never return."""
    chance = Random(2)
    async with asyncio.TaskGroup() as group:
        while rate:
            await asyncio.sleep(chance.expovariate(rate))
            group.create_task(_pass_by(chance.randrange(MOST_CARDS), server, requests, done))


async def _pass_by(cards: int, server: Server, requests: Requests, done: Soak) -> None:
    """Open a table and abandon it; give up if the server is too busy to open one."""
    figures = Figures(Window(0))
    try:
        company = await _company("Passer-by", 1, server, requests, figures)
        table = await _open_table(company, requests, seats=1 if cards else SEATS)
    except RequestFailed as failed:
        if failed.status != UNAVAILABLE:
            raise
        done.turned_away += 1
    else:
        done.abandoned += 1
        await _abandon_table(company, table, cards)


async def _abandon_table(company: Company, table: str, cards: int) -> None:
    """Lay some cards at a table and vanish; with no cards to lay, the sitting never begins."""
    await company.enter(table)
    if cards:
        await company.start()
        for _ in range(cards):
            company.is_due(asyncio.get_running_loop().time())
            await asyncio.sleep(1.0)
    company.expect_the_end()
    for player in company.players:
        player.drop()
    await company.close()


async def _company(
    name: str, people: int, server: Server, requests: Requests, figures: Figures
) -> Company:
    secrets = []
    for _ in range(people):
        answer = await requests.ask("POST", "/api/me", body={"name": name})
        secrets.append(msgspec.json.decode(answer, type=SignedIn).secret)
    return Company(secrets, port=server.port, figures=figures, does_end_turns_by_itself=True)


async def _open_table(company: Company, requests: Requests, seats: int = SEATS) -> str:
    body = {"settings": {"edition": "classic", "seats": seats}}
    secret = company.players[0].secret
    answer = await requests.ask("POST", "/api/tables", body=body, secret=secret)
    return msgspec.json.decode(answer, type=Opened).id
