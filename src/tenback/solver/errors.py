"""The error codes of the solver, with their messages."""

from tenback.rules.errors import ErrorCode


class SolverCode(ErrorCode):
    """Why the solver refuses a position."""

    NOT_SOLVABLE = "not-solvable", "{edition} is a duel: the solver only plays for teams"
