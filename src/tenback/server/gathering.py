"""Decisions before the deal: each function returns the draft of a step, or refuses."""

from collections.abc import Callable

from tenback.bots import BOTS
from tenback.notation import write_code
from tenback.notation.fair_dealing import check_word, commitment_of, salt_of, seal_of
from tenback.policies.errors import no_such_bot
from tenback.protocol import (
    Dealt,
    Opened,
    Sat,
    Stood,
    TableSettings,
    WordGiven,
    WordsClosed,
    WordWithheld,
)
from tenback.rules import Refused
from tenback.server.deals import deal_of, normalize_settings
from tenback.server.errors import ServerCode
from tenback.server.room import Room
from tenback.server.room_requests import Draft, Person


def opened(settings: TableSettings, *, secret: str, day_code: str | None = None) -> Draft:
    """Open a table, with known cards or with a commitment to unknown ones."""
    settings = normalize_settings(settings)
    if settings.deal is not None or day_code is not None:
        return Draft((Opened(settings, None, None, day_code),))
    return Draft((Opened(settings, commitment_of(secret), secret),))


def sit(room: Room, seat: int | None, by: Person | None) -> Draft:
    """Seat a person or move them to another seat; without a number, on the first free seat."""
    if by is None:
        raise Refused(ServerCode.NOT_SEATED)
    _check_gathering(room)
    if by.id in room.sent_away:
        raise Refused(ServerCode.SENT_AWAY)
    if by.is_bot and room.can_count:
        raise Refused(ServerCode.NO_BOTS)
    own = room.seat_of(by.id)
    if seat is None:
        if own is not None:
            raise Refused(ServerCode.SEATED, seat=own)
        free = [at for at, place in enumerate(room.places) if place.name is None]
        if not free:
            raise Refused(ServerCode.TABLE_FULL)
        seat = free[0]
    elif own == seat:
        raise Refused(ServerCode.SEATED, seat=own)
    elif room.place(seat).name is not None:
        raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
    sat = Sat(seat, room.distinct_name(by), None, by.id, is_bot=by.is_bot)
    if own is None:
        return Draft((sat,))
    place = room.places[own]
    word = WordGiven(seat, place.word, place.seal, place.salt)
    return Draft((Stood(own), sat, *([word] if place.word or place.seal else [])))


def send_away(room: Room, seat: int, by: Person | None) -> Draft:
    """Free a seat as the host. Its person cannot sit down here again."""
    own = room.seated(by)
    _check_gathering(room)
    if own != room.host:
        raise _not_host(room)
    person = room.place(seat).person
    if person is None or seat == own:
        return seat_bot(room, seat, None) if person is None else stand(room, own)
    return Draft((Stood(seat, is_sent_away=True, person=person),))


def _check_arranging(room: Room, by: Person | None) -> int:
    """Return the seat of a person who may start the game and seat bots.

    At a public table only the host may, among friends anybody who is seated.
    """
    seat = room.seated(by)
    if seat != room.host and room.settings.is_public:
        raise _not_host(room)
    return seat


def _not_host(room: Room) -> Refused:
    host = room.host
    return Refused(ServerCode.NOT_HOST, name=None if host is None else room.places[host].name)


def stand(room: Room, seat: int) -> Draft:
    """Free a seat."""
    _check_gathering(room)
    return Draft((Stood(seat),))


def arrange_bot(
    room: Room, seat: int, bot: str | None, by: Person | None, is_here: Callable[[str], bool]
) -> Draft:
    """Seat a bot or free a seat, if it is free, the caller's own, or its person is away."""
    own = _check_arranging(room, by)
    return seat_bot(room, seat, bot, lambda person: seat == own or is_here(person))


def seat_bot(
    room: Room, seat: int, bot: str | None, is_here: Callable[[str], bool] = lambda _: True
) -> Draft:
    """Put a bot on a seat, or free it without a bot. A person who is away loses the seat."""
    _check_gathering(room)
    place = room.place(seat)
    if place.person is not None and is_here(place.person):
        raise Refused(ServerCode.SEAT_TAKEN, seat=seat)
    if bot is None:
        return Draft((Stood(seat),))
    return Draft((Sat(seat, check_bot(bot), bot),))


def start(room: Room, by: Person | None) -> Draft:
    """Start the game for a person."""
    _check_arranging(room, by)
    return deal(room)


def deal(room: Room) -> Draft:
    """Deal the cards, or close the words first if some must still be opened."""
    _check_gathering(room)
    for seat, place in enumerate(room.places):
        if place.name is None:
            raise Refused(ServerCode.SEAT_EMPTY, seat=seat)
    known = tuple(
        WordGiven(seat, place.word, place.seal, place.salt)
        for seat, place in enumerate(room.places)
        if place.word
    )
    if all(place.is_word_open for place in room.places):
        return _dealt(room, known)
    return Draft((*known, WordsClosed()))


def add_word(room: Room, seat: int, word: str) -> Draft:
    """Add a word that a client sends openly. It is hidden from the other seats."""
    _check_gathering(room)
    return Draft((_sealed(room, seat, check_word(word)),))


def seal_word(room: Room, seat: int, seal: str) -> Draft:
    """Add a word without revealing it. Tables with known cards take no words."""
    _check_gathering(room)
    if room.commitment is None:
        raise Refused(ServerCode.NO_WORDS)
    return Draft((WordGiven(seat, "", seal),))


def _sealed(room: Room, seat: int, word: str) -> WordGiven:
    """Seal a word that a client sent openly, so that the other seats cannot see it."""
    if room.secret is None or not word:
        return WordGiven(seat, word)
    salt = salt_of(room.secret, seat)
    return WordGiven(seat, word, seal_of(word, salt), salt)


def open_word(room: Room, seat: int, word: str, salt: str) -> Draft:
    """Open the word of a seat. The last word makes the server deal the cards."""
    if room.table is not None:
        raise Refused(ServerCode.DEALT)
    place = room.places[seat]
    if room.closed_at is None or place.is_word_open:
        raise Refused(ServerCode.NOT_CLOSED)
    word = check_word(word)
    if seal_of(word, salt) != place.seal:
        raise Refused(ServerCode.OTHER_WORD)
    opened_word = WordGiven(seat, word, place.seal, salt)
    if all(each.is_word_open for at, each in enumerate(room.places) if at != seat):
        return _dealt(room, (opened_word,))
    return Draft((opened_word,))


def deal_without_missing(room: Room) -> Draft:
    """Deal the cards without the words that were not opened in time."""
    if room.table is not None or room.closed_at is None:
        raise Refused(ServerCode.NOT_CLOSED)
    missing = [seat for seat, place in enumerate(room.places) if not place.is_word_open]
    return _dealt(room, tuple(map(WordWithheld, missing)))


def _dealt(room: Room, before: tuple[WordGiven | WordWithheld, ...]) -> Draft:
    """Deal the cards, after the last facts about words."""
    words = [place.word for place in room.places]
    for fact in before:
        if isinstance(fact, WordGiven):
            words[fact.seat] = fact.word
    cards = deal_of(room.settings, code=room.day_code, secret=room.secret, words=words)
    state, code = cards.start(), write_code(cards)
    dealt = Dealt(
        str(cards.edition),
        list(map(len, state.hands)),
        list(map(len, state.draw_piles)),
        None if state.turn is None else state.turn.seat,
        None,
        code,
    )
    return Draft((*before, dealt, *room.revealed(state, code)))


def _check_gathering(room: Room) -> None:
    if room.table is not None:
        raise Refused(ServerCode.DEALT)
    if room.closed_at is not None:
        raise Refused(ServerCode.WORDS_CLOSED)


def check_bot(name: str) -> str:
    """Return the name of a bot that may play here. Custom bots only play at home."""
    if name not in BOTS:
        raise no_such_bot(name, BOTS)
    return name
