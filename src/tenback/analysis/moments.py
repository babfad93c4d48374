"""Extracts the decisions from a record, each with what the seat knew when it decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tenback.analysis.chances import Seen
from tenback.fastsim.tables import Array
from tenback.fastsim.views import table_like
from tenback.notation import Record
from tenback.rules import END, Event, Move, Play, Resign
from tenback.rules.events import Drew, Laid, Resigned, Said, TakenBack, TurnBegan
from tenback.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in a seat's turn, just before it makes a move or hears something."""

    event: int
    """The number of the event that followed."""
    seen: Seen
    move: Move | None
    """None where the seat does nothing: others talk, or the record ends."""


@dataclass(slots=True)
class PlayedTurn:
    """A turn: its moments without moves that were taken back, and the cards drawn after it."""

    number: int
    seat: int
    moments: list[Moment] = field(default_factory=list)
    drawn: tuple[int, ...] = ()


def turns_of(record: Record) -> list[PlayedTurn]:
    """Return the turns in which a seat could do something."""
    return [turn for turn in _turns(record) if turn.moments]


def _turns(record: Record) -> Iterator[PlayedTurn]:
    table = Table(record.start, record.players)
    first = record.start.turn
    turn = None if first is None else PlayedTurn(1, first.seat)
    since: Array | None = None

    def moment(seat: int, event: int, move: Move | None) -> Moment:
        nonlocal since
        now = table_like(table.view(seat))
        since = now if since is None else since
        return Moment(event, Seen(now, since), move)

    for index, event in enumerate(record.events):
        match event:
            case TurnBegan(seat):
                if turn is not None:
                    yield turn
                turn = PlayedTurn(1 if turn is None else turn.number + 1, seat)
            case _ if turn is None:
                pass
            case Laid(_, card, pile):
                turn.moments.append(moment(turn.seat, index, Play(card, pile)))
            case TakenBack():
                _take_back(turn)
            case Drew(_, cards):
                turn.moments.append(moment(turn.seat, index, END))
                turn.drawn = tuple(card for card in cards if card is not None)
            case Said(seat) if seat != turn.seat and turn.moments and turn.moments[-1].move:
                turn.moments.append(moment(turn.seat, index, None))
            case Resigned(seat):
                turn.moments.append(moment(turn.seat, index, Resign(seat)))
            case _:
                pass
        table.tell([event])
        if turn is not None and is_news(event, turn.seat):
            since = None
    if turn is not None:
        if table.state.outcome is None:
            turn.moments.append(moment(turn.seat, len(record.events), None))
        yield turn


def is_news(event: Event, seat: int) -> bool:
    """Return whether an event tells a seat in its turn more than its own move.

    Taking a move back does, because what others said about it stays known.
    """
    match event:
        case Said(other):
            return other != seat
        case _:
            return isinstance(event, TurnBegan | TakenBack)


def last_news(events: Sequence[Event], seat: int) -> int:
    """Return how many events there were when a seat in its turn last learned something."""
    told = (number for number in range(len(events), 0, -1) if is_news(events[number - 1], seat))
    return next(told, 0)


def _take_back(turn: PlayedTurn) -> None:
    """Drop the last play from a turn, with what was heard since."""
    while turn.moments.pop().move is None:
        pass
