"""Facts: what has happened at a table on the server. They are stored, and sent as each may know.

A field that a fact hides is None for those who may not see it. A step is what one request
brought about: some facts together, with one number.
"""

from typing import Annotated

from msgspec import Meta, Struct

from tenback.rules import USUAL_EDITION

Seat = Annotated[int, Meta(ge=0, le=4)]
BotName = Annotated[str, Meta(min_length=1, max_length=32)]
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 86_400
Clock = Annotated[int, Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)]


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played at a table, and how."""

    edition: Annotated[str, Meta(max_length=64)] = USUAL_EDITION.name
    """With options and layout, as in `extreme+min3@shuffled`."""
    layout: dict[str, list[int]] | None = None
    """The numbers of a custom Extreme layout (E14)."""
    seats: Annotated[int, Meta(ge=1, le=5)] = 1
    deal: Annotated[str, Meta(max_length=128)] | None = None
    """The code of a deal that everybody knows; else the cards are drawn fairly."""
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    """Play the deal of this day."""
    is_public: bool = False
    """Listed for everybody; else by invitation."""
    can_watch: bool = True
    is_past_shown: bool = True
    """Whether the laid cards can be looked up (C13)."""
    can_take_back: bool = True
    has_hints: bool = True
    """Whether a seat may ask the strongest bot what it would do."""
    clock: Clock | None = None
    """Seconds for a turn; then a bot plays for the seat."""


class Opened(Struct, frozen=True, tag="opened"):
    """The table was opened; the commitment binds the server to its secret (docs/fairness.md)."""

    settings: TableSettings
    commitment: str | None = None
    """None where others know the cards already."""
    secret: str | None = None
    code: str | None = None
    """Of the deal of a day."""


class Sat(Struct, frozen=True, tag="sat"):
    """Somebody has taken a seat, a person or a bot."""

    seat: int
    name: str
    bot: str | None = None
    person: str | None = None
    is_you: bool = False
    """Sent to the person who sits there."""
    is_bot: bool = False
    """Whether this is a player's own bot, as it said when it joined."""


class Stood(Struct, frozen=True, tag="stood", omit_defaults=True):
    """A seat is free again."""

    seat: int
    is_sent_away: bool = False
    """Whether the host of the table freed it."""
    person: str | None = None
    """Who was sent away, and cannot sit down again: stored, not sent."""


class WordGiven(Struct, frozen=True, tag="word"):
    """A seat has added a word to the seed, sealed or open (docs/fairness.md)."""

    seat: int
    word: str
    """Empty for others until the words are closed."""
    seal: str | None = None
    """Binds the seat to its word before anybody sees it."""
    salt: str | None = None
    """Opens the seal, once the words are closed."""


class WordsClosed(Struct, frozen=True, tag="words-closed"):
    """All words are sealed: nobody changes theirs or sits down; each seat opens its own now."""


class WordWithheld(Struct, frozen=True, tag="word-withheld"):
    """A seat has not opened its word in time: the cards come without it."""

    seat: int


class Dealt(Struct, frozen=True, tag="dealt"):
    """The cards are dealt; each seat sees its own."""

    edition: str
    """With the layout: `extreme@shuffled:KEY`."""
    hand_sizes: list[int]
    draw_sizes: list[int]
    turn: int | None = None
    """Who begins, where that is not agreed on (C4)."""
    hand: list[int] | None = None
    code: str | None = None
    commands: dict[str, list[int]] | None = None
    """Which numbers carry which command (E2): sent, not stored."""


class Played(Struct, frozen=True, tag="played"):
    """What the referee reported, as texts of the notation: `1:23>u1`, `1:draws ?.?`, `turn 2`."""

    events: list[str]


class Chatted(Struct, frozen=True, tag="chatted"):
    """Somebody has written something; without a seat it was a spectator."""

    seat: int | None
    name: str
    text: str


class ResignWished(Struct, frozen=True, tag="resign-wished"):
    """A seat wants to give up, or no longer wants to; the team gives up when all want to."""

    seat: int
    is_wished: bool


class Replaced(Struct, frozen=True, tag="replaced"):
    """A bot plays for the person of a seat, who can take it back."""

    seat: int
    bot: str


class Returned(Struct, frozen=True, tag="returned"):
    """The person of a seat plays again."""

    seat: int


class Revealed(Struct, frozen=True, tag="revealed"):
    """The game is over: now everybody may check the cards."""

    secret: str
    code: str


class Followed(Struct, frozen=True, tag="followed"):
    """The same people go on at another table."""

    table: str


Fact = (
    Opened
    | Sat
    | Stood
    | WordGiven
    | WordsClosed
    | WordWithheld
    | Dealt
    | Played
    | Chatted
    | ResignWished
    | Replaced
    | Returned
    | Revealed
    | Followed
)


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """Somebody who was here has been deleted, and the steps before no longer name them.

    It is stored and never sent: connected clients are welcomed again instead.
    """

    seat: int | None
    """Where they sat: free again before the deal, a bot's after it."""
    is_word_gone: bool = False
    """Whether their word named them, and was deleted: then nothing proves the cards any more."""


StoredFact = Fact | Forgotten
"""What a table's log holds."""
