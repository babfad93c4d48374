"""Puzzles as values, and as lines of JSON."""

import json
from dataclasses import dataclass
from functools import cached_property

from tenback.notation import read_event, read_move, read_position
from tenback.notation.json_form import Json, field, read_json
from tenback.puzzles.errors import PuzzleCode
from tenback.rules import BadInput, Move, Reason, State
from tenback.rules.events import Said

EASIEST = 1


@dataclass(frozen=True, slots=True)
class Lag:
    """How much less often a line won than the best line, with the same hidden cards."""

    mean: float
    error: float
    """The standard error of the mean, computed game by game."""


@dataclass(frozen=True, slots=True)
class Line:
    """A way to play the whole turn, and how often games continued from its end were won."""

    moves: tuple[Move, ...]
    chance: float
    error: float
    """The standard error of the chance."""
    lag: Lag | None = None
    """None for the best line, and for lines that were not verified in games of their own."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The bot game that a position was taken from."""

    bot: str
    seed: str
    deal: int
    turn: int


@dataclass(frozen=True, slots=True)
class Verification:
    """How the lines were compared."""

    games: int
    """The number of games played from the end of each line that stayed in to the last round."""
    network: str
    """The name and digest of the network that played the games."""
    version: str
    """The version of Tenback that played the games."""
    seed: str | None = None
    """The seed of the hidden cards; None if the games are those in which the puzzle was found."""


@dataclass(frozen=True)
class Puzzle:
    """A turn to play, and its solution."""

    id: str
    position: str
    """The cards that the seat to move cannot see are made up, in ascending order."""
    said: tuple[str, ...]
    """The signals that stand, as events: `1:say keep u1`."""
    lines: tuple[Line, ...]
    """The best line, then the best of the others."""
    found_by: tuple[str, ...]
    """The bots that find the best line."""
    level: int
    """From 1, if every tested bot finds the best line, to 5, if none does."""
    origin: Origin
    verification: Verification

    @cached_property
    def state(self) -> State:
        """The position as a state."""
        return read_position(self.position)

    @property
    def edition(self) -> str:
        """The name of the edition."""
        return self.state.edition.name

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.state.seats

    @property
    def seat(self) -> int:
        """The seat to move."""
        assert self.state.turn is not None
        return self.state.turn.seat

    @property
    def signals(self) -> tuple[Said, ...]:
        """The signals that stand, as events."""
        events = (read_event(text) for text in self.said)
        return tuple(event for event in events if isinstance(event, Said))

    @property
    def best(self) -> Line:
        """The best line, which is the solution."""
        return self.lines[0]


def write_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON."""
    origin, verification = puzzle.origin, puzzle.verification
    return json.dumps(
        {
            "id": puzzle.id,
            "position": puzzle.position,
            "said": puzzle.said,
            "lines": [
                {
                    "moves": " ".join(map(str, line.moves)),
                    "chance": round(line.chance, 4),
                    "error": round(line.error, 4),
                }
                | _lag_as_json(line.lag)
                for line in puzzle.lines
            ],
            "found_by": puzzle.found_by,
            "level": puzzle.level,
            "origin": {
                "bot": origin.bot,
                "seed": origin.seed,
                "deal": origin.deal,
                "turn": origin.turn,
            },
            "verification": {
                "games": verification.games,
                "network": verification.network,
                "version": verification.version,
            }
            | ({} if verification.seed is None else {"seed": verification.seed}),
        }
    )


def _lag_as_json(lag: Lag | None) -> dict[str, list[float]]:
    return {} if lag is None else {"lag": [round(lag.mean, 4), round(lag.error, 4)]}


def read_puzzle(text: str) -> Puzzle:
    """Return the puzzle in a line of JSON."""
    found = read_json(text)
    lines = [_line(each) for each in field(found, "lines", list)]
    origin, verification = (field(found, name, dict) for name in ("origin", "verification"))
    if len(lines) < 2:
        raise BadInput(PuzzleCode.BAD_PUZZLE, reason=Reason("it compares fewer than two lines"))
    return Puzzle(
        id=field(found, "id", str),
        position=field(found, "position", str),
        said=tuple(map(str, field(found, "said", list))),
        lines=tuple(lines),
        found_by=tuple(map(str, field(found, "found_by", list))),
        level=field(found, "level", int),
        origin=Origin(
            bot=field(origin, "bot", str),
            seed=field(origin, "seed", str),
            deal=field(origin, "deal", int),
            turn=field(origin, "turn", int),
        ),
        verification=Verification(
            games=field(verification, "games", int),
            network=field(verification, "network", str),
            version=field(verification, "version", str),
            seed=field(verification, "seed", str) if "seed" in verification else None,
        ),
    )


def _line(found: Json) -> Line:
    moves = tuple(read_move(text) for text in field(found, "moves", str).split())
    lag = Lag(*map(float, field(found, "lag", list))) if "lag" in found else None
    return Line(moves, float(found["chance"]), float(found["error"]), lag)
