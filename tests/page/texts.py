"""What the page says, read from its own files: `Texts("de")("action.end")`."""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "web" / "src" / "texts"
LANGUAGES = ("de", "en")
GAP = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


class Texts:
    """All texts of a language, by their keys."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: dict[str, str] = {}
        for path in FOLDER.glob(f"{language}.*.json"):
            self._texts |= json.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **details: str | int) -> str:
        """Return a text with its details filled in, as the page does it."""

        def filled(gap: re.Match[str]) -> str:
            value = details[gap[1]]
            if gap[2] is None:
                return str(value)
            return gap[2] if value == 1 else gap[3]

        return GAP.sub(filled, self._texts[key])

    def pattern(self, key: str) -> re.Pattern[str]:
        """Return what finds a text whatever its details are, which become groups by name."""
        parts = []
        end = 0
        for gap in GAP.finditer(self._texts[key]):
            one_of = gap[2] is not None
            found = f"(?:{gap[2]}|{gap[3]})" if one_of else f"(?P<{gap[1]}>.+?)"
            parts += [re.escape(self._texts[key][end : gap.start()]), found]
            end = gap.end()
        return re.compile("".join([*parts, re.escape(self._texts[key][end:])]))
