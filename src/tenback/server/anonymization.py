"""How a deleted person disappears from the steps of a table."""

from collections.abc import Iterable, Sequence

import msgspec

from tenback.protocol import Chatted, Forgotten, Sat, Stood, StoredFact, WordGiven
from tenback.server.names import DELETED_NAME
from tenback.server.step import Step


def anonymize(
    steps: Sequence[Step], person: str, account: str | None
) -> tuple[list[Step], Forgotten]:
    """Return the steps without a person's name, and the fact that records the removal.

    Moves stay, since the game belongs to the others as well; what the person wrote goes. A word
    stays too, because the cards come from it (docs/fairness.md), unless it names the person.
    """
    seat: int | None = None
    names = set() if account is None else {account.casefold()}
    is_word_gone = False
    rewritten = []
    for step in steps:
        facts: list[StoredFact] = []
        for fact in step.facts:
            match fact:
                case Sat(at, name, bot, who) if who == person:
                    seat = at
                    names.add(name.casefold())
                    facts.append(Sat(at, DELETED_NAME, bot))
                case Sat(at) | Stood(at, person=None) if at == seat:
                    seat = None
                    facts.append(fact)
                case Stood(at, person=who):
                    seat = None if at == seat else seat
                    facts.append(
                        msgspec.structs.replace(fact, person=None if who == person else who)
                    )
                case WordGiven(at, word) if at == seat and _is_named(word, names):
                    is_word_gone = True
                    facts.append(WordGiven(at, ""))
                case Chatted() if step.by == person:
                    pass
                case _:
                    facts.append(fact)
        rewritten.append(_without_author(step, person, tuple(facts)))
    return rewritten, Forgotten(seat, is_word_gone)


def _is_named(word: str, names: Iterable[str]) -> bool:
    return any(name in word.casefold() for name in names)


def _without_author(step: Step, person: str, facts: tuple[StoredFact, ...]) -> Step:
    if step.by != person:
        return msgspec.structs.replace(step, facts=facts)
    return Step(step.number, step.at, None, None, facts)
