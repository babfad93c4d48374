"""The error that all checks raise."""


class CheckFailed(AssertionError):
    """A check failed; the message says what is wrong, and where."""
