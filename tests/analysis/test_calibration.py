"""The calibration counts the same chances as an analysis."""

import json
from importlib.resources import files

import numpy as np
import pytest
import torch

from bench.calibration.fitting import expected_error, fit
from bench.calibration.playing import Tables
from tenback.analysis.calibration import ChanceMap, label_of, map_for
from tenback.analysis.chances import valued_lines
from tenback.arena import read_setup
from tenback.bots.master import network_for
from tenback.bots.network import shipped
from tenback.fastsim.tables import TABLE

MAPS = json.loads((files("tenback.analysis") / "calibration.json").read_text(encoding="utf-8"))
GAMES, TURNS = 3, 200


@pytest.mark.parametrize(
    ("edition", "seats"), [("classic", 1), ("classic", 2), ("extreme", 2), ("face-to-face", 2)]
)
def test_chances_counted_are_those_of_an_analysis(edition: str, seats: int) -> None:
    setup = read_setup(edition, seats)
    network = shipped(network_for(setup))
    tables = Tables(setup, network, games=GAMES, seed="EQVA1", device=torch.device("cpu"))
    exact = ended = 0
    for turn in range(TURNS):
        said = tables.say(torch.arange(GAMES))
        if turn % 10 == 0 or said.is_exact.any():
            owners, _, chances = valued_lines(setup, tables.dealt.tables.numpy().view(TABLE))
            best = np.zeros(GAMES)
            np.maximum.at(best, owners, chances)
            raw, is_exact = said.chance.numpy(), said.is_exact.numpy()
            told = np.where(is_exact, raw, map_for(setup, network)(raw))
            assert told == pytest.approx(best, abs=1e-4)
        exact += int(said.is_exact.sum())
        tables.dealt.step(said.best)
        ended += int(tables.dealt.ends[:, 1].sum())
        if ended and (exact or setup.is_duel):
            return
    pytest.fail(f"of {ended} games none came to an end that was known before")


@pytest.mark.parametrize("name", MAPS)
def test_a_map_was_fitted_to_the_network_that_ships(name: str) -> None:
    edition, seats = name.split()
    setup = read_setup(edition, int(seats))
    network = shipped(network_for(setup))
    assert MAPS[name]["network"] == label_of(network), "see docs/analysis.md: measure and fit again"
    told = map_for(setup, network)(np.linspace(0, 1, 50))
    assert (np.diff(told) > 0).all()
    assert told[0] < 0.001
    assert told[-1] > 0.999


def test_another_network_gets_no_map() -> None:
    setup = read_setup("classic", 1)
    assert map_for(setup, shipped("team")) == ChanceMap()


def test_a_fit_finds_what_a_network_gets_wrong() -> None:
    means = (np.arange(200) + 0.5) / 200
    said = np.full(200, 10_000)
    wrong = ChanceMap(1.2, 0.9, -0.2)
    found = fit(said, means, said * wrong(means))
    assert found(means) == pytest.approx(wrong(means), abs=0.005)
    assert expected_error(means, said, said * wrong(means)) > 0.05
    assert expected_error(found(means), said, said * wrong(means)) < 0.005
