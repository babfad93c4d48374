"""The arena lets bots play many deals, on the cores of one machine or on many machines.

A study says what is played and counted, a run plays it over a number of deals, and an engine does
the playing:

    study = Simulation(Lineup.of(setup, [Recipe.read("greedy")]), seed="ABC")
    *_, progress = Run(study, deals=10_000, engine=Local(jobs=2)).progress_by_part()
    progress.tally.rate, progress.tally.interval
"""

from tenback.arena.cluster import Cluster
from tenback.arena.duels import DuelComparison, Duels
from tenback.arena.engines import Engine, Local
from tenback.arena.lineup import Lineup, read_setup
from tenback.arena.pairs import Pairs, TeamComparison
from tenback.arena.records import Keep
from tenback.arena.runs import Run, RunProgress, seed_in
from tenback.arena.simulation import Simulation
from tenback.arena.sittings import play_on, sit
from tenback.arena.study import Study
from tenback.arena.tally import Tally

__all__ = [
    "Cluster",
    "DuelComparison",
    "Duels",
    "Engine",
    "Keep",
    "Lineup",
    "Local",
    "Pairs",
    "Run",
    "RunProgress",
    "Simulation",
    "Study",
    "Tally",
    "TeamComparison",
    "play_on",
    "read_setup",
    "seed_in",
    "sit",
]
