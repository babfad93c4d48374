"""The table: a state, the log of its events, and who may do and see what."""

from collections.abc import Iterable, Sequence
from copy import copy

from tenback.notation.errors import NotationCode
from tenback.notation.records import NOBODY, Comment, Record
from tenback.rules.deal import Deal
from tenback.rules.errors import BadInput, Refused
from tenback.rules.events import Event
from tenback.rules.moves import Back, Begin, End, Move, Name, Play, Resign, Say
from tenback.rules.referee import apply, check_seats, fold
from tenback.rules.standing_signals import StandingSignals
from tenback.rules.state import State
from tenback.rules.view import View, seen_by, view_of
from tenback.table.errors import TableCode


class Table:
    """One game: takes moves from seats, and gives every seat the events that it may see.

    A refused move changes nothing. An event's number is its index in the log.
    """

    def __init__(
        self,
        start: Deal | State,
        players: Sequence[str] = (),
        *,
        tags: Sequence[tuple[str, str]] = (),
        comments: Sequence[Comment] = (),
        can_take_back: bool = True,
        is_past_shown: bool = True,
    ) -> None:
        self.deal = start if isinstance(start, Deal) else None
        self.start = start.start() if isinstance(start, Deal) else start
        self.state = self.start
        self.players = tuple(players) or (NOBODY,) * self.start.seats
        self.tags = tuple(tags)
        self.comments = tuple(comments)
        self.can_take_back = can_take_back
        self.is_past_shown = is_past_shown
        self._log: list[Event] = []
        self._signals = StandingSignals(self.start.seats)
        if len(self.players) != self.start.seats:
            names, seats = ", ".join(self.players), self.start.seats
            raise BadInput(NotationCode.BAD_PLAYERS, text=names, seats=seats)

    @classmethod
    def resume(cls, record: Record, *, can_take_back: bool = True) -> "Table":
        """Return a table at which the game of a record can be continued."""
        table = cls(
            record.deal or record.start,
            record.players,
            tags=record.tags,
            comments=record.comments,
            can_take_back=can_take_back,
        )
        table.tell(record.events, record.end)
        return table

    def copy(self) -> "Table":
        """Return a copy on which moves can be tried out."""
        other = copy(self)
        other._log = self._log.copy()
        other._signals = self._signals.copy()
        return other

    def rename(self, seat: int, name: str) -> None:
        """Change the name of the player in a seat."""
        players = list(self.players)
        players[seat] = name
        self.players = tuple(players)

    @property
    def log(self) -> tuple[Event, ...]:
        """All events with hidden cards included: for records, never for seats."""
        return tuple(self._log)

    def submit(self, move: Move, *, seat: int | None) -> tuple[Event, ...]:
        """Make a move for a seat and return its events, or raise `Refused`.

        The seat None stands for the whole table, as when everybody shares one screen, and may make
        any move.
        """
        self.state, events = self.judge([(seat, move)])
        self._append(events)
        return events

    def judge(self, moves: Iterable[tuple[int | None, Move]]) -> tuple[State, tuple[Event, ...]]:
        """Return the state and events that moves would lead to; the table stays as it is."""
        state = self.state
        events: list[Event] = []
        for seat, move in moves:
            if seat is not None:
                _check_mover(state, move, seat)
            if isinstance(move, Back) and not self.can_take_back:
                raise Refused(TableCode.NO_TAKING_BACK)
            state, following = apply(state, move)
            events += following
        return state, tuple(events)

    def tell(self, events: Sequence[Event], state: State | None = None) -> None:
        """Append trusted events; the state after them is computed unless it is given."""
        self.state = fold(self.state, events) if state is None else state
        self._append(events)

    def stream(self, seat: int | None, since: int = 0) -> tuple[Event, ...]:
        """Return the events from number `since` on, as a seat or (None) a spectator sees them."""
        if seat is not None:
            check_seats(self.state, seat)
        return tuple(seen_by(event, seat) for event in self._log[since:])

    def view(self, seat: int | None, *, is_past_shown: bool | None = None) -> View:
        """Return a seat's view; bots may be shown the past even where people must remember it."""
        return view_of(
            self.state,
            seat,
            signals=self._signals.signals,
            history=self._log,
            is_past_shown=self.is_past_shown if is_past_shown is None else is_past_shown,
        )

    def record(self) -> Record:
        """Return the record of the game so far."""
        return Record(self.start, self.log, self.players, self.deal, self.tags, self.comments)

    def _append(self, events: Sequence[Event]) -> None:
        self._log.extend(events)
        for event in events:
            self._signals.update(event)


def _check_mover(state: State, move: Move, seat: int) -> None:
    match move:
        case Play() | End() | Back():
            if state.turn is not None and state.turn.seat != seat:
                raise Refused(TableCode.NOT_YOUR_TURN, seat=seat, turn=state.turn.seat)
        case Begin():
            if state.turn is None:
                raise Refused(TableCode.NOT_AGREED)
        case Name(speaker) | Say(speaker) | Resign(speaker):
            if speaker != seat:
                raise Refused(TableCode.NOT_YOUR_SEAT, seat=seat, other=speaker)
