"""Runs a server whose page is replaced while it runs, as by `make page`."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns

import tenback
from tests.server.serving import Serving

PACKAGE = Path(tenback.__file__).parent
HASHED = re.compile(r"[\w-]+-[\w-]{8}\.\w+|python-[0-9a-f]+\.zip")
"""Matches files whose names depend on their content."""
TEXTS = (".html", ".js", ".json", ".css")


class PageFolder:
    """The folder with a server's page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def renew(self) -> None:
        """Put a new version there, in which all files except Pyodide's have new names."""
        assets = self._folder / "assets"
        old = [path for path in assets.iterdir() if HASHED.fullmatch(path.name)]
        names = {path.name: _renamed(path.name) for path in old}
        for path in old:
            path.rename(assets / names[path.name])
        texts = [path for path in self._folder.rglob("*") if path.suffix in TEXTS]
        for path in texts:
            text = path.read_text(encoding="utf-8")
            text = re.sub(HASHED, lambda found: names.get(found[0], found[0]), text)
            text = re.sub("shell-[0-9a-f]{16}", "shell-2", text)
            if path.name == "index.html":
                text = text.replace("<head>", '<head><meta name="version" content="2">', 1)
            path.write_text(text, encoding="utf-8")
        (self._folder / "index.html").touch()  # last, because this is what the server watches


def _renamed(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}2.{ending}"


@contextmanager
def renewable_server(folder: Path) -> Iterator[tuple[Serving, PageFolder]]:
    """Yield a server that runs from links to the package, with a page folder of its own."""
    package = folder / "modules" / "tenback"
    package.mkdir(parents=True)
    for path in PACKAGE.iterdir():
        if path.name != "server":
            (package / path.name).symlink_to(path)
    (package / "server").mkdir()
    for path in (PACKAGE / "server").iterdir():
        if path.name != "page":
            (package / "server" / path.name).symlink_to(path)
    page = package / "server" / "page"
    copytree(PACKAGE / "server" / "page", page, ignore=ignore_patterns("*.br", "*.gz"))
    modules = str(package.parent)
    with Serving(folder / "tenback.sqlite", PYTHONPATH=modules) as server:
        yield server, PageFolder(page)
