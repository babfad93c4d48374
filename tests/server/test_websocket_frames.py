"""Frames without a socket: however they are cut, they are the same; and not too many of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.server.websocket_frames import (
    BINARY,
    BROKEN,
    CLOSE,
    CONTINUED,
    EXTRA_FRAMES_BURST,
    LARGEST_MESSAGE,
    NOT_WELCOME,
    PING,
    PONG,
    TEXT,
    TOO_LARGE,
    BadFrame,
    Frame,
    FrameReader,
    close_code_in,
    text_head,
)
from tests.server.frames import frame

BURST = int(EXTRA_FRAMES_BURST)


def reader() -> FrameReader:
    return FrameReader(lambda: 0.0)


def read(data: bytes) -> list[Frame]:
    reading = reader()
    reading.feed(data)
    return list(iter(reading.next, None))


FRAMES = [
    (TEXT, b'{"type":"ping"}'),
    (PING, b"?"),
    (BINARY, bytes(300)),
    (PONG, b""),
    (TEXT, b"x" * LARGEST_MESSAGE),
    (CLOSE, b"\x03\xe8"),
]


@given(st.lists(st.sampled_from(FRAMES), max_size=6), st.randoms(use_true_random=False))
def test_frames_are_the_same_however_they_are_cut(frames: list[Frame], random: object) -> None:
    data = b"".join(frame(*one) for one in frames)
    reading, found = reader(), list[Frame]()
    while data:
        size = random.randint(1, len(data))  # type: ignore[attr-defined]
        reading.feed(data[:size])
        data = data[size:]
        found += iter(reading.next, None)
    assert found == frames


def test_fragments_are_one_message_and_a_ping_may_come_between() -> None:
    data = frame(TEXT, b"a", is_last=False) + frame(PING, b"?") + frame(CONTINUED, b"b")
    assert read(data) == [(PING, b"?"), (TEXT, b"ab")]


@pytest.mark.parametrize(
    "extra",
    [frame(PING, b""), frame(PONG, b""), frame(CONTINUED, b"", is_last=False)],
    ids=["ping", "pong", "fragment"],
)
def test_frames_that_are_no_message_are_limited(extra: bytes) -> None:
    reading = reader()
    reading.feed(frame(TEXT, b"", is_last=False) + extra * (BURST - 1))
    for _ in iter(reading.next, None):
        pass
    reading.feed(extra)
    with pytest.raises(BadFrame) as bad:
        reading.next()
    assert bad.value.code == NOT_WELCOME


def test_messages_are_not_limited_here() -> None:
    assert len(read(frame(TEXT, b"x") * 3 * BURST)) == 3 * BURST


def test_a_message_is_too_large_before_it_has_come() -> None:
    whole = frame(TEXT, bytes(LARGEST_MESSAGE + 1))
    parts = frame(TEXT, bytes(LARGEST_MESSAGE), is_last=False) + frame(CONTINUED, b"!")
    for data in (whole[:4], parts[:-1]):
        with pytest.raises(BadFrame) as bad:
            read(data)
        assert bad.value.code == TOO_LARGE


@pytest.mark.parametrize("data", [b"\x03", b"\x00\x00", b"\x03\xed", b"\x03\xe8\xff"])
def test_a_client_closes_with_a_code_that_there_is(data: bytes) -> None:
    with pytest.raises(BadFrame):
        close_code_in(data)
    assert close_code_in(b"") == 1000
    assert close_code_in(b"\x0f\xa1bye") == 4001


def test_what_is_not_masked_is_broken() -> None:
    with pytest.raises(BadFrame) as bad:
        read(frame(TEXT, b"x", is_masked=False))
    assert bad.value.code == BROKEN


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_head_says_how_long_a_text_is(size: int) -> None:
    data = frame(TEXT, bytes(size), is_masked=False)
    assert text_head(size) == data[: len(data) - size]
