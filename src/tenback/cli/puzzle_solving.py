"""A puzzle in the terminal: shows it, reads the answer, explains the result."""

from tenback.cli.commands import console
from tenback.cli.drawing import view_picture
from tenback.cli.texts import Texts
from tenback.notation import read_move
from tenback.puzzles import Line, Puzzle, judge
from tenback.rules import TenbackError
from tenback.table import Table

RIGHT, WRONG = 0, 1


def solve(texts: Texts, puzzle: Puzzle) -> int:
    """Ask until a whole turn is given. Return exit code 0 if it was the best."""
    screen = console()
    players = [texts("seat {seat}", seat=seat) for seat in range(puzzle.seats)]
    table = Table(puzzle.state, players)
    table.tell(puzzle.signals)
    screen.print(texts("puzzle {id}, level {level} of 5", id=puzzle.id, level=puzzle.level))
    screen.print(view_picture(texts, table.view(puzzle.seat), players))
    while True:
        try:
            answer = input(f"{texts('Your turn?')} ").split()
        except EOFError:
            answer = []
        if not answer:
            _explain(texts, puzzle, None)
            return WRONG
        try:
            verdict = judge(puzzle, [read_move(word) for word in answer])
        except TenbackError as error:
            screen.print(texts.error(error))
            continue
        screen.print(texts("Correct!") if verdict.is_right else texts("There is a better turn."))
        _explain(texts, puzzle, None if verdict.is_right else verdict.line)
        return RIGHT if verdict.is_right else WRONG


def _explain(texts: Texts, puzzle: Puzzle, own: Line | None) -> None:
    """Print how often each line won, and which bots find the best."""
    screen = console()
    for line in puzzle.lines:
        mark = "◂" if line is own else ""
        moves = " ".join(map(str, line.moves))
        screen.print(f"  {texts.number(100 * line.chance, '3.0f')} %  {moves} {mark}".rstrip())
    games = texts.count(puzzle.verification.games)
    screen.print(
        texts("won with each line, of {games} {games|game|games} continued from there", games=games)
    )
    finders = ", ".join(puzzle.found_by) or texts("none")
    screen.print(texts("bots that find the best line: {bots}", bots=finders))
