"""The master: what it finds, how long it thinks, and that it thinks alike however it is asked."""

import copy
from itertools import count
from math import exp
from time import perf_counter

import numpy as np
import pytest

from tenback.bots import Master, Recipe, make_bot, master
from tenback.bots.master import network_for, thinker_for
from tenback.bots.network import SPREADS, Network, shipped
from tenback.bots.thinking import GRAIN, Care, Thinker
from tenback.encoding.scheme import card_kinds
from tenback.fastsim import Setup
from tenback.fastsim.states import tables_of
from tenback.notation import read_position
from tenback.policies.errors import PlayerCode
from tenback.rules import (
    BadInput,
    Begin,
    Classic,
    Deal,
    Edition,
    Extreme,
    FaceToFace,
    OnFire,
    State,
    apply,
    view_of,
)


def test_each_setup_has_its_network() -> None:
    assert network_for(Setup(Classic(), 1)) == "solo"
    assert [network_for(Setup(Classic(), seats)) for seats in (2, 5)] == ["team", "team"]
    assert network_for(Setup(Extreme(), 1)) == network_for(Setup(Extreme(), 4)) == "extreme"
    assert network_for(Setup(OnFire(), 1)) == network_for(Setup(OnFire(), 5)) == "fire"
    assert network_for(Setup(FaceToFace(), 2)) == "duel"
    assert network_for(Setup(Classic(), 3), is_mute=True) == "silent"


@pytest.mark.parametrize("edition", [Extreme(), OnFire(), FaceToFace()])
def test_the_control_without_signals_plays_classic_only(edition: Edition) -> None:
    with pytest.raises(BadInput, match=f"it does not play {edition.title}"):
        network_for(Setup(edition, 2), is_mute=True)


def test_it_brings_a_pile_back_before_it_jumps() -> None:
    position = "classic 60,3,97,40 4.5.50.52.75.92.95/6.12.33.49.51.71.94 2.7.8.99 0"
    assert str(Master("A").choose(view_of(read_position(position), 0))) in {"50>u1", "50>d2"}


@pytest.mark.parametrize("care", [Care(breadth=0), Care(), Care(worlds=2)])
def test_it_thinks_alike_about_one_table_and_about_many(care: Care) -> None:
    setup = Setup(Classic(), 2)
    positions = [
        "classic 14,1,100,88 5.17.44.60.91.92.93/8.12.33.49.50.71.94 2.3.4.99 0",
        "classic 30,41,70,62 20.31.44.60.75.92.93/8.12.33.49.50.71.94 2.3.4.99 1",
        "classic 30,41,70,62 20.31.44.60.75.92.93/8.12.33.49.50.71.94 2.3.4.99 0",
    ]
    tables = np.concatenate([tables_of(read_position(position)) for position in positions])
    thinker = Thinker(setup, shipped("team"), care)
    together = thinker(tables)
    if care.worlds == 0:  # else each place among the tables has its own lot
        assert [int(thinker(tables[[index]])[0]) for index in range(3)] == together.tolist()
    assert np.array_equal(thinker(tables), together)


CLOSENESS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 9.0)]


def later(setup: Setup, seed: str, moves: int) -> State:
    """Return where a sitting stands after so many moves, or its end if that comes before."""
    bot, state = make_bot("careful", seed="A"), Deal(setup.edition, setup.seats, seed).start()
    if state.turn is None:
        state, _ = apply(state, Begin(0))
    for _ in range(moves):
        if state.outcome is not None or state.turn is None:
            break
        state, _ = apply(state, bot.choose(view_of(state, state.turn.seat)))
    return state


def graded(name: str, grades: tuple[float, ...]) -> Network:
    """Return one of our networks, with another card."""
    network = copy.copy(shipped(name))
    network.grades = grades
    return network


def test_the_control_without_signals_looks_one_play_ahead() -> None:
    setup, network = Setup(Classic(), 3), shipped("silent")
    tables = np.concatenate([tables_of(later(setup, seed, 30)) for seed in "ABCDEFGHJK"])
    one_ahead = Thinker(setup, network, Care(breadth=0))(tables)
    assert not np.array_equal(one_ahead, Thinker(setup, network, Care())(tables))
    assert np.array_equal(one_ahead, thinker_for(setup, is_mute=True)(tables))


def test_a_network_says_how_much_closeness_counts_and_that_decides() -> None:
    setup = Setup(Extreme(), 3)
    tables = np.concatenate([tables_of(later(setup, seed, 40)) for seed in "ABCDEFGHJK"])
    choices = []
    for grades in CLOSENESS:
        thinker = Thinker(setup, graded("extreme", grades), Care(breadth=0))
        then, owners, actions = thinker._candidates(tables, np.zeros(len(tables), np.uint8))
        scores = shipped("extreme")(then, card_kinds(setup)) @ np.array([1.0, *grades])
        choices.append(thinker(tables))
        chosen = scores[actions == choices[-1][owners]]
        best = [scores[owners == index].max() for index in range(len(tables))]
        assert np.allclose(chosen, best, rtol=2 * GRAIN)
    assert len({tuple(choice) for choice in choices}) == len(CLOSENESS)


def test_the_end_of_a_team_is_worth_as_much_as_it_came_close() -> None:
    setup, grades = Setup(Classic(), 2), (0.5, 0.25, 0.125)
    stuck, won = later(setup, "E", 200), later(setup, "A", 200)
    assert stuck.outcome is not None
    assert won.outcome is not None
    assert (stuck.outcome.won, won.outcome.won) == (False, True)
    left = stuck.outcome.left
    thinker = Thinker(setup, graded("team", grades), Care())
    tables = np.concatenate([tables_of(stuck), tables_of(won)])
    close = [grade * exp(-left / spread) for grade, spread in zip(grades, SPREADS, strict=True)]
    assert thinker._prospects(tables, np.zeros(2)) == pytest.approx([sum(close), 1 + sum(grades)])


@pytest.mark.parametrize("moves", [5, 1000], ids=["running", "over"])
def test_what_a_duel_is_worth_to_one_it_is_not_worth_to_the_other(moves: int) -> None:
    setup, grades = Setup(FaceToFace(), 2), (0.5, 0.25, 0.125)
    state = later(setup, "A", moves)
    assert (state.outcome is not None) == (moves == 1000)
    thinker = Thinker(setup, graded("duel", grades), Care())
    tables = np.concatenate([tables_of(state)] * 2)
    first, second = thinker._prospects(tables, np.array([0, 1]))
    assert first + second == pytest.approx(1 + sum(grades))
    if state.outcome is not None:
        clear = [1 - exp(-state.outcome.left / spread) / 2 for spread in SPREADS]
        won = first if state.outcome.winner == 0 else second
        assert won == pytest.approx(1 + np.dot(grades, clear))


def test_it_takes_the_time_that_it_has() -> None:
    view = view_of(apply(Deal(Classic(), 2, "AAA").start(), Begin(0))[0], 0)
    begun = perf_counter()
    assert Master("A", 0.6).choose(view) in view.moves
    assert perf_counter() - begun >= 0.6


@pytest.mark.parametrize("seconds", [3, 30])
def test_it_thinks_as_long_as_it_is_told_and_no_longer(
    seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(apply(Deal(Classic(), 2, "AAA").start(), Begin(0))[0], 0)
    clock = count()  # a second goes by whenever somebody looks
    monkeypatch.setattr(master, "monotonic", lambda: next(clock))
    assert Master("A", seconds).choose(view) in view.moves
    assert seconds < next(clock) <= seconds + 3


@pytest.mark.parametrize("name", ["master:", "master:0", "master:-1", "master:soon", "master:1e9"])
def test_a_time_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_bot(name, seed="A")
    assert caught.value.code is PlayerCode.NO_SUCH_BOT
    assert "master:SECONDS" in str(caught.value)


def test_it_has_a_name_with_seconds() -> None:
    assert make_bot("master:0.5", seed="A") == Master("A", 0.5)
    assert Recipe.read("master:0.50") == Recipe.read("master:0.5") != Recipe.read("master:1")
    assert make_bot("master", seed="A") == Master("A")
