"""A table at a real server, shown by the terminal client: model, screen, connection."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import time

import pytest
from msgspec import structs
from websockets.asyncio.server import ServerConnection, serve

from tenback.cli.sessions import Sessions
from tenback.cli.terminal.app import TerminalApp
from tenback.cli.terminal.host import Complaint
from tenback.cli.terminal.online_evening import OnlineEvening
from tenback.cli.terminal.online_table import OnlineTable
from tenback.cli.terminal.sign_in import SignInRefused, sign_in, sign_in_at_table
from tenback.cli.terminal.table_screen import TableScreen
from tenback.cli.texts import Texts
from tenback.notation import verify
from tenback.online import Seated, TableLink, read_link
from tenback.protocol import Choices, Place, SeatView, Sit, TableSettings, Welcome
from tenback.protocol.to_client import encode
from tenback.rules import BACK, Play, Resign, Say, Signal, Word
from tests.cli.full_screen import ENGLISH, Person, cautious
from tests.server.client import PATIENCE, Client, Guest, Player
from tests.server.serving import Serving


def welcome(**changes: object) -> str:
    """Return a welcome, as no server of ours would say it."""
    seat = Place("Anna", None, True, "", False)
    cards = SeatView(
        "classic", [1, 1, 100, 100], [2, 3], [2], [0], [[]], 0, [], [], [[]], [], None, {}
    )
    fields = {key: changes.pop(key) for key in list(changes) if hasattr(cards, key)}
    said = Welcome(
        1, "x", 1, 0, TableSettings(), 0, [seat], [0], None, None, None,
        structs.replace(cards, **fields), None, None, [], None,
    )  # fmt: skip
    return encode(structs.replace(said, **changes)).decode()


LOST_EARLY = "E1-ABC37-V"
"""Whoever lays as little as possible, in the smallest steps, is stuck soon."""
NONSENSE = (
    "not even JSON",
    '{"type": "happened", "number": 1, "at": 0, "facts": [{"type": "stood", "seat": 7}]}',
    welcome(seat=9),
    welcome(turn=9),
    welcome(tops=[1]),
    welcome(hand=[-5]),
    welcome(hand=list(range(2, 60))),
    welcome(edition="chess"),
    welcome(history=["0:draws everything"]),
    welcome(choices=Choices(moves=["fly"])),
)


def run(story: Awaitable[None]) -> None:
    """Run a story, within the patience of tests."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story

    asyncio.run(bounded())


class Watcher:
    """A host that runs, and somebody who waits for what it shows."""

    def __init__(self, client: Client, texts: Texts = ENGLISH) -> None:
        self.client = client
        self.host = OnlineTable(texts, client)
        self._running = asyncio.create_task(self.host.run())

    async def until(self, is_so: Callable[[OnlineTable], bool]) -> None:
        """Wait until the host shows something."""
        while not is_so(self.host):
            if self._running.done():
                self._running.result()
            await asyncio.sleep(0.01)

    async def play(self) -> None:
        """Play to the end, by what the model shows."""
        while self.host.outcome is None:
            model = self.host.model
            if model.starters:
                await self.host.begin(0)
            elif model.view is not None and model.is_my_turn and model.view.outcome is None:
                await self.host.submit(cautious(model.view))
            await asyncio.sleep(0.01)
        await self._running

    async def leave(self) -> None:
        """Stop."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.host.leave()


@asynccontextmanager
async def at_screen(
    serving: Serving, table: str, guest: Guest, *, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Person]:
    """Return somebody in front of a screen with a table at a server."""
    app = TerminalApp(ENGLISH, OnlineEvening(ENGLISH, TableLink(serving.url, table), guest))
    async with app.run_test(size=size) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause(0.01)
        yield Person(app, pilot)


def test_a_sitting_is_played_at_a_server_with_signals_chat_and_a_broken_connection(
    serving: Serving,
) -> None:
    async def story() -> None:
        anna, ben = (
            await Guest.sign_up(serving.url, "Anna"),
            await Guest.sign_up(serving.url, "Ben"),
        )
        table = await ben.open_table("greedy", seats=3)
        watcher = Watcher(Client(serving.url, table, anna))
        host = watcher.host
        async with Player(serving.url, table, ben) as b:
            await watcher.until(lambda host: host.model.prompt == "Enter: sit down.")
            await host.confirm()
            await watcher.until(lambda host: "All seats" in (host.model.prompt or ""))
            await host.confirm()
            await watcher.until(lambda host: bool(host.model.starters))
            assert host.model.players[1:] == ("Anna", "greedy")
            await host.begin(1)
            await b.move("name 1")
            await watcher.until(lambda host: host.model.is_my_turn)
            view = host.model.view
            assert view is not None
            assert view.seat is not None
            play = cautious(view)
            assert isinstance(play, Play)
            await host.submit(Say(view.seat, Signal(Word.KEEP, play.pile)))
            assert f"Anna: “keep {play.pile}”" in host.model.lines
            await host.submit(play)
            await host.submit(BACK)
            await host.submit(play)
            await host.write("hello, Ben")
            assert "Anna: hello, Ben" in host.model.lines
            with pytest.raises(Complaint, match="numbers must stay secret"):
                await host.write("I have the forty-seven")
            await watcher.client.cut()
            await asyncio.gather(watcher.play(), b.play())
            assert host.model.view is not None
            assert host.model.view.outcome == b.at.outcome
            assert watcher.client.connections == 2
            record = await host.record()
            assert record.outcome == b.at.outcome
        await watcher.leave()

    run(story())


def test_a_hint_a_wish_to_give_up_and_the_next_table(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        table = await anna.open_table(is_started=True, edition="on-fire")
        watcher = Watcher(Client(serving.url, table, anna), Texts("de"))
        await watcher.until(lambda host: host.model.is_my_turn)
        view = watcher.host.model.view
        assert view is not None
        assert await watcher.host.hint() in view.moves
        with pytest.raises(Complaint, match="zurück"):
            await watcher.host.submit(BACK)
        await watcher.host.submit(Resign(0))
        await watcher.until(lambda host: host.outcome is not None)
        following = await watcher.host.again(is_same_deal=False)
        assert following != table
        await watcher.leave()

    run(story())


def test_the_screen_shows_a_table_at_a_server_and_plays_there(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        table = await anna.open_table("careful", seats=2, is_seated=False)
        async with at_screen(serving, table, anna) as person:
            await person.wait("Enter: sit down.")
            await person.press("enter")
            await person.wait("Enter: deal the cards.")
            await person.press("enter")
            await person.wait("Who begins?")
            await person.press("1")
            await person.wait("lay 2 more")
            await person.lay(_first_play(person))
            await person.wait("lay one more")
            await person.press("s")
            assert "1 keep u1" in person.screen
            await person.press("1")
            await person.wait_until(lambda host: "Anna: “keep u1”" in host.model.lines)
            await person.press("c", "h", "i", "enter")
            await person.wait("Anna: hi")
            await person.press("g", "2")
            await person.wait("The same cards")
            await person.press("3")
            await person.wait("Esc back")
            await person.press("escape")
            await person.wait("New cards")
            await person.press("4")

    run(story())


def test_a_game_at_a_server_is_played_by_keys_to_its_end_and_looked_at_again(
    serving: Serving,
) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        table = await anna.open_table(is_started=True, edition="extreme", deal=LOST_EARLY)
        async with at_screen(serving, table, anna, size=(60, 20)) as person:
            await person.wait("lay 2 more")
            while person.view.outcome is None:
                match cautious(person.view):
                    case Play() as play:
                        await person.lay(play)
                    case _:
                        await person.press("e")
            assert "draws 0" not in await person.wait("Replay it")
            await person.press("3")
            await person.wait("Esc back")
            await person.press("end")
            assert f"{person.view.outcome.left} card" in person.screen
            await person.press("escape", "4")

    run(story())


def test_a_clock_runs_words_are_sealed_and_the_absent_are_replaced_all_by_keys(
    serving: Serving,
) -> None:
    async def story() -> None:
        anna, ben = (
            await Guest.sign_up(serving.url, "Anna"),
            await Guest.sign_up(serving.url, "Ben"),
        )
        cleo = await Guest.sign_up(serving.url, "Cleo")
        table = await anna.open_table(seats=3, clock=90)
        async with at_screen(serving, table, anna) as person:
            await person.wait("W  Word")
            await person.press("w")
            assert "It stays sealed" in person.screen
            await person.press(*"purple", "space", *"turtle", "enter")
            await person.wait_until(lambda host: host.model.word == "purple turtle")
            await person.press("w", *"x" * 33, "enter")
            await person.wait("cannot be added to the seed")
            assert person.host.model.word == "purple turtle"

            async with Client(serving.url, table, cleo) as c:
                await c.ask(Sit)
            async with Client(serving.url, table, ben) as b:
                await b.ask(Sit, seat=2)
                await person.wait_until(lambda host: len(host.model.seat_changes) == 2)
                await person.press("r")
                assert "1 Give the seat of Cleo to a bot" in person.screen
                assert "2 Free the seat of Cleo" in person.screen
                await person.press("2")
                await person.wait("Waiting for others.")
                await person.press("enter")
                await person.wait("Enter: deal the cards.")
                await person.press("enter")
                await person.wait("Who begins?")
                assert "W  Word" not in person.screen
                assert (b.at.places[0].word, b.at.places[0].is_word_open) == ("purple turtle", True)
                await person.press("3")
                await b.move("name 2")
                await person.wait_until(lambda host: host.model.deadline is not None)
                assert person.host.model.deadline is not None
                assert 0 < person.host.model.deadline - time() < 91
                assert "R  Replace" not in person.screen
            await person.wait("Ben is away")
            await person.press("r")
            assert "1 Let a bot play for Ben" in person.screen
            await person.press("1")
            told = "A bot is now playing for Ben."
            await person.wait_until(lambda host: told in host.model.lines)
            await person.wait_until(lambda host: host.model.is_my_turn)
            await person.press("g", "2")
            await person.wait("The same cards")
            verify(await person.host.record(), noted=person.host.model.commitment)

    run(story())


def test_five_letters_lead_to_the_table_and_wrong_ones_are_told(
    serving: Serving, tmp_path: Path
) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        table = await anna.open_table(seats=2)
        code = (await anna.request("GET", f"/api/tables/{table}"))["code"]
        sessions = Sessions(tmp_path / "sessions.json")
        address = serving.url.removeprefix("http://")
        for link in (f"{code.lower()}@{address}", f"{serving.url}/c/{code}"):
            found, ben = await sign_in_at_table(
                ENGLISH, read_link(link), sessions, name="Ben", login=None
            )
            assert (found, ben.name) == (TableLink(serving.url, table), "Ben")
        wrong = read_link(f"ZZZZZ@{address}")
        with pytest.raises(SignInRefused, match="there is no table 'ZZZZZ'"):
            await sign_in_at_table(ENGLISH, wrong, sessions, name="Ben", login=None)

    run(story())


def test_a_server_that_talks_nonsense_is_left_with_a_sentence() -> None:
    for nonsense in NONSENSE:
        run(_hear_nonsense(nonsense))


async def _hear_nonsense(welcome: str) -> None:
    async def speak(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome)
        await socket.wait_closed()

    async with serve(speak, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        app = TerminalApp(
            ENGLISH, OnlineEvening(ENGLISH, TableLink(f"http://127.0.0.1:{port}", "x"), None)
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await Person(app, pilot).wait("answers, but it is not a")


def test_names_of_a_foreign_server_draw_nowhere_else() -> None:
    place = Place("\x1b[2J" + "Anna" * 1000, None, True, "", False)
    client = Client("http://127.0.0.1:9", "x")
    client.at.places = [Seated.at(place)]
    host = OnlineTable(ENGLISH, client)
    host._refresh()
    (name,) = host.model.players
    assert name.isprintable()
    assert len(name) == 40


def test_a_table_that_is_not_there_is_told(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url, "Anna")
        watcher = Watcher(Client(serving.url, "A" * 16, anna))
        with pytest.raises(Complaint, match="there is no table 'AAAAAAAAAAAAAAAA'"):
            await watcher.until(lambda host: host.outcome is not None)
        await watcher.leave()

    run(story())


def test_a_guest_who_comes_back_is_the_same_person(serving: Serving, tmp_path: Path) -> None:
    async def story() -> None:
        sessions = Sessions(tmp_path / "sessions.json")
        first = await sign_in(ENGLISH, serving.url, sessions, name="Anna", login=None)
        again = await sign_in(ENGLISH, serving.url, sessions, name=None, login=None)
        other = await sign_in(ENGLISH, serving.url, sessions, name="Ben", login=None)
        assert (first.id, other.id != first.id) == (again.id, True)
        assert (tmp_path / "sessions.json").stat().st_mode & 0o077 == 0
        account = {"account": "Benjamin", "password": "correct horse battery"}
        await other.request("POST", "/api/me/account", **account)
        login = ("Benjamin", "correct horse battery")
        signed_in = await sign_in(ENGLISH, serving.url, sessions, name=None, login=login)
        assert signed_in.id == other.id

    run(story())


def _first_play(person: Person) -> Play:
    play = cautious(person.view)
    assert isinstance(play, Play)
    return play
