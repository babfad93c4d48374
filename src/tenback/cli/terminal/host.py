"""The base class of hosts, which run a table for a screen."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tenback.cli.terminal.event_texts import event_text
from tenback.cli.terminal.model import SeatChange, TableModel
from tenback.cli.texts import Texts
from tenback.notation import Record
from tenback.rules import Move
from tenback.rules.events import Drew, Event, Finished, TurnBegan

LINES_KEPT = 200


class Complaint(Exception):
    """A request was refused. The text says why, in the user's language."""


class TableHost(ABC):
    """Runs one game. A screen draws `model` on every change, and passes on requests."""

    has_chat = False
    has_hints = True

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.model = TableModel()
        self.on_change: Callable[[], None] = lambda: None

    @abstractmethod
    async def run(self) -> None:
        """Run until the game is over."""

    @abstractmethod
    async def submit(self, move: Move) -> None:
        """Make a move for the seat whose cards are open, or raise a `Complaint`."""

    @abstractmethod
    async def confirm(self) -> None:
        """Carry out what the prompt offers for Enter."""

    @abstractmethod
    async def begin(self, starter: int) -> None:
        """Choose who begins."""

    @abstractmethod
    async def hint(self) -> Move:
        """Return the move that the strongest bot would make."""

    @abstractmethod
    async def record(self) -> Record:
        """Return the record of the game, once it is over."""

    async def write(self, text: str) -> None:
        """Send a chat message; only if `has_chat`."""
        raise NotImplementedError

    async def change_seat(self, change: SeatChange) -> None:
        """Carry out one of the model's `seat_changes`."""
        raise NotImplementedError

    async def change_word(self, word: str) -> None:
        """Replace the player's word for the shuffle, if the model has one."""
        raise NotImplementedError

    def show(self, **changes: Any) -> None:
        """Change fields of the model and redraw it."""
        self.model = replace(self.model, **changes)
        self.on_change()

    def tell(self, events: Sequence[Event]) -> None:
        """Add lines for events. Draws show only the number of cards."""
        for event in events:
            if isinstance(event, TurnBegan | Finished):
                continue
            if event != Drew(event.seat, ()):
                self.add_line(event_text(self.texts, event, self.model.players))

    def add_line(self, line: str) -> None:
        """Add a line, dropping the oldest if there are too many."""
        self.model = replace(self.model, lines=(*self.model.lines, line)[-LINES_KEPT:])
