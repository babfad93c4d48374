"""Runs the benchmark with a progress bar, then prints the figures; what a file holds stays."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import click

from tenback.arena import Local
from tenback.arena.benchmark import (
    Figure,
    Place,
    chosen,
    measured,
    read_figures,
    report,
    tasks_of,
    write_report,
)
from tenback.bots import Recipe
from tenback.cli.benchmark_report import grid, markdown
from tenback.cli.commands import console, interrupt_once, print_json, progress_bar
from tenback.cli.texts import Texts
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
    as_markdown: bool,
    as_json: bool,
) -> None:
    """Measure a bot on all chosen tasks and report the figures; after Ctrl-C, those there are."""
    engine, is_stopped = Local(jobs or cores()), False
    with redirect_stdout(sys.stderr):  # what a bot prints is not part of the result
        bots = [Recipe.read(name) for name in (bot, *others)]
        every = {task.place: task for task in tasks_of(bots[0], bots[1:])}
        tasks = chosen(
            every.values(), [] if only is None else list(map(str.strip, only.split(",")))
        )
        figures: dict[Place, Figure] = {} if out is None else read_figures(out, bots)
        try:
            with interrupt_once(), progress_bar(texts) as bar:
                row = bar.add_task("", total=len(tasks), completed=0, figures="")
                for task in tasks:
                    bar.update(row, figures=f"{task.kind} {task.edition} {task.seats}")
                    known = figures.get(task.place)
                    if known is None or known.deals < (deals or task.deals):
                        figures[task.place] = measured(task, engine, deals)
                        if out is not None:
                            write_report(out, report(bots, _in_order(figures, every)))
                    bar.update(row, advance=1)
        except KeyboardInterrupt:
            is_stopped = True
    found = _in_order(figures, every)
    if as_json:
        print_json(report(bots, found))
    elif as_markdown:
        click.echo(markdown(found))
    else:
        console().print(grid(texts, found))
    if is_stopped:
        raise click.Abort


def _in_order(figures: Mapping[Place, Figure], places: Iterable[Place]) -> list[Figure]:
    """Return figures in the order of their places; any others follow."""
    return [figures[place] for place in dict.fromkeys((*places, *figures)) if place in figures]
