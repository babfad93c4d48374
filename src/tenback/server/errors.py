"""The error codes of the server, with their messages."""

from tenback.rules.errors import ErrorCode


class ServerCode(ErrorCode):
    """Why the server refuses a request."""

    NO_SUCH_TABLE = "no-such-table", "there is no table {text}"
    OTHER_VERSION = (
        "other-version",
        "the table {text} was begun under other rules than this server plays",
    )
    BAD_TABLE = "bad-table", "no table can be like that: {reason}"
    NO_WATCHING = "no-watching", "this table takes no spectators, and all its seats are taken"
    NOT_SEATED = "not-seated", "that is for those who sit at the table"
    SEATED = "seated", "you sit on seat {seat} already"
    SEAT_TAKEN = "seat-taken", "seat {seat} is taken"
    SEAT_EMPTY = "seat-empty", "seat {seat} is empty: the cards are dealt when all seats are taken"
    TABLE_FULL = "table-full", "all seats are taken"
    NOT_HOST = "not-host", "only the host of the table can do that: {name}"
    SENT_AWAY = "sent-away", "the host has sent you away from this table"
    NO_BOTS = "no-bots", "this table counts for a rating or for a day: bots cannot sit down here"
    DEALT = "dealt", "the cards are dealt already"
    NOT_DEALT = "not-dealt", "the cards are not dealt yet"
    WORDS_CLOSED = "words-closed", "the words are closed, and the cards come in a moment"
    NOT_CLOSED = "not-closed", "there is no word to open now"
    OTHER_WORD = "other-word", "that is not the word that you have sealed"
    NO_WORDS = "no-words", "the cards of this table are known already: words cannot change them"
    NOT_OVER = "not-over", "the sitting is not over yet"
    NOT_AWAY = "not-away", "{name} is here and plays seat {seat}"
    NOT_REPLACED = "not-replaced", "no bot plays for you"
    REPLACED = "replaced", "a bot plays for you: take your seat back first"
    NO_HINTS = "no-hints", "this table gives no hints"
    WORN_OUT = "worn-out", "so much has happened at this table that it takes no more: open another"
    BAD_TEXT = "bad-text", "this cannot be sent: {reason}"
    NUMBER_SAID = "number-said", "numbers are not told, and {text} may be one"
    BAD_PROTOCOL = "bad-protocol", "this server speaks protocol {spoken}, not {text}"
    TOO_MANY = "too-many", "too many messages at once: wait a moment"
    UNAVAILABLE = (
        "unavailable",
        (
            "the tables cannot be reached now: whether it was done is not known; send it again, "
            "with the same id"
        ),
    )
    NOT_STORED = (
        "not-stored",
        (
            "nothing was done: the database refuses to store it; whoever runs the server finds "
            "the reason in the log"
        ),
    )
    BAD_DATABASE = "bad-database", "the database {text} cannot be used: {reason}"
    BAD_BACKUP = "bad-backup", "the backup {text} cannot be used: {reason}"
    NO_SUCH_PERSON = "no-such-person", "nobody has the id or the account {text}"
    BANNED = "banned", "the host of this server has banned this account"
    NAME_TAKEN = "name-taken", "somebody else has the account {text}"
    BAD_SETTING = "bad-setting", "{name} cannot be {text}: {reason}"
    CANNOT_LISTEN = "cannot-listen", "nothing can be served at {text}: {reason}"
    NOT_SIGNED_IN = (
        "not-signed-in",
        "nobody knows here who you are: say your name first, or sign in",
    )
    BAD_NAME = "bad-name", "{text} is no name: a name has 1 to {most} printable signs"
    NAME_OF_OTHER = "name-of-other", "{text} could be taken for {other}: choose another name"
    BAD_ACCOUNT = (
        "bad-account",
        "{text} is no name for an account: it has {least} to {most} printable signs",
    )
    BAD_PASSWORD = "bad-password", "a password has {least} to {most} signs"
    NOT_A_BOT = "not-a-bot", "you came as a person: a bot comes in without a session"
    HAS_ACCOUNT = "has-account", "you have the account {text} already"
    WRONG_LOGIN = "wrong-login", "there is no such account, or it has another password"
    WRONG_PASSWORD = "wrong-password", "that is not the password of your account"
    NO_ACCOUNT = "no-account", "you are a guest: only an account has a password"
    NO_SUCH_SESSION = "no-such-session", "you have no session {text}, or it has ended already"
    BAD_DAY = "bad-day", "{text} is no day: days are written like 2024-11-15, or today"
    NOT_YET = "not-yet", "{day} has not come yet: days begin at midnight UTC"
    FOREIGN_ORIGIN = "foreign-origin", "this comes from a page of another site"
    DAY_NOT_OVER = (
        "day-not-over",
        "others still play these cards today: they can be analyzed when the day is over (UTC)",
    )
    TOO_LONG = "too-long", "this game is too long to be analyzed: it has more than {most} events"
    FOREIGN_HOST = "foreign-host", "this server is not called {text}"
    NO_SUCH_PAGE = "no-such-page", "there is nothing at {text}"
    BAD_METHOD = "bad-method", "{method} cannot be done with {text}"
    TOO_LARGE = "too-large", "this is too much at once: {most} bytes are the most"
    NOT_JSON = "not-json", "this is read as application/json only, not as {text}"
    INTERNAL = "internal", "something went wrong here; it is written down"
