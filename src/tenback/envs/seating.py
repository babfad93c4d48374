"""Seats and rewards at the tables of an environment."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from tenback.arena.lineup import read_setup
from tenback.batch import TablePool
from tenback.encoding.rows import as_bytes
from tenback.fastsim.tables import Array, Setup
from tenback.policies import Policy
from tenback.policies.choosing import compiled_policies
from tenback.policies.policy import CALLER, FORMS, TALKING_PLAYER
from tenback.rules import BadInput

RewardKind = Literal["cards", "win"]
ILLEGAL_REWARD = -1.0
"""The reward of an illegal action, which forfeits the game, as in PettingZoo."""


@dataclass(frozen=True, slots=True)
class Seating:
    """What an environment plays, who has which seats, and what is rewarded.

    The caller has all seats, or with a partner only seat 0: the compiled bot of that name has the
    others. With `talks` the caller's seats say about the piles what our bots would say with the
    same hands, and they also agree among themselves on who begins.
    """

    setup: Setup
    partner: Policy | None
    talks: bool
    reward: RewardKind

    @classmethod
    def read(
        cls, edition: str, seats: int | None, partner: str | None, talks: bool, reward: RewardKind
    ) -> "Seating":
        """Return the seating that an environment's arguments ask for."""
        if reward not in ("cards", "win"):
            raise ValueError(f"reward must be 'cards' or 'win', not {reward!r}")
        setup = read_setup(edition, seats)
        if partner is None:
            return cls(setup, None, talks, reward)
        if setup.seats == 1:
            raise ValueError(f"the partner {partner!r} needs a seat: seats must be at least 2")
        try:
            return cls(setup, Policy.read(partner), talks, reward)
        except BadInput:
            known = ", ".join(map(repr, FORMS))
            raise ValueError(f"partner must be one of {known}, not {partner!r}") from None

    def pool(self, count: int, *, threads: int = 1, repeats: bool = True) -> TablePool:
        """Return tables with these seats; resetting a table deals its cards."""
        own = (TALKING_PLAYER if self.talks and not self.setup.is_duel else CALLER), 0
        lineup = np.array([own] * self.setup.seats)
        if self.partner is not None:
            lineup[1:] = compiled_policies([self.partner], self.setup.seats)[1:]
        return TablePool(
            [(self.setup, count)],
            seed=0,
            threads=threads,
            lineups=np.stack([lineup, lineup]),
            repeats=repeats,
            deals_late=repeats,
            forfeits=True,
        )


class Earnings:
    """The reward of every step at the tables of a pool, for the seat that acts.

    In a team it is the share of all cards laid by the step, or 1 for a win; in a duel it is 1 or −1
    at the end. An illegal action earns −1.
    """

    def __init__(self, seating: Seating, pool: TablePool) -> None:
        self._pool = pool
        self._is_duel, self._has_cards = seating.setup.is_duel, seating.reward == "cards"
        self._cards = float(len(seating.setup.edition.numbers))
        self.begin()

    def begin(self) -> None:
        """Start counting at freshly dealt tables."""
        self._left = self._cards_left()
        self._actors = self._pool.buffers.seats.copy()
        self._was_over = np.zeros(len(self._pool), np.bool_)

    def of_step(self) -> Array:
        """Return what the last step earned."""
        buffers = self._pool.buffers
        if self._is_duel:
            signs = np.where(buffers.winner == self._actors, 1.0, -1.0)
            rewards = np.where(buffers.is_done, signs, 0.0)
        elif self._has_cards:
            left = self._cards_left()
            rewards = (self._left - left) / self._cards
            rewards[self._was_over] = 0.0
            self._left = left
        else:
            rewards = np.where(buffers.is_done & buffers.won, 1.0, 0.0)
        if self._pool.refused.any():
            rewards[self._pool.refused] = ILLEGAL_REWARD
        self._was_over = buffers.is_done.copy()
        if self._is_duel:
            self._actors = buffers.seats.copy()
        return rewards

    def _cards_left(self) -> Array:
        return self._pool.tables["left"][:, 0].astype(np.float64)


def observations_of(pool: TablePool) -> Array:
    """Return what the seats to move know as bytes: a view of the pool's own rows."""
    return as_bytes(pool.buffers.rows)


def masks_of(pool: TablePool) -> Array:
    """Return the masks in the type that Gymnasium samples with: a view of the pool's own masks."""
    return pool.buffers.masks.view(np.int8)
