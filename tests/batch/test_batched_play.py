"""Sittings played in step equal sittings played at tables."""

import numpy as np
import pytest

from tenback.arena import Lineup, read_setup
from tenback.arena.sittings import play_deals, results_of, sit
from tenback.bots import Recipe

LINEUPS = [
    ("classic", ["adept"]),
    ("classic", ["master", "greedy", "careful"]),
    ("classic+min3", ["greedy", "master"]),
    ("extreme@shuffled", ["careful", "adept"]),
    ("on-fire", ["careful", "master", "greedy"]),
    ("face-to-face", ["master", "careful"]),
]


@pytest.mark.parametrize(("edition", "bots"), LINEUPS)
def test_what_is_played_in_step_is_what_is_played_at_tables(edition: str, bots: list[str]) -> None:
    lineup = Lineup.of(read_setup(edition, len(bots)), [Recipe.read(bot) for bot in bots])
    deals = range(3, 5)
    in_step = play_deals(lineup, "STEP", deals)
    at_tables = results_of(sit(lineup, "STEP", number) for number in deals)
    for ours, theirs in zip(vars(in_step).values(), vars(at_tables).values(), strict=True):
        assert np.array_equal(ours, theirs)


def test_the_starter_of_a_duel_can_be_given() -> None:
    lineup = Lineup.of(
        read_setup("face-to-face", 2), [Recipe.read("master"), Recipe.read("greedy")]
    )
    for starter in (0, 1):
        in_step = play_deals(lineup, "START", range(2), starter=starter)
        at_tables = results_of(sit(lineup, "START", number, starter=starter) for number in range(2))
        assert np.array_equal(in_step.winner, at_tables.winner)
