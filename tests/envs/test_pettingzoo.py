"""Tables for several agents behind the interface of PettingZoo."""

import warnings
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    render_test,
    seed_test,
)

from tenback.envs import tenback_v0
from tenback.envs.sections import unpacked
from tenback.envs.tenback_v0 import PASS, SAY
from tenback.fastsim.states import tables_of
from tenback.rules import Refused
from tenback.testing import look_alike

SEED = 11
TABLES: list[dict[str, Any]] = [
    {"seats": 1},
    {"seats": 3, "talk": "honest"},
    {"seats": 2, "talk": "actions", "reward": "win"},
    {"edition": "extreme", "seats": 5, "talk": "actions"},
    {"edition": "on-fire", "seats": 4},
    {"edition": "face-to-face", "seats": 2},
]
HARMLESS = (  # a mask needs a dictionary, and nobody may act out of turn
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros",
    "Action mask numpy array is all zeros",
)


def name(settings: dict[str, Any]) -> str:
    return " ".join(map(str, settings.values()))


@pytest.mark.parametrize("settings", TABLES, ids=name)
def test_tables_pass_the_tests_of_pettingzoo(
    settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in HARMLESS:
            warnings.filterwarnings("ignore", message=text)
        api_test(tenback_v0.env(**settings), num_cycles=60)
        seed_test(partial(tenback_v0.env, **settings), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("settings", [TABLES[3], TABLES[5]], ids=name)
def test_tables_can_be_looked_at(
    settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(partial(tenback_v0.env, **settings))
    assert "draw pile" in capsys.readouterr().out


def test_so_many_actions_and_no_more() -> None:
    env = tenback_v0.env(seats=3, max_cycles=4)
    env.reset(seed=SEED)
    taken = 0
    for agent in env.agent_iter():
        seen, _, is_over, is_cut, _ = env.last()
        assert (is_over, is_cut) == (False, taken == 4)
        if is_cut:
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(seen["action_mask"]))
        taken += 1
    assert (taken, env.agents) == (4, [])


def test_tables_pass_the_test_of_max_cycles() -> None:
    """It takes any actions, masks or not, so illegal ones must not end the game."""
    settings: dict[str, Any] = {"seats": 1, "illegal": "ignore"}
    max_cycles_test(
        SimpleNamespace(
            env=partial(tenback_v0.env, **settings),
            parallel_env=partial(tenback_v0.parallel_env, **settings),
        )
    )


@pytest.mark.parametrize("settings", TABLES, ids=name)
def test_tables_with_all_actions_at_once_pass_the_test_of_pettingzoo(
    settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    env = tenback_v0.parallel_env(**settings, illegal="ignore")
    parallel_api_test(env, num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("settings", TABLES[1:], ids=name)
def test_every_agent_sees_alike_what_looks_alike_to_its_seat(settings: dict[str, Any]) -> None:
    env, twin = tenback_v0.raw_env(**settings), tenback_v0.raw_env(**settings)
    dice = Random(SEED)
    for each in (env, twin):
        each.reset(seed=SEED)
    for _ in range(8):
        for seat, agent in enumerate(env.agents):
            other = tables_of(look_alike(env.referee_state, seat, dice))
            other["said"], other["layout"] = env._table["said"], env._table["layout"]
            twin._pool.tables[:] = other
            twin._pool.show()
            twin.agent_selection = env.agent_selection
            twin._speakers, twin._said = env._speakers.copy(), env._said.copy()
            seen, told = env.observe(agent), twin.observe(agent)
            assert np.array_equal(seen["observation"], told["observation"])
            assert np.array_equal(seen["action_mask"], told["action_mask"])
            assert np.array_equal(seen["observation"], env._row_of(seat))
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(dice.choice(np.flatnonzero(mask).tolist()))
        if not any(env.observe(env.agent_selection)["action_mask"]):
            return


def test_what_is_said_is_heard_until_a_card_is_laid_there() -> None:
    env = tenback_v0.raw_env(seats=2, talk="actions")
    env.reset(seed=SEED)
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[0]))  # seat 0 begins
    assert env.agent_selection == "seat_1"
    env.step(SAY + 1)  # keep u2
    assert not env.observe("seat_1")["action_mask"][[SAY + 1, SAY + 5]].any()
    env.step(PASS)
    assert env.agent_selection == "seat_0"
    said = unpacked(env.observe("seat_0")["observation"])["said"]
    assert np.argwhere(said[0]).tolist() == [[0, 1, 0]]
    plays = np.flatnonzero(env.observe("seat_0")["action_mask"])
    env.step(int(plays[plays % 4 == 1][0]))
    assert not unpacked(env.observe("seat_0")["observation"])["said"].any()


def test_an_illegal_action_is_refused_with_the_position() -> None:
    env = tenback_v0.raw_env(seats=2)
    env.reset(seed=SEED)
    with pytest.raises(Refused, match=r"'2>u1' in classic 1,1,100,100 "):
        env.step(0)


@pytest.mark.parametrize("action", [0, -1, 10_000])
def test_an_illegal_action_ends_it_where_it_is_guarded(action: int) -> None:
    env = tenback_v0.env(seats=2)
    env.reset(seed=SEED)
    env.step(action)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert all(env.terminations.values())
    assert not env.observe("seat_0")["action_mask"].any()


def test_an_illegal_action_costs_something_where_it_is_ignored() -> None:
    env = tenback_v0.env(seats=2, illegal="ignore")
    env.reset(seed=SEED)
    before = env.referee_state
    env.step(0)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert (env.referee_state, env.agent_selection) == (before, "seat_0")
    assert not any(env.terminations.values())
    assert env.observe("seat_0")["action_mask"].any()


def test_an_unknown_answer_to_illegal_actions_is_refused() -> None:
    with pytest.raises(ValueError, match="illegal must be"):
        tenback_v0.env(illegal="hide")  # type: ignore[arg-type]


def test_an_unknown_kind_of_talk_is_refused() -> None:
    with pytest.raises(ValueError, match="talk must be"):
        tenback_v0.raw_env(talk="loud")  # type: ignore[arg-type]


def test_an_unknown_way_to_render_is_refused() -> None:
    with pytest.raises(ValueError, match=r"render_mode must be one of human, .*, not 'video'"):
        tenback_v0.env(render_mode="video")


def test_a_table_without_any_action_is_refused() -> None:
    with pytest.raises(ValueError, match="max_cycles must be at least 1, not 0"):
        tenback_v0.env(max_cycles=0)


@pytest.mark.parametrize("settings", TABLES, ids=name)
def test_what_all_know_together_lies_in_its_space(settings: dict[str, Any]) -> None:
    env = tenback_v0.env(**settings)
    env.reset(seed=SEED)
    assert env.state_space.contains(env.state())
