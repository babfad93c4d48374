"""Bots from outside at online tables: marked as bots, and only where nothing counts."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path

import playwright
import pytest

from tenback.bots import Recipe
from tenback.cli.bot_at_table import MARK, play_at
from tenback.online import OnlineCode, TableLink
from tenback.protocol import Start
from tenback.rules import BadInput, Outcome
from tests.arena.players import GREEDY
from tests.server.client import PATIENCE, Guest, Player
from tests.server.serving import Serving

NODE = Path(playwright.__file__).parent / "driver" / "node"
"""The one that drives the browser: new enough, wherever the tests run."""


def run(story: Coroutine[None, None, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story

    asyncio.run(bounded())


async def play_beside(host: Player, bot: asyncio.Task[Outcome]) -> Outcome:
    """Start once the bot sits there, play to the end, and return how that came out for the bot."""
    await host.until(lambda: all(place.name for place in host.at.places) or bot.done(), "a bot")
    if not bot.done():
        await host.ask(Start)
        await host.play()
    return await bot


def test_a_bot_of_ones_own_plays_at_a_table(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.come(serving.url, "Anna")
        table = await anna.open(seats=2)
        link = str(TableLink(serving.url, table))
        async with Player(serving.url, table, anna) as host:
            bot = asyncio.create_task(play_at(link, Recipe.read(GREEDY), "Greta"))
            outcome = await play_beside(host, bot)
            assert host.at.places[1].name == f"Greta{MARK}"
            assert host.at.outcome == outcome

    run(story())


def test_the_example_in_javascript_plays_at_a_table(serving: Serving) -> None:
    script = Path(__file__).parents[2] / "examples" / "bot.mjs"
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 80

    async def story() -> None:
        anna = await Guest.come(serving.url, "Anna")
        table = await anna.open(seats=2)
        async with Player(serving.url, table, anna) as host:
            bot = await asyncio.create_subprocess_exec(
                *(NODE, script, str(TableLink(serving.url, table)), "Nora"),
                stderr=asyncio.subprocess.PIPE,
            )
            await host.until(lambda: all(place.name for place in host.at.places), "a bot")
            await host.ask(Start)
            await host.play()
            _, said = await bot.communicate()
            assert (bot.returncode, said.decode()) == (0, "")
            assert host.at.places[1].name == f"Nora{MARK}"

    run(story())


@pytest.mark.parametrize("wish", [{"edition": "face-to-face", "seats": 2, "has_hints": False}])
def test_a_bot_does_not_sit_down_where_something_counts(
    serving: Serving, wish: dict[str, object]
) -> None:
    async def story() -> None:
        anna = await Guest.come(serving.url, "Anna")
        link = str(TableLink(serving.url, await anna.open(**wish)))
        with pytest.raises(BadInput) as refused:
            await play_at(link, Recipe.read(GREEDY), "Greta")
        assert refused.value.code is OnlineCode.COUNTS

    run(story())


def test_a_table_that_is_not_there_is_named(serving: Serving) -> None:
    async def story() -> None:
        with pytest.raises(BadInput) as refused:
            await play_at(f"{serving.url}/t/nothing0", Recipe.read(GREEDY), "Greta")
        assert refused.value.code is OnlineCode.TURNED_DOWN

    with suppress(asyncio.CancelledError):
        run(story())
