"""One table as a Gymnasium environment, for one agent."""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from tenback.encoding.rows import ROW_SIZE
from tenback.envs.drawing import RENDER_MODES, check_render_mode, picture, text
from tenback.envs.seating import Earnings, Seating, masks_of, observations_of
from tenback.fastsim import ACTIONS
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import Array
from tenback.notation import read_position, write_position
from tenback.rules import USUAL_EDITION, State, View

Observation = np.ndarray[Any, np.dtype[np.uint8]]
MOST_SEEDS = 1 << 63


def observation_space() -> spaces.Space[Any]:
    """Return the space of all observations; see `sections`."""
    return spaces.Box(0, 255, (ROW_SIZE,), np.uint8)


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """A table of one edition. The agent always sees what the seat to move knows.

    Alone it plays seat 0. With more `seats` it plays them all in turn, or with a `partner` (the
    name of a compiled bot) only seat 0. `info["action_mask"]` says what is legal. An illegal action
    forfeits the game and earns −1.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        edition: str = USUAL_EDITION.name,
        seats: int | None = None,
        *,
        partner: str | None = None,
        talks: bool = False,
        reward: Literal["cards", "win"] = "cards",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(ACTIONS)
        self.seating = Seating.read(edition, seats, partner, talks, reward)
        self._pool = self.seating.pool(1, repeats=False)
        self._earnings = Earnings(self.seating, self._pool)
        self._actions = np.zeros(1, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal; the same seed deals the same cards, and no seed means the run's next deal.

        `options={"position": …}` begins with a position instead of a deal.
        """
        super().reset(seed=seed)
        while True:
            self._pool.reset(seed=int(self.np_random.integers(MOST_SEEDS)))
            if len(self._pool.running) > 0:
                break
        if options is not None and "position" in options:
            self._lay_out(read_position(options["position"]))
        self._earnings.begin()
        self._render_for_humans()
        return self._observation(), self._info()

    def _lay_out(self, state: State) -> None:
        setup, others = self.seating.setup, self.seating.partner or self.seating.talks
        if (state.edition, state.seats) != (setup.edition, setup.seats) or others:
            kind = f"a position of {setup.edition} for {setup.seats} seats"
            raise ValueError(f"needs {kind}, no partner and no talks: {write_position(state)}")
        self._pool.tables[:] = tables_of(state)
        self._pool.show()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action for the seat to move; when the game is over, nothing happens any more."""
        self._actions[0] = action
        self._pool.step(self._actions)
        reward = float(self._earnings.of_step()[0])
        info, is_over = self._info(), len(self._pool.running) == 0
        if is_over:
            info["won"] = bool(self._pool.buffers.won[0])
            info["left"] = int(self._pool.buffers.left[0])
        self._render_for_humans()
        return self._observation(), reward, is_over, False, info

    def action_masks(self) -> Array:
        """Return the mask of legal actions, under the name that other libraries use."""
        return masks_of(self._pool)[0].astype(np.bool_)

    @property
    def state(self) -> State:
        """The table as the referee sees it, hidden cards included: not for agents."""
        return self._pool.state(0)

    @property
    def view(self) -> View:
        """What the seat to move may know, as bots get it."""
        return self._pool.view(0, max(0, int(self._pool.buffers.seats[0])))

    def render(self) -> Any:
        """Return the table as text or as a picture, or print it."""
        if self.render_mode == "rgb_array":
            return picture(self.view)
        if self.render_mode == "ansi":
            return text(self.view)
        return self._render_for_humans()

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            print(text(self.view))

    def _observation(self) -> Observation:
        return observations_of(self._pool)[0].copy()

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": masks_of(self._pool)[0].copy(),
            "seat": int(self._pool.buffers.seats[0]),
        }
