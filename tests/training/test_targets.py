"""The targets of training, computed by hand."""

from math import exp

import numpy as np
import pytest
import torch
from torch import Tensor

from tenback.bots.network import worth
from tenback.training.targets import outcomes, returns, weights_at

TRUST = 0.75


def column(*values: float) -> Tensor:
    """Return values of one table, step by step, alike in all four outputs."""
    return torch.tensor(values)[:, None, None].expand(-1, 1, 4).clone()


def flags(*steps: int, count: int = 4) -> Tensor:
    """Return what is true of some steps of one table."""
    return torch.tensor([[step in steps] for step in range(count)])


def targets(
    *,
    best: Tensor | None = None,
    explored: tuple[int, ...] = (),
    done: tuple[int, ...] = (),
    ends: Tensor | None = None,
    turned: tuple[int, ...] = (),
) -> list[float]:
    """Return the targets of three moves; a fourth is known by its value only."""
    found = returns(
        column(0.1, 0.2, 0.3, 0.4) if best is None else best,
        flags(*explored),
        flags(*done),
        column(9, 9, 9, 9) if ends is None else ends,
        flags(*turned),
        TRUST,
    )
    assert found.shape == (3, 1, 4)
    assert torch.equal(found, found[..., :1].expand_as(found))
    return [round(float(value), 6) for value in found[:, 0, 0]]


def test_a_target_looks_ahead_with_less_and_less_trust() -> None:
    third = 0.4
    second = 0.25 * 0.3 + 0.75 * third
    first = 0.25 * 0.2 + 0.75 * second
    assert targets() == [round(first, 6), round(second, 6), third]


def test_the_end_of_a_sitting_is_the_truth_and_nothing_behind_it_counts() -> None:
    first = 0.25 * 0.2 + 0.75 * 1.0
    assert targets(done=(1,), ends=column(9, 1.0, 9, 9)) == [first, 1.0, 0.4]


def test_behind_a_move_left_to_chance_the_best_one_counts() -> None:
    best = column(0.1, 0.2, 0.9, 0.4)
    first = 0.25 * 0.2 + 0.75 * 0.9
    assert targets(best=best, explored=(2,)) == [round(first, 6), 0.9, 0.4]


def test_a_move_left_to_chance_still_learns_what_came_of_it() -> None:
    assert targets(explored=(0,)) == targets()


def test_what_is_good_for_the_opponent_is_bad_for_the_seat_that_moved() -> None:
    third = 1 - 0.4
    second = 0.25 * 0.3 + 0.75 * third
    first = 1 - (0.25 * 0.2 + 0.75 * second)
    assert targets(turned=(1, 3)) == [round(first, 6), round(second, 6), round(third, 6)]


def test_the_best_move_of_an_opponent_is_turned_too() -> None:
    best = column(0.1, 0.9, 0.3, 0.4)
    assert targets(best=best, explored=(1,), turned=(1,))[0] == pytest.approx(0.1)


def test_an_end_is_told_by_the_seat_that_moved_and_needs_no_turning() -> None:
    assert targets(done=(1,), ends=column(9, 1.0, 9, 9), turned=(2,))[1] == 1.0


def test_a_team_that_came_close_is_told_how_close() -> None:
    left, is_won = torch.tensor([0, 6]), torch.tensor([1, 0])
    won, lost = outcomes(left, is_won, is_duel=False).tolist()
    assert won == [1, 1, 1, 1]
    assert lost == pytest.approx([0, exp(-3), exp(-1), exp(-0.3)])


def test_who_wins_a_duel_clearly_has_more_of_it_and_the_two_sides_add_up_to_one() -> None:
    left = torch.tensor([6, 6, 30])
    won, lost, clearly = outcomes(left, torch.tensor([1, 0, 1]), is_duel=True)
    assert (won + lost).tolist() == pytest.approx([1, 1, 1, 1])
    assert won.tolist() == pytest.approx([1, *(1 - exp(-x) / 2 for x in (3, 1, 0.3))])
    assert bool((clearly[1:] > won[1:]).all())


@pytest.mark.parametrize("is_duel", [False, True])
def test_a_bot_values_an_end_as_it_was_trained_to(*, is_duel: bool) -> None:
    left, is_won = np.array([0, 1, 6, 30]), np.array([True, False, True, False])
    learnt = outcomes(torch.from_numpy(left), torch.from_numpy(is_won), is_duel=is_duel)
    assert np.allclose(worth(left, is_won, is_duel=is_duel), learnt.numpy())


def test_closeness_loses_its_say_and_a_little_stays() -> None:
    grades = [0.1, 0.03, 0.0]
    assert weights_at(0.0, grades) == pytest.approx([1.0, 0.6, 0.53, 1.0])
    assert weights_at(0.2, grades)[3] == 0.0
    assert weights_at(1.0, grades) == pytest.approx([1.0, *grades])
