"""Typed errors with stable codes for everything that can be refused.

    TenbackError            a code, its details, and a sentence made of both
    ├── Refused             a move that the rules or the table do not allow
    └── BadInput            a text or value that is unreadable or impossible

A code never changes its meaning: it crosses the wire, and translations depend on it.
"""

from enum import StrEnum
from typing import Self


class ErrorCode(StrEnum):
    """A stable code for a refusal, with the template of its message.

    Each package lists its own codes in its `errors` module. A code is unique across all packages.
    """

    message: str

    def __new__(cls, code: str, message: str) -> Self:
        """Create a member from a code and its message: `OVER = "over", "the game is over"`."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.message = message
        return member


class Code(ErrorCode):
    """The refusals of the referee."""

    # moves
    OVER = "over", "the game is over"
    NOT_BEGUN = "not-begun", "the game has not begun: the table must first agree on who begins"
    HAS_BEGUN = "has-begun", "the opening is over: it is seat {seat}'s turn"
    NO_SUCH_SEAT = "no-such-seat", "there is no seat {seat}: the seats are 0 to {last}"
    NO_SUCH_PILE = "no-such-pile", "{edition} has no pile {pile}: its piles are {piles}"
    NOT_IN_HAND = "not-in-hand", "seat {seat} does not hold the {card}"
    DOES_NOT_FIT = "does-not-fit", "the {card} does not fit on {pile}, which shows {top}"
    NO_IMPROVEMENT = (
        "no-improvement",
        "the {card} does not improve {pile}, which shows {top}, for its owner",
    )
    ONE_WITH_OPPONENT = "one-with-opponent", "only one card per turn may go on the opponent's piles"
    NO_TRICK = "no-trick", "the {card} on {pile} is a backwards trick, and a no-trick is visible"
    ONE_PILE = "one-pile", "a one-pile is visible: this turn can only use {only}, not {pile}"
    FOURTH_CARD = "fourth-card", "a three was laid: this turn cannot have a fourth card"
    STOP_TOO_EARLY = "stop-too-early", "a three was laid: a stop may only be the third card"
    MINIMUM = "minimum", "lay at least {minimum} this turn; laid so far: {count}"
    SKULL_VISIBLE = "skull-visible", "the skull on {pile} must be covered in this turn"
    FIRE_VISIBLE = "fire-visible", "the fire on {pile} must be covered in this turn"
    NOT_THREE = (
        "not-three",
        "a three was laid: lay exactly 3 this turn; laid so far: {count}",
    )
    NOTHING_LAID = "nothing-laid", "there is nothing to take back: no card was laid this turn"
    BELOW_UNKNOWN = (
        "below-unknown",
        "the {card} on {pile} cannot be taken back: the card below it is not known",
    )
    SILENCE = "silence", "a silence is visible: nothing may be said"
    NO_TALK = "no-talk", "{edition} has no signals"
    NO_SUCH_SIGNAL = "no-such-signal", "{edition} has no signal {signal}"
    # values
    BAD_SEATS = "bad-seats", "{edition} takes {allowed} players, not {seats}"
    BAD_SEED = "bad-seed", "{text} is not a valid seed: use 1 to 64 characters from {alphabet}"
    BAD_LAYOUT = "bad-layout", "this is not a valid layout: {reason}"
    NO_SUCH_LAYOUT = "no-such-layout", "there is no layout {text}: {reason}"
    BAD_SIGNAL = (
        "bad-signal",
        "{text} is not a signal: keep, small, free and help take a pile, hold takes a command",
    )


LONGEST_QUOTE = 80


class Reason:
    """A part of a message: a template that can be translated, and the values to fill in."""

    def __init__(self, template: str, **details: object) -> None:
        self.template = template
        self.details = details

    def __str__(self) -> str:
        return self.template.format(**self.details)


class TenbackError(ValueError):
    """A refusal: `code` says why, and `details` fill in the message."""

    def __init__(self, code: ErrorCode, **details: object) -> None:
        self.code = code
        self.details = {
            name: quote(value) if name == "text" else value for name, value in details.items()
        }
        super().__init__(code.message.format(**self.details))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error as it is, because its details are already quoted."""
        return _as_it_was, (type(self), self.args), self.__dict__


class Refused(TenbackError):
    """A move that the rules or the table do not allow; the game is unchanged."""


class BadInput(TenbackError):
    """A text or value that cannot be read, or that names something impossible."""


def quote(value: object) -> str:
    """Return the text of an untrusted value, shortened and escaped for use in a message."""
    try:
        text = str(value)
    except Exception:  # an int of thousands of digits, or a foreign `__str__`
        text = "…"
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 1] + "…"
    return repr(text)


def _as_it_was(kind: type[TenbackError], arguments: tuple[str, ...]) -> TenbackError:
    return kind.__new__(kind, *arguments)
