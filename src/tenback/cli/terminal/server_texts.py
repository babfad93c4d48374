"""Texts from servers: translated refusals, and nothing that could control the terminal."""

from tenback.cli.texts import Texts
from tenback.notation.errors import NotationCode
from tenback.online.errors import OnlineCode
from tenback.protocol import Refusal
from tenback.protocol.errors import ProtocolCode
from tenback.rules.errors import Code
from tenback.server.errors import ServerCode
from tenback.table.errors import TableCode

LONGEST_NAME, LONGEST_SENTENCE = 40, 300
"""The lengths at which names and sentences are cut. Tenback servers allow no longer ones."""
CODES = {
    str(code): code
    for codes in (Code, TableCode, NotationCode, ProtocolCode, ServerCode, OnlineCode)
    for code in codes
}


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Translate a refusal. A newer server's unknown refusals stay in its own words."""
    code = CODES.get(refusal.code)
    try:
        told = refusal.message if code is None else texts(code.message, **refusal.details)
    except (LookupError, ValueError):
        told = refusal.message
    return printable(told, LONGEST_SENTENCE)


def printable(text: str, most: int) -> str:
    r"""Return a text cut to length and without control characters, which could draw anywhere.

    >>> printable("Anna\x1b[2J", 10), printable("Annabella", 5)
    ('Anna�[2J', 'Anna…')
    """
    short = text if len(text) <= most else f"{text[: most - 1]}…"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in short)
