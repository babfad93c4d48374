"""What all commands share: help and usage errors in the user's language, options, progress bars."""

import json
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from tenback.cli.errors import CliCode
from tenback.cli.texts import Texts
from tenback.languages import LANGUAGES
from tenback.notation.errors import NotationCode
from tenback.rules import BadInput
from tenback.rules.errors import Reason

F = TypeVar("F", bound=Callable[..., Any])

JSON_FLAG = "--json"
LONGEST_SUMMARY = 100
LONGEST_NUMBER = 10
LONG = 5.0
"""Seconds within which the cleanup after a Ctrl-C ends, even on a busy machine."""


class CliCommand(click.Command):
    """A command with help in the user's language.

    It imports packages of an `extra` only when it runs.
    """

    allow_extra_args = True

    def __init__(
        self, *arguments: Any, texts: Texts, extra: str | None = None, **settings: Any
    ) -> None:
        settings.setdefault("options_metavar", texts("[OPTIONS]"))
        super().__init__(*arguments, **settings)
        self.texts = texts
        self._extra = extra
        self.params.append(self._language_option())

    def _language_option(self) -> click.Option:
        """Return the option --lang, which was applied before parsing and is only checked here."""

        def check(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
            if value is not None and value not in LANGUAGES:
                known = ", ".join(LANGUAGES)
                text = self.texts(
                    "there is no language {name}: use one of {known}", name=value, known=known
                )
                raise click.UsageError(text, ctx)

        return click.Option(
            ["--lang"],
            metavar="|".join(LANGUAGES),
            callback=check,
            expose_value=False,
            help=self.texts("The language of all texts. Default: TENBACK_LANG, or the system's"),
        )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Refuse extra arguments, and name the extra if a package is missing."""
        if ctx.args:
            raise click.UsageError(self.texts("unexpected argument: {text}", text=ctx.args[0]), ctx)
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            module = str(error.name).partition(".")[0]
            if self._extra is None or module == "tenback":
                raise
            command = ctx.command_path.partition(" ")[2]
            raise BadInput(
                CliCode.MISSING_EXTRA, command=command, module=module, extra=self._extra
            ) from None

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line in the user's language."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=self.texts("Usage: "))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options in the user's language."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [record for option in options if (record := option.get_help_record(ctx))]
        with formatter.section(self.texts("Options")):
            formatter.write_dl(records)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help, described in the user's language."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.texts("Show this help and exit.")
        return option


class CliGroup(CliCommand, click.Group):
    """A group of commands, such as the program itself."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        with formatter.section(self.texts("Commands")):
            formatter.write_dl(
                [(name, c.get_short_help_str(LONGEST_SUMMARY)) for name, c in self.commands.items()]
            )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the named command."""
        return click.Group.invoke(self, ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the named command, or refuse an unknown one."""
        if args[0] not in self.commands:
            known = ", ".join(self.commands)
            text = self.texts(
                "there is no command {name}: use one of {known}", name=args[0], known=known
            )
            raise click.UsageError(text, ctx)
        return super().resolve_command(ctx, args)


class BoundedInt(click.ParamType[int]):
    """A whole number within bounds."""

    name = "number"

    def __init__(self, texts: Texts, least: int, most: int) -> None:
        self.name = texts("number")
        self._texts, self._least, self._most = texts, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number in a text, or refuse it."""
        text = str(value)
        digits = text.lstrip("0") or "0"
        is_number = text.isascii() and text.isdigit() and len(digits) < LONGEST_NUMBER
        if is_number and self._least <= int(digits) <= self._most:
            return int(digits)
        raise click.UsageError(
            self._texts(
                "{text} is not a number from {least} to {most}",
                text=repr(text),
                least=self._least,
                most=self._most,
            ),
            ctx,
        )


def usage_error(error: click.UsageError, texts: Texts) -> str:
    """Return the message of a usage error in the user's language."""
    match error:
        case click.NoSuchOption():
            return texts("there is no option {option}", option=error.option_name)
        case click.MissingParameter(param=click.Parameter(human_readable_name=name)):
            return texts("{name} is missing", name=name)
        case click.BadOptionUsage():
            if "requires" in error.message:  # click has a single class for both cases
                return texts("the option {option} needs a value", option=error.option_name)
            return texts("the option {option} takes no value", option=error.option_name)
        case _:
            return error.format_message()


class CompilationNoticeHandler(logging.Handler):
    """Tells the user, in their language, that the simulator is being compiled."""

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts

    def emit(self, _: logging.LogRecord) -> None:
        """Print the notice. The simulator logs nothing else."""
        text = self._texts("compiling for this machine, once: this takes half a minute")
        click.echo(text, err=True)


def json_option(texts: Texts) -> Callable[[F], F]:
    """Return a decorator that adds --json to a command."""
    return click.option(JSON_FLAG, "as_json", is_flag=True, help=texts("Print JSON, for programs."))


def console() -> Console:
    """Return a console that prints text as given, without markup, guessed colors or emoji."""
    return Console(highlight=False, markup=False, emoji=False)


class CountColumn(ProgressColumn):
    """A progress column with the current count and the total, in the user's number format."""

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts

    def render(self, task: Task) -> Text:
        """Return the current count and the total."""
        done, total = (self._texts.number(n or 0, ",.0f") for n in (task.completed, task.total))
        return Text(f"{done}/{total}")


def progress_bar(texts: Texts) -> Progress:
    """Return a progress bar on standard error, hidden unless that is a terminal."""
    screen = Console(stderr=True, highlight=False, markup=False)
    return Progress(
        BarColumn(bar_width=10),  # so that the figures beside it fit into 80 columns
        CountColumn(texts),
        TextColumn("{task.fields[figures]}", markup=False),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )


@contextmanager
def interrupt_once() -> Iterator[None]:
    """Raise KeyboardInterrupt only once, so that a second Ctrl-C does not disturb the cleanup.

    Python may lose an interrupt in a finalizer, so a Ctrl-C long after the first counts again.
    """
    interrupted = float("-inf")

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal interrupted
        if monotonic() - interrupted > LONG:
            interrupted = monotonic()
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
    except BaseException:
        signal.signal(signal.SIGINT, before)
        raise
    signal.signal(signal.SIGINT, before)


def read_standard_input() -> str:
    """Return all of standard input, or an empty text if it is closed."""
    try:
        return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        reason = Reason("it is not UTF-8 text")
        raise BadInput(NotationCode.BAD_FILE, text="-", reason=reason) from None


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(json.dumps(value) + "\n")
