"""Signing in to a server: with an account, as the previous guest, or as a new one."""

from contextlib import suppress

from tenback.cli.sessions import Sessions
from tenback.cli.terminal.server_texts import refusal_text
from tenback.cli.texts import Texts
from tenback.online import CodeLink, Person, TableLink, TurnedDown, find_table

PATIENCE = 3.0
"""Seconds to wait for a server that does not answer."""


class SignInRefused(Exception):
    """The server refused the sign-in. The text says why, in the user's language."""


async def sign_in_at_table(
    texts: Texts,
    link: TableLink | CodeLink,
    sessions: Sessions,
    *,
    name: str | None,
    login: tuple[str, str] | None,
) -> tuple[TableLink, Person]:
    """Return the table that a link names, and the person who is signed in there."""
    try:
        table = await find_table(link, PATIENCE)
    except TurnedDown as refused:
        raise SignInRefused(refusal_text(texts, refused.refusal)) from None
    return table, await sign_in(texts, table.url, sessions, name=name, login=login)


async def sign_in(
    texts: Texts, url: str, sessions: Sessions, *, name: str | None, login: tuple[str, str] | None
) -> Person:
    """Sign in to a server and remember the session."""
    try:
        if login is not None:
            person = await Person.log_in(url, *login, PATIENCE)
        else:
            person = await sessions.recall(url, name) or await Person.sign_up(
                url, name or texts("Player {number}", number=1), PATIENCE
            )
    except TurnedDown as refused:
        raise SignInRefused(refusal_text(texts, refused.refusal)) from None
    with suppress(OSError):  # a full disk only means that the session is not remembered
        sessions.keep(person)
    return person
