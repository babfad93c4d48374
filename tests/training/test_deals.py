"""The deals of training are used nowhere else."""

from typing import Any

from tenback.arena.lineup import read_setup
from tenback.fastsim import run_seed, start
from tenback.fastsim.bits import mask_of
from tenback.rules.cards import card_set
from tenback.training.learner import Learner
from tenback.training.tables import HostTables, Tables
from tests.training.tiny import CPU, tiny

HANDS = 80


class Watched(Learner):
    """A learner that remembers the first hands of all its tables."""

    def tables(self, *arguments: Any, **options: Any) -> Tables:
        """Return tables as ever."""
        found = super().tables(*arguments, **options)
        assert isinstance(found, HostTables)
        hands = found.pool.tables["hands"][:, 0]
        self.__dict__.setdefault("hands", []).append({mask_of(hand) for hand in hands})
        return found


def test_training_never_meets_the_deals_of_evaluations_or_of_the_arena() -> None:
    settings = tiny(setups={"classic 1": 1}, tables=HANDS)
    learner = Watched(settings, device=CPU, threads=1, compiles=False)
    next(learner.rounds())
    learner.evaluate(HANDS, "progress")
    learner.evaluate(HANDS, "final")
    setup = read_setup("classic", 1)
    seeds = (settings.seed, settings.name.upper().replace("I", "1"), "PROGRESS".replace("O", "0"))
    for seed in seeds:
        starts = [start(setup, seed=run_seed(seed), number=number) for number in range(HANDS)]
        learner.__dict__["hands"].append({card_set(state.hands[0]) for state in starts})
    hands = learner.__dict__["hands"]
    assert [len(some) for some in hands] == [HANDS] * 6
    assert len(set().union(*hands)) == 6 * HANDS
