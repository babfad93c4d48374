"""Endgames small enough to try all moves, and a plain search with the referee."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tenback.notation import read_deal
from tenback.rules import Edition, Play, State, Turn, apply, legal_moves
from tenback.rules.referee import outcome_of
from tests.properties.strategies import TEAM_EDITIONS, seeds

MOST_CARDS = 6


def can_be_won(state: State, known: dict[State, bool] | None = None) -> bool:
    """Return whether any sequence of moves wins, by trying them all with the referee."""
    known = {} if known is None else known
    if state.outcome is not None:
        return bool(state.outcome.won)
    if state not in known:
        known[state] = any(can_be_won(apply(state, m)[0], known) for m in legal_moves(state))
    return known[state]


@st.composite
def endgames(draw: st.DrawFn) -> State:
    """Draw a state with few cards left and little room: an opening, within a turn, rarely over."""
    random = draw(st.randoms(use_true_random=False))
    seats = draw(st.integers(1, 3))
    edition = read_deal(draw(st.sampled_from(TEAM_EDITIONS)), seats, draw(seeds)).edition
    count = draw(st.integers(2, MOST_CARDS))
    states = [compose(edition, seats, random, count=count) for _ in range(4)]
    state = next((state for state in states if state.outcome is None), states[0])
    for _ in range(draw(st.integers(0, 2))):
        plays = [move for move in legal_moves(state) if isinstance(move, Play)]
        if plays:
            state, _ = apply(state, random.choice(plays))
    return state


def compose(edition: Edition, seats: int, random: Random, *, count: int) -> State:
    """Return a state with at most `count` cards left, dealt out at random, with tops among them."""
    left = pick(edition, random, count)
    laid = [number for number in edition.numbers if number not in left]
    beyond, tops = random.choice((0, 15, 25)), list[int]()
    for pile in edition.piles:
        place = random.choice(left) + random.randint(-20, 20)
        place += beyond if pile.is_ascending else -beyond
        tops.append(min(laid, key=lambda number: abs(number - place)))
        laid.remove(tops[-1])
    hands, left = deal_out(left, edition.hand_size(seats), seats, random)
    state = State(edition, tuple(tops), hands, (tuple(left),), None)
    if seats > 1 and random.random() < 0.2:
        return replace(state, named=(None,) * seats)
    seat = random.choice([seat for seat in range(seats) if hands[seat] or left])
    state = replace(state, turn=Turn(seat, (), tuple(tops)))
    return replace(state, outcome=outcome_of(state))


def deal_out(
    cards: list[int], size: int, seats: int, random: Random
) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """Return hands and the remaining cards; often one hand has all, so turns can be long."""
    shares = [random.randint(0, size) for _ in range(seats)]
    if random.random() < 0.5:
        shares = [0] * seats
        shares[random.randrange(seats)] = size
    hands = []
    for share in shares:
        hands.append(tuple(sorted(cards[:share])))
        cards = cards[share:]
    return tuple(hands), cards


def pick(edition: Edition, random: Random, count: int) -> list[int]:
    """Return some cards: often ten apart, and in Extreme often with commands."""
    numbers = list(edition.numbers)
    if edition.layout is not None and random.random() < 0.7:
        numbers = [number for of_kind in edition.layout.numbers for number in of_kind]
    chosen = random.sample(numbers, count)
    if random.random() < 0.7:
        related = [card + step for card in chosen for step in (-10, 1, 10)]
        chosen = [*random.sample(related, count), *chosen]
    left = [card for card in dict.fromkeys(chosen) if card in edition.numbers][:count]
    random.shuffle(left)
    return left
