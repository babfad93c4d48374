"""`python -m bench.blunders` counts the planted blunders that analyses find, and false alarms.

A blunder is planted into a game of `adept`: at the start of a turn, a card is laid at least JUMP
numbers away where the game took a cheaper turn, and `adept` plays on from there. The blunder counts
as known if playing both turns on to the end, with the same hidden cards, shows a cost of at least
COST by three standard errors. It counts as found if the analysis says that this play gave away
ALARM.

In games that `master` played alone, every decision that seems to give away more is an alarm. The
better line and the one that was played are then played on to the end, with the same hidden cards:
an alarm is false unless the better line is ahead by at least three standard errors.

Results come part by part, and are the same with any number of processes. Ctrl-C ends it with what
was found so far. Set OPENBLAS_NUM_THREADS to 1: a second thread only costs time.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from typing import TypeVar

import numpy as np

from bench.timing import CONSOLE
from tenback.analysis import Decision, analyse
from tenback.analysis.checking import line_of
from tenback.analysis.moments import turns_of
from tenback.analysis.rollouts import wins_after
from tenback.arena import Lineup, play_on, read_setup, sit
from tenback.arena.engines import AHEAD, results_in_order, submit, worker_processes
from tenback.bots import Recipe
from tenback.fastsim import Setup
from tenback.fastsim.tables import Array
from tenback.fastsim.views import table_like
from tenback.notation import Record
from tenback.rules import Play, legal_moves
from tenback.rules.events import Laid, TurnBegan
from tenback.table import Table

JUMP, CHEAPER = 20, 20
"""The least step of a blunder, and how much cheaper the real turn must have been."""
COST, SURE = 0.10, 3.0
GAMES = (16, 32, 64)
"""Games played on from each of the two turns when the cost is looked at. A blunder that costs less
than COST by then is given up; a proven one counts, from FEWEST games on."""
FEWEST = 32
ALARM = 0.05
ALARM_GAMES = (512, 2048)
"""Games played on from each of the two lines of an alarm; the second number if the first is not
enough."""
TRIES = 4
"""The most blunders tried in one game."""
DEALS = 2
"""The number of deals in one part."""
GOOD, PLANTING = "master", "adept"

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Jump:
    """A large step that could have begun a turn, and the cheap turn that was played."""

    table: Table
    play: Play
    step: int
    plays: tuple[Play, ...]
    spent: int
    """The sum of the steps in the played turn."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A record with a blunder."""

    record: Record
    event: int
    """The number of the blunder's event."""
    cost: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What a blunder costs, and what the analysis says that it gave away."""

    number: int
    """Of the deal."""
    cost: float
    given_away: float

    @property
    def is_found(self) -> bool:
        """Whether the analysis says that the blunder gave something away."""
        return self.given_away > ALARM


@dataclass(frozen=True, slots=True)
class Alarm:
    """A decision that seems to give much away, and its cost in games played on from it."""

    number: int
    """Of the deal."""
    decision: Decision
    cost: float
    error: float
    games: int

    @property
    def is_true(self) -> bool:
        """Whether the better line is better beyond doubt."""
        return self.cost > 0 and self.cost >= SURE * self.error

    def __str__(self) -> str:
        turn, move = self.decision.turn, self.decision.move
        told = f"{100 * self.decision.given_away:.0f} points by {move} in turn {turn}"
        played = f"{100 * self.cost:.1f} ± {100 * self.error:.1f} in {self.games} games"
        return f"deal {self.number}: {told}; played on: {played}"


def main() -> None:
    """Analyze games with planted blunders and untouched games, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.blunders", description=__doc__)
    parser.add_argument("--setup", action="append", help='such as "classic 3"; "classic 1"')
    parser.add_argument("--blunders", type=int, default=100)
    parser.add_argument("--untouched", type=int, default=100, help=f"games of {GOOD}")
    parser.add_argument("--first", type=int, default=0, help="deal, to go on where you stopped")
    parser.add_argument("--seed", default="BADCARD")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    try:
        for text in options.setup or ["classic 1"]:
            edition, seats = text.split()
            setup = read_setup(edition, int(seats))
            until = options.first + options.untouched
            _tell_found(setup, options.seed, options.first, options.blunders, options.jobs)
            _tell_alarms(setup, options.seed, range(options.first, until), options.jobs)
    except KeyboardInterrupt:
        CONSOLE.print("stopped: what was printed last is what was found so far")


def _tell_found(setup: Setup, seed: str, first: int, wanted: int, jobs: int) -> None:
    begun, found = perf_counter(), list[Judged]()
    parts = (range(start, start + DEALS) for start in count(first, DEALS))
    with _in_order(partial(judged, setup, seed), parts if wanted else (), jobs) as results:
        for more in results:
            for blunder in more[: wanted - len(found)]:
                found.append(blunder)
                if not blunder.is_found:
                    costs = f"{100 * blunder.cost:.0f} points, told {100 * blunder.given_away:.0f}"
                    CONSOLE.print(f"deal {blunder.number}: not found; it costs {costs}")
            if more:
                mean = 100 * sum(each.cost for each in found) / len(found)
                told = f"{sum(each.is_found for each in found)} of {len(found)} blunders found"
                _tell(setup, f"{told}, {mean:.0f} points each", begun)
            if len(found) == wanted:
                break


def _tell_alarms(setup: Setup, seed: str, deals: range, jobs: int) -> None:
    begun, alarms, done = perf_counter(), list[Alarm](), 0
    parts = [deals[start : start + DEALS] for start in range(0, len(deals), DEALS)]
    with _in_order(partial(alarms_of, setup, seed), parts, jobs) as results:
        for part, more in zip(parts, results, strict=True):
            for alarm in more:
                alarms.append(alarm)
                CONSOLE.print(str(alarm))
            done += len(part)
            false = sum(not alarm.is_true for alarm in alarms)
            told = f"{false} of {len(alarms)} alarms are false in {done} games of {GOOD}"
            _tell(setup, told, begun)


def _tell(setup: Setup, told: str, begun: float) -> None:
    CONSOLE.print(f"{setup.edition} {setup.seats}: {told} ({perf_counter() - begun:.0f} s)")


@contextmanager
def _in_order(
    work: Callable[[range], Found], parts: Iterable[range], jobs: int
) -> Iterator[Iterator[Found]]:
    """Do some parts of a work, in this process or in several; their results come in order."""
    if jobs == 1:
        yield map(work, parts)
        return
    with worker_processes(jobs) as pool:
        yield results_in_order(partial(submit, pool, work), Future.result, parts, most=AHEAD * jobs)


def judged(setup: Setup, seed: str, deals: range) -> list[Judged]:
    """Return the blunders that can be planted into some deals, and what analyses say of them."""
    found = []
    for number, blunder in planted(setup, seed, deals):
        given = {each.event: each.given_away for each in analyse(blunder.record).decisions}
        found.append(Judged(number, blunder.cost, given[blunder.event]))
    return found


def alarms_of(setup: Setup, seed: str, deals: range) -> list[Alarm]:
    """Return the alarms in good games of some deals."""
    lineup = Lineup.of(setup, [Recipe(GOOD)])
    return [
        alarm for number in deals for alarm in alarms_in(sit(lineup, seed, number).record(), number)
    ]


def alarms_in(record: Record, number: int) -> Iterator[Alarm]:
    """Yield the decisions of a record that seem to give much away, with their costs."""
    setup = Setup(record.start.edition, record.start.seats)
    seen = {moment.event: moment.seen.now for turn in turns_of(record) for moment in turn.moments}
    for decision in analyse(record).mistakes(ALARM):
        table = seen[decision.event]
        lines = np.concatenate([line_of(table, each) for each in (decision.best, decision.played)])
        ahead = np.zeros(0)
        for games in ALARM_GAMES:
            ahead = np.append(ahead, _ahead(setup, table, lines, number, range(len(ahead), games)))
            alarm = Alarm(number, decision, *_mean(ahead), games)
            if alarm.is_true or alarm.cost + SURE * alarm.error < ALARM:
                break
        yield alarm


def planted(setup: Setup, seed: str, deals: range) -> Iterator[tuple[int, Planted]]:
    """Yield a game with a known blunder for each deal where one is found."""
    lineup = Lineup.of(setup, [Recipe(PLANTING)])
    for number in deals:
        record = sit(lineup, seed, number).record()
        found = list(jumps(record))
        for jump in Random(f"{seed}:{number}").sample(found, min(TRIES, len(found))):
            blunder = _played_on(lineup, jump, seed, number)
            if blunder is not None:
                yield number, blunder
                break


def jumps(record: Record) -> Iterator[Jump]:
    """Yield large steps that could have begun turns of a record, from the second turn on."""
    table = Table(record.start, record.players)
    for index, event in enumerate(record.events):
        table.tell([event])
        if not isinstance(event, TurnBegan):
            continue
        plays = _laid_next(record.events[index + 1 :])
        spent = _steps(table, plays)
        for move in legal_moves(table.state):
            if isinstance(move, Play):
                step = _steps(table, (move,))
                if step >= JUMP and step >= spent + CHEAPER:
                    yield Jump(table.copy(), move, step, plays, spent)


def _laid_next(events: Sequence[object]) -> tuple[Play, ...]:
    """Return the plays of the turn that begins with these events."""
    plays: list[Play] = []
    for event in events:
        if isinstance(event, TurnBegan):
            break
        if isinstance(event, Laid):
            plays.append(Play(event.card, event.pile))
    return tuple(plays)


def _steps(table: Table, plays: Sequence[Play]) -> int:
    """Return the sum of the steps of some plays."""
    tops = list(table.state.tops)
    steps = 0
    for card, pile in ((play.card, play.pile) for play in plays):
        steps += (card - tops[pile.index]) * (1 if pile.is_ascending else -1)
        tops[pile.index] = card
    return steps


def _played_on(lineup: Lineup, jump: Jump, seed: str, number: int) -> Planted | None:
    """Return the game with a blunder, unless the blunder costs too little."""
    table = jump.table
    assert table.state.turn is not None
    seat, event = table.state.turn.seat, len(table.log)
    seen = table_like(table.view(seat))
    table.submit(jump.play, seat=seat)
    if table.state.outcome is not None:
        return None  # too obvious
    play_on(table, lineup, seed, number)
    instead = _laid_next(table.log[event:])
    lines = np.concatenate([line_of(seen, line) for line in (jump.plays, instead)])
    cost = _cost_of(lineup.setup, seen, lines, number)
    return None if cost is None else Planted(table.record(), event, cost)


def _cost_of(setup: Setup, seen: Array, lines: Array, seed: int) -> float | None:
    """Return how much less often the second line wins than the first; None if uncertain."""
    ahead = np.zeros(0)
    for games in GAMES:
        ahead = np.append(ahead, _ahead(setup, seen, lines, seed, range(len(ahead), games)))
        cost, error = _mean(ahead)
        if cost < COST:
            return None
        if games >= FEWEST and cost >= SURE * error:
            return cost
    return None


def _ahead(setup: Setup, seen: Array, lines: Array, seed: int, draws: range) -> Array:
    """Return by how much the first of two lines did better, draw by draw."""
    wins = wins_after(setup, seen, lines, seed, draws).astype(np.float64)
    ahead: Array = wins[0] - wins[1]
    return ahead


def _mean(ahead: Array) -> tuple[float, float]:
    """Return the mean, and its standard error."""
    return float(ahead.mean()), float(ahead.std(ddof=1) / len(ahead) ** 0.5)


if __name__ == "__main__":
    main()
