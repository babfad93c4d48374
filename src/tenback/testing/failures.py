"""How a check reports that something is wrong."""


class CheckFailed(AssertionError):
    """Something does not do what it must; the message says what, and where."""
