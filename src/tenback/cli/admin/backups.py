"""The commands `admin backup` and `admin restore`. They import heavy modules only when they run."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenback.cli.admin.database import database_option, with_database
from tenback.cli.commands import CliCommand, json_option, print_json
from tenback.cli.texts import Texts

if TYPE_CHECKING:
    from tenback.server.store import Database

PATH_TYPE: click.Path = click.Path(path_type=Path)


def backup_command(texts: Texts) -> click.Command:
    """Return the command `tenback admin backup`."""

    @click.command(
        "backup",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Write everything into a new FILE, while people play.\n\n"
            "It contains everything that was acknowledged before it began. The file is a "
            "SQLite database even if the server uses PostgreSQL, and can be restored into "
            "either. It holds names, sessions and password hashes: keep it private.\n\n"
            "\b\nExample:  tenback admin backup tenback-$(date +%F).sqlite"
        ),
    )
    @click.argument("file", type=PATH_TYPE, metavar=texts("FILE"))
    @database_option(texts)
    @json_option(texts)
    def run(file: Path, database_url: str | None, as_json: bool) -> None:
        from tenback.server.store.backup import back_up

        async def work(database: "Database") -> int:
            return await back_up(database, file)

        steps = with_database(database_url, work)
        size = file.stat().st_size
        if as_json:
            print_json({"file": str(file), "steps": steps, "bytes": size})
        else:
            mib = texts.number(size / (1 << 20), ",.1f")
            done = "{file}: {steps} {steps|step|steps}, {mib} MiB"
            click.echo(texts(done, file=file, steps=texts.count(steps), mib=mib))

    return run


def restore_command(texts: Texts) -> click.Command:
    """Return the command `tenback admin restore`."""

    @click.command(
        "restore",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Restore a database from the backup FILE. Stop the server first.\n\n"
            "A database that is not empty is refused unless you add --replace. An old SQLite "
            "file is then kept next to it; existing data in PostgreSQL is deleted."
        ),
    )
    @click.argument("file", type=PATH_TYPE, metavar=texts("FILE"))
    @click.option("--replace", is_flag=True, help=texts("Replace the existing data."))
    @database_option(texts)
    @json_option(texts)
    def run(file: Path, replace: bool, database_url: str | None, as_json: bool) -> None:
        from tenback.server.clock import Clock
        from tenback.server.store.backup import restore

        async def work(database: "Database") -> Path | None:
            return await restore(file, database, is_replacing=replace, now=Clock().now())

        kept = with_database(database_url, work, is_new=True)
        if as_json:
            print_json({"file": str(file), "kept": None if kept is None else str(kept)})
            return
        click.echo(texts("restored from {file}", file=file))
        if kept is not None:
            click.echo(texts("the previous data is kept in {file}", file=kept))

    return run
