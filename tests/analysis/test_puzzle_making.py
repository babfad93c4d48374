"""Making puzzles: what is found is verified, and the same every time."""

from itertools import islice

from tenback.analysis.puzzle_making import AHEAD, candidates_in, compare, puzzle_from
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.puzzles import Puzzle, shipped, write_puzzle
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
        first, second, *_ = puzzle.lines
        assert first.chance - second.chance >= AHEAD
        assert write_puzzle(puzzle)
    assert compare(SOLO, candidates[0]) == compare(SOLO, again[0])
