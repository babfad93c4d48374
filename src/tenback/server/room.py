"""A room: a table with people around it, as the fold of its steps. No sockets, disk or clock.

`decide` turns a request into the facts it makes, or refuses; `take` folds a step that is stored.
Any process can do both, and all come to the same: what decides is who stores the next number.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from tenback.bots import BOTS, STAND_IN
from tenback.notation import read_event, read_move, write_code
from tenback.notation.fair_dealing import check_word, commitment_of, salt_of, seal_of
from tenback.policies.errors import no_such_bot
from tenback.protocol import (
    AddWord,
    Chat,
    Chatted,
    Dealt,
    Followed,
    Forgotten,
    MakeMove,
    Opened,
    OpenWord,
    Played,
    Replace,
    Replaced,
    ResignWished,
    Return,
    Returned,
    Revealed,
    Sat,
    SealWord,
    SeatBot,
    SendAway,
    Sit,
    Stand,
    Start,
    Stood,
    StoredFact,
    TableSettings,
    WishResign,
    WordGiven,
    WordsClosed,
    WordWithheld,
)
from tenback.rules import (
    BadInput,
    Code,
    Event,
    Laid,
    Move,
    Reason,
    Refused,
    Resign,
    Signal,
    State,
    Word,
)
from tenback.rules.events import TurnBegan
from tenback.server.chat_filter import number_in
from tenback.server.deals import deal_of, normalize_settings
from tenback.server.errors import ServerCode
from tenback.server.names import DELETED_NAME, skeleton
from tenback.server.step import Step
from tenback.table import Table

RULES_VERSION = 1
"""Which reading of the rules a table follows. It changes when a sitting would go otherwise."""
MOST_STEPS = 12_000
"""Steps of a table: a sitting has some hundreds, and every process that opens it reads them all."""
MOST_STEPS_OF_PERSON, MOST_STEPS_BEFORE_DEAL = 2_000, 1_000
"""Steps that one person may make, and all together before the cards are dealt.

Whatever four people at a table of five do, the fifth can still play.
"""
MOST_CHATS_OF_PERSON, MOST_CHATS_OF_SPECTATOR, MOST_CHATS_OF_SPECTATORS = 300, 50, 300
"""Messages that a table takes: each is a step, which is read again with the table."""
OPENING_TIME = 20
"""Seconds to open words once they are closed: a page does it by itself, over any network."""
CHAT_KEPT = 50
"""How many messages somebody sees who comes later."""
JOINER = "\u200d"
"""Joins signs into one picture, and is not printed itself."""


class Person(Protocol):
    """Somebody with a name."""

    @property
    def id(self) -> str:
        """What tells people apart."""

    @property
    def name(self) -> str:
        """What others call them."""


@dataclass(frozen=True, slots=True)
class BotMoves:
    """What bots do, in a row: words of several, or words and a move."""

    moves: tuple[tuple[int, Move], ...]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock of a seat has run out."""

    seat: int


@dataclass(frozen=True, slots=True)
class WordsDue:
    """The time to open words is over."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that happens by itself at a time, in milliseconds since 1970."""

    at: int
    request: TimeUp | WordsDue


RoomRequest = (
    MakeMove
    | Chat
    | Sit
    | Stand
    | SeatBot
    | SendAway
    | AddWord
    | SealWord
    | OpenWord
    | Start
    | WishResign
    | Replace
    | Return
    | BotMoves
    | TimeUp
    | WordsDue
)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a request would bring about, if it gets the next number."""

    facts: tuple[StoredFact, ...]
    events: tuple[Event, ...] = ()
    state: State | None = None
    """What the events lead to, so that nobody has to find it out again."""


@dataclass(slots=True)
class SeatState:
    """A seat, and who sits there."""

    name: str | None = None
    person: str | None = None
    bot: str | None = None
    """Who plays: for itself, or for the person."""
    word: str = ""
    seal: str | None = None
    salt: str | None = None
    is_withheld: bool = False
    """Whether the word was sealed and not opened in time."""
    is_resigning: bool = False
    has_played: bool = False
    """Whether the person has laid a card."""
    had_bot: bool = False
    """Whether a bot has played for the person, for a while or to the end."""
    was_left: bool = False
    """Whether the person has let a bot play for a while: by wish, or by the clock."""
    is_forgotten: bool = False
    """Whether the person was deleted."""
    is_word_gone: bool = False
    """Whether their word was deleted with them."""

    @property
    def is_word_open(self) -> bool:
        """Whether nobody waits for the word."""
        return self.seal is None or self.salt is not None or self.is_withheld

    def as_seated(self, seat: int) -> Sat:
        """Return how the same would sit down at another table."""
        assert self.name is not None
        return Sat(seat, self.name, self.bot if self.person is None else None, self.person)


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
        self._seats: dict[str, int] = {}
        """Where people sit."""
        self.table: Table | None = None
        self.opened_at = 0
        self.closed_at: int | None = None
        """When the words were closed, which all seats open then."""
        self._shown_from: int | None = None
        """The step with which the words were closed, or the cards dealt."""
        self.turn_at = 0
        """When the running turn began."""
        self.chat: deque[Chatted] = deque(maxlen=CHAT_KEPT)
        self.following: str | None = None
        self.opener: str | None = None
        """The person who has opened the table."""
        self._sent_away: set[str] = set()
        self._participants: set[str] = set()
        self._steps_by: Counter[str] = Counter()
        self._chats_by: Counter[str] = Counter()
        self._chats_of_spectators = 0
        self._answered: dict[tuple[str | None, str], int] = {}

    @property
    def is_over(self) -> bool:
        """Whether the sitting is over."""
        return self.table is not None and self.table.state.outcome is not None

    @property
    def phase(self) -> str:
        """Whether people gather, play, or have played."""
        if self.table is None:
            return "gathering"
        return "over" if self.is_over else "playing"

    @property
    def turn(self) -> int | None:
        """The seat to move, if one is."""
        turn = None if self.table is None or self.is_over else self.table.state.turn
        return None if turn is None else turn.seat

    @property
    def deal_code(self) -> str | None:
        """The code of the cards, once they are dealt: a secret until the sitting is over."""
        deal = None if self.table is None else self.table.deal
        return None if deal is None else write_code(deal)

    @property
    def deadline(self) -> int | None:
        """When the clock of the running turn runs out: only for people there is one."""
        clock = self.settings.clock
        if clock is None:
            return None
        seat = self.turn
        if seat is None or self.places[seat].bot is not None:
            return None
        return self.turn_at + 1000 * clock

    def are_words_shown_in(self, number: int) -> bool:
        """Return whether no word could be changed any more at a step: all see those that are open.

        A step is told in the same way whenever it is told.
        """
        return self._shown_from is not None and number >= self._shown_from

    @property
    def alarm(self) -> "Alarm | None":
        """What happens by itself if nobody does anything, and when."""
        if self.table is None and self.closed_at is not None:
            return Alarm(self.closed_at + 1000 * OPENING_TIME, WordsDue())
        deadline = self.deadline
        seat = None if deadline is None else self.turn
        return None if deadline is None or seat is None else Alarm(deadline, TimeUp(seat))

    @property
    def host(self) -> int | None:
        """The seat of whoever has opened the table, or else the lowest seat of a person."""
        opener = self.seat_of(self.opener)
        people = (seat for seat, place in enumerate(self.places) if place.person is not None)
        return opener if opener is not None else next(people, None)

    def seat_of(self, person: str | None) -> int | None:
        """Return where a person sits."""
        return None if person is None else self._seats.get(person)

    def is_participant(self, person: str) -> bool:
        """Return whether a person is known to occur in the steps so far."""
        return person in self._participants

    def answered(self, person: str | None, request: str) -> int | None:
        """Return the number of the step that a request has made already."""
        return self._answered.get((person, request))

    # ---- what has happened ----

    def take(self, step: Step, draft: Draft | None = None) -> tuple[Event, ...]:
        """Fold the next step; return what the referee told in it.

        Whoever has decided the step has a draft of it, and nothing must be found out again.
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
            self._steps_by[step.by] += 1
        if step.request is not None:
            self._answered[step.by, step.request] = step.number
        return events

    def _fold(
        self, fact: StoredFact, step: Step, events: tuple[Event, ...], state: State | None
    ) -> None:
        at = step.at
        match fact:
            case Opened(settings, commitment, secret, code):
                self.settings, self.commitment, self.secret = settings, commitment, secret
                self.day_code, self.opened_at, self.opener = code, at, step.by
                self.places = [SeatState() for _ in range(settings.seats)]
            case Sat(seat, name, bot, person):
                self._seat(seat, SeatState(name, person, bot))
                if person is not None:
                    self._participants.add(person)
            case Stood(seat, _, sent_away):
                self._seat(seat, SeatState())
                if sent_away is not None:
                    self._sent_away.add(sent_away)
            case WordGiven() | WordsClosed() | WordWithheld():
                self._fold_word(fact, at)
            case Dealt():
                self.table = self._dealt(fact)
                self.turn_at = at
            case Played():
                self._play(events, at, state)
                if (own := self.seat_of(step.by)) is not None:
                    self.places[own].has_played |= Laid in map(type, events)
            case Chatted():
                self.chat.append(fact)
                self._chats_by[step.by or ""] += 1
                self._chats_of_spectators += fact.seat is None
            case ResignWished(seat, is_wished):
                self.places[seat].is_resigning = is_wished
            case Replaced(seat, bot):
                place = self.places[seat]
                place.bot, place.is_resigning, place.had_bot = bot, False, True
                place.was_left |= step.by in (place.person, None)
            case Returned(seat):
                self.places[seat].bot = None
                if self.turn == seat:
                    self.turn_at = at
            case Revealed():
                pass
            case Followed(table):
                self.following = table
            case Forgotten(seat, is_word_gone):
                self._participants.clear()  # who it was is not told, so everybody counts as new
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
        """Free a seat, or let a bot play on under a name that is nobody's."""
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

    def _reopen_words(self) -> None:
        """Let everybody add another word: the cards cannot be dealt, and some words are known."""
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

    # ---- what may happen ----

    def decide(
        self,
        request: RoomRequest,
        by: Person | None,
        is_here: Callable[[str], bool] = lambda _: True,
    ) -> Draft:
        """Return what a request would bring about, or raise why it is refused.

        `is_here` says of a person whether they are connected.
        """
        if by is not None:
            self._check_steps(request, by)
        match request:
            case MakeMove(move=text):
                seat = self._playing(by)
                move = read_move(text, seat=seat)
                if isinstance(move, Resign) and move.seat == seat:
                    return self._resign(seat, is_wished=True)
                return self._played([(seat, move)])
            case Sit(seat=seat):
                return self._sit(seat, by)
            case Stand():
                return self._stand(self._seated(by))
            case SeatBot(seat=seat, bot=bot):
                own = self._check_arranging(by)
                return self.seat_bot(seat, bot, lambda person: seat == own or is_here(person))
            case SendAway(seat=seat):
                return self._send_away(seat, by)
            case AddWord(word=word):
                seat = self._seated(by)
                self._check_gathering()
                return Draft((self._sealed(seat, check_word(word)),))
            case SealWord(seal=seal):
                return self.seal_word(self._seated(by), seal)
            case OpenWord(word=word, salt=salt):
                return self._open_word(self._seated(by), word, salt)
            case Start():
                self._check_arranging(by)
                return self._deal()
            case WishResign(is_wished=is_wished):
                return self._resign(self._playing(by), is_wished=is_wished)
            case Chat(text=text):
                return self._chat(text, by)
            case Replace(seat=seat, bot=bot):
                return self._replace(seat, bot, by, is_here)
            case Return():
                seat = self._seated(by)
                if self.table is None or self.places[seat].bot is None:
                    raise Refused(ServerCode.NOT_REPLACED)
                if self.is_over:
                    raise Refused(Code.OVER)
                return Draft((Returned(seat),))
            case BotMoves(moves):
                return self._bots_play(moves)
            case TimeUp(seat):
                if self.turn != seat or self.places[seat].bot is not None:
                    raise Refused(ServerCode.NOT_AWAY, name=self.places[seat].name, seat=seat)
                return Draft((Replaced(seat, STAND_IN),))
            case WordsDue():
                return self._deal_without_missing()
            case _:
                assert_never(request)

    def _check_steps(self, request: RoomRequest, by: Person) -> None:
        """Refuse more steps of somebody than a sitting can need: nobody uses up a table."""
        is_gathering = self.table is None and not isinstance(request, Start | OpenWord)
        if (
            self.number >= MOST_STEPS
            or self._steps_by[by.id] >= MOST_STEPS_OF_PERSON
            or (is_gathering and self.number >= MOST_STEPS_BEFORE_DEAL)
        ):
            raise Refused(ServerCode.WORN_OUT)

    def _check_chats(self, by: Person, seat: int | None) -> None:
        """Refuse more chat than a table takes; spectators take nothing from those who play."""
        most = MOST_CHATS_OF_SPECTATOR if seat is None else MOST_CHATS_OF_PERSON
        is_crowd_heard = seat is None and self._chats_of_spectators >= MOST_CHATS_OF_SPECTATORS
        if is_crowd_heard or self._chats_by[by.id] >= most:
            raise Refused(ServerCode.WORN_OUT)

    def _sit(self, seat: int | None, by: Person | None) -> Draft:
        if by is None:
            raise Refused(ServerCode.NOT_SEATED)
        self._check_gathering()
        if by.id in self._sent_away:
            raise Refused(ServerCode.SENT_AWAY)
        own = self.seat_of(by.id)
        if seat is None:
            if own is not None:
                raise Refused(ServerCode.SEATED, seat=own)
            free = [at for at, place in enumerate(self.places) if place.name is None]
            if not free:
                raise Refused(ServerCode.TABLE_FULL)
            seat = free[0]
        elif own == seat:
            raise Refused(ServerCode.SEATED, seat=own)
        elif self._seat_state(seat).name is not None:
            raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
        sat = Sat(seat, self._distinct_name(by), None, by.id)
        if own is None:
            return Draft((sat,))
        place = self.places[own]
        word = WordGiven(seat, place.word, place.seal, place.salt)
        return Draft((Stood(own), sat, *([word] if place.word or place.seal else [])))

    def _distinct_name(self, by: Person) -> str:
        """Return the name of a person, with a number if it could be taken for another's here."""
        others = {skeleton(at.name) for at in self.places if at.name and at.person != by.id}
        name, number = by.name, 1
        while skeleton(name) in others:
            number += 1
            name = f"{by.name} ({number})"
        return name

    def _send_away(self, seat: int, by: Person | None) -> Draft:
        """Free a seat before the cards are dealt; its person does not sit down here again."""
        own = self._seated(by)
        self._check_gathering()
        if own != self.host:
            raise self._not_host()
        person = self._seat_state(seat).person
        if person is None or seat == own:
            return self.seat_bot(seat, None) if person is None else self._stand(own)
        return Draft((Stood(seat, is_sent_away=True, person=person),))

    def _check_arranging(self, by: Person | None) -> int:
        """Return the seat of somebody who may start and seat bots: the host, where strangers come.

        Among friends everybody who sits there may.
        """
        seat = self._seated(by)
        if seat != self.host and self.settings.is_public:
            raise self._not_host()
        return seat

    def _not_host(self) -> Refused:
        host = self.host
        return Refused(ServerCode.NOT_HOST, name=None if host is None else self.places[host].name)

    def _stand(self, seat: int) -> Draft:
        if self.table is None:
            self._check_gathering()
            return Draft((Stood(seat),))
        if self.is_over:
            raise Refused(Code.OVER)
        if self.places[seat].bot is not None:
            raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
        return Draft((Replaced(seat, STAND_IN),))

    def seat_bot(
        self, seat: int, bot: str | None, is_here: Callable[[str], bool] = lambda _: True
    ) -> Draft:
        """Return how a bot takes a seat, or how it becomes free; whoever is away loses it."""
        self._check_gathering()
        place = self._seat_state(seat)
        if place.person is not None and is_here(place.person):
            raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
        if bot is None:
            return Draft((Stood(seat),))
        return Draft((Sat(seat, check_bot(bot), bot),))

    def _deal(self) -> Draft:
        self._check_gathering()
        for seat, place in enumerate(self.places):
            if place.name is None:
                raise Refused(ServerCode.SEAT_EMPTY, seat=seat)
        known = tuple(
            WordGiven(seat, place.word, place.seal, place.salt)
            for seat, place in enumerate(self.places)
            if place.word
        )
        if all(place.is_word_open for place in self.places):
            return self._dealing(known)
        return Draft((*known, WordsClosed()))

    def seal_word(self, seat: int, seal: str) -> Draft:
        """Return how a seat adds a word without telling it; known cards come without words."""
        self._check_gathering()
        if self.commitment is None:
            raise Refused(ServerCode.NO_WORDS)
        return Draft((WordGiven(seat, "", seal),))

    def _sealed(self, seat: int, word: str) -> WordGiven:
        """Return a word that its client has told: the server seals it, and hides it from others."""
        if self.secret is None or not word:
            return WordGiven(seat, word)
        salt = salt_of(self.secret, seat)
        return WordGiven(seat, word, seal_of(word, salt), salt)

    def _open_word(self, seat: int, word: str, salt: str) -> Draft:
        """Open the word of a seat; with the last one the cards are dealt."""
        if self.table is not None:
            raise Refused(ServerCode.DEALT)
        place = self.places[seat]
        if self.closed_at is None or place.is_word_open:
            raise Refused(ServerCode.NOT_CLOSED)
        word = check_word(word)
        if seal_of(word, salt) != place.seal:
            raise Refused(ServerCode.OTHER_WORD)
        opened_word = WordGiven(seat, word, place.seal, salt)
        if all(each.is_word_open for at, each in enumerate(self.places) if at != seat):
            return self._dealing((opened_word,))
        return Draft((opened_word,))

    def _deal_without_missing(self) -> Draft:
        """Deal without the words that were not opened in time."""
        if self.table is not None or self.closed_at is None:
            raise Refused(ServerCode.NOT_CLOSED)
        missing = [seat for seat, place in enumerate(self.places) if not place.is_word_open]
        return self._dealing(tuple(map(WordWithheld, missing)))

    def _dealing(self, before: tuple[WordGiven | WordWithheld, ...]) -> Draft:
        """Return how the cards are dealt, behind the last that is heard of words."""
        words = [place.word for place in self.places]
        for fact in before:
            if isinstance(fact, WordGiven):
                words[fact.seat] = fact.word
        deal = deal_of(self.settings, code=self.day_code, secret=self.secret, words=words)
        start, code = deal.start(), write_code(deal)
        dealt = Dealt(
            str(deal.edition),
            list(map(len, start.hands)),
            list(map(len, start.draw_piles)),
            None if start.turn is None else start.turn.seat,
            None,
            code,
        )
        return Draft((*before, dealt, *self._revealed(start, code)))

    def _bots_play(self, moves: Sequence[tuple[int, Move]]) -> Draft:
        """Let bots move, unless meanwhile a person has come back."""
        for seat, _ in moves:
            if self.table is not None and self.places[seat].bot is None:
                raise Refused(ServerCode.NOT_AWAY, name=self.places[seat].name, seat=seat)
        return self._played(moves)

    def _played(self, moves: Iterable[tuple[int, Move]]) -> Draft:
        if self.table is None:
            raise Refused(ServerCode.NOT_DEALT)
        state, events = self.table.judge(moves)
        played = Played([str(event) for event in events])
        return Draft((played, *self._revealed(state)), events, state)

    def _revealed(self, state: State, code: str | None = None) -> tuple[StoredFact, ...]:
        """Return what everybody may know once the sitting is over."""
        if state.outcome is None:
            return ()
        return (Revealed(self.secret or "", code or self.deal_code or ""),)

    def _resign(self, seat: int, *, is_wished: bool) -> Draft:
        """Give up when all people of the team would; a duel is over at once."""
        if self.table is None:
            raise Refused(ServerCode.NOT_DEALT)
        if self.is_over:
            raise Refused(Code.OVER)
        is_team = self.table.start.edition.draw_pile_count == 1
        others = (
            place
            for other, place in enumerate(self.places)
            if other != seat and place.person is not None and place.bot is None
        )
        if is_wished and (not is_team or all(place.is_resigning for place in others)):
            return self._played([(seat, Resign(seat))])
        return Draft((ResignWished(seat, is_wished),))

    def _chat(self, text: str, by: Person | None) -> Draft:
        """Let words through that tell no number (C12), unless there is silence (E7)."""
        if by is None:
            raise Refused(ServerCode.NOT_SEATED)
        if by.id in self._sent_away:
            raise Refused(ServerCode.SENT_AWAY)
        seat = self.seat_of(by.id)
        self._check_chats(by, seat)
        text = " ".join(text.split())
        if not text or not text.replace(JOINER, "").isprintable():
            raise BadInput(
                ServerCode.BAD_TEXT, reason=Reason("it must be one line of printable signs")
            )
        if not self.is_over:
            if self.table is not None:
                state = self.table.state
                refusal = state.edition.why_no_talk(state.tops, Signal(Word.STUCK))
                if refusal is not None and refusal.code is Code.SILENCE:
                    raise refusal
            if number := number_in(text):
                raise Refused(ServerCode.NUMBER_SAID, text=number)
        name = self._distinct_name(by) if seat is None else self.places[seat].name
        if seat is None and not self.is_over and (number := number_in(by.name)):
            raise Refused(ServerCode.NUMBER_SAID, text=number)
        return Draft((Chatted(seat, name or by.name, text),))

    def _replace(
        self, seat: int, bot: str, by: Person | None, is_here: Callable[[str], bool]
    ) -> Draft:
        own = self._seated(by)
        if self.table is None:
            raise Refused(ServerCode.NOT_DEALT)
        if self.is_over:
            raise Refused(Code.OVER)
        place = self._seat_state(seat)
        if place.bot is not None:
            raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
        if seat != own and place.person is not None and is_here(place.person):
            raise Refused(ServerCode.NOT_AWAY, name=place.name, seat=seat)
        bot = check_bot(bot)
        if seat != own and self.table.start.edition.draw_pile_count > 1:
            bot = STAND_IN  # nobody chooses who plays for the opponent
        return Draft((Replaced(seat, bot),))

    def _seated(self, by: Person | None) -> int:
        seat = self.seat_of(None if by is None else by.id)
        if seat is None:
            raise Refused(ServerCode.NOT_SEATED)
        return seat

    def _playing(self, by: Person | None) -> int:
        """Return the seat of somebody who plays there: a bot's moves are its own."""
        seat = self._seated(by)
        if self.places[seat].bot is not None:
            raise Refused(ServerCode.REPLACED)
        return seat

    def _seat_state(self, seat: int) -> SeatState:
        if seat >= len(self.places):
            raise Refused(Code.NO_SUCH_SEAT, seat=seat, last=len(self.places) - 1)
        return self.places[seat]

    def _check_gathering(self) -> None:
        if self.table is not None:
            raise Refused(ServerCode.DEALT)
        if self.closed_at is not None:
            raise Refused(ServerCode.WORDS_CLOSED)


def events_of(step: Step) -> tuple[Event, ...]:
    """Return what the referee told in a step, hidden cards included."""
    played = (fact for fact in step.facts if isinstance(fact, Played))
    return tuple(read_event(text) for fact in played for text in fact.events)


def opened(settings: TableSettings, *, secret: str, day_code: str | None = None) -> Draft:
    """Return how a table is opened: with cards that are known, or with a commitment to others."""
    settings = normalize_settings(settings)
    if settings.deal is not None or day_code is not None:
        return Draft((Opened(settings, None, None, day_code),))
    return Draft((Opened(settings, commitment_of(secret), secret),))


def check_bot(name: str) -> str:
    """Return the name of a bot that plays here: those of one's own stay at home."""
    if name not in BOTS:
        raise no_such_bot(name, BOTS)
    return name
