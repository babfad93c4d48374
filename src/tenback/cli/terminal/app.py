"""The full-screen program: runs an evening and shows its questions, tables and replays."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter

from tenback.cli.terminal.dialogs import ChoiceDialog, LineDialog, PageDialog
from tenback.cli.terminal.host import TableHost
from tenback.cli.terminal.replay_screen import ReplayScreen
from tenback.cli.terminal.table_screen import TableScreen
from tenback.cli.texts import Texts
from tenback.rules import TenbackError


class WithoutColor(LineFilter):
    """A filter that removes all colors, but keeps bold, dim and reverse (https://no-color.org)."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return segments without color. What a click on them does stays."""
        return [
            Segment(text, None if style is None else _colorless(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _colorless(style: Style) -> Style:
    return style.without_color + Style.from_meta(style.meta)


class TerminalApp(App[None]):
    """The full-screen program for one evening."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)
    ]

    def __init__(self, texts: Texts, evening: Callable[["TerminalApp"], Awaitable[None]]) -> None:
        super().__init__()
        if self.no_color:
            self._filters = [WithoutColor()]
        self.texts = texts
        self.failure: TenbackError | ModuleNotFoundError | None = None
        """The error that ended the evening."""
        self._evening = evening

    def on_mount(self) -> None:
        """Start the evening. A signal to end the program leaves the terminal clean."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(getattr(signal, name), self.exit)
        self.run_worker(self._run_evening(), group="evening")

    async def ask(self, question: str, answers: Sequence[str], usual: int = 0) -> int | None:
        """Ask a question. Return the index of the chosen answer, or None."""
        return await self.push_screen_wait(ChoiceDialog(question, answers, usual=usual))

    async def ask_line(
        self, question: str, usual: str = "", *, is_secret: bool = False
    ) -> str | None:
        """Ask for a line of text. Return it, or None."""
        return await self.push_screen_wait(LineDialog(question, usual=usual, is_secret=is_secret))

    async def tell(self, text: str) -> None:
        """Show a text until a key is pressed."""
        await self.push_screen_wait(PageDialog(text))

    async def play(self, host: TableHost) -> None:
        """Show a table until its game is over. The table stays on the screen."""
        while isinstance(self.screen, TableScreen):
            await self.pop_screen()
        await self.push_screen(TableScreen(host))
        await host.run()

    async def replay(self, host: TableHost) -> None:
        """Show the record of a table's game."""
        await self.push_screen_wait(ReplayScreen(self.texts, await host.record()))

    async def _run_evening(self) -> None:
        try:
            await self._evening(self)
        except (TenbackError, ModuleNotFoundError) as error:
            self.failure = error
        self.exit()


def run(texts: Texts, evening: Callable[[TerminalApp], Awaitable[None]]) -> None:
    """Run an evening in full screen. Raises the error that ended it, if any."""
    app = TerminalApp(texts, evening)
    app.run()
    if app.failure is not None:
        raise app.failure
