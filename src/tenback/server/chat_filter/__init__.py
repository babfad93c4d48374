"""The chat guard: finds the number that a message names (C12, E13).

    text ── fold ──> ASCII ──┬─ digits, strokes, Morse, Roman numerals
      │                      ├─ words: whole, in pieces, glued, masked, misspelled, backwards
      │                      └─ sums: "half a hundred", "one one"
      ├─ words whose accents matter, also of other languages
      └─ tallies: pictures and symbols that are there to be counted

Idioms ("gib acht") and names of piles (`u1`) are left alone. The words of a language are in
`chat.toml` in its folder. Every step looks at each character a bounded number of times, so odd
input takes no longer than ordinary talk.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from tenback.server.chat_filter.characters import Span, fold, fold_character
from tenback.server.chat_filter.language import CONNECTORS, LANGUAGES
from tenback.server.chat_filter.numerals import digits_and_strokes, romans, tallies
from tenback.server.chat_filter.words import words, written_words

PILES = "[ud][12]"
IDIOMS = "|".join([PILES, *(idiom for language in LANGUAGES for idiom in language.idioms)])
SUMS = "|".join(total for language in LANGUAGES for total in language.sums)
IDIOM = re.compile(f"(?<![a-z0-9])(?:{IDIOMS})(?![a-z0-9])", re.IGNORECASE | re.VERBOSE)
SUM = re.compile(rf"\b(?:{SUMS})\b", re.IGNORECASE | re.VERBOSE)
CONNECTED = re.compile(
    rf"[\W_]{{0,5}}(?:(?:{'|'.join(sorted(CONNECTORS))})[\W_]{{1,5}})?", re.IGNORECASE
)


def spans(pattern: re.Pattern[str], folded: str) -> Iterator[Span]:
    """Yield the spans of all matches."""
    return (Span(*match.span()) for match in pattern.finditer(folded))


def outside(found: Iterable[Span], idioms: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that do not lie completely inside an idiom."""
    owner = {place: span for span in idioms for place in range(span.start, span.end)}
    for span in found:
        idiom = owner.get(span.start)
        if idiom is None or span.end > idiom.end:
            yield span


def widened(text: str, start: int, end: int) -> Span:
    """Return a span extended to whole words."""

    def belongs(char: str) -> bool:
        return char.isalnum() or not fold_character(char)

    while start > 0 and belongs(text[start - 1]):
        start -= 1
    while end < len(text) and belongs(text[end]):
        end += 1
    return Span(start, end)


def first_run(text: str, found: list[Span]) -> Span:
    """Return the first span with the spans that continue it, such as "forty" and "seven"."""
    found.sort()
    start, end = widened(text, *found[0])
    for span in found[1:]:
        if span.start > end and not CONNECTED.fullmatch(text, end, span.start):
            break
        if span.end > end:
            end = widened(text, *span).end
    return Span(start, end)


@lru_cache(1024)  # A message is judged again whenever another step was faster.
def number_in(text: str) -> str | None:
    """Return the part of a message that names a number, or None if there is none (C12).

    One and a hundred may be said in words: they are the row cards, which everybody sees (C1).
    """
    reading = fold(text)
    folded = reading.text
    in_ascii = chain(words(folded), digits_and_strokes(folded), romans(folded), spans(SUM, folded))
    found = [
        *map(reading.origin, outside(in_ascii, spans(IDIOM, folded))),
        *written_words(text),
        *tallies(text),
    ]
    if not found:
        return None
    start, end = first_run(text, found)
    return text[start:end]
