"""`tenback trace`: the compiled simulator in the format of the playthroughs."""

from collections.abc import Callable

import pytest

from tenback.notation import read_move, read_position
from tenback.rules import apply
from tests.cli.running import LAST_TWO, MUST_LAY_TWO, Done
from vectors.writing import moment

Run = Callable[..., Done]


@pytest.mark.parametrize("bot", ["greedy", "random", "greedy:9"])
@pytest.mark.parametrize("start", ["C2-4QX7M-0ZB2K-6", "E1-TENBA-CK-R", "F2-4QX7M-0ZB2K-0"])
def test_a_trace_is_what_the_referee_says_of_every_moment(run: Run, start: str, bot: str) -> None:
    first, *rest = run("trace", start, "--bot", bot).out.splitlines()
    state = read_position(first.removeprefix("position "))
    expected = []
    for line in rest:
        if line.startswith("move "):
            expected += [*moment(state), line]
            state = apply(state, read_move(line.removeprefix("move ")))[0]
    assert rest[: len(expected)] == expected
    assert rest[-1] == f"outcome {state.outcome}"


def test_the_vectors_of_a_whole_sitting_can_be_printed_again(run: Run) -> None:
    assert run("trace", LAST_TWO).out.splitlines() == [
        f"position {LAST_TWO}",
        "seat 0 tops 97,1,100,100 hand 98.99 draw 0",
        "legal 98>u1, 98>u2, 98>d1, 98>d2, 99>u1, 99>u2, 99>d1, 99>d2",
        "losing",
        "move 98>u1",
        "seat 0 tops 98,1,100,100 hand 99 draw 0",
        "legal 99>u1, 99>u2, 99>d1, 99>d2, end",
        "losing",
        "move 99>u1",
        "position classic 99,1,100,100 - - 0:98>u1,99>u1",
        "outcome all-laid, won, 0 left",
    ]


def test_the_seed_decides_what_random_does(run: Run) -> None:
    traces = [
        run("trace", MUST_LAY_TWO, "--bot", "random", "--seed", seed).out
        for seed in ("1", "1", "2", "3", "4")
    ]
    assert traces[0] == traces[1]
    assert len(set(traces)) > 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (("C2-4QX7M-0ZB2K-7",), "has a typo"),
        (("classic 1 2 3 4",), "cannot be read"),
        ((LAST_TWO, "--bot", "clever"), "there is no bot 'clever'"),
        ((LAST_TWO, "--bot", "greedy", "--bot", "greedy"), "bots given: 2, seats: 1"),
        ((LAST_TWO, "--seed", "u"), "is not a valid seed"),
    ],
)
def test_what_cannot_be_traced_is_refused(run: Run, line: tuple[str, ...], complaint: str) -> None:
    done = run("trace", *line)
    assert done.code == 1
    assert complaint in done.err
