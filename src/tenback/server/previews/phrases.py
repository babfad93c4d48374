"""The texts of link previews, in every language of the page."""

from dataclasses import dataclass
from functools import cache

from tenback.languages import SOURCE, known, language, table


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language, by their keys."""

    language: str

    @property
    def locale(self) -> str:
        """The locale as Open Graph writes it: `en_US`."""
        return language(self.language).locale

    def __call__(self, key: str, **details: str | int) -> str:
        """Return the text for a key with its details filled in."""
        return language(self.language).fill_in(phrases_of(self.language)[key], details)


def language_of(accepted: str) -> str:
    """Return the supported language that an `Accept-Language` header prefers.

    >>> language_of("xx, de-AT;q=0.8, en;q=0.5"), language_of("en-US,de;q=0.9"), language_of("")
    ('de', 'en', 'en')
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


@cache
def phrases_of(code: str) -> dict[str, str]:
    """Return all phrases of a language by key."""
    return table(code, "previews")
