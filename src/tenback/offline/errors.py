"""The error codes of play without a server, with their messages."""

import logging

from tenback.rules import Refused, TenbackError
from tenback.rules.errors import ErrorCode
from tenback.server.errors import ServerCode

logger = logging.getLogger(__name__)


class OfflineCode(ErrorCode):
    """Why something is refused without a server."""

    NEEDS_SERVER = "needs-server", "this needs a connection to the server"
    BOT_PLAYED = "bot-played", "a bot finished this game for you: it is not one of your results"
    NO_STORAGE = "no-storage", "this browser could not read or save this, so nothing was done"


def told(error: Exception) -> TenbackError:
    """Return what the page is told about an error. An unexpected one is logged."""
    if isinstance(error, TenbackError):
        return error
    logger.error("a request failed", exc_info=error)
    return Refused(ServerCode.INTERNAL)
