"""What all commands have in common: usage errors, help, languages, streams."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tenback
from tenback.languages import LANGUAGES
from tests.cli.running import (
    COMMANDS,
    DEADLINE,
    LAST_CARD,
    LAST_TWO,
    OPENING,
    RECORD,
    Done,
    Run,
    in_process_of_its_own,
    layout_file,
)

# what is wrong with a line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("deal --edition chess", "there is no edition 'chess'"),
        ("deal --edition classic+min4", "classic has no option 'min4': it has min3, hand-1"),
        ("deal --edition classic@standard", "classic has no option '@standard'"),
        ("deal --edition extreme@nowhere.toml", "'nowhere.toml' cannot be read: there is no such"),
        ("deal --edition face-to-face --seats 3", "face-to-face takes 2 players, not 3"),
        ("deal --seats 6", "classic takes 1–5 players, not 6"),
        ("deal --seed ''", "'' is not a valid seed"),
        ("deal --seed no!", "'NO!' is not a valid seed"),
        ("deal --layout nowhere.toml", "'nowhere.toml' cannot be read: there is no such file"),
        ("deal --edition classic --layout standard", "classic has no option '@standard'"),
        ("deal C2", "'C2' is not a deal code: it should look like"),
        ("deal X2-4QX7M-0ZB2K-M", "it must begin with one of C, E, F"),
        ("deal CX-4QX7M-0ZB2K-M", "its second character must be the number of seats"),
        ("deal C2-4QX7M-0ZB2K-N", "has a typo"),
        ("deal C2-4QX7M-0ZB2!-M", "is not a valid seed"),
        ("layout nowhere.toml", "'nowhere.toml' cannot be read: there is no such file"),
        ("layout .", "'.' cannot be read"),
        ("layout shuffled", "there is no layout 'shuffled'"),
        ("layout shuffled:i", "'I' is not a valid seed"),
        ("layout ''", "cannot be read"),
        ("legal hello", "a position has five fields, not"),
        ("legal ''", "a position has five fields, not 0"),
        ("legal chess 98,1,100,100 99 - 0", "there is no edition 'chess'"),
        ("legal classic 98,1,100 99 - 0", "it should look like 1,1,100,100"),
        ("legal classic 98,1,100,x 99 - 0", "'x' is not a number"),
        ("legal classic 98,1,100,100 99/ - 0", "'' is not a number"),
        ("legal 'classic 98,1,100,100 99 -/- 0'", "draw piles needed: 1"),
        ("legal classic 98,1,100,100 99 - 1", "'1' is not a seat from 0 to 0"),
        ("legal classic 98,1,100,100 99 - now", "it should be ?, a seat"),
        ("legal classic 99,1,100,100 99 - 0", "the 99 is still in a hand"),
        ("legal classic 98,1,100,100 99.99 - 0", "the 99 appears twice"),
        ("legal classic 98,1,100,100 99 100 0", "there is no card 100"),
        (f"apply '{LAST_TWO}' hop", "'hop' is not a move: moves are"),
        (f"apply '{LAST_TWO}' '98>x1'", "'x1' is not a pile"),
        (f"apply '{LAST_TWO}' '98>gu'", "classic has no pile gu"),
        (f"apply '{LAST_TWO}' '5>u1'", "seat 0 does not hold the 5"),
        (f"apply '{LAST_TWO}' end", "lay at least 1 this turn"),
        (f"apply '{LAST_TWO}' back", "there is nothing to take back"),
        (f"apply '{LAST_TWO}' 'begin 0'", "the opening is over"),
        (f"apply '{LAST_TWO}' '3:resign'", "there is no seat 3"),
        (f"apply '{LAST_TWO}' 'say hello'", "signals are keep"),
        (f"apply '{LAST_TWO}' 'say hold stop'", "classic has no signal hold stop"),
        (f"apply '{LAST_TWO}' '98>u1' '99>u1' end", "the game is over"),
        (f"apply '{OPENING}' '2>u1'", "the game has not begun"),
        (f"apply '{OPENING}' 'name 1'", "which seat? write 0:name 1"),
        ("apply hello end", "a position has five fields, not"),
        ("perft hello 2", "a position has five fields, not"),
        ("replay nowhere.txt", "'nowhere.txt' cannot be read: there is no such file"),
        ("replay .", "'.' cannot be read"),
        ("play --resume nowhere.txt", "'nowhere.txt' cannot be read: there is no such file"),
        ("play C2", "'C2' is not a deal code"),
        ("play --edition chess", "there is no edition 'chess'"),
        ("play --seed ABC --name 'a\tb'", "it must be one line"),
    ],
)
def test_wrong_input_is_refused_in_one_clear_line(run: Run, line: str, message: str) -> None:
    done = run(*shlex.split(line))
    done.assert_refused(message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hop", "there is no command hop: use one of play, deal"),
        ("--hop", "there is no option --hop"),
        ("--lang", "the option --lang needs a value"),
        ("deal --hop", "there is no option --hop"),
        ("deal --seats", "the option --seats needs a value"),
        ("deal --seats many", "'many' is not a number from 1 to 9"),
        ("deal --seats 0", "'0' is not a number from 1 to 9"),
        ("deal --seats -1", "'-1' is not a number from 1 to 9"),
        ("deal --seats ²", "'²' is not a number from 1 to 9"),
        ("deal C1-ABC-H C1-ABC-H", "unexpected argument: C1-ABC-H"),
        ("deal C1-ABC-H --seats 1", "a deal code already says everything"),
        ("layout standard standard", "unexpected argument: standard"),
        ("legal", "POSITION is missing"),
        ("apply", "POSITION MOVE… is missing"),
        (f"apply '{LAST_TWO}'", "MOVE is missing"),
        (f"perft '{LAST_TWO}'", "give a position and a depth"),
        (f"perft '{LAST_TWO}' 0", "'0' is not a number from 1 to 99"),
        (f"perft '{LAST_TWO}' 100", "'100' is not a number from 1 to 99"),
        (f"perft '{LAST_TWO}' 99999999999", "'99999999999' is not a number from 1 to 99"),
        (f"perft '{LAST_TWO}' 000000001000", "'000000001000' is not a number from 1 to 99"),
        (f"perft '{LAST_TWO}' {'0' * 8 + '9' * 5000}", "is not a number from 1 to 99"),
        ("replay", "FILE is missing"),
        ("replay friday.txt --turn", "the option --turn needs a value"),
        ("replay friday.txt --turn x", "'x' is not a number from 0 to 9999"),
        ("replay friday.txt --turn 3", "this record has turns 1 to 2"),
        ("referee x", "unexpected argument: x"),
        ("play --seed ABC --name Anna --name Ben", "more names than seats: 1"),
        ("play C1-ABC-H --seats 1", "a deal code already says everything"),
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
    assert all(text in out for text in ("Platz 0: 99", "Zugstapel: 0", "erlaubt: 99>u1"))
    assert run("--lang=de", "layout").out.count("solange sie offen liegt") == 4
    assert "Summe" in run("--lang", "de", "perft", LAST_CARD, "1", "--divide").out


def test_replay_is_german_when_asked_for(run: Run, record: str) -> None:
    out = run("--lang", "de", "replay", record).out
    assert "was geschah" in out
    assert out.endswith("alle Karten gelegt: das Spiel ist besiegt!\n")


def test_output_is_german_in_a_german_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TENBACK_LANG")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert run("deal").facts["Edition"] == "classic"


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("hop", 2, "einen Befehl hop gibt es nicht: zur Wahl stehen play"),
        ("legal", 2, "POSITION fehlt\nHilfe gibt 'tenback legal --help'."),
        ("legal hello", 1, "eine Stellung hat fünf Felder, nicht 1"),
        (
            f"apply '{LAST_TWO}' end",
            1,
            "in diesem Zug muss mindestens 1 Karte gelegt werden, bisher: 0",
        ),
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


def test_language_may_follow_the_command_and_must_be_known(run: Run) -> None:
    assert "Beispiele" in run("deal", "--help", "--lang", "de").out
    refused = run("deal", "--lang", "xx")
    assert refused.code == 2
    assert f"there is no language xx: use one of {', '.join(LANGUAGES)}" in refused.err


# as processes of their own


def test_program_runs_as_a_module() -> None:
    done = in_process_of_its_own("legal", "-", "--json", stdin=LAST_CARD.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["legal"] == ["99>u1", "99>u2", "99>d1", "99>d2"]


def test_program_runs_as_a_command() -> None:
    command = Path(sys.executable).with_name("tenback")
    done = subprocess.run([command, "--version"], capture_output=True, timeout=DEADLINE, check=True)
    assert done.stdout.decode().strip() == f"tenback {tenback.__version__}"


def test_errors_go_to_standard_error_with_their_exit_code() -> None:
    refused = in_process_of_its_own("apply", LAST_TWO, "end")
    misused = in_process_of_its_own("perft", LAST_TWO)
    assert (refused.returncode, refused.stdout, refused.stderr.count(b"\n")) == (1, b"", 1)
    assert (misused.returncode, misused.stdout, misused.stderr.count(b"\n")) == (2, b"", 2)


def test_environment_chooses_the_language_of_a_process() -> None:
    done = in_process_of_its_own("legal", LAST_CARD, TENBACK_LANG="de")
    assert "Zugstapel: 0" in done.stdout.decode()


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
        timeout=DEADLINE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("line", ["legal -", "replay -", "referee", "play"])
def test_closed_standard_input_is_no_traceback(line: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m tenback {line} <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=DEADLINE, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_is_told_in_one_line() -> None:
    command = f"{shlex.quote(sys.executable)} -m tenback deal > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=DEADLINE, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)


def test_help_loads_nothing_heavy() -> None:
    """Ask for all help in one process: the first command that loads something is named."""
    code = (
        "import sys\nfrom tenback.cli.app import run\n"
        "packages = {'tenback.arena', 'tenback.fastsim', 'tenback.solver'}\n"
        "heavy = {'numpy', 'numba', 'matplotlib', 'ray', *packages}\n"
        f"for command in {COMMANDS!r}:\n"
        "    run([command, '--help'])\n"
        "    if found := heavy & set(sys.modules):\n"
        "        sys.exit(f'{command}: {found}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
