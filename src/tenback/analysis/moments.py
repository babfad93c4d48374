"""From a record to its decisions, each with what the seat knew when it decided."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tenback.fastsim.tables import Array
from tenback.fastsim.views import table_like
from tenback.notation import Record
from tenback.rules import END, Move, Play, Resign
from tenback.rules.events import Drew, Laid, Resigned, Said, TakenBack, TurnBegan
from tenback.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A seat in its turn, about to make a move, or to hear something."""

    event: int
    """The number of the event that came of it."""
    table: Array
    """A table that looks to the seat as the real one did; what it could not see is made up."""
    move: Move | None
    """None where the seat does nothing: others talk, or the record ends."""


@dataclass(slots=True)
class PlayedTurn:
    """One turn: its moments, without moves that were taken back, and what was drawn after it."""

    number: int
    seat: int
    moments: list[Moment] = field(default_factory=list)
    drawn: tuple[int, ...] = ()


def turns_of(record: Record) -> list[PlayedTurn]:
    """Return the turns in which somebody could do something."""
    return [turn for turn in _turns(record) if turn.moments]


def _turns(record: Record) -> Iterator[PlayedTurn]:
    table = Table(record.start, record.players)
    first = record.start.turn
    turn = None if first is None else PlayedTurn(1, first.seat)
    for index, event in enumerate(record.events):
        match event:
            case TurnBegan(seat):
                if turn is not None:
                    yield turn
                turn = PlayedTurn(1 if turn is None else turn.number + 1, seat)
            case _ if turn is None:
                pass
            case Laid(_, card, pile):
                turn.moments.append(_moment(table, turn.seat, index, Play(card, pile)))
            case TakenBack():
                _take_back(turn)
            case Drew(_, cards):
                turn.moments.append(_moment(table, turn.seat, index, END))
                turn.drawn = tuple(card for card in cards if card is not None)
            case Said(seat) if seat != turn.seat and turn.moments and turn.moments[-1].move:
                turn.moments.append(_moment(table, turn.seat, index, None))
            case Resigned(seat):
                turn.moments.append(_moment(table, turn.seat, index, Resign(seat)))
            case _:
                pass
        table.tell([event])
    if turn is not None:
        if table.state.outcome is None:
            turn.moments.append(_moment(table, turn.seat, len(record.events), None))
        yield turn


def _moment(table: Table, seat: int, event: int, move: Move | None) -> Moment:
    return Moment(event, table_like(table.view(seat)), move)


def _take_back(turn: PlayedTurn) -> None:
    """Forget the last play, and what was heard since."""
    while turn.moments.pop().move is None:
        pass
