"""The master: what it finds, how long it thinks, and that it thinks alike however it is asked."""

import copy
from time import perf_counter

import numpy as np
import pytest

from tenback.bots import Master, Recipe, make_bot
from tenback.bots.master import network_for, thinker_for
from tenback.bots.network import shipped
from tenback.bots.thinking import Care, Thinker
from tenback.fastsim import Setup
from tenback.fastsim.lines import kinds_of
from tenback.fastsim.states import tables_of
from tenback.notation import read_position
from tenback.rules import (
    BadInput,
    Begin,
    Classic,
    Code,
    Deal,
    Edition,
    Extreme,
    FaceToFace,
    apply,
    view_of,
)


def test_each_setup_has_its_network() -> None:
    assert network_for(Setup(Classic(), 1)) == "solo"
    assert [network_for(Setup(Classic(), seats)) for seats in (2, 5)] == ["team", "team"]
    assert network_for(Setup(Extreme(), 1)) == network_for(Setup(Extreme(), 4)) == "extreme"
    assert network_for(Setup(FaceToFace(), 2)) == "duel"
    assert network_for(Setup(Classic(), 3), is_mute=True) == "silent"


@pytest.mark.parametrize("edition", [Extreme(), FaceToFace()])
def test_the_control_without_signals_plays_classic_only(edition: Edition) -> None:
    with pytest.raises(BadInput, match="it plays Classic only"):
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


@pytest.mark.parametrize("output", range(4))
def test_the_network_says_how_much_closeness_counts(output: int) -> None:
    network = copy.copy(shipped("extreme"))
    network.grades = [float(output == grade) * 1000 for grade in (1, 2, 3)]
    thinker = Thinker(Setup(Extreme(), 3), network, Care(breadth=0))
    deals = (Deal(Extreme(), 3, seed).start() for seed in "ABCDEFGH")
    tables = np.concatenate([tables_of(apply(deal, Begin(0))[0]) for deal in deals])
    then, owners, actions = thinker._candidates(tables, np.zeros(len(tables), np.uint8))
    values = network(then, kinds_of(Setup(Extreme(), 3)))[:, output]
    chosen = values[actions == thinker(tables)[owners]]
    best = [values[owners == index].max() for index in range(len(tables))]
    assert np.allclose(chosen, best, rtol=0.02)


def test_with_more_time_it_thinks_longer_but_no_longer_than_told() -> None:
    view = view_of(apply(Deal(Classic(), 2, "AAA").start(), Begin(0))[0], 0)
    thinker_for(Setup(Classic(), 2), worlds=1 << 20)
    taken = []
    for seconds in (0.001, 0.6):
        begun = perf_counter()
        assert Master("A", seconds).choose(view) in view.moves
        taken.append(perf_counter() - begun)
    assert taken[0] < taken[1]
    assert taken[1] >= 0.6


@pytest.mark.parametrize("name", ["master:", "master:0", "master:-1", "master:soon", "master:1e9"])
def test_a_time_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_bot(name, seed="A")
    assert caught.value.code is Code.NO_SUCH_BOT
    assert "master:SECONDS" in str(caught.value)


def test_it_has_a_name_with_seconds() -> None:
    assert make_bot("master:0.5", seed="A") == Master("A", 0.5)
    assert Recipe.read("master:0.50") == Recipe.read("master:0.5") != Recipe.read("master:1")
    assert make_bot("master", seed="A") == Master("A")
