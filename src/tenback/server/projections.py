"""Projections: the database changes that a step causes besides its log entry."""

from collections.abc import Iterator

from tenback.bots import STAND_IN
from tenback.protocol import Dealt, Revealed, Sat, Stood
from tenback.rules import Outcome
from tenback.server.clock import date_of
from tenback.server.room import Room, SeatState
from tenback.server.room_requests import Draft
from tenback.server.store import (
    DailyDeal,
    Duel,
    Phase,
    SeatResult,
    SideEffect,
    bot_player,
    day_dealt,
    participant_added,
    result_added,
    seat_left,
    seat_taken,
    table_changed,
)

PROJECTED = frozenset((Sat, Stood, Dealt, Revealed))
"""The facts that change something besides the log."""


def side_effects(room: Room, draft: Draft, at: int) -> tuple[SideEffect, ...]:
    """Return the changes a draft causes besides the log: seats, the table's phase, results."""
    if PROJECTED.isdisjoint(map(type, draft.facts)):
        return ()
    seating = [fact for fact in draft.facts if isinstance(fact, Sat | Stood)]
    is_dealt = Dealt in map(type, draft.facts)
    is_over = Revealed in map(type, draft.facts)
    names = [place.name for place in room.places]
    left, came = set[str | None](), set[str | None]()
    for fact in seating:
        if isinstance(fact, Stood):
            names[fact.seat] = None
            left.add(room.places[fact.seat].person)
        else:
            names[fact.seat] = fact.name
            came.add(fact.person)
    # Not for those who change seats: the changes of a step may be stored in any order.
    found = [seat_left(room.id, person) for person in left - came if person is not None]
    found += [seat_taken(room.id, person) for person in came - left if person is not None]
    phase = Phase.OVER if is_over else Phase.PLAYING if is_dealt else Phase.GATHERING
    taken = sum(name is not None for name in names)
    if is_dealt:
        found += _dealt_today(room, at)
    found.append(table_changed(room.id, phase=phase, taken=taken, at=at))
    if draft.state is not None and draft.state.outcome is not None:
        found += results_of(room, draft.state.outcome, at)
    return tuple(found)


def newcomers(room: Room, draft: Draft, by: str | None) -> tuple[SideEffect, ...]:
    """Return the changes that register people who appear in a table's steps for the first time.

    The database refuses a deleted person, and with them the whole step.
    """
    seated = [fact.person for fact in draft.facts if isinstance(fact, Sat)]
    return tuple(
        [
            participant_added(room.id, person)
            for person in dict.fromkeys((by, *seated))
            if person is not None and not room.is_participant(person)
        ]
    )


def results_of(room: Room, outcome: Outcome, at: int) -> Iterator[SideEffect]:
    """Yield the results of a finished game, one per seat.

    A deal of the day is one only until midnight: then its cards are shown.
    """
    day = room.settings.day if room.settings.day == date_of(at) else None
    for seat, place in enumerate(room.places):
        yield result_added(
            SeatResult(
                table=room.id,
                seat=seat,
                person=_person(room, place),
                bot=_bot(room, place),
                edition=room.settings.edition,
                seats=len(room.places),
                code=room.deal_code or "",
                day=day,
                outcome=outcome,
                at=at,
            )
        )


def _dealt_today(room: Room, at: int) -> Iterator[SideEffect]:
    """Yield who was dealt today's deal of the day. Deals of past days are not recorded."""
    settings = room.settings
    if settings.day is not None and settings.day == date_of(at):
        deal = DailyDeal(settings.day, settings.edition, len(room.places))
        for place in room.places:
            if place.person is not None:
                yield day_dealt(room.id, place.person, deal, at)


def _person(room: Room, place: SeatState) -> str | None:
    """Return the person a result belongs to. If a bot finished for them, it is the bot's result.

    In the deal of a day it is the bot's even if it played only for a while.
    """
    return place.person if _bot(room, place) is None else None


def _bot(room: Room, place: SeatState) -> str | None:
    if place.bot is None and place.had_bot and room.settings.day is not None:
        return STAND_IN
    return place.bot


def rated_duel(room: Room, draft: Draft, at: int) -> Duel | None:
    """Return the duel that a draft ends, if it counts for ratings (docs/ratings.md).

    It does not count if somebody may have known the cards or got hints, if no person plays or one
    of them is a bot, if a person has laid no card of their own, or if the winner let a bot play.
    """
    outcome = None if draft.state is None else draft.state.outcome
    if outcome is None or outcome.winner is None:
        return None
    first, second = room.places
    people = [place for place in room.places if place.person is not None]
    were_there = bool(people) and all(place.has_played and not place.is_bot for place in people)
    is_anybody_gone = any(place.is_forgotten for place in room.places)
    if (
        not (room.is_honest and were_there)
        or is_anybody_gone
        or room.places[outcome.winner].was_left
    ):
        return None
    return Duel(room.id, (_player(first), _player(second)), outcome.winner, at)


def _player(place: SeatState) -> str:
    """Return the rated player of a seat: its person, even if they left it to a bot."""
    if place.person is not None:
        return place.person
    assert place.bot is not None
    return bot_player(place.bot)
