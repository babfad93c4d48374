"""The error codes of the compiled simulator, with their messages."""

from tenback.rules.errors import ErrorCode


class SimulatorCode(ErrorCode):
    """Why the compiled simulator cannot play."""

    NO_SUCH_BOT = (
        "no-such-bot",
        "no bot is called {text}: there are {known}, and your own as file.py:Name",
    )
    BAD_BOTS = (
        "bad-bots",
        "{count} bots are not for {seats} seats: give one for all, or one for each",
    )
    BAD_STARTER = "bad-starter", "who begins is given for a duel only, as seat 0 or 1, not {text}"
    ILLEGAL_ACTION = (
        "illegal-action",
        "{count} tables cannot do what was asked, the first is table {table}: {text} in {position}",
    )
    BAD_BUFFER = (
        "bad-buffer",
        "the buffer {name} must be {wanted}, in one piece and writeable, not {text}",
    )
