"""Plays many deals of a run one after another, with compiled policies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tenback.batch.stepping import RUN, play_range
from tenback.fastsim.chance import word_of
from tenback.fastsim.replica import Replica, starter_of
from tenback.fastsim.tables import TABLE, Array, Setup
from tenback.policies import Policy
from tenback.policies.choosing import choose_move, compiled_policies
from tenback.rules import Move


@dataclass(frozen=True)
class Results:
    """The results of games, in the order of their deals."""

    left: Array
    """The number of cards not laid: the team's, or in a duel the loser's."""
    winner: Array
    """The seat that won a duel, or −1 where a team plays."""
    won: Array
    """Whether a team laid all its cards."""


def play(
    setup: Setup,
    policies: Sequence[Policy],
    *,
    seed: int,
    first: int,
    count: int,
    starter: int | None = None,
) -> Results:
    """Play some deals of a run to their ends on one core.

    The cards of a deal and the random choices of its seats depend only on its number and the seed,
    so a run can be cut into parts anywhere.
    """
    results = Results(
        np.zeros(count, np.uint8), np.zeros(count, np.int8), np.zeros(count, np.bool_)
    )
    lineup = compiled_policies(policies, setup.seats)
    run = np.zeros(1, RUN)
    run["seed"], run["starter"] = word_of(seed), starter_of(setup, starter)
    play_range(
        setup.rules,
        setup.layout_rows,
        run[0],
        np.stack([lineup, lineup]),
        np.zeros(1, TABLE),
        first,
        results.left,
        results.winner,
        results.won,
    )
    return results


def moves(
    setup: Setup,
    policies: Sequence[Policy],
    *,
    seed: int,
    number: int,
    starter: int | None = None,
) -> tuple[Move, ...]:
    """Return all moves of one game that `play` plays, for a record."""
    replica = Replica.dealt(setup, seed=seed, number=number, starter=starter)
    made = []
    while replica.outcome is None:
        made.append(choose_move(replica, policies))
        replica.apply(made[-1])
    return tuple(made)
