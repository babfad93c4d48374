"""The commands `puzzle` and `puzzles`."""

from tenback.puzzles import shipped
from tests.cli.running import Run

PUZZLE = shipped().of("classic", 2)[0]


def test_a_puzzle_is_shown_answered_and_explained(run: Run) -> None:
    best, other = (" ".join(map(str, line.moves)) for line in PUZZLE.lines[:2])
    right = run("puzzle", PUZZLE.id, stdin=f"{best}\n")
    assert (right.code, "Correct!" in right.out, best in right.out) == (0, True, True)
    wrong = run("puzzle", PUZZLE.id, stdin=f"nonsense\n{other}\n")
    assert (wrong.code, "There is a better turn." in wrong.out) == (1, True)
    assert f"{other} ◂" in wrong.out
    given_up = run("puzzle", PUZZLE.id, stdin="\n")
    assert (given_up.code, best in given_up.out) == (1, True)


def test_a_puzzle_is_chosen_by_edition_and_day(run: Run) -> None:
    assert "puzzle E" in run("puzzle", "--edition", "extreme", stdin="\n").out
    assert run("puzzle", "--day", stdin="\n").out == run("puzzle", "--day", stdin="\n").out
    run("puzzle", "--edition", "on-fire").assert_refused(
        "there are no puzzles for 'on-fire'; editions and seats with puzzles: classic 1/2/3/4, "
    )
    run("puzzle", "C1-0").assert_refused("there is no puzzle")
