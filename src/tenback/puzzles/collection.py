"""The puzzles that are shipped with Tenback."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tenback.puzzles.errors import PuzzleCode
from tenback.puzzles.puzzle import Puzzle, read_puzzle
from tenback.rules import BadInput

ROUND = 100
"""Days within which no puzzle comes back, as long as there are enough."""


class Collection:
    """Puzzles in a fixed order that reveals nothing about them: by the hash of their ids."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        ordered = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
        self._puzzles = {puzzle.id: puzzle for puzzle in ordered}
        self._rounds: dict[int, list[Puzzle]] = {}

    def __len__(self) -> int:
        return len(self._puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._puzzles.values())

    def find(self, text: str) -> Puzzle:
        """Return the puzzle with this id, in any case."""
        puzzle = self._puzzles.get(text.strip().upper())
        if puzzle is None:
            raise BadInput(PuzzleCode.NO_SUCH_PUZZLE, text=text)
        return puzzle

    @property
    def editions(self) -> list[str]:
        """The names of the editions that have puzzles."""
        return sorted({puzzle.edition for puzzle in self})

    def of(self, edition: str | None, seats: int | None = None) -> tuple[Puzzle, ...]:
        """Return the puzzles for an edition and seats (None: any), or raise `BadInput`."""
        found = tuple(
            puzzle
            for puzzle in self
            if edition in (None, puzzle.edition) and seats in (None, puzzle.seats)
        )
        if not found:
            wanted = " ".join(str(part) for part in (edition, seats) if part is not None)
            raise BadInput(PuzzleCode.NO_PUZZLES, text=wanted, known=self._setups())
        return found

    def _setups(self) -> str:
        """Return the editions and seats that have puzzles: `classic 1/2/3/4, …`."""
        seats = {name: {puzzle.seats for puzzle in self.of(name)} for name in self.editions}
        return ", ".join(f"{name} {'/'.join(map(str, sorted(seats[name])))}" for name in seats)

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day.

        A new puzzle takes a day from another one here and there; most days keep theirs.
        """
        number, place = divmod(day.toordinal(), ROUND)
        if number not in self._rounds:
            self._rounds[number] = self._round(number)
        return self._rounds[number][place]

    def _round(self, number: int) -> list[Puzzle]:
        """Return the puzzles of a round: each day gets the highest hash among those still left."""
        found: list[Puzzle] = []
        left: set[str] = set()
        for day in range(number * ROUND, (number + 1) * ROUND):
            left = left or {puzzle.id for puzzle in self.of(None)}
            best = max(left, key=lambda puzzle: sha256(f"{puzzle} {day}".encode()).digest())
            left.remove(best)
            found.append(self._puzzles[best])
        return found


@cache
def shipped() -> Collection:
    """Return the puzzles in the package's data files."""
    folder = files("tenback.puzzles") / "data"
    texts = (
        file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".jsonl")
    )
    return Collection(read_puzzle(line) for text in texts for line in text.splitlines())
