"""States that look the same from a seat: the hidden cards are dealt again."""

from dataclasses import replace
from random import Random

from tenback.rules import State


def look_alike(state: State, seat: int | None, random: Random) -> State:
    """Return a state with other hidden cards, keeping the sizes of hands and draw piles.

    What the seat, or with None a spectator, sees stays the same.
    """
    hands, draws = list(state.hands), list(state.draw_piles)
    for pile, draw in enumerate(state.draw_piles):
        unseen = others(state, seat, pile)
        hidden = [card for s in unseen for card in hands[s]] + list(draw)
        random.shuffle(hidden)
        for s in unseen:
            size = len(hands[s])
            hands[s] = tuple(sorted(hidden[:size]))
            hidden = hidden[size:]
        draws[pile] = tuple(hidden)
    return replace(state, hands=tuple(hands), draw_piles=tuple(draws))


def others(state: State, seat: int | None, pile: int) -> list[int]:
    """Return the other seats that draw from a pile."""
    return [s for s in range(state.seats) if s != seat and state.edition.draw_pile_of(s) == pile]
