"""Puts all pages into one folder: those in `docs/`, those in the root, and the generated ones.

Pages are written for readers of the repository, so their links are paths in it. Links between pages
are adapted to the staged folder; any other file they link to is copied as text.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from shutil import copyfile, rmtree

from handbook.api import api_pages
from handbook.commands import commands_page
from handbook.routes import routes_page

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
ROOT_PAGES = ("ARCHITECTURE", "CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY")
PLAIN_FILES = ("*.png", "*.svg", "*.json")
FILES = "files"
PLAIN_TEXT = ".txt"
"""The suffix of downloads: the site is inside the package, where a .py would be our module."""
LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
"""Matches the target of a Markdown link and its fragment, except addresses of other sites."""
FENCE = re.compile(r"^(```+|~~~+).*?^\1[ ]*$", re.MULTILINE | re.DOTALL)


class BrokenLink(Exception):
    """A page links to a file that the repository does not have."""


def stage(folder: Path) -> None:
    """Write all pages into a folder; unchanged pages stay, so Sphinx does not read them again."""
    wanted = dict(pages())
    for name, text in wanted.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    linked = {name for text in wanted.values() for name in _linked(text)}
    files = {staged_name(name): ROOT / name for name in linked}
    for pattern in PLAIN_FILES:
        files |= {path.relative_to(DOCS).as_posix(): path for path in DOCS.rglob(pattern)}
    for name, source in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not source.is_file():
            raise BrokenLink(f"a page links to {source.relative_to(ROOT)}, which is not a file")
        copyfile(source, path)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).as_posix() not in {*wanted, *files}:
            path.unlink()
    for path in folder.iterdir():
        if path.is_dir() and not any(path.rglob("*.*")):
            rmtree(path)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the staged path and the text of every page."""
    for path in sorted(DOCS.rglob("*.md")):
        source = path.relative_to(ROOT).as_posix()
        yield staged_name(source), adapted(path.read_text(encoding="utf-8"), source)
    for name in ROOT_PAGES:
        source = f"{name}.md"
        yield staged_name(source), adapted((ROOT / source).read_text(encoding="utf-8"), source)
    yield "cli.md", commands_page()
    yield "rest.md", routes_page()
    yield from api_pages()


def staged_name(source: str) -> str:
    """Return the staged path of a file in the repository.

    >>> staged_name("docs/howto/add-a-bot.md"), staged_name("CODE_OF_CONDUCT.md")
    ('howto/add-a-bot.md', 'code-of-conduct.md')
    >>> staged_name("examples/bot.mjs"), staged_name("docs/pictures/table.png")
    ('files/examples/bot.mjs.txt', 'pictures/table.png')
    """
    path = PurePosixPath(source)
    if path.stem in ROOT_PAGES and path.suffix == ".md":
        return f"{path.stem.lower().replace('_', '-')}.md"
    if path.parts[0] == "docs":
        return path.relative_to("docs").as_posix()
    return f"{FILES}/{source}{PLAIN_TEXT}"


def adapted(text: str, source: str) -> str:
    r"""Return a page with its links adapted to the staged folder; code stays as it is.

    >>> adapted("[x](../ARCHITECTURE.md#a) [y](../../examples/ppo.py)", "docs/howto/bot.md")
    '[x](../architecture.md#a) [y](../files/examples/ppo.py.txt)'
    """
    here, staged = PurePosixPath(source).parent, PurePosixPath(staged_name(source)).parent

    def adapt(link: re.Match[str]) -> str:
        target = normpath((here / link[1]).as_posix())
        return relpath(staged_name(target), staged.as_posix()) + (link[2] or "")

    return "".join(
        part if is_code else LINK.sub(adapt, part) for is_code, part in _code_and_text(text)
    )


def _code_and_text(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the pieces of a page, each with a flag for code blocks."""
    end = 0
    for block in FENCE.finditer(text):
        yield False, text[end : block.start()]
        yield True, block[0]
        end = block.end()
    yield False, text[end:]


def _linked(text: str) -> Iterator[str]:
    """Yield the files of the repository that a staged page links to."""
    for _, part in _code_and_text(text):
        for link in LINK.finditer(part):
            _, is_file, name = link[1].partition(f"{FILES}/")
            if is_file:
                yield name.removesuffix(PLAIN_TEXT)
