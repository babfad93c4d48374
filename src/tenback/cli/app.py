"""The program `tenback`: parses the command line, runs the command, reports errors."""

import logging
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import click

import tenback
from tenback.cli import (
    admin,
    analyse,
    benchmark,
    bot,
    bots,
    conform,
    deals,
    play,
    positions,
    puzzles,
    records,
    referee,
    serve,
    simulate,
    solve,
    trace,
    train,
    verify,
)
from tenback.cli.commands import (
    JSON_FLAG,
    CliGroup,
    CompilationNoticeHandler,
    print_json,
    usage_error,
)
from tenback.cli.texts import Texts, language_of
from tenback.notation import BadRecord, error_as_json
from tenback.processes import use_one_thread_in_libraries
from tenback.rules import EDITIONS, TenbackError

DONE, REFUSED, MISUSED, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: success, the input was refused, the command line was wrong, Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its exit code."""
    line = list(sys.argv[1:] if arguments is None else arguments)
    use_one_thread_in_libraries()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the stream was closed
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every encoding has piles and arrows
    try:
        status = run(line)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except OSError as error:  # a closed pipe, a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            click.echo(f"tenback: {error.strerror}", err=True)
        status = REFUSED
    sys.exit(status)


def run(line: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    texts = Texts(language_of(line, os.environ))
    simulator = logging.getLogger("tenback.fastsim")
    simulator.handlers, simulator.propagate = [CompilationNoticeHandler(texts)], False
    try:
        status: int | None = app(texts).main(list(line), prog_name="tenback", standalone_mode=False)
    except TenbackError as error:
        _report(error, texts, as_json=JSON_FLAG in line)
        return REFUSED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return MISUSED
    except click.UsageError as error:
        hint = texts("Try '{command} --help'.", command=_path(error))
        click.echo(f"tenback: {usage_error(error, texts)}\n{hint}", err=True)
        return MISUSED
    except click.Abort:
        return INTERRUPTED
    return DONE if status is None else status


def app(texts: Texts) -> CliGroup:
    """Return the program with all its commands."""
    group = CliGroup(
        "tenback",
        texts=texts,
        subcommand_metavar=texts("COMMAND …"),
        help=texts(
            "The open edition of the card-game family The Game: {editions}.",
            editions=", ".join(edition.title for edition in EDITIONS.values()),
        ),
        params=[
            click.Option(
                ["--version"],
                is_flag=True,
                expose_value=False,
                is_eager=True,
                callback=_print_version,
                help=texts("Show the version and exit."),
            ),
        ],
    )
    commands = (
        play.command,
        deals.deal_command,
        deals.layout_command,
        positions.legal_command,
        positions.apply_command,
        positions.perft_command,
        records.replay_command,
        verify.command,
        analyse.command,
        puzzles.puzzle_command,
        puzzles.command,
        referee.command,
        conform.command,
        serve.command,
        admin.command,
        simulate.simulate_command,
        simulate.compare_command,
        bots.command,
        bot.command,
        benchmark.command,
        solve.command,
        trace.command,
        train.command,
    )
    for make in commands:
        group.add_command(make(texts))
    return group


def _report(error: TenbackError, texts: Texts, *, as_json: bool) -> None:
    if as_json:
        print_json(error_as_json(error))
        return
    if isinstance(error, BadRecord):
        for complaint in error.complaints:
            where, what = texts.reason(complaint.where), texts.error(complaint.error)
            click.echo(f"tenback: {where}: {what}", err=True)
        return
    click.echo(f"tenback: {texts.error(error)}", err=True)


def _print_version(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        click.echo(f"tenback {tenback.__version__}")
        ctx.exit()


def _path(error: click.UsageError) -> str:
    return "tenback" if error.ctx is None else error.ctx.command_path
