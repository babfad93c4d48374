"""The referee: decides which moves are allowed, and what follows from them.

A move becomes one event. Its automatic consequences follow as further events, until a seat has to
decide again. The rules that differ between editions are in `editions/`.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from tenback.rules.cards import BIT
from tenback.rules.errors import Code, Refused
from tenback.rules.events import (
    Drew,
    Event,
    Finished,
    Laid,
    Named,
    Resigned,
    Said,
    TakenBack,
    TurnBegan,
)
from tenback.rules.moves import END, PLAYS, Back, Begin, End, Move, Name, Play, Resign, Say
from tenback.rules.outcome import Outcome
from tenback.rules.state import State, Turn, evolve


def apply(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Return the state after a move and all its events; raise `Refused` if it is not allowed.

    A play that leaves the turn without a completion is allowed, and loses at once (C10, E1).
    """
    event: Event | None = decide(state, move)
    events: list[Event] = []
    while event is not None:
        events.append(event)
        state = evolve(state, event)
        event = _consequence(state, event)
    return state, tuple(events)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the plays, lowest card first, and `end`; in the opening, every way to begin.

    Signals, take-backs and resigning are possible at any time and not listed.
    """
    if state.outcome is not None:
        return ()
    if state.turn is None:
        return tuple(Begin(seat) for seat in range(state.seats))
    edition, progress = state.edition, state.progress
    fits = edition.fits(progress)
    plays = [(PLAYS[pile.name], cards) for pile, cards in zip(edition.piles, fits, strict=True)]
    moves: list[Move] = [
        on_pile[card]
        for card in state.hands[state.turn.seat]
        for on_pile, cards in plays
        if cards & BIT[card]
    ]
    if edition.may_end(progress):
        moves.append(END)
    return tuple(moves)


def losing_plays(state: State) -> tuple[Play, ...]:
    """Return the legal plays after which the seat's own turn can no longer be completed."""
    return losing_among(state, legal_moves(state))


def losing_among(state: State, moves: Sequence[Move]) -> tuple[Play, ...]:
    """Return those of the given legal moves that lose at once."""
    if not moves or state.outcome is not None or state.turn is None:
        return ()
    edition, progress = state.edition, state.progress
    if edition.is_every_play_safe(progress):
        return ()
    return tuple(
        move
        for move in moves
        if isinstance(move, Play) and not edition.can_complete(progress.after(move.card, move.pile))
    )


def outcome_of(state: State) -> Outcome | None:
    """Return the outcome if the game is over in this state, otherwise None."""
    if state.resigned is not None:
        return state.edition.resigned(state.resigned, state.hands, state.draw_piles)
    if state.turn is None:
        return None
    return state.edition.judge(state.progress, state.hands, state.draw_piles)


def fold(state: State, events: Iterable[Event]) -> State:
    """Return the state after all the given events."""
    for event in events:
        state = evolve(state, event)
    return state


def decide(state: State, move: Move) -> Event:
    """Return the event that a move causes, or raise `Refused`."""
    if state.outcome is not None:
        raise Refused(Code.OVER)
    match move:
        case Play():
            return _lay(state, move)
        case End():
            return _end(state)
        case Back():
            return _take_back(state)
        case Begin(seat):
            _check_opening(state, seat)
            return TurnBegan(seat)
        case Name(seat, starter):
            _check_opening(state, seat, starter)
            return Named(seat, starter)
        case Say(seat, signal):
            check_seats(state, seat)
            if refusal := state.edition.why_no_talk(state.tops, signal):
                raise refusal
            return Said(seat, signal)
        case Resign(seat):
            check_seats(state, seat)
            return Resigned(seat)
        case _:
            assert_never(move)


def check_seats(state: State, *seats: int) -> None:
    """Refuse seats that are not at the table."""
    for seat in seats:
        if not 0 <= seat < state.seats:
            raise Refused(Code.NO_SUCH_SEAT, seat=seat, last=state.seats - 1)


def is_turn_over(state: State) -> bool:
    """Return whether the running turn ends by itself: by a `stop` (E3), or with an empty hand."""
    turn = _turn(state)
    return bool(turn.plays) and (
        not state.hands[turn.seat] or state.edition.is_stopped(state.progress)
    )


def _consequence(state: State, event: Event) -> Event | None:
    """Return the event that follows automatically from the last one, or None."""
    match event:
        case Named():
            if state.agreed is not None:
                return TurnBegan(state.agreed)
        case Drew(seat):
            return TurnBegan(_next_seat(state, seat))
        case Laid() | TurnBegan() | Resigned():
            if outcome := outcome_of(state):
                return Finished(outcome)
            if is_turn_over(state):
                return _draw(state)
    return None


def _lay(state: State, play: Play) -> Laid:
    turn, edition = _turn(state), state.edition
    card, pile = play.card, play.pile
    if pile not in edition.piles:
        piles = ", ".join(map(str, edition.piles))
        raise Refused(Code.NO_SUCH_PILE, edition=edition.name, pile=pile, piles=piles)
    progress = state.progress
    if not edition.fits(progress)[pile.index] >> card & 1:
        if card not in state.hands[turn.seat]:
            raise Refused(Code.NOT_IN_HAND, seat=turn.seat, card=card)
        raise edition.why_not(progress, card, pile)
    return Laid(turn.seat, card, pile)


def _end(state: State) -> Drew:
    _turn(state)
    if not state.edition.may_end(state.progress):
        raise state.edition.why_no_end(state.progress)
    return _draw(state)


def _draw(state: State) -> Drew:
    seat, edition = _turn(state).seat, state.edition
    count = edition.draw_count(state.progress, seats=state.seats)
    return Drew(seat, state.draw_piles[edition.draw_pile_of(seat)][:count])


def _take_back(state: State) -> TakenBack:
    turn = _turn(state)
    if not turn.plays:
        raise Refused(Code.NOTHING_LAID)
    *earlier, last = turn.plays
    on_pile = [play.card for play in earlier if play.pile == last.pile]
    top = on_pile[-1] if on_pile else turn.tops[last.pile.index]
    if top is None:
        raise Refused(Code.BELOW_UNKNOWN, card=last.card, pile=last.pile)
    return TakenBack(turn.seat, last.card, last.pile, top)


def _next_seat(state: State, seat: int) -> int:
    """Return the next seat clockwise that still has cards, possibly the same seat (C9)."""
    edition, seats = state.edition, state.seats
    order = [(seat + step) % seats for step in range(1, seats + 1)]
    return next(s for s in order if state.hands[s] or state.draw_piles[edition.draw_pile_of(s)])


def _turn(state: State) -> Turn:
    if state.turn is None:
        raise Refused(Code.NOT_BEGUN)
    return state.turn


def _check_opening(state: State, *seats: int) -> None:
    if state.turn is not None:
        raise Refused(Code.HAS_BEGUN, seat=state.turn.seat)
    check_seats(state, *seats)
