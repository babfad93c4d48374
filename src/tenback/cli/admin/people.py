"""The `admin` commands about people. They import heavy modules only when they run."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tenback.cli.admin.database import database_option, no_such_person, with_database
from tenback.cli.commands import CliCommand, json_option, print_json
from tenback.cli.texts import Texts

if TYPE_CHECKING:
    from tenback.server.store import Database
    from tenback.server.store.overview import FoundPerson


def people_command(texts: Texts) -> click.Command:
    """Return the command `tenback admin people`."""

    @click.command(
        "people",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Find people by part of their name, by account or id, or at a table.\n\n"
            "The other commands take the id in the first column, or an account."
        ),
    )
    @click.argument("text", required=False, metavar="[TEXT]")
    @click.option(
        "--table", metavar=texts("TABLE"), help=texts("Who sits at a table, by its code or id.")
    )
    @database_option(texts)
    @json_option(texts)
    def run(text: str | None, table: str | None, database_url: str | None, as_json: bool) -> None:
        from tenback.server.store.overview import find_people, people_at

        if (text is None) == (table is None):
            raise click.UsageError(texts("give either TEXT or --table"))

        async def work(database: "Database") -> "list[FoundPerson]":
            if table is not None:
                return await people_at(database, table)
            return await find_people(database, text or "")

        found = with_database(database_url, work)
        if as_json:
            print_json([asdict(person) for person in found])
        else:
            _show(texts, found)

    return run


def rename_command(texts: Texts) -> click.Command:
    """Return the command `tenback admin rename`."""

    @click.command(
        "rename",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Give a person another NAME in lists and at new tables.\n\n"
            "PERSON is an id or an account. The account name stays, and so does the name at "
            "tables where they already sit."
        ),
    )
    @click.argument("person", metavar="PERSON")
    @click.argument("name", metavar=texts("NAME"))
    @database_option(texts)
    @json_option(texts)
    def run(person: str, name: str, database_url: str | None, as_json: bool) -> None:
        from tenback.server.account_checks import check_name
        from tenback.server.store import People

        new = check_name(name)

        async def work(database: "Database") -> "FoundPerson":
            found, people = await person_called(database, person), People(database)
            await people.check_name_of_others(new, found.account)
            await people.rename(found.id, new)
            return found

        found = with_database(database_url, work)
        if as_json:
            print_json({**asdict(found), "name": new})
        else:
            click.echo(
                texts("{old} ({id}) is now called {new}", old=found.name, id=found.id, new=new)
            )

    return run


def ban_command(texts: Texts) -> click.Command:
    """Return the command `tenback admin ban`."""

    @click.command(
        "ban",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Ban a person: their sessions and sockets end, and they cannot sign in.\n\n"
            "PERSON is an id or an account. A guest can come back as a new guest; use your "
            "proxy or firewall to block an address."
        ),
    )
    @click.argument("person", metavar="PERSON")
    @click.option(
        "--reason", default="", metavar="TEXT", help=texts("A note for you; nobody else sees it.")
    )
    @click.option("--lift", is_flag=True, help=texts("Let the person sign in again."))
    @database_option(texts)
    @json_option(texts)
    def run(person: str, reason: str, lift: bool, database_url: str | None, as_json: bool) -> None:
        from tenback.server.clock import Clock
        from tenback.server.store import Ban, Bans

        async def work(database: "Database") -> "FoundPerson":
            found, bans = await person_called(database, person), Bans(database)
            if lift:
                await bans.lift(found.id)
            else:
                await bans.add(Ban(found.id, Clock().now(), reason))
            return found

        found = with_database(database_url, work)
        if as_json:
            print_json({**asdict(found), "ban": None if lift else reason})
        elif lift:
            click.echo(texts("{name} ({id}) is not banned", name=found.name, id=found.id))
        else:
            click.echo(texts("{name} ({id}) is banned", name=found.name, id=found.id))

    return run


def delete_command(texts: Texts) -> click.Command:
    """Return the command `tenback admin delete`."""

    @click.command(
        "delete",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Delete a person and everything about them, for good.\n\n"
            "PERSON is an id or an account. People can do the same themselves on the page: "
            "others keep their tables, without the name. Backups still contain their data."
        ),
    )
    @click.argument("person", metavar="PERSON")
    @click.option("--yes", is_flag=True, help=texts("Do not ask for confirmation."))
    @database_option(texts)
    @json_option(texts)
    def run(person: str, yes: bool, database_url: str | None, as_json: bool) -> None:
        from tenback.server.clock import Clock
        from tenback.server.store import Notes, erase_person, new_id
        from tenback.server.store.notes import PEOPLE_REMOVED

        async def look(database: "Database") -> "FoundPerson":
            return await person_called(database, person)

        found = with_database(database_url, look)

        async def work(database: "Database") -> None:
            await erase_person(database, found.id, Clock().now())
            await Notes(database).write(PEOPLE_REMOVED, new_id())

        if not yes:
            question = texts("Delete {name} ({id}) for good?", name=found.name, id=found.id)
            click.confirm(question, abort=True, err=True)
        with_database(database_url, work)
        if as_json:
            print_json(asdict(found))
        else:
            click.echo(texts("{name} ({id}) is deleted", name=found.name, id=found.id))

    return run


async def person_called(database: "Database", text: str) -> "FoundPerson":
    """Return the person with this id or account, or refuse."""
    from tenback.server.store.overview import person_named

    found = await person_named(database, text)
    if found is None:
        raise no_such_person(text)
    return found


def _show(texts: Texts, found: "Sequence[FoundPerson]") -> None:
    from tenback.server.clock import date_of

    for person in found:
        account = texts("guest") if person.account is None else person.account
        ban = "" if person.ban is None else "  " + texts("banned: {reason}", reason=person.ban)
        click.echo(f"{person.id}  {date_of(person.created_at)}  {account}  {person.name}{ban}")
    if not found:
        click.echo(texts("nobody was found"))
