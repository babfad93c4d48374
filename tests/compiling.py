"""Compiles what the tests use in advance, instead of again in every worker of pytest."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tenback.analysis import analyse
from tenback.analysis.chances import valued_lines
from tenback.analysis.rollouts import wins_after
from tenback.arena import Lineup, read_setup, sit
from tenback.arena.sittings import play_deals
from tenback.batch import TablePool
from tenback.bots import BOTS, Recipe, Talker, make_bot
from tenback.fastsim import Setup, perft
from tenback.fastsim.states import tables_of
from tenback.notation import read_code, read_position
from tenback.policies import Policy
from tenback.rules import USUAL_EDITION, Begin, Deal, apply, view_of
from tenback.solver import solve
from tenback.solver.search import prepare
from tenback.table import Table

SEED = "0"
SOLVED_AT_ONCE = "C1-4QX7M-0ZB2K-H"


def compile_players() -> None:
    """Let every bot play a deal, and choose from a view."""
    for name in BOTS:
        lineup = Lineup.of(read_setup(USUAL_EDITION.name, 2), [Recipe(name)])
        play_deals(lineup, SEED, range(1))
        sit(lineup, SEED, 0)
    compile_answers()
    compile_rollouts()


def compile_answers() -> None:
    """Ask every bot for a move and signals, in a team and alone, and analyze, like the server."""
    alone = Deal(USUAL_EDITION(), 1, SEED).start()
    pair, _ = apply(Deal(USUAL_EDITION(), 2, SEED).start(), Begin(0))
    for name in BOTS:
        bot = make_bot(name, seed=SEED)
        for state in (pair, alone):
            view = view_of(state, 0)
            bot.choose(view)
            if isinstance(bot, Talker):
                bot.talk(view)
    analyse(Table(alone).record())
    prepare()


def compile_rollouts() -> None:
    """Play on from a turn, like the making of puzzles."""
    setup = Setup(USUAL_EDITION(), 1)
    table = tables_of(read_position("classic 90,99,2,3 91.92 60 0"))
    _, lines, _ = valued_lines(setup, table)
    wins_after(setup, table, lines, 0, range(1))


def compile_simulator() -> None:
    """Step a pool of tables, train for a moment, count and solve a deal."""
    from tests.training.tiny import training  # noqa: PLC0415 (torch)

    pool = TablePool([(Setup(USUAL_EDITION(), 2), 4)], seed=0)
    actions = np.zeros(4, np.int64)
    pool.choose([Policy("random")], actions)
    pool.step(actions)
    start = read_code(SOLVED_AT_ONCE).start()
    perft(start, 1)
    solve(start, seconds=600)
    with TemporaryDirectory() as folder:
        for _ in training(Path(folder)).entries():
            pass


if __name__ == "__main__":
    compile_players()
    compile_simulator()
