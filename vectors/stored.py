"""Writes sittings as a server stores them; all later versions must be able to replay them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from tenback.notation import write_record
from tenback.protocol import (
    AddWord,
    Chat,
    MakeMove,
    Replace,
    Return,
    SeatBot,
    Sit,
    Start,
    TableSettings,
    WishResign,
)
from tenback.rules import Name, State
from tenback.server.decisions import decide
from tenback.server.gathering import opened
from tenback.server.room import Room
from tenback.server.room_record import record_of
from tenback.server.room_requests import BotMoves, Draft, Person, RoomRequest
from tenback.server.step import Step
from vectors.writing import choose

SECRET = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
BEGUN_AT = 1_794_700_800_000


@dataclass(frozen=True, slots=True)
class Guest:
    """A person in the vectors."""

    id: str
    name: str
    is_bot: bool = False


ANNA, BEN = Guest("anna", "Anna"), Guest("ben", "Bén")


class Written:
    """A table that records its steps."""

    def __init__(self, name: str, settings: TableSettings) -> None:
        self.name = name
        self.room = Room(name)
        self.rows: list[str] = []
        self._put(opened(settings, secret=SECRET), ANNA)

    def do(self, request: RoomRequest, by: Person | None) -> None:
        """Make a request at the table, and record the resulting step."""
        self._put(decide(self.room, request, by, lambda _: False), by)

    def play_on(self) -> None:
        """Play to the end, each seat by its person or bot."""
        while not self.room.is_over:
            seat = self.room.turn
            assert seat is not None
            move, place = choose(self.state), self.room.places[seat]
            if place.bot is not None:
                self.do(BotMoves(((seat, move),)), None)
            else:
                self.do(MakeMove(str(move), id=self._id), ANNA if place.person == "anna" else BEN)

    @property
    def state(self) -> State:
        """The state of the cards."""
        assert self.room.table is not None
        return self.room.table.state

    @property
    def _id(self) -> str:
        return f"r{self.room.number}"

    def _put(self, draft: Draft, by: Person | None) -> None:
        number = self.room.number + 1
        person = None if by is None else by.id
        request = None if by is None or number == 1 else self._id
        step = Step(number, BEGUN_AT + 1000 * number, person, request, draft.facts)
        self.rows.append(json.dumps(msgspec.to_builtins(step)))
        self.room.take(step, draft)


def written() -> Iterator[Written]:
    """Yield all tables."""
    yield from (friends(), extreme(), duel(), alone(), given_up(), on_fire())


def stored_files() -> Iterator[tuple[str, str]]:
    """Yield the files of `stored/`: a table's steps, one per line, and the resulting record."""
    for table in written():
        yield f"stored/{table.name}.jsonl", "".join(f"{row}\n" for row in table.rows)
        yield f"stored/{table.name}.txt", write_record(record_of(table.room))


def friends() -> Written:
    """Play at a table of three: words, an opening, signals, chat, a bot that steps in."""
    table = Written("friends", TableSettings(seats=3, is_past_shown=False))
    table.do(Sit(0, id="a1"), ANNA)
    table.do(Sit(2, id="b1"), BEN)
    table.do(Sit(1, id="b2"), BEN)
    table.do(SeatBot(2, "greedy", id="a2"), ANNA)
    table.do(AddWord("Grüße", id="a3"), ANNA)
    table.do(Start(id="b3"), BEN)
    for seat, by in ((0, ANNA), (1, BEN)):
        table.do(MakeMove("name 1", id=f"n{seat}"), by)
    table.do(BotMoves(((2, Name(2, 1)),)), None)
    table.do(MakeMove("say keep u1", id="a4"), ANNA)
    table.do(Chat("Auf geht's!", id="b4"), BEN)
    table.do(MakeMove(str(choose(table.state)), id="b5"), BEN)
    table.do(MakeMove("back", id="b6"), BEN)
    table.do(Replace(1, "greedy", id="a5"), ANNA)
    table.do(Return(id="b7"), BEN)
    table.play_on()
    return table


def extreme() -> Written:
    """Play at a table of two with shuffled commands and both options."""
    table = Written("extreme", TableSettings(edition="extreme+min3+hand-1@shuffled", seats=2))
    _begin_as_two(table)
    table.play_on()
    return table


def duel() -> Written:
    """Play a duel."""
    table = Written("duel", TableSettings(edition="face-to-face", seats=2, clock=30))
    _seat_both(table)
    table.play_on()
    return table


def alone() -> Written:
    """Play a solo sitting with a known deal."""
    table = Written("alone", TableSettings(deal="C1-TENBA-CK-Q", can_take_back=False))
    table.do(Sit(id="a1"), ANNA)
    table.do(Start(id="a2"), ANNA)
    table.play_on()
    return table


def on_fire() -> Written:
    """Play at a table of two with burning cards."""
    table = Written("on-fire", TableSettings(edition="on-fire", seats=2))
    table.do(Sit(id="a1"), ANNA)
    table.do(Sit(id="b1"), BEN)
    table.do(AddWord("spark", id="a3"), ANNA)
    table.do(Start(id="a2"), ANNA)
    for by in (ANNA, BEN):
        table.do(MakeMove("name 0", id=f"{by.id}-names"), by)
    table.play_on()
    return table


def given_up() -> Written:
    """Play at a table of two who give up together."""
    table = Written("given-up", TableSettings(seats=2))
    _begin_as_two(table)
    table.do(WishResign(id="a9"), ANNA)
    table.do(WishResign(id="b9"), BEN)
    return table


def _begin_as_two(table: Written) -> None:
    _seat_both(table)
    for by in (ANNA, BEN):
        table.do(MakeMove("name 0", id=f"{by.id}-names"), by)


def _seat_both(table: Written) -> None:
    table.do(Sit(id="a1"), ANNA)
    table.do(Sit(id="b1"), BEN)
    table.do(Start(id="a2"), ANNA)
