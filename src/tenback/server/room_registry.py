"""The rooms that this process has open, and the connections in each of them."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from tenback.notation.records import VERSION as RECORD_VERSION
from tenback.protocol import Dealt, Presence, Stop, encode
from tenback.rules import Move, Refused
from tenback.server.background import BackgroundTasks
from tenback.server.errors import ServerCode
from tenback.server.fair_queue import Requester
from tenback.server.fanout import Fanout
from tenback.server.metrics import Metrics
from tenback.server.redaction import StepMessages, welcome
from tenback.server.room import RULES_VERSION, Room
from tenback.server.room_requests import Draft, Person
from tenback.server.step import Step
from tenback.server.store import Log

NOT_WELCOME = 1008
"""Why a connection is closed: this person may not be there (any more)."""
LINGER = 60.0
"""Seconds for which an empty room is kept."""


class Subscriber(Protocol):
    """Somebody at a table: a connection."""

    person: Person | None
    address: str
    """Where the connection comes from: what limits count as one."""

    def push(self, message: bytes) -> None:
        """Send a message as soon as possible, without waiting for it."""

    def close(self, code: int) -> None:
        """End the connection."""


@dataclass(eq=False, slots=True)
class OpenRoom:
    """A room that this process has open, who is in it, and what is under way for it."""

    model: Room
    """The table and who sits there, as the fold of its steps."""
    subscribers: set[Subscriber] = field(default_factory=set)
    people_elsewhere: dict[str, frozenset[str]] = field(default_factory=dict)
    """The other processes that have the room open, and the people who are with them."""
    last_stored_here: int = 0
    """The number of the last step that this process has stored: its bots are ours to move."""
    stalled_at: int | None = None
    """The step after which bots or the clock were refused: they wait for the next one."""
    bots_task: asyncio.Task[None] | None = None
    hint: tuple[int, asyncio.Task[Move | None]] | None = None
    """The hint at a step, which is the same however often it is asked for."""
    recovery_task: asyncio.Task[None] | None = None
    turn_timer: asyncio.TimerHandle | None = None
    stop: Stop | None = None
    """When the server stops, if that is announced."""
    closing_timer: asyncio.TimerHandle | None = None

    @property
    def people_here(self) -> set[str]:
        """The people who are with this process."""
        return {each.person.id for each in self.subscribers if each.person is not None}

    def is_here(self, person: str) -> bool:
        """Return whether a person is connected, with any process."""
        elsewhere = self.people_elsewhere.values()
        return person in self.people_here or any(person in people for people in elsewhere)

    @property
    def present(self) -> list[int]:
        """The seats whose people are connected."""
        return [
            seat
            for seat, place in enumerate(self.model.places)
            if place.person is not None and self.is_here(place.person)
        ]

    @property
    def requester(self) -> Requester:
        """On whose behalf bots play here: the lowest seat that is connected, or a spectator."""
        seats = {subscriber: self.seat_of(subscriber) for subscriber in self.subscribers}
        first = min(seats, key=lambda each: _order(seats[each]), default=None)
        return Requester(table=self.model.id) if first is None else self.requester_of(first)

    def requester_of(self, subscriber: Subscriber) -> Requester:
        """Return on whose behalf work is done for somebody here."""
        person = "" if subscriber.person is None else subscriber.person.id
        return Requester(subscriber.address, person, self.model.id)

    def seat_of(self, subscriber: Subscriber) -> int | None:
        """Return where somebody sits; a spectator sits nowhere."""
        person = subscriber.person
        return None if person is None else self.model.seat_of(person.id)

    def take(self, step: Step, draft: Draft | None) -> None:
        """Fold the next step, and tell everybody here what they may know of it."""
        model = self.model
        messages = StepMessages(model, step, model.take(step, draft))
        for subscriber in self.subscribers:
            person = subscriber.person
            seat = None if person is None else model.seat_of(person.id)
            subscriber.push(messages.encoded_for(seat))
        if not self.model.settings.can_watch and Dealt in map(type, step.facts):
            self._dismiss_spectators()

    def tell_presence(self) -> None:
        """Tell everybody here whose people are connected, and how many watch."""
        watching = sum(self.seat_of(subscriber) is None for subscriber in self.subscribers)
        message = encode(Presence(self.present, watching, self.model.host, self.stop))
        for subscriber in self.subscribers:
            subscriber.push(message)

    def tell_everything(self, now: int) -> None:
        """Tell everybody here all that they may know, as if they had just come."""
        for subscriber in self.subscribers:
            seat = self.seat_of(subscriber)
            subscriber.push(encode(welcome(self.model, seat, present=self.present, now=now)))

    def _dismiss_spectators(self) -> None:
        for subscriber in tuple(self.subscribers):
            if self.seat_of(subscriber) is None:
                subscriber.close(NOT_WELCOME)


def _order(seat: int | None) -> float:
    return inf if seat is None else seat


class RoomListener:
    """Hears what happens with rooms; a listener overrides what it wants to hear."""

    def room_opened(self, room: OpenRoom) -> None:
        """Hear that a room was read from the log."""

    def step_stored(self, room: OpenRoom, step: Step) -> None:
        """Hear that this process has stored a step."""

    def step_taken(self, room: OpenRoom, step: Step) -> None:
        """Hear that a step was taken, stored by this process or by another."""

    def people_changed(self, room: OpenRoom) -> None:
        """Hear that somebody has come into the room, or has left it."""

    def storage_recovered(self, room: OpenRoom) -> None:
        """Hear that what is stored of a room was read again."""

    def room_closed(self, room: OpenRoom) -> None:
        """Hear that nobody is in a room any more."""


class RoomRegistry:
    """All rooms that are open in this process."""

    def __init__(self, log: Log, fanout: Fanout, metrics: Metrics) -> None:
        self._log = log
        self._fanout = fanout
        self._metrics = metrics
        self._rooms: dict[str, OpenRoom] = {}
        self._opening: dict[str, asyncio.Task[OpenRoom]] = {}
        self._background = BackgroundTasks()
        self.listeners: list[RoomListener] = []
        self._stop: Stop | None = None

    def __iter__(self) -> Iterator[OpenRoom]:
        return iter(tuple(self._rooms.values()))

    def get(self, table: str) -> OpenRoom | None:
        """Return a room if it is open."""
        return self._rooms.get(table)

    async def open(self, table: str) -> OpenRoom:
        """Return a room, read from the log if it is not open yet."""
        room = self._rooms.get(table)
        if room is not None:
            self._cancel_closing(room)  # else it might be closed before the caller has come in
            self._close_when_empty(room)
            return room
        if table not in self._opening:
            task = self._opening[table] = asyncio.create_task(self._open(table))
            task.add_done_callback(_retrieve_exception)
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> OpenRoom:
        try:
            await self._fanout.subscribe(table)
            try:
                room = OpenRoom(await load_room(self._log, table), stop=self._stop)
            except BaseException:
                await self._fanout.unsubscribe(table)
                raise
            self._rooms[table] = room
            self._metrics.rooms.inc()
            for listener in self.listeners:
                listener.room_opened(room)
            self._close_when_empty(room)
            return room
        finally:
            del self._opening[table]

    def enter(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Let somebody into a room."""
        self._cancel_closing(room)
        room.subscribers.add(subscriber)
        self._people_changed(room)

    def leave(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Let somebody go."""
        room.subscribers.discard(subscriber)
        self._people_changed(room)
        self._close_when_empty(room)

    def take(self, room: OpenRoom, step: Step, draft: Draft | None = None) -> None:
        """Fold a step and tell everybody in the room, unless it is known already."""
        if step.number == room.model.number + 1:
            room.take(step, draft)
            for listener in self.listeners:
                listener.step_taken(room, step)

    def announce(self, stop: Stop | None) -> None:
        """Tell everybody when the server stops, or that it does not, if that is news."""
        if stop != self._stop:
            self._stop = stop
            for room in self:
                room.stop = stop
                room.tell_presence()

    async def close(self) -> None:
        """Stop what is under way for rooms."""
        for room in self:
            self._cancel_closing(room)
        opening = tuple(self._opening.values())
        for task in opening:
            task.cancel()
        await asyncio.gather(*opening, return_exceptions=True)
        await self._background.close()

    def _people_changed(self, room: OpenRoom) -> None:
        for listener in self.listeners:
            listener.people_changed(room)

    def _cancel_closing(self, room: OpenRoom) -> None:
        if room.closing_timer is not None:
            room.closing_timer.cancel()
            room.closing_timer = None

    def _close_when_empty(self, room: OpenRoom) -> None:
        if not room.subscribers and room.closing_timer is None:
            loop = asyncio.get_running_loop()
            room.closing_timer = loop.call_later(LINGER, self._close_if_empty, room)

    def _close_if_empty(self, room: OpenRoom) -> None:
        """Forget a room that nobody is in; while bots play, it waits."""
        room.closing_timer = None
        if room.subscribers:
            return
        if room.bots_task is not None and not room.bots_task.done():
            self._close_when_empty(room)
            return
        self._close(room)

    def drop(self, room: OpenRoom) -> None:
        """Forget a room whose table is gone; everybody in it has to leave."""
        self._cancel_closing(room)
        self._close(room)
        for subscriber in tuple(room.subscribers):
            subscriber.close(NOT_WELCOME)

    def _close(self, room: OpenRoom) -> None:
        if self._rooms.get(room.model.id) is not room:
            return
        del self._rooms[room.model.id]
        self._metrics.rooms.dec()
        for listener in self.listeners:
            listener.room_closed(room)
        self._background.start(self._fanout.unsubscribe(room.model.id))


async def load_room(log: Log, table: str) -> Room:
    """Return a room as it is stored; refuse one that began under other versions."""
    stored = await log.load(table)
    if stored is None or stored.steps[0].number != 1:  # a removed table leaves only its last step
        raise Refused(ServerCode.NO_SUCH_TABLE, text=table)
    if (stored.rules_version, stored.record_version) != (RULES_VERSION, RECORD_VERSION):
        raise Refused(ServerCode.OTHER_VERSION, text=table)
    room = Room(table)
    for step in stored.steps:
        room.take(step)
    return room


def _retrieve_exception(task: asyncio.Task[OpenRoom]) -> None:
    """Retrieve why a room is not open: everybody who waited for it may have gone."""
    if not task.cancelled():
        task.exception()
