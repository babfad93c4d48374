"""How a check says that something is wrong."""


class CheckFailed(AssertionError):
    """Something does not do what it has to; the message says what, and where."""
