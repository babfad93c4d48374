"""Checks the masks, seeds, endings and hidden cards of a Gymnasium environment."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tenback.notation import read_position, write_position
from tenback.rules import State
from tenback.testing.failures import CheckFailed
from tenback.testing.look_alikes import look_alike

MOST_STEPS = 1000
"""Steps after which an episode counts as endless; no game is longer."""
EPISODES, LOOK_ALIKES = 3, 4


def check_env(make: Callable[[], Any], positions: Sequence[str] = ()) -> None:
    """Raise `CheckFailed` unless an environment with masks behaves like ours.

    It must pass Gymnasium's own checks. `info["action_mask"]` must allow something until the
    episode is over, and nothing afterwards. Legal actions must lead to an end. The same seed must
    give the same episode.

    Positions must be beginnings of turns. `reset(options={"position": …})` must tell the same,
    observation and info, in all positions that look alike to the seat to move; so must the first
    step, if it can draw nothing.
    """
    from gymnasium.error import Error  # noqa: PLC0415
    from gymnasium.utils.env_checker import check_env as check_api  # noqa: PLC0415

    try:
        check_api(make(), skip_render_check=True)
    except (AssertionError, TypeError, Error) as error:
        raise CheckFailed(f"Gymnasium's own check: {error}") from error
    for seed in range(EPISODES):
        first, second = (_episode(make(), seed) for _ in range(2))
        if first != second:
            raise CheckFailed(f"seed {seed} gives two different episodes")
    for position in positions:
        _check_hidden_cards(make(), read_position(position))


def _episode(env: Any, seed: int) -> list[tuple[bytes, bytes, float]]:
    """Return the observations, masks and rewards of an episode of random legal actions."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    told = [(observation.tobytes(), _mask(env, info).tobytes(), 0.0)]
    for step in range(MOST_STEPS):
        if not info["action_mask"].any():
            raise CheckFailed(f"seed {seed}, step {step}: nothing is legal, but it is not over")
        action = env.action_space.sample(info["action_mask"])
        observation, reward, is_over, is_cut, info = env.step(action)
        told.append((observation.tobytes(), _mask(env, info).tobytes(), reward))
        if is_over and info["action_mask"].any():
            raise CheckFailed(f"seed {seed}: something is legal when it is over")
        if is_over or is_cut:
            return told
    raise CheckFailed(f"seed {seed}: not over after {MOST_STEPS} steps")


def _mask(env: Any, info: dict[str, Any]) -> Any:
    """Return the mask of legal actions, which must be one that Gymnasium can sample with."""
    mask: Any = info.get("action_mask")
    size = env.action_space.n
    if getattr(mask, "shape", None) != (size,) or str(mask.dtype) != "int8":
        raise CheckFailed(f"info['action_mask'] must be an array of {size} int8, not {mask!r}")
    return mask


def _check_hidden_cards(env: Any, state: State) -> None:
    """Deal the cards again that the seat to move does not see; nothing may be told of them."""
    seat = 0 if state.turn is None else state.turn.seat
    draws_nothing = state.progress.minimum > 1 and not state.edition.has_commands
    random, told = Random(0), _told(env, state, draws_nothing)
    for _ in range(LOOK_ALIKES):
        again = _told(env, look_alike(state, seat, random), draws_nothing)
        for name in {**told, **again}:
            if not _is_same(told.get(name), again.get(name)):
                raise CheckFailed(f"{name} depends on hidden cards, in {write_position(state)}")


def _told(env: Any, state: State, takes_step: bool) -> dict[str, Any]:
    """Return what an environment tells in a position, and perhaps after its first legal action."""
    observation, info = env.reset(seed=0, options={"position": write_position(state)})
    found = _named("reset", observation, info)
    if takes_step:
        observation, reward, _, _, info = env.step(info["action_mask"].argmax())
        found |= {"reward of step": reward, **_named("step", observation, info)}
    return found


def _named(call: str, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
    facts = {f"info[{key!r}] of {call}": value for key, value in info.items()}
    return {f"observation of {call}": observation, **facts}


def _is_same(one: Any, other: Any) -> bool:
    if hasattr(one, "tobytes") and hasattr(other, "tobytes"):
        return bool(one.tobytes() == other.tobytes())
    return bool(one == other)
