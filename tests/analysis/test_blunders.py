"""Planted blunders are found, and a better line must stay ahead through draws."""

import pytest

from bench.blunders import ALARM, CHEAPER, JUMP, Jump, jumps
from tenback.analysis import analyse
from tenback.analysis.checking import lead_of
from tenback.arena import Lineup, play_on, read_setup, sit
from tenback.bots import Recipe
from tenback.fastsim.views import table_like
from tenback.notation import Record, read_code, read_move
from tenback.table import Table

ALONE = read_setup("classic", 1)
ADEPT = Lineup.of(ALONE, [Recipe("adept")])


@pytest.mark.parametrize("number", range(2))
def test_a_large_step_is_found_where_the_game_was_cheaper(number: int) -> None:
    found = list(jumps(sit(ADEPT, "TEST", number).record()))
    assert all(jump.step >= JUMP and jump.step >= jump.spent + CHEAPER for jump in found)
    first = [jump for jump in found if len(jump.table.log) < 15]
    worst = max(first, key=lambda jump: jump.step)
    record = played_on(worst)
    given = {each.event: each.given_away for each in analyse(record).decisions}
    assert given[len(worst.table.log)] > ALARM


def played_on(jump: Jump) -> Record:
    """Return the game that a step leads to."""
    table = jump.table.copy()
    table.submit(jump.play, seat=0)
    play_on(table, ADEPT, "TEST", 0)
    return table.record()


def test_a_lead_is_that_of_one_line_over_another_through_the_same_draws() -> None:
    table = Table(read_code("C1-4QX7M-0ZB2K-H"))
    for move in ("77>u1", "20>d1", "end"):
        table.submit(read_move(move), seat=0)
    blunder = analyse(table.record()).decisions[0]
    played = [read_move(move) for move in ("77>u1", "20>d1", "end")]
    seen = table_like(Table(read_code("C1-4QX7M-0ZB2K-H")).view(0))
    ahead = lead_of(ALONE, seen, blunder.best, played)
    assert ahead > 0.1
    assert lead_of(ALONE, seen, played, blunder.best) == pytest.approx(-ahead)
    assert lead_of(ALONE, seen, played, played) == 0
