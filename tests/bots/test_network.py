import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from bench.tensors import network_like
from tenback.bots.network import CHUNK, GRADES, Network, shipped
from tenback.encoding import NumPyArrays, inputs, scheme_of
from tenback.rules import EDITIONS
from tests.encoding.test_inputs import moments

SHIPPED = {
    "solo": ("classic", 1),
    "team": ("classic", 4),
    "silent": ("classic", 3),
    "extreme": ("extreme", 2),
    "fire": ("on-fire", 3),
    "duel": ("face-to-face", 2),
}
FOLDER = Path(__file__).parents[2] / "src" / "tenback" / "bots" / "networks"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_says_with_numpy_what_it_says_with_torch(name: str) -> None:
    network = shipped(name)
    pool, rows = moments(*SHIPPED[name])[-1]
    twin = network_like(network)
    piles, rest = map(torch.from_numpy, inputs(rows, pool.kinds, network.scheme, NumPyArrays()))
    with torch.no_grad():
        told = torch.sigmoid(twin(piles, rest)).numpy()
    assert np.allclose(network(rows, pool.kinds), told, atol=1e-4)


def test_how_many_rows_are_valued_at_once_changes_next_to_nothing() -> None:
    pool, rows = moments("classic", 4)[-1]
    network, many = shipped("team"), np.tile(rows, (1 + 2 * CHUNK // len(rows), 1))
    assert np.allclose(network(many, pool.kinds)[: len(rows)], network(rows, pool.kinds), atol=1e-5)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.safetensors")), ids=lambda path: path.stem)
def test_every_shipped_network_carries_its_card(path: Path) -> None:
    card = Network(path).card
    assert card["name"] == path.stem
    assert {"settings", "plays", "seconds", "device", "rates", "tenback"} <= card.keys()
    assert card["plays"] > 0
    assert Network(path).scheme in map(scheme_of, EDITIONS.values())


def test_a_card_says_how_much_closeness_counts_and_old_cards_say_nothing(tmp_path: Path) -> None:
    extreme = shipped("extreme")
    assert extreme.grades == (0.1, 0.03, 0.01)
    settings = {key: extreme.card["settings"][key] for key in ("setups", "shape")}
    save_file(extreme.weights, tmp_path / "old", {"card": json.dumps({"settings": settings})})
    assert Network(tmp_path / "old").grades == GRADES
