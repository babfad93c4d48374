"""The commands `simulate` and `compare`."""

import json
import re
import shlex
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tenback.notation import read_record
from tests.arena.players import compile_all
from tests.cli.running import Done, Run, in_process_of_its_own, layout_file
from tests.cli.terminal import CODES, environment, interrupted

KEYS = [
    *("version", "edition", "options", "seats", "bots", "deals", "seed", "won", "rate", "interval"),
    *("left_mean", "left_histogram", "seconds", "deals_per_second"),
]
ROOT = Path(__file__).parent.parent.parent
SLOW = "tests.arena.players:Slow"
DEADLINE = 120
LOCAL_MODES = 3
"""Where they stand among the attributes of a terminal."""

PRINTING = """
from tenback.bots import Greedy

print("here I am")

class Talkative(Greedy):
    def __init__(self, *, seed):
        print("who are you?")
        super().__init__()

    def choose(self, view):
        print("let me think")
        return super().choose(view)
"""


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    compile_all()


def timeless(done: Done) -> dict[str, Any]:
    """Return the result of a line, but for the time it took."""
    assert done.code == 0
    return {key: value for key, value in done.json.items() if "second" not in key}


# simulate


def test_simulate_as_json_has_all_figures(run: Run) -> None:
    found = run("simulate", "--seats", "2", "--deals", "500", "--seed", "abc", "--json").json
    assert sorted(found) == sorted(KEYS)
    assert (found["edition"], found["options"], found["seats"]) == ("classic", [], 2)
    assert (found["bots"], found["deals"], found["seed"]) == (["greedy", "greedy"], 500, "ABC")
    assert sum(found["left_histogram"]) == 500
    assert found["left_histogram"][0] == found["won"]
    assert found["rate"] == found["won"] / 500
    assert found["interval"][0] < found["rate"] < found["interval"][1]
    total = sum(left * count for left, count in enumerate(found["left_histogram"]))
    assert found["left_mean"] == total / 500
    assert found["deals_per_second"] == 500 / found["seconds"]


def test_simulate_prints_figures_and_bars_within_80_columns(run: Run) -> None:
    done = run("simulate", "--seats", "2", "--deals", "5000", "--seed", "abc")
    assert (done.code, done.err) == (0, "")
    assert done.facts["deals"] == "5,000"
    assert done.facts["seed"] == "ABC"
    assert re.fullmatch(r"4\.\d\d % \(95 %: 4\.\d\d % to 5\.\d\d %\)", done.facts["rate"])
    assert re.search(r"^  1–9 █{44} +\d,\d\d\d +\d\d\.\d\d %$", done.out, re.MULTILINE)
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert len(done.out.splitlines()) <= 24


def test_numbers_are_german_when_asked_for(run: Run) -> None:
    line = ("--seats", "2", "--deals", "5000", "--seed", "abc", "--lang", "de")
    done = run("simulate", *line)
    assert done.facts["Spiele"] == "5.000"
    assert re.fullmatch(r"4,\d\d % \(95 %: 4,\d\d % bis 5,\d\d %\)", done.facts["Quote"])
    assert re.search(r"^  1–9 █{44} +\d\.\d\d\d +\d\d,\d\d %$", done.out, re.MULTILINE)
    assert re.fullmatch(r"im Mittel \d+,\d\d", done.facts["übrige Karten"])
    compared = run("compare", "greedy", "random", *line)
    assert re.match(r"[+-]\d+,\d\d \(", compared.facts["Unterschied der übrigen Karten"])
    assert not re.search(r"\d,\d{3}\b|\d\.\d\d\b", done.out + compared.out)


@pytest.mark.parametrize(("language", "fewer"), [("en", ()), ("de", ("--deals", "10"))])
@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_examples_in_the_help_work(
    run: Run, command: str, language: str, fewer: tuple[str, ...]
) -> None:
    """Once as they stand; in the other language they play fewer deals."""
    out = run("--lang", language, command, "--help").out
    examples = re.findall(rf"^ .*tenback ({command} .*)$", out, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        done = run("--lang", language, *shlex.split(example), *fewer)
        assert (done.code, done.err) == (0, "")
        assert all(len(line) <= 80 for line in done.out.splitlines())


@pytest.mark.parametrize(
    ("bot", "jobs"),
    [("greedy", "2"), ("greedy", "3"), ("random", "2"), ("tests.arena.players:chancy", "3")],
)
def test_the_same_seed_gives_the_same_result_for_any_jobs(run: Run, bot: str, jobs: str) -> None:
    deals = "20" if ":" in bot else "20000"
    line = ("simulate", "--seats", "3", "--bot", bot, "--deals", deals, "--seed", "7", "--json")
    assert timeless(run(*line, "--jobs", "1")) == timeless(run(*line, "--jobs", jobs))


def test_another_seed_gives_another_result_and_without_one_it_is_new(run: Run) -> None:
    results = [run("simulate", "--deals", "500", "--json").json for _ in range(2)]
    assert results[0]["seed"] != results[1]["seed"]
    assert results[0]["left_histogram"] != results[1]["left_histogram"]


@pytest.mark.parametrize(
    ("line", "edition", "options"),
    [
        ("--edition classic+min3", "classic", ["min3"]),
        ("--edition classic --options min3", "classic", ["min3"]),
        ("--edition classic+hand-1 --options min3", "classic", ["min3", "hand-1"]),
        ("--options min3+hand-1", "classic", ["min3", "hand-1"]),
        ("--options min3,hand-1", "classic", ["min3", "hand-1"]),
        ("--options min3 --options hand-1", "classic", ["min3", "hand-1"]),
        ("--edition extreme@shuffled --options min3", "extreme", ["min3"]),
        ("--options=", "classic", []),
    ],
)
def test_options_stand_with_the_edition_or_apart(
    run: Run, line: str, edition: str, options: list[str]
) -> None:
    found = run("simulate", *line.split(), "--deals", "10", "--json").json
    assert (found["edition"], found["options"]) == (edition, options)
    assert ("layout" in found) == (edition == "extreme")


def test_the_layout_of_extreme_is_told(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    for layout in ("standard", "shuffled", path):
        found = run("simulate", "--edition", f"extreme@{layout}", "--deals", "10", "--json").json
        assert found["layout"] == layout
        assert sorted(set(found) - set(KEYS)) == (["files"] if layout == path else []) + ["layout"]


def test_face_to_face_tells_the_wins_of_both(run: Run) -> None:
    bots = ("--bot", "random", "--bot", "greedy")
    line = ("simulate", "--edition", "face-to-face", *bots, "--seed", "BRAVE")
    found = run(*line, "--deals", "100", "--json").json
    assert found["wins"] == [{"bot": "random", "wins": 0}, {"bot": "greedy", "wins": 100}]
    assert (found["won"], found["rate"], found["seats"]) == (0, 0.0, 2)
    out = run(*line, "--deals", "100").out
    assert "won by seat 1, greedy: 100" in out


def test_a_bot_for_each_seat_says_how_many_seats_there_are(run: Run) -> None:
    line = [word for bot in ("greedy", "random", "greedy:5") for word in ("--bot", bot)]
    found = run("simulate", *line, "--deals", "10", "--json").json
    assert (found["seats"], found["bots"]) == (3, ["greedy", "random", "greedy:5"])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_of_ones_own_may_print_what_it_likes(run: Run, tmp_path: Path, jobs: str) -> None:
    (tmp_path / "talkative.py").write_text(PRINTING, encoding="utf-8")
    line = ("simulate", "--deals", "6", "--seed", "A", "--json", "--jobs", jobs)
    found = run(*line, "--bot", "talkative.py:Talkative").json
    assert found["left_histogram"] == run(*line).json["left_histogram"]
    assert found["bots"] == ["talkative.py:Talkative"]
    assert [*found["files"]] == ["talkative.py"]


def test_so_may_bots_that_are_compared(run: Run, tmp_path: Path) -> None:
    (tmp_path / "talkative.py").write_text(PRINTING, encoding="utf-8")
    bot = "talkative.py:Talkative"
    assert run("compare", bot, "greedy", "--deals", "2", "--jobs", "1", "--json").json["deals"] == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_leaves_the_program_is_told(run: Run, jobs: str) -> None:
    line = ("simulate", "--seed", "A", "--jobs", jobs, "--bot", "tests.arena.players:Leaving")
    done = run(*line)
    assert (done.code, done.out) == (1, "")
    assert "SystemExit: 0 (players.py, line " in done.err


def test_records_can_be_replayed(run: Run, tmp_path: Path) -> None:
    line = ("simulate", "--seats", "2", "--deals", "100", "--seed", "A", "--records", "kept")
    assert run(*line, "--keep", "3,17,40-42").code == 0
    paths = sorted((tmp_path / "kept").iterdir())
    assert {path.name for path in paths} == {f"A-{n}.txt" for n in (3, 17, 40, 41, 42)}
    for path in paths:
        assert run("replay", str(path)).code == 0
        assert read_record(path.read_text(encoding="utf-8")).players == ("greedy", "greedy")


@pytest.mark.parametrize("name", ["left.png", "deeper/left.SVG"])
def test_plot_is_drawn(run: Run, tmp_path: Path, name: str) -> None:
    assert run("simulate", "--deals", "100", "--plot", name).code == 0
    assert (tmp_path / name).stat().st_size > 1000


def test_a_run_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    line = ("simulate", "--seats", "2", "--json")
    first = run(*line, "--deals", "1000", "--out", "run.json")
    second = run(*line, "--deals", "3000", "--out", "run.json")
    again = run(*line, "--deals", "2000", "--out", "run.json")
    seed = first.json["seed"]
    assert second.err == "run.json holds 1,000 deals: resuming\n"
    assert again.err == "run.json already holds 3,000 deals\n"
    assert timeless(second) == timeless(again)
    assert timeless(second) == timeless(run(*line, "--deals", "3000", "--seed", seed))
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8")) == second.json
    assert second.json["seconds"] > first.json["seconds"]


def test_the_result_of_another_run_is_refused(run: Run) -> None:
    run("simulate", "--deals", "100", "--out", "run.json")
    done = run("simulate", "--deals", "200", "--out", "run.json", "--bot", "random")
    assert (done.code, done.out) == (1, "")
    assert """its bots is ["greedy"], not ["random"]""" in done.err


def test_a_result_that_took_longer_than_the_world_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    line = ("simulate", "--deals", "200", "--out", "run.json")
    run("simulate", "--deals", "100", "--out", "run.json")
    kept = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    text = json.dumps(kept | {"seconds": 1e300})
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    assert run(*line, "--json").json["deals"] == 200


def test_records_are_kept_of_deals_that_are_known_already(run: Run, tmp_path: Path) -> None:
    line = ("simulate", "--seed", "A", "--deals", "50", "--out", "run.json")
    run(*line)
    assert run(*line, "--records", "kept", "--keep", "3,40-41").code == 0
    assert len([*(tmp_path / "kept").iterdir()]) == 3


def test_a_bad_seed_in_a_result_is_complained_about_by_its_name(run: Run) -> None:
    Path("run.json").write_text('{"seed": "no!"}', encoding="utf-8")
    done = run("simulate", "--out", "run.json")
    assert done.code == 1
    assert done.err.startswith("tenback: 'run.json' cannot be resumed: 'no!' is not a valid seed")


@pytest.mark.parametrize("content", ["{}", "[]", '{"seed": 5}', "hello"])
def test_a_file_that_is_no_result_is_refused_by_its_name(run: Run, content: str) -> None:
    Path("run.json").write_text(content, encoding="utf-8")
    done = run("simulate", "--out", "run.json")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(
        "tenback: 'run.json' cannot be resumed: this is not the expected JSON"
    )
    assert Path("run.json").read_text(encoding="utf-8") == content


# compare


def test_compare_prints_the_difference_on_the_same_deals(run: Run) -> None:
    line = ("compare", "greedy", "random", "--seats", "2", "--deals", "2000", "--seed", "A")
    found = run(*line, "--json").json
    assert found["bots"] == ["greedy", "random"]
    assert found["a"]["won"] == found["both_won"] + found["only_a"]
    assert found["both_won"] + found["only_a"] + found["only_b"] + found["neither"] == 2000
    assert found["difference"] == pytest.approx(found["a"]["rate"] - found["b"]["rate"])
    assert found["left_difference"] == pytest.approx(
        found["a"]["left_mean"] - found["b"]["left_mean"]
    )
    alone = run(*("simulate", "--seats", "2", "--deals", "2000", "--seed", "A", "--json")).json
    assert found["a"]["left_histogram"] == alone["left_histogram"]
    facts = run(*line).facts
    assert re.fullmatch(
        r"\+5\.\d\d % \(95 %: \+4\.\d\d % to \+6\.\d\d %\)", facts["difference in rates"]
    )
    assert facts["only greedy"] == str(found["only_a"])


def test_compare_lets_two_bots_meet_four_times_on_every_deal(run: Run) -> None:
    line = ("compare", "greedy", "greedy:30", "--edition", "face-to-face", "--deals", "200")
    found = run(*line, "--seed", "A", "--json").json
    assert sum(found["wins_per_deal"]) == 200
    assert [*found["wins"]] == ["gold-first", "gold-second", "silver-first", "silver-second"]
    assert found["won"] == sum(found["wins"].values())
    assert found["rate"] == found["won"] / 800
    facts = run(*line, "--seed", "A").facts
    assert facts["duels"] == "800"
    assert facts["as gold"].endswith(" of 400")


@pytest.mark.parametrize("edition", ["classic", "face-to-face"])
def test_a_comparison_is_the_same_for_any_jobs_and_gone_on_with(run: Run, edition: str) -> None:
    line = ("compare", "greedy", "random", "--edition", edition, "--seed", "A", "--json")
    whole = timeless(run(*line, "--deals", "9000", "--jobs", "1"))
    assert whole == timeless(run(*line, "--deals", "9000", "--jobs", "2"))
    run(*line, "--deals", "4000", "--out", "run.json")
    assert whole == timeless(run(*line, "--deals", "9000", "--out", "run.json"))


# what is wrong with a line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("simulate --bot gredy", "there is no bot 'gredy': use one of random, greedy"),
        ("simulate --bot nowhere.py:Mine", "'nowhere.py' cannot be read: there is no such file"),
        ("simulate --bot os:Mine", "'os:Mine' is not a bot: it has no Mine, only"),
        ("simulate --bot os:getcwd", "'os:getcwd' is not a bot: calling it with a seed fails"),
        ("simulate --bot greedy --bot random --seats 3", "bots given: 2, seats: 3"),
        ("simulate --edition face-to-face --seats 3", "face-to-face takes 2 players, not 3"),
        ("simulate --edition chess", "there is no edition 'chess'"),
        ("simulate --options min4", "classic has no option 'min4': it has min3, hand-1"),
        ("simulate --options min3+", "classic has no option ''"),
        ("simulate --options classic", "classic has no option 'classic'"),
        ("simulate --options min3,min3", "classic has no option 'min3'"),
        ("simulate --edition classic+min3 --options min3", "classic has no option 'min3'"),
        ("simulate --edition extreme --options min3@shuffled", "extreme has no option 'min3@shu"),
        ("simulate --edition face-to-face --options @x", "has no option '@x': it has none"),
        ("simulate --edition classic@shuffled", "classic has no option '@shuffled'"),
        ("simulate --edition extreme@no.toml", "'no.toml' cannot be read"),
        ("simulate --seed no!", "'NO!' is not a valid seed"),
        (
            "simulate --plot plot.jpg",
            "'plot.jpg' cannot be written: a plot must be a .png or .svg file",
        ),
        ("simulate --plot /dev/null/plot.png", "'/dev/null' cannot be written"),
        ("simulate --out /dev/null/out.json", "cannot be written"),
        ("simulate --records /dev/null/records", "cannot be written"),
        ("simulate --records kept --keep some", "'some' is not a valid --keep value"),
        ("simulate --cluster nowhere", "an address is host:port, auto or local"),
        ("simulate --cluster 127.0.0.1:1", "the cluster '127.0.0.1:1' cannot be used: nothing"),
        ("compare greedy gredy", "there is no bot 'gredy'"),
        ("compare greedy random --edition face-to-face --seats 3", "takes 2 players, not 3"),
    ],
)
def test_wrong_input_is_refused_in_one_clear_line(run: Run, line: str, message: str) -> None:
    done = run(*shlex.split(line))
    done.assert_refused(message)
    assert list(Path.cwd().glob("*")) in ([], [Path.cwd() / "kept"])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("simulate --deals 0", "'0' is not a number from 1 to 999999999"),
        ("simulate --deals 1e6", "'1e6' is not a number from 1 to 999999999"),
        ("simulate --deals 1000000000", "'1000000000' is not a number"),
        ("simulate --jobs 0", "'0' is not a number from 1 to 1024"),
        ("simulate --jobs 2 --cluster auto", "either --jobs or --cluster, not both"),
        ("simulate --keep won", "--keep needs --records"),
        (
            "simulate --deals 10 --records r --keep 9-10",
            "there is no deal 10: the deals are 0 to 9",
        ),
        ("simulate greedy", "unexpected argument: greedy"),
        ("compare greedy", "B is missing"),
        ("compare greedy random greedy", "unexpected argument: greedy"),
    ],
)
def test_wrong_line_is_answered_with_what_is_wrong_and_a_hint(
    run: Run, line: str, message: str
) -> None:
    done = run(*shlex.split(line))
    assert (done.code, done.out) == (2, "")
    wrong, hint = done.err.splitlines()
    assert message in wrong
    assert hint.startswith("Try 'tenback ")


def test_errors_are_german_when_asked_for(run: Run) -> None:
    done = run("--lang", "de", "simulate", "--bot", "tests.arena.players:Impatient")
    assert "wollte in Spiel 0 auf Platz 0 'end': in diesem Zug müssen mindestens 2" in done.err
    assert "; Stellung classic " in done.err


def test_a_bot_that_fails_ends_the_run_with_what_was_played(run: Run, tmp_path: Path) -> None:
    line = (
        "simulate",
        "--seats",
        "2",
        "--seed",
        "ABC",
        "--bot",
        "tests.arena.players:RaisingInTheEnd",
    )
    done = run(*line, "--out", "run.json", "--jobs", "1")
    assert done.code == 1
    assert int(done.facts["deals"]) > 0
    assert "LookupError: where was I? (players.py, line " in done.err
    kept = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert kept["deals"] == int(done.facts["deals"])
    assert run(*line, "--json").json["error"]["code"] == "bot-failed"


# as processes of their own


def test_a_line_that_is_no_terminal_shows_no_bar() -> None:
    done = in_process_of_its_own("simulate", "--deals", "100")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_plot_is_there_even_if_nobody_reads_the_result(tmp_path: Path) -> None:
    line = f"{sys.executable} -m tenback simulate --deals 100 --plot {tmp_path}/plot.svg | true"
    subprocess.run(line, shell=True, check=True, cwd=ROOT)
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("bot", "jobs"), [("greedy", "1"), ("greedy", "2"), (SLOW, "1"), (SLOW, "2")]
)
def test_ctrl_c_prints_what_is_there(run: Run, tmp_path: Path, bot: str, jobs: str) -> None:
    line = ["simulate", "--seats", "2", "--bot", bot, "--jobs", jobs, "--seed", "ABC"]
    line += ["--deals", "999999999", "--out", str(tmp_path / "run.json")]
    sign = r"[1-9][0-9,]*/999,999,999 \d+\.\d+ % \(95 %"
    printed = interrupted(ROOT, line, sign, home=tmp_path, deadline=DEADLINE)
    deals = re.search(r"deals: ([0-9,]+)\r\n", printed)
    assert deals is not None
    kept = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert kept["deals"] == int(deals[1].replace(",", "")) > 0
    if kept["deals"] < 1_000_000:
        once_more = run(*line, "--deals", str(kept["deals"]), "--json")
        assert timeless(once_more)["left_histogram"] == kept["left_histogram"]


@pytest.mark.parametrize(("bot", "jobs"), [("greedy", "2"), (SLOW, "2")])
def test_ctrl_c_pressed_again_and_again_ends_quietly(tmp_path: Path, bot: str, jobs: str) -> None:
    line = ["simulate", "--seats", "2", "--bot", bot, "--jobs", jobs, "--deals", "999999999"]
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "tenback", *line],
        cwd=str(ROOT),
        env=environment(tmp_path),
        encoding="utf-8",
        timeout=DEADLINE,
        dimensions=(24, 80),
    )
    mode = termios.tcgetattr(child.child_fd)
    mode[LOCAL_MODES] |= termios.NOFLSH  # else Ctrl-C makes it forget what nobody has read yet
    termios.tcsetattr(child.child_fd, termios.TCSANOW, mode)
    child.expect(r"[1-9][0-9,]*/999,999,999 \d+\.\d+ % \(95 %")
    while child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.02):
        child.sendcontrol("c")
    child.close()
    printed = CODES.sub("", child.before or "")
    assert "Traceback" not in printed
    assert "deals: " in printed
    assert child.exitstatus == 130


def test_workers_do_not_outlive_a_killed_run(tmp_path: Path) -> None:
    line = ["--bot", "tests.arena.players:Sleeping", "--jobs", "2", "--deals", "9"]
    running = subprocess.Popen([sys.executable, "-m", "tenback", "simulate", *line], cwd=ROOT)
    listed = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    try:  # until there are two workers, and the tracker of their resources
        wait_until(lambda: len(listed.read_text().split()) == 3)
        children = [int(pid) for pid in listed.read_text().split()]
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait(DEADLINE)
    wait_until(lambda: not any(map(is_alive, children)))


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
