"""The texts of the page, read from its own files: `Texts("de")("action.end")`."""

import json
import re
from pathlib import Path

import tenback.languages

FOLDER = Path(tenback.languages.__file__).parent
GAP = re.compile(r"\{(\w+)(?:\|([^}]*))?\}")


class Texts:
    """All texts of a language, by their keys."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: dict[str, str] = {}
        for path in (FOLDER / language / "page").glob("*.json"):
            self._texts |= json.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **details: str | int) -> str:
        """Return a text with its details filled in, as on the page."""

        def filled(gap: re.Match[str]) -> str:
            value = details[gap[1]]
            if gap[2] is None:
                return str(value)
            place = tenback.languages.language(self.language).plurals.place(int(value))
            return gap[2].split("|")[place]

        return GAP.sub(filled, self._texts[key])

    def pattern(self, key: str) -> re.Pattern[str]:
        """Return a pattern that matches a text with any details, which become named groups."""
        parts = []
        end = 0
        for gap in GAP.finditer(self._texts[key]):
            found = f"(?:{gap[2]})" if gap[2] is not None else f"(?P<{gap[1]}>.+?)"
            parts += [re.escape(self._texts[key][end : gap.start()]), found]
            end = gap.end()
        return re.compile("".join([*parts, re.escape(self._texts[key][end:])]))
