"""Many compiled tables as one Gymnasium vector environment."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tenback.envs.drawing import check_render_mode, text
from tenback.envs.seating import Earnings, Seating, masks_of, observations_of
from tenback.envs.table_env import MOST_SEEDS, observation_space
from tenback.fastsim import ACTIONS
from tenback.fastsim.tables import Array
from tenback.rules import USUAL_EDITION

RENDER_MODES = ("ansi",)


class TableVectorEnv(VectorEnv[Array, Array, Array]):
    """Tables of one edition side by side, stepped by compiled code on some threads.

    Each table behaves like `TableEnv`. A table whose game is over is dealt again by the next step,
    which ignores its action: Gymnasium's `NEXT_STEP`. Without `copy` every step overwrites and
    returns the same arrays.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        edition: str = USUAL_EDITION.name,
        seats: int | None = None,
        *,
        partner: str | None = None,
        talks: bool = False,
        reward: Literal["cards", "win"] = "cards",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode, RENDER_MODES)
        for name, number in (("num_envs", num_envs), ("threads", threads)):
            if number < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")
        self.num_envs, self.render_mode, self.copy = num_envs, render_mode, copy
        self.single_observation_space = observation_space()
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seating = Seating.read(edition, seats, partner, talks, reward)
        self._pool = self.seating.pool(num_envs, threads=threads)
        self._earnings = Earnings(self.seating, self._pool)
        self._everywhere = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all tables; the same seed deals the same cards to each."""
        super().reset(seed=seed)
        self._pool.reset(seed=int(self.np_random.integers(MOST_SEEDS)))
        self._earnings.begin()
        return self._told(observations_of(self._pool)), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take an action at every table."""
        self._pool.step(np.ascontiguousarray(actions, np.int64))
        buffers, infos = self._pool.buffers, self._infos()
        is_done = buffers.is_done.copy()
        if is_done.any():
            infos["won"], infos["_won"] = buffers.won.copy(), is_done
            infos["left"], infos["_left"] = buffers.left.copy(), is_done
        return (
            self._told(observations_of(self._pool)),
            self._earnings.of_step(),
            is_done,
            np.zeros(self.num_envs, np.bool_),
            infos,
        )

    def render(self) -> tuple[str, ...] | None:
        """Return all tables as texts."""
        if self.render_mode is None:
            return None
        seats = np.maximum(0, self._pool.buffers.seats).tolist()
        return tuple(text(self._pool.view(index, seat)) for index, seat in enumerate(seats))

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._told(masks_of(self._pool)),
            "_action_mask": self._everywhere,
            "seat": self._told(self._pool.buffers.seats),
            "_seat": self._everywhere,
        }

    def _told(self, array: Array) -> Array:
        return array.copy() if self.copy else array
