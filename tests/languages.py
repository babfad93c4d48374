"""Reads the texts of a language, and checks their placeholders."""

import json
import re

from tenback.languages import FOLDER, FORMS, language


def page_texts(code: str, part: str) -> dict[str, str]:
    """Return a part of the page's texts."""
    path = FOLDER / code / "page" / f"{part}.json"
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def gaps(text: str) -> set[str]:
    """Return the names of a text's placeholders."""
    return set(re.findall(r"\{(\w+)", text))


def badly_formed(text: str, code: str) -> list[str]:
    """Return the placeholders that lack a form for some plural category, or have too many."""
    wanted = len(language(code).plurals.categories)
    return [gap[0] for gap in FORMS.finditer(text) if gap[2].count("|") + 1 != wanted]
