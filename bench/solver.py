"""Measures how often and how fast the solver finds a win when all cards are known."""

from statistics import median

from rich.progress import track
from rich.table import Table as Grid

from bench.timing import CONSOLE
from tenback.fastsim import Setup, start
from tenback.notation import read_edition
from tenback.solver import Answer, Verdict, solve

SECONDS = 1.0
DEALS = 60
SEED = 31
SETUPS = (
    *(("classic", seats) for seats in range(1, 6)),
    ("classic+min3+hand-1", 1),
    *(("extreme", seats) for seats in range(1, 6)),
    ("extreme+min3+hand-1", 1),
)


def solver() -> None:
    """Solve some deals of each kind, one second each, on one core."""
    grid = Grid("edition", "seats", "deals", "won", "impossible", "median", "95 % within")
    for edition, seats in SETUPS:
        setup = Setup(read_edition(edition), seats)
        answers = [
            solve(start(setup, seed=SEED, number=number), seconds=SECONDS)
            for number in track(range(DEALS), f"{setup}", transient=True)
        ]
        times = sorted(answer.seconds for answer in answers)
        grid.add_row(
            edition,
            str(seats),
            str(DEALS),
            share(answers, Verdict.WON),
            share(answers, Verdict.IMPOSSIBLE),
            f"{1000 * median(times):.0f} ms",
            f"{1000 * times[int(0.95 * DEALS)]:.0f} ms",
        )
    CONSOLE.print(f"All cards known: {SECONDS:.0f} s for each deal, on one core.", grid)


def share(answers: list[Answer], verdict: Verdict) -> str:
    """Return the share of answers with a verdict."""
    return f"{sum(answer.verdict is verdict for answer in answers) / len(answers):.1%}"
