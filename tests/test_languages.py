"""A language is one complete folder, and nothing else knows which languages there are."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tenback
from tenback.languages import FOLDER, LANGUAGES, SOURCE, language, table
from tenback.languages.plurals import PluralRules
from tests.error_codes import codes_behind
from tests.languages import badly_formed, gaps, page_texts

SOURCES = Path(tenback.__file__).parent
WEB = SOURCES.parent.parent / "web" / "src"
PARTS = sorted(Path(str(path)).stem for path in (FOLDER / SOURCE / "page").iterdir())
SCRIPTS = sorted(path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte"))
MODULES = sorted(SOURCES.rglob("*.py"))
ONLY_HERE = {"languages/__init__.py", "core/languages.ts"}
"""Where the one language is named that all texts are written in first."""

ELSEWHERE = {
    # for whoever runs the server
    *("bad-database", "bad-backup", "no-such-person", "bad-setting", "cannot-listen"),
    *("bad-file", "cannot-write"),
    # for whoever writes records, positions and puzzles by hand, or makes up what the page sends
    *("bad-json", "bad-event", "bad-players", "record-differs", "not-fair"),
    *("bad-position", "impossible-position", "bad-seed", "bad-puzzle"),
    # for whoever computes
    *("bad-starter", "illegal-action", "bad-buffer", "bad-bot", "not-solvable"),
}
"""The error codes of the server and of what it uses that nobody meets who plays."""
PAGE_CODES = {"no-kit", "other-commitment"}
"""The error codes of the page itself."""

in_every_language = pytest.mark.parametrize("code", LANGUAGES)


def test_there_are_languages_and_the_source_is_one_of_them() -> None:
    assert len(LANGUAGES) > 1
    assert SOURCE in LANGUAGES


@in_every_language
def test_a_language_has_every_file(code: str) -> None:
    files = {path.name for path in (FOLDER / code).iterdir()}
    wanted = {"language.json", "names.json", "chat.toml", "previews.toml", "page"}
    assert files == (wanted if code == SOURCE else {*wanted, "cli.toml"})
    assert sorted(Path(path.name).stem for path in (FOLDER / code / "page").iterdir()) == PARTS


@in_every_language
@pytest.mark.parametrize("part", PARTS)
def test_the_page_says_the_same_in_every_language(code: str, part: str) -> None:
    assert_same(page_texts(SOURCE, part), page_texts(code, part), code)


@in_every_language
def test_previews_say_the_same_in_every_language(code: str) -> None:
    assert_same(table(SOURCE, "previews"), table(code, "previews"), code)


def test_every_refusal_that_a_player_can_meet_has_words_with_details_that_its_message_has() -> None:
    codes = codes_behind("server", "offline")
    texts = page_texts(SOURCE, "codes")
    told = {key.removeprefix("code."): text for key, text in texts.items()}
    assert {code.value for code in codes} - set(told) == ELSEWHERE
    assert set(told) - {code.value for code in codes} == PAGE_CODES
    for code in codes:
        if code not in ELSEWHERE:
            assert gaps(told[code]) <= gaps(code.message) - {"reason"}, code  # reasons are English


def assert_same(english: dict[str, str], translated: dict[str, str], code: str) -> None:
    assert list(translated) == list(english)
    for key, text in translated.items():
        assert gaps(text) == gaps(english[key]), key
        assert badly_formed(text, code) == [], key
        assert text.strip(), key


def test_no_key_of_the_page_stands_in_two_parts() -> None:
    by_key = [part for part in PARTS if part not in ("lessons", "rules")]  # these are read as parts
    keys = [key for part in by_key for key in page_texts(SOURCE, part)]
    assert len(keys) == len(set(keys))


@in_every_language
def test_names_for_guests_are_made_of_two_words(code: str) -> None:
    names = json.loads((FOLDER / code / "names.json").read_text(encoding="utf-8"))
    assert gaps(names["name"]) == {"how", "who"}
    for kind in names["kinds"]:
        assert set(kind) == {"how", "who"}
        assert all(len(words.split()) > 1 for words in kind.values())


@in_every_language
def test_a_language_tells_its_locale(code: str) -> None:
    assert language(code).locale.split("_")[0] == code


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ({"one": "n = 1"}, {0: "other", 1: "one", 2: "other"}),
        ({"one": "i = 0,1"}, {0: "one", 1: "one", 2: "other"}),
        (
            {"one": "n % 10 = 1 and n % 100 != 11", "few": "n % 10 = 2..4 and n % 100 != 12..14"},
            {1: "one", 11: "other", 21: "one", 22: "few", 12: "other", 25: "other"},
        ),
        ({}, {0: "other", 1: "other"}),
    ],
)
def test_plural_rules_are_those_of_cldr(rules: dict[str, str], counts: dict[int, str]) -> None:
    found = PluralRules(rules)
    assert {count: found.categories[found.place(count)] for count in counts} == counts


def test_what_is_no_plural_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a CLDR plural relation"):
        PluralRules({"one": "always"}).place(1)


# ---- nothing else knows which languages there are ----


def literals_of(path: Path) -> Iterator[str]:
    """Yield the quoted texts of a module or a script, except its documentation."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    else:
        for found in re.finditer(r"""["'`]([A-Za-z_-]{2,5})["'`]""", source):
            yield found[1]


def names_a_language(text: str) -> bool:
    codes = "|".join(LANGUAGES)
    return re.fullmatch(rf"(?:{codes})(?:[-_][A-Za-z]{{2}})?", text, re.IGNORECASE) is not None


def named_in(path: Path) -> list[str]:
    return [text for text in literals_of(path) if names_a_language(text)]


def test_no_code_names_a_language() -> None:
    assert {
        path.relative_to(root).as_posix(): named
        for root, paths in ((SOURCES, MODULES), (WEB, SCRIPTS))
        for path in paths
        if (named := named_in(path))
    } == {name: [SOURCE] for name in ONLY_HERE}


@pytest.mark.parametrize("source", ['language = "de"', 'LOCALES = {"de": "de_DE"}'])
def test_a_named_language_is_found(source: str, tmp_path: Path) -> None:
    for name in ("module.py", "script.ts"):
        (tmp_path / name).write_text(source, encoding="utf-8")
        assert named_in(tmp_path / name)


@in_every_language
def test_no_line_of_the_page_can_begin_with_a_mark(code: str) -> None:
    texts = [text for part in PARTS for text in page_texts(code, part).values()]
    assert [text for text in texts if re.search(r"\S [:;!?»]|« ", text)] == []
