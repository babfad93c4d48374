"""The line protocol `tenback referee`: every line gets one answer, whatever it says."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tenback.cli.referee import answers
from tenback.notation import read_deal, write_layout, write_position
from tenback.notation.errors import NotationCode
from tenback.rules import Layout

LAST_CARD = "classic 98,1,100,100 99 - 0"
LAST_TWO = "classic 97,1,100,100 98.99 - 0"
DUEL = write_position(read_deal("face-to-face", 2, "ABC").start())
OPENING = write_position(read_deal("classic", 2, "ABC").start())

DEADLINE = 120.0
"""Seconds after which a conversation has hung; a whole one takes far below one."""


def answer(line: bytes) -> Any:
    """Return the answer to one line."""
    (found,) = answers([line])
    return json.loads(json.dumps(found))


def judged(position: str, *moves: str) -> Any:
    """Return the answer to a question."""
    return answer(json.dumps({"position": position, "moves": moves}).encode())


def error(line: bytes) -> Any:
    """Return the error that a line is answered with, which holds nothing else."""
    found = answer(line)
    assert [*found] == ["error"]
    assert [*found["error"]] == ["code", "message"]
    return found["error"]


class Referee:
    """A referee in a process of its own, spoken to line by line."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tenback", "referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "TENBACK_LANG": "de"},
        )
        self._timer = Timer(DEADLINE, self._process.kill)
        self._timer.start()

    def ask(self, line: bytes) -> Any:
        """Say a line and wait for the answer to it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def leave(self) -> tuple[int, bytes, bytes]:
        """Close the conversation; return the exit code and what was left to say."""
        out, err = self._process.communicate()
        self._timer.cancel()
        return self._process.returncode, out, err


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    found = Referee(tmp_path)
    yield found
    found.leave()


def test_question_without_moves_is_answered_with_what_is_legal() -> None:
    assert answer(json.dumps({"position": LAST_CARD}).encode()) == {
        "position": LAST_CARD,
        "legal": ["99>u1", "99>u2", "99>d1", "99>d2"],
        "losing": [],
        "outcome": None,
    }


def test_moves_are_made_in_order() -> None:
    found = judged(LAST_TWO, "98>u1")
    assert found["position"] == "classic 98,1,100,100 99 - 0:98>u1"
    assert found["legal"] == ["99>u1", "99>u2", "99>d1", "99>d2", "end"]


def test_losing_plays_are_marked() -> None:
    found = judged("extreme 53,99,2,4 43.54.55 90 0")
    assert (found["legal"], found["losing"]) == (["54>u1", "55>u1"], ["55>u1"])


def test_outcome_is_told() -> None:
    found = judged(LAST_TWO, "98>u1", "99>u1")
    assert found["outcome"] == {"ending": "all-laid", "won": True, "winner": None, "left": 0}
    assert found["legal"] == []


def test_outcome_of_a_duel_names_the_winner() -> None:
    found = judged(DUEL, "1:resign")
    assert found["outcome"] == {"ending": "resigned", "won": None, "winner": 0, "left": 58}


def test_opening_lists_who_can_begin_and_takes_the_word_of_each_seat() -> None:
    assert judged(OPENING)["legal"] == ["begin 0", "begin 1"]
    named = judged(OPENING, "0:name 1")
    assert named["position"].endswith(" ?1.-")
    assert judged(named["position"], "1:name 1") == judged(OPENING, "begin 1")


def test_signals_change_nothing_and_are_not_listed() -> None:
    assert judged(LAST_TWO, "say keep u1") == judged(LAST_TWO)


def test_position_of_an_answer_is_a_question_again() -> None:
    position = OPENING
    for move in ("begin 1", "1:say stuck"):
        position = judged(position, move)["position"]
    assert judged(position) == judged(OPENING, "begin 1")


def test_layout_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_layout(Layout.shuffled("ABC")), encoding="utf-8")
    stop = Layout.shuffled("ABC").as_dict()["stop"][0]
    found = judged(f"extreme@{path} 1,1,100,100 {hand_with(stop)} 0", f"{stop}>u1")
    assert found["position"].startswith(f"extreme@{path} {stop},1,100,100 ")
    assert found["position"].endswith(" 0"), "the stop has ended the turn"


def hand_with(card: int) -> str:
    """Return a full hand with a card in it, and the draw pile that goes with it."""
    others = [number for number in range(2, 100) if number != card]
    return f"{'.'.join(map(str, (card, *others[:7])))} {'.'.join(map(str, others[7:]))}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "Expecting value"),
        (b"\n", "Expecting value"),
        (b"   \r\n", "Expecting value"),
        (b"hello", "Expecting value"),
        (b"{", "Expecting property name"),
        (b'{"position": "' + LAST_CARD.encode() + b'"} {}', "Extra data"),
        (b"{'position': 1}", "Expecting property name"),
        (b"[]", "it is not an object"),
        (b"null", "it is not an object"),
        (b"1", "it is not an object"),
        (b"NaN", "it is not an object"),
        (b'"classic"', "it is not an object"),
        (b"{}", "'position' must be a string"),
        (b'{"position": null}', "'position' must be a string"),
        (b'{"position": 5}', "'position' must be a string"),
        (b'{"position": ["classic"]}', "'position' must be a string"),
        (b'{"position": "x", "moves": 5}', "'moves' must be a list"),
        (b'{"position": "x", "moves": "end"}', "'moves' must be a list"),
        (b'{"position": "x", "moves": {"end": 1}}', "'moves' must be a list"),
        (b'{"position": "x", "moves": ["end", 5]}', "'moves' must be a list of strings"),
        (b'{"position": "x", "moves": [["end"]]}', "'moves' must be a list of strings"),
        (b"\xff\xfe\x00garbage", "it is not UTF-8 text"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b"\x00", "Expecting value"),
        (b"[" * 100_000, "too large"),
        (b'{"position":' * 100_000, "too large"),
        (b'{"position": ' + b"9" * 100_000 + b"}", "too large"),
        (b'{"position": 1e999999}', "'position' must be a string"),
    ],
)
def test_line_that_is_no_question_is_answered_with_bad_json(line: bytes, reason: str) -> None:
    found = error(line)
    assert found["code"] == NotationCode.BAD_JSON
    assert reason in found["message"]


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("", "bad-position"),
        ("classic", "bad-position"),
        ("classic 98,1,100,100 99 - 0 0", "bad-position"),
        ("chess 98,1,100,100 99 - 0", "bad-edition"),
        ("classic+min9 98,1,100,100 99 - 0", "bad-option"),
        ("extreme@nowhere.toml 98,1,100,100 99 - 0", "bad-file"),
        ("extreme@\0 98,1,100,100 99 - 0", "bad-file"),
        ("extreme@" + "x" * 100_000 + " 98,1,100,100 99 - 0", "bad-file"),
        ("extreme@\ud800 98,1,100,100 99 - 0", "bad-file"),
        ("extreme@. 98,1,100,100 99 - 0", "bad-file"),
        ("extreme@shuffled 98,1,100,100 99 - 0", "no-such-layout"),
        ("extreme@shuffled:! 98,1,100,100 99 - 0", "bad-seed"),
        ("classic 98,1,100 99 - 0", "bad-position"),
        ("classic 98,1,100,-100 99 - 0", "bad-position"),
        ("classic 98,1,100,9999999999999999999 99 - 0", "bad-position"),
        ("classic ٩٨,1,100,100 99 - 0", "bad-position"),
        ("classic 98,1,100,100 99 - 0:", "bad-position"),
        ("classic 98,1,100,100 99 - 0:98>d9", "bad-position"),
        ("classic 98,1,100,100 99/-/-/-/-/- - 0", "bad-seats"),
        ("classic 98,1,100,100 99.99 - 0", "impossible-position"),
        ("classic 99,1,100,100 99 - 0", "impossible-position"),
        ("classic 98,98,100,100 99 - 0", "impossible-position"),
        ("classic 98,1,100,100 1 - 0", "impossible-position"),
        ("classic 98,1,100,100 99 - ?", "impossible-position"),
        ("face-to-face 1,60/1,60 2/2 -/- ?", "impossible-position"),
        ("♠ ♥ ♦ ♣ 🃏", "bad-edition"),
    ],
)
def test_position_that_cannot_be_is_answered_with_its_code(position: str, code: str) -> None:
    assert error(json.dumps({"position": position}).encode())["code"] == code


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["97>u1"], "not-in-hand"),
        (["98>u1", "98>u1"], "not-in-hand"),
        (["98>u9"], "bad-move"),
        (["98>gu"], "no-such-pile"),
        (["end"], "minimum"),
        (["back"], "nothing-laid"),
        (["begin 0"], "has-begun"),
        (["5:resign"], "no-such-seat"),
        (["resign", "98>u1"], "over"),
        (["say hold stop"], "no-such-signal"),
        ([""], "bad-move"),
        (["98>u1" * 10_000], "bad-move"),
        (["9" * 10_000 + ">u1"], "bad-move"),
        (["９８>u1"], "bad-move"),
        (["98→u1"], "bad-move"),
        (["\ud83c"], "bad-move"),
    ],
)
def test_move_that_is_not_allowed_is_answered_with_its_code(moves: list[str], code: str) -> None:
    question = {"position": LAST_TWO, "moves": moves}
    assert error(json.dumps(question).encode())["code"] == code


def test_error_message_stays_short_however_long_the_line_is() -> None:
    assert len(error(json.dumps({"position": "x" * 100_000}).encode())["message"]) < 300


def test_foreign_letters_may_stand_raw_or_escaped() -> None:
    question = {"position": LAST_TWO, "moves": ["größer"]}
    raw = json.dumps(question, ensure_ascii=False).encode()
    assert error(raw) == error(json.dumps(question).encode())
    assert "größer" in error(raw)["message"]


def test_unknown_keys_are_passed_over() -> None:
    line = json.dumps({"position": LAST_CARD, "id": 7}).encode()
    assert answer(line)["position"] == LAST_CARD


def test_every_line_gets_one_answer_and_reading_goes_on() -> None:
    good = json.dumps({"position": LAST_CARD}).encode()
    lines = [good, b"garbage", b"", b"\xff", b"[" * 100_000, good, b'{"position": "x"}', good]
    found = list(answers(lines))
    assert [("error" in each) for each in found] == [False, *[True] * 4, False, True, False]
    assert found[0] == found[5] == found[7]


def test_conversation_goes_line_by_line(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(write_layout(Layout.shuffled("ABC")), encoding="utf-8")
    position = LAST_TWO
    for move in ("98>u1", "99>u1"):
        found = referee.ask(json.dumps({"position": position, "moves": [move]}).encode())
        position = found["position"]
        assert referee.ask(b"what?")["error"]["code"] == "bad-json"
    assert found["outcome"]["won"] is True
    assert referee.ask(b"")["error"]["code"] == "bad-json"
    assert referee.ask(b"\xff\xfe")["error"]["code"] == "bad-json"
    assert referee.ask(b"[" * 100_000)["error"]["code"] == "bad-json"
    relative = b'{"position": "extreme@mine.toml 98,1,100,100 99 - 0"}'
    assert referee.ask(relative)["legal"] == ["99>u1", "99>u2", "99>d1", "99>d2"]
    assert referee.leave() == (0, b"", b"")


def test_errors_are_english_for_programs_in_any_language(referee: Referee) -> None:
    assert referee.ask(b"[]")["error"]["message"].endswith("it is not an object")


def test_last_line_needs_no_end_and_answers_are_plain_ascii_lines() -> None:
    question = json.dumps({"position": LAST_TWO, "moves": ["ö"]}, ensure_ascii=False)
    done = subprocess.run(
        [sys.executable, "-m", "tenback", "referee"],
        input=f"{question}\n{question}".encode(),
        capture_output=True,
        timeout=DEADLINE,
        check=True,
    )
    assert done.stdout.isascii()
    first, second = done.stdout.splitlines()
    assert first == second
    assert json.loads(first)["error"]["code"] == "bad-move"


def test_no_lines_get_no_answers() -> None:
    assert list(answers([])) == []


def test_example_in_the_help_works() -> None:
    tenback = f"'{sys.executable}' -m tenback"
    shown = subprocess.run(
        [sys.executable, "-m", "tenback", "--lang", "en", "referee", "--help"],
        capture_output=True,
        timeout=DEADLINE,
        check=True,
    )
    example = re.search(r"Example: +(echo .*\| )tenback (referee)", shown.stdout.decode())
    assert example is not None
    done = subprocess.run(
        ["sh", "-c", f"{example[1]}{tenback} {example[2]}"],
        capture_output=True,
        timeout=DEADLINE,
        check=True,
    )
    assert json.loads(done.stdout)["position"] == LAST_CARD
