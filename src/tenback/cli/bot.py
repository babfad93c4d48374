"""The command `bot`. It imports heavy modules only when it runs."""

import click

from tenback.cli.commands import CliCommand, console
from tenback.cli.drawing import outcome
from tenback.cli.texts import Texts


def command(texts: Texts) -> click.Command:
    """Return the command `tenback bot`."""

    @click.command(
        "bot",
        cls=CliCommand,
        texts=texts,
        extra="online",
        help=texts(
            "Seat a bot of your own at an online table, and let it play to the end.\n\n"
            "LINK is the table's invitation. BOT is a bot as for simulate: file.py:Name, "
            "package.module:Name, or a name of ours. It joins as a guest whose name ends in "
            "(bot), takes a free seat, and reconnects by itself when the connection breaks. "
            "If you start it again, it takes the seat it had. The server does not let bots "
            "join rated duels or the deal of the day.\n\n"
            "If the server cannot be reached at first, it stops after 20 seconds with exit "
            "code 1.\n\n"
            "\b\nExamples:  tenback bot https://example.org/t/4qx7m0zb2k my_bot.py:MyBot\n      "
            "     tenback bot http://127.0.0.1:8000/t/4qx7m0zb2k greedy --name Greta"
        ),
    )
    @click.argument("link")
    @click.argument("bot")
    @click.option(
        "--name",
        metavar=texts("NAME"),
        help=texts("The bot's name at the table. Default: the name of its class"),
    )
    def run(link: str, bot: str, name: str | None) -> None:
        from tenback.cli.bot_at_table import play_online

        result = play_online(texts, link, bot, name)
        console().print(outcome(texts, result))

    return run
