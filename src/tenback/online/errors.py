"""The error codes of a client, with their messages."""

from tenback.rules.errors import ErrorCode


class OnlineCode(ErrorCode):
    """Why a conversation with a server does not come about."""

    BAD_LINK = "bad-link", "{text} is no link to a table: it should look like {example}"
    NO_SERVER = "no-server", "there is no answer from {text}: {reason}"
    NOT_TENBACK = "not-tenback", "{text} answers, but it is no server of Tenback"
