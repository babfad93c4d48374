"""Messages from clients. Each has an id, which its answer repeats."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tenback.protocol.errors import ProtocolCode
from tenback.protocol.facts import BotName, Seat
from tenback.rules.errors import BadInput, Reason, quote

Id = Annotated[str, Meta(pattern=r"^[!-~]{1,64}$")]


Seal = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Word = Annotated[str, Meta(max_length=64)]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message from a client. If it is sent twice, it takes effect once."""

    id: Id


class Hello(Request, frozen=True, tag="hello"):
    """The first message: the client's protocol version and the number of the last step it has."""

    protocol: int
    since: Annotated[int, Meta(ge=0)] | None = None


class MakeMove(Request, frozen=True, tag="move"):
    """A move for the sender's seat, as text: `23>u1`, `end`, `back`, `name 2`, `say keep u1`."""

    move: Annotated[str, Meta(max_length=64)]


class Chat(Request, frozen=True, tag="chat"):
    """A chat message in free words, without numbers (C12)."""

    text: Annotated[str, Meta(max_length=300)]


class Sit(Request, frozen=True, tag="sit"):
    """Take the named seat, or any free one."""

    seat: Seat | None = None


class Stand(Request, frozen=True, tag="stand"):
    """Leave the seat. Once the cards are dealt, a bot plays on."""


class SeatBot(Request, frozen=True, tag="seat-bot"):
    """Put a bot on a free seat, or remove one."""

    seat: Seat
    bot: BotName | None


class SendAway(Request, frozen=True, tag="send-away"):
    """Free somebody's seat before the cards are dealt; only the host of the table can."""

    seat: Seat


class AddWord(Request, frozen=True, tag="word"):
    """Add a word to the seed (docs/fairness.md); the server seals it for clients that cannot."""

    word: Word


class SealWord(Request, frozen=True, tag="seal"):
    """Add a word to the seed without revealing it yet."""

    seal: Seal


class OpenWord(Request, frozen=True, tag="open-word"):
    """Reveal a sealed word, once all words are closed."""

    word: Word
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]


class Start(Request, frozen=True, tag="start"):
    """Have the cards dealt; all seats must be taken."""


class WishResign(Request, frozen=True, tag="resign"):
    """Offer to give up, or withdraw the offer. A duel ends at once."""

    is_wished: bool = True


class Replace(Request, frozen=True, tag="replace"):
    """Let a bot play for a person who stays away: the one named, or the server's usual stand-in."""

    seat: Seat
    bot: BotName | UnsetType = UNSET


class Return(Request, frozen=True, tag="return"):
    """Take your seat back from a bot."""


class Again(Request, frozen=True, tag="again"):
    """Play again with the same people, with new cards or the same ones."""

    is_same_deal: bool = False
    seal: Seal | None = None
    """The seal of the sender's word, if the cards are dealt at once."""


class AskHint(Request, frozen=True, tag="hint"):
    """Ask what the strongest bot would do now, given what the seat sees."""


class Ping(Request, frozen=True, tag="ping"):
    """Check the connection."""


TableRequest = (
    MakeMove
    | Chat
    | Sit
    | Stand
    | SeatBot
    | SendAway
    | AddWord
    | SealWord
    | OpenWord
    | Start
    | WishResign
    | Replace
    | Return
)
"""The requests that become steps of the table."""
FromClient = Hello | TableRequest | Again | AskHint | Ping

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class _Named(Struct):
    id: Id


_name_decoder = msgspec.json.Decoder(_Named)


def read_message(data: bytes | str) -> FromClient:
    """Return the message in a frame, or refuse the frame and say what is wrong with it."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        reason = Reason("{error}", error=quote(error))
        raise BadInput(ProtocolCode.BAD_MESSAGE, reason=reason) from None


def id_in(data: bytes | str) -> str | None:
    """Return the id in a frame if it can be read, so that a refusal can repeat it."""
    try:
        return _name_decoder.decode(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
