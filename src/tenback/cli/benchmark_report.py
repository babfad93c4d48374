"""Reports the figures of the benchmark: as a table in the terminal, and in Markdown."""

from collections.abc import Iterable

from rich.table import Table as Grid

from tenback.arena.benchmark import Figure, Kind
from tenback.cli.texts import Texts
from tenback.languages import SOURCE
from tenback.rules import EDITIONS

MISSING = "–"
BETWEEN = {Kind.AD_HOC: " with ", Kind.CROSS_PLAY: " and ", Kind.DUEL: " against "}
"""What is written between two bots."""
SEATS = sorted({seats for edition in EDITIONS.values() for seats in edition.seats})


def grid(texts: Texts, figures: Iterable[Figure]) -> Grid:
    """Return a table for the terminal, one row per figure."""
    found = Grid(box=None, padding=(0, 2))
    for title in (
        texts("task"),
        texts("edition"),
        texts("bots"),
        texts("won in %"),
        texts("cards left"),
    ):
        found.add_column(title)
    for figure in figures:
        found.add_row(
            figure.place.kind.value,
            f"{figure.place.edition} {figure.place.seats}",
            ", ".join(dict.fromkeys(figure.place.bots)),
            _won(texts, figure),
            "" if figure.left is None else texts.number(figure.left, ".1f"),
        )
    return found


def markdown(figures: Iterable[Figure]) -> str:
    """Return a table in Markdown, in English: one column per number of seats."""
    rows: dict[tuple[str, ...], dict[int, str]] = {}
    texts = Texts(SOURCE)
    for figure in figures:
        kind, (first, *others) = figure.place.kind, figure.place.bots
        bots = f"{first}{BETWEEN[kind]}{others[0]}" if kind in BETWEEN else first
        left = "" if figure.left is None else f" ({texts.number(figure.left, '.1f')})"
        row = rows.setdefault((kind.value, figure.place.edition, bots, f"{figure.deals:,}"), {})
        row[figure.place.seats] = _won(texts, figure) + left
    lines = [
        " | ".join(("task", "edition", "bots", "deals", *map(str, SEATS))),
        "|".join(("---",) * 3 + ("--:",) * (1 + len(SEATS))),
        *(
            " | ".join((*row, *(found.get(seats, MISSING) for seats in SEATS)))
            for row, found in rows.items()
        ),
    ]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)


def _won(texts: Texts, figure: Figure) -> str:
    """Return the share of games won in percent, and how far its interval reaches."""
    low, high = figure.interval
    reach = max(figure.rate - low, high - figure.rate)
    return f"{texts.number(100 * figure.rate, '.1f')} ±{texts.number(100 * reach, '.1f')}"
