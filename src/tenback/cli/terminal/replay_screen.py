"""A sitting that is over, step by step, with all cards open."""

from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from tenback.cli.drawing import state_picture
from tenback.cli.texts import Texts
from tenback.notation import Record, write_event
from tenback.rules.events import Finished, TurnBegan
from tenback.rules.referee import fold


class ReplayScreen(Screen[None]):
    """Goes through a record; Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("home", "step(-10000)", show=False),
        Binding("end", "step(10000)", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(self, texts: Texts, record: Record) -> None:
        super().__init__()
        self._texts, self._record = texts, record
        self._at = 0

    def compose(self) -> ComposeResult:
        """Put picture and line in their places."""
        with VerticalScroll(can_focus=False):
            yield Static(id="replayed")
        yield Static(id="replay-line")

    def on_mount(self) -> None:
        """Begin at the beginning."""
        self.action_step(0)

    def action_step(self, by: int) -> None:
        """Go on or back by some events."""
        texts, events = self._texts, self._record.events
        self._at = min(max(self._at + by, 0), len(events))
        state = fold(self._record.start, events[: self._at])
        self.query_one("#replayed", Static).update(
            Group(state_picture(texts, state, self._record.players))
        )
        line = f"{self._at}/{len(events)}"
        if self._at:
            event = events[self._at - 1]
            if isinstance(event, TurnBegan | Finished):
                line += f"   {event}"
            else:
                told = write_event(event, seat=event.seat)
                line += f"   {self._record.players[event.seat]}: {told}"
        keys = texts("← → step   Esc back")
        self.query_one("#replay-line", Static).update(
            Text.assemble((line, "bold"), "   ", (keys, "dim"))
        )

    def action_back(self) -> None:
        """Leave the replay."""
        self.dismiss(None)
