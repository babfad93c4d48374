"""The commands `deal` and `layout`, and the options for choosing a deal."""

import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import click
from rich.table import Table as Grid

from tenback.cli.commands import BoundedInt, CliCommand, F, console, json_option, print_json
from tenback.cli.drawing import MEANINGS, command_name
from tenback.cli.texts import Texts
from tenback.notation import (
    from_files,
    read_code,
    read_deal,
    write_code,
    write_layout,
    write_position,
)
from tenback.rules import EDITIONS, USUAL_EDITION, Command, Deal, Layout
from tenback.rules.chance import ALPHABET, SEED_LENGTH


def new_seed() -> str:
    """Return a random seed that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SEED_LENGTH))


def layout_option(texts: Texts) -> Callable[[F], F]:
    """Return a decorator that adds --layout to a command."""
    return click.option(
        "--layout",
        metavar=texts("FILE"),
        help=texts("Your own layout of commands, as a TOML file."),
    )


def edition_option(texts: Texts, default: str | None = None) -> Callable[[F], F]:
    """Return a decorator that adds --edition to a command."""
    return click.option(
        "--edition",
        metavar=texts("EDITION"),
        default=default,
        help=texts(
            "One of {editions}; add options with +, a layout with @. Default: {usual}",
            editions=", ".join(EDITIONS),
            usual=USUAL_EDITION.name,
        ),
    )


def deal_options(texts: Texts) -> Callable[[F], F]:
    """Return a decorator that adds the options for choosing a deal to a command."""

    def decorate(command: F) -> F:
        for option in (
            layout_option(texts),
            click.option(
                "--seed", metavar=texts("SEED"), help=texts("The seed. Default: a new one")
            ),
            click.option(
                "--seats",
                type=BoundedInt(texts, 1, 9),
                help=texts("How many players. Default: the fewest possible"),
            ),
            edition_option(texts),
            click.argument("code", required=False),
        ):
            command = option(command)
        return command

    return decorate


def find_deal(
    texts: Texts,
    code: str | None,
    *,
    edition: str | None,
    seats: int | None,
    seed: str | None,
    layout: str | None,
) -> Deal:
    """Return the deal of a code, or a new deal from the options."""
    if code is not None:
        if (edition, seats, seed) != (None, None, None):
            raise click.UsageError(
                texts("a deal code already says everything: leave out the other options")
            )
        return read_code(code, None if layout is None else from_files(layout))
    if layout is not None:
        with_commands = next(name for name, kind in EDITIONS.items() if kind.has_commands)
        edition = f"{edition or with_commands}@{quote(layout)}"
    seed = new_seed() if seed is None else seed.upper()
    return read_deal(edition or USUAL_EDITION.name, seats, seed, from_files)


def deal_command(texts: Texts) -> click.Command:
    """Return the command `tenback deal`."""

    @click.command(
        "deal",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Deal new cards, or those of a CODE again.\n\n\b\n"
            "Examples:  tenback deal --edition classic+min3 --seats 2\n"
            "           tenback deal --edition extreme@shuffled --seats 4 --json\n"
            "           tenback deal C2-4QX7M-0ZB2K-6"
        ),
    )
    @deal_options(texts)
    @json_option(texts)
    def run(code: str | None, as_json: bool, **options: Any) -> None:
        deal = find_deal(texts, code, **options)
        found = {
            "code": write_code(deal),
            "edition": str(deal.edition),
            "seats": deal.seats,
            "seed": deal.seed,
            "position": write_position(deal.start()),
        }
        if as_json:
            print_json(found)
            return
        screen = console()
        for key, value in found.items():
            screen.print(f"{texts(key)}: {value}", soft_wrap=True)

    return run


def layout_command(texts: Texts) -> click.Command:
    """Return the command `tenback layout`."""

    @click.command(
        "layout",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Show or check a LAYOUT of commands: standard, shuffled:KEY, or a TOML file.\n\n"
            "A file has seven lines, one for each command, with four numbers each:\n\n\b\n"
            "stop = [5, 31, 70, 96]\n\n\b\n"
            "Examples:  tenback layout\n"
            "           tenback layout --toml > my-deck.toml\n"
            "           tenback layout my-deck.toml"
        ),
    )
    @click.argument("layout", default="standard")
    @click.option("--toml", "as_toml", is_flag=True, help=texts("Print a layout file."))
    @json_option(texts)
    def run(layout: str, as_toml: bool, as_json: bool) -> None:
        if as_json and as_toml:
            raise click.UsageError(texts("either --json or --toml, not both"))
        found = from_files(layout)
        if as_json:
            print_json({"name": found.name, "commands": found.as_dict()})
        elif as_toml:
            click.echo(write_layout(found), nl=False)
        else:
            console().print(_layout_grid(texts, found))

    return run


def _layout_grid(texts: Texts, layout: Layout) -> Grid:
    grid = Grid(title=layout.name, box=None, title_justify="left")
    grid.add_column(texts("command"))
    grid.add_column(texts("numbers"))
    grid.add_column(texts("meaning"))
    for command, numbers in zip(Command, layout.numbers, strict=True):
        grid.add_row(
            command_name(texts, command),
            "  ".join(f"{number:2}" for number in numbers),
            texts(MEANINGS[command]),
        )
    return grid
