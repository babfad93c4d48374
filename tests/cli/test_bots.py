"""The command `bots`."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tenback.arena.strength import SEED, STORED, read_results
from tenback.bots import BOTS
from tenback.bots.registry import BY_NAME
from tenback.cli.strength_report import FIRST_MARK, LAST_MARK, compact, markdown
from tenback.cli.texts import Texts
from tenback.languages import LANGUAGES
from tests.arena.players import compile_all
from tests.cli.running import Run
from tests.cli.terminal import interrupted

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "docs" / "bots.md"
MEASURE = ("bots", "--measure", "--into", "mine.json")
SLOW = "tests.arena.players:Slow"


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    compile_all()


def test_every_bot_has_a_description() -> None:
    assert all(str(BY_NAME[bot].description) for bot in BOTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_are_shown_with_what_they_win_within_80_columns(
    run: Run, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = run("--lang", language, "bots")
    assert (done.code, done.err) == (0, "")
    assert all(re.search(rf"^{bot} +\w", done.out, re.MULTILINE) for bot in BOTS)
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert "…" not in done.out
    figures = r" +(< )?\d+[.,]\d+( ±\d+[.,]\d+)?"
    assert re.search(rf"^  greedy({figures}){{5}}$", done.out, re.MULTILINE)
    assert re.search(rf"^  random +–({figures})+", done.out, re.MULTILINE)


def test_bots_are_shown_in_german_when_asked_for(run: Run) -> None:
    out = run("--lang", "de", "bots").out
    assert "gewonnen in %" in out
    assert not re.search(r"\d\.\d\b", out.partition("gemessen mit")[0])


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_that_is_known_of_one_bot_is_shown_within_80_columns(
    run: Run, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run("--lang", language, "bots", "greedy").out.replace(",", ".")
    assert not re.search("^random", out, re.MULTILINE)
    assert "…" not in out
    share = r"\d+\.\d{2,3} \(\d+\.\d{2,3}–\d+\.\d{2,3}\)"
    assert re.search(rf"^  greedy +5 +{share} +\d+\.\d\d +10\.000$", out, re.MULTILINE)
    assert re.search(rf"^  random +{share} +40\.000$", out, re.MULTILINE)
    assert re.search(r"^  greedy\+careful ", out, re.MULTILINE)


def test_a_mixed_team_can_be_asked_for(run: Run) -> None:
    out = run("bots", "greedy+careful").out
    assert "greedy+careful" in out
    assert "careful+greedy" not in out


def test_a_bot_of_which_nothing_is_known_is_told(run: Run) -> None:
    assert run("bots", "greedy:5").out == "\nnothing is measured yet\n"


def test_json_has_everything(run: Run) -> None:
    found = run("bots", "--json").json
    assert [bot["name"] for bot in found["bots"]] == [*BOTS]
    assert found["cells"] == json.loads(STORED.read_text(encoding="utf-8"))["cells"]
    assert run("--lang", "de", "bots", "--json").json == found
    one = run("bots", "greedy", "--json").json
    assert [bot["name"] for bot in one["bots"]] == ["greedy"]
    assert one["cells"] == [cell for cell in found["cells"] if "greedy" in cell["bots"]]


@pytest.mark.parametrize(
    ("rate", "interval", "text"),
    [
        (0.5, (0.45, 0.56), "50.0 ±6.0"),
        (0.0123, (0.0119, 0.0128), "1.23 ±0.05"),
        (0.00074, (0.0003, 0.0022), "0.07 ±0.15"),
        (0.00003, (0.00001, 0.00009), "< 0.01"),
        (0.00004, (0.00001, 0.00022), "< 0.03"),
        (0.0001, (0.00005, 0.0002), "0.01 ±0.01"),
        (0.99997, (0.99991, 0.99999), "> 99.99"),
        (0.99997, (0.99981, 0.99999), "> 99.98"),
        (0.9999, (0.9996, 1.0), "99.99 ±0.03"),
        (0.0, (0.0, 0.0004), "< 0.04"),
        (0.0, (0.0, 0.00004), "< 0.01"),
        (1.0, (0.9996, 1.0), "> 99.96"),
        (None, (0.0, 1.0), "–"),
    ],
)
def test_a_share_is_told_with_how_far_its_interval_reaches(
    rate: float | None, interval: tuple[float, float], text: str
) -> None:
    assert compact(Texts("en"), rate, interval) == text


@pytest.mark.parametrize("language", ["en", "de"])
def test_examples_in_the_help_work(run: Run, language: str) -> None:
    out = run("--lang", language, "bots", "--help").out
    examples = re.findall(r"^ .*tenback (bots(?: .*)?)$", out, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        done = run("--lang", language, *shlex.split(example))
        assert (done.code, done.err) == (0, "")


# measuring


def test_what_is_measured_is_kept_and_shown(run: Run) -> None:
    line = (*MEASURE, "--only", "classic,extreme+min3", "--bots", "greedy", "--deals", "200")
    done = run(*line)
    assert (done.code, done.err) == (0, "")
    assert "extreme+min3" in done.out
    found = json.loads(Path("mine.json").read_text(encoding="utf-8"))["cells"]
    assert len(found) == 10
    alone = ("simulate", "--seats", "3", "--deals", "200", "--seed", SEED, "--json")
    (cell,) = (c for c in found if (c["edition"], c["seats"]) == ("classic", 3))
    assert cell["left_histogram"] == run(*alone).json["left_histogram"]
    assert run(*line, "--json").json["cells"] == found


def test_seats_and_mixed_teams_can_be_chosen(run: Run) -> None:
    line = ("--only", "classic", "--bots", "random,greedy+random", "--seats", "2", "--deals", "9")
    cells = run(*MEASURE, *line, "--json").json["cells"]
    assert [cell["bots"] for cell in cells] == [["random", "random"], ["greedy", "random"]]


def test_duels_are_measured_four_times_a_deal(run: Run) -> None:
    line = ("--only", "face-to-face", "--bots", "random,greedy", "--deals", "5")
    (cell,) = run(*MEASURE, *line, "--json").json["cells"]
    assert cell["bots"] == ["greedy", "random"]
    assert sum(cell["wins_per_deal"]) == 5


def test_what_is_known_is_kept_gone_on_with_or_forgotten(run: Run) -> None:
    line = (*MEASURE, "--only", "classic", "--bots", "greedy", "--seats", "2")
    run(*line, "--deals", "300")
    kept = Path("mine.json").read_bytes()
    run(*line, "--deals", "200")
    assert Path("mine.json").read_bytes() == kept
    assert run(*line, "--deals", "400", "--json").json["cells"][0]["deals"] == 400
    assert run(*line, "--deals", "200", "--again", "--json").json["cells"][0]["deals"] == 200


def test_a_bot_that_fails_ends_it_with_what_was_measured(run: Run) -> None:
    bots = "greedy,tests.arena.players:Raising"
    line = (*MEASURE, "--only", "classic", "--seats", "1", "--deals", "3", "--bots", bots)
    done = run(*line, "--jobs", "1")
    assert done.code == 1
    assert "LookupError" in done.err
    assert [cell.bots for cell in read_results(Path("mine.json"))] == [("greedy",)]


def test_ctrl_c_keeps_what_was_measured(tmp_path: Path) -> None:
    into = tmp_path / "mine.json"
    line = ["--measure", "--bots", SLOW, "--only", "classic", "--jobs", "1", "--into", str(into)]
    sign = r"[1-9]\d*/50,000 classic 1 tests"
    printed = interrupted(ROOT, ["bots", *line], sign, home=tmp_path, deadline=60)
    assert "measured with tenback" in printed
    (result,) = read_results(into).values()
    assert result.tally.deals > 0


# documents


def test_the_tables_of_the_document_are_those_of_what_is_stored() -> None:
    """If not: `tenback bots --markdown docs/bots.md`."""
    _, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(FIRST_MARK)
    assert rest.partition(LAST_MARK)[0] == markdown(read_results())


def test_the_tables_of_a_document_are_renewed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(f"# Mine\n{FIRST_MARK}\nold\n{LAST_MARK}\nthe rest\n", encoding="utf-8")
    assert run("bots", "--markdown", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# Mine\n{FIRST_MARK}\n")
    assert text.endswith(f"{LAST_MARK}\nthe rest\n")
    assert "| classic | greedy |" in text
    assert "old" not in text


# what is wrong with a line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bots gredy", "there is no bot 'gredy'"),
        ("bots careful+gredy", "there is no bot 'gredy'"),
        ("bots --measure --bots greedy,gredy", "there is no bot 'gredy'"),
        ("bots --measure --only chess", "there is no edition 'chess'"),
        ("bots --measure --bots greedy --into /dev/null/x.json", "cannot be written"),
        ("bots --markdown nowhere.md", "'nowhere.md' cannot be read: there is no such file"),
    ],
)
def test_wrong_input_is_refused_in_one_clear_line(run: Run, line: str, message: str) -> None:
    run(*shlex.split(line)).assert_refused(message)


def test_a_document_without_marks_is_left_as_it_is(run: Run) -> None:
    Path("plain.md").write_text("# Plain\n", encoding="utf-8")
    run("bots", "--markdown", "plain.md").assert_refused("it needs the lines <!-- strength")
    assert Path("plain.md").read_text(encoding="utf-8") == "# Plain\n"


def test_a_file_that_holds_something_else_is_refused(run: Run) -> None:
    Path("mine.json").write_text("{}", encoding="utf-8")
    run(*MEASURE).assert_refused("'mine.json' cannot be resumed")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bots greedy random", "unexpected argument: random"),
        ("bots greedy --measure", "either NAME or --measure, not both"),
        ("bots --only classic", "--only needs --measure"),
        ("bots --again", "--again needs --measure"),
        ("bots --measure --deals 0", "'0' is not a number from 1"),
        (
            "bots --measure --markdown x.md",
            "--markdown cannot be combined with NAME, --measure or --json",
        ),
    ],
)
def test_wrong_line_is_answered_with_what_is_wrong_and_a_hint(
    run: Run, line: str, message: str
) -> None:
    done = run(*shlex.split(line))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Try 'tenback bots --help'." in done.err
