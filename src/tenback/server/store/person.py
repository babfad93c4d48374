"""A person as stored in the database."""

from dataclasses import dataclass

from tenback.server.store.ids import new_id
from tenback.server.store.schema import people


@dataclass(frozen=True, slots=True)
class Person:
    """A person, with an account or as a guest."""

    id: str
    name: str
    account: str | None
    created_at: int
    is_bot: bool = False
    """Whether this is a player's own bot, as declared when it joined."""

    @classmethod
    def guest(cls, name: str, now: int, *, is_bot: bool = False) -> "Person":
        """Return a new guest."""
        return cls(new_id(), name, account=None, created_at=now, is_bot=is_bot)


PERSON = (people.c.id, people.c.name, people.c.account, people.c.created_at, people.c.is_bot)
"""The columns for `Person`, in the order of its fields."""
