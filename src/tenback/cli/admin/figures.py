"""The command `admin figures`. It imports heavy modules only when it runs."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tenback.cli.admin.database import database_option, with_database
from tenback.cli.commands import CliCommand, json_option, print_json
from tenback.cli.texts import Texts

if TYPE_CHECKING:
    from tenback.server.store import Database
    from tenback.server.store.overview import ServerFigures

MIB = 1 << 20


def command(texts: Texts) -> click.Command:
    """Return the command `tenback admin figures`."""

    @click.command(
        "figures",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Show how many people, tables and steps there are, and how large the database is."
        ),
    )
    @database_option(texts)
    @json_option(texts)
    def run(database_url: str | None, as_json: bool) -> None:
        from tenback.server.clock import Clock
        from tenback.server.store.overview import server_figures

        async def work(database: "Database") -> "ServerFigures":
            return await server_figures(database, Clock().now())

        found = with_database(database_url, work)
        if as_json:
            print_json(asdict(found))
        else:
            for line in _lines(texts, found):
                click.echo(line)

    return run


def _lines(texts: Texts, found: "ServerFigures") -> list[str]:
    shown = {name: texts.count(value) for name, value in asdict(found).items()}
    mib = texts.number(found.database_bytes / MIB, ",.1f")
    return [
        texts(
            "people: {accounts} with an account, {guests} {guests|guest|guests}, "
            "{new_people_in_a_week} new in a week, {banned} banned",
            **shown,
        ),
        texts("sessions: {sessions}", **shown),
        texts(
            (
                "tables: {gathering} gathering, {playing} in play, {over} over; {abandoned} "
                "abandoned for a week"
            ),
            **shown,
        ),
        texts(
            "games: {sittings_in_a_day} in a day, {sittings_in_a_week} in a week",
            **shown,
        ),
        texts("database: {steps} {steps|step|steps}, {mib} MiB", mib=mib, **shown),
    ]
