"""The tables of training obey the referee, and their deals are met nowhere else."""

from collections.abc import Iterator
from itertools import count, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenback.arena.lineup import read_setup
from tenback.encoding import NumPyArrays, after, as_bytes
from tenback.encoding.candidates import MOST_CANDIDATES, list_candidates
from tenback.encoding.rows import SECTIONS
from tenback.fastsim import Setup, move_of, run_seed, start
from tenback.fastsim.bits import mask_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import Array
from tenback.notation import read_move, read_position
from tenback.rules import Begin, State, apply, legal_moves, losing_plays, view_of
from tenback.rules.cards import card_set
from tenback.training.learner import Learner
from tenback.training.self_play import (
    BEST,
    CHOSEN,
    IS_DONE,
    IS_WON,
    LEFT,
    LINE,
    NOWHERE,
    SEAT,
    CandidateBatch,
    SelfPlay,
)
from tests.encoding.test_inputs import SETUPS
from tests.training.tiny import CPU, tiny
from tests.vectors.test_vectors import PLAYTHROUGHS, lines

SEED, TABLES, STEPS, HANDS = 8, 6, 220, 80
AGAIN = 1 << 40
"""A deal that is over before anybody has moved is dealt anew under a number so much higher."""


class Replayed:
    """One table of self-play, played once more by the referee."""

    def __init__(self, setup: Setup, index: int) -> None:
        self._setup = setup
        self._numbers = count(index, TABLES)
        self.state: State

    def deal(self, seat: int) -> None:
        """Deal the next deal, of which the row says who begins."""
        number = next(self._numbers)
        while True:
            self.state = start(self._setup, seed=SEED, number=number)
            if self.state.turn is None:
                self.state = apply(self.state, Begin(seat))[0]
            if self.state.outcome is None:
                return
            number += AGAIN


def scores_of(batch: CandidateBatch, random: np.random.Generator) -> Array:
    """Return scores for short steps, mostly, so that sittings get far."""
    found = random.random(batch.candidates, np.float32)
    for row, listed, first, last in zip(
        batch.rows, batch.listed, batch.starts, batch.starts[1:], strict=False
    ):
        for place in range(first, last):
            action = int(listed[place - first])
            if action < 392:
                pile = (action & 3) ^ (2 * int(row["seat"]) * int(row["is_duel"]))
                found[place] -= abs((action >> 2) + 2 - int(row["tops"][pile])) / 10
    return found


def assert_row_is_the_view(row: Any, state: State) -> None:
    assert state.turn is not None
    seat = state.turn.seat
    view, source = view_of(state, seat), state.edition.draw_pile_of(seat)
    assert view.laid is not None
    is_duel = state.edition.draw_pile_count == 2
    turned = view.tops[2:] + view.tops[:2] if is_duel and seat else view.tops
    everything = card_set(state.edition.numbers)
    assert int(row["seat"]) == seat
    assert mask_of(row["hand"]) == card_set(view.hand)
    assert tuple(row["tops"]) == turned
    assert tuple(row["sizes"])[: state.seats] == view.hand_sizes[seat:] + view.hand_sizes[:seat]
    assert int(row["draws"][0]) == view.draw_sizes[source]
    assert mask_of(row["unseen"]) == everything & ~card_set(view.hand) & ~view.laid[source]
    assert (int(row["minimum"]), int(row["played"])) == (view.minimum, len(state.turn.plays))
    if is_duel:
        assert int(row["draws"][1]) == view.draw_sizes[1 - source]
        assert mask_of(row["others"]) == everything & ~view.laid[1 - source]


def assert_candidates_are_sound(state: State, actions: Array) -> None:
    """Assert that all are legal, and that none loses at once unless nothing better is legal."""
    moves = [move_of(state.edition, int(action)) for action in actions]
    legal, losing = legal_moves(state), losing_plays(state)
    assert moves
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(legal)
    if set(legal) - set(losing):
        assert not set(moves) & set(losing)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_every_step_of_self_play_is_what_the_referee_makes_of_the_same_moves(
    edition: str, seats: int
) -> None:
    setup = read_setup(edition, seats)
    play = SelfPlay([(setup, TABLES)], seed=SEED, threads=2, silence=0.5)
    batch = play.candidates
    tables = [Replayed(setup, index) for index in range(TABLES)]
    for table, row in zip(tables, batch.rows, strict=True):
        table.deal(int(row["seat"]))
    random, ended = np.random.default_rng(1), 0
    for step in range(STEPS):
        starts, listed = batch.starts.copy(), batch.listed.copy()
        for index, table in enumerate(tables):
            assert_row_is_the_view(batch.rows[index], table.state)
            if step % 10 == index:
                actions = listed[index][: starts[index + 1] - starts[index]]
                assert_candidates_are_sound(table.state, actions)
        told = play.step(scores_of(batch, random), exploration=0.02)
        for index, table in enumerate(tables):
            state = table.state
            assert state.turn is not None
            assert told[SEAT, index] == state.turn.seat
            action = listed[index, told[CHOSEN, index] - starts[index]]
            table.state = apply(state, move_of(setup.edition, int(action)))[0]
            outcome = table.state.outcome
            assert bool(told[IS_DONE, index]) == (outcome is not None)
            if outcome is not None:
                is_won = outcome.winner == state.turn.seat if setup.is_duel else outcome.won
                assert (told[LEFT, index], bool(told[IS_WON, index])) == (outcome.left, is_won)
                table.deal(int(batch.rows[index]["seat"]))
                ended += 1
    assert ended > TABLES


class Followed:
    """What was followed before a step, looked at line by line."""

    def __init__(self, play: SelfPlay, scores: Array) -> None:
        batch, self._breadth = play.candidates, play.breadth
        self.starts, self._scores = batch.starts.copy(), scores
        self.rows, self.listed = batch.rows.copy(), batch.listed.copy()
        play.follow(scores)
        self.then, self.then_listed = play.further.rows.copy(), play.further.listed.copy()
        self.lines = play.further.starts.copy()

    def ranked(self, index: int) -> list[int]:
        """Return the best few candidates of a table, as places in its list."""
        own = self._scores[self.starts[index] : self.starts[index + 1]]
        return [int(place) for place in np.argsort(-own, kind="stable")[: self._breadth]]

    def row_after(self, index: int, place: int, kinds: Array) -> Array:
        """Return what the seat would know after a candidate."""
        row, action = as_bytes(self.rows[index : index + 1]), self.listed[index, place]
        found: Array = after(row, np.array([action]), kinds, NumPyArrays())
        return found

    def options(self, index: int, deeper: Array, kinds: Array) -> Iterator[tuple[float, int, int]]:
        """Yield what is compared at a table that owes more: score, candidate, further candidate."""
        for rank, place in enumerate(self.ranked(index)):
            line, then = index * self._breadth + rank, self.row_after(index, place, kinds)
            candidate = int(self.starts[index]) + place
            first, last = self.lines[line : line + 2]
            if then[0, SECTIONS["is_over"].start]:
                assert first == last
                yield float(self._scores[candidate]), candidate, NOWHERE
            else:
                assert np.array_equal(then, as_bytes(self.then[line : line + 1]))
                assert first < last
                yield from ((float(deeper[one]), candidate, one) for one in range(first, last))


@pytest.mark.parametrize("breadth", [3, MOST_CANDIDATES])
@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_plays_that_leave_another_owed_are_followed_by_it_and_chosen_for_it(
    edition: str, seats: int, breadth: int
) -> None:
    setup = read_setup(edition, seats)
    play = SelfPlay([(setup, TABLES)], seed=SEED, threads=2, silence=0.5, breadth=breadth)
    random, met = np.random.default_rng(2), dict.fromkeys(("pair", "end", "one"), 0)
    for _ in range(STEPS):
        scores = scores_of(play.candidates, random)
        seen = Followed(play, scores)
        deeper = scores_of(play.further, random)
        told = play.step(scores, deeper)
        assert np.array_equal(told[CHOSEN], told[BEST])
        for index in range(TABLES):
            best, line = int(told[BEST, index]), int(told[LINE, index])
            if seen.rows["played"][index] + 1 < seen.rows["minimum"][index]:
                options = seen.options(index, deeper, play.pool.kinds)
                assert (best, line) == max(options, key=itemgetter(0))[1:]
                met["end" if line == NOWHERE else "pair"] += 1
                if line != NOWHERE and not told[IS_DONE, index]:
                    row = int(np.searchsorted(seen.lines, line, side="right")) - 1
                    count = play.candidates.counts[index]
                    listed = play.candidates.listed[index, :count]
                    assert np.array_equal(listed, seen.then_listed[row, :count])
            else:
                first = seen.ranked(index)[0] + int(seen.starts[index])
                assert (best, line) == (first, NOWHERE)
                met["one"] += 1
    assert min(met["pair"], met["one"]) > TABLES
    assert (met["end"] > 0) == (setup.edition.name == "extreme")


def test_what_was_followed_holds_for_one_step() -> None:
    play = SelfPlay([(read_setup("classic", 2), TABLES)], seed=SEED, threads=1, breadth=2)
    random = np.random.default_rng(3)
    for _ in range(10):
        play.follow(scores_of(play.candidates, random))
        play.step(scores_of(play.candidates, random), scores_of(play.further, random))
        scores, starts = scores_of(play.candidates, random), play.candidates.starts.copy()
        told = play.step(scores)
        for index, (first, last) in enumerate(pairwise(starts)):
            assert told[BEST, index] == first + scores[first:last].argmax()
        assert (told[LINE] == NOWHERE).all()


def moments(path: Path) -> Iterator[State]:
    """Yield the states of a playthrough in which somebody is to move."""
    first, *rest = lines(path)
    state = read_position(first.removeprefix("position "))
    for line in rest:
        if line.startswith("move "):
            if state.turn is not None:
                yield state
            state = apply(state, read_move(line.removeprefix("move ")))[0]


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_candidates_in_the_vectors_are_sound(path: Path) -> None:
    actions = np.zeros(MOST_CANDIDATES, np.int16)
    for state in moments(path):
        setup = Setup(state.edition, state.seats)
        found = list_candidates(setup.rules, tables_of(state)[0], actions)
        assert_candidates_are_sound(state, actions[:found])


class Watched(Learner):
    """A learner that remembers the first hands of all its tables."""

    def self_play(self, *arguments: Any, **options: Any) -> SelfPlay:
        """Return tables as ever."""
        found = super().self_play(*arguments, **options)
        self.__dict__.setdefault("hands", []).append(
            {mask_of(row["hand"]) for row in found.candidates.rows}
        )
        return found


def test_training_never_meets_the_deals_of_evaluations_or_of_the_arena() -> None:
    settings = tiny(setups={"classic 1": 1}, tables=2 * HANDS)
    learner = Watched(settings, device=CPU, threads=1, compiles=False)
    next(learner.rounds())
    learner.evaluate(HANDS, "progress")
    learner.evaluate(HANDS, "final")
    setup = read_setup("classic", 1)
    seeds = (settings.seed, settings.name.upper().replace("I", "1"), "PROGRESS".replace("O", "0"))
    for seed in seeds:
        starts = [start(setup, seed=run_seed(seed), number=number) for number in range(HANDS)]
        learner.__dict__["hands"].append({card_set(state.hands[0]) for state in starts})
    hands = learner.__dict__["hands"]
    assert [len(some) for some in hands] == [HANDS] * 7
    assert len(set().union(*hands)) == 7 * HANDS


def test_against_a_rival_only_the_own_moves_are_asked_for() -> None:
    setup = read_setup("face-to-face", 2)
    play = SelfPlay([(setup, TABLES)], seed=SEED, threads=1, has_rival=True)
    for _ in range(30):
        scores = np.random.default_rng(1).random(play.candidates.candidates, np.float32)
        play.step(scores)
        assert np.array_equal(play.candidates.rows["seat"], 1 - play.pool.tables["number"] % 2)
