"""The command `admin tidy`. It imports heavy modules only when it runs."""

import os
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from tenback.cli.admin.database import database_option, with_database
from tenback.cli.commands import CliCommand, json_option, print_json
from tenback.cli.texts import Texts
from tenback.rules import BadInput

if TYPE_CHECKING:
    from tenback.server.store import Database
    from tenback.server.store.retention import RemovedCounts


def command(texts: Texts) -> click.Command:
    """Return the command `tenback admin tidy`."""

    def days(option: str, text: str) -> Callable[[Any], Any]:
        return click.option(option, metavar=texts("DAYS"), help=text)

    @click.command(
        "tidy",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Remove guests who have not come back, abandoned tables, and old chat.\n\n"
            "Games that are over stay, with their results and records. The options are also "
            "environment variables, as for serve: TENBACK_KEEP_GUESTS and so on."
        ),
    )
    @click.option("--dry-run", is_flag=True, help=texts("Only count what would be removed."))
    @days("--keep-guests", texts("How long to keep guests who do not come back. Default: 180"))
    @days("--keep-tables", texts("How long to keep abandoned tables. Default: 30"))
    @days("--keep-chat", texts("How long to keep the chat of finished tables. Default: 30"))
    @database_option(texts)
    @json_option(texts)
    def run(dry_run: bool, database_url: str | None, as_json: bool, **given: str | None) -> None:
        from tenback.server.clock import Clock
        from tenback.server.settings import Settings
        from tenback.server.store import erase_person
        from tenback.server.store.retention import count_old, tidy
        from tenback.server.tidying import retention_of

        wishes = {name: text for name, text in given.items() if text}
        try:
            Settings.from_environment({}, wishes)
        except BadInput as error:  # a mistake on the command line
            raise click.UsageError(texts.error(error)) from None
        keep = retention_of(Settings.from_environment(os.environ, wishes))
        now = Clock().now()

        async def work(database: "Database") -> "RemovedCounts":
            if dry_run:
                return await count_old(database, keep, now)
            return await tidy(
                database, keep, now, lambda person: erase_person(database, person, now)
            )

        done = with_database(database_url, work)
        if as_json:
            print_json(asdict(done))
        else:
            told = {name: texts.count(count) for name, count in asdict(done).items()}
            click.echo(
                texts(
                    "{guests} {guests|guest|guests}, {tables} {tables|table|tables}, "
                    "{chat} {chat|chat message|chat messages}",
                    **told,
                )
            )

    return run
