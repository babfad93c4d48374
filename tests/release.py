"""`make release` builds a release into dist/ and tries it.

The wheel is built from the sdist, so both are complete. Both pass `twine check`. The wheel is
installed into a new environment without extras, and a whole game is played there. In another one,
with the extra `envs`, the examples of docs/environments.md run.
"""

import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import tenback
from tenback.notation import read_record
from tests.cli.playing import play_to_the_end
from tests.cli.terminal import Terminal

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
ENVIRONMENTS = ROOT / "docs" / "environments.md"
NEEDED = ("tenback/server/page/index.html", "tenback/server/docs/index.html")
"""Files that git ignores, but a wheel must have."""


def main() -> int:
    """Build, check and try a release; return the exit code."""
    rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT))
    files = sorted(map(str, DIST.iterdir()))
    run(sys.executable, "-m", "twine", "check", "--strict", *files)
    (wheel,) = DIST.glob("*.whl")
    missing = {*NEEDED} - {*ZipFile(wheel).namelist()}
    if missing:
        return complain(f"{wheel.name} lacks {', '.join(sorted(missing))}")
    with TemporaryDirectory() as folder:
        told = [*try_out(wheel, Path(folder)), *try_environments(wheel, Path(folder))]
    print("\n".join([*files, *told]))
    return 0


def try_out(wheel: Path, folder: Path) -> Iterator[str]:
    """Install a wheel into an empty environment and play a game there; yield what worked."""
    program = installed(str(wheel), folder / "venv") / "tenback"
    version = run(str(program), "--version")
    assert version == f"tenback {tenback.__version__}\n", version
    record = folder / "game.txt"
    terminal = Terminal(
        folder,
        *("--seed", "ABC", "--record", str(record)),
        columns=100,
        language="en",
        tenback=[str(program)],
    )
    try:
        play_to_the_end(terminal, record)
        terminal.say("q")
        assert terminal.leave() == 0
    finally:
        terminal.close()
    run(str(program), "replay", str(record))
    outcome = read_record(record.read_text(encoding="utf-8")).outcome
    yield f"installed: {version.strip()}"
    yield f"played and replayed a game: {outcome}"


def try_environments(wheel: Path, folder: Path) -> Iterator[str]:
    """Install a wheel with the extra `envs` into an empty environment; run the page's examples."""
    python = installed(f"{wheel}[envs]", folder / "envs") / "python"
    run(str(python), "-m", "doctest", str(ENVIRONMENTS))
    yield f"ran the examples of {ENVIRONMENTS.name} with the extra envs"


def installed(requirement: str, folder: Path) -> Path:
    """Install what pip is asked for into a new environment; return the folder of its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    pip = (str(programs / "python"), "-m", "pip", "install", "--quiet")
    run(*pip, "--constraint", str(ROOT / "constraints.txt"), requirement)
    return programs


def run(*command: str) -> str:
    """Run a program; return its output, or exit with its error."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(complain(f"{' '.join(command)}\n{done.stdout}{done.stderr}"))
    return done.stdout


def complain(text: str) -> int:
    """Print what is wrong; return the exit code for it."""
    print(text, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
