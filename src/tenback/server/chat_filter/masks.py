"""Number words that hide letters: "s*eben", "f_ve", "fi/e"."""

import re
from collections.abc import Iterator
from itertools import pairwise

from tenback.server.chat_filter.characters import ALIKE, WORD, Span, squeeze
from tenback.server.chat_filter.language import COMPOUNDS, NUMBERS, ORDINARY
from tenback.server.chat_filter.spelling import BLURRED

MOST_HIDDEN = 2
MASKS = frozenset("*_#.")
GAP = re.compile(r"[*_#]{1,3}-?|\^{1,3}|\.{1,3}|[^\sa-z0-9']")
NO_SHORT_MASK = frozenset('./,:"()')  # "t.o." is not two
EDGE = re.compile(r"(?<!\S)(?:[*_#&%^]{1,2}[a-z]{2,}|[a-z]{2,}[*_#&%^]{1,2})(?!\S)")


def masked_forms(word: str) -> Iterator[str]:
    """Yield a word with one or two letters hidden and at least half of it still readable."""
    inner = range(1, len(word) - 1)
    for first in inner:
        hidden = f"{word[:first]}*{word[first + 1 :]}"
        yield hidden
        if len(word) > 3:
            for second in range(first + 1, len(word) - 1):
                yield f"{hidden[:second]}*{hidden[second + 1 :]}"


ALIKES = BLURRED | {word.translate(ALIKE) for word in NUMBERS | COMPOUNDS}
MASKED = frozenset(form for word in ALIKES if len(word) > 2 for form in masked_forms(word))
EDGES = frozenset(
    edge
    for word in ALIKES
    if len(word) > 2
    for hidden in range(1, 3 if len(word) > 4 else 2)
    for edge, shown in (
        (f"{'*' * hidden}{word[hidden:]}", word[hidden:]),
        (f"{word[:-hidden]}{'*' * hidden}", word[:-hidden]),
    )
    if shown not in ORDINARY
)


def masked_words(reading: str) -> Iterator[Span]:
    """Yield the spans of number words with one or two hidden letters: "s*eben", "f_ve", "fi/e"."""
    forms: dict[str, int] = {}
    for before, word in pairwise(WORD.finditer(reading)):
        gap = reading[before.end() : word.start()]
        if GAP.fullmatch(gap):
            forms.setdefault(before[0], before.start())
            holes = {"*" * len(gap.rstrip("-^")), "*"} - {""} if gap[0] in MASKS else {"*"}
            forms = {
                form + hole + word[0]: start
                for form, start in forms.items()
                for hole in holes
                if len(form) < 20 and form.count("*") + len(hole) <= MOST_HIDDEN
            }
            for form, start in forms.items():
                alike = form.translate(ALIKE)
                if not MASKED.isdisjoint((alike, squeeze(alike))) and not (
                    len(form) == 3 and gap in NO_SHORT_MASK
                ):
                    yield Span(start, word.end())
        else:
            forms = {}
    for edge in EDGE.finditer(reading):
        if re.sub("[_#&%^]", "*", edge[0]).translate(ALIKE) in EDGES:
            yield Span(*edge.span())
