"""A step of a table: what one request brought about, as it is stored and sent."""

import msgspec

from tenback.protocol import StoredFact

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[StoredFact, ...])


class Step(msgspec.Struct, frozen=True):
    """What one request brought about."""

    number: int
    at: int
    """Milliseconds since 1970."""
    by: str | None
    request: str | None
    facts: tuple[StoredFact, ...]


def encode_facts(facts: tuple[StoredFact, ...]) -> str:
    """Return facts as they are stored."""
    return _encoder.encode(facts).decode()


def decode_facts(text: str) -> tuple[StoredFact, ...]:
    """Return the facts that were stored."""
    return _decoder.decode(text)
