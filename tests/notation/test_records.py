"""Records: one spelling is written, many are read, and false records are refused."""

import json
from pathlib import Path

import pytest

from tenback.notation import (
    BadRecord,
    Comment,
    Record,
    read_deal,
    read_position,
    read_record,
    record_as_json,
    record_from_json,
    write_code,
    write_record,
)
from tenback.notation.errors import NotationCode
from tenback.notation.layouts import from_files
from tenback.rules import STANDARD, BadInput, Code
from tenback.rules.errors import ErrorCode

START = "classic 60,50,40,30 61.62.90/63.65 70.71 0"
TEXT = f"""\
tenback: 1
start: {START}
player 0: Anna
player 1: Ben
date: 2026-11-15

turn 1, seat 0: 61>u1, 1:say small u1, 62>u1, back 62>u1 to 61
; too bold
turn 1, seat 0: 62>u1, draws 70.71
turn 2, seat 1: 63>u1, 65>u1, draws -
turn 3, seat 0: 70>u1, 71>u1, 90>u1
outcome: all-laid, won, 0 left
"""


def complaints(text: str) -> list[tuple[int, ErrorCode]]:
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    return [(complaint.place, complaint.error.code) for complaint in refused.value.complaints]


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new)


def test_a_record_is_written_in_the_spelling_it_was_read_in() -> None:
    assert write_record(read_record(TEXT)) == TEXT


def test_a_record_holds_players_tags_comments_and_the_outcome() -> None:
    record = read_record(TEXT)
    assert record.players == ("Anna", "Ben")
    assert record.tags == (("date", "2026-11-15"),)
    assert record.comments == (Comment(4, "too bold"),)
    assert str(record.outcome) == "all-laid, won, 0 left"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("tenback: 1", "\ufefftenback: 1"),
        ("tenback: 1", "\n\n  TENBACK :   1"),
        ("turn 2, seat 1:", "Turn 2 seat 1 :"),
        ("63>u1, 65>u1, draws -", "63 > U1,, 65>u1,"),
        ("62>u1, draws 70.71", "62>u1, end"),
        ("62>u1, draws 70.71", "62>u1, draws ?.?"),
        ("62>u1, draws 70.71", "0:62>u1"),
        ("back 62>u1 to 61", "back"),
        ("outcome: all-laid, won, 0 left\n", ""),
    ],
)
def test_reading_forgives_what_cannot_be_misunderstood(old: str, new: str) -> None:
    assert write_record(read_record(changed(old, new))) == TEXT


def test_a_comment_may_stand_at_the_end_of_a_line() -> None:
    record = read_record(changed("65>u1, draws -", "65>u1, draws - ; well done"))
    assert [comment.text for comment in record.comments] == ["too bold", "well done"]


def test_an_unfinished_sitting_is_a_record_too() -> None:
    record = read_record(TEXT[: TEXT.index("turn 2")])
    assert record.outcome is None
    assert [turn.number for turn in record.turns] == [1, 2]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("tenback: 1", "tenback: 2", [(1, NotationCode.BAD_RECORD)]),
        ("61>u1, 1:say", "59>u1, 1:say", [(7, Code.NOT_IN_HAND)]),
        ("63>u1, 65", "65>u1, 63>u1, 65", [(10, Code.DOES_NOT_FIT)]),
        ("draws 70.71", "draws 71.70", [(9, NotationCode.RECORD_DIFFERS)]),
        ("back 62>u1 to 61", "back 62>u1 to 60", [(7, NotationCode.RECORD_DIFFERS)]),
        ("turn 2, seat 1", "turn 2, seat 0", [(10, NotationCode.RECORD_DIFFERS)]),
        ("turn 2, seat 1", "turn 4, seat 1", [(10, NotationCode.BAD_RECORD)]),
        ("0 left", "1 left", [(12, NotationCode.RECORD_DIFFERS)]),
        ("all-laid, won", "fine, won", [(12, NotationCode.BAD_EVENT)]),
        ("player 1", "player 7", [(4, NotationCode.BAD_RECORD)]),
        ("player 1", "player 0", [(4, NotationCode.BAD_RECORD)]),
        ("player 1", "Ben!", [(4, NotationCode.BAD_RECORD)]),
        ("date: 2026-11-15", "date", [(5, NotationCode.BAD_RECORD)]),
        ("start: classic", "start: chess", [(2, NotationCode.BAD_EDITION)]),
        (f"start: {START}", "", [(1, NotationCode.BAD_RECORD)]),
        ("1:say small u1", "1:say sixty-one", [(7, NotationCode.BAD_EVENT)]),
        ("1:say small u1", "1:shout", [(7, NotationCode.BAD_EVENT)]),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    old: str, new: str, expected: list[tuple[int, ErrorCode]]
) -> None:
    found = complaints(changed(old, new))
    assert found[: len(expected)] == expected


def test_all_complaints_are_collected() -> None:
    text = changed("player 1: Ben", "player 9: Ben").replace("date: 2026-11-15", "date")
    assert complaints(text.replace("61>u1, 1:say", "98>u1, 1:say")) == [
        (4, NotationCode.BAD_RECORD),
        (5, NotationCode.BAD_RECORD),
        (7, Code.NOT_IN_HAND),
    ]


def test_nothing_after_an_illegal_move_is_believed_or_complained_about() -> None:
    text = changed("63>u1, 65>u1", "98>u1").replace("70>u1, 71>u1", "98>u1")
    assert complaints(text) == [(10, Code.NOT_IN_HAND)]


def test_a_deal_code_that_gives_other_cards_is_refused() -> None:
    assert (
        complaints(changed("start:", "deal: C2-4QX7M-0ZB2K-6\nstart:"))[0][1]
        == NotationCode.RECORD_DIFFERS
    )


def test_a_deal_code_alone_is_enough_to_replay() -> None:
    deal = read_deal("extreme@shuffled", 1, "TENBACK")
    assert read_record(f"tenback: 1\ndeal: {write_code(deal)}").start == deal.start()


def test_a_record_holds_a_layout_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    numbers = dict(STANDARD.as_dict(), stop=[6, 31, 70, 96])
    path.write_text("\n".join(f"{kind} = {of}" for kind, of in numbers.items()))
    start = read_position(f"extreme@{path} 60,50,40,30 61.62/63.65 70.71 0", from_files)
    record = Record(start, (), ("Anna", "Ben"))
    path.unlink()
    assert read_record(write_record(record)) == record
    assert record_from_json(json.dumps(record_as_json(record))) == record


def test_json_says_the_same_as_the_text() -> None:
    found = record_as_json(read_record(TEXT))
    assert found["players"] == ["Anna", "Ben"]
    assert found["events"][:2] == ["0:61>u1", "1:say small u1"]
    assert found["outcome"] == {"ending": "all-laid", "won": True, "winner": None, "left": 0}
    assert record_from_json(json.dumps(found)) == read_record(TEXT)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tenback": 2}, NotationCode.BAD_JSON),
        ({"start": 5}, NotationCode.BAD_JSON),
        ({"players": "Anna"}, NotationCode.BAD_JSON),
        ({"players": ["Anna"]}, NotationCode.BAD_PLAYERS),
        ({"players": ["Anna", "B\nen"]}, NotationCode.BAD_RECORD),
        ({"events": [3]}, NotationCode.BAD_JSON),
        ({"events": ["0:99>u1"]}, NotationCode.BAD_RECORD),
        ({"comments": [3]}, NotationCode.BAD_JSON),
        ({"comments": [{"after": 999, "text": ""}]}, NotationCode.BAD_RECORD),
        ({"comments": [{"after": -1, "text": ""}]}, NotationCode.BAD_RECORD),
        ({"comments": [{"after": True, "text": ""}]}, NotationCode.BAD_JSON),
        ({"tags": {"date": 5}}, NotationCode.BAD_JSON),
        ({"tags": {"turn 1": ""}}, NotationCode.BAD_RECORD),
        ({"layout": {"stop": 5}}, None),
        ({"outcome": None}, NotationCode.RECORD_DIFFERS),
    ],
)
def test_json_that_is_wrong_is_refused(change: dict[str, object], code: ErrorCode | None) -> None:
    text = json.dumps({**record_as_json(read_record(TEXT)), **change})
    if code is None:
        assert record_from_json(text) == read_record(TEXT)
        return
    with pytest.raises(BadInput) as refused:
        record_from_json(text)
    assert refused.value.code == code


def test_names_that_would_break_a_line_are_refused() -> None:
    for name in ("two\nlines", " blank ", "bell\a", "x" * 1001):
        with pytest.raises(BadInput):
            Record(read_position(START), (), (name, "Ben"))


def test_the_example_of_the_specification_is_in_the_spelling_it_specifies() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    example = page.split("```\n")[1]
    assert write_record(read_record(example)) == example


def test_a_name_may_be_a_joined_emoji() -> None:
    assert read_record(TEXT.replace("Anna", "👩‍💻 Zoe")).players[0] == "👩‍💻 Zoe"
