"""How an edition describes itself: everything that others need, without knowing its name."""

from dataclasses import dataclass

from tenback.rules.commands import Command
from tenback.rules.outcome import Ending
from tenback.rules.piles import Pile
from tenback.rules.talk import Word


@dataclass(frozen=True, slots=True)
class Option:
    """A variant that can be switched on: `min3` (C14)."""

    name: str
    """As written after the name of the edition: `classic+min3`."""
    letter: str
    """Its letter in deal codes."""
    title: str


@dataclass(frozen=True, slots=True)
class CommandCards:
    """The cards that carry a command in the standard layout (E14)."""

    command: Command
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """An edition as data."""

    name: str
    title: str
    letter: str
    """The first letter of its deal codes."""
    rule_letter: str
    """The letter of its rules in `docs/rules.md`."""
    is_duel: bool
    """Whether one seat wins against the other; else the team wins or loses together."""
    is_starter_drawn: bool
    """Whether the deal decides who begins (F2); else the table agrees on it (C4)."""
    seats: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    """How many cards a full hand holds, by the number of seats, as in `seats`."""
    minimum: int
    """How many cards a turn must lay."""
    last_minimum: int
    """How many once the draw pile is empty."""
    numbers: range
    """The number cards of one draw pile."""
    draw_pile_count: int
    piles: tuple[Pile, ...]
    options: tuple[Option, ...]
    commands: tuple[CommandCards, ...]
    """The commands on its cards; a layout may give them other numbers (E14)."""
    burning: tuple[int, ...]
    """The cards that burn (O1)."""
    words: tuple[Word, ...]
    """What may be said by signals."""
    endings: tuple[Ending, ...]
    """How a game can end."""
