"""How names look to others: whether they are visible, and what they could be mistaken for."""

import json
import unicodedata
from functools import lru_cache

from tenback.bots import BOTS
from tenback.languages import FOLDER, LANGUAGES
from tenback.server.chat_filter.characters import BLANKS, fold

MOST_MARKS = 2
"""The most marks on one letter: as many as living languages stack."""
AS_PICTURE = "\ufe0f"
"""The variation selector that shows a symbol as a colored picture."""
MARKS = ("Mn", "Me")
ALIKE = str.maketrans("013457|$@i", "oleastlsal")
"""Characters that are read as a letter, each with its letter."""
DELETED_NAME = "Deleted player"
"""The name shown for a deleted person."""
PAGE_TEXTS = [
    json.loads((FOLDER / code / "page/site.json").read_text("utf-8")) for code in LANGUAGES
]
SHOWN_BOTS = sorted({texts[f"bot.{bot}"] for texts in PAGE_TEXTS for bot in BOTS})
"""The page's names for bots, in every language."""
SHOWN_DELETED = sorted({texts["person.deleted"] for texts in PAGE_TEXTS})
"""The page's names for deleted people, in every language."""


@lru_cache(4096)
def skeleton(name: str) -> str:
    """Return a form shared by all names that look like this one (UTS 39, digits as letters).

    >>> skeleton("Mаstеr") == skeleton("m a s t e r") == skeleton("MA5TER") == "master"
    True
    """
    folded = fold(unicodedata.normalize("NFC", name)).text.lower().translate(ALIKE)
    plain = "".join(char for char in folded if char.isalnum())
    return plain or name.casefold()


RESERVED = {skeleton(name): name for name in (*BOTS, *SHOWN_BOTS, DELETED_NAME, *SHOWN_DELETED)}


def is_visible(name: str) -> bool:
    """Return whether a name is visible and stays within its line, without towers of marks.

    >>> is_visible("Zoë"), is_visible("ㅤ"), is_visible("Z̈̈̈oe")
    (True, False, False)
    """
    marks = MOST_MARKS  # so that no mark may come first
    for before, char in zip(f" {name}", name, strict=False):
        if char == AS_PICTURE and unicodedata.category(before) == "So":
            continue
        is_mark = unicodedata.category(char) in MARKS
        marks = marks + 1 if is_mark else 0
        if marks > MOST_MARKS or char in BLANKS or _is_ignored(char):
            return False
    return True


def reserved_like(name: str) -> str | None:
    """Return the reserved name, such as a bot's, that a name could be mistaken for."""
    return RESERVED.get(skeleton(name))


def _is_ignored(char: str) -> bool:
    """Return whether a character is invisible although it counts as printable."""
    code = ord(char)
    return code == 0x34F or 0xFE00 <= code <= 0xFE0F or 0x180B <= code <= 0x180F or code >= 0xE0000
