"""Single words that name a number in any spelling."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tenback.server.chat_filter.characters import blur, squeeze
from tenback.server.chat_filter.language import (
    CARDINALS,
    COMPOUNDS,
    INNER,
    LANGUAGES,
    MISSPELLED,
    NEAR,
    NUMBERS,
    ORDINARY,
    Language,
)

BLURRED = frozenset(map(blur, NUMBERS))
WITHIN = re.compile("|".join(sorted(INNER)))
UPSIDE_DOWN = str.maketrans("unpdbqmw", "nudpqbwm")
TURNED = frozenset(
    turned[::-1]
    for word in NUMBERS | COMPOUNDS
    if len(word) > 2
    for turned in (word, word.translate(UPSIDE_DOWN))
)
VOWEL = re.compile("[aeiou]")
VOWELLESS = frozenset(
    bare
    for word in (NEAR | CARDINALS) - COMPOUNDS
    for bare in [VOWEL.sub("", word)]
    if len(bare) > 2
)
LONGEST_GLUED = 12


def without_one(word: str) -> Iterator[str]:
    """Yield a word itself, and the word with each of its letters removed in turn."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


# Short words have many neighbors. Slips count only if no letter is missing.
SHORT = frozenset(word for word in CARDINALS if len(word) < 5)


def is_short_slip(word: str) -> bool:
    """Return whether a short number word has two letters swapped or, from four on, one too many."""
    if 2 < len(word) < 5:
        return any(
            word[:place] + word[place + 1] + word[place] + word[place + 2 :] in SHORT
            for place in range(len(word) - 1)
        )
    return len(word) == 5 and any(
        shorter in SHORT and shorter[0] == word[0] for shorter in without_one(word)
    )


def shortened(meant: frozenset[str]) -> dict[str, set[str]]:
    """Map each word with at most one letter removed to the words it may come from."""
    found: dict[str, set[str]] = {}
    for word in meant:
        for shorter in without_one(word):
            found.setdefault(shorter, set()).add(word)
    return found


SHORTENED = shortened(NEAR)


def is_one_slip(word: str, meant: str) -> bool:
    """Return whether one letter is wrong, missing, extra or swapped with its neighbor."""
    if len(word) == len(meant):
        wrong = [place for place, letter in enumerate(word) if letter != meant[place]]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
            return word[wrong[0]] == meant[wrong[1]] and word[wrong[1]] == meant[wrong[0]]
        return len(wrong) <= 1
    short, long = sorted((word, meant), key=len)
    return len(long) == len(short) + 1 and short in without_one(long)


def is_misspelled(word: str) -> bool:
    """Return whether a word is a long number word with one slip: "achzig", "sevn"."""
    return len(word) < 24 and any(
        is_one_slip(word, meant)
        for shorter in without_one(word)
        for meant in SHORTENED.get(shorter, ())
    )


def is_interleaved(word: str) -> bool:
    """Return whether every second letter is the same and the rest name a number: "sxexvxexn"."""
    return (
        len(word) > 4
        and len(set(word[1::2])) == 1
        and (word[::2] in NUMBERS or word[::2] in COMPOUNDS)
    )


def is_vowelless(word: str) -> bool:
    """Return whether a word consists of number words without their vowels: "frtysvn"."""
    return word in VOWELLESS or any(
        word[:cut] in VOWELLESS and word[cut:] in VOWELLESS for cut in range(3, min(len(word), 9))
    )


def is_glued(word: str, language: Language) -> bool:
    """Return whether a word is a number word run together with common words: "ichhabvier"."""
    plain, numbered = [True] + [False] * len(word), [False] * (len(word) + 1)
    for start in range(len(word)):
        if not (plain[start] or numbered[start]):
            continue
        for end in range(start + 1, min(len(word), start + LONGEST_GLUED) + 1):
            part = word[start:end]
            if part in language.cardinals:
                numbered[end] = True
            elif part in language.glue:
                plain[end] |= plain[start]
                numbered[end] |= numbered[start]
    return numbered[-1]


@lru_cache(maxsize=4096)
def is_number(word: str) -> bool:
    """Return whether a word names a number in any spelling."""
    squeezed = squeeze(word)
    if word in ORDINARY or squeezed in ORDINARY:
        return False
    blurred = blur(word)
    return (
        blurred in BLURRED
        or WITHIN.search(squeezed) is not None
        or word in MISSPELLED
        or word in TURNED
        or is_misspelled(word)
        or is_short_slip(word)
        or (len(word) > len(squeezed) + 1 and is_misspelled(squeezed))
        or is_vowelless(word)
        or is_interleaved(word)
        or any(is_glued(word, language) for language in LANGUAGES)
    )
