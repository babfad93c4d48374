"""Shipped puzzles: each is complete, verified as it says, and judged by the referee."""

from datetime import date, timedelta

import pytest

from tenback.notation import read_move
from tenback.puzzles import (
    Collection,
    Puzzle,
    judge,
    read_puzzle,
    shipped,
    turn_end,
    turn_so_far,
    write_puzzle,
)
from tenback.puzzles.collection import ROUND
from tenback.puzzles.errors import PuzzleCode
from tenback.rules import BadInput, TenbackError

AHEAD, SURE = 0.05, 3.0
CLASSIC = next(puzzle for puzzle in shipped() if puzzle.edition == "classic")


def best(puzzle: Puzzle) -> list[str]:
    return [str(move) for move in puzzle.best.moves]


def refused(*moves: str) -> object:
    with pytest.raises(TenbackError) as caught:
        judge(CLASSIC, [read_move(move) for move in moves])
    return caught.value.code


def test_every_edition_with_puzzles_has_many() -> None:
    fewest = {"classic": 150, "extreme": 100, "face-to-face": 100}
    for edition, count in fewest.items():
        assert len(shipped().of(edition)) >= count
    assert {puzzle.seats for puzzle in shipped().of("classic")} == {1, 2, 3, 4}


def test_every_puzzle_has_one_line_that_is_clearly_better() -> None:
    for puzzle in shipped():
        first, *others = puzzle.lines
        ends = [turn_end(puzzle.state, line.moves) for line in puzzle.lines]
        assert all(ends[0] != end for end in ends[1:]), puzzle.id
        for other in others:
            assert first.chance - other.chance >= AHEAD - 1e-4, puzzle.id
        assert puzzle.verification.games >= 128
        assert puzzle.origin.seed
        assert judge(puzzle, first.moves).is_right
        assert not judge(puzzle, others[0].moves).is_right


def test_every_best_line_is_ahead_by_five_points_and_three_errors_in_games_of_its_own() -> None:
    for puzzle in shipped():
        assert puzzle.verification.seed is not None, puzzle.id
        for line in puzzle.lines[1:]:
            assert line.lag is not None, puzzle.id
            assert line.lag.mean >= max(AHEAD, SURE * line.lag.error) - 1e-3, puzzle.id


def test_a_puzzle_prints_as_the_line_that_it_is_read_from() -> None:
    for puzzle in shipped():
        assert read_puzzle(write_puzzle(puzzle)) == puzzle


def test_what_the_seat_cannot_see_is_made_up() -> None:
    """Hidden cards stand in ascending order, so that a position tells nothing about them."""
    for puzzle in shipped():
        state, edition = puzzle.state, puzzle.state.edition
        for source, pile in enumerate(state.draw_piles):
            hidden = [
                card
                for seat, hand in enumerate(state.hands)
                if seat != puzzle.seat and edition.draw_pile_of(seat) == source
                for card in hand
            ]
            assert [*hidden, *pile] == sorted([*hidden, *pile]), puzzle.id


def test_plays_in_another_order_are_as_right() -> None:
    puzzle = next(
        puzzle
        for puzzle in shipped().of("classic")
        if len(puzzle.best.moves) == 3
        and len({str(move).partition(">")[2] for move in puzzle.best.moves[:2]}) == 2
    )
    first, second, end = best(puzzle)
    assert judge(puzzle, [read_move(move) for move in (second, first, end)]).is_right


def test_an_answer_is_a_whole_turn() -> None:
    assert refused() is PuzzleCode.NOT_A_TURN
    assert refused(best(CLASSIC)[0]) is PuzzleCode.NOT_A_TURN
    assert refused("back") is PuzzleCode.NOT_A_TURN
    assert refused(*best(CLASSIC), "end") is PuzzleCode.NOT_A_TURN
    assert turn_so_far(CLASSIC.state, CLASSIC.best.moves) is None
    begun = turn_so_far(CLASSIC.state, CLASSIC.best.moves[:1])
    assert begun is not None


def test_no_puzzle_comes_twice_in_a_round_of_days() -> None:
    first = date.fromordinal(7000 * ROUND)
    days = [shipped().of_day(first + timedelta(day)).id for day in range(2 * ROUND)]
    assert len(set(days[:ROUND])) == len(set(days[ROUND:])) == ROUND
    assert set(days[:ROUND]) != set(days[ROUND:])


def test_where_puzzles_are_few_all_come_before_one_comes_back() -> None:
    few = Collection(list(shipped())[:7])
    first = date.fromordinal(7000 * ROUND)
    days = [few.of_day(first + timedelta(day)).id for day in range(14)]
    assert len(set(days[:7])) == len(set(days[7:])) == 7


def test_a_new_puzzle_changes_hardly_a_day_that_is_not_its_own() -> None:
    new, *others = shipped()
    before, after = Collection(others), shipped()
    rounds = [
        [date.fromordinal(number * ROUND + day) for day in range(ROUND)]
        for number in range(7000, 7010)
    ]
    changed = 0
    for days in rounds:
        differing = [day for day in days if after.of_day(day) != before.of_day(day)]
        assert bool(differing) == (new in map(after.of_day, days))
        assert not differing or after.of_day(differing[0]) == new
        changed += len(differing)
    assert 0 < changed < len(rounds)


def test_a_puzzle_is_found_by_its_name() -> None:
    assert shipped().find(CLASSIC.id.lower()) is CLASSIC
    with pytest.raises(BadInput) as caught:
        shipped().find("C1-0")
    assert caught.value.code is PuzzleCode.NO_SUCH_PUZZLE


def test_a_line_that_is_no_puzzle_is_refused() -> None:
    only = write_puzzle(CLASSIC).replace('"lines": [', '"lines": [], "more": [')
    with pytest.raises(BadInput) as caught:
        read_puzzle(only)
    assert caught.value.code is PuzzleCode.BAD_PUZZLE
