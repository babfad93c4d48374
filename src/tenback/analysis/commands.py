"""The cost of commands: compares a laid card with the same card without its command."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tenback.analysis.chances import Seen, prospects_of
from tenback.analysis.moments import PlayedTurn
from tenback.encoding import card_kinds
from tenback.fastsim import Setup
from tenback.fastsim.bits import mask_of, words
from tenback.fastsim.tables import STOP, THREE, Array
from tenback.rules import Command, Play


@dataclass(frozen=True, slots=True)
class LaidCommand:
    """A command card that was laid, and what its seat could know after it."""

    event: int
    turn: int
    seat: int
    card: int
    command: Command
    seen: Seen
    """The table after the card was laid, or before it if the card ended the game."""


def laid_commands(setup: Setup, turns: Sequence[PlayedTurn]) -> Iterator[LaidCommand]:
    """Yield the command cards that were laid, in their order."""
    for turn in turns:
        for index, moment in enumerate(turn.moments):
            if not isinstance(moment.move, Play):
                continue
            card = moment.move.card
            command = setup.edition.command_of(card)
            if command is not None:
                seen = turn.moments[min(index + 1, len(turn.moments) - 1)].seen
                yield LaidCommand(moment.event, turn.number, turn.seat, card, command, seen)


def chances_without(setup: Setup, laid: Sequence[LaidCommand]) -> list[float]:
    """Return the chances at the same moments if the laid cards carried no command."""
    if not laid:
        return []
    seen = Seen.of([each.seen for each in laid])
    kinds = card_kinds(setup)
    for tables in (seen.now, seen.since):
        tables["layout"] = len(kinds) + np.arange(len(laid))
    for index, each in enumerate(laid):
        _lift(seen.now[index : index + 1], each.card)
    lifted = np.repeat(kinds[:1], len(laid), axis=0)
    lifted[np.arange(len(laid)), [each.card for each in laid]] = 0
    found = prospects_of(setup, seen, np.concatenate((kinds, lifted)))
    return [prospect.chance for prospect in found]


def _lift(table: Array, card: int) -> None:
    """Remove a card's command, and its demands on the current turn."""
    command = int(table["commands"][0, card])
    table["commands"][0, card] = 0
    left = mask_of(table["carriers"][0, command]) & ~(1 << card)
    table["carriers"][0, command] = words(left)
    played = table["plays"][0, : table["played"][0], 0]
    for name, kind in (("has_stop", STOP), ("has_three", THREE)):
        table[name][0] = int((table["commands"][0, played] == kind).any())
