"""The word that a player adds to the shuffle: sealed first, opened later (docs/fairness.md)."""

import secrets
from contextlib import suppress
from dataclasses import dataclass, field

from tenback.notation.fair_dealing import check_word, seal_of
from tenback.online.client import Client
from tenback.online.person import TurnedDown
from tenback.protocol import OpenWord, SealWord

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits that cannot be mistaken for one another."""
GROUPS, GROUP = 3, 4
MOST_KEPT = 20
"""The most words that can wait to be opened."""


@dataclass(frozen=True, slots=True)
class SealedWord:
    """A word and the salt that opens its seal."""

    word: str
    salt: str


@dataclass(slots=True)
class SealedWords:
    """The sealed words of this program, newest last."""

    _by_seal: dict[str, SealedWord] = field(default_factory=dict)

    def seal(self, word: str) -> str:
        """Seal a word, remember how to open it, and return the seal."""
        sealed = SealedWord(check_word(word), secrets.token_hex(16))
        seal = seal_of(sealed.word, sealed.salt)
        self._by_seal[seal] = sealed
        while len(self._by_seal) > MOST_KEPT:
            del self._by_seal[next(iter(self._by_seal))]
        return seal

    def find(self, seal: str | None) -> SealedWord | None:
        """Return the word behind a seal, if it was sealed here."""
        return None if seal is None else self._by_seal.get(seal)


class WordKeeper:
    """Manages the seat's word: a random one at first, then whatever the player wants."""

    def __init__(self, client: Client, words: SealedWords) -> None:
        self._client, self._words = client, words
        self._has_sealed = False

    @property
    def can_change(self) -> bool:
        """Whether a word can still be sealed."""
        at = self._client.at
        is_wanted = at.seat is not None and at.commitment is not None
        return is_wanted and not at.is_dealt and not at.are_words_closed

    @property
    def word(self) -> str:
        """The seat's word, if it was sealed here; empty otherwise."""
        at = self._client.at
        sealed = None if at.seat is None else self._words.find(at.places[at.seat].seal)
        return "" if sealed is None else sealed.word

    async def change(self, word: str) -> None:
        """Replace the word with another, sealed."""
        self._has_sealed = True
        await self._client.ask(SealWord, seal=self._words.seal(word))

    async def seal_or_open(self) -> None:
        """Seal or open words as the table asks. A refusal means that it is too late."""
        with suppress(TurnedDown):
            while await self._seal_or_open_once():
                pass

    async def _seal_or_open_once(self) -> bool:
        """Take the next step with the word; return whether there was one."""
        at = self._client.at
        if at.seat is None or at.commitment is None or at.is_dealt:
            return False
        place = at.places[at.seat]
        sealed = self._words.find(place.seal)
        if at.are_words_closed:
            if sealed is None or place.is_word_open:
                return False
            await self._client.ask(OpenWord, word=sealed.word, salt=sealed.salt)
        elif place.seal is None or (sealed is None and not self._has_sealed):
            await self.change(random_word())
        else:
            return False
        return True


def random_word() -> str:
    """Return a random word of 59 bits, in groups of four characters."""
    groups = ([secrets.choice(LETTERS) for _ in range(GROUP)] for _ in range(GROUPS))
    return "-".join(map("".join, groups))
