"""Records of chosen games: which to keep, and where."""

import re
from dataclasses import dataclass
from pathlib import Path

from tenback.arena.errors import ArenaCode
from tenback.notation.files import write_file
from tenback.rules import BadInput

RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
RESULTS = {"all": None, "won": True, "lost": False}


@dataclass(frozen=True, slots=True)
class Keep:
    """Which games to keep: by how they ended, or by the numbers of their deals."""

    won: bool | None = None
    """Whether to keep only games won, or only games lost; in a duel, by seat 0."""
    numbers: tuple[range, ...] | None = None

    @classmethod
    def read(cls, text: str) -> "Keep":
        """Parse a choice of games.

        >>> Keep.read("3,200-210").numbers
        (range(3, 4), range(200, 211))
        """
        if text in RESULTS:
            return cls(won=RESULTS[text])
        numbers = []
        for part in text.split(","):
            match = RANGE.fullmatch(part.strip())
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if first > last:
                raise BadInput(ArenaCode.BAD_KEEP, text=text)
            numbers.append(range(first, last + 1))
        return cls(numbers=tuple(numbers))

    @property
    def last(self) -> int:
        """The highest deal number asked for; 0 if none is asked for by number."""
        return max((numbers[-1] for numbers in self.numbers or ()), default=0)

    def among(self, deals: range) -> list[range]:
        """Return the deals of a range that may have to be kept, before their results are known."""
        if self.numbers is None:
            return [deals] if deals else []
        within = (range(max(n.start, deals.start), min(n.stop, deals.stop)) for n in self.numbers)
        return [numbers for numbers in within if numbers]

    def wants(self, number: int, *, won: bool) -> bool:
        """Return whether the game of a deal is to be kept."""
        if self.numbers is not None:
            return any(number in numbers for numbers in self.numbers)
        return self.won in (None, won)


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """The record of a game, with the number of its deal."""

    number: int
    text: str

    def write(self, folder: Path, seed: str) -> None:
        """Write the record into a folder."""
        write_file(folder / f"{seed}-{self.number}.txt", self.text)
