"""Another try at a decision: it agrees with the analysis, and stays within the turn."""

import pytest

from tenback.analysis import analyse, try_moves
from tenback.analysis.errors import AnalysisCode
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.notation import Record, read_code, read_move, read_position
from tenback.rules import TenbackError
from tenback.table import Table

CODE = "C1-4QX7M-0ZB2K-H"


def record(*moves: str, position: str | None = None) -> Record:
    table = Table(read_code(CODE) if position is None else read_position(position))
    for move in moves:
        table.submit(read_move(move), seat=0)
    return table.record()


def refused(sitting: Record, event: int, *moves: str) -> object:
    with pytest.raises(TenbackError) as caught:
        try_moves(sitting, event, [read_move(move) for move in moves])
    return caught.value.code


def test_a_try_is_worth_what_the_analysis_says() -> None:
    sitting = record("77>u1", "20>d1", "end")
    decision = analyse(sitting).decisions[0]
    nothing_yet = try_moves(sitting, decision.event, [])
    assert nothing_yet.chance == pytest.approx(decision.before)
    assert decision.best[0] in nothing_yet.legal
    begun = try_moves(sitting, decision.event, decision.best[:1])
    assert begun.chance == pytest.approx(decision.before, abs=1e-6)
    done = try_moves(sitting, decision.event, decision.best)
    assert done.chance == pytest.approx(decision.before, abs=1e-6)
    assert done.legal == ()
    assert try_moves(sitting, decision.event, [decision.move]).chance < decision.before


@pytest.mark.parametrize(
    ("edition", "seats"), [("classic", 4), ("extreme", 3), ("face-to-face", 2)]
)
def test_the_end_of_the_best_line_is_worth_what_it_promised(edition: str, seats: int) -> None:
    lineup = Lineup.of(read_setup(edition, seats), [Recipe("greedy")])
    sitting = sit(lineup, "TRY", 0).record()
    mistakes = analyse(sitting).mistakes(0.01)
    assert any(len(worst.best) > 2 for worst in mistakes)
    for worst in mistakes[:5]:
        tried = try_moves(sitting, worst.event, worst.best)
        assert tried.chance == pytest.approx(worst.before, abs=1e-6)


def test_a_try_that_ends_the_sitting_is_certain() -> None:
    sitting = record("98>u1", position="classic 90,99,2,3 97.98 - 0")
    assert try_moves(sitting, 0, [read_move("97>u1"), read_move("98>u1")]).chance == 1


def test_e3_a_play_that_ends_the_turn_does_not_show_what_it_draws() -> None:
    hand = "5.9.20.33.44.55.61.77"
    told = {
        try_moves(record(position=f"extreme 2,4,95,99 {hand} {draw} 0"), 0, [read_move("5>u1")])
        for draw in ("6.7.8.10.12.64.65.66", "66.65.64.12.10.8.7.6")
    }
    assert len(told) == 1
    (tried,) = told
    assert tried.legal == ()
    assert 0 < tried.chance < 1


def test_only_plays_and_the_end_of_the_turn_are_tried() -> None:
    sitting = record("77>u1", "20>d1", "end")
    assert refused(sitting, 0, "back") is AnalysisCode.NOT_TRIED
    assert refused(sitting, 0, "77>u1", "20>d1", "end", "end") is AnalysisCode.NOT_TRIED
    assert refused(sitting, 999) is AnalysisCode.NO_SUCH_DECISION
    assert refused(sitting, -1) is AnalysisCode.NO_SUCH_DECISION
    opening = Table(read_code("C2-4QX7M-0ZB2K-6")).record()
    assert refused(opening, 0) is AnalysisCode.NO_SUCH_DECISION
