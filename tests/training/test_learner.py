"""Learning works, and what is learned is worth having."""

from functools import partial
from itertools import islice

import pytest
import torch

from tenback.training.learner import Learner, best_lines
from tenback.training.network import Shape
from tenback.training.targets import weights_at
from tests.training.tiny import CPU, tiny

DEALS = 100


def cards_left(learner: Learner) -> float:
    """Return how many cards a network leaves on average, in the same fresh deals each time."""
    tables = learner.tables(DEALS, "5", is_test=True)
    inputs = learner.inputs(tables.setups.kinds, DEALS * learner.settings.lines)
    weights = torch.tensor(weights_at(0.5, learner.settings.grades))
    left = torch.full((DEALS,), -1)
    while (left < 0).any():
        tables.step(best_lines(learner.value(tables.rows, inputs) @ weights, tables.counts))
        _, is_done, _, cards = tables.ends.long().unbind(1)
        left = torch.where((left < 0) & (is_done > 0), cards, left)
    return float(left.float().mean())


def test_a_network_leaves_far_fewer_cards_after_some_seconds_of_training() -> None:
    settings = tiny(
        setups={"classic 1": 1},
        plays=16_000,
        tables=128,
        batch=128,
        rate=3e-3,
        averaging=0.8,
        shape=Shape(encoder=32, trunk=64, layers=1),
    )
    learner = Learner(settings, device=CPU, threads=1, compiles=False)
    before = cards_left(learner)
    rounds = list(learner.rounds())
    assert cards_left(learner) < before - 8
    assert rounds[-1].loss < rounds[0].loss - 0.03


@pytest.mark.parametrize(
    "setups",
    [
        {"face-to-face 2": 1},
        {"classic 1": 1, "classic+min3+hand-1 5": 2},
        {"extreme 1": 1, "extreme@shuffled 4": 1},
    ],
    ids=lambda setups: next(iter(setups)),
)
def test_every_edition_can_be_learnt(setups: dict[str, int]) -> None:
    settings = tiny(setups=setups)
    learner = Learner(settings, device=CPU, threads=1, compiles=False)
    before = [weight.clone() for weight in learner.average.parameters()]
    for played in islice(learner.rounds(), 3):
        assert 0 < played.loss < 1
    assert not any(map(torch.equal, before, learner.average.parameters()))
    assert len(learner.evaluate(20, "x")) == len(setups)


@pytest.mark.parametrize("setup", ["classic 1", "extreme 2", "on-fire 2", "face-to-face 2"])
def test_what_is_compiled_for_a_device_can_be_traced_as_a_whole(
    setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    traced = partial(torch.compile, backend="eager")  # machine code would take a minute each
    monkeypatch.setattr(torch, "compile", traced)
    learner = Learner(tiny(setups={setup: 1}), device=CPU, threads=1, compiles=True)
    assert 0 < next(learner.rounds()).loss < 1
