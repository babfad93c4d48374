"""Finds the folders that keep compiled code. Needs no compiler."""

import os
import re
import shutil
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent
IMPORT = re.compile(r"^from tenback\.(\w+)[. ]", re.MULTILINE)
CACHES_KEPT = 4


@cache
def cache_folder(package: str) -> Path | None:
    """Return the folder for a package's compiled code; None if no folder can be written.

    Numba checks only a function's own file for changes. But code from other files is compiled into
    it, so a change in any of them must lead to another folder.
    """
    digest = sha256(version("numba").encode())
    for source in sources_of(package).values():
        digest.update(source)
    given = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(given) if given else user_cache_path("tenback") / "compiled"
    folder = parent / f"{package}-{digest.hexdigest()[:16]}"
    try:
        if not folder.exists():
            _forget_old(parent, package)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # just used: others are removed first
        with TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def sources_of(package: str) -> dict[Path, bytes]:
    """Return the source files of a package and of all our packages that it imports."""
    found: dict[Path, bytes] = {}
    wanted, seen = [package], {package}
    while wanted:
        for path in sorted((PACKAGE / wanted.pop()).rglob("*.py")):
            found[path] = path.read_bytes()
            below = set(IMPORT.findall(found[path].decode())) - seen
            wanted += sorted(below)
            seen |= below
    return found


def is_kept(module: str) -> bool:
    """Return whether compiled code of one of our modules is kept."""
    package, name = module.split(".")[1:]
    folder = cache_folder(package)
    return folder is not None and any(folder.rglob(f"{name}.*.nbi"))


def _forget_old(parent: Path, package: str) -> None:
    for old in sorted(parent.glob(f"{package}-*"), key=_age)[CACHES_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _age(path: Path) -> float:
    """Return a number that grows with the age of a folder."""
    try:
        return -path.stat().st_mtime
    except OSError:  # another process has just deleted it
        return float("inf")
