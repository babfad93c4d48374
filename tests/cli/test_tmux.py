"""A whole game in a real terminal: what a person sees there, and the keys they press.

`TENBACK_TEST_BOT=master` plays other cards, with three `master` and by their hints; it takes
minutes, and may win.
"""

import os
import re
from pathlib import Path

from tenback.cli.drawing import outcome
from tenback.notation import read_move
from tenback.rules import END, Move, Play, State, legal_moves, losing_plays
from tests.cli.full_screen import ENGLISH
from tests.cli.playing import kept
from tests.cli.tmux import Tmux

BOT = os.environ.get("TENBACK_TEST_BOT", "greedy")
SEED = "A2" if BOT == "greedy" else "ABC"
"""With these cards, a hasty player and three `greedy` are stuck after two rounds."""
TURN = "Anna  ("
CARD = re.compile(r"[│┃] +(\d+) +[│┃]")
HINT = re.compile(r"Hint: (\S+)")


def test_a_game_with_bots_is_played_to_its_end_while_the_terminal_changes_its_size(
    tmp_path: Path,
) -> None:
    path = tmp_path / "friday.txt"
    table = ("--edition", "classic", "--seed", SEED, "--name", "Anna", *("--bot", BOT) * 3)
    with Tmux(tmp_path, "play", *table, "--record", str(path), columns=80, rows=24) as terminal:
        terminal.wait(lambda screen: "Who begins?" in screen)
        terminal.press("1")
        resize(terminal, 60, 20)
        play_turn(terminal, path)
        resize(terminal, 80, 24)
        while kept(path).outcome is None:
            play_turn(terminal, path)
        screen = terminal.wait(lambda screen: "Replay it" in screen)
        record = kept(path)
        assert record.outcome is not None
        assert outcome(ENGLISH, record.outcome, record.players) in screen
        print(screen)
        terminal.press("4")
        terminal.wait_for_end()


def resize(terminal: Tmux, columns: int, rows: int) -> None:
    """Make the terminal larger or smaller, and wait until four piles fill its width again."""
    terminal.resize(columns, rows)
    four = re.compile(r"(?:┏[^┓]+┓|╭[^╮]+╮){4}")

    def is_drawn(screen: str) -> bool:
        lines = screen.splitlines()
        is_wide = any(len(line) == columns and four.fullmatch(line) for line in lines)
        return is_wide and len(lines) == rows and "Leave" in lines[-1]

    terminal.wait(is_drawn)


def play_turn(terminal: Tmux, path: Path) -> None:
    """Play a turn of the first seat, as soon as the screen shows it; nothing after the end."""
    while True:
        terminal.wait(lambda screen: is_ready(screen, path))
        state = kept(path).end
        if state.outcome is not None:
            return
        move = hinted(terminal) if BOT == "master" else hasty(state)
        if isinstance(move, Play):
            at = state.hands[0].index(move.card)
            terminal.press(*["Right"] * (1 + at), str(1 + move.pile.index))
        else:
            terminal.press("e")
        while kept(path).end == state:
            terminal.wait(lambda _: True)
        if move == END:
            return


def is_ready(screen: str, path: Path) -> bool:
    """Return whether the game is over, or the screen shows the first seat's turn."""
    state = kept(path).end
    if state.outcome is not None or state.turn is None or state.turn.seat != 0:
        return state.outcome is not None
    _, _, below = screen.partition(TURN)
    return tuple(map(int, CARD.findall(below))) == state.hands[0]


def hasty(state: State) -> Move:
    """Return the move of a hasty player: as few cards as possible, in the largest steps."""
    moves, losing = legal_moves(state), losing_plays(state)
    if END in moves:
        return END
    plays = [move for move in moves if isinstance(move, Play) and move not in losing]
    return max(plays, key=lambda play: play.pile.step(state.tops[play.pile.index], play.card))


def hinted(terminal: Tmux) -> Move:
    """Return the move that the strongest bot advises on the screen."""
    terminal.press("h")
    found = HINT.search(terminal.wait(lambda screen: HINT.search(screen) is not None))
    assert found is not None
    return read_move(found[1])
