"""Averages over many sittings."""

import pytest

from tenback.analysis import Analysis, Decision, Luck, summarize
from tenback.analysis.sitting import LuckKind
from tenback.rules.moves import END


def decision(turn: int, seat: int, before: float, after: float) -> Decision:
    return Decision(turn, turn, seat, END, before, after, (END,), (END,))


def test_what_seats_give_away_is_told_by_phase_and_on_average() -> None:
    luck = Luck(1, 1, 0, LuckKind.DRAW, (5,), 0.4, 0.6)
    long = Analysis(
        False, (decision(1, 0, 0.5, 0.4), luck, decision(3, 1, 0.6, 0.0)), start=0.5, end=0.0
    )
    short = Analysis(False, (decision(1, 0, 1.0, 1.0),), start=1.0, end=1.0)
    summary = summarize([long, short])
    first, second = summary.seats
    assert (summary.sittings, summary.start, summary.end) == (2, 0.75, 0.5)
    assert first.by_phase == pytest.approx((0.05, 0, 0))
    assert first.luck == pytest.approx(0.1)
    assert second.sittings == 1
    assert second.by_phase == pytest.approx((0, 0, 0.6))
    assert second.given_away == pytest.approx(0.6)
