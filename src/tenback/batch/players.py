"""Whole games at many tables, for players that choose actions for many tables at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tenback.batch.pool import Buffers, TablePool
from tenback.batch.runs import Results
from tenback.fastsim.tables import Array, Setup
from tenback.policies.choosing import compiled_policies
from tenback.policies.policy import SILENT_PLAYER, TALKING_PLAYER, Policy


@dataclass(frozen=True, slots=True)
class BatchPlayer:
    """A player that is not compiled, but chooses actions for many tables at once."""

    think: Callable[[Array], Array]
    """Returns the actions of the seats to move at the given tables."""
    talks: bool


def play_batched(
    setup: Setup,
    players: Sequence[Policy | BatchPlayer],
    *,
    seed: int,
    first: int,
    count: int,
    starter: int | None = None,
) -> Results:
    """Play some deals of a run to their ends on one core, as `play` does."""
    lineup = np.array([_compiled(player) for player in players])
    buffers = Buffers.make(count, with_masks=False, with_rows=False)
    pool = TablePool(
        [(setup, count)],
        seed=seed,
        buffers=buffers,
        first=first,
        lineups=np.stack([lineup, lineup]),
        starter=starter,
        repeats=False,
    )
    actions = np.zeros(count, np.int64)
    while len(pool.running) > 0:
        choose_together(pool, players, actions)
        pool.step(actions)
    return Results(buffers.left, buffers.winner, buffers.won)


def choose_together(
    pool: TablePool, players: Sequence[Policy | BatchPlayer], actions: Array
) -> None:
    """Write the actions of the seats to move, each player choosing for all its seats at once."""
    running = pool.running
    to_move = pool.tables["seat"][running]
    for player in dict.fromkeys(players):
        if isinstance(player, BatchPlayer):
            own = [seat for seat, each in enumerate(players) if each == player]
            asked = running[np.isin(to_move, own)]
            if len(asked) > 0:
                actions[asked] = player.think(pool.tables[asked])


def _compiled(player: Policy | BatchPlayer) -> tuple[int, int]:
    if isinstance(player, Policy):
        kind, reach = compiled_policies([player], 1)[0]
        return int(kind), int(reach)
    return (TALKING_PLAYER if player.talks else SILENT_PLAYER), 0
