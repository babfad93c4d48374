"""What servers say: refusals in the reader's language, and nothing that a terminal would obey."""

from tenback.cli.texts import Texts
from tenback.notation.errors import NotationCode
from tenback.protocol import Refusal
from tenback.protocol.errors import ProtocolCode
from tenback.rules.errors import Code
from tenback.server.errors import ServerCode
from tenback.table.errors import TableCode

KNOWN = {
    str(code): code
    for codes in (Code, TableCode, NotationCode, ProtocolCode, ServerCode)
    for code in codes
}


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Return the sentence of a refusal; what a newer server says stays in its own words."""
    code = KNOWN.get(refusal.code)
    try:
        told = refusal.message if code is None else texts(code.message, **refusal.details)
    except KeyError:
        told = refusal.message
    return printable(told)


def printable(text: str) -> str:
    r"""Return a text without control characters: they could draw anywhere on the screen.

    >>> printable("Anna\x1b[2J")
    'Anna�[2J'
    """
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
