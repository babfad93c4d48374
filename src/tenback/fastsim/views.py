"""Converts a seat's view to a compiled table that looks the same to that seat."""

from collections.abc import Iterator
from itertools import islice

from tenback.fastsim.bits import mask_of, words
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import WORDS, Array
from tenback.rules import State, View, card_set


def table_like(view: View) -> Array:
    """Return an array with one table that shows a view's seat what the view shows.

    The hidden cards are made up: cards that the seat has not seen, in ascending order. Compiled
    code that reads only what the seat may know can run on this table. Do not continue the game on
    it: nobody talks there, because words would depend on made-up hands.
    """
    tables = tables_of(_state_like(view))
    table = tables[0]
    if view.laid is None:
        for source in range(view.edition.draw_pile_count):
            table["laid"][source] = words(mask_of(table["laid"][source]) & card_set(_open(view)))
    for seat, signals in enumerate(view.signals):
        for signal in signals:
            if signal.pile is not None:
                table["said"][seat, signal.pile.index] = WORDS.index(signal.word)
    return tables


def _state_like(view: View) -> State:
    """Return a state in which the view's seat sees what the view shows."""
    edition = view.edition
    unseen = [_unseen(view, source) for source in range(edition.draw_pile_count)]
    hands = [
        view.hand if seat == view.seat else tuple(islice(unseen[edition.draw_pile_of(seat)], size))
        for seat, size in enumerate(view.hand_sizes)
    ]
    draw_piles = [
        tuple(islice(cards, size)) for cards, size in zip(unseen, view.draw_sizes, strict=True)
    ]
    return State(
        edition,
        view.tops,
        tuple(hands),
        tuple(draw_piles),
        view.turn,
        view.named,
        outcome=view.outcome,
    )


def _unseen(view: View, source: int) -> Iterator[int]:
    """Yield the cards of a draw pile that the seat does not remember seeing.

    If the past is hidden (C13), visible cards come last, because in a duel they may be either
    player's.
    """
    assert view.seat is not None, "a spectator sees no hand"
    edition = view.edition
    seen = card_set(view.hand) if edition.draw_pile_of(view.seat) == source else 0
    last: frozenset[int] = frozenset()
    if view.laid is None:
        last = _open(view)
    else:
        seen |= view.laid[source]
    unseen = [card for card in edition.numbers if not seen >> card & 1]
    yield from sorted(unseen, key=last.__contains__)


def _open(view: View) -> frozenset[int]:
    """Return the cards that everybody sees, or has seen in the running turn."""
    plays = () if view.turn is None else view.turn.plays
    return frozenset((*view.tops, *(play.card for play in plays)))
