"""Chooses the action of the seat to move for compiled bots."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenback.fastsim import Replica, move_of
from tenback.fastsim.actions import BEGIN
from tenback.fastsim.bits import whole
from tenback.fastsim.chance import below
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import forget
from tenback.fastsim.tables import NOBODY, PILES, Array, Row
from tenback.policies.careful import choose_careful
from tenback.policies.errors import PlayerCode
from tenback.policies.policy import CAREFUL, POLICIES, RANDOM, Policy
from tenback.policies.signals import opener, speak
from tenback.policies.simple import choose_greedy, choose_random
from tenback.rules import BadInput, Move


def compiled_policies(policies: Sequence[Policy], seats: int) -> Array:
    """Return policies as compiled code reads them; a single policy plays all seats."""
    each = [*policies] * (seats if len(policies) == 1 else 1)
    if len(each) != seats:
        raise BadInput(PlayerCode.BAD_BOTS, count=len(each), seats=seats)
    return np.array([(POLICIES.index(policy.name), policy.reach) for policy in each], np.int64)


def choose_move(replica: Replica, policies: Sequence[Policy]) -> Move:
    """Return the move of a replica's seat to move, and advance that seat's random stream."""
    setup, table = replica.setup, replica.tables[0]
    action = choose_and_talk(setup.rules, table, compiled_policies(policies, setup.seats))
    return move_of(setup.edition, int(action))


@compiled
def choose(rules: Row, table: Row, policies: Any) -> int:
    """Return the action of the seat to move, or of seat 0 in the opening."""
    if table.seat == NOBODY:
        if table.talkers & 1:
            return BEGIN + opener(rules, table)
        return BEGIN + (
            below(table.seat_streams, 0, rules.seats) if policies[0, 0] == RANDOM else 0
        )
    kind, reach = policies[table.seat]
    if kind == CAREFUL:
        return choose_careful(rules, table)
    return choose_random(rules, table) if kind == RANDOM else choose_greedy(rules, table, reach)


@inlined
def talkers_of(rules: Row, policies: Any) -> int:
    """Return the seats that talk, as bits: those of `careful` or better, but nobody in a duel."""
    talkers = 0
    if not rules.is_duel:
        for seat in range(rules.seats):
            talkers |= whole(policies[seat, 0] >= CAREFUL) << seat
    return talkers


@compiled
def choose_and_talk(rules: Row, table: Row, policies: Any) -> int:
    """Return the action of the seat to move after bringing the words of all talkers up to date."""
    talkers = talkers_of(rules, policies)
    if talkers != table.talkers:
        table.talkers = talkers
        for pile in range(PILES):
            forget(rules, table, pile)
    if talkers:
        speak(rules, table)
    return choose(rules, table, policies)
