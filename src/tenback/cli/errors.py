"""The error codes of the command line, with their messages."""

from tenback.rules.errors import ErrorCode


class CliCode(ErrorCode):
    """Why a command cannot run here."""

    MISSING_EXTRA = (
        "missing-extra",
        "{command} needs {module}, which is not installed: pip install 'tenback[{extra}]'",
    )
