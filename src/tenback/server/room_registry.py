"""The rooms that are open in this process, and the connections in each."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from tenback.protocol import Dealt, Presence, Stop, encode
from tenback.rules import Move
from tenback.server.background import BackgroundTasks
from tenback.server.fair_queue import Requester
from tenback.server.fanout import Fanout
from tenback.server.metrics import Metrics
from tenback.server.redaction import StepMessages, welcome
from tenback.server.room import Room
from tenback.server.room_loading import RoomLoader
from tenback.server.room_requests import Draft, Person
from tenback.server.step import Step

NOT_WELCOME = 1008
"""The close code for people who may not be there, or no longer."""
LINGER = 60.0
"""Seconds for which an empty room is kept."""


class Subscriber(Protocol):
    """A connection in a room."""

    person: Person | None
    address: str
    """The client's address, to which limits apply."""

    def push(self, message: bytes) -> None:
        """Queue a message, without waiting until it is sent."""

    def close(self, code: int) -> None:
        """Close the connection."""


@dataclass(eq=False, slots=True)
class OpenRoom:
    """A room that is open in this process, with its connections and running tasks."""

    model: Room
    """The table and its people, as the fold of its steps."""
    subscribers: set[Subscriber] = field(default_factory=set)
    people_elsewhere: dict[str, frozenset[str]] = field(default_factory=dict)
    """The people connected to each other process that has the room open."""
    last_stored_here: int = 0
    """The number of the last step stored by this process. If it is the newest, we move the bots."""
    stalled_at: int | None = None
    """The step after which bots or the clock were refused. They wait for the next step."""
    stall_logged_at: int | None = None
    """The step after which such a refusal was logged. Retries are not logged again."""
    bots_task: asyncio.Task[None] | None = None
    hint: tuple[int, asyncio.Task[Move | None]] | None = None
    """The hint for one step, shared by everybody who asks."""
    recovery_task: asyncio.Task[None] | None = None
    turn_timer: asyncio.TimerHandle | None = None
    stop: Stop | None = None
    """The announced stop of the server, if any."""
    closing_timer: asyncio.TimerHandle | None = None

    @property
    def people_here(self) -> set[str]:
        """The people connected to this process."""
        return {each.person.id for each in self.subscribers if each.person is not None}

    def is_here(self, person: str) -> bool:
        """Return whether a person is connected to any process."""
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
        """The requester for bots: the lowest connected seat, or else a spectator."""
        seats = {subscriber: self.seat_of(subscriber) for subscriber in self.subscribers}
        first = min(seats, key=lambda each: _order(seats[each]), default=None)
        return Requester(table=self.model.id) if first is None else self.requester_of(first)

    def requester_of(self, subscriber: Subscriber) -> Requester:
        """Return the requester for work that a connection asks for."""
        person = "" if subscriber.person is None else subscriber.person.id
        return Requester(subscriber.address, person, self.model.id)

    def seat_of(self, subscriber: Subscriber) -> int | None:
        """Return a connection's seat, or None for a spectator."""
        person = subscriber.person
        return None if person is None else self.model.seat_of(person.id)

    def take(self, step: Step, draft: Draft | None) -> None:
        """Fold the next step, and send every connection what it may see of it."""
        model = self.model
        messages = StepMessages(model, step, model.take(step, draft))
        for subscriber in self.subscribers:
            person = subscriber.person
            seat = None if person is None else model.seat_of(person.id)
            subscriber.push(messages.encoded_for(seat))
        if not self.model.settings.can_watch and Dealt in map(type, step.facts):
            self._dismiss_spectators()

    def tell_presence(self) -> None:
        """Report to everybody in the room who is connected, and how many watch."""
        watching = sum(self.seat_of(subscriber) is None for subscriber in self.subscribers)
        message = encode(Presence(self.present, watching, self.model.host, self.stop))
        for subscriber in self.subscribers:
            subscriber.push(message)

    def tell_everything(self, now: int) -> None:
        """Send everybody in the room the full state that they may see."""
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
    """The base class of listeners to rooms. Its methods do nothing; override the ones you need."""

    def room_opened(self, room: OpenRoom) -> None:
        """Handle a room that was loaded from the log."""

    def step_stored(self, room: OpenRoom, step: Step) -> None:
        """Handle a step that this process has stored."""

    def step_taken(self, room: OpenRoom, step: Step) -> None:
        """Handle a step that was applied, whichever process stored it."""

    def people_changed(self, room: OpenRoom) -> None:
        """Handle a connection that was added to a room or removed from it."""

    def storage_recovered(self, room: OpenRoom) -> None:
        """Handle a room that was caught up after the database came back."""

    def room_closed(self, room: OpenRoom) -> None:
        """Handle a room that was closed because nobody is in it anymore."""


class RoomRegistry:
    """All rooms that are open in this process."""

    def __init__(self, loader: RoomLoader, fanout: Fanout, metrics: Metrics) -> None:
        self._loader = loader
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
        """Return an open room, or None."""
        return self._rooms.get(table)

    async def open(self, table: str, address: str | None = None) -> OpenRoom:
        """Return a room, loading it for an address or for the server if it is not open."""
        room = self._rooms.get(table)
        if room is not None:
            self._cancel_closing(room)  # or it might close before the caller enters
            self._close_when_empty(room)
            return room
        self._loader.check(address)
        if table not in self._opening:
            task = self._opening[table] = asyncio.create_task(self._open(table, address))
            task.add_done_callback(_retrieve_exception)
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str, address: str | None) -> OpenRoom:
        try:
            await self._fanout.subscribe(table)
            try:
                room = OpenRoom(await self._loader.load(table, address), stop=self._stop)
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
        """Add a connection to a room."""
        self._cancel_closing(room)
        room.subscribers.add(subscriber)
        self._people_changed(room)

    def leave(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Remove a connection from a room."""
        room.subscribers.discard(subscriber)
        self._people_changed(room)
        self._close_when_empty(room)

    def take(self, room: OpenRoom, step: Step, draft: Draft | None = None) -> None:
        """Fold a step and send it to everybody in the room, unless it is already known."""
        if step.number == room.model.number + 1:
            room.take(step, draft)
            for listener in self.listeners:
                listener.step_taken(room, step)

    def announce(self, stop: Stop | None) -> None:
        """Announce a stop of the server to everybody, or withdraw it, if that is a change."""
        if stop != self._stop:
            self._stop = stop
            for room in self:
                room.stop = stop
                room.tell_presence()

    async def close(self) -> None:
        """Cancel the tasks of all rooms."""
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
        """Close a room if nobody is in it. While its bots are moving, check again later."""
        room.closing_timer = None
        if room.subscribers:
            return
        if room.bots_task is not None and not room.bots_task.done():
            self._close_when_empty(room)
            return
        self._close(room)

    def drop(self, room: OpenRoom) -> None:
        """Close a room whose table is gone, and disconnect everybody in it."""
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


def _retrieve_exception(task: asyncio.Task[OpenRoom]) -> None:
    """Retrieve the exception of a failed load, because nobody may be waiting for it anymore."""
    if not task.cancelled():
        task.exception()
