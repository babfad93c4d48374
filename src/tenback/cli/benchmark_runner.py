"""Runs the benchmark with a progress bar, then prints and saves the figures."""

import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

import click
from rich.table import Table as Grid

from tenback.arena import Local
from tenback.arena.benchmark import Figure, chosen, measured, report, tasks_of
from tenback.bots import Recipe
from tenback.cli.commands import console, interrupt_once, print_json, progress_bar
from tenback.cli.texts import Texts
from tenback.notation.files import write_file
from tenback.processes import cores


def run_benchmark(
    texts: Texts,
    bot: str,
    others: Sequence[str],
    *,
    only: str | None,
    deals: int | None,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure a bot on all chosen tasks and report the figures; after Ctrl-C, those there are."""
    engine, figures = Local(jobs or cores()), list[Figure]()
    with redirect_stdout(sys.stderr):  # what a bot prints is not part of the result
        recipe = Recipe.read(bot)
        every = tasks_of(recipe, [Recipe.read(other) for other in others])
        tasks = chosen(every, [] if only is None else [word.strip() for word in only.split(",")])
        is_stopped = False
        try:
            with interrupt_once(), progress_bar(texts) as bar:
                task = bar.add_task("", total=len(tasks), completed=0, figures="")
                for each in tasks:
                    bar.update(task, figures=f"{each.kind} {each.edition} {each.seats}")
                    figures.append(measured(each, engine, deals))
                    bar.update(task, advance=1)
                    if out is not None:
                        write_file(out, json.dumps(report(recipe, figures)) + "\n")
        except KeyboardInterrupt:
            is_stopped = True
    if as_json:
        print_json(report(recipe, figures))
    else:
        console().print(_table(texts, figures))
    if is_stopped:
        raise click.Abort


def _table(texts: Texts, figures: Sequence[Figure]) -> Grid:
    grid = Grid(box=None, padding=(0, 2))
    for title in (
        texts("task"),
        texts("edition"),
        texts("bots"),
        texts("won in %"),
        texts("cards left"),
    ):
        grid.add_column(title)
    for figure in figures:
        low, high = figure.interval
        reach = max(figure.rate - low, high - figure.rate)
        bots = ", ".join(dict.fromkeys(str(bot) for bot in figure.task.bots))
        grid.add_row(
            figure.task.kind.value,
            f"{figure.task.edition} {figure.task.seats}",
            bots,
            f"{texts.number(100 * figure.rate, '.1f')} ±{texts.number(100 * reach, '.1f')}",
            "" if figure.left is None else texts.number(figure.left, ".1f"),
        )
    return grid
