"""Every decision of a run as arrays, for learning from what bots did."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tenback.arena.errors import ArenaCode
from tenback.arena.lineup import Lineup
from tenback.batch import BatchPlayer, Buffers, TablePool
from tenback.batch.players import choose_together
from tenback.batch.runs import Results
from tenback.encoding.rows import as_bytes
from tenback.fastsim import run_seed
from tenback.fastsim.tables import Array
from tenback.policies import Policy
from tenback.policies.policy import CALLER, CAREFUL, POLICIES, SILENT_PLAYER, TALKING_PLAYER
from tenback.rules import BadInput

Players = Sequence[Policy | BatchPlayer]


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of consecutive deals, sorted by deal and by their order within it."""

    deals: Array
    steps: Array
    """The number of each decision within its deal, counted from 0."""
    seats: Array
    """The seat that decides."""
    observations: Array
    """What that seat knows: 96 bytes each; see docs/environments.md."""
    masks: Array
    """The legal actions: one bit each, the first in the highest bit of the first byte."""
    actions: Array
    left: Array
    """How many cards were left when the deal was over: the team's, or the loser's."""
    won: Array
    """Whether the team of that seat, or in a duel the seat itself, has won."""


def deciders(lineup: Lineup) -> Players:
    """Return who decides: bots that are all compiled, or all think about many tables at once."""
    players = lineup.policies if lineup.policies is not None else lineup.batch_players
    is_mixed = players is not None and len(set(map(type, players))) > 1
    if players is None or is_mixed:
        names = ", ".join(str(bot) for bot in lineup.bots)
        raise BadInput(ArenaCode.NO_DECISIONS, bots=names)
    return players


def decisions_of(lineup: Lineup, seed: str, deals: range) -> tuple[Decisions, Results]:
    """Play some deals of a run side by side; return all decisions, and the results."""
    players = deciders(lineup)
    kinds = np.array([(_kind(player), 0) for player in players])
    buffers = Buffers.make(len(deals))
    pool = TablePool(
        [(lineup.setup, len(deals))],
        seed=run_seed(seed),
        buffers=buffers,
        first=deals.start,
        lineups=np.stack([kinds, kinds]),
        repeats=False,
    )
    actions, found, step = np.zeros(len(deals), np.int64), [], 0
    while len(running := pool.running) > 0:
        if lineup.policies is None:
            choose_together(pool, players, actions)
        else:
            pool.choose(lineup.policies, actions)
        found.append(
            (
                running,
                np.full(len(running), step, np.int16),
                np.maximum(buffers.seats[running], 0),
                as_bytes(buffers.rows)[running],
                np.packbits(buffers.masks[running], axis=1),
                actions[running].astype(np.int16),
            )
        )
        pool.step(actions)
        step += 1
    tables, steps, seats, observations, masks, done = (
        np.concatenate(column) for column in zip(*found, strict=True)
    )
    order = np.lexsort((steps, tables))
    tables, seats = tables[order], seats[order]
    won = buffers.winner[tables] == seats if lineup.setup.is_duel else buffers.won[tables]
    decisions = Decisions(
        deals=tables + deals.start,
        steps=steps[order],
        seats=seats,
        observations=observations[order],
        masks=masks[order],
        actions=done[order],
        left=buffers.left[tables],
        won=won,
    )
    return decisions, Results(buffers.left, buffers.winner, buffers.won)


def _kind(player: Policy | BatchPlayer) -> int:
    """Return how the table pool should treat a player."""
    if isinstance(player, BatchPlayer):
        return TALKING_PLAYER if player.talks else SILENT_PLAYER
    return TALKING_PLAYER if player.name == POLICIES[CAREFUL] else CALLER
