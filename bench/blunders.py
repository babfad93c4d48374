"""`python -m bench.blunders` counts the planted blunders that analyses find, and false alarms.

A blunder is planted into a game of `adept`: at the start of a turn, a card is laid at least JUMP
numbers away where the game took a cheaper turn, and `adept` plays on from there. The blunder counts
as known if playing both turns on to the end, with the same hidden cards, shows a cost of at least
COST by three standard errors. It counts as found if the analysis says that this play gave away
ALARM.

In games that `master` played alone, every decision that seems to give away more is an alarm. The
better line and the one that was played are then played on to the end, with the same hidden cards:
an alarm is false unless the better line is ahead by at least three standard errors.

Set OPENBLAS_NUM_THREADS to 1: a second thread only costs time.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from bench.timing import CONSOLE
from tenback.analysis import Decision, analyse
from tenback.analysis.checking import line_of
from tenback.analysis.moments import turns_of
from tenback.analysis.rollouts import wins_after
from tenback.arena import Lineup, play_on, read_setup, sit
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
GAMES = (32, 64)
"""Games played on from each of the two turns; the second number if the first is not enough."""
ALARM = 0.05
ALARM_GAMES = 512
"""Games played on from each of the two lines of an alarm."""
TRIES = 4
"""The most blunders tried in one game."""
GOOD, PLANTING = "master", "adept"


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
class Alarm:
    """A decision that seems to give much away, and its cost in games played on from it."""

    decision: Decision
    cost: float
    error: float

    @property
    def is_true(self) -> bool:
        """Whether the better line is better beyond doubt."""
        return self.cost > 0 and self.cost >= SURE * self.error

    def __str__(self) -> str:
        turn, move = self.decision.turn, self.decision.move
        told = f"{100 * self.decision.given_away:.0f} points by {move} in turn {turn}"
        return f"{told}; played on: {100 * self.cost:.0f} ± {100 * self.error:.0f}"


def main() -> None:
    """Analyze games with planted blunders and untouched games, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.blunders", description=__doc__)
    parser.add_argument("--setup", action="append", help='such as "classic 3"; "classic 1"')
    parser.add_argument("--blunders", type=int, default=100)
    parser.add_argument("--untouched", type=int, default=100, help=f"games of {GOOD}")
    parser.add_argument("--seed", default="BADCARD")
    options = parser.parse_args()
    for text in options.setup or ["classic 1"]:
        edition, seats = text.split()
        setup = read_setup(edition, int(seats))
        if options.blunders:
            _tell_found(setup, options.seed, options.blunders)
        if options.untouched:
            _tell_alarms(setup, options.seed, options.untouched)


def _tell_found(setup: Setup, seed: str, count: int) -> None:
    found, costs = 0, []
    blunders = planted(setup, seed)
    for number in range(1, count + 1):
        blunder = next(blunders)
        costs.append(blunder.cost)
        found += is_found(blunder)
        mean = 100 * sum(costs) / number
        CONSOLE.print(
            f"{setup.edition} {setup.seats}: {found} of {number} blunders found, "
            f"{mean:.0f} points each"
        )


def _tell_alarms(setup: Setup, seed: str, count: int) -> None:
    lineup = Lineup.of(setup, [Recipe(GOOD)])
    alarms: list[Alarm] = []
    for number in range(count):
        for alarm in alarms_in(sit(lineup, seed, number).record(), number):
            alarms.append(alarm)
            CONSOLE.print(f"deal {number}: {alarm}")
        false = sum(not alarm.is_true for alarm in alarms)
        CONSOLE.print(
            f"{setup.edition} {setup.seats}: {false} of {len(alarms)} alarms are false "
            f"in {number + 1} games of {GOOD}"
        )


def is_found(blunder: Planted) -> bool:
    """Return whether the analysis notices a planted blunder."""
    given = {each.event: each.given_away for each in analyse(blunder.record).decisions}
    return given[blunder.event] > ALARM


def alarms_in(record: Record, seed: int) -> Iterator[Alarm]:
    """Yield the decisions of a record that seem to give much away, with their costs."""
    setup = Setup(record.start.edition, record.start.seats)
    seen = {moment.event: moment.seen.now for turn in turns_of(record) for moment in turn.moments}
    for decision in analyse(record).mistakes(ALARM):
        table = seen[decision.event]
        lines = np.concatenate([line_of(table, each) for each in (decision.best, decision.played)])
        wins = wins_after(setup, table, lines, seed, range(ALARM_GAMES)).astype(np.float64)
        ahead = wins[0] - wins[1]
        yield Alarm(decision, float(ahead.mean()), float(ahead.std(ddof=1) / ALARM_GAMES**0.5))


def planted(setup: Setup, seed: str) -> Iterator[Planted]:
    """Yield games with one known blunder each, from as many deals of a seed as needed."""
    lineup = Lineup.of(setup, [Recipe(PLANTING)])
    number = 0
    while True:
        record = sit(lineup, seed, number).record()
        chance = Random(f"{seed}:{number}")
        found = list(jumps(record))
        for jump in chance.sample(found, min(TRIES, len(found))):
            blunder = _played_on(lineup, jump, seed, number)
            if blunder is not None:
                yield blunder
                break
        number += 1


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
    for games in GAMES:
        wins = wins_after(setup, seen, lines, seed, range(games)).astype(np.float64)
        ahead = wins[0] - wins[1]
        cost, error = float(ahead.mean()), float(ahead.std(ddof=1) / games**0.5)
        if cost >= max(COST, SURE * error):
            return cost
    return None


if __name__ == "__main__":
    main()
