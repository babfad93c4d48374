"""Makes puzzles from turns of bots in which one line is clearly better, proven by playing on.

    deals of a seed ─▶ games of a bot ─▶ turns whose best line the network likes much more
                                                   │
     which bots find it? ◀─ playing on once more ◀─ playing on, until one line is ahead for certain

Every deal gives at most one puzzle.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tenback import __version__
from tenback.analysis.chances import valued_lines
from tenback.analysis.puzzle_checking import AHEAD, SURE, checked
from tenback.analysis.rollouts import wins_after
from tenback.batch import TablePool
from tenback.batch.pool import Buffers
from tenback.bots import BOTS, SIMPLE_BOT, STAND_IN
from tenback.bots.master import network_for
from tenback.bots.network import shipped
from tenback.bots.recipes import Recipe
from tenback.fastsim import Setup, move_of, run_seed
from tenback.fastsim.states import state_of
from tenback.fastsim.tables import WORDS, Array, Row
from tenback.fastsim.views import table_like
from tenback.notation import write_position
from tenback.policies import Policy
from tenback.policies.policy import TALKING_PLAYER
from tenback.puzzles import Line, Origin, Puzzle, Verification, judge
from tenback.puzzles.puzzle import EASIEST
from tenback.rules import END, Move, Signal, State, view_of
from tenback.rules.events import Said
from tenback.table import Table

BOT = STAND_IN
"""The bot whose games provide the positions: it plays well, and very fast."""
SOLVERS = BOTS[BOTS.index(SIMPLE_BOT) :]
"""The bots that try each puzzle, weakest first; random play would find nothing."""
PROMISING = 0.1
"""How far ahead the network must see the best line for games to be played out."""
WITHIN = 0.25
"""Lines that the network rates further than this below the best are not played out."""
MOST_LINES, FEWEST_LINES = 5, 3
GAMES_AT_ONCE, FEWEST_GAMES, MOST_GAMES = 64, 128, 640
CHANCES = (0.15, 1.0)
"""The range for the chance of the best line: nobody enjoys a puzzle that is lost anyway."""
MOST_LEFT = 22
"""The most cards that may still be unlaid: earlier turns take too long to play out."""
DEALS_AT_ONCE = 64
EASY_SHARE = 3
"""Where `greedy` plays the network's favorite line, only every third deal makes a puzzle."""
MOST_SHOWN = 4
"""The most lines that a puzzle shows."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that may make a puzzle."""

    deal: int
    turn: int
    table: Array
    """The table, as the seat to move sees it."""
    lines: Array
    """The lines to compare, the network's favorite first."""
    gap: float


@dataclass(frozen=True, slots=True)
class Found:
    """The puzzles found in some deals."""

    deals: int
    """How many deals of the seed have been examined."""
    puzzle: Puzzle | None


def make_puzzles(setup: Setup, seed: str, *, first: int = 0) -> Iterator[Found]:
    """Yield what is found in the deals of a seed, from a deal number on, without end."""
    while True:
        deals = range(first, first + DEALS_AT_ONCE)
        for candidate in candidates_in(setup, seed, deals):
            yield Found(candidate.deal + 1, puzzle_from(setup, seed, candidate))
        yield Found(deals.stop, None)
        first = deals.stop


def candidates_in(setup: Setup, seed: str, deals: range) -> list[Candidate]:
    """Return the most promising turn of each deal that has one, in the order of the deals."""
    found: dict[int, Candidate] = {}
    for turn, numbers, tables in _late_turns(setup, seed, deals):
        seen = np.concatenate([seen_table(setup, tables[i : i + 1]) for i in range(len(tables))])
        owners, lines, chances = valued_lines(setup, seen)
        for index in range(len(tables)):
            own = np.flatnonzero(owners == index)
            own = own[np.argsort(-chances[own], kind="stable")]
            if len(own) < FEWEST_LINES or not CHANCES[0] <= chances[own[0]] <= CHANCES[1]:
                continue
            gap = float(chances[own[0]] - chances[own[1]])
            known = found.get(numbers[index])
            if gap < PROMISING or (known is not None and known.gap >= gap):
                continue
            close = own[chances[own] > chances[own[0]] - WITHIN]
            compared = lines[own[: min(max(len(close), FEWEST_LINES), MOST_LINES)]]
            table = seen[index : index + 1].copy()
            found[numbers[index]] = Candidate(numbers[index], turn, table, compared, gap)
    return [found[number] for number in sorted(found)]


def _late_turns(setup: Setup, seed: str, deals: range) -> Iterator[tuple[int, list[int], Array]]:
    """Yield turn numbers, with the deals and tables where that turn begins late in the game."""
    lineup = np.full((2, setup.seats, 2), (TALKING_PLAYER, 0), np.int64)
    pool = TablePool(
        [(setup, len(deals))],
        seed=run_seed(seed),
        buffers=Buffers.make(len(deals), with_masks=False, with_rows=False),
        first=deals.start,
        lineups=lineup,
        repeats=False,
    )
    actions = np.zeros(len(deals), np.int64)
    turns = np.zeros(len(deals), np.int64)
    while len(running := pool.running) > 0:
        begins = running[
            (pool.tables["played"][running] == 0) & (pool.tables["seat"][running] >= 0)
        ]
        turns[begins] += 1
        late = begins[pool.tables["left"][begins].max(axis=1) <= MOST_LEFT]
        for turn in np.unique(turns[late]).tolist():
            which = late[turns[late] == turn]
            yield turn, [deals.start + int(index) for index in which], pool.tables[which]
        pool.choose([Policy(BOT)], actions)
        pool.step(actions)


def seen_table(setup: Setup, table: Array) -> Array:
    """Return a table as its seat to move sees it: hidden cards are made up, signals stay."""
    seen = table_like(view_of(state_of(setup, table.copy()), int(table["seat"][0])))
    seen["said"] = table["said"] if setup.seats > 1 else 0
    return seen


def puzzle_from(setup: Setup, seed: str, candidate: Candidate) -> Puzzle | None:
    """Return the puzzle made from a turn, if one line is clearly ahead."""
    if candidate.deal % EASY_SHARE > 0 and _is_easy(setup, candidate):
        return None
    compared = compare(setup, candidate)
    if compared is None:
        return None
    puzzle = checked(_puzzle(setup, seed, candidate, compared))
    return None if puzzle is None or puzzle.best.chance < CHANCES[0] else _rated(puzzle)


def _is_easy(setup: Setup, candidate: Candidate) -> bool:
    """Return whether the weakest bot plays the network's favorite line."""
    lines = tuple(_line(setup, line, 0, 1) for line in candidate.lines)
    return _finds(SOLVERS[0], _puzzle(setup, "0", candidate, Compared(lines, 0)))


def _puzzle(setup: Setup, seed: str, candidate: Candidate, compared: "Compared") -> Puzzle:
    """Return a puzzle that no bot has tried yet."""
    state = state_of(setup, candidate.table.copy())
    network = network_for(setup)
    return Puzzle(
        id=f"{setup.edition.letter}{setup.seats}-{candidate.deal}-{candidate.turn}",
        position=write_position(state),
        said=tuple(map(str, _said(setup, candidate.table[0]))),
        lines=compared.lines,
        found_by=(),
        level=EASIEST,
        origin=Origin(BOT, seed, candidate.deal, candidate.turn),
        verification=Verification(
            compared.games, f"{network} {shipped(network).digest}", __version__
        ),
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """Lines with how often they win, the best first."""

    lines: tuple[Line, ...]
    games: int


def compare(setup: Setup, candidate: Candidate) -> Compared | None:
    """Play on from the ends of lines until one is ahead of all others; None if none ever is."""
    lines = candidate.lines
    seed = run_seed(f"{candidate.deal}")
    wins = np.zeros((len(lines), 0), np.bool_)
    counts = np.zeros(len(lines), np.int64)
    totals = np.zeros(len(lines))
    is_open = np.ones(len(lines), np.bool_)
    while wins.shape[1] < MOST_GAMES:
        which = np.flatnonzero(is_open)
        draws = range(wins.shape[1], wins.shape[1] + GAMES_AT_ONCE)
        more = np.zeros((len(lines), GAMES_AT_ONCE), np.bool_)
        more[which] = wins_after(setup, candidate.table, lines[which], seed, draws)
        wins = np.concatenate((wins, more), axis=1)
        counts[which] += GAMES_AT_ONCE
        totals[which] += more[which].sum(axis=1)
        if wins.shape[1] < FEWEST_GAMES:
            continue
        best = which[np.argmax(totals[which])]
        for other in which[which != best]:
            ahead = wins[best].astype(np.float64) - wins[other]
            mean, error = float(ahead.mean()), float(ahead.std(ddof=1) / len(ahead) ** 0.5)
            if mean + 2 * error < AHEAD:
                return None
            is_open[other] = not (mean >= AHEAD and mean >= SURE * error)
        if is_open.sum() == 1:
            break
    else:
        return None
    chances = totals / counts
    order = np.argsort(-chances, kind="stable")
    if order[0] != best or chances[best] - chances[order[1]] < AHEAD:
        return None  # the line that leads now fell behind too early
    return Compared(
        tuple(_line(setup, lines[i], totals[i], counts[i]) for i in order[:MOST_SHOWN]),
        int(counts[best]),
    )


def _line(setup: Setup, line: Row, won: float, games: int) -> Line:
    chance = won / games
    error = (chance * (1 - chance) / games) ** 0.5
    plays = line["actions"][: line["length"]].tolist()
    moves: tuple[Move, ...] = tuple(move_of(setup.edition, action) for action in plays)
    return Line((*moves, END), float(chance), float(error))


def _said(setup: Setup, table: Row) -> Iterator[Said]:
    for seat in range(setup.seats if setup.seats > 1 else 0):
        for pile in setup.edition.piles:
            word = WORDS[table["said"][seat, pile.index]]
            if word is not None:
                yield Said(seat, Signal(word, pile=pile))


def _rated(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the bots that solve it: the fewer, the harder it is."""
    found_by = tuple(name for name in SOLVERS if _finds(name, puzzle))
    return replace(puzzle, found_by=found_by, level=EASIEST + len(SOLVERS) - len(found_by))


def _finds(name: str, puzzle: Puzzle) -> bool:
    bot = Recipe(name).make(seed="0")
    table = Table(puzzle.state)
    table.tell(puzzle.signals)
    moves: list[Move] = []
    while not moves or (_is_running(table.state) and moves[-1] != END):
        moves.append(bot.choose(table.view(puzzle.seat)))
        table.submit(moves[-1], seat=puzzle.seat)
    return judge(puzzle, moves).is_right


def _is_running(state: State) -> bool:
    return state.outcome is None and state.turn is not None and bool(state.turn.plays)
