"""Whole sittings by compiled policies."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tenback.batch import Results, moves, play
from tenback.fastsim import Replica, Setup, start
from tenback.notation import read_position, write_position
from tenback.policies import POLICIES, Policy
from tenback.policies.choosing import choose_move
from tenback.rules import (
    BadInput,
    Classic,
    Extreme,
    FaceToFace,
    OnFire,
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


def test_a_deal_never_changes() -> None:
    """Results of years must stay comparable: the first deal of the run 0, for ever."""
    state = start(PAIR, seed=0, number=0)
    assert write_position(state) == (
        "classic 1,1,100,100 15.30.36.67.88.90.97/10.24.25.26.31.68.70 "
        "60.91.18.40.12.2.42.72.77.53.17.65.6.75.45.95.98.27.39.89.3.29.59.32.43.62.19.47.57.80.9.7."
        "86.82.55.4.58.38.8.37.16.71.92.46.13.93.79.51.73.94.23.66.14.52.41.61.44.69.64.20.81.63.78."
        "28.74.84.34.87.99.35.96.49.54.50.56.21.22.5.85.11.33.83.48.76 ?"
    )


@pytest.mark.parametrize("place", [0, 1, 40, 83])
def test_every_card_is_equally_likely_in_every_place(place: int) -> None:
    """C2: how often each card lies in one place of the draw pile."""
    piles = [start(PAIR, seed=1, number=number).draw_piles[0] for number in range(4900)]
    counts = Counter(pile[place] for pile in piles)
    assert set(counts) == set(range(2, 100))
    assert all(15 < count < 95 for count in counts.values())  # 50 are expected


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
    fires = state.edition.fires(state.progress)
    costs = {
        play: play.pile.step(state.tops[play.pile.index], play.card)
        * (1 if play.pile.owner in (None, state.turn.seat) else -1)
        - (1000 if play.pile in fires else 0)
        for play in plays
        if play not in losing_plays(state)
    }
    may_end = len(plays) < len(legal_moves(state))
    within = {play: cost for play, cost in costs.items() if not may_end or cost <= reach}
    return [play for play, cost in within.items() if cost == min(within.values())]


@pytest.mark.parametrize("reach", [0, 3, 12])
@pytest.mark.parametrize("setup", [PAIR, DUEL, Setup(Extreme(), 2), Setup(OnFire(), 2)], ids=str)
def test_greedy_takes_the_smallest_step_that_does_not_lose(setup: Setup, reach: int) -> None:
    for number in range(6):
        state = start(setup, seed=8, number=number)
        for move in moves(setup, [Policy("greedy", reach)], seed=8, number=number):
            if state.turn is not None:
                best = smallest_step(state, reach)
                assert move == best[0] if best else not isinstance(move, Play)
            state = apply(state, move)[0]


def test_random_takes_every_move_equally_often() -> None:
    state = read_position("classic 60,55,40,22 20.41.61.65/2.3 70 0:22>d2,55>u2")
    legal = legal_moves(state)
    chosen = Counter(choose_move(Replica.of(state, seed=seed), [RANDOM]) for seed in range(2000))
    assert set(chosen) == set(legal)
    expected = 2000 / len(legal)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in chosen.values())


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
    with pytest.raises(BadInput, match="there is no bot"):
        Policy.read(text)


def test_policies_print_as_they_are_read() -> None:
    for text in (*POLICIES, "greedy:0", "greedy:7"):
        assert str(Policy.read(text)) == text


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no bot 'nobody'"):
        Policy("nobody")
    with pytest.raises(BadInput, match="there is no bot 'random:5'"):
        Policy("random", 5)
    with pytest.raises(BadInput, match="there is no bot"):
        Policy.read("greedy:" + "9" * 5000)
    with pytest.raises(BadInput, match="bots given: 3, seats: 2"):
        play(PAIR, [GREEDY] * 3, seed=0, first=0, count=1)
    with pytest.raises(BadInput, match="classic has no option '@shuffled'"):
        Setup(Classic(), 2, is_layout_shuffled=True)
    for setup, starter in ((DUEL, 2), (DUEL, -1), (PAIR, 0)):
        with pytest.raises(BadInput, match="only a duel can set who begins"):
            play(setup, [GREEDY], seed=0, first=0, count=1, starter=starter)


def test_seeds_are_words() -> None:
    deals = [start(PAIR, seed=seed, number=0).hands for seed in (-1, 2**64 - 1, 2**65 - 1)]
    assert deals[0] == deals[1] == deals[2]
    with pytest.raises(TypeError):
        start(PAIR, seed=1.5, number=0)  # type: ignore[arg-type]


def test_no_deals_give_no_results() -> None:
    assert outcomes(play(PAIR, [GREEDY], seed=0, first=0, count=0)) == []


def test_three_seats_in_a_duel_are_refused() -> None:
    with pytest.raises(BadInput, match="face-to-face takes 2 players, not 3"):
        Setup(FaceToFace(), 3)
