"""What the guard knows about each language, read from the language folders at startup."""

import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, NamedTuple

from tenback import languages
from tenback.server.chat_filter.characters import fold, squeeze

OTHER = files("tenback.server.chat_filter") / "other_languages.toml"


class Language(NamedTuple):
    """A language's words that name a number, and those that only look like one."""

    numbers: frozenset[str]
    cardinals: frozenset[str]
    compounds: frozenset[str]
    fillers: frozenset[str]
    connectors: frozenset[str]
    inner: frozenset[str]
    near: frozenset[str]
    misspelled: frozenset[str]
    glue: frozenset[str]
    ordinary: frozenset[str]
    idioms: tuple[str, ...]
    sums: tuple[str, ...]


def words(text: str) -> frozenset[str]:
    """Return the folded, lower-case words of a text."""
    return frozenset(fold(text).text.lower().split())


def spellings(stems: str, endings: str = "") -> Iterator[str]:
    """Yield every stem with each ending and without one, both plain and squeezed."""
    for stem in words(stems):
        for ending in ("", *endings.split()):
            yield stem + ending
            yield squeeze(stem + ending)


def read(source: dict[str, Any]) -> Language:
    """Return the language that a parsed `chat.toml` describes."""
    forms = (spellings(form["stems"], form.get("endings", "")) for form in source["forms"])
    near = words(source["near"])
    return Language(
        numbers=frozenset().union(*forms, near),
        cardinals=words(source["cardinals"]),
        compounds=frozenset(
            source["compound"].format(unit=unit, ten=ten)
            for unit in words(source["units"])
            for ten in words(source["tens"])
        ),
        fillers=frozenset(spellings(f"{source['fillers']} {source['connectors']}")),
        connectors=frozenset(spellings(source["connectors"])),
        inner=words(source["inner"]),
        near=near,
        misspelled=frozenset(source["misspelled"].split()),
        glue=words(source["glue"]),
        ordinary=words(source["ordinary"]),
        idioms=tuple(source["idioms"]),
        sums=tuple(source["sums"]),
    )


def other_languages() -> frozenset[str]:
    """Return the number words of all languages that have no folder."""
    source = tomllib.loads(OTHER.read_text(encoding="utf-8"))
    return frozenset(word for numbers in source.values() for word in numbers.split())


def union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the union of the sets."""
    return frozenset(word for words_of_one in sets for word in words_of_one)


LANGUAGES = tuple(read(languages.table(code, "chat")) for code in languages.LANGUAGES)
NUMBERS = union(language.numbers for language in LANGUAGES)
CARDINALS = union(language.cardinals for language in LANGUAGES)
COMPOUNDS = union(language.compounds for language in LANGUAGES)
FILLERS = union(language.fillers for language in LANGUAGES)
CONNECTORS = union(language.connectors for language in LANGUAGES)
NEAR = COMPOUNDS | union(language.near for language in LANGUAGES)
MISSPELLED = union(language.misspelled for language in LANGUAGES)
ORDINARY = union(language.ordinary for language in LANGUAGES)
INNER = union(language.inner for language in LANGUAGES)
FOREIGN = other_languages()
