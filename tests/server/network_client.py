"""A client of the model network, which follows docs/protocol.md and remembers every message."""

import asyncio
from typing import Protocol

from tenback.protocol import (
    PROTOCOL,
    Ack,
    AddWord,
    Again,
    Chat,
    Choices,
    Dealt,
    FromClient,
    Happened,
    Hello,
    MakeMove,
    Ping,
    Presence,
    Refusal,
    Replace,
    Resumed,
    Return,
    Revealed,
    Sat,
    SeatBot,
    Sit,
    Stand,
    Start,
    Stood,
    ToClient,
    Welcome,
    WishResign,
)
from tests.server.rooms import Someone

PASSING = ("unavailable", "too-many")
"""Refusals after which the client repeats the request."""
SAYINGS = ("hello", "forty-seven", "not there, please")


class Line(Protocol):
    """A connection to the server, as long as it lasts."""

    def say(self, message: FromClient) -> None:
        """Send a message."""

    def cut(self) -> None:
        """Break the connection."""


class Client:
    """A person at a table, or one of that person's two tabs; without a person, a spectator."""

    def __init__(self, label: str, person: Someone | None) -> None:
        self.label, self.person = label, person
        self.line: Line | None = None
        self.number = 0
        self.seat: int | None = None
        self.choices: Choices | None = None
        self.is_dealt = self.is_over = False
        self.is_greeted = False
        self.unanswered: dict[str, FromClient] = {}
        self.asked: dict[str, FromClient] = {}
        self.acks: dict[str, set[int]] = {}
        self.refusals: dict[str, list[str]] = {}
        self.refused_at: dict[str, float] = {}
        self.heard: list[Happened] = []
        self.welcomes: list[Welcome] = []
        self.complaints: list[str] = []
        """Messages that the server should not have sent."""
        self._ids = 0

    def __repr__(self) -> str:
        return self.label

    # ---- to the server ----

    def come(self, line: Line) -> None:
        """Take a new connection, and say hello with the last known step."""
        self.line, self.is_greeted = line, False
        self._greet()

    def lose(self, line: Line) -> None:
        """Notice that a connection is broken."""
        if self.line is line:
            self.line, self.is_greeted = None, False

    def want(self, message: FromClient) -> None:
        """Send a request, now or as soon as there is a connection."""
        self.asked[message.id] = self.unanswered[message.id] = message
        if self.line is not None and self.is_greeted:
            self.line.say(message)

    def retry(self) -> None:
        """Repeat every unanswered request, with the same ids."""
        if self.line is None:
            return
        if not self.is_greeted:
            self._greet()
            return
        for message in tuple(self.unanswered.values()):
            self.line.say(message)

    def ping(self) -> None:
        """Send a ping."""
        if self.line is not None and self.is_greeted:
            self.line.say(Ping(id=self._new_id()))

    def _greet(self) -> None:
        assert self.line is not None
        self.line.say(Hello(id=self._new_id(), protocol=PROTOCOL, since=self.number or None))

    def _new_id(self) -> str:
        self._ids += 1
        return f"{self.label}-{self._ids}"

    # ---- from the server ----

    def hear(self, message: ToClient) -> None:
        """Handle a message of the server; none may come twice, out of order, or from the past."""
        match message:
            case Welcome():
                self._expect(message, is_so=message.number >= self.number and not self.is_greeted)
                self.welcomes.append(message)
                self.number, self.seat, self.choices = message.number, message.seat, message.choices
                self.is_dealt = message.cards is not None
                self.is_over = message.cards is not None and message.cards.outcome is not None
            case Happened():
                self._expect(message, is_so=message.number == self.number + 1)
                self.heard.append(message)
                self.number, self.choices = message.number, message.choices
                self._take(message)
            case Resumed(number, seat):
                self._expect(message, is_so=(number, seat) == (self.number, self.seat))
            case Ack(request, number):
                self._expect(message, is_so=number <= self.number)
                if request in self.asked:
                    self.acks.setdefault(request, set()).add(number)
                    self.unanswered.pop(request, None)
                else:  # hello
                    self.is_greeted = True
                    self.retry()
            case Refusal(request, code):
                if request in self.asked and code not in PASSING:
                    self.refusals.setdefault(request, []).append(code)
                    self.refused_at.setdefault(request, asyncio.get_running_loop().time())
                    self.unanswered.pop(request, None)
            case Presence():
                self._expect(message, is_so=self.is_greeted)

    def _take(self, step: Happened) -> None:
        for fact in step.facts:
            match fact:
                case Sat(seat, is_you=True):
                    self.seat = seat
                case Sat(seat) | Stood(seat) if seat == self.seat:
                    self.seat = None
                case Dealt():
                    self.is_dealt = True
                case Revealed():
                    self.is_over = True

    def _expect(self, message: ToClient, *, is_so: bool) -> None:
        if not is_so:
            self.complaints.append(f"{self} at {self.number} heard {message}")

    # ---- wishes ----

    def act(self, how: int) -> None:
        """Send a request that fits the situation, chosen by a number."""
        request = self._new_id()
        if self.is_over:
            self.want(Again(id=request, is_same_deal=how % 2 == 1))
        elif self.is_dealt:
            self._play(request, how)
        elif self.seat is None:
            self.want(Sit(id=request))
        elif how % 4:
            self.want(Start(id=request))
        else:
            self.want(SeatBot(id=request, seat=how % 3, bot="greedy"))

    def _play(self, request: str, how: int) -> None:
        choices = Choices() if self.choices is None else self.choices
        moves = [move for move in choices.moves if move not in choices.losing] or choices.moves
        if moves:
            move = "end" if "end" in moves and how % 2 else moves[how % len(moves)]
            self.want(MakeMove(id=request, move=move))
        else:
            self.want(Chat(id=request, text=SAYINGS[how % len(SAYINGS)]))

    def wish(self, how: int) -> None:
        """Send any other request, chosen by a number."""
        request, seat = self._new_id(), how % 3
        wishes: tuple[FromClient, ...] = (
            Replace(id=request, seat=seat, bot="greedy"),
            Return(id=request),
            WishResign(id=request, is_wished=how % 4 > 0),
            MakeMove(id=request, move="say keep u1"),
            Stand(id=request),
            AddWord(id=request, word="moon"),
            Sit(id=request, seat=seat),
            MakeMove(id=request, move="back"),
            SeatBot(id=request, seat=seat, bot=None),
            MakeMove(id=request, move="fly"),
            Chat(id=request, text="hello"),
        )
        self.want(wishes[how % len(wishes)])
