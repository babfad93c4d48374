"""The puzzles that come with Tenback."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tenback.puzzles.errors import PuzzleCode
from tenback.puzzles.puzzle import Puzzle, read_puzzle
from tenback.rules import BadInput

FIRST_DAY = date(2026, 1, 1).toordinal()


class Collection:
    """Puzzles, in an order that says nothing about them."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        ordered = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
        self._puzzles = {puzzle.id: puzzle for puzzle in ordered}

    def __len__(self) -> int:
        return len(self._puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._puzzles.values())

    def find(self, text: str) -> Puzzle:
        """Return the puzzle of that name."""
        puzzle = self._puzzles.get(text.strip().upper())
        if puzzle is None:
            raise BadInput(PuzzleCode.NO_SUCH_PUZZLE, text=text)
        return puzzle

    @property
    def editions(self) -> list[str]:
        """Of which editions there are puzzles."""
        return sorted({puzzle.edition for puzzle in self})

    def of(self, edition: str | None, seats: int | None = None) -> tuple[Puzzle, ...]:
        """Return the puzzles of an edition, or of all."""
        return tuple(
            puzzle
            for puzzle in self
            if edition in (None, puzzle.edition) and seats in (None, puzzle.seats)
        )

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle that everybody gets on a day: none comes back before all have come."""
        puzzles = tuple(self)
        if not puzzles:
            raise BadInput(PuzzleCode.NO_PUZZLES, text=day)
        return puzzles[(day.toordinal() - FIRST_DAY) % len(puzzles)]


@cache
def shipped() -> Collection:
    """Return the puzzles of the package."""
    folder = files("tenback.puzzles") / "data"
    texts = (
        file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".jsonl")
    )
    return Collection(read_puzzle(line) for text in texts for line in text.splitlines())
