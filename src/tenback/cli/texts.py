"""The program's texts, in every language that has a folder (`tenback.languages`).

The English text is in the code, and is the key to its translations in `cli.toml`.
"""

from collections.abc import Mapping, Sequence

from tenback.languages import SOURCE, Count, known, language, table
from tenback.rules.errors import Reason, TenbackError


class Texts:
    """The program's texts in one language: `t("turn {number}", number=3)`."""

    def __init__(self, code: str) -> None:
        catalog = {} if code == SOURCE else table(code, "cli")
        self._translations = {pair[SOURCE]: pair[code] for pair in catalog.get("text", ())}
        self._language = language(code)
        self.words: Mapping[str, str] = catalog.get("words", {})
        """The words that players can type at the hot seat, each with its English word."""

    def __call__(self, template: str, /, **details: object) -> str:
        """Return a text, translated and with its details filled in."""
        translated = self._translations.get(template, template)
        return self._language.fill_in(translated, details) if details else translated

    def count(self, value: int) -> Count:
        """Return a whole number in the language's format, which also chooses plural forms."""
        return self._language.count(value)

    def number(self, value: float, form: str = ",") -> str:
        """Return a number in the language's format; `form` is a Python format spec."""
        return self._language.number(value, form)

    def is_yes(self, answer: str) -> bool:
        """Return whether an answer to `[y/N]` begins with a y or the language's letter for yes."""
        return answer.strip().lower()[:1] in ("y", self("[y/N]")[1])

    def error(self, error: TenbackError) -> str:
        """Return an error's message."""
        return self._fill(error.code.message, error.details)

    def reason(self, reason: Reason) -> str:
        """Return a reason's text."""
        return self._fill(reason.template, reason.details)

    def _fill(self, template: str, details: Mapping[str, object]) -> str:
        return self(template, **{name: self._detail(value) for name, value in details.items()})

    def _detail(self, value: object) -> object:
        if isinstance(value, Reason):
            return self.reason(value)
        return self.error(value) if isinstance(value, TenbackError) else value


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language chosen by `--lang` or the environment, or English."""
    wishes = []
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            wishes.append(value if equals else "".join(arguments[index + 1 : index + 2]))
    variables = ("TENBACK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wishes += [environment[name] for name in variables if environment.get(name)]
    return (known(wishes[0]) if wishes else None) or SOURCE
