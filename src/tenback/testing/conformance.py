"""Compares another referee with ours: the vectors, then random play, up to the first difference."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

from tenback.notation import (
    answer_as_json,
    error_as_json,
    read_deal,
    read_move,
    read_position,
    write_position,
)
from tenback.notation.json_form import Json
from tenback.rules import EDITIONS, Play, State, TenbackError, apply, legal_moves
from tenback.rules.cards import NUMBERS
from tenback.rules.chance import seed_from
from tenback.rules.commands import SHUFFLED

Ask = Callable[[Json], Json]
"""Answers a question of the line protocol."""

SHIPPED, KEPT = Path(__file__).parent / "vectors", Path(__file__).parents[3] / "vectors"
VECTORS = SHIPPED if SHIPPED.exists() else KEPT
"""The vectors in the installed package, or next to its sources."""
Question = tuple[str, Json]
"""A question of the line protocol, after its location: a file and its line, or a random game."""
PLAYED = [
    (text, kind)
    for name, kind in EDITIONS.items()
    for text in (
        name,
        *([f"{name}+min3+hand-1"] if kind.known_options() else []),
        *([f"{name}@{SHUFFLED}"] if kind.has_commands else []),
    )
]
"""The editions of random games, with their options and shuffled layouts."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that two referees answer differently."""

    source: str
    """Where the question comes from: a file and its line, or a random game."""
    question: Json
    expected: Json
    found: Json

    def as_json(self) -> Json:
        """Return the question and both answers, for programs."""
        return {"question": self.question, "expected": self.expected, "found": self.found}

    def __str__(self) -> str:
        moves = " ".join(self.question["moves"])
        keys = [key for key in self.expected if self.found.get(key) != self.expected[key]]
        lines = [f"{self.source}: {self.question['position']}" + (f" ; {moves}" if moves else "")]
        for key in keys:
            lines.append(f"  {key}: expected {self.expected[key]}")
            lines.append(f"  {key}: found    {self.found.get(key)}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions to ask: everything in the vectors, and some random games of every edition."""

    sittings: int = 20
    seed: str = "0"

    def __len__(self) -> int:
        """Return how many sources there are."""
        return len(_vectors()) + self.sittings

    def by_source(self) -> Iterator[tuple[str, Iterable[Question]]]:
        """Yield every file of the vectors and every random game by its name, with its questions."""
        for path in _vectors():
            yield path.name, FILES.get(path.name, _playthrough)(path)
        random = Random(self.seed)
        for number in range(self.sittings):
            yield f"random sitting {number}", self._random_play(number, random)

    def __iter__(self) -> Iterator[Question]:
        for _, questions in self.by_source():
            yield from questions

    def _random_play(self, number: int, random: Random) -> Iterator[Question]:
        text, kind = random.choice(PLAYED)
        seed = seed_from("conform", f"{self.seed}:{number}")
        state = read_deal(text, random.choice(kind.seats), seed).start()
        while state.outcome is None:
            source = f"random sitting {number}"
            yield source, _question(state, str(_any_play(state, random)))
            move = random.choice(legal_moves(state))
            yield source, _question(state, str(move))
            state = apply(state, move)[0]


def first_difference(ask: Ask, questions: Iterable[Question]) -> Difference | None:
    """Return the first question that is answered differently from our referee, if any."""
    for source, question in questions:
        expected, found = _comparable(judge(question)), _comparable(ask(question))
        if expected != found:
            return Difference(source, question, expected, found)
    return None


def judge(question: Json) -> Json:
    """Return the answer of our referee."""
    try:
        state = read_position(question["position"])
        for text in question["moves"]:
            seat = None if state.turn is None else state.turn.seat
            state = apply(state, read_move(text, seat=seat))[0]
    except TenbackError as error:
        return error_as_json(error)
    return answer_as_json(state)


def _comparable(answer: Json) -> Json:
    """Return the parts of an answer that must agree: no sentences, and lists in any order."""
    if "error" in answer:
        error = answer["error"]
        return {"error": error.get("code") if isinstance(error, dict) else error}
    lists = {key: sorted(answer.get(key) or ()) for key in ("legal", "losing")}
    return {"position": answer.get("position"), **lists, "outcome": answer.get("outcome")}


def _question(state: State, *moves: str) -> Json:
    return {"position": write_position(state), "moves": list(moves)}


def _any_play(state: State, random: Random) -> Play:
    """Return a play that is most likely illegal."""
    return Play(random.choice(NUMBERS), random.choice(state.edition.piles))


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the lines of a file that are not comments, with their locations."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("#"):
            yield f"{path.name}, line {number}", line


def _vectors() -> list[Path]:
    """Return the files with questions, in the order in which they are asked."""
    names = [VECTORS / name for name in FILES]
    return [*names, *sorted((VECTORS / "playthroughs").glob("*.txt"))]


def _positions(column: int, path: Path) -> Iterator[Question]:
    """Yield questions about the positions of a file, and about each position one move later."""
    for source, line in _lines(path):
        state = read_position(line.split(" ; ")[column])
        yield source, _question(state)
        for move in legal_moves(state):
            yield source, _question(state, str(move))


def _playthrough(path: Path) -> Iterator[Question]:
    """Yield questions about a game: each position with the move made there."""
    lines = [
        (source, line)
        for source, line in _lines(path)
        if line.startswith(("position ", "move ", "legal "))
    ]
    state = read_position(lines[0][1].removeprefix("position "))
    yield lines[0][0], _question(state)
    for (_, _), (source, line) in pairwise(lines):
        if line.startswith("move "):
            text = line.removeprefix("move ")
            yield source, _question(state, text)
            seat = None if state.turn is None else state.turn.seat
            state = apply(state, read_move(text, seat=seat))[0]


FILES: dict[str, Callable[[Path], Iterator[Question]]] = {
    "perft.txt": partial(_positions, 0),
    "deals.txt": partial(_positions, 1),
}
"""The files with positions, and how they are read."""
