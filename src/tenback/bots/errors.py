"""The bots' error codes, with their messages."""

from tenback.rules.errors import ErrorCode


class BotCode(ErrorCode):
    """Why a bot cannot be made."""

    BAD_BOT = "bad-bot", "{text} is not a bot: {reason}"
