"""A table on this machine: people who share the screen, and bots."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tenback.cli.terminal.background_thread import run_in_thread
from tenback.cli.terminal.host import Complaint, TableHost
from tenback.cli.texts import Texts
from tenback.notation import Record
from tenback.rules import Begin, Move, Outcome, Resign, Say, TenbackError
from tenback.rules.events import Drew, Event
from tenback.table import Table

if TYPE_CHECKING:
    from tenback.bots import Bot

PACE = 0.6
"""Seconds between moves of bots, so that people can follow them."""


class LocalTable(TableHost):
    """One game at one screen. Hands are covered while the screen changes players."""

    def __init__(
        self,
        texts: Texts,
        table: Table,
        bots: Mapping[int, "Bot"],
        keep: Callable[[Record], None],
        *,
        pace: float = PACE,
    ) -> None:
        super().__init__(texts)
        self._table = table
        self._bots = bots
        self._keep_record = keep
        self._pace = pace
        self._people = [seat for seat in range(table.state.seats) if seat not in bots]
        self._shown = self._people[0] if len(self._people) == 1 else None
        self._go_on = asyncio.Event()
        self.model = replace(self.model, players=table.players, view=table.view(self._shown))
        self.tell(table.stream(self._shown))
        self._keep()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._table.state.outcome

    async def run(self) -> None:
        """Run until the game is over."""
        await self._let_bots_talk()
        if self._table.state.turn is None and self.outcome is None:
            await self._open()
        while self.outcome is None:
            turn = self._table.state.turn
            assert turn is not None
            if turn.seat in self._bots:
                await self._move_bot(turn.seat)
            else:
                await self._wait_for_person(turn.seat)
            await self._let_bots_talk()
        self._show_hand(self._shown)

    async def submit(self, move: Move) -> None:
        """Make a move for the seat whose cards are open."""
        seat = self._shown
        is_asked = self.model.prompt is not None or bool(self.model.starters)
        if seat is None or (is_asked and not isinstance(move, Resign)):
            return  # the cards are covered, or a question is open
        if is_asked:
            self.model = replace(self.model, prompt=None, starters=())
        try:
            events = self._make(move, seat)
        except TenbackError as error:
            raise Complaint(self.texts.error(error)) from None
        drawn = [event for event in events if isinstance(event, Drew) and event.seat == seat]
        if drawn and self.outcome is None:
            cards = "  ".join(map(str, drawn[0].cards)) or "–"
            text = self.texts("You draw: {cards}", cards=cards)
            if len(self._people) > 1:
                self.show(prompt=f"{text}   {self.texts('Enter hides it.')}")
                return
            self.add_line(text)
        self._go_on.set()

    async def confirm(self) -> None:
        """Dismiss the prompt and continue."""
        if self.model.prompt is not None:
            self.show(prompt=None)
            self._go_on.set()

    async def begin(self, starter: int) -> None:
        """Choose for the whole table who begins."""
        self.model = replace(self.model, starters=())
        self._make(Begin(starter), None)
        self._go_on.set()

    async def hint(self) -> Move:
        """Return the move that the strongest bot would make."""
        from tenback.bots import STRONGEST_BOT, make_bot

        view = self.model.view
        assert view is not None
        return await run_in_thread(lambda: make_bot(STRONGEST_BOT, seed="0").choose(view))

    async def record(self) -> Record:
        """Return the record of the game."""
        return self._table.record()

    # ---- turns ----

    async def _open(self) -> None:
        """Show every player their hand, then ask who begins (C4)."""
        if len(self._people) > 1:
            for seat in self._people:
                player = self._table.players[seat]
                looking = self.texts("{player}, press Enter to see your hand.", player=player)
                await self._ask(looking, None)
                await self._ask(self.texts("Enter hides it."), seat)
                if self.outcome is not None:
                    return
            self._shown = None
        self.model = replace(self.model, starters=self._table.players)
        self._show_hand(self._shown)
        await self._wait()

    async def _wait_for_person(self, seat: int) -> None:
        if self._shown != seat:
            player = self._table.players[seat]
            calling = self.texts("{player}, it is your turn. Press Enter.", player=player)
            await self._ask(calling, None)
        self._show_hand(seat)
        await self._wait()
        turn = self._table.state.turn
        if len(self._people) > 1 and (turn is None or turn.seat != seat):
            self._show_hand(None)

    async def _move_bot(self, seat: int) -> None:
        self.show(is_thinking=True)
        view, bot = self._table.view(seat, is_past_shown=True), self._bots[seat]
        move, _ = await asyncio.gather(
            run_in_thread(lambda: bot.choose(view)), asyncio.sleep(self._pace)
        )
        self.model = replace(self.model, is_thinking=False)
        self._make(move, seat)

    async def _let_bots_talk(self) -> None:
        """Let the talking bots give their signals, seat by seat (C12)."""
        for seat, bot in self._bots.items():
            talk = getattr(bot, "talk", None)
            if talk is None or self.outcome is not None:
                continue
            view = self._table.view(seat, is_past_shown=True)
            for signal in await run_in_thread(lambda talk=talk, view=view: talk(view)):  # type: ignore[misc]
                self._make(Say(seat, signal), seat)

    def _make(self, move: Move, seat: int | None) -> tuple[Event, ...]:
        events = self._table.submit(move, seat=seat)
        self.tell(events)
        self._keep()
        self._show_hand(self._shown)
        return events

    def _keep(self) -> None:
        """Save the record. A full disk does not end the game."""
        try:
            self._keep_record(self._table.record())
        except TenbackError as error:
            self.add_line(self.texts.error(error))

    async def _ask(self, prompt: str, shown: int | None) -> None:
        """Wait for Enter, with the cards of one seat open or all covered."""
        self.model = replace(self.model, prompt=prompt)
        self._show_hand(shown)
        await self._wait()

    async def _wait(self) -> None:
        self._go_on.clear()
        await self._go_on.wait()

    def _show_hand(self, seat: int | None) -> None:
        """Open the cards of one seat, or cover all cards."""
        self._shown = seat
        self.show(view=self._table.view(seat))
