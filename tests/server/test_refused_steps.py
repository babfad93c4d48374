"""Steps that the database refuses: they have no effect, and everybody is told once."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tenback.protocol import Chat, MakeMove
from tests.server.client import Guest, Player
from tests.server.guests import guest, refusal
from tests.server.serving import Serving

REFUSING = (
    "CREATE TRIGGER refusing BEFORE INSERT ON entries"
    " BEGIN SELECT RAISE(ABORT, 'no room left'); END"
)
LONG_ENOUGH = 2.5
"""Seconds in which bots and clients would have tried again, each after one."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tenback.sqlite"


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Let a database take no steps for a while, whoever has it open."""
    with closing(sqlite3.connect(path, timeout=30)) as database:
        database.execute(REFUSING)
        try:
            yield
        finally:
            database.execute("DROP TRIGGER refusing")


def test_a_step_that_is_refused_is_answered_for_good(path: Path) -> None:
    async def story(url: str) -> None:
        anna = await Guest.sign_up(url)
        async with Player(url, await anna.open_table(is_started=True), anna) as player:
            await player.play(most=3)
            number, wish = player.at.number, player.wish()
            assert wish is not None
            with refusing(path):
                message = MakeMove(id="again", move=wish)
                for _ in range(2):
                    with pytest.raises(Exception, match="not-stored: nothing was done"):
                        await player.request(message)
            assert (player.passing, player.at.number) == (0, number)
            assert await player.move(wish) == number + 1

    with Serving(path) as serving:
        asyncio.run(story(serving.url))
        assert re.search(r"refuses a step of table \S+: IntegrityError: no room", serving.errors)


def test_bots_stop_with_one_error_and_go_on_behind_the_next_step(path: Path) -> None:
    async def story(serving: Serving) -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table("greedy", seats=2, is_started=True)
        async with AsyncExitStack() as company, Player(serving.url, table, anna) as player:
            await player.wait_until(lambda: player.at.named[1] is not None, "word of the bot")
            number = await player.move("name 1")
            with refusing(path):
                async with asyncio.timeout(60):
                    while "bots" not in serving.errors:
                        await asyncio.sleep(0.05)
                await company.enter_async_context(Player(serving.url, table))  # they try again
                await asyncio.sleep(LONG_ENOUGH)
                assert await player.refusal(Chat, text="well?") == "not-stored"
            stopped_at = player.at.number
            await asyncio.sleep(LONG_ENOUGH)
            assert player.at.number == stopped_at >= number
            assert serving.errors.count("bots") == 1
            await player.ask(Chat, text="go on")
            await player.wait_until(lambda: player.at.turn == 0, "end of the bot's turn")

    with Serving(path, "--pace", "0.5") as serving:
        asyncio.run(story(serving))


def test_what_is_asked_over_http_is_refused_for_good(path: Path) -> None:
    with Serving(path) as serving:
        client = guest(serving)
        with refusing(path):
            answer = client.post("/api/tables", json={})
        assert refusal(answer) == (500, "not-stored")
        assert "retry-after" not in answer.headers
        assert client.post("/api/tables", json={}).status_code == 201
