"""Fair cards: a deal that nobody could choose, and the proof of it, as `docs/fairness.md` has it.

before the first card   the server shows SHA-256 of its secret: the commitment
then                    every seat may say a word
the seed                comes one-way from the secret and the words
after the end           the secret is shown, and anybody can verify all of it
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
"""Enough for a word of one's own, and short enough to be shown beside a name."""

FAIR_SEED_LENGTH = 15
"""75 bits: nobody finds the hidden cards by trying seeds out, however many machines they have."""

COMMITMENT, SECRET = "commitment", "secret"
"""The tags of a record that hold the two."""

HEX = re.compile(r"[0-9a-f]{64}")
WORD_TAG = re.compile(r"word-[0-9]+")


@dataclass(frozen=True, slots=True)
class Fairness:
    """What is told about where the cards come from, be it true or not."""

    commitment: str
    secret: str
    words: tuple[str, ...]
    """One for each seat; empty where none was said."""


def commitment_of(secret: str) -> str:
    """Return what is shown before the first card, and binds to the secret without telling it.

    >>> commitment_of("0" * 64)[:16]
    '793c8c027aabadc1'
    """
    return sha256(f"tenback:1:commitment:{_check_secret(secret)}".encode("ascii")).hexdigest()


def fair_seed(secret: str, words: Sequence[str]) -> str:
    """Return the seed of the deal, from the secret and a word for each seat.

    The words of other seats, or of more seats, are another text and give another seed.
    """
    said = [check_word(word) for word in words]
    joined = json.dumps([_check_secret(secret), *said], ensure_ascii=True, separators=(",", ":"))
    return seed_from("fair", joined, FAIR_SEED_LENGTH)


def check_word(text: str) -> str:
    """Return the word that a seat has said, in its one spelling; it may be empty."""
    is_endless = len(text) > LONGEST_TEXT  # putting it in order would take for ever
    word = text if is_endless else normalize("NFC", text).strip()
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise BadInput(NotationCode.BAD_WORD, text=text, most=LONGEST_WORD)
    return word


def fairness_tags(fairness: Fairness) -> tuple[tuple[str, str], ...]:
    """Return the tags with which a record tells it, once the sitting is over."""
    said = [(_word_tag(seat), check_word(word)) for seat, word in enumerate(fairness.words)]
    tags = ((COMMITMENT, fairness.commitment), (SECRET, fairness.secret), *said)
    return tuple((tag, value) for tag, value in tags if value)


def fairness_of(record: Record) -> Fairness | None:
    """Return what a record tells, as it stands there; None without a commitment and a secret."""
    tags = dict(record.tags)
    if COMMITMENT not in tags or SECRET not in tags:
        return None
    words = tuple(tags.get(_word_tag(seat), "") for seat in range(record.start.seats))
    return Fairness(tags[COMMITMENT], tags[SECRET], words)


def verify(record: Record, *, noted: str | None = None) -> None:
    """Raise `BadInput` unless the cards of a record are those of its secret and its words.

    Only a commitment that was `noted` before the first card proves that nobody chose them: who
    makes up a record can make up a secret, too.
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
        raise _not_fair("the secret does not belong to the commitment")
    _check_words(record, fairness)
    _check_deal(record, fair_seed(fairness.secret, fairness.words))


def _check_words(record: Record, fairness: Fairness) -> None:
    """Refuse words of seats that are not there, and such that nobody can have said."""
    seats = [_word_tag(seat) for seat in range(record.start.seats)]
    for tag, _ in record.tags:
        if WORD_TAG.fullmatch(tag) and tag not in seats:
            raise _not_fair(
                "{tag} is no word of a seat: the seats are 0 to {last}",
                tag=quote(tag),
                last=len(seats) - 1,
            )
    for seat, word in enumerate(fairness.words):
        if not _is_word(word):
            raise _not_fair(
                "the word of seat {seat} is not {most} printable signs at most, in the form NFC",
                seat=seat,
                most=LONGEST_WORD,
            )


def _check_deal(record: Record, seed: str) -> None:
    """Refuse cards that do not come from the seed, and a layout that should and does not."""
    deal = record.deal
    if deal is None:
        raise _not_fair("the record has no deal code")
    if deal.seed != seed:
        raise _not_fair(
            "secret and words give the seed {seed}, but the deal has {found}",
            seed=seed,
            found=deal.seed,
        )
    if deal != deal.with_seed(seed):
        raise _not_fair("the shuffled layout was not drawn from the seed")
    if record.start != deal.start():
        raise _not_fair("the first position is not the one that the deal gives")


def _check_secret(secret: str) -> str:
    if not HEX.fullmatch(secret):
        raise _not_fair("the secret is not 64 small hex digits")
    return secret


def _is_word(text: str) -> bool:
    try:
        return check_word(text) == text
    except BadInput:
        return False


def _word_tag(seat: int) -> str:
    return f"word-{seat}"


def _not_fair(template: str, **details: object) -> BadInput:
    return BadInput(NotationCode.NOT_FAIR, reason=Reason(template, **details))
