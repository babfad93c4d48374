"""The error codes of the notation, with their messages."""

from tenback.rules.errors import ErrorCode


class NotationCode(ErrorCode):
    """Why a text, a value or a file cannot be read or written."""

    BAD_EDITION = "bad-edition", "no edition is called {text}: there are {known}"
    BAD_OPTION = "bad-option", "{edition} has no option {text}: it has {known}"
    BAD_PLAYERS = "bad-players", "{text} are not the players of {seats} seats"
    BAD_CODE = "bad-code", "{text} is no deal code: {reason}"
    BAD_CHECK = (
        "bad-check",
        "the deal code {text} has a slip: its last sign does not match the others",
    )
    BAD_MOVE = "bad-move", "{text} is no move: {reason}"
    BAD_EVENT = "bad-event", "{text} is no event: {reason}"
    BAD_POSITION = "bad-position", "the {field} {text} cannot be read: {reason}"
    IMPOSSIBLE_POSITION = "impossible-position", "the {field} {text} cannot be: {reason}"
    BAD_RECORD = "bad-record", "{text} cannot be read: {reason}"
    RECORD_DIFFERS = (
        "record-differs",
        "the record says {text}, but the cards and moves give {truth}",
    )
    BAD_JSON = "bad-json", "this is not the JSON that is asked for: {reason}"
    BAD_FILE = "bad-file", "{text} cannot be read: {reason}"
    CANNOT_WRITE = "cannot-write", "{text} cannot be written: {reason}"
    BAD_SALT = "bad-salt", "{text} is no salt: it has {count} small hex digits"
    BAD_WORD = (
        "bad-word",
        "{text} cannot be added to the seed: a word has {most} printable signs at most",
    )
    NOT_FAIR = "not-fair", "it is not proven that the cards are fair: {reason}"
