"""The parts of an observation: a row of `tenback.encoding`, section by section.

An observation is a plain row: 96 bytes. Sets of cards are packed, bit n for card n; the rest are
small numbers. `unpacked` spreads them all for networks that want one number per fact.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tenback.encoding.rows import MOST_OTHERS, ROW, ROW_SIZE, SECTIONS
from tenback.fastsim.tables import MOST_SEATS, PILES, Array
from tenback.rules.cards import HIGHEST
from tenback.rules.talk import PILE_WORDS

CARD_PLACES = HIGHEST + 1
"""A set of cards, spread: place n is 1 if card n is in it."""

MEANINGS = {
    "hand": "the cards in the seat's own hand",
    "unseen": "the cards that are neither laid nor in the hand; in a duel, among its own",
    "others": "in a duel, the cards that the opponent has not laid",
    "tops": "the top card of each pile; in a duel, the seat's own piles come first",
    "said": "the standing word of each other seat, clockwise, about each pile: 0 nothing, then "
    + ", ".join(f"{number} {word}" for number, word in enumerate(PILE_WORDS, 1)),
    "sizes": "how many cards each seat holds, clockwise from the seat itself",
    "draws": "how many cards are left to draw; in a duel, the seat's own pile comes first",
    "seats": "how many play",
    "hand_size": "how many cards a hand is drawn up to",
    "usual": "how many cards a turn must lay while there are cards to draw",
    "minimum": "how many cards the running turn must lay",
    "played": "how many it has laid",
    "used": "the piles that it has laid on, bit by bit",
    "last": "the pile that it laid on last, counted from 1; 0 before the first card",
    "has_three": "whether it has laid a Three, so that it must lay three cards (E5)",
    "is_over": "always 0 here; used by bots that look ahead",
    "stale": "always 0 here; used by bots that look ahead",
    "is_duel": "whether the seats play against each other",
    "seat": "which seat sees this",
    "is_opening": "whether nobody has begun yet (C4): the action says who does",
    "layout": "which layout of commands the deal has; 0 where there is only one",
    "mover": "how far clockwise the seat to move sits; 0 if the seat itself is to move",
    "spare": "always 0",
}


@dataclass(frozen=True, slots=True)
class Section:
    """Some bytes of an observation, and what they mean."""

    name: str
    start: int
    stop: int
    meaning: str
    is_card_set: bool
    shape: tuple[int, ...]
    """How many numbers it has when unpacked."""
    largest: float
    """The divisor that keeps the unpacked numbers at 1 or below."""


LARGEST = {
    **dict.fromkeys(("tops", "draws"), HIGHEST),
    **dict.fromkeys(("sizes", "hand_size", "usual", "minimum", "played"), 8),
    **dict.fromkeys(("seats", "seat", "mover"), MOST_SEATS),
    "used": (1 << PILES) - 1,
    "last": PILES,
}
SHAPES = {"said": (MOST_OTHERS, PILES, len(PILE_WORDS))}
"""Sections whose shape changes when they are unpacked: words become flags."""
LEFT_OUT = ("is_over", "stale", "layout", "spare")
"""Sections that no network needs; the numbers of `layout` have no order."""


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections of an observation, in their order."""
    found = []
    for name, place in SECTIONS.items():
        kind = ROW[name]
        is_card_set = kind.base == np.dtype("i8")
        shape = (CARD_PLACES,) if is_card_set else SHAPES.get(name, kind.shape or (1,))
        largest = float(LARGEST.get(name, 1))
        found.append(
            Section(name, place.start, place.stop, MEANINGS[name], is_card_set, shape, largest)
        )
    return tuple(found)


def unpacked(observations: Array) -> dict[str, Array]:
    """Return observations as numbers from 0 to 1, section by section: 32-bit floats.

    >>> from tenback.envs.sections import ROW_SIZE
    >>> found = unpacked(np.zeros((3, ROW_SIZE), np.uint8))
    >>> found["hand"].shape, found["said"].shape
    ((3, 101), (3, 4, 4, 4))
    """
    lines = np.asarray(observations).reshape(-1, ROW_SIZE)
    return {
        section.name: _spread(section, lines[:, section.start : section.stop])
        for section in sections()
        if section.name not in LEFT_OUT
    }


def flat_size() -> int:
    """Return how many numbers an observation has when unpacked."""
    return sum(
        int(np.prod(section.shape)) for section in sections() if section.name not in LEFT_OUT
    )


def flat(observations: Array) -> Array:
    """Return the unpacked sections side by side, one row per observation: ready for a network."""
    return np.concatenate(
        [part.reshape(len(part), -1) for part in unpacked(observations).values()], axis=1
    )


def _spread(section: Section, octets: Any) -> Array:
    if section.is_card_set:
        bits = np.unpackbits(octets, axis=1, bitorder="little")[:, :CARD_PLACES]
        return bits.astype(np.float32)
    numbers = octets
    if section.name in SHAPES:
        numbers = octets[..., None] == np.arange(1, len(PILE_WORDS) + 1)
    return (numbers.astype(np.float32) / section.largest).reshape(len(octets), *section.shape)
