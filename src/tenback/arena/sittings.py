"""Plays deals of a run to the end. How the run is cut into parts changes no result."""

from collections.abc import Iterable

import numpy as np

from tenback.arena.errors import ArenaCode
from tenback.arena.lineup import Lineup
from tenback.batch import Results, moves, play, play_batched
from tenback.bots import Bot
from tenback.bots.bot import Talker
from tenback.bots.recipes import describe
from tenback.fastsim import run_seed, start
from tenback.notation import read_move, write_position
from tenback.rules import (
    BadInput,
    Begin,
    Move,
    Outcome,
    Reason,
    Refused,
    State,
    TenbackError,
)
from tenback.rules.chance import seed_from
from tenback.rules.errors import ErrorCode
from tenback.rules.referee import decide
from tenback.table import Table

ROUNDS_OF_NAMING = 3
"""How often each seat is asked who should begin; if they still differ, seat 0 decides."""
NOBODY = -1


def play_deals(lineup: Lineup, seed: str, deals: range, *, starter: int | None = None) -> Results:
    """Play deals and return the results: compiled or batched if possible, else one by one."""
    setup, policies, players = lineup.setup, lineup.policies, lineup.batch_players
    run = {"seed": run_seed(seed), "first": deals.start, "count": len(deals)}
    if policies is not None:
        return play(setup, policies, **run, starter=starter)
    if players is not None:
        return play_batched(setup, players, **run, starter=starter)
    return results_of(sit(lineup, seed, number, starter=starter) for number in deals)


def results_of(tables: Iterable[Table]) -> Results:
    """Return the results of finished tables."""
    outcomes = [_outcome(table) for table in tables]
    return Results(
        left=np.array([o.left for o in outcomes], np.uint8),
        winner=np.array([NOBODY if o.winner is None else o.winner for o in outcomes], np.int8),
        won=np.array([o.won is True for o in outcomes], np.bool_),
    )


def _outcome(table: Table) -> Outcome:
    outcome = table.state.outcome
    assert outcome is not None, "the sitting goes on"
    return outcome


def sit(lineup: Lineup, seed: str, number: int, *, starter: int | None = None) -> Table:
    """Play one deal of a run to its end with the referee, and return the table."""
    setup, base = lineup.setup, run_seed(seed)
    table = Table(
        start(setup, seed=base, number=number, starter=starter),
        [str(bot) for bot in lineup.bots],
        tags=(("seed", seed), ("deal-number", str(number))),
    )
    sitting, policies = _Sitting(table, lineup, seed, number), lineup.policies
    if policies is None:
        sitting.play()
    else:
        sitting.follow(moves(setup, policies, seed=base, number=number, starter=starter))
    return table


def play_on(table: Table, lineup: Lineup, seed: str, number: int) -> None:
    """Let bots play a game to its end, from wherever it is."""
    _Sitting(table, lineup, seed, number).play()


class _Sitting:
    """Bots at a table, each made with a seed that reveals nothing about the cards."""

    def __init__(self, table: Table, lineup: Lineup, seed: str, number: int) -> None:
        self._table = table
        self._recipes = lineup.bots
        self._number = number
        self._bots = [
            self._make(seat, seed_from("bot", f"{seed}:{number}:{seat}"))
            for seat in range(len(self._recipes))
        ]
        self._talkers = {
            seat: bot
            for seat, bot in enumerate(self._bots)
            if isinstance(bot, Talker) and not lineup.setup.is_duel
        }

    def play(self) -> None:
        """Play to the end."""
        table = self._table
        self._talk()
        for _ in range(ROUNDS_OF_NAMING):
            for seat in range(len(self._bots)):
                if table.state.turn is None:
                    self._ask(seat)
        if table.state.turn is None:
            wish = table.state.named[0]
            assert wish is not None
            self._submit(Begin(wish), seat=None)
        while table.state.outcome is None:
            assert table.state.turn is not None
            self._ask(table.state.turn.seat)

    def follow(self, moves: Iterable[Move]) -> None:
        """Replay the moves of compiled bots, and let the bots talk along the way."""
        self._talk()
        for move in moves:
            self._submit(move, seat=None)

    def _make(self, seat: int, seed: str) -> Bot:
        try:
            return self._recipes[seat].make(seed=seed)
        except (Exception, SystemExit) as error:
            raise self._complaint(ArenaCode.BOT_FAILED, seat, reason=describe(error)) from error

    def _ask(self, seat: int) -> None:
        view = self._table.view(seat)
        try:
            move: object = self._bots[seat].choose(view)
            # Comparing may run the bot's code too, if its move has a class of its own.
            is_known = isinstance(move, Move) and move in view.moves
            known = view.moves[view.moves.index(move)] if is_known else None
        except (Exception, SystemExit) as error:
            raise self._complaint(ArenaCode.BOT_FAILED, seat, reason=describe(error)) from error
        if known is None:
            reason = _why_not(self._table.state, move)
            raise self._complaint(ArenaCode.BOT_ILLEGAL, seat, reason=reason, text=move)
        self._submit(known, seat=seat)

    def _submit(self, move: Move, *, seat: int | None) -> None:
        """Make a move, then let everybody talk."""
        self._table.submit(move, seat=seat)
        self._talk()

    def _talk(self) -> None:
        """Let the talking bots speak, seat by seat (C12)."""
        if self._table.state.outcome is None:
            for seat, bot in self._talkers.items():
                self._let_say(seat, bot)

    def _let_say(self, seat: int, bot: Talker) -> None:
        view = self._table.view(seat)
        try:
            # Printing may run the bot's code too; anything that prints as a signal counts as one.
            texts = [f"say {signal}" for signal in bot.talk(view)]
        except (Exception, SystemExit) as error:
            raise self._complaint(ArenaCode.BOT_FAILED, seat, reason=describe(error)) from error
        for text in texts:
            try:
                self._table.submit(read_move(text, seat=seat), seat=seat)
            except TenbackError as refusal:
                raise self._complaint(
                    ArenaCode.BOT_ILLEGAL, seat, reason=refusal, text=text
                ) from None

    def _complaint(self, code: ErrorCode, seat: int, **details: object) -> BadInput:
        """Return an error with the deal, the seat and a position to paste."""
        bot, position = self._recipes[seat], write_position(self._table.state)
        return BadInput(
            code, bot=str(bot), number=self._number, seat=seat, position=position, **details
        )


def _why_not(state: State, move: object) -> Refused | Reason:
    """Return why a move of a bot is refused."""
    if not isinstance(move, Move):
        return Reason("that is not a move")
    try:
        decide(state, move)
    except Refused as refusal:
        return refusal
    except Exception:  # a bot can put anything into a move
        return Reason("that is not a move")
    return Reason("it is not among the moves in its view")
