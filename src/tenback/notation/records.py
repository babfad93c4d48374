"""Records: whole games as values, and the mistakes that a record to be read can contain."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tenback.notation.codes import read_code
from tenback.notation.errors import NotationCode
from tenback.notation.positions import write_position
from tenback.rules.commands import Layout
from tenback.rules.deal import Deal
from tenback.rules.errors import BadInput, Reason, TenbackError, quote
from tenback.rules.events import Event, TurnBegan
from tenback.rules.outcome import Outcome
from tenback.rules.referee import fold
from tenback.rules.state import State

VERSION = 1
"""The version of the format; changes when an old reader would misread a new record."""
NOBODY = "?"
LONGEST_TEXT = 1000
JOINER = "\u200d"
"""The zero-width joiner, which combines emoji in names; not printable by itself."""

TAG = re.compile(r"[a-z][a-z0-9-]*")
RESERVED = ("tenback", "deal", "layout", "start", "opening", "outcome")


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark, placed after a number of events."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: the first position, all events, who sat where, and remarks."""

    start: State
    events: tuple[Event, ...]
    players: tuple[str, ...]
    deal: Deal | None = None
    """The deal that the start comes from, if known."""
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[Comment, ...] = ()

    def __post_init__(self) -> None:
        texts = (*self.players, *(v for _, v in self.tags), *(c.text for c in self.comments))
        for text in texts:
            check_text(text)
        for tag, _ in self.tags:
            if not TAG.fullmatch(tag) or tag in RESERVED:
                raise BadInput(
                    NotationCode.BAD_RECORD, text=tag, reason=Reason("this is not a valid tag name")
                )
        if len(self.players) != self.start.seats:
            names, seats = ", ".join(self.players), self.start.seats
            raise BadInput(NotationCode.BAD_PLAYERS, text=names, seats=seats)
        places = [comment.after for comment in self.comments]
        if places != sorted(places) or any(not 0 <= p <= len(self.events) for p in places):
            raise BadInput(
                NotationCode.BAD_RECORD, text=places, reason=Reason("the comments are out of order")
            )

    @property
    def end(self) -> State:
        """The state after all events."""
        return fold(self.start, self.events)

    @property
    def turns(self) -> tuple["RecordedTurn", ...]:
        """The events, grouped by turn."""
        turn = self.start.turn
        number, seat, first = (0, None, 0) if turn is None else (1, turn.seat, 0)
        turns = []
        for index, event in enumerate(self.events):
            if isinstance(event, TurnBegan):
                turns.append(RecordedTurn(number, seat, first, self.events[first:index]))
                number, seat, first = number + 1, event.seat, index
        turns.append(RecordedTurn(number, seat, first, self.events[first:]))
        return tuple(turns)

    @property
    def remarks(self) -> dict[int, list[str]]:
        """The texts of the comments, by the number of events before each."""
        remarks = defaultdict[int, list[str]](list)
        for comment in self.comments:
            remarks[comment.after].append(comment.text)
        return dict(remarks)

    @property
    def own_layout(self) -> Layout | None:
        """The layout, if its name alone does not tell a reader what it is."""
        layout = self.start.edition.layout
        return None if layout is None or layout.is_built_in else layout

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None if it is not over."""
        return self.end.outcome


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """The events of one turn, counted from 1, or of the opening, which has number 0 and no seat."""

    number: int
    seat: int | None
    first: int
    """The index in the record of this turn's first event."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """One mistake in a record, and its place: a line of text, or an event in JSON."""

    place: int
    error: TenbackError
    is_event: bool = False

    @property
    def where(self) -> Reason:
        """The place in words, such as `line 3`; lines and events count from 1."""
        return Reason("event {place}" if self.is_event else "line {place}", place=self.place)


class BadRecord(BadInput):
    """A record that cannot be read, with the list of its mistakes."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        self.complaints = tuple(sorted(complaints, key=lambda complaint: complaint.place))
        first = self.complaints[0]
        super().__init__(NotationCode.BAD_RECORD, text=first.where, reason=first.error)


def check_text(text: str) -> str:
    """Return a name or remark; refuse a text that does not fit on one line."""
    is_printable = text.replace(JOINER, "").isprintable()
    if text != text.strip() or not is_printable or len(text) > LONGEST_TEXT:
        reason = Reason(
            "it must be one line of at most {most} printable characters", most=LONGEST_TEXT
        )
        raise BadInput(NotationCode.BAD_RECORD, text=text, reason=reason)
    return text


def checked_deal(code: str, start: State | None) -> Deal:
    """Return the deal of a code; refuse a code that does not lead to the given start."""
    deal = read_code(code, None if start is None else start.edition.layout)
    if start is not None and start != deal.start():
        truth = quote(write_position(deal.start()))
        raise BadInput(NotationCode.RECORD_DIFFERS, text=write_position(start), truth=truth)
    return deal
