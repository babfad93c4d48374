"""Steps: what one request caused at a table, in the form in which it is stored."""

import msgspec

from tenback.protocol import StoredFact

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[StoredFact, ...])


class Step(msgspec.Struct, frozen=True):
    """Everything that one request caused at a table."""

    number: int
    at: int
    """Milliseconds since 1970."""
    by: str | None
    request: str | None
    facts: tuple[StoredFact, ...]


def encode_facts(facts: tuple[StoredFact, ...]) -> str:
    """Return facts as the JSON that is stored."""
    return _encoder.encode(facts).decode()


def decode_facts(text: str) -> tuple[StoredFact, ...]:
    """Return the facts in stored JSON."""
    return _decoder.decode(text)
