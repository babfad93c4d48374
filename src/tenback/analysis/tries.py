"""Another try at a decision: what a seat could have done instead, and how good that is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.analysis.chances import prospects_of
from tenback.analysis.errors import AnalysisCode
from tenback.fastsim import Setup
from tenback.fastsim.views import table_like
from tenback.notation import Record
from tenback.rules import BadInput, End, Move, Play, Refused, legal_moves
from tenback.table import Table


@dataclass(frozen=True, slots=True)
class Tried:
    """What a seat could hope for after some moves of its own."""

    chance: float
    """With the best way to go on, if the turn goes on."""
    legal: tuple[Move, ...]
    """How the turn can go on; empty when it has ended."""


def try_moves(record: Record, event: int, moves: Sequence[Move]) -> Tried:
    """Return what other moves promise instead of those that were made from an event on.

    They are plays of the seat whose turn it was, and perhaps the end of that turn. As in an
    analysis the chance is what the seat could know: what would be drawn is not looked at.
    """
    if not 0 <= event <= len(record.events):
        raise BadInput(AnalysisCode.NO_SUCH_DECISION, event=event)
    table = Table(record.start, record.players)
    table.tell(record.events[:event])
    turn = table.state.turn
    if turn is None or table.state.outcome is not None:
        raise BadInput(AnalysisCode.NO_SUCH_DECISION, event=event)
    setup = Setup(record.start.edition, record.start.seats)
    for number, move in enumerate(moves):
        if not isinstance(move, Play | End):
            raise Refused(AnalysisCode.NOT_TRIED, move=move)
        known = table_like(table.view(turn.seat))
        table.submit(move, seat=turn.seat)
        if isinstance(move, End):
            if number < len(moves) - 1:
                raise Refused(AnalysisCode.NOT_TRIED, move=moves[number + 1])
            return Tried(prospects_of(setup, known)[0].chance_of_ending, ())
        outcome = table.state.outcome
        if outcome is not None:
            is_won = outcome.winner == turn.seat if setup.is_duel else bool(outcome.won)
            return Tried(float(is_won), ())
    (prospect,) = prospects_of(setup, table_like(table.view(turn.seat)))
    return Tried(prospect.chance, tuple(legal_moves(table.state)))
