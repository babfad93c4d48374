"""Number words anywhere in a text, in all its readings."""

import re
import unicodedata
from collections.abc import Iterator

from tenback.server.chat_filter.characters import WORD, Reading, Span, fold, spell_out
from tenback.server.chat_filter.language import FOREIGN, MISSPELLED, ORDINARY
from tenback.server.chat_filter.masks import masked_words
from tenback.server.chat_filter.pieces import words_in_pieces
from tenback.server.chat_filter.spelling import is_number

LONE_LETTERS = re.compile(r"(?<![a-z])[a-z](?:[^a-z]{1,3}[a-z](?![a-z])){2,}")


def lone_letters(reading: str) -> Iterator[Span]:
    """Yield the spans of lone letters that spell a number oddly: "s l x", "s x i x x"."""
    for match in LONE_LETTERS.finditer(reading):
        if is_number("".join(WORD.findall(match[0]))):
            yield Span(*match.span())


def number_words(reading: str) -> Iterator[Span]:
    """Yield the spans of number words in one reading."""
    by_end = {word.end(): word for word in WORD.finditer(reading)}
    for span in words_in_pieces(reading):
        last = by_end[span.end]
        if last.start() > span.start or last[0] not in ORDINARY:
            yield span
    yield from (Span(*word.span()) for word in by_end.values() if is_number(word[0]))
    yield from lone_letters(reading)


def words(folded: str) -> Iterator[Span]:
    """Yield the spans of number words, also with drawn letters or without their apostrophes."""
    plain = folded.lower()
    drawn = spell_out(plain)
    found = [*number_words(plain), *masked_words(plain)]
    found += map(drawn.origin, [*number_words(drawn.text), *masked_words(drawn.text)])
    yield from found
    if "'" in drawn.text:
        known = {place for span in found for place in range(span.start, span.end)}
        kept = [place for place, char in enumerate(drawn.text) if char != "'"]
        whole = Reading(drawn.text.replace("'", ""), [drawn.places[place] for place in kept])
        for span in map(whole.origin, number_words(whole.text)):
            if known.isdisjoint(range(span.start, span.end)):
                yield span


MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0e31-\u0e4e"
TOKEN = re.compile(rf"(?:[^\W\d_]|[{MARKS}])+(?:[-'’](?:[^\W\d_]|[{MARKS}])+)*")
JOINT = re.compile("[-'’]")


def as_token(text: str) -> str:
    """Return a word in the form in which words are compared with their marks."""
    return unicodedata.normalize("NFC", text.casefold())


# The marks make the difference: "zähn" sounds like ten, "Zahn" is a tooth.
TOKENS = frozenset(map(as_token, MISSPELLED | FOREIGN))
# Words long enough to be recognized without their marks too.
UNMARKED = frozenset(
    plain for word in FOREIGN for plain in [fold(word).text] if plain.isascii() and len(plain) > 4
)


def written_words(text: str) -> Iterator[Span]:
    """Yield the spans of words that are compared as written, including other languages."""
    for token in TOKEN.finditer(text):
        word = as_token(token[0])
        parts = {word, JOINT.sub("", word), *JOINT.split(word)}
        if not parts.isdisjoint(TOKENS) or not parts.isdisjoint(UNMARKED):
            yield Span(*token.span())
