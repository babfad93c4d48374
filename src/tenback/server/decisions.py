"""Decisions: the draft of the step that a request leads to, or the reason why it is refused.

Any process can decide, and all decide alike. The process that stores the next number wins.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from msgspec import UNSET, UnsetType

from tenback.bots import STAND_IN
from tenback.notation import read_move
from tenback.notation.fair_dealing import check_word
from tenback.protocol import (
    AddWord,
    Chat,
    Chatted,
    MakeMove,
    OpenWord,
    Played,
    Replace,
    Replaced,
    ResignWished,
    Return,
    Returned,
    SealWord,
    SeatBot,
    SendAway,
    Sit,
    Stand,
    Start,
    WishResign,
)
from tenback.rules import BadInput, Code, Move, Reason, Refused, Resign, Signal, Word
from tenback.server import gathering
from tenback.server.chat_filter import number_in
from tenback.server.deals import is_duel
from tenback.server.errors import ServerCode
from tenback.server.room import Room
from tenback.server.room_requests import BotMoves, Draft, Person, RoomRequest, TimeUp, WordsDue

MOST_STEPS = 12_000
"""The most steps of a table. A game has a few hundred, and opening a table reads all of them."""
MOST_STEPS_OF_PERSON = 2_000
"""The most steps by one person. Whatever four people at a table of five do, the fifth can play."""
MOST_ARRANGEMENTS_OF_PERSON, MOST_STEPS_BEFORE_DEAL = 100, 1_000
"""The most steps before the deal: by one person apart from chat, and by everybody together.

They do not stop the person who opened the table, nor anybody from sitting down for the first time
and adding a first word.
"""
MOST_CHATS_OF_PERSON, MOST_CHATS_OF_SPECTATOR, MOST_CHATS_OF_SPECTATORS = 300, 50, 300
"""The most chat messages at a table. Each is a step, which is read again with the table."""
JOINER = "\u200d"
"""The zero-width joiner: it joins characters into one picture and is not printed itself."""


def decide(
    room: Room,
    request: RoomRequest,
    by: Person | None,
    is_here: Callable[[str], bool] = lambda _: True,
) -> Draft:
    """Return the draft that a request leads to, or raise the reason why it is refused.

    `is_here` returns whether a person is connected.
    """
    if by is not None:
        _check_steps(room, request, by)
    match request:
        case MakeMove(move=text):
            seat = _playing(room, by)
            move = read_move(text, seat=seat)
            if isinstance(move, Resign) and move.seat == seat:
                return _resign(room, seat, is_wished=True)
            return _played(room, [(seat, move)])
        case Sit(seat=seat):
            return gathering.sit(room, seat, by)
        case Stand():
            return _stand(room, room.seated(by))
        case SeatBot(seat=seat, bot=bot):
            return gathering.arrange_bot(room, seat, bot, by, is_here)
        case SendAway(seat=seat):
            return gathering.send_away(room, seat, by)
        case AddWord(word=word):
            return gathering.add_word(room, room.seated(by), word)
        case SealWord(seal=seal):
            return gathering.seal_word(room, room.seated(by), seal)
        case OpenWord(word=word, salt=salt):
            return gathering.open_word(room, room.seated(by), word, salt)
        case Start():
            return gathering.start(room, by)
        case WishResign(is_wished=is_wished):
            return _resign(room, _playing(room, by), is_wished=is_wished)
        case Chat(text=text):
            return _chat(room, text, by)
        case Replace(seat=seat, bot=bot):
            return _replace(room, seat, bot, by, is_here)
        case Return():
            return _return(room, room.seated(by))
        case BotMoves(moves):
            return _bots_play(room, moves)
        case TimeUp(seat):
            return _run_out(room, seat)
        case WordsDue():
            return gathering.deal_without_missing(room)
        case _:
            assert_never(request)


def _check_steps(room: Room, request: RoomRequest, by: Person) -> None:
    """Refuse more steps from a person than a game can need, so that nobody can exhaust a table."""
    if (
        room.number >= MOST_STEPS
        or room.steps_by[by.id] >= MOST_STEPS_OF_PERSON
        or (room.table is None and _is_gathering_exhausted(room, request, by))
    ):
        raise Refused(ServerCode.WORN_OUT)


def _is_gathering_exhausted(room: Room, request: RoomRequest, by: Person) -> bool:
    """Return whether a person has nothing more to arrange before the deal.

    Strangers come and go, so their limits must not stop those who play.
    """
    steps = room.steps_by[by.id]
    is_first = isinstance(request, Sit) and steps == 0
    if is_first or by.id == room.opener or isinstance(request, Start | OpenWord):
        return False
    arranged = 0 if isinstance(request, Chat) else steps - room.chats_by[by.id]
    is_table_exhausted = room.number >= MOST_STEPS_BEFORE_DEAL
    return arranged >= MOST_ARRANGEMENTS_OF_PERSON or (
        is_table_exhausted and not _is_first_word(room, request, by)
    )


def _is_first_word(room: Room, request: RoomRequest, by: Person) -> bool:
    """Return whether a seat gets its first word. The cards depend on it, so all may add one."""
    seat = room.seat_of(by.id)
    if seat is None or room.places[seat].word or room.places[seat].seal is not None:
        return False
    return isinstance(request, SealWord) or (
        isinstance(request, AddWord) and bool(check_word(request.word))
    )


def _bots_play(room: Room, moves: Sequence[tuple[int, Move]]) -> Draft:
    """Make the moves of bots, unless a person has returned to one of their seats."""
    for seat, _ in moves:
        if room.table is not None and room.places[seat].bot is None:
            raise Refused(ServerCode.NOT_AWAY, name=room.places[seat].name, seat=seat)
    return _played(room, moves)


def _played(room: Room, moves: Iterable[tuple[int, Move]]) -> Draft:
    if room.table is None:
        raise Refused(ServerCode.NOT_DEALT)
    state, events = room.table.judge(moves)
    played = Played([str(event) for event in events])
    return Draft((played, *room.revealed(state)), events, state)


def _resign(room: Room, seat: int, *, is_wished: bool) -> Draft:
    """Resign once all people in the team want to; bots do not count. A duel is over at once."""
    if room.table is None:
        raise Refused(ServerCode.NOT_DEALT)
    if room.is_over:
        raise Refused(Code.OVER)
    is_team = room.table.start.edition.draw_pile_count == 1
    others = (
        place
        for other, place in enumerate(room.places)
        if other != seat and place.person is not None and place.bot is None and not place.is_bot
    )
    if is_wished and (not is_team or all(place.is_resigning for place in others)):
        return _played(room, [(seat, Resign(seat))])
    return Draft((ResignWished(seat, is_wished),))


def _chat(room: Room, text: str, by: Person | None) -> Draft:
    """Send a chat message, unless it names a number (C12) or there is silence (E7)."""
    if by is None:
        raise Refused(ServerCode.NOT_SEATED)
    if by.id in room.sent_away:
        raise Refused(ServerCode.SENT_AWAY)
    seat = room.seat_of(by.id)
    _check_chats(room, by, seat)
    text = " ".join(text.split())
    if not text or not text.replace(JOINER, "").isprintable():
        raise BadInput(
            ServerCode.BAD_TEXT, reason=Reason("it must be one line of printable characters")
        )
    if not room.is_over:
        if room.table is not None:
            state = room.table.state
            refusal = state.edition.why_no_talk(state.tops, Signal(Word.STUCK))
            if refusal is not None and refusal.code is Code.SILENCE:
                raise refusal
        if number := number_in(text):
            raise Refused(ServerCode.NUMBER_SAID, text=number)
    name = room.distinct_name(by) if seat is None else room.places[seat].name
    if seat is None and not room.is_over and (number := number_in(by.name)):
        raise Refused(ServerCode.NUMBER_SAID, text=number)
    return Draft((Chatted(seat, name or by.name, text),))


def _check_chats(room: Room, by: Person, seat: int | None) -> None:
    """Refuse more chat than a table allows. Spectators cannot use up the players' share."""
    most = MOST_CHATS_OF_SPECTATOR if seat is None else MOST_CHATS_OF_PERSON
    is_crowd_heard = seat is None and room.chats_of_spectators >= MOST_CHATS_OF_SPECTATORS
    if is_crowd_heard or room.chats_by[by.id] >= most:
        raise Refused(ServerCode.WORN_OUT)


def _replace(
    room: Room,
    seat: int,
    bot: str | UnsetType,
    by: Person | None,
    is_here: Callable[[str], bool],
) -> Draft:
    own = room.seated(by)
    if room.table is None:
        raise Refused(ServerCode.NOT_DEALT)
    if room.is_over:
        raise Refused(Code.OVER)
    place = room.place(seat)
    if place.bot is not None:
        raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
    if seat != own and place.person is not None and is_here(place.person):
        raise Refused(ServerCode.NOT_AWAY, name=place.name, seat=seat)
    bot = STAND_IN if bot is UNSET else gathering.check_bot(bot)
    if seat != own and is_duel(room.settings):
        if room.settings.clock is not None:  # or a short break would lose a duel that counts
            raise Refused(ServerCode.CLOCK_RUNS, name=place.name)
        bot = STAND_IN  # nobody chooses the bot that replaces an opponent
    return Draft((Replaced(seat, bot),))


def _return(room: Room, seat: int) -> Draft:
    if room.table is None or room.places[seat].bot is None:
        raise Refused(ServerCode.NOT_REPLACED)
    if room.is_over:
        raise Refused(Code.OVER)
    return Draft((Returned(seat),))


def _stand(room: Room, seat: int) -> Draft:
    """Free a seat. After the deal, let a bot play on in it."""
    if room.table is None:
        return gathering.stand(room, seat)
    if room.is_over:
        raise Refused(Code.OVER)
    if room.places[seat].bot is not None:
        raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
    return Draft((Replaced(seat, STAND_IN),))


def _run_out(room: Room, seat: int) -> Draft:
    """Let a bot play for a seat whose time is up."""
    if room.turn != seat or room.places[seat].bot is not None:
        raise Refused(ServerCode.NOT_AWAY, name=room.places[seat].name, seat=seat)
    return Draft((Replaced(seat, STAND_IN),))


def _playing(room: Room, by: Person | None) -> int:
    """Return the seat of a person who plays there themselves, with no bot in their place."""
    seat = room.seated(by)
    if room.places[seat].bot is not None:
        raise Refused(ServerCode.REPLACED)
    return seat
