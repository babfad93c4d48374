"""The error codes of the command line, with their messages."""

from tenback.rules.errors import BadInput, ErrorCode


class CliCode(ErrorCode):
    """Why a command cannot run here."""

    MISSING_EXTRA = (
        "missing-extra",
        "{command} needs {module}, which is not installed: pip install 'tenback[{extra}]'",
    )


def missing(error: ModuleNotFoundError, extra: str = "bots") -> BadInput:
    """Return the error for a missing package of an extra that `tenback play` needs."""
    return BadInput(CliCode.MISSING_EXTRA, command="play", module=error.name, extra=extra)
