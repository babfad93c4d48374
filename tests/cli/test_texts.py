"""Every text exists in every language: a static check over the source, and what people read."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path

import pytest

import tenback
from tenback.cli.drawing import ENDINGS, PILE_WIDTH
from tenback.cli.texts import Texts, language_of
from tenback.languages import LANGUAGES, SOURCE, table
from tenback.notation import (
    BadRecord,
    from_files,
    read_edition,
    read_layout,
    read_move,
    read_position,
    read_record,
)
from tenback.notation.errors import NotationCode
from tenback.notation.json_form import KINDS, read_json, record_from_json
from tenback.rules import Command, Ending, TenbackError, Word
from tenback.rules.errors import BadInput, Reason
from tests.error_codes import error_codes
from tests.languages import badly_formed, gaps

PACKAGE = Path(tenback.__file__).parent

TRANSLATORS = ("texts", "_texts")
"""What an instance of `Texts` is called where it is used."""

BY_VALUE = {
    "command.value": Command,
    "signal.word.value": Word,
    "word.value": Word,
}
"""Texts that are values of an enum."""

LOOKED_AT_ELSEWHERE = {
    "MEANINGS[command]",
    "OnlineCode.NOT_TENBACK.message",
    "bot.description.template",
    "code.message",
    "error.code.message",
    "reason.template",
}
"""What one module hands on from another, where it is looked at."""

RUNNING_BUT_SAID_TO_BE_OVER = """\
tenback: 1
start: classic 97,1,100,100 98.99 50 0
outcome: stuck, lost, 3 left
"""
RUNNING_BUT_SAID_TO_BE_WON = """\
{"tenback": 1, "start": "classic 97,1,100,100 98.99 50 0", "players": ["Anna"], "events": [],
 "outcome": {"ending": "all-laid", "won": true, "winner": null, "left": 0}}
"""


class Module:
    """One module of the source, asked for the texts that it hands to a translator.

    A translator is `Texts`, `Reason`, or a function of the module with a parameter `template`.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(PACKAGE).as_posix()
        self._path = path

    @cached_property
    def _tree(self) -> ast.Module:
        return ast.parse(self._path.read_text(encoding="utf-8"))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {"Reason": 0, **dict.fromkeys(TRANSLATORS, 0), **self._own_translators()}

    def templates(self) -> set[str]:
        """Return the texts that can be read off the source, constants and loops included."""
        found = set(self._constants("_ARE"))
        for argument in self._arguments():
            found |= set(self._strings(argument))
        return found

    def riddles(self) -> set[str]:
        """Return the arguments of translators whose text cannot be read off the source."""
        return {
            ast.unparse(argument)
            for argument in self._arguments()
            if not any(self._strings(argument)) and not self._is_handed_on(argument)
        }

    def _own_translators(self) -> dict[str, int]:
        """Return the functions with a parameter `template`, and its place in a call."""
        places = {}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.FunctionDef):
                names = [a.arg for a in node.args.args if a.arg != "self"]
                if "template" in names and not node.name.startswith("__"):
                    places[node.name] = names.index("template")
        return places

    def _arguments(self) -> Iterator[ast.expr]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call) and (name := _called(node)) in self._places:
                yield from node.args[self._places[name] :][:1]

    def _strings(self, node: ast.expr) -> Iterator[str]:
        """Yield the texts that an expression can be, as far as the module itself says so."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Tuple(elts=parts) | ast.BoolOp(values=parts) | ast.Dict(values=parts):
                for part in parts:
                    yield from self._strings(part)
            case ast.IfExp(body=yes, orelse=no):
                yield from self._strings(yes)
                yield from self._strings(no)
            case ast.Subscript(value=table):
                yield from self._strings(table)
            case ast.Name(id=name):
                for value in self._values_of(name):
                    yield from self._strings(value)
            case ast.Attribute() if enum := BY_VALUE.get(ast.unparse(node)):
                yield from (member.value for member in enum)

    def _values_of(self, name: str) -> Iterator[ast.expr]:
        """Yield what the module binds a name to; of a loop over a dict's items, the keys."""
        for node in ast.walk(self._tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=bound)], value=value) if bound == name:
                    yield value
                case ast.AnnAssign(target=ast.Name(id=bound), value=ast.expr() as value):
                    if bound == name:
                        yield value
                case ast.For(target=ast.Name(id=bound), iter=value) if bound == name:
                    yield value
                case ast.For(
                    target=ast.Tuple(elts=[ast.Name(id=bound), _]),
                    iter=ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="items")),
                ) if bound == name:
                    for found in self._values_of(table):
                        if isinstance(found, ast.Dict):
                            yield from (key for key in found.keys if key is not None)

    def _constants(self, suffix: str) -> Iterator[str]:
        for node in self._tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.endswith(suffix):
                    yield from self._strings(value)

    def _is_handed_on(self, node: ast.expr) -> bool:
        """Return whether the text is a parameter, so that the callers are the ones to look at."""
        return any(isinstance(part, ast.Name) and part.id == "template" for part in ast.walk(node))


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


MODULES = [Module(path) for path in sorted(PACKAGE.rglob("*.py"))]
MESSAGES = {code.message for code in error_codes()}
TRANSLATIONS = [code for code in LANGUAGES if code != SOURCE]
in_every_language = pytest.mark.parametrize("language", TRANSLATIONS)


@cache
def in_code() -> set[str]:
    """Return every text of the source. That takes seconds, so not where tests are collected."""
    return {*MESSAGES, *KINDS.values()}.union(*(module.templates() for module in MODULES))


def catalog(language: str) -> list[tuple[str, str]]:
    return [(entry[SOURCE], entry[language]) for entry in table(language, "cli")["text"]]


def same(language: str) -> list[str]:
    """Return the texts that need no translation."""
    return list(table(language, "cli")["same"])


def shape(text: str) -> tuple[bool, list[int]]:
    return text == text.strip(), [text.count(mark) for mark in ("\b\n", "\n\n", " tenback ")]


def in_german(error: TenbackError) -> str:
    return Texts("de").error(error)


def complaint(make: Callable[[], object]) -> TenbackError:
    with pytest.raises(TenbackError) as caught:
        make()
    return caught.value


def test_the_source_hands_only_texts_to_a_translator_that_can_be_read_off_it() -> None:
    riddles = set().union(*(module.riddles() for module in MODULES))
    assert riddles == LOOKED_AT_ELSEWHERE


@in_every_language
def test_every_text_has_a_translation(language: str) -> None:
    assert in_code() - {english for english, _ in catalog(language)} - set(same(language)) == set()


@in_every_language
def test_no_translation_is_unused(language: str) -> None:
    assert {*(english for english, _ in catalog(language)), *same(language)} - in_code() == set()


@in_every_language
def test_no_text_is_translated_twice(language: str) -> None:
    times = Counter([*(english for english, _ in catalog(language)), *same(language)])
    assert [english for english, count in times.items() if count > 1] == []


@in_every_language
def test_placeholders_and_plural_forms_are_right(language: str) -> None:
    for english, translated in catalog(language):
        assert gaps(translated) == gaps(english), english
        assert badly_formed(translated, language) == [], english
        assert badly_formed(english, SOURCE) == []


@in_every_language
def test_paragraphs_and_outer_blanks_are_those_of_the_english(language: str) -> None:
    assert [pair for pair in catalog(language) if shape(pair[0]) != shape(pair[1])] == []


@in_every_language
def test_what_is_not_translated_is_listed_as_the_same(language: str) -> None:
    assert [english for english, translated in catalog(language) if english == translated] == []


def test_every_ending_has_words() -> None:
    assert set(ENDINGS) == set(Ending)


@pytest.mark.parametrize("command", Command)
def test_the_name_of_a_command_fits_on_a_pile_in_every_language(command: Command) -> None:
    border_and_padding = 4
    for language in LANGUAGES:
        assert len(Texts(language)(command.value)) <= PILE_WIDTH - border_and_padding


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letter_that_is_offered_for_yes_is_taken(language: str) -> None:
    texts = Texts(language)
    letter = texts("[y/N]")[1]
    assert all(map(texts.is_yes, (letter, letter.upper(), "y", f" {letter}es")))
    assert not any(map(texts.is_yes, ("", "n", "N", "?")))


def test_english_needs_no_catalogue() -> None:
    assert Texts(SOURCE)("seat {seat}", seat=3) == "seat 3"


def test_german_fills_in_the_same_details() -> None:
    assert Texts("de")("seat {seat}", seat=3) == "Platz 3"


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ("", {}, "en"),
        ("deal", {"LANG": "C"}, "en"),
        ("deal", {"LANG": "en_US.UTF-8"}, "en"),
        ("deal", {"LANG": "de_DE.UTF-8"}, "de"),
        ("deal", {"LC_MESSAGES": "de_AT", "LANG": "en_US"}, "de"),
        ("deal", {"LC_ALL": "en_US", "LC_MESSAGES": "de_AT", "LANG": "de_DE"}, "en"),
        ("deal", {"LC_ALL": "", "LANG": "de_DE"}, "de"),
        ("deal", {"TENBACK_LANG": "de", "LC_ALL": "en_US"}, "de"),
        ("deal", {"TENBACK_LANG": "en", "LC_ALL": "de_DE"}, "en"),
        ("--lang de deal", {}, "de"),
        ("--lang=de deal", {"LANG": "en_US"}, "de"),
        ("--lang DE deal", {}, "de"),
        ("--lang en deal", {"TENBACK_LANG": "de"}, "en"),
        ("--lang", {}, "en"),
    ],
)
def test_language_is_that_of_the_line_and_else_of_the_environment(
    arguments: str, environment: dict[str, str], language: str
) -> None:
    assert language_of(arguments.split(), environment) == language


@pytest.mark.parametrize(
    ("make", "german"),
    [
        (
            lambda: read_position("classic 98,1,100,100 99 - 7"),
            "das Feld turn '7' ist nicht lesbar: '7' ist kein Platz von 0 bis 0",
        ),
        (
            lambda: read_position("classic 99,1,100,100 99 - 0"),
            (
                "das Feld tops '99,1,100,100' ist unmöglich: "
                "die 99 ist noch auf einer Hand oder in einem Zugstapel"
            ),
        ),
        (
            lambda: read_move("23>x1"),
            (
                "'23>x1' ist keine Aktion: "
                "'x1' ist kein Stapel: die Stapel heißen u1, u2, d1, d2, gu, gd, su, sd"
            ),
        ),
        (
            lambda: read_move("hop"),
            (
                "'hop' ist keine Aktion: "
                "Aktionen sind 23>u1, end, back, begin 0, name 0, say keep u1, resign"
            ),
        ),
        (
            lambda: read_layout("stop = [5]", name="mine"),
            "das ist kein gültiges Layout: stop braucht eine Liste mit 4 Zahlen",
        ),
        (lambda: read_json("[]"), "das ist nicht das erwartete JSON: es ist kein Objekt"),
        (
            lambda: from_files("/nowhere.toml"),
            "'/nowhere.toml' ist nicht lesbar: diese Datei gibt es nicht",
        ),
    ],
)
def test_an_error_with_a_reason_in_it_is_all_german(
    make: Callable[[], object], german: str
) -> None:
    assert in_german(complaint(make)) == german


def test_an_error_within_an_error_is_all_german() -> None:
    inner = BadInput(
        NotationCode.BAD_MOVE, text="x", reason=Reason("{digits} is not a number", digits="'x'")
    )
    outer = BadInput(NotationCode.BAD_RECORD, text="turn 1", reason=inner)
    assert in_german(outer) == "'turn 1' ist nicht lesbar: 'x' ist keine Aktion: 'x' ist keine Zahl"


def test_a_reason_within_a_reason_is_all_german() -> None:
    inner = Reason("{digits} is not a number", digits="'x'")
    error = BadInput(NotationCode.BAD_JSON, reason=Reason("not TOML, {error}", error=inner))
    assert in_german(error) == "das ist nicht das erwartete JSON: kein TOML, 'x' ist keine Zahl"


@pytest.mark.parametrize(
    ("make", "english"),
    [
        (lambda: record_from_json('{"tenback": 1, "start": 5}'), "a string"),
        (lambda: read_edition("face-to-face+min3"), "none"),
        (lambda: first_complaint(RUNNING_BUT_SAID_TO_BE_OVER), "an unfinished game"),
        (lambda: record_from_json(RUNNING_BUT_SAID_TO_BE_WON), "no outcome"),
    ],
)
def test_no_english_word_is_left_in_a_german_error(
    make: Callable[[], object], english: str
) -> None:
    error = complaint(make)
    assert english in str(error)
    assert english not in in_german(error)


def first_complaint(record: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(record)
    raise caught.value.complaints[0].error
