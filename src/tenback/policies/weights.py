"""The weights of `careful`, by kind of game and phase.

They were found by trial: each deal of a run was played twice, with the weights shifted slightly in
opposite directions, and the weights were moved toward the side that won more. There is one
exception: alone with the last cards, only the number of cards laid counts.
"""

import numpy as np

from tenback.fastsim.compiling import inlined
from tenback.fastsim.tables import (
    DRAW_ONE,
    FREE,
    HELP,
    KEEP,
    KINDS,
    NO_TRICK,
    ONE_PILE,
    SILENCE,
    SKULL,
    SMALL,
    STOP,
    THREE,
    WORDS,
    Array,
)

KEEP_BY_PAIR = len(WORDS)
"""How `keep` is understood if the trick itself is impossible: as a pair."""
LATER, NEXT = range(2)
"""Whose word it is: the next seat's words have weights of their own."""

WEIGHT = np.dtype(
    [
        ("step", "f8"),  # cost of each step that a pile moves forward
        ("ahead", "f8"),  # earned by each card to be laid that is ahead of a pile
        ("ahead_of_best", "f8"),  # earned by each such card for the better pile of each direction
        ("single", "f8"),  # cost of each card to be laid that is ahead of one pile only
        ("dead", "f8"),  # cost of each card to be laid that fits nowhere
        ("trick_held", "f8"),  # earned by a pile that the seat itself can bring back (C6)
        ("trick_made", "f8"),  # earned by a pile with a new top whose trick is unseen
        ("trick_unseen", "f8"),  # earned by a pile with its old top whose trick is unseen
        ("pair", "f8"),  # earned by each kept pair of cards ten apart
        ("rest", "f8"),  # cost of each card that a kept card would have to pass
        ("next", "f8"),  # cost of each card that the best kept card would have to pass
        ("card", "f8"),  # earned by each card that is laid
        ("stuck", "f8"),  # cost if the next seat has no play that passes no unlaid card
        ("back", "f8"),  # cost of bringing a pile back, for each other seat
        ("back_for_help", "f8"),  # cost of bringing a pile back, for each other seat that says help
        ("said", "f8", (2, len(WORDS) + 1)),  # cost of moving a pile despite a word
        ("shown", "f8", (KINDS,)),  # cost of a command that is visible at the end (E6)
        ("held", "f8", (KINDS,)),  # cost of a command that is kept
        ("burning", "f8"),  # cost of a card left burning: the next seat must cover it (O2)
        ("uncovered", "f8"),  # further cost if that seat has nothing to cover it with
        ("burning_held", "f8"),  # cost of a burning card that is kept
        ("hand", "f8"),  # earned by each card that the seat holds after drawing (E10, F6)
        ("given", "f8"),  # cost of each step that the opponent's pile goes back (F4)
        ("given_ahead", "f8"),  # cost of each card of the opponent's that is ahead again
    ],
    align=True,
)
SOLO, TEAM, DUEL = range(3)
MANY_TO_DRAW, FEW_TO_DRAW, NONE_TO_DRAW = range(3)
MANY = 30
"""The size from which a draw pile is large: about half of a game."""

_WEIGHED = {
    # solo, team, duel; for each: many cards to draw, few, none
    "step": ((2.5, 1.3, 1.6), (1.0, 3.3, -0.2), (1.8, 0.4, 0.9)),
    "ahead": ((2.7, 1.0, 1.7), (1.8, -0.4, 5.5), (1.2, 1.4, 1.4)),
    "ahead_of_best": ((2.1, 2.5, 3.8), (1.8, 0.8, -1.7), (1.9, 1.4, -0.3)),
    "single": ((2.9, 4.5, 4.5), (1.5, 3.9, 5.6), (-0.1, 0.5, -0.1)),
    "dead": ((13.7, 31.5, 65.3), (11.9, 13.5, 69.1), (7.6, 5.1, 5.3)),
    "trick_held": ((5.0, 9.8, -5.2), (8.4, 23.3, -8.7), (-0.3, -2.8, 7.3)),
    "trick_made": ((4.1, 13.6, -3.5), (3.0, 11.7, 7.3), (-0.5, 0.3, 0.1)),
    "trick_unseen": ((15.8, 11.8, 17.2), (5.1, 21.5, 19.1), (3.7, 0.8, 4.8)),
    "pair": ((11.4, 3.6, 1.2), (2.3, 10.8, 1.5), (4.6, 6.3, 3.5)),
    "rest": ((1.0, 0.7, 0.7), (0.3, 1.4, 1.1), (0.3, 0.2, 0.2)),
    "next": ((-0.1, 0.2, -0.6), (-0.2, -1.0, -0.8), (0.6, 1.5, -0.4)),
    "card": ((14.8, 8.4, 1000.0), (15.9, 7.6, 3.3), (-0.4, -5.6, 4.5)),
}
_IN_TEAMS = {
    # many cards to draw, few, none
    "stuck": (12.4, 4.4, 32.2),
    "back": (-0.6, -24.3, -0.3),
    "back_for_help": (3.7, -12.8, -11.7),
}
_SAID = {
    # many cards to draw, few, none
    (LATER, KEEP): (20.5, 44.9, 8.7),
    (LATER, SMALL): (15.3, 11.1, 13.7),
    (LATER, FREE): (-2.3, 12.9, 7.7),
    (LATER, HELP): (-2.6, 0.0, -2.4),
    (LATER, KEEP_BY_PAIR): (0.0, 43.8, 15.8),
    (NEXT, KEEP): (21.7, 72.8, 3.6),
    (NEXT, SMALL): (12.8, 21.4, 4.3),
    (NEXT, FREE): (-2.2, -2.0, 6.3),
    (NEXT, HELP): (-0.1, -5.4, -1.0),
    (NEXT, KEEP_BY_PAIR): (3.5, 30.7, -3.4),
}
_IN_DUELS = {
    # many cards to draw, few, none
    "hand": (5.6, 4.8, 4.0),
    "given": (1.3, 3.4, 0.6),
    "given_ahead": (2.0, 1.6, 1.3),
}
_HAND_IN_TEAMS = 1.0
_SHOWN = {SILENCE: 2.0, NO_TRICK: 4.0, ONE_PILE: 4.0, DRAW_ONE: 6.0}
_HELD = {STOP: -4.0, SKULL: 2.0, THREE: 1.0}
"""Everything else in Extreme is as in Classic. These are guesses; trials found nothing better."""


_ON_FIRE = {
    # solo, team
    "burning": (10.0, 0.0),
    "uncovered": (100.0, 100.0),
    "burning_held": (0.0, 5.0),
}
"""Everything else in On Fire is as in Classic; chosen from a few values on 500 deals."""


def _filled() -> Array:
    """Return all weights, by kind of game and phase."""
    weights = np.zeros((DUEL + 1, NONE_TO_DRAW + 1), WEIGHT)
    for name, row in _WEIGHED.items():
        weights[name] = row
    for kind, rows in ((TEAM, _IN_TEAMS), (DUEL, _IN_DUELS)):
        for name, phases in rows.items():
            weights[name][kind] = phases
    for (who, word), phases in _SAID.items():
        weights["said"][TEAM, :, who, word] = phases
    for name, costs in _ON_FIRE.items():
        for kind, cost in zip((SOLO, TEAM), costs, strict=True):
            weights[name][kind] = cost
    for kind in (SOLO, TEAM):
        weights["hand"][kind] = _HAND_IN_TEAMS
        for command, cost in _SHOWN.items():
            weights["shown"][kind, :, command] = cost
        for command, cost in _HELD.items():
            weights["held"][kind, :, command] = cost
    return weights


WEIGHTS = _filled()


@inlined
def phase_of(draw: int) -> int:
    """Return the phase of a game by the size of the draw pile."""
    if draw >= MANY:
        return MANY_TO_DRAW
    return FEW_TO_DRAW if draw > 0 else NONE_TO_DRAW
