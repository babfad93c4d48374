"""Many tables side by side: legal masks and observations in the caller's buffers."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from tenback.batch import OBSERVATION, SECTIONS, Buffers, Tables, play
from tenback.batch.observations import write_observation
from tenback.fastsim import ACTIONS, Setup, action_of, move_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import Array
from tenback.policies import Policy
from tenback.rules import (
    BadInput,
    Classic,
    Command,
    Extreme,
    FaceToFace,
    Refused,
    State,
    cards_in,
    legal_moves,
    view_of,
)
from tests.fastsim.lockstep import setups
from tests.properties.strategies import reached_states

RANDOM = [Policy("random")]
PAIR = Setup(Classic(), 2)
COUNT = 64


def begun(setup: Setup, *, threads: int = 1, steps: int = 0) -> tuple[Tables, Buffers, Array]:
    tables, buffers = Tables(setup, COUNT, seed=4, threads=threads), Buffers.make(COUNT)
    actions = np.zeros(COUNT, np.int64)
    tables.reset(buffers)
    for _ in range(steps):
        tables.choose(RANDOM, actions)
        tables.step(actions, buffers)
    return tables, buffers, actions


def observed(state: State) -> Array:
    observation = np.zeros(OBSERVATION, np.uint8)
    write_observation(Setup(state.edition, state.seats).rules, tables_of(state)[0], observation)
    return observation


@pytest.mark.parametrize("setup", list(setups())[::4], ids=str)
def test_masks_are_the_legal_moves_of_the_referee(setup: Setup) -> None:
    tables, buffers, _ = begun(setup, steps=25)
    for index in range(COUNT):
        state = tables.state(index)
        legal = [action_of(move) for move in legal_moves(state)]
        assert np.flatnonzero(buffers.masks[index]).tolist() == legal
        assert buffers.seats[index] == (-1 if state.turn is None else state.turn.seat)


@given(reached_states())
def test_an_observation_tells_what_the_view_tells(state: State) -> None:
    seat = 0 if state.turn is None else state.turn.seat
    view, observation = view_of(state, seat), observed(state)
    seen = {name: observation[section].tolist() for name, section in SECTIONS.items()}
    clockwise = [(seat + step) % state.seats for step in range(state.seats)]
    source = state.edition.draw_pile_of(seat)
    assert view.laid is not None
    assert [2 + n for n, held in enumerate(seen["hand"]) if held] == list(view.hand)
    assert [2 + n for n, laid in enumerate(seen["laid"]) if laid] == list(
        cards_in(view.laid[source])
    )
    assert tuple(seen["tops"]) == view.tops
    assert seen["hand_sizes"][: state.seats] == [view.hand_sizes[seat] for seat in clockwise]
    assert seen["draw_sizes"][0] == view.draw_sizes[source]
    assert seen["seat"] == [seat]
    assert seen["is_opening"] == [state.turn is None]
    if state.turn is not None:
        assert seen["minimum"] == [view.minimum]
        assert seen["played"] == [len(state.turn.plays)]
        used = {play.pile.index for play in state.turn.plays}
        assert {pile for pile, is_used in enumerate(seen["used"]) if is_used} == used
        assert seen["last"] == [state.turn.plays[-1].pile.index + 1 if state.turn.plays else 0]
    if len(view.laid) > 1:
        others = [2 + n for n, laid in enumerate(seen["opponent_laid"]) if laid]
        assert others == list(cards_in(view.laid[1 - source]))
        assert seen["draw_sizes"][1] == view.draw_sizes[1 - source]
    if state.edition.layout is not None:
        orders = [(None, *Command)[number] for number in seen["commands"]]
        assert orders == list(state.edition.layout.command_of[2:100])


@given(reached_states())
def test_two_states_that_look_the_same_give_the_same_observation(state: State) -> None:
    """All cards that the seat does not see change places; nothing may be noticed."""
    if state.turn is None:
        return
    seat, edition = state.turn.seat, state.edition
    hands, draw_piles = list(state.hands), list(state.draw_piles)
    for source in range(edition.draw_pile_count):
        others = [s for s in range(state.seats) if s != seat and edition.draw_pile_of(s) == source]
        hidden = sorted([*draw_piles[source], *(card for s in others for card in hands[s])])
        for other in others:
            size = len(hands[other])
            hands[other], hidden = tuple(sorted(hidden[:size])), hidden[size:]
        draw_piles[source] = tuple(hidden)
    twin = replace(state, hands=tuple(hands), draw_piles=tuple(draw_piles))
    assert view_of(twin, seat) == view_of(state, seat)
    assert observed(twin).tolist() == observed(state).tolist()


@pytest.mark.parametrize("setup", [PAIR, Setup(FaceToFace(), 2), Setup(Extreme(), 3)], ids=str)
def test_stepping_plays_the_deals_that_play_plays(setup: Setup) -> None:
    """Table i plays the deals i, i + 64 … of the run, and tells how each ended."""
    tables, buffers, actions = begun(setup)
    found: dict[int, list[tuple[int, int, bool]]] = {index: [] for index in range(COUNT)}
    while min(map(len, found.values())) < 2:
        tables.choose(RANDOM, actions)
        tables.step(actions, buffers)
        for index in np.flatnonzero(buffers.is_done).tolist():
            ended = (buffers.left[index], buffers.winner[index], buffers.won[index])
            found[index].append(ended)
    results = play(setup, RANDOM, seed=4, first=0, count=2 * COUNT)
    expected = list(zip(results.left, results.winner, results.won, strict=True))
    for place, endings in found.items():
        assert endings[:2] == [expected[place], expected[place + COUNT]]


def test_threads_make_no_difference() -> None:
    for one, three in zip(
        begun(PAIR, steps=100)[1].lines(slice(None)),
        begun(PAIR, steps=100, threads=3)[1].lines(slice(None)),
        strict=True,
    ):
        assert np.array_equal(one, three)


def test_an_illegal_action_is_refused_and_only_its_table_stays() -> None:
    tables, buffers, actions = begun(PAIR, steps=3)
    tables.choose(RANDOM, actions)
    before = [tables.state(index) for index in range(COUNT)]
    actions[5] = int(np.flatnonzero(buffers.masks[5] == 0)[0])
    actions[9] = ACTIONS + 40
    with pytest.raises(
        Refused, match=r"2 tables cannot do what was asked, the first is table 5: .* in classic"
    ):
        tables.step(actions, buffers)
    after = [tables.state(index) for index in range(COUNT)]
    stayed = [index for index in range(COUNT) if before[index] == after[index]]
    assert stayed == [5, 9]
    assert not buffers.is_done[[5, 9]].any()
    tables.choose(RANDOM, actions)
    tables.step(actions, buffers)


def test_buffers_that_do_not_fit_are_refused() -> None:
    tables, buffers, actions = begun(PAIR)
    with pytest.raises(BadInput, match=r"the buffer masks must be uint8\(64, 398\), in one"):
        tables.reset(Buffers.make(COUNT - 1))
    with pytest.raises(BadInput, match="the buffer actions must be int64"):
        tables.step(actions.astype(np.int32), buffers)
    with pytest.raises(BadInput, match="the buffer seats must be"):
        tables.step(actions, replace(buffers, seats=np.zeros(2 * COUNT, np.int8)[::2]))


def test_buffers_that_cannot_be_written_are_refused() -> None:
    tables, buffers, actions = begun(PAIR)
    buffers.seats.flags.writeable = False
    with pytest.raises(BadInput, match=r"the buffer seats must be .* writeable"):
        tables.step(actions, buffers)
    with pytest.raises(BadInput, match=r"the buffer observations must be .* not 'NoneType'"):
        tables.reset(replace(buffers, observations=None))  # type: ignore[arg-type]


def test_tables_are_dealt_from_the_beginning() -> None:
    tables, buffers, actions = Tables(PAIR, COUNT, seed=4), Buffers.make(COUNT), begun(PAIR)[2]
    tables.choose(RANDOM, actions)
    tables.step(actions, buffers)
    assert not buffers.is_done.any()
    assert all(tables.state(index).turn is not None for index in range(COUNT))


def test_observations_can_be_left_out() -> None:
    tables, buffers = Tables(PAIR, COUNT, seed=4), Buffers.make(COUNT, with_observations=False)
    tables.reset(buffers)
    assert buffers.observations.shape == (0, OBSERVATION)
    assert buffers.masks.any(axis=1).all()


def test_every_action_has_a_move() -> None:
    moves = [move_of(Classic(), action) for action in range(ACTIONS)]
    assert [action_of(move) for move in moves] == list(range(ACTIONS))
    assert (str(moves[0]), str(moves[391])) == ("2>u1", "99>d2")
