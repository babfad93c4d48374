"""What previews say, in the languages of the page."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("phrases.toml")
ENGLISH = "en"
GAP = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|((?:[^{}]|\{\w+\})*))?\}")
"""`{name}`, or `{count|one|many}`, where the last part may have gaps of its own."""


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language, by their keys."""

    language: str

    def __call__(self, key: str, **details: str | int) -> str:
        """Return a text with its details filled in."""
        return fill_in(phrases_of(self.language)[key], details)


def fill_in(text: str, details: dict[str, str | int]) -> str:
    """Return a text with its details.

    >>> fill_in("{left|one card|{left} cards} left", {"left": 7})
    '7 cards left'
    >>> fill_in("{left|one card|{left} cards} left", {"left": 1})
    'one card left'
    """

    def filled(gap: re.Match[str]) -> str:
        name, one, many = gap.groups()
        if one is None:
            return str(details[name])
        return one if details[name] == 1 else fill_in(many, details)

    return GAP.sub(filled, text)


def language_of(accepted: str) -> str:
    """Return the language of ours that somebody likes best, by their `Accept-Language`.

    >>> language_of("fr, de-AT;q=0.8, en;q=0.5"), language_of("en-US,de;q=0.9"), language_of("")
    ('de', 'en', 'en')
    """
    wishes = []
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), name.partition("-")[0]))
        except ValueError:
            continue
    ordered = sorted(wishes, key=lambda wish: -wish[0])
    return next((name for weight, name in ordered if name in LANGUAGES and weight), ENGLISH)


@cache
def _phrases() -> dict[str, dict[str, str]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def phrases_of(language: str) -> dict[str, str]:
    """Return all phrases of a language."""
    return _phrases()[language]


LANGUAGES = tuple(_phrases())
