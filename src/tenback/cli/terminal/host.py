"""Runs a table for a screen: changes the model, and does what somebody asks for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tenback.cli.terminal.happenings import happening
from tenback.cli.terminal.model import SeatChange, TableModel
from tenback.cli.texts import Texts
from tenback.notation import Record
from tenback.rules import Move
from tenback.rules.events import Drew, Event, Finished, TurnBegan

LINES_KEPT = 200


class Complaint(Exception):
    """Something is not done; the text says why, in the reader's language."""


class TableHost(ABC):
    """Runs one game. A screen reads `model`, draws it on every change, and asks."""

    has_chat = False
    has_hints = True

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.model = TableModel()
        self.on_change: Callable[[], None] = lambda: None

    @abstractmethod
    async def run(self) -> None:
        """Go on until the game is over."""

    @abstractmethod
    async def submit(self, move: Move) -> None:
        """Make a move for the seat whose cards lie open, or raise a `Complaint`."""

    @abstractmethod
    async def confirm(self) -> None:
        """Do what the prompt asks Enter for."""

    @abstractmethod
    async def begin(self, starter: int) -> None:
        """Say who begins."""

    @abstractmethod
    async def hint(self) -> Move:
        """Return what the strongest bot would do."""

    @abstractmethod
    async def record(self) -> Record:
        """Return the record of the game, once it is over."""

    async def write(self, text: str) -> None:
        """Write to the others, where `has_chat` says that it is possible."""
        raise NotImplementedError

    async def change_seat(self, change: SeatChange) -> None:
        """Do one of the model's `seat_changes`."""
        raise NotImplementedError

    async def change_word(self, word: str) -> None:
        """Add another word to the shuffle, where the model has one."""
        raise NotImplementedError

    def show(self, **changes: Any) -> None:
        """Change the model, and have it drawn."""
        self.model = replace(self.model, **changes)
        self.on_change()

    def tell(self, events: Sequence[Event]) -> None:
        """Add what has happened to the lines; of draws, only how many."""
        for event in events:
            if isinstance(event, TurnBegan | Finished):
                continue
            if event != Drew(event.seat, ()):
                self.add_line(happening(self.texts, event, self.model.players))

    def add_line(self, line: str) -> None:
        """Add a line, and forget the oldest if there are too many."""
        self.model = replace(self.model, lines=(*self.model.lines, line)[-LINES_KEPT:])
