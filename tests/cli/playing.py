"""Plays whole sittings at `tenback play`."""

from pathlib import Path

from tenback.notation import Record, read_record
from tenback.rules import END, Play, State, legal_moves, losing_plays
from tests.cli.terminal import Terminal


def kept(path: Path) -> Record:
    """Return the record of a sitting so far."""
    return read_record(path.read_text(encoding="utf-8"))


def cautious(state: State) -> str:
    """Return the move of a cautious player: as few cards as possible, in the smallest steps."""
    moves, losing = legal_moves(state), losing_plays(state)
    if END in moves:
        return "end"
    plays = [move for move in moves if isinstance(move, Play) and move not in losing]
    best = min(plays, key=lambda play: play.pile.step(state.tops[play.pile.index], play.card))
    return f"{best.card} {best.pile}"


def play_to_the_end(terminal: Terminal, path: Path) -> list[str]:
    """Play to the end of the sitting; return every screen on which a move was made."""
    screens = []
    while (found := terminal.wait(">", "Press Enter.", "Enter hides it.", "Play again?")) < 3:
        if found == 0:
            screens.append(terminal.screen)
        terminal.say(cautious(kept(path).end) if found == 0 else "")
    return screens
