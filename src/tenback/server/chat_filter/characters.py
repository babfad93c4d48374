"""What characters look like to a reader, in plain ASCII."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from string import ascii_letters, digits
from typing import NamedTuple

from homoglyphs_fork import Homoglyphs


class Span(NamedTuple):
    """A part of a text, from `start` up to but not including `end`."""

    start: int
    end: int


class Reading(NamedTuple):
    """A reading of a text, with the original place of each character."""

    text: str
    places: list[int]

    def origin(self, span: Span) -> Span:
        """Return the span of the original text that a span of the reading stands for."""
        return Span(self.places[span.start], self.places[span.end - 1] + 1)


# Pictures that stand for a number but have no numeric value in Unicode.
COUNTED = frozenset(
    chain(
        range(0x1F000, 0x1F094),  # mahjong and domino tiles
        range(0x1F0A1, 0x1F0CF),  # playing cards up to the joker, which has no number
        range(0x1F0D1, 0x1F0F6),
        range(0x2680, 0x2686),  # dice
        range(0x2801, 0x2900),  # Braille, without its blank
        range(0x4DC0, 0x4E00),  # hexagrams, numbered 1 to 64
        range(0x1D300, 0x1D357),  # tetragrams, numbered 1 to 81
        range(0x1F550, 0x1F568),  # clock faces
        map(ord, "💯🔟🎱🔞"),
        map(ord, "ʹ͵҂҃"),  # marks that turn Greek and Cyrillic letters into numerals
    )
)
BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
STROKES = frozenset("¦‖∣ǀ❘❙❚│┃｜ⵏ正")
BULLETS = frozenset("•●○◦■□▪▫◾◽⬛⬜★☆·∙⚫⚪🔴🔵✱✶")
# Characters that resemble a letter only at a glance, so UTS 39 omits them, each with its letter.
AT_A_GLANCE = (
    "вb иn іi їi кk мm нh пn тt ёe єe яr эe зe εe ζz κk πn τt χx ωw ηn ςc θo δd βb σo ξe "
    "ƒf ϝf ₣f †t √v ∫s §s ×x °o ®r µu ∂d ∩n ⊥t ∃e ßss æae œoe øo "
    "’' ‘' `' ´' ʼ' ′' "
    "ɟf ƃg ɔc ⅎf "  # upside down
    "ᔕs ᑎn ᗯw ᗴe ᘜg ᗪd ᖇr ᖴf ᕼh ᗩa ᗷb ᑕc ᒍj "  # fonts of syllables and ideographs
    "丂s 丨i 乂x 乇e 卄h ㄒt 尺r 几n 口o ㄩu 山w 丫y 乙z 匚c 工i 卂a"
)
LOOKALIKES = {pair[0]: pair[1:] for pair in AT_A_GLANCE.split()}


class _AnyCharacter:
    """An alphabet with every character of the first two planes; only the readable ones are listed.

    With a set of all of them, a server takes a tenth of a second longer to start.
    """

    def __iter__(self) -> Iterator[str]:
        return iter(ascii_letters + digits)

    def __contains__(self, text: str) -> bool:
        return len(text) == 1 and ord(text) < 0x20000


def confusables() -> dict[str, str]:
    """Return the characters that Unicode lists as confusable with a letter or a digit (UTS 39)."""
    twins = Homoglyphs.get_table(_AnyCharacter())
    letters = {twin: letter for letter in ascii_letters for twin in twins[letter]}
    numbers = {twin: "0" for digit in digits for twin in twins[digit] if not twin.isalpha()}
    return numbers | letters


HOMOGLYPHS = confusables()
NAMED = re.compile(
    r"(?:COMBINING )?LATIN (?:SMALL |CAPITAL )?LETTER "
    r"(?:(?:SMALL CAPITAL|TURNED|REVERSED|SIDEWAYS|INVERTED|DOTLESS|OPEN|LONG|SCRIPT) )*"
    r"([A-Z])(?: |$)"
)
SINGLE = dict(zip("$@+|€£¢¥¡", "satieecyi", strict=True))
PICTURE = "^"  # any picture, which may hide a letter
REGIONAL, BLACK_CIRCLED, BLACK_SQUARED = 0x1F1E6, 0x1F150, 0x1F170


@lru_cache(maxsize=4096)
def fold_character(char: str) -> str:
    """Return what a character looks like in ASCII: `0` for any number, nothing for a mark."""
    if char.isspace():
        return " "
    if char.isascii() and char != "`":
        return char if char.isprintable() else ""
    if char in STROKES or char in BULLETS:
        return "|" if char in STROKES else "*"
    if char.isnumeric() or ord(char) in COUNTED:
        return "0"
    named = NAMED.match(unicodedata.name(char, ""))
    name = named[1] if named else None
    if char in BLANKS or unicodedata.category(char) in {"Mn", "Me", "Cf", "Cc"}:
        return name.lower() if name else ""
    letters = LOOKALIKES.get(char.lower()) or compatible(char) or HOMOGLYPHS.get(char) or name
    if letters is not None:
        return letters.upper() if char.isupper() else letters.lower() if char.islower() else letters
    if char in SINGLE:
        return char
    return {"Pd": "-", "So": PICTURE}.get(unicodedata.category(char), " ")


def compatible(char: str) -> str | None:
    """Return the compatibility decomposition of a character in ASCII, or None if it has none."""
    for first in (REGIONAL, BLACK_CIRCLED, BLACK_SQUARED):
        if first <= ord(char) < first + 26:
            return chr(ord("A") + ord(char) - first)
    parts = unicodedata.normalize("NFKD", char)
    if parts == char:
        return None
    folded = "".join(map(fold_character, parts))
    return "0" if any(part.isdigit() for part in folded) else folded


def fold(text: str) -> Reading:
    """Return the ASCII reading of a text."""
    folded: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for part in fold_character(char):
            folded.append(part)
            places.append(place)
    return Reading("".join(folded), places)


# Longest first, so that `\/\/` is a w and not two v's.
DRAWN = {
    r"\\/\\/": "w",
    r"\|\\\||/\\/": "n",
    r"\|-\||\]-\[": "h",
    r"\(_\)|\|_\|": "u",
    r"\(\)|\[\]|<>|\{\}": "o",
    r"><|\}\{": "x",
    r"\\/": "v",
    r"/\\": "a",
    r"\|=": "f",
    r"\|_": "l",
    r"!(?=[a-z$@|])": "i",
}
DRAWN_CHARACTER = re.compile("|".join(f"({pattern})" for pattern in DRAWN) + "|([$@+|€£¢¥¡])")
DRAWN_LETTERS = (*DRAWN.values(), "")


def spell_out(text: str) -> Reading:
    r"""Return a reading with letters in place of the characters that draw them: `se\/en`, `$ix`."""
    parts: list[str] = []
    places: list[int] = []
    end = 0
    for match in DRAWN_CHARACTER.finditer(text):
        parts += text[end : match.start()]
        places += range(end, match.start())
        parts.append(DRAWN_LETTERS[(match.lastindex or 1) - 1] or SINGLE[match[0]])
        places.append(match.start())
        end = match.end()
    return Reading("".join(parts) + text[end:], [*places, *range(end, len(text))])


WORD = re.compile(r"[a-z]+")
ALIKE = str.maketrans("lwu", "ivv")  # slx, eIeven, zvvei, fovr
REPEATED = re.compile(r"([a-z])\1+")


def squeeze(text: str) -> str:
    """Return a text with each run of the same letter reduced to one."""
    return REPEATED.sub(r"\1", text)


def blur(text: str) -> str:
    """Return a squeezed text in which letters that look alike are the same."""
    return squeeze(text.replace("ph", "f").translate(ALIKE))
