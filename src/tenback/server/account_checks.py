"""Checks of names and passwords that people choose."""

import re
from unicodedata import normalize

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.names import is_visible, reserved_like
from tenback.server.store.people import account_name

LONGEST_NAME = 32
BOT_MARK = " (bot)"
SHORTEST_ACCOUNT, LONGEST_ACCOUNT = 3, 32
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LONGEST_TEXT = 1000
"""Longer input is refused before it is normalized."""
JOINER = re.compile(r"(?<=[^\w\s])\u200d(?=[^\w\s])")
"""The zero-width joiner: it joins emoji into one picture and is not printed itself."""


def check_name(text: str) -> str:
    """Return a person's name in its canonical spelling, or refuse it.

    >>> check_name("  Zoe\u0308 ")
    'Zoë'
    """
    name = _tidy(text)
    is_printable = JOINER.sub("", name).isprintable() and is_visible(name)
    if not (0 < len(name) <= LONGEST_NAME and is_printable):
        raise BadInput(ServerCode.BAD_NAME, text=text, most=LONGEST_NAME)
    if other := reserved_like(name):
        raise BadInput(ServerCode.NAME_OF_OTHER, text=text, other=other)
    return name


def check_bot_name(text: str) -> str:
    """Return the name of a player's own bot. It ends in a mark that everybody can see.

    >>> check_bot_name("Greta"), check_bot_name("Greta (bot)")
    ('Greta (bot)', 'Greta (bot)')
    """
    return check_name(text.removesuffix(BOT_MARK)[: LONGEST_NAME - len(BOT_MARK)] + BOT_MARK)


def check_account(text: str) -> str:
    """Return an account name in its canonical spelling, or refuse it."""
    name = account_name(_tidy(text))
    is_printable = name.isprintable() and is_visible(name)
    if not (SHORTEST_ACCOUNT <= len(name) <= LONGEST_ACCOUNT and is_printable):
        raise BadInput(
            ServerCode.BAD_ACCOUNT, text=text, least=SHORTEST_ACCOUNT, most=LONGEST_ACCOUNT
        )
    return name


def check_password(text: str) -> str:
    """Return a password, or refuse one that is too short or too long."""
    if not SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD:
        raise BadInput(ServerCode.BAD_PASSWORD, least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    return text


def _tidy(text: str) -> str:
    return text if len(text) > LONGEST_TEXT else normalize("NFC", text).strip()
