"""The error codes of the protocol, with their messages."""

from tenback.rules.errors import ErrorCode


class ProtocolCode(ErrorCode):
    """Why a message cannot be read."""

    BAD_MESSAGE = "bad-message", "this is not a protocol message: {reason}"
