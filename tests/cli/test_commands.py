"""The commands deal, layout, legal, apply, perft and replay, from the line to what is printed."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tenback
from tenback.cli import main
from tenback.notation import from_files, read_position, read_record, write_record
from tenback.rules import Command, legal_moves
from tenback.rules.perft import perft

LAST_CARD = "classic 98,1,100,100 99 - 0"
LAST_TWO = "classic 97,1,100,100 98.99 - 0"
MUST_LAY_TWO = "classic 96,1,100,100 97.98 99 0"
OPENING = "classic 1,1,100,100 {} {} ?".format(
    "/".join(".".join(map(str, range(first, first + 7))) for first in (2, 9)),
    ".".join(map(str, range(16, 100))),
)
RECORD = f"""\
tenback: 1
start: {MUST_LAY_TWO}
player 0: Anna
date: 2024-11-15

turn 1, seat 0: 97>u1
; now it gets easy
turn 1, seat 0: 98>u1, draws 99
turn 2, seat 0: 99>u1
outcome: all-laid, won, 0 left
"""

COMMANDS = ("play", "deal", "layout", "legal", "apply", "perft", "replay", "referee")


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def facts(self) -> dict[str, str]:
        """The lines like `code: C1-ABC-H`."""
        return dict(line.split(": ", 1) for line in self.out.splitlines() if ": " in line)


Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let everything speak English, 100 columns wide, and leave no files behind."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TENBACK_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command line in this process."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        code: Any = 0
        try:
            main(arguments)
        except SystemExit as leaving:
            code = leaving.code
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return the file of a short record."""
    path = tmp_path / "friday.txt"
    path.write_text(RECORD, encoding="utf-8")
    return str(path)


def in_process_of_its_own(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tenback", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=30,
        check=False,
    )


def layout_file(path: Path, run: Run) -> str:
    """Write a layout that is not the standard one; return where it is."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(run("layout", "shuffled:ABC", "--toml").out, encoding="utf-8")
    return str(path)


# deal


def test_deal_prints_code_edition_seats_seed_and_position(run: Run) -> None:
    done = run("deal", "--edition", "classic+min3", "--seats", "2", "--seed", "abc")
    assert done.code == 0
    assert [*done.facts] == ["code", "edition", "seats", "seed", "position"]
    assert done.facts["edition"] == "classic+min3"
    assert done.facts["seed"] == "ABC"
    assert re.fullmatch(r"C2M-ABC-[0-9A-Z]", done.facts["code"])
    assert read_position(done.facts["position"]).seats == 2


def test_deal_as_json_says_the_same(run: Run) -> None:
    line = ("deal", "--edition", "classic+min3", "--seats", "2", "--seed", "ABC")
    found = run(*line, "--json").json
    assert {key: str(value) for key, value in found.items()} == run(*line).facts
    assert found["seats"] == 2


def test_deal_without_options_is_classic_for_one_and_new_every_time(run: Run) -> None:
    first, second = run("deal", "--json").json, run("deal", "--json").json
    assert (first["edition"], first["seats"]) == ("classic", 1)
    assert first["seed"] != second["seed"]


@pytest.mark.parametrize(
    ("edition", "seats", "hand"),
    [
        ("classic", 1, 8),
        ("classic", 5, 6),
        ("classic+hand-1", 2, 6),
        ("classic+min3+hand-1", 5, 5),
        ("extreme", 4, 6),
        ("extreme+min3@shuffled", 2, 7),
        ("face-to-face", 2, 6),
    ],
)
def test_code_of_a_deal_deals_the_same_cards_again(
    run: Run, edition: str, seats: int, hand: int
) -> None:
    found = run("deal", "--edition", edition, "--seats", str(seats), "--json").json
    hands = read_position(found["position"]).hands
    assert [len(cards) for cards in hands] == [hand] * seats
    assert run("deal", found["code"], "--json").json == found
    assert run("deal", found["code"].lower().replace("-", " - "), "--json").json == found


def test_face_to_face_needs_no_number_of_seats(run: Run) -> None:
    assert run("deal", "--edition", "face-to-face", "--json").json["seats"] == 2


def test_deal_takes_a_layout_file_and_its_code_asks_for_it(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    found = run("deal", "--layout", path, "--json").json
    assert found["edition"] == f"extreme@{path}"
    refused = run("deal", found["code"])
    assert refused.code == 1
    assert "which must be given with it" in refused.err
    assert run("deal", found["code"], "--layout", path, "--json").json == found


@pytest.mark.parametrize("name", ["my deck.toml", "[red]deck.toml", "[x]/deck.toml"])
def test_position_with_a_layout_file_of_an_odd_name_reads_again(
    run: Run, tmp_path: Path, name: str
) -> None:
    path = layout_file(tmp_path / name, run)
    done = run("deal", "--layout", path)
    assert done.facts["edition"] == f"extreme@{path.replace(' ', '%20')}"
    assert run("legal", done.facts["position"]).code == 0


# layout


def test_layout_shows_every_command_with_its_numbers_and_meaning(run: Run) -> None:
    done = run("layout")
    assert done.code == 0
    for command in Command:
        assert re.search(rf"^ ?{command} +( ?\d+ +){{4}}\w+", done.out, re.MULTILINE)


def test_layout_as_toml_is_a_layout_file(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    shuffled = run("layout", "shuffled:ABC", "--json").json
    assert run("layout", path, "--json").json == {**shuffled, "name": path}
    assert shuffled != run("layout", "--json").json


def test_layout_as_json_has_four_numbers_of_each_command(run: Run) -> None:
    found = run("layout", "--json").json
    assert found["name"] == "standard"
    assert {command: len(numbers) for command, numbers in found["commands"].items()} == {
        command.value: 4 for command in Command
    }


@pytest.mark.parametrize("name", ["[red]deck.toml", "[x]/deck.toml"])
def test_layout_shows_the_whole_name_of_its_file(run: Run, tmp_path: Path, name: str) -> None:
    layout_file(tmp_path / name, run)
    assert run("layout", name).out.startswith(name)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("stop = ", "stops = ", "there is no command 'stops'"),
        ("[5, 31, 70, 96]", "[5, 31, 70]", "stop needs a list of 4 numbers"),
        ("[5, 31, 70, 96]", "5", "stop needs a list of 4 numbers"),
        ("[5, 31, 70, 96]", "[5, 31, 70, 100]", "stop has '100'"),
        ("[5, 31, 70, 96]", "[5, 31, 70, true]", "stop has 'True'"),
        ("[5, 31, 70, 96]", "[5, 31, 70, 3]", "3 stands twice: with stop, with skull"),
        ("[5, 31, 70, 96]", "[5, 5, 70, 96]", "5 stands twice: with stop, with stop"),
        ("[5, 31, 70, 96]", "[5, 31", "not TOML"),
    ],
)
def test_bad_layout_file_is_refused_with_the_reason(
    run: Run, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(run("layout", "--toml").out.replace(old, new), encoding="utf-8")
    done = run("layout", str(path))
    assert (done.code, done.out) == (1, "")
    assert reason in done.err
    assert done.err.count("\n") == 1


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
    assert "all-laid: the game is beaten!" in done.out
    assert done.facts["legal"] == "–"


def test_legal_draws_both_sides_of_face_to_face(run: Run) -> None:
    position = run("deal", "--edition", "face-to-face", "--json").json["position"]
    out = run("legal", position).out
    assert all(text in out for text in ("▲ gu", "▼ sd", "gold", "silver", "helps the opponent"))


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


# replay


def test_replay_tells_what_happened_turn_by_turn(run: Run, record: str) -> None:
    done = run("replay", record)
    assert done.code == 0
    assert done.facts["edition"] == "classic"
    assert done.facts["date"] == "2024-11-15"
    assert done.facts["seat 0"] == "Anna"
    assert re.search(r"1 +Anna +97>u1 +98 1 100 100", done.out)
    assert "; now it gets easy" in done.out
    assert re.search(r"98>u1 +draws 99", done.out)
    assert re.search(r"2 +Anna +99>u1 +99 1 100 100", done.out)
    assert done.out.endswith("all-laid: the game is beaten!\n")


def test_replay_reads_a_record_from_standard_input(run: Run, record: str) -> None:
    assert run("replay", "-", stdin=RECORD) == run("replay", record)


def test_replay_draws_the_table_at_the_beginning_of_a_turn(run: Run, record: str) -> None:
    assert run("replay", record, "--turn", "1").facts["position"] == MUST_LAY_TWO
    second = run("replay", record, "--turn", "2")
    assert second.facts["position"] == LAST_CARD
    assert "▲ u1" in second.out
    assert second.facts["Anna"] == "99"


def test_replay_as_json_can_be_replayed(run: Run, record: str) -> None:
    found = run("replay", record, "--json")
    assert found.json["outcome"]["ending"] == "all-laid"
    assert run("replay", "-", stdin=found.out) == run("replay", record)


def test_replay_says_that_a_sitting_is_not_finished(run: Run) -> None:
    unfinished = RECORD[: RECORD.index("turn 2")]
    done = run("replay", "-", stdin=unfinished)
    assert done.code == 0
    assert done.out.endswith("not finished\n")


def test_replay_tells_the_opening(run: Run) -> None:
    text = f"tenback: 1\nstart: {OPENING}\nopening: 0:name 1, 1:name 1\nturn 1, seat 1: 9>u1\n"
    done = run("replay", "-", stdin=text)
    assert re.search(r"0 +opening +0:name 1 +1:name 1", done.out)
    assert run("replay", "-", "--turn", "0", stdin=text).facts["position"] == OPENING


def test_replay_lists_all_that_is_wrong_with_its_line(run: Run) -> None:
    broken = RECORD.replace("player 0", "player 7").replace("98>u1", "96>u1")
    done = run("replay", "-", stdin=broken)
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines() == [
        "tenback: line 3: 'player 7' cannot be read: the seats are 0 to 0",
        "tenback: line 8: seat 0 does not hold the 96",
    ]


def test_replay_as_json_lists_all_that_is_wrong(run: Run) -> None:
    broken = RECORD.replace("player 0", "player 7").replace("98>u1", "96>u1")
    done = run("replay", "-", "--json", stdin=broken)
    assert (done.code, done.err) == (1, "")
    complaints = done.json["error"]["complaints"]
    assert [(c["line"], c["code"]) for c in complaints] == [(3, "bad-record"), (8, "not-in-hand")]


def test_replay_believes_no_outcome_that_the_cards_do_not_give(run: Run) -> None:
    done = run("replay", "-", stdin=RECORD.replace("won, 0 left", "lost, 5 left"))
    assert done.code == 1
    assert "line 10: the record says 'over all-laid, lost, 5 left'" in done.err


@pytest.mark.parametrize("name", ["[red]Anna", "[/x]", ":smile:", "Änne 🎲"])
def test_replay_prints_any_name_as_it_is(run: Run, name: str) -> None:
    done = run("replay", "-", stdin=RECORD.replace("Anna", name))
    assert done.code == 0
    assert done.out.count(name) == 3


def test_replay_needs_a_layout_file_only_until_the_record_holds_it(
    run: Run, tmp_path: Path
) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    found = run("deal", "--layout", path, "--json").json
    text = f"tenback: 1\ndeal: {found['code']}\nstart: {found['position']}\n"
    assert run("replay", "-", stdin=text).facts["edition"] == f"extreme@{path}"
    written = write_record(read_record(text, from_files))
    Path(path).unlink()
    assert run("replay", "-", stdin=written).facts["edition"] == f"extreme@{path}"


# what is wrong with a line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("deal --edition chess", "no edition is called 'chess'"),
        ("deal --edition classic+min4", "classic has no option 'min4': it has min3, hand-1"),
        ("deal --edition classic@standard", "classic has no option '@standard'"),
        ("deal --edition extreme@nowhere.toml", "'nowhere.toml' cannot be read: there is no such"),
        ("deal --edition face-to-face --seats 3", "face-to-face is for 2 seats, not 3"),
        ("deal --seats 6", "classic is for 1–5 seats, not 6"),
        ("deal --seed ''", "'' is no seed"),
        ("deal --seed no!", "'NO!' is no seed"),
        ("deal --layout nowhere.toml", "'nowhere.toml' cannot be read: there is no such file"),
        ("deal --edition classic --layout standard", "classic has no option '@standard'"),
        ("deal C2", "'C2' is no deal code: it is not like"),
        ("deal X2-4QX7M-0ZB2K-M", "it begins with none of C, E, F"),
        ("deal CX-4QX7M-0ZB2K-M", "its second sign is not the number of seats"),
        ("deal C2-4QX7M-0ZB2K-N", "has a slip"),
        ("deal C2-4QX7M-0ZB2!-M", "is no seed"),
        ("layout nowhere.toml", "'nowhere.toml' cannot be read: there is no such file"),
        ("layout .", "'.' cannot be read"),
        ("layout shuffled", "the layout 'shuffled' is not known here"),
        ("layout shuffled:i", "'I' is no seed"),
        ("layout ''", "cannot be read"),
        ("legal hello", "five fields are needed, here are"),
        ("legal ''", "five fields are needed, here are 0"),
        ("legal chess 98,1,100,100 99 - 0", "no edition is called 'chess'"),
        ("legal classic 98,1,100 99 - 0", "it is not like 1,1,100,100"),
        ("legal classic 98,1,100,x 99 - 0", "'x' is no number"),
        ("legal classic 98,1,100,100 99/ - 0", "'' is no number"),
        ("legal 'classic 98,1,100,100 99 -/- 0'", "draw piles needed: 1"),
        ("legal classic 98,1,100,100 99 - 1", "'1' is no seat from 0 to 0"),
        ("legal classic 98,1,100,100 99 - now", "it is ?, or a seat"),
        ("legal classic 99,1,100,100 99 - 0", "the 99 is still in a hand"),
        ("legal classic 98,1,100,100 99.99 - 0", "the 99 is there twice"),
        ("legal classic 98,1,100,100 99 100 0", "there is no card 100"),
        (f"apply '{LAST_TWO}' hop", "'hop' is no move: moves are"),
        (f"apply '{LAST_TWO}' '98>x1'", "'x1' is no pile"),
        (f"apply '{LAST_TWO}' '98>gu'", "classic has no pile gu"),
        (f"apply '{LAST_TWO}' '5>u1'", "seat 0 does not hold the 5"),
        (f"apply '{LAST_TWO}' end", "at least 1 must be laid"),
        (f"apply '{LAST_TWO}' back", "nothing was laid in this turn"),
        (f"apply '{LAST_TWO}' 'begin 0'", "the opening is over"),
        (f"apply '{LAST_TWO}' '3:resign'", "there is no seat 3"),
        (f"apply '{LAST_TWO}' 'say hello'", "signals are keep"),
        (f"apply '{LAST_TWO}' 'say hold stop'", "classic knows no signal hold stop"),
        (f"apply '{LAST_TWO}' '98>u1' '99>u1' end", "the sitting is over"),
        (f"apply '{OPENING}' '2>u1'", "nobody has begun yet"),
        (f"apply '{OPENING}' 'name 1'", "which seat? write 0:name 1"),
        ("apply hello end", "five fields are needed, here are"),
        ("perft hello 2", "five fields are needed, here are"),
        ("replay nowhere.txt", "'nowhere.txt' cannot be read: there is no such file"),
        ("replay .", "'.' cannot be read"),
        ("play --resume nowhere.txt", "'nowhere.txt' cannot be read: there is no such file"),
        ("play C2", "'C2' is no deal code"),
        ("play --edition chess", "no edition is called 'chess'"),
        ("play --seed ABC --name 'a\tb'", "it is not one line"),
    ],
)
def test_wrong_input_is_refused_in_one_clear_line(run: Run, line: str, message: str) -> None:
    done = run(*shlex.split(line))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("tenback: ")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hop", "there is no command hop: there are play, deal"),
        ("--hop", "there is no option --hop"),
        ("--lang", "the option --lang needs a value"),
        ("deal --hop", "there is no option --hop"),
        ("deal --seats", "the option --seats needs a value"),
        ("deal --seats many", "'many' is no number from 1 to 9"),
        ("deal --seats 0", "'0' is no number from 1 to 9"),
        ("deal --seats -1", "'-1' is no number from 1 to 9"),
        ("deal --seats ²", "'²' is no number from 1 to 9"),
        ("deal C1-ABC-H C1-ABC-H", "C1-ABC-H is one too many"),
        ("deal C1-ABC-H --seats 1", "a deal code says everything"),
        ("layout standard standard", "standard is one too many"),
        ("legal", "POSITION is missing"),
        ("apply", "POSITION MOVE… is missing"),
        (f"apply '{LAST_TWO}'", "MOVE is missing"),
        (f"perft '{LAST_TWO}'", "after the position comes the depth"),
        (f"perft '{LAST_TWO}' 0", "'0' is no number from 1 to 99"),
        (f"perft '{LAST_TWO}' 100", "'100' is no number from 1 to 99"),
        (f"perft '{LAST_TWO}' 99999999999", "'99999999999' is no number from 1 to 99"),
        (f"perft '{LAST_TWO}' 000000001000", "'000000001000' is no number from 1 to 99"),
        (f"perft '{LAST_TWO}' {'0' * 8 + '9' * 5000}", "is no number from 1 to 99"),
        ("replay", "FILE is missing"),
        ("replay friday.txt --turn", "the option --turn needs a value"),
        ("replay friday.txt --turn x", "'x' is no number from 0 to 9999"),
        ("replay friday.txt --turn 3", "this record has the turns 1 to 2"),
        ("referee x", "x is one too many"),
        ("play --seed ABC --name Anna --name Ben", "more names than seats: 1"),
        ("play C1-ABC-H --seats 1", "a deal code says everything"),
    ],
)
def test_wrong_line_is_answered_with_what_is_wrong_and_a_hint(
    run: Run, record: str, line: str, message: str
) -> None:
    done = run(*shlex.split(line))
    assert (done.code, done.out) == (2, "")
    wrong, hint = done.err.splitlines()
    assert wrong.startswith("tenback: ")
    assert message in wrong
    assert re.fullmatch(r"Try 'tenback( [a-z]+)? --help'\.", hint)


def test_a_flag_with_a_value_is_not_told_to_need_one(run: Run) -> None:
    done = run("deal", "--json=1")
    assert done.code == 2
    assert "--json" in done.err
    assert "needs a value" not in done.err


@pytest.mark.parametrize("line", ["legal -", "apply - end", "perft - 1", "replay -"])
def test_standard_input_that_is_no_text_is_refused(run: Run, line: str) -> None:
    done = run(*line.split(), stdin=b"\xff\xfe\x00")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("tenback: ")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{", b"[", b"{}", b"\x00", b"", b"{" * 100_000])
def test_file_that_is_no_record_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    done = run("replay", str(path))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("tenback: ")


@pytest.mark.parametrize("place", ["friday.txt/deeper", "."])
def test_record_that_cannot_be_kept_is_answered_in_one_line(
    run: Run, record: str, place: str
) -> None:
    done = run("play", "--seed", "ABC", "--record", place)
    assert done.code == 1
    assert done.err.startswith("tenback: ")
    assert done.err.count("\n") == 1


# help, version, language


def test_program_without_a_command_shows_its_help(run: Run) -> None:
    done = run()
    assert done.code == 2
    assert all(f"\n  {command} " in done.out for command in COMMANDS)


@pytest.mark.parametrize(
    ("language", "usage", "example"),
    [("en", "Usage: tenback", "Example"), ("de", "Aufruf: tenback", "Beispiel")],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example_in_both_languages(
    run: Run, command: str, language: str, usage: str, example: str
) -> None:
    done = run("--lang", language, command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{usage} {command}")
    assert re.search(rf"{example}.*: .*tenback {command}", done.out)
    assert all(len(line) <= 80 for line in done.out.splitlines())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("command", ["deal", "layout", "legal", "apply", "perft"])
def test_examples_in_the_help_work(run: Run, command: str, language: str) -> None:
    out = run("--lang", language, command, "--help").out
    layout_file(Path("my-deck.toml"), run)
    layout_file(Path("meine-karten.toml"), run)
    examples = re.findall(rf"^ .*tenback ({command}(?: .*)?)$", out, re.MULTILINE)
    assert len(examples) == (3 if command in ("deal", "layout") else 1)
    for example in examples:
        assert run(*shlex.split(example.partition(" > ")[0])).code == 0


def test_version(run: Run) -> None:
    assert run("--version") == Done(0, f"tenback {tenback.__version__}\n", "")


def test_output_is_german_when_asked_for(run: Run) -> None:
    assert [*run("--lang", "de", "deal").facts] == ["Code", "Edition", "Plätze", "Seed", "Stellung"]
    out = run("--lang", "de", "legal", LAST_CARD).out
    assert all(text in out for text in ("Platz 0: 99", "Nachziehstapel: 0", "erlaubt: 99>u1"))
    assert run("--lang=de", "layout").out.count("solange sie offen liegt") == 4
    assert "Summe" in run("--lang", "de", "perft", LAST_CARD, "1", "--divide").out


def test_replay_is_german_when_asked_for(run: Run, record: str) -> None:
    out = run("--lang", "de", "replay", record).out
    assert "was geschah" in out
    assert out.endswith("alles gelegt: Das Spiel ist besiegt!\n")


def test_output_is_german_in_a_german_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TENBACK_LANG")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert run("deal").facts["Edition"] == "classic"


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("hop", 2, "einen Befehl hop gibt es nicht: es gibt play"),
        ("legal", 2, "POSITION fehlt\nHilfe gibt 'tenback legal --help'."),
        ("legal hello", 1, "es müssen fünf Felder sein, hier sind es 1"),
        (f"apply '{LAST_TWO}' end", 1, "Mindestzahl in diesem Zug: 1, bisher gelegt: 0"),
        ("replay nowhere.txt", 1, "'nowhere.txt' ist nicht lesbar: diese Datei gibt es nicht"),
    ],
)
def test_errors_are_german_when_asked_for(run: Run, line: str, code: int, error: str) -> None:
    done = run("--lang", "de", *shlex.split(line))
    assert (done.code, done.out) == (code, "")
    assert error in done.err


def test_complaints_about_a_record_are_german_when_asked_for(run: Run) -> None:
    done = run("--lang", "de", "replay", "-", stdin=RECORD.replace("98>u1", "96>u1"))
    assert done.err == "tenback: Zeile 8: Platz 0 hat die 96 nicht auf der Hand\n"


def test_json_is_the_same_in_every_language(run: Run) -> None:
    for line in (("legal", LAST_CARD), ("apply", LAST_CARD, "end"), ("deal", "C2")):
        assert run("--lang", "de", *line, "--json") == run(*line, "--json")


# as processes of their own


def test_program_runs_as_a_module() -> None:
    done = in_process_of_its_own("legal", "-", "--json", stdin=LAST_CARD.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["legal"] == ["99>u1", "99>u2", "99>d1", "99>d2"]


def test_program_runs_as_a_command() -> None:
    command = Path(sys.executable).with_name("tenback")
    done = subprocess.run([command, "--version"], capture_output=True, timeout=30, check=True)
    assert done.stdout.decode().strip() == f"tenback {tenback.__version__}"


def test_errors_go_to_standard_error_with_their_exit_code() -> None:
    refused = in_process_of_its_own("apply", LAST_TWO, "end")
    misused = in_process_of_its_own("perft", LAST_TWO)
    assert (refused.returncode, refused.stdout, refused.stderr.count(b"\n")) == (1, b"", 1)
    assert (misused.returncode, misused.stdout, misused.stderr.count(b"\n")) == (2, b"", 2)


def test_environment_chooses_the_language_of_a_process() -> None:
    done = in_process_of_its_own("legal", LAST_CARD, TENBACK_LANG="de")
    assert "Nachziehstapel: 0" in done.stdout.decode()


def test_terminal_that_cannot_show_every_sign_gets_no_traceback() -> None:
    done = in_process_of_its_own("legal", LAST_CARD, PYTHONIOENCODING="latin-1")
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
    assert b"99>u1" in done.stdout


@pytest.mark.parametrize(
    "line", ["layout", "--help", "legal --help", "--version", "deal --json", "deal C2 --json"]
)
def test_reader_that_goes_away_is_no_reason_to_complain(line: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tenback", *line.split()],
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=30,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


# the streams, and the language, wherever they stand


@pytest.mark.parametrize("line", ["legal -", "replay -", "referee", "play"])
def test_closed_standard_input_is_no_traceback(line: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m tenback {line} <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=30, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_is_told_in_one_line() -> None:
    command = f"{shlex.quote(sys.executable)} -m tenback deal > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)


def test_language_may_follow_the_command_and_must_be_known(run: Run) -> None:
    assert "Beispiele" in run("deal", "--help", "--lang", "de").out
    refused = run("deal", "--lang", "fr")
    assert refused.code == 2
    assert "no language is called fr: en, de" in refused.err


@pytest.mark.parametrize("command", [("legal",), ("apply", "99>u1"), ("perft", "1")])
def test_position_need_not_be_quoted(run: Run, command: tuple[str, ...]) -> None:
    name, *rest = command
    unquoted = run(name, *LAST_CARD.split(), *rest, "--json")
    assert unquoted.code == 0
    assert unquoted == run(name, LAST_CARD, *rest, "--json")


def test_improvement_by_ten_is_not_drawn_as_a_trick(run: Run) -> None:
    out = run("legal", "face-to-face 30,40/20,50 10.20.55/33.34 35/36 0").out
    assert re.search(r"^ +10 .*⇄10", out, re.MULTILINE)
    assert re.search(r"^ +20 +↩10", out, re.MULTILINE)


def test_comments_after_the_end_are_told(run: Run, record: str) -> None:
    Path(record).write_text(RECORD + "; well done\n", encoding="utf-8")
    assert run("replay", record).out.endswith("; well done\n")


def test_complaint_about_json_names_the_event(run: Run, record: str) -> None:
    found = run("replay", record, "--json").json
    found["events"][1] = "0:50>u1"
    text = json.dumps(found)
    assert "event 2: seat 0 does not hold the 50" in run("replay", "-", stdin=text).err
    complaint = run("replay", "-", "--json", stdin=text).json["error"]["complaints"][0]
    assert (complaint["event"], complaint["code"]) == (2, "not-in-hand")


def test_layout_beside_a_code_that_has_none_is_refused(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "deck.toml", run)
    assert "no layout of its own" in run("deal", "C2-4QX7M-0ZB2K-6", "--layout", path).err
