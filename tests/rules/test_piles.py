"""Piles: there is one of each name."""

import pickle
from copy import deepcopy

import pytest

from tenback.rules.piles import PILES, Pile


@pytest.mark.parametrize("pile", PILES.values(), ids=str)
def test_a_pile_stays_the_same_when_it_is_copied_or_crosses_to_another_process(pile: Pile) -> None:
    assert pickle.loads(pickle.dumps(pile)) is pile
    assert deepcopy(pile) is pile
