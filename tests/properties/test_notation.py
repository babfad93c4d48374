"""Written values read back the same; garbage is refused with a code."""

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.notation import (
    Comment,
    Record,
    read_code,
    read_deal,
    read_edition,
    read_event,
    read_layout,
    read_move,
    read_outcome,
    read_position,
    read_record,
    record_as_json,
    record_from_json,
    write_code,
    write_layout,
    write_position,
    write_record,
)
from tenback.notation.layouts import from_files, read_numbers, write_numbers
from tenback.rules import (
    BACK,
    END,
    STANDARD,
    Begin,
    Deal,
    Event,
    Layout,
    Name,
    Resign,
    State,
    TenbackError,
    fold,
    legal_moves,
)
from tests.properties.strategies import deals, seeds, sittings

Sitting = tuple[State, tuple[Event, ...]]


@given(sittings(is_chatty=True))
def test_a_position_reads_back_as_the_same_state(sitting: Sitting) -> None:
    state = fold(*sitting)
    assert read_position(write_position(state)) == state


@given(sittings(is_chatty=True))
def test_moves_and_events_read_back(sitting: Sitting) -> None:
    start, events = sitting
    for event in events:
        assert read_event(str(event)) == event
    for move in (*legal_moves(fold(start, events)), END, BACK, Begin(1), Name(0, 1), Resign(1)):
        assert read_move(str(move)) == move


@given(deals())
def test_a_deal_code_reads_back_also_when_typed_carelessly(deal: Deal) -> None:
    code = write_code(deal)
    head, seed = code.lower().split("-", 1)
    careless = f" {head} - {seed.replace('0', 'o').replace('1', 'l').replace('-', ' ')}"
    assert read_code(code) == read_code(careless) == deal


@given(deals(), st.data())
def test_a_deal_code_with_one_wrong_sign_never_gives_the_same_deal(
    deal: Deal, data: st.DataObject
) -> None:
    code = write_code(deal)
    place = data.draw(st.integers(0, len(code) - 1))
    sign = data.draw(st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ-"))
    typed = code[:place] + sign + code[place + 1 :]
    try:
        found = read_code(typed)
    except TenbackError:
        return
    assert typed == code or found != deal


@given(seeds)
def test_layouts_read_back(key: str) -> None:
    for layout in (STANDARD, Layout.shuffled(key)):
        assert read_layout(write_layout(layout), name=layout.name) == layout
        assert read_numbers(write_numbers(layout), name=layout.name) == layout
        assert from_files(str(layout)) == layout


LETTERS = st.characters(categories=("L", "N", "P", "S"), include_characters=" ")
lines = st.text(LETTERS, max_size=20).map(str.strip)


@st.composite
def records(draw: st.DrawFn) -> Record:
    start, events = draw(sittings(is_chatty=True))
    comments = draw(st.lists(st.builds(Comment, st.integers(0, len(events)), lines), max_size=5))
    tags = draw(st.dictionaries(st.sampled_from(("date", "place", "round")), lines))
    return Record(
        start=start,
        events=events,
        players=tuple(draw(lines) for _ in range(start.seats)),
        tags=tuple(tags.items()),
        comments=tuple(sorted(comments, key=lambda comment: comment.after)),
    )


@given(records())
def test_a_record_reads_back_and_replays_to_the_same_state(record: Record) -> None:
    again = read_record(write_record(record))
    assert again == record
    assert again.end == record.end
    assert write_record(again) == write_record(record)


@given(records())
def test_a_record_reads_back_from_json(record: Record) -> None:
    assert record_from_json(json.dumps(record_as_json(record))) == record


@given(deals())
def test_a_record_of_a_deal_reads_back_with_it_and_needs_no_start(deal: Deal) -> None:
    record = Record(deal.start(), (), ("?",) * deal.seats, deal)
    assert read_record(write_record(record)) == record
    assert read_record(f"tenback: 1\ndeal: {write_code(deal)}") == record


@given(sittings(), st.randoms(use_true_random=False))
def test_what_a_changed_record_says_is_what_the_referee_says(
    sitting: Sitting, random: Random
) -> None:
    start, events = sitting
    text = write_record(Record(start, events, ("?",) * start.seats))
    places = [place for place, sign in enumerate(text) if sign in "0123456789"]
    place = random.choice(places)
    changed = text[:place] + random.choice("0123456789") + text[place + 1 :]
    try:
        found = read_record(changed)
    except TenbackError:
        return
    state = found.start
    for event in found.events:
        assert state.outcome is None
        state = fold(state, [event])
    assert read_record(write_record(found)) == found


READERS: dict[str, Callable[[str], object]] = {
    "position": read_position,
    "move": read_move,
    "event": read_event,
    "outcome": read_outcome,
    "edition": read_edition,
    "deal": lambda text: read_deal(text, 2, "7"),
    "seed": lambda text: read_deal("classic", 2, text),
    "code": read_code,
    "layout": lambda text: read_layout(text, name="own"),
    "numbers": lambda text: read_numbers(text, name="own"),
    "layout name": from_files,
    "record": read_record,
    "json": record_from_json,
}

DEAL = read_deal("extreme@shuffled", 2, "GARBAGE")
SAMPLES = (
    write_position(DEAL.start()),
    write_position(read_deal("face-to-face", 2, "7").start()),
    "classic 14,1,100,87 5.17.44.60.88.91/8.12.33.49.50.71.93 2.3.4.99 0:14>u1",
    "1:back 23>u1 to 14",
    "0:say hold stop",
    "over stuck, seat 1 wins, 5 left",
    "extreme+min3@shuffled:ABC",
    write_code(DEAL),
    write_layout(STANDARD),
    write_numbers(STANDARD),
    write_record(Record(DEAL.start(), (), ("A", "B"), DEAL)),
    json.dumps(record_as_json(Record(DEAL.start(), (), ("A", "B"), DEAL))),
)


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """Draw a good text with a few bad spots."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 3))
        text = text[:place] + draw(st.text(ANY_SIGN, max_size=3)) + text[place + length :]
    return text


ANY_SIGN = st.characters(exclude_categories=())
NASTY = (
    f"stop = [0x{'9' * 5000}, 31, 70, 96]",
    f"stop = [{'9' * 5000}]",
    f"{'a.' * 50_000}a = 1",
    "[" * 100_000,
    '{"tenback": 1, "start": "' + "9" * 100_000 + '"}',
    "C2\udcff-4QX7M-0ZB2K-6",
    "x\n" * 100_000,
    f"classic {'9.' * 100_000}",
    f"{'9' * 5000}>u1",
)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_what_would_cost_time_or_memory_is_refused_at_once(reader: str, text: str) -> None:
    with pytest.raises(TenbackError) as refused:
        READERS[reader](text)
    assert len(str(refused.value)) < 2000


@pytest.mark.parametrize("reader", READERS)
@given(text=st.one_of(st.text(ANY_SIGN), damaged_texts()))
def test_garbage_is_refused_with_a_code_and_never_a_traceback(reader: str, text: str) -> None:
    refusal = None
    try:
        READERS[reader](text)
    except TenbackError as error:
        refusal = error
    assert refusal is None or 0 < len(str(refusal)) < 2000
