"""The commands about one position: `legal`, `apply`, `perft`."""

import re

import pytest

from tenback.notation import read_position
from tenback.rules import legal_moves, perft
from tests.cli.running import (
    LAST_CARD,
    LAST_TWO,
    OPENING,
    Done,
    Run,
)

# legal


def test_legal_draws_the_table_and_lists_the_moves(run: Run) -> None:
    done = run("legal", LAST_CARD)
    assert done.code == 0
    assert "▲ u1" in done.out
    assert "seat 0: 99" in done.out
    assert done.facts["position"] == LAST_CARD
    assert done.facts["legal"] == "99>u1  99>u2  99>d1  99>d2"
    assert done.facts["losing"] == "–"


def test_legal_takes_a_position_without_quotes(run: Run) -> None:
    assert run("legal", *LAST_CARD.split()) == run("legal", LAST_CARD)


@pytest.mark.parametrize(
    "position",
    ["classic 98,1,100,100 -/99 - 1", "face-to-face 58,60/58,60 59.57/59.57 -/- 0"],
)
def test_legal_takes_empty_hands_and_draw_piles_without_quotes(run: Run, position: str) -> None:
    assert run("legal", *position.split(), "--json").json == run("legal", position, "--json").json


def test_legal_reads_a_position_from_standard_input(run: Run) -> None:
    assert run("legal", "-", stdin=f"{LAST_CARD}\n") == run("legal", LAST_CARD)


def test_legal_as_json_is_the_answer_of_the_line_protocol(run: Run) -> None:
    assert run("legal", LAST_CARD, "--json").json == {
        "position": LAST_CARD,
        "legal": ["99>u1", "99>u2", "99>d1", "99>d2"],
        "losing": [],
        "outcome": None,
    }


def test_legal_marks_what_burns_and_tells_what_must_be_covered(run: Run) -> None:
    position = "on-fire 22,60,100,77 5.12.23.33.61 90.91 0:60>u2"
    done = run("legal", position)
    assert "this turn must cover: u1, d2" in done.out
    assert re.search(r"│ +burns +│ │ +│ │ +│ │ +burns +│", done.out)
    assert re.search(r"33 +11 .* burns", done.out)
    german = run("--lang", "de", "legal", position)
    assert "in diesem Zug zu überdecken: u1, d2" in german.out
    assert "brennt" in german.out


def test_legal_marks_the_plays_that_lose_at_once(run: Run) -> None:
    position = "extreme 53,99,2,4 43.54.55 90 0"
    assert run("legal", position, "--json").json["losing"] == ["55>u1"]
    done = run("legal", position)
    assert done.facts["losing"] == "55>u1"
    assert re.search(r"55 +!2 +", done.out)


def test_legal_lists_who_can_begin_in_the_opening(run: Run) -> None:
    done = run("legal", OPENING)
    assert done.facts["legal"] == "begin 0  begin 1"
    assert "opening" in done.out


def test_legal_says_how_a_finished_sitting_ended(run: Run) -> None:
    done = run("legal", "classic 99,1,100,100 - - 0")
    assert "all cards laid: the game is beaten!" in done.out
    assert done.facts["legal"] == "–"


def test_legal_draws_both_sides_of_face_to_face(run: Run) -> None:
    position = run("deal", "--edition", "face-to-face", "--json").json["position"]
    out = run("legal", position).out
    assert all(text in out for text in ("▲ gu", "▼ sd", "gold", "silver", "helps the opponent"))


def test_improvement_by_ten_is_not_drawn_as_a_trick(run: Run) -> None:
    out = run("legal", "face-to-face 30,40/20,50 10.20.55/33.34 35/36 0").out
    assert re.search(r"^ +10 .*⇄10", out, re.MULTILINE)
    assert re.search(r"^ +20 +↩10", out, re.MULTILINE)


# apply


def test_apply_makes_the_moves_in_order(run: Run) -> None:
    done = run("apply", "classic 95,1,100,100 96.97.98 99 0", "96>u1", "97>u1", "end")
    assert done.code == 0
    assert done.facts["position"] == "classic 97,1,100,100 98.99 - 0"


def test_apply_as_json_tells_the_outcome(run: Run) -> None:
    answer = run("apply", LAST_TWO, "98>u1", "99 > U1", "--json").json
    assert answer["outcome"] == {"ending": "all-laid", "won": True, "winner": None, "left": 0}
    assert answer["legal"] == []


def test_apply_takes_back_signals_and_resigns(run: Run) -> None:
    assert run("apply", LAST_TWO, "98>u2", "back", "--json").json["position"] == LAST_TWO
    assert run("apply", LAST_TWO, "say keep u1", "--json").json["position"] == LAST_TWO
    assert run("apply", LAST_TWO, "resign", "--json").json["outcome"]["ending"] == "resigned"


def test_apply_lets_the_table_begin(run: Run) -> None:
    agreed = run("apply", OPENING, "begin 1", "--json").json
    named = run("apply", OPENING, "0:name 1", "1:name 1", "--json").json
    assert agreed == named
    assert agreed["position"].endswith(" 1")


def test_apply_reads_the_position_from_standard_input(run: Run) -> None:
    done = run("apply", "-", "98>u1", "--json", stdin=LAST_TWO)
    assert done.json["position"] == "classic 98,1,100,100 99 - 0:98>u1"


def test_apply_refuses_an_illegal_move_and_prints_nothing_else(run: Run) -> None:
    assert run("apply", LAST_TWO, "98>u1", "97>u1") == Done(
        1, "", "tenback: seat 0 does not hold the 97\n"
    )


def test_apply_as_json_answers_a_refusal_with_its_code(run: Run) -> None:
    done = run("apply", LAST_TWO, "end", "--json")
    assert (done.code, done.err) == (1, "")
    assert done.json["error"]["code"] == "minimum"
    assert "at least 1" in done.json["error"]["message"]


# perft


def test_perft_writes_numbers_as_the_language_does(run: Run) -> None:
    line = ("perft", "classic 40,30,60,70 45.46.47.48.49.50.51.52 41.42.43 0", "3")
    assert run(*line).out.endswith(" 15,120\n")
    assert run(*line, "--lang", "de").out.endswith(" 15.120\n")


def test_perft_counts_for_every_depth(run: Run) -> None:
    state = read_position(LAST_TWO)
    counts = [perft(state, depth) for depth in (1, 2, 3)]
    assert run("perft", LAST_TWO, "3", "--json").json == {
        "position": LAST_TWO,
        "depth": 3,
        "perft": counts,
    }
    rows = [line.split() for line in run("perft", LAST_TWO, "3").out.splitlines()]
    assert rows == [["depth", "sequences"], *([str(d), str(c)] for d, c in enumerate(counts, 1))]


def test_perft_divided_adds_up(run: Run) -> None:
    found = run("perft", LAST_TWO, "2", "--divide", "--json").json
    state = read_position(LAST_TWO)
    assert [*found["divide"]] == [str(move) for move in legal_moves(state)]
    assert sum(found["divide"].values()) == perft(state, 2)
    last = run("perft", LAST_TWO, "2", "--divide").out.splitlines()[-1]
    assert last.split() == ["sum", str(perft(state, 2))]


def test_perft_reads_the_position_from_standard_input(run: Run) -> None:
    assert run("perft", "-", "1", "--json", stdin=LAST_TWO).json["perft"] == [8]


@pytest.mark.parametrize("command", [("legal",), ("apply", "99>u1"), ("perft", "1")])
def test_position_need_not_be_quoted(run: Run, command: tuple[str, ...]) -> None:
    name, *rest = command
    unquoted = run(name, *LAST_CARD.split(), *rest, "--json")
    assert unquoted.code == 0
    assert unquoted == run(name, LAST_CARD, *rest, "--json")
