"""The error codes of players, by name and by number, with their messages."""

from collections.abc import Iterable

from tenback.rules import BadInput
from tenback.rules.errors import ErrorCode


class PlayerCode(ErrorCode):
    """Why players cannot be seated."""

    NO_SUCH_BOT = (
        "no-such-bot",
        "no bot is called {text}: there are {known}, and your own as file.py:Name",
    )
    BAD_BOTS = (
        "bad-bots",
        "{count} bots are not for {seats} seats: give one for all, or one for each",
    )


def no_such_bot(text: str, known: Iterable[str]) -> BadInput:
    """Return the refusal of a name, with the names that exist."""
    return BadInput(PlayerCode.NO_SUCH_BOT, text=text, known=", ".join(known))
