"""Number words split into pieces: "f o r t y", "sie-ben", "four seven"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tenback.server.chat_filter.characters import WORD, Span
from tenback.server.chat_filter.language import CONNECTORS, FILLERS, NUMBERS

LAST = FILLERS - CONNECTORS
PARTS = NUMBERS | FILLERS
PREFIXES = frozenset(word[:end] for word in PARTS for end in range(1, len(word) + 1))
SENTENCE_END = re.compile(r"[.?!,;:]\s")


class Trail(NamedTuple):
    """A partly read number word, and what is known about its beginning."""

    read: str
    has_number: bool = False
    is_cut: bool = False


def longer(
    trails: dict[Trail, int], letter: str, place: int, *, is_first: bool
) -> dict[Trail, int]:
    """Return the trails extended by one letter, each with the place where it began.

    A short word with a gap in it must end where a piece ends: "neu nein" is not neun and ein.
    """
    found: dict[Trail, int] = {}
    for (read, has_number, is_cut), start in trails.items():
        if read + letter in PREFIXES:
            found.setdefault(Trail(read + letter, has_number, is_cut or is_first), start)
        may_end = is_first or not is_cut or len(read) > 4
        if read in PARTS and letter in PREFIXES and may_end:
            is_led = has_number or read not in CONNECTORS
            trail = Trail(letter, has_number or read in NUMBERS)
            found.setdefault(trail, start if is_led else place)
    return found


def closed(trails: dict[Trail, int], end: int) -> Iterator[Span]:
    """Yield the spans of the numbers that are complete at the end of a word."""
    for (read, has_number, _), start in trails.items():
        if read in NUMBERS or (has_number and read in LAST):
            yield Span(start, end)


def is_break(gap: str, before: int, after: int) -> bool:
    """Return whether a gap separates two words of these lengths: "what for? ty" is not forty."""
    return before > 1 and after > 1 and SENTENCE_END.search(gap) is not None


def words_in_pieces(reading: str) -> Iterator[Span]:
    """Yield the spans of number words, whole or in pieces that begin and end with words."""
    trails: dict[Trail, int] = {}
    last, end, length = "", 0, 0
    for word in WORD.finditer(reading):
        yield from closed(trails, end)
        if is_break(reading[end : word.start()], length, len(word[0])):
            trails = {}
        if length > 1 and len(word[0]) > 1:
            last = ""  # "wie er" is not vier
        for place, letter in enumerate(word[0], word.start()):
            is_first = place == word.start()
            if trails:
                on = longer(trails, letter, place, is_first=is_first)
                trails = on | trails if letter == last else on
            elif not is_first:
                break
            if is_first and letter in PREFIXES:
                trails.setdefault(Trail(letter), place)
            last = letter
        end, length, last = word.end(), len(word[0]), word[0][-1]
    yield from closed(trails, end)
