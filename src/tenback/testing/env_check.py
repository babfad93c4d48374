"""Checks the masks, seeds and endings of a Gymnasium environment."""

from collections.abc import Callable
from typing import Any

from tenback.testing.failures import CheckFailed

MOST_STEPS = 1000
"""Steps after which an episode counts as endless; no game is longer."""
EPISODES = 3


def check_env(make: Callable[[], Any]) -> None:
    """Raise `CheckFailed` unless an environment with masks behaves like ours.

    It must pass Gymnasium's own checks. `info["action_mask"]` must allow something until the
    episode is over, and nothing afterwards. Legal actions must lead to an end. The same seed must
    give the same episode.
    """
    from gymnasium.utils.env_checker import check_env as check_api  # noqa: PLC0415

    check_api(make(), skip_render_check=True)
    for seed in range(EPISODES):
        first, second = (_episode(make(), seed) for _ in range(2))
        if first != second:
            raise CheckFailed(f"seed {seed} gives two different episodes")


def _episode(env: Any, seed: int) -> list[tuple[bytes, bytes, float]]:
    """Return the observations, masks and rewards of an episode of random legal actions."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    told = [(observation.tobytes(), info["action_mask"].tobytes(), 0.0)]
    for step in range(MOST_STEPS):
        if not info["action_mask"].any():
            raise CheckFailed(f"seed {seed}, step {step}: nothing is legal, but it is not over")
        action = env.action_space.sample(info["action_mask"])
        observation, reward, is_over, _, info = env.step(action)
        told.append((observation.tobytes(), info["action_mask"].tobytes(), reward))
        if is_over:
            if info["action_mask"].any():
                raise CheckFailed(f"seed {seed}: something is legal when it is over")
            return told
    raise CheckFailed(f"seed {seed}: not over after {MOST_STEPS} steps")
