"""Converts the referee's states to compiled tables, and back."""

from typing import Any

import numpy as np

from tenback.fastsim.bits import mask_of, words
from tenback.fastsim.sittings import order_deck
from tenback.fastsim.tables import (
    ENDINGS,
    LONGEST_TURN,
    NO_PILE,
    NOBODY,
    RUNNING,
    TABLE,
    WORDS,
    Array,
    Row,
    Setup,
    packed,
    unpacked,
)
from tenback.rules import Command, Outcome, Play, Signal, State, Turn, card_set, cards_in
from tenback.rules.standing_signals import Signals


def tables_of(state: State) -> Array:
    """Return a state of the referee as an array with one table."""
    setup = Setup(state.edition, state.seats)
    tables = np.zeros(1, TABLE)
    table, numbers = tables[0], len(state.edition.numbers)
    if setup.layouts:
        for field in ("commands", "carriers"):
            table[field] = setup.layout_rows[0][field]
    for seat, hand in enumerate(state.hands):
        table["hands"][seat] = words(card_set(hand))
        table["named"][seat] = NOBODY if not state.named else _or_nobody(state.named[seat])
        table["left"][state.edition.draw_pile_of(seat)] += len(hand)
    for source, (cards, laid) in enumerate(zip(state.draw_piles, state.laid, strict=True)):
        table["next"][source] = numbers - len(cards)
        table["ordered"][source] = numbers
        table["deck"][source][numbers - len(cards) : numbers] = cards
        table["left"][source] += len(cards)
        table["laid"][source] = words(laid)
    table["tops"] = packed(state.tops)
    table["seat"], table["last"] = NOBODY, NO_PILE
    if state.turn is not None:
        _write_turn(table, state)
    table["resigned"] = _or_nobody(state.resigned)
    outcome = state.outcome
    table["ending"] = RUNNING if outcome is None else ENDINGS.index(outcome.ending)
    table["winner"] = NOBODY if outcome is None else _or_nobody(outcome.winner)
    return tables


def _write_turn(table: Row, state: State) -> None:
    turn, progress = state.turn, state.progress
    assert turn is not None
    assert len(turn.plays) <= LONGEST_TURN
    commands = [state.edition.command_of(play.card) for play in turn.plays]
    table["seat"], table["minimum"] = progress.seat, progress.minimum
    table["played"], table["used"] = progress.played, progress.used
    table["last"] = _or_nobody(progress.last)
    table["has_stop"], table["has_three"] = Command.STOP in commands, Command.THREE in commands
    table["first_tops"] = packed(top or 0 for top in turn.tops)
    for index, play in enumerate(turn.plays):
        table["plays"][index] = play.card, play.pile.index


def state_of(setup: Setup, tables: Array) -> State:
    """Return the first table of an array as a state of the referee."""
    table, edition = tables[0], setup.edition_with(int(tables[0]["layout"]))
    draw_piles = []
    for source in range(edition.draw_pile_count):
        order_deck(setup.rules, table, source)
        cards = table["deck"][source][table["next"][source] : len(edition.numbers)]
        draw_piles.append(tuple(map(int, cards)))
    hands = [tuple(cards_in(mask_of(hand))) for hand in table["hands"][: setup.seats]]
    turn = None
    if table["seat"] != NOBODY:
        plays = [
            Play(int(card), edition.piles[pile]) for card, pile in table["plays"][: table["played"]]
        ]
        first_tops = tuple(top or None for top in unpacked(table["first_tops"]))
        turn = Turn(int(table["seat"]), tuple(plays), first_tops)
    return State(
        edition,
        unpacked(table["tops"]),
        tuple(hands),
        tuple(draw_piles),
        turn,
        () if turn else tuple(map(_seat, table["named"][: setup.seats])),
        _seat(table["resigned"]),
        outcome_of(table),
    )


def signals_of(setup: Setup, tables: Array) -> Signals:
    """Return what still stands of what was said about the piles of the first table."""
    return tuple(
        tuple(
            Signal(word, pile)
            for pile, said in zip(setup.edition.piles, words_said, strict=True)
            if (word := WORDS[said]) is not None
        )
        for words_said in tables[0]["said"][: setup.seats]
    )


def outcome_of(table: Row) -> Outcome | None:
    """Return how a game ended, or None if it is not over."""
    ending = ENDINGS[table["ending"]]
    if ending is None:
        return None
    winner, left = _seat(table["winner"]), table["left"]
    if winner is not None:
        return Outcome(ending, won=None, winner=winner, left=int(left[1 - winner]))
    return Outcome(ending, won=ending is ENDINGS[1], winner=None, left=int(left[0]))


def _or_nobody(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _seat(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)
