"""Card sets packed into two words behave like sets."""

from hypothesis import given
from hypothesis import strategies as st

from tenback.fastsim import bits
from tenback.rules import card_set

sets = st.sets(st.integers(0, 100), max_size=12)


def pair(cards: set[int]) -> bits.Set:
    return bits.words(card_set(cards))


@given(sets, sets)
def test_two_sets(left: set[int], right: set[int]) -> None:
    assert bits.meet(pair(left), pair(right)) == pair(left & right)
    assert bits.join(pair(left), pair(right)) == pair(left | right)
    assert bits.minus(pair(left), pair(right)) == pair(left - right)


@given(sets)
def test_one_set(cards: set[int]) -> None:
    assert bits.mask_of(pair(cards)) == card_set(cards)
    assert bits.count(pair(cards)) == len(cards)
    assert bits.has_any(pair(cards)) == bool(cards)
    assert [card for card in range(101) if bits.has(pair(cards), card)] == sorted(cards)
    assert [bits.nth(pair(cards), n) for n in range(len(cards))] == sorted(cards)
    if cards:
        assert bits.lowest(pair(cards)) == min(cards)
        assert bits.highest(pair(cards)) == max(cards)
        assert bits.rest(pair(cards)) == pair(cards - {min(cards)})


@given(st.integers(0, 100))
def test_a_single_card(card: int) -> None:
    assert bits.single(card) == pair({card})
