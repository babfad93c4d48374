"""The error codes of the analysis, with their messages."""

from tenback.rules.errors import ErrorCode


class AnalysisCode(ErrorCode):
    """Why a record cannot be analyzed."""

    NOTHING_DECIDED = "nothing-decided", "this record contains no decisions: it has no turns"
    NO_SUCH_DECISION = "no-such-decision", "there was no decision to make at event {event}"
    NOT_TRIED = "not-tried", "{move} is not part of a turn: a turn is plays followed by end"
