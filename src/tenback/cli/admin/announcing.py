"""The command `admin announce`. It imports heavy modules only when it runs."""

from typing import TYPE_CHECKING

import click

from tenback.cli.admin.database import database_option, with_database
from tenback.cli.commands import BoundedInt, CliCommand, json_option, print_json
from tenback.cli.texts import Texts

if TYPE_CHECKING:
    from tenback.protocol import Stop
    from tenback.server.store import Database

MOST_MINUTES = 7 * 24 * 60
LONGEST = 200
MINUTE = 60_000


def command(texts: Texts) -> click.Command:
    """Return the command `tenback admin announce`."""

    @click.command(
        "announce",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Tell everybody at a table that the server will stop in MINUTES.\n\n"
            "They see it within seconds, in their language and time zone, along with --text. "
            "It does not stop the server: you have to do that yourself.\n\n"
            "\b\nExamples:  tenback admin announce 10 --text 'Back in five minutes.'\n          "
            " tenback admin announce --cancel"
        ),
    )
    @click.argument(
        "minutes",
        required=False,
        type=BoundedInt(texts, 0, MOST_MINUTES),
        metavar=texts("[MINUTES]"),
    )
    @click.option("--text", default="", metavar="TEXT", help=texts("A message to show with it."))
    @click.option("--cancel", is_flag=True, help=texts("Withdraw the announcement."))
    @database_option(texts)
    @json_option(texts)
    def run(
        minutes: int | None, text: str, cancel: bool, database_url: str | None, as_json: bool
    ) -> None:
        import msgspec

        from tenback.protocol import Stop
        from tenback.server.clock import Clock
        from tenback.server.store import Notes
        from tenback.server.store.notes import STOP

        if cancel == (minutes is not None):
            raise click.UsageError(texts("either MINUTES or --cancel"))
        if len(text) > LONGEST or not text.isprintable():
            raise click.UsageError(
                texts("--text is one line of at most {most} characters", most=LONGEST)
            )
        stop = None if minutes is None else Stop(Clock().now() + minutes * MINUTE, text)

        async def work(database: "Database") -> None:
            note = None if stop is None else msgspec.json.encode(stop).decode()
            await Notes(database).write(STOP, note)

        with_database(database_url, work)
        if as_json:
            print_json(None if stop is None else {"at": stop.at, "text": stop.text})
        else:
            click.echo(_announcement_text(texts, stop))

    return run


def _announcement_text(texts: Texts, stop: "Stop | None") -> str:
    from datetime import UTC, datetime

    if stop is None:
        return texts("the announcement is withdrawn")
    time = datetime.fromtimestamp(stop.at / 1000, UTC)
    return texts("announced: the server stops at {time} UTC", time=f"{time:%Y-%m-%d %H:%M}")
