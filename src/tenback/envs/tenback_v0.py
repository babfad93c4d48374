"""PettingZoo: a table for one to five seats, or a duel, one agent after another (AEC).

env(...)           the environment, guarded like PettingZoo's own: an illegal action ends it with −1
raw_env(...)       the same without the guards: an illegal action raises `Refused`
parallel_env(...)  the guarded one for libraries that pass all agents' actions at once

One wrapper and the environment itself do the work of PettingZoo's three wrappers, much faster.
"""

from collections import deque
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tenback.encoding.rows import ROW, ROW_SIZE, as_bytes, write_seat_row
from tenback.envs.drawing import RENDER_MODES, check_render_mode, picture, text
from tenback.envs.seating import ILLEGAL_REWARD, Seating, masks_of
from tenback.envs.table_env import MOST_SEEDS
from tenback.fastsim import ACTIONS
from tenback.fastsim.actions import END
from tenback.fastsim.sittings import forget
from tenback.fastsim.tables import NOBODY, PILES, RUNNING, WORDS, Array, unpacked
from tenback.rules import USUAL_EDITION, Signal, State, View

Talk = Literal["none", "honest", "actions"]
Illegal = Literal["refuse", "lose", "ignore"]
SIGNALS = (len(WORDS) - 1) * PILES
SAY, PASS = ACTIONS, ACTIONS + SIGNALS
"""With talk as actions: the first signal (words, then piles), and the action that passes."""


def env(*, illegal: Illegal = "lose", **settings: Any) -> Any:
    """Return a table with PettingZoo's guards around it; see `raw_env` for the settings."""
    return GuardedEnv(raw_env(**settings, illegal=illegal))


def parallel_env(**settings: Any) -> Any:
    """Return a table that takes the actions of all agents, and plays that of the selected one."""
    return turn_based_aec_to_parallel(env(**settings))


class GuardedEnv(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check that calls come in order; after a reset, `last` can skip it."""

    def last(self, observe: bool = True) -> Any:
        """Return the selected agent's observation, reward, two end flags and info."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 – PettingZoo calls it so
    """A table whose seats are agents. Each sees what its seat knows, and acts when it is to move.

    In the opening `seat_0` says who begins (C4). With `talk="honest"` seats say about the piles
    what our bots would say with the same hands, and agree among themselves on who begins. With
    `talk="actions"` every other seat may speak before each turn, clockwise: one signal per action,
    at most one per pile, until it passes. In a team all agents earn the same: the share of all
    cards laid by the action, or 1 for the win. After `max_cycles` actions it is truncated.

    An illegal action is refused with an error, or it earns −1: then the agent can `"lose"` the game
    with it, or it is ignored.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tenback_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str = USUAL_EDITION.name,
        seats: int | None = 2,
        *,
        talk: Talk = "none",
        reward: Literal["cards", "win"] = "cards",
        max_cycles: int | None = None,
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if talk not in ("none", "honest", "actions"):
            raise ValueError(f"talk must be 'none', 'honest' or 'actions', not {talk!r}")
        if illegal not in ("refuse", "lose", "ignore"):
            raise ValueError(f"illegal must be 'refuse', 'lose' or 'ignore', not {illegal!r}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles must be at least 1, not {max_cycles}")
        check_render_mode(render_mode)
        self.render_mode, self.talk, self.max_cycles = render_mode, talk, max_cycles
        self.illegal = illegal
        self.seating = Seating.read(edition, seats, None, talk == "honest", reward)
        setup = self.seating.setup
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._can_talk = talk == "actions" and setup.seats > 1 and not setup.is_duel
        self._size = PASS + 1 if self._can_talk else ACTIONS
        self.observation_spaces = {agent: self._seen() for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (ROW_SIZE * setup.seats,), np.uint8)
        self.action_spaces = {agent: spaces.Discrete(self._size) for agent in self.possible_agents}
        self._pool = self.seating.pool(1, repeats=False)
        self._rules, self._masks = setup.rules, masks_of(self._pool)
        self._rows, self._actions = np.zeros(setup.seats, ROW), np.zeros(1, np.int64)
        self._octets = as_bytes(self._rows)
        self._mover_row = as_bytes(self._pool.buffers.rows)[0]
        """What the seat to move knows; every step updates it, but talk does not."""
        self._cards = float(len(setup.edition.numbers))
        self._speakers: deque[int] = deque()
        self._said: set[int] = set()
        self._random, _ = seeding.np_random()

    def _seen(self) -> spaces.Space[Any]:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (ROW_SIZE,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self._size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can see; see `sections`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; the same seed deals the same cards, and no seed means the run's next deal."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        while True:
            self._pool.reset(seed=int(self._random.integers(MOST_SEEDS)))
            if self._table["ending"] == RUNNING:
                break
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._left = int(self._table["left"][0])
        self._speakers.clear()
        self._begin_talk()
        self._select()

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent knows and may do; unless it is to act, it may do nothing."""
        is_to_act = agent == self.agent_selection and not self.terminations.get(agent)
        if is_to_act and not self._can_talk:
            return {"observation": self._mover_row.copy(), "action_mask": self._masks[0].copy()}
        mask = np.zeros(self._size, np.int8)
        if is_to_act:
            self._write_mask(mask)
        return {"observation": self._row_of(self._seat_of[agent]).copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take an action for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        is_legal = self._is_legal(int(action))
        if not is_legal and self.illegal == "refuse":
            raise self._pool.refusal(0, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        if not is_legal:
            self._punish(agent)
        elif self._speakers:
            self._speak(int(action))
        else:
            self._act(int(action))
        if self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = {each: not self.terminations[each] for each in self.agents}
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Return the table as the selected agent sees it, as text or picture, or print it."""
        if self.render_mode == "rgb_array":
            return picture(self.view)
        if self.render_mode == "ansi":
            return text(self.view)
        if self.render_mode == "human":
            print(text(self.view))
        return None

    def state(self) -> Array:
        """Return what all seats know together, row by row: for training with a central critic."""
        return np.concatenate([self._row_of(seat) for seat in range(len(self._rows))])

    @property
    def view(self) -> View:
        """What the selected agent may know, as bots get it."""
        return self._pool.view(0, self._seat_of[self.agent_selection])

    @property
    def referee_state(self) -> State:
        """The table as the referee sees it, hidden cards included: not for agents."""
        return self._pool.state(0)

    @property
    def _table(self) -> Any:
        return self._pool.tables[0]

    def _row_of(self, seat: int) -> Array:
        table = self._table
        write_seat_row(self._rules, table, seat, table["layout"], self._rows[seat])
        return self._octets[seat]

    def _is_legal(self, action: int) -> bool:
        if self._speakers:
            is_new = _pile(action) not in self._said
            return action == PASS or (is_new and action in self._signals())
        return 0 <= action < ACTIONS and bool(self._masks[0, action])

    def _punish(self, agent: str) -> None:
        """Let an illegal action cost the agent something, and perhaps everybody the game."""
        self._reward_all(0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        if self.illegal == "lose":
            self.terminations = dict.fromkeys(self.agents, True)
            self._speakers.clear()

    def _act(self, action: int) -> None:
        self._actions[0] = action
        self._pool.step(self._actions, are_legal=True)
        if self._can_talk and action < END:
            forget(self._rules, self._table, action % PILES)
        self._earn()
        self._begin_talk()

    def _earn(self) -> None:
        """Give every agent its reward for the action."""
        is_over, left = bool(self._pool.buffers.is_done[0]), int(self._table["left"][0])
        if self.seating.setup.is_duel:
            winner = self._table["winner"]
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = (1.0 if seat == winner else -1.0) if is_over else 0.0
        elif self.seating.reward == "cards":
            self._reward_all((self._left - left) / self._cards)
        else:
            self._reward_all(float(is_over and bool(self._pool.buffers.won[0])))
        self._left = left
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)

    def _reward_all(self, reward: float) -> None:
        for agent in self.agents:
            self.rewards[agent] = reward

    def _select(self) -> None:
        seat = self._speakers[0] if self._speakers else max(0, int(self._table["seat"]))
        self.agent_selection = self.possible_agents[seat]

    def _begin_talk(self) -> None:
        """Let the others speak when a turn has just begun, unless nobody may (E7)."""
        if not self._can_talk:
            return
        table, seats = self._table, self.seating.setup.seats
        has_begun = table["seat"] != NOBODY and table["played"] == 0 and table["ending"] == RUNNING
        if has_begun and self._signals():
            self._speakers.extend((int(table["seat"]) + place) % seats for place in range(1, seats))
            self._said.clear()

    def _speak(self, action: int) -> None:
        if action != PASS:
            word = (action - SAY) // PILES + 1
            self._table["said"][self._speakers[0], _pile(action)] = word
            self._said.add(_pile(action))
        if action == PASS or len(self._said) == PILES:
            self._speakers.popleft()
            self._said.clear()
        self._reward_all(0.0)

    def _write_mask(self, mask: Array) -> None:
        """Write what the selected agent may do."""
        if not self._speakers:
            mask[:ACTIONS] = self._masks[0]
            return
        mask[PASS] = 1
        for action in self._signals():
            mask[action] = _pile(action) not in self._said

    def _signals(self) -> list[int]:
        """Return the signals that the rules allow now, as actions."""
        edition = self.seating.setup.edition_with(int(self._table["layout"]))
        tops = unpacked(self._table["tops"])
        return [
            SAY + (number - 1) * PILES + pile.index
            for number, word in enumerate(WORDS)
            for pile in edition.piles
            if word is not None and edition.why_no_talk(tops, Signal(word, pile)) is None
        ]


def _pile(signal: int) -> int:
    """Return the pile that a signal is about."""
    return (signal - SAY) % PILES
