"""Tries other moves at a decision: what a seat could have done instead, and how good that is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.analysis.chances import Prospect, Seen, prospects_of
from tenback.analysis.checking import confirmed
from tenback.analysis.errors import AnalysisCode
from tenback.analysis.moments import last_news
from tenback.analysis.sitting import decision_at
from tenback.fastsim import Setup
from tenback.fastsim.views import table_like
from tenback.notation import Record
from tenback.rules import END, BadInput, End, Move, Play, Refused, Resign, legal_moves
from tenback.rules.events import Drew
from tenback.table import Table


@dataclass(frozen=True, slots=True)
class Tried:
    """A seat's chance after trying some moves, and how its turn can go on."""

    chance: float
    """The chance, with the best continuation if the turn goes on."""
    legal: tuple[Move, ...]
    """How the turn can go on; empty when it has ended."""


def try_moves(record: Record, event: int, moves: Sequence[Move]) -> Tried:
    """Return the chance of other moves in place of those made from an event on.

    The moves are plays of the seat whose turn it was, and perhaps the end of that turn, though a
    play may also end it by itself. As in an analysis, the chance uses only what the seat could
    know, not the cards that would be drawn.
    """
    if not 0 <= event <= len(record.events):
        raise BadInput(AnalysisCode.NO_SUCH_DECISION, event=event)
    table = _told(record, event)
    turn = table.state.turn
    if turn is None or table.state.outcome is not None:
        raise BadInput(AnalysisCode.NO_SUCH_DECISION, event=event)
    since = table_like(_told(record, last_news(record.events[:event], turn.seat)).view(turn.seat))
    setup = Setup(record.start.edition, record.start.seats)
    begun, decided = table_like(table.view(turn.seat)), decision_at(record, event)

    def prospect() -> Prospect:
        return prospects_of(setup, Seen(table_like(table.view(turn.seat)), since))[0]

    def told(chance: float, line: Sequence[Move]) -> float:
        """Return the chance of a line as an analysis reports it: its lead must hold up."""
        if decided is None or isinstance(decided.move, Resign):
            return chance
        return confirmed(setup, begun, line, chance, decided.played, decided.after)

    for number, move in enumerate(moves):
        if not isinstance(move, Play | End):
            raise Refused(AnalysisCode.NOT_TRIED, move=move)
        state, events = table.judge([(turn.seat, move)])
        if isinstance(move, Play):
            table.tell(events[:1])
        if any(isinstance(each, Drew) for each in events):
            following = moves[number + 1 :]
            if following and (following[0] != END or isinstance(move, End)):
                raise Refused(AnalysisCode.NOT_TRIED, move=following[0])
            return Tried(told(prospect().chance_of_ending, moves), ())
        if state.outcome is not None:
            is_won = state.outcome.winner == turn.seat if setup.is_duel else bool(state.outcome.won)
            return Tried(float(is_won), ())
    best = prospect()
    return Tried(told(best.chance, (*moves, *best.line)), tuple(legal_moves(table.state)))


def _told(record: Record, count: int) -> Table:
    """Return the table of a record after some of its events."""
    table = Table(record.start, record.players)
    table.tell(record.events[:count])
    return table
