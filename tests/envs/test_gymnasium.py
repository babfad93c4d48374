"""One table and many tables behind the interfaces of Gymnasium."""

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tenback.envs import IDS, TableEnv, TableVectorEnv, sections, unpacked
from tenback.envs.seating import masks_of, observations_of
from tenback.envs.sections import flat, flat_size
from tenback.fastsim import ACTIONS, action_of, move_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import Array
from tenback.notation import write_position
from tenback.rules import apply, legal_moves
from tenback.testing import look_alike

SEED = 7


def first_legal(mask: Array, dice: Random) -> int:
    return int(dice.choice(np.flatnonzero(mask).tolist()))


@pytest.mark.parametrize("name", IDS)
def test_the_environments_pass_the_checks_of_gymnasium(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name).unwrapped)


def test_the_ids_are_those_of_the_editions_for_one() -> None:
    assert list(IDS) == ["tenback/Classic-v0", "tenback/Extreme-v0", "tenback/OnFire-v0"]


@pytest.mark.parametrize("seats", [1, 3])
def test_a_table_plays_what_the_referee_plays(seats: int) -> None:
    env, dice = TableEnv("extreme", seats), Random(SEED)
    _, info = env.reset(seed=SEED)
    state, earned, is_over = env.state, 0.0, False
    while not is_over:
        legal = [action_of(move) for move in legal_moves(state)]
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        action = first_legal(info["action_mask"], dice)
        state = apply(state, move_of(state.edition, action))[0]
        _, reward, is_over, _, info = env.step(np.int64(action))
        earned += reward
    assert state.outcome is not None
    assert (info["won"], info["left"]) == (state.outcome.won, state.outcome.left)
    assert earned == pytest.approx(1 - state.outcome.left / 98)


def test_an_illegal_action_gives_the_sitting_up() -> None:
    env = TableEnv()
    _, info = env.reset(seed=SEED)
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_over, is_cut, info = env.step(np.int64(action))
    assert (reward, is_over, is_cut, info["won"], info["left"]) == (-1.0, True, False, False, 98)
    assert not info["action_mask"].any()


def test_what_is_over_stays_over() -> None:
    env = TableEnv()
    env.reset(seed=SEED)
    ends = [env.step(np.int64(0)) for _ in range(2)]
    assert [(reward, is_over) for _, reward, is_over, _, _ in ends] == [(-1.0, True), (0.0, True)]
    assert [(info["won"], info["left"]) for *_, info in ends] == [(False, 98)] * 2


def test_a_table_begins_with_a_position() -> None:
    env, position = TableEnv(seats=2), "classic 14,1,100,88 5.17.44/60.61 2.3.4.99 0:14>u1"
    _, info = env.reset(options={"position": position})
    assert write_position(env.state) == position
    assert info["action_mask"].sum() == len(env.view.moves)
    with pytest.raises(ValueError, match="needs a position of classic for 2 seats"):
        env.reset(options={"position": "extreme 53,99,2,4 43.45.55/60.61 90 0"})


def test_nothing_is_rendered_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    env = TableEnv()
    env.reset(seed=SEED)
    assert env.render() is None
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"partner": "careful"}, "the partner 'careful' needs a seat"),
        ({"partner": "master", "seats": 2}, "partner must be one of 'random', .*, not 'master'"),
    ],
)
def test_a_partner_that_cannot_play_is_refused(settings: dict[str, Any], refusal: str) -> None:
    for make in (TableEnv, TableVectorEnv):
        with pytest.raises(ValueError, match=refusal):
            make(**settings)


def test_an_observation_tells_section_by_section_what_the_seat_knows() -> None:
    env = TableEnv("classic", 3, talks=True)
    observation, info = env.reset(seed=SEED)
    seat, state = info["seat"], env.state
    found = unpacked(observation)
    assert np.flatnonzero(found["hand"]).tolist() == list(state.hands[seat])
    hidden = {*range(2, 100)} - {*state.hands[seat]}
    assert set(np.flatnonzero(found["unseen"]).tolist()) == hidden
    assert (found["tops"] * 100).round().tolist() == [list(state.tops)]
    assert found["said"][0, :2].sum(-1).tolist() == [[1.0] * 4] * 2
    assert not found["said"][0, 2:].any()
    assert flat(observation).shape == (1, flat_size())
    assert sum(part.stop - part.start for part in sections()) == len(observation)


@pytest.mark.parametrize(
    ("edition", "seats"), [("classic", 2), ("extreme", 4), ("on-fire", 3), ("face-to-face", 2)]
)
def test_what_looks_alike_to_the_seat_is_observed_alike(edition: str, seats: int) -> None:
    """Deal the hidden cards again under the same seat, at one table and at several side by side."""
    env, dice = TableEnv(edition, seats), Random(SEED)
    twin, twins = TableEnv(edition, seats), TableVectorEnv(3, edition, seats)
    observation, info = env.reset(seed=SEED)
    for _ in range(12):
        state, seat = env.state, max(0, info["seat"])
        others = [look_alike(state, seat, dice) for _ in range(3)]
        assert state not in others
        for each, states in ((twin, others[:1]), (twins, others)):
            each._pool.tables[:] = np.concatenate([tables_of(other) for other in states])
            each._pool.show()
            assert (observations_of(each._pool) == observation).all()
            assert (masks_of(each._pool) == info["action_mask"]).all()
        action = first_legal(info["action_mask"], dice)
        observation, _, is_over, _, info = env.step(np.int64(action))
        if is_over:
            break


def test_many_tables_repeat_with_their_seed_on_any_number_of_threads() -> None:
    told = []
    for threads in (1, 2):
        envs = TableVectorEnv(16, "classic", 2, threads=threads)
        dice, lines = np.random.default_rng(SEED), list[Array]()
        observations, infos = envs.reset(seed=SEED)
        for _ in range(60):
            lines += [observations, infos["action_mask"]]
            actions = dice.random((16, ACTIONS)) * infos["action_mask"]
            observations, rewards, *_, infos = envs.step(actions.argmax(1))
            lines.append(rewards)
        told.append(lines)
    assert all(np.array_equal(*pair) for pair in zip(*told, strict=True))


def test_many_tables_reset_as_gymnasium_says() -> None:
    """A table that is over shows its end, is dealt by the next step, and earns nothing with it."""
    envs = gymnasium.make_vec("tenback/Classic-v0", num_envs=8)
    assert isinstance(envs, TableVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, infos = envs.reset(seed=SEED)
    dice, was_over, ends = np.random.default_rng(SEED), np.zeros(8, np.bool_), 0
    for _ in range(80):
        actions = (dice.random((8, ACTIONS)) * infos["action_mask"]).argmax(1)
        observations, rewards, is_over, is_cut, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert not is_cut.any()
        assert not rewards[was_over].any()
        assert not is_over[was_over].any()
        assert infos["action_mask"][~is_over].any(1).all()
        assert not infos["action_mask"][is_over].any()
        if is_over.any():
            assert (infos["_left"] == is_over).all()
            assert (infos["left"][is_over] > 0).all()
        was_over, ends = is_over, ends + int(is_over.sum())
    assert ends > 8


def test_many_tables_are_what_as_many_single_ones_are() -> None:
    """Spaces, types and meanings agree with Gymnasium's own way to run several environments."""
    ours = TableVectorEnv(3)
    theirs = SyncVectorEnv([TableEnv] * 3)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    for envs in (ours, theirs):
        observations, infos = envs.reset(seed=SEED)
        actions = infos["action_mask"].argmax(1)
        step = envs.step(actions)
        kinds = [array.dtype for array in (observations, *step[:4])]
        assert list(map(str, kinds)) == ["uint8", "uint8", "float64", "bool", "bool"]
        assert step[1].tolist() == pytest.approx([1 / 98] * 3)


def test_a_partner_plays_the_other_seats() -> None:
    envs = TableVectorEnv(32, "classic", 3, partner="careful", talks=True, reward="win")
    _, infos = envs.reset(seed=SEED)
    for _ in range(40):
        observations, _, is_over, _, infos = envs.step(infos["action_mask"].argmax(1))
        assert (infos["seat"][~is_over] == 0).all()
        assert unpacked(observations[~is_over])["said"].any()


def test_arrays_are_shared_only_where_that_is_asked_for() -> None:
    for copy in (True, False):
        envs = TableVectorEnv(4, copy=copy)
        observations, infos = envs.reset(seed=SEED)
        assert (envs.step(infos["action_mask"].argmax(1))[0] is observations) is False
        assert np.shares_memory(observations, envs._pool.buffers.rows) is not copy


def test_a_duel_is_earned_by_the_seat_that_acts() -> None:
    env, dice = TableEnv("face-to-face"), Random(SEED)
    _, info = env.reset(seed=SEED)
    is_over, reward, actor = False, 0.0, -1
    while not is_over:
        assert reward == 0
        actor = info["seat"]
        _, reward, is_over, _, info = env.step(np.int64(first_legal(info["action_mask"], dice)))
    outcome = env.state.outcome
    assert outcome is not None
    assert reward == (1.0 if outcome.winner == actor else -1.0)


@pytest.mark.parametrize("argument", [{"reward": "points"}, {"render_mode": "video"}])
def test_an_unknown_choice_is_refused(argument: dict[str, str]) -> None:
    for make in (TableEnv, TableVectorEnv):
        with pytest.raises(ValueError, match="must be"):
            make(**argument)  # type: ignore[arg-type]


@pytest.mark.parametrize("argument", [{"num_envs": 0}, {"threads": 0}])
def test_less_than_one_is_refused(argument: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be at least 1, not 0"):
        TableVectorEnv(**argument)  # type: ignore[arg-type]


def test_what_is_special_about_a_card_is_shown() -> None:
    env = TableEnv("extreme@shuffled:ABC", 1, render_mode="ansi")
    env.reset(seed=SEED)
    told, view = env.render(), env.view
    commands = [(card, view.edition.command_of(card)) for card in view.hand]
    assert any(command is not None for _, command in commands)
    for card, command in commands:
        assert (f" {card} ({command})" in told) is (command is not None)


def test_a_picture_shows_every_pile_and_card_apart() -> None:
    """Nothing is drawn over a card: each has a white margin around its number."""
    env = TableEnv("classic", 5, render_mode="rgb_array")
    env.reset(seed=SEED)
    picture = env.render()
    assert (picture.shape, picture.dtype) == ((315, 600, 3), np.uint8)
    dark = (picture < 160).any(axis=2)
    top, left = 95, 131  # the upper left corner of the first pile, 68 pixels wide
    for pile in range(4):
        begin = left + 90 * pile
        assert not dark[top + 5 : top + 20, begin + 6 : begin + 62].any()
        assert dark[top + 20 : top + 60, begin + 6 : begin + 62].any()
        assert not dark[top - 4 : top - 2, begin : begin + 68].any()


def test_rendering_shows_nothing_that_the_seat_does_not_see() -> None:
    env, twin = TableEnv("extreme", 3), TableEnv("extreme", 3)
    _, info = env.reset(seed=SEED)
    twin._pool.tables[:] = tables_of(look_alike(env.state, max(0, info["seat"]), Random(SEED)))
    twin._pool.show()
    assert env.state != twin.state
    for mode in ("ansi", "rgb_array"):
        env.render_mode = twin.render_mode = mode
        assert np.array_equal(env.render(), twin.render())


def test_what_seats_say_is_shown_and_known_to_the_view() -> None:
    env = TableEnv("classic", 3, talks=True, render_mode="ansi")
    env.reset(seed=SEED)
    env.step(env.action_masks().argmax())
    view, told = env.view, env.render()
    others = [said for seat, said in enumerate(view.signals) if seat != view.seat]
    assert all(others)
    assert all(f"says {', '.join(map(str, said))}" in told for said in others)
