"""The game `tenback` of OpenSpiel."""

from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from tenback.envs.spiel import TenbackState
from tenback.notation import read_position, write_position
from tenback.testing import look_alike

GAMES = [
    "tenback(edition=classic,players=1)",
    "tenback(edition=extreme,players=3)",
    "tenback(edition=on-fire,players=4)",
    "tenback(edition=face-to-face,players=2)",
]
PLAYTHROUGHS = GAMES[:2]
SEED, SIMULATIONS = 5, 2


def played(text: str, actions: int) -> TenbackState:
    """Return a state that some random actions lead to, chance included."""
    state, dice = pyspiel.load_game(text).new_initial_state(), Random(SEED)
    while actions > 0 and not state.is_terminal():
        actions -= not state.is_chance_node()
        state.apply_action(dice.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    assert isinstance(state, TenbackState)
    return state


@pytest.mark.parametrize("text", GAMES)
def test_games_pass_the_simulations_of_openspiel(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=False, verbose=False)


@pytest.mark.parametrize("text", PLAYTHROUGHS)
def test_a_playthrough_is_what_openspiel_writes(text: str) -> None:
    """`python -m tests.envs.test_spiel` writes them again; look at the differences first."""
    assert playthrough(text) == file_of(text).read_text(encoding="utf-8")


def file_of(text: str) -> Path:
    edition = pyspiel.load_game(text).get_parameters()["edition"]
    return Path(__file__).parent / "playthroughs" / f"{edition}.txt"


def playthrough(text: str) -> str:
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415 (all of SciPy)

    found: str = generate_playthrough.playthrough(text, None, seed=SEED)
    return found


@pytest.mark.parametrize("text", GAMES[1:])
def test_what_looks_alike_to_a_player_is_observed_alike(text: str) -> None:
    state, dice = played(text, 6), Random(SEED)
    observation = make_observation(pyspiel.load_game(text))
    position = state.position
    assert position is not None
    for player in range(position.seats):
        seen = []
        for each in (position, *(look_alike(position, player, dice) for _ in range(4))):
            state._position = each
            observation.set_from(state, player)
            told = observation.tensor.tolist(), observation.string_from(state, player)
            seen.append((*told, state.legal_actions(player)))
        assert all(each == seen[0] for each in seen)


def test_chance_draws_from_what_is_left() -> None:
    state, dice = played(GAMES[0], 2), Random(SEED)
    while not state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    before = state.position
    assert before is not None
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    assert outcomes == tuple(sorted(before.draw_piles[0]))
    assert sum(odds) == pytest.approx(1)
    drawn = outcomes[-1]
    state.apply_action(drawn)
    while state.is_chance_node():
        assert drawn not in state.legal_actions()
        state.apply_action(dice.choice(state.legal_actions()))
    assert state.position is not None
    assert drawn in state.position.hands[0]


def test_a_state_prints_as_a_position() -> None:
    state = played(GAMES[1], 4)
    assert state.position is not None
    assert write_position(read_position(str(state))) == str(state)


def test_sections_are_named() -> None:
    observation = make_observation(pyspiel.load_game("tenback"))
    state = played("tenback", 1)
    observation.set_from(state, 0)
    assert state.position is not None
    hand = np.flatnonzero(observation.dict["hand"]).tolist()
    assert tuple(hand) == state.position.hands[0]


def test_a_layout_that_each_deal_draws_is_refused() -> None:
    with pytest.raises(ValueError, match="extreme@shuffled: a game needs one layout"):
        pyspiel.load_game("tenback(edition=extreme@shuffled,players=2)")
    pyspiel.load_game("tenback(edition=extreme@shuffled:ABC,players=2)")


if __name__ == "__main__":
    for game in PLAYTHROUGHS:
        file_of(game).write_text(playthrough(game), encoding="utf-8")
