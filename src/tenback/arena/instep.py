"""Sittings in step: many tables at once, so that a bot that thinks about many is asked seldom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenback.batch import Results
from tenback.fastsim import Setup
from tenback.fastsim.chance import word_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.replica import starter_of
from tenback.fastsim.sittings import left_of
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, TABLE, Array, Row
from tenback.policies import Policy
from tenback.policies.choosing import choose, talkers_of
from tenback.policies.policy import MUTE, POLICIES, THINKER
from tenback.policies.talking import act_and_talk, deal_and_talk


@dataclass(frozen=True, slots=True)
class Guest:
    """A player that is not compiled, but thinks about many tables at once."""

    think: Callable[[Array], Array]
    """Returns the actions of the seats to move at several tables."""
    talks: bool


def play_in_step(
    setup: Setup,
    players: Sequence[Policy | Guest],
    *,
    seed: int,
    first: int,
    count: int,
    starter: int | None = None,
) -> Results:
    """Play some deals of a run to their ends, on one core: as `fastsim.play` does, with guests."""
    rules, layouts = setup.rules, setup.layout_rows
    tables, kinds = np.zeros(count, TABLE), np.array([_kind(player) for player in players])
    deal_all(rules, layouts, tables, kinds, word_of(seed), first, starter_of(setup, starter))
    seats: dict[Guest, list[int]] = {}
    for seat, player in enumerate(players):
        if isinstance(player, Guest):
            seats.setdefault(player, []).append(seat)
    while True:
        go_on(rules, tables, kinds)
        running = np.flatnonzero(tables["ending"] == RUNNING)
        if len(running) == 0:
            return _results(setup, tables)
        to_move = tables["seat"][running]
        for guest, own in seats.items():
            asked = running[np.isin(to_move, own)]
            if len(asked) > 0:
                act_all(rules, tables, asked, guest.think(tables[asked]))


def _kind(player: Policy | Guest) -> tuple[int, int]:
    if isinstance(player, Policy):
        return POLICIES.index(player.name), player.reach
    return (THINKER if player.talks else MUTE), 0


def _results(setup: Setup, tables: Array) -> Results:
    left = np.array([left_of(setup.rules, table) for table in tables], np.uint8)
    winner = tables["winner"].copy()
    return Results(left, winner, (tables["ending"] == ALL_LAID) & (winner == NOBODY))


@compiled
def deal_all(
    rules: Row, layouts: Any, tables: Any, kinds: Any, seed: Any, first: int, starter: int
) -> None:
    """Deal every table its deal, at which some talk."""
    for index in range(len(tables)):
        tables[index].talkers = talkers_of(rules, kinds)
        deal_and_talk(rules, layouts, tables[index], seed, first + index, starter)


@compiled
def go_on(rules: Row, tables: Any, kinds: Any) -> None:
    """Let compiled policies play at every table until a guest is to move, or it is over."""
    for index in range(len(tables)):
        table = tables[index]
        while table.ending == RUNNING and (
            table.seat == NOBODY or is_compiled(kinds[table.seat, 0])
        ):
            act_and_talk(rules, table, choose(rules, table, kinds))


@inlined
def is_compiled(kind: int) -> bool:
    """Return whether a player is compiled."""
    return kind not in (THINKER, MUTE)


@compiled
def act_all(rules: Row, tables: Any, indices: Any, actions: Any) -> None:
    """Do an action at some of the tables."""
    for place in range(len(indices)):
        act_and_talk(rules, tables[indices[place]], actions[place])
