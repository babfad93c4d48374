"""Hypothesis strategies for states, sittings and texts."""

from random import Random

from hypothesis import strategies as st

from tenback.notation import read_deal
from tenback.rules import (
    BACK,
    EDITIONS,
    END,
    Command,
    Deal,
    Edition,
    Event,
    FaceToFace,
    Laid,
    Move,
    Name,
    OnFire,
    Pile,
    Play,
    Refused,
    Resign,
    Say,
    Signal,
    State,
    Turn,
    Word,
    apply,
    card_set,
    cards_in,
    evolve,
    legal_moves,
)
from tenback.rules.chance import ALPHABET
from tenback.rules.progress import Progress
from tenback.rules.talk import HAND_WORDS, PILE_WORDS
from tests.variants import variants

TEAM_EDITIONS = variants(edition for edition in EDITIONS.values() if not edition.is_duel)
DUELS = variants(edition for edition in EDITIONS.values() if edition.is_duel)
LARGEST_HAND_BY_DEFINITION = 5
"""With a fire that no card covers, the plain end test tries every order of a hand."""
seeds = st.text(ALPHABET, min_size=1, max_size=12)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    edition = draw(st.sampled_from((*TEAM_EDITIONS, *DUELS, *DUELS)))
    seats = 2 if edition in DUELS else draw(st.integers(1, 5))
    return read_deal(edition, seats, draw(seeds))


@st.composite
def sittings(draw: st.DrawFn, *, is_chatty: bool = False) -> tuple[State, tuple[Event, ...]]:
    """Draw a start and the events after it: some clumsy, some careful, some cut short."""
    start = draw(deals()).start()
    random = draw(st.randoms(use_true_random=False))
    care = draw(st.sampled_from((0.0, 0.6, 0.95)))
    length = draw(st.integers(0, 150))
    return start, play_on(start, random, length=length, care=care, is_chatty=is_chatty)[1]


@st.composite
def reached_states(draw: st.DrawFn) -> State:
    """Draw a state of a running sitting, more often late than early."""
    start = draw(deals()).start()
    random = draw(st.randoms(use_true_random=False))
    care, length = draw(st.sampled_from((0.0, 0.6, 0.95))), draw(st.integers(0, 120))
    states = play_on(start, random, length=length, care=care)[0]
    return next(state for state in reversed(states) if state.outcome is None)


def play_on(
    state: State, random: Random, *, length: int, care: float, is_chatty: bool = False
) -> tuple[list[State], tuple[Event, ...]]:
    """Return the states and events of a sitting played at random, with some care."""
    states, log = [state], list[Event]()
    for _ in range(length):
        if state.outcome is not None:
            break
        move = _choose(state, random, care)
        if is_chatty and random.random() < 0.2:
            move = _chat(state, random)
        try:
            state, events = apply(state, move)
        except Refused:
            continue
        states.append(state)
        log += events
    return states, tuple(log)


def _choose(state: State, random: Random, care: float) -> Move:
    moves = legal_moves(state)
    if random.random() >= care:
        return random.choice(moves)
    if END in moves:
        return END
    return min(moves, key=lambda move: _step(state, move))


def _step(state: State, move: Move) -> int:
    if not isinstance(move, Play):
        return 0
    step = move.pile.step(state.tops[move.pile.index], move.card)
    return step if move.pile.owner in (None, state.turn and state.turn.seat) else 30


def _chat(state: State, random: Random) -> Move:
    seat, other = random.randrange(state.seats), random.randrange(state.seats)
    return random.choice(
        (
            BACK,
            Name(seat, other),
            Say(seat, random.choice(_signals(state))),
            Resign(seat) if random.random() < 0.05 else BACK,
        )
    )


def _signals(state: State) -> list[Signal]:
    about_piles = [Signal(word, pile=pile) for word in PILE_WORDS for pile in state.edition.piles]
    about_hands = [Signal(word) for word in HAND_WORDS]
    held = [Signal(Word.HOLD, command=command) for command in Command]
    return about_piles + about_hands + held


@st.composite
def composed_states(draw: st.DrawFn) -> State:
    """Draw a made-up state in mid-turn, with many commands and little room on the piles."""
    edition = draw(st.sampled_from((*TEAM_EDITIONS, *DUELS)))
    seats = 2 if edition in DUELS else draw(st.integers(1, 5))
    rules = read_deal(edition, seats, draw(seeds)).edition
    random = draw(st.randoms(use_true_random=False))
    compose = _compose_duel if isinstance(rules, FaceToFace) else _compose_team
    state = compose(rules, seats, random, draw_size=draw(st.integers(0, 3)))
    for _ in range(draw(st.integers(0, 4))):
        plays = [move for move in legal_moves(state) if isinstance(move, Play)]
        if not plays:
            break
        state = evolve(state, Laid(0, *_parts(random.choice(plays))))
    return state


def _compose_team(rules: Edition, seats: int, random: Random, *, draw_size: int) -> State:
    numbers = list(rules.numbers)
    if rules.layout is not None and random.random() < 0.5:
        carrying = [number for of_kind in rules.layout.numbers for number in of_kind]
        numbers = list(dict.fromkeys(carrying + random.sample(numbers, 14)))
    random.shuffle(numbers)
    if rules.burning and random.random() < 0.7:
        fires = list(cards_in(rules.burning))
        numbers = random.sample(fires, random.randint(1, 4)) + numbers
        numbers = list(dict.fromkeys(numbers))
    elif random.random() < 0.5:
        numbers.sort(key=lambda number: abs(number - 50) < 35)
    tops, rest = tuple(numbers[:4]), numbers[4:]
    random.shuffle(rest)
    hands = []
    for _ in range(seats):
        most = LARGEST_HAND_BY_DEFINITION if rules.burning else rules.hand_size(seats)
        held = random.randint(1, min(most, rules.hand_size(seats)))
        hands.append(tuple(sorted(rest[:held])))
        rest = rest[held:]
    return State(rules, tops, tuple(hands), (tuple(rest[:draw_size]),), Turn(0, (), tops))


@st.composite
def burning_turns(draw: st.DrawFn) -> Progress:
    """Draw a turn of On Fire in which every card counts: fires, little room, few cards."""
    random = draw(st.randoms(use_true_random=False))
    tops = [random.randint(88, 99), random.randint(88, 99), *random.sample(range(2, 14), 2)]
    for pile in random.sample(range(4), random.randint(1, 3)):
        tops[pile] = random.choice(list(cards_in(OnFire.burning)))
    near = {top + step for top in tops for step in (-12, -10, -9, -1, 1, 2, 9, 10, 11)}
    free = sorted(near & set(OnFire.numbers) - set(tops))
    hand = random.sample(free, random.randint(1, LARGEST_HAND_BY_DEFINITION - 1))
    return Progress(0, random.randint(1, 3), tuple(tops), card_set(hand))


def _compose_duel(rules: Edition, seats: int, random: Random, *, draw_size: int) -> State:
    tops = tuple(random.sample(range(2, 60), 4))
    hands, piles = [], []
    for _ in range(seats):
        cards = random.sample(
            [number for number in rules.numbers if number not in tops], 6 + draw_size
        )
        held = random.randint(1, 6)
        hands.append(tuple(sorted(cards[:held])))
        piles.append(tuple(cards[6:]))
    return State(rules, tops, tuple(hands), tuple(piles), Turn(0, (), tops))


def _parts(play: Play) -> tuple[int, Pile]:
    return play.card, play.pile
