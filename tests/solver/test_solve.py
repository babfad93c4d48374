"""The solver: its wins and its proofs that there is none are real, and it admits doubt."""

from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given, settings

from tenback.notation import read_deal, write_position
from tenback.rules import BadInput, Begin, State, apply
from tenback.solver import Answer, SearchProgress, Verdict, solve
from tenback.solver.errors import SolverCode
from tenback.solver.search import MOST_BEAMS, NARROWEST
from tests.rules.builders import after, at, dealt
from tests.solver.endgames import can_be_won, endgames

PLENTY = 3600.0
"""Seconds, for what must not end by time."""


def solved(state: State, *, jobs: int = 1, widest: int | None = None) -> Answer:
    answer = solve(state, seconds=PLENTY, jobs=jobs, widest=widest)
    check(state, answer)
    return answer


def check(state: State, answer: Answer) -> None:
    """Ask the referee."""
    if answer.verdict is Verdict.WON:
        for move in answer.moves:
            state, _ = apply(state, move)
        assert state.outcome is not None
        assert state.outcome.won
    else:
        assert answer.moves == ()


def moves(position: str) -> list[str]:
    """Return the way to win that is found."""
    answer = solved(at(position))
    assert answer.verdict is Verdict.WON
    return [str(move) for move in answer.moves]


def verdict(position: str) -> Verdict:
    return solved(at(position)).verdict


# small enough to be solved by hand


def test_c6_the_trick_comes_before_what_it_makes_room_for() -> None:
    assert moves("classic 50,99,2,3 40.45 - 0") == ["40>u1", "45>u1"]


def test_c6_a_card_that_no_trick_leads_back_to_is_never_laid() -> None:
    assert verdict("classic 50,99,2,3 45.60 - 0") is Verdict.IMPOSSIBLE


def test_c6_tricks_lead_back_step_by_step() -> None:
    assert moves("classic 50,99,2,3 31.40.41 - 0") == ["40>u1", "41>u1", "31>u1"]
    assert verdict("classic 50,99,2,3 29.31.40.41 - 0") is Verdict.IMPOSSIBLE


def test_c7_a_turn_ends_in_time_for_what_is_drawn() -> None:
    """The 42 goes on the 52 only, so the 53 has to wait for it."""
    assert moves("classic 40,99,2,3 41.52.53 42 0") == ["41>u1", "52>u1", "end", "42>u1", "53>u1"]


def test_c9_a_seat_without_cards_is_passed_over() -> None:
    assert moves("classic 95,99,2,3 96/97.98 - 0") == ["96>u1", "97>u1", "98>u1"]


def test_c9_seats_take_turns_with_single_cards() -> None:
    assert moves("classic 95,99,2,3 96.98/97 - 0") == ["96>u1", "end", "97>u1", "98>u1"]


def test_c10_a_turn_that_cannot_reach_its_minimum_is_lost_already() -> None:
    assert solve(at("classic 97,99,2,3 98.50 60 0"), seconds=PLENTY) == Answer(Verdict.IMPOSSIBLE)


def test_e3_a_stop_lets_the_next_seat_come_in_between() -> None:
    """Alone the 31 ends the turn of seat 0, which keeps the 33 for after the 32."""
    assert moves("extreme 30,99,2,4 31.33/32 - 0") == ["31>u1", "32>u1", "33>u1"]


def test_e4_a_skull_with_nothing_to_cover_it_is_never_won() -> None:
    assert verdict("extreme 97,99,2,4 98/50 - 0") is Verdict.IMPOSSIBLE
    assert verdict("extreme 37,99,2,4 38/40 - 1") is Verdict.IMPOSSIBLE


def test_e4_a_skull_is_covered_in_its_own_turn() -> None:
    assert moves("extreme 36,99,2,4 38.40/37 - 1") == ["37>u1", "38>u1", "40>u1"]
    assert verdict("extreme 37,99,2,4 38.40/39 - 0") is Verdict.IMPOSSIBLE


def test_e5_a_three_needs_two_cards_beside_it() -> None:
    assert verdict("extreme 70,99,2,4 74.75/72 - 1") is Verdict.IMPOSSIBLE
    assert moves("extreme 70,99,2,4 74.75.76/72 - 1") == ["72>u1", "74>u1", "75>u1", "76>u1"]


def test_e8_a_no_trick_is_covered_before_the_trick() -> None:
    assert moves("extreme 60,85,2,4 50.90 - 0") == ["90>u2", "50>u1"]


def test_o2_a_fire_is_covered_in_the_turn_after_its_own() -> None:
    assert moves("on-fire 43,99,2,3 44.46/45 - 0") == ["44>u1", "end", "45>u1", "46>u1"]
    assert verdict("on-fire 43,99,60,3 44/50.45 40 0") is Verdict.IMPOSSIBLE


def test_o4_the_last_card_may_burn() -> None:
    assert moves("on-fire 76,99,2,3 77 - 0") == ["77>u1"]
    assert solve(at("on-fire 66,99,2,77 98 - 0"), seconds=PLENTY) == Answer(Verdict.IMPOSSIBLE)


# whatever the start


@settings(max_examples=5 * settings().max_examples)
@given(endgames())
def test_the_verdict_on_an_endgame_is_that_of_trying_everything(state: State) -> None:
    expected = Verdict.WON if can_be_won(state) else Verdict.IMPOSSIBLE
    assert solved(state).verdict is expected, write_position(state)


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize(
    "edition",
    [
        "classic",
        "classic+min3",
        "classic+hand-1",
        "extreme",
        "extreme@shuffled",
        "extreme+min3",
        "on-fire",
        "on-fire+min3",
    ],
)
def test_deals_of_all_seats_are_won(edition: str, seats: int) -> None:
    for seed in ("ABC", "TENBACK", "7"):
        answer = solved(read_deal(edition, seats, seed).start())
        assert answer.verdict is Verdict.WON


def test_the_opening_is_solved_with_who_begins() -> None:
    first, *_ = solved(dealt("classic", 3)).moves
    assert isinstance(first, Begin)


def test_what_seats_have_named_does_not_bind_the_solver() -> None:
    named = after(dealt("classic", 3), "0:name 2", "1:name 1")
    assert solved(named).moves == solved(dealt("classic", 3)).moves


def test_a_turn_under_way_is_gone_on_with() -> None:
    state = after(dealt("extreme", 2), "begin 1")
    card = state.hands[1][0]
    begun = after(state, f"{card}>u1")
    assert solved(begun).verdict is Verdict.WON


def test_a_sitting_that_is_over_is_answered_without_a_search() -> None:
    assert solved(at("classic 99,1,100,100 - - 0")) == Answer(Verdict.WON)
    resigned = after(dealt("classic", 1), "0:resign")
    assert solved(resigned) == Answer(Verdict.IMPOSSIBLE)


def test_face_to_face_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        solve(dealt("face-to-face", 2), seconds=PLENTY)
    assert caught.value.code is SolverCode.NOT_SOLVABLE


# what was tried


HARD = ("classic+min3+hand-1", 3, "H")
"""A deal that narrow beams do not solve."""


def test_beams_get_wider_until_one_decides() -> None:
    answer = solved(dealt(*HARD))
    assert answer.widths == tuple(NARROWEST << n for n in range(len(answer.widths)))
    assert len(answer.widths) > 2
    assert answer.width == answer.widths[-1]


def test_the_answer_does_not_depend_on_the_jobs() -> None:
    alone = solved(dealt(*HARD))
    for jobs in (2, MOST_BEAMS + 1):
        together = solved(dealt(*HARD), jobs=jobs)
        assert (together.verdict, together.moves) == (alone.verdict, alone.moves)
        assert together.widths == alone.widths


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_width_can_be_the_widest(jobs: int) -> None:
    answer = solved(dealt(*HARD), widest=100, jobs=jobs)
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.widths == (32, 64, 100)


@pytest.mark.parametrize("jobs", [1, 2])
def test_time_is_kept(jobs: int) -> None:
    solve(dealt("classic", 1), seconds=PLENTY)
    begun = process_time()
    answer = solve(dealt(*HARD), seconds=0.02, jobs=jobs)
    assert process_time() - begun < 1
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.seconds >= 0.02


def test_progress_is_told_layer_by_layer() -> None:
    told: list[SearchProgress] = []
    answer = solve(dealt(*HARD), seconds=PLENTY, on_progress=told.append)
    assert tuple(dict.fromkeys(standing.width for standing in told)) == answer.widths
    last = [standing.laid for standing in told if standing.width == answer.width]
    assert last == list(range(1, 98))
    assert {standing.of for standing in told} == {98}
    assert all(a.seconds <= b.seconds for a, b in pairwise(told))
