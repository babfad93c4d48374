"""Many sittings, one after another: deals of a run, played by compiled policies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenback.fastsim.chance import word_of
from tenback.fastsim.compiling import compiled
from tenback.fastsim.replica import Replica, starter_of
from tenback.fastsim.sittings import left_of
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, TABLE, Array, Row, Setup
from tenback.policies import Policy, choose_move
from tenback.policies.choosing import choose, talkers_of
from tenback.policies.policy import compiled_policies
from tenback.policies.talking import act_and_talk, deal_and_talk
from tenback.rules import Move


@dataclass(frozen=True)
class Results:
    """How sittings ended, in the order of their deals."""

    left: Array
    """Cards not laid: the team's, or in a duel the loser's."""
    winner: Array
    """The seat that won a duel; −1 where a team plays."""
    won: Array
    """Whether a team has laid all its cards."""


def play(
    setup: Setup,
    policies: Sequence[Policy],
    *,
    seed: int,
    first: int,
    count: int,
    starter: int | None = None,
) -> Results:
    """Play some deals of a run to their ends, on one core.

    A deal's cards, and what chance decides for its seats, depend on its number and the seed alone:
    it makes no difference how a run is cut into parts.
    """
    left, winner = np.zeros(count, np.uint8), np.zeros(count, np.int8)
    ending = np.zeros(count, np.uint8)
    play_deals(
        setup.rules,
        setup.layout_rows,
        np.zeros(1, TABLE),
        compiled_policies(policies, setup.seats),
        word_of(seed),
        first,
        starter_of(setup, starter),
        left,
        winner,
        ending,
    )
    return Results(left, winner, (ending == ALL_LAID) & (winner == NOBODY))


def moves(
    setup: Setup,
    policies: Sequence[Policy],
    *,
    seed: int,
    number: int,
    starter: int | None = None,
) -> tuple[Move, ...]:
    """Return all moves of a sitting that `play` plays, for a record."""
    replica = Replica.dealt(setup, seed=seed, number=number, starter=starter)
    made = []
    while replica.outcome is None:
        made.append(choose_move(replica, policies))
        replica.apply(made[-1])
    return tuple(made)


@compiled
def play_deals(
    rules: Row,
    layouts: Any,
    tables: Any,
    policies: Any,
    seed: Any,
    first: int,
    starter: int,
    left: Any,
    winner: Any,
    ending: Any,
) -> None:
    """Play as many deals as there is room for results."""
    table = tables[0]
    table.talkers = talkers_of(rules, policies)
    for index in range(len(left)):
        deal_and_talk(rules, layouts, table, seed, first + index, starter)
        while table.ending == RUNNING:
            act_and_talk(rules, table, choose(rules, table, policies))
        left[index] = left_of(rules, table)
        winner[index] = table.winner
        ending[index] = table.ending
