"""A step of a table: what one request brought about, as it is stored and told."""

from collections.abc import Iterable

import msgspec

from tenback.protocol import StoredFact

FactKinds = frozenset[type[msgspec.Struct]]
"""Some of the kinds of facts."""
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


def has_any(facts: Iterable[StoredFact], kinds: FactKinds) -> bool:
    """Return whether any fact is of one of these kinds: most steps have none that matters."""
    return not kinds.isdisjoint(map(type, facts))


def encode_facts(facts: tuple[StoredFact, ...]) -> str:
    """Return facts as they are stored."""
    return _encoder.encode(facts).decode()


def decode_facts(text: str) -> tuple[StoredFact, ...]:
    """Return the facts that were stored."""
    return _decoder.decode(text)
