"""What the program says, in English and German.

The English text stands in the code and is the key to its translation in `texts/de.toml`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files

from tenback.rules.errors import Reason, TenbackError

ENGLISH, GERMAN = "en", "de"
LANGUAGES = (ENGLISH, GERMAN)
MARKS = {ENGLISH: str.maketrans({}), GERMAN: str.maketrans(",.", ".,")}
"""What Python writes between the digits of a number, and what a language does."""


class Texts:
    """The program's texts in one language: `t("turn {number}", number=3)`."""

    def __init__(self, language: str) -> None:
        self._translations = {} if language == ENGLISH else _translations(language)
        self._marks = MARKS[language]

    def __call__(self, template: str, **details: object) -> str:
        """Return a text, translated and filled in."""
        translated = self._translations.get(template, template)
        return translated.format(**details) if details else translated

    def number(self, value: float, form: str = ",") -> str:
        """Return a number as it is written in the language, in a form that Python knows.

        >>> Texts("de").number(5070.25, ",.1f")
        '5.070,2'
        """
        return format(value, form).translate(self._marks)

    def error(self, error: TenbackError) -> str:
        """Return the sentence of an error."""
        return self._fill(error.code.message, error.details)

    def reason(self, reason: Reason) -> str:
        """Return the words of a reason."""
        return self._fill(reason.template, reason.details)

    def _fill(self, template: str, details: Mapping[str, object]) -> str:
        return self(template, **{name: self._detail(value) for name, value in details.items()})

    def _detail(self, value: object) -> object:
        if isinstance(value, Reason):
            return self.reason(value)
        return self.error(value) if isinstance(value, TenbackError) else value


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language asked for by `--lang`, or by the environment, or English."""
    wishes = []
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            wishes.append(value if equals else "".join(arguments[index + 1 : index + 2]))
    variables = ("TENBACK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wishes += [environment[name] for name in variables if environment.get(name)]
    return GERMAN if wishes and wishes[0].lower().startswith(GERMAN) else ENGLISH


def _translations(language: str) -> dict[str, str]:
    catalogue = (files("tenback.cli") / "texts" / f"{language}.toml").read_text(encoding="utf-8")
    return {pair[ENGLISH]: pair[language] for pair in tomllib.loads(catalogue)["text"]}
