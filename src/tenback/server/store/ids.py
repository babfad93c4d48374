"""Random ids, secrets, and table codes."""

import hashlib
import secrets
from base64 import urlsafe_b64encode

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes, without I and O, which look like digits."""
CODE_LENGTH = 5
ID_PATTERN = r"^[A-Za-z0-9_-]{16}$"
"""The pattern of `new_id`."""
RECORD_ID_PREFIX = "sent-"
RESULT_PATTERN = rf"^(?:{RECORD_ID_PREFIX})?[A-Za-z0-9_-]{{16}}$"
"""The pattern of a result's table: a table id, or an `id_of_record`."""


def new_id() -> str:
    """Return a random id of 16 characters that nobody can guess.

    It does not begin with a dash, which would make it an option on a command line.
    """
    while (drawn := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return drawn


def id_of_record(text: str) -> str:
    """Return the id of an offline game's record. The same game always has the same id."""
    digest = hashlib.sha256(text.encode()).digest()
    return RECORD_ID_PREFIX + urlsafe_b64encode(digest).decode()[:16]


def new_secret() -> str:
    """Return a new session secret. Only its hash is stored."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Return the hash to store. Secrets are long and random, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """Return a random five-letter table code."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
