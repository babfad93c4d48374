"""Learning learns, and it learns something that is worth having."""

from functools import partial
from itertools import islice

import numpy as np
import pytest
import torch

from tenback.training.learner import Learner, Valuer
from tenback.training.network import Shape
from tenback.training.self_play import BEST, IS_DONE, LEFT, LINE, NOWHERE
from tenback.training.targets import weights_at
from tests.training.tiny import CPU, tiny

DEALS = 100


def cards_left(learner: Learner) -> float:
    """Return how many cards a network leaves on average, in the same fresh deals each time."""
    play = learner.self_play(DEALS, "5", is_test=True)
    valuer = Valuer(learner, play, 1)
    weights = torch.tensor(weights_at(0.5, learner.settings.grades))
    left = np.full(DEALS, -1)
    while (left < 0).any():
        valuer.look(weights)
        valuer.follow(weights)
        valuer.move(0, 0.0)
        left = np.where((left < 0) & (play.told[IS_DONE] > 0), play.told[LEFT], left)
    return float(left.mean())


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
    assert cards_left(learner) < before - 15
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
@pytest.mark.parametrize("breadth", [0, 2])
def test_every_edition_can_be_learnt(setups: dict[str, int], breadth: int) -> None:
    settings = tiny(setups=setups, breadth=breadth)
    learner = Learner(settings, device=CPU, threads=1, compiles=False)
    before = [weight.clone() for weight in learner.average.parameters()]
    for played in islice(learner.rounds(), 3):
        assert 0 < played.loss < 1
    assert not any(map(torch.equal, before, learner.average.parameters()))
    assert len(learner.evaluate(20, "x")) == len(setups)


def test_what_was_followed_is_worth_what_it_leads_to() -> None:
    learner = Learner(tiny(breadth=2), device=CPU, threads=1, compiles=False)
    valuer = Valuer(learner, learner.self_play(DEALS, "5", is_test=True), 1)
    weights = torch.tensor(weights_at(0.5, learner.settings.grades))
    for is_pair in (True, False):  # the first card of the turn, then the second
        valuer.look(weights)
        valuer.follow(weights)
        first, further = valuer._first.scores.copy(), valuer._further.scores.copy()
        valuer.move(0, 0.0)
        best, line = valuer.tables.told[BEST], valuer.tables.told[LINE]
        assert ((line != NOWHERE) == is_pair).all()
        expected = further[line] if is_pair else first[best]
        assert np.allclose((valuer.best[0] @ weights).numpy(), expected)


@pytest.mark.parametrize("setup", ["classic 1", "extreme 2", "on-fire 2", "face-to-face 2"])
def test_what_is_compiled_for_a_device_can_be_traced_as_a_whole(
    setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    traced = partial(torch.compile, backend="eager")  # machine code would take a minute each
    monkeypatch.setattr(torch, "compile", traced)
    learner = Learner(tiny(setups={setup: 1}, breadth=1), device=CPU, threads=1, compiles=True)
    assert 0 < next(learner.rounds()).loss < 1
