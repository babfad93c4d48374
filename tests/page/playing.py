"""Plays knowing only what the page shows: steps that finish the turn."""

from collections.abc import Iterator
from itertools import cycle
from typing import Literal

from tests.page.person import Person, Play, Seen

Manner = Literal["careful", "hasty"]
"""With the shortest steps, or with the longest: then a game is soon over."""
TRICK = -10
LONG = 1000
"""More than the sum of the steps of any turn."""
Way = list[tuple[int, Play]]
"""Cards to lay, and how far each takes its pile."""


def step(tops: dict[str, int], play: Play) -> int | None:
    """Return how far a card moves a pile, −10 for a trick; None if it does not fit (C5)."""
    far = play.card - tops[play.pile] if "u" in play.pile else tops[play.pile] - play.card
    return far if far > 0 or far == TRICK else None


def ways(hand: tuple[int, ...], tops: dict[str, int], count: int) -> Iterator[Way]:
    """Yield every way to lay a number of cards."""
    if count == 0:
        yield []
        return
    for play in (Play(card, pile) for card in hand for pile in tops):
        far = step(tops, play)
        if far is not None:
            rest = tuple(card for card in hand if card != play.card)
            for way in ways(rest, {**tops, play.pile: play.card}, count - 1):
                yield [(far, play), *way]


def length(way: Way) -> int:
    return sum(far for far, _ in way)


def haste(way: Way) -> int:
    """Return how much a hasty player likes a way: tricks most of all."""
    return sum(LONG if far == TRICK else far for far, _ in way)


def way_on(seen: Seen, manner: Manner = "careful") -> list[Play]:
    """Return a way to lay the minimum of a turn of Classic (C5, C10)."""
    count = min(len(seen.hand), 2 if any(seen.decks) else 1)
    found = ways(seen.hand, seen.tops, count)
    if manner == "careful":
        way = min(found, key=length, default=[])
    else:
        way = max(found, key=haste, default=[])
    return [play for _, play in way]


def play_turn(person: Person, manner: Manner = "careful") -> list[Play]:
    """Play one turn of Classic; return what was laid, which is nothing if the sitting is over.

    A player without cards lays nothing while others still have cards.
    """
    seen = person.wait_for_turn()
    if seen.is_over or not seen.hand:
        return []
    way = way_on(seen, manner)
    for play in way:
        person.lay_quickly(*play)
    end_turn(person)
    return way


def end_turn(person: Person) -> None:
    """End the turn, unless it has ended by itself, for want of cards or with the sitting."""
    seen = person.wait_for_turn()
    if seen.is_my_turn and seen.hand and not seen.is_over:
        person.end_turn()


def play_to_the_end(*people: Person, manner: Manner = "careful") -> list[list[Play]]:
    """Play the sitting to its end, everybody in turn; return what was laid in each turn."""
    turns: list[list[Play]] = []
    for person in cycle(people):
        laid = play_turn(person, manner)
        if laid:
            turns.append(laid)
        elif person.see().is_over:
            break
    return turns
