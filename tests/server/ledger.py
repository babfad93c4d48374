"""Audits a server: compares what clients know with what is stored and what the referee says."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields

from tenback.notation import read_record, write_record
from tenback.notation.fair_dealing import verify
from tenback.online import TableFold
from tenback.protocol import Again, Fact, FromClient
from tenback.rules import View
from tenback.server.redaction import happened, welcome
from tenback.server.room import Room
from tenback.server.room_record import record_of
from tenback.server.step import Step
from tenback.server.store import Database, Log
from tenback.server.store.database import Patience
from tests.server.client import Client

FOLDED = (
    "number",
    "places",
    "tops",
    "hand",
    "hand_sizes",
    "draw_sizes",
    "turn",
    "outcome",
    "following",
    "commitment",
    "choices",
)
"""The facts on which client and referee must agree; a welcome has only the latest chat."""
LONG = Patience(connecting=60.0, answering=60.0, altogether=120.0)
"""The patience for reading the books: nobody plays then, and a busy machine may be slow."""


class Books:
    """Everything stored about one table, folded again."""

    def __init__(self, table: str, steps: list[Step]) -> None:
        self.steps = steps
        self.room = Room(table)
        self._told: dict[int | None, dict[int, list[Fact]]] = {}
        for step in steps:
            assert step.number == self.room.number + 1
            self.room.take(step)

    @classmethod
    async def read(cls, url: str, tables: Iterable[str]) -> "dict[str, Books]":
        """Read tables from a database."""
        database = Database(url, LONG)
        log = Log(database)
        try:
            return {table: cls(table, await log.read(table)) for table in tables}
        finally:
            await log.close()
            await database.close()

    def check(self, client: Client) -> int:
        """Assert that a client and the books agree; return how many acked messages the books
        hold."""
        client.check()
        for number, facts in client.heard.items():
            assert facts == self.told(client.at.seat)[number], (client, number)
        whole = TableFold()
        whole.begin(welcome(self.room, client.at.seat, present=[], now=0))
        for name in FOLDED:
            assert getattr(client.at, name) == getattr(whole, name), (client, name)
        if self.room.table is not None:
            for name, seen in _seen(self.room.table.view(client.at.seat)).items():
                assert _seen(client.at.view())[name] == seen, (client, name)
        self.check_acked(client, client.acked)
        return len(client.acked)

    def check_acked(self, client: Client, acked: Mapping[str, tuple[int, FromClient]]) -> None:
        """Assert that every acked message is stored under the number in its ack."""
        person = None if client.person is None else client.person.id
        for asked, (number, message) in acked.items():
            step = self.steps[number - 1]
            if not isinstance(message, Again):  # the first request does it for everybody
                assert (step.by, step.request) == (person, asked), (client, message, step)

    def check_once(self) -> None:
        """Assert that nothing was done twice."""
        done = Counter((step.by, step.request) for step in self.steps if step.request is not None)
        assert [twice for twice, count in done.items() if count > 1] == []

    def check_over(self) -> None:
        """Assert that the sitting is over, and that its record is right in every move and card."""
        assert self.room.is_over
        record = record_of(self.room)
        assert read_record(write_record(record)) == record
        if self.room.commitment is not None:
            verify(record, noted=self.room.commitment)

    def told(self, seat: int | None) -> dict[int, list[Fact]]:
        """Return the facts that a seat receives about each step."""
        if seat not in self._told:
            self._told[seat] = {
                step.number: happened(self.room, step, seat).facts for step in self.steps
            }
        return self._told[seat]


def _seen(view: View | None) -> dict[str, object]:
    """Return the content of a view; after the end, without the demands of the last turn."""
    assert view is not None
    unasked = ("minimum", "demands", "fires") if view.outcome is not None else ()
    return {
        each.name: getattr(view, each.name) for each in fields(view) if each.name not in unasked
    }
