"""An evening at this screen: asks what to play and with whom, and whether to play again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenback.cli.drawing import outcome
from tenback.cli.errors import missing
from tenback.cli.sittings import Sitting, Sittings
from tenback.cli.terminal.app import TerminalApp
from tenback.cli.terminal.background_thread import run_in_thread
from tenback.cli.terminal.local_table import PACE, LocalTable
from tenback.cli.texts import Texts
from tenback.notation import read_deal
from tenback.notation.layouts import from_files
from tenback.notation.records import check_text
from tenback.rules import EDITIONS, Deal, TenbackError

if TYPE_CHECKING:
    from tenback.bots.registry import BuiltInBot


class Evening:
    """Game after game at one screen: alone, with other people or with bots."""

    def __init__(
        self, texts: Texts, sittings: Sittings, first: Sitting | None, *, pace: float = PACE
    ) -> None:
        self._texts = texts
        self._sittings = sittings
        self._first = first
        self._pace = pace

    async def __call__(self, app: TerminalApp) -> None:
        """Play until the players stop."""
        sitting = self._first if self._first is not None else await self._ask_sitting(app)
        while sitting is not None:
            chosen = sitting
            bots = await run_in_thread(chosen.make_bots)
            keeper = self._sittings.keeper(chosen)
            host = LocalTable(self._texts, chosen.table, bots, keeper, pace=self._pace)
            await app.play(host)
            sitting = await self._ask_next(app, host, chosen)

    async def _ask_next(
        self, app: TerminalApp, host: LocalTable, sitting: Sitting
    ) -> Sitting | None:
        texts, deal = self._texts, sitting.table.deal
        assert host.outcome is not None
        question = outcome(texts, host.outcome, sitting.table.players)
        answers = [texts("Replay it"), texts("Stop")]
        if deal is not None:
            answers = [texts("New cards"), texts("The same cards"), *answers]
        while True:
            chosen = await app.ask(question, answers)
            if chosen is None:
                continue
            match len(answers) - chosen:
                case 4 | 3 if deal is not None:
                    return self._sittings.following(sitting, deal, is_same=chosen == 1)
                case 2:
                    await app.replay(host)
                case _:
                    return None

    async def _ask_sitting(self, app: TerminalApp) -> Sitting | None:
        """Ask what to play and with whom. Escape goes back to the first question."""
        texts = self._texts
        while True:
            titles = [kind.title for kind in EDITIONS.values()]
            chosen = await app.ask(texts("What would you like to play?"), titles)
            if chosen is None:
                return None
            edition = list(EDITIONS)[chosen]
            seats = EDITIONS[edition].seats
            ways = [texts("With bots"), texts("Around this screen")]
            if 1 in seats:
                ways.insert(0, texts("Alone"))
            way = await app.ask(texts("With whom?"), ways)
            if way is None:
                continue
            deal_seats = 1 if len(ways) == 3 and way == 0 else await self._ask_seats(app, seats)
            if deal_seats is None:
                continue
            deal = read_deal(edition, deal_seats, self._sittings.new_seed(), from_files)
            if deal_seats == 1:
                return self._sittings.new(deal, [texts("Player {number}", number=1)], ())
            if len(ways) - way == 2:
                sitting = await self._ask_bots(app, deal)
            else:
                sitting = await self._ask_names(app, deal)
            if sitting is not None:
                return sitting

    async def _ask_seats(self, app: TerminalApp, seats: Sequence[int]) -> int | None:
        several = [number for number in seats if number > 1]
        if len(several) == 1:
            return several[0]
        asked = self._texts("How many at the table?")
        chosen = await app.ask(asked, [str(number) for number in several])
        return None if chosen is None else several[chosen]

    async def _ask_bots(self, app: TerminalApp, deal: Deal) -> Sitting | None:
        texts = self._texts
        try:
            known, usual = await run_in_thread(_known_bots)
        except ModuleNotFoundError as error:
            await app.tell(texts.error(missing(error)))
            return None
        told = [f"{bot.name}: {texts.reason(bot.description)}" for bot in known]
        chosen = await app.ask(texts("Which bot?"), told, usual)
        if chosen is None:
            return None
        bots = [known[chosen].name] * (deal.seats - 1)
        return self._sittings.new(deal, [texts("Player {number}", number=1)], bots)

    async def _ask_names(self, app: TerminalApp, deal: Deal) -> Sitting | None:
        names: list[str] = []
        while len(names) < deal.seats:
            usual = self._texts("Player {number}", number=len(names) + 1)
            name = await app.ask_line(self._texts("Name?"), usual)
            if name is None:
                return None
            try:
                names.append(check_text(name) or usual)
            except TenbackError as error:
                await app.tell(self._texts.error(error))
        return self._sittings.new(deal, names, ())


def _known_bots() -> tuple[list["BuiltInBot"], int]:
    """Return the bots to choose from, weakest first, and the index of the default."""
    from tenback.bots.registry import BOTS, REGISTRY, STAND_IN

    return [bot for bot in REGISTRY if bot.name in BOTS], BOTS.index(STAND_IN)
