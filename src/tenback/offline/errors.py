"""The error codes of play without a server, with their messages."""

from tenback.rules.errors import ErrorCode


class OfflineCode(ErrorCode):
    """Why something is refused without a server."""

    NEEDS_SERVER = "needs-server", "this needs a connection to the server"
    BOT_PLAYED = "bot-played", "a bot finished this game for you: it is not one of your results"
