"""The error codes of training, with their messages."""

from tenback.rules.errors import ErrorCode


class TrainingCode(ErrorCode):
    """Why a network cannot be trained."""

    BAD_SETTINGS = "bad-settings", "the settings {text} cannot be used: {reason}"
    NO_DEVICE = "no-device", "cannot train on {text}: {reason}"
