"""An evening at a server: one table, then the tables that follow it."""

from tenback.cli.drawing import outcome
from tenback.cli.terminal.app import TerminalApp
from tenback.cli.terminal.host import Complaint
from tenback.cli.terminal.online_table import OnlineTable
from tenback.cli.texts import Texts
from tenback.online import Client, Person, SealedWords, TableLink


class OnlineEvening:
    """Game after game with the same people."""

    def __init__(self, texts: Texts, link: TableLink, person: Person | None) -> None:
        self._texts = texts
        self._link = link
        self._person = person
        self._words = SealedWords()

    async def __call__(self, app: TerminalApp) -> None:
        """Play until the players stop."""
        table: str | None = self._link.table
        while table is not None:
            client = Client(self._link.url, table, self._person)
            host = OnlineTable(self._texts, client, self._words)
            try:
                await app.play(host)
                table = await self._ask_next(app, host)
            except Complaint as complaint:
                await app.tell(str(complaint))
                return
            finally:
                await host.leave()

    async def _ask_next(self, app: TerminalApp, host: OnlineTable) -> str | None:
        texts = self._texts
        assert host.outcome is not None
        question = outcome(texts, host.outcome, host.model.players)
        answers = [texts("New cards"), texts("The same cards")]
        answers += [texts("Replay it"), texts("Stop")]
        while True:
            match await app.ask(question, answers):
                case 0 | 1 as chosen:
                    return await host.again(is_same_deal=chosen == 1)
                case 2:
                    try:
                        await app.replay(host)
                    except Complaint as complaint:
                        await app.tell(str(complaint))
                case 3:
                    return None
                case _:
                    pass
