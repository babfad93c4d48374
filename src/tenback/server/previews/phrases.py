"""The texts of link previews, in every language of the page."""

from dataclasses import dataclass
from functools import cache

from tenback.languages import language, table


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


@cache
def phrases_of(code: str) -> dict[str, str]:
    """Return all phrases of a language by key."""
    return table(code, "previews")
