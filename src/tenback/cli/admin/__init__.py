"""The command group `admin`: everyday tasks of a server's host."""

import click

from tenback.cli.admin import announcing, backups, figures, people, tidying
from tenback.cli.commands import CliGroup
from tenback.cli.texts import Texts


def command(texts: Texts) -> click.Command:
    """Return the group `tenback admin`."""
    group = CliGroup(
        "admin",
        texts=texts,
        subcommand_metavar=texts("COMMAND …"),
        help=texts(
            "Manage a server: figures, backups, people, old data, announcements.\n\n"
            "Every command works on the database while the server runs, unless its help says "
            "otherwise. Name the database with --database-url or TENBACK_DATABASE_URL, as "
            "for serve.\n\n"
            "\b\nExamples:  tenback admin figures\n           tenback admin backup "
            "tonight.sqlite"
        ),
    )
    for make in (
        figures.command,
        backups.backup_command,
        backups.restore_command,
        people.people_command,
        people.rename_command,
        people.ban_command,
        people.delete_command,
        tidying.command,
        announcing.command,
    ):
        group.add_command(make(texts))
    return group
