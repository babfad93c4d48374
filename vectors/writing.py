"""Writes the vectors from the cases in `cases`."""

import json
from collections.abc import Iterator, Sequence

from tenback.notation import (
    commitment_of,
    fair_seed,
    read_code,
    read_deal,
    read_move,
    read_position,
    write_code,
    write_position,
)
from tenback.rules import END, Move, Play, State, apply, legal_moves, losing_plays, perft
from vectors.cases import DEALS, FAIRNESS, PERFT, PLAYTHROUGHS


def files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file."""
    yield "perft.txt", "".join(perft_lines())
    yield "deals.txt", "".join(deal_lines())
    yield "fairness.txt", "".join(fairness_lines())
    for name, about, start, *script in PLAYTHROUGHS:
        yield f"playthroughs/{name}.txt", playthrough(about, start, script)


def perft_lines() -> Iterator[str]:
    """Yield the lines of `perft.txt`: a comment, then the position and its counts."""
    for about, position, depth in PERFT:
        yield f"# {about}\n{counted(read_position(position), depth)}\n"


def deal_lines() -> Iterator[str]:
    """Yield the lines of `deals.txt`: a code, and its position with counts."""
    for edition, seats, seed in DEALS:
        deal = read_deal(edition, seats, seed)
        yield f"{write_code(deal)} ; {counted(deal.start(), depth=3)}\n"


def fairness_lines() -> Iterator[str]:
    """Yield the lines of `fairness.txt`: a comment, then secret, words, commitment and seed."""
    for about, secret, words in FAIRNESS:
        facts = (secret, json.dumps(words), commitment_of(secret), fair_seed(secret, words))
        yield f"# {about}\n{' ; '.join(facts)}\n"


def counted(state: State, depth: int) -> str:
    """Return a position with its counts."""
    counts = " ".join(str(perft(state, d)) for d in range(1, depth + 1))
    return f"{write_position(state)} ; {counts}"


def playthrough(about: str, start: str, script: Sequence[str]) -> str:
    """Return a sitting from a position or deal code to its end, as all implementations print it.

    The moves of the script come first; then `choose` goes on.
    """
    state = read_position(start) if " " in start else read_code(start).start()
    lines = [f"# {about}", f"position {write_position(state)}"]
    given = iter(script)
    while state.outcome is None:
        text = next(given, None)
        move = choose(state) if text is None else read_move(text)
        lines += [*moment(state), f"move {move}"]
        state = apply(state, move)[0]
    lines += [f"position {write_position(state)}", f"outcome {state.outcome}"]
    return "\n".join(lines) + "\n"


def moment(state: State) -> Iterator[str]:
    """Yield what implementations must agree on: tops, the mover's hand, legal and losing moves."""
    if state.turn is not None:
        tops, hand = (
            ",".join(map(str, state.tops)),
            ".".join(map(str, state.hands[state.turn.seat])),
        )
        draw = "/".join(str(len(cards)) for cards in state.draw_piles)
        yield f"seat {state.turn.seat} tops {tops} hand {hand} draw {draw}"
    yield f"legal {', '.join(map(str, legal_moves(state)))}"
    yield f"losing {', '.join(map(str, losing_plays(state)))}".rstrip()


def choose(state: State) -> Move:
    """Return the smallest step that does not lose; end the turn when a step would be above 3."""
    moves, losing = legal_moves(state), losing_plays(state)
    plays = [move for move in moves if isinstance(move, Play) and move not in losing]
    best = min(plays, key=lambda play: _cost(state, play), default=None)
    if best is None or (END in moves and _cost(state, best) > 3):
        return END if END in moves else moves[0]
    return best


def _cost(state: State, play: Play) -> int:
    assert state.turn is not None
    step = play.pile.step(state.tops[play.pile.index], play.card)
    return step if play.pile.owner in (None, state.turn.seat) else 5
