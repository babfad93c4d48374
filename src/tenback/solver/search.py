"""Solves a table with wider and wider beams, until one decides or the time is up."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import count
from threading import Event
from time import perf_counter
from typing import NamedTuple, TypeVar

from tenback.fastsim import Setup, move_of
from tenback.fastsim.actions import END
from tenback.fastsim.states import tables_of
from tenback.notation import read_position, write_position
from tenback.rules import USUAL_EDITION, BadInput, Move, Refused, State, apply
from tenback.solver.answers import Answer, Verdict
from tenback.solver.beams import NOTHING, Beam, advance, begin, grow
from tenback.solver.errors import SolverCode

NARROWEST, WIDEST = 32, 1 << 16
"""The widths of the first and the widest beam; the widest takes a quarter of a gigabyte."""
MOST_BEAMS = 4
"""The most beams searched at the same time, to limit memory as well."""
STRETCH = 1024
"""How many nodes are searched between two checks of the clock: a few hundredths of a second."""
AHEAD = 2
"""How many items are submitted per thread, so that no thread waits for a slow one."""

TRIVIAL = f"{USUAL_EDITION.name} 98,1,100,100 99 - 0"

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The progress of the current beam."""

    width: int
    laid: int
    """The number of cards that the tables of the last layer have laid."""
    of: int
    seconds: float


OnProgress = Callable[[SearchProgress], None]


def solve(
    state: State,
    *,
    seconds: float,
    jobs: int = 1,
    widest: int | None = None,
    on_progress: OnProgress | None = None,
) -> Answer:
    """Search for a way to win with all cards known, or for the proof that there is none.

    Beams of 32, 64, 128 … nodes are tried; with several jobs, the next ones run alongside the
    first. The answer is that of the first beam in this order that decides, even if a later beam
    finishes before it, so it depends on the jobs and the machine only if time runs out. Once beams
    get no wider, they differ only in how they break ties. With `widest` the search ends after the
    beam of that width, or after the first beam if that is wider.

    Progress is reported in the searching threads, after every layer. Compiling does not count as
    search time.
    """
    search = Search(state, seconds=seconds, widest=widest, on_progress=on_progress)
    return search.run(jobs=jobs)


def check_solvable(state: State) -> None:
    """Refuse a duel, where the opponent's moves are unknown."""
    if state.edition.is_duel:
        raise BadInput(SolverCode.NOT_SOLVABLE, edition=state.edition.name)


class _Plan(NamedTuple):
    """A beam to try; its number decides how it breaks ties."""

    number: int
    width: int


@dataclass(frozen=True, slots=True)
class _Trial:
    """The result of one beam."""

    width: int
    verdict: Verdict
    moves: tuple[Move, ...] = ()
    is_finished: bool = True


class Search:
    """A search from one state with several beams, until it is stopped."""

    def __init__(
        self,
        state: State,
        *,
        seconds: float,
        widest: int | None,
        stopped: Event | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        check_solvable(state)
        self._state = state
        self._cards = sum(map(len, (*state.hands, *state.draw_piles)))
        self._rules = Setup(state.edition, state.seats).rules
        self._tables = tables_of(state)
        self._limit = seconds
        self._widest = widest
        self._stopped = Event() if stopped is None else stopped
        self._on_progress = on_progress
        self._newest = 0

    def run(self, *, jobs: int = 1) -> Answer:
        """Try beam after beam, and return the answer of the first one that decides."""
        if self._state.outcome is not None:
            return Answer(Verdict.WON if self._state.outcome.won else Verdict.IMPOSSIBLE)
        prepare()
        self._begun = perf_counter()
        stop, widths = self._stopped.set, list[int]()
        trials = map_in_order(self._try, self._plans(), jobs=min(jobs, MOST_BEAMS), stop=stop)
        with closing(trials):
            for trial in trials:
                widths += [trial.width] if trial.is_finished else []
                if trial.verdict is not Verdict.UNKNOWN:
                    return Answer(trial.verdict, trial.moves, tuple(widths), self._seconds)
        return Answer(Verdict.UNKNOWN, (), tuple(widths), self._seconds)

    @property
    def _seconds(self) -> float:
        return perf_counter() - self._begun

    @property
    def _is_over(self) -> bool:
        return self._stopped.is_set() or self._seconds >= self._limit

    def _plans(self) -> Iterator[_Plan]:
        """Yield wider and wider beams while time is left."""
        width, widest = NARROWEST, self._widest
        for number in count():
            if self._is_over:
                return
            yield _Plan(number, width)
            if widest is not None and width >= widest:
                return
            width = min(2 * width, WIDEST if widest is None else widest)

    def _try(self, plan: _Plan) -> _Trial:
        """Search one beam to its end, or until the time is up."""
        rules, (number, width) = self._rules, plan
        beam = Beam.make(width=width, cards=self._cards, salt=number)
        counts = beam.counts[0]
        self._newest = max(self._newest, number)
        begin(rules, beam, self._tables)
        while nodes := int(counts["nodes"]):
            for first in range(0, nodes, STRETCH):
                if self._is_over:
                    return _Trial(width, Verdict.UNKNOWN, is_finished=False)
                grow(rules, beam, first, min(first + STRETCH, nodes))
            winner = advance(rules, beam)
            if winner != NOTHING:
                return _Trial(width, Verdict.WON, self._confirmed(self._moves(beam, winner)))
            beam = beam._replace(moments=beam.later, later=beam.moments)
            if self._on_progress is not None and number == self._newest:
                laid = int(counts["layer"])
                self._on_progress(SearchProgress(width, laid, self._cards, self._seconds))
        return _Trial(width, Verdict.UNKNOWN if counts["is_cut"] else Verdict.IMPOSSIBLE)

    def _moves(self, beam: Beam, node: int) -> tuple[Move, ...]:
        """Return the moves that lead to a node of the last layer."""
        actions = []
        for layer in range(int(beam.counts[0]["layer"]), 0, -1):
            moment, action = map(int, beam.links[layer, node])
            actions += [action, END] if moment % 2 else [action]
            node = moment // 2
        beginning = int(beam.links[0, node]["action"])
        actions += [] if beginning == NOTHING else [beginning]
        return tuple(move_of(self._state.edition, action) for action in reversed(actions))

    def _confirmed(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the moves if the referee confirms that they win; otherwise raise an error."""
        state = self._state
        try:
            for move in moves:
                state, _ = apply(state, move)
        except Refused as refusal:
            raise AssertionError(f"{refusal}: {write_position(state)}") from refusal
        if state.outcome is None or not state.outcome.won:
            raise AssertionError(f"the referee sees no win: {write_position(self._state)}")
        return moves


@cache
def prepare() -> None:
    """Compile all functions of the search once, or load them from the cache."""
    beam, state = Beam.make(width=NARROWEST, cards=1, salt=0), read_position(TRIVIAL)
    rules = Setup(state.edition, state.seats).rules
    begin(rules, beam, tables_of(state))
    grow(rules, beam, 0, 1)
    advance(rules, beam)


def map_in_order(
    function: Callable[[T], R], things: Iterable[T], *, jobs: int, stop: Callable[[], None]
) -> Generator[R]:
    """Yield a function's results in the order of the items, with several calls running at once.

    Closing the generator early stops the calls that are running.
    """
    if jobs == 1:
        yield from map(function, things)
        return
    with ThreadPoolExecutor(jobs) as pool:
        pending = deque[Future[R]]()
        try:
            for thing in things:
                pending.append(pool.submit(function, thing))
                if len(pending) == AHEAD * jobs:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            stop()
            pool.shutdown(cancel_futures=True)
