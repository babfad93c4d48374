"""Whole sittings by compiled policies."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tenback.fastsim import POLICIES, Policy, Results, Setup, moves, play, start
from tenback.rules import (
    BadInput,
    Classic,
    Extreme,
    FaceToFace,
    Outcome,
    Play,
    State,
    apply,
    legal_moves,
    losing_plays,
)
from tests.fastsim.lockstep import setups

RANDOM, GREEDY = Policy("random"), Policy("greedy")
PAIR = Setup(Classic(), 2)
DUEL = Setup(FaceToFace(), 2)


def outcomes(results: Results) -> list[tuple[int, int, bool]]:
    columns = (results.left, results.winner, results.won)
    return [(int(left), int(winner), bool(won)) for left, winner, won in zip(*columns, strict=True)]


def as_numbers(outcome: Outcome) -> tuple[int, int, bool]:
    return outcome.left, -1 if outcome.winner is None else outcome.winner, outcome.won is True


@pytest.mark.parametrize("policy", [RANDOM, GREEDY, Policy("greedy", reach=8)], ids=str)
@pytest.mark.parametrize("setup", list(setups())[::3], ids=str)
def test_the_referee_confirms_every_move_of_a_run(setup: Setup, policy: Policy) -> None:
    results = play(setup, [policy], seed=9, first=4, count=3)
    for number, found in enumerate(outcomes(results), 4):
        state = start(setup, seed=9, number=number)
        for move in moves(setup, [policy], seed=9, number=number):
            state = apply(state, move)[0]
        assert state.outcome is not None
        assert found == as_numbers(state.outcome)


@pytest.mark.parametrize(
    "setup", [PAIR, DUEL, Setup(Extreme(), 3, is_layout_shuffled=True)], ids=str
)
def test_it_makes_no_difference_how_a_run_is_cut_or_by_how_many_it_is_played(setup: Setup) -> None:
    whole = play(setup, [RANDOM], seed=3, first=0, count=1000)
    with ThreadPoolExecutor(3) as pool:
        parts = list(
            pool.map(
                lambda first: play(setup, [RANDOM], seed=3, first=first, count=125),
                range(0, 1000, 125),
            )
        )
    assert outcomes(whole) == [outcome for part in parts for outcome in outcomes(part)]


def test_another_seed_gives_other_deals() -> None:
    hands = {start(PAIR, seed=seed, number=n).hands for seed in (1, 2) for n in range(50)}
    assert len(hands) == 100


def test_every_card_is_equally_likely_everywhere() -> None:
    """C2: how often each card is the first of the draw pile."""
    tops = Counter(start(PAIR, seed=1, number=number).draw_piles[0][0] for number in range(4900))
    assert set(tops) == set(range(2, 100))
    assert all(20 < count < 90 for count in tops.values())


def test_a_deal_holds_every_card_once() -> None:
    for setup in setups():
        state = start(setup, seed=5, number=1)
        for source in range(state.edition.draw_pile_count):
            hands = [
                hand
                for seat, hand in enumerate(state.hands)
                if state.edition.draw_pile_of(seat) == source
            ]
            cards = [*state.draw_piles[source], *(card for hand in hands for card in hand)]
            assert sorted(cards) == list(state.edition.numbers)


def test_f2_the_starter_is_drawn_or_given() -> None:
    drawn = {start(DUEL, seed=5, number=number).turn for number in range(20)}
    assert {turn.seat for turn in drawn if turn} == {0, 1}
    for seat in (0, 1):
        state = start(DUEL, seed=5, number=1, starter=seat)
        assert state.turn is not None
        assert state.turn.seat == seat


def test_e14_shuffled_layouts_differ_from_deal_to_deal_and_have_names() -> None:
    setup = Setup(Extreme(), 2, is_layout_shuffled=True)
    layouts = {start(setup, seed=5, number=number).edition.layout for number in range(50)}
    assert len(layouts) > 45
    assert all(layout is not None and layout.is_shuffled for layout in layouts)


def smallest_step(state: State, reach: int) -> list[Play]:
    """What greedy may choose from, by its description; nothing where it ends the turn."""
    assert state.turn is not None
    plays = [move for move in legal_moves(state) if isinstance(move, Play)]
    costs = {
        play: play.pile.step(state.tops[play.pile.index], play.card)
        * (1 if play.pile.owner in (None, state.turn.seat) else -1)
        for play in plays
        if play not in losing_plays(state)
    }
    may_end = len(plays) < len(legal_moves(state))
    within = {play: cost for play, cost in costs.items() if not may_end or cost <= reach}
    return [play for play, cost in within.items() if cost == min(within.values())]


@pytest.mark.parametrize("reach", [0, 3, 12])
@pytest.mark.parametrize("setup", [PAIR, DUEL, Setup(Extreme(), 2)], ids=str)
def test_greedy_takes_the_smallest_step_that_does_not_lose(setup: Setup, reach: int) -> None:
    for number in range(6):
        state = start(setup, seed=8, number=number)
        for move in moves(setup, [Policy("greedy", reach)], seed=8, number=number):
            if state.turn is not None:
                best = smallest_step(state, reach)
                assert move == best[0] if best else not isinstance(move, Play)
            state = apply(state, move)[0]


def test_random_takes_every_move_equally_often() -> None:
    firsts = Counter(
        str(moves(Setup(Classic(), 1), [RANDOM], seed=number, number=0)[0].pile)  # type: ignore[union-attr]
        for number in range(400)
    )
    assert set(firsts) == {"u1", "u2", "d1", "d2"}
    assert all(60 < count < 140 for count in firsts.values())


def test_greedy_wins_more_than_random_and_a_longer_reach_is_not_always_better() -> None:
    rates = [
        play(PAIR, [Policy.read(name)], seed=2, first=0, count=5000).won.mean()
        for name in ("random", "greedy", "greedy:40")
    ]
    assert rates[1] > rates[2] >= rates[0]


def test_each_seat_may_have_its_own_policy() -> None:
    results = play(DUEL, [GREEDY, RANDOM], seed=2, first=0, count=500)
    assert np.mean(results.winner == 0) > 0.8


@pytest.mark.parametrize(
    "text", ["", "Greedy", "greedy:", "greedy:x", "greedy:-1", "greedy:100", "random:3"]
)
def test_unknown_policies_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="no bot is called"):
        Policy.read(text)


def test_policies_print_as_they_are_read() -> None:
    for text in (*POLICIES, "greedy:0", "greedy:7"):
        assert str(Policy.read(text)) == text


def test_three_seats_in_a_duel_are_refused() -> None:
    with pytest.raises(BadInput, match="face-to-face is for 2 seats, not 3"):
        Setup(FaceToFace(), 3)
