"""Planted blunders are found, and a better line must stay ahead through draws."""

import pytest

from bench.blunders import ALARM, CHEAPER, JUMP, Jump, jumps
from tenback.analysis import analyse
from tenback.analysis.checking import CLAIM, FAR, Lead, confirmed, lead_of
from tenback.arena import Lineup, play_on, read_setup, sit
from tenback.bots import Recipe
from tenback.fastsim.views import table_like
from tenback.notation import Record, read_code, read_move, read_position
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
    ahead = lead_of(ALONE, seen, blunder.best, played)
    assert ahead.mean > 0.1
    assert ahead.error < 0.05
    back = lead_of(ALONE, seen, played, blunder.best)
    assert back.mean == pytest.approx(-ahead.mean)
    assert back.error == pytest.approx(ahead.error)
    assert lead_of(ALONE, seen, played, played) == Lead(0, 0)


def test_of_a_lead_counts_what_its_error_leaves() -> None:
    assert Lead(0.2, 0).sure == 0.2
    assert Lead(0.2, 0.1).sure == pytest.approx(0.15)
    assert Lead(0.1, 0.1).sure == 0
    assert Lead(0, 0).sure == 0
    assert Lead(-0.2, 0.1).sure == 0


def test_in_a_duel_a_lead_must_last_for_several_turns() -> None:
    """The network overvalues a card on a pile of the opponent here."""
    cards = "2.4.5.6.10.30/2.16.24.51.58.59 13.40.20.36.17.59.50.23/26.27.30.32.34.41"
    table = Table(read_position(f"face-to-face 57,32/48,18 {cards} 1"))
    setup, seen = read_setup("face-to-face", 2), table_like(table.view(1))
    line = [read_move(move) for move in ("59>gd", "16>sd", "end")]
    played = [read_move(move) for move in ("51>gu", "58>su", "end")]
    assert lead_of(setup, seen, line, played).mean > CLAIM
    assert lead_of(setup, seen, line, played, FAR).mean < -0.1
    assert confirmed(setup, seen, line, 0.32, played, 0.24) == 0.24
    assert confirmed(setup, seen, played, 0.32, line, 0.24) == 0.24  # one turn later, it is behind
