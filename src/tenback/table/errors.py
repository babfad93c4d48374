"""The error codes of a table, with their messages."""

from tenback.rules.errors import ErrorCode


class TableCode(ErrorCode):
    """Why a table refuses a move that the rules may allow."""

    NOT_YOUR_TURN = "not-your-turn", "seat {turn} is to move, not seat {seat}"
    NOT_YOUR_SEAT = "not-your-seat", "seat {seat} cannot speak for seat {other}"
    NOT_AGREED = (
        "not-agreed",
        "the seats agree on who begins: each names one, and all must name the same",
    )
    NO_TAKING_BACK = "no-taking-back", "this table does not allow taking back"
