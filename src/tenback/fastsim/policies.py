"""Players that are compiled into the simulator: `random`, `greedy` and `careful`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenback.fastsim.actions import BEGIN, END
from tenback.fastsim.bits import Set, count, has_any, highest, lowest, meet, minus, nth, rest, whole
from tenback.fastsim.careful import choose_careful
from tenback.fastsim.chance import below
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.errors import SimulatorCode
from tenback.fastsim.signals import forget, opener, speak
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import (
    LOWEST_CARD,
    NOBODY,
    PILES,
    Array,
    Row,
    is_descending_pile,
    top_of,
)
from tenback.fastsim.turns import (
    FORWARD,
    Progress,
    after,
    fit,
    fits,
    looked_up,
    may_end,
    progress_of,
)
from tenback.rules import BadInput

RANDOM, GREEDY, CAREFUL = range(3)
POLICIES = ("random", "greedy", "careful")
THINKER, MUTE = 3, -1
"""Players that are not compiled: one that talks as `careful` does, and one that never does."""

REACH = 3
"""How large a step `greedy` takes beyond what it must: what wins most in Classic with 2 to 5."""
FURTHEST = 99

ACTION_BITS = (1 << 10) - 1
NO_RANK = 1 << 30
"""Plays are ranked by one number, the smaller the better; this is none."""


@dataclass(frozen=True)
class Policy:
    """A compiled player: prints as the name that it is read from.

    >>> Policy.read("greedy:5"), str(Policy("greedy", reach=5)), str(Policy("greedy"))
    (Policy(name='greedy', reach=5), 'greedy:5', 'greedy')
    """

    name: str
    reach: int = REACH

    def __post_init__(self) -> None:
        reaches = range(FURTHEST + 1) if self.name == "greedy" else (REACH,)
        if self.name not in POLICIES or self.reach not in reaches:
            raise no_such_bot(str(self))

    @classmethod
    def read(cls, text: str) -> "Policy":
        """Return the policy that a text names: one of `POLICIES`, or `greedy:STEP`."""
        name, colon, reach = text.partition(":")
        if not colon:
            return cls(name)
        if name != "greedy" or not (reach.isascii() and reach.isdigit() and len(reach) <= 2):
            raise no_such_bot(text)
        return cls(name, int(reach))

    def __str__(self) -> str:
        return self.name if self.reach == REACH else f"{self.name}:{self.reach}"


def no_such_bot(text: str) -> BadInput:
    """Return the refusal of a name."""
    return BadInput(
        SimulatorCode.NO_SUCH_BOT, text=text, known=", ".join((*POLICIES, "greedy:STEP"))
    )


def compiled_policies(policies: Sequence[Policy], seats: int) -> Array:
    """Return policies as compiled code reads them; one policy stands for all seats."""
    each = [*policies] * (seats if len(policies) == 1 else 1)
    if len(each) != seats:
        raise BadInput(SimulatorCode.BAD_BOTS, count=len(each), seats=seats)
    return np.array([(POLICIES.index(policy.name), policy.reach) for policy in each], np.int64)


@compiled
def choose(rules: Row, table: Row, policies: Any) -> int:
    """Return the action of the seat to move; in the opening, of seat 0."""
    if table.seat == NOBODY:
        kind = policies[0, 0]
        if kind >= CAREFUL:
            return BEGIN + opener(rules, table)
        return BEGIN + (below(table.will, 0, rules.seats) if kind == RANDOM else 0)
    kind, reach = policies[table.seat]
    if kind == CAREFUL:
        return choose_careful(rules, table)
    return choose_random(rules, table) if kind == RANDOM else choose_greedy(rules, table, reach)


@inlined
def talkers_of(rules: Row, policies: Any) -> int:
    """Return the seats that talk, bit by bit: not the simple ones, and no opponents."""
    talkers = 0
    if not rules.is_duel:
        for seat in range(rules.seats):
            talkers |= whole(policies[seat, 0] >= CAREFUL) << seat
    return talkers


@compiled
def choose_and_talk(rules: Row, table: Row, policies: Any) -> int:
    """Return the same at a table whose seats may not know yet which of them talk."""
    talkers = talkers_of(rules, policies)
    if talkers != table.talkers:
        table.talkers = talkers
        for pile in range(PILES):
            forget(rules, table, pile)
        speak(rules, table)
    return choose(rules, table, policies)


@inlined
def choose_random(rules: Row, table: Row) -> int:
    """Return any legal action, each as likely as the others."""
    turn = progress_of(table)
    first, second, third, fourth = fits(rules, table, turn)
    in_first, in_second, in_third = count(first), count(second), count(third)
    plays = in_first + in_second + in_third + count(fourth)
    pick = below(table.will, table.seat, plays + may_end(rules, table, turn))
    if pick == plays:
        return END
    pile, cards = 0, first
    if pick >= in_first:
        pick -= in_first
        pile, cards = 1, second
        if pick >= in_second:
            pick -= in_second
            pile, cards = 2, third
            if pick >= in_third:
                pick -= in_third
                pile, cards = 3, fourth
    return (nth(cards, pick) - LOWEST_CARD) * PILES + pile


@compiled
def choose_greedy(rules: Row, table: Row, reach: int) -> int:
    """Return the smallest step that does not lose; `end` when none is within reach.

    A backwards trick is a step of −10; a card laid with the opponent costs what it improves (F4).
    Of equal steps the lowest card on the first pile is taken.
    """
    turn = progress_of(table)
    is_free = may_end(rules, table, turn)
    rank = NO_RANK
    for pile in range(PILES):
        cards = fit(rules, table, turn, pile)
        if has_any(cards):
            rank = min(rank, rank_of(rules, turn, nearest(rules, turn, cards, pile), pile))
    while rank != NO_RANK and not (is_free and step_of(rank) > reach):
        card, pile = card_of(rank), rank & 3
        if can_complete(rules, table, after(rules, table, turn, card, pile)):
            return rank & ACTION_BITS
        rank = next_rank(rules, table, turn, rank)
    return END


@inlined
def nearest(rules: Row, turn: Progress, cards: Set, pile: int) -> int:
    """Return, of some cards that fit on a pile, the one whose step is the smallest."""
    is_descending = is_descending_pile(rules, pile)
    top = top_of(turn.tops, pile)
    forward = meet(cards, looked_up(FORWARD, is_descending, top))
    tricks = minus(cards, forward)
    if rules.is_duel and pile >> 1 != turn.seat:
        return lowest(cards) if is_descending else highest(cards)
    if has_any(tricks):
        return lowest(tricks)
    return highest(forward) if is_descending else lowest(forward)


@compiled
def next_rank(rules: Row, table: Row, turn: Progress, refused: int) -> int:
    """Return the rank of the best play after one that loses."""
    best = NO_RANK
    for pile in range(PILES):
        cards = fit(rules, table, turn, pile)
        while has_any(cards):
            rank = rank_of(rules, turn, lowest(cards), pile)
            if refused < rank < best:
                best = rank
            cards = rest(cards)
    return best


@inlined
def rank_of(rules: Row, turn: Progress, card: int, pile: int) -> int:
    """Return a play's place in the order of preference: its cost, then its action."""
    top = top_of(turn.tops, pile)
    step = top - card if is_descending_pile(rules, pile) else card - top
    if rules.is_duel and pile >> 1 != turn.seat:
        step = -step
    return ((step + FURTHEST) << 10) + (card - LOWEST_CARD) * PILES + pile


@inlined
def step_of(rank: int) -> int:
    """Return the cost in a rank."""
    return (rank >> 10) - FURTHEST


@inlined
def card_of(rank: int) -> int:
    """Return the card in a rank."""
    return ((rank & ACTION_BITS) >> 2) + LOWEST_CARD
