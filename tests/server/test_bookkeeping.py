"""What changes in the database beside the log: who sits where, how far it is, results."""

from tenback.protocol import Chat, SeatBot, Sit, Stand, Start, TableSettings, WishResign
from tenback.server.bookkeeping import changes, results_of
from tenback.server.room import Request
from tenback.server.store import Also, Phase, changed, sat, stood
from tests.server.rooms import ANNA, BEN, ID, Sitting, Someone, dealt, gathered

AT = 99


def changes_of(sitting: Sitting, request: Request, by: Someone) -> list[tuple[object, object]]:
    draft = sitting.room.decide(request, by)
    return told(*changes(sitting.room, draft, AT))


def told(*also: Also) -> list[tuple[object, object]]:
    return [(one.statement, one.values) for one in also]


def seats_taken(count: int, phase: Phase = Phase.GATHERING) -> Also:
    return changed("table-t", phase=phase, taken=count, at=AT)


def test_who_sits_down_or_stands_up_is_noted() -> None:
    sitting = Sitting(TableSettings(seats=2))
    assert changes_of(sitting, Sit(id=ID), ANNA) == told(sat("table-t", ANNA.id), seats_taken(1))
    sitting.ask(Sit(id=ID), ANNA)
    assert changes_of(sitting, Stand(id=ID), ANNA) == told(
        stood("table-t", ANNA.id), seats_taken(0)
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
