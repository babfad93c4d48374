"""What an edition says about itself, so that other code need not know any edition by name."""

from dataclasses import dataclass

from tenback.rules.commands import Command
from tenback.rules.outcome import Ending
from tenback.rules.piles import Pile
from tenback.rules.talk import Word


@dataclass(frozen=True, slots=True)
class Option:
    """A rule option that can be switched on, such as `min3` (C14)."""

    name: str
    """The name as written after the edition: `classic+min3`."""
    letter: str
    """The letter of the option in deal codes."""
    title: str


@dataclass(frozen=True, slots=True)
class CommandCards:
    """The cards that carry a command in the standard layout (E14)."""

    command: Command
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """What other code needs to know about an edition, as data."""

    name: str
    title: str
    letter: str
    """The first letter of the edition's deal codes."""
    rule_letter: str
    """The letter of the edition's rule numbers in `docs/rules.md`."""
    is_duel: bool
    """Whether one seat wins against the other; otherwise the team wins or loses together."""
    is_starter_drawn: bool
    """Whether the deal decides who begins (F2); otherwise the table agrees on it (C4)."""
    seats: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    """The size of a full hand for each number of seats in `seats`."""
    minimum: int
    """How many cards a turn must lay while the draw pile has cards."""
    last_minimum: int
    """How many cards a turn must lay once the draw pile is empty."""
    numbers: range
    """The number cards of one draw pile."""
    draw_pile_count: int
    piles: tuple[Pile, ...]
    options: tuple[Option, ...]
    commands: tuple[CommandCards, ...]
    """The commands on the edition's cards; a custom layout may use other numbers (E14)."""
    burning: tuple[int, ...]
    """The numbers of the burning cards (O1)."""
    words: tuple[Word, ...]
    """The words that signals may use."""
    endings: tuple[Ending, ...]
    """The ways in which a game can end."""
