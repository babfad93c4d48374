"""Random names: ids, secrets, and the codes by which people find a table."""

import hashlib
import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which are read as digits."""
CODE_LENGTH = 5
ID_PATTERN = r"^[A-Za-z0-9_-]{16}$"
"""What `new_id` returns."""


def new_id() -> str:
    """Return an id of 16 characters that nobody can guess."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Return a secret for a session; only its hash is stored."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Return what is stored of a secret. It is long and random, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """Return five letters for a table."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
