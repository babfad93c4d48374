"""Rooms without a server: requests become numbered steps; and random tables to test them with."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import strategies as st
from msgspec import structs

from tenback.bots import BOTS
from tenback.notation import read_deal, read_position, write_code
from tenback.protocol import (
    AddWord,
    Chat,
    Dealt,
    MakeMove,
    Replace,
    Return,
    SeatBot,
    SendAway,
    Sit,
    Stand,
    Start,
    TableSettings,
    WishResign,
    encode,
)
from tenback.rules import END, Command, Move, Name, Play, State, TenbackError, legal_moves
from tenback.rules.errors import ErrorCode
from tenback.server import gathering
from tenback.server.deals import deal_from_seed, normalize_settings
from tenback.server.decisions import decide
from tenback.server.gathering import opened
from tenback.server.redaction import welcome
from tenback.server.room import Room
from tenback.server.room_requests import BotMoves, Draft, RoomRequest, TimeUp
from tenback.server.step import Step
from tenback.table import Table
from tests.properties.strategies import TEAM_EDITIONS, seeds

SECRET = "5ec2e7" * 10 + "abcd"
ID = "r"
SAYINGS = ("hello", "not on this pile, please", "forty-seven", "I hold 5 of them", "u1!", "\n", "")
WORDS = ("moon", "", " Grüße ", "x" * 33)
ODD_MOVES = ("resign", "back", "end", "say stuck", "say keep u1", "1:resign", "fly", "begin 0")


@dataclass(frozen=True, slots=True)
class Someone:
    id: str
    name: str
    is_bot: bool = False


ANNA, BEN, CLEO, DAN, EVE, FAY = PEOPLE = tuple(
    Someone(f"person-{name.lower()}", name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
)


class Sitting:
    """An open room with its steps so far; each step takes one second."""

    def __init__(
        self,
        settings: TableSettings | None = None,
        *,
        day_code: str | None = None,
        retouch: Callable[[State], State] | None = None,
        by: Someone | None = None,
    ) -> None:
        self.room = Room("table-t")
        self.steps: list[Step] = []
        self.drafts: list[Draft] = []
        self.asked: list[tuple[RoomRequest, Someone | None]] = []
        """The accepted requests since the table was opened."""
        self._retouch = retouch
        plain = TableSettings() if settings is None else settings
        self.put(opened(plain, secret=SECRET, day_code=day_code), by)

    def put(self, draft: Draft, by: Someone | None = None, request: str | None = None) -> Step:
        number = self.room.number + 1
        step = Step(number, 1000 * number, None if by is None else by.id, request, draft.facts)
        self.room.take(step, draft)
        self.steps.append(step)
        self.drafts.append(draft)
        if self._retouch is not None and any(isinstance(fact, Dealt) for fact in draft.facts):
            assert self.room.table is not None
            set_out(self.room, self._retouch(self.room.table.start))
        return step

    def ask(
        self,
        request: RoomRequest,
        by: Someone | None = None,
        *,
        here: Collection[str] | None = None,
        request_id: str | None = None,
    ) -> Step:
        """Handle a request, or raise the refusal; `here` are the people present, by default all."""
        draft = decide(self.room, request, by, lambda person: here is None or person in here)
        self.asked.append((request, by))
        return self.put(draft, by, request_id)

    def move(self, by: Someone, *texts: str) -> Step:
        for text in texts:
            step = self.ask(MakeMove(id=ID, move=text), by)
        return step

    def refusal(
        self,
        request: RoomRequest,
        by: Someone | None = None,
        *,
        here: Collection[str] | None = None,
    ) -> ErrorCode:
        """Return why a request is refused; nothing changes."""
        before = seen(self.room)
        with pytest.raises(TenbackError) as refused:
            self.ask(request, by, here=here)
        assert seen(self.room) == before
        return refused.value.code


def seen(room: Room) -> tuple[object, ...]:
    """Return everything that anybody can see of a room."""
    told = [encode(welcome(room, seat, present=[], now=0)) for seat in all_seats(room)]
    record = None if room.table is None else room.table.record()
    inner = (room.number, room.phase, room.turn, room.deadline, room.secret, room.deal_code)
    return (*told, *inner, room.opened_at, room.is_over, record, [p.person for p in room.places])


def all_seats(room: Room) -> Iterator[int | None]:
    """Yield every seat, and None for a spectator."""
    yield None
    yield from range(len(room.places))


def gathered(*sitters: Someone | str, settings: TableSettings | None = None) -> Sitting:
    """Return a table where people, and bots by their names, have sat down in order."""
    plain = TableSettings(seats=len(sitters)) if settings is None else settings
    sitting = Sitting(plain)
    for seat, sitter in enumerate(sitters):
        if isinstance(sitter, str):
            sitting.put(gathering.seat_bot(sitting.room, seat, sitter))
        else:
            sitting.ask(Sit(id=ID, seat=seat), sitter)
    return sitting


def dealt(*sitters: Someone | str, settings: TableSettings | None = None) -> Sitting:
    """Return a table where the cards are dealt."""
    sitting = gathered(*sitters, settings=settings)
    starter = next(sitter for sitter in sitters if isinstance(sitter, Someone))
    sitting.ask(Start(id=ID), starter)
    return sitting


def at(position: str, *sitters: Someone | str, **settings: bool | int) -> Sitting:
    """Return a table whose cards are those of a position."""
    state = read_position(position)
    plain = TableSettings(edition=str(state.edition), seats=state.seats)
    sitting = dealt(*sitters, settings=structs.replace(plain, **settings))
    set_out(sitting.room, state)
    return sitting


def set_out(room: Room, state: State) -> None:
    """Replace the cards of a room."""
    room.table = Table(
        state,
        [place.name or "" for place in room.places],
        can_take_back=room.settings.can_take_back,
        is_past_shown=room.settings.is_past_shown,
    )


# ---- random tables and requests ----


dice = st.builds(Random, st.integers(0, 2**32))
"""One seed for a whole sitting, because Hypothesis would run out of its own data."""


@st.composite
def table_settings(draw: st.DrawFn) -> TableSettings:
    """Draw table settings: all editions, options, layouts and seats, at all kinds of tables."""
    edition = draw(st.sampled_from((*TEAM_EDITIONS, "extreme@own", "face-to-face")))
    is_own = edition.endswith("@own")
    settings = TableSettings(
        edition=edition.removesuffix("@own"),
        layout=draw(own_layouts()) if is_own else None,
        seats=2 if edition == "face-to-face" else draw(st.integers(1, 5)),
        is_past_shown=draw(st.booleans()),
        can_take_back=draw(st.booleans()),
        clock=draw(st.sampled_from((None, 60))),
        is_public=draw(st.booleans()),
    )
    if is_own or draw(st.integers(0, 3)):
        return settings
    code = write_code(read_deal(settings.edition, settings.seats, draw(seeds)))
    return structs.replace(settings, deal=code)


@st.composite
def own_layouts(draw: st.DrawFn) -> dict[str, list[int]]:
    """Draw a custom layout (E14)."""
    numbers = draw(dice).sample(range(2, 100), 28)
    return {kind.value: numbers[4 * i : 4 * i + 4] for i, kind in enumerate(Command)}


@st.composite
def sittings(draw: st.DrawFn, *, length: int = 80, is_retouched: bool = False) -> Sitting:
    """Draw a table after random people have sent random requests."""
    settings = draw(table_settings())
    random = draw(dice)
    is_day = settings.deal is None and random.random() < 0.2
    day_code = write_code(deal_from_seed(normalize_settings(settings), "DAY")) if is_day else None
    sitting = Sitting(settings, day_code=day_code, retouch=_as_it_is if is_retouched else None)
    for request, by, here in wishes(sitting.room, random, length):
        with suppress(TenbackError):
            sitting.ask(request, by, here=here)
    return sitting


def _as_it_is(state: State) -> State:
    return state


def wishes(
    room: Room, random: Random, length: int
) -> Iterator[tuple[RoomRequest, Someone | None, Collection[str]]]:
    """Yield requests, most of them sensible, so that the sitting gets somewhere."""
    care = random.choice((0.3, 0.9))
    for number in range(length):
        here = [person.id for person in PEOPLE if random.random() < 0.7]
        sitters = [person for person in PEOPLE if room.seat_of(person.id) is not None]
        by = random.choice(sitters if sitters and random.random() < 0.7 else [None, *PEOPLE])
        is_sensible = number > 10 and random.random() < (0.6 if room.table is None else 0.8)
        if is_sensible and room.phase == "gathering":
            yield *_gather(room, random), here
        elif is_sensible and room.phase == "playing":
            yield *_play(room, random, care), here
        else:
            yield anything(room, random), by, here


def _gather(room: Room, random: Random) -> tuple[RoomRequest, Someone | None]:
    seats = range(len(room.places))
    free = [seat for seat in seats if room.places[seat].name is None]
    sitting = [person for person in PEOPLE if room.seat_of(person.id) is not None]
    if not sitting:
        return Sit(id=ID), random.choice(PEOPLE)
    by = random.choice(sitting)
    if not free:
        return Start(id=ID), by
    if random.random() < 0.5:
        return SeatBot(id=ID, seat=random.choice(free), bot=random.choice(BOTS)), by
    return Sit(id=ID), random.choice(PEOPLE)


def _play(room: Room, random: Random, care: float) -> tuple[RoomRequest, Someone | None]:
    assert room.table is not None
    state = room.table.state
    if state.turn is None:
        wish = next((named for named in state.named if named is not None), 0)
        seat = random.choice([s for s in range(state.seats) if state.named[s] != wish])
        move: Move = Name(seat, wish)
    else:
        seat, move = state.turn.seat, _choose(state, random, care)
    place = room.places[seat]
    if place.bot is not None:
        return BotMoves(((seat, move),)), None
    return MakeMove(id=ID, move=str(move)), next(p for p in PEOPLE if p.id == place.person)


def _choose(state: State, random: Random, care: float) -> Move:
    moves = legal_moves(state)
    if random.random() >= care:
        return random.choice(moves)
    return END if END in moves else min(moves, key=lambda move: _step(state, move))


def _step(state: State, move: Move) -> int:
    assert isinstance(move, Play)
    assert state.turn is not None
    is_own = move.pile.owner in (None, state.turn.seat)
    return move.pile.step(state.tops[move.pile.index], move.card) if is_own else 30


def anything(room: Room, random: Random) -> RoomRequest:
    """Return any request, whether or not it fits the situation."""
    seat, bot = random.randrange(5), random.choice((*BOTS, "my_bot.py:Bot"))
    return random.choice(
        (
            Sit(id=ID, seat=random.choice((None, seat))),
            Stand(id=ID),
            SeatBot(id=ID, seat=seat, bot=random.choice((None, bot))),
            SendAway(id=ID, seat=seat),
            AddWord(id=ID, word=random.choice(WORDS)),
            Start(id=ID),
            MakeMove(id=ID, move=random.choice((*ODD_MOVES, f"name {seat}", f"{seat}:name 0"))),
            WishResign(id=ID, is_wished=random.random() < 0.3),
            Chat(id=ID, text=random.choice(SAYINGS)),
            Replace(id=ID, seat=seat, bot=bot),
            Return(id=ID),
            TimeUp(min(seat, len(room.places) - 1)),
        )
    )
