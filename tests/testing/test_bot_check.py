"""The check of bots: ours pass it, and faulty ones are found."""

from functools import partial

import gymnasium
import pytest

import tenback.envs
from tenback.bots import make_bot
from tenback.rules import BACK, Command, Move, Signal, View, Word
from tenback.testing import CheckFailed, check_bot, check_env

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


def unwrapped(name: str) -> object:
    return gymnasium.make(name).unwrapped


def test_our_environments_pass() -> None:
    for name in tenback.envs.IDS:
        check_env(partial(unwrapped, name))


def test_an_environment_without_end_is_found() -> None:
    class Endless(tenback.envs.TableEnv):
        def step(self, action: object) -> object:  # type: ignore[override]
            observation, info = self.reset(seed=1)
            return observation, 0.0, False, False, info

    with pytest.raises(CheckFailed, match="not over after"):
        check_env(Endless)
