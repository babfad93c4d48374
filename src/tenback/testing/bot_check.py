"""Checks that a bot is legal, repeats itself with the same seed, and sees no hidden cards."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tenback.notation import read_deal, write_position
from tenback.rules import EDITIONS, Begin, Move, Say, State, View, view_of
from tenback.table import Table
from tenback.testing.failures import CheckFailed
from tenback.testing.look_alikes import look_alike

MakeBot = Callable[..., Any]
"""Returns a bot, called with `seed=…`."""
SITTINGS = tuple(
    (name, seats)
    for name, edition in EDITIONS.items()
    for seats in (1, 2, 4)
    if seats in edition.seats
)
SEED = "TENBACK"


def check_bot(make: MakeBot, sittings: Sequence[tuple[str, int]] = SITTINGS) -> None:
    """Play some games with a bot; raise `CheckFailed` if it breaks a rule for bots.

    Every move and word is legal. A bot made again with the same seed answers the same views the
    same way, even if they come from states with other hidden cards.
    """
    for edition, seats in sittings:
        _Trial(make, edition, seats).play()


class _Trial:
    """One game with the bot in all seats, each with a twin that sees look-alike states."""

    def __init__(self, make: MakeBot, edition: str, seats: int) -> None:
        self._table = Table(read_deal(edition, seats, SEED))
        self._bots, self._twins = (
            [make(seed=f"{SEED}{seat}") for seat in range(seats)] for _ in range(2)
        )
        self._random = Random(SEED)
        self._seats = range(seats)

    def play(self) -> None:
        """Play to the end."""
        table = self._table
        self._talk()
        for seat in self._seats:
            if table.state.turn is None:
                table.submit(self._answer(seat), seat=seat)
        if table.state.turn is None:
            table.submit(Begin(0), seat=None)
        while table.state.outcome is None:
            self._talk()
            assert table.state.turn is not None
            seat = table.state.turn.seat
            table.submit(self._answer(seat), seat=seat)

    def _views(self, seat: int) -> tuple[View, View]:
        """Return what a seat sees, and what it sees of a state with other hidden cards."""
        state, shown = self._table.state, self._table.view(seat)
        twin = look_alike(state, seat, self._random)
        other = view_of(twin, seat, signals=shown.signals, history=self._table.log)
        assert other == shown, "views that look alike are equal"
        return shown, other

    def _answer(self, seat: int) -> Move:
        views = self._views(seat)
        move, other = (
            bot.choose(view)
            for bot, view in zip((self._bots[seat], self._twins[seat]), views, strict=True)
        )
        if move not in views[0].moves:
            raise self._failure(f"{move} is not among the moves of its view")
        if move != other:
            reason = f"made again with the same seed it chose {other} instead of {move}"
            raise self._failure(reason)
        legal: Move = move
        return legal

    def _talk(self) -> None:
        if self._table.state.edition.is_duel:
            return
        for seat in self._seats:
            pair = self._bots[seat], self._twins[seat]
            if all(callable(getattr(bot, "talk", None)) for bot in pair):
                self._say(seat)

    def _say(self, seat: int) -> None:
        views = self._views(seat)
        said, other = (
            tuple(bot.talk(view))
            for bot, view in zip((self._bots[seat], self._twins[seat]), views, strict=True)
        )
        if said != other:
            raise self._failure("made again with the same seed it said something else")
        for signal in said:
            why = self._table.state.edition.why_no_talk(views[0].tops, signal)
            if why is not None:
                raise self._failure(f"it said {signal}: {why}")
            self._table.submit(Say(seat, signal), seat=seat)

    def _failure(self, reason: str) -> CheckFailed:
        state: State = self._table.state
        return CheckFailed(f"{reason}, in {write_position(state)}")
