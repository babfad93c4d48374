"""Drives the full-screen table without a terminal: presses keys, clicks and reads."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from textual.pilot import Pilot
from textual.screen import ModalScreen

from tenback.cli.sittings import Sitting, Sittings
from tenback.cli.terminal.app import TerminalApp
from tenback.cli.terminal.evening import Evening
from tenback.cli.terminal.host import TableHost
from tenback.cli.terminal.local_table import LocalTable
from tenback.cli.terminal.table_screen import TableScreen
from tenback.cli.texts import Texts
from tenback.notation import Record, read_deal
from tenback.rules import END, Move, Play, View
from tenback.table import Table

if TYPE_CHECKING:
    from tenback.bots import Bot

ENGLISH = Texts("en")
SEED = "ABC"


class Person:
    """A person in front of the screen."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app = app
        self._pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            await self._pilot.press(key)
            await self._settle()

    async def click(self, selector: str) -> None:
        """Click on a part of the screen."""
        assert await self._pilot.click(selector)
        await self._settle()

    async def _settle(self) -> None:
        """Wait until the request is done, or the screen asks a question."""
        await self._pilot.pause()
        while not isinstance(self.app.screen, ModalScreen) and any(
            worker.group in ("move", "dialog") and worker.is_running for worker in self.app.workers
        ):
            await self._pilot.pause(0.01)

    async def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        await self._pilot.resize_terminal(columns, rows)
        await self._pilot.pause()

    async def wait(self, text: str) -> str:
        """Wait until the screen shows a text; return the screen. The test has a deadline."""
        while text not in (shown := self.screen):
            await self._pilot.pause(0.01)
        return shown

    async def wait_until(self, is_so: Callable[[TableHost], bool]) -> None:
        """Wait until the table is so."""
        while not is_so(self.host):
            await self._pilot.pause(0.01)

    @property
    def screen(self) -> str:
        """The text on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)

    @property
    def host(self) -> TableHost:
        """The host that runs the table."""
        (table,) = [each for each in self.app.screen_stack if isinstance(each, TableScreen)]
        return table._host

    @property
    def view(self) -> View:
        """The view of the table that is shown."""
        view = self.host.model.view
        assert view is not None
        return view

    async def lay(self, play: Play) -> None:
        """Pick a card up and lay it, using keys."""
        await self.press(*["right"] * (1 + self.view.hand.index(play.card)))
        await self.press(str(1 + play.pile.index))


def cautious(view: View) -> Move:
    """Return the move of a cautious player: as few cards as possible, in the smallest steps."""
    if END in view.moves:
        return END
    plays = [move for move in view.moves if isinstance(move, Play) and move not in view.losing]
    return min(plays, key=lambda play: play.pile.step(view.tops[play.pile.index], play.card))


@asynccontextmanager
async def evening(
    path: Path,
    edition: str = "classic",
    people: Sequence[str] = ("Anna",),
    bots: Sequence[str] = (),
    *,
    size: tuple[int, int] = (80, 24),
    texts: Texts = ENGLISH,
) -> AsyncIterator[Person]:
    """Return a person at an evening of games with fixed deals."""
    sittings = Sittings(str(path), can_take_back=True)
    deal = read_deal(edition, len(people) + len(bots), SEED)
    first = sittings.new(deal, people, bots)
    async with watching(sittings, first, size=size, texts=texts) as person:
        yield person


@asynccontextmanager
async def watching(
    sittings: Sittings,
    first: Sitting,
    *,
    size: tuple[int, int] = (80, 24),
    texts: Texts = ENGLISH,
) -> AsyncIterator[Person]:
    """Return a person at the first table of an evening of games."""
    app = TerminalApp(texts, Evening(texts, sittings, first, pace=0))
    async with app.run_test(size=size) as pilot:
        person = Person(app, pilot)
        while not isinstance(app.screen, TableScreen):
            await pilot.pause(0.01)
        await pilot.pause()
        yield person


def local_table(
    table: Table, bots: Mapping[int, "Bot"] | None = None, kept: list[Record] | None = None
) -> LocalTable:
    """Return the host of a table, which puts its records into a list."""
    records: list[Record] = [] if kept is None else kept
    return LocalTable(ENGLISH, table, bots or {}, records.append, pace=0)
