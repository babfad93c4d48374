"""The error codes of the server, with their messages."""

from tenback.rules.errors import ErrorCode


class ServerCode(ErrorCode):
    """Why the server refuses a request."""

    NO_SUCH_TABLE = "no-such-table", "there is no table {text}"
    OTHER_VERSION = (
        "other-version",
        "the table {text} was started under rules that this server does not support",
    )
    BAD_TABLE = "bad-table", "a table cannot be set up like that: {reason}"
    NO_WATCHING = "no-watching", "this table does not allow spectators, and all its seats are taken"
    NOT_SEATED = "not-seated", "only the players at this table can do that"
    SEATED = "seated", "you are already sitting in seat {seat}"
    SEAT_TAKEN = "seat-taken", "seat {seat} is taken"
    SEAT_EMPTY = "seat-empty", "seat {seat} is empty: the cards are dealt when all seats are taken"
    TABLE_FULL = "table-full", "all seats are taken"
    NOT_HOST = "not-host", "only {name}, the host of this table, can do that"
    SENT_AWAY = "sent-away", "the host has removed you from this table"
    NO_BOTS = (
        "no-bots",
        "this table counts for a rating or for a deal of the day: bots cannot sit down here",
    )
    DEALT = "dealt", "the cards have already been dealt"
    NOT_DEALT = "not-dealt", "the cards have not been dealt yet"
    WORDS_CLOSED = "words-closed", "it is too late to add a word: the cards are about to be dealt"
    NOT_CLOSED = "not-closed", "there is no word to open now"
    OTHER_WORD = "other-word", "that is not the word you sealed"
    NO_WORDS = "no-words", "this table uses a known deal, so words cannot change its cards"
    NO_COMMITMENT = (
        "no-commitment",
        "the commitment is missing, unknown, too old, or already used for another table",
    )
    NOT_OVER = "not-over", "the game is not over yet"
    NOT_AWAY = "not-away", "{name} is here and playing seat {seat}"
    CLOCK_RUNS = "clock-runs", "in this duel a bot plays for {name} only when their time is up"
    NOT_REPLACED = "not-replaced", "no bot is playing for you"
    REPLACED = "replaced", "a bot is playing for you: take your seat back first"
    NO_HINTS = "no-hints", "this table gives no hints"
    WORN_OUT = "worn-out", "this table has reached its limit of moves and messages: open another"
    BAD_TEXT = "bad-text", "this cannot be sent: {reason}"
    NUMBER_SAID = "number-said", "numbers must stay secret, and {text} may be one"
    BAD_PROTOCOL = "bad-protocol", "this server speaks protocol {spoken}, not {text}"
    TOO_MANY = "too-many", "too many messages at once: wait a moment"
    UNAVAILABLE = (
        "unavailable",
        (
            "the database cannot be reached, so it is unknown whether this was stored; "
            "send it again with the same id"
        ),
    )
    NOT_STORED = (
        "not-stored",
        "nothing was done: the database refused to store it; the reason is in the server's log",
    )
    BAD_DATABASE = "bad-database", "the database {text} cannot be used: {reason}"
    BAD_BACKUP = "bad-backup", "the backup {text} cannot be used: {reason}"
    NO_SUCH_PERSON = "no-such-person", "nobody has the id or the account {text}"
    BANNED = "banned", "the host of this server has banned this account"
    NAME_TAKEN = "name-taken", "the account name {text} is already taken"
    BAD_SETTING = "bad-setting", "{name} cannot be {text}: {reason}"
    CANNOT_LISTEN = "cannot-listen", "the server cannot listen on {text}: {reason}"
    NOT_SIGNED_IN = (
        "not-signed-in",
        "you are not signed in: give your name first, or sign in",
    )
    BAD_NAME = "bad-name", "{text} is not a valid name: use 1 to {most} printable characters"
    NAME_OF_OTHER = "name-of-other", "{text} could be taken for {other}: choose another name"
    BAD_ACCOUNT = (
        "bad-account",
        "{text} is not a valid account name: use {least} to {most} printable characters",
    )
    BAD_PASSWORD = "bad-password", "a password must have {least} to {most} characters"
    NOT_A_BOT = "not-a-bot", "you are signed in as a person: a bot connects without a session"
    HAS_ACCOUNT = "has-account", "you already have the account {text}"
    WRONG_LOGIN = "wrong-login", "wrong account name or password"
    WRONG_PASSWORD = "wrong-password", "that is not your password"
    NO_ACCOUNT = "no-account", "you are a guest, and guests have no password"
    NO_SUCH_SESSION = "no-such-session", "you have no session {text}, or it has already ended"
    BAD_DAY = "bad-day", "{text} is not a date: write it like 2024-11-15, or use today"
    NOT_YET = "not-yet", "{day} is in the future: days begin at midnight UTC"
    FOREIGN_ORIGIN = "foreign-origin", "this request comes from another site"
    DAY_NOT_OVER = (
        "day-not-over",
        (
            "others are still playing these cards today: "
            "this has to wait until the day is over (UTC)"
        ),
    )
    TOO_LONG = "too-long", "this game is too long to be analyzed: it has more than {most} events"
    NOT_OFFLINE = "not-offline", "this is not a game that you played offline: {reason}"
    FOREIGN_HOST = "foreign-host", "this server does not answer to the host name {text}"
    NO_SUCH_PAGE = "no-such-page", "there is nothing at {text}"
    BAD_METHOD = "bad-method", "{method} is not allowed for {text}"
    TOO_LARGE = "too-large", "this is too large: at most {most} bytes are allowed"
    NOT_JSON = "not-json", "send this as application/json, not as {text}"
    INTERNAL = "internal", "internal error; it has been logged"
