"""`python -m bench.puzzles FILE …` verifies the puzzles in files again, and drops those that fail.

Each puzzle is verified in games with a seed of their own (`tenback.analysis.puzzle_checking`).
Files are written after every puzzle; puzzles already verified with this seed are left as they are.
Set OPENBLAS_NUM_THREADS to 1: a second thread only costs time.
"""

import argparse
from pathlib import Path
from time import process_time

from bench.timing import CONSOLE
from tenback.analysis.puzzle_checking import SEED, checked
from tenback.puzzles import Puzzle, read_puzzle, write_puzzle


def main() -> None:
    """Verify the puzzles of all files, one after another."""
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--most", type=int, help="verify so many of each file, then stop")
    options = parser.parse_args()
    for file in options.files:
        _verify(file, options.seed, options.most)


def _verify(file: Path, seed: str, most: int | None) -> None:
    puzzles: list[Puzzle | None] = [
        read_puzzle(line) for line in file.read_text(encoding="utf-8").splitlines()
    ]
    begun, done = process_time(), 0
    for index, puzzle in enumerate(puzzles):
        if puzzle is None or puzzle.verification.seed == seed:
            continue
        if done == most:
            break
        puzzles[index] = checked(puzzle, seed)
        done += 1
        _write(file, puzzles)
        CONSOLE.print(f"{puzzle.id}: {_told(puzzles[index])}")
    dropped, left = puzzles.count(None), len(puzzles) - puzzles.count(None)
    seconds = process_time() - begun
    CONSOLE.print(
        f"{file}: {done} verified in {seconds:.0f} s of CPU, {dropped} dropped, {left} left"
    )


def _told(puzzle: Puzzle | None) -> str:
    if puzzle is None:
        return "dropped"
    lags = [line.lag for line in puzzle.lines if line.lag is not None]
    told = ", ".join(f"{100 * lag.mean:.1f} ± {100 * lag.error:.1f}" for lag in lags)
    return f"ahead by {told} points in {puzzle.verification.games} games"


def _write(file: Path, puzzles: list[Puzzle | None]) -> None:
    lines = [write_puzzle(puzzle) + "\n" for puzzle in puzzles if puzzle is not None]
    draft = file.with_suffix(".part")
    draft.write_text("".join(lines), encoding="utf-8")
    draft.replace(file)


if __name__ == "__main__":
    main()
