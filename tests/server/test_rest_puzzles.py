"""REST: puzzles are fetched, tried and answered; the solution is shown only after an answer."""

from typing import Any

import httpx
import pytest

from tenback.puzzles import shipped
from tests.server.guests import refusal, stranger
from tests.server.serving import Serving

PUZZLE = shipped().of("classic", 2)[0]
BEST, OTHER = ([str(move) for move in line.moves] for line in PUZZLE.lines[:2])
PATH = f"/api/puzzles/{PUZZLE.id}"


def answered(client: httpx.Client, moves: list[str], **rating: float) -> dict[str, Any]:
    found: dict[str, Any] = client.post(f"{PATH}/answer", json={"moves": moves, **rating}).json()
    return found


def test_everybody_gets_the_same_puzzle_today_without_its_answer(serving: Serving) -> None:
    one, other = (stranger(serving).get("/api/puzzles/today").json() for _ in range(2))
    assert one == other
    fields = {"id", "position", "said", "seat", "level", "rating", "moves", "editions"}
    assert set(one) == fields
    assert one["moves"]


def test_training_asks_for_an_edition_and_for_what_was_not_seen(serving: Serving) -> None:
    client = stranger(serving)
    duels = [puzzle.id for puzzle in shipped().of("face-to-face")]
    seen = ",".join(duels[1:])
    query: dict[str, str | int] = {"edition": "face-to-face", "near": 1200, "seen": seen}
    assert client.get("/api/puzzles/next", params=query).json()["id"] == duels[0]
    missing = client.get("/api/puzzles/next", params={"edition": "nowhere"})
    assert refusal(missing) == (404, "no-puzzles")


def test_a_turn_is_played_step_by_step_and_then_judged(serving: Serving) -> None:
    client = stranger(serving)
    on = client.post(f"{PATH}/moves", json={"moves": BEST[:1]}).json()
    assert set(on) == {"moves"}
    assert BEST[1] in on["moves"]
    assert client.post(f"{PATH}/moves", json={"moves": BEST}).json() == {"moves": []}
    right = answered(client, BEST)
    assert (right["is_right"], right["own"]) == (True, 0)
    assert right["lines"][0]["moves"] == BEST
    assert right["rating"] > 1500 > answered(client, OTHER)["rating"]
    again = answered(client, OTHER, mu=right["mu"], sigma=right["sigma"])
    assert (again["is_right"], again["own"]) == (False, 1)
    assert again["rating"] < right["rating"]


@pytest.mark.parametrize(
    ("path", "moves", "expected"),
    [
        ("/api/puzzles/C1-0/answer", BEST, (404, "no-such-puzzle")),
        (f"{PATH}/answer", BEST[:1], (400, "not-a-turn")),
        (f"{PATH}/moves", ["99>u9"], (400, "bad-move")),
        (f"{PATH}/moves", ["end"], (400, "minimum")),
    ],
)
def test_what_cannot_be_is_refused(
    serving: Serving, path: str, moves: list[str], expected: tuple[int, str]
) -> None:
    assert refusal(stranger(serving).post(path, json={"moves": moves})) == expected
