"""Frames that no good client would send: nothing breaks, and others play on meanwhile."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from threading import Event, Thread
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.sync.client import connect

from tests.server.frames import (
    BINARY,
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    RawSocket,
    frame,
    handshake,
)
from tests.server.guests import guest, opened
from tests.server.serving import Serving

KIB = 1024
LARGEST = 8 * KIB
BURST, RATE = 50, 20
ENOUGH = 10
"""Moves of somebody healthy, to tell how they fare."""
HELLO: dict[str, Any] = {"type": "hello", "id": "hello", "protocol": 1}
LAST: dict[str, Any] = {"type": "ping", "id": "last"}
MESSAGES: list[dict[str, Any]] = [
    HELLO,
    {**HELLO, "since": 1},
    {"type": "sit", "id": "a", "seat": 0},
    {"type": "stand", "id": "b"},
    {"type": "seat-bot", "id": "c", "seat": 1, "bot": "greedy"},
    {"type": "word", "id": "d", "word": "moon"},
    {"type": "start", "id": "e"},
    {"type": "move", "id": "f", "move": "23>u1"},
    {"type": "resign", "id": "g", "is_wished": False},
    {"type": "chat", "id": "h", "text": "hello"},
    {"type": "replace", "id": "i", "seat": 1, "bot": "greedy"},
    {"type": "return", "id": "j"},
    {"type": "again", "id": "k", "is_same_deal": True},
    {"type": "ping", "id": "l"},
]


class Healthy(Thread):
    """Somebody who plays alone, sitting after sitting, while others do what they do."""

    def __init__(self, serving: Serving) -> None:
        super().__init__(daemon=True)
        self._client = guest(serving, "Hale")
        self._base = serving.url.replace("http://", "ws://")
        self._is_over = Event()
        self.moves = 0
        self.slowest = 0.0
        self.error: BaseException | None = None

    def run(self) -> None:
        """Play until told to stop."""
        try:
            while not self._is_over.is_set():
                self._sit()
        except BaseException as error:
            self.error = error

    def stop(self) -> None:
        """Wait until enough was played to tell, and the sitting is left."""
        while self.is_alive() and self.moves <= ENOUGH:
            time.sleep(0.05)
        self._is_over.set()
        self.join(60)
        self._client.close()

    def _sit(self) -> None:
        table = opened(self._client, is_started=True)["id"]
        secret = {"Authorization": f"Bearer {self._client.cookies['tenback']}"}
        where = f"{self._base}/api/tables/{table}/socket"
        with connect(where, additional_headers=secret) as socket:
            socket.send(json.dumps(HELLO))
            choices = json.loads(socket.recv(30))["choices"]
            number = 0
            while choices and choices.get("moves") and not self._is_over.wait(0.1):
                number += 1
                losing = choices.get("losing", ())
                moves = [m for m in choices["moves"] if m not in losing] or choices["moves"]
                began = time.monotonic()
                message = {"type": "move", "id": str(number), "move": moves[-1]}
                socket.send(json.dumps(message))
                while (told := json.loads(socket.recv(30))).get("id") != str(number):
                    if told["type"] == "happened":
                        choices = told.get("choices")
                assert told["type"] == "ack", told
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.moves += 1


class Ground:
    """A server to fuzz, with a table at which a person sits."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self._client = guest(serving)
        self.secret = self._client.cookies["tenback"]
        self.table = self.open()

    def open(self) -> str:
        table: str = opened(self._client, seats=2)["id"]
        return table

    def path(self, table: str | None = None) -> str:
        return f"/api/tables/{self.table if table is None else table}/socket"

    def raw(self, table: str | None = None, **given: Any) -> RawSocket:
        """Return a socket at the table, as the person unless told otherwise."""
        given.setdefault("Authorization", f"Bearer {self.secret}")
        return RawSocket(self.serving.port, self.path(table), **given)

    def greeted(self, **given: Any) -> RawSocket:
        """Return a socket at which hello was said, and heard."""
        raw = self.raw(**given)
        raw.say(HELLO)
        assert raw.answer_to("hello")["type"] == "ack"
        return raw

    def metric(self, name: str) -> float:
        text = self._client.get("/metrics").text
        return float(re.findall(rf"^{name} (\S+)$", text, re.MULTILINE)[0])

    def memory(self) -> int:
        """Return how many bytes the server has in memory."""
        with open(f"/proc/{self.serving.pid}/statm") as file:
            return int(file.read().split()[1]) * 4 * KIB

    def close(self) -> None:
        self._client.close()


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    limits = {"TENBACK_MESSAGE_RATE": str(RATE), "TENBACK_MESSAGE_BURST": str(BURST)}
    with Serving(tmp_path_factory.mktemp("fuzz") / "tenback.sqlite", **limits) as serving:
        ground, healthy = Ground(serving), Healthy(serving)
        healthy.start()
        yield ground
        healthy.stop()
        ground.close()
        assert httpx.get(f"{serving.url}/health").status_code == 200
        assert healthy.error is None
        assert healthy.moves > ENOUGH
        assert healthy.slowest < 25
        assert serving.errors == ""


# ---- what is framed well is answered ----


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Draw a message that was right before something happened to it."""
    message = dict(draw(st.sampled_from(MESSAGES)))
    for _ in range(draw(st.integers(0, 3))):
        key = draw(st.sampled_from([*message, "more", "ID"]))
        if draw(st.booleans()):
            message.pop(key, None)
        else:
            message[key] = draw(values)
    data = bytearray(msgspec.json.encode(message))
    for place in draw(st.lists(st.integers(0, len(data) - 1), max_size=2)):
        data[place] = draw(st.integers(32, 126))
    return bytes(data[: draw(st.integers(1, len(data)))] if draw(st.booleans()) else data)


payloads = (
    st.binary(max_size=200)
    | values.map(msgspec.json.encode)
    | mutated()
    | st.just(b"[" * 4000)
    | st.just(b'{"a":' * 1500)
)


@given(st.booleans(), st.lists(st.tuples(payloads, st.booleans(), st.integers(1, 4)), max_size=12))
def test_every_message_that_is_framed_well_is_answered(
    ground: Ground, is_greeted: bool, messages: list[tuple[bytes, bool, int]]
) -> None:
    with ground.greeted() if is_greeted else ground.raw() as raw:
        for data, is_text, parts in messages:
            opcode = TEXT if is_text and is_utf8(data) else BINARY
            raw.send(b"".join(fragments(opcode, data, parts)))
        raw.say(LAST)
        answers = 0
        for told in raw.answers():
            answers += "id" in told
            if told.get("id") == "last":
                break
        else:
            raise AssertionError("the server has hung up")
        assert answers == len(messages) + 1


def fragments(opcode: int, data: bytes, parts: int) -> Iterator[bytes]:
    """Yield a message in several frames, with a ping between them."""
    size = len(data) // parts + 1
    for at in range(parts):
        part, is_last = data[at * size : (at + 1) * size], at == parts - 1
        yield frame(CONTINUED if at else opcode, part, is_last=is_last)
        if not is_last:
            yield frame(PING, b"?")


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_a_ping_of_the_socket_is_answered_too(ground: Ground) -> None:
    with ground.greeted() as raw:
        raw.send(frame(PONG, b"unasked") + frame(PING, b"are you there"))
        assert any(each == (PONG, b"are you there") for each in raw.frames())


# ---- what is not ends the connection, and nothing else ----


broken = st.one_of(
    st.builds(frame, st.sampled_from((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)), st.binary(max_size=9)),
    st.builds(frame, st.just(TEXT), st.binary(max_size=9), reserved=st.integers(1, 7)),
    st.builds(frame, st.just(TEXT), st.binary(max_size=9), is_masked=st.just(False)),
    st.builds(frame, st.just(CONTINUED), st.binary(max_size=9)),
    st.builds(frame, st.just(PING), st.binary(min_size=126, max_size=300)),
    st.builds(frame, st.just(PING), st.binary(max_size=9), is_last=st.just(False)),
    st.builds(frame, st.just(CLOSE), st.binary(min_size=1, max_size=130)),
    st.builds(frame, st.sampled_from((TEXT, BINARY)), st.just(bytes(LARGEST + 1))),
    st.just(frame(TEXT, b"one", is_last=False) + frame(TEXT, b"two")),
    st.just(frame(TEXT, b"\xff\xfe")),
    st.just(frame(TEXT, bytes(LARGEST), is_last=False) + frame(CONTINUED, b"!")),
    st.just(b"\x81\xff" + b"\xff" * 8),
)


@example(is_greeted=True, before=[], bad=frame(TEXT, b"\xff\xfe"), after=b"")
@given(
    is_greeted=st.booleans(),
    before=st.lists(payloads, max_size=3),
    bad=broken,
    after=st.binary(max_size=300),
)
def test_broken_frames_end_the_connection(
    ground: Ground, is_greeted: bool, before: list[bytes], bad: bytes, after: bytes
) -> None:
    with ground.greeted() if is_greeted else ground.raw() as raw:
        for data in before:
            raw.send(frame(BINARY, data))
        raw.send(bad + after)
        raw.shut()
        for opcode, _ in raw.frames():
            assert opcode in (TEXT, CLOSE, PONG)


@given(st.binary(max_size=2000))
def test_bytes_by_chance_do_no_harm(ground: Ground, data: bytes) -> None:
    with ground.raw() as raw:
        raw.send(data)
        raw.shut()
        for _ in raw.frames():
            pass


def test_a_message_may_have_8_kib_and_not_a_byte_more(ground: Ground) -> None:
    with ground.greeted() as raw:
        raw.send(frame(TEXT, b" " * (LARGEST - 2) + b"{}"))
        assert raw.answer_to(None)["code"] == "bad-message"
        raw.send(frame(TEXT, b" " * (LARGEST - 1) + b"{}"))
        closes = [data for opcode, data in raw.frames() if opcode == CLOSE]
        assert [int.from_bytes(data[:2]) for data in closes] == [1009]


# ---- too much of it ----


MESSAGE = frame(TEXT, b'{"type": "ping", "id": "p"}')


@pytest.mark.parametrize("is_greeted", [True, False])
def test_of_hundreds_at_once_most_are_too_many(ground: Ground, is_greeted: bool) -> None:
    began = time.monotonic()
    with ground.greeted() if is_greeted else ground.raw() as raw:
        raw.send(MESSAGE * 150)
        told = [next(raw.answers()) for _ in range(150)]
        codes = [each.get("code", each["type"]) for each in told if each["type"] != "presence"]
        most = BURST + RATE * (time.monotonic() - began)
        assert codes.count("too-many") >= len(codes) - most
        last, id_of_last = (LAST, "last") if is_greeted else (HELLO, "hello")
        raw.say(last)
        while (answer := raw.answer_to(id_of_last)).get("code") == "too-many":
            time.sleep(1 / RATE)
            raw.say(last)
        assert answer["type"] in ("pong", "ack")


@pytest.mark.parametrize(
    ("before", "flood"),
    [
        (b"", frame(PING, b"")),
        (b"", frame(PONG, b"x" * 100)),
        (frame(TEXT, b"", is_last=False), frame(CONTINUED, b"", is_last=False)),
        (b"", frame(TEXT, b"")),
        (b"", MESSAGE),
    ],
    ids=["pings", "pongs", "fragments", "empty messages", "messages"],
)
def test_a_flood_ends_its_own_connection(ground: Ground, before: bytes, flood: bytes) -> None:
    with ground.greeted() as raw:
        sender = Thread(target=raw.send, args=[before + flood * 20_000])
        sender.start()
        closes = [data for opcode, data in raw.frames() if opcode == CLOSE]
        sender.join()
        codes = [int.from_bytes(data[:2]) for data in closes]
        assert codes in ([], [1008])  # the end of the connection may overtake its good-bye
    with ground.greeted() as back:
        back.say(LAST)
        assert back.answer_to("last")["type"] == "pong"


def test_a_storm_of_connections_passes(ground: Ground) -> None:
    before = ground.metric("tenback_connections")
    random = Random(1)
    with ExitStack() as storm:
        for number in range(300):
            raw = ground.raw(is_shaken=number % 3 != 0)
            storm.enter_context(raw)
            if number % 3 == 0:  # a handshake that is never finished
                whole = handshake(ground.serving.port, ground.path())
                raw.send(whole[: random.randrange(len(whole))])
            elif number % 3 == 1:
                raw.say(HELLO)
            if number % 5 == 0:
                raw.reset()
    with ground.greeted():
        await_metric(ground, "tenback_connections", before + 1)


def test_who_does_not_read_is_cut_off_and_can_come_back(ground: Ground) -> None:
    before = ground.metric("tenback_connections")
    flood = frame(TEXT, b'{"type": "ping", "id": "%b"}' % (b"p" * 60)) * 60_000
    with ExitStack() as sleepers:
        memory = 0
        for _ in range(4):
            sleeper = sleepers.enter_context(ground.greeted(buffer=4 * KIB))
            sleeper.send_for(flood, 10)
            await_metric(ground, "tenback_connections", before)
            memory = memory or ground.memory()
        assert ground.memory() - memory < 8 * KIB * KIB
        with ground.greeted() as back:
            back.say(LAST)
            assert back.answer_to("last") == {"type": "pong", "id": "last"}


def await_metric(ground: Ground, name: str, value: float) -> None:
    """Wait until a figure is what it should be."""
    until = time.monotonic() + 60
    while (found := ground.metric(name)) != value:
        assert time.monotonic() < until, f"{name} is {found}, not {value}"
        time.sleep(0.05)


# ---- the first word ----


def test_hello_comes_first(ground: Ground) -> None:
    with ground.raw() as raw:
        for message in MESSAGES[2:]:
            raw.say(message)
            assert raw.answer_to(message["id"])["code"] == "bad-message"
        raw.say(HELLO)
        assert raw.answer_to("hello")["type"] == "ack"


def test_hello_is_said_once(ground: Ground) -> None:
    with ground.greeted() as raw:
        raw.say({**HELLO, "id": "again"})
        assert raw.answer_to("again")["code"] == "bad-message"
        raw.say(LAST)
        assert raw.answer_to("last")["type"] == "pong"


@pytest.mark.parametrize(
    ("table", "hello", "code"),
    [
        (None, {**HELLO, "protocol": 2}, "bad-protocol"),
        (None, {**HELLO, "protocol": -(2**63)}, "bad-protocol"),
        ("nowhere", HELLO, "no-such-table"),
        ("%00", HELLO, "no-such-table"),
        ("%F0%9F%90%88", HELLO, "no-such-table"),
    ],
)
def test_a_wrong_hello_is_refused_and_the_connection_closed(
    ground: Ground, table: str | None, hello: dict[str, Any], code: str
) -> None:
    with ground.raw(table) as raw:
        raw.say(hello)
        assert raw.answer_to("hello")["code"] == code
        closes = [data for opcode, data in raw.frames() if opcode == CLOSE]
        assert [int.from_bytes(data[:2]) for data in closes] == [1008]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1"])
def test_a_page_of_another_site_does_not_get_in(ground: Ground, origin: str) -> None:
    with ground.raw(Origin=origin) as raw:
        assert raw.status == 403


def test_a_page_of_ours_does(ground: Ground) -> None:
    with ground.greeted(Origin=f"http://127.0.0.1:{ground.serving.port}") as raw:
        assert raw.status == 101
