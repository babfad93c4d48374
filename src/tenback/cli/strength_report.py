"""Reports the strength of bots to people, in the terminal and in documents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from tenback.arena import Tally
from tenback.arena.duels import CASES
from tenback.arena.intervals import Interval
from tenback.arena.strength import SEED, WITH, Cell, CellResult, CellResults, read_results
from tenback.bots import BOTS, Recipe
from tenback.bots.registry import BY_NAME
from tenback.cli.commands import console, print_json
from tenback.cli.texts import Texts
from tenback.languages import SOURCE
from tenback.notation.errors import NotationCode
from tenback.notation.files import read_file, write_file
from tenback.rules import BadInput, Reason

MISSING = "–"
FINE = 0.001
"""Shares or intervals below this get one more digit."""
FINEST = 0.0001
"""The last digit of a short figure. Shares that would round to 0 or 100 % become bounds."""
FIRST_MARK, LAST_MARK = "<!-- strength: made by a command -->", "<!-- strength: end -->"
"""The marks around the tables in a document."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: column headings, and rows in groups."""

    headings: Row
    groups: Mapping[str, Sequence[Row]]


def show_stored(texts: Texts, name: str | None, *, as_json: bool) -> None:
    """Print the measured strength of all bots or of one."""
    results, bots = read_results(), tuple[str, ...](BOTS)
    if name is not None:
        for part in name.split(WITH):
            Recipe.read(part)
        results = {cell: result for cell, result in results.items() if _is_about(name, cell)}
        bots = tuple(known for known in BOTS if known == name)
    if as_json:
        print_results(bots, results)
        return
    screen = console()
    width = max(map(len, BOTS))
    for bot in map(BY_NAME.__getitem__, bots):
        screen.print(f"{bot.name:<{width}}  {texts(bot.description.template)}", soft_wrap=True)
    show(screen, sheets(texts, results) if name is None else details(texts, name, results))
    screen.print(how_measured(texts, results))


def print_results(bots: Sequence[str], results: CellResults) -> None:
    """Print everything as JSON."""
    described = [{"name": bot, "description": str(BY_NAME[bot].description)} for bot in bots]
    print_json({"bots": described, "cells": [result.as_json() for result in results.values()]})


def show(screen: Console, tables: Mapping[str, Sheet]) -> None:
    """Print tables with their titles."""
    for title, sheet in tables.items():
        if sheet.groups:
            screen.print(f"\n{title}")
            screen.print(_grid(sheet))
    screen.print()


def update_document(path: Path) -> None:
    """Replace the tables between the marks of a document with those of the stored results."""
    text = read_file(path)
    before, first, rest = text.partition(FIRST_MARK)
    _, last, after = rest.partition(LAST_MARK)
    if not (first and last):
        template = "it needs the lines {first} and {last}"
        reason = Reason(template, first=FIRST_MARK, last=LAST_MARK)
        raise BadInput(NotationCode.BAD_FILE, text=path, reason=reason)
    write_file(path, before + first + markdown(read_results()) + last + after)


def markdown(results: CellResults) -> str:
    """Return all tables as Markdown, in English."""
    texts, lines = Texts(SOURCE), [""]
    tables = sheets(texts, results) | {
        texts("cards left on average"): cards_left_sheet(texts, results)
    }
    for title, sheet in tables.items():
        lines += ["", f"**{title}**", "", *_markdown(sheet)]
    return "\n".join([*lines, "", how_measured(texts, results), "", ""])


def how_measured(texts: Texts, results: CellResults) -> str:
    """Return a sentence on how the figures were measured."""
    if not results:
        return texts("nothing is measured yet")
    deals = sorted({result.tally.deals for result in results.values()})
    return texts(
        "measured with tenback {versions}, each on {deals} deals of the seed {seed}; "
        "–: not measured",
        versions=", ".join(sorted({result.version for result in results.values()}, key=_age)),
        deals="–".join(texts.number(count) for count in dict.fromkeys((deals[0], deals[-1]))),
        seed=SEED,
    )


def _age(version: str) -> list[int]:
    """Return a sort key that orders versions by their numbers."""
    return [int(number) for number in version.split(".")]


def sheets(texts: Texts, results: CellResults) -> dict[str, Sheet]:
    """Return tables of the wins of teams and in duels."""
    together = texts("won in %, by the number of seats; ± is how far the 95 % interval reaches")
    return {
        together: by_seats(texts, results, lambda result: compact(texts, *_share(result))),
        texts("duels won in %, row against column"): duel_sheet(texts, results),
    }


def cards_left_sheet(texts: Texts, results: CellResults) -> Sheet:
    """Return a table of the cards that teams have left."""
    return by_seats(texts, results, lambda result: _left(texts, result))


def by_seats(texts: Texts, results: CellResults, figure: Callable[[CellResult], str]) -> Sheet:
    """Return a table of one figure: by edition, team and number of seats."""
    teams = [result for cell, result in results.items() if not cell.is_duel]
    seats = sorted({result.cell.seats for result in teams})
    rows: dict[str, dict[str, dict[int, str]]] = {}
    for result in teams:
        cell = result.cell
        figures = rows.setdefault(cell.edition, {}).setdefault(cell.lineup, {})
        figures[cell.seats] = figure(result)
    return Sheet(
        (texts("bots"), *map(str, seats)),
        {
            edition: [
                (name, *(figures.get(count, MISSING) for count in seats))
                for name, figures in lineups.items()
            ]
            for edition, lineups in rows.items()
        },
    )


def duel_sheet(texts: Texts, results: CellResults) -> Sheet:
    """Return a table of wins between bots, with a group per edition."""
    duels = [result for cell, result in results.items() if cell.is_duel]
    known = {bot for result in duels for bot in result.cell.bots}
    bots = (*(bot for bot in BOTS if bot in known), *sorted(known.difference(BOTS)))
    groups: dict[str, list[Row]] = {}
    for edition in dict.fromkeys(result.cell.edition for result in duels):
        figures = {
            (one, *_others(result, one)): compact(texts, *_share(result, one))
            for result in duels
            if result.cell.edition == edition
            for one in result.cell.bots
        }
        groups[edition] = [
            (one, *(figures.get((one, other), MISSING) for other in bots)) for one in bots
        ]
    return Sheet((texts("bots"), *bots), groups)


def details(texts: Texts, name: str, results: CellResults) -> dict[str, Sheet]:
    """Return tables of all figures for games in which a bot plays."""
    won = texts("won in % (95 %)")
    headings = (texts("bots"), texts("seats"), won, texts("cards left"), texts("deals"))
    teams: dict[str, list[Row]] = {}
    duels: dict[str, list[Row]] = {}
    for cell, result in results.items():
        count = result.tally.deals
        if cell.is_duel:
            share = _exact(texts, *_share(result, name))
            row = (*_others(result, name), share, texts.number(len(CASES) * count))
            duels.setdefault(cell.edition, []).append(row)
        else:
            share = _exact(texts, *_share(result))
            row = (cell.lineup, str(cell.seats), share, _left(texts, result), texts.number(count))
            teams.setdefault(cell.edition, []).append(row)
    return {
        texts("in teams"): Sheet(headings, teams),
        texts("in duels"): Sheet((texts("against"), won, texts("duels")), duels),
    }


def compact(texts: Texts, rate: float | None, interval: Interval) -> str:
    """Return a share in percent with its interval, or a bound if the share is almost 0 or 1.

    >>> compact(Texts("en"), 0.8142, (0.80, 0.82)), compact(Texts("en"), 0.0, (0.0, 0.0004))
    ('81.4 ±1.4', '< 0.04')
    """
    if rate is None:
        return MISSING
    low, high = interval
    if rate < FINEST / 2:
        return f"< {texts.number(100 * _rounded_up(high), '.2f')}"
    if 1 - rate < FINEST / 2:
        return f"> {texts.number(100 * (1 - _rounded_up(1 - low)), '.2f')}"
    reach = max(rate - low, high - rate)
    form = ".2f" if min(rate, 1 - rate, reach) < FINE else ".1f"
    return f"{texts.number(100 * rate, form)} ±{texts.number(100 * reach, form)}"


def _exact(texts: Texts, rate: float | None, interval: Interval) -> str:
    """Return a share in percent with both ends of its interval."""
    if rate is None:
        return MISSING
    low, high = interval
    form = ".3f" if high - low < FINE else ".2f"
    share, lower, upper = (texts.number(100 * bound, form) for bound in (rate, low, high))
    return f"{share} ({lower}–{upper})"


def _rounded_up(share: float) -> float:
    return ceil(round(share / FINEST, 6)) * FINEST


def _is_about(name: str, cell: Cell) -> bool:
    """Return whether a bot plays in a cell, or a mixed team is the cell's lineup."""
    return name in cell.bots or (name == cell.lineup and not cell.is_duel)


def _share(result: CellResult, bot: str | None = None) -> tuple[float | None, Interval]:
    """Return the share of wins and its interval; in a duel those of `bot`, or of the first bot."""
    rate, (low, high) = result.tally.rate, result.tally.interval
    if bot in (None, result.cell.bots[0]) or rate is None:
        return rate, (low, high)
    return 1 - rate, (1 - high, 1 - low)


def _others(result: CellResult, bot: str) -> Row:
    """Return the other bots in a result."""
    return tuple(other for other in result.cell.bots if other != bot)


def _left(texts: Texts, result: CellResult) -> str:
    mean = result.tally.left_mean if isinstance(result.tally, Tally) else None
    return MISSING if mean is None else texts.number(mean, ".2f")


def _grid(sheet: Sheet) -> Grid:
    """Return a sheet as a terminal table, with a line for the name of each group."""
    grid = Grid(box=None, padding=(0, 1), pad_edge=False, header_style="")
    for place, heading in enumerate(sheet.headings):
        grid.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for name, rows in sheet.groups.items():
        grid.add_row(name)
        for first, *others in rows:
            grid.add_row(f"  {first}", *others)
    return grid


def _markdown(sheet: Sheet) -> Iterator[str]:
    """Yield the lines of a sheet as a Markdown table."""
    yield f"| edition | {' | '.join(sheet.headings)} |"
    yield "|---|---|" + "--:|" * (len(sheet.headings) - 1)
    for name, rows in sheet.groups.items():
        for row in rows:
            yield f"| {name} | {' | '.join(row)} |"
