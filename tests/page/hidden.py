"""Checks that a browser receives no cards but its own and those that lie open."""

import re
from collections.abc import Iterator
from typing import Any

OWN_DRAW = re.compile(r"(?P<seat>\d):draws (?P<cards>[\d.]+)")
LAID = re.compile(r"\d:(?P<card>\d+)>")
CARDS = re.compile(r"(?P<card>\d+)>|(?P<cards>\d+(?:\.\d+)+)|draws (?P<drawn>\d+)")
COUNTS = {"hand_sizes", "draw_sizes", "present", "tops"}
"""The fields with numbers that are not cards, or that are cards everybody sees."""


def cards_in(told: Any) -> Iterator[int]:
    """Yield everything that may be a card: lists of numbers, and texts like moves or hands."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name not in COUNTS:
                yield from cards_in(value)
    elif isinstance(told, list):
        yield from (each for each in told if isinstance(each, int))
        for each in told:
            yield from cards_in(each)
    elif isinstance(told, str):
        for found in CARDS.finditer(told):
            yield from map(int, (found["card"] or found["cards"] or found["drawn"]).split("."))


def texts_in(told: Any) -> Iterator[str]:
    """Yield all texts in a message, at any depth."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for each in told.values() if isinstance(told, dict) else told:
            yield from texts_in(each)


def is_end(frame: dict[str, Any]) -> bool:
    return any(fact["type"] == "revealed" for fact in frame.get("facts", ()))


def check_nothing_hidden_was_told(
    frames: list[dict[str, Any]], seat: int, hand: tuple[int, ...]
) -> int:
    """Check every message to a seat with this first hand; return how many cards it saw."""
    known = set(hand)
    for frame in frames:
        if is_end(frame):
            break
        for text in texts_in(frame):
            drawn = OWN_DRAW.fullmatch(text)
            if drawn and int(drawn["seat"]) == seat:
                known |= set(map(int, drawn["cards"].split(".")))
            laid = LAID.match(text)
            if laid:
                known.add(int(laid["card"]))
        told = set(cards_in(frame))
        assert told <= known, f"nobody should know {sorted(told - known)}: {frame}"
        assert not frame.get("secret"), frame
        assert not frame.get("deal"), frame
    return len(known)
