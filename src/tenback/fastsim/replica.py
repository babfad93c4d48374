"""One compiled table with the referee's interface, for traces, records and lockstep tests."""

from collections.abc import Callable, Iterator

import numpy as np

from tenback.fastsim.actions import ACTIONS, act, action_of, is_legal, move_of
from tenback.fastsim.chance import word_of
from tenback.fastsim.errors import SimulatorCode
from tenback.fastsim.masks import count_sequences, write_masks
from tenback.fastsim.sittings import deal, start_seat_streams
from tenback.fastsim.states import outcome_of, state_of, tables_of
from tenback.fastsim.tables import NOBODY, TABLE, Array, Setup
from tenback.notation import write_position
from tenback.rules import BadInput, Begin, End, Move, Outcome, Play, State, apply
from tenback.rules.referee import decide


def starter_of(setup: Setup, starter: int | None) -> int:
    """Return a duel's starter as compiled code reads it; None: the deal decides (F2)."""
    if starter is None:
        return NOBODY
    if not setup.is_duel or starter not in range(setup.seats):
        raise BadInput(SimulatorCode.BAD_STARTER, text=starter)
    return starter


class Replica:
    """A mutable game on a compiled table."""

    def __init__(self, setup: Setup, tables: Array) -> None:
        self.setup = setup
        self.tables = tables

    @classmethod
    def of(cls, state: State, *, seed: int = 0) -> "Replica":
        """Return the compiled table of a state; the seed is for policies that choose at random."""
        tables = tables_of(state)
        start_seat_streams(tables[0], word_of(seed), 0)
        return cls(Setup(state.edition, state.seats), tables)

    @classmethod
    def dealt(
        cls, setup: Setup, *, seed: int, number: int, starter: int | None = None
    ) -> "Replica":
        """Return the table of a deal of a run; a duel's starter is drawn unless it is given."""
        tables = np.zeros(1, TABLE)
        begins = starter_of(setup, starter)
        deal(setup.rules, setup.layout_rows, tables[0], word_of(seed), number, begins)
        return cls(setup, tables)

    @property
    def state(self) -> State:
        """The table as a state of the referee."""
        return state_of(self.setup, self.tables)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None if it is not over."""
        return outcome_of(self.tables[0])

    def legal_and_losing(self) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """Return the legal moves in the referee's order, and those of them that lose at once."""
        masks = np.zeros((2, ACTIONS), np.uint8)
        write_masks(self.setup.rules, self.tables[0], *masks)
        legal, losing = (
            tuple(move_of(self.setup.edition, int(action)) for action in np.flatnonzero(mask))
            for mask in masks
        )
        return legal, losing

    def apply(self, move: Move) -> None:
        """Make a move; raise the referee's refusal if the move is not allowed.

        Signals, take-backs and resigning are not simulated.
        """
        if not isinstance(move, Play | End | Begin):
            tables = tables_of(apply(self.state, move)[0])
            for field in ("layout", "number", "seat_streams", "talkers", "said"):
                tables[field] = self.tables[field]
            self.tables = tables
            return
        action = action_of(move)
        if not is_legal(self.setup.rules, self.tables[0], action):
            decide(self.state, move)
            raise AssertionError(f"the referee allows {move} in {write_position(self.state)}")
        act(self.setup.rules, self.tables[0], action)


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of `depth` listed moves, as `rules.perft` does."""
    if depth == 0:
        return 1
    tables = np.repeat(tables_of(state), depth)
    masks = np.zeros((depth, ACTIONS), np.uint8)
    return int(count_sequences(Setup(state.edition, state.seats).rules, tables, masks, depth))


def trace(replica: Replica, choose: Callable[[Replica], Move]) -> Iterator[str]:
    """Play a game to its end and yield it line by line, like the playthroughs in `vectors/`."""
    yield f"position {write_position(replica.state)}"
    while replica.outcome is None:
        state, (legal, losing) = replica.state, replica.legal_and_losing()
        if state.turn is not None:
            tops, hand = state.tops, state.hands[state.turn.seat]
            draw = "/".join(str(len(cards)) for cards in state.draw_piles)
            yield (
                f"seat {state.turn.seat} tops {','.join(map(str, tops))} "
                f"hand {'.'.join(map(str, hand))} draw {draw}"
            )
        yield f"legal {', '.join(map(str, legal))}"
        yield f"losing {', '.join(map(str, losing))}".rstrip()
        move = choose(replica)
        yield f"move {move}"
        replica.apply(move)
    yield f"position {write_position(replica.state)}"
    yield f"outcome {replica.outcome}"


def start(setup: Setup, *, seed: int, number: int, starter: int | None = None) -> State:
    """Return the state at the start of a deal of a run."""
    return Replica.dealt(setup, seed=seed, number=number, starter=starter).state
