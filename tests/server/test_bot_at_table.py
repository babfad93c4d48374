"""Bots from outside at online tables: marked as bots by the server, and never counted as people."""

import asyncio
import signal
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import playwright
import pytest

from tenback.bots import Recipe
from tenback.cli import bot_at_table
from tenback.cli.bot_at_table import play_at
from tenback.cli.sessions import Sessions, bot_sessions
from tenback.cli.texts import Texts
from tenback.online import OnlineCode, Person, TableLink
from tenback.protocol import SendAway, Start
from tenback.rules import BadInput, Outcome
from tenback.server.account_checks import BOT_MARK
from tests.arena.players import GREEDY
from tests.server.client import PATIENCE, Guest, Player
from tests.server.guests import guest, opened, refusal, say, stranger
from tests.server.serving import Serving

NODE = Path(playwright.__file__).parent / "driver" / "node"
"""The one that drives the browser: new enough, wherever the tests run."""
SCRIPT = Path(__file__).parents[2] / "examples" / "bot.mjs"
DUEL: dict[str, Any] = {"edition": "face-to-face", "seats": 2}
TEXTS = Texts("en")
TODAY = f"{datetime.now(UTC):%Y-%m-%d}"


def run(story: Coroutine[None, None, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story

    asyncio.run(bounded())


async def play_beside(host: Player, bot: "asyncio.Task[Outcome]") -> Outcome:
    """Start once the bot sits there, play to the end, and return how that came out for the bot."""
    await host.wait_until(
        lambda: all(place.name for place in host.at.places) or bot.done(), "a bot"
    )
    if not bot.done():
        await host.ask(Start)
        await host.play()
    return await bot


def test_a_bot_of_ones_own_plays_at_a_table_and_has_its_seat_again_after_a_restart(
    serving: Serving, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sessions = Sessions(tmp_path / "bot.json")

    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        link = TableLink(serving.url, await anna.open_table(seats=2))
        async with Player(serving.url, link.table, anna) as host:
            first = asyncio.create_task(
                play_at(TEXTS, link, Recipe.read(GREEDY), "Greta", sessions)
            )
            await host.wait_until(lambda: host.at.places[1].name is not None, "a bot")
            first.cancel()  # as if its process had died
            await asyncio.wait([first])
            second = play_at(TEXTS, link, Recipe.read(GREEDY), "Greta", sessions)
            outcome = await play_beside(host, asyncio.create_task(second))
            seated = host.at.places[1]
            assert (seated.name, seated.is_bot, seated.is_person) == ("Greta (bot)", True, True)
            assert host.at.outcome == outcome

    run(story())
    assert capsys.readouterr().err == ""


def test_the_sessions_of_bots_are_those_that_no_other_process_has(tmp_path: Path) -> None:
    link, person = TableLink("http://a", "abcdefgh"), Person("http://a", "p", "Greta", "secret")

    def begin_and_die() -> None:
        with bot_sessions(link, "Greta", tmp_path) as sessions:
            sessions.keep(person)
            with bot_sessions(link, "Greta", tmp_path) as others:
                assert others.find("http://a") is None
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin_and_die()
    with bot_sessions(link, "Greta", tmp_path) as sessions:
        assert sessions.find("http://a") == person
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_not_there_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_at_table, "NOTICE_AFTER", 0.0)
    monkeypatch.setattr(bot_at_table, "PATIENCE", 0.5)
    link = TableLink("http://127.0.0.1:9", "abcdefgh")
    with pytest.raises(BadInput, match=r"no answer from .http://127\.0\.0\.1:9.") as refused:
        asyncio.run(play_at(TEXTS, link, Recipe.read(GREEDY), "G", Sessions(tmp_path / "s.json")))
    assert refused.value.code is OnlineCode.NO_SERVER
    assert capsys.readouterr().err == "no answer from http://127.0.0.1:9 yet: trying for 0.5 s\n"


def test_the_example_in_javascript_plays_at_a_table(serving: Serving, tmp_path: Path) -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= 80

    async def started(link: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(NODE, SCRIPT, link, "Nora"), cwd=tmp_path, stderr=asyncio.subprocess.PIPE
        )

    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        table = await anna.open_table(seats=2)
        link = str(TableLink(serving.url, table))
        async with Player(serving.url, table, anna) as host:
            bot = await started(link)
            await host.wait_until(lambda: host.at.places[1].name is not None, "a bot")
            bot.send_signal(signal.SIGKILL)
            await bot.wait()
            bot = await started(link)
            await host.ask(Start)
            await host.play()
            _, said = await bot.communicate()
            assert (bot.returncode, said.decode()) == (0, "")
            assert host.at.places[1].name == f"Nora{BOT_MARK}"
            assert host.at.places[1].is_bot
        nobody = await started("http://127.0.0.1:9/t/abcdefgh")
        _, said = await nobody.communicate()
        assert (nobody.returncode, said.decode()) == (1, "no answer from http://127.0.0.1:9\n")

    run(story())
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_is_not_there_is_named(serving: Serving, tmp_path: Path) -> None:
    async def story() -> None:
        link = TableLink(serving.url, "nothing0")
        with pytest.raises(BadInput) as refused:
            await play_at(TEXTS, link, Recipe.read(GREEDY), "G", Sessions(tmp_path / "s.json"))
        assert refused.value.code is OnlineCode.TURNED_DOWN

    run(story())


def test_a_bot_that_is_sent_away_stops(serving: Serving, tmp_path: Path) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        link = TableLink(serving.url, await anna.open_table(seats=2))
        async with Player(serving.url, link.table, anna) as host:
            playing = play_at(TEXTS, link, Recipe.read(GREEDY), "G", Sessions(tmp_path / "s.json"))
            bot = asyncio.create_task(playing)
            await host.wait_until(lambda: host.at.places[1].name is not None, "a bot")
            await host.ask(SendAway, seat=1)
            with pytest.raises(BadInput) as refused:
                await bot
            assert refused.value.code is OnlineCode.SEAT_LOST

    run(story())


# what the server enforces, whatever a client does


def a_bot(serving: Serving, name: str = "Greta") -> httpx.Client:
    """Return a program that has said that it is a bot."""
    client = stranger(serving)
    told = client.post("/api/me", json={"name": name, "is_bot": True}).json()
    assert (told["person"]["name"], told["person"]["is_bot"]) == (f"{name}{BOT_MARK}", True)
    client.headers["Authorization"] = f"Bearer {told['secret']}"
    return client


@pytest.mark.parametrize(
    "settings", [{**DUEL, "has_hints": False}, {"seats": 2, "day": TODAY}], ids=["duel", "day"]
)
def test_bots_do_not_sit_down_where_something_counts(
    serving: Serving, settings: dict[str, Any]
) -> None:
    anna, bot = guest(serving, "Anna"), a_bot(serving)
    table = opened(anna, **settings)["id"]
    with pytest.raises(AssertionError, match="no-bots"):
        say(bot, table, {"type": "sit", "id": "s"})
    assert refusal(bot.post("/api/tables", json={"settings": settings})) == (409, "no-bots")


def test_a_duel_with_a_bot_is_not_rated_and_giving_up_does_not_wait_for_bots(
    serving: Serving,
) -> None:
    anna, bot = guest(serving, "Anna"), a_bot(serving)
    table = opened(anna, **DUEL)["id"]
    say(bot, table, {"type": "sit", "id": "s"})
    say(anna, table, {"type": "start", "id": "b"})
    say(anna, table, {"type": "resign", "id": "r"})
    assert anna.get("/api/me/rating").json()["duels"] == 0
    team = opened(anna, seats=2)["id"]
    say(bot, team, {"type": "sit", "id": "s"})
    say(anna, team, {"type": "start", "id": "b"})
    say(anna, team, {"type": "resign", "id": "r"})
    told = anna.get(f"/api/tables/{team}").json()
    assert told["phase"] == "over"
    assert [place["is_bot"] for place in told["places"]] == [False, True]


def test_who_is_a_bot_stays_one(serving: Serving) -> None:
    bot, anna = a_bot(serving, "Robin"), guest(serving, "Anna")
    assert bot.post("/api/me", json={"name": "Robin"}).json()["person"]["name"] == "Robin (bot)"
    assert bot.patch("/api/me", json={"name": "x" * 32}).json()["name"] == f"{'x' * 26} (bot)"
    credentials = {"account": "robin the bot", "password": "long enough"}
    claimed = bot.post("/api/me/account", json=credentials).json()
    assert claimed["is_bot"]
    again = stranger(serving).post("/api/login", json=credentials).json()
    assert again["person"]["is_bot"]
    assert refusal(anna.post("/api/me", json={"name": "Anna", "is_bot": True})) == (
        409,
        "not-a-bot",
    )
    assert not anna.get("/api/me").json()["is_bot"]
