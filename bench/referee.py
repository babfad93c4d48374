"""Times the plain referee, compared with the cost of creating its values alone."""

import gc
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from rich.progress import track
from rich.table import Table as Grid

from bench.timing import CONSOLE, seconds
from tenback.notation import read_deal
from tenback.rules import (
    STANDARD,
    Event,
    Extreme,
    Layout,
    Play,
    State,
    apply,
    card_set,
    fold,
    legal_moves,
    losing_plays,
)
from tenback.rules.editions import Edition
from tenback.rules.editions.edition import can_complete_by_definition
from tenback.rules.progress import Progress

SITTINGS = 300
POSITIONS = 100_000
SAMPLE = 1_000
HAND = 8


def referee() -> None:
    """Time random sittings: `apply` and `legal_moves` for every move."""
    grid = Grid(
        "edition", "seats", "moves/s", "with losing plays", "limit: fold alone", "of the limit"
    )
    editions = (("classic", 2), ("classic+min3", 5), ("extreme", 2), ("face-to-face", 2))
    for edition, seats in editions:
        starts = [read_deal(edition, seats, str(seed)).start() for seed in range(SITTINGS)]
        logs = play(starts)
        moves = sum(map(len, play(starts, counts_moves=True)))
        rate = moves / seconds(partial(play, starts))
        warned = moves / seconds(partial(play, starts, warns=True))
        limit = moves / seconds(partial(fold_all, starts, logs))
        rates = [f"{number:,.0f}" for number in (rate, warned, limit)]
        grid.add_row(edition, str(seats), *rates, f"{rate / limit:.0%}")
    CONSOLE.print(
        "The referee in plain Python, one core, random sittings: apply and legal_moves for every "
        "move.\nThe limit is folding the same events into frozen states, judging nothing.",
        grid,
    )


def play(
    starts: Sequence[State], *, warns: bool = False, counts_moves: bool = False
) -> list[list[Event]]:
    """Play the same random sittings each time; return their events."""
    random = Random(7)
    logs = []
    for start in starts:
        state, log = start, list[Event]()
        while state.outcome is None:
            moves = legal_moves(state)
            if warns:
                losing_plays(state)
            state, events = apply(state, random.choice(moves))
            log += events[:1] if counts_moves else events
        logs.append(log)
    return logs


def fold_all(starts: Sequence[State], logs: Sequence[Sequence[Event]]) -> None:
    """Fold events into states."""
    for start, log in zip(starts, logs, strict=True):
        fold(start, log)


def end_test() -> None:
    """Time the end test of Extreme on random moments of turns that had eight cards (E12)."""
    gc.disable()  # a pause of the collector is not part of the search
    grid = Grid("positions", "number", "mean", "99.9 % within", "worst", "lost", "definition/this")
    for name, positions in (
        ("reached by play", reached()),
        ("composed, many commands", composed()),
    ):
        times, lost, sample = [], 0, []
        for number, (edition, progress) in enumerate(track(positions, name, POSITIONS)):
            took = seconds(partial(edition.can_complete, progress), times=1)
            if took > 1e-3:  # was the search slow, or the scheduler? try again
                took = min(took, seconds(partial(edition.can_complete, progress)))
            times.append(took)
            lost += not edition.can_complete(progress)
            if number < SAMPLE:
                sample.append((edition, progress))
        quick = sum(seconds(partial(e.can_complete, p), times=1) for e, p in sample)
        plain = sum(seconds(partial(can_complete_by_definition, e, p), times=1) for e, p in sample)
        times.sort()
        figures = (sum(times) / len(times), times[int(len(times) * 0.999)], times[-1])
        grid.add_row(
            name,
            f"{len(times):,}",
            *(f"{figure * 1e3:.3f} ms" for figure in figures),
            f"{lost / len(times):.0%}",
            f"{plain / quick:.0f}×",
        )
    CONSOLE.print(grid)


def reached() -> Iterator[tuple[Edition, Progress]]:
    """Yield the moments that solo sittings reach, and those that their players look ahead to."""
    random, found = Random(8), 0
    while found < POSITIONS:
        state = read_deal("extreme@shuffled", 1, str(random.randrange(10**9))).start()
        care = random.random()
        while state.outcome is None and found < POSITIONS:
            moves = legal_moves(state)
            progress = state.progress
            asked = [progress.after(m.card, m.pile) for m in moves if isinstance(m, Play)]
            for moment in (progress, *random.sample(asked, min(3, len(asked)))):
                yield state.edition, moment
                found += 1
            if random.random() < care:
                losing = losing_plays(state)
                moves = tuple(move for move in moves if move not in losing) or moves
            state = apply(state, random.choice(moves))[0]


def composed() -> Iterator[tuple[Edition, Progress]]:
    """Yield made-up turns, full of commands and with little room on the piles."""
    random = Random(9)
    for number in range(POSITIONS):
        layout = STANDARD if number % 2 else Layout.shuffled(str(number))
        carrying = [card for numbers in layout.numbers for card in numbers]
        pool = list({*carrying, *random.sample(range(2, 100), 14)})
        cards = random.sample(pool, HAND + 4)
        tops = cards[:4]
        if number % 4 < 2:
            free = [card for card in range(2, 100) if card not in cards]
            high, low = [c for c in free if c > 66], [c for c in free if c < 34]
            tops = random.sample(high, 2) + random.sample(low, 2)
        edition = Extreme(layout=layout)
        progress = Progress(0, 1 + number % 3, tuple(tops), card_set(cards[4:]))
        for _ in range(random.randrange(3)):
            progress = random.choice([*edition.continuations(progress), progress])
        yield edition, progress
