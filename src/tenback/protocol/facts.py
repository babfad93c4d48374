"""Facts: what has happened at a table on the server, as stored and as sent to clients.

A field is None for those who may not see it. A step is the numbered group of facts that one
request caused.
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
    """The code of a deal that everybody knows. Without one, the cards are drawn fairly."""
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    """Play the deal of this day."""
    is_public: bool = False
    """Whether everybody sees the table in lists; otherwise players come by invitation."""
    can_watch: bool = True
    is_past_shown: bool = True
    """Whether the laid cards can be looked up (C13)."""
    can_take_back: bool = True
    has_hints: bool = True
    """Whether a seat may ask the strongest bot what it would do."""
    clock: Clock | None = None
    """Seconds per turn; after that a bot plays for the seat."""


class Opened(Struct, frozen=True, tag="opened"):
    """The table was opened; the commitment binds the server to its secret (docs/fairness.md)."""

    settings: TableSettings
    commitment: str | None = None
    """None if others already know the cards."""
    secret: str | None = None
    code: str | None = None
    """The code of the day's deal."""


class Sat(Struct, frozen=True, tag="sat"):
    """A person or a bot has taken a seat."""

    seat: int
    name: str
    bot: str | None = None
    person: str | None = None
    is_you: bool = False
    """True only in the copy sent to the person in that seat."""
    is_bot: bool = False
    """Whether this is a player's own bot, as declared when it joined."""


class Stood(Struct, frozen=True, tag="stood", omit_defaults=True):
    """A seat is free again."""

    seat: int
    is_sent_away: bool = False
    """Whether the host of the table freed it."""
    person: str | None = None
    """The person who was sent away and cannot sit down again. Stored, never sent."""


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
    """All words are sealed: no word or seat can change now. Each seat opens its word."""


class WordWithheld(Struct, frozen=True, tag="word-withheld"):
    """A seat did not open its word in time, so the cards are dealt without it."""

    seat: int


class Dealt(Struct, frozen=True, tag="dealt"):
    """The cards are dealt; each seat sees its own."""

    edition: str
    """With the layout: `extreme@shuffled:KEY`."""
    hand_sizes: list[int]
    draw_sizes: list[int]
    turn: int | None = None
    """The seat that begins, unless the players agree on it (C4)."""
    hand: list[int] | None = None
    code: str | None = None
    commands: dict[str, list[int]] | None = None
    """The numbers that carry each command (E2). Sent, not stored."""


class Played(Struct, frozen=True, tag="played"):
    """What the referee reported, in notation: `1:23>u1`, `1:draws ?.?`, `turn 2`."""

    events: list[str]


class Chatted(Struct, frozen=True, tag="chatted"):
    """Somebody wrote a chat message; without a seat it was a spectator."""

    seat: int | None
    name: str
    text: str


class ResignWished(Struct, frozen=True, tag="resign-wished"):
    """A seat wants to give up, or no longer wants to. A team gives up once every seat wants to."""

    seat: int
    is_wished: bool


class Replaced(Struct, frozen=True, tag="replaced"):
    """A bot now plays for the person in a seat, who can take the seat back."""

    seat: int
    bot: str


class Returned(Struct, frozen=True, tag="returned"):
    """The person in a seat plays again after a bot filled in."""

    seat: int


class Revealed(Struct, frozen=True, tag="revealed"):
    """The game is over, and everybody can check the cards."""

    secret: str
    code: str


class Followed(Struct, frozen=True, tag="followed"):
    """The same people continue at another table."""

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
    """A person who was here has been deleted, and earlier steps no longer name them.

    Stored and never sent: connected clients get a new welcome instead.
    """

    seat: int | None
    """Their seat: free again if this was before the deal, taken over by a bot after it."""
    is_word_gone: bool = False
    """Whether their word named them and was deleted. Then nothing proves the cards anymore."""


StoredFact = Fact | Forgotten
"""Every kind of fact in a table's log."""
