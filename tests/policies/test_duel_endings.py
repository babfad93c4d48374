"""Endings of duels: what is certain agrees with the referee, which tries everything."""

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tenback.bots import make_bot
from tenback.fastsim import Setup, move_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.turns import progress_of
from tenback.policies.duel_endings import LOST, UNDECIDED, WON, outcomes_of, wins_of
from tenback.policies.lines import LINE
from tenback.rules import FaceToFace, State, Turn, apply, legal_moves, view_of
from tenback.rules.outcome import Ending
from tenback.rules.referee import outcome_of
from tests.rules.builders import at

SETUP = Setup(FaceToFace(), 2)


def composed(own: int, held: int, to_draw: int, random: Random) -> State:
    """Return a duel near its end; the opponent holds some cards, and has some to draw."""
    numbers = list(SETUP.edition.numbers)
    hand = tuple(sorted(random.sample(numbers, own)))
    theirs = random.sample(numbers, held + to_draw)
    near = random.choice((20, 40, 55))
    tops = tuple(
        random.randint(near, 59) if pile.is_ascending else random.randint(2, 61 - near)
        for pile in SETUP.edition.piles
    )
    hands = hand, tuple(sorted(theirs[:held]))
    return State(SETUP.edition, tops, hands, ((), tuple(theirs[held:])), Turn(0, (), tops))


def begun(state: State, seat: int) -> State:
    """Return the same at the beginning of a seat's turn, over if that is hopeless."""
    state = replace(state, turn=Turn(seat, (), state.tops))
    return replace(state, outcome=outcome_of(state))


def wins_in_turn(state: State, seat: int) -> bool:
    """Return whether a seat can lay its last card in its running turn, by trying all moves."""
    if state.outcome is not None:
        return state.outcome.ending is Ending.ALL_LAID and state.outcome.winner == seat
    if state.turn is None or state.turn.seat != seat:
        return False
    return any(wins_in_turn(apply(state, move)[0], seat) for move in legal_moves(state))


def loses_with_every_hand(state: State) -> bool:
    """Return whether the opponent loses at once with every hand that it may hold."""
    unlaid = sorted((*state.hands[1], *state.draw_piles[1]))
    size = len(state.hands[1])
    for hand in combinations(unlaid, size):
        rest = tuple(card for card in unlaid if card not in hand)
        then = begun(replace(state, hands=(state.hands[0], hand), draw_piles=((), rest)), 1)
        if then.outcome is None:
            return False
        assert then.outcome.winner == 0
    return True


def outcome_if_ended(state: State) -> int:
    """Return what is certain if the seat to move ends its turn now, as compiled code says."""
    tables, lines = tables_of(state), np.zeros(1, LINE)
    turn = progress_of(tables[0])
    lines["tops"], lines["hand"] = turn.tops, turn.hand
    return int(outcomes_of(SETUP, tables, np.zeros(1, np.int64), lines)[0])


def test_f7_a_turn_that_lays_all_cards_is_found_whenever_there_is_one() -> None:
    random, won = Random(31), 0
    for _ in range(80):
        state = begun(composed(random.randint(2, 5), 3, 5, random), 0)
        if state.outcome is not None:
            continue
        where, lines = wins_of(SETUP, tables_of(state))
        assert (len(where) == 1) == wins_in_turn(state, 0), state
        won += len(where)
        for line in lines:
            then = state
            for action in line["actions"][: line["length"]]:
                then, _ = apply(then, move_of(then.edition, int(action)))
            assert then.outcome is not None
            assert then.outcome.winner == 0
    assert 5 < won < 60


def test_no_turn_lays_all_cards_while_there_are_cards_to_draw() -> None:
    state = at("face-to-face 30,40/20,50 31.32/57.58 33/- 0")
    assert not wins_in_turn(state, 0)
    assert len(wins_of(SETUP, tables_of(state))[0]) == 0


def test_f8_the_opponent_has_lost_if_no_possible_hand_can_lay_two_cards() -> None:
    random, answers = Random(32), []
    for _ in range(120):
        state = composed(2, random.randint(1, 3), random.choice((0, 1, 3)), random)
        outcome = outcome_if_ended(state)
        assert (outcome == WON) == loses_with_every_hand(state), state
        answers.append(outcome)
    assert 10 < answers.count(WON) < 110


def test_an_opponent_with_nothing_to_draw_wins_if_one_turn_takes_the_whole_hand() -> None:
    random, answers = Random(33), []
    for _ in range(80):
        state = composed(2, random.randint(2, 5), 0, random)
        outcome = outcome_if_ended(state)
        assert (outcome == LOST) == wins_in_turn(begun(state, 1), 1), state
        answers.append(outcome)
    assert {WON, LOST, UNDECIDED} == {*answers}
    assert answers.count(LOST) > 5


def test_nothing_is_claimed_about_an_opponent_who_can_lay_two_cards_and_will_hold_others() -> None:
    assert outcome_if_ended(at("face-to-face 30,40/20,50 31.32/21.22 -/23 0")) == UNDECIDED


@pytest.mark.parametrize("bot", ["adept", "master"])
@pytest.mark.parametrize(
    "position",
    [
        # all that is left fits, though far away, and the opponent is about to win
        "face-to-face 20,41/5,50 22.40.57/6.7 -/- 0",
        # one of the cards only fits on a pile of the opponent
        "face-to-face 50,12/40,20 14.51.55/21.41 -/- 0",
    ],
)
def test_a_bot_wins_a_duel_that_its_turn_can_win(bot: str, position: str) -> None:
    state = at(position)
    assert wins_in_turn(state, 0)
    player = make_bot(bot, seed="A")
    while state.outcome is None:
        assert state.turn is not None
        assert state.turn.seat == 0
        state, _ = apply(state, player.choose(view_of(state, 0)))
    assert state.outcome.winner == 0
