"""Redaction: steps and whole tables as one seat may see them; seat None is a spectator.

`rules` hides the cards: `seen_by` in events, `view_of` in states. This module also removes the
server's own secrets: seeds, codes, and people's ids.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from tenback.protocol import (
    PROTOCOL,
    Choices,
    Dealt,
    Fact,
    Forgotten,
    Happened,
    Opened,
    OutcomeView,
    Place,
    Played,
    Sat,
    SeatView,
    Stood,
    Welcome,
    WordGiven,
    encode,
)
from tenback.protocol.rest import Sitter, TableSummary
from tenback.rules import Ending, Event, Outcome, State, cards_in, legal_moves, seen_by, view_of
from tenback.rules.events import Drew
from tenback.rules.referee import losing_among
from tenback.server.room import Room, events_of
from tenback.server.step import Step
from tenback.table import Table

UNFINISHED = (Ending.STUCK, Ending.COMMAND_BROKEN, Ending.FIRE)
"""Endings in the middle of a turn that cannot be finished."""


class StepMessages:
    """The newest step of a room as messages: one for all who know no more than a spectator."""

    def __init__(self, room: Room, step: Step, events: tuple[Event, ...]) -> None:
        self._room = room
        self._step = step
        self._events = events
        self._knowing = seats_knowing_more(room, step, events)
        self._choosing = seats_choosing(room)
        self._facts = _facts_for(room, step, events, None)
        self._demands = demands_of(room)
        self._for_others = encode(Happened(step.number, step.at, self._facts, self._demands))

    def encoded_for(self, seat: int | None) -> bytes:
        """Return the encoded message for a seat."""
        is_knowing, is_choosing = seat in self._knowing, seat in self._choosing
        if not is_knowing and not is_choosing:
            return self._for_others
        room, step, facts, choices = self._room, self._step, self._facts, self._demands
        if is_knowing:
            facts = _facts_for(room, step, self._events, seat)
        if is_choosing:
            choices = _choices_under(choices, room, seat)
        return encode(Happened(step.number, step.at, facts, choices))


def happened(room: Room, step: Step, seat: int | None, choices: Choices | None = None) -> Happened:
    """Return a step, the newest or an older one, as a seat may see it."""
    facts = _facts_for(room, step, events_of(step), seat)
    return Happened(step.number, step.at, facts, choices)


def _facts_for(room: Room, step: Step, events: tuple[Event, ...], seat: int | None) -> list[Fact]:
    return [
        _fact_for(room, step.number, fact, events, seat)
        for fact in step.facts
        if not isinstance(fact, Forgotten)
    ]


def _fact_for(
    room: Room, number: int, fact: Fact, events: tuple[Event, ...], seat: int | None
) -> Fact:
    """Return a fact without what a seat must not know."""
    match fact:
        case Played(texts):
            return Played([_text_for(*told, seat) for told in zip(events, texts, strict=True)])
        case Opened(settings, commitment):
            return Opened(settings, commitment)
        case Sat(at, name, bot, person, is_bot=is_bot):
            is_you = at == seat and person is not None and person == room.places[at].person
            return Sat(at, name, bot, None, is_you, is_bot)
        case Stood(at, is_sent_away):
            return Stood(at, is_sent_away)
        case Dealt(edition, hand_sizes, draw_sizes, turn):
            hand, commands = _first_hand(room, seat), _commands(room.table)
            return Dealt(edition, hand_sizes, draw_sizes, turn, hand, None, commands)
        case WordGiven(at, word, seal) if not room.are_words_shown_in(number):
            return WordGiven(at, word if at == seat else "", seal)
        case _:
            return fact


def _text_for(event: Event, text: str, seat: int | None) -> str:
    seen = seen_by(event, seat)
    return text if seen is event else str(seen)


def seats_knowing_more(room: Room, step: Step, events: tuple[Event, ...]) -> set[int]:
    """Return the seats that know more about a step than others."""
    found = {event.seat for event in events if isinstance(event, Drew)}
    for fact in step.facts:
        if isinstance(fact, Dealt):
            found.update(range(len(room.places)))
        elif isinstance(fact, Sat | WordGiven):
            found.add(fact.seat)
    return found


def seats_choosing(room: Room) -> Collection[int]:
    """Return the seats with choices: the seat to move, or all of them before the first turn."""
    if room.table is None:
        return ()
    turn = room.table.state.turn
    return range(len(room.places)) if turn is None else (turn.seat,)


def demands_of(room: Room) -> Choices | None:
    """Return what the current turn demands, which everybody may know.

    After a loss in it, also what still fits: all cards are open then.
    """
    state = None if room.table is None else room.table.state
    if state is None or (state.outcome is not None and state.outcome.ending not in UNFINISHED):
        return None
    if state.turn is None:
        return Choices()
    edition, progress = state.edition, state.progress
    demands, fires = edition.demands(progress), edition.fires(progress)
    is_lost = state.outcome is not None
    return Choices(
        minimum=progress.minimum,
        demands=_as_texts(demands),
        fires=_as_texts(fires),
        fitting=_as_texts(legal_moves(replace(state, outcome=None))) if is_lost else [],
    )


def choices_of(room: Room, seat: int | None) -> Choices | None:
    """Return what the current turn demands and what the seat may do."""
    return _choices_under(demands_of(room), room, seat)


def _choices_under(demands: Choices | None, room: Room, seat: int | None) -> Choices | None:
    """Return what a seat may do, in addition to what the turn demands of everybody."""
    if demands is None or room.table is None or seat is None:
        return demands
    state = room.table.state
    if state.turn is None:
        return Choices([f"name {at}" for at in range(state.seats)])
    if state.turn.seat != seat or state.outcome is not None:
        return demands
    moves = legal_moves(state)
    return Choices(
        [move.text for move in moves],
        [move.text for move in losing_among(state, moves)],
        demands.minimum,
        demands.demands,
        demands.fires,
        draws_of(state),
    )


def draws_of(state: State) -> int:
    """Return how many cards the seat to move draws if its turn ends now (C8, E10, F6)."""
    edition, progress = state.edition, state.progress
    pile = state.draw_piles[edition.draw_pile_of(progress.seat)]
    return min(edition.draw_count(progress, seats=state.seats), len(pile))


def welcome(room: Room, seat: int | None, *, present: list[int], now: int) -> Welcome:
    """Return the full state of a table as a seat may see it."""
    return Welcome(
        protocol=PROTOCOL,
        table=room.id,
        number=room.number,
        at=now,
        settings=room.settings,
        seat=seat,
        places=[
            Place(
                name=place.name,
                bot=place.bot,
                is_person=place.person is not None,
                word=place.word if at == seat or room.are_words_shown_in(room.number) else "",
                is_resigning=place.is_resigning,
                seal=place.seal,
                is_word_open=place.is_word_open,
                is_bot=place.is_bot,
            )
            for at, place in enumerate(room.places)
        ],
        present=present,
        commitment=room.commitment,
        secret=room.secret if room.is_over else None,
        deal=room.deal_code if room.is_over else room.settings.deal,
        cards=None if room.table is None else _cards(room.table, seat),
        choices=choices_of(room, seat),
        deadline=room.deadline,
        chat=list(room.chat),
        following=room.following,
        host=room.host,
        are_words_closed=room.table is None and room.closed_at is not None,
    )


def table_summary(
    room: Room, person: str | None, *, code: str | None, created_at: int, changed_at: int
) -> TableSummary:
    """Return what a person may know about a table without opening it, seated there or not."""
    seat = room.seat_of(person)
    outcome = None if room.table is None else room.table.state.outcome
    return TableSummary(
        id=room.id,
        code=None if room.is_over else code,
        phase=room.phase,
        settings=room.settings,
        places=[
            Sitter(place.name, place.bot, place.person is not None, at == seat, place.is_bot)
            for at, place in enumerate(room.places)
        ],
        seat=seat,
        commitment=room.commitment,
        outcome=None if outcome is None else outcome_view(outcome),
        following=room.following,
        created_at=created_at,
        changed_at=changed_at,
    )


def outcome_view(outcome: Outcome) -> OutcomeView:
    """Return the view of an outcome."""
    return OutcomeView(outcome.ending.value, outcome.won, outcome.winner, outcome.left)


def _cards(table: Table, seat: int | None) -> SeatView:
    view = table.view(seat)
    outcome = view.outcome
    return SeatView(
        edition=str(view.edition),
        tops=list(view.tops),
        hand=list(view.hand),
        hand_sizes=list(view.hand_sizes),
        draw_sizes=list(view.draw_sizes),
        laid=None if view.laid is None else [list(cards_in(cards)) for cards in view.laid],
        turn=None if view.turn is None else view.turn.seat,
        plays=[] if view.turn is None else _as_texts(view.turn.plays),
        named=list(view.named),
        signals=[_as_texts(signals) for signals in view.signals],
        history=_as_texts(view.history),
        outcome=None if outcome is None else outcome_view(outcome),
        commands=_commands(table),
    )


def _commands(table: Table | None) -> dict[str, list[int]]:
    layout = None if table is None else table.start.edition.layout
    return {} if layout is None else layout.as_dict()


def _first_hand(room: Room, seat: int | None) -> list[int] | None:
    if seat is None or room.table is None:
        return None
    return list(view_of(room.table.start, seat).hand)


def _as_texts(values: Iterable[object]) -> list[str]:
    return list(map(str, values))
