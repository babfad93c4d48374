"""Random names: ids, secrets, and the codes by which people find a table."""

import hashlib
import secrets
from base64 import urlsafe_b64encode

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which are read as digits."""
CODE_LENGTH = 5
ID_PATTERN = r"^[A-Za-z0-9_-]{16}$"
"""What `new_id` returns."""
SENT = "sent-"
RESULT_PATTERN = rf"^(?:{SENT})?[A-Za-z0-9_-]{{16}}$"
"""The table of a result, or what `id_of_record` returns."""


def new_id() -> str:
    """Return an id of 16 characters that nobody can guess.

    It does not begin with a dash: on a command line, that would be an option.
    """
    while (drawn := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return drawn


def id_of_record(text: str) -> str:
    """Return the id of a game that was sent: the same game has the same one."""
    digest = hashlib.sha256(text.encode()).digest()
    return SENT + urlsafe_b64encode(digest).decode()[:16]


def new_secret() -> str:
    """Return a secret for a session; only its hash is stored."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Return what is stored of a secret. It is long and random, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """Return five letters for a table."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
