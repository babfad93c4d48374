"""The error codes of players, with their messages."""

from collections.abc import Iterable

from tenback.rules import BadInput
from tenback.rules.errors import ErrorCode


class PlayerCode(ErrorCode):
    """Why players cannot be seated."""

    NO_SUCH_BOT = (
        "no-such-bot",
        "there is no bot {text}: use one of {known}, or your own as file.py:Name",
    )
    BAD_BOTS = (
        "bad-bots",
        "bots given: {count}, seats: {seats}; give one bot for all seats, or one for each",
    )


def no_such_bot(text: str, known: Iterable[str]) -> BadInput:
    """Return the error for an unknown bot, with the names that exist."""
    return BadInput(PlayerCode.NO_SUCH_BOT, text=text, known=", ".join(known))
