"""Plays knowing only what the page shows: the smallest steps that finish the turn."""

from itertools import cycle

from tests.page.person import Person, Play, Seen

LONG = 1000
"""More than the sum of the steps of any turn."""


def step(tops: dict[str, int], play: Play) -> int | None:
    """Return how far a card moves a pile, −10 for a trick; None if it does not fit (C5)."""
    far = play.card - tops[play.pile] if "u" in play.pile else tops[play.pile] - play.card
    return far if far > 0 or far == -10 else None


def shortest(hand: tuple[int, ...], tops: dict[str, int], count: int) -> tuple[int, list[Play]]:
    """Return the smallest sum of steps for laying a number of cards, with the plays."""
    if count == 0:
        return 0, []
    ways = []
    for play in (Play(card, pile) for card in hand for pile in tops):
        far = step(tops, play)
        if far is not None:
            rest = tuple(card for card in hand if card != play.card)
            further, plays = shortest(rest, {**tops, play.pile: play.card}, count - 1)
            ways.append((far + further, [play, *plays]))
    return min(ways, default=(LONG, []))


def way_on(seen: Seen) -> list[Play]:
    """Return the plays of the shortest turn of Classic (C5, C10)."""
    return shortest(seen.hand, seen.tops, min(len(seen.hand), 2 if any(seen.decks) else 1))[1]


def play_turn(person: Person) -> list[Play]:
    """Play one turn of Classic; return what was laid, which is nothing if the sitting is over.

    A player without cards lays nothing while others still have cards.
    """
    seen = person.wait_for_turn()
    if seen.is_over or not seen.hand:
        return []
    way = way_on(seen)
    for play in way:
        person.lay_quickly(*play)
    end_turn(person)
    return way


def end_turn(person: Person) -> None:
    """End the turn, unless it has ended by itself, for want of cards or with the sitting."""
    seen = person.wait_for_turn()
    if seen.is_my_turn and seen.hand and not seen.is_over:
        person.end_turn()


def play_to_the_end(*people: Person) -> list[list[Play]]:
    """Play the sitting to its end, everybody in turn; return what was laid in each turn."""
    turns: list[list[Play]] = []
    for person in cycle(people):
        laid = play_turn(person)
        if laid:
            turns.append(laid)
        elif person.see().is_over:
            break
    return turns
