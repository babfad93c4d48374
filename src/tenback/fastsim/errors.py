"""The error codes of the compiled simulator, with their messages."""

from tenback.rules.errors import ErrorCode


class SimulatorCode(ErrorCode):
    """Why the compiled simulator cannot play."""

    BAD_STARTER = "bad-starter", "only a duel can set who begins, to seat 0 or 1, not {text}"
    ILLEGAL_ACTION = (
        "illegal-action",
        "illegal actions at {count} tables, the first at table {table}: {text} in {position}",
    )
    BAD_BUFFER = (
        "bad-buffer",
        "the buffer {name} must be {wanted}, contiguous and writable, not {text}",
    )
