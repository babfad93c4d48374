"""Phones on the same network: asking whether they may join, and showing them the address."""

import sys
from collections.abc import Sequence
from io import StringIO

import click
import segno

from tenback.cli.texts import Texts

QUIET_ZONE = 2
"""Light modules around a QR code. Two are enough for today's cameras, and fit 24 lines."""


def wants_phones(texts: Texts) -> bool:
    """Ask whether phones may join. Without a terminal to ask at, they may not."""
    if not sys.stdin.isatty():
        return False
    question = texts("Let phones on this network join too?")
    answer: str = click.prompt(
        f"{question}  {texts('[y/N]')}", default="", show_default=False, prompt_suffix=" "
    )
    return texts.is_yes(answer)


def show_addresses(texts: Texts, addresses: Sequence[str]) -> None:
    """Show the addresses for phones, and what opening them means."""
    shown = "  ".join(addresses)
    click.echo(texts("For phones on the same network: {addresses}", addresses=shown))
    if sys.stdout.isatty():
        for line in qr_code(addresses[0]).splitlines():
            click.secho(line, fg="bright_white", bg="black")
    click.echo(
        texts(
            "Everybody on this network can now open tables here and join them, over plain "
            "http. That is fine at home, but not in a café. Nothing else on this computer is "
            "exposed, and Ctrl-C closes it."
        )
    )


def qr_code(text: str) -> str:
    """Return a QR code as lines of half blocks, with light modules in the text color."""
    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=QUIET_ZONE, compact=True)
    return drawn.getvalue().rstrip("\n")
