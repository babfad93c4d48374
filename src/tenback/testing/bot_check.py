"""Checks that a bot is legal, repeats itself with the same seed, and sees no hidden cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tenback.notation import read_deal, read_move, write_position
from tenback.rules import EDITIONS, Begin, Event, Move, Signal, State, TenbackError, View, view_of
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
AGAIN = "made again with the same seed"
ALONE = "with no bot in the other seats"


def check_bot(make: MakeBot, sittings: Sequence[tuple[str, int]] = SITTINGS) -> None:
    """Play some games with a bot; raise `CheckFailed` if it breaks a rule for bots.

    Every move and word is legal. A bot made again with the same seed answers the same views the
    same way, even if they come from states with other hidden cards and no other seat has a bot:
    anything that seats share besides their views is noticed.
    """
    for edition, seats in sittings:
        _Trial(make, edition, seats).play()


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a bot was asked, and what it answered."""

    state: State
    view: View
    log: tuple[Event, ...]
    answer: Move | tuple[Signal, ...]

    @property
    def is_about_talk(self) -> bool:
        return isinstance(self.answer, tuple)


class _Trial:
    """One game with the bot in all seats; then a twin of each answers the same views alone."""

    def __init__(self, make: MakeBot, edition: str, seats: int) -> None:
        self._make = make
        self._table = Table(read_deal(edition, seats, SEED))
        self._seats = range(seats)
        self._bots = [self._made(seat) for seat in self._seats]
        self._asked: list[list[_Asked]] = [[] for _ in self._seats]
        self._random = Random(SEED)

    def play(self) -> None:
        """Play to the end, then ask again."""
        table = self._table
        self._talk()
        for seat in self._seats:
            if table.state.turn is None:
                table.submit(self._move(seat), seat=seat)
        if table.state.turn is None:
            table.submit(Begin(0), seat=None)
        while table.state.outcome is None:
            self._talk()
            assert table.state.turn is not None
            seat = table.state.turn.seat
            table.submit(self._move(seat), seat=seat)
        for seat in self._seats:
            self._ask_again(seat)

    def _made(self, seat: int) -> Any:
        seed = f"{SEED}{seat}"
        try:
            bot = self._make(seed=seed)
        except Exception as error:
            raise CheckFailed(f"it cannot be made with seed={seed!r}: {error!r}") from error
        if not callable(getattr(bot, "choose", None)):
            raise CheckFailed(f"{bot!r} has no method choose(view)")
        return bot

    def _move(self, seat: int) -> Move:
        view, state = self._table.view(seat), self._table.state
        answer = _answer(self._bots[seat].choose, view, state)
        if answer not in view.moves:
            raise _failure(f"{answer} is not among the moves of its view", state)
        move: Move = answer
        self._asked[seat].append(_Asked(state, view, self._table.log, move))
        return move

    def _talk(self) -> None:
        if self._table.state.edition.is_duel:
            return
        for seat in self._seats:
            if callable(getattr(self._bots[seat], "talk", None)):
                self._say(seat)

    def _say(self, seat: int) -> None:
        view, state = self._table.view(seat), self._table.state
        said = _answer(lambda view: tuple(self._bots[seat].talk(view)), view, state)
        self._asked[seat].append(_Asked(state, view, self._table.log, said))
        for signal in said:
            if not isinstance(signal, Signal):
                raise _failure(f"it said {signal!r}, which is not a Signal", state)
            try:
                self._table.submit(read_move(f"say {signal}", seat=seat), seat=seat)
            except TenbackError as refusal:
                raise _failure(f"it said {signal}: {refusal}", state) from None

    def _ask_again(self, seat: int) -> None:
        """Ask a twin of a bot the same, with other hidden cards and no bot in the other seats."""
        twin = self._made(seat)
        for asked in self._asked[seat]:
            other = look_alike(asked.state, seat, self._random)
            view = view_of(other, seat, signals=asked.view.signals, history=asked.log)
            assert view == asked.view, "views that look alike are not equal"
            if not asked.is_about_talk:
                move = _answer(twin.choose, view, asked.state)
                if move != asked.answer:
                    reason = f"{AGAIN} it chose {move} instead of {asked.answer}"
                    raise _failure(f"{reason} {ALONE}", asked.state)
            elif _answer(lambda view: tuple(twin.talk(view)), view, asked.state) != asked.answer:
                raise _failure(f"{AGAIN} it said something else {ALONE}", asked.state)


def _answer(question: Callable[[View], Any], view: View, state: State) -> Any:
    """Return what a bot answers; say where, if that fails or changes the view."""
    before = replace(view)
    try:
        answer = question(view)
    except Exception as error:
        raise _failure(f"it raised {error!r}", state) from error
    if view != before:
        raise _failure("it changed the view that it was given", state)
    return answer


def _failure(reason: str, state: State) -> CheckFailed:
    return CheckFailed(f"{reason}, in {write_position(state)}")
