"""`python -m bench.last_chance` measures what more time for the last chance to win proves.

It searches lost games of Classic alone, each for several times, on one core.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import mean

from rich.progress import track

from tenback.analysis import TurningPoint, find_turning_point
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.notation import Record

SEED = "ENDGAME"
BOTS = ("careful", "greedy")
GAMES = 10
"""Lost games of each bot."""
SECONDS = (0.5, 1.0, 2.0, 5.0)
HEADINGS = (
    "| seconds | a win found | last chance proven | proven that nobody could win | unknown "
    "| time spent: mean, longest |"
)


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(prog="python -m bench.last_chance", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each bot; {GAMES} by default")
    games = parser.parse_args().games
    records = [record for bot in BOTS for record in islice(lost(bot), games)]
    print(HEADINGS, "|--:|--:|--:|--:|--:|--:|", sep="\n")
    for seconds in SECONDS:
        points = [
            find_turning_point(record, seconds=seconds)
            for record in track(records, f"{seconds} s", transient=True)
        ]
        print(row(seconds, points))


def lost(bot: str) -> Iterator[Record]:
    """Yield the games of Classic alone that a bot loses, in the order of their deals."""
    lineup = Lineup.of(read_setup("classic", 1), [Recipe(bot)])
    for deal in count():
        record = sit(lineup, SEED, deal).record()
        if record.outcome is not None and not record.outcome.won:
            yield record


def row(seconds: float, points: Sequence[TurningPoint]) -> str:
    """Return what searches of some length found, as a row of the table."""
    won = [point for point in points if point.is_winnable]
    cells = (
        len(won),
        sum(point.is_proven for point in won),
        sum(point.is_winnable is False for point in points),
        sum(point.is_winnable is None for point in points),
    )
    times = [point.seconds for point in points]
    counts = " | ".join(map(str, cells))
    return f"| {seconds:g} | {counts} | {mean(times):.2f} s, {max(times):.2f} s |"


if __name__ == "__main__":
    main()
