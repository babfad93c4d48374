"""A replay of a finished game, event by event, with all cards open and an analysis."""

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from tenback.cli.drawing import state_picture
from tenback.cli.errors import missing
from tenback.cli.terminal.background_thread import run_in_thread
from tenback.cli.terminal.event_texts import event_text
from tenback.cli.texts import Texts
from tenback.notation import Record
from tenback.rules import TenbackError
from tenback.rules.referee import fold

if TYPE_CHECKING:
    from tenback.analysis import Analysis

LEAST_COST = 0.02
"""The least a decision must give away to count as a mistake."""


class ReplayScreen(Screen[None]):
    """Steps through a record. Escape closes the replay."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("home", "step(-10000)", show=False),
        Binding("end", "step(10000)", show=False),
        Binding("a", "analyze", show=False),
        Binding("n", "next_mistake", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(self, texts: Texts, record: Record) -> None:
        super().__init__()
        self._texts, self._record = texts, record
        self._at = 0
        self._analysis: Analysis | None = None
        self._note = ""

    def compose(self) -> ComposeResult:
        """Create the widgets for the picture and the line below it."""
        with VerticalScroll(can_focus=False):
            yield Static(id="replayed")
        yield Static(id="replay-line")

    def on_mount(self) -> None:
        """Start at the beginning of the record."""
        self.action_step(0)

    def action_step(self, by: int) -> None:
        """Move forward or back by some events."""
        texts, events = self._texts, self._record.events
        self._at = min(max(self._at + by, 0), len(events))
        state = fold(self._record.start, events[: self._at])
        self.query_one("#replayed", Static).update(
            Group(state_picture(texts, state, self._record.players))
        )
        line = f"{self._at}/{len(events)}"
        if self._at:
            told = event_text(texts, events[self._at - 1], self._record.players, is_open=True)
            line += f"   {told}"
        worth = "   ".join(filter(None, (self._note, self._worth())))
        keys = texts("← → step   A analysis   N next mistake   Esc back")
        self.query_one("#replay-line", Static).update(
            Text.assemble((line, "bold"), "   ", (worth, "yellow"), "\n", (keys, "dim"))
        )

    def _worth(self) -> str:
        """Describe how the last event changed the chance to win."""
        if self._analysis is None:
            return ""
        for step in self._analysis.steps:
            if step.event == self._at - 1:
                before, after = self._percent(step.before), self._percent(step.after)
                best = " ".join(map(str, getattr(step, "best", ())))
                told = self._texts("chance {before} → {after}", before=before, after=after)
                is_mistake = step.before - step.after > LEAST_COST and best
                return (
                    f"{told}   {self._texts('better: {line}', line=best)}" if is_mistake else told
                )
        return ""

    def _percent(self, chance: float) -> str:
        return f"{self._texts.number(100 * chance, '.0f')} %"

    @work(exclusive=True)
    async def action_analyze(self) -> None:
        """Analyze every decision in the background."""
        if self._analysis is not None:
            return
        self._say(self._texts("analyzing …"))
        try:
            self._analysis = await run_in_thread(self._analyze)
        except ModuleNotFoundError as error:
            self._say(self._texts.error(missing(error)))
        except TenbackError as error:
            self._say(self._texts.error(error))
        else:
            self._say(
                self._texts("mistakes: {count}", count=len(self._analysis.mistakes(LEAST_COST)))
            )
            self._note = ""

    def action_next_mistake(self) -> None:
        """Go to the next mistake. Start an analysis if there is none yet."""
        if self._analysis is None:
            self.action_analyze()
            return
        behind = [each.event + 1 for each in self._analysis.mistakes(LEAST_COST)]
        behind = [at for at in behind if at > self._at]
        if behind:
            self.action_step(min(behind) - self._at)
        else:
            self._say(self._texts("no mistake from here on"))
            self._note = ""

    def _analyze(self) -> "Analysis":
        from tenback.analysis import analyse

        return analyse(self._record)

    def _say(self, note: str) -> None:
        self._note = note
        self.action_step(0)

    def action_back(self) -> None:
        """Leave the replay."""
        self.dismiss(None)
