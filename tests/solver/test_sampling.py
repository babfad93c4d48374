"""Samples of hidden cards: the draw pile in many random orders."""

from itertools import islice, pairwise

import pytest

from tenback.notation import read_position
from tenback.rules import BadInput, State
from tenback.solver import Samples, Verdict, sample
from tenback.solver.errors import SolverCode
from tenback.solver.sampling import orders_of
from tests.rules.builders import at, dealt
from tests.solver.endgames import can_be_won

PLENTY = 3600.0
BY_LUCK = at("classic 40,99,2,3 41.42.43.44.45.48.49.50 46.47.61.62.63.64 0")
"""Lost if the 46 comes last; else it depends."""


def sampled(state: State, count: int, *, seed: str = "ABC", **options: int) -> Samples:
    *_, samples = sample(state, count, seed=seed, seconds=PLENTY, **options)
    return samples


def test_orders_keep_the_cards_and_differ() -> None:
    state = dealt("extreme", 2)
    orders = list(islice(orders_of(state, "ABC"), 5))
    assert len({order.draw_piles for order in orders}) == 5
    for order in orders:
        assert sorted(order.draw_piles[0]) == sorted(state.draw_piles[0])
        assert (order.hands, order.tops, order.turn) == (state.hands, state.tops, state.turn)


def test_what_there_is_is_told_after_each_order() -> None:
    standings = list(sample(dealt("classic", 2), 4, seed="1", seconds=PLENTY))
    assert [len(samples.answers) for samples in standings] == [0, 1, 2, 3, 4]
    assert all(b.answers[:-1] == a.answers for a, b in pairwise(standings))


def test_samples_tell_wins_from_what_cannot_be_won() -> None:
    verdicts = [answer.verdict for answer in sampled(BY_LUCK, 15).answers]
    truth = map(can_be_won, islice(orders_of(BY_LUCK, "ABC"), 15))
    assert verdicts == [Verdict.WON if is_won else Verdict.IMPOSSIBLE for is_won in truth]
    assert len(set(verdicts)) == 2


def test_first_moves_are_counted_the_most_frequent_first() -> None:
    samples = sampled(dealt("classic", 3), 12)
    counts = [count for _, count in samples.first_moves]
    assert counts == sorted(counts, reverse=True)
    assert sum(counts) == samples.count(Verdict.WON)
    assert {str(move) for move, _ in samples.first_moves} <= {"begin 0", "begin 1", "begin 2"}


def test_the_seed_decides_and_the_jobs_do_not() -> None:
    def essence(samples: Samples) -> list[object]:
        return [(answer.verdict, answer.moves, answer.widths) for answer in samples.answers]

    alone = essence(sampled(dealt("extreme", 1), 10))
    assert essence(sampled(dealt("extreme", 1), 10)) == alone
    assert essence(sampled(dealt("extreme", 1), 10, jobs=3)) == alone
    assert essence(sampled(dealt("extreme", 1), 10, seed="ABD")) != alone


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    longer, shorter = sampled(BY_LUCK, 10), sampled(BY_LUCK, 4)
    assert [a.moves for a in longer.answers[:4]] == [a.moves for a in shorter.answers]


def test_the_width_holds_for_every_order() -> None:
    samples = sampled(dealt("extreme+min3+hand-1", 4), 5, widest=32)
    assert {answer.widths for answer in samples.answers} == {(32,)}


def test_a_draw_pile_that_is_used_up_has_one_order() -> None:
    samples = sampled(at("classic 97,1,100,100 98.99 - 0"), 3)
    assert samples.count(Verdict.WON) == 3
    assert len(samples.first_moves) == 1


def test_who_has_heard_enough_stops_what_is_under_way() -> None:
    for samples in sample(dealt("classic", 1), 1_000_000, seed="1", seconds=PLENTY, jobs=2):
        if len(samples.answers) == 3:
            break


def test_face_to_face_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        next(sample(dealt("face-to-face", 2), 3, seed="1", seconds=PLENTY))
    assert caught.value.code is SolverCode.NOT_SOLVABLE


def test_a_position_that_is_over_needs_no_search() -> None:
    assert sampled(read_position("classic 99,1,100,100 - - 0"), 2).count(Verdict.WON) == 2
