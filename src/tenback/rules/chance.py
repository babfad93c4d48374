"""The only source of randomness: number streams from a seed, reproducible in any language.

Block k of the stream for a purpose is SHA-256 of the ASCII text `tenback:1:PURPOSE:SEED:k` (k = 0,
1, 2 … in decimal). A block gives eight 32-bit words, most significant byte first. A number below n
is the next word w with w < ⌊2³² / n⌋ · n, taken modulo n. Larger words are skipped, so every number
is equally likely. `docs/deals.md` has the test vectors.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from tenback.rules.errors import BadInput, Code

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of seeds and deal codes: no I, L, O or U, which people misread."""
SEED_LENGTH = 10
"""Fifty bits: more deals than anybody will play, and short enough to type."""
LONGEST_SEED = 64

WORDS = 1 << 32


class Chance:
    """The random stream of one seed for one purpose."""

    def __init__(self, purpose: str, seed: str) -> None:
        self._words = _words(f"tenback:1:{purpose}:{check_seed(seed)}")

    def below(self, n: int) -> int:
        """Return the next random number from 0 to n−1."""
        limit = WORDS // n * n
        return next(word for word in self._words if word < limit) % n

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Return the cards in random order (Fisher–Yates, from the last place down)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            pick = self.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)


def _words(label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{label}:{block}".encode("ascii")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def seed_from(purpose: str, text: str, length: int = SEED_LENGTH) -> str:
    """Return a seed derived one-way from a text: 5 bits of its SHA-256 per character."""
    digest = int.from_bytes(sha256(f"tenback:1:{purpose}:{text}".encode()).digest(), "big")
    return "".join(ALPHABET[digest >> (251 - 5 * i) & 31] for i in range(length))


def check_seed(seed: str) -> str:
    """Return the seed; raise `BadInput` unless it has 1 to 64 characters of the alphabet."""
    if not 0 < len(seed) <= LONGEST_SEED or not set(seed) <= set(ALPHABET):
        raise BadInput(Code.BAD_SEED, text=seed, alphabet=ALPHABET)
    return seed
