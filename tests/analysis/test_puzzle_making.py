"""Making puzzles: they are verified, and the same every time."""

from dataclasses import replace
from itertools import islice

from tenback.analysis.puzzle_checking import FEWEST, MOST, checked, games_for, holds
from tenback.analysis.puzzle_making import candidates_in, compare, puzzle_from
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.puzzles import Lag, Puzzle, read_puzzle, shipped, write_puzzle
from tenback.rules import evolve, view_of
from tenback.rules.events import TurnBegan

SOLO = read_setup("classic", 1)


def first_of(setup_seats: int) -> Puzzle:
    return min(shipped().of("classic", setup_seats), key=lambda puzzle: puzzle.origin.deal)


def test_a_puzzle_comes_from_the_sitting_that_it_names() -> None:
    puzzle = first_of(1)
    origin = puzzle.origin
    record = sit(Lineup.of(SOLO, [Recipe(origin.bot)]), origin.seed, origin.deal).record()
    state = record.start
    turns = 0 if state.turn is None else 1
    for event in record.events:
        if turns == origin.turn:
            break
        state = evolve(state, event)
        turns += isinstance(event, TurnBegan)
    assert state.tops == puzzle.state.tops
    assert state.hands[0] == puzzle.state.hands[0]
    assert view_of(state, 0).laid == view_of(puzzle.state, 0).laid


def test_candidates_are_the_same_every_time_and_one_line_gets_ahead() -> None:
    deals = range(4, 8)
    candidates = candidates_in(SOLO, "PZZ", deals)
    again = candidates_in(SOLO, "PZZ", deals)
    assert [each.deal for each in candidates] == [each.deal for each in again]
    assert len({each.deal for each in candidates}) == len(candidates)
    found = [puzzle for each in islice(candidates, 2) if (puzzle := puzzle_from(SOLO, "PZZ", each))]
    for puzzle in found:
        first, *others = puzzle.lines
        assert first.lag is None
        assert all(holds(line) for line in others)
        assert puzzle.verification.seed
        assert read_puzzle(write_puzzle(puzzle)).verification == puzzle.verification
    assert compare(SOLO, candidates[0]) == compare(SOLO, again[0])


def test_a_lead_is_verified_in_games_of_their_own_and_game_by_game() -> None:
    puzzle = shipped().find("E2-141-37")  # nearly over: its games are short
    again = checked(puzzle)
    assert again is not None
    assert again == checked(puzzle)
    assert games_for(puzzle) == again.verification.games == FEWEST
    assert {line.moves for line in again.lines} == {line.moves for line in puzzle.lines}
    for line in again.lines[1:]:
        assert line.lag is not None
        assert line.lag.mean == again.best.chance - line.chance
    assert read_puzzle(write_puzzle(again)) == again


def test_a_puzzle_whose_best_line_does_not_hold_is_dropped() -> None:
    puzzle = shipped().find("E2-141-37")
    best, *others = puzzle.lines
    assert checked(replace(puzzle, lines=(others[0], best))) is None
    close = replace(puzzle, lines=(replace(best, chance=0.5), replace(others[0], chance=0.45)))
    assert games_for(close) == MOST


def test_a_lead_holds_by_five_points_and_three_errors() -> None:
    line = shipped().find("E2-141-37").best
    assert holds(replace(line, lag=Lag(0.05, 0.016)))
    assert not holds(replace(line, lag=Lag(0.049, 0.001)))
    assert not holds(replace(line, lag=Lag(0.08, 0.03)))
    assert not holds(line)
