"""The check of bots: ours pass it, and faulty ones are found."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

import tenback.envs
from tenback.bots import make_bot
from tenback.envs import TableEnv
from tenback.rules import BACK, Command, Move, Signal, View, Word
from tenback.testing import CheckFailed, check_bot, check_env
from tenback.testing.bot_check import MakeBot

ONE = (("classic", 2),)


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
def test_our_bots_pass(name: str) -> None:
    check_bot(lambda *, seed: make_bot(name, seed=seed))


def test_a_bot_with_a_network_passes() -> None:
    check_bot(lambda *, seed: make_bot("adept", seed=seed), ONE)


class Stubborn:
    """Always takes the first move."""

    def __init__(self, *, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> Move:
        return view.moves[0]


def test_a_simple_bot_passes() -> None:
    check_bot(Stubborn)


def test_an_illegal_move_is_found() -> None:
    class Cheat(Stubborn):
        def choose(self, view: View) -> Move:
            return BACK if view.turn else view.moves[0]

    with pytest.raises(CheckFailed, match="back is not among the moves of its view, in classic "):
        check_bot(Cheat, ONE)


def test_a_bot_that_does_not_keep_to_its_seed_is_found() -> None:
    made = iter(range(100))

    class Moody(Stubborn):
        def __init__(self, *, seed: str) -> None:
            self.number = next(made)

        def choose(self, view: View) -> Move:
            return view.moves[self.number % len(view.moves)]

    with pytest.raises(CheckFailed, match="made again with the same seed it chose"):
        check_bot(Moody, ONE)


def test_a_bot_that_says_what_it_may_not_is_found() -> None:
    class Loud(Stubborn):
        def talk(self, view: View) -> list[Signal]:
            return [Signal(Word.HOLD, command=Command.STOP)]

    with pytest.raises(CheckFailed, match="it said hold stop"):
        check_bot(Loud, ONE)


def test_a_bot_that_looks_at_what_others_have_left_lying_about_is_found() -> None:
    hands: dict[int | None, tuple[int, ...]] = {}

    class Peeking(Stubborn):
        def choose(self, view: View) -> Move:
            hands[view.seat] = view.hand
            return view.moves[sum(map(sum, hands.values())) % len(view.moves)]

    with pytest.raises(CheckFailed, match=r"chose .* with no bot in the other seats, in classic "):
        check_bot(Peeking, ONE)


def test_a_bot_that_fails_is_found_and_shown_with_a_position() -> None:
    class Broken(Stubborn):
        def choose(self, view: View) -> Move:
            raise LookupError(self.seed)

    with pytest.raises(CheckFailed, match=r"it raised LookupError.* in classic 1,1,100,100 "):
        check_bot(Broken, ONE)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: None, "it cannot be made with seed='TENBACK0': TypeError"),
        (lambda seed: None, r"None has no method choose\(view\)"),
    ],
)
def test_what_is_no_bot_is_named(make: MakeBot, complaint: str) -> None:
    with pytest.raises(CheckFailed, match=complaint):
        check_bot(make, ONE)


def test_a_bot_that_says_text_is_found() -> None:
    class Talkative(Stubborn):
        def talk(self, view: View) -> list[str]:
            return ["keep u1"]

    with pytest.raises(CheckFailed, match="it said 'keep u1', which is not a Signal"):
        check_bot(Talkative, ONE)


def test_a_bot_that_changes_its_view_is_found() -> None:
    class Untidy(Stubborn):
        def choose(self, view: View) -> Move:
            object.__setattr__(view, "hand", ())
            return view.moves[0]

    with pytest.raises(CheckFailed, match="it changed the view that it was given, in classic "):
        check_bot(Untidy, ONE)


def unwrapped(name: str) -> object:
    return gymnasium.make(name).unwrapped


def test_our_environments_pass() -> None:
    for name in tenback.envs.IDS:
        check_env(partial(unwrapped, name))


POSITIONS = [
    "classic 14,1,100,88 5.17.44/60.61 2.3.4.99.27.28 0",
    "extreme 53,99,2,4 43.45.55/60.61 90.31.32.33 0",
    "on-fire 14,1,100,88 5.17.44/60.61 2.3.4.99.27.28 1",
    "face-to-face 14,60/1,44 5.17.43/9.41 2.3.4/6.7.8 0",
]


@pytest.mark.parametrize("position", POSITIONS)
def test_our_environments_tell_nothing_of_hidden_cards(position: str) -> None:
    check_env(partial(TableEnv, position.split(maxsplit=1)[0], 2), [position])


def test_an_environment_that_leaks_is_found() -> None:
    class Gossip(TableEnv):
        def _info(self) -> dict[str, Any]:
            return {**super()._info(), "next": self.state.draw_piles[0][:1]}

    class LateGossip(TableEnv):
        def step(self, action: np.int64) -> Any:
            *others, info = super().step(action)
            return *others, {**info, "others": self.state.hands}

    for kind, call in ((Gossip, "info\\['next'\\] of reset"), (LateGossip, "info.* of step")):
        with pytest.raises(CheckFailed, match=f"{call} depends on hidden cards, in classic 14,"):
            check_env(partial(kind, "classic", 2), POSITIONS[:1])


def test_an_environment_without_masks_is_found() -> None:
    class Unmasked(TableEnv):
        def _info(self) -> dict[str, Any]:
            return {}

    with pytest.raises(CheckFailed, match=r"info.'action_mask'. must be an array of 398 int8"):
        check_env(Unmasked)


def test_what_gymnasium_refuses_is_found() -> None:
    with pytest.raises(CheckFailed, match=r"Gymnasium's own check: .*must inherit"):
        check_env(object)


def test_an_environment_without_end_is_found() -> None:
    class Endless(tenback.envs.TableEnv):
        def step(self, action: object) -> object:  # type: ignore[override]
            observation, info = self.reset(seed=1)
            return observation, 0.0, False, False, info

    with pytest.raises(CheckFailed, match="not over after"):
        check_env(Endless)
