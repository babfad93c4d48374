"""What is counted for the calibration is what an analysis says."""

import numpy as np
import pytest
import torch

from bench.calibration.playing import Tables
from tenback.analysis.chances import valued_lines
from tenback.arena import read_setup
from tenback.bots.master import network_for
from tenback.bots.network import shipped
from tenback.fastsim.tables import TABLE

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
            assert said.chance.numpy() == pytest.approx(best, abs=1e-4)
        exact += int(said.is_exact.sum())
        tables.dealt.step(said.best)
        ended += int(tables.dealt.ends[:, 1].sum())
        if ended and (exact or setup.is_duel):
            return
    pytest.fail(f"of {ended} games none came to an end that was known before")
