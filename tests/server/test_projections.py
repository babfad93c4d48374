"""What changes in the database besides the log: who sits where, progress, results."""

import pytest
from msgspec.structs import replace

from tenback.protocol import (
    Chat,
    Replace,
    Return,
    SeatBot,
    Sit,
    Stand,
    Start,
    TableSettings,
    WishResign,
)
from tenback.rules import END, Resign, legal_moves
from tenback.server import gathering
from tenback.server.deals import RATED_CLOCK, normalize_settings
from tenback.server.decisions import decide
from tenback.server.errors import ServerCode
from tenback.server.projections import rated_duel, results_of, side_effects
from tenback.server.room_requests import BotMoves, RoomRequest, TimeUp
from tenback.server.store import (
    Duel,
    Phase,
    SideEffect,
    bot_player,
    seat_left,
    seat_taken,
    table_changed,
)
from tests.server.rooms import ANNA, BEN, ID, Sitting, Someone, dealt, gathered

AT = 99


def changes_of(sitting: Sitting, request: RoomRequest, by: Someone) -> list[tuple[object, object]]:
    draft = decide(sitting.room, request, by)
    return told(*side_effects(sitting.room, draft, AT))


def told(*also: SideEffect) -> list[tuple[object, object]]:
    return [(one.statement, one.values) for one in also]


def seats_taken(count: int, phase: Phase = Phase.GATHERING) -> SideEffect:
    return table_changed("table-t", phase=phase, taken=count, at=AT)


def test_who_sits_down_or_stands_up_is_noted() -> None:
    sitting = Sitting(TableSettings(seats=2))
    assert changes_of(sitting, Sit(id=ID), ANNA) == told(
        seat_taken("table-t", ANNA.id), seats_taken(1)
    )
    sitting.ask(Sit(id=ID), ANNA)
    assert changes_of(sitting, Stand(id=ID), ANNA) == told(
        seat_left("table-t", ANNA.id), seats_taken(0)
    )


def test_who_moves_to_another_seat_sits_there_still() -> None:
    """Changes of many steps are stored kind by kind, so none may undo another of its step."""
    sitting = Sitting(TableSettings(seats=2))
    sitting.ask(Sit(id=ID), ANNA)
    assert changes_of(sitting, Sit(id=ID, seat=1), ANNA) == told(seats_taken(1))


def test_bots_take_seats_and_are_no_people() -> None:
    sitting = gathered(ANNA, "greedy")
    for bot, taken in (("careful", 2), (None, 1)):
        request = SeatBot(id=ID, seat=1, bot=bot)
        assert changes_of(sitting, request, ANNA) == told(seats_taken(taken))


def test_the_deal_and_the_end_are_noted_and_nothing_else() -> None:
    sitting = gathered(ANNA, BEN)
    assert changes_of(sitting, Chat(id=ID, text="hello"), ANNA) == []
    playing = seats_taken(2, Phase.PLAYING)
    assert changes_of(sitting, Start(id=ID), ANNA) == told(playing)
    sitting.ask(Start(id=ID), ANNA)
    assert changes_of(sitting, WishResign(id=ID), ANNA) == []
    assert changes_of(sitting, Stand(id=ID), ANNA) == []
    sitting.ask(WishResign(id=ID), ANNA)
    first, *results = changes_of(sitting, WishResign(id=ID), BEN)
    assert [first] == told(seats_taken(2, Phase.OVER))
    assert len(results) == 2


def test_what_a_bot_has_finished_for_somebody_is_its_own() -> None:
    sitting = dealt(ANNA, BEN, "greedy")
    sitting.ask(Stand(id=ID), BEN)
    sitting.ask(WishResign(id=ID), ANNA)
    room = sitting.room
    assert room.table is not None
    assert room.table.state.outcome is not None
    found = [one.values for one in results_of(room, room.table.state.outcome, AT)]
    people = [[value for value in values.values() if value == ANNA.id] for values in found]
    assert people == [[ANNA.id], [], []]
    assert not any(BEN.id in values.values() for values in found)
    assert [("careful" in v.values(), "greedy" in v.values()) for v in found] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert all(room.deal_code in values.values() for values in found)


def test_a_deal_of_the_day_that_ends_after_midnight_is_none() -> None:
    day, midnight = "2030-01-01", 1_893_542_400_000
    code = dealt(ANNA).room.deal_code
    sitting = Sitting(TableSettings(day=day), day_code=code)
    sitting.ask(Sit(id=ID), ANNA)
    sitting.ask(Start(id=ID), ANNA)
    sitting.ask(WishResign(id=ID), ANNA)
    table = sitting.room.table
    assert table is not None
    assert table.state.outcome is not None
    for at, counted in ((midnight - 1, day), (midnight, None)):
        (found,) = results_of(sitting.room, table.state.outcome, at)
        assert found.values["day"] == counted


# ---- duels ----

DUEL = TableSettings(edition="face-to-face", seats=2, has_hints=False)


def begun(*sitters: Someone | str, settings: TableSettings = DUEL, turns: int = 2) -> Sitting:
    """Return a duel in which each side has had its first turn."""
    sitting = dealt(*sitters, settings=settings)
    return after_turns(sitting, turns)


def after_turns(sitting: Sitting, turns: int) -> Sitting:
    """Play some turns, each as short as can be."""
    room = sitting.room
    for _ in range(turns):
        seat = room.turn
        assert seat is not None
        while room.turn == seat:
            assert room.table is not None
            moves = legal_moves(room.table.state)
            move = END if END in moves else moves[0]
            if room.places[seat].bot is None:
                sitting.move((ANNA, BEN)[seat], str(move))
            else:
                sitting.ask(BotMoves(((seat, move),)))
    return sitting


def given_up(sitting: Sitting, seat: int) -> Duel | None:
    """Return what counts of a duel that a seat gives up."""
    place = sitting.room.places[seat]
    if place.bot is not None:
        draft = decide(sitting.room, BotMoves(((seat, Resign(seat)),)), None)
    else:
        draft = decide(sitting.room, WishResign(id=ID), (ANNA, BEN)[seat])
    return rated_duel(sitting.room, draft, AT)


def test_a_duel_counts_for_people_and_bots() -> None:
    assert given_up(begun(ANNA, BEN), 0) == Duel("table-t", (ANNA.id, BEN.id), winner=1, at=AT)
    for loser in (0, 1):
        assert given_up(begun(ANNA, "greedy"), loser) == Duel(
            "table-t", (ANNA.id, bot_player("greedy")), winner=1 - loser, at=AT
        )


def test_before_its_end_a_duel_does_not_count() -> None:
    sitting = begun(ANNA, BEN)
    draft = decide(sitting.room, Chat(id=ID, text="hello"), ANNA)
    assert rated_duel(sitting.room, draft, AT) is None


def test_who_leaves_a_duel_can_lose_it_and_cannot_win_it() -> None:
    sitting = begun(ANNA, BEN)
    sitting.ask(Stand(id=ID), BEN)
    lost = given_up(sitting, 1)
    assert lost is not None
    assert (lost.players[1], lost.winner) == (BEN.id, 0)
    assert given_up(sitting, 0) is None
    sitting.ask(Return(id=ID), BEN)
    assert given_up(sitting, 0) is None


def test_who_lets_the_clock_run_out_cannot_win_the_duel() -> None:
    sitting = begun(ANNA, BEN)
    seat = sitting.room.turn
    assert seat is not None
    sitting.ask(TimeUp(seat))
    assert given_up(sitting, 1 - seat) is None


def test_only_the_clock_has_a_bot_play_for_the_opponent_in_a_rated_duel() -> None:
    sitting = begun(ANNA, BEN)
    replacing = Replace(id=ID, seat=1, bot="careful")
    assert sitting.refusal(replacing, ANNA, here=[ANNA.id]) == ServerCode.CLOCK_RUNS
    sitting.ask(replacing, BEN)


def test_a_duel_with_hints_does_not_count() -> None:
    assert given_up(begun(ANNA, BEN, settings=replace(DUEL, has_hints=True)), 0) is None


def test_what_is_no_duel_does_not_count() -> None:
    sitting = dealt(ANNA, "greedy")
    draft = decide(sitting.room, WishResign(id=ID), ANNA)
    assert draft.state is not None
    assert draft.state.outcome is not None
    assert rated_duel(sitting.room, draft, AT) is None


def test_a_duel_of_bots_does_not_count() -> None:
    sitting = gathered("careful", "greedy", settings=DUEL)
    sitting.put(gathering.deal(sitting.room))
    assert given_up(sitting, 0) is None


@pytest.mark.parametrize("source", ["deal", "day"])
def test_a_duel_with_cards_that_may_be_known_does_not_count(source: str) -> None:
    code = dealt(ANNA, BEN, settings=DUEL).room.deal_code
    known = {"deal": code} if source == "deal" else {"day": "2030-01-01"}
    settings = replace(DUEL, **known)
    sitting = Sitting(settings, day_code=code if source == "day" else None)
    for seat, someone in enumerate((ANNA, BEN)):
        sitting.ask(Sit(id=ID, seat=seat), someone)
    sitting.ask(Start(id=ID), ANNA)
    assert given_up(after_turns(sitting, 2), 0) is None


def test_nobody_loses_a_duel_to_somebody_who_sat_down_alone() -> None:
    sitting = dealt(ANNA, BEN, settings=DUEL)
    after_turns(sitting, 1 - sitting.room.turn)  # type: ignore[operator]
    sitting.ask(TimeUp(1))
    after_turns(sitting, 4)
    assert sitting.room.places[0].has_played
    assert not sitting.room.places[1].has_played
    for loser in (0, 1):
        assert given_up(sitting, loser) is None


def test_a_duel_that_is_given_up_before_the_first_card_does_not_count() -> None:
    assert given_up(dealt(ANNA, BEN, settings=DUEL), 0) is None
    assert given_up(begun(ANNA, BEN, turns=1), 0) is None


def test_a_duel_that_can_count_has_a_clock() -> None:
    clocks = [
        normalize_settings(replace(DUEL, **wishes)).clock
        for wishes in ({}, {"clock": 60}, {"has_hints": True}, {"day": "2026-01-01"})
    ]
    assert clocks == [RATED_CLOCK, 60, None, None]
