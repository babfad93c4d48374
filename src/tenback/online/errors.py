"""The error codes of a client, with their messages."""

from tenback.rules.errors import ErrorCode


class OnlineCode(ErrorCode):
    """Why a conversation with a server fails."""

    BAD_LINK = "bad-link", "{text} is not a link to a table: it should look like {example}"
    NO_SERVER = "no-server", "no answer from {text}: {reason}"
    TURNED_DOWN = "turned-down", "{text} does not let the bot play: {reason}"
    GONE = "gone", "the table {text} no longer exists"
    SEAT_LOST = "seat-lost", "the bot no longer has a seat at {text}"
    ILLEGAL = "bot-move", "the bot chose {text}, which is not among the moves in its view"
    BOT_FAILED = "bot-error", "the bot failed: {reason}"
    NOT_TENBACK = "not-tenback", "{text} answers, but it is not a Tenback server"
