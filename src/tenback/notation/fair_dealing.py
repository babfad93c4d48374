"""Fair cards: deals that nobody could choose, with a proof (see `docs/fairness.md`).

before the first card   the server shows SHA-256 of its secret: the commitment
then                    every seat may choose a word, and shows SHA-256 of it: the seal
when all is sealed      the words are opened; none can be changed anymore
the seed                is derived one-way from the secret and the words
after the end           the secret is shown, and anybody can verify everything
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from unicodedata import normalize

from tenback.notation.errors import NotationCode
from tenback.notation.records import LONGEST_TEXT, Record
from tenback.rules.chance import seed_from
from tenback.rules.errors import BadInput, Reason, quote

LONGEST_WORD = 32
"""The most characters that a word may have: still short enough to show next to a name."""

FAIR_SEED_LENGTH = 15
"""75 bits, so that nobody finds the hidden cards by trying seeds, even with many machines."""

COMMITMENT, SECRET = "commitment", "secret"
"""The record tags that hold the commitment and the secret."""

SALT_LENGTH = 32
"""In hex digits: 128 bits, so that no word can be found by trying words against its seal."""

HEX = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(rf"[0-9a-f]{{{SALT_LENGTH}}}")
WORD_TAG = re.compile(r"(?:word|seal|salt)-[0-9]+")


@dataclass(frozen=True, slots=True)
class Fairness:
    """An unchecked claim about how the cards of a game were chosen."""

    commitment: str
    secret: str
    words: tuple[str, ...]
    """One word per seat; empty for a seat that chose none."""
    seals: tuple[str, ...] = ()
    """The seal that each seat showed before any word was opened; empty for a seat without one."""
    salts: tuple[str, ...] = ()
    """The salt that opens each seal; empty where a sealed word was never opened."""


def commitment_of(secret: str) -> str:
    """Return the commitment to a secret: shown before the first card, it does not reveal it.

    >>> commitment_of("0" * 64)[:16]
    '793c8c027aabadc1'
    """
    return sha256(f"tenback:1:commitment:{_check_secret(secret)}".encode("ascii")).hexdigest()


def fair_seed(secret: str, words: Sequence[str]) -> str:
    """Return the seed of a deal, derived from the secret and one word per seat.

    The same words at other seats, or with more seats, give another seed.
    """
    said = [check_word(word) for word in words]
    joined = json.dumps([_check_secret(secret), *said], ensure_ascii=True, separators=(",", ":"))
    return seed_from("fair", joined, FAIR_SEED_LENGTH)


def seal_of(word: str, salt: str) -> str:
    """Return the seal of a word: it commits to the word without revealing it.

    >>> seal_of("blue moon", "0" * 32)[:16]
    '8bbf1535e27013b2'
    """
    joined = json.dumps([_check_salt(salt), word], ensure_ascii=True, separators=(",", ":"))
    return sha256(f"tenback:1:word:{joined}".encode("ascii")).hexdigest()


def salt_of(secret: str, seat: int) -> str:
    """Return the salt with which the server seals the word of a client that does not seal words."""
    return sha256(f"tenback:1:salt:{secret}:{seat}".encode("ascii")).hexdigest()[:SALT_LENGTH]


def check_word(text: str) -> str:
    """Return the canonical spelling of a seat's word, which may be empty; refuse an invalid one."""
    is_endless = len(text) > LONGEST_TEXT  # normalizing such a text would take too long
    word = text if is_endless else normalize("NFC", text).strip()
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise BadInput(NotationCode.BAD_WORD, text=text, most=LONGEST_WORD)
    return word


def fairness_tags(fairness: Fairness) -> tuple[tuple[str, str], ...]:
    """Return the tags that state the claim in the record of a finished game."""
    said = [(_word_tag(seat), check_word(word)) for seat, word in enumerate(fairness.words)]
    seals = [(_seal_tag(seat), seal) for seat, seal in enumerate(fairness.seals)]
    salts = [(_salt_tag(seat), salt) for seat, salt in enumerate(fairness.salts)]
    own = ((COMMITMENT, fairness.commitment), (SECRET, fairness.secret))
    tags = (*own, *said, *seals, *salts)
    return tuple((tag, value) for tag, value in tags if value)


def fairness_of(record: Record) -> Fairness | None:
    """Return the claim that a record makes, unchecked; None without commitment and secret."""
    tags = dict(record.tags)
    if COMMITMENT not in tags or SECRET not in tags:
        return None
    words, seals, salts = (
        tuple(tags.get(tag(seat), "") for seat in range(record.start.seats))
        for tag in (_word_tag, _seal_tag, _salt_tag)
    )
    if not any((*seals, *salts)):  # a record from before words were sealed, or one without words
        return Fairness(tags[COMMITMENT], tags[SECRET], words)
    return Fairness(tags[COMMITMENT], tags[SECRET], words, seals, salts)


def verify(record: Record, *, noted: str | None = None) -> None:
    """Raise `BadInput` unless the cards of a record follow from its secret and its words.

    Only a commitment that was `noted` before the first card proves that nobody chose the cards:
    whoever makes up a record can make up a secret too.
    """
    fairness = fairness_of(record)
    if fairness is None:
        missing = COMMITMENT if COMMITMENT not in dict(record.tags) else SECRET
        raise _not_fair("the record has no tag '{tag}'", tag=missing)
    if noted is not None and noted.lower() != fairness.commitment:
        raise _not_fair(
            "{noted} was noted, but the commitment of the record is {found}",
            noted=quote(noted.lower()),
            found=quote(fairness.commitment),
        )
    if commitment_of(fairness.secret) != fairness.commitment:
        raise _not_fair("the secret does not match the commitment")
    _check_words(record, fairness)
    _check_seals(fairness)
    _check_deal(record, fair_seed(fairness.secret, fairness.words))


def _check_words(record: Record, fairness: Fairness) -> None:
    """Refuse words of seats that do not exist, and words that are not valid."""
    seats = range(record.start.seats)
    known = {tag(seat) for tag in (_word_tag, _seal_tag, _salt_tag) for seat in seats}
    for tag, _ in record.tags:
        if WORD_TAG.fullmatch(tag) and tag not in known:
            raise _not_fair(
                "{tag} belongs to no seat: the seats are 0 to {last}",
                tag=quote(tag),
                last=len(seats) - 1,
            )
    for seat, word in enumerate(fairness.words):
        if not _is_word(word):
            raise _not_fair(
                "the word of seat {seat} must have at most {most} printable characters, in NFC",
                seat=seat,
                most=LONGEST_WORD,
            )


def _check_seals(fairness: Fairness) -> None:
    """Refuse a word that does not match its seal; a word that was never opened must be empty."""
    sealed = zip(fairness.words, fairness.seals, fairness.salts, strict=False)
    for seat, (word, seal, salt) in enumerate(sealed):
        if not seal and not salt:
            continue
        is_withheld = not salt and not word and HEX.fullmatch(seal)
        if not (is_withheld or (SALT.fullmatch(salt) and seal_of(word, salt) == seal)):
            raise _not_fair("the word of seat {seat} is not the one that was sealed", seat=seat)


def _check_deal(record: Record, seed: str) -> None:
    """Refuse cards that do not follow from the seed, or a shuffled layout from another seed."""
    deal = record.deal
    if deal is None:
        raise _not_fair("the record has no deal code")
    if deal.seed != seed:
        raise _not_fair(
            "the secret and the words give the seed {seed}, but the deal has {found}",
            seed=seed,
            found=deal.seed,
        )
    if deal != deal.with_seed(seed):
        raise _not_fair("the shuffled layout was not drawn from the seed")
    if record.start != deal.start():
        raise _not_fair("the first position is not the one that the deal gives")


def _check_secret(secret: str) -> str:
    if not HEX.fullmatch(secret):
        raise _not_fair("the secret must be 64 lowercase hex digits")
    return secret


def _check_salt(salt: str) -> str:
    if not SALT.fullmatch(salt):
        raise BadInput(NotationCode.BAD_SALT, text=salt, count=SALT_LENGTH)
    return salt


def _is_word(text: str) -> bool:
    try:
        return check_word(text) == text
    except BadInput:
        return False


def _word_tag(seat: int) -> str:
    return f"word-{seat}"


def _seal_tag(seat: int) -> str:
    return f"seal-{seat}"


def _salt_tag(seat: int) -> str:
    return f"salt-{seat}"


def _not_fair(template: str, **details: object) -> BadInput:
    return BadInput(NotationCode.NOT_FAIR, reason=Reason(template, **details))
