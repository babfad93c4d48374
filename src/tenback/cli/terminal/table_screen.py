"""The table screen: shows a host's model, and passes the player's actions on to the host."""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.screen import Screen

from tenback.cli.drawing import signal_text
from tenback.cli.errors import missing
from tenback.cli.terminal.board import Board, Pointing, meaning_of, turn_text
from tenback.cli.terminal.dialogs import ChoiceDialog, LineDialog, PageDialog
from tenback.cli.terminal.host import Complaint, TableHost
from tenback.cli.terminal.model import TableModel
from tenback.cli.terminal.widgets import ActionButton, CardBox, PileBox
from tenback.rules import BACK, END, Play, Resign, Say

TICK = 0.5
"""Seconds between updates of a turn's clock."""


class TableScreen(Screen[None]):
    """One game, until it is over or the player leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "choose(-1)", show=False),
        Binding("right", "choose(1)", show=False),
        *(Binding(str(n), f"lay({n - 1})", show=False) for n in range(1, 6)),
        Binding("enter,space", "confirm", show=False),
        Binding("e", "end", show=False),
        Binding("z,b,backspace", "back", show=False),
        Binding("s", "say", show=False),
        Binding("h", "hint", show=False),
        Binding("c", "chat", show=False),
        Binding("r", "change_seat", show=False),
        Binding("w", "word", show=False),
        Binding("l", "strip", show=False),
        Binding("g", "resign", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, host: TableHost) -> None:
        super().__init__()
        self._host = host
        self._texts = host.texts
        self._pointing = Pointing()
        self._seat: int | None = None
        """The seat whose cards were open when the screen was last drawn."""
        self._not_yet = ""
        """What the table was waiting for when a key was last pressed too early."""

    @property
    def model(self) -> TableModel:
        """The model of the host."""
        return self._host.model

    def compose(self) -> ComposeResult:
        """Create the board and the buttons below it."""
        texts = self._texts
        yield Board(texts)
        with Container(id="actions"):
            with Horizontal():
                yield ActionButton("E", texts("End"), "end")
                yield ActionButton("Z", texts("Back"), "back")
                yield ActionButton("S", texts("Say"), "say")
                yield ActionButton("H", texts("Hint"), "hint")
                yield ActionButton("C", texts("Chat"), "chat")
            with Horizontal():
                yield ActionButton("W", texts("Word"), "word")
                yield ActionButton("R", texts("Replace"), "change_seat")
                yield ActionButton("L", texts("Laid"), "strip")
                yield ActionButton("?", texts("Help"), "help")
                yield ActionButton("Q", texts("Leave"), "leave")

    def on_mount(self) -> None:
        """Start following changes of the table."""
        self._host.on_change = self._draw
        self.set_interval(TICK, self._tick)
        self._draw_buttons()
        self.call_after_refresh(self._draw)

    def _tick(self) -> None:
        if self.model.deadline is not None:
            self.query_one(Board).draw_turn(self.model, self._pointing)

    def on_resize(self) -> None:
        """Redraw for the new size, after the layout is done."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        view = self.model.view
        seat, hand = (None, ()) if view is None else (view.seat, view.hand)
        if seat != self._seat:  # notes to one person are not for the next
            self._seat, self._pointing = seat, replace(self._pointing, chosen=None, note="")
        waits_for = turn_text(self._texts, self.model)
        if self._not_yet and waits_for != self._not_yet:  # now it is another's turn, or the end
            self._not_yet, self._pointing = "", replace(self._pointing, note="")
        if self._pointing.chosen not in hand:
            self._pointing = replace(self._pointing, chosen=None)
        self._draw_buttons()
        self.query_one(Board).draw(self.model, self._pointing)

    def _draw_buttons(self) -> None:
        """Show the buttons that can be used now, in two rows if one is too narrow."""
        model, has_cards = self.model, self.model.view is not None
        is_there = {
            "say": has_cards and len(model.players) != 1,
            "hint": has_cards and self._host.has_hints,
            "chat": self._host.has_chat,
            "word": model.word is not None,
            "change_seat": bool(model.seat_changes),
        }
        for name in ("end", "back", "strip"):
            is_there[name] = has_cards
        width = 0
        for button in self.query("#actions ActionButton").results(ActionButton):
            button.display = is_there.get(button.action, True)
            width += button.width if button.display else 0
        self.query_one("#actions").set_class(width > self.size.width, "-narrow")

    # ---- cards and piles ----

    def on_pile_box_pressed(self, event: PileBox.Pressed) -> None:
        """Lay the chosen card on a pile."""
        self.action_lay(event.index)

    def on_card_box_pressed(self, event: CardBox.Pressed) -> None:
        """Pick up a card, or put it back."""
        view = self.model.view
        if view is not None and event.index < len(view.hand):
            card = view.hand[event.index]
            self._pick(None if card == self._pointing.chosen else card)

    def action_choose(self, by: int) -> None:
        """Pick up the next or the previous card."""
        view, chosen = self.model.view, self._pointing.chosen
        if view is not None and view.hand:
            first = 0 if by > 0 else len(view.hand) - 1
            at = first if chosen is None else (view.hand.index(chosen) + by) % len(view.hand)
            self._pick(view.hand[at])

    def _pick(self, card: int | None) -> None:
        view = self.model.view
        self._pointing = replace(self._pointing, chosen=card)
        told = "" if card is None or view is None else meaning_of(self._texts, view, card)
        self._say(told, "yellow")

    @work(exclusive=True, group="move")
    async def action_lay(self, index: int) -> None:
        """Lay the chosen card on a pile. In the opening, choose who begins."""
        view = self.model.view
        if self.model.starters:
            if index < len(self.model.starters):
                await self._try(self._host.begin(index))
            return
        if view is None or index >= len(view.edition.piles) or view.outcome is not None:
            return
        if self._pointing.chosen is None:
            self._say(self._texts("Pick a card first: use ← and →, or click it."), "yellow")
            return
        if self._is_waiting():
            return
        play = Play(self._pointing.chosen, view.edition.piles[index])
        if play in view.losing:
            question = self._texts("{move} loses at once. Really?", move=play)
            if not await self._is_sure(question):
                return
        await self._try(self._host.submit(play))

    @work(exclusive=True, group="move")
    async def action_end(self) -> None:
        """End the turn."""
        if not self._is_waiting():
            await self._try(self._host.submit(END))

    @work(exclusive=True, group="move")
    async def action_back(self) -> None:
        """Take the last card back."""
        if not self._is_waiting():
            await self._try(self._host.submit(BACK))

    @work(exclusive=True, group="move")
    async def action_confirm(self) -> None:
        """Carry out what the prompt offers for Enter."""
        if self.model.prompt is not None:
            await self._try(self._host.confirm())

    # ---- words ----

    @work(exclusive=True, group="dialog")
    async def action_say(self) -> None:
        """Ask for a signal and give it."""
        view, signals = self.model.view, self.model.signals()
        if view is None or view.seat is None or not signals:
            self._say(self._texts("There is nothing to say now."), "yellow")
            return
        words = [signal_text(self._texts, signal) for signal in signals]
        chosen = await self.app.push_screen_wait(ChoiceDialog(self._texts("Say:"), words))
        if chosen is not None:
            await self._try(self._host.submit(Say(view.seat, signals[chosen])))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show the move that the strongest bot would make."""
        if self._is_waiting() or not self.model.is_my_turn or not self._host.has_hints:
            return
        self._say(self._texts("thinking …"))
        try:
            move = await self._host.hint()
        except ModuleNotFoundError as error:
            self._say(self._texts.error(missing(error)), "bold red")
        except Complaint as complaint:
            self._say(str(complaint), "bold red")
        else:
            self._say(self._texts("Hint: {move}", move=move), "green")

    @work(exclusive=True, group="dialog")
    async def action_chat(self) -> None:
        """Ask for a chat message and send it."""
        if self._host.has_chat:
            asked = LineDialog(self._texts("Write, without numbers:"))
            text = await self.app.push_screen_wait(asked)
            if text:
                await self._try(self._host.write(text))

    @work(exclusive=True, group="dialog")
    async def action_word(self) -> None:
        """Ask for a new word for the shuffle."""
        model, texts = self.model, self._texts
        if model.word is None:
            return
        question = texts(
            (
                "Your word for the shuffle. It stays sealed until nobody can change theirs, so "
                "nobody can choose the cards. Note the server's commitment:\n{commitment}"
            ),
            commitment=model.commitment,
        )
        word = await self.app.push_screen_wait(LineDialog(question, usual=model.word))
        if word and word != model.word:
            await self._try(self._host.change_word(word))

    @work(exclusive=True, group="dialog")
    async def action_change_seat(self) -> None:
        """Ask for a seat change, and carry it out."""
        changes = self.model.seat_changes
        if not changes:
            return
        asked = ChoiceDialog(self._texts("Replace:"), [change.text for change in changes])
        chosen = await self.app.push_screen_wait(asked)
        if chosen is not None:
            await self._try(self._host.change_seat(changes[chosen]))

    @work(exclusive=True, group="dialog")
    async def action_resign(self) -> None:
        """Give up after a confirmation."""
        view = self.model.view
        if view is None or view.seat is None or view.outcome is not None:
            return
        if await self._is_sure(self._texts("Give up?")):
            await self._try(self._host.submit(Resign(view.seat)))

    # ---- the screen ----

    def action_strip(self) -> None:
        """Show or hide the number strip."""
        is_shown = self.query_one("#strip").display
        self._pointing = replace(self._pointing, is_strip_shown=not is_shown)
        self._draw()

    def action_help(self) -> None:
        """Show the help page."""
        self.app.push_screen(PageDialog(self._texts(KEYS)))

    def action_leave(self) -> None:
        """Leave the table and end the program."""
        self.app.exit()

    def _is_waiting(self) -> bool:
        """Return whether it is another seat's turn, and tell the player so."""
        view = self.model.view
        if view is None or view.seat is None or view.turn is None or view.outcome is not None:
            return False
        if not self.model.is_my_turn:
            player = self.model.players[view.turn.seat]
            self._say(self._texts("Not yet: {player} is to move.", player=player), "yellow")
            self._not_yet = turn_text(self._texts, self.model)
        return not self.model.is_my_turn

    async def _is_sure(self, question: str) -> bool:
        answers = [self._texts("No"), self._texts("Yes")]
        return await self.app.push_screen_wait(ChoiceDialog(question, answers)) == 1

    async def _try(self, doing: Awaitable[Any]) -> None:
        """Carry out a request, or show why it was refused. A newly picked card stays chosen."""
        chosen = self._pointing.chosen
        try:
            await doing
        except Complaint as complaint:
            self._say(str(complaint), "bold red")
        else:
            if self._pointing.chosen == chosen:
                self._pointing = replace(self._pointing, chosen=None)
            self._say("")

    def _say(self, text: str, style: str = "") -> None:
        self._pointing = replace(self._pointing, note=text, style=style)
        self._draw()


KEYS = (
    "← →       pick up a card, or click\n"
    "1 2 3 4   lay it on that pile, or click\n"
    "e         end the turn and draw\n"
    "z         take the last card back\n"
    "s         say something, without numbers\n"
    "h         ask the strongest bot\n"
    "c         write to the others (online)\n"
    "r         replace a player who is away (online)\n"
    "w         your word for the shuffle (online)\n"
    "l         numbers: ● held, · laid, ─ still out\n"
    "g         give up\n"
    "q         leave; the game is kept\n\n"
    "Any key goes back."
)
