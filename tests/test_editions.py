"""Editions describe themselves: no other code knows their names.

Outside `rules/editions` the tests look for names and titles of editions in texts of the code and
for the classes themselves; in the page, for names in quotes and titles. What only people read does
not count: docstrings, comments, and examples within a sentence.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenback.rules import EDITIONS

ROOT = Path(__file__).parent.parent
SOURCE, PAGE = ROOT / "src" / "tenback", ROOT / "web" / "src"
NAMES = "|".join(EDITIONS)
CLASSES = {kind.__name__ for kind in EDITIONS.values()}

A_NAME = re.compile(rf"({NAMES})(?![\w-])")
"""At the beginning of a text: `classic`, `extreme+min3`, and a position."""
A_LIST = re.compile(rf"({NAMES}),? ?(or |and )?({NAMES})(?![\w-])", re.IGNORECASE)
"""Within a text: `classic, extreme or face-to-face`."""
SOMEWHERE = re.compile(rf"(?<![\w-])({NAMES})(?![\w-])")
"""Anywhere in the reason of a refusal: `write extreme@shuffled`."""
A_TITLE = re.compile(rf"\b({'|'.join(kind.title for kind in EDITIONS.values())})\b")
"""Within a text: `it plays Classic only`."""
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
QUOTED = re.compile(rf"""(["'`/^(|])({NAMES})(?![\w-])""")


def modules() -> list[Path]:
    return [
        path
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.is_relative_to(SOURCE / "rules" / "editions")
        and path != SOURCE / "rules" / "__init__.py"
    ]


def scripts() -> list[Path]:
    found = [path for path in sorted(PAGE.rglob("*")) if path.suffix in (".ts", ".svelte")]
    return [path for path in found if path != PAGE / "editions.ts"]


def known_in(tree: ast.Module) -> Iterator[str]:
    """Yield what a module knows of editions."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                if A_NAME.match(text) or A_LIST.search(text) or A_TITLE.search(text):
                    yield text
            case ast.Call(func=ast.Name("Reason"), args=[ast.Constant(value=str(text)), *_]):
                if SOMEWHERE.search(text):
                    yield text
            case ast.Name(id=name) | ast.alias(name=name) if name in CLASSES:
                yield name


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_knows_an_edition_by_name(path: Path) -> None:
    found = list(known_in(ast.parse(path.read_text(encoding="utf-8"))))
    assert found == []


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.relative_to(PAGE).as_posix())
def test_no_script_of_the_page_knows_an_edition_by_name(path: Path) -> None:
    code = COMMENT.sub("", path.read_text(encoding="utf-8"))
    found = [match[0] for pattern in (QUOTED, A_TITLE) for match in pattern.finditer(code)]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'if edition == "classic": pass',
        'EDITIONS = ["extreme", "on-fire"]',
        'LETTERS = {"F": "face-to-face"}',
        'WHERE = "on-fire 1,1,100,100 2 3 0"',
        'HELP = "play classic, extreme or face-to-face"',
        'REASON = "it plays Classic only"',
        'Reason("write extreme@shuffled, without a key")',
        "isinstance(edition, Extreme)",
        "from tenback.rules import OnFire",
    ],
)
def test_knowledge_is_found(source: str) -> None:
    assert list(known_in(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        '"""Reads `classic+min3`."""',
        'EXAMPLE = "tenback play --edition extreme --seats 2"',
        'ADVERB = "classical"',
        "edition.is_duel",
    ],
)
def test_what_people_read_does_not_count(source: str) -> None:
    assert not list(known_in(ast.parse(source)))


def test_there_is_something_to_look_at() -> None:
    assert len(modules()) > 100
    assert len(scripts()) > 50
