"""The error codes of the analysis, with their messages."""

from tenback.rules.errors import ErrorCode


class AnalysisCode(ErrorCode):
    """Why a record cannot be analysed."""

    NOTHING_DECIDED = "nothing-decided", "nothing was decided in this record: it has no turn"
