"""Whatever network, database and processes do: in the end everybody agrees with the referee.

Hypothesis draws a schedule of disturbances and wishes; `network` carries it out with the server's
own rooms, log and connections. What people want is lost by nobody, and done once.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import example, given, note, settings
from hypothesis import strategies as st
from msgspec import structs

from tenback.notation import write_code
from tenback.notation.replay import Replay
from tenback.protocol import Again, Followed, Happened, Sat, TableSettings
from tenback.server.deals import deal_from_seed, normalize_settings
from tenback.server.redaction import choices_of, happened, welcome
from tenback.server.room import Room
from tenback.server.room_registry import LINGER
from tenback.server.step import Step
from tests.server.network import (
    MODES,
    HurriedLoop,
    Shelf,
    Turn,
    World,
    hurried,
    opened,
)
from tests.server.network_client import Client
from tests.server.rooms import ANNA, BEN, CLEO, PEOPLE, Someone

EVERYBODY = (ANNA, BEN, CLEO, ANNA, None)
"""Anna has two tabs open, and somebody watches."""

DUO = TableSettings(seats=2, deal="C2-A-M")
REPLACE_BEN = Turn("wish", 0, 22, 1.0)
CHAT = 10

WHATS = (
    "rest",
    *("act",) * 12,
    *("wish",) * 6,
    *("hop",) * 4,
    *("come", "come all", "retry") * 2,
    *("cut", "leave", "bury", "kill"),
    *("hold up", "hold down", "release", "lose", "double"),
    *("storage", "slow storage", "news"),
)
PAUSES = (0.0, 0.0, 0.0, 0.01, 0.01, 0.01, 0.3, 0.3, 2.0, 12.0, 70.0)

turn = st.builds(
    Turn,
    st.sampled_from(WHATS),
    st.integers(0, 4),
    st.integers(0, 11),
    st.sampled_from(PAUSES),
)
turns = st.integers(0, 45).flatmap(lambda count: st.lists(turn, min_size=count, max_size=count))
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
    code = write_code(deal_from_seed(normalize_settings(settings), draw(st.sampled_from("ABC"))))
    return structs.replace(settings, deal=code)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path_factory.mktemp("network") / "tenback.sqlite", PEOPLE)
    yield shelf
    shelf.close()


@example(  # a process that knows less than the client has heard elsewhere
    settings=TableSettings(edition="face-to-face", seats=2, deal="F2-A-9"),
    seated=1,
    processes=2,
    news="off",
    turns=[Turn("act", 2, 0, 0.0), Turn("hop", 0, 1, 0.0)],
)
@example(  # a process that would refuse what is done already
    settings=TableSettings(edition="face-to-face", seats=2, deal="F2-A-9"),
    seated=1,
    processes=2,
    news="lossy",
    turns=[Turn("hold down", 0, 0, 0.0), Turn("act", 2, 0, 0.05), Turn("hop", 0, 1, 0.0)],
)
@settings(max_examples=settings().max_examples // 2)  # each is a whole small world
@given(
    settings=tables(),
    seated=st.integers(1, 3),
    processes=st.sampled_from((2, 2, 2, 3)),
    news=st.sampled_from(MODES),
    turns=turns,
)
def test_in_the_end_everybody_agrees_with_the_log_and_the_log_with_the_referee(
    shelf: Shelf, settings: TableSettings, seated: int, processes: int, news: str, turns: list[Turn]
) -> None:
    first = Turn("news", 0, MODES.index(news), 0.0)
    note(f"{settings}, {seated} seated, {processes} processes, news {news}")
    for turn in turns:
        if turn.what != "rest":
            note(str(turn))
    run(shelf, [first, *turns], settings, EVERYBODY[:seated], processes)


def test_who_was_with_a_process_that_died_can_be_replaced(shelf: Shelf) -> None:
    def is_replaced(world: World) -> None:
        assert world.clients[0].acks
        assert world.shelf.room(world.table).places[1].bot == "greedy"

    run(shelf, [Turn("kill", 0, 1, 15.0), REPLACE_BEN], look=is_replaced)


def test_who_is_with_another_process_is_not_away(shelf: Shelf) -> None:
    def is_refused(world: World) -> None:
        assert list(world.clients[0].refusals.values()) == [["not-away"]]

    run(shelf, [Turn("rest", 0, 0, 15.0), REPLACE_BEN], look=is_refused)


def test_a_step_is_heard_of_that_comes_while_the_room_is_read(shelf: Shelf) -> None:
    def has_heard(world: World) -> None:
        assert world.clients[1].number == len(world.shelf.steps(world.table))

    turns = [
        Turn("kill", 0, 1, 1.0),
        Turn("slow storage", 1, 2, 0.0),
        Turn("come", 1, 1, 0.2),
        Turn("wish", 0, CHAT, 2.0),
    ]
    run(shelf, turns, look=has_heard)


def test_a_room_stays_open_for_somebody_who_is_about_to_come(shelf: Shelf) -> None:
    turns = [
        Turn("cut", 0, 0, 0.01),
        Turn("wish", 2, CHAT, 0.01),
        *(Turn("cut", who, 0, 0.0) for who in range(1, 5)),
        Turn("rest", 0, 0, LINGER - 0.2),
        Turn("slow storage", 0, 2, 0.0),
        Turn("come", 0, 0, 2.0),
        Turn("come", 2, 0, 2.0),
        Turn("wish", 2, CHAT, 5.0),
    ]

    def has_heard(world: World) -> None:
        assert world.clients[0].number == len(world.shelf.steps(world.table))

    run(shelf, turns, look=has_heard)


def run(
    shelf: Shelf,
    turns: Sequence[Turn],
    settings: TableSettings = DUO,
    seated: Sequence[Someone | None] = (ANNA, BEN),
    processes: int = 2,
    look: Callable[[World], None] = lambda _: None,
) -> None:
    """Let things happen at a table, and look at it in the end; `look` does so before it is well."""
    with hurried(), asyncio.Runner(loop_factory=HurriedLoop) as runner:
        sitters = [person for person in seated if person is not None]
        runner.run(_run(shelf, turns, settings, sitters, processes, look))


async def _run(
    shelf: Shelf,
    turns: Sequence[Turn],
    settings: TableSettings,
    sitters: Sequence[Someone],
    processes: int,
    look: Callable[[World], None],
) -> None:
    world = World(shelf, await opened(shelf, settings, sitters), EVERYBODY, processes)
    try:
        await world.live(turns)
        look(world)
        await world.heal()
        check_those_who_stayed(world)
        await world.come_back()
        check(world)
    finally:
        await world.close()
    assert not world.complaints


def check_those_who_stayed(world: World) -> None:
    """Whoever is still connected has heard everything by now."""
    number = len(world.shelf.steps(world.table))
    behind = {str(each): each.number for each in world.clients if each.is_greeted}
    assert not world.complaints
    assert behind == dict.fromkeys(behind, number)


def check(world: World) -> None:
    steps = world.shelf.steps(world.table)
    room = world.shelf.room(world.table)
    check_log(room, steps)
    for client in world.clients:
        assert not world.complaints
        assert client.number == room.number
        assert client.seat == room.seat_of(None if client.person is None else client.person.id)
        assert not client.unanswered
        check_heard(world, client, room, steps)
        check_answers(world, client, steps)


def check_log(room: Room, steps: Sequence[Step]) -> None:
    """Numbers have no gaps, requests are done once, and the referee agrees to all of it."""
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    done = Counter((step.by, step.request) for step in steps if step.request is not None)
    assert all(times == 1 for times in done.values())
    if room.table is not None:
        replay = Replay(room.table.start)
        for event in room.table.log:
            replay.tell(event)
        assert replay.state == room.table.state


def check_heard(world: World, client: Client, room: Room, steps: Sequence[Step]) -> None:
    """What a client has heard is the log, as its seat may know it."""
    for step in client.heard:
        truth = happened(room, steps[step.number - 1], client.seat)
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


def check_answers(world: World, client: Client, steps: Sequence[Step]) -> None:
    """What was acked is stored, under that number; what was refused is not.

    Only where a copy was still under way over a connection that the client had left before, it may
    be done after another copy was refused.
    """
    person = None if client.person is None else client.person.id
    stored = {step.request: step.number for step in steps if step.by == person}
    for request, numbers in client.acks.items():
        if isinstance(client.asked[request], Again):
            facts = [fact for step in steps[: max(numbers)] for fact in step.facts]
            assert any(isinstance(fact, Followed) for fact in facts)
        else:
            assert numbers == {stored[request]}, request
    for request, codes in client.refusals.items():
        if request in stored:
            stored_at, refused_at = world.shelf.times[person, request], client.refused_at[request]
            assert stored_at + world.slowest >= refused_at, (client.asked[request], codes)
