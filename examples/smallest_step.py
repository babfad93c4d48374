"""A player in ten lines: it lays the smallest step and ends as soon as allowed. Prints the record.

python examples/smallest_step.py [DEAL CODE]
"""

import sys

from tenback.notation import read_code, write_record
from tenback.rules import END, Begin, Move, Play, View
from tenback.table import Table


def choose(view: View) -> Move:
    """Return a move; the view holds all that a player may know."""
    plays = [move for move in view.moves if isinstance(move, Play) and move not in view.losing]
    if END in view.moves or not plays:
        return END if END in view.moves else view.moves[0]
    return min(plays, key=lambda play: play.pile.step(view.tops[play.pile.index], play.card))


def main(code: str = "C2-4QX7M-0ZB2K-6") -> None:
    """Play a deal with the same player in every seat."""
    table = Table(read_code(code))
    if table.state.turn is None:
        table.submit(Begin(0), seat=None)
    while table.state.outcome is None:
        assert table.state.turn is not None
        seat = table.state.turn.seat
        table.submit(choose(table.view(seat)), seat=seat)
    sys.stdout.write(write_record(table.record()))


if __name__ == "__main__":
    main(*sys.argv[1:])
