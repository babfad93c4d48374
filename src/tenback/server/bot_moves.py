"""The moves of bots at a table. Each bot is given only what its own seat may know."""

import asyncio
from collections.abc import Container, Mapping
from typing import Protocol

from tenback.bots import Recipe
from tenback.rules import Move, Name, Say, Signal, View
from tenback.rules.chance import seed_from
from tenback.server.bot_questions import BotQuestion
from tenback.server.room import Room
from tenback.table import Table

BotMove = tuple[int, Move]


class BotPlayers(Protocol):
    """Answers for bots; on the server, in processes of their own."""

    async def talk(self, question: BotQuestion) -> tuple[Signal, ...]:
        """Return the signals a bot gives."""

    async def choose(self, question: BotQuestion) -> Move:
        """Return the move a bot makes."""


async def bot_moves(
    table: Table, bots: Mapping[int, str], seed: str, players: BotPlayers
) -> list[BotMove]:
    """Return the bots' next moves with their seats: signals first, then at most one turn move.

    Before the first turn each bot names who should begin (C4), following people who have named.
    """
    trial = table.copy()
    moves: list[BotMove] = []

    def question(seat: int) -> BotQuestion:
        return BotQuestion(bots[seat], seed, trial.view(seat, is_past_shown=True))

    def make(seat: int, move: Move) -> None:
        trial.submit(move, seat=seat)
        moves.append((seat, move))

    if trial.state.outcome is not None:
        return moves
    talking = [seat for seat, bot in bots.items() if talks(bot)]
    said = await asyncio.gather(*(players.talk(question(seat)) for seat in talking))
    for seat, signals in zip(talking, said, strict=True):
        for signal in signals:
            make(seat, Say(seat, signal))
    turn = trial.state.turn
    if turn is not None:
        if turn.seat in bots:
            make(turn.seat, await players.choose(question(turn.seat)))
        return moves
    for seat in bots:
        if trial.state.turn is None:
            asked = question(seat)
            choice = _follow_people(asked.view, bots) or await players.choose(asked)
            assert isinstance(choice, Name)
            if trial.state.named[seat] != choice.starter:
                make(seat, choice)
    return moves


def may_act(room: Room) -> bool:
    """Return whether bots of a room may have something to do or to say."""
    if not room.bots or room.phase != "playing":
        return False
    return room.turn is None or room.turn in room.bots or any(map(talks, room.bots.values()))


def seed_for(room: Room) -> str:
    """Return the seed for bots at the newest step of a table."""
    return seed_from("bot", f"{room.id}:{room.number}")


def talks(bot: str) -> bool:
    """Return whether a bot ever talks, so that it must be asked after every move."""
    return Recipe(bot).talks


def _follow_people(view: View, bots: Container[int]) -> Name | None:
    """Return this seat's choice of a starter: that of the lowest seat whose person has chosen."""
    assert view.seat is not None
    people = (named for seat, named in enumerate(view.named) if seat not in bots)
    wish = next((named for named in people if named is not None), None)
    return None if wish is None else Name(view.seat, wish)
