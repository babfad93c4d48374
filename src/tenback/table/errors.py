"""The error codes of a table, with their messages."""

from tenback.rules.errors import ErrorCode


class TableCode(ErrorCode):
    """Why a table refuses a move that the rules may allow."""

    NOT_YOUR_TURN = "not-your-turn", "it is seat {turn}'s turn, not seat {seat}'s"
    NOT_YOUR_SEAT = "not-your-seat", "seat {seat} cannot speak for seat {other}"
    NOT_AGREED = (
        "not-agreed",
        ("the seats must agree on who begins: each names a seat, and all must name the same one"),
    )
    NO_TAKING_BACK = "no-taking-back", "this table does not allow take-backs"
