"""What `pip install tenback` brings, without extras, into an environment of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pexpect
import pytest
from packaging.requirements import Requirement

from tenback.notation import read_record
from tenback.puzzles import shipped
from tests.cli.playing import play_to_the_end
from tests.cli.running import COMMANDS, DEADLINE, FAIR, LAST_CARD, MUST_LAY_TWO, Done
from tests.cli.terminal import Terminal, environment

ROOT = Path(__file__).parent.parent
CODE = "C1-4QX7M-0ZB2K-H"

PUZZLE = shipped().of("classic", 1)[0]

WITHOUT_EXTRAS = {
    "play": (),  # has a test of its own
    "deal": ("--seed", "ABC"),
    "layout": ("standard",),
    "legal": (LAST_CARD,),
    "apply": (MUST_LAY_TWO, "97>u1"),
    "perft": (MUST_LAY_TWO, "2"),
    "replay": ("friday.txt",),
    "verify": ("friday.txt",),
    "puzzle": (PUZZLE.id,),
    "referee": (),
    "conform": ("--games", "1", "tenback", "referee"),
}
ANSWERS = {"puzzle": " ".join(map(str, PUZZLE.lines[0].moves))}
"""What is typed at commands that ask."""
WITH_EXTRAS = {
    "serve": ("server",),
    "admin": ("server", "figures"),
    "analyse": ("lab", "friday.txt"),
    "puzzles": ("lab", "make", "mine.jsonl"),
    "simulate": ("lab", "--deals", "10"),
    "compare": ("lab", "greedy", "random"),
    "bots": ("lab",),
    "benchmark": ("lab", "greedy"),
    "bot": ("online", "http://127.0.0.1:9/t/4qx7m0zb2k", "greedy"),
    "solve": ("lab", CODE),
    "trace": ("lab", CODE),
    "train": ("training", "solo", "--out", "runs"),
}


RUN_ALL = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from tenback.cli import main

said = {}
for name, line in json.load(sys.stdin).items():
    out, err, code = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(line)
        except SystemExit as leaving:
            code = leaving.code
    said[name] = code, out.getvalue(), err.getvalue()
json.dump(said, sys.stdout)
"""
"""Runs the command lines on standard input one after the other."""


class Bare:
    """An environment with Tenback and what it needs, and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        venv.create(folder, symlinks=True)
        (self._packages,) = folder.glob("lib/python*/site-packages")

    @property
    def tenback(self) -> Path:
        """The program that pip has put there."""
        return self._folder / "bin" / "tenback"

    def install(self, wheel: Path) -> None:
        """Install a wheel and, from the environment of the tests, what it requires."""
        self.pip("install", "--no-index", "--no-deps", "--quiet", str(wheel))
        (metadata,) = self._packages.glob("tenback-*.dist-info")
        for needed in requirements(PathDistribution(metadata)):
            for file in needed.files or ():
                if ".." not in file.parts and file.suffix != ".pyc":
                    target = self._packages / file
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(str(file.locate()), target)
        self.pip("check")

    def pip(self, *arguments: str) -> None:
        """Run the tests' pip for this environment."""
        run(sys.executable, "-m", "pip", "--python", str(self._folder), *arguments)

    def modules(self) -> set[str]:
        """Return what can be imported from here."""
        return {path.name for path in self._packages.iterdir() if path.suffix != ".dist-info"}

    def __call__(
        self, *line: str, folder: Path, stdin: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.tenback, *line],
            cwd=folder,
            env={**environment(folder), "COLUMNS": "100", "TENBACK_LANG": "en", **variables},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )

    def run_all(self, lines: dict[str, list[str]], folder: Path, language: str) -> dict[str, Done]:
        """Run several command lines in one process; return what each of them says, by its name."""
        done = subprocess.run(
            [str(self._folder / "bin" / "python"), "-c", RUN_ALL],
            cwd=folder,
            env={**environment(folder), "COLUMNS": "100", "TENBACK_LANG": language},
            input=json.dumps(lines),
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return {name: Done(*said) for name, said in json.loads(done.stdout).items()}


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def requirements(package: Distribution) -> Iterator[Distribution]:
    """Yield all that a package needs without extras, and what that needs."""
    for line in package.requires or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            found = distribution(wanted.name)
            yield found
            yield from requirements(found)


@pytest.fixture(autouse=True)
def _no_way_to_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("PYTHON")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Bare:
    """Return Tenback alone: the wheel as pip builds it, the page included."""
    folder = tmp_path_factory.mktemp("install")
    build = ("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--quiet")
    run(sys.executable, "-m", "pip", *build, "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("tenback-*.whl")
    bare = Bare(folder / "venv")
    bare.install(wheel)
    return bare


@pytest.fixture(scope="module")
def explained(bare: Bare, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    """Return the help of the program and of every command."""
    lines = {command: [*command.split(), "--help"] for command in ("", *COMMANDS)}
    return bare.run_all(lines, tmp_path_factory.mktemp("help"), "en")


@pytest.fixture(scope="module")
def refused(bare: Bare, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Done]]:
    """Return what every command says whose part is missing, in two languages."""
    lines = {command: [command, *rest] for command, (_, *rest) in WITH_EXTRAS.items()}
    folder = tmp_path_factory.mktemp("extras")
    (folder / "friday.txt").write_text(FAIR, encoding="utf-8")
    return {language: bare.run_all(lines, folder, language) for language in ("en", "de")}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "friday.txt"
    path.write_text(FAIR, encoding="utf-8")
    return path


def test_every_command_is_known_here() -> None:
    assert {*WITHOUT_EXTRAS, *WITH_EXTRAS} == set(COMMANDS)


def test_nothing_heavy_comes_along(bare: Bare) -> None:
    heavy = {"litestar", "matplotlib", "msgspec", "numba", "numpy", "ray", "sqlalchemy", "torch"}
    assert not heavy & bare.modules()


def test_a_sitting_is_played_to_its_end(bare: Bare, tmp_path: Path) -> None:
    path = tmp_path / "sitting.txt"
    terminal = Terminal(
        tmp_path,
        *("--seed", "ABC", "--record", str(path)),
        columns=100,
        language="en",
        tenback=[str(bare.tenback)],
    )
    try:
        play_to_the_end(terminal, path)
        terminal.say("q")
        assert terminal.leave() == 0
    finally:
        terminal.close()
    assert read_record(path.read_text(encoding="utf-8")).outcome is not None


def test_the_full_screen_opens_and_is_left_clean(bare: Bare, tmp_path: Path) -> None:
    child: pexpect.spawn[str] = pexpect.spawn(
        str(bare.tenback),
        ["--lang", "en", "play", "--seed", "ABC", "--bot", "greedy"],
        cwd=str(tmp_path),
        env=environment(tmp_path),
        encoding="utf-8",
        timeout=DEADLINE,
        dimensions=(24, 80),
    )
    try:
        child.expect("Who begins")
        child.send("1")
        child.expect("lay 2 more")
        child.sendcontrol("c")
        child.expect(r"Saved\. Resume with: .* play --resume \S+")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
    finally:
        child.close(force=True)


def test_the_referee_judges(bare: Bare, tmp_path: Path) -> None:
    question = json.dumps({"position": LAST_CARD, "moves": ["99>u1"]})
    done = bare("referee", folder=tmp_path, stdin=f"{question}\nnonsense\n")
    assert (done.returncode, done.stderr) == (0, "")
    judged, refused = map(json.loads, done.stdout.splitlines())
    assert judged["outcome"]["won"] is True
    assert refused["error"]["code"] == "bad-json"


@pytest.mark.parametrize("command", [name for name in WITHOUT_EXTRAS if name != "play"])
@pytest.mark.usefixtures("record")
def test_a_command_that_needs_no_extra_runs(bare: Bare, tmp_path: Path, command: str) -> None:
    arguments = [
        str(bare.tenback) if word == "tenback" else word for word in WITHOUT_EXTRAS[command]
    ]
    done = bare(command, *arguments, folder=tmp_path, stdin=ANSWERS.get(command, ""))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself(explained: dict[str, Done], command: str) -> None:
    done = explained[command]
    assert (done.code, done.err) == (0, "")
    assert f"Usage: tenback {command}" in done.out


@pytest.mark.parametrize("command", WITH_EXTRAS)
def test_a_command_whose_part_is_missing_names_the_extra(
    refused: dict[str, dict[str, Done]], command: str
) -> None:
    extra, *_ = WITH_EXTRAS[command]
    install = re.escape(f"pip install 'tenback[{extra}]'")
    for language, sentence in (
        ("en", rf"{command}(?: figures| make)? needs \w+, which is not installed: {install}"),
        ("de", rf"{command}(?: figures| make)? braucht \w+, das ist nicht installiert: {install}"),
    ):
        done = refused[language][command]
        assert (done.code, done.out) == (1, "")
        assert re.fullmatch(f"tenback: {sentence}\n", done.err)


def test_programs_get_the_code_of_a_missing_part(bare: Bare, tmp_path: Path) -> None:
    done = bare("simulate", "--json", folder=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "missing-extra"
