"""The command `verify`: confirms that the cards of a record were not chosen."""

from pathlib import Path

import click
from rich.text import Text

from tenback.cli.commands import (
    CliCommand,
    console,
    json_option,
    print_json,
    read_standard_input,
)
from tenback.cli.texts import Texts
from tenback.notation import Record, fairness_of, from_files, read_any_record, verify, write_code
from tenback.notation.fair_dealing import HEX
from tenback.notation.files import read_file


def command(texts: Texts) -> click.Command:
    """Return the command `tenback verify`."""

    def check(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
        if value is None or HEX.fullmatch(noted := value.strip().lower()):
            return None if value is None else noted
        text = texts("{text} is not a commitment: a commitment has 64 hex digits", text=repr(value))
        raise click.UsageError(text, ctx)

    @click.command(
        "verify",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Confirm that the cards of the record in FILE were not chosen.\n\n"
            "The file is a record as text or as JSON; - is standard input. Every move is checked, "
            "then whether the cards come from the secret and the words of the seats. The "
            "commitment shows that nobody chose the secret afterwards: note it before the first "
            "card, and give it here.\n\n\b\n"
            "Examples:  tenback verify friday.txt\n"
            "           tenback verify friday.txt --commitment 793c8c02…\n"
            "           tenback verify friday.txt --json"
        ),
    )
    @click.argument("file")
    @click.option(
        "--commitment",
        metavar="HEX",
        callback=check,
        help=texts("The hash that the table showed before the first card."),
    )
    @json_option(texts)
    def run(file: str, commitment: str | None, as_json: bool) -> None:
        text = read_standard_input() if file == "-" else read_file(Path(file))
        record = read_any_record(text, from_files)
        verify(record, noted=commitment)
        if as_json:
            _print_json(record, is_noted=commitment is not None)
        else:
            _print_proof(texts, record, is_noted=commitment is not None)

    return run


def _print_json(record: Record, *, is_noted: bool) -> None:
    """Print the facts as JSON. `noted` is whether the commitment was compared."""
    fairness = fairness_of(record)
    assert fairness is not None
    assert record.deal is not None
    print_json(
        {
            "fair": True,
            "noted": is_noted,
            "commitment": fairness.commitment,
            "secret": fairness.secret,
            "players": list(record.players),
            "words": list(fairness.words),
            "seed": record.deal.seed,
            "code": write_code(record.deal),
        }
    )


def _print_proof(texts: Texts, record: Record, *, is_noted: bool) -> None:
    """Print the facts, and what they prove."""
    fairness = fairness_of(record)
    assert fairness is not None
    assert record.deal is not None
    facts = [(texts("commitment"), fairness.commitment), (texts("secret"), fairness.secret)]
    for seat, (player, word) in enumerate(zip(record.players, fairness.words, strict=True)):
        told = texts("“{word}”", word=word) if word else texts("no word")
        facts.append((texts("seat {seat}, {player}", seat=seat, player=player), told))
    facts += [(texts("seed"), record.deal.seed), (texts("code"), write_code(record.deal))]
    screen = console()
    for name, value in facts:
        screen.print(Text(f"{name}: {value}"), soft_wrap=True)
    verdict = (
        texts("fair: the cards come from a secret that was fixed before any word was said")
        if is_noted
        else texts("fair, if this is the commitment that the table showed before the first card")
    )
    screen.print(Text(verdict, style="bold"), soft_wrap=True)
