"""The guard of free chat: it finds the number that a message names (C12, E13).

    text ── fold ──> plain signs ──┬─ digits, tallies, Morse
                                   ├─ Roman numerals
                                   ├─ words, whole or in pieces: "f o r t y", "sie-ben"
                                   └─ sums: "half a hundred", "one one"

What stands inside an idiom ("gib acht") or is the name of a pile (`u1`) is left alone.
Every step looks at a sign a bounded number of times, so that odd input takes no longer.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple


class Span(NamedTuple):
    """A part of a text, the end excluded."""

    start: int
    end: int


# ── signs ────────────────────────────────────────────────────────────────────────────────────────

# Pictures that stand for a number and have no numeric value in Unicode.
COUNTED = frozenset(
    chain(
        range(0x1F000, 0x1F094),  # mahjong and domino tiles
        range(0x1F0A1, 0x1F0CF),  # playing cards up to the joker, which is none
        range(0x1F0D1, 0x1F0F6),
        range(0x2680, 0x2686),  # dice
        range(0x2801, 0x2900),  # Braille, without its blank
        range(0x4DC0, 0x4E00),  # hexagrams, numbered 1 to 64
        range(0x1F550, 0x1F568),  # clock faces
        map(ord, "💯🔟🎱🔞"),
    )
)
LOOKALIKES = dict(
    zip(
        "авгеиіјкмнопрстухѕѵԁԝһӏүёїαεζηικνοπρτυχγωıɩɪøłđħŧƶɇɑɡʀɴᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍᴏᴘꜱᴛᴜᴠᴡʏᴢǝʌոսց’‘`´ʼ′",
        "abrenijkmhonpctyxsvdwhlyeiaeznikvonptuxywiiioldhtzeagrnabcdefghjklmopstuvwyzevnug''''''",
        strict=True,
    )
) | {"ß": "ss", "æ": "ae", "œ": "oe"}
BULLETS = frozenset("•●○◦■□▪▫◾◽⬛⬜★☆·∙⚫⚪🔴🔵✱✶")
STROKES = frozenset("¦‖∣ǀ❘❙❚│┃｜")
LEET = str.maketrans("$@+|€£¢¥¡", "satieicyi")


@lru_cache(maxsize=4096)
def fold_sign(sign: str) -> str:
    """Return what a sign looks like in plain letters, `0` for any number, nothing for a mark."""
    if sign.isspace():
        return " "
    if sign.isascii() and sign != "`":
        return sign if sign.isprintable() else ""
    if sign in STROKES or sign in BULLETS:
        return "|" if sign in STROKES else "*"
    if sign.isnumeric() or ord(sign) in COUNTED:
        return "0"
    if sign.lower() in LOOKALIKES:
        letters = LOOKALIKES[sign.lower()]
        return letters.upper() if sign.isupper() else letters
    if unicodedata.category(sign) in {"Mn", "Me", "Cf", "Cc"}:
        return ""
    return fold_letter(sign)


def fold_letter(sign: str) -> str:
    """Return the letters that a sign is made of, or what else may stand for it."""
    for first in (0x1F1E6, 0x1F150, 0x1F170):  # flags, letters in black circles and squares
        if first <= ord(sign) < first + 26:
            return chr(ord("A") + ord(sign) - first)
    parts = unicodedata.normalize("NFKD", sign)
    if parts != sign:
        folded = "".join(map(fold_sign, parts))
        return "0" if any(part.isdigit() for part in folded) else folded
    if sign in "€£¢¥¡":
        return sign
    return "-" if unicodedata.category(sign) == "Pd" else " "


def fold(text: str) -> tuple[str, list[int]]:
    """Return a text in plain signs, and for each of these its place in the text."""
    folded: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for part in fold_sign(sign):
            folded.append(part)
            places.append(place)
    return "".join(folded), places


# ── words ────────────────────────────────────────────────────────────────────────────────────────

ALIKE = str.maketrans("lw", "iv")  # slx, eIeven, zvvei
REPEATED = re.compile(r"([a-z])\1+")


def squeeze(text: str) -> str:
    """Return a text without letters that repeat the one before them."""
    return REPEATED.sub(r"\1", text)


def blur(text: str) -> str:
    """Return a text squeezed, with letters that look alike made one."""
    return squeeze(text.translate(ALIKE))


def spellings(stems: str, endings: str) -> Iterator[str]:
    """Yield every stem with every ending and without one, also squeezed."""
    for stem in stems.split():
        for ending in ("", *endings.split()):
            yield stem + ending
            yield squeeze(stem + ending)


# No other word has these within it: they count inside longer words too ("Sechserpack").
GERMAN = (
    "funf fuenf fumf sechs sieben siebn neun zehn zwolf zwoelf sechzehn siebzehn zwanzig dreissig "
    "vierzig funfzig fuenfzig fuffzig sechzig siebzig achtzig neunzig dutzend"
)
ENGLISH = (
    "five six seven eleven twelv twelf thirt fourte fift ninet twent forty fourty fortie dozen"
)
TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "twent thirt fort fourt fift sixt sevent eight ninet nint"
TEN_ENDINGS = "y ies ieth ieths yish"  # never bare: a fort is none

NUMBERS = frozenset(
    chain(
        spellings(GERMAN, "e en er te ten ter tes tem ste sten ster stes stem"),
        spellings("zwei zwoa drei vier", "e en er"),
        spellings("zwo zwote zwoten zwoter siebte siebten siebter siebtes", ""),
        spellings("dritte vierte achte elfte", "n r s m"),
        spellings("acht elf", "er"),
        spellings("dreimal viermal achtmal elfmal", ""),
        spellings("two three four five six seven eight nine ten eleven twelve dozen", "s ish"),
        spellings("sixes niner eigth twelth fivety", ""),
        spellings("third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth", "s"),
        spellings(TEENS, "s th ths"),
        (stem + ending for stem in TENS.split() for ending in TEN_ENDINGS.split()),
    )
)
# Parts of longer numbers, harmless alone: 1 and 100 are on the table for all to see.
FILLERS = frozenset(
    spellings("one ein eins und and zero null hundred hundert einhundert plus minus", "")
)
CONNECTORS = frozenset(spellings("und and plus minus", ""))
LAST = FILLERS - CONNECTORS
WORDS = NUMBERS | FILLERS
PREFIXES = frozenset(word[:end] for word in WORDS for end in range(1, len(word) + 1))
BLURRED = frozenset(map(blur, NUMBERS))
MASKED = frozenset(
    f"{word[:hidden]}*{word[hidden + 1 :]}"
    for word in BLURRED
    for hidden in range(1, len(word) - 1)
    if len(word) > 3
)

WORD = re.compile(r"[a-z]+")
INNER = re.compile("|".join(sorted(set(map(blur, f"{GERMAN} {ENGLISH}".split())))))
SENTENCE_END = re.compile(r"[.?!,;:]\s")
MASK = frozenset("*_#.~?-")


class Trail(NamedTuple):
    """What has been read of a number word, and what is known of the way there."""

    read: str
    has_number: bool = False
    is_cut: bool = False


def longer(
    trails: dict[Trail, int], letter: str, place: int, *, is_first: bool
) -> dict[Trail, int]:
    """Return the trails one letter on, each with the place where it began.

    A short word that a gap cuts must end where a piece ends: "neu nein" is not neun and ein.
    """
    found: dict[Trail, int] = {}
    for (read, has_number, is_cut), start in trails.items():
        if read + letter in PREFIXES:
            found.setdefault(Trail(read + letter, has_number, is_cut or is_first), start)
        may_end = is_first or not is_cut or len(read) > 4
        if read in WORDS and letter in PREFIXES and may_end:
            is_led = has_number or read not in CONNECTORS
            trail = Trail(letter, has_number or read in NUMBERS)
            found.setdefault(trail, start if is_led else place)
    return found


def closed(trails: dict[Trail, int], end: int) -> Iterator[Span]:
    """Yield the numbers that are complete where a word ends."""
    for (read, has_number, _), start in trails.items():
        if read in NUMBERS or (has_number and read in LAST):
            yield Span(start, end)


def is_break(gap: str, before: int, after: int) -> bool:
    """Say whether a gap parts two words, by their lengths: "what for? ty" is not forty."""
    return before > 1 and after > 1 and SENTENCE_END.search(gap) is not None


def whole_words(reading: str) -> Iterator[Span]:
    """Yield where number words stand, whole or in pieces that begin and end with words."""
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


def blurred_words(reading: str) -> Iterator[Span]:
    """Yield where a word looks like a number, or has one inside: "slx", "ichhabesieben"."""
    for word, blurred in zip(WORD.finditer(reading), WORD.findall(blur(reading)), strict=True):
        if blurred in BLURRED or INNER.search(blurred):
            yield Span(*word.span())


def masked_words(reading: str) -> Iterator[Span]:
    """Yield where a number word hides one letter: "s*eben", "f_ve"."""
    for before, word in pairwise(WORD.finditer(reading)):
        gap = reading[before.end() : word.start()]
        if gap in MASK and blur(f"{before[0]}*{word[0]}") in MASKED:
            yield Span(before.start(), word.end())


def number_words(reading: str) -> Iterator[Span]:
    """Yield where number words stand in one reading."""
    yield from whole_words(reading)
    yield from blurred_words(reading)


def words(folded: str) -> Iterator[Span]:
    """Yield where number words stand, in the plain reading and with signs read as letters."""
    plain = folded.lower()
    yield from number_words(plain)
    yield from masked_words(plain)
    leet = re.sub("!(?=[a-z$@|])", "i", plain).translate(LEET)
    if leet != plain:
        yield from number_words(leet)
    if "'" in leet:
        kept = [place for place, sign in enumerate(leet) if sign != "'"]
        for start, end in number_words(leet.replace("'", "")):
            yield Span(kept[start], kept[end - 1] + 1)


# ── numerals, tallies, sums ──────────────────────────────────────────────────────────────────────

# Only 2 to 99 matter, so "mix", "mild" and "dix" are no numerals, and "civil" is none anyway.
STRICT = re.compile(r"(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
LOOSE = re.compile(r"(?:[ix]c|[ivx]l|l?x{0,9})(?:i[xv]|iix|v?i{0,9})")
ROMAN = re.compile(r"(?<![A-Za-z'])(?:([IVXLC]+)(?:th|te[rns]?)?|([IVXLCivxlc]{2,}))(?![A-Za-z])")
SPACED_ROMAN = re.compile(r"(?<![a-z'])[ivxl](?:[ .,_/-]{1,3}[ivxlc](?![a-z']))+")
# Small letters that are something else first: kisses, a size, a name.
NO_ROMAN = frozenset({"xx", "xxx", "xl", "li"})


def romans(folded: str) -> Iterator[Span]:
    """Yield where Roman numerals from 2 to 99 stand."""
    for match in ROMAN.finditer(folded):
        capitals, small = match[1], (match[2] or "").lower()
        if capitals and capitals != "I" and LOOSE.fullmatch(capitals.lower()):
            yield Span(*match.span())
        if small and small not in NO_ROMAN and STRICT.fullmatch(small):
            yield Span(*match.span())
    for match in SPACED_ROMAN.finditer(folded.lower()):
        numeral = re.sub("[^a-z]", "", match[0])
        # "I … I think" stammers, "i c" sees.
        if len(numeral) > 2 or (numeral != "ii" and STRICT.fullmatch(numeral)):
            yield Span(*match.span())


SIGNS = re.compile(
    r"""[0-9]+
    | \|(?:[ ]?\|)+ | /(?:[ ]?/){2,} | (?<![A-Za-z'])l{3,}(?![A-Za-z])   # strokes
    | \*(?:[ ]?\*){3,} | \#(?:[ ]?\#){3,}                                # "f***" has three
    | (?<![.-])(?:\.----|\.\.---|\.\.\.--|\.\.\.\.-                      # Morse
                 |-\.\.\.\.|--\.\.\.|---\.\.|----\.)(?![.-])""",
    re.VERBOSE,
)
SUMS = re.compile(
    r"""\b(?:
      (?:one|eins)[ -]*(?:(?:and|und|plus|mal|times)[ -]+)?(?:one|eins|zero|null)
    | half[ -](?:of[ ])?(?:a[ ]|one[ ])?hundred | halbe[ns]?[ -]hundert
    | hund(?:red|ert)[ ](?:minus|less|weniger|ohne|without|take[ ]away)(?:[ ]\w{1,9})?
    | (?:one|eins|einer?)[ ](?:less|below|under|before|short|off|unter|vor|weniger)
      (?:[ ](?:than|of|als|a|the|der|die|dem)){0,2}[ ](?:ein)?hund(?:red|ert)
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
# `u1` names a pile and not a card; these words are first of all something else.
IDIOMS = re.compile(
    r"""(?<![A-Za-z0-9])(?:
      [ud][12]
    | teens? | jahrzehnte?n?s? | neu[ ](?:'n|'?ne) | ne[ ]unte[nr]
    | g[ie]b(?:e|en|t)?[ ](?:(?:bitte|gut|lieber|mal|immer)[ ])?acht
    | (?:dich|euch|mich|sich|uns)[ ](?:bitte[ ])?in[ ]acht | ausser[ ]acht
    | acht[ ](?:zu[ ])?(?:geben|gebe|gebt|gibt|gegeben|nehmen)
    | achten?[ ](?:(?:bitte|besser|gut|immer|lieber|mal|mehr|nur|wir)[ ])?(?:auf|darauf|drauf)
    | (?:darauf|drauf|zu)[ ]achten
    )(?![A-Za-z0-9])""",
    re.VERBOSE | re.IGNORECASE,
)


def spans(pattern: re.Pattern[str], folded: str) -> Iterator[Span]:
    """Yield where a pattern is found."""
    return (Span(*match.span()) for match in pattern.finditer(folded))


# ── the answer ───────────────────────────────────────────────────────────────────────────────────

CONNECTED = re.compile(r"[\W_]{0,5}(?:(?:und|and|plus|minus)[\W_]{1,5})?", re.IGNORECASE)


def outside(found: Iterable[Span], idioms: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that are not wholly within an idiom."""
    owner = {place: span for span in idioms for place in range(span.start, span.end)}
    for span in found:
        idiom = owner.get(span.start)
        if idiom is None or span.end > idiom.end:
            yield span


def widened(text: str, start: int, end: int) -> Span:
    """Return a span that takes in the rest of its word."""

    def belongs(sign: str) -> bool:
        return sign.isalnum() or not fold_sign(sign)

    while start > 0 and belongs(text[start - 1]):
        start -= 1
    while end < len(text) and belongs(text[end]):
        end += 1
    return Span(start, end)


def first_run(text: str, found: list[Span]) -> Span:
    """Return the first span together with those that go on from it: "forty" and "seven"."""
    found.sort()
    start, end = widened(text, *found[0])
    for span in found[1:]:
        if span.start > end and not CONNECTED.fullmatch(text, end, span.start):
            break
        if span.end > end:
            end = widened(text, *span).end
    return Span(start, end)


def number_in(text: str) -> str | None:
    """Return the part of a message that names a number, or None where it names none (C12).

    One and a hundred may be said in words: they are the row cards, which everybody sees (C1).
    """
    folded, places = fold(text)
    hunts = chain(words(folded), spans(SIGNS, folded), romans(folded), spans(SUMS, folded))
    found = [
        Span(places[span.start], places[span.end - 1] + 1)
        for span in outside(hunts, spans(IDIOMS, folded))
    ]
    if not found:
        return None
    start, end = first_run(text, found)
    return text[start:end]
