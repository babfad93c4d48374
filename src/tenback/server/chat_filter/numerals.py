"""Numbers without words: digits, Roman numerals, tallies, Morse and fingers."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from tenback.server.chat_filter.characters import Reading, Span

# ── Roman numerals ───────────────────────────────────────────────────────────────────────────────

# Only 2 to 99 matter, so "mix", "mild" and "dix" are not numerals, and "civil" never is.
STRICT = re.compile(r"(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
LOOSE = re.compile(r"(?:[ix]c|[ivx]l|l?x{0,9})(?:i[xv]|iix|v?i{0,9})")
ROMAN = re.compile(
    r"(?<![A-Za-z])(?<![A-Za-z]')(?:([IVXLC]+)(?:th|te[rns]?)?|([IVXLCivxlc|]{2,}))"
    r"(?![A-Za-z|])(?!'[A-Za-z])"
)
SPACED_ROMAN = re.compile(
    r"(?<![a-z'])(?<![a-z][ .,_/-])[ivxl](?:[ .,_/-]{1,3}[ivxlc](?![a-z']))+"
    r"(?![ .,_/-]{1,3}[b-hj-z](?![a-z]))"
)
# Lone letters around a numeral, except "a" and "I", which are words.
LETTER_BEFORE = re.compile(r"(?<![a-z])[b-hj-z][ .-]{1,2}$", re.IGNORECASE)
LETTER_AFTER = re.compile(r"(?:[ .-][ai])?[ .-]{1,2}[b-hj-z](?![a-z])", re.IGNORECASE)
# Lower-case letters that usually mean something else: kisses, sizes, a name, German "perhaps".
NO_ROMAN = frozenset({"xx", "xxx", "xl", "xxl", "xxxl", "li", "vl", "vll", "vil", "vill", "lvl"})
PERHAPS = re.compile(r"V(?:l|ll)[ ]+[A-Za-z]")
NAMES = frozenset({"Li", "Liv"})


def is_roman(numeral: str) -> bool:
    """Return whether letters are a Roman numeral. An l may stand for an i, and a stroke does."""
    small = numeral.lower().replace("|", "i")
    if STRICT.fullmatch(small):
        return True
    if not set("vx") & set(small) or "l" not in numeral:
        return False
    later = small[0] + small[1:].replace("l", "i")
    readings = later, small.replace("l", "i"), numeral.replace("l", "i").lower()
    return any(STRICT.fullmatch(reading) for reading in readings)


def is_spelled(folded: str, start: int, end: int) -> bool:
    """Return whether a letter belongs to a spelled-out word: "L-I-N-C-O-L-N"."""
    before = folded[max(start - 4, 0) : start]
    return bool(LETTER_BEFORE.search(before) or LETTER_AFTER.match(folded, end))


def romans(folded: str) -> Iterator[Span]:
    """Yield the spans of Roman numerals from 2 to 99."""
    first = len(folded) - len(folded.lstrip())
    for match in ROMAN.finditer(folded):
        capitals, mixed = match[1], match[2]
        if capitals and capitals != "I" and LOOSE.fullmatch(capitals.lower()):
            if len(capitals) > 1 or not is_spelled(folded, *match.span()):
                yield Span(*match.span())
        elif mixed and mixed not in NO_ROMAN and mixed not in NAMES:
            is_perhaps = match.start() == first and PERHAPS.match(folded, first)
            if is_roman(mixed) and not is_perhaps:
                yield Span(*match.span())
    for match in SPACED_ROMAN.finditer(folded.lower()):
        numeral = re.sub("[^a-z]", "", match[0])
        # "I … I think" is a stammer, "i c" means "I see".
        if len(numeral) > 2 or (numeral != "ii" and STRICT.fullmatch(numeral)):
            yield Span(*match.span())


# ── digits, strokes, Morse ───────────────────────────────────────────────────────────────────────

DIGITS_OR_STROKES = re.compile(
    r"""[0-9]+
    | \|(?:[ ]?\|)+ | ([/\\])(?:[ ]?\1){2,}                                    # strokes
    | (?<![A-Za-z'])(?!Ill\b)[Il]{3,}(?![A-Za-z'])
    | ([*\#])(?:[ ]?\2){3,} | ([+=_~-])\3{3,}                                   # "f***" has three
    | (?<![.-])(?:\.----|\.\.---|\.\.\.--|\.\.\.\.-                             # Morse
                 |-\.\.\.\.|--\.\.\.|---\.\.|----\.)(?![.-])""",
    re.VERBOSE,
)


def digits_and_strokes(folded: str) -> Iterator[Span]:
    """Yield the spans of digits, strokes and Morse."""
    return (Span(*match.span()) for match in DIGITS_OR_STROKES.finditer(folded))


# ── tallies ──────────────────────────────────────────────────────────────────────────────────────

# People repeat faces, gestures, hearts and cheers for emphasis, other pictures for counting.
EMPHATIC = re.compile(
    "[\U0001f600-\U0001f64f\U0001f90c-\U0001f93a\U0001f970-\U0001f97a\U0001f9d0-\U0001f9df"
    "\U0001f440-\U0001f450\U0001f480-\U0001f4ab\U0001fae0-\U0001faff\u2639-\u263b\u2763-\u2764"
    "❗❓‼⁉❕❔❣🎉🎊🎆🎇✨🔥🚀🏆🥇💪🙏☝✌✋✊🤝🍀💤💦🌈🍻🍺🥂🖐🖖🖕👋🎵🎶💃🕺]"
)
REPEATED = re.compile(r"(\S)(?:[ ]?\1){3,}")
RUN = re.compile(r"(\S)\1*")
BETWEEN_GROUPS = re.compile(r"[\s/|,;:+-]{1,3}")
FINGERS = re.compile("[☝✌✋🖐🖖🤘🤟🤙👆👌]{2,}")


def without_marks(text: str) -> Reading:
    """Return a text without marks, joiners and skin tones, which nobody counts."""
    kept = [
        place
        for place, char in enumerate(text)
        if unicodedata.category(char) not in {"Mn", "Me", "Cf", "Sk"} or char.isascii()
    ]
    return Reading("".join(text[place] for place in kept), kept)


def groups(text: str) -> Iterator[Span]:
    """Yield the spans where a character repeats in two groups of unequal length: "!!!! !!!!!!!"."""
    runs = [run for run in RUN.finditer(text) if len(run[0]) > 1]
    for run, after in pairwise(runs):
        lengths = {len(run[0]), len(after[0])}
        is_symbol = not run[1].isalnum() or run[1] in "xoXO"
        is_apart = BETWEEN_GROUPS.fullmatch(text, run.end(), after.start()) is not None
        is_pause = run[1] == "." and min(lengths) < 4  # "hm.. ... well"
        if is_symbol and is_apart and run[1] == after[1] and len(lengths) > 1 and not is_pause:
            yield Span(run.start(), after.end())


def tallies(text: str) -> Iterator[Span]:
    """Yield the spans of characters that seem meant for counting."""
    bare = without_marks(text)
    for match in REPEATED.finditer(bare.text):
        if unicodedata.category(match[1]) in {"So", "Sm"} and not EMPHATIC.match(match[1]):
            yield bare.origin(Span(*match.span()))
    yield from map(bare.origin, groups(bare.text))
    for match in FINGERS.finditer(bare.text):
        if len(set(match[0])) > 1:
            yield bare.origin(Span(*match.span()))
