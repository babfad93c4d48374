"""Records as text, in the format that `docs/record.md` specifies.

tenback: 1
deal: C2-4QX7M-0ZB2K-6
start: classic 1,1,100,100 …/… … ?
player 0: Anna
player 1: Bert

opening: 0:name 1, 1:name 1
turn 1, seat 1: 97>d1, 95>d1, 0:say keep u1, draws 5.7
; a comment
turn 2, seat 0: 2>u1, 4>u1, draws 44.61
outcome: stuck, lost, 12 left
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tenback.notation.codes import write_code
from tenback.notation.errors import NotationCode
from tenback.notation.layouts import Layouts, built_in, read_numbers, write_numbers
from tenback.notation.moves import read_event, read_outcome, write_event
from tenback.notation.positions import read_position, write_position
from tenback.notation.records import (
    NOBODY,
    RESERVED,
    TAG,
    VERSION,
    BadRecord,
    Comment,
    Complaint,
    Record,
    check_text,
    checked_deal,
)
from tenback.notation.replay import Replay
from tenback.rules.commands import Layout
from tenback.rules.deal import Deal
from tenback.rules.errors import BadInput, Reason, TenbackError
from tenback.rules.events import Finished, TurnBegan
from tenback.rules.moves import BACK, END
from tenback.rules.state import State

MOST_COMPLAINTS = 100
"""A file with more mistakes than this is not a record."""

PLAYER = re.compile(r"player ([0-9])")
TURN = re.compile(r"turn ([0-9]{1,4}) ?,? ?seat ([0-9])")


def write_record(record: Record) -> str:
    """Return a record as text, in its canonical spelling."""
    return "\n".join((*_header(record), "", *_body(record), ""))


def _header(record: Record) -> Iterator[str]:
    yield f"tenback: {VERSION}"
    if record.deal is not None:
        yield f"deal: {write_code(record.deal)}"
    if layout := record.own_layout:
        yield f"layout: {write_numbers(layout)}"
    yield f"start: {write_position(record.start)}"
    for seat, player in enumerate(record.players):
        yield f"player {seat}: {player}"
    for tag, value in record.tags:
        yield f"{tag}: {value}"


def _body(record: Record) -> Iterator[str]:
    """Yield one line per turn, split only where comments stand."""
    remarks = record.remarks
    for turn in record.turns:
        is_opening = turn.seat is None
        head = "opening" if is_opening else f"turn {turn.number}, seat {turn.seat}"
        items, is_head_due = list[str](), False
        for number, event in enumerate(turn.events, turn.first):
            if number in remarks:
                yield from _line(head, items, is_due=is_head_due)
                yield from _comments(remarks[number])
                items, is_head_due = [], False
            if isinstance(event, TurnBegan | Finished):
                is_head_due = is_head_due or isinstance(event, TurnBegan)
            else:
                items.append(write_event(event, seat=turn.seat))
        yield from _line(head, items, is_due=is_head_due)
    if record.outcome is not None and record.events:
        yield f"outcome: {record.outcome}"
    yield from _comments(remarks.get(len(record.events), ()))


def _line(head: str, items: Sequence[str], *, is_due: bool) -> Iterator[str]:
    if items or is_due:
        yield f"{head}: {', '.join(items)}".rstrip()


def _comments(texts: Sequence[str]) -> Iterator[str]:
    return (f"; {text}".rstrip() for text in texts)


def read_record(text: str, layouts: Layouts = built_in) -> Record:
    """Return the record in a text; raise `BadRecord` with everything that is wrong with it.

    The referee checks every move. Everything after an illegal move is ignored.
    """
    return _Reader(text, layouts).record()


class _Reader:
    """Reads a record line by line, and collects complaints instead of stopping at the first."""

    def __init__(self, text: str, layouts: Layouts) -> None:
        self._layouts = layouts
        self._complaints: list[Complaint] = []
        self._header: dict[str, tuple[int, str]] = {}
        self._body: list[tuple[int, str, str]] = []
        for line, content in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            with self._complaining(line):
                self._sort(line, content.strip())
            if len(self._complaints) == MOST_COMPLAINTS:
                break

    def record(self) -> Record:
        """Return the record, or raise `BadRecord` if there are complaints."""
        self._check_version()
        start = self._read_start()
        deal = self._read_deal(start)
        if start is None and deal is not None:
            start = deal.start()
        if start is None:
            raise BadRecord(self._complaints)
        players, tags = self._read_players(start.seats), self._read_tags()
        replay, comments = self._replay(start)
        if self._complaints:
            raise BadRecord(self._complaints)
        return Record(start, tuple(replay.events), players, deal, tags, tuple(comments))

    def _sort(self, line: int, content: str) -> None:
        """Store a line as part of the header or of the body; comments belong to the body."""
        if not content:
            return
        if content.startswith(";"):
            self._body.append((line, ";", check_text(content[1:].strip())))
            return
        key, colon, value = content.partition(":")
        key, value = " ".join(key.lower().split()), value.strip()
        if not colon:
            raise _bad(content, "a line is 'key: value', or a comment after ;")
        if key in ("opening", "outcome") or TURN.fullmatch(key):
            told, semicolon, comment = value.partition(";")
            self._body.append((line, key, told.strip()))
            if semicolon:
                self._body.append((line, ";", check_text(comment.strip())))
        elif key in self._header:
            raise _bad(key, "it is already in line {line}", line=self._header[key][0])
        elif key in RESERVED or PLAYER.fullmatch(key) or TAG.fullmatch(key):
            self._header[key] = (line, value)
        else:
            raise _bad(
                key, "this is not a key: keys look like 'player 0', 'turn 1, seat 0' or 'date'"
            )

    def _check_version(self) -> None:
        line, version = self._header.get("tenback", (1, ""))
        with self._complaining(line):
            if version != str(VERSION):
                raise _bad(version, "a record begins with 'tenback: {VERSION}'", VERSION=VERSION)

    def _read_start(self) -> State | None:
        line, text = self._header.get("start", (1, ""))
        with self._complaining(line):
            if text:
                return read_position(text, self._find_layout)
            if "deal" not in self._header:
                raise _bad("start", "it is missing, and so is 'deal'")
        return None

    def _read_deal(self, start: State | None) -> Deal | None:
        line, code = self._header.get("deal", (1, ""))
        with self._complaining(line):
            if code:
                return checked_deal(code, start)
        return None

    def _find_layout(self, name: str) -> Layout:
        """Return the layout that the record itself contains, or the one with this name."""
        if "layout" in self._header:
            return read_numbers(self._header["layout"][1], name=name)
        return self._layouts(name)

    def _read_players(self, seats: int) -> tuple[str, ...]:
        players = [NOBODY] * seats
        for key, (line, value) in self._header.items():
            if player := PLAYER.fullmatch(key):
                with self._complaining(line):
                    if int(player[1]) >= seats:
                        raise _bad(key, "the seats are 0 to {last}", last=seats - 1)
                    players[int(player[1])] = check_text(value)
        return tuple(players)

    def _read_tags(self) -> tuple[tuple[str, str], ...]:
        tags = []
        for key, (line, value) in self._header.items():
            if key not in RESERVED and not PLAYER.fullmatch(key):
                with self._complaining(line):
                    tags.append((key, check_text(value)))
        return tuple(tags)

    def _replay(self, start: State) -> tuple[Replay, list[Comment]]:
        """Replay the body up to its first mistake."""
        replay, comments = Replay(start), []
        current = (0, None) if start.turn is None else (1, start.turn.seat)
        for line, key, value in self._body:
            if key == ";":
                comments.append(Comment(replay.told, value))
                continue
            complaints = len(self._complaints)
            with self._complaining(line):
                if key == "outcome":
                    replay.tell(Finished(read_outcome(value)))
                    continue
                if turn := TURN.fullmatch(key):
                    current = _go_on(replay, current, (int(turn[1]), int(turn[2])))
                for item in filter(None, map(str.strip, value.split(","))):
                    _feed(replay, item, seat=current[1] if turn else None)
            if len(self._complaints) > complaints:
                break
        return replay, comments

    @contextmanager
    def _complaining(self, line: int) -> Iterator[None]:
        try:
            yield
        except TenbackError as error:
            self._complaints.append(Complaint(line, error))


def _go_on(
    replay: Replay, current: tuple[int, int | None], turn: tuple[int, int]
) -> tuple[int, int]:
    """Begin the next turn, or continue the current one; a turn is a pair of number and seat."""
    number, seat = turn
    if number == current[0] + 1:
        replay.tell(TurnBegan(seat))
    elif turn != current:
        raise _bad(f"turn {number}, seat {seat}", "turn {next} comes next", next=current[0] + 1)
    return turn


def _feed(replay: Replay, item: str, *, seat: int | None) -> None:
    """Feed an event to the replay; the moves `end` and `back` are accepted as well."""
    if item.lower() in ("end", "back"):
        replay.move(END if item.lower() == "end" else BACK)
    else:
        replay.tell(read_event(item, seat=seat))


def _bad(text: str, template: str, **details: object) -> BadInput:
    return BadInput(NotationCode.BAD_RECORD, text=text, reason=Reason(template, **details))
