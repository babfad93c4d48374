"""Calibration: maps from the chances that a network states to how often they come true.

    said ─▶ 1 ⁄ (1 + exp(−(win · ln said − loss · ln (1 − said) + shift))) ─▶ told

The maps are fitted to games that no network was trained on (`python -m bench.calibration`). They
are increasing, so the best line stays the best and bots need none of this.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from tenback.bots.network import Network
from tenback.fastsim import Setup
from tenback.fastsim.tables import Array

MAPS = "calibration.json"
NEAREST = 1e-6
"""Chances are clipped to keep this distance from 0 and 1."""


@dataclass(frozen=True, slots=True)
class ChanceMap:
    """Maps stated chances to how often they come true; the default changes nothing.

    >>> ChanceMap()(np.array([0.25, 0.5])).round(3).tolist()
    [0.25, 0.5]
    >>> ChanceMap(shift=-0.1)(np.array([0.25, 0.5])).round(3).tolist()
    [0.232, 0.475]
    """

    win: float = 1.0
    loss: float = 1.0
    shift: float = 0.0

    def __call__(self, said: Array) -> Array:
        """Return how often chances come true."""
        found: Array = 1 / (1 + np.exp(-features_of(said) @ (self.win, self.loss, self.shift)))
        return found


def features_of(said: Array) -> Array:
    """Return the features that maps weigh, a row for each chance."""
    inner = np.clip(said.astype(np.float64), NEAREST, 1 - NEAREST)
    return np.stack((np.log(inner), -np.log1p(-inner), np.ones(len(inner))), axis=1)


@cache
def map_for(setup: Setup, network: Network) -> ChanceMap:
    """Return the map for a network in a setup; all options of an edition share one map.

    Without a map fitted to exactly these weights, chances stay as the network states them.
    """
    found = _shipped().get(name_of(setup))
    if found is None or found["network"] != label_of(network):
        return ChanceMap()
    return ChanceMap(*found["map"])


def name_of(setup: Setup) -> str:
    """Return the name under which a map is kept: edition and seats, without options."""
    return f"{setup.edition.name} {setup.seats}"


def label_of(network: Network) -> str:
    """Return the name of a network with a digest of its weights."""
    return f"{network.card['name']} {network.digest}"


@cache
def _shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files(__package__) / MAPS).read_text(encoding="utf-8"))
    return found
