"""A room: a table with its people, as the fold of its steps. No sockets, disk or clock."""

from collections import Counter, deque
from dataclasses import dataclass, replace
from typing import assert_never

from tenback.bots import STAND_IN
from tenback.notation import read_event, write_code
from tenback.protocol import (
    Chatted,
    Dealt,
    Followed,
    Forgotten,
    Opened,
    Played,
    Replaced,
    ResignWished,
    Returned,
    Revealed,
    Sat,
    Stood,
    StoredFact,
    TableSettings,
    WordGiven,
    WordsClosed,
    WordWithheld,
)
from tenback.rules import Code, Event, Laid, Refused, State
from tenback.rules.events import TurnBegan
from tenback.server.deals import deal_of, is_duel
from tenback.server.errors import ServerCode
from tenback.server.names import DELETED_NAME, skeleton
from tenback.server.room_requests import Alarm, Draft, Person, TimeUp, WordsDue
from tenback.server.step import Step
from tenback.table import Table

RULES_VERSION = 1
"""The version of the rules that tables follow. It changes when a game would go differently."""
OPENING_TIME = 20
"""Seconds to open words once they are closed. Pages do it automatically, over any network."""
CHAT_KEPT = 50
"""The number of chat messages that newcomers see."""


@dataclass(slots=True)
class SeatState:
    """A seat and its occupant."""

    name: str | None = None
    person: str | None = None
    bot: str | None = None
    """The bot that plays, for itself or for the person."""
    word: str = ""
    seal: str | None = None
    salt: str | None = None
    is_withheld: bool = False
    """Whether the sealed word was not opened in time."""
    is_resigning: bool = False
    has_played: bool = False
    """Whether the person has laid a card."""
    had_bot: bool = False
    """Whether a bot has ever played for the person, for a while or to the end."""
    was_left: bool = False
    """Whether the person let a bot play for a while, by choice or because their time ran out."""
    is_forgotten: bool = False
    """Whether the person was deleted."""
    is_word_gone: bool = False
    """Whether their word was deleted with them."""
    is_bot: bool = False
    """Whether the person is a player's own bot."""

    @property
    def is_word_open(self) -> bool:
        """Whether nothing waits for the seat's word."""
        return self.seal is None or self.salt is not None or self.is_withheld

    def as_seated(self, seat: int) -> Sat:
        """Return the fact that seats the same person or bot at another table."""
        assert self.name is not None
        bot = self.bot if self.person is None else None
        return Sat(seat, self.name, bot, self.person, is_bot=self.is_bot)


class Room:
    """One table on the server."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.settings = TableSettings()
        self.commitment: str | None = None
        self.secret: str | None = None
        self.day_code: str | None = None
        self.places: list[SeatState] = []
        self._seats: dict[str | None, int] = {}
        """The seats of people."""
        self.bots: dict[int, str] = {}
        """The bots that play now, by seat."""
        self.table: Table | None = None
        self.opened_at = 0
        self.closed_at: int | None = None
        """When the words were closed, so that every seat opens its own."""
        self._shown_from: int | None = None
        """The number of the step that closed the words or dealt the cards."""
        self.turn_at = 0
        """When the current turn began."""
        self.chat: deque[Chatted] = deque(maxlen=CHAT_KEPT)
        self.following: str | None = None
        self.opener: str | None = None
        """The person who opened the table."""
        self.sent_away: set[str] = set()
        self._participants: set[str] = set()
        self.steps_by: Counter[str] = Counter()
        self.chats_by: Counter[str] = Counter()
        self.chats_of_spectators = 0
        self._answered: dict[tuple[str | None, str], int] = {}

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.state.outcome is not None

    @property
    def is_honest(self) -> bool:
        """Whether nobody knows the cards or gets hints. Only then can a duel be rated."""
        return self.commitment is not None and not self.settings.has_hints

    def are_cards_secret(self, today: str) -> bool:
        """Return whether others have yet to play these cards.

        They are those of today's deal, which no other table can have (`lobby`).
        """
        return self.settings.day is not None and self.settings.day >= today

    @property
    def can_count(self) -> bool:
        """Whether the game can count for people: for a rating, or for the results of a day."""
        return self.settings.day is not None or (is_duel(self.settings) and self.is_honest)

    @property
    def phase(self) -> str:
        """Whether the table is gathering players, playing, or over."""
        if self.table is None:
            return "gathering"
        return "over" if self.is_over else "playing"

    @property
    def turn(self) -> int | None:
        """The seat to move, or None."""
        turn = None if self.table is None or self.is_over else self.table.state.turn
        return None if turn is None else turn.seat

    @property
    def deal_code(self) -> str | None:
        """The deal code, once the cards are dealt. It is secret until the game is over."""
        deal = None if self.table is None else self.table.deal
        return None if deal is None else write_code(deal)

    @property
    def deadline(self) -> int | None:
        """When the clock of the current turn runs out. Bots have no clock."""
        clock = self.settings.clock
        if clock is None:
            return None
        seat = self.turn
        if seat is None or self.places[seat].bot is not None:
            return None
        return self.turn_at + 1000 * clock

    def are_words_shown_in(self, number: int) -> bool:
        """Return whether words were closed at a step, so that everybody sees the open ones.

        A step is sent the same way every time.
        """
        return self._shown_from is not None and number >= self._shown_from

    @property
    def alarm(self) -> Alarm | None:
        """The request that takes effect by itself if nobody acts, and when."""
        if self.table is None and self.closed_at is not None:
            return Alarm(self.closed_at + 1000 * OPENING_TIME, WordsDue())
        deadline = self.deadline
        seat = None if deadline is None else self.turn
        return None if deadline is None or seat is None else Alarm(deadline, TimeUp(seat))

    @property
    def host(self) -> int | None:
        """The seat of the person who opened the table, or else the lowest seat of a person."""
        opener = self.seat_of(self.opener)
        people = (seat for seat, place in enumerate(self.places) if place.person is not None)
        return opener if opener is not None else next(people, None)

    def seat_of(self, person: str | None) -> int | None:
        """Return a person's seat, or None."""
        return self._seats.get(person)

    def is_participant(self, person: str) -> bool:
        """Return whether a person is known to appear in the steps so far."""
        return person in self._participants

    def seated(self, by: Person | None) -> int:
        """Return a person's seat, or refuse if they have none."""
        seat = self.seat_of(None if by is None else by.id)
        if seat is None:
            raise Refused(ServerCode.NOT_SEATED)
        return seat

    def place(self, seat: int) -> SeatState:
        """Return the state of a seat, or refuse a seat that the table does not have."""
        if seat >= len(self.places):
            raise Refused(Code.NO_SUCH_SEAT, seat=seat, last=len(self.places) - 1)
        return self.places[seat]

    def distinct_name(self, by: Person) -> str:
        """Return a person's name, with a number if it could be mistaken for another's here."""
        others = {skeleton(at.name) for at in self.places if at.name and at.person != by.id}
        name, number = by.name, 1
        while skeleton(name) in others:
            number += 1
            name = f"{by.name} ({number})"
        return name

    def revealed(self, state: State, code: str | None = None) -> tuple[StoredFact, ...]:
        """Return the fact that reveals the cards, if the game is over in this state."""
        if state.outcome is None:
            return ()
        return (Revealed(self.secret or "", code or self.deal_code or ""),)

    def answered(self, person: str | None, request: str) -> int | None:
        """Return the number of the step that a request has already led to, if any."""
        return self._answered.get((person, request))

    # ---- folding steps ----

    def take(self, step: Step, draft: Draft | None = None) -> tuple[Event, ...]:
        """Fold the next step, and return the referee's events in it.

        The process that decided the step passes its draft, so that nothing is computed twice.
        """
        assert step.number == self.number + 1
        events = events_of(step) if draft is None else draft.events
        if self.table is None and any(isinstance(f, WordsClosed | Dealt) for f in step.facts):
            self._shown_from = self._shown_from or step.number
        for fact in step.facts:
            self._fold(fact, step, events, None if draft is None else draft.state)
        self.number = step.number
        if step.by is not None:
            self._participants.add(step.by)
            self.steps_by[step.by] += 1
        if step.request is not None:
            self._answered[step.by, step.request] = step.number
        return events

    def _fold(
        self, fact: StoredFact, step: Step, events: tuple[Event, ...], state: State | None
    ) -> None:
        at = step.at
        match fact:
            case Played():
                self._play(events, at, state)
                if (own := self.seat_of(step.by)) is not None:
                    self.places[own].has_played |= Laid in map(type, events)
            case Opened(settings, commitment, secret, code):
                self.settings, self.commitment, self.secret = settings, commitment, secret
                self.day_code, self.opened_at, self.opener = code, at, step.by
                self.places = [SeatState() for _ in range(settings.seats)]
            case Sat(seat, name, bot, person, is_bot=is_bot):
                self._seat(seat, SeatState(name, person, bot, is_bot=is_bot))
                if person is not None:
                    self._participants.add(person)
            case Stood(seat, _, sent_away):
                self._seat(seat, SeatState())
                if sent_away is not None:
                    self.sent_away.add(sent_away)
            case WordGiven() | WordsClosed() | WordWithheld():
                self._fold_word(fact, at)
            case Dealt():
                self.table = self._dealt(fact)
                self.turn_at = at
            case Chatted():
                self.chat.append(fact)
                self.chats_by[step.by or ""] += 1
                self.chats_of_spectators += fact.seat is None
            case ResignWished(seat, is_wished):
                self.places[seat].is_resigning = is_wished
            case Replaced(seat, bot):
                place = self.places[seat]
                place.bot, place.is_resigning, place.had_bot = bot, False, True
                place.was_left |= step.by in (place.person, None)
                self._note_bots()
            case Returned(seat):
                self.places[seat].bot = None
                self._note_bots()
                if self.turn == seat:
                    self.turn_at = at
            case Revealed():
                pass
            case Followed(table):
                self.following = table
            case Forgotten(seat, is_word_gone):
                self._participants.clear()  # the step names nobody, so everybody counts as new
                if seat is not None:
                    self._forget(seat, is_word_gone=is_word_gone)
            case _:
                assert_never(fact)

    def _fold_word(self, fact: WordGiven | WordsClosed | WordWithheld, at: int) -> None:
        match fact:
            case WordGiven(seat, word, seal, salt):
                place = self.places[seat]
                place.word, place.seal, place.salt = word, seal, salt
            case WordsClosed():
                self.closed_at = at
            case WordWithheld(seat):
                self.places[seat].is_withheld = True

    def _forget(self, seat: int, *, is_word_gone: bool) -> None:
        """Free a deleted person's seat, or let a bot play on under a neutral name."""
        if self.table is None:
            self._seat(seat, SeatState())
            self._reopen_words()
            return
        place = self.places[seat]
        bot = place.bot if self.is_over else place.bot or STAND_IN
        word = "" if is_word_gone else place.word
        forgotten = replace(
            place,
            name=DELETED_NAME,
            person=None,
            bot=bot,
            word=word,
            is_resigning=False,
            is_forgotten=True,
            is_word_gone=is_word_gone,
        )
        self._seat(seat, forgotten)
        self.table.rename(seat, DELETED_NAME)

    def _seat(self, seat: int, state: SeatState) -> None:
        self.places[seat] = state
        self._seats = {place.person: s for s, place in enumerate(self.places) if place.person}
        self._note_bots()

    def _note_bots(self) -> None:
        self.bots = {s: place.bot for s, place in enumerate(self.places) if place.bot is not None}

    def _reopen_words(self) -> None:
        """Let everybody add new words, because the deal is off and some words are already known."""
        if self.closed_at is not None:
            self.closed_at = self._shown_from = None
            for place in self.places:
                place.word, place.seal, place.salt, place.is_withheld = "", None, None, False

    def _dealt(self, fact: Dealt) -> Table:
        assert fact.code is not None
        return Table(
            deal_of(self.settings, code=fact.code),
            [place.name or "" for place in self.places],
            can_take_back=self.settings.can_take_back,
            is_past_shown=self.settings.is_past_shown,
        )

    def _play(self, events: tuple[Event, ...], at: int, state: State | None) -> None:
        assert self.table is not None
        self.table.tell(events, state)
        if TurnBegan in map(type, events):
            self.turn_at = at


def events_of(step: Step) -> tuple[Event, ...]:
    """Return the referee's events in a step, including hidden cards."""
    played = (fact for fact in step.facts if isinstance(fact, Played))
    return tuple(read_event(text) for fact in played for text in fact.events)
