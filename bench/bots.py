"""Measures how long bots think about a turn at a table, where they also talk, on one core."""

from time import process_time

import numpy as np
from rich.progress import track
from rich.table import Table as Grid

from bench.timing import CONSOLE, seconds
from tenback.arena import read_setup
from tenback.batch.lines import lines_of
from tenback.bots import Bot, make_bot
from tenback.bots.bot import Talker
from tenback.bots.master import thinker_for
from tenback.bots.network import Network, shipped
from tenback.encoding import as_bytes
from tenback.encoding.scheme import card_kinds
from tenback.fastsim import start
from tenback.fastsim.states import tables_of
from tenback.rules import Begin, Say, apply
from tenback.table import Table

SEED = 41
DEALS = 2
NAMES = ("greedy", "careful", "adept", "master")
SETUPS = (
    *(("classic", seats) for seats in (1, 2, 5)),
    *(("on-fire", seats) for seats in (1, 2)),
    *(("extreme", seats) for seats in range(1, 6)),
    ("face-to-face", 2),
)
"""Among them all in which `master` follows its lines through draws."""
EACH_PILE = ("first.weight", "second.weight")
ROWS = 100
"""About as many rows as one draw through all lines needs."""


def bots() -> None:
    """Let bots play some sittings, and measure the CPU time of every turn."""
    grid = Grid("edition", "seats", *(f"{name}: median, 95 % within" for name in NAMES))
    for edition, seats in SETUPS:
        cells = [
            _told(_times(name, edition, seats))
            for name in track(NAMES, f"{edition} {seats}", transient=True)
        ]
        grid.add_row(edition, str(seats), *cells)
    whole, products = _network_seconds(shipped("team"))
    CONSOLE.print("CPU time for a whole turn, with all its choices.", grid)
    CONSOLE.print(
        f"The master's network: {1e6 * whole / ROWS:.0f} µs a row; the limit, its matrix products "
        f"alone, {1e6 * products / ROWS:.0f} µs: {products / whole:.0%}."
    )


def _times(name: str, edition: str, seats: int) -> list[float]:
    """Return the CPU time of each turn of some sittings, with all its choices."""
    found: list[float] = []
    for number in range(DEALS + 1):
        if number == 1:
            found.clear()  # in the first one, code may have been compiled
        thinker_for.cache_clear()  # nobody remembers the turns of another bot
        table = Table(start(read_setup(edition, seats), seed=SEED, number=number))
        players = [make_bot(name, seed=f"A{seat}") for seat in range(seats)]
        if table.state.turn is None:
            table.submit(Begin(0), seat=None)
        _talk(table, players)
        while table.state.outcome is None:
            assert table.state.turn is not None
            seat = table.state.turn.seat
            view = table.view(seat)
            if not table.state.turn.plays:
                found.append(0.0)
            begun = process_time()
            move = players[seat].choose(view)
            found[-1] += process_time() - begun
            table.submit(move, seat=seat)
            _talk(table, players)
    return found


def _talk(table: Table, players: list[Bot]) -> None:
    """Let the bots that talk say what has changed, as at real tables: others think again then."""
    for seat, player in enumerate(players):
        if isinstance(player, Talker) and table.state.outcome is None:
            for signal in player.talk(table.view(seat)):
                table.submit(Say(seat, signal), seat=seat)


def _told(times: list[float]) -> str:
    median, most = 1000 * np.quantile(times, [0.5, 0.95])
    return f"{median:.2f} ms, {most:.2f} ms"


def _network_seconds(network: Network) -> tuple[float, float]:
    """Return how long a network takes for some rows, and how long its matrix products alone take.

    The inputs that are sets need no matrix product: their weights are added up.
    """
    setup = read_setup("classic", 2)
    states = [apply(start(setup, seed=SEED, number=n), Begin(0))[0] for n in range(ROWS)]
    tables = np.concatenate([tables_of(state) for state in states])
    rows = as_bytes(lines_of(setup, tables, 1)[0])
    kinds = card_kinds(setup)
    layers = {name: layer.T for name, layer in network.weights.items() if layer.ndim == 2}
    layers["first.weight"] = layers["first.weight"][network.scheme.set_size :]
    pairs = [
        (np.ones((ROWS * (4 if name in EACH_PILE else 1), len(layer)), np.float32), layer.copy())
        for name, layer in layers.items()
    ]
    return (
        seconds(lambda: network(rows, kinds), times=50),
        seconds(lambda: [values @ weights for values, weights in pairs], times=50),
    )
