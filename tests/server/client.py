"""Test clients: those of `tenback.online`, which also remember every message.

Guest    a person who is signed in, and waits patiently
Client   a person at a table, who reports a server that sends what it should not
Player   a client that plays
"""

import asyncio
from collections.abc import Callable
from typing import Any, Self

from tenback.online import Client as OnlineClient
from tenback.online import Person, TurnedDown
from tenback.online.client import TEMPORARY_REFUSALS
from tenback.protocol import (
    Ack,
    Fact,
    FromClient,
    Happened,
    Hint,
    Refusal,
    Resumed,
    ToClient,
    Welcome,
)
from tenback.rules.piles import PILES

PATIENCE = 120.0
"""Seconds to wait for anything; on an idle machine it takes tenths."""
FOR_GOOD = ("no-such-table", "no-watching", "bad-protocol")
NEAR = 2
"""The largest step for which the player lays another card."""


class Guest(Person):
    """A person who is signed in."""

    @classmethod
    async def sign_up(
        cls, url: str, name: str = "Anna", patience: float = PATIENCE, *, is_bot: bool = False
    ) -> Self:
        return await super().sign_up(url, name, patience, is_bot=is_bot)


class Client(OnlineClient):
    """A person at a table, who remembers every message."""

    def __init__(self, url: str, table: str, person: Person | None = None) -> None:
        super().__init__(url, table, person)
        self.heard: dict[int, list[Fact]] = {}
        """The steps that were received one by one, by number."""
        self.welcomed: list[int] = []
        """The step numbers of all welcomes."""
        self.acked: dict[str, tuple[int, FromClient]] = {}
        self.refused: dict[str, str] = {}
        """The codes of final refusals, by request id."""
        self.passing = 0
        """How many refusals were only temporary."""
        self.faults: list[str] = []
        """Messages that the server should not have sent."""
        self.connections = 0
        self.closed: list[int] = []
        """The close codes of past connections."""

    async def __aenter__(self) -> Self:
        self.connect()
        await self.wait_until(lambda: self.is_up, "a welcome")
        return self

    async def cut(self) -> None:
        """Break the connection off, as a tunnel would."""
        if self._socket is not None:
            self._socket.transport.abort()
            await self._socket.wait_closed()

    async def request(self, message: FromClient) -> Ack | Hint:
        try:
            async with asyncio.timeout(PATIENCE):
                return await super().request(message)
        except TimeoutError:
            raise AssertionError(f"{message} was not answered: {self}") from None

    async def refusal(self, kind: Callable[..., FromClient], **fields: Any) -> str:
        """Send a request that is refused; return the code."""
        try:
            number = await self.ask(kind, **fields)
        except TurnedDown as refused:
            return refused.code
        raise AssertionError(f"{kind} was not refused, but done as {number}")

    async def wait_until(
        self, is_so: Callable[[], bool], what: str = "change", seconds: float = PATIENCE
    ) -> None:
        """Wait until a condition holds."""

        def is_so_without_faults() -> bool:
            if is_so():
                return True
            self.check()
            return False

        try:
            async with asyncio.timeout(seconds):
                await super().wait_until(is_so_without_faults)
        except TimeoutError:
            raise AssertionError(f"no {what} within {seconds} s: {self}") from None

    async def reach(self, number: int, seconds: float = PATIENCE) -> None:
        """Wait for the step with a number."""
        await self.wait_until(lambda: self.at.number >= number, f"step {number}", seconds)

    def check(self) -> None:
        """Raise an error if anything has gone wrong."""
        assert not self.faults, f"{self.faults}: {self}"
        if self._running is not None and self._running.done() and not self._running.cancelled():
            self._running.result()

    # ---- what is remembered ----

    def _connection_ended(self, code: int | None) -> None:
        if code is not None:
            self.closed.append(code)

    async def _resend_unanswered(self) -> None:
        self.connections += 1
        await super()._resend_unanswered()

    async def _receive(self, message: ToClient) -> None:
        at = self.at.number
        match message:
            case Welcome(number=number):
                self._expect(number >= at, message)
                self.welcomed.append(number)
            case Happened(number, _, facts):
                self._expect(number == at + 1 and number not in self.heard, message)
                self.heard[number] = facts
            case Resumed(number):
                self._expect(number == at, message)
            case Ack(asked, number) if asked == self._hello:
                self._expect(number == at, message)
            case Ack(asked, number):
                self._expect(asked in self._waiting and number <= at, message)
                if asked in self._waiting:
                    self.acked[asked] = number, self._waiting[asked][0]
            case Refusal():
                self._remember_refusal(message)
            case _:
                pass
        await super()._receive(message)

    def _remember_refusal(self, refusal: Refusal) -> None:
        is_awaited = refusal.id in (self._hello, *self._waiting)
        if refusal.code in TEMPORARY_REFUSALS:
            self.passing += is_awaited
        elif refusal.id is not None and refusal.id in self._waiting:
            self.refused[refusal.id] = refusal.code
        else:
            self._expect(refusal.id == self._hello and refusal.code in FOR_GOOD, refusal)

    def _expect(self, is_right: bool, message: ToClient) -> None:
        if not is_right:
            self.faults.append(f"at {self.at.number} heard {message}")


class Player(Client):
    """A client that plays: the smallest step that does not lose, and ends the turn early."""

    moves_made = 0

    async def play(self, seconds: float = PATIENCE, most: int | None = None) -> None:
        """Play until the sitting is over, or a number of moves is made."""
        while most is None or self.moves_made < most:
            await self.wait_until(lambda: self.is_over or self.wish() is not None, "turn", seconds)
            wish = self.wish()
            if self.is_over or wish is None:
                return
            try:
                await self.move(wish)
            except TurnedDown as refused:
                if refused.code != "over":
                    raise
            self.moves_made += 1

    def wish(self) -> str | None:
        """Return the move to make now, if any."""
        at = self.at
        if at.choices is None or at.seat is None or at.places[at.seat].bot is not None:
            return None
        if at.turn is None:
            return "name 0" if at.choices.moves and at.named[at.seat] != 0 else None
        losing = set(at.choices.losing)
        steps = {move: self._step(move) for move in at.choices.moves if ">" in move}
        good = {move: step for move, step in steps.items() if move not in losing}
        best = min(good, key=lambda move: good[move], default=None)
        if "end" in at.choices.moves and (best is None or good[best] > NEAR):
            return "end"
        return best or next(iter(at.choices.moves), None)

    def _step(self, move: str) -> int:
        card, _, name = move.partition(">")
        pile = PILES[name]
        return pile.step(self.at.tops[pile.index], int(card))


async def over(*players: Player, seconds: float = PATIENCE) -> None:
    """Let several players play to the end; none waits longer than `seconds` for a turn."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(seconds))
