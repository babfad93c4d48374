"""Other referees against ours; the compiled simulator is one of them."""

import json
import re
import sys
from collections.abc import Callable

import pytest

from tenback.cli.referee import answers
from tenback.fastsim import Replica
from tenback.notation import answer_as_json, read_move, read_position
from tenback.notation.json_form import Json, outcome_as_json
from tenback.notation.positions import write_position
from tenback.rules import EDITIONS, TenbackError
from tenback.testing import CheckFailed, Program, Questions, first_difference
from tenback.testing.conformance import judge

FEW = Questions(sittings=3, seed="ABC")


def line_protocol(question: Json) -> Json:
    """Answer as `tenback referee` does, without a process."""
    (answer,) = answers([json.dumps(question).encode()])
    return answer


def simulator(question: Json) -> Json:
    """Answer by the compiled rules."""
    replica = Replica.of(read_position(question["position"]))
    try:
        for text in question["moves"]:
            seat = int(replica.tables[0]["seat"])
            replica.apply(read_move(text, seat=max(0, seat)))
    except TenbackError as error:
        return {"error": {"code": error.code.value}}
    legal, losing = replica.legal_and_losing()
    return {
        "position": write_position(replica.state),
        "legal": list(map(str, legal)),
        "losing": list(map(str, losing)),
        "outcome": outcome_as_json(replica.outcome),
    }


@pytest.mark.parametrize("ask", [line_protocol, simulator])
def test_our_own_referees_agree(ask: Callable[[Json], Json]) -> None:
    assert first_difference(ask, FEW) is None


def no_trick(question: Json) -> Json:
    """Answer as a referee that does not know the backwards trick (C6)."""
    answer = judge(question)
    tops = str(answer.get("position", "- -")).split()[1].replace("/", ",").split(",")
    wrong = [f"{int(top) - 10}>u{pile}" for pile, top in enumerate(tops[:2], 1)]
    if "legal" in answer:
        answer["legal"] = [move for move in answer["legal"] if move not in wrong]
    return answer


def test_a_missing_rule_is_found_and_shown_with_a_position() -> None:
    found = first_difference(no_trick, FEW)
    assert found is not None
    assert found.source.startswith("perft.txt, line ")
    state = read_position(found.question["position"])
    assert answer_as_json(state)["position"] == found.question["position"]
    assert str(found).splitlines()[0] == f"{found.source}: {found.question['position']}"
    assert "legal: expected" in str(found)


def test_a_wrong_reason_is_a_difference() -> None:
    def grumpy(question: Json) -> Json:
        answer = judge(question)
        return {"error": {"code": "no"}} if "error" in answer else answer

    found = first_difference(grumpy, FEW)
    assert found is not None
    assert found.source.startswith("random sitting ")


def test_random_games_have_all_editions_and_shuffled_layouts() -> None:
    games = [asked for name, asked in Questions(30, "ABC").by_source() if "random" in name]
    firsts = [next(iter(asked))[1]["position"].split()[0] for asked in games]
    assert {re.split("[+:]", edition)[0] for edition in firsts} == {*EDITIONS, "extreme@shuffled"}


def test_a_program_that_says_something_else_is_named() -> None:
    with Program([sys.executable, "-c", "print(input() and 'h\\0m')"]) as program:
        with pytest.raises(CheckFailed, match=r"with 'h\\x00m', not a JSON object"):
            program.ask({"position": "", "moves": []})
        with pytest.raises(CheckFailed, match="ended with exit code 0 instead of answering"):
            program.ask({"position": "", "moves": []})
    with pytest.raises(CheckFailed, match="cannot be started"):
        Program(["/no/such/program"])


def test_a_program_that_fails_is_named_with_its_exit_code() -> None:
    with (
        Program([sys.executable, "-c", "input(); raise SystemExit(7)"]) as program,
        pytest.raises(CheckFailed, match="ended with exit code 7 instead of answering"),
    ):
        program.ask({"position": "", "moves": []})


def test_a_line_without_end_is_cut_off() -> None:
    endless = "import sys\ninput()\nwhile True: sys.stdout.write('x' * 9999)"
    with (
        Program([sys.executable, "-c", endless]) as program,
        pytest.raises(CheckFailed, match=r"with 'x{200}', not a JSON object"),
    ):
        program.ask({"position": "", "moves": []})


def test_a_program_that_keeps_its_answer_to_itself_is_named() -> None:
    silent = "import sys; [None for line in sys.stdin]"
    with (
        Program([sys.executable, "-c", silent], patience=0.1) as program,
        pytest.raises(CheckFailed, match="does it flush its output after every line"),
    ):
        program.ask({"position": "", "moves": []})
