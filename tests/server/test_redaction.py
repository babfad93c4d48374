"""What is sent: all seats receive what they may know, and hidden cards stay hidden on the wire."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.notation import read_deal, write_code
from tenback.protocol import (
    Choices,
    Dealt,
    Happened,
    Opened,
    Played,
    Revealed,
    Sat,
    TableSettings,
    WishResign,
    encode,
)
from tenback.rules import Laid, State, TenbackError
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.fanout import NoFanout
from tenback.server.metrics import Metrics
from tenback.server.redaction import StepMessages, choices_of, happened, welcome
from tenback.server.room import Room, events_of
from tenback.server.room_registry import OpenRoom
from tenback.server.room_services import RoomServices
from tenback.server.step import Step
from tests.server.rooms import (
    ANNA,
    BEN,
    CLEO,
    ID,
    PEOPLE,
    SECRET,
    Sitting,
    all_seats,
    at,
    dealt,
    dice,
    gathered,
    seen,
    sittings,
    wishes,
)
from tests.server.store.opening import logging
from tests.server.store.opening import opened as opened_database

PAIR = "classic 60,50,40,30 61.62.80/63.65 70.71 0"
COMMITMENT = re.compile('"commitment":"[0-9a-f]{64}"')
FITTING = re.compile(r',?"fitting":\[[^]]*\]')
"""What a lost turn could still lay: it is told after the end, when all cards are open."""


def told(room: Room, seat: int | None) -> str:
    return encode(welcome(room, seat, present=[0], now=7)).decode()


def heard(room: Room, step: Step, seat: int | None) -> Iterator[str]:
    """Yield all texts in which the newest step may be told to a seat."""
    yield StepMessages(room, step, events_of(step)).encoded_for(seat).decode()
    yield encode(happened(room, step, seat)).decode()
    yield told(room, seat)


# ---- each hears what it may know ----


def test_each_seat_hears_its_own_hand_and_spectators_none() -> None:
    sitting = dealt(ANNA, BEN)
    room, step = sitting.room, sitting.steps[-1]
    assert room.table is not None
    hands = room.table.start.hands
    for seat in (0, 1):
        (fact,) = happened(room, step, seat).facts
        assert fact == Dealt("classic", [7, 7], [84], None, list(hands[seat]), None, {})
        cards = welcome(room, seat, present=[], now=0).cards
        assert cards is not None
        assert cards.hand == list(hands[seat])
    (fact,) = happened(room, step, None).facts
    assert fact == Dealt("classic", [7, 7], [84], None, None, None, {})
    cards = welcome(room, None, present=[], now=0).cards
    assert cards is not None
    assert (cards.hand, cards.hand_sizes) == ([], [7, 7])


def test_f9_others_draw_face_down() -> None:
    sitting = at(PAIR, ANNA, BEN)
    sitting.move(ANNA, "61>u1", "62>u1")
    step = sitting.move(ANNA, "end")
    for seat, drawn in ((0, "70.71"), (1, "?.?"), (None, "?.?")):
        (fact,) = happened(sitting.room, step, seat).facts
        assert fact == Played([f"0:draws {drawn}", "turn 1"])
        assert f"0:draws {drawn}" in told(sitting.room, seat)


def test_nothing_drawn_is_told_to_all() -> None:
    sitting = at("classic 60,50,40,30 61.62/63.65 - 0", ANNA, BEN)
    step = sitting.move(ANNA, "61>u1", "end")
    for seat in (0, 1, None):
        (fact,) = happened(sitting.room, step, seat).facts
        assert fact == Played(["0:draws -", "turn 1"])


def test_the_seat_to_move_gets_its_moves_and_others_what_the_turn_demands() -> None:
    room = at("extreme 3,50,40,30 61.62.80/63.65 70.71 0", ANNA, BEN).room
    own = choices_of(room, 0)
    assert own is not None
    assert "61>u1" in own.moves
    for seat in (1, None):
        assert choices_of(room, seat) == Choices([], [], 2, ["skull"])


def test_f6_the_seat_to_move_hears_how_many_cards_it_would_draw() -> None:
    hands = "9.21.22.23/40.41"
    sitting = at(f"face-to-face 20,30/10,50 {hands} 50.51.52.53.54.55/52.53 0", ANNA, BEN)
    told = [choices_of(sitting.room, seat) for seat in (0, 1)]
    assert [each and each.draws for each in told] == [2, None]
    sitting.move(ANNA, "9>su")
    told = [choices_of(sitting.room, 0)]
    assert [each and each.draws for each in told] == [3]


def test_c4_in_the_opening_every_seat_may_name_one() -> None:
    room = dealt(ANNA, BEN, CLEO).room
    for seat in (0, 1, 2):
        assert choices_of(room, seat) == Choices(["name 0", "name 1", "name 2"])
    assert choices_of(room, None) == Choices()


def test_there_is_nothing_to_choose_before_the_deal_and_after_the_end() -> None:
    sitting = gathered(ANNA)
    assert choices_of(sitting.room, 0) is None
    sitting = dealt(ANNA)
    step = sitting.ask(WishResign(id=ID), ANNA)
    assert choices_of(sitting.room, 0) is None
    assert "choices" not in json.loads(
        StepMessages(sitting.room, step, events_of(step)).encoded_for(0)
    )


def test_when_somebody_is_stuck_everybody_hears_what_still_fits() -> None:
    sitting = at("classic 95,98,4,2 50.96.97/3.60.61 20.21.22.23.24.25.26.27 0", ANNA, BEN)
    sitting.move(ANNA, "96>u1", "97>u1", "end")
    assert sitting.room.is_over
    for seat in (0, 1, None):
        assert choices_of(sitting.room, seat) == Choices([], [], 2, fitting=["3>d1"])


@given(sittings(length=50))
def test_what_is_put_into_words_once_is_what_each_seat_would_hear(sitting: Sitting) -> None:
    room, step = sitting.room, sitting.steps[-1]
    messages = StepMessages(room, step, events_of(step))
    for seat in (*all_seats(room), *all_seats(room)):
        alone = happened(room, step, seat, choices_of(room, seat))
        assert messages.encoded_for(seat) == encode(alone)


# ---- hidden cards stay hidden ----


@given(sittings(length=70, is_retouched=True), st.integers(-1, 4), dice)
def test_rooms_that_look_alike_from_a_seat_tell_it_the_same_bytes(
    sitting: Sitting, number: int, random: Random
) -> None:
    """Exchange cards that a seat never sees, let the same be asked for, compare all it hears."""
    assume(sitting.room.table is not None)
    seat = None if number < 0 else number % len(sitting.room.places)
    day_code = sitting.room.day_code
    rooms = (
        Sitting(sitting.room.settings, day_code=day_code, retouch=lambda state: state),
        Sitting(
            sitting.room.settings, day_code=day_code, retouch=exchange(sitting.room, seat, random)
        ),
    )
    for request, by in sitting.asked:
        steps = []
        for each in rooms:
            try:
                steps.append(each.ask(request, by, here=[]))
            except TenbackError:  # another was stuck, or was not: that is seen, and may differ
                assume(False)
        assume(is_over(steps[0]) == is_over(steps[1]))
        first, second = (
            [FITTING.sub("", text) for text in heard(each.room, step, seat)]
            for each, step in zip(rooms, steps, strict=True)
        )
        assert first == second


def exchange(room: Room, seat: int | None, random: Random) -> Callable[[State], State]:
    """Return how cards change places that were hidden from a seat to the last."""
    assert room.table is not None
    state, log = room.table.state, room.table.log
    edition = state.edition
    places: list[dict[int, int]] = []
    for pile, draw in enumerate(state.draw_piles):
        others = [s for s in range(state.seats) if s != seat and edition.draw_pile_of(s) == pile]
        shown = {
            e.card for e in log if isinstance(e, Laid) and edition.draw_pile_of(e.seat) == pile
        }
        hidden = [card for s in others for card in state.hands[s] if card not in shown]
        hidden += draw
        places.append(dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True)))

    def retouch(start: State) -> State:
        hands = tuple(
            tuple(sorted(places[edition.draw_pile_of(s)].get(card, card) for card in hand))
            for s, hand in enumerate(start.hands)
        )
        draws = tuple(
            tuple(places[pile].get(card, card) for card in draw)
            for pile, draw in enumerate(start.draw_piles)
        )
        return replace(start, hands=hands, draw_piles=draws)

    return retouch


def is_over(step: Step) -> bool:
    return any(isinstance(fact, Revealed) for fact in step.facts)


EDITIONS = ("classic", "extreme+min3", "extreme@shuffled", "face-to-face")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["fair", "day"])
def test_no_secret_is_in_any_text_before_the_end_and_then_it_is(edition: str, kind: str) -> None:
    """Search the raw texts: secret, code, seed, ids of people, hands of others, draw piles."""
    settings = TableSettings(edition=edition, seats=2)
    code = write_code(read_deal(edition, 2, "4QX7M0ZB2K")) if kind == "day" else None
    steps = 0
    for seed in range(4):
        sitting = Sitting(settings, day_code=code)
        room = sitting.room
        for request, by, _ in wishes(room, Random(seed), 400):
            if room.is_over:
                break
            with suppress(TenbackError):
                step = sitting.ask(request, by, here=[], request_id=ID)
                for seat in all_seats(room):
                    for text in heard(room, step, seat):
                        check_nothing_hidden(room, text, seat)
        assert room.is_over
        steps += room.number
        for seat in all_seats(room):
            for text in heard(room, step, seat):
                assert room.deal_code is not None
                assert room.deal_code in text
                assert kind == "day" or SECRET in text
    assert steps > 40


def check_nothing_hidden(room: Room, text: str, seat: int | None) -> None:
    ids = [person.id for person in PEOPLE]
    assert not [person for person in ids if person in text]
    if room.is_over:
        return
    assert SECRET not in text
    if room.day_code is not None:
        assert room.day_code not in text
    table = room.table
    if table is None:
        return
    assert room.deal_code is not None
    assert room.deal_code not in text
    assert table.deal is not None
    assert table.deal.seed not in text
    laid = [{e.card for e in table.log if isinstance(e, Laid) and e.seat == s} for s in range(2)]
    hidden = [hand for s, hand in enumerate(table.state.hands) if s != seat]
    hidden += [
        hand
        for s, hand in enumerate(table.start.hands)
        if s != seat and not laid[s].issuperset(hand)
    ]
    for cards in (*hidden, *table.state.draw_piles):
        for sign in (",", ".", ", "):
            assert len(cards) < 3 or sign.join(map(str, cards)) not in text


def test_who_sits_where_is_told_without_what_tells_people_apart() -> None:
    sitting = gathered(ANNA, "greedy")
    told = (Sat(0, "Anna"), Sat(1, "greedy", "greedy"))
    for step, fact in zip(sitting.steps[1:], told, strict=True):
        assert happened(sitting.room, step, None) == Happened(step.number, step.at, [fact])


def test_who_sits_down_is_told_that_it_is_they() -> None:
    sitting = gathered(ANNA, BEN)
    for seat, step in enumerate(sitting.steps[1:]):
        heard = [happened(sitting.room, step, by).facts[0] for by in (0, 1, None)]
        assert [isinstance(fact, Sat) and fact.is_you for fact in heard] == [
            seat == 0,
            seat == 1,
            False,
        ]


def test_a_table_opens_with_its_commitment_alone() -> None:
    sitting = Sitting(TableSettings(seats=2))
    assert happened(sitting.room, sitting.steps[0], None).facts == [
        Opened(TableSettings(seats=2), sitting.room.commitment)
    ]
    assert COMMITMENT.search(told(sitting.room, None))


def test_a_code_that_everybody_knows_is_no_secret() -> None:
    code = write_code(read_deal("classic", 2, "7"))
    room = Sitting(TableSettings(deal=code)).room
    message = welcome(room, None, present=[], now=0)
    assert (message.deal, message.commitment, message.secret) == (code, None, None)


# ---- a table that hides its past ----


@given(sittings(length=70))
def test_c13_a_table_that_hides_its_past_tells_no_history_and_no_laid_cards(
    sitting: Sitting,
) -> None:
    room = sitting.room
    assume(room.table is not None)
    for seat in all_seats(room):
        cards = welcome(room, seat, present=[], now=0).cards
        assert cards is not None
        if room.settings.is_past_shown:
            assert room.table is not None
            assert len(cards.history) == len(room.table.log)
            assert cards.laid is not None
        else:
            assert cards.history == []
            assert cards.laid is None


@pytest.mark.parametrize("is_past_shown", [True, False])
def test_c13_what_was_missed_at_a_table_that_hides_its_past_is_not_told_again(
    tmp_path: Path, *, is_past_shown: bool
) -> None:
    sitting = dealt(ANNA, settings=TableSettings(is_past_shown=is_past_shown))
    room, last = sitting.room, sitting.room.number

    async def scene() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'tenback.db'}"
        async with opened_database(url) as database, logging(database) as log:
            for step in sitting.steps:
                assert await log.append(room.id, step)
            rooms = RoomServices.assemble(
                log, NoFanout(), BotPool(1), Metrics(), Clock(), pace=0, is_alone=True
            )
            since, opened_room = rooms.committer.steps_since, OpenRoom(room)
            assert await since(opened_room, last) == []
            assert await since(opened_room, None) is None
            assert await since(opened_room, last + 1) is None
            missed = await since(opened_room, 1)
            assert missed == (sitting.steps[1:] if is_past_shown else None)

    asyncio.run(scene())


def test_asking_what_is_told_changes_nothing() -> None:
    sitting = at(PAIR, ANNA, BEN)
    before = seen(sitting.room)
    step = sitting.steps[-1]
    for seat in all_seats(sitting.room):
        list(heard(sitting.room, step, seat))
    assert seen(sitting.room) == before
