"""Signals: what may be said about the cards without naming a number (C12, E13).

Every word has a fixed meaning that covers several numbers. A word about a pile stands until a card
is laid on the pile or taken back from it, or the seat says another word about it. A word about a
hand stands until its seat's turn ends.
"""

from dataclasses import dataclass
from enum import StrEnum

from tenback.rules.commands import Command
from tenback.rules.errors import BadInput, Code
from tenback.rules.piles import Pile


class Word(StrEnum):
    """The words that signals use; `docs/signals.md` explains them."""

    KEEP = "keep"
    SMALL = "small"
    FREE = "free"
    HELP = "help"
    STUCK = "stuck"
    STRONG_START = "strong-start"
    FAIR_START = "fair-start"
    WEAK_START = "weak-start"
    HOLD = "hold"


PILE_WORDS = (Word.KEEP, Word.SMALL, Word.FREE, Word.HELP)
HAND_WORDS = (Word.STUCK, Word.STRONG_START, Word.FAIR_START, Word.WEAK_START)


@dataclass(frozen=True, slots=True)
class Signal:
    """A word, with the pile or the command it is about.

    >>> str(Signal(Word.HOLD, command=Command.STOP))
    'hold stop'
    """

    word: Word
    pile: Pile | None = None
    command: Command | None = None

    def __post_init__(self) -> None:
        has_pile, has_command = self.pile is not None, self.command is not None
        if has_pile != (self.word in PILE_WORDS) or has_command != (self.word is Word.HOLD):
            raise BadInput(Code.BAD_SIGNAL, text=self)

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.word, self.pile, self.command) if part)
