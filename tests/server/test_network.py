"""Whatever network, database and processes do: in the end everybody agrees with the referee.

Hypothesis draws a schedule of disturbances and wishes; `network` carries it out with the server's
own hall, log and connections. What people want is lost by nobody, and done once.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec import structs

from tenback.notation import write_code
from tenback.notation.replay import Replay
from tenback.protocol import Again, Followed, Happened, Sat, TableSettings
from tenback.server.bookkeeping import step_of
from tenback.server.dealing import deal_with, settle
from tenback.server.room import Room
from tenback.server.store import Row
from tenback.server.telling import choices_of, happened, welcome
from tests.server.network import Client, HurriedLoop, Shelf, Turn, World, hurried, opened
from tests.server.rooms import ANNA, BEN, CLEO, PEOPLE, Someone

EVERYBODY = (ANNA, BEN, CLEO, ANNA, None)
"""Anna has two tabs open, and somebody watches."""

WHATS = (
    *("act",) * 12,
    *("wish",) * 6,
    *("come", "come all", "retry") * 2,
    *("cut", "leave", "bury", "kill"),
    *("hold up", "hold down", "release", "lose", "double"),
    *("storage", "slow storage", "news") * 2,
)
PAUSES = (0.0, 0.0, 0.01, 0.01, 0.3, 2.0, 12.0, 70.0)

turn = st.builds(
    Turn,
    st.sampled_from(WHATS),
    st.integers(0, 4),
    st.integers(0, 11),
    st.sampled_from(PAUSES),
)
turns = st.integers(0, 60).flatmap(lambda count: st.lists(turn, min_size=count, max_size=count))
"""Hypothesis likes short lists; much has to happen until something goes wrong."""


@st.composite
def tables(draw: st.DrawFn) -> TableSettings:
    edition = draw(st.sampled_from(("classic", "extreme", "face-to-face")))
    settings = TableSettings(
        edition=edition,
        seats=2 if edition == "face-to-face" else draw(st.integers(1, 3)),
        is_past_shown=draw(st.booleans()),
        clock=draw(st.sampled_from((None, None, 20))),
    )
    code = write_code(deal_with(settle(settings), draw(st.sampled_from("ABC"))))
    return structs.replace(settings, deal=code)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path_factory.mktemp("network") / "tenback.sqlite", PEOPLE)
    yield shelf
    shelf.close()


@given(tables(), st.integers(1, 3), st.sampled_from((2, 2, 2, 3)), turns)
def test_in_the_end_everybody_agrees_with_the_log_and_the_log_with_the_referee(
    shelf: Shelf, settings: TableSettings, seated: int, processes: int, turns: list[Turn]
) -> None:
    run(shelf, settings, EVERYBODY[:seated], processes, turns)


def run(
    shelf: Shelf,
    settings: TableSettings,
    seated: Sequence[Someone | None],
    processes: int,
    turns: Sequence[Turn],
) -> None:
    note(f"{settings}, {[p and p.name for p in seated]}, {processes} processes")
    for turn in turns:
        note(str(turn))
    with hurried(), asyncio.Runner(loop_factory=HurriedLoop) as runner:
        runner.run(_run(shelf, settings, [p for p in seated if p is not None], processes, turns))


async def _run(
    shelf: Shelf,
    settings: TableSettings,
    seated: Sequence[Someone],
    processes: int,
    turns: Sequence[Turn],
) -> None:
    world = World(shelf, await opened(shelf, settings, seated), EVERYBODY, processes)
    try:
        await world.live(turns)
        await world.heal()
        check_those_who_stayed(world)
        await world.come_back()
        check(world)
    finally:
        await world.close()
    assert not world.errors


def check_those_who_stayed(world: World) -> None:
    """Whoever is still connected has heard everything by now."""
    number = len(world.shelf.rows(world.table))
    behind = {str(each): each.number for each in world.clients if each.is_greeted}
    assert not world.errors
    assert behind == dict.fromkeys(behind, number)


def check(world: World) -> None:
    rows = world.shelf.rows(world.table)
    room = world.shelf.room(world.table)
    check_log(room, rows)
    for client in world.clients:
        assert not world.errors
        assert client.number == room.number
        assert client.seat == room.seat_of(None if client.person is None else client.person.id)
        assert not client.unanswered
        check_heard(world, client, room, rows)
        check_answers(client, rows)


def check_log(room: Room, rows: Sequence[Row]) -> None:
    """Numbers have no gaps, requests are done once, and the referee agrees to all of it."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    done = Counter((row.by, row.request) for row in rows if row.request is not None)
    assert all(times == 1 for times in done.values())
    if room.table is not None:
        replay = Replay(room.table.start)
        for event in room.table.log:
            replay.tell(event)
        assert replay.state == room.table.state


def check_heard(world: World, client: Client, room: Room, rows: Sequence[Row]) -> None:
    """What a client has heard is the log, as its seat may know it."""
    for step in client.heard:
        truth = happened(room, step_of(rows[step.number - 1]), client.seat)
        assert plain(step) == plain(truth)
    for heard in client.welcomes:
        before = world.shelf.room(world.table, heard.number)
        told = welcome(before, heard.seat, present=heard.present, now=heard.at)
        assert heard == told
    if client.choices is not None or (client.heard and client.heard[-1].number == room.number):
        assert client.choices == choices_of(room, client.seat)


def plain(step: Happened) -> Happened:
    """Return a step without what is true only when it is told."""
    facts = [structs.replace(f, is_you=False) if isinstance(f, Sat) else f for f in step.facts]
    return structs.replace(step, facts=facts, choices=None)


def check_answers(client: Client, rows: Sequence[Row]) -> None:
    """What was acked is stored, under that number; what was refused is not."""
    person = None if client.person is None else client.person.id
    stored = {row.request: row.number for row in rows if row.by == person}
    for request, numbers in client.acks.items():
        if isinstance(client.asked[request], Again):
            facts = [fact for row in rows[: max(numbers)] for fact in step_of(row).facts]
            assert any(isinstance(fact, Followed) for fact in facts)
        else:
            assert numbers == {stored[request]}, request
    for request, codes in client.refusals.items():
        assert request not in stored, (client.asked[request], codes)
