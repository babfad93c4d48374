"""Parses the text of moves, signals, events and outcomes, which is what they print as."""

import re
from functools import lru_cache

from tenback.notation.errors import NotationCode
from tenback.rules.commands import Command
from tenback.rules.errors import BadInput, ErrorCode, Reason, quote
from tenback.rules.events import (
    HIDDEN,
    Drew,
    Event,
    Finished,
    Laid,
    Named,
    Resigned,
    Said,
    TakenBack,
    TurnBegan,
)
from tenback.rules.moves import BACK, END, Begin, Move, Name, Play, Resign, Say
from tenback.rules.outcome import Ending, Outcome
from tenback.rules.piles import PILES, Pile
from tenback.rules.talk import HAND_WORDS, PILE_WORDS, Signal, Word

MOVES_ARE = "moves are 23>u1, end, back, begin 0, name 0, say keep u1, resign"
EVENTS_ARE = "events are turn 0, 23>u1, draws 5.7, back 23>u1 to 14, name 0, say …, resign, over …"
SIGNALS_ARE = (
    "signals are keep, small, free, help with a pile, stuck, strong-start, fair-start, weak-start, "
    "or hold with a command"
)
OUTCOMES_ARE = "outcomes look like this: stuck, lost, 12 left"

LONGEST = 200
NUMBER = re.compile(r"[0-9]{1,3}")


@lru_cache(4096)  # a few hundred moves exist, and a server reads them again and again
def read_move(text: str, *, seat: int | None = None) -> Move:
    """Return the move that a text describes.

    A move that any seat can make may name its seat, as in `1:say keep u1`; otherwise it is
    `seat`'s.

    >>> str(read_move(" 23 > U1 ")), str(read_move("say keep u1", seat=0))
    ('23>u1', '0:say keep u1')
    """
    line = _Line(NotationCode.BAD_MOVE, text, MOVES_ARE, seat)
    match line.words:
        case ["end"] if line.is_anonymous:
            return END
        case ["back"] if line.is_anonymous:
            return BACK
        case ["begin", starter] if line.is_anonymous:
            return Begin(line.number(starter))
        case ["name", starter]:
            return Name(line.seat, line.number(starter))
        case ["say", *words]:
            return Say(line.seat, line.signal(words))
        case ["resign"]:
            return Resign(line.seat)
        case [play] if line.is_anonymous:
            return Play(*line.play(play))
        case _:
            raise line.complaint()


def read_event(text: str, *, seat: int | None = None) -> Event:
    """Return the event that a text describes; without a seat in the text it is `seat`'s.

    >>> str(read_event("draws 5.7", seat=1))
    '1:draws 5.7'
    """
    line = _Line(NotationCode.BAD_EVENT, text, EVENTS_ARE, seat)
    match line.words:
        case ["turn", number] if line.is_anonymous:
            return TurnBegan(line.number(number))
        case ["over", *_] if line.is_anonymous:
            return Finished(read_outcome(" ".join(line.words[1:])))
        case ["name", starter]:
            return Named(line.seat, line.number(starter))
        case ["say", *words]:
            return Said(line.seat, line.signal(words))
        case ["resign"]:
            return Resigned(line.seat)
        case ["draws", "-"]:
            return Drew(line.seat, ())
        case ["draws", cards]:
            drawn = (HIDDEN if card == "?" else line.number(card) for card in cards.split("."))
            return Drew(line.seat, tuple(drawn))
        case ["back", play, "to", top]:
            return TakenBack(line.seat, *line.play(play), line.number(top))
        case [play]:
            return Laid(line.seat, *line.play(play))
        case _:
            raise line.complaint()


def write_event(event: Event, *, seat: int | None) -> str:
    """Return the text of an event, without the seat if the event is by the given seat."""
    text = str(event)
    is_own = not isinstance(event, TurnBegan | Finished) and event.seat == seat
    return text.partition(":")[2] if is_own else text


def read_outcome(text: str) -> Outcome:
    """Return the outcome that a text describes.

    >>> str(read_outcome("stuck, seat 1 wins, 5 left"))
    'stuck, seat 1 wins, 5 left'
    """
    line = _Line(NotationCode.BAD_EVENT, text.replace(",", " "), OUTCOMES_ARE, None)
    match line.words:
        case [ending, "won" | "lost" as result, left, "left"] if ending in set(Ending):
            return Outcome(Ending(ending), result == "won", None, line.number(left))
        case [ending, "seat", seat, "wins", left, "left"] if ending in set(Ending):
            return Outcome(Ending(ending), None, line.number(seat), line.number(left))
        case _:
            raise line.complaint()


class _Line:
    """A short text, split into words, that can report what is wrong with it."""

    def __init__(self, code: ErrorCode, text: str, known: str, seat: int | None) -> None:
        self._code, self._text, self._known, self._seat = code, text, known, seat
        body = re.sub(r"\s*([>:])\s*", r"\1", text[:LONGEST].strip().lower())
        who, colon, rest = body.partition(":")
        self.is_anonymous = not colon
        self.words = (rest if colon else body).split()
        if colon:
            self._seat = self.number(who)
        if len(text) > LONGEST:
            raise self.complaint()

    @property
    def seat(self) -> int:
        if self._seat is None:
            raise self.complaint("which seat? write 0:{words}", words=" ".join(self.words))
        return self._seat

    def number(self, digits: str) -> int:
        if not NUMBER.fullmatch(digits):
            raise self.complaint("{digits} is not a number", digits=quote(digits))
        return int(digits)

    def play(self, text: str) -> tuple[int, Pile]:
        card, arrow, pile = text.partition(">")
        if not arrow:
            raise self.complaint()
        return self.number(card), self._pile(pile)

    def signal(self, words: list[str]) -> Signal:
        match words:
            case [word, pile] if word in PILE_WORDS:
                return Signal(Word(word), pile=self._pile(pile))
            case [Word.HOLD, command] if command in set(Command):
                return Signal(Word.HOLD, command=Command(command))
            case [word] if word in HAND_WORDS:
                return Signal(Word(word))
            case _:
                raise self.complaint(SIGNALS_ARE)

    def complaint(self, template: str | None = None, **details: object) -> BadInput:
        reason = Reason(template or self._known, **details)
        return BadInput(self._code, text=self._text, reason=reason)

    def _pile(self, name: str) -> Pile:
        if name not in PILES:
            piles = ", ".join(PILES)
            raise self.complaint(
                "{name} is not a pile: the piles are {piles}", name=quote(name), piles=piles
            )
        return PILES[name]
