"""What the seat to move may know of a compiled table, as bytes in named sections.

It is what `tenback.rules.View` tells, and no more: no other hand, no draw pile, no chance to come.
"""

from typing import Any

from tenback.fastsim.bits import Set, count, has_any, lowest, rest
from tenback.fastsim.compiling import inlined
from tenback.fastsim.tables import (
    LOWEST_CARD,
    MOST_CARDS,
    MOST_SEATS,
    NOBODY,
    PILES,
    Row,
    draw_pile_of,
    draw_size,
    hand_of,
    top_of,
)

SIZES = {
    "hand": MOST_CARDS,  # 1 for each card that the seat holds, from card 2 on
    "laid": MOST_CARDS,  # of the seat's own set of cards; a team has only one
    "opponent_laid": MOST_CARDS,
    "commands": MOST_CARDS,  # what each card orders: 0 nothing, else its place in `Command` + 1
    "tops": PILES,
    "used": PILES,  # 1 for each pile on which the seat has laid a card in this turn
    "hand_sizes": MOST_SEATS,  # the seat's own first, then clockwise
    "draw_sizes": 2,  # the seat's own first
    "seat": 1,
    "minimum": 1,
    "played": 1,
    "last": 1,  # the pile of the card laid last in this turn + 1, or 0
    "has_three": 1,
    "is_opening": 1,
}


def _sections() -> dict[str, slice]:
    sections, start = {}, 0
    for name, size in SIZES.items():
        sections[name] = slice(start, start + size)
        start += size
    return sections


SECTIONS = _sections()
"""Where each section stands in an observation: `observations[:, SECTIONS["tops"]]`."""
OBSERVATION = sum(SIZES.values())
"""How many bytes an observation has."""

(
    HAND,
    LAID,
    OPPONENT_LAID,
    COMMANDS,
    TOPS,
    USED,
    HAND_SIZES,
    DRAW_SIZES,
    SEAT,
    MINIMUM,
    PLAYED,
    LAST,
    HAS_THREE,
    IS_OPENING,
) = (section.start for section in SECTIONS.values())


@inlined
def write_observation(rules: Row, table: Row, observation: Any) -> None:
    """Write what the seat to move may know; in the opening, what seat 0 may."""
    observation[:] = 0
    is_opening = table.seat == NOBODY
    seat = 0 if is_opening else table.seat
    source = draw_pile_of(rules, seat)
    write_set(observation, HAND, hand_of(table, seat))
    write_set(observation, LAID, (table.laid[source, 0], table.laid[source, 1]))
    observation[DRAW_SIZES] = draw_size(rules, table, source)
    if rules.is_duel:
        other = 1 - source
        write_set(observation, OPPONENT_LAID, (table.laid[other, 0], table.laid[other, 1]))
        observation[DRAW_SIZES + 1] = draw_size(rules, table, other)
    if rules.has_commands:
        observation[COMMANDS : COMMANDS + MOST_CARDS] = table.commands[
            LOWEST_CARD : LOWEST_CARD + MOST_CARDS
        ]
    for pile in range(PILES):
        observation[TOPS + pile] = top_of(table.tops, pile)
    holder = seat
    for place in range(rules.seats):
        observation[HAND_SIZES + place] = count(hand_of(table, holder))
        holder = 0 if holder + 1 == rules.seats else holder + 1
    observation[SEAT] = seat
    if is_opening:
        observation[IS_OPENING] = 1
        return
    for pile in range(PILES):
        observation[USED + pile] = (table.used >> pile) & 1
    observation[MINIMUM] = table.minimum
    observation[PLAYED] = table.played
    observation[LAST] = table.last + 1
    observation[HAS_THREE] = table.has_three


@inlined
def write_set(observation: Any, section: int, cards: Set) -> None:
    """Write a 1 for each card of a set."""
    while has_any(cards):
        observation[section + lowest(cards) - LOWEST_CARD] = 1
        cards = rest(cards)
