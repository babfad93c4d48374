"""The room: who may do what at a table on the server, and what happens then."""

from contextlib import suppress
from dataclasses import replace as replace_record

import pytest
from hypothesis import given
from msgspec import structs

from tenback.bots import STAND_IN
from tenback.notation import read_deal, verify, write_code
from tenback.notation.errors import NotationCode
from tenback.notation.fair_dealing import salt_of, seal_of
from tenback.policies.errors import PlayerCode
from tenback.protocol import (
    AddWord,
    Chat,
    Chatted,
    Dealt,
    Followed,
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
    encode,
)
from tenback.rules import (
    BACK,
    BadInput,
    Code,
    ErrorCode,
    Name,
    Play,
    Refused,
    Say,
    Signal,
    TenbackError,
    Word,
)
from tenback.rules.piles import U1
from tenback.server.deals import deal_of
from tenback.server.decisions import (
    MOST_ARRANGEMENTS_OF_PERSON,
    MOST_CHATS_OF_PERSON,
    MOST_CHATS_OF_SPECTATOR,
    MOST_CHATS_OF_SPECTATORS,
    MOST_STEPS_BEFORE_DEAL,
    MOST_STEPS_OF_PERSON,
    decide,
)
from tenback.server.errors import ServerCode
from tenback.server.gathering import opened
from tenback.server.projections import side_effects
from tenback.server.redaction import happened, welcome
from tenback.server.room import Room, SeatState
from tenback.server.room_record import record_of
from tenback.server.room_requests import BotMoves, Draft, RoomRequest, TimeUp
from tenback.server.step import decode_facts, encode_facts
from tenback.table.errors import TableCode
from tests.server.rooms import (
    ANNA,
    BEN,
    CLEO,
    DAN,
    EVE,
    ID,
    SECRET,
    Sitting,
    Someone,
    at,
    dealt,
    gathered,
    seen,
    sittings,
)

PAIR = "classic 60,50,40,30 61.62/63.65 70.71 0"
DUEL = "face-to-face 20,30/1,60 21.22.23/40.41 50.51/52.53 0"
SIT, STAND, START, RETURN = Sit(id=ID), Stand(id=ID), Start(id=ID), Return(id=ID)
WISH, NO_WISH = WishResign(id=ID), WishResign(id=ID, is_wished=False)


def sit(seat: int) -> Sit:
    return Sit(id=ID, seat=seat)


def bot(seat: int, name: str | None) -> SeatBot:
    return SeatBot(id=ID, seat=seat, bot=name)


def word(text: str) -> AddWord:
    return AddWord(id=ID, word=text)


def move(text: str) -> MakeMove:
    return MakeMove(id=ID, move=text)


def chat(text: str) -> Chat:
    return Chat(id=ID, text=text)


def replace(seat: int, name: str = "greedy") -> Replace:
    return Replace(id=ID, seat=seat, bot=name)


def table(seats: int, edition: str = "classic") -> Sitting:
    return Sitting(TableSettings(edition=edition, seats=seats))


def only(sitting: Sitting, request: RoomRequest, by: Someone | None) -> StoredFact:
    """Return the one fact that a request makes."""
    (fact,) = sitting.ask(request, by).facts
    return fact


# ---- gathering ----


def test_a_table_opens_with_empty_seats_and_a_commitment_to_its_secret() -> None:
    room = table(3).room
    assert room.phase == "gathering"
    assert room.places == [SeatState(), SeatState(), SeatState()]
    assert room.commitment is not None
    assert SECRET not in room.commitment
    assert (room.secret, room.turn, room.deadline, room.deal_code) == (SECRET, None, None, None)


def test_cards_that_are_known_need_no_secret() -> None:
    code = write_code(read_deal("extreme+min3", 4, "7"))
    (fact,) = opened(TableSettings(deal=code), secret=SECRET).facts
    assert fact == Opened(TableSettings(edition="extreme+min3", seats=4, deal=code))
    day = TableSettings(day="2026-11-15", has_hints=False, can_watch=False)
    (fact,) = opened(day, secret=SECRET, day_code=code).facts
    assert fact == Opened(day, None, None, code)


def test_a_person_takes_the_first_free_seat_or_the_one_named() -> None:
    sitting = table(3)
    assert only(sitting, sit(1), ANNA) == Sat(1, "Anna", None, ANNA.id)
    assert only(sitting, SIT, BEN) == Sat(0, "Ben", None, BEN.id)
    assert only(sitting, SIT, CLEO) == Sat(2, "Cleo", None, CLEO.id)
    assert [sitting.room.seat_of(p.id) for p in (ANNA, BEN, CLEO, DAN)] == [1, 0, 2, None]


def test_a_person_who_sits_may_move_to_a_free_seat_and_has_one_still() -> None:
    sitting = table(3)
    sitting.ask(sit(0), ANNA)
    assert sitting.ask(sit(2), ANNA).facts == (Stood(0), Sat(2, "Anna", None, ANNA.id))
    assert [place.name for place in sitting.room.places] == [None, None, "Anna"]


def test_nobody_sits_where_there_is_no_place() -> None:
    sitting = gathered(ANNA, "greedy")
    assert sitting.refusal(SIT, ANNA) == ServerCode.SEATED
    assert sitting.refusal(sit(0), ANNA) == ServerCode.SEATED
    assert sitting.refusal(SIT, BEN) == ServerCode.TABLE_FULL
    for seat in (0, 1):
        assert sitting.refusal(sit(seat), BEN) == ServerCode.SEAT_TAKEN
    assert sitting.refusal(sit(2), BEN) == Code.NO_SUCH_SEAT
    assert sitting.refusal(SIT, None) == ServerCode.NOT_SEATED


def test_who_stands_up_leaves_a_free_seat_without_a_word() -> None:
    sitting = gathered(ANNA, BEN)
    sitting.ask(word("moon"), ANNA)
    assert only(sitting, STAND, ANNA) == Stood(0)
    assert sitting.room.places[0] == SeatState()
    assert sitting.refusal(STAND, ANNA) == ServerCode.NOT_SEATED


def test_who_sits_puts_bots_on_free_seats_changes_them_and_takes_them_away() -> None:
    sitting = table(2)
    sitting.ask(SIT, ANNA)
    assert only(sitting, bot(1, "greedy"), ANNA) == Sat(1, "greedy", "greedy")
    assert only(sitting, bot(1, "careful"), ANNA) == Sat(1, "careful", "careful")
    assert only(sitting, bot(1, None), ANNA) == Stood(1)
    assert sitting.room.places[1] == SeatState()


@pytest.mark.parametrize(
    ("name", "fact"), [("greedy", Sat(1, "greedy", "greedy")), (None, Stood(1))]
)
def test_the_seat_of_somebody_who_is_away_can_be_given_away(
    name: str | None, fact: StoredFact
) -> None:
    sitting = gathered(ANNA, BEN)
    assert sitting.refusal(bot(1, name), CLEO, here=[]) == ServerCode.NOT_SEATED
    assert sitting.ask(bot(1, name), ANNA, here=[]).facts == (fact,)
    assert sitting.room.seat_of(BEN.id) is None


def test_bots_are_ours_and_take_no_seat_of_a_person() -> None:
    sitting = gathered(ANNA, BEN)
    for name in (None, "greedy"):
        assert sitting.refusal(bot(1, name), ANNA) == ServerCode.SEAT_TAKEN
        assert sitting.refusal(bot(2, name), ANNA) == Code.NO_SUCH_SEAT
        assert sitting.refusal(bot(1, name), CLEO) == ServerCode.NOT_SEATED
    assert sitting.refusal(bot(0, None), ANNA, here=[]) == ServerCode.SEAT_TAKEN
    sitting.ask(STAND, BEN)
    for name in ("hal", "tests/bots/example.py:Bot", "os:system", "greedy:5", "master:3600"):
        assert sitting.refusal(bot(1, name), ANNA) == PlayerCode.NO_SUCH_BOT


def stranger_at_table(*, is_public: bool) -> Sitting:
    """Return a table that Anna has opened, where Ben has sat down before her."""
    sitting = Sitting(TableSettings(seats=3, is_public=is_public), by=ANNA)
    for person in (BEN, ANNA):
        sitting.ask(Sit(id="s"), person)
    return sitting


def test_the_host_sends_somebody_away_who_does_not_come_back() -> None:
    sitting = stranger_at_table(is_public=True)
    assert sitting.room.host == 1
    sitting.ask(SendAway(id="a", seat=0), ANNA)
    assert sitting.room.places[0].name is None
    assert sitting.refusal(Sit(id="s"), BEN) == ServerCode.SENT_AWAY
    assert sitting.refusal(chat("hi"), BEN) == ServerCode.SENT_AWAY
    sitting.ask(Sit(id="s"), CLEO)


def test_only_the_host_sends_away_and_only_before_the_cards_are_dealt() -> None:
    sitting = stranger_at_table(is_public=False)
    for person, code in ((BEN, ServerCode.NOT_HOST), (CLEO, ServerCode.NOT_SEATED)):
        assert sitting.refusal(SendAway(id="a", seat=1), person) == code
    sitting.ask(SeatBot(id="b", seat=2, bot="greedy"), BEN)
    sitting.ask(Start(id="g"), BEN)
    assert sitting.refusal(SendAway(id="a", seat=0), ANNA) == ServerCode.DEALT


def test_the_host_takes_a_bot_away_and_may_stand_up_likewise() -> None:
    sitting = stranger_at_table(is_public=True)
    sitting.ask(SeatBot(id="b", seat=2, bot="greedy"), ANNA)
    for seat in (2, 1):
        sitting.ask(SendAway(id="a", seat=seat), ANNA)
        assert sitting.room.places[seat].name is None
    sitting.ask(Sit(id="s"), ANNA)


def test_where_strangers_may_come_the_host_starts_and_seats_bots() -> None:
    sitting = stranger_at_table(is_public=True)
    bot = SeatBot(id="b", seat=2, bot="greedy")
    assert sitting.refusal(bot, BEN) == ServerCode.NOT_HOST
    sitting.ask(bot, ANNA)
    assert sitting.refusal(Start(id="g"), BEN) == ServerCode.NOT_HOST
    sitting.ask(Start(id="g"), ANNA)


def test_where_the_opener_does_not_sit_the_lowest_seat_is_the_host() -> None:
    sitting = stranger_at_table(is_public=True)
    sitting.ask(Stand(id="s"), ANNA)
    assert sitting.room.host == 0
    sitting.ask(SeatBot(id="b", seat=2, bot="greedy"), BEN)


def test_who_was_sent_away_is_not_told() -> None:
    sitting = stranger_at_table(is_public=True)
    step = sitting.ask(SendAway(id="a", seat=0), ANNA)
    assert step.facts == (Stood(0, is_sent_away=True, person=BEN.id),)
    assert BEN.id not in encode(happened(sitting.room, step, 1)).decode()


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Аnna", "A n n a"])
def test_two_who_look_alike_at_a_table_can_be_told_apart(name: str) -> None:
    sitting = gathered(ANNA, settings=TableSettings(seats=3))
    alike = Someone("other", name)
    sitting.ask(Sit(id="s"), alike)
    assert sitting.room.places[1].name == f"{name} (2)"
    spectator = Someone("third", name)
    step = sitting.ask(chat("hi"), spectator)
    assert step.facts == (Chatted(None, f"{name} (3)", "hi"),)


def test_every_seat_may_add_a_word_and_change_it_until_the_cards_are_dealt() -> None:
    sitting = gathered(ANNA, BEN)
    given = only(sitting, word(" Gru\u0308ße "), ANNA)
    salt = salt_of(SECRET, 0)
    assert given == WordGiven(0, "Grüße", seal_of("Grüße", salt), salt)
    sitting.ask(word("moon"), ANNA)
    assert [place.word for place in sitting.room.places] == ["moon", ""]
    assert sitting.refusal(word("x" * 33), ANNA) == NotationCode.BAD_WORD
    assert sitting.refusal(word("a\nb"), ANNA) == NotationCode.BAD_WORD
    assert sitting.refusal(word("moon"), CLEO) == ServerCode.NOT_SEATED
    sitting.ask(START, BEN)
    assert sitting.refusal(word("sun"), ANNA) == ServerCode.DEALT


SALT = "5a17" * 8


def seal(text: str, salt: str = SALT) -> SealWord:
    return SealWord(id=ID, seal=seal_of(text, salt))


def open_word(text: str, salt: str = SALT) -> OpenWord:
    return OpenWord(id=ID, word=text, salt=salt)


def told_words(sitting: Sitting, seat: int | None) -> list[str]:
    """Return the words that a seat is told when it comes."""
    return [each.word for each in welcome(sitting.room, seat, present=[], now=0).places]


def test_a_word_is_hidden_from_others_until_no_word_can_be_changed() -> None:
    sitting = gathered(ANNA, BEN)
    sitting.ask(word("moon"), ANNA)
    step = sitting.steps[-1]
    hidden = happened(sitting.room, step, 1).facts[0]
    assert isinstance(hidden, WordGiven)
    assert (hidden.word, hidden.salt) == ("", None)
    assert hidden.seal is not None
    own = happened(sitting.room, step, 0).facts[0]
    assert isinstance(own, WordGiven)
    assert own.word == "moon"
    assert [told_words(sitting, seat) for seat in (0, 1, None)] == [
        ["moon", ""],
        ["", ""],
        ["", ""],
    ]
    sitting.ask(START, ANNA)  # both are told by clients that know no seals: dealt at once
    assert [type(fact) for fact in sitting.steps[-1].facts] == [WordGiven, Dealt]
    assert told_words(sitting, 1) == ["moon", ""]
    assert happened(sitting.room, step, 1).facts == [hidden]  # told again as it was told then
    facts = happened(sitting.room, sitting.steps[-1], 1).facts
    assert facts[0] == WordGiven(0, "moon", hidden.seal, salt_of(SECRET, 0))


def test_sealed_words_are_opened_once_all_are_closed_and_the_last_deals() -> None:
    sitting = gathered(ANNA, BEN, CLEO)
    assert only(sitting, seal("moon"), ANNA) == WordGiven(0, "", seal_of("moon", SALT))
    sitting.ask(seal("sun"), BEN)
    sitting.ask(word("tide"), CLEO)
    assert sitting.refusal(open_word("moon"), ANNA) == ServerCode.NOT_CLOSED
    sitting.ask(START, CLEO)
    assert isinstance(sitting.steps[-1].facts[-1], WordsClosed)
    assert told_words(sitting, None) == ["", "", "tide"]
    assert welcome(sitting.room, 0, present=[], now=0).are_words_closed
    for request in (seal("sea"), word("sea"), Stand(id=ID), START):
        assert sitting.refusal(request, ANNA) == ServerCode.WORDS_CLOSED
    assert sitting.refusal(Sit(id=ID), DAN) == ServerCode.WORDS_CLOSED
    assert sitting.refusal(open_word("mood"), ANNA) == ServerCode.OTHER_WORD
    assert sitting.refusal(open_word("moon", "0" * 32), ANNA) == ServerCode.OTHER_WORD
    assert sitting.refusal(open_word("tide"), CLEO) == ServerCode.NOT_CLOSED
    sitting.ask(open_word("moon"), ANNA)
    assert told_words(sitting, 2) == ["moon", "", "tide"]
    sitting.ask(open_word("sun"), BEN)
    assert sitting.room.phase == "playing"
    assert sitting.refusal(open_word("sun"), BEN) == ServerCode.DEALT
    deal = deal_of(sitting.room.settings, secret=SECRET, words=["moon", "sun", "tide"])
    assert sitting.room.deal_code == write_code(deal)


def test_a_word_that_is_not_opened_in_time_is_left_out_and_that_can_be_seen() -> None:
    sitting = gathered(ANNA, BEN)
    sitting.ask(seal("moon"), ANNA)
    sitting.ask(seal("sun"), BEN)
    sitting.ask(START, ANNA)
    alarm = sitting.room.alarm
    assert alarm is not None
    assert alarm.at == sitting.steps[-1].at + 20_000
    sitting.ask(open_word("moon"), ANNA)
    sitting.ask(alarm.request, None)
    assert sitting.steps[-1].facts[0] == WordWithheld(1)
    assert sitting.room.deal_code == write_code(
        deal_of(sitting.room.settings, secret=SECRET, words=["moon", ""])
    )
    sitting.ask(WishResign(id=ID), ANNA)
    sitting.ask(WishResign(id=ID), BEN)
    record = record_of(sitting.room)
    verify(record, noted=sitting.room.commitment)
    tags = dict(record.tags)
    assert tags["seal-1"] == seal_of("sun", SALT)
    assert "word-1" not in tags
    for wrong in ({"salt-0": "0" * 32}, {"seal-0": "0" * 64}, {"salt-1": SALT}):
        forged = replace_record(record, tags=tuple({**tags, **wrong}.items()))
        with pytest.raises(BadInput, match="sealed"):
            verify(forged)


def test_known_cards_take_no_sealed_word() -> None:
    code = write_code(read_deal("classic", 1, "0"))
    sitting = gathered(ANNA, settings=TableSettings(deal=code))
    assert sitting.refusal(seal("moon"), ANNA) == ServerCode.NO_WORDS


def test_a_sealed_word_moves_to_another_seat_with_its_person() -> None:
    sitting = gathered(ANNA, settings=TableSettings(seats=2))
    sitting.ask(seal("moon"), ANNA)
    sitting.ask(Sit(id=ID, seat=1), ANNA)
    assert [place.seal for place in sitting.room.places] == [None, seal_of("moon", SALT)]


# ---- the deal ----


def test_cards_are_dealt_when_all_seats_are_taken() -> None:
    sitting = table(2)
    assert sitting.refusal(START, ANNA) == ServerCode.NOT_SEATED
    sitting.ask(SIT, ANNA)
    assert sitting.refusal(START, ANNA) == ServerCode.SEAT_EMPTY
    sitting.ask(SIT, BEN)
    assert sitting.refusal(START, CLEO) == ServerCode.NOT_SEATED
    fact = only(sitting, START, BEN)
    assert fact == Dealt("classic", [7, 7], [84], None, None, sitting.room.deal_code)
    assert sitting.room.phase == "playing"
    assert sitting.refusal(START, BEN) == ServerCode.DEALT


@pytest.mark.parametrize(
    ("edition", "seats", "hands", "draws"),
    [
        ("classic", 1, [8], [90]),
        ("classic+hand-1", 2, [6, 6], [86]),
        ("extreme+min3", 5, [6] * 5, [68]),
        ("face-to-face", 2, [6, 6], [52, 52]),
    ],
)
def test_the_deal_tells_sizes_and_who_begins_where_that_is_not_agreed_on(
    edition: str, seats: int, hands: list[int], draws: list[int]
) -> None:
    people = (ANNA, BEN, CLEO, DAN, EVE)[:seats]
    sitting = dealt(*people, settings=TableSettings(edition=edition, seats=seats))
    (fact,) = sitting.steps[-1].facts
    assert isinstance(fact, Dealt)
    assert (fact.edition, fact.hand_sizes, fact.draw_sizes) == (edition, hands, draws)
    has_starter = edition == "face-to-face" or seats == 1
    assert (fact.turn is not None) == has_starter
    assert fact.turn == sitting.room.turn
    assert fact.hand is None


def test_words_change_the_cards() -> None:
    codes = set()
    for words in (("", ""), ("moon", ""), ("", "moon")):
        sitting = gathered(ANNA, BEN)
        for person, text in zip((ANNA, BEN), words, strict=True):
            sitting.ask(word(text), person)
        sitting.ask(START, ANNA)
        codes.add(sitting.room.deal_code)
    assert len(codes) == 3


def test_what_is_for_gathering_is_refused_once_the_cards_are_dealt() -> None:
    sitting = dealt(ANNA, BEN)
    for request in (SIT, sit(0), bot(1, "greedy"), bot(1, None)):
        assert sitting.refusal(request, ANNA) == ServerCode.DEALT
    assert sitting.refusal(SIT, CLEO) == ServerCode.DEALT


def test_what_is_for_playing_is_refused_before() -> None:
    sitting = gathered(ANNA, BEN)
    for request in (move("name 0"), move("resign"), WISH, NO_WISH, replace(1)):
        assert sitting.refusal(request, ANNA) == ServerCode.NOT_DEALT
    assert sitting.refusal(RETURN, ANNA) == ServerCode.NOT_REPLACED
    assert sitting.refusal(TimeUp(0)) == ServerCode.NOT_AWAY
    assert sitting.refusal(BotMoves(((0, Name(0, 0)),))) == ServerCode.NOT_DEALT


# ---- moves ----


def test_c4_the_seat_that_all_name_begins() -> None:
    sitting = dealt(ANNA, BEN)
    assert sitting.move(ANNA, "name 1").facts == (Played(["0:name 1"]),)
    assert sitting.move(BEN, "name 0").facts == (Played(["1:name 0"]),)
    assert sitting.room.turn is None
    assert sitting.move(ANNA, "name 0").facts == (Played(["0:name 0", "turn 0"]),)
    assert sitting.room.turn == 0


def test_c4_nobody_names_for_others_or_one_who_is_not_there() -> None:
    sitting = dealt(ANNA, BEN)
    assert sitting.refusal(move("1:name 0"), ANNA) == TableCode.NOT_YOUR_SEAT
    assert sitting.refusal(move("name 2"), ANNA) == Code.NO_SUCH_SEAT
    assert sitting.refusal(move("begin 0"), ANNA) == TableCode.NOT_AGREED
    assert sitting.refusal(move("end"), ANNA) == Code.NOT_BEGUN
    assert sitting.refusal(move("name 0"), CLEO) == ServerCode.NOT_SEATED


def test_the_seat_to_move_moves_and_the_next_one_follows() -> None:
    sitting = at(PAIR, ANNA, BEN)
    assert sitting.move(ANNA, "61>u1").facts == (Played(["0:61>u1"]),)
    played = sitting.move(ANNA, "62>u1").facts
    assert played == (Played(["0:62>u1", "0:draws 70.71", "turn 1"]),)
    assert sitting.room.turn == 1


@pytest.mark.parametrize(
    ("by", "text", "code"),
    [
        (BEN, "63>u1", TableCode.NOT_YOUR_TURN),
        (BEN, "end", TableCode.NOT_YOUR_TURN),
        (BEN, "back", TableCode.NOT_YOUR_TURN),
        (ANNA, "63>u1", Code.NOT_IN_HAND),
        (ANNA, "61>d1", Code.DOES_NOT_FIT),
        (ANNA, "61>a1", NotationCode.BAD_MOVE),
        (ANNA, "end", Code.MINIMUM),
        (ANNA, "back", Code.NOTHING_LAID),
        (ANNA, "name 0", Code.HAS_BEGUN),
        (ANNA, "1:say keep u1", TableCode.NOT_YOUR_SEAT),
        (ANNA, "1:resign", TableCode.NOT_YOUR_SEAT),
        (ANNA, "say hold stop", Code.NO_SUCH_SIGNAL),
        (ANNA, "dance", NotationCode.BAD_MOVE),
        (ANNA, "", NotationCode.BAD_MOVE),
        (CLEO, "61>u1", ServerCode.NOT_SEATED),
        (None, "61>u1", ServerCode.NOT_SEATED),
    ],
)
def test_a_refused_move_carries_the_code_of_the_referee(
    by: Someone | None, text: str, code: ErrorCode
) -> None:
    assert at(PAIR, ANNA, BEN).refusal(move(text), by) == code


def test_c12_signals_are_moves() -> None:
    sitting = at(PAIR, ANNA, BEN)
    assert sitting.move(BEN, "say keep u1").facts == (Played(["1:say keep u1"]),)


def test_taking_back_is_an_option_of_the_table() -> None:
    sitting = at(PAIR, ANNA, BEN)
    assert sitting.move(ANNA, "61>u1", "back").facts == (Played(["0:back 61>u1 to 60"]),)
    strict = at(PAIR, ANNA, BEN, can_take_back=False)
    strict.move(ANNA, "61>u1")
    assert strict.refusal(move("back"), ANNA) == TableCode.NO_TAKING_BACK


def test_bots_move_together_or_not_at_all() -> None:
    sitting = at(PAIR, ANNA, "careful")
    say, play = Say(1, Signal(Word.KEEP, pile=U1)), Play(63, U1)
    assert sitting.refusal(BotMoves(((1, say), (1, play)))) == TableCode.NOT_YOUR_TURN
    sitting.move(ANNA, "61>u1", "62>u1")
    (fact,) = sitting.ask(BotMoves(((1, say), (1, play)))).facts
    assert fact == Played(["1:say keep u1", "1:63>u1"])


def test_what_a_bot_has_thought_for_a_person_who_came_back_is_not_played() -> None:
    sitting = at(PAIR, ANNA, BEN)
    sitting.ask(STAND, ANNA)
    moves = BotMoves(((0, Play(61, U1)),))
    decide(sitting.room, moves, None)
    sitting.ask(RETURN, ANNA)
    assert sitting.refusal(moves) == ServerCode.NOT_AWAY


def test_c10_the_end_reveals_secret_and_code() -> None:
    sitting = dealt(ANNA)
    resigned, revealed = sitting.move(ANNA, "resign").facts
    assert resigned == Played(["0:resign", "over resigned, lost, 98 left"])
    assert revealed == Revealed(SECRET, sitting.room.deal_code or "")
    assert (sitting.room.phase, sitting.room.turn) == ("over", None)
    for request in (move("end"), move("resign"), move("say stuck"), WISH, NO_WISH, STAND):
        assert sitting.refusal(request, ANNA) == Code.OVER
    assert sitting.refusal(replace(0), ANNA) == Code.OVER
    assert sitting.refusal(SIT, BEN) == ServerCode.DEALT
    assert sitting.refusal(TimeUp(0)) == ServerCode.NOT_AWAY


def test_c10_it_also_ends_by_the_cards() -> None:
    sitting = at("classic 98,50,3,4 61.62/5.6 70.71 0", ANNA, BEN)
    *_, revealed = sitting.move(ANNA, "61>u2", "62>u2").facts
    assert isinstance(revealed, Revealed)
    assert sitting.room.is_over


# ---- giving up ----


def test_a_team_gives_up_when_all_people_would() -> None:
    sitting = dealt(ANNA, BEN, CLEO)
    for person, seat in ((ANNA, 0), (CLEO, 2)):
        assert only(sitting, WISH, person) == ResignWished(seat, True)
    assert [place.is_resigning for place in sitting.room.places] == [True, False, True]
    played, _ = sitting.ask(WISH, BEN).facts
    assert played == Played(["1:resign", "over resigned, lost, 98 left"])


def test_the_wish_to_give_up_can_be_withdrawn() -> None:
    sitting = dealt(ANNA, BEN)
    sitting.ask(WISH, ANNA)
    assert only(sitting, NO_WISH, ANNA) == ResignWished(0, False)
    assert only(sitting, WISH, BEN) == ResignWished(1, True)
    assert not sitting.room.is_over


def test_to_resign_as_a_move_is_the_same_wish() -> None:
    assert only(dealt(ANNA, BEN), move("resign"), ANNA) == ResignWished(0, True)


def test_spectators_cannot_give_up() -> None:
    for request in (WISH, NO_WISH, move("resign")):
        for by in (CLEO, None):
            assert dealt(ANNA, BEN).refusal(request, by) == ServerCode.NOT_SEATED


def test_bots_agree_to_give_up_also_those_that_play_for_people() -> None:
    sitting = dealt(ANNA, "greedy", BEN)
    sitting.ask(replace(2), ANNA, here=[])
    sitting.ask(WISH, ANNA)
    assert sitting.room.is_over


def test_who_is_replaced_wishes_nothing_any_more() -> None:
    sitting = dealt(ANNA, BEN)
    sitting.ask(WISH, ANNA)
    sitting.ask(STAND, ANNA)
    assert not sitting.room.places[0].is_resigning
    sitting.ask(RETURN, ANNA)
    assert only(sitting, WISH, BEN) == ResignWished(1, True)


def test_alone_and_in_a_duel_giving_up_is_at_once() -> None:
    alone = dealt(ANNA)
    alone.ask(WISH, ANNA)
    assert alone.room.is_over
    duel = at(DUEL, ANNA, BEN)
    played, _ = duel.ask(WISH, BEN).facts
    assert played == Played(["1:resign", "over resigned, seat 0 wins, 4 left"])


# ---- staying away and coming back ----


def test_others_hand_the_seat_of_somebody_who_is_away_to_a_bot() -> None:
    sitting = dealt(ANNA, BEN)
    assert sitting.refusal(replace(1), ANNA, here=[BEN.id]) == ServerCode.NOT_AWAY
    assert sitting.refusal(replace(1), CLEO, here=[]) == ServerCode.NOT_SEATED
    assert sitting.refusal(replace(2), ANNA, here=[]) == Code.NO_SUCH_SEAT
    assert sitting.refusal(replace(1, "hal"), ANNA, here=[]) == PlayerCode.NO_SUCH_BOT
    assert sitting.ask(replace(1), ANNA, here=[ANNA.id]).facts == (Replaced(1, "greedy"),)
    place = sitting.room.places[1]
    assert (place.name, place.person, place.bot) == ("Ben", BEN.id, "greedy")
    assert sitting.refusal(replace(1), ANNA, here=[]) == ServerCode.SEAT_TAKEN


def test_nobody_chooses_who_plays_for_the_opponent() -> None:
    duel = at(DUEL, ANNA, BEN)
    assert duel.ask(replace(1, "random"), ANNA, here=[ANNA.id]).facts == (Replaced(1, "careful"),)
    assert duel.ask(replace(0, "random"), ANNA, here=[ANNA.id]).facts == (Replaced(0, "random"),)


def test_a_bot_of_the_table_is_not_replaced() -> None:
    assert dealt(ANNA, "careful").refusal(replace(1), ANNA, here=[]) == ServerCode.SEAT_TAKEN


def test_whoever_is_here_can_be_replaced_by_own_wish() -> None:
    sitting = dealt(ANNA, BEN)
    assert only(sitting, replace(0, "master"), ANNA) == Replaced(0, "master")
    assert only(sitting, STAND, BEN) == Replaced(1, STAND_IN)
    assert sitting.refusal(STAND, BEN) == ServerCode.SEAT_TAKEN


def test_who_was_replaced_comes_back() -> None:
    sitting = dealt(ANNA, BEN)
    assert sitting.refusal(RETURN, ANNA) == ServerCode.NOT_REPLACED
    assert sitting.refusal(RETURN, CLEO) == ServerCode.NOT_SEATED
    sitting.ask(STAND, ANNA)
    assert only(sitting, RETURN, ANNA) == Returned(0)
    assert sitting.room.places[0] == SeatState("Anna", ANNA.id, had_bot=True, was_left=True)


def test_nobody_comes_back_after_the_end() -> None:
    sitting = dealt(ANNA, BEN)
    sitting.ask(STAND, ANNA)
    sitting.ask(WISH, BEN)
    assert sitting.refusal(RETURN, ANNA) == Code.OVER


# ---- the clock ----


def test_when_time_is_up_a_bot_plays_for_the_seat_to_move() -> None:
    sitting = at(PAIR, ANNA, BEN)
    assert sitting.refusal(TimeUp(1)) == ServerCode.NOT_AWAY
    assert only(sitting, TimeUp(0), None) == Replaced(0, STAND_IN)
    assert sitting.refusal(TimeUp(0)) == ServerCode.NOT_AWAY


def test_the_clock_runs_for_people_from_the_begin_of_their_turn() -> None:
    sitting = gathered(ANNA, BEN, settings=TableSettings(seats=2, clock=60))
    room = sitting.room
    sitting.ask(START, ANNA)
    assert room.deadline is None  # nobody has begun
    sitting.move(ANNA, "name 1")
    begun = sitting.move(BEN, "name 1").at
    assert room.deadline == begun + 60_000
    sitting.ask(chat("hurry up"), ANNA)
    sitting.move(ANNA, "say keep u1")
    assert room.deadline == begun + 60_000
    sitting.ask(TimeUp(1))
    assert room.deadline is None  # a bot plays
    back = sitting.ask(RETURN, BEN).at
    assert room.deadline == back + 60_000


def test_alone_the_clock_runs_from_the_deal() -> None:
    sitting = dealt(ANNA, settings=TableSettings(clock=60))
    assert sitting.room.deadline == sitting.steps[-1].at + 60_000


def test_who_comes_back_gives_no_time_to_somebody_else() -> None:
    sitting = dealt(ANNA, BEN, settings=TableSettings(seats=2, clock=60))
    sitting.move(ANNA, "name 0")
    begun = sitting.move(BEN, "name 0").at
    sitting.ask(STAND, BEN)
    sitting.ask(RETURN, BEN)
    assert sitting.room.deadline == begun + 60_000


# ---- talk ----


def test_c12_people_chat_but_tell_no_number_before_the_end() -> None:
    sitting = gathered(ANNA)
    assert only(sitting, chat("  no\tbig   steps\n"), ANNA) == Chatted(0, "Anna", "no big steps")
    for text in ("47", "forty-seven", "siebenundvierzig"):
        assert sitting.refusal(chat(text), ANNA) == ServerCode.NUMBER_SAID
    sitting.ask(START, ANNA)
    assert sitting.refusal(chat("47"), ANNA) == ServerCode.NUMBER_SAID
    sitting.ask(WISH, ANNA)
    assert only(sitting, chat("I had the 47"), ANNA) == Chatted(0, "Anna", "I had the 47")


def test_spectators_chat_without_a_seat_if_they_have_a_name() -> None:
    sitting = dealt(ANNA)
    assert only(sitting, chat("good luck"), BEN) == Chatted(None, "Ben", "good luck")
    assert sitting.refusal(chat("the 47!"), BEN) == ServerCode.NUMBER_SAID
    assert sitting.refusal(chat("good luck"), None) == ServerCode.NOT_SEATED


@pytest.mark.parametrize("text", ["", "  \n ", "a\x00b", "a\u202eb", "\u200b"])
def test_what_cannot_be_shown_in_a_line_is_not_sent(text: str) -> None:
    assert dealt(ANNA).refusal(chat(text), ANNA) == ServerCode.BAD_TEXT


def test_e7_silence_stops_signals_and_chat_of_all_until_it_is_covered() -> None:
    sitting = at("extreme 9,1,100,100 11.14.15/20.21.22 30.31 0", ANNA, BEN)
    for by in (ANNA, BEN, CLEO):
        assert sitting.refusal(chat("hello"), by) == Code.SILENCE
    assert sitting.refusal(move("say stuck"), BEN) == Code.SILENCE
    sitting.move(ANNA, "11>u1")
    sitting.ask(chat("hello"), BEN)
    sitting.move(ANNA, "back")
    assert sitting.refusal(chat("hello"), BEN) == Code.SILENCE


def test_e7_after_the_end_a_visible_silence_stops_nobody() -> None:
    sitting = at("extreme 9,1,100,100 11.14.15 30.31 0", ANNA)
    sitting.ask(WISH, ANNA)
    sitting.ask(chat("what a pity"), ANNA)


def test_in_a_duel_which_knows_no_signals_people_may_chat() -> None:
    sitting = at(DUEL, ANNA, BEN)
    assert sitting.refusal(move("say stuck"), ANNA) == Code.NO_TALK
    sitting.ask(chat("well played"), ANNA)


def test_the_newest_messages_are_kept() -> None:
    sitting = gathered(ANNA)
    for letter in "abcdefghijklmnopqrstuvwxyz" * 2:
        sitting.ask(chat(letter), ANNA)
    kept = [chatted.text for chatted in sitting.room.chat]
    assert len(kept) == 50
    assert "".join(kept) == ("abcdefghijklmnopqrstuvwxyz" * 2)[2:]


# ---- steps ----


def test_a_request_is_known_by_its_person_and_its_id() -> None:
    sitting = gathered(ANNA, BEN)
    room = sitting.room
    number = sitting.ask(chat("hello"), ANNA, request_id="a1").number
    sitting.ask(chat("hello"), BEN, request_id="b1")
    assert room.answered(ANNA.id, "a1") == number
    assert room.answered(BEN.id, "b1") == number + 1
    assert room.answered(BEN.id, "a1") is room.answered(None, "a1") is None
    assert room.answered(ANNA.id, "a2") is None


def test_a_step_that_is_not_the_next_is_not_folded() -> None:
    sitting = gathered(ANNA)
    with pytest.raises(AssertionError):
        sitting.room.take(sitting.steps[-1])


def test_people_sit_down_at_the_next_table_as_themselves() -> None:
    sitting = dealt(ANNA, "greedy", BEN)
    sitting.ask(STAND, BEN)
    seated = [place.as_seated(seat) for seat, place in enumerate(sitting.room.places)]
    assert seated == [
        Sat(0, "Anna", None, ANNA.id),
        Sat(1, "greedy", "greedy", None),
        Sat(2, "Ben", None, BEN.id),
    ]
    sitting.put(Draft((Followed("other"),)))
    assert sitting.room.following == "other"


@given(sittings())
def test_a_room_is_the_fold_of_its_steps_as_they_are_stored_or_with_their_drafts(
    sitting: Sitting,
) -> None:
    deciding, reading = Room("table-t"), Room("table-t")
    for step, draft in zip(sitting.steps, sitting.drafts, strict=True):
        facts = decode_facts(encode_facts(step.facts))
        stored = structs.replace(step, facts=facts)
        assert stored == step
        deciding.take(step, draft)
        reading.take(stored)
        assert (reading.phase, reading.deadline) == (deciding.phase, deciding.deadline)
        if step.number % 8 == 0:
            assert seen(reading) == seen(deciding)
    assert seen(reading) == seen(deciding) == seen(sitting.room)


@given(sittings(length=60))
def test_rooms_that_heard_the_same_decide_the_same_and_with_a_draft_or_without(
    sitting: Sitting,
) -> None:
    other = Room("table-t")
    decided = Sitting(sitting.room.settings, day_code=sitting.room.day_code)
    other.take(sitting.steps[0])
    for (request, by), step, draft in zip(
        sitting.asked, sitting.steps[1:], sitting.drafts[1:], strict=True
    ):
        again = decide(other, request, by, lambda _: False)
        assert again == draft
        assert isinstance(side_effects(other, again, step.at), tuple)
        other.take(step)
        decided.put(again)
    assert seen(other) == seen(decided.room) == seen(sitting.room)


@given(sittings(length=60))
def test_deciding_changes_nothing(sitting: Sitting) -> None:
    before = seen(sitting.room)
    for request in (
        SIT, STAND, START, RETURN, WISH, NO_WISH, sit(4), bot(1, "hal"), word("\n"), move("name 9"),
        move("end"), move("back"), move(""), chat("seven"), replace(0), TimeUp(0),
        BotMoves(((0, BACK), (0, BACK))),
    ):  # fmt: skip
        for by in (None, ANNA, EVE):
            with suppress(TenbackError):
                decide(sitting.room, request, by)
    assert seen(sitting.room) == before


def test_settings_are_told_as_they_were_settled() -> None:
    wanted = TableSettings(edition="Classic+hand-1+min3", seats=2)
    assert Sitting(wanted).room.settings == structs.replace(wanted, edition="classic+min3+hand-1")


def test_a_word_moves_with_its_seat() -> None:
    sitting = gathered(ANNA, settings=TableSettings(seats=3))
    sitting.ask(AddWord("moon", id="w"), ANNA)
    sitting.ask(Sit(2, id="s"), ANNA)
    assert [place.word for place in sitting.room.places] == ["", "", "moon"]


def test_who_is_replaced_does_not_move_beside_the_bot() -> None:
    sitting = dealt(ANNA, BEN)
    sitting.ask(Stand(id="s"), ANNA)
    for request in (move("name 0"), WishResign(id="r")):
        assert sitting.refusal(request, ANNA) == ServerCode.REPLACED


def test_c12_a_name_is_not_the_way_around_the_guard() -> None:
    sitting = dealt(ANNA, BEN)
    renamed = Someone(ANNA.id, "I hold 47")
    assert only(sitting, chat("hi"), renamed) == Chatted(0, "Anna", "hi")
    assert sitting.refusal(chat("hi"), Someone("zoe", "it is 47")) == ServerCode.NUMBER_SAID


def test_a_person_has_only_so_much_chat_and_takes_nothing_from_others() -> None:
    sitting = dealt(ANNA, BEN)
    for _ in range(MOST_CHATS_OF_PERSON):
        sitting.ask(chat("hi"), ANNA)
    assert sitting.refusal(chat("hi"), ANNA) == ServerCode.WORN_OUT
    sitting.ask(chat("hi"), BEN)


def test_spectators_cannot_use_up_the_chat_of_a_table() -> None:
    sitting = dealt(ANNA, BEN)
    crowd = [Someone(f"guest-{number}", "Guest") for number in range(100)]
    for guest in crowd:
        with suppress(Refused):
            for _ in range(MOST_CHATS_OF_SPECTATOR + 1):
                sitting.ask(chat("hi"), guest)
    assert sum(isinstance(step.facts[0], Chatted) for step in sitting.steps) == (
        MOST_CHATS_OF_SPECTATORS
    )
    assert sitting.refusal(chat("hi"), CLEO) == ServerCode.WORN_OUT
    for person in (ANNA, BEN):
        sitting.ask(chat("hi"), person)


def test_nobody_uses_up_the_steps_of_a_table() -> None:
    sitting = dealt(ANNA, BEN)
    for _ in range(MOST_STEPS_OF_PERSON - 2):  # she has sat down and started
        sitting.ask(WishResign(id=ID), ANNA)
    assert sitting.refusal(WishResign(id=ID), ANNA) == ServerCode.WORN_OUT
    sitting.move(BEN, "name 1")


def test_strangers_cannot_use_up_a_table_before_the_cards_are_dealt() -> None:
    sitting = Sitting(TableSettings(seats=2), by=ANNA)
    sitting.ask(SIT, ANNA)
    seal = SealWord(id=ID, seal="0" * 64)
    for number in range(12):
        guest = Someone(f"guest-{number}", "Guest")
        sitting.ask(SIT, guest)
        with suppress(Refused):
            while True:
                sitting.ask(seal, guest)
        assert sitting.room.steps_by[guest.id] <= MOST_ARRANGEMENTS_OF_PERSON
        assert sitting.refusal(seal, guest) == ServerCode.WORN_OUT
        sitting.ask(SendAway(id=ID, seat=1), ANNA)
    assert sitting.room.number >= MOST_STEPS_BEFORE_DEAL
    sitting.ask(SIT, BEN)
    assert sitting.refusal(AddWord(id=ID, word=" "), BEN) == ServerCode.WORN_OUT
    sitting.ask(seal, BEN)
    assert sitting.refusal(seal, BEN) == ServerCode.WORN_OUT
    sitting.ask(seal, ANNA)
    sitting.ask(START, ANNA)
