"""What each may hear: steps and whole tables as one seat sees them, or with None a spectator."""

from collections.abc import Iterable

from tenback.protocol import (
    PROTOCOL,
    Choices,
    Dealt,
    Fact,
    Happened,
    Opened,
    OutcomeView,
    Place,
    Played,
    Sat,
    SeatView,
    Welcome,
    encode,
)
from tenback.rules import cards_in, legal_moves
from tenback.rules.referee import losing_among
from tenback.server.room import Room, Step
from tenback.table import Table

DRAWS = ":draws "


class StepMessages:
    """The newest step of a room, put into words once for all who hear the same."""

    def __init__(self, room: Room, step: Step) -> None:
        self._room = room
        self._step = step
        self._own = seats_concerned(room, step)
        self._texts: dict[int | None, str] = {}

    def text(self, seat: int | None) -> str:
        """Return what a seat hears."""
        hears_more = seat in self._own or (seat is not None and seat == self._room.turn)
        is_opening = self._room.table is not None and self._room.table.state.turn is None
        key = seat if hears_more or is_opening else None
        if key not in self._texts:
            choices = choices_of(self._room, key)
            self._texts[key] = encode(happened(self._room, self._step, key, choices)).decode()
        return self._texts[key]


def happened(room: Room, step: Step, seat: int | None, choices: Choices | None = None) -> Happened:
    """Return a step as a seat may know it."""
    facts = [fact_for(room, fact, seat) for fact in step.facts]
    return Happened(step.number, step.at, facts, choices)


def fact_for(room: Room, fact: Fact, seat: int | None) -> Fact:
    """Return a fact without what a seat must not see."""
    match fact:
        case Opened(settings, commitment):
            return Opened(settings, commitment)
        case Sat(at, name, bot, person):
            is_you = at == seat and person is not None and person == room.places[at].person
            return Sat(at, name, bot, None, is_you)
        case Dealt(edition, hand_sizes, draw_sizes, turn):
            hand, commands = _first_hand(room, seat), _commands(room.table)
            return Dealt(edition, hand_sizes, draw_sizes, turn, hand, None, commands)
        case Played(events):
            return Played([_text_for(event, seat) for event in events])
        case _:
            return fact


def seats_concerned(room: Room, step: Step) -> set[int | None]:
    """Return the seats that hear something of a step which others do not."""
    found: set[int | None] = set()
    for fact in step.facts:
        if isinstance(fact, Dealt):
            found.update(range(len(room.places)))
        elif isinstance(fact, Sat):
            found.add(fact.seat)
        elif isinstance(fact, Played):
            found.update(int(e.partition(":")[0]) for e in fact.events if DRAWS in e)
    return found


def choices_of(room: Room, seat: int | None) -> Choices | None:
    """Return what the running turn demands, and what the seat may do."""
    if room.table is None or room.is_over:
        return None
    state = room.table.state
    if state.turn is None:
        return Choices([] if seat is None else [f"name {at}" for at in range(state.seats)])
    moves = legal_moves(state) if state.turn.seat == seat else ()
    progress = state.progress
    return Choices(
        _as_texts(moves),
        _as_texts(losing_among(state, moves)),
        progress.minimum,
        _as_texts(state.edition.demands(progress)),
        _as_texts(state.edition.fires(progress)),
    )


def welcome(room: Room, seat: int | None, *, present: list[int], now: int) -> Welcome:
    """Return everything that a seat may know."""
    return Welcome(
        protocol=PROTOCOL,
        table=room.id,
        number=room.number,
        at=now,
        settings=room.settings,
        seat=seat,
        places=[
            Place(at.name, at.bot, at.person is not None, at.word, at.is_resigning)
            for at in room.places
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
    )


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
        outcome=None
        if outcome is None
        else OutcomeView(outcome.ending.value, outcome.won, outcome.winner, outcome.left),
        commands=_commands(table),
    )


def _commands(table: Table | None) -> dict[str, list[int]]:
    layout = None if table is None else table.start.edition.layout
    return {} if layout is None else layout.as_dict()


def _first_hand(room: Room, seat: int | None) -> list[int] | None:
    if seat is None or room.table is None:
        return None
    return list(room.table.start.hands[seat])


def _text_for(event: str, seat: int | None) -> str:
    """Return the text of an event; others draw face down (F9)."""
    who, draws, cards = event.partition(DRAWS)
    if not draws or cards == "-" or who == str(seat):
        return event
    return f"{who}{DRAWS}{'.'.join('?' for _ in cards.split('.'))}"


def _as_texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values]
