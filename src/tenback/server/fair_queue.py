"""Fair queues: a requester with many requests delays only themselves."""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum

Ticket = asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class Requester:
    """The party that work is done for. Addresses take turns, then people, then tables."""

    address: str = ""
    person: str = ""
    table: str = ""

    @property
    def path(self) -> tuple[str, ...]:
        """The keys by which requesters take turns, outermost first."""
        return self.address, self.person, self.table


class Priority(Enum):
    """The order in which kinds of work are admitted."""

    USUAL = 0
    """Somebody is waiting for the result."""
    LOW = 1
    """Admitted when nothing of usual priority waits; takes at most half of the places."""


class FairQueue:
    """Admits a limited number of requests at a time. Waiting requesters take turns."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._lines = {
            Priority.USUAL: _Line(places),
            Priority.LOW: _Line(max(1, places // 2)),
        }

    async def enter(self, requester: Requester, priority: Priority = Priority.USUAL) -> None:
        """Wait until there is a place."""
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._lines[priority].waiting.add(requester.path, ticket)
        self._admit()
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():  # It was admitted meanwhile.
                self.leave(priority)
            raise

    def leave(self, priority: Priority = Priority.USUAL) -> None:
        """Give up a place."""
        self._free += 1
        self._lines[priority].free += 1
        self._admit()

    def _admit(self) -> None:
        for line in self._lines.values():
            while self._free and line.free and (ticket := line.waiting.pop()) is not None:
                if not ticket.done():
                    self._free -= 1
                    line.free -= 1
                    ticket.set_result(None)


@dataclass(slots=True)
class _Line:
    """The waiting requests of one priority, and how many of them may still be admitted."""

    free: int
    waiting: "_Branch" = field(default_factory=lambda: _Branch())  # noqa: PLW0108 (comes later)


class _Branch:
    """The waiting requests below one node of the requester tree. Its branches take turns."""

    __slots__ = ("_branches", "_tickets")

    def __init__(self) -> None:
        self._branches: OrderedDict[str, _Branch] = OrderedDict()
        self._tickets: deque[Ticket] = deque()

    def add(self, path: tuple[str, ...], ticket: Ticket) -> None:
        """Queue a ticket at the end of a path."""
        if not path:
            self._tickets.append(ticket)
            return
        name, *rest = path
        if name not in self._branches:
            self._branches[name] = _Branch()
        self._branches[name].add(tuple(rest), ticket)

    def pop(self) -> Ticket | None:
        """Remove and return the next ticket. Its branch moves to the end of the line."""
        if self._tickets:
            return self._tickets.popleft()
        while self._branches:
            name, branch = self._branches.popitem(last=False)
            ticket = branch.pop()
            if branch:
                self._branches[name] = branch
            if ticket is not None:
                return ticket
        return None

    def __bool__(self) -> bool:
        return bool(self._tickets or self._branches)
