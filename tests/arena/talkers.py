"""Talking bots for tests: the careful bot at tables, and some that break the rules of talk."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from tenback.bots.careful import Careful
from tenback.rules import Command, Signal, View, Word
from tenback.rules.piles import GU
from tests.arena.players import Player

HERE = __name__
CAREFUL = f"{HERE}:careful"
"""The careful bot without its compiled form: it plays at tables, through views."""


def careful(*, seed: str) -> Careful:
    return Careful()


class Chatty(Player):
    """Repeats the same signals, even under Silence."""

    def talk(self, view: View) -> Sequence[Signal]:
        return [Signal(Word.STUCK)]


class Lazy(Player):
    """Computes its signals only when somebody reads them."""

    def talk(self, view: View) -> Iterator[Signal]:
        yield Signal(Word.STUCK)


class RaisingInTalk(Player):
    def talk(self, view: View) -> Sequence[Signal]:
        raise LookupError("what was the word?")


class RaisingBetweenWords(Player):
    def talk(self, view: View) -> Iterator[Signal]:
        yield Signal(Word.STUCK)
        raise LookupError("what was the word?")


class LeavingInTalk(Player):
    def talk(self, view: View) -> Sequence[Signal]:
        sys.exit(0)


class OddSignal(Signal):
    """A signal that cannot be printed."""

    def __str__(self) -> str:
        raise LookupError("what was the word?")


class OddInTalk(Player):
    def talk(self, view: View) -> Sequence[Signal]:
        return [OddSignal(Word.STUCK)]


class Mumbling(Player):
    def talk(self, view: View) -> Any:
        return None


class Foreign(Player):
    def talk(self, view: View) -> Sequence[Signal]:
        return [Signal(Word.KEEP, pile=GU)]


class Holding(Player):
    def talk(self, view: View) -> Sequence[Signal]:
        return [Signal(Word.HOLD, command=Command.STOP)]


class Numbering(Player):
    def talk(self, view: View) -> Any:
        return ["keep 23"]
