"""Runs referee and simulator side by side; `make lockstep` does so at length.

Both get the same state and the same moves, and must agree on everything: what is legal, what loses
at once, and the state after a move, including hidden cards and outcome.
"""

import sys
from collections.abc import Iterator
from random import Random

from rich.progress import track

from tenback.arena import read_setup
from tenback.fastsim import Replica, Setup, start
from tenback.notation import write_position
from tenback.rules import (
    BACK,
    EDITIONS,
    Move,
    Name,
    Refused,
    Resign,
    State,
    apply,
    legal_moves,
    losing_plays,
)
from tests.variants import variants
from vectors.writing import choose

SEED = 20
TALKATIVE = 0.03
"""How often an event happens that is not simulated, and must not disturb the simulation."""


def setups() -> Iterator[Setup]:
    """Yield every edition with every option, layout and number of seats."""
    for seats in range(1, max(edition.seats[-1] for edition in EDITIONS.values()) + 1):
        for variant in variants(edition for edition in EDITIONS.values() if seats in edition.seats):
            yield read_setup(variant, seats)


def compare(setup: Setup, number: int) -> int:
    """Play a random game, more or less carefully; return the number of moves compared."""
    state = start(setup, seed=SEED, number=number)
    replica, random = Replica.dealt(setup, seed=SEED, number=number), Random(number)
    care, moves = random.choice((0.0, 0.7, 0.97)), 0
    while True:
        legal = compare_moment(state, replica)
        if not legal:
            return moves
        if random.random() < TALKATIVE:
            state = say_something(state, replica, random)
            continue
        is_careful = state.turn is not None and random.random() < care
        move = choose(state) if is_careful else random.choice(legal)
        state = apply(state, move)[0]
        replica.apply(move)
        moves += 1


def say_something(state: State, replica: Replica, random: Random) -> State:
    """Name a starter, take back, or give up, on both sides; return the state after it."""
    seat = random.randrange(state.seats)
    word = random.choice((Name(seat, random.randrange(state.seats)), BACK, BACK, Resign(seat)))
    try:
        state = apply(state, word)[0]
    except Refused:
        return state
    replica.apply(word)
    return state


def compare_moment(state: State, replica: Replica) -> tuple[Move, ...]:
    """Compare everything about one moment; return the legal moves."""
    legal, losing = legal_moves(state), losing_plays(state)
    assert replica.state == state, write_position(state)
    assert replica.outcome == state.outcome, write_position(state)
    assert replica.legal_and_losing() == (legal, losing), write_position(state)
    return legal


def main(sittings: int) -> None:
    """Compare a number of sittings of every setup."""
    every = list(setups())
    moves = sum(
        compare(setup, number) for number in track(range(sittings), "lock-step") for setup in every
    )
    sys.stdout.write(
        f"{len(every)} setups, {sittings * len(every):,} sittings, {moves:,} moves: no difference\n"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
