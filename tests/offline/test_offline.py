"""Tables without a server: the protocol of a socket, spoken in one process over a small storage."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from tenback.notation import record_from_json
from tenback.offline import Conversation, OfflineHost
from tenback.offline.host import MOST_TABLES
from tenback.offline.requests import answer_request
from tenback.protocol.rest import SendSitting
from tenback.puzzles import shipped
from tenback.rules import EDITIONS
from tenback.server.clock import Clock
from tenback.server.offline_sittings import read_offline_sitting
from tenback.server.puzzle_answers import puzzle_of_day
from tenback.testing import look_alike
from tests.error_codes import error_codes

Message = dict[str, Any]


class Memory:
    """A storage that forgets everything when it goes."""

    def __init__(self) -> None:
        self.kept: dict[str, Message] = {}

    def copy(self) -> "Memory":
        other = Memory()
        other.kept = deepcopy(self.kept)
        return other

    async def read(self, table: str) -> str:
        return json.dumps(self.kept.get(table, {"about": None, "steps": []}))

    async def tables(self) -> str:
        return json.dumps([table["about"] for table in self.kept.values()])

    async def write(self, changes: str) -> bool:
        for change in json.loads(changes):
            table = self.kept.setdefault(change["about"]["id"], {"about": None, "steps": []})
            numbers = {step["number"] for step in table["steps"]}
            if any(step["number"] in numbers for step in change["steps"]):
                return False
            table["about"] = change["about"]
            table["steps"] += change["steps"]
        return True

    async def remove(self, tables: str) -> None:
        for table in json.loads(tables):
            del self.kept[table]


class Failing(Memory):
    """A storage of which some functions may fail."""

    def __init__(self, *broken: str) -> None:
        super().__init__()
        self.broken = set(broken)

    def _use(self, function: str) -> None:
        if function in self.broken:
            raise OSError("InvalidStateError")

    async def read(self, table: str) -> str:
        self._use("read")
        return await super().read(table)

    async def tables(self) -> str:
        self._use("tables")
        return await super().tables()

    async def write(self, changes: str) -> bool:
        self._use("write")
        return await super().write(changes)

    async def remove(self, tables: str) -> None:
        self._use("remove")
        await super().remove(tables)


class Still(Clock):
    """A clock that stands still."""

    def now(self) -> int:
        return 1


class Page:
    """A page that talks with a table, and keeps what it hears."""

    def __init__(self, host: OfflineHost, table: str) -> None:
        self.heard: list[Message] = []
        self.texts: list[str] = []
        self.table = table
        self._talk = Conversation(host, table, self._hear)
        self._count = 0

    def _hear(self, text: str) -> None:
        self.texts.append(text)
        self.heard.append(json.loads(text))

    async def say(self, kind: str, **fields: object) -> Message:
        """Say something; return the answer."""
        self._count += 1
        own = f"m{self._count}"
        await self._talk.hear(json.dumps({"type": kind, "id": own, **fields}))
        return next(told for told in self.heard if told.get("id") == own)

    async def hello(self) -> "Page":
        await self.say("hello", protocol=1)
        return self

    def close(self) -> None:
        self._talk.close()

    @property
    def choices(self) -> Message:
        """What may be done now, by the newest that was told."""
        told = [each for each in self.heard if each["type"] in ("welcome", "happened")]
        return told[-1].get("choices") or {}

    @property
    def is_over(self) -> bool:
        return any(
            fact["type"] == "revealed" for told in self.heard for fact in told.get("facts", ())
        )


async def ask(host: OfflineHost, method: str, path: str, body: object = None) -> Message:
    found: Message = json.loads(await answer_request(host, method, path, json.dumps(body)))
    return found


async def opened(host: OfflineHost, edition: str = "classic", seats: int = 1) -> str:
    """Open a table with bots on all other seats; return its id."""
    settings = {"edition": edition, "seats": seats}
    bots = [None] * (seats - 1)
    table = {"settings": settings, "bots": bots, "is_started": True, "guest": "Anna"}
    answer = await ask(host, "POST", "/api/tables", table)
    assert answer["status"] == 200
    return str(answer["body"]["id"])


async def play_on(page: Page) -> None:
    """Play to the end: what the bot advises in the own turn, and any name in the opening."""
    while not page.is_over:
        moves = page.choices.get("moves", ())
        if moves and moves[0].startswith("name"):
            await page.say("move", move=moves[0])
        elif moves:
            await page.say("move", move=(await page.say("hint"))["move"])
        await asyncio.sleep(0)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(120):
            await work()

    asyncio.run(limited())


KINDS = [
    (edition.name, seats)
    for edition in (made.describe() for made in EDITIONS.values())
    for seats in {edition.seats[0], edition.seats[-1]}
]


@pytest.mark.parametrize(("edition", "seats"), sorted(KINDS))
def test_every_edition_is_played_to_its_end_and_has_a_record(edition: str, seats: int) -> None:
    async def work() -> None:
        host, memory = OfflineHost(storage := Memory(), pace=0), storage
        table = await opened(host, edition, seats)
        page = await Page(host, table).hello()
        await play_on(page)
        answer = await ask(host, "GET", f"/api/tables/{table}/record")
        assert answer["status"] == 200
        record = record_from_json(json.dumps(answer["body"]))
        assert record.end.outcome is not None
        sending = await ask(host, "GET", f"/api/tables/{table}/sending")
        sent = read_offline_sitting(
            msgspec.convert(sending["body"], SendSitting), "Anna", now=2**60
        )
        assert sent.result.outcome == record.end.outcome
        assert sent.result.edition == edition
        about = memory.kept[table]["about"]
        assert sent.result.at == about["changed_at"]
        assert sent.result.is_winner == about["is_winner"]
        assert about["phase"] == "over"
        assert about["outcome"]["left"] == record.end.outcome.left
        acknowledged = await page.say("again")
        assert acknowledged["type"] == "ack"
        followed = [fact for fact in page.heard[-2]["facts"] if fact["type"] == "followed"]
        assert memory.kept[followed[0]["table"]]["about"]["phase"] == "playing"

    run(work)


def test_a_game_goes_on_where_it_was_when_everything_is_started_again() -> None:
    async def work() -> None:
        storage = Memory()
        table = await opened(OfflineHost(storage, pace=0), seats=2)
        page = await Page(OfflineHost(storage, pace=0), table).hello()
        while not (moves := page.choices.get("moves", ())) or moves[0].startswith("name"):
            if moves:
                await page.say("move", move=moves[0])
            await asyncio.sleep(0)
        await page.say("move", move=(await page.say("hint"))["move"])
        choices, number = page.choices, page.heard[-1]["number"]
        page.close()

        again = await Page(OfflineHost(storage, pace=0), table).hello()
        assert again.heard[0]["number"] == number
        assert again.choices == choices
        assert (await again.say("move", move="back"))["type"] == "ack"
        await play_on(again)

    run(work)


def test_a_step_of_another_page_is_heard_before_the_own_one_is_done() -> None:
    async def work() -> None:
        storage = Memory()
        table = await opened(OfflineHost(storage, pace=0))
        one = await Page(OfflineHost(storage, pace=0), table).hello()
        other = await Page(OfflineHost(storage, pace=0), table).hello()
        first = one.choices["moves"][0]
        await one.say("move", move=first)
        assert (await other.say("move", move=first))["type"] == "refused"
        assert other.choices == one.choices
        assert (await other.say("move", move="back"))["type"] == "ack"

    run(work)


@pytest.mark.parametrize("broken", [("write",), ("write", "read")])
def test_what_cannot_be_stored_is_refused_and_has_not_happened(broken: tuple[str, ...]) -> None:
    async def work() -> None:
        host = OfflineHost(storage := Failing(), pace=0)
        page = await Page(host, await opened(host, seats=2)).hello()
        while not (moves := page.choices.get("moves", ())) or moves[0].startswith("name"):
            if moves:
                await page.say("move", move="name 0")
            await asyncio.sleep(0)
        before = page.choices
        storage.broken = set(broken)
        for _ in range(2):
            answer = await page.say("move", move=before["moves"][0])
            assert (answer["type"], answer["code"]) == ("refused", "no-storage")
            assert page.choices == before
        storage.broken = set()
        assert (await page.say("hint"))["move"] in before["moves"]
        assert (await page.say("move", move=before["moves"][0]))["type"] == "ack"
        again = await Page(OfflineHost(storage, pace=0), page.table).hello()
        assert again.choices == page.choices

    run(work)


@pytest.mark.parametrize("broken", ["read", "tables", "write", "remove"])
def test_every_request_is_answered_when_the_browsers_database_fails(broken: str) -> None:
    async def work() -> None:
        host = OfflineHost(storage := Failing(), pace=0)
        tables = [await opened(host) for _ in range(MOST_TABLES)]
        storage.broken = {broken}
        host = OfflineHost(storage, pace=0)
        opening = await ask(host, "POST", "/api/tables", {"is_started": True})
        entering = await Page(host, tables[-1]).say("hello", protocol=1)
        if broken == "read":
            assert (opening["status"], entering.get("code")) == (200, "no-storage")
        else:
            assert opening["body"]["error"]["code"] == "no-storage"
            assert entering["type"] == "ack"

    run(work)


def test_an_error_that_nobody_expected_is_answered_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Breaking(Still):
        is_broken = False

        def now(self) -> int:
            return 1 // (not self.is_broken)

    async def work() -> None:
        host = OfflineHost(Memory(), clock := Breaking(), pace=0)
        page = await Page(host, await opened(host)).hello()
        clock.is_broken = True
        answer = await ask(host, "GET", "/api/puzzles/today")
        assert answer["body"]["error"]["code"] == "internal"
        assert (await page.say("move", move=page.choices["moves"][0]))["code"] == "internal"
        host._clock = clock

    run(work)
    assert len(caplog.records) == 2


def test_finished_games_make_room_for_others_before_running_ones_do() -> None:
    async def work() -> None:
        host = OfflineHost(storage := Memory(), pace=0)
        tables = [await opened(host) for _ in range(MOST_TABLES)]
        page = await Page(host, tables[7]).hello()
        await page.say("resign")
        await opened(host)
        assert tables[7] not in storage.kept
        await opened(host)
        assert len(storage.kept) == MOST_TABLES
        assert sum(table in storage.kept for table in tables) == MOST_TABLES - 2

    run(work)


@pytest.mark.parametrize(
    "wished",
    [
        {"settings": {"seats": 2}},
        {"settings": {"day": "2026-11-15"}, "is_started": True},
        {"settings": {"seats": 2, "is_public": True}, "bots": [None]},
        {"settings": {"seats": 2}, "bots": ["master"]},
    ],
)
def test_what_only_a_server_has_is_refused(wished: Message) -> None:
    async def work() -> None:
        answer = await ask(OfflineHost(Memory()), "POST", "/api/tables", wished)
        assert answer["body"]["error"]["code"] == "needs-server"

    run(work)


def test_requests_and_messages_that_are_none_are_answered_with_a_code() -> None:
    async def work() -> None:
        host = OfflineHost(Memory(), pace=0)
        codes = {code.value for code in error_codes()}
        for path, body in (("/api/tables", {"seats": "x"}), ("/api/me", None), ("/", None)):
            assert (await ask(host, "POST", path, body))["body"]["error"]["code"] in codes
        page = Page(host, await opened(host))
        assert (await page.say("ping"))["code"] == "bad-message"
        assert (await page.say("hello", protocol=9))["code"] == "bad-protocol"
        await page.hello()
        assert (await page.say("hello", protocol=1))["code"] == "bad-message"
        assert (await page.say("move", move="1>u1"))["type"] == "refused"
        assert (await Page(host, "offline-nowhere").say("hello", protocol=1))["code"] == (
            "no-such-table"
        )

    run(work)


def test_puzzles_are_asked_for_tried_and_judged_as_at_a_server() -> None:
    async def work() -> None:
        host = OfflineHost(Memory(), Still())
        today = (await ask(host, "GET", "/api/puzzles/today"))["body"]
        assert today == msgspec.to_builtins(puzzle_of_day(1))
        assert "lines" not in today
        duels = [puzzle.id for puzzle in shipped().of("face-to-face")]
        query = f"edition=face-to-face&near=1200&seen={','.join(duels[1:])}"
        assert (await ask(host, "GET", f"/api/puzzles/next?{query}"))["body"]["id"] == duels[0]
        assert (await ask(host, "GET", "/api/puzzles/next"))["status"] == 200
        moves = [str(move) for move in shipped().find(duels[0]).lines[0].moves]
        path = f"/api/puzzles/{duels[0]}"
        on = await ask(host, "POST", f"{path}/moves", {"moves": moves[:1]})
        assert moves[1] in on["body"]["moves"]
        told = (await ask(host, "POST", f"{path}/answer", {"moves": moves}))["body"]
        assert (told["is_right"], told["own"]) == (True, 0)
        assert told["rating"] > 1500
        refused = await ask(host, "POST", "/api/puzzles/none/answer", {"moves": moves})
        assert refused["body"]["error"]["code"] == "no-such-puzzle"

    run(work)


def test_a_bot_that_is_here_plays_for_somebody_who_lets_it() -> None:
    async def work() -> None:
        host = OfflineHost(storage := Memory(), pace=0)
        table = await opened(host, seats=3)
        page = await Page(host, table).hello()
        assert (await page.say("stand"))["type"] == "ack"
        while not page.is_over:
            await asyncio.sleep(0)
        facts = [fact for step in storage.kept[table]["steps"] for fact in step["facts"]]
        assert {fact["bot"] for fact in facts if fact["type"] == "replaced"} == {"greedy"}
        sending = await ask(host, "GET", f"/api/tables/{table}/sending")
        assert sending["body"]["error"]["code"] == "bot-played"

    run(work)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_page_hears_the_same_from_tables_that_look_alike(edition: str) -> None:
    async def work() -> None:
        for seed in range(5):
            storage = Memory()
            seats = max(2, EDITIONS[edition].describe().seats[0])
            table = await opened(OfflineHost(storage, pace=0), edition, seats)
            page = await Page(OfflineHost(storage, pace=0), table).hello()
            while not (moves := page.choices.get("moves", ())) or moves[0].startswith("name"):
                if moves:
                    await page.say("move", move="name 0")
                await asyncio.sleep(0)
            page.close()
            told = []
            for is_other in (False, True):
                host = OfflineHost(storage.copy(), Still(), pace=0)
                found = await host.find(table)
                own = found.model.table
                assert own is not None
                assert found.seat is not None
                if is_other:
                    other = look_alike(own.state, found.seat, Random(seed))
                    assert (
                        other.hands != own.state.hands or other.draw_piles != own.state.draw_piles
                    )
                    own.state = other
                seen = await Page(host, table).hello()
                hint = await seen.say("hint")
                await seen.say("move", move=hint["move"])
                await seen.say("move", move="99>u9")
                told.append(seen.texts)
                seen.close()
            if any(":draws " in text for text in told[0][1:]):  # a turn that ended: others moved
                told = [texts[:3] for texts in told]
            assert told[0] == told[1]

    run(work)
