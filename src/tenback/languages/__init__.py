"""The texts of Tenback in every language: one folder per language, listed nowhere else.

    de/language.json    its name, its locale, its plural rules, how it writes numbers
    de/cli.toml         the texts of the command line, keyed by the English texts in the code
    de/previews.toml    the texts of link previews and their pictures
    de/chat.toml        the words that the chat guard knows in the language
    de/page/*.json      the texts of the page, in the parts in which the page loads them
    de/names.json       the names that the page suggests to guests

The English texts of the command line are in the code, so English has no `cli.toml`.
docs/languages.md says what they look like, docs/howto/add-a-language.md how to add a language.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Self

from tenback.languages.plurals import PluralRules

FOLDER = files("tenback.languages")
SOURCE = "en"
"""The language in which texts are written first; the others translate it."""
LANGUAGES = tuple(sorted(d.name for d in FOLDER.iterdir() if (d / "language.json").is_file()))
"""The codes of all languages, which are the names of their folders."""
FORMS = re.compile(r"\{(\w+)\|((?:[^{}]|\{\w+\})*)\}")
"""Matches `{count|one|other}`: a form for each plural category of the language."""


@dataclass(frozen=True)
class Language:
    """A language: its name, and how it writes numbers and plurals."""

    code: str
    name: str
    locale: str
    plurals: PluralRules
    group: str
    decimal: str

    def fill_in(self, text: str, details: Mapping[str, object]) -> str:
        """Return a text with its placeholders filled in: `{name}`, or a plural form.

        >>> language("en").fill_in("{left|one card|{left} cards} left", {"left": 7})
        '7 cards left'
        >>> language("en").fill_in("{left|one card|{left} cards} left", {"left": 1})
        'one card left'
        """

        def form(gap: re.Match[str]) -> str:
            count = details[gap[1]]
            assert isinstance(count, int)
            forms = gap[2].split("|")
            return forms[min(self.plurals.place(count), len(forms) - 1)]

        return FORMS.sub(form, text).format(**details)

    def count(self, value: int) -> "Count":
        """Return a whole number that chooses plural forms and is written as the language does.

        >>> english = language("en")
        >>> english.fill_in("{n} {n|deal|deals}", {"n": english.count(5070)})
        '5,070 deals'
        """
        return Count(value, self.number(value))

    def number(self, value: float, form: str = ",") -> str:
        """Return a number as the language writes it, by a format spec of Python.

        >>> language("de").number(5070.25, ",.1f")
        '5.070,2'
        """
        return format(value, form).translate({ord(","): self.group, ord("."): self.decimal})


class Count(int):
    """A whole number that is printed in the spelling of a language."""

    def __new__(cls, value: int, spelling: str) -> Self:
        """Make a number that is shown as `spelling`."""
        number = super().__new__(cls, value)
        number._spelling = spelling
        return number

    def __format__(self, _: str) -> str:
        return self._spelling

    _spelling: str


@cache
def language(code: str) -> Language:
    """Return the language with a code."""
    about = json.loads(_file(code, "language.json").read_text(encoding="utf-8"))
    return Language(
        code=code,
        name=about["name"],
        locale=about["locale"],
        plurals=PluralRules(about["plurals"]),
        group=about["numbers"]["group"],
        decimal=about["numbers"]["decimal"],
    )


def table(code: str, name: str) -> dict[str, Any]:
    """Return the content of a language's TOML file."""
    return tomllib.loads(_file(code, f"{name}.toml").read_text(encoding="utf-8"))


def known(wish: str) -> str | None:
    """Return the code of the language that a tag asks for, if we have it.

    >>> known("de_AT.UTF-8"), known("DE"), known("C")
    ('de', 'de', None)
    """
    code = re.split("[-_.@]", wish.lower(), maxsplit=1)[0]
    return code if code in LANGUAGES else None


def accepted_language(accepted: str) -> str:
    """Return the supported language that an `Accept-Language` header prefers.

    >>> accepted_language("xx, de-AT;q=0.8, en;q=0.5"), accepted_language("en-US,de;q=0.9")
    ('de', 'en')
    >>> accepted_language("")
    'en'
    """
    wishes = []
    for part in accepted.split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), known(name)))
        except ValueError:
            continue
    ordered = sorted(wishes, key=lambda wish: -wish[0])
    return next((code for weight, code in ordered if code and weight), SOURCE)


def _file(code: str, name: str) -> Traversable:
    return FOLDER / code / name
