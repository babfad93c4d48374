"""The error codes of the notation, with their messages."""

from tenback.rules.errors import ErrorCode


class NotationCode(ErrorCode):
    """Why a text, a value or a file cannot be read or written."""

    BAD_EDITION = "bad-edition", "there is no edition {text}: use one of {known}"
    BAD_OPTION = "bad-option", "{edition} has no option {text}: it has {known}"
    BAD_PLAYERS = "bad-players", "{text} does not name one player for each of the {seats} seats"
    BAD_CODE = "bad-code", "{text} is not a deal code: {reason}"
    BAD_CHECK = (
        "bad-check",
        "the deal code {text} has a typo: its last character does not match the rest",
    )
    BAD_MOVE = "bad-move", "{text} is not a move: {reason}"
    BAD_EVENT = "bad-event", "{text} is not an event: {reason}"
    BAD_POSITION = "bad-position", "the {field} {text} cannot be read: {reason}"
    IMPOSSIBLE_POSITION = "impossible-position", "the {field} {text} cannot be right: {reason}"
    BAD_RECORD = "bad-record", "{text} cannot be read: {reason}"
    RECORD_DIFFERS = (
        "record-differs",
        "the record says {text}, but the cards and moves give {truth}",
    )
    BAD_JSON = "bad-json", "this is not the expected JSON: {reason}"
    BAD_FILE = "bad-file", "{text} cannot be read: {reason}"
    CANNOT_WRITE = "cannot-write", "{text} cannot be written: {reason}"
    BAD_SALT = "bad-salt", "{text} is not a salt: a salt has {count} lowercase hex digits"
    BAD_WORD = (
        "bad-word",
        "{text} cannot be added to the seed: a word has at most {most} printable characters",
    )
    NOT_FAIR = "not-fair", "there is no proof that the cards are fair: {reason}"
