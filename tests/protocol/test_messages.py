"""The messages of both directions: written messages read back, and others are refused."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.protocol import (
    PROTOCOL,
    Ack,
    AddWord,
    Again,
    AskHint,
    Chat,
    Chatted,
    Choices,
    Dealt,
    Fact,
    Followed,
    FromClient,
    Happened,
    Hello,
    Hint,
    MakeMove,
    Opened,
    OpenWord,
    OutcomeView,
    Ping,
    Place,
    Played,
    Pong,
    Presence,
    Refusal,
    Replace,
    Replaced,
    ResignWished,
    Resumed,
    Return,
    Returned,
    Revealed,
    Sat,
    SealWord,
    SeatBot,
    SeatView,
    SendAway,
    Sit,
    Stand,
    Start,
    Stood,
    TableSettings,
    ToClient,
    Welcome,
    WishResign,
    WordGiven,
    WordsClosed,
    WordWithheld,
    encode,
    id_in,
    read_message,
)
from tenback.protocol.errors import ProtocolCode
from tenback.rules import BadInput
from tenback.rules.errors import ErrorCode

FROM_CLIENT: tuple[FromClient, ...] = (
    Hello(id="1", protocol=PROTOCOL),
    Hello(id="1", protocol=PROTOCOL, since=41),
    MakeMove(id="1", move="23>u1"),
    Chat(id="1", text="bitte nicht hier – „danke“ 🙂"),
    Sit(id="1"),
    Sit(id="1", seat=4),
    Stand(id="1"),
    SendAway(id="9", seat=1),
    SeatBot(id="1", seat=0, bot="greedy"),
    SeatBot(id="1", seat=0, bot=None),
    AddWord(id="1", word="Grüße"),
    SealWord(id="1", seal="5e" * 32),
    OpenWord(id="1", word="Grüße", salt="5a" * 16),
    Start(id="1"),
    WishResign(id="1"),
    WishResign(id="1", is_wished=False),
    Replace(id="1", seat=2),
    Return(id="1"),
    Again(id="1", is_same_deal=True),
    Again(id="1", seal="5e" * 32),
    AskHint(id="h"),
    Ping(id="x" * 64),
)
SETTINGS = TableSettings(
    edition="extreme",
    layout={"stop": [2, 3, 4, 5]},
    seats=4,
    deal="C2-4QX7M-0ZB2K-6",
    day="2026-11-15",
    is_public=True,
    clock=60,
)
FACTS: tuple[Fact, ...] = (
    Opened(SETTINGS, "c", "s", "code"),
    Sat(0, "Anna", None, "p"),
    Sat(1, "greedy", "greedy"),
    Stood(1),
    WordGiven(0, "moon"),
    WordGiven(0, "", "5e" * 32),
    WordsClosed(),
    WordWithheld(0),
    Dealt("classic", [7, 7], [84], None, [2, 3], "code"),
    Played(["0:23>u1", "0:draws ?.?", "turn 1"]),
    Chatted(None, "Ben", "hello"),
    ResignWished(0, True),
    Replaced(0, "careful"),
    Returned(0),
    Revealed("s", "code"),
    Followed("t"),
)
CARDS = SeatView(
    edition="classic",
    tops=[1, 1, 100, 100],
    hand=[2, 3],
    hand_sizes=[2, 2],
    draw_sizes=[80],
    laid=[[50]],
    turn=0,
    plays=["50>u1"],
    named=[],
    signals=[[], ["keep u1"]],
    history=["0:50>u1"],
    outcome=OutcomeView("stuck", False, None, 12),
    commands={"stop": [5]},
)
WELCOME = Welcome(
    protocol=PROTOCOL,
    table="t",
    number=4,
    at=1,
    settings=SETTINGS,
    seat=0,
    places=[Place("Anna", None, True, "moon", False)],
    present=[0],
    commitment="c",
    secret=None,
    deal=None,
    cards=CARDS,
    choices=Choices(["end"], ["50>u1"], 2, ["skull"]),
    deadline=None,
    chat=[Chatted(0, "Anna", "hi")],
    following=None,
)
TO_CLIENT: tuple[ToClient, ...] = (
    WELCOME,
    Resumed(4, None, [0]),
    *(Happened(4, 1, [fact]) for fact in FACTS),
    Happened(4, 1, list(FACTS), Choices()),
    Ack("1", 4),
    Refusal(None, "bad-message", "no", {"text": "'x'"}),
    Presence([0, 1], 2),
    Hint("1", "23>u1"),
    Pong("1"),
)


def refusal(data: bytes | str) -> ErrorCode:
    with pytest.raises(BadInput) as refused:
        read_message(data)
    assert len(str(refused.value)) < 300
    return refused.value.code


def as_bytes(**fields: object) -> bytes:
    return json.dumps(fields).encode()


# ---- there and back ----


@pytest.mark.parametrize("message", FROM_CLIENT, ids=repr)
def test_what_a_client_says_is_read_as_text_and_as_bytes(message: FromClient) -> None:
    data = msgspec.json.encode(message)
    assert read_message(data) == read_message(data.decode()) == message
    assert id_in(data) == id_in(data.decode()) == message.id


@pytest.mark.parametrize("message", TO_CLIENT, ids=repr)
def test_what_a_server_says_is_read_again(message: ToClient) -> None:
    read: ToClient = msgspec.json.decode(encode(message), type=ToClient)
    assert read == message


def test_every_message_is_tried_here() -> None:
    for kinds, tried in ((FromClient, FROM_CLIENT), (ToClient, TO_CLIENT), (Fact, FACTS)):
        assert {type(message) for message in tried} == set(kinds.__args__)


def test_the_type_stands_in_the_message() -> None:
    assert json.loads(encode(Ack("7", 4))) == {"type": "ack", "id": "7", "number": 4}
    assert read_message('{"type": "move", "id": "2", "move": "end"}') == MakeMove(
        id="2", move="end"
    )


def test_the_last_of_two_ids_is_the_one_that_counts_everywhere() -> None:
    data = b'{"type": "ping", "id": "a", "id": "b"}'
    assert read_message(data).id == id_in(data) == "b"


# ---- refusals ----


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "fly"},
        {"type": None},
        {"type": 7},
        {"type": "welcome"},
        {"type": "opened"},
        {},
        {"type": "ping", "more": 1},
        {"type": "move"},
        {"type": "move", "move": 23},
        {"type": "move", "move": None},
        {"type": "move", "move": "x" * 65},
        {"type": "chat", "text": "x" * 301},
        {"type": "word", "word": "x" * 65},
        {"type": "sit", "seat": -1},
        {"type": "sit", "seat": 5},
        {"type": "sit", "seat": 1.5},
        {"type": "sit", "seat": True},
        {"type": "sit", "seat": "1"},
        {"type": "sit", "seat": 10**30},
        {"type": "seat-bot", "seat": 1},
        {"type": "seat-bot", "seat": 1, "bot": ""},
        {"type": "replace", "seat": 1, "bot": None},
        {"type": "replace", "bot": "greedy"},
        {"type": "resign", "is_wished": 1},
        {"type": "again", "is_same_deal": "yes"},
        {"type": "hello"},
        {"type": "hello", "protocol": "1"},
        {"type": "hello", "protocol": 1, "since": -1},
        {"type": "hello", "protocol": 1, "since": [[[]]]},
    ],
    ids=str,
)
def test_what_is_no_message_is_refused_by_its_id(fields: dict[str, object]) -> None:
    data = as_bytes(**fields, id="7")
    assert refusal(data) == refusal(data.decode()) == ProtocolCode.BAD_MESSAGE
    assert id_in(data) == "7"


@pytest.mark.parametrize("fields", [{}, {"id": None}, {"id": 7}, {"id": ""}, {"id": "x" * 65}])
def test_a_message_without_a_proper_id_is_refused_without_one(fields: dict[str, object]) -> None:
    data = as_bytes(type="ping", **fields)
    assert refusal(data) == ProtocolCode.BAD_MESSAGE
    assert id_in(data) is None


GARBAGE = (
    b"",
    b" ",
    b"null",
    b"7",
    b'"ping"',
    b"[]",
    b'[{"type": "ping", "id": "7"}]',
    b"{",
    b'{"type": "ping", "id": "7"',
    b'{"type": "ping", "id": "7"} x',
    b'{"type": "ping", "id": "7"}{"type": "ping", "id": "8"}',
    b"{'type': 'ping', 'id': '7'}",
    b'{"type": "ping", "id": "\xff"}',
    b'{"type": "ping", "id": "\\ud800"}',
    b"\xff\xfe{\x00}\x00",
    b"\x00" * 8192,
    b"[" * 8192,
    b'{"id":' * 1300,
    b'{"id": "7", "x": ' + b"[" * 8000,
    b'{"type": "hello", "id": "7", "protocol": ' + b"9" * 8000,
    b"\xc3(" * 4096,
    bytes(range(256)) * 32,
)


@pytest.mark.parametrize("data", GARBAGE, ids=lambda data: ascii(data[:24]))
def test_garbage_is_refused(data: bytes) -> None:
    assert refusal(data) == ProtocolCode.BAD_MESSAGE
    assert id_in(data) is None


def test_a_text_that_is_no_unicode_is_refused() -> None:
    text = '{"type": "ping", "id": "\ud800"}'
    assert refusal(text) == ProtocolCode.BAD_MESSAGE
    assert id_in(text) is None


# ---- any input ----


def check_is_read_or_refused(data: bytes | str) -> None:
    found = id_in(data)
    assert found is None or 0 < len(found) <= 64
    answer = read_or_refused(data)
    if isinstance(answer, BadInput):
        assert answer.code is ProtocolCode.BAD_MESSAGE
        assert str(answer).isprintable()
    else:
        assert found == answer.id
        assert read_message(msgspec.json.encode(answer)) == answer


def read_or_refused(data: bytes | str) -> FromClient | BadInput:
    try:
        return read_message(data)
    except BadInput as error:
        return error


@given(st.binary(max_size=8192) | st.text(st.characters(exclude_categories=())))
def test_any_frame_is_read_or_refused(data: bytes | str) -> None:
    check_is_read_or_refused(data)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
NAMES = sorted({name for message in FROM_CLIENT for name in message.__struct_fields__})
TYPES = sorted({str(type(message).__struct_config__.tag) for message in FROM_CLIENT})


@given(
    st.sampled_from(TYPES) | VALUES,
    st.text(max_size=66) | VALUES,
    st.dictionaries(st.sampled_from(NAMES), VALUES | st.integers(-1, 5), max_size=4),
)
def test_any_object_is_read_or_refused(
    kind: object, named: object, more: dict[str, object]
) -> None:
    check_is_read_or_refused(json.dumps({"type": kind, "id": named, **more}))


@given(st.sampled_from(FROM_CLIENT), st.integers(0, 200), st.binary(max_size=3))
def test_a_message_that_was_damaged_is_read_or_refused(
    message: FromClient, place: int, noise: bytes
) -> None:
    data = msgspec.json.encode(message)
    place %= len(data)
    check_is_read_or_refused(data[:place] + noise + data[place + 1 :])
